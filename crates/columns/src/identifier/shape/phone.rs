//! Phone numbers: international with `+`, North American by the rules of its plan, and others that
//! start with the 0 of a long-distance call and are written in groups.

use super::{digits_between, is_digits};

const SIGNS: &str = " -.()/";

/// A phone number that its signs give away.
pub(super) fn is_written(text: &str) -> bool {
    let number = without_extension(text);
    if let Some(abroad) = number.strip_prefix('+') {
        return digits_between(abroad, SIGNS).is_some_and(|digits| match digits[..] {
            [1, ref rest @ ..] => is_north_american(rest),
            [first, ..] => first != 0 && (8..=15).contains(&digits.len()),
            [] => false,
        });
    }
    let Some(digits) = digits_between(number, SIGNS) else { return false };
    let groups: Vec<&str> = number
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    match lengths[..] {
        [3, 3, 4] => is_north_american(&digits),
        [1, 3, 3, 4] => digits[0] == 1 && is_north_american(&digits[1..]),
        [3, 7] if number.starts_with('(') => is_north_american(&digits) || digits[0] == 0,
        _ => is_long_distance(number, &groups, digits.len()),
    }
}

/// Digits without signs: a number of any kind, unless the name of the column says more.
pub(super) fn is_bare(text: &str) -> bool {
    (7..=15).contains(&text.len()) && is_digits(text)
}

/// `212-555-0100 x12`
fn without_extension(text: &str) -> &str {
    let marks = [" x", " ext. ", " ext ", " Ext. ", " #"];
    let cut = |mark: &&str| text.split_once(*mark).filter(|(_, extension)| is_digits(extension));
    marks.iter().find_map(cut).map_or(text, |(number, _)| number)
}

/// Area code and exchange start with 2 to 9 and do not end in 11; no area code has a 9 in its
/// middle.
fn is_north_american(digits: &[u8]) -> bool {
    let proper = |code: &[u8]| code[0] >= 2 && code[1..] != [1, 1];
    digits.len() == 10 && proper(&digits[..3]) && digits[1] != 9 && proper(&digits[3..6])
}

/// `030 1234567`, `030/1234567`, `06 12 34 56 78`; other codes than phone numbers start with 0 and
/// have several dashes.
fn is_long_distance(number: &str, groups: &[&str], digits: usize) -> bool {
    let Some(first) = groups.first() else { return false };
    let starts = first.starts_with('0') && (2..=5).contains(&first.len());
    let only = |sign: char| number.chars().all(|other| other.is_ascii_digit() || other == sign);
    let pairs = groups.len() == 5 && groups.iter().all(|group| group.len() == 2);
    let grouped = match groups.len() {
        2 => !only('.') && first.len() + 4 < digits,
        3..=5 => only(' ') || (pairs && only('.')),
        _ => false,
    };
    starts && grouped && (9..=13).contains(&digits)
}
