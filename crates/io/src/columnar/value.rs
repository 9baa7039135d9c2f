//! Typed values as text and back.
//!
//! Text is canonical: two equal values of a type have the same text. Reading back is therefore
//! allowed to be lenient; whoever needs to know compares the text that comes out again.

use std::io::Write as _;

use super::types::TimeUnit;
use crate::block::NoText;

const DAY: i64 = 86_400;

pub(crate) fn put_integer(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    put_unsigned(out, value.unsigned_abs());
}

pub(crate) fn put_unsigned(out: &mut Vec<u8>, value: u64) {
    put_padded(out, value, 1);
}

/// At least `width` digits.
fn put_padded(out: &mut Vec<u8>, mut value: u64, width: usize) {
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    while value > 0 || digits.len() - start < width {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[start..]);
}

/// The shortest digits that read back to the same number.
pub(crate) fn put_float(out: &mut Vec<u8>, value: f32) {
    if has_usual_size(value.into()) {
        out.extend_from_slice(zmij::Buffer::new().format_finite(value).as_bytes());
    } else {
        // Writing to memory cannot fail.
        let _ = write!(out, "{value:?}");
    }
}

/// The shortest digits that read back to the same number.
pub(crate) fn put_double(out: &mut Vec<u8>, value: f64) {
    if has_usual_size(value) {
        out.extend_from_slice(zmij::Buffer::new().format_finite(value).as_bytes());
    } else {
        let _ = write!(out, "{value:?}");
    }
}

/// Whether a number has no exponent in the spelling of the standard library, which takes several times as
/// long. Of two spellings that are equally short and near, zmij takes the even one, as most languages do.
fn has_usual_size(value: f64) -> bool {
    value == 0.0 || (1e-4..1e12).contains(&value.abs())
}

/// `value` / 10^`scale`, with all its digits.
pub(crate) fn put_decimal(out: &mut Vec<u8>, value: i128, scale: u8) {
    if value < 0 {
        out.push(b'-');
    }
    let digits = value.unsigned_abs();
    if scale == 0 {
        let _ = write!(out, "{digits}");
        return;
    }
    // The scale is at most 38, and 10^38 fits.
    let one = 10_u128.pow(scale.into());
    let _ = write!(out, "{}.{:0width$}", digits / one, digits % one, width = scale.into());
}

/// The number of a big-endian two's complement; `None` if it needs more than 128 bits.
pub(crate) fn from_big_endian(bytes: &[u8]) -> Option<i128> {
    if bytes.len() > size_of::<i128>() {
        return None;
    }
    let negative = bytes.first().is_some_and(|&byte| byte >= 0x80);
    let sign = if negative { -1 } else { 0 };
    Some(bytes.iter().fold(sign, |value, &byte| (value << 8) | i128::from(byte)))
}

/// `text` * 10^`scale`, if it is a number of that many decimals.
pub(crate) fn decimal(text: &str, precision: u8, scale: u8) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() != usize::from(scale) {
        return None;
    }
    let value: i128 = [whole, fraction].concat().parse().ok()?;
    let limit = 10_u128.checked_pow(precision.into())?;
    (value.unsigned_abs() < limit).then_some(value)
}

/// Days since 1970 as `YYYY-MM-DD`.
pub(crate) fn put_date(out: &mut Vec<u8>, days: i64) -> Result<(), NoText> {
    let (year, month, day) = civil(days).ok_or(NoText)?;
    put_padded(out, year, 4);
    out.push(b'-');
    put_padded(out, month, 2);
    out.push(b'-');
    put_padded(out, day, 2);
    Ok(())
}

/// Steps since 1970 as `YYYY-MM-DDTHH:MM:SS` and a fraction, if there is one.
pub(crate) fn put_timestamp(out: &mut Vec<u8>, steps: i64, unit: TimeUnit) -> Result<(), NoText> {
    let a_day = DAY * unit.per_second();
    put_date(out, steps.div_euclid(a_day))?;
    out.push(b'T');
    put_time(out, steps.rem_euclid(a_day), unit)
}

/// Steps since midnight as `HH:MM:SS` and a fraction without trailing zeros, if there is one.
pub(crate) fn put_time(out: &mut Vec<u8>, steps: i64, unit: TimeUnit) -> Result<(), NoText> {
    let seconds = u64::try_from(steps / unit.per_second()).map_err(|_| NoText)?;
    let mut fraction = u64::try_from(steps % unit.per_second()).map_err(|_| NoText)?;
    if seconds >= DAY as u64 {
        return Err(NoText);
    }
    put_padded(out, seconds / 3600, 2);
    out.push(b':');
    put_padded(out, seconds / 60 % 60, 2);
    out.push(b':');
    put_padded(out, seconds % 60, 2);
    if fraction > 0 {
        let mut width = unit.per_second().ilog10() as usize;
        while fraction % 10 == 0 {
            fraction /= 10;
            width -= 1;
        }
        out.push(b'.');
        put_padded(out, fraction, width);
    }
    Ok(())
}

/// The day that `YYYY-MM-DD` names, in days since 1970.
pub(crate) fn date(text: &str) -> Option<i64> {
    let mut parts = text.splitn(3, '-');
    let mut next = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (next()?, next()?, next()?);
    if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March here, so that the day that leap years add is their last one.
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(365 * year + leap_days(year) + day_of_year - EPOCH)
}

/// The moment that `YYYY-MM-DDTHH:MM:SS[.fraction]` names, in steps since 1970.
pub(crate) fn timestamp(text: &str, unit: TimeUnit) -> Option<i64> {
    let (day, time) = text.split_once('T')?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut parts = clock.splitn(3, ':');
    let mut next = || parts.next()?.parse::<i64>().ok();
    let seconds = next()?.checked_mul(3600)? + next()?.checked_mul(60)? + next()?;
    let width = unit.per_second().ilog10() as usize;
    let padded = format!("{fraction:0<width$}");
    let steps: i64 = if padded.len() == width { padded.parse().ok()? } else { return None };
    date(day)?
        .checked_mul(DAY)?
        .checked_add(seconds)?
        .checked_mul(unit.per_second())?
        .checked_add(steps)
}

/// A boolean, with its canonical text in `out`. Like all `read_` functions here it accepts more
/// than canonical text; a cell fits its type if it equals `out`.
pub(crate) fn read_boolean(text: &str, out: &mut Vec<u8>) -> Option<bool> {
    out.extend_from_slice(text.as_bytes());
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

pub(crate) fn read_integer(text: &str, out: &mut Vec<u8>) -> Option<i64> {
    let number = text.parse().ok()?;
    put_integer(out, number);
    Some(number)
}

pub(crate) fn read_unsigned(text: &str, out: &mut Vec<u8>) -> Option<u64> {
    let number = text.parse().ok()?;
    put_unsigned(out, number);
    Some(number)
}

pub(crate) fn read_float(text: &str, out: &mut Vec<u8>) -> Option<f32> {
    let number = text.parse().ok()?;
    put_float(out, number);
    Some(number)
}

pub(crate) fn read_double(text: &str, out: &mut Vec<u8>) -> Option<f64> {
    let number = text.parse().ok()?;
    put_double(out, number);
    Some(number)
}

pub(crate) fn read_decimal(
    text: &str,
    precision: u8,
    scale: u8,
    out: &mut Vec<u8>,
) -> Option<i128> {
    let number = decimal(text, precision, scale)?;
    put_decimal(out, number, scale);
    Some(number)
}

pub(crate) fn read_date(text: &str, out: &mut Vec<u8>) -> Option<i32> {
    let days = date(text)?;
    put_date(out, days).ok()?;
    i32::try_from(days).ok()
}

pub(crate) fn read_timestamp(text: &str, unit: TimeUnit, out: &mut Vec<u8>) -> Option<i64> {
    let steps = timestamp(text, unit)?;
    put_timestamp(out, steps, unit).ok()?;
    Some(steps)
}

/// Days from the first of March of the year 0 to the first of January 1970.
const EPOCH: i64 = 719_468;

fn leap_days(year: i64) -> i64 {
    year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)
}

/// Year, month and day; `None` outside of the years 0 to 9999.
fn civil(days: i64) -> Option<(u64, u64, u64)> {
    const CYCLE: i64 = 146_097;
    let days = days.checked_add(EPOCH)?;
    // The calendar repeats every 400 years. Within them, the day of the year is what is left when
    // all whole years are taken away; years begin in March.
    let day_of_cycle = days.rem_euclid(CYCLE);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + leap_days(year_of_cycle));
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_cycle + days.div_euclid(CYCLE) * 400 + i64::from(month <= 2);
    let unsigned = |number: i64| u64::try_from(number).ok();
    Some((unsigned(year).filter(|&year| year <= 9999)?, unsigned(month)?, unsigned(day)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(put: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        put(&mut out);
        String::from_utf8(out).unwrap()
    }

    fn timestamp_text(steps: i64, unit: TimeUnit) -> String {
        text(|out| put_timestamp(out, steps, unit).unwrap())
    }

    #[test]
    fn numbers_are_written_in_full() {
        assert_eq!(text(|out| put_integer(out, i64::MIN)), i64::MIN.to_string());
        assert_eq!(text(|out| put_integer(out, 0)), "0");
        assert_eq!(text(|out| put_unsigned(out, u64::MAX)), u64::MAX.to_string());
        assert_eq!(text(|out| put_double(out, 0.1)), "0.1");
        assert_eq!(text(|out| put_double(out, 3.0)), "3.0");
        assert_eq!(text(|out| put_double(out, 1e300)), "1e300");
        assert_eq!(text(|out| put_float(out, 0.1)), "0.1");
        // As near as ..313, and even.
        assert_eq!(text(|out| put_double(out, 1.0 + 1.0 / 131_072.0)), "1.0000076293945312");
        assert_eq!(text(|out| put_decimal(out, -5, 2)), "-0.05");
        assert_eq!(text(|out| put_decimal(out, 12_345, 2)), "123.45");
        assert_eq!(text(|out| put_decimal(out, 7, 0)), "7");
    }

    proptest::proptest! {
        #[test]
        fn floats_are_spelled_as_the_standard_library_spells_them(
            bits in proptest::prelude::any::<u64>(),
            digits in -1_000_000_000_000_i64..1_000_000_000_000,
            power in 0..18,
        ) {
            /// Equal but for the last digit, of which there may be two that are as good.
            fn is_same(text: &str, other: &str) -> bool {
                let end = other.len() - 1;
                text == other || text.len() == other.len() && text[..end] == other[..end]
            }
            let near = digits as f64 / 10_f64.powi(power);
            for value in [f64::from_bits(bits), near, near.trunc(), -0.0] {
                let (spelled, other) = (text(|out| put_double(out, value)), format!("{value:?}"));
                proptest::prop_assert!(is_same(&spelled, &other), "{} {}", spelled, other);
                let read: f64 = spelled.parse().unwrap();
                proptest::prop_assert!(read.to_bits() == value.to_bits() || value.is_nan());
                let single = value as f32;
                let (spelled, other) = (text(|out| put_float(out, single)), format!("{single:?}"));
                proptest::prop_assert!(is_same(&spelled, &other), "{} {}", spelled, other);
                let read: f32 = spelled.parse().unwrap();
                proptest::prop_assert!(read.to_bits() == single.to_bits() || single.is_nan());
            }
        }
    }

    #[test]
    fn big_endian_numbers_keep_their_sign() {
        assert_eq!(from_big_endian(&[0xff]), Some(-1));
        assert_eq!(from_big_endian(&[0x00, 0xff]), Some(255));
        assert_eq!(from_big_endian(&i128::MIN.to_be_bytes()), Some(i128::MIN));
        assert_eq!(from_big_endian(&[]), Some(0));
        assert_eq!(from_big_endian(&[0; 17]), None);
    }

    #[test]
    fn moments_lose_trailing_zeros() {
        assert_eq!(timestamp_text(0, TimeUnit::Milliseconds), "1970-01-01T00:00:00");
        assert_eq!(timestamp_text(-1, TimeUnit::Milliseconds), "1969-12-31T23:59:59.999");
        assert_eq!(timestamp_text(1_500_000, TimeUnit::Microseconds), "1970-01-01T00:00:01.5");
        assert_eq!(timestamp_text(1_000, TimeUnit::Nanoseconds), "1970-01-01T00:00:00.000001");
    }

    #[test]
    fn years_have_four_digits_or_no_text() {
        let last = date("9999-12-31").unwrap();
        assert_eq!(text(|out| put_date(out, last).unwrap()), "9999-12-31");
        assert_eq!(put_date(&mut Vec::new(), last + 1), Err(NoText));
        let first = date("0000-01-01").unwrap();
        assert_eq!(text(|out| put_date(out, first).unwrap()), "0000-01-01");
        assert_eq!(put_date(&mut Vec::new(), first - 1), Err(NoText));
        assert_eq!(put_date(&mut Vec::new(), i64::MAX), Err(NoText));
        assert_eq!(put_time(&mut Vec::new(), -1, TimeUnit::Milliseconds), Err(NoText));
        assert_eq!(put_time(&mut Vec::new(), 86_400_000, TimeUnit::Milliseconds), Err(NoText));
    }

    #[test]
    fn nonsense_is_no_value() {
        for text in
            ["", "2024", "2024-13-01", "2024-01-32", "2024-01-01-01", "x-y-z", "10000-01-01"]
        {
            assert_eq!(date(text), None, "{text}");
        }
        assert_eq!(timestamp("2024-01-01", TimeUnit::Milliseconds), None);
        assert_eq!(timestamp("2024-01-01T00:00:00.0001", TimeUnit::Milliseconds), None);
        assert_eq!(decimal("1.5", 9, 2), None);
        assert_eq!(decimal("12.34", 3, 2), None);
        assert_eq!(decimal("", 3, 0), None);
    }

    proptest! {
        #[test]
        fn days_agree_with_the_calendar(days in -719_528_i64..2_932_897) {
            let epoch = jiff::civil::date(1970, 1, 1);
            let day = epoch.checked_add(jiff::Span::new().days(days)).unwrap();
            let written = text(|out| put_date(out, days).unwrap());
            prop_assert_eq!(&written, &day.to_string());
            prop_assert_eq!(date(&written), Some(days));
        }

        #[test]
        fn moments_read_back(micros in -62_167_219_200_000_000_i64..253_402_300_800_000_000) {
            for (steps, unit) in [
                (micros / 1000, TimeUnit::Milliseconds),
                (micros, TimeUnit::Microseconds),
                (micros / 64, TimeUnit::Nanoseconds),
            ] {
                prop_assert_eq!(timestamp(&timestamp_text(steps, unit), unit), Some(steps));
            }
        }

        #[test]
        fn decimals_read_back(value in -999_999_999_999_i128..1_000_000_000_000, scale in 0_u8..12) {
            let written = text(|out| put_decimal(out, value, scale));
            prop_assert_eq!(decimal(&written, 12, scale), Some(value));
        }
    }
}
