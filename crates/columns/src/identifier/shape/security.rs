//! Social security numbers by the rules under which they are given out.

use super::{digits_between, is_digits};

/// Two numbers that advertisements printed: nobody has them.
const PRINTED: [&str; 2] = ["078051120", "219099999"];

/// `123-45-6789`, `123 45 6789`, or only its end: `***-**-6789`.
pub(super) fn is_written(text: &str) -> bool {
    ['-', ' '].into_iter().any(|sign| {
        let parts: Vec<&str> = text.split(sign).collect();
        let [area, group, serial] = parts[..] else { return false };
        if (area.len(), group.len(), serial.len()) != (3, 2, 4) {
            return false;
        }
        let hidden = |part: &str| part.chars().all(|sign| matches!(sign, 'X' | 'x' | '*'));
        let end = hidden(area) && hidden(group) && is_digits(serial) && serial != "0000";
        end || is_bare(&[area, group, serial].concat())
    })
}

/// Nine digits that are a number someone can have.
pub(super) fn is_bare(digits: &str) -> bool {
    if digits.len() != 9 || digits_between(digits, "").is_none() || PRINTED.contains(&digits) {
        return false;
    }
    let (area, group, serial) = (&digits[..3], &digits[3..5], &digits[5..]);
    !matches!(area, "000" | "666") && !area.starts_with('9') && group != "00" && serial != "0000"
}
