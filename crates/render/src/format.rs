//! Figures and values as text: numbers to three digits, which is what a reader keeps in mind, with a
//! percentage beside them where that is easier to read. The document has every digit.

use incrowd_terms::Figure as ModelFigure;
use serde_json::Number;

/// What stands where there is no figure.
pub const NONE: &str = "–";

/// Most letters of a value that is shown whole.
const LONGEST: usize = 400;

/// A number with three significant digits; whole numbers are whole.
///
/// Very small and very large ones have an exponent.
pub fn figure(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return crate::figure(value);
    }
    let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    if rounded.abs() >= 1e3 && rounded.abs() < 1e15 {
        // The digits before the point are no burden, and a sum may be checked by them.
        return format!("{value:.0}");
    }
    crate::figure(rounded)
}

/// A number of a document.
pub trait FormatNumber {
    /// The number as it is printed: counts with all digits, others with three.
    fn text(&self) -> String;
}

impl FormatNumber for u64 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl FormatNumber for u8 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl FormatNumber for f64 {
    fn text(&self) -> String {
        figure(*self)
    }
}

impl FormatNumber for Number {
    fn text(&self) -> String {
        match self.as_f64() {
            Some(value) if self.is_f64() => figure(value),
            _ => self.to_string(),
        }
    }
}

impl<F: FormatNumber> FormatNumber for &F {
    fn text(&self) -> String {
        (*self).text()
    }
}

/// A count, or its power of ten where nobody reads all its digits. Counts end at the largest number
/// that can be held, so what is that large is more.
pub fn many(count: &Number) -> String {
    let size = count.as_f64().unwrap_or(0.0);
    match size {
        size if size >= 1e15 => format!("more than 10^{}", (size.log10() + 1e-9).floor()),
        _ => count.to_string().trim_end_matches(".0").to_owned(),
    }
}

/// A number for a table, or the mark of a missing one.
pub fn cell(number: Option<impl FormatNumber>) -> String {
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

/// A share as a percentage of three digits. No share is said to be none or all that is not.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let rounded: f64 = format!("{percent:.2e}").parse().unwrap_or(percent);
    match rounded {
        _ if share > 0.0 && percent < 0.001 => "under 0.001%".to_owned(),
        _ if share < 1.0 && rounded >= 99.95 => "over 99.9%".to_owned(),
        _ => format!("{}%", crate::figure(rounded)),
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

/// A figure of a model beside another that it is compared with: with more digits where three do not
/// tell them apart.
pub fn apart(found: &ModelFigure, other: &ModelFigure) -> String {
    match (found, other) {
        (ModelFigure::Decimal(number), _) if found != other && plain(found) == plain(other) => {
            crate::figure(*number)
        }
        _ => plain(found),
    }
}

/// The figure of a model in plain words.
pub fn plain(figure: &ModelFigure) -> String {
    let part = |(name, figure): (&str, &ModelFigure)| {
        let (name, plain) = (name.replace('_', " "), plain(figure));
        match figure {
            ModelFigure::Parts(_) => format!("{name} ({plain})"),
            _ => format!("{name} {plain}"),
        }
    };
    match figure {
        ModelFigure::Undefined => NONE.to_owned(),
        ModelFigure::Flag(flag) => yes(*flag).to_owned(),
        ModelFigure::Whole(number) => number.text(),
        ModelFigure::Decimal(number) => number.text(),
        ModelFigure::Text(text) => exact(text),
        ModelFigure::Parts(parts) => parts.iter().map(part).collect::<Vec<_>>().join(", "),
    }
}

/// The level of each column in plain words.
pub fn levels(levels: &[(String, u8)]) -> String {
    let level = |(column, level): &(String, u8)| format!("{} {level}", column.replace('_', " "));
    levels.iter().map(level).collect::<Vec<_>>().join(", ")
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
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_counts_all_of_them() {
        let cases = [
            ("0.27602598136949286", "0.276"),
            ("4711.38", "4711"),
            ("0.00004567", "4.57e-5"),
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
            ("3/62", "3/62 (4.84%)"),
            ("0", "0 (0%)"),
            ("1/2", "1/2 (50%)"),
            ("1/1000000", "1/1000000 (under 0.001%)"),
            ("999999/1000000", "999999/1000000 (over 99.9%)"),
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
    fn figures_that_differ_look_different() {
        let (demanded, measured) = (ModelFigure::from(0.2), ModelFigure::from(0.200_04));
        assert_eq!(
            (plain(&measured), apart(&measured, &demanded)),
            ("0.2".into(), "0.20004".into())
        );
        assert_eq!(apart(&demanded, &demanded), "0.2");
        assert_eq!(percent(0.9996), "over 99.9%");
        assert_eq!(percent(0.983_28), "98.3%");
    }

    #[test]
    fn nobody_reads_forty_digits() {
        let many = |json: &str| many(&serde_json::from_str(json).unwrap());
        assert_eq!(many("340282366920938463463374607431768211455"), "more than 10^38");
        assert_eq!(many("3.402823669209385e38"), "more than 10^38");
        assert_eq!(many("12960"), "12960");
        assert_eq!(many("180.0"), "180");
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
        let range = ModelFigure::parts([("min", "1/100".into()), ("max", "3/10".into())]);
        let demand = range.clone().with("not_known", ModelFigure::Undefined);
        assert_eq!(plain(&demand), "min 1/100 (1%), max 3/10 (30%), not known –");
        let nested = ModelFigure::parts([("k", 5.into()), ("of", true.into()), ("both", range)]);
        assert_eq!(plain(&nested), "k 5, of yes, both (min 1/100 (1%), max 3/10 (30%))");
        assert_eq!(plain(&2.0.into()), "2");
        assert_eq!(levels(&[("a_b".to_owned(), 2), ("c".to_owned(), 0)]), "a b 2, c 0");
    }
}
