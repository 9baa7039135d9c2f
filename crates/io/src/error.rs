//! What can go wrong with a file, where in it, and what would be right.

use std::fmt;
use std::io;

use crate::encoding::TextEncoding;

/// A problem with a file: what it is, and as much of file, line, column and value as is known.
///
/// The sentence that it displays names all of them.
#[derive(Debug)]
pub struct IoError(Box<Report>);

#[derive(Debug)]
struct Report {
    file: String,
    line: Option<u64>,
    column: Option<String>,
    value: Option<String>,
    problem: Problem,
}

impl IoError {
    /// A problem with a whole file, or with another source of a table.
    #[must_use]
    pub fn new(file: impl Into<String>, problem: Problem) -> Self {
        let file = file.into();
        IoError(Box::new(Report { file, line: None, column: None, value: None, problem }))
    }

    /// The operating system's answer when a file was to be opened or read.
    pub(crate) fn reading(file: impl Into<String>, error: io::Error) -> Self {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => Problem::NotFound,
            io::ErrorKind::IsADirectory => Problem::Folder,
            io::ErrorKind::PermissionDenied => Problem::Denied,
            _ => Problem::Unreadable(error),
        };
        IoError::new(file, problem)
    }

    /// The operating system's answer when a file was to be written.
    pub(crate) fn writing(file: impl Into<String>, error: io::Error) -> Self {
        let problem = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Problem::DiskFull,
            _ => Problem::Unwritable(error),
        };
        IoError::new(file, problem)
    }

    /// The same, where the cells may be separated by something else.
    pub(crate) fn suspecting(mut self, delimiter: char) -> Self {
        if let Problem::Ragged { found, .. } = self.0.problem {
            self.0.problem = Problem::Delimiter { found, delimiter };
        }
        self
    }

    /// The same about a file that seems to have this encoding.
    pub(crate) fn likely_in(mut self, find: impl FnOnce() -> Option<TextEncoding>) -> Self {
        if let Problem::NotUtf8 { likely } = &mut self.0.problem {
            *likely = find();
        }
        self
    }

    /// The same on a line; the header of a file is line 1.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.0.line = Some(line);
        self
    }

    /// The same in a column.
    #[must_use]
    pub fn in_column(mut self, column: impl Into<String>) -> Self {
        self.0.column = Some(column.into());
        self
    }

    /// The same with the offending text.
    #[must_use]
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.0.value = Some(value.into());
        self
    }

    /// The file, or `standard input` or `standard output`.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        Some(&self.0.file)
    }

    /// The line on which the offending row starts; the first line of a file is 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.0.line
    }

    /// The name of the offending column.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        self.0.column.as_deref()
    }

    /// The offending text.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.0.value.as_deref()
    }

    /// What is wrong, apart from where.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.file)?;
        if let Some(line) = self.line() {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column() {
            write!(f, ", column '{column}'")?;
        }
        f.write_str(": ")?;
        if let Some(value) = self.value() {
            write!(f, "'{value}' ")?;
        }
        self.0.problem.fmt(f)
    }
}

impl std::error::Error for IoError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.0.problem)
    }
}

/// What is wrong with a file. Where a value is to blame, the sentence continues after it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such file.
    #[error("no such file")]
    NotFound,
    /// It is a table of a database, and a file is needed.
    #[error("is a table of a database; name a file here")]
    Database,
    /// A folder stands where a file was expected.
    #[error("is a folder; name a file")]
    Folder,
    /// The file may not be read.
    #[error("permission denied")]
    Denied,
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The file was replaced or cut between two readings.
    #[error("changed while it was being read; run again on a file that stands still")]
    Changed,

    /// A stream cannot be copied to the folder for temporary files.
    #[error(
        "is a stream, which is read more than once, and cannot be copied to the folder for temporary files, '{folder}': \
         {0}; name another folder in TMPDIR",
        folder = std::env::temp_dir().display()
    )]
    NoSpool(#[source] std::io::Error),

    /// The reading was cancelled.
    #[error("was not read to its end: cancelled")]
    Cancelled,

    /// There is nothing in the file.
    #[error("is empty; expected a header line and rows")]
    Empty,
    /// Bytes that are not UTF-8.
    #[error("is not UTF-8; {}", other_encoding(*.likely))]
    NotUtf8 {
        /// The encoding that the file seems to have.
        likely: Option<TextEncoding>,
    },
    /// A small text, such as a hierarchy, that is not UTF-8.
    #[error("is not UTF-8; convert the file (for example with `iconv -t UTF-8`)")]
    TextNotUtf8,
    /// A small text with a byte order mark of UTF-16.
    #[error("is UTF-16; save it as UTF-8")]
    Utf16,
    /// Bytes that are not of the encoding that was said.
    #[error("holds bytes that are not {}; say another `encoding`", .0.name())]
    NotInEncoding(TextEncoding),
    /// A file of a format that is not read.
    #[error("is {what}, not a text table{convert}")]
    Foreign {
        /// What the file is.
        what: &'static str,
        /// What to do, after a semicolon or a colon.
        convert: String,
    },
    /// A file that is no text.
    #[error("is a binary file, not a text table")]
    Binary,
    /// A spreadsheet that cannot be read.
    #[error("cannot be read as a spreadsheet: {0}")]
    Spreadsheet(String),
    /// A format in which nothing is written.
    #[error("is the name of a spreadsheet, which is only read; write .csv, .tsv or .parquet")]
    ReadOnlyFormat,
    /// Line ends of a lone carriage return.
    #[error("has lines that end in a lone carriage return; end them in a line feed")]
    CarriageReturns,
    /// Reading options that contradict each other.
    #[error("{0}")]
    Options(String),
    /// More or fewer names than columns.
    #[error("has {found} columns, but {given} names were given; give one name per column")]
    NameCount {
        /// Columns of the file.
        found: usize,
        /// Names that were given.
        given: usize,
    },
    /// A column without a name.
    #[error("column {position} has no name; give it one in the header, or name all columns")]
    NamelessColumn {
        /// The column's place, counted from 1.
        position: usize,
    },
    /// Two columns of one name.
    #[error("is the name of column {first} and of column {second}; names must differ")]
    DuplicateColumn {
        /// The earlier column's place, counted from 1.
        first: usize,
        /// The later column's place.
        second: usize,
    },
    /// A row with too many or too few cells.
    #[error("the row has {found} {}, but the table has {expected} columns", cells(*.found))]
    Ragged {
        /// Cells of the row.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
    /// A row with more cells than the one column whose name may be several.
    #[error(
        "the row has {found} cells, but the table has one column, whose name holds {delimiter:?}; say \
         `delimiter = {delimiter:?}` if that separates the cells"
    )]
    Delimiter {
        /// Cells of the row.
        found: usize,
        /// What may separate the cells.
        delimiter: char,
    },
    /// Columns of a table in memory that are not equally long.
    #[error("the column has {found} values, but the first column has {expected}")]
    ColumnLength {
        /// Values of the column.
        found: usize,
        /// Values of the first column.
        expected: usize,
    },
    /// A quote that opens a cell and is never closed.
    #[error("a quote opens here and is never closed; close it, or double it if it is text")]
    UnclosedQuote,
    /// Text after the quote that closes a cell.
    #[error("text follows the closing quote; double a quote that belongs to the text")]
    StrayQuote,
    /// A record that is too large.
    #[error("the row is longer than {limit} bytes; is a quote never closed, or the file no table?")]
    EndlessRow {
        /// The most bytes that a row may have.
        limit: usize,
    },

    /// A compressed file that ends too early.
    #[error("the {0} data end too early; the file is cut short, so fetch it again")]
    Truncated(&'static str),
    /// A file that is not compressed as its name says.
    #[error("is not valid {format}, as its name says it is: {reason}")]
    NotCompressed {
        /// The format of the name.
        format: &'static str,
        /// What the decoder stumbled over.
        reason: String,
    },
    /// A file that Parquet's reader refuses.
    #[error("is not valid Parquet: {0}")]
    Parquet(String),
    /// A file of a format that this build was compiled without.
    #[error(
        "is a {format} file, and this build of incrowd has no {format}: build it with the feature \
         `{feature}`, or convert the file"
    )]
    MissingFeature {
        /// The format of the file.
        format: &'static str,
        /// The feature that adds it.
        feature: &'static str,
    },
    /// A column that holds more than one value per row.
    #[error("is nested; only flat tables can be read, so flatten the column first")]
    Nested,
    /// A value or a type that has no text.
    #[error("{0}")]
    NoText(String),

    /// The output exists and may not be replaced.
    #[error("exists already")]
    Exists,
    /// The output is an input.
    #[error("is also an input; write to another file")]
    IsInput,
    /// The output is a device, a pipe or the like.
    #[error("is not a regular file; write to a file, or to `-` for standard output")]
    NotRegular,
    /// Somebody else holds the lock on the folder.
    #[error("is locked by another program; run again when it has ended")]
    LockedFolder,
    /// The folder of the output is missing.
    #[error("cannot be written, because the folder '{0}' does not exist")]
    NoFolder(String),
    /// A file cannot be created in the folder of the output.
    #[error("cannot be written, because the folder '{folder}' admits no new file: {source}")]
    ClosedFolder {
        /// The folder.
        folder: String,
        /// The operating system's answer.
        source: io::Error,
    },
    /// Writing failed.
    #[error("cannot be written: {0}")]
    Unwritable(#[source] io::Error),
    /// No space is left.
    #[error("cannot be written: the disk is full")]
    DiskFull,
    /// A value that its column's type cannot hold.
    #[error("cannot be written as {0}; write the column as text")]
    Unfit(String),
}

#[allow(dead_code, reason = "each is needed only in builds without its feature")]
impl Problem {
    pub(crate) const NO_PARQUET: Problem =
        Problem::MissingFeature { format: "Parquet", feature: "parquet" };
    pub(crate) const NO_SPREADSHEET: Problem =
        Problem::MissingFeature { format: "spreadsheet", feature: "spreadsheet" };
    pub(crate) const NO_ZSTD: Problem = Problem::MissingFeature { format: "zstd", feature: "zstd" };
}

/// What to do about a file that is not UTF-8.
fn other_encoding(likely: Option<TextEncoding>) -> String {
    match likely {
        Some(likely) => format!("it seems to be {0}: say `encoding = {0}`", likely.name()),
        None => "say its `encoding`, such as windows-1252".to_owned(),
    }
}

fn cells(count: usize) -> &'static str {
    if count == 1 { "cell" } else { "cells" }
}
