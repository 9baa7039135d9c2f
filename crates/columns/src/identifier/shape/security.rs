//! US social security numbers, checked by the rules for issuing them.

use super::{digits_between, is_digits};

/// Two numbers that were printed in advertisements and are invalid.
const ADVERTISED: [&str; 2] = ["078051120", "219099999"];

/// A number with separators, `123-45-6789` or `123 45 6789`, or with only its last four digits
/// visible, `***-**-6789`.
pub(super) fn is_written(text: &str) -> bool {
    ['-', ' '].into_iter().any(|separator| {
        let parts: Vec<&str> = text.split(separator).collect();
        let [area, group, serial] = parts[..] else { return false };
        if (area.len(), group.len(), serial.len()) != (3, 2, 4) {
            return false;
        }
        let masked = |part: &str| part.chars().all(|mark| matches!(mark, 'X' | 'x' | '*'));
        let only_serial = masked(area) && masked(group) && is_digits(serial) && serial != "0000";
        only_serial || is_bare(&[area, group, serial].concat())
    })
}

/// Nine digits without separators that can be an issued number.
pub(super) fn is_bare(digits: &str) -> bool {
    if digits.len() != 9 || digits_between(digits, "").is_none() || ADVERTISED.contains(&digits) {
        return false;
    }
    let (area, group, serial) = (&digits[..3], &digits[3..5], &digits[5..]);
    !matches!(area, "000" | "666") && !area.starts_with('9') && group != "00" && serial != "0000"
}
