//! Date shifts: all dates of a person move by the same secret number of days.
//!
//! **Promises** that the shift of a person is drawn uniformly from -n to n days, 0 included, by a key:
//! the same person moves by the same number of days in every column and table under that key, so that
//! the days between two dates of a person stay what they were. Without the key, nothing is known of a
//! shift but what the dates themselves tell; the pseudonym of the person tells nothing.
//!
//! **Against** whoever holds the published table, but neither the key nor a true date of the person.
//! One true date gives the shift away, and with it all other dates of the person. So does a date that is
//! known to be the first or the last possible one, as far as it narrows the shift down. Intervals stay,
//! and so does the time of day. The judge measures both in the published table.
//!
//! **Defined** by HMAC (RFC 2104) with SHA-256. Pseudonyms are the HMAC of texts. The key of shifts is
//! the HMAC of a message that is no text, because it starts with a byte that UTF-8 does not have: so it
//! is independent of all pseudonyms, as far as HMAC is a pseudorandom function. A shift is the first of
//! the numbers of 64 bits derived from the person that is below the largest multiple of 2n + 1, modulo
//! 2n + 1: each is exactly as likely as any other.
//!
//! Manual page: `docs/models/date-shift.md`.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use incrowd_terms::Kind;
use jiff::ToSpan;
use jiff::civil::Date;
use sha2::Sha256;

use super::pseudonym::{SHORTEST_KEY, WeakKey};

/// What the key of shifts is derived from. No text starts with this byte.
const PURPOSE: &[u8] = b"\xffincrowd date shift";

/// `2024-03-09`.
const DAY_LETTERS: usize = 10;

/// Days by which dates may be moved at most: a hundred years.
pub const MOST_DAYS: u32 = 36_525;

/// A keyed way of moving dates.
#[derive(Clone)]
pub struct DateShifts {
    keyed: Hmac<Sha256>,
}

/// Without the key.
impl fmt::Debug for DateShifts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DateShifts").finish_non_exhaustive()
    }
}

/// Why a cell cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmovable {
    /// It is no date.
    #[error("'{0}' is no day that can be moved; write dates as 2024-03-09, with or without a time")]
    NoDate(String),
    /// Its year would not have four digits.
    #[error("'{0}' would be moved out of the years 0000 to 9999")]
    OutOfRange(String),
}

impl DateShifts {
    /// Shifts under a key.
    ///
    /// # Errors
    /// A key that can be guessed.
    pub fn new(key: &[u8]) -> Result<Self, WeakKey> {
        if key.len() < SHORTEST_KEY {
            return Err(WeakKey(key.len()));
        }
        let weak = |_| WeakKey(key.len());
        let mut derived = Hmac::<Sha256>::new_from_slice(key).map_err(weak)?;
        derived.update(PURPOSE);
        let derived = derived.finalize().into_bytes();
        let keyed = Hmac::<Sha256>::new_from_slice(&derived).map_err(weak)?;
        Ok(DateShifts { keyed })
    }

    /// The days by which the dates of a person move, from `-most` to `most`.
    ///
    /// ```
    /// use incrowd_columns::mask::shift::DateShifts;
    /// let shifts = DateShifts::new(b"sixteen bytes !!").unwrap();
    /// assert_eq!(shifts.days("ann", 30), shifts.days("ann", 30));
    /// assert!((-30..=30).contains(&shifts.days("ann", 30)));
    /// ```
    #[must_use]
    pub fn days(&self, person: &str, most: u32) -> i32 {
        let most = most.min(MOST_DAYS);
        let range = 2 * u64::from(most) + 1;
        // The numbers from here on would make the first shifts more likely than the last.
        let uneven = u64::MAX - (u64::MAX % range + 1) % range;
        for block in 0_u32.. {
            let mut keyed = self.keyed.clone();
            keyed.update(&block.to_be_bytes());
            keyed.update(person.as_bytes());
            let digest = keyed.finalize().into_bytes();
            for bytes in digest.chunks_exact(8) {
                let number = bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
                if number <= uneven {
                    // Below 2^17.
                    return (number % range) as i32 - most as i32;
                }
            }
        }
        0
    }
}

/// A date moved by some days. The time of day, and how it is written, stay.
///
/// ```
/// use incrowd_columns::mask::shift::moved;
/// assert_eq!(moved("2024-02-28", 2).unwrap(), "2024-03-01");
/// assert_eq!(moved("2024-01-01 07:30", -1).unwrap(), "2023-12-31 07:30");
/// assert!(moved("2024-01", 1).is_err());
/// ```
///
/// # Errors
/// A text that is no date, or one that leaves the calendar.
pub fn moved(text: &str, days: i32) -> Result<String, Unmovable> {
    let no_date = || Unmovable::NoDate(text.to_owned());
    Kind::Date.read(text).ok_or_else(no_date)?;
    // Dates are written in ASCII.
    let (day, time) = text.split_at_checked(DAY_LETTERS).ok_or_else(no_date)?;
    let day: Date = day.parse().map_err(|_| no_date())?;
    let out = |_| Unmovable::OutOfRange(text.to_owned());
    let day = day.checked_add(i64::from(days).days()).map_err(out)?;
    if !(0..=9999).contains(&day.year()) {
        return Err(Unmovable::OutOfRange(text.to_owned()));
    }
    Ok(format!("{:04}-{:02}-{:02}{time}", day.year(), day.month(), day.day()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::pseudonym::Pseudonyms;
    use super::*;

    /// Keys that are the same in every run.
    fn key(number: u64) -> Vec<u8> {
        format!("a key of thirty-two bytes {number:06}").into_bytes()
    }

    #[test]
    fn dates_keep_their_form() {
        for (text, days, expected) in [
            ("2024-02-29", 366, "2025-03-01"),
            ("2024-03-09T10:20:30", -9, "2024-02-29T10:20:30"),
            ("2024-03-09 10:20:30.125", 0, "2024-03-09 10:20:30.125"),
            ("2023-12-31T23:59", 1, "2024-01-01T23:59"),
            ("0001-01-01", -1, "0000-12-31"),
        ] {
            assert_eq!(moved(text, days).as_deref(), Ok(expected));
            assert_eq!(moved(expected, -days).as_deref(), Ok(text));
        }
        for text in
            ["2024", "2024-05", "9.3.2024", "20240309", "", "soon", "2024-02-30", "2024-03-09x"]
        {
            assert_eq!(moved(text, 1), Err(Unmovable::NoDate(text.to_owned())), "{text}");
        }
        for (text, days) in [("9999-12-31", 1), ("0000-01-01", -1)] {
            assert_eq!(moved(text, days), Err(Unmovable::OutOfRange(text.to_owned())));
        }
    }

    #[test]
    fn a_key_is_long_enough_or_none() {
        assert_eq!(DateShifts::new(b"fifteen bytes !").err(), Some(WeakKey(15)));
    }

    /// The number of standard deviations by which counts differ from equal ones.
    fn chi_square(counts: &BTreeMap<i32, u64>, places: u64) -> f64 {
        let all: u64 = counts.values().sum();
        let expected = all as f64 / places as f64;
        let square = |count: u64| (count as f64 - expected).powi(2) / expected;
        let missing = places - counts.len() as u64;
        let sum: f64 =
            counts.values().map(|&count| square(count)).sum::<f64>() + missing as f64 * square(0);
        // The chi-square distribution has mean n - 1 and variance 2 (n - 1).
        let freedom = (places - 1) as f64;
        (sum - freedom) / (2.0 * freedom).sqrt()
    }

    /// Over people under one key, and over keys for one person. The keys are fixed, so the test always
    /// ends the same way.
    #[test]
    fn shifts_are_uniform() {
        for most in [1, 3, 30, 365] {
            let places = u64::from(2 * most + 1);
            let shifts = DateShifts::new(&key(1)).unwrap();
            let people = (0..61_000).map(|person| shifts.days(&format!("p{person}"), most));
            let keys = (0..61_000).map(|at| DateShifts::new(&key(at)).unwrap().days("ann", most));
            for found in [people.collect::<Vec<i32>>(), keys.collect()] {
                let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
                found.iter().for_each(|&days| *counts.entry(days).or_default() += 1);
                assert_eq!(counts.len() as u64, places, "{most}");
                let limits = (-(most as i32), most as i32);
                assert_eq!((*counts.keys().min().unwrap(), *counts.keys().max().unwrap()), limits);
                let deviations = chi_square(&counts, places);
                assert!(deviations.abs() < 4.0, "{most}: {deviations}");
            }
        }
    }

    /// Whoever sees the pseudonym knows no more of the shift: given any part of the pseudonym, shifts
    /// are as uniform as among all.
    #[test]
    fn shifts_are_independent_of_pseudonyms() {
        let (pseudonyms, shifts) =
            (Pseudonyms::new(&key(2)).unwrap(), DateShifts::new(&key(2)).unwrap());
        let people: Vec<(String, i32)> = (0..80_000)
            .map(|person| format!("p{person}"))
            .map(|id| (pseudonyms.of(&id), shifts.days(&id, 2)))
            .collect();
        for place in [0, 1, 7, 15, 16, 24, 31] {
            let mut together: BTreeMap<i32, u64> = BTreeMap::new();
            for (name, days) in &people {
                let digit = i32::from_str_radix(&name[place..=place], 16).unwrap();
                *together.entry(digit * 5 + days).or_default() += 1;
            }
            let deviations = chi_square(&together, 16 * 5);
            assert!(deviations.abs() < 4.0, "{place}: {deviations}");
        }
        // Nor is the shift the pseudonym's own number, which a derivation without a purpose would give.
        let number = |name: &str| u64::from_str_radix(&name[..16], 16).unwrap();
        let same =
            people.iter().filter(|(name, days)| (number(name) % 5) as i32 - 2 == *days).count();
        assert!(same.abs_diff(16_000) < 600, "{same}");
    }

    /// No text has a pseudonym that tells the key of shifts, whatever is derived from it.
    #[test]
    fn the_purpose_is_no_text() {
        assert!(String::from_utf8(PURPOSE.to_vec()).is_err());
        // Shifts under a key are those under the key that is derived for them.
        let mut derived = Hmac::<Sha256>::new_from_slice(&key(3)).unwrap();
        derived.update(PURPOSE);
        let derived = derived.finalize().into_bytes();
        let mut keyed = Hmac::<Sha256>::new_from_slice(&derived).unwrap();
        keyed.update(&[0; 4]);
        keyed.update(b"ann");
        let first: [u8; 8] = keyed.finalize().into_bytes()[..8].try_into().unwrap();
        let days = (u64::from_be_bytes(first) % 61) as i32 - 30;
        assert_eq!(DateShifts::new(&key(3)).unwrap().days("ann", 30), days);
    }
}
