//! Numbers of things that people own, and of records about them.

use super::money::is_luhn;
use super::{digits_between, is_digits};

/// The address of a network card: `00:1b:44:11:3a:b7`, `001b.4411.3ab7`.
pub(super) fn is_mac(text: &str) -> bool {
    let parts = |sign: char, count: usize, length: usize| {
        text.split(sign).count() == count
            && text.split(sign).all(|part| part.len() == length && is_hexadecimal(part))
    };
    parts(':', 6, 2) || parts('-', 6, 2) || parts('.', 3, 4)
}

/// `123e4567-e89b-12d3-a456-426614174000`, also in braces.
pub(super) fn is_uuid(text: &str) -> bool {
    let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let text = braced.unwrap_or(text);
    let lengths = [8, 4, 4, 4, 12];
    text.len() == 36
        && text.split('-').count() == lengths.len()
        && text
            .split('-')
            .zip(lengths)
            .all(|(part, length)| part.len() == length && is_hexadecimal(part))
}

/// A mobile phone's number: fifteen digits, of which the last checks the others.
pub(super) fn is_imei(text: &str) -> bool {
    text.len() == 15 && digits_between(text, "").is_some_and(|digits| is_luhn(&digits))
}

/// A vehicle's number: seventeen signs, of which the ninth checks the others.
pub(super) fn is_vin(text: &str) -> bool {
    // What the signs at each place count for.
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    if text.len() != WEIGHTS.len() || is_digits(text) {
        return false;
    }
    let sum = text
        .bytes()
        .zip(WEIGHTS)
        .try_fold(0, |sum, (sign, weight)| vin_value(sign).map(|value| sum + value * weight));
    sum.is_some_and(|sum| {
        let check = b"0123456789X"[(sum % 11) as usize];
        text.as_bytes()[8].eq_ignore_ascii_case(&check)
    })
}

/// What a sign counts for; I, O and Q are never used.
fn vin_value(sign: u8) -> Option<u32> {
    let sign = sign.to_ascii_uppercase();
    let value = match sign {
        b'0'..=b'9' => sign - b'0',
        b'A'..=b'H' => sign - b'A' + 1,
        b'J'..=b'N' => sign - b'J' + 1,
        b'P' => 7,
        b'R' => 9,
        b'S'..=b'Z' => sign - b'S' + 2,
        _ => return None,
    };
    Some(u32::from(value))
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
