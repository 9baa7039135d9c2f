//! What columns are called: English, German, French, Spanish, Italian, Dutch and Portuguese.
//!
//! Whole words count, never parts of words: a filename names no person, and usage is no age. A
//! phrase matches written apart or together, in any style. Words that turn a name into something
//! *about* the thing (a phone's brand, the type of an account) keep it from matching.

mod dates;
mod numbers;
mod people;
mod places;

use super::{Content, Words};

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
    rate, score, percent, pct, valid, validity, verified, missing, changed, change, provider, \
    carrier, domain, quality, format, method, preference, usage, used, opt \
    in, sent, opened, clicked, consent, since, until, delay, duration, interval, reason, cause, \
    rating, os, speed, available, required";

/// What a column's name says that it holds.
///
/// ```
/// use incrowd::identifier::{Content, by_name};
/// assert_eq!(by_name("patientName"), Some(Content::PersonName));
/// assert_eq!(by_name("Geburtsdatum"), Some(Content::BirthDate));
/// assert_eq!(by_name("filename"), None);
/// ```
#[must_use]
pub fn by_name(column: &str) -> Option<Content> {
    let words = Words::of(column);
    if words.have_any(ABOUT) {
        return None;
    }
    let lists = [numbers::ENTRIES, dates::ENTRIES, places::ENTRIES];
    let listed = lists.into_iter().flatten().find(|entry| entry.says(&words));
    listed.map(|entry| entry.content).or_else(|| people::by_name(&words))
}

impl Entry {
    fn says(&self, words: &Words) -> bool {
        words.are_any(self.whole) || (words.have_any(self.within) && !words.have_any(self.but))
    }
}
