//! What dates give away that were moved by a secret number of days per person.
//!
//! All dates of a person move alike, so the days between them are published as they were: a person who
//! is alone with them can be recognised by whoever knows when the dates were, up to the shift, and the
//! rest of the dates follows. A person's *pattern* are the dates of all their rows, counted from the
//! first.
//!
//! Who knows the period that the dates lie in, and the weekdays that they can fall on, can rule out
//! shifts: those by which a date would leave the period, or fall on another weekday. What is left are the
//! *possible* shifts of a person. Each of them is as likely as any other for whoever knows no more, since
//! all shifts are equally likely. The period of a column is from its first to its last true date.

use incrowd_terms::{Kind, Nulls};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What moved dates give away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DateShift {
    /// The columns that moved.
    pub columns: Vec<String>,
    /// Days at most, in both directions.
    pub days: u32,
    /// People who have a date.
    pub people: u64,
    /// Of these, people who have several dates.
    pub several_dates: u64,
    /// People whose dates have a pattern of intervals that nobody else has.
    pub alone_with_intervals: u64,
    /// People of whom fewer shifts are possible, for whoever knows the period and the weekdays of the
    /// dates.
    pub narrowed: u64,
    /// People of whom one shift is possible: their dates are known.
    pub certain: u64,
    /// The fewest shifts that are possible of a person; null where nobody has a date.
    pub fewest_shifts: Option<u64>,
    /// Weekdays on which no date of a column falls, of the column that has most of them.
    pub empty_weekdays: u32,
}

/// Dates of rows that were moved, as they come in.
pub(crate) struct Shifts {
    columns: Vec<String>,
    most: u32,
    /// The days by which each person moved.
    moved: Vec<Option<i64>>,
    /// Whose each row is, in order; each has as many days as there are columns.
    people: Vec<u32>,
    /// The true days, by number; `NO_DAY` if missing.
    days: Vec<i32>,
    known: Vec<Known>,
}

/// What is known of the true dates of a column.
#[derive(Clone, Copy)]
struct Known {
    first: i64,
    last: i64,
    /// One bit per weekday on which a date falls, the lowest for that of day 0.
    weekdays: u8,
}

const NO_DAY: i32 = i32::MIN;

/// `2024-03-09`.
const DAY_LETTERS: usize = 10;

/// Seconds of a day.
const SECONDS: f64 = 86_400.0;

impl Shifts {
    pub(crate) fn new(columns: &[String], most: u32) -> Self {
        let nothing = Known { first: i64::MAX, last: i64::MIN, weekdays: 0 };
        Shifts {
            columns: columns.to_vec(),
            most,
            moved: Vec::new(),
            people: Vec::new(),
            days: Vec::new(),
            known: vec![nothing; columns.len()],
        }
    }

    pub(crate) fn start_row(&mut self, person: u32) {
        self.people.push(person);
        self.days.extend(self.columns.iter().map(|_| NO_DAY));
        if self.moved.len() <= person as usize {
            self.moved.resize(person as usize + 1, None);
        }
    }

    /// Adds a cell of the row that was started last: what it was, and what is published.
    pub(crate) fn add(
        &mut self,
        column: usize,
        person: u32,
        published: &str,
        original: &str,
        nulls: &Nulls,
    ) -> Result<(), String> {
        if nulls.is_missing(original) {
            let same = published == nulls.published(original);
            return if same { Ok(()) } else { Err("should be missing, as it was".to_owned()) };
        }
        let (Some((after, time)), Some((before, was))) = (day(published), day(original)) else {
            return Err(format!("is no date that '{original}' could have moved to"));
        };
        if time != was {
            return Err(format!("has another time of day than '{original}'"));
        }
        let days = after - before;
        if days.unsigned_abs() > u64::from(self.most) {
            return Err(format!(
                "has moved by {days} days from '{original}', more than {}",
                self.most
            ));
        }
        let known = *self.moved[person as usize].get_or_insert(days);
        if known != days {
            return Err(format!(
                "has moved by {days} days, and another date of the person by {known}"
            ));
        }
        let place = self.days.len() - self.columns.len() + column;
        // Years have four digits.
        self.days[place] = before as i32;
        let known = &mut self.known[column];
        known.first = known.first.min(before);
        known.last = known.last.max(before);
        known.weekdays |= 1 << before.rem_euclid(7);
        Ok(())
    }

    /// What all dates give away.
    pub(crate) fn measured(self, people: usize) -> DateShift {
        let width = self.columns.len();
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); people];
        for (row, &person) in self.people.iter().enumerate() {
            rows[person as usize].push(row);
        }
        let mut found = DateShift {
            columns: self.columns.clone(),
            days: self.most,
            people: 0,
            several_dates: 0,
            alone_with_intervals: 0,
            narrowed: 0,
            certain: 0,
            fewest_shifts: None,
            empty_weekdays: self
                .known
                .iter()
                .map(|known| known.weekdays.count_zeros() - 1)
                .max()
                .unwrap_or(0),
        };
        let all = 2 * u64::from(self.most) + 1;
        let mut patterns: Vec<Vec<i32>> = Vec::new();
        for (person, rows) in rows.iter().enumerate() {
            let Some(moved) = self.moved.get(person).copied().flatten() else { continue };
            let own = || rows.iter().map(|&row| &self.days[row * width..(row + 1) * width]);
            let dates = || own().flatten().filter(|&&day| day != NO_DAY);
            let first = dates().min().copied().unwrap_or(0);
            found.people += 1;
            found.several_dates += u64::from(dates().count() > 1);
            let mut pattern: Vec<Vec<i32>> = own()
                .map(|row| {
                    row.iter()
                        .map(|&day| if day == NO_DAY { NO_DAY } else { day - first })
                        .collect()
                })
                .collect();
            pattern.sort_unstable();
            patterns.push(pattern.concat());
            let possible = self.possible(own(), moved);
            found.narrowed += u64::from(possible < all);
            found.certain += u64::from(possible == 1);
            found.fewest_shifts =
                Some(found.fewest_shifts.map_or(possible, |fewest| fewest.min(possible)));
        }
        patterns.sort_unstable();
        found.alone_with_intervals =
            patterns.chunk_by(|one, next| one == next).filter(|alike| alike.len() == 1).count()
                as u64;
        found
    }

    /// How many shifts are possible of a person with these true dates, who moved by so many days.
    fn possible<'d>(&self, rows: impl Iterator<Item = &'d [i32]>, moved: i64) -> u64 {
        let most = i64::from(self.most);
        let (mut low, mut high) = (-most, most);
        // One bit per remainder of a shift by 7: whether no date falls on an empty weekday.
        let mut weekdays = 0x7f_u8;
        for row in rows {
            for (known, &day) in self.known.iter().zip(row) {
                if day == NO_DAY {
                    continue;
                }
                // Published, it is `day + moved`; with another shift it would have been that minus it.
                let published = i64::from(day) + moved;
                low = low.max(published - known.last);
                high = high.min(published - known.first);
                for shift in 0..7 {
                    let weekday = (published - shift).rem_euclid(7);
                    if known.weekdays >> weekday & 1 == 0 {
                        weekdays &= !(1 << shift);
                    }
                }
            }
        }
        let upto = |end: i64, shift: i64| (end - shift).div_euclid(7);
        let between = |shift: i64| (upto(high, shift) - upto(low - 1, shift)) as u64;
        (0..7).filter(|shift| weekdays >> shift & 1 == 1).map(between).sum()
    }
}

/// The number of a date's day, and the rest of its text.
fn day(text: &str) -> Option<(i64, &str)> {
    let moment = Kind::Date.read(text)?;
    let (_, time) = text.split_at_checked(DAY_LETTERS)?;
    // Seconds of four-digit years are exact.
    Some(((moment.to_f64() / SECONDS).floor() as i64, time))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// A day of January 2024, from 0, or of the month before.
    fn text(day: i64) -> String {
        if day < 0 { format!("2023-12-{:02}", 32 + day) } else { format!("2024-01-{:02}", day + 1) }
    }

    /// Visits: the person, one or two days each, and the shift of every person.
    fn shifts(
        rows: &[(u32, Vec<Option<i64>>)],
        moved: &[i64],
        most: u32,
        width: usize,
    ) -> DateShift {
        let names: Vec<String> = (0..width).map(|at| format!("d{at}")).collect();
        let (mut shifts, nulls) = (Shifts::new(&names, most), Nulls::default());
        for (person, days) in rows {
            shifts.start_row(*person);
            for (column, day) in days.iter().enumerate() {
                let original = day.map_or(String::new(), text);
                let shifted = day.map_or(String::new(), |day| text(day + moved[*person as usize]));
                shifts.add(column, *person, &shifted, &original, &nulls).unwrap();
            }
        }
        shifts.measured(moved.len())
    }

    /// The shifts of a person by which no date would leave the period of its column or fall on a weekday
    /// on which none of that column falls.
    fn possible(rows: &[(u32, Vec<Option<i64>>)], person: u32, moved: i64, most: i64) -> Vec<i64> {
        let known = |column: usize| -> Vec<i64> {
            rows.iter().filter_map(|(_, days)| days[column]).collect()
        };
        let fits = |shift: &i64| {
            rows.iter().filter(|(other, _)| *other == person).all(|(_, days)| {
                days.iter().enumerate().all(|(column, day)| {
                    let Some(day) = day else { return true };
                    let guess = day + moved - shift;
                    let all = known(column);
                    let inside =
                        *all.iter().min().unwrap() <= guess && guess <= *all.iter().max().unwrap();
                    inside && all.iter().any(|other| (other - guess).rem_euclid(7) == 0)
                })
            })
        };
        (-most..=most).filter(fits).collect()
    }

    type Rows = Vec<(u32, Vec<Option<i64>>)>;

    fn visits() -> impl Strategy<Value = (usize, Rows, Vec<i64>, u32)> {
        (1_usize..=2, 1_u32..6).prop_flat_map(|(width, most)| {
            let day = prop_oneof![4 => (0_i64..20).prop_map(Some), 1 => Just(None)];
            let row = (0_u32..5, prop::collection::vec(day, width));
            let moved = prop::collection::vec(-i64::from(most)..=i64::from(most), 5);
            (Just(width), prop::collection::vec(row, 0..14), moved, Just(most))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn figures_equal_their_definitions((width, rows, moved, most) in visits()) {
            let found = shifts(&rows, &moved, most, width);
            let dates = |person: u32| -> Vec<i64> {
                let own = rows.iter().filter(|(other, _)| *other == person);
                own.flat_map(|(_, days)| days.iter().flatten().copied()).collect()
            };
            let people: Vec<u32> = (0..5).filter(|&person| !dates(person).is_empty()).collect();
            prop_assert_eq!(found.people, people.len() as u64);
            let several = people.iter().filter(|&&person| dates(person).len() > 1).count();
            prop_assert_eq!(found.several_dates, several as u64);
            let pattern = |person: u32| {
                let first = dates(person).into_iter().min();
                let own = rows.iter().filter(|(other, _)| *other == person);
                let mut rows: Vec<Vec<Option<i64>>> = own
                    .map(|(_, days)| days.iter().map(|day| day.map(|day| day - first.unwrap())).collect())
                    .collect();
                rows.sort();
                rows
            };
            let alone = people.iter().filter(|&&person| {
                people.iter().all(|&other| other == person || pattern(other) != pattern(person))
            });
            prop_assert_eq!(found.alone_with_intervals, alone.count() as u64);
            let counts: Vec<u64> = people
                .iter()
                .map(|&p| possible(&rows, p, moved[p as usize], most.into()).len() as u64)
                .collect();
            let all = 2 * u64::from(most) + 1;
            prop_assert_eq!(found.narrowed, counts.iter().filter(|&&count| count < all).count() as u64);
            prop_assert_eq!(found.certain, counts.iter().filter(|&&count| count == 1).count() as u64);
            prop_assert_eq!(found.fewest_shifts, counts.iter().min().copied());
        }
    }

    /// All tables of one person with two dates within a period of seven days, and all shifts: who sees
    /// the published dates and knows the period believes in each possible shift alike, and in no other.
    /// Who knows one true date knows the shift.
    #[test]
    fn posteriors_by_enumeration() {
        let (period, most) = (0..7_i64, 3_i64);
        type Days = (i64, i64, i64);
        let mut seen: BTreeMap<(i64, i64), Vec<Days>> = BTreeMap::new();
        for first in period.clone() {
            for second in period.clone() {
                for shift in -most..=most {
                    let published = (first + shift, second + shift);
                    seen.entry(published).or_default().push((shift, first, second));
                }
            }
        }
        let mut certain = 0;
        for ((first, second), worlds) in &seen {
            let mut shifts: Vec<i64> = worlds.iter().map(|(shift, _, _)| *shift).collect();
            shifts.sort_unstable();
            let possible: Vec<i64> = (-most..=most)
                .filter(|shift| {
                    period.contains(&(first - shift)) && period.contains(&(second - shift))
                })
                .collect();
            assert_eq!(shifts, possible, "each world once: all are equally likely");
            certain += usize::from(possible.len() == 1);
            for (shift, true_first, _) in worlds {
                let knowing: Vec<i64> = worlds
                    .iter()
                    .filter(|(_, other, _)| other == true_first)
                    .map(|(s, _, _)| *s)
                    .collect();
                assert_eq!(knowing, [*shift], "one true date gives the shift away");
            }
        }
        assert!(certain > 0, "the edges of the period give shifts away");
    }

    #[test]
    fn the_edges_of_a_period_and_empty_weekdays_are_seen() {
        // Monday the 1st to Friday the 12th of January 2024, never at a weekend.
        let rows: Rows = vec![
            (0, vec![Some(0)]),
            (0, vec![Some(11)]),
            (1, vec![Some(3)]),
            (2, vec![Some(1)]),
            (2, vec![Some(2)]),
            (2, vec![Some(4)]),
        ];
        let found = shifts(&rows, &[1, -2, 0], 3, 1);
        // Ann fills the period.
        assert_eq!((found.certain, found.fewest_shifts), (1, Some(1)));
        assert_eq!(found.empty_weekdays, 2);
        assert_eq!((found.people, found.several_dates, found.alone_with_intervals), (3, 2, 3));
    }

    #[test]
    fn what_is_no_shift_is_seen() {
        let nulls = Nulls::default();
        let add = |pairs: &[(&str, &str)]| {
            let mut shifts = Shifts::new(&["d".to_owned()], 3);
            pairs.iter().try_for_each(|(after, before)| {
                shifts.start_row(0);
                shifts.add(0, 0, after, before, &nulls)
            })
        };
        assert!(
            add(&[("2024-01-03", "2024-01-01"), ("2024-03-01 07:00", "2024-02-28 07:00")]).is_ok()
        );
        for (pairs, why) in [
            (&[("2024-01-05", "2024-01-01")][..], "more than 3"),
            (&[("2024-01-02", "2024-01-01"), ("2024-01-03", "2024-01-01")], "another date"),
            (&[("2024-01-02 07:00", "2024-01-01 08:00")], "time of day"),
            (&[("2024-01-02", "")], "missing"),
            (&[("soon", "2024-01-01")], "no date"),
        ] {
            let problem = add(pairs).unwrap_err();
            assert!(problem.contains(why), "{problem}");
        }
    }
}
