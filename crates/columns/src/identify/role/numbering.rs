//! Whether the numbers of a column look given out rather than measured.
//!
//! Values of their own in nearly every row do not make a key: in a fine measure, as of platelets or
//! of costs, hardly two rows agree either. Numbers that were given out are all equally long or very
//! long, or they count the rows without gaps, or the name of their column says so.

use super::lexicon;
use crate::identifier::NameWords;

/// Digits from which on numbers of one length were given that length.
const LONG: usize = 5;

/// Digits from which on hardly anything is measured so finely, whatever their lengths.
const FINEST: usize = 8;

/// Lengths that are told apart; longer numbers are as long as this.
const LENGTHS: usize = 20;

/// Yes and no, as files have them.
const ANSWERS: [&str; 14] =
    ["yes", "no", "y", "n", "true", "false", "0", "1", "ja", "nein", "oui", "non", "si", "nee"];

/// What was seen of a column's values as numbers, in fixed memory; parts add up in any order.
///
/// ```
/// use incrowd_columns::identify::Numbering;
/// let mut numbering = Numbering::default();
/// for row in 1000..1100 {
///     numbering.see(&row.to_string(), 1);
/// }
/// assert!(numbering.counts(100));
/// assert!(!numbering.counts(10));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// Rows with a value.
    rows: u64,
    /// Rows by how many digits their whole number has, less one.
    lengths: [u64; LENGTHS],
    /// The least and the greatest whole number.
    range: Option<(u64, u64)>,
    /// Rows whose value is a reading: `120/80`, `<0.5`, `12 mg`.
    readings: u64,
    /// Rows whose value is yes or no.
    answers: u64,
}

impl Numbering {
    /// Sees a cell that so many rows have; the caller leaves out missing values.
    pub fn see(&mut self, cell: &str, rows: u64) {
        let cell = cell.trim();
        self.rows = self.rows.saturating_add(rows);
        let answer = ANSWERS.iter().any(|answer| answer.eq_ignore_ascii_case(cell));
        self.answers = self.answers.saturating_add(if answer { rows } else { 0 });
        if !cell.bytes().all(|byte| byte.is_ascii_digit()) || cell.is_empty() {
            let reading = if is_reading(cell) { rows } else { 0 };
            self.readings = self.readings.saturating_add(reading);
            return;
        }
        let length = &mut self.lengths[cell.len().min(LENGTHS) - 1];
        *length = length.saturating_add(rows);
        if let Ok(number) = cell.parse() {
            self.range = wider(self.range, Some((number, number)));
        }
    }

    /// Adds what was seen elsewhere.
    #[must_use]
    pub fn merge(self, other: Numbering) -> Numbering {
        Numbering {
            rows: self.rows.saturating_add(other.rows),
            lengths: std::array::from_fn(|length| {
                self.lengths[length].saturating_add(other.lengths[length])
            }),
            range: wider(self.range, other.range),
            readings: self.readings.saturating_add(other.readings),
            answers: self.answers.saturating_add(other.answers),
        }
    }

    /// Whether so many distinct numbers, nearly, are all between the least and the greatest.
    #[must_use]
    pub fn counts(&self, distinct: u64) -> bool {
        self.range.is_some_and(|(least, greatest)| {
            let between = u128::from(greatest - least) + 1;
            u128::from(distinct) * 10 >= between * 9
        })
    }

    /// The greatest whole number that was seen.
    #[must_use]
    pub fn greatest(&self) -> Option<u64> {
        self.range.map(|(_, greatest)| greatest)
    }

    /// Whether nearly all values are numbers of one length, and long enough to be given out so.
    fn has_one_length(&self) -> bool {
        let most = self.lengths.iter().skip(LONG - 1).max().copied().unwrap_or(0);
        u128::from(most) * 100 >= u128::from(self.rows.max(1)) * 99
    }

    /// Whether nearly all values have more digits than measures have: of numbers drawn at random,
    /// one in ten is shorter than the rest.
    fn is_too_fine(&self) -> bool {
        let fine: u128 = self.lengths.iter().skip(FINEST - 1).map(|&rows| u128::from(rows)).sum();
        fine * 10 >= u128::from(self.rows.max(1)) * 9
    }

    /// Whether all values say yes or no.
    pub(super) fn is_yes_or_no(&self) -> bool {
        self.rows > 0 && self.answers == self.rows
    }

    /// Whether most values are readings rather than codes.
    pub(super) fn is_read(&self) -> bool {
        u128::from(self.readings) * 2 > u128::from(self.rows)
    }

    /// Whether whole numbers of which nearly every row has its own are a key.
    pub(super) fn is_key(&self, name: &str, distinct: u64) -> bool {
        let words = NameWords::of(name);
        // A column of this name alone counts rows; beside other words it is a measure.
        let measured = words.have_any(lexicon::MEASURES) && !words.are("index");
        let long = || self.has_one_length() || self.is_too_fine();
        !measured && (words.have_any(lexicon::KEYS) || long() || self.counts(distinct))
    }
}

/// The range that holds both.
fn wider(one: Option<(u64, u64)>, other: Option<(u64, u64)>) -> Option<(u64, u64)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}

/// Whether a text is a number with a sign of comparison before it, a short number or a unit behind
/// it.
fn is_reading(text: &str) -> bool {
    let number = text.trim_start_matches(['<', '>', '=', '~', '\u{2264}', '\u{2265}']).trim_start();
    let is_digit = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == ',';
    let end = number.find(|sign| !is_digit(sign)).unwrap_or(number.len());
    let (whole, rest) = number.split_at(end);
    if !whole.starts_with(|sign: char| sign.is_ascii_digit()) {
        return false;
    }
    let below = rest.strip_prefix('/').map(str::trim);
    let compared = number.len() < text.len() && rest.is_empty();
    compared || below.is_some_and(|below| is_ratio(whole, below)) || is_unit(rest.trim())
}

/// Whether two short numbers can be one over the other, and not the day of a month.
fn is_ratio(above: &str, below: &str) -> bool {
    let short = |number: &str| number.parse().ok().filter(|&number: &u16| number < 1000);
    short(above).zip(short(below)).is_some_and(|(above, below)| above.max(below) > 31)
}

/// Whether a text is a unit, or one by another: `mg/dl`.
fn is_unit(text: &str) -> bool {
    let known =
        |unit: &str| lexicon::UNITS.split(' ').any(|known| known.eq_ignore_ascii_case(unit));
    text.split('/').all(known)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seen(cells: impl IntoIterator<Item = impl ToString>) -> Numbering {
        let mut numbering = Numbering::default();
        cells.into_iter().for_each(|cell| numbering.see(&cell.to_string(), 1));
        numbering
    }

    #[test]
    fn readings_are_no_codes() {
        for text in "120/80|97/55|<0.5|>1,000|≤3|12 mg|12mg|5.5 mmol/l|70%|80 bpm".split('|') {
            assert!(is_reading(text), "{text}");
        }
        for text in "A17|12345/6789|17|0.5|12ab|1234-5|2/x|mg||/|<|12/|/80|12 mg/x|12/31".split('|')
        {
            assert!(!is_reading(text), "{text}");
        }
        assert!(seen(["120/80", "97/55", "x"]).is_read());
        assert!(!seen(["120/80", "x"]).is_read() && !Numbering::default().is_read());
    }

    #[test]
    fn keys_are_called_so_or_equally_long_or_count() {
        let scattered = seen((1..200).map(|number| number * number));
        assert!(!scattered.is_key("q7", 199));
        for name in ["id", "ticket_no", "order number", "Beleg-Nr", "klant_code", "ref"] {
            assert!(scattered.is_key(name, 199), "{name}");
        }
        let long = seen((1..200).map(|number| 10_000 + number * number));
        assert!(long.is_key("q7", 199));
        let short = seen((1..80).map(|number| 1000 + number * number));
        assert!(!short.is_key("q7", 79));
        let drawn = seen((1..200).map(|number| 9_950_000 * number));
        assert!(drawn.is_key("q7", 199) && !drawn.is_key("total_paid", 199));
        let counting = seen(7..300);
        assert!(counting.is_key("q7", 293) && counting.is_key("index", 293));
        let measures = "platelet_count|viral_load|cost|Steps|wbc_count|cd4_count|charges_usd|bp|\
            phone_use_hours|dose_mg|bmi index|total_paid|Kosten|number of cells|length_of_stay";
        for name in measures.split('|') {
            assert!(!counting.is_key(name, 293) && !long.is_key(name, 199), "{name}");
        }
    }

    #[test]
    fn nearly_is_enough_and_less_is_not() {
        let with_strangers = |strangers: usize| {
            seen((10_000..10_198).step_by(2).chain(std::iter::repeat_n(7, strangers)))
        };
        assert!(with_strangers(1).has_one_length() && !with_strangers(2).has_one_length());
        let counting = seen(1..=100);
        assert!(counting.counts(90) && !counting.counts(89));
        assert!(!Numbering::default().counts(1) && !Numbering::default().has_one_length());
        assert!(!seen([0, u64::MAX]).counts(u64::MAX / 2) && seen([0, u64::MAX]).counts(u64::MAX));
    }

    proptest! {
        #[test]
        fn parts_add_up(
            cells in prop::collection::vec("[0-9]{0,22}|[0-9<>/. a-z]{0,8}", 0..20),
            cut in 0..20usize,
        ) {
            let cut = cut.min(cells.len());
            let (one, other) = (seen(&cells[..cut]), seen(&cells[cut..]));
            prop_assert_eq!(one.merge(other), seen(&cells));
            prop_assert_eq!(other.merge(one), seen(&cells));
        }
    }
}
