//! How hard a heuristic search thinks.

/// How hard to think; the same effort gives the same answer whatever the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// The first good answer.
    Fast,
    /// About a second on a table of some ten thousand distinct people.
    #[default]
    Normal,
    /// Much longer, for what little is left to win.
    High,
}
