//! ANSI styles of terminal text.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub const STRONG: Style = Style::new().bold();
/// What matters less.
pub const FAINT: Style = Style::new().dimmed();
/// What is right.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What to be aware of.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();
