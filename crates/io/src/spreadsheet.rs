//! A sheet of an Excel or OpenDocument file as a table.
//!
//! The sheet is held in memory: both formats are compressed trees that cannot be read in blocks,
//! and neither holds more than a million rows. Numbers that are whole have no fraction, because
//! Excel keeps all numbers as floating point; dates are ISO 8601.

use std::io::BufReader;

use calamine::{Data, ExcelDateTime, Ods, Range, Reader, Xlsx};

use crate::columnar::ColumnType;
use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::file::FileBytes;
use crate::memory::{ColumnValues, MemoryTable};
use crate::source::{Pass, TableSource};
use crate::table::ReadOptions;

/// A sheet that was read.
#[derive(Debug)]
pub(crate) struct SheetTable {
    file: FileBytes,
    rows: MemoryTable,
}

impl SheetTable {
    pub(crate) fn open(file: FileBytes, options: &ReadOptions) -> Result<SheetTable, IoError> {
        let range = range(&file, options.sheet.as_deref())?;
        let rows = table(&file.name, &range, options)?;
        Ok(SheetTable { file, rows })
    }
}

impl TableSource for SheetTable {
    fn name(&self) -> &str {
        &self.file.name
    }

    fn columns(&self) -> &[String] {
        self.rows.columns()
    }

    fn kinds(&self) -> Option<Vec<ColumnType>> {
        None
    }

    fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    fn chunks(&self) -> u64 {
        self.rows.chunks()
    }

    fn begin(&self) -> Result<Box<dyn Pass<'_> + '_>, IoError> {
        self.rows.begin()
    }

    fn digest(&self) -> Result<Digest, IoError> {
        self.file.digest()
    }
}

/// The cells of the sheet with this name, or of the only one.
fn range(file: &FileBytes, sheet: Option<&str>) -> Result<Range<Data>, IoError> {
    let wrong = |error: &dyn std::fmt::Display| {
        IoError::new(&file.name, Problem::Spreadsheet(error.to_string()))
    };
    let reader = BufReader::new(file.file()?);
    if file.name.to_ascii_lowercase().ends_with(".ods") {
        let mut book = Ods::new(reader).map_err(|error| wrong(&error))?;
        let name = chosen(file, &book.sheet_names(), sheet)?;
        return book.worksheet_range(&name).map_err(|error| wrong(&error));
    }
    let mut book = Xlsx::new(reader).map_err(|error| wrong(&error))?;
    let name = chosen(file, &book.sheet_names(), sheet)?;
    book.worksheet_range(&name).map_err(|error| wrong(&error))
}

/// The sheet to read: which of several, somebody must say.
fn chosen(file: &FileBytes, names: &[String], sheet: Option<&str>) -> Result<String, IoError> {
    let listed = names.join(", ");
    let problem = match (sheet, names) {
        (Some(sheet), _) if names.iter().any(|name| name == sheet) => return Ok(sheet.to_owned()),
        (None, [only]) => return Ok(only.clone()),
        (_, []) => Problem::Spreadsheet("it has no sheets".to_owned()),
        (Some(sheet), _) => Problem::Options(format!(
            "`sheet = {sheet}`: there is no such sheet; its sheets are {listed}"
        )),
        (None, _) => Problem::Options(format!(
            "has several sheets: say with `sheet` which one to read ({listed})"
        )),
    };
    Err(IoError::new(&file.name, problem))
}

/// The rows below the header, without empty ones.
fn table(name: &str, range: &Range<Data>, options: &ReadOptions) -> Result<MemoryTable, IoError> {
    let text = |cell: &Data| {
        let text = text(cell);
        if options.trim { text.trim_matches([' ', '\t']).to_owned() } else { text }
    };
    let mut rows = range.rows().map(|row| row.iter().map(text).collect::<Vec<String>>());
    let first = rows.next().ok_or_else(|| IoError::new(name, Problem::Empty))?;
    let width = first.len();
    let mut columns: Vec<Vec<String>> = vec![Vec::new(); width];
    let mut add = |row: Vec<String>| {
        if row.iter().any(|cell| !cell.is_empty()) {
            columns.iter_mut().zip(row).for_each(|(column, cell)| column.push(cell));
        }
    };
    let header = match options.header {
        true => first,
        false => {
            add(first);
            (1..=width).map(|place| format!("c{place}")).collect()
        }
    };
    rows.for_each(add);
    let names = options.names.clone().unwrap_or(header);
    if names.len() != width {
        let problem = Problem::NameCount { found: width, given: names.len() };
        return Err(IoError::new(name, problem));
    }
    let values = columns.into_iter().map(ColumnValues::from);
    MemoryTable::new(name, names.into_iter().zip(values))
}

/// The text of a cell.
fn text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number_text(*number),
        Data::String(text) => text.clone(),
        Data::Bool(truth) => truth.to_string(),
        Data::DateTime(moment) => moment_text(moment),
        Data::DateTimeIso(text) => text.strip_suffix("T00:00:00").unwrap_or(text).to_owned(),
        Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
    }
}

fn number_text(number: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.fract() == 0.0 && number.abs() < EXACT {
        true => format!("{number:.0}"),
        false => number.to_string(),
    }
}

/// A day, a moment of a day, or a time without a day.
fn moment_text(moment: &ExcelDateTime) -> String {
    if moment.is_duration() {
        return number_text(moment.as_f64());
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    let mut time = format!("{hour:02}:{minute:02}:{second:02}");
    if milli > 0 {
        time += format!(".{milli:03}").trim_end_matches('0');
    }
    match (moment.as_f64() < 1.0, time.as_str()) {
        (true, _) => time,
        (false, "00:00:00") => date,
        (false, _) => format!("{date}T{time}"),
    }
}
