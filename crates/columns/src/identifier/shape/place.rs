//! Points on the map and zip codes.

use super::is_digits;

/// `52.52000, 13.40500`, also in brackets; fewer decimals are any two numbers.
pub(super) fn is_point(text: &str) -> bool {
    let bare = text.trim_start_matches("POINT").trim_matches([' ', '(', ')', '[', ']']);
    let parts: Vec<&str> = bare.split([',', ' ', ';']).filter(|part| !part.is_empty()).collect();
    let [first, second] = parts[..] else { return false };
    is_degrees(first) && is_degrees(second)
}

/// Degrees with three decimals or more.
pub(super) fn is_degrees(text: &str) -> bool {
    let Some((whole, decimals)) = text.split_once('.') else { return false };
    let whole = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let within = whole.len() <= 3 && whole.parse().is_ok_and(|degrees: u16| degrees <= 180);
    within && decimals.len() >= 3 && is_digits(whole) && is_digits(decimals)
}

/// `02138-1234`
pub(super) fn is_long_zip(text: &str) -> bool {
    text.split_once('-').is_some_and(|(zip, more)| {
        (zip.len(), more.len()) == (5, 4) && is_digits(zip) && is_digits(more)
    })
}
