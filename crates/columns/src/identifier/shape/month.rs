//! Months by name, whole or cut short, in seven languages.

use crate::identifier::words::folded;

/// The names of each month, without accents: English, German, French, Spanish, Italian, Dutch,
/// Portuguese, where they differ.
const NAMES: [&[&str]; 12] = [
    &["january", "januar", "janner", "janvier", "enero", "gennaio", "januari", "janeiro"],
    &["february", "februar", "fevrier", "febrero", "febbraio", "februari", "fevereiro"],
    &["march", "marz", "maerz", "mars", "marzo", "maart", "mrt", "marco"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "mei", "maio"],
    &["june", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "aout", "agosto", "augustus"],
    &["september", "septembre", "septiembre", "settembre", "setembro"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "decembre", "diciembre", "dicembre", "dezembro"],
];

/// The month, 1 to 12, whose name begins so; three letters at least, and no other month's.
pub(super) fn by_name(word: &str) -> Option<i8> {
    let word = folded(word);
    let begins = |names: &[&str]| names.iter().any(|name| name.starts_with(&word));
    let mut months = (1..).zip(NAMES).filter(|(_, names)| begins(names));
    let (month, _) = months.next().filter(|_| word.len() >= 3)?;
    months.next().is_none().then_some(month)
}
