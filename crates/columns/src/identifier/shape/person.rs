//! Names of people: with an honorific, family name first with a comma, or a few capitalised words
//! of which one is a common given name.

use crate::identifier::words::folded;

use super::given;

/// How people are addressed, without the dot, in lower case.
const HONORIFICS: [&str; 22] = [
    "dr", "mr", "mrs", "ms", "miss", "mx", "prof", "rev", "sir", "herr", "frau", "monsieur",
    "madame", "mme", "mlle", "sr", "sra", "srta", "sig", "dhr", "mevr", "dra",
];

/// Small words inside names.
const PARTICLES: [&str; 20] = [
    "van", "von", "de", "der", "den", "da", "di", "du", "del", "della", "dos", "das", "la", "le",
    "el", "al", "bin", "ibn", "ten", "ter",
];

/// Words of places and firms that are called after people.
const NOT_PEOPLE: [&str; 30] = [
    "street",
    "st",
    "road",
    "avenue",
    "ave",
    "lane",
    "beach",
    "city",
    "county",
    "park",
    "river",
    "lake",
    "island",
    "islands",
    "hospital",
    "clinic",
    "university",
    "college",
    "school",
    "church",
    "inc",
    "ltd",
    "llc",
    "gmbh",
    "ag",
    "company",
    "bank",
    "center",
    "centre",
    "saint",
];

/// Whether a text is a person's name, whole or a given name alone.
pub(super) fn is_name(text: &str) -> bool {
    let between = |sign: char| matches!(sign, ' ' | '-' | '.' | ',' | '\'' | '\u{2019}');
    let lettered = |sign: char| sign.is_alphabetic() || between(sign);
    if text.len() > 60 || !text.starts_with(char::is_uppercase) || !text.chars().all(lettered) {
        return false;
    }
    if let Some((family, given)) = text.split_once(',') {
        let given: Vec<&str> = given.split_whitespace().collect();
        let family: Vec<&str> = family.split_whitespace().collect();
        return (1..=3).contains(&given.len())
            && given::is_given(given[0])
            && is_words(&family)
            && is_words(&given);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [honorific, ref name @ ..] if !name.is_empty() && is_honorific(honorific) => is_words(name),
        [only] => given::is_given(only),
        _ => is_words(&words) && words.iter().any(|word| given::is_given(word)),
    }
}

fn is_honorific(word: &str) -> bool {
    HONORIFICS.contains(&folded(word).as_str())
}

/// At most four capitalised words, small ones between them apart, and none of a place or firm.
fn is_words(words: &[&str]) -> bool {
    let proper = |word: &&str| {
        word.starts_with(char::is_uppercase) && !NOT_PEOPLE.contains(&folded(word).as_str())
    };
    let (mut rest, capitalised) = (words.iter(), words.iter().filter(|word| proper(word)).count());
    (1..=4).contains(&capitalised) && rest.all(|word| proper(word) || PARTICLES.contains(word))
}
