//! Standards whose codes say where they belong: each line has a range of codes and its group.

use super::lines;

const DISEASES: &str = include_str!("icd-10.txt");
const ACTIVITIES: &str = include_str!("nace.txt");

/// Category, block and chapter of an ICD-10 code, with or without its point.
pub(super) fn disease(text: &str) -> Option<Vec<String>> {
    let code = code(text);
    let category = code.get(..3)?;
    let is_category = category.starts_with(|first: char| first.is_ascii_uppercase())
        && category[1..].bytes().all(|byte| byte.is_ascii_digit());
    if !is_category || code.len() > 7 {
        return None;
    }
    let (block, chapter) = range_of(DISEASES, category)?;
    Some(vec![category.to_owned(), block.to_owned(), chapter.to_owned()])
}

/// Division and section of a NACE or ISIC code. Codes of one digit have lost their leading zero, so
/// nobody can tell a division from a section's number, and are not known.
pub(super) fn activity(text: &str) -> Option<Vec<String>> {
    let code = code(text);
    let digits = code.trim_start_matches(|first: char| first.is_ascii_uppercase());
    let letter = &code[..code.len() - digits.len()];
    if letter.len() > 1 || digits.len() > 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.is_empty() {
        let mut sections = lines(ACTIVITIES).filter_map(|line| Some(line.split_once(';')?.1));
        let section = sections.find(|section| *section == letter)?;
        return Some(vec![section.to_owned(), section.to_owned()]);
    }
    let division = digits.get(..2)?;
    let (_, section) = range_of(ACTIVITIES, division)?;
    let fits = letter.is_empty() || letter == section;
    fits.then(|| vec![division.to_owned(), section.to_owned()])
}

/// A code in capitals without points, blanks and dashes.
fn code(text: &str) -> String {
    let kept = text.trim().chars().filter(|sign| !matches!(sign, '.' | ' ' | '-'));
    kept.map(|sign| sign.to_ascii_uppercase()).collect()
}

/// The range that a code lies in, and the range's group.
fn range_of(table: &'static str, code: &str) -> Option<(&'static str, &'static str)> {
    let mut ranges = lines(table).filter_map(|line| line.split_once(';'));
    ranges.find(|(range, _)| {
        range.split_once('-').is_some_and(|(first, last)| first <= code && code <= last)
    })
}
