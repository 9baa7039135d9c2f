//! What each value of a demand would cost.

use std::fmt::Write;

use incrowd_document::{ExploreDocument, ExploreRow};

use super::style::{FAINT, STRONG};

/// The text of `incrowd release --explore`: a line for each value of the demand.
#[must_use]
pub fn explore(document: &ExploreDocument) -> String {
    let mut text = String::new();
    let levels = match document.columns.as_slice() {
        [] => String::new(),
        columns => format!("  levels ({})", columns.join(", ")),
    };
    let _ = writeln!(
        text,
        "{STRONG}{:>12}  {:>8}  {:>10}  {:>8}{levels}{STRONG:#}",
        document.explore, "loss", "suppressed", "classes",
    );
    for row in &document.table {
        let value = row.demand.get(&document.explore).map_or("", String::as_str);
        let _ = match row.possible {
            true => writeln!(text, "{value:>12}  {}", costs(row)),
            false => writeln!(text, "{value:>12}  {FAINT}no release meets this{FAINT:#}"),
        };
    }
    text
}

/// What one release costs, and how certain it is that none costs less.
fn costs(row: &ExploreRow) -> String {
    let levels = row.levels.iter().flatten().map(|(_, level)| level.to_string());
    let proven = match (row.proven, row.lower_bound) {
        (true, _) => String::new(),
        (false, Some(bound)) => {
            let family = row.lower_bound_of.as_deref().unwrap_or("releases");
            format!("(none of the {family} costs less than {bound:.6})")
        }
        (false, None) => "(not proven optimal)".to_owned(),
    };
    format!(
        "{:>8.6}  {:>10}  {:>8}  {}{proven}",
        row.loss.unwrap_or(f64::NAN),
        row.suppressed.unwrap_or_default(),
        row.classes.unwrap_or_default(),
        levels.collect::<Vec<_>>().join(" ")
    )
}
