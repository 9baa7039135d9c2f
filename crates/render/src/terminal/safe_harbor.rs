//! The eighteen rules of safe harbor, and the columns that fall under each.

use std::fmt::Write;

use incrowd_document::{SafeHarborColumn, SafeHarborRule};

use super::grid::{CellAlignment, TextCell, TextGrid, visible};
use super::style::{BAD, FAINT, STRONG};

/// Rule by rule, then the columns that fall under none, and what no tool can see.
pub fn text(rules: &[SafeHarborRule], unlisted: &[SafeHarborColumn]) -> String {
    let mut grid = TextGrid::new([
        ("", CellAlignment::Left(1)),
        ("rule", CellAlignment::Left(32)),
        ("column", CellAlignment::Left(24)),
        ("becomes", CellAlignment::Left(20)),
        ("why", CellAlignment::Wrapped),
    ]);
    for rule in rules {
        let head = || [rule.letter.as_str().into(), rule.identifier.as_str().into()];
        for column in &rule.columns {
            let cells = [
                TextCell::styled(&column.name, BAD),
                becomes(column).into(),
                TextCell::styled(why(column), FAINT),
            ];
            grid.add(head().into_iter().chain(cells).collect::<Vec<TextCell>>());
        }
        if rule.columns.is_empty() {
            let cells = [TextCell::styled("none found", FAINT), "".into(), "".into()];
            grid.add(head().into_iter().chain(cells).collect::<Vec<TextCell>>());
        }
    }
    let mut text =
        format!("\n{STRONG}HIPAA safe harbor, 45 CFR 164.514(b)(2){STRONG:#}\n{}", grid.text());
    for column in unlisted {
        let _ = writeln!(
            text,
            "  {BAD}{}{BAD:#} falls under no rule: {} {FAINT}({}){FAINT:#}",
            visible(&column.name),
            becomes(column),
            why(column)
        );
    }
    text += "  The rule also asks that you know of no way in which what is left could identify a person. Free\n  \
             text, pictures and codes are not read, and a column with an unusual name and values is not\n  \
             recognised: that none was found proves nothing.\n";
    text
}

/// What became of a column, or what the rule asks for.
fn becomes(column: &SafeHarborColumn) -> &str {
    column.done.as_deref().unwrap_or(&column.treatment)
}

/// How a column was recognised, and why it is treated so.
fn why(column: &SafeHarborColumn) -> String {
    match &column.reason {
        Some(reason) => format!("{}; {reason}", column.why),
        None => column.why.clone(),
    }
}
