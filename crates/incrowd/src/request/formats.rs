//! How cells are written, from the options that say it.

use std::collections::BTreeMap;

use incrowd_core::terms::{column_and_value, option_with};
use incrowd_io::{CellFormat, DateFormat, Formats, NumberFormat, TextEncoding};

use crate::error::{Error, Result};
use crate::options::ReadingOptions;

/// The encoding with this name.
pub(super) fn encoding(name: &str) -> Result<TextEncoding> {
    TextEncoding::named(name).ok_or_else(|| {
        let message = format!(
            "`encoding = {name}`: no such encoding is known; there are utf-8, utf-16, windows-1252 (Latin-1), \
             iso-8859-2, windows-1251, shift_jis, gbk and the others of the WHATWG's standard"
        );
        Error::options(message).with_value(name)
    })
}

/// The formats of all columns.
pub(super) fn formats(args: &ReadingOptions) -> Result<Formats> {
    let mut formats = Formats::default();
    for (column, (word, text)) in by_column("date-format", &args.date_format)? {
        let format = DateFormat::new(&text).map_err(|why| {
            let message = format!("{}: {why}", option_with("date-format", &word));
            Error::options(message).with_value(&text)
        })?;
        formats = formats.with(column, CellFormat::Date(format));
    }
    let decimals = signs("decimal", &args.decimal)?;
    let thousands = signs("thousands", &args.thousands)?;
    if let Some(sign) = thousands.get(&None) {
        // Years have no separators, and numbers are published as they came.
        let example = option_with("thousands", &format!("income={sign}"));
        let message = format!(
            "`thousands = {sign}`: name the columns that have it, as in {example}: other columns, such as years, are \
             written without, and what is published is written as it came in"
        );
        return Err(Error::options(message).with_value(sign.to_string()));
    }
    let columns: Vec<&Option<String>> = decimals.keys().chain(thousands.keys()).collect();
    let mut done: Vec<&Option<String>> = Vec::new();
    for column in columns {
        if done.contains(&column) {
            continue;
        }
        done.push(column);
        // What is said of all columns holds for each.
        let of = |signs: &BTreeMap<Option<String>, char>| {
            signs.get(column).or_else(|| signs.get(&None)).copied()
        };
        let (decimal, thousands) = (of(&decimals).unwrap_or('.'), of(&thousands));
        let format = NumberFormat::new(decimal, thousands).ok_or_else(|| {
            let words = thousands.map_or(String::new(), |sign| format!(" and `thousands = {sign}`"));
            let message = format!(
                "`decimal = {decimal}`{words}: numbers cannot be written so; `decimal` is a comma or a point, \
                 `thousands` another sign than it: a point, a comma, a blank, ' or _"
            );
            Error::options(message).with_value(decimal.to_string())
        })?;
        formats = formats.with(column.clone(), CellFormat::Number(format));
    }
    Ok(formats)
}

/// Words of the form `[COLUMN=]VALUE`: by column, or by none, the word and its value.
fn by_column(name: &str, words: &[String]) -> Result<BTreeMap<Option<String>, (String, String)>> {
    let mut values = BTreeMap::new();
    for word in words {
        let (column, text) = match column_and_value(word) {
            Some((column, text)) if !column.is_empty() && !text.is_empty() => (Some(column), text),
            _ => (None, word.as_str()),
        };
        if values.insert(column.clone(), (word.clone(), text.to_owned())).is_some() {
            let what = column.map_or_else(|| "all columns".to_owned(), |name| format!("'{name}'"));
            return Err(
                Error::options(format!("`{name}` is said of {what} twice")).with_value(text)
            );
        }
    }
    Ok(values)
}

/// One sign by column.
fn signs(name: &str, words: &[String]) -> Result<BTreeMap<Option<String>, char>> {
    let sign = |(column, (word, text)): (Option<String>, (String, String))| {
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => Ok((column, sign)),
            _ => {
                let message = format!("{}: one sign is needed", option_with(name, &word));
                Err(Error::options(message).with_value(text))
            }
        }
    };
    by_column(name, words)?.into_iter().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(date: &[&str], decimal: &[&str], thousands: &[&str]) -> Result<Formats> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        formats(&ReadingOptions {
            date_format: words(date),
            decimal: words(decimal),
            thousands: words(thousands),
            ..ReadingOptions::default()
        })
    }

    #[test]
    fn formats_are_of_all_columns_or_of_one() {
        let all = read(&["%d.%m.%Y", "seen=%m/%d/%Y"], &[","], &["born=."]).unwrap();
        assert_eq!(all.of("born").len(), 2);
        assert_eq!(all.of("born")[0].encode("1960-12-31").as_deref(), Some("31.12.1960"));
        assert_eq!(all.of("seen")[0].encode("1960-12-31").as_deref(), Some("12/31/1960"));
        let one = read(&[], &["pay=,"], &[]).unwrap();
        assert!(one.of("age").is_empty() && one.of("pay").len() == 1);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(read(&["%d.%m."], &[], &[]).is_err());
        assert!(read(&["a=%d.%m.%Y", "a=%F"], &[], &[]).is_err());
        assert!(read(&[], &[";"], &[]).is_err());
        assert!(read(&[], &[","], &[","]).is_err());
        assert!(read(&[], &["ab"], &[]).is_err());
        let bare = read(&[], &[], &["."]).unwrap_err();
        assert!(bare.to_string().contains("`thousands income = .`"), "{bare}");
        let offset = read(&["seen=%d.%m.%Y %H:%M %z"], &[], &[]).unwrap_err();
        assert!(offset.to_string().contains("offset"), "{offset}");
    }
}
