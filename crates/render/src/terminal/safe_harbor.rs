//! The eighteen rules of safe harbor, and the columns that fall under each.

use std::fmt::Write;

use incrowd_document::{SafeHarborColumn, SafeHarborRule};

use super::grid::{Cell, Grid, Set, visible};
use super::style::{BAD, FAINT, STRONG};

/// Rule by rule, then the columns that fall under none, and what no tool can see.
pub fn text(rules: &[SafeHarborRule], unlisted: &[SafeHarborColumn]) -> String {
    let mut grid = Grid::new([
        ("", Set::Left(1)),
        ("rule", Set::Left(32)),
        ("column", Set::Left(24)),
        ("becomes", Set::Left(20)),
        ("why", Set::Wrapped),
    ]);
    for rule in rules {
        let head = || [rule.letter.as_str().into(), rule.identifier.as_str().into()];
        for column in &rule.columns {
            let cells = [
                Cell::styled(&column.name, BAD),
                becomes(column).into(),
                Cell::styled(why(column), FAINT),
            ];
            grid.add(head().into_iter().chain(cells).collect::<Vec<Cell>>());
        }
        if rule.columns.is_empty() {
            let cells = [Cell::styled("none found", FAINT), "".into(), "".into()];
            grid.add(head().into_iter().chain(cells).collect::<Vec<Cell>>());
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
