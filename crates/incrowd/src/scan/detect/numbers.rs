//! The format of a column's numbers: decimal commas and separators of thousands.

use incrowd_core::terms::Kind;
use incrowd_io::NumberFormat;

/// The signs that are tried: before a fraction, and between thousands.
const SIGNS: [(char, Option<char>); 9] = [
    (',', None),
    (',', Some('.')),
    ('.', Some(',')),
    ('.', Some('\'')),
    ('.', Some(' ')),
    ('.', Some('\u{a0}')),
    (',', Some(' ')),
    (',', Some('\u{a0}')),
    (',', Some('\u{202f}')),
];

/// What the values so far allow.
#[derive(Clone, Debug)]
pub(super) struct NumberForms {
    /// Which signs fit all values.
    fits: [bool; SIGNS.len()],
    /// Whether some value is no number as it stands.
    is_needed: bool,
    /// The first value, in order, that is none.
    pub(super) example: String,
    /// The shortest and the longest value.
    lengths: (usize, usize),
}

impl Default for NumberForms {
    fn default() -> Self {
        NumberForms {
            fits: [true; SIGNS.len()],
            is_needed: false,
            example: String::new(),
            lengths: (usize::MAX, 0),
        }
    }
}

/// What the values say.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NumberFinding {
    Format {
        decimal: char,
        thousands: Option<char>,
    },
    /// A comma that may be either.
    Ambiguous,
}

impl NumberForms {
    pub(super) fn add(&mut self, text: &str) {
        if !self.fits.contains(&true) {
            return;
        }
        self.lengths = (self.lengths.0.min(text.len()), self.lengths.1.max(text.len()));
        if Kind::Integer.read(text).is_some() {
            return;
        }
        if text.len() > 40
            || !text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
        {
            self.fits = [false; SIGNS.len()];
            return;
        }
        for (fits, (decimal, thousands)) in self.fits.iter_mut().zip(SIGNS) {
            let format = NumberFormat::new(decimal, thousands);
            *fits = *fits && format.is_some_and(|format| format.plain(text).is_some());
        }
        if Kind::Decimal.read(text).is_none() {
            let first = !self.is_needed || text < self.example.as_str();
            self.is_needed = true;
            if first {
                self.example = text.to_owned();
            }
        }
    }

    pub(super) fn merge(&mut self, other: NumberForms) {
        self.fits.iter_mut().zip(other.fits).for_each(|(fits, theirs)| *fits &= theirs);
        if other.is_needed && (!self.is_needed || other.example < self.example) {
            self.example = other.example;
        }
        self.is_needed |= other.is_needed;
        let (shortest, longest) = other.lengths;
        self.lengths = (self.lengths.0.min(shortest), self.lengths.1.max(longest));
    }

    /// What so many values say.
    pub(super) fn finding(&self, values: u64) -> Option<NumberFinding> {
        if values == 0 || !self.is_needed {
            return None;
        }
        let fitting = |signs: (char, Option<char>)| {
            SIGNS.iter().position(|other| *other == signs).is_some_and(|place| self.fits[place])
        };
        if fitting((',', None)) && fitting(('.', Some(','))) {
            return Some(NumberFinding::Ambiguous);
        }
        let place = self.fits.iter().position(|fits| *fits)?;
        let (decimal, thousands) = SIGNS[place];
        // Telephone numbers and other codes in groups of three are all equally long.
        let is_code = self.lengths.0 == self.lengths.1 && !self.example.contains(decimal);
        if thousands.is_some() && is_code {
            return None;
        }
        Some(NumberFinding::Format { decimal, thousands })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(values: &[&str]) -> Option<NumberFinding> {
        let mut forms = NumberForms::default();
        values.iter().for_each(|value| forms.add(value));
        forms.finding(values.len() as u64)
    }

    #[test]
    fn signs_are_found() {
        let format = |decimal, thousands| Some(NumberFinding::Format { decimal, thousands });
        assert_eq!(finding(&["1,5", "2", "10,25"]), format(',', None));
        assert_eq!(finding(&["1.234,56", "7,5", "900"]), format(',', Some('.')));
        assert_eq!(finding(&["1,234.56", "900"]), format('.', Some(',')));
        assert_eq!(finding(&["1'234.5", "900"]), format('.', Some('\'')));
        assert_eq!(finding(&["1,234", "12,000"]), Some(NumberFinding::Ambiguous));
        assert_eq!(finding(&["1,234", "1,234,567"]), format('.', Some(',')));
        assert_eq!(finding(&["1 234 567", "12 000"]), format('.', Some(' ')));
        assert_eq!(finding(&["1 234,5", "12 000"]), format(',', Some(' ')));
        assert_eq!(finding(&["612 345 678", "699 111 222"]), None);
    }

    #[test]
    fn other_columns_have_none() {
        for values in
            [&["1.5", "2"][..], &["a", "1,5"], &["1,2,3"], &["31.12.1960"], &["01,5"], &[]]
        {
            assert_eq!(finding(values), None, "{values:?}");
        }
    }
}
