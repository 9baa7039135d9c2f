//! How sentences name an option: by its name in backticks.
//!
//! A front end shows it in its own form; the command prints `` `suppress = 2%` `` as a flag.

use crate::names::column_and_value;

/// An option by its name.
///
/// ```
/// assert_eq!(incrowd_terms::option("time-limit"), "`time-limit`");
/// ```
#[must_use]
pub fn option(name: &str) -> String {
    format!("`{name}`")
}

/// An option with a word that was given for it, which may be about one column.
///
/// ```
/// use incrowd_terms::option_with;
/// assert_eq!(option_with("suppress", "2%"), "`suppress = 2%`");
/// assert_eq!(option_with("level", "age=1..3"), "`level age = 1..3`");
/// ```
#[must_use]
pub fn option_with(name: &str, word: &str) -> String {
    match column_and_value(word) {
        Some((column, value)) if !column.is_empty() && !value.is_empty() => {
            format!("`{name} {column} = {value}`")
        }
        _ => format!("`{name} = {word}`"),
    }
}
