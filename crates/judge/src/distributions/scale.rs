//! Histogram steps for numbers and dates: of equal width with round ends if the values are spread
//! out, otherwise with about equally many rows.

use std::ops::Range;

use incrowd_terms::{Kind, Scalar};

use crate::division::shortened;

/// About how many steps there are.
const STEPS: usize = 20;

/// Months of a step of the calendar.
const MONTHS: [i64; 13] = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000];

/// Dates that lie in fewer months than this are not told apart by months.
const FEWEST_MONTHS: i64 = 5;

/// Ends that are this many steps from zero are not round any more.
const FARTHEST: f64 = 1e12;

/// A number or date of the original.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'t> {
    pub(super) id: u32,
    pub(super) scalar: Scalar,
    pub(super) text: &'t str,
    pub(super) rows: u64,
}

/// Values that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) label: String,
    pub(super) values: Range<usize>,
}

/// Where a step begins, and what it is called.
struct Mark {
    from: Scalar,
    label: String,
}

/// Cuts values, which stand by magnitude, into at most twenty steps.
pub(super) fn steps(kind: Kind, sorted: &[Placed<'_>]) -> Vec<Step> {
    let marks = match kind {
        Kind::Date => months(sorted),
        _ => round_numbers(kind, sorted),
    };
    let equal = marks.map(|marks| between(&marks, sorted));
    let fair = |steps: &Vec<Step>| {
        let most = steps.iter().map(|step| rows(&sorted[step.values.clone()])).max();
        // Nine rows of ten in one step: the others would hardly be seen.
        u128::from(most.unwrap_or(0)) * 10 <= u128::from(rows(sorted)) * 9
    };
    equal.filter(fair).unwrap_or_else(|| of_equal_counts(sorted))
}

fn rows(values: &[Placed<'_>]) -> u64 {
    values.iter().map(|value| value.rows).sum()
}

/// The steps between marks, without empty ones at either end.
fn between(marks: &[Mark], sorted: &[Placed<'_>]) -> Vec<Step> {
    let before = |mark: &Mark| sorted.partition_point(|at| at.scalar.magnitude(&mark.from).is_lt());
    let starts: Vec<usize> = marks.iter().map(before).chain([sorted.len()]).collect();
    let step = |(mark, ends): (&Mark, &[usize])| Step {
        label: mark.label.clone(),
        values: ends[0]..ends[1],
    };
    let mut steps: Vec<Step> = marks.iter().zip(starts.windows(2)).map(step).collect();
    let empty = |step: &Step| step.values.is_empty();
    steps.truncate(steps.iter().rposition(|step| !empty(step)).map_or(0, |last| last + 1));
    steps.drain(..steps.iter().position(|step| !empty(step)).unwrap_or(0));
    steps
}

/// Marks at multiples of the finest of 1, 2 and 5 times a power of ten that gives few enough steps.
fn round_numbers(kind: Kind, sorted: &[Placed<'_>]) -> Option<Vec<Mark>> {
    let (low, high) = (sorted.first()?.scalar.to_f64(), sorted.last()?.scalar.to_f64());
    let span = high - low;
    if span <= 0.0 {
        return None;
    }
    let finest = ((span / STEPS as f64).log10().floor() as i32 - 1).max(-28);
    let finest = if kind == Kind::Integer { finest.max(0) } else { finest };
    let widths = (finest..=finest + 3).flat_map(|power| [1, 2, 5].map(|times| (times, power)));
    let ends = |(times, power): (i128, i32)| {
        let width = times as f64 * 10_f64.powi(power);
        ((low / width).floor(), (high / width).floor())
    };
    let few = |width: &(i128, i32)| ends(*width).1 - ends(*width).0 < STEPS as f64;
    let (times, power) = widths.into_iter().find(few)?;
    let (first, last) = ends((times, power));
    if first.abs().max(last.abs()) > FARTHEST {
        return None;
    }
    let label = |at: i128| {
        let (from, to) = (at * times, (at + 1) * times);
        match kind {
            Kind::Integer => {
                let ten = 10_i128.pow(power.unsigned_abs());
                span_of(&(from * ten).to_string(), &(to * ten - 1).to_string())
            }
            _ => format!("[{},{})", written(from, power), written(to, power)),
        }
    };
    let mark = |at: i128| {
        let from = Kind::Decimal.read(&written(at * times, power))?;
        Some(Mark { from, label: label(at) })
    };
    // Floating-point division may miss an end by a step; what stays empty is left out.
    (first as i128 - 1..=last as i128 + 1).map(mark).collect()
}

/// A number times a power of ten, in digits.
fn written(number: i128, power: i32) -> String {
    let ten = 10_i128.pow(power.unsigned_abs());
    if power >= 0 {
        return (number * ten).to_string();
    }
    let (sign, number) = (if number < 0 { "-" } else { "" }, number.abs());
    let digits = power.unsigned_abs() as usize;
    format!("{sign}{}.{:0digits$}", number / ten, number % ten)
}

/// Marks at the first days of months or years.
fn months(sorted: &[Placed<'_>]) -> Option<Vec<Mark>> {
    let month = |at: &Placed<'_>| {
        let moment = at.scalar.moment()?;
        Some(i64::from(moment.year()) * 12 + i64::from(moment.month()) - 1)
    };
    let (first, last) = (month(sorted.first()?)?, month(sorted.last()?)?);
    if last - first + 1 < FEWEST_MONTHS {
        return None;
    }
    let ends = |width: i64| (first.div_euclid(width), last.div_euclid(width));
    let few = |width: &&i64| ends(**width).1 - ends(**width).0 < STEPS as i64;
    let width = *MONTHS.iter().find(few)?;
    let name = |month: i64| match width {
        ..12 => format!("{:04}-{:02}", month.div_euclid(12), month.rem_euclid(12) + 1),
        _ => format!("{:04}", month.div_euclid(12)),
    };
    let mark = |at: i64| {
        let (from, to) = (at * width, (at + 1) * width - 1);
        let day = format!("{:04}-{:02}-01", from.div_euclid(12), from.rem_euclid(12) + 1);
        Some(Mark { from: Kind::Date.read(&day)?, label: span_of(&name(from), &name(to)) })
    };
    (ends(width).0..=ends(width).1).map(mark).collect()
}

/// Steps of about as many rows; a value with many rows has a step of its own, and the others share
/// the rest.
fn of_equal_counts(sorted: &[Placed<'_>]) -> Vec<Step> {
    let mut ends = Vec::new();
    let (mut left, mut held, mut at) = (u128::from(rows(sorted)), 0, 0);
    for run in sorted.chunk_by(|a, b| a.scalar.magnitude(&b.scalar).is_eq()) {
        let more = u128::from(rows(run));
        let steps_left = (STEPS - ends.len()) as u128;
        // A step ends where one more value would take it farther from its share of the rows.
        if held > 0 && (2 * held + more) * steps_left > 2 * left {
            ends.push(at);
            left -= held;
            held = 0;
        }
        held += more;
        at += run.len();
    }
    ends.push(at);
    let starts = [0].into_iter().chain(ends.iter().copied());
    let named = |values: Range<usize>| {
        let (first, last) = (sorted.get(values.start)?, sorted.get(values.end.checked_sub(1)?)?);
        let label = span_of(&shortened(first.text), &shortened(last.text));
        Some(Step { label, values })
    };
    starts.zip(&ends).filter_map(|(start, &end)| named(start..end)).collect()
}

/// From one value to another, both included.
fn span_of(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first} to {last}") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn placed<'t>(kind: Kind, values: &[(&'t str, u64)]) -> Vec<Placed<'t>> {
        let read = |&(text, rows): &(&'t str, u64)| Placed {
            id: 0,
            scalar: kind.read(text).unwrap(),
            text,
            rows,
        };
        let mut placed: Vec<Placed<'_>> = values.iter().map(read).collect();
        placed.sort_by(|a, b| a.scalar.magnitude(&b.scalar));
        placed
    }

    fn labels(kind: Kind, values: &[String]) -> Vec<String> {
        let values: Vec<(&str, u64)> = values.iter().map(|text| (text.as_str(), 1)).collect();
        let sorted = placed(kind, &values);
        steps(kind, &sorted).into_iter().map(|step| step.label).collect()
    }

    fn ends(labels: &[String]) -> (usize, &str, &str) {
        (labels.len(), &labels[0], &labels[labels.len() - 1])
    }

    #[test]
    fn numbers_are_cut_at_round_ends() {
        let ages: Vec<String> = (17..=90).map(|age| age.to_string()).collect();
        assert_eq!(ends(&labels(Kind::Integer, &ages)), (16, "15 to 19", "90 to 94"));
        let small: Vec<String> = (-15..=15).map(|at| at.to_string()).collect();
        assert_eq!(ends(&labels(Kind::Integer, &small)), (16, "-16 to -15", "14 to 15"));
        let tenths: Vec<String> = (3..=32).map(|at| format!("{}.{}", at / 10, at % 10)).collect();
        assert_eq!(ends(&labels(Kind::Decimal, &tenths)), (16, "[0.2,0.4)", "[3.2,3.4)"));
    }

    #[test]
    fn gaps_are_shown_and_far_numbers_named_as_they_are() {
        let mut gap: Vec<String> = (0..30).map(|at| at.to_string()).collect();
        gap.extend((70..100).map(|at| at.to_string()));
        assert_eq!(labels(Kind::Integer, &gap)[9], "45 to 49");
        let far: Vec<String> = (0..60_u64).map(|at| format!("{}", 10_u64.pow(18) + at)).collect();
        let found = labels(Kind::Integer, &far);
        assert_eq!(found[0], "1000000000000000000 to 1000000000000000002");
        assert_eq!(found.len(), STEPS);
    }

    #[test]
    fn dates_are_cut_by_the_calendar() {
        let every = |days: i64, number: i64| -> Vec<String> {
            let day = |at: i64| (at * days % 28 + 1, at * days / 28 % 12 + 1, at * days / 336);
            (0..number).map(day).map(|(d, m, y)| format!("{:04}-{m:02}-{d:02}", 1990 + y)).collect()
        };
        assert_eq!(ends(&labels(Kind::Date, &every(5, 40))), (7, "1990-01", "1990-07"));
        let quarters = labels(Kind::Date, &every(20, 60));
        assert_eq!(ends(&quarters), (15, "1990-01 to 1990-03", "1993-07 to 1993-09"));
        let years = labels(Kind::Date, &every(300, 60));
        assert_eq!(ends(&years), (11, "1990 to 1994", "2040 to 2044"));
        let close = labels(Kind::Date, &every(1, 40));
        assert_eq!(ends(&close), (20, "1990-01-01 to 1990-01-02", "1990-02-11 to 1990-02-12"));
    }

    #[test]
    fn heavy_tails_are_cut_by_rows() {
        let texts: Vec<String> = (0..50).map(|at| (at * at * at * 40).to_string()).collect();
        let mut values: Vec<(&str, u64)> = texts.iter().map(|text| (text.as_str(), 1)).collect();
        values[0].1 = 900;
        let sorted = placed(Kind::Integer, &values);
        let steps = steps(Kind::Integer, &sorted);
        assert_eq!((steps.len(), steps[0].label.as_str()), (20, "0"));
        assert_eq!(steps[1].label, "40 to 1080");
    }

    proptest! {
        #[test]
        fn every_value_lies_in_the_step_that_names_it(
            values in prop::collection::vec((-2000_i64..2000, 0_usize..4, 1_u64..50), 1..60),
        ) {
            let text = |&(at, digits, rows): &(i64, usize, u64)| {
                (written(at.into(), -(digits as i32)).trim_end_matches('.').to_owned(), rows)
            };
            let texts: Vec<(String, u64)> = values.iter().map(|value| {
                if value.1 == 0 { (value.0.to_string(), value.2) } else { text(value) }
            }).collect();
            let values: Vec<(&str, u64)> = texts.iter().map(|(t, rows)| (t.as_str(), *rows)).collect();
            let sorted = placed(Kind::Decimal, &values);
            let steps = steps(Kind::Decimal, &sorted);
            prop_assert!(steps.len() <= STEPS);
            let all: Vec<usize> = steps.iter().flat_map(|step| step.values.clone()).collect();
            prop_assert_eq!(all, (0..sorted.len()).collect::<Vec<_>>());
            for step in &steps {
                let Some((low, high)) = step.label.strip_prefix('[')
                    .and_then(|label| label.strip_suffix(')'))
                    .and_then(|label| label.split_once(',')) else { continue };
                let (low, high) = (Kind::Decimal.read(low).unwrap(), Kind::Decimal.read(high).unwrap());
                for value in &sorted[step.values.clone()] {
                    prop_assert!(low.magnitude(&value.scalar).is_le(), "{} {}", step.label, value.text);
                    prop_assert!(value.scalar.magnitude(&high).is_lt(), "{} {}", step.label, value.text);
                }
            }
        }
    }
}
