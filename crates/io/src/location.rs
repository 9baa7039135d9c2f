//! Where a table is, and which format its name promises.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::database::{DatabaseTable, without_password};

/// A path, or `-`.
///
/// ```
/// use incrowd_io::Location;
/// assert_eq!(Location::from("-"), Location::Standard);
/// assert_eq!(Location::from("a.csv").to_string(), "a.csv");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A file.
    Path(PathBuf),
    /// Standard input or standard output.
    Standard,
}

impl Location {
    /// The path, unless it is `-`.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Location::Path(path) => Some(path),
            Location::Standard => None,
        }
    }

    /// The table of a database that is meant, or why the address names none; nothing if a file is meant.
    #[must_use]
    pub fn database(&self) -> Option<Result<DatabaseTable, String>> {
        self.path().and_then(DatabaseTable::of_path)
    }

    /// The format that the name promises. Standard output is plain CSV; standard input is sniffed.
    pub(crate) fn format(&self) -> Format {
        self.path().map_or(Format::CSV, Format::of)
    }
}

impl From<&str> for Location {
    fn from(text: &str) -> Self {
        if text == "-" { Location::Standard } else { Location::Path(text.into()) }
    }
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { Location::Standard } else { Location::Path(path) }
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        path.to_path_buf().into()
    }
}

impl FromStr for Location {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Path(path) => match path.to_str() {
                // An address may hold a password.
                Some(text) => without_password(text).fmt(f),
                None => path.display().fmt(f),
            },
            Location::Standard => f.write_str("-"),
        }
    }
}

/// How a table is laid out in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Lines of cells.
    Delimited { delimiter: u8, compression: Compression },
    /// Parquet.
    Parquet,
    /// A spreadsheet, which is only read.
    Spreadsheet,
}

/// How a delimited file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Format {
    pub(crate) const CSV: Format =
        Format::Delimited { delimiter: b',', compression: Compression::None };

    /// The format that the path's extensions promise; whatever promises nothing is CSV.
    pub(crate) fn of(path: &Path) -> Format {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if name.ends_with(".parquet") {
            return Format::Parquet;
        }
        if [".xlsx", ".xlsm", ".ods"].iter().any(|extension| name.ends_with(extension)) {
            return Format::Spreadsheet;
        }
        let (name, compression) = if let Some(stem) = name.strip_suffix(".gz") {
            (stem, Compression::Gzip)
        } else if let Some(stem) = name.strip_suffix(".zst") {
            (stem, Compression::Zstd)
        } else {
            (name.as_str(), Compression::None)
        };
        let delimiter = if name.ends_with(".tsv") { b'\t' } else { b',' };
        Format::Delimited { delimiter, compression }
    }

    /// The format of bytes without a name, by how they begin.
    pub(crate) fn sniff(start: &[u8]) -> Format {
        let compression = match start {
            [b'P', b'A', b'R', b'1', ..] => return Format::Parquet,
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            _ => Compression::None,
        };
        Format::Delimited { delimiter: b',', compression }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_promise_formats() {
        let delimited = |delimiter, compression| Format::Delimited { delimiter, compression };
        for (name, format) in [
            ("a.csv", delimited(b',', Compression::None)),
            ("a.data", delimited(b',', Compression::None)),
            ("dir.tsv/a", delimited(b',', Compression::None)),
            ("A.TSV", delimited(b'\t', Compression::None)),
            ("a.tsv.gz", delimited(b'\t', Compression::Gzip)),
            ("a.csv.zst", delimited(b',', Compression::Zstd)),
            ("a.parquet", Format::Parquet),
            ("a.XLSX", Format::Spreadsheet),
            ("a.ods", Format::Spreadsheet),
        ] {
            assert_eq!(Location::from(name).format(), format, "{name}");
        }
        assert_eq!(Location::Standard.format(), Format::CSV);
    }

    #[test]
    fn bytes_betray_formats() {
        assert_eq!(Format::sniff(b"PAR1\x15"), Format::Parquet);
        assert_eq!(Format::sniff(b"age,sex"), Format::CSV);
        assert_eq!(Format::sniff(b""), Format::CSV);
        let gzip = Format::Delimited { delimiter: b',', compression: Compression::Gzip };
        assert_eq!(Format::sniff(&[0x1f, 0x8b, 8]), gzip);
    }
}
