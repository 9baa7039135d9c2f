//! Names, texts and values in statements.
//!
//! Classes that a database forms must be those that incrowd would form from the same rows in a file.
//! Therefore every value is grouped and compared by its canonical text under a binary collation:
//! [`canonical`]. NULL and the empty text are one missing value.

use crate::session::Column;

/// A name in double quotes.
///
/// ```
/// assert_eq!(incrowd_engine::sql::name("select"), "\"select\"");
/// assert_eq!(incrowd_engine::sql::name("a \"b\""), "\"a \"\"b\"\"\"");
/// ```
#[must_use]
pub fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in single quotes.
///
/// ```
/// assert_eq!(incrowd_engine::sql::text("O'Hara"), "'O''Hara'");
/// assert_eq!(incrowd_engine::sql::text("a\\b"), "E'a\\\\b'");
/// ```
#[must_use]
pub fn text(text: &str) -> String {
    let quoted = text.replace('\'', "''");
    match quoted.contains('\\') {
        // Means the same whatever `standard_conforming_strings` says.
        true => format!("E'{}'", quoted.replace('\\', "\\\\")),
        false => format!("'{quoted}'"),
    }
}

/// The canonical text of a column of `of`, an alias; missing values are the empty text.
#[must_use]
pub fn canonical(of: &str, column: &str) -> String {
    format!("COALESCE({of}.{}::text COLLATE \"C\", '')", name(column))
}

/// How the value of a column of `of` is published where it is kept: as it is, but NULL where its
/// text is empty.
#[must_use]
pub fn kept(of: &str, column: &Column) -> String {
    let cell = format!("{of}.{}", name(&column.name));
    let kept = format!("CASE WHEN {cell}::text COLLATE \"C\" <> '' THEN {cell} END");
    match (column.may_be_empty, column.is_domain) {
        (false, _) => cell,
        (true, true) => kept,
        // The length of a type is lost in an expression.
        (true, false) => format!("({kept})::{}", column.kind),
    }
}

/// Groups a relation by the canonical texts of columns: one row per distinct tuple, and the number of
/// its rows last.
#[must_use]
pub fn tally(relation: &str, columns: &[&str], condition: Option<&str>) -> String {
    let texts: Vec<String> = (columns.iter().enumerate())
        .map(|(place, column)| format!("{} AS c{place}", canonical("s", column)))
        .collect();
    let names: Vec<String> = (0..columns.len()).map(|place| format!("c{place}")).collect();
    let names = names.join(", ");
    let condition = condition.map_or(String::new(), |condition| format!(" WHERE {condition}"));
    format!(
        "SELECT {names}, count(*) FROM (SELECT {} FROM {relation} AS s{condition}) AS t GROUP BY {names}",
        texts.join(", ")
    )
}
