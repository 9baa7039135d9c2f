//! From words to checked values, once, at the edge: past here everything is valid.

mod action;
mod demands;
mod file;
mod mask;
mod method;
mod release;
mod scan;
mod written;

use std::collections::BTreeMap;

use incrowd::terms::{Kind, Nulls, Refusal};
use incrowd_io::{ReadOptions, Table};

use crate::args::ReadArgs;
use crate::failure::{Failure, Result};

pub use action::Action;
pub use demands::{at_least_one, demands};
pub use file::{parse as parse_release_toml, with_file};
pub use incrowd::terms::did_you_mean;
pub use mask::{Asked, Form, Masking};
pub use method::{Algorithm, Method, Recoding};
use release::weight;
pub use release::{Explore, Order, Plan, Source, Suppression, hierarchies, hierarchy_files};
pub use scan::{ScanPlan, listed};
pub use written::{written, written_models, written_reading};

/// How tables are read and their cells understood.
#[derive(Clone)]
pub struct Reading {
    pub options: ReadOptions,
    pub nulls: Nulls,
    pub kinds: BTreeMap<String, Kind>,
}

impl Reading {
    pub fn new(args: &ReadArgs) -> Result<Self> {
        let options = ReadOptions {
            delimiter: args
                .delimiter
                .as_deref()
                .map(|text| byte("--delimiter", text))
                .transpose()?,
            header: !args.no_header,
            names: (!args.names.is_empty()).then(|| args.names.clone()),
            trim: args.trim,
            comment: args.comment.as_deref().map(|text| byte("--comment", text)).transpose()?,
        };
        let kinds = by_column("--type", &args.kind, |name| {
            let kinds = Kind::ALL.map(Kind::name).join(", ");
            Kind::from_name(name).ok_or_else(|| format!("'{name}' is no type; there are {kinds}"))
        })?;
        Ok(Reading { options, nulls: Nulls::declared(args.null.iter().map(String::as_str)), kinds })
    }
}

/// One byte, or `\t`, or `tab`.
fn byte(flag: &str, text: &str) -> Result<u8> {
    match text.as_bytes() {
        [byte] => Ok(*byte),
        b"\\t" | b"tab" => Ok(b'\t'),
        _ => {
            let message = format!("{flag} '{text}': one byte is needed, such as ';' or '\\t'");
            Err(Failure::new(message).with_value(text))
        }
    }
}

/// Reads `COL=VALUE` words; a column named twice is an error.
pub fn by_column<T>(
    flag: &str,
    words: &[String],
    read: impl Fn(&str) -> std::result::Result<T, String>,
) -> Result<BTreeMap<String, T>> {
    let mut values = BTreeMap::new();
    for word in words {
        let (column, text) = split(flag, word)?;
        let value = read(text).map_err(|why| {
            Failure::new(format!("{flag} {word}: {why}")).in_column(column).with_value(text)
        })?;
        if values.insert(column.to_owned(), value).is_some() {
            let message = format!("{flag} names the column '{column}' twice");
            return Err(Failure::new(message).in_column(column).with_value(text));
        }
    }
    Ok(values)
}

/// The column and the rest of a `COL=VALUE` word.
pub fn split<'a>(flag: &str, word: &'a str) -> Result<(&'a str, &'a str)> {
    match word.split_once('=') {
        Some((column, value)) if !column.is_empty() && !value.is_empty() => Ok((column, value)),
        _ => {
            let message = format!("{flag} '{word}': write it as COLUMN=VALUE");
            Err(Failure::new(message).with_value(word))
        }
    }
}

/// Finds each of the columns in a table, and refuses unknown and repeated ones.
pub fn places(table: &Table, flag: &str, columns: &[String]) -> Result<Vec<usize>> {
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let place = table.columns().iter().position(|name| name == column).ok_or_else(|| {
            let hint = did_you_mean(column, table.columns().iter().map(String::as_str));
            let known = table.columns().join(", ");
            let message = format!(
                "{}: there is no column '{column}' ({flag}); its columns are {known}{hint}",
                table.name()
            );
            Failure::new(message).in_file(table.name()).in_column(column)
        })?;
        if places.contains(&place) {
            let message = format!("{flag} names the column '{column}' twice");
            return Err(Failure::new(message).in_column(column));
        }
        places.push(place);
    }
    Ok(places)
}

/// Whether the one preset there is was asked for.
pub fn safe_harbor(preset: Option<&str>) -> Result<bool> {
    const NAME: &str = "hipaa-safe-harbor";
    match preset {
        None => Ok(false),
        Some(NAME) => Ok(true),
        Some(other) => Err(one_of("--preset", other, &[NAME])),
    }
}

/// A word that is none of those known.
pub fn one_of(flag: &str, word: &str, known: &[&str]) -> Failure {
    Refusal::none_of(flag, word, known).into()
}
