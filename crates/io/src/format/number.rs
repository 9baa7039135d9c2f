//! Numbers with a decimal comma or separators of thousands.

use super::Decoded;

/// How numbers are written: `1.234,56`.
///
/// ```
/// use incrowd_io::{CellFormat, NumberFormat};
/// let format = CellFormat::Number(NumberFormat::new(',', Some('.')).unwrap());
/// assert_eq!(format.encode("1234.56").as_deref(), Some("1234,56"));
/// let format = CellFormat::Number(NumberFormat::new(',', Some('.')).unwrap().in_groups());
/// assert_eq!(format.encode("1234.56").as_deref(), Some("1.234,56"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    decimal: char,
    thousands: Option<char>,
    /// Whether separators of thousands are written, not only read.
    in_groups: bool,
}

/// What may separate thousands: a no-break space and a narrow one are what programs write.
const SEPARATORS: [char; 7] = ['.', ',', ' ', '\'', '_', '\u{a0}', '\u{202f}'];

impl NumberFormat {
    /// Numbers with these signs; `None` if they cannot stand for what they should, or are one.
    #[must_use]
    pub fn new(decimal: char, thousands: Option<char>) -> Option<NumberFormat> {
        let fits = ['.', ','].contains(&decimal)
            && thousands.is_none_or(|sign| sign != decimal && SEPARATORS.contains(&sign));
        fits.then_some(NumberFormat { decimal, thousands, in_groups: false })
    }

    /// The same, which also writes the separators of thousands: of a column that is known to have them.
    #[must_use]
    pub fn in_groups(self) -> NumberFormat {
        NumberFormat { in_groups: self.thousands.is_some(), ..self }
    }

    /// What stands before the fraction.
    #[must_use]
    pub fn decimal(&self) -> char {
        self.decimal
    }

    /// What is written between thousands, if anything is.
    fn written_separator(&self) -> Option<char> {
        self.thousands.filter(|_| self.in_groups)
    }

    /// Whether numbers are written with commas.
    pub(super) fn writes_commas(&self) -> bool {
        self.decimal == ',' || self.written_separator() == Some(',')
    }

    /// A number in this format with a point before its fraction and no other sign.
    #[must_use]
    pub fn plain(&self, text: &str) -> Option<String> {
        let (sign, digits) = signed(text);
        let (whole, fraction) = match digits.split_once(self.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let whole = self.ungrouped(whole)?;
        match fraction {
            Some(fraction) if is_number(fraction) => Some(format!("{sign}{whole}.{fraction}")),
            Some(_) => None,
            None => Some(format!("{sign}{whole}")),
        }
    }

    /// Digits, in groups of three or in none. A code with a leading zero is no number.
    fn ungrouped(&self, whole: &str) -> Option<String> {
        let mut groups = match self.thousands {
            Some(sign) => whole.split(sign).collect::<Vec<_>>(),
            None => vec![whole],
        };
        if groups.iter().any(|group| !is_number(group)) {
            return None;
        }
        let first = groups.remove(0);
        let grouped = groups.is_empty() || first.len() <= 3;
        let fits = grouped && groups.iter().all(|group| group.len() == 3);
        let code = first.starts_with('0') && (first.len() > 1 || !groups.is_empty());
        (fits && !code).then(|| first.to_owned() + &groups.concat())
    }

    pub(super) fn decode(&self, text: &str) -> Decoded {
        match self.plain(text) {
            Some(plain) if plain == text => Decoded::Same,
            Some(plain) => Decoded::Text(plain),
            None if self.decimal != '.' && is_canonical(text) => Decoded::Taken,
            None => Decoded::Same,
        }
    }

    /// A number with a decimal point, or a whole one, as this format writes it.
    pub(super) fn encode(&self, text: &str) -> Option<String> {
        let (sign, digits) = signed(text);
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) if is_number(whole) && is_number(fraction) => {
                (whole, format!("{}{fraction}", self.decimal))
            }
            None if is_number(digits) => (digits, String::new()),
            _ => return None,
        };
        let written = format!("{sign}{}{fraction}", self.grouped(whole));
        (written != text).then_some(written)
    }

    /// Digits in groups of three, if they are written so. A code with a leading zero has none.
    fn grouped(&self, whole: &str) -> String {
        let Some(separator) = self.written_separator().filter(|_| !whole.starts_with('0')) else {
            return whole.to_owned();
        };
        let mut grouped = String::new();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// The sign of a number, and the rest.
fn signed(text: &str) -> (&str, &str) {
    match text.strip_prefix(['-', '+']) {
        Some(digits) => (&text[..1], digits),
        None => ("", text),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && is_digits(text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a number with a decimal point.
fn is_canonical(text: &str) -> bool {
    let parts = signed(text).1.split_once('.');
    parts.is_some_and(|(whole, fraction)| is_number(whole) && is_number(fraction))
}
