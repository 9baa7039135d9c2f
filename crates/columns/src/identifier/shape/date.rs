//! Dates as people write them: ISO days with or without a time, days and months in numbers in
//! either order, and months by name in seven languages.
//!
//! Why not one format: the day a person was born or admitted must be recognised however it is
//! written, and what is ambiguous must be known to be.

use jiff::civil::Date;

use super::month;

/// A date as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DateForm {
    /// A day; the earliest, where day and month can be read in either order.
    Day(Date),
    /// A month of a year, as its first day.
    Month(Date),
    /// A year, as its first day.
    Year(Date),
    /// A day of a year that was written with two digits: nobody knows the century.
    ShortYear,
}

/// Years that stand for themselves, without a day: other numbers of four digits are numbers.
const YEARS: std::ops::RangeInclusive<i16> = 1800..=2199;

/// Reads a date; `None` if the text is none.
pub(crate) fn read_date(text: &str) -> Option<DateForm> {
    let day = without_time(text.trim())?;
    // Nothing longer is a date, and most cells that are none end here.
    let dated =
        day.starts_with(char::is_alphanumeric) && day.ends_with(|c: char| c.is_ascii_digit());
    if !(4..=40).contains(&day.len()) || !dated {
        return None;
    }
    if day.bytes().all(|byte| byte.is_ascii_digit()) {
        return bare(day);
    }
    let (fields, signs) = fields(day)?;
    let same = signs.first().copied().filter(|first| signs.iter().all(|sign| sign == first));
    match fields[..] {
        [DatePart::Number(year), DatePart::Number(month), DatePart::Number(day)]
            if year.len() == 4 =>
        {
            same.filter(|sign| matches!(*sign, "-" | "/" | "."))?;
            calendar_day(year, number(month)?, day).map(DateForm::Day)
        }
        [DatePart::Number(first), DatePart::Number(second), DatePart::Number(year)] => {
            either_order(first, second, year, same?)
        }
        [DatePart::Number(year), DatePart::Number(month)] if year.len() == 4 => {
            same.filter(|sign| matches!(*sign, "-" | "/"))?;
            calendar_month(year, number(month).filter(|_| month.len() == 2)?)
        }
        [DatePart::Number(month), DatePart::Number(year)] if year.len() == 4 => {
            same.filter(|sign| matches!(*sign, "-" | "/"))?;
            calendar_month(year, number(month)?)
        }
        [DatePart::Number(day), DatePart::Word(month), DatePart::Number(year)]
        | [DatePart::Word(month), DatePart::Number(day), DatePart::Number(year)] => {
            spelled(day, month::by_name(month)?, year)
        }
        [DatePart::Word(month), DatePart::Number(year)] => {
            calendar_month(year, month::by_name(month)?)
        }
        _ => None,
    }
}

/// The text before a time of day, if there is one; `None` if what follows is no time.
fn without_time(text: &str) -> Option<&str> {
    let Some(colon) = text.find(':') else { return Some(text) };
    let start = text[..colon].rfind(['T', 't', ' '])?;
    let time = &text[start + 1..];
    let timely = |byte: u8| byte.is_ascii_digit() || b":.,+- ZzAaPpMmUuTtCc".contains(&byte);
    (time.len() <= 40 && time.bytes().all(timely)).then(|| text[..start].trim_end())
}

#[derive(Clone, Copy, Debug)]
enum DatePart<'a> {
    Number(&'a str),
    Word(&'a str),
}

/// The numbers and words of a date, and the signs between them; `None` if it has other signs, or
/// more than a date has.
fn fields(text: &str) -> Option<(Vec<DatePart<'_>>, Vec<&str>)> {
    let (mut fields, mut signs, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_like = |sign: char| match first {
            '0'..='9' => sign.is_ascii_digit(),
            _ if first.is_alphabetic() => sign.is_alphabetic(),
            _ => matches!(sign, '-' | '/' | '.' | ',' | ' '),
        };
        let end = rest.find(|sign| !is_like(sign)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        match first {
            _ if part.is_empty() || fields.len() > 3 => return None,
            '0'..='9' => fields.push(DatePart::Number(part)),
            // "4th of July", "4 de julio de 1950"
            _ if first.is_alphabetic() && is_filler(part) => {
                if matches!(signs.last(), Some(&" ")) {
                    signs.pop();
                }
            }
            _ if first.is_alphabetic() => fields.push(DatePart::Word(part)),
            _ => signs.push(part),
        }
        rest = after;
    }
    Some((fields, signs))
}

fn is_filler(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th" | "of" | "de" | "del" | "do" | "er")
}

/// Numbers without signs: a year, or year, month and day.
fn bare(digits: &str) -> Option<DateForm> {
    match digits.len() {
        4 => {
            let year = digits.parse().ok().filter(|year| YEARS.contains(year))?;
            Date::new(year, 1, 1).ok().map(DateForm::Year)
        }
        8 => {
            let month = number(&digits[4..6])?;
            let day = calendar_day(&digits[..4], month, &digits[6..])?;
            YEARS.contains(&day.year()).then_some(DateForm::Day(day))
        }
        _ => None,
    }
}

/// `07/04/1950`: the fourth of July or the seventh of April. Between dots the day stands first.
fn either_order(first: &str, second: &str, year: &str, sign: &str) -> Option<DateForm> {
    let (one, two) = (number(first)?, number(second)?);
    match (year.len(), sign) {
        (4, "." | ". ") => calendar_day(year, two, first).map(DateForm::Day),
        (4, "/" | "-") => {
            let (american, european) =
                (calendar_day(year, one, second), calendar_day(year, two, first));
            american.into_iter().chain(european).min().map(DateForm::Day)
        }
        (2, "/" | ".") if first.len() == 2 || sign == "/" => {
            let months = if sign == "/" { one.min(two) } else { two };
            let days = if sign == "/" { one.max(two) } else { one };
            ((1..=12).contains(&months) && (1..=31).contains(&days)).then_some(DateForm::ShortYear)
        }
        _ => None,
    }
}

/// `4 Jul 1950`.
fn spelled(day: &str, month: i8, year: &str) -> Option<DateForm> {
    match year.len() {
        2 => number(day).filter(|day| (1..=31).contains(day)).map(|_| DateForm::ShortYear),
        _ => calendar_day(year, month, day).map(DateForm::Day),
    }
}

fn calendar_month(year: &str, month: i8) -> Option<DateForm> {
    let first = calendar_day(year, month, "1")?;
    YEARS.contains(&first.year()).then_some(DateForm::Month(first))
}

fn calendar_day(year: &str, month: i8, day: &str) -> Option<Date> {
    let year = (year.len() == 4).then(|| year.parse().ok()).flatten()?;
    Date::new(year, month, number(day)?).ok()
}

/// A day or a month.
fn number(text: &str) -> Option<i8> {
    (1..=2).contains(&text.len()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_read_as_people_write_them() {
        let fourth = Some(DateForm::Day(date(1950, 7, 4)));
        for text in [
            "1950-07-04",
            "1950/7/4",
            "1950.07.04",
            "19500704",
            "1950-07-04T10:00:00Z",
            "1950-07-04 10:00:00.5+02:00",
            "4.7.1950",
            "04.07.1950 08:15",
            "4. 7. 1950",
            "4 Jul 1950",
            "04-JUL-1950",
            "04JUL1950",
            "4. Juli 1950",
            "July 4, 1950",
            "Jul 4th 1950 10:00 AM",
            "4th of July 1950",
            "4 juillet 1950",
            "4 de julio de 1950",
            "4 luglio 1950",
            "4 de julho de 1950",
        ] {
            assert_eq!(read_date(text), fourth, "{text}");
        }
        assert_eq!(read_date("3 März 1950"), Some(DateForm::Day(date(1950, 3, 3))));
        assert_eq!(read_date("5 août 1950"), Some(DateForm::Day(date(1950, 8, 5))));
    }

    #[test]
    fn the_earliest_reading_is_taken() {
        assert_eq!(read_date("07/04/1950"), Some(DateForm::Day(date(1950, 4, 7))));
        assert_eq!(read_date("04-07-1950"), Some(DateForm::Day(date(1950, 4, 7))));
        assert_eq!(read_date("12/31/1950"), Some(DateForm::Day(date(1950, 12, 31))));
        assert_eq!(read_date("31/12/1950"), Some(DateForm::Day(date(1950, 12, 31))));
    }

    #[test]
    fn parts_of_dates_are_told_apart() {
        assert_eq!(read_date("1950"), Some(DateForm::Year(date(1950, 1, 1))));
        for text in ["1950-07", "07/1950", "July 1950", "jul. 1950"] {
            assert_eq!(read_date(text), Some(DateForm::Month(date(1950, 7, 1))), "{text}");
        }
        for text in ["07/04/50", "04.07.50", "4-Jul-50"] {
            assert_eq!(read_date(text), Some(DateForm::ShortYear), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "-",
            "1",
            "12.1950",
            "123-45-6789",
            "2024-02-30",
            "2024-13-01",
            "31/31/1950",
            "1.2.3",
            "1.2.3.4",
            "212-555-0100",
            "4 Foo 1950",
            "May",
            "may be 1950",
            "1250",
            "12345678",
            "10:20:30",
            "[15,20)",
            "1950-07-04 to:day",
            "1/2",
            "2024--03-09",
            "Mai 7",
            "47906-1234",
            "-1950-07",
            "1950-07-",
            "4 4 1950",
            "19:50",
            "1950-7",
            "\u{661}\u{669}50",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }
}
