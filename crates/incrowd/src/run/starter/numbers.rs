//! Rounded ranges for the numbers of a column: `intervals:5,10,20,<20,90+` or `money:500,50000`.
//!
//! Widths are 1, 2 or 5 times a power of ten, about ten of the finest or more over the middle 96 % of the
//! rows. Amounts that spread over several powers of ten get steps that grow with them. The ends are
//! open where the outermost 2 % of the rows lie, at least [`FEWEST`] rows, so that no published bound
//! is somebody's value.

use incrowd_core::terms::{Kind, Scalar};

/// Rows that an open end must hold.
const FEWEST: u64 = 10;

/// The share of the rows that each open end holds at least.
const OUTER: f64 = 0.02;

/// The finest ranges between the ends.
const RANGES: f64 = 10.0;

/// Amounts of which the upper end is so many times the lower tenth spread over powers of ten.
const SPREAD: f64 = 50.0;

/// Ages that spread over so many years are published in bands of five, ten and twenty years.
const ADULTS: f64 = 25.0;

/// The narrowest band of ages.
const BAND: f64 = 5.0;

/// A specification for these values; nothing if they are no numbers or too few to be rounded.
pub fn spec(kind: Kind, is_age: bool, present: &[&(String, u64)]) -> Option<String> {
    let numbers: Option<Vec<(f64, u64)>> =
        present.iter().map(|(text, rows)| Some((number(kind, text)?, *rows))).collect();
    let mut numbers = numbers.filter(|numbers| numbers.len() > 1)?;
    numbers.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let column = SortedNumbers::new(&numbers);
    let (low, high) = (column.quantile(OUTER), column.quantile(1.0 - OUTER));
    let least = match kind {
        _ if is_age && high - low >= ADULTS => BAND,
        Kind::Integer => 2.0,
        _ => f64::MIN_POSITIVE,
    };
    if low >= 0.0 && high >= SPREAD * column.quantile(0.1).max(1.0) {
        return money(&column).or_else(|| intervals(least, &column, high - low));
    }
    intervals(least, &column, high - low)
}

fn number(kind: Kind, text: &str) -> Option<f64> {
    matches!(kind.read(text)?, Scalar::Number(_)).then(|| kind.read(text).map(|v| v.to_f64()))?
}

/// The numbers of a column in order, with their rows.
struct SortedNumbers<'n> {
    numbers: &'n [(f64, u64)],
    rows: u64,
}

impl SortedNumbers<'_> {
    fn new(numbers: &[(f64, u64)]) -> SortedNumbers<'_> {
        SortedNumbers { numbers, rows: numbers.iter().map(|(_, rows)| rows).sum() }
    }

    /// The least number that at least this share of the rows do not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let wanted = (share * self.rows as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for &(number, rows) in self.numbers {
            seen += rows;
            if seen >= wanted {
                return number;
            }
        }
        self.numbers.last().map_or(0.0, |&(number, _)| number)
    }

    fn below(&self, bound: f64) -> u64 {
        let before = self.numbers.iter().take_while(|(number, _)| *number < bound);
        before.map(|(_, rows)| rows).sum()
    }

    /// The rows that an open end must hold.
    fn outer(&self) -> u64 {
        ((OUTER * self.rows as f64).ceil() as u64).max(FEWEST)
    }

    /// The first and the last of these bounds, ascending, beyond which enough rows lie.
    fn open_ends(&self, bounds: &[f64]) -> Option<(f64, f64)> {
        let enough = self.outer();
        let low = *bounds.iter().find(|&&bound| self.below(bound) >= enough)?;
        let high = *bounds.iter().rev().find(|&&bound| self.rows - self.below(bound) >= enough)?;
        (low < high).then_some((low, high))
    }
}

/// Ranges of equal widths.
fn intervals(least: f64, column: &SortedNumbers<'_>, spread: f64) -> Option<String> {
    let wanted = (spread / RANGES).max(least);
    let (digit, power) = rounded_down(wanted)?;
    let widths = match digit {
        1 => [1, 5, 10, 20],
        2 => [2, 10, 20, 100],
        _ => [5, 10, 20, 100],
    };
    let step = f64::from(digit) * 10_f64.powi(power);
    let range = column.numbers.last()?.0 - column.numbers.first()?.0;
    let useful = widths.iter().filter(|&&w| f64::from(w) * 10_f64.powi(power) < range);
    let texts: Vec<String> = useful.map(|&width| scaled(i128::from(width), power)).collect();
    if texts.is_empty() {
        return None;
    }
    let first = (column.numbers.first()?.0 / step).floor();
    let last = (column.numbers.last()?.0 / step).ceil();
    if !(first.abs() < 1e12 && last.abs() < 1e12 && last - first < 1e5) {
        return None;
    }
    let bounds: Vec<f64> = (first as i64..=last as i64).map(|place| place as f64 * step).collect();
    let words = format!("intervals:{}", texts.join(","));
    let Some((low, high)) = column.open_ends(&bounds) else { return Some(words) };
    let end = |bound: f64| scaled((bound / step).round() as i128 * i128::from(digit), power);
    Some(format!("{words},<{},{}+", end(low), end(high)))
}

/// Steps of 1, 2 and 5 times the powers of ten.
fn money(column: &SortedNumbers<'_>) -> Option<String> {
    let greatest = column.numbers.last()?.0;
    let (_, top) = rounded_down(greatest.max(1.0))?;
    let steps = (-2..=top).flat_map(|power| [1, 2, 5].map(|digit| (digit, power)));
    let steps: Vec<(i128, i32)> = steps.collect();
    let bound = |(digit, power): (i128, i32)| digit as f64 * 10_f64.powi(power);
    let bounds: Vec<f64> = steps.iter().map(|&step| bound(step)).collect();
    let (low, high) = column.open_ends(&bounds)?;
    let text = |wanted: f64| {
        let step = steps.iter().find(|&&step| bound(step) == wanted)?;
        Some(scaled(step.0, step.1))
    };
    Some(format!("money:{},{}", text(low)?, text(high)?))
}

/// The greatest of 1, 2 and 5 times the powers of ten that is not above a positive number.
fn rounded_down(number: f64) -> Option<(i32, i32)> {
    let power = number.log10().floor();
    if !(-9.0..=12.0).contains(&power) {
        return None;
    }
    let power = power as i32;
    let leading = number / 10_f64.powi(power) + 1e-9;
    let digit = [5, 2, 1].into_iter().find(|&digit| f64::from(digit) <= leading)?;
    Some((digit, power))
}

/// A whole number times a power of ten, exactly as people write it.
fn scaled(number: i128, power: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let digits = number.unsigned_abs().to_string();
    if power >= 0 || number == 0 {
        let zeros = if number == 0 { 0 } else { power.max(0) as usize };
        return format!("{sign}{digits}{}", "0".repeat(zeros));
    }
    let places = power.unsigned_abs() as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, decimals) = digits.split_at(digits.len() - places);
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{decimals}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use incrowd_core::hierarchy::Spec;

    fn of(kind: Kind, numbers: impl Iterator<Item = (f64, u64)>) -> Option<String> {
        let values: Vec<(String, u64)> = numbers.map(|(n, rows)| (n.to_string(), rows)).collect();
        let spec = spec(kind, false, &values.iter().collect::<Vec<_>>());
        spec.iter().for_each(|spec| assert!(Spec::parse(spec).is_ok(), "{spec}"));
        spec
    }

    #[test]
    fn ages_get_bands_of_five_ten_and_twenty_years() {
        let ages = (17..=90).map(|age| (f64::from(age), 20));
        let wanted = "intervals:5,10,20,<20,85+";
        assert_eq!(of(Kind::Integer, ages).unwrap(), wanted);
        let few: Vec<(String, u64)> = (20..50).map(|age| (age.to_string(), 20)).collect();
        let few: Vec<&(String, u64)> = few.iter().collect();
        assert_eq!(spec(Kind::Integer, true, &few).unwrap(), "intervals:5,10,20,<25,45+");
        let pupils = (6..=18).map(|age| (f64::from(age), 50));
        assert_eq!(of(Kind::Integer, pupils).unwrap(), "intervals:2,10,<8,18+");
    }

    #[test]
    fn amounts_get_steps_that_grow() {
        let amounts = (1..=2000).map(|n| (f64::from(n * n), 1));
        assert_eq!(of(Kind::Integer, amounts).unwrap(), "money:2000,2000000");
    }

    #[test]
    fn small_and_short_columns_get_what_fits() {
        let fine = (0..200).map(|n| (f64::from(n) / 1000.0, 5));
        assert_eq!(of(Kind::Decimal, fine).unwrap(), "intervals:0.01,0.05,0.1,<0.01,0.19+");
        assert_eq!(of(Kind::Integer, [(1.0, 3), (9.0, 2)].into_iter()).unwrap(), "intervals:2");
        assert_eq!(of(Kind::Integer, [(1.0, 3)].into_iter()), None);
        let negative = (-40..=40).map(|n| (f64::from(n), 9));
        assert_eq!(of(Kind::Integer, negative).unwrap(), "intervals:5,10,20,<-35,35+");
    }

    #[test]
    fn numbers_are_written_without_rounding() {
        for (number, power, text) in
            [(5, -3, "0.005"), (-20, -1, "-2"), (7, 2, "700"), (0, -2, "0"), (125, -2, "1.25")]
        {
            assert_eq!(scaled(number, power), text);
        }
    }
}
