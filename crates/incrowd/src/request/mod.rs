//! From words to checked values, once, at the edge: past here everything is valid.

mod demands;
mod file;
mod mask;
mod method;
mod release;
mod scan;
mod written;

use std::collections::BTreeMap;
use std::path::Path;

use crate::Reading;
use crate::reading::{one_of, one_standard_input};
use incrowd_core::terms::{Kind, Nulls};
use incrowd_io::{Location, ReadOptions};
use incrowd_judge::Chains;

use crate::failure::{Failure, Result};
use crate::options::ReadingOptions;

pub use demands::{at_least_one, demands};
pub use file::{parse as parse_release_toml, with_file};
pub use mask::{MaskRequest, mask_request};
pub use method::method;
use release::weight;
pub use release::{Explore, ReleaseRequest, hierarchies, inputs};
pub use scan::ScanRequest;
pub use written::{written, written_models, written_reading};

/// How tables are to be read and their cells understood.
pub fn reading(args: &ReadingOptions) -> Result<Reading> {
    let options = ReadOptions {
        delimiter: args.delimiter.as_deref().map(|text| byte("--delimiter", text)).transpose()?,
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

/// Refuses to read two of the tables that were named, each by its flag, from standard input.
pub fn check_inputs(tables: &[(&'static str, Option<&Path>)]) -> Result<()> {
    let located =
        |&(flag, path): &(&'static str, Option<&Path>)| Some((flag, Location::from(path?)));
    let located: Vec<(&str, Location)> = tables.iter().filter_map(located).collect();
    one_standard_input(located.iter().map(|(flag, location)| (*flag, location)))
}

/// Refuses to write two things to standard output.
pub fn one_standard_output(json: bool, output: Option<&Location>) -> Result<()> {
    if json && output == Some(&Location::Standard) {
        let message = "--json and -o -: both want standard output; write to a file";
        return Err(Failure::new(message));
    }
    Ok(())
}

/// The place of what is written beside a command's answer: never standard output.
pub fn a_file(flag: &str, path: &Path) -> Result<Location> {
    match Location::from(path) {
        Location::Standard => Err(Failure::new(format!("{flag} -: name a file to write it to"))),
        location => Ok(location),
    }
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

/// The levels of `COL=N` words, at which whole columns are known to be published.
pub fn known_levels(
    words: &[String],
    hierarchies: &BTreeMap<String, Chains>,
) -> Result<BTreeMap<String, usize>> {
    let read = |text: &str| {
        text.parse::<usize>().map_err(|_| format!("'{text}' is no level; write a number from 0"))
    };
    let levels = by_column("--level", words, read)?;
    for (column, &level) in &levels {
        let Some(chains) = hierarchies.get(column) else {
            let message =
                format!("--level {column}={level}: '{column}' has no hierarchy (--hierarchy)");
            return Err(Failure::new(message).in_column(column));
        };
        if level > chains.height() {
            let message = format!(
                "--level {column}={level}: the hierarchy of '{column}' has levels 0 to {}",
                chains.height()
            );
            return Err(Failure::new(message).in_column(column).with_value(level.to_string()));
        }
    }
    Ok(levels)
}
