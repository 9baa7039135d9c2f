//! How each quasi-identifier is published.

use std::fmt::Write;

use incrowd_document::ReleaseColumn;

use crate::terminal::style::{FAINT, STRONG};

/// Letters of the longest example.
const LONGEST: usize = 60;

/// The level of each column, with examples of its labels.
pub fn by_level(columns: &[ReleaseColumn]) -> String {
    let mut text = format!("\n{STRONG}  column               level  shown as{STRONG:#}\n");
    for ReleaseColumn { name, level, height, labels, .. } in columns {
        let (level, height) = (level.unwrap_or_default(), height.unwrap_or_default());
        let example = match level {
            0 => "as it was".to_owned(),
            level if u64::from(level) == height => labels.concat(),
            _ => format!("{}, ..", labels.join(", ")),
        };
        let example: String = example.chars().take(LONGEST).collect();
        let _ = writeln!(text, "  {name:<20} {level:>2}/{height:<2}  {FAINT}{example}{FAINT:#}");
    }
    text
}

/// How much of each column is lost, and how often it is kept as it was.
pub fn by_range(columns: &[ReleaseColumn], rows: u64) -> String {
    let mut text =
        format!("\n{STRONG}  column                 loss  rows kept as they were{STRONG:#}\n");
    for ReleaseColumn { name, loss, unchanged, .. } in columns {
        let loss = loss.unwrap_or(f64::NAN);
        let share = 100.0 * unchanged.unwrap_or_default() as f64 / rows.max(1) as f64;
        let _ = writeln!(text, "  {name:<20} {loss:>6.4}  {FAINT}{share:>5.1}%{FAINT:#}");
    }
    text
}
