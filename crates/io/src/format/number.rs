//! Numbers with a decimal comma or separators of thousands.

use super::Decoded;

/// How numbers are written: `1.234,56`.
///
/// ```
/// use incrowd_io::{CellFormat, NumberFormat};
/// let format = CellFormat::Number(NumberFormat::new(',', Some('.')).unwrap());
/// assert_eq!(format.encode("1234.56").as_deref(), Some("1234,56"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    decimal: char,
    thousands: Option<char>,
}

/// What may separate thousands: a no-break space and a narrow one are what programs write.
const SEPARATORS: [char; 7] = ['.', ',', ' ', '\'', '_', '\u{a0}', '\u{202f}'];

impl NumberFormat {
    /// Numbers with these signs; `None` if they cannot stand for what they should, or are one.
    #[must_use]
    pub fn new(decimal: char, thousands: Option<char>) -> Option<NumberFormat> {
        let fits = ['.', ','].contains(&decimal)
            && thousands.is_none_or(|sign| sign != decimal && SEPARATORS.contains(&sign));
        fits.then_some(NumberFormat { decimal, thousands })
    }

    /// What stands before the fraction.
    #[must_use]
    pub fn decimal(&self) -> char {
        self.decimal
    }

    /// A number in this format with a point before its fraction and no other sign.
    #[must_use]
    pub fn plain(&self, text: &str) -> Option<String> {
        let (sign, digits) = match text.strip_prefix(['-', '+']) {
            Some(digits) => (&text[..1], digits),
            None => ("", text),
        };
        let (whole, fraction) = match digits.split_once(self.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let whole = self.ungrouped(whole)?;
        match fraction {
            Some(fraction) if !fraction.is_empty() && is_digits(fraction) => {
                Some(format!("{sign}{whole}.{fraction}"))
            }
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
        if groups.iter().any(|group| group.is_empty() || !is_digits(group)) {
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

    /// Separators of thousands are not written: which columns have them is not known.
    pub(super) fn encode(&self, text: &str) -> Option<String> {
        (self.decimal != '.' && is_canonical(text))
            .then(|| text.replace('.', &self.decimal.to_string()))
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a number with a decimal point.
fn is_canonical(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.split_once('.').is_some_and(|(whole, fraction)| {
        !whole.is_empty() && !fraction.is_empty() && is_digits(whole) && is_digits(fraction)
    })
}
