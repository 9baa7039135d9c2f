//! When two spellings of a secret are one value.
//!
//! For quasi-identifiers, comparing texts is safe: if one value counts as two, the table is
//! generalized more than necessary. For secrets it is unsafe: `hiv`, `HIV` and `hiv ` would be
//! three illnesses, and a class with only these would count as diverse.

use std::borrow::Cow;

use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

use crate::value::{Kind, Nulls};

/// Numbers are written out up to this many places, larger and smaller ones with an exponent.
const LONGEST_NUMBER: usize = 40;

/// The normal form of secrets: two texts are one value iff they have the same.
///
/// Unicode NFKC, case folded, invisible characters left out, blanks trimmed and collapsed; numbers
/// and dates by value; all missing values one. A normal form is its own normal form.
///
/// ```
/// use incrowd_terms::{NormalForm, Nulls};
/// let form = NormalForm::new(&Nulls::declared(["N/A"]));
/// assert_eq!(form.of(" HIV "), form.of("hiv"));
/// assert_eq!(form.of("7.00").as_deref(), Some("7"));
/// assert_eq!(form.of("2024-03-09 00:00"), form.of("2024-03-09"));
/// assert_eq!((form.of("n/a"), form.of(" ")), (None, None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NormalForm {
    /// The declared missing values, by value: where `99` is missing, `+99` and `99.0` are too.
    missing: Vec<String>,
}

impl NormalForm {
    /// The normal form where these texts stand for a missing value.
    #[must_use]
    pub fn new(nulls: &Nulls) -> Self {
        NormalForm { missing: nulls.texts().map(|text| by_value(text).into_owned()).collect() }
    }

    /// The normal form of a text; `None` if it stands for a missing value.
    #[must_use]
    pub fn of<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let value = by_value(text);
        let missing = value.is_empty() || self.missing.iter().any(|missing| *missing == value);
        (!missing).then_some(value)
    }

    /// Whether a text stands for a missing value.
    #[must_use]
    pub fn is_missing(&self, text: &str) -> bool {
        self.of(text).is_none()
    }

    /// Whether two texts are one value.
    #[must_use]
    pub fn same(&self, one: &str, other: &str) -> bool {
        one == other || self.of(one) == self.of(other)
    }

    /// Whether numbers or dates of a column of this kind are one value iff they are equal in
    /// magnitude, so that a caller who has ordered them need not look at texts. The exception is a
    /// declared missing value that looks like one of them.
    #[must_use]
    pub fn is_magnitude(&self, kind: Kind) -> bool {
        let looks_like_one = |text: &String| number(text).is_some() || date(text).is_some();
        kind.is_ordered() && !self.missing.iter().any(looks_like_one)
    }
}

/// A text whose spelling does not matter: folded, and numbers and dates by value.
fn by_value(text: &str) -> Cow<'_, str> {
    let folded = folded(text);
    if is_plain_whole(&folded) {
        return folded;
    }
    number(&folded).or_else(|| date(&folded)).map_or(folded, Cow::Owned)
}

/// The text with case, compatibility characters and blanks made uniform.
fn folded(text: &str) -> Cow<'_, str> {
    if is_folded(text) {
        return Cow::Borrowed(text);
    }
    if text.is_ascii() {
        return Cow::Owned(collapsed(&text.to_ascii_lowercase()));
    }
    // Folding can undo the composition and composing can make capitals, so it takes both twice.
    let mut folded = text.to_owned();
    loop {
        let composed: String = folded.nfkc().filter(|&letter| !is_invisible(letter)).collect();
        let next = collapsed(&UniCase::unicode(composed).to_folded_case());
        if next == folded {
            return Cow::Owned(folded);
        }
        folded = next;
    }
}

/// Whether a text is plainly as it should be: most are.
fn is_folded(text: &str) -> bool {
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let good = match byte {
            b' ' => before != b' ',
            b'A'..=b'Z' => false,
            _ => byte.is_ascii_graphic(),
        };
        before = byte;
        good
    });
    plain && (text.is_empty() || before != b' ')
}

/// Blanks trimmed, and several in a row made one space.
fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Characters that nobody sees: soft hyphens, joiners, marks of direction, byte order and variants.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a text is a whole number as its normal form has it.
fn is_plain_whole(text: &str) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits && !text.starts_with('0') && text.len() <= LONGEST_NUMBER
}

/// A number by its value, however many digits it has; `None` if the text is none.
fn number(text: &str) -> Option<String> {
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        b'0'..=b'9' | b'.' => (false, text),
        _ => return None,
    };
    let (mantissa, exponent) = match unsigned.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (unsigned, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if before.len() + after.len() == 0 || !all_digits(before) || !all_digits(after) {
        return None;
    }
    let digits = [before, after].concat();
    let significant = digits.trim_start_matches('0');
    let last = significant.trim_end_matches('0');
    if last.is_empty() {
        return Some("0".to_owned());
    }
    // The value is 0.DIGITS times ten to the power of `point`.
    let dropped = (digits.len() - significant.len()) as i64;
    let point = (before.len() as i64 - dropped).checked_add(exponent)?;
    let sign = if negative { "-" } else { "" };
    Some(format!("{sign}{}", written(last, point)))
}

/// A whole number with a sign, of an exponent.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

/// The number 0.DIGITS times ten to the power of `point`.
fn written(digits: &str, point: i64) -> String {
    let longest = LONGEST_NUMBER as i64;
    match usize::try_from(point) {
        Ok(point) if point >= digits.len() && point <= LONGEST_NUMBER => {
            format!("{digits}{}", "0".repeat(point - digits.len()))
        }
        Ok(point) if point > 0 && point < digits.len() => {
            format!("{}.{}", &digits[..point], &digits[point..])
        }
        _ if (-longest..=0).contains(&point) => {
            format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
        }
        _ => format!("0.{digits}e{point}"),
    }
}

/// A date by its value; `None` if the text is none.
fn date(text: &str) -> Option<String> {
    let starts = text.len() >= 10 && text.as_bytes()[0].is_ascii_digit();
    let moment = starts.then(|| Kind::Date.read(&text.to_ascii_uppercase()))??.moment()?;
    Some(moment.to_string().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn form() -> NormalForm {
        NormalForm::new(&Nulls::declared(["?", "N/A", "99"]))
    }

    fn same(spellings: &[&str]) {
        let form = form();
        for other in spellings {
            assert_eq!(form.of(spellings[0]), form.of(other), "{other:?}");
        }
    }

    #[test]
    fn spellings_of_one_value() {
        same(&["hiv", "HIV", "hiv ", " Hiv", "\thiv\n", "ｈｉｖ", "h\u{200b}iv", "hiv\u{a0}"]);
        same(&["type 2", "Type  2", "TYPE\u{3000}2", "type ²"]);
        same(&["caf\u{e9}", "cafe\u{301}", "CAFÉ"]);
        same(&["straße", "STRASSE", "Strasse"]);
        same(&["7", "7.0", "7.00", "+7", "07", "0.7e1", "70E-1", "７", " 7 "]);
        same(&["-1.5", "-01.50", "-15e-1"]);
        same(&["0", "-0", "0.00", "+0e7", ".0"]);
        same(&["1e3", "1000", "1000.", "001E+3"]);
        same(&[
            "123456789012345678901234567890123456789012",
            "123456789012345678901234567890123456789012.0",
        ]);
        same(&["2024-03-09", "2024-03-09T00:00:00", "2024-03-09t00:00", "2024-03-09 00:00:00"]);
        same(&["", " ", "?", "n/a", " N/A", "99"]);
    }

    #[test]
    fn different_values_stay_apart() {
        let form = form();
        let apart = [
            "hiv",
            "hiv2",
            "hi v",
            "7",
            "-7",
            "70",
            "0.7",
            "7e100",
            "7e101",
            "7.5",
            "1.2.3",
            "1e",
            "-",
            ".",
            "2024-03-09",
            "2024-03-09T00:01",
            "2024-03-10",
            "99.5",
            "e",
            "é",
            "none",
        ];
        for (at, one) in apart.iter().enumerate() {
            assert!(form.of(one).is_some(), "{one}");
            for other in &apart[at + 1..] {
                assert!(!form.same(one, other), "{one} {other}");
            }
        }
    }

    #[test]
    fn magnitudes_are_enough_unless_a_number_means_missing() {
        assert!(!form().is_magnitude(Kind::Integer));
        let plain = NormalForm::new(&Nulls::declared(["?"]));
        assert!(plain.is_magnitude(Kind::Integer) && plain.is_magnitude(Kind::Date));
        assert!(!plain.is_magnitude(Kind::Text));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Any text, and texts that are almost numbers or dates.
        #[test]
        fn a_normal_form_is_its_own(text in prop_oneof![
            "\\PC{0,8}", "[-+0-9.eE ]{0,9}", "[0-9]{1,50}(\\.[0-9]{1,50})?(e-?[0-9]{1,2})?",
            "20[0-9]{2}-[01][0-9]-[0-3][0-9]([T ][0-2][0-9]:00)?", "[ßﬁﬀİıǅΣςſ\u{345}\u{301} aA]{0,6}",
        ]) {
            let form = form();
            if let Some(normal) = form.of(&text) {
                let again = form.of(&normal);
                prop_assert_eq!(again.as_deref(), Some(&*normal));
                let padded = format!("  {text}\t");
                prop_assert!(form.same(&text, &padded));
            }
        }

        #[test]
        fn numbers_that_are_read_as_equal_are_one(
            a in -999_i64..999, b in -999_i64..999, places in 0_u32..4, more in 0_usize..4,
        ) {
            let text = |n: i64| Kind::Decimal.read(&format!("{n}e-{places}")).and_then(|s| s.number());
            let (Some(a), Some(b)) = (text(a), text(b)) else { return Ok(()) };
            let point = if a.scale() == 0 { "." } else { "" };
            let longer = format!("{a}{point}{}", "0".repeat(more));
            prop_assert_eq!(form().same(&longer, &b.to_string()), a == b);
        }
    }
}
