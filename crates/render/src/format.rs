//! Figures and values as text: numbers to six digits, with a percentage beside them where that is
//! easier to read.

use serde_json::{Map, Number, Value};

pub use crate::figure;

/// What stands where there is no figure.
pub const NONE: &str = "–";

/// Most letters of a value that is shown whole.
const LONGEST: usize = 400;

/// A number of a document.
pub trait Figure {
    /// The number as it is printed: counts with all digits, others with six.
    fn text(&self) -> String;
}

impl Figure for u64 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Figure for u8 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Figure for f64 {
    fn text(&self) -> String {
        figure(*self)
    }
}

impl Figure for Number {
    fn text(&self) -> String {
        match self.as_f64() {
            Some(value) if self.is_f64() => figure(value),
            _ => self.to_string(),
        }
    }
}

impl<F: Figure> Figure for &F {
    fn text(&self) -> String {
        (*self).text()
    }
}

/// A number for a table, or the mark of a missing one.
pub fn cell(number: Option<impl Figure>) -> String {
    number.map_or_else(|| NONE.to_owned(), |number| number.text())
}

/// A text for a table, or the mark of a missing one.
pub fn word(text: Option<&str>) -> String {
    text.unwrap_or(NONE).to_owned()
}

/// A share with its percentage.
pub fn share(share: f64) -> String {
    format!("{} ({})", figure(share), percent(share))
}

/// A share as a percentage of three decimals: with fewer, shares that differ in a verdict look equal.
pub fn percent(share: f64) -> String {
    let text = format!("{:.3}", 100.0 * share);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "0" | "-0" if share != 0.0 => "under 0.001%".to_owned(),
        "100" if share < 1.0 => "over 99.999%".to_owned(),
        text => format!("{text}%"),
    }
}

/// The value of a share such as `3/62`, `0.25` or `1`, to be drawn or compared.
pub fn fraction(text: &str) -> Option<f64> {
    let digits = |text: &str| {
        let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        all.then(|| text.parse::<f64>().ok()).flatten()
    };
    let value = match text.split_once('/') {
        Some((above, below)) => digits(above)? / digits(below)?,
        None => decimal(text).filter(|&share| share <= 1.0)?,
    };
    value.is_finite().then_some(value)
}

/// The value of a decimal without a sign, such as `0.25`.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain.then(|| text.parse().ok()).flatten()
}

/// An exact fraction with its percentage; any other text as it is.
pub fn exact(text: &str) -> String {
    match fraction(text) {
        Some(value) => format!("{text} ({})", percent(value)),
        None => text.to_owned(),
    }
}

/// A probability as a person says it: one in so many.
pub fn one_in(probability: f64) -> String {
    let many = 1.0 / probability;
    match probability {
        p if p <= 0.0 => "never".to_owned(),
        p if p >= 1.0 => "always".to_owned(),
        p if p > 0.5 => "more than one in 2".to_owned(),
        _ if (many - many.round()).abs() < 1e-9 * many => format!("one in {}", many.round()),
        _ if many < 1e6 => format!("about one in {many:.1}"),
        _ => format!("about one in {many:.0}"),
    }
}

/// Any value in plain words.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => NONE.to_owned(),
        Value::Bool(flag) => yes(*flag).to_owned(),
        Value::Number(number) => number.text(),
        Value::String(text) => exact(text),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(map) => entries(map),
    }
}

/// The entries of an object in plain words.
pub fn entries(map: &Map<String, Value>) -> String {
    let entry = |(key, value): (&String, &Value)| {
        let plain = plain(value);
        let nested = value.is_object() || value.is_array();
        let key = key.replace('_', " ");
        if nested { format!("{key} ({plain})") } else { format!("{key} {plain}") }
    };
    map.iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// A text that is cut where it grows too long for a line.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// True or false, in words.
pub fn yes(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_have_six_digits_and_counts_all_of_them() {
        let cases = [
            ("0.27602598136949286", "0.276026"),
            ("232191.0", "232191"),
            ("18446744073709551615", "18446744073709551615"),
            ("1e300", "1e300"),
            ("0.0", "0"),
            ("-3", "-3"),
        ];
        for (json, text) in cases {
            let parsed: Number = serde_json::from_str(json).unwrap();
            assert_eq!(parsed.text(), text);
        }
    }

    #[test]
    fn fractions_have_a_percentage_beside_them() {
        for (text, shown) in [
            ("3/62", "3/62 (4.839%)"),
            ("0", "0 (0%)"),
            ("1/2", "1/2 (50%)"),
            ("1/1000000", "1/1000000 (under 0.001%)"),
            ("999999/1000000", "999999/1000000 (over 99.999%)"),
            ("1/0", "1/0"),
            ("0.25", "0.25 (25%)"),
            ("47610", "47610"),
            (".", "."),
            ("none", "none"),
            ("0.21..0.35", "0.21..0.35"),
        ] {
            assert_eq!(exact(text), shown);
        }
    }

    #[test]
    fn chances_are_one_in_so_many() {
        assert_eq!(one_in(1.0 / 6.0), "one in 6");
        assert_eq!(one_in(0.0354898336414048), "about one in 28.2");
        assert_eq!(one_in(0.5), "one in 2");
        assert_eq!(one_in(0.96), "more than one in 2");
        assert_eq!(one_in(1.0), "always");
        assert_eq!(one_in(0.0), "never");
    }

    #[test]
    fn values_are_told_plainly() {
        let demand = json!({"min": "1/100", "max": "3/10", "not_known": null});
        assert_eq!(plain(&demand), "min 1/100 (1%), max 3/10 (30%), not known –");
        assert_eq!(plain(&json!({"k": 5, "of": [true, 2.0]})), "k 5, of (yes, 2)");
    }
}
