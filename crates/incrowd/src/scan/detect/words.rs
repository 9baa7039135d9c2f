//! Which words of a table say that a value is missing.
//!
//! `NA`, `?` and the like say it in any column. Other words (`none`, `-`, `unknown`) say it where all
//! other values are numbers or dates; elsewhere they may be answers.

use std::collections::BTreeSet;

use super::column::ColumnForm;

/// What means a missing value wherever it stands, in lower case.
const ALWAYS: [&str; 10] =
    ["na", "n/a", "#n/a", "<na>", "nan", "null", "\\n", "?", ".", "not available"];

/// The words to declare, in order.
pub(super) fn missing(forms: &[ColumnForm]) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for form in forms {
        for word in form.words.keys() {
            match is_missing(word, form) {
                Some(true) => found.insert(word.clone()),
                Some(false) => kept.insert(word.clone()),
                None => false,
            };
        }
    }
    // One list holds for all columns.
    found.into_iter().filter(|word| !kept.contains(word)).collect()
}

/// Whether a word says so in a column, says something else, or leaves it open.
fn is_missing(word: &str, form: &ColumnForm) -> Option<bool> {
    if form.is_numbers() {
        return Some(true);
    }
    // Among codes of countries and the like, NA is one of them.
    let of_codes =
        !form.has_others && form.codes.len() > 5 || form.has_others && form.codes.len() > 9;
    let alike = |code: &String| {
        code.chars().count() == word.chars().count() && code.chars().all(char::is_uppercase)
    };
    if of_codes && word.chars().all(char::is_uppercase) && form.codes.iter().all(alike) {
        return Some(false);
    }
    ALWAYS.contains(&word.to_lowercase().as_str()).then_some(true)
}
