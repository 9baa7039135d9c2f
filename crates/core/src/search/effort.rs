//! The effort of a heuristic search.

/// How long to search. The same effort gives the same result on any machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// The first good result.
    Fast,
    /// About a second on a table of some ten thousand distinct people.
    #[default]
    Normal,
    /// Much longer, for small further gains.
    High,
}
