//! The minimal sets of columns that single people out, and how far the list reaches.

use std::fmt::Write;

use incrowd_document::ScanDocument;

use crate::terminal::grid::{Grid, Set};
use crate::terminal::style::{BAD, FAINT, GOOD, STRONG};

use super::{asked, percent};

/// So many sets are shown to people.
const SHOWN: usize = 20;

pub fn text(document: &ScanDocument) -> String {
    let sets = &document.minimal_quasi_identifiers;
    let share = asked(document.search.alpha);
    let mut text = format!("\n{STRONG}What singles people out{STRONG:#}\n");
    match &sets[..] {
        [] => {
            let _ = writeln!(
                text,
                "  {GOOD}no set of columns{GOOD:#} that was looked at singles out {share} of the rows"
            );
        }
        [only] if only.is_empty() => {
            text += "  The table has one row: who knows that a person is in it needs no column to find them.\n";
            return text;
        }
        _ => {
            let plural = if sets.len() == 1 { "set singles" } else { "sets single" };
            let _ = writeln!(
                text,
                "  {BAD}{} {plural} out {share}{BAD:#} of the rows or more, and no smaller set within does",
                sets.len()
            );
            text += &listed(document);
        }
    }
    let more = sets.len().saturating_sub(SHOWN);
    if more > 0 {
        let _ = writeln!(text, "  {FAINT}and {more} more: --json{FAINT:#}");
    }
    text += &reach(document);
    text
}

/// The first sets with the rows that they single out.
fn listed(document: &ScanDocument) -> String {
    let rows = document.sample.as_ref().map_or(document.rows, |sample| sample.rows);
    let mut grid = Grid::new([
        ("set", Set::Wrapped),
        ("unique rows", Set::Right),
        ("share", Set::Right),
        ("", Set::Left(16)),
    ]);
    let sets = document.minimal_quasi_identifiers.iter();
    for (set, &unique) in sets.zip(&document.search.unique_rows).take(SHOWN) {
        grid.add([
            set.join(", ").into(),
            unique.to_string().into(),
            percent(unique as f64 / rows as f64).into(),
            remark(document, set).into(),
        ]);
    }
    grid.text()
}

/// What the list holds of all there is.
fn reach(document: &ScanDocument) -> String {
    let size = document.complete_to_size;
    let columns = if size == 1 { "column" } else { "columns" };
    let complete = format!("The list is complete for sets of up to {size} {columns}");
    let mut text = match document.search.ending.as_str() {
        "size" => format!("  {complete}; larger ones were not searched (--max-size).\n"),
        "full" => format!("  {complete}; it is full, and there are more (--most).\n"),
        "time" => format!("  {complete}; then the time was up (--time-limit).\n"),
        _ => "  There are no others of any size.\n".to_owned(),
    };
    if let Some(sample) = &document.sample {
        let alpha = document.search.alpha;
        let _ = writeln!(
            text,
            "  Searched in a sample of {} of {} rows: with {} confidence every set of up to {size} {columns}\n  \
             that singles out {} of all rows contains one of these. The counts are of the sample,\n  \
             where {} was enough (margin {:.4}); a listed set may single out fewer of all rows.",
            sample.rows,
            sample.of,
            asked(sample.confidence),
            asked(alpha),
            percent((alpha - sample.margin).max(0.0)),
            sample.margin
        );
    }
    text
}

/// What stands beside a set.
fn remark(document: &ScanDocument, set: &[String]) -> &'static str {
    let mut identifiers = document
        .columns
        .iter()
        .filter(|column| matches!(column.suggested_role.as_str(), "id" | "person"));
    if identifiers.any(|column| set.contains(&column.name)) { "an identifier" } else { "" }
}
