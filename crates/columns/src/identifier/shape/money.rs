//! Card and account numbers, which carry a check of their own.

use super::digits_between;

/// A card number: by how it starts, how long it is, and its last digit.
pub(super) fn is_card(text: &str) -> bool {
    digits_between(text, " -").is_some_and(|digits| {
        let start = |count: usize| {
            digits.iter().take(count).fold(0_u32, |start, &digit| start * 10 + u32::from(digit))
        };
        let issued = match digits.len() {
            14 => matches!(start(2), 30 | 36 | 38 | 39),
            15 => matches!(start(2), 34 | 37),
            16 => {
                matches!(start(1), 4)
                    || matches!(start(2), 35 | 51..=55 | 62 | 65)
                    || matches!(start(4), 2221..=2720 | 6011)
            }
            _ => false,
        };
        issued && is_luhn(&digits)
    })
}

/// An international account number: the remainder by 97 is 1.
pub(super) fn is_iban(text: &str) -> bool {
    let signs: Vec<u8> = text.bytes().filter(|&byte| byte != b' ').collect();
    if !(15..=34).contains(&signs.len()) {
        return false;
    }
    let (head, account) = signs.split_at(4);
    let starts =
        head[..2].iter().all(u8::is_ascii_uppercase) && head[2..].iter().all(u8::is_ascii_digit);
    // Letters count as 10 to 35, and the head counts last.
    let remainder = account.iter().chain(head).try_fold(0_u32, |before, &sign| match sign {
        b'0'..=b'9' => Some((before * 10 + u32::from(sign - b'0')) % 97),
        b'A'..=b'Z' => Some((before * 100 + u32::from(sign - b'A') + 10) % 97),
        _ => None,
    });
    starts && remainder == Some(1)
}

/// Whether the last digit is the check of the others: every second digit from the right counts
/// twice, and the sum of all digits then ends in 0.
pub(super) fn is_luhn(digits: &[u8]) -> bool {
    let counted = digits.iter().rev().enumerate().map(|(place, &digit)| match place % 2 {
        0 => u32::from(digit),
        _ => u32::from(digit) * 2 / 10 + u32::from(digit) * 2 % 10,
    });
    // A row of zeros passes every check and is nobody's.
    counted.sum::<u32>() % 10 == 0 && digits.iter().any(|&digit| digit != 0)
}
