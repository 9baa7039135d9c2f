//! How a file is written, found out before it is scanned: encoding, delimiter, blanks around cells,
//! words for missing values, formats of dates and of numbers, and a missing header.
//!
//! Every cell is looked at, because one value decides: `13/01/1960` is no month. What is found is
//! put into the options, so that it holds for this scan and for a `release.toml`, and said. What
//! the values leave open is asked.

mod column;
mod dates;
mod header;
mod hint;
mod numbers;
mod words;

use incrowd_core::terms::{Kind, column_and_value, option_with, quoted_name};
use incrowd_io::{Block, ColumnType, IoError, Problem, Table, TableFile};

use crate::error::Result;
use crate::execution::Execution;
use crate::options::ReadingOptions;
use crate::request::reading;

use column::ColumnForm;
use dates::DateFinding;
pub use hint::hints;
use numbers::NumberFinding;

/// How a file is written.
#[derive(Debug)]
pub struct Detected {
    /// The options that were given, with what was found.
    pub read: ReadingOptions,
    /// What was found or is to be asked, in sentences.
    pub said: Vec<String>,
}

/// Looks at a whole file.
///
/// # Errors
/// A file that cannot be read.
pub fn detect(file: &TableFile, given: &ReadingOptions, execution: &Execution) -> Result<Detected> {
    let mut found = Detected { read: given.clone(), said: Vec::new() };
    found.delimiter(file)?;
    let (table, forms) = match look(file, &found.read, execution) {
        Err(error) if found.is_encoding(&error) => {
            // Names may have been unreadable until now.
            found.delimiter(file)?;
            look(file, &found.read, execution)?
        }
        other => other?,
    };
    let (table, forms) = match found.no_header(&table, &forms) {
        true => look(file, &found.read, execution)?,
        false => (table, forms),
    };
    found.blanks(&table, &forms);
    let names = match found.read.trim && !given.trim {
        true => file.open(&reading(&found.read)?.options)?.columns().to_vec(),
        false => table.columns().to_vec(),
    };
    found.missing(&names, &forms);
    // Values with a type are not written in any format.
    let kinds = table.kinds();
    let is_text =
        |place: usize| kinds.as_ref().is_none_or(|kinds| kinds[place] == ColumnType::Text);
    let texts = names.iter().zip(&forms).enumerate().filter(|(place, _)| is_text(*place));
    for (_, (name, form)) in texts {
        found.dates(name, form);
        found.numbers(name, form);
    }
    Ok(found)
}

/// The table, and what its columns look like.
fn look(
    file: &TableFile,
    read: &ReadingOptions,
    execution: &Execution,
) -> Result<(Table, Vec<ColumnForm>)> {
    let mut options = reading(read)?.options;
    // Cells as they stand in the file.
    options.formats = incrowd_io::Formats::default();
    let table = execution.metered(file.open(&options)?);
    let declared = |name: &String| read.null.contains(name);
    let empty = || table.columns().iter().map(|_| ColumnForm::default()).collect::<Vec<_>>();
    let each = |forms: &mut Vec<ColumnForm>, block: &Block| {
        for row in 0..block.rows() {
            for (form, cell) in forms.iter_mut().zip(block.row(row)) {
                form.add(cell, |text| declared(&text.to_owned()));
            }
        }
        Ok(())
    };
    let mut parts = execution.fold("reading", &table, empty, each)?.into_iter();
    let mut forms = parts.next().unwrap_or_else(empty);
    for part in parts {
        forms.iter_mut().zip(part).for_each(|(form, other)| form.merge(other));
    }
    Ok((table, forms))
}

impl Detected {
    /// Whether another encoding is the remedy, which is then taken.
    fn is_encoding(&mut self, error: &crate::Error) -> bool {
        let source =
            std::error::Error::source(error).and_then(|error| error.downcast_ref::<IoError>());
        let Some(Problem::NotUtf8 { likely: Some(likely) }) = source.map(IoError::problem) else {
            return false;
        };
        if self.read.encoding.is_some() {
            return false;
        }
        let name = likely.name();
        self.said.push(format!(
            "the file is not UTF-8, and is read as {name} (`encoding = {name}`): look whether names with \
             accents are right"
        ));
        self.read.encoding = Some(name.to_owned());
        true
    }

    /// Takes another delimiter, if the header holds it and it parts all rows.
    fn delimiter(&mut self, file: &TableFile) -> Result<()> {
        let open =
            |read: &ReadingOptions| Ok::<_, crate::Error>(file.open(&reading(read)?.options));
        let table = open(&self.read)?;
        let mark = table.ok().and_then(|table| table.suspected_delimiter());
        let Some(mark) = mark.filter(|_| self.read.delimiter.is_none()) else { return Ok(()) };
        let read = ReadingOptions { delimiter: Some(mark.to_string()), ..self.read.clone() };
        let Ok(parted) = open(&read)? else { return Ok(()) };
        let is_ragged = |error: IoError| matches!(error.problem(), Problem::Ragged { .. });
        let ragged = parted.blocks().any(|block| block.is_err_and(is_ragged));
        if parted.columns().len() > 1 && !ragged {
            self.said.push(format!("cells are separated by {mark:?} (`delimiter = {mark:?}`)"));
            self.read = read;
        }
        Ok(())
    }

    /// Takes a first line for a row if each of its cells is like those below it, and asks if only some
    /// are. Whether it was taken.
    fn no_header(&mut self, table: &Table, forms: &[ColumnForm]) -> bool {
        if self.read.no_header || !self.read.names.is_empty() || table.kinds().is_some() {
            return false;
        }
        if header::is_row(table) {
            self.read.no_header = true;
            self.said.push(format!(
                "the first line is like the rows below it ({}) and is read as a row (`no-header`): `names` names \
                 the columns",
                begin(table)
            ));
            return true;
        }
        let is_value = |name: &str| {
            let name = name.trim();
            [Kind::Decimal, Kind::Date].iter().any(|kind| kind.read(name).is_some())
                || dates::fits_any(name)
        };
        let typed = || table.columns().iter().zip(forms).filter(|(_, form)| form.is_numbers());
        let (typed_columns, values) =
            (typed().count(), typed().filter(|(name, _)| is_value(name)).count());
        if typed_columns > 0 && values == typed_columns {
            self.said.push(format!(
                "the first line looks like a row and not like names ({}): say `no-header` if the table has no \
                 header, and `names` to name its columns",
                begin(table)
            ));
        }
        false
    }

    /// Drops blanks that follow the delimiter.
    fn blanks(&mut self, table: &Table, forms: &[ColumnForm]) {
        let column = forms.iter().position(|form| form.begins_with_blanks());
        if let Some(place) = column.filter(|_| !self.read.trim) {
            self.read.trim = true;
            self.said.push(format!(
                "cells begin with blanks, as in the column '{}': blanks around cells are ignored (`trim`)",
                table.columns()[place].trim()
            ));
        }
    }

    /// Declares words that say that a value is missing.
    fn missing(&mut self, names: &[String], forms: &[ColumnForm]) {
        for word in words::missing(forms) {
            let has = |(_, form): &(&String, &ColumnForm)| form.words.contains_key(&word);
            let columns: Vec<_> =
                names.iter().zip(forms).filter(has).map(|(name, _)| name.as_str()).collect();
            let more = match columns.len() {
                0..=3 => String::new(),
                many => format!(" and {} others", many - 3),
            };
            let listed = columns[..columns.len().min(3)].join(", ");
            self.said
                .push(format!("'{word}' is read as missing (`null = {word}`), in {listed}{more}"));
            self.read.null.push(word);
        }
    }

    /// Takes the format of a column's dates, or asks for it.
    fn dates(&mut self, name: &str, form: &ColumnForm) {
        if is_said(&self.read.date_format, name) || is_said(&self.read.kind, name) {
            return;
        }
        match form.dates.finding(form.values) {
            Some(DateFinding::Format(format)) => {
                let word = format!("{}={format}", quoted_name(name));
                self.said.push(format!(
                    "the dates of '{name}' are written {format} ({})",
                    option_with("date-format", &word)
                ));
                self.read.date_format.push(word);
            }
            Some(DateFinding::Ambiguous(one, other)) => {
                let word = |format: &str| {
                    option_with("date-format", &format!("{}={format}", quoted_name(name)))
                };
                self.said.push(format!(
                    "'{name}' has dates, but its values do not tell day from month; it is read as text until you say \
                     which it is: {} or {}",
                    word(&one), word(&other)
                ));
            }
            Some(DateFinding::ShortYear(format)) => {
                let word = option_with("date-format", &format!("{}={format}", quoted_name(name)));
                self.said.push(format!(
                    "'{name}' has dates without a century; it is read as text. Say {word} if 69 to 99 are 1969 to 1999 \
                     and 00 to 68 are 2000 to 2068; otherwise write the years with four digits"
                ));
            }
            None => {}
        }
    }

    /// Takes the format of a column's numbers, or asks for it.
    fn numbers(&mut self, name: &str, form: &ColumnForm) {
        let read = &mut self.read;
        let said = is_said(&read.decimal, name) || is_said(&read.thousands, name);
        if said || is_said(&read.kind, name) || is_said(&read.date_format, name) {
            return;
        }
        let column = quoted_name(name);
        match form.numbers.finding(form.values) {
            Some(NumberFinding::Format { decimal, thousands }) => {
                let mut words = Vec::new();
                if decimal != '.' {
                    read.decimal.push(format!("{column}={decimal}"));
                    words.push(option_with("decimal", &format!("{column}={decimal}")));
                }
                if let Some(sign) = thousands {
                    read.thousands.push(format!("{column}={sign}"));
                    words.push(option_with("thousands", &format!("{column}={sign}")));
                }
                let example = &form.numbers.example;
                self.said
                    .push(format!("'{name}' has numbers such as {example} ({})", words.join(", ")));
            }
            Some(NumberFinding::Ambiguous) => {
                let example = &form.numbers.example;
                self.said.push(format!(
                    "'{name}' has numbers such as {example}, in which the comma may stand before a fraction or \
                     separate thousands; it is read as text until you say which: {} or {}",
                    option_with("decimal", &format!("{column}=,")),
                    option_with("thousands", &format!("{column}=,"))
                ));
            }
            None => {}
        }
    }
}

/// The first names of a table.
fn begin(table: &Table) -> String {
    let names: Vec<&str> = table.columns().iter().take(4).map(String::as_str).collect();
    names.join(", ")
}

/// Whether a word is about this column or about all.
fn is_said(words: &[String], name: &str) -> bool {
    words.iter().any(|word| column_and_value(word).is_none_or(|(column, _)| column == name))
}
