//! The texts that mark a missing value and contain nothing else.
//!
//! Users can declare any text as a missing value. If such a text is published, it may disclose
//! more: `3 Jan 1920 (Ann Smith)` names a person. Therefore only empty cells and these words are
//! published unchanged; every other declared text becomes an empty cell.

/// Words and signs for a missing value, in lower case.
const WORDS: [&str; 58] = [
    "na",
    "n/a",
    "n.a.",
    "#n/a",
    "<na>",
    "nan",
    "null",
    "\\n",
    "nil",
    "none",
    "missing",
    "unknown",
    "unk",
    "undefined",
    "not available",
    "not applicable",
    "not known",
    "no data",
    "no answer",
    "blank",
    "empty",
    ".",
    "..",
    "...",
    "?",
    "??",
    "???",
    "-",
    "--",
    "---",
    "\u{2013}",
    "\u{2014}",
    "k.a.",
    "keine angabe",
    "fehlt",
    "fehlend",
    "unbekannt",
    "n/d",
    "n.d.",
    "nd",
    "inconnu",
    "manquant",
    "non disponible",
    "s/d",
    "desconocido",
    "sin dato",
    "sin datos",
    "no disponible",
    "no consta",
    "sconosciuto",
    "mancante",
    "non disponibile",
    "onbekend",
    "ontbreekt",
    "desconhecido",
    "ausente",
    "sem dados",
    "ignorado",
];

/// Whether a text says that a value is missing, and nothing else.
///
/// ```
/// use incrowd_terms::says_missing;
/// assert!(says_missing("NA") && says_missing("?") && !says_missing("3 Jan 1920"));
/// ```
#[must_use]
pub fn says_missing(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || WORDS.contains(&text.to_lowercase().as_str())
}
