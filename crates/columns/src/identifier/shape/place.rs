//! Geographic coordinates and ZIP+4 codes.

use super::is_digits;

/// A pair of coordinates: `52.52000, 13.40500`, also in brackets or as `POINT (13.40500 52.52000)`.
/// With fewer decimals they could be any two numbers.
pub(super) fn is_point(text: &str) -> bool {
    let coordinates = text.trim_start_matches("POINT").trim_matches([' ', '(', ')', '[', ']']);
    let parts: Vec<&str> =
        coordinates.split([',', ' ', ';']).filter(|part| !part.is_empty()).collect();
    let [first, second] = parts[..] else { return false };
    is_degrees(first) && is_degrees(second)
}

/// A latitude or longitude in degrees, with at least three decimals.
pub(super) fn is_degrees(text: &str) -> bool {
    let Some((whole, decimals)) = text.split_once('.') else { return false };
    let whole = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let in_range = whole.len() <= 3 && whole.parse().is_ok_and(|degrees: u16| degrees <= 180);
    in_range && decimals.len() >= 3 && is_digits(whole) && is_digits(decimals)
}

/// A ZIP+4 code: `02138-1234`.
pub(super) fn is_long_zip(text: &str) -> bool {
    text.split_once('-').is_some_and(|(zip, plus_four)| {
        (zip.len(), plus_four.len()) == (5, 4) && is_digits(zip) && is_digits(plus_four)
    })
}
