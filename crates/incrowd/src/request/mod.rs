//! From options to checked values, once: past here everything is valid.

mod demands;
mod file;
mod formats;
mod idle;
mod mask;
mod method;
mod preset;
mod release;
mod scan;
mod shared;
mod written;

use std::collections::BTreeMap;
use std::path::Path;

use crate::Reading;
use crate::reading::one_standard_input;
use incrowd_core::terms::{Kind, Nulls, column_and_value, option_with};
use incrowd_io::{Location, ReadOptions};
use incrowd_judge::Chains;

use crate::error::{Error, Result};
use crate::options::ReadingOptions;

pub use demands::{at_least_one, demands};
pub use file::{parse as parse_release_toml, with_file};
pub use mask::{MaskRequest, mask_request};
pub use method::method;
pub(crate) use preset::{check_preset, mask_preset, release_preset};
use release::weight;
pub use release::{Explore, ReleaseRequest, earlier_releases, files_of, hierarchies, inputs};
pub use scan::ScanRequest;
pub use shared::{OverRelease, over_release};
pub use written::{written, written_models, written_reading};

/// How tables are to be read and their cells understood.
pub fn reading(args: &ReadingOptions) -> Result<Reading> {
    let options = ReadOptions {
        delimiter: args.delimiter.as_deref().map(|text| byte("delimiter", text)).transpose()?,
        header: !args.no_header,
        names: (!args.names.is_empty()).then(|| args.names.clone()),
        trim: args.trim,
        comment: args.comment.as_deref().map(|text| byte("comment", text)).transpose()?,
        encoding: args.encoding.as_deref().map(formats::encoding).transpose()?,
        sheet: args.sheet.clone(),
        formats: formats::formats(args)?,
    };
    let kinds = by_column("type", &args.kind, |name| {
        let kinds = Kind::ALL.map(Kind::name).join(", ");
        Kind::from_name(name).ok_or_else(|| format!("'{name}' is no type; there are {kinds}"))
    })?;
    Ok(Reading { options, nulls: Nulls::declared(args.null.iter().map(String::as_str)), kinds })
}

/// One byte, or `\t`, or `tab`.
fn byte(name: &str, text: &str) -> Result<u8> {
    match text.as_bytes() {
        [byte] => Ok(*byte),
        b"\\t" | b"tab" => Ok(b'\t'),
        _ => {
            let message = format!("`{name} = '{text}'`: one byte is needed, such as ';' or '\\t'");
            Err(Error::options(message).with_value(text))
        }
    }
}

/// Reads `COL=VALUE` words; a column named twice is an error.
pub fn by_column<T>(
    name: &str,
    words: &[String],
    read: impl Fn(&str) -> std::result::Result<T, String>,
) -> Result<BTreeMap<String, T>> {
    let mut values = BTreeMap::new();
    for word in words {
        let (column, text) = split(name, word)?;
        let value = read(text).map_err(|why| {
            let message = format!("{}: {why}", option_with(name, word));
            Error::options(message).in_column(&column).with_value(text)
        })?;
        if values.contains_key(&column) {
            let message = format!("`{name}` names the column '{column}' twice");
            return Err(Error::options(message).in_column(column).with_value(text));
        }
        values.insert(column, value);
    }
    Ok(values)
}

/// The column and the rest of a `COL=VALUE` word.
pub fn split<'a>(name: &str, word: &'a str) -> Result<(String, &'a str)> {
    match column_and_value(word) {
        Some((column, value)) if !column.is_empty() && !value.is_empty() => Ok((column, value)),
        _ => {
            let message = format!("`{name} = '{word}'`: write it as COLUMN=VALUE");
            Err(Error::options(message).with_value(word))
        }
    }
}

/// Refuses to read two of the tables that were named, each by its option, from standard input.
pub fn check_inputs(tables: &[(&'static str, Option<&Path>)]) -> Result<()> {
    let located =
        |&(option, path): &(&'static str, Option<&Path>)| Some((option, Location::from(path?)));
    let located: Vec<(&str, Location)> = tables.iter().filter_map(located).collect();
    one_standard_input(located.iter().map(|(option, location)| (*option, location)))
}

/// The place of what is written beside a command's answer: never standard output.
pub fn a_file(name: &str, path: &Path) -> Result<Location> {
    match Location::from(path) {
        Location::Standard => {
            Err(Error::options(format!("`{name} = -`: name a file to write it to")))
        }
        location => Ok(location),
    }
}

/// The levels of `COL=N` words, at which whole columns are known to be published.
pub fn known_levels(
    words: &[String],
    hierarchies: &BTreeMap<String, Chains>,
) -> Result<BTreeMap<String, usize>> {
    let read = |text: &str| {
        text.parse::<usize>().map_err(|_| format!("'{text}' is no level; write a number from 0"))
    };
    let levels = by_column("level", words, read)?;
    for (column, &level) in &levels {
        let Some(chains) = hierarchies.get(column) else {
            let message =
                format!("`level {column} = {level}`: '{column}' has no hierarchy (`hierarchy`)");
            return Err(Error::options(message).in_column(column));
        };
        if level > chains.height() {
            let message = format!(
                "`level {column} = {level}`: the hierarchy of '{column}' has levels 0 to {}",
                chains.height()
            );
            return Err(Error::options(message).in_column(column).with_value(level.to_string()));
        }
    }
    Ok(levels)
}
