//! What columns are called: English, German, French, Spanish, Italian, Dutch and Portuguese.
//!
//! Whole words count, never parts of words: a filename names no person, and usage is no age. A
//! phrase matches written apart or together, in any style, with its words in full or in short
//! (`birth_yr`). Words that turn a name into something
//! *about* the thing (a phone's brand, the type of an account) keep it from matching.

mod dates;
mod numbers;
mod people;
mod places;

use super::{Content, NameWords};

/// Phrases that tell a content, in lists with commas.
struct Entry {
    content: Content,
    /// Names that are this and no more.
    whole: &'static str,
    /// Phrases that say it wherever they stand.
    within: &'static str,
    /// Phrases beside which it is something else.
    but: &'static str,
}

/// What makes a column tell about a thing, and not which one it is.
const ABOUT: &str = "type, kind, class, category, count, counts, number of, num of, brand, model, \
    version, status, flag, is, has, length, size, total, average, mean, max, min, sum, ratio, \
    rate, score, percent, pct, valid, validity, verified, missing, changed, change, carrier, \
    domain, quality, format, method, preference, use, usage, used, opt in, sent, opened, clicked, \
    taken, revoked, suspended, consent, since, until, delay, duration, interval, hours, minutes, \
    reason, cause, rating, os, speed, available, required, diff, difference";

/// The same, at the end of a name: a provider has a phone, and a phone a provider.
const ABOUT_LAST: &str = "provider, allowed, needed, answered";

/// What a column's name says that it holds.
///
/// ```
/// use incrowd_columns::identifier::{Content, by_name};
/// assert_eq!(by_name("patientName"), Some(Content::PersonName));
/// assert_eq!(by_name("Geburtsdatum"), Some(Content::BirthDate));
/// assert_eq!(by_name("pt_last_nm"), Some(Content::PersonName));
/// assert_eq!(by_name("filename"), None);
/// ```
#[must_use]
pub fn by_name(column: &str) -> Option<Content> {
    let words = NameWords::of(column);
    let names = [words.spelled_out(), Some(words)];
    if names.iter().flatten().any(about) {
        return None;
    }
    let extension = || places::is_extension(column).then_some(Content::County);
    extension().or_else(|| names.iter().flatten().find_map(says))
}

/// Whether a name tells about a thing, and not which one it is.
fn about(words: &NameWords) -> bool {
    words.have_any(ABOUT) || words.end_with_any(ABOUT_LAST)
}

/// What the lists make of a name.
fn says(words: &NameWords) -> Option<Content> {
    let listed = |entries: &[Entry]| {
        entries.iter().find(|entry| entry.says(words)).map(|entry| entry.content)
    };
    listed(numbers::ENTRIES)
        .or_else(|| dates::by_name(words))
        .or_else(|| listed(dates::ENTRIES))
        .or_else(|| listed(places::ENTRIES))
        .or_else(|| people::by_name(words))
}

impl Entry {
    fn says(&self, words: &NameWords) -> bool {
        words.are_any(self.whole) || (words.have_any(self.within) && !words.have_any(self.but))
    }
}
