//! Files that hold no text: recognised by how they begin, and named with what to do.

use crate::error::Problem;

/// A format that is not read.
struct Foreign {
    name: &'static str,
    extension: &'static str,
    /// How such a file begins.
    starts: &'static [&'static [u8]],
    /// What reads it in Python and in R; nothing, if there is nothing to say.
    python: &'static str,
    r: &'static str,
}

const FOREIGN: [Foreign; 11] = [
    Foreign {
        name: "a Stata file",
        extension: ".dta",
        starts: &[b"<stata_dta>"],
        python: "read_stata",
        r: "haven::read_dta",
    },
    Foreign {
        name: "an SPSS file",
        extension: ".sav",
        starts: &[b"$FL2", b"$FL3"],
        python: "read_spss",
        r: "haven::read_sav",
    },
    Foreign {
        name: "a SAS file",
        extension: ".sas7bdat",
        starts: &[b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60"],
        python: "read_sas",
        r: "haven::read_sas",
    },
    Foreign {
        name: "a SAS transport file",
        extension: ".xpt",
        starts: &[b"HEADER RECORD*******"],
        python: "read_sas",
        r: "haven::read_xpt",
    },
    Foreign {
        name: "an R file",
        extension: ".rds",
        starts: &[b"RDX2\n", b"RDX3\n", b"X\n\0\0\0"],
        python: "",
        r: "readRDS",
    },
    Foreign {
        name: "an Arrow (Feather) file",
        extension: ".feather",
        starts: &[b"ARROW1\0\0", b"FEA1"],
        python: "read_feather",
        r: "arrow::read_feather",
    },
    Foreign {
        name: "an HDF5 file",
        extension: ".h5",
        starts: &[b"\x89HDF\r\n"],
        python: "read_hdf",
        r: "",
    },
    Foreign {
        name: "a spreadsheet of Excel before 2007",
        extension: ".xls",
        starts: &[b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
        python: "read_excel",
        r: "readxl::read_excel",
    },
    Foreign {
        name: "a database of SQLite",
        extension: ".sqlite",
        starts: &[b"SQLite format 3\0"],
        python: "",
        r: "",
    },
    Foreign { name: "a PDF document", extension: ".pdf", starts: &[b"%PDF-"], python: "", r: "" },
    Foreign {
        name: "a ZIP archive",
        extension: ".zip",
        starts: &[b"PK\x03\x04"],
        python: "",
        r: "",
    },
];

/// Bytes by which a file is recognised.
pub(crate) const LOOK: usize = 4096;

/// What is wrong with a file that begins so, if it is not text.
pub(crate) fn problem(name: &str, start: &[u8]) -> Option<Problem> {
    let begins = |foreign: &&Foreign| foreign.starts.iter().any(|mark| start.starts_with(mark));
    let is_binary = is_binary(start);
    let named = |foreign: &&Foreign| is_binary && has_extension(name, foreign.extension);
    if let Some(foreign) = FOREIGN.iter().find(begins).or_else(|| FOREIGN.iter().find(named)) {
        return Some(Problem::Foreign { what: foreign.name, convert: foreign.conversion(name) });
    }
    let compressed = match start {
        [b'P', b'A', b'R', b'1', ..] => Some(("a Parquet file", ".parquet")),
        [0x1f, 0x8b, ..] => Some(("compressed with gzip", ".gz")),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(("compressed with zstd", ".zst")),
        _ => None,
    };
    if let Some((what, extension)) = compressed {
        let convert = format!("; give it a name that ends in {extension}");
        return Some(Problem::Foreign { what, convert });
    }
    is_binary.then_some(Problem::Binary)
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.to_ascii_lowercase().ends_with(extension)
}

/// Fewer bytes than this are not called binary for their zeros alone.
const ENOUGH: usize = 8;

/// Zeros do not occur in text of one byte per character, and seldom in UTF-8.
fn is_binary(start: &[u8]) -> bool {
    let zeros = start.iter().filter(|byte| **byte == 0).count();
    let valid = match str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    zeros > 0 && (!valid || (start.len() >= ENOUGH && zeros * 3 > start.len()))
}

impl Foreign {
    fn conversion(&self, name: &str) -> String {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut text = String::from("; convert it to CSV first");
        if self.name.starts_with("a database") {
            text = format!(
                "; write its table as CSV, as with sqlite3 -header -csv {file} 'SELECT * FROM t'"
            );
        }
        if !self.python.is_empty() {
            text += &format!(
                ", in Python:\n    import pandas\n    pandas.{}(\"{file}\").to_csv(\"{stem}.csv\", index=False)",
                self.python
            );
        }
        if !self.r.is_empty() {
            let lead = if self.python.is_empty() { ", in R:" } else { "\n  or in R:" };
            text += &format!(
                "{lead}\n    write.csv({}(\"{file}\"), \"{stem}.csv\", row.names = FALSE)",
                self.r
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        let says =
            |name: &str, start: &[u8]| problem(name, start).map(|problem| problem.to_string());
        let stata = says("a/x.dta", b"<stata_dta><header>").unwrap();
        assert!(
            stata.contains("Stata") && stata.contains("read_stata(\"x.dta\").to_csv(\"x.csv\""),
            "{stata}"
        );
        assert!(says("x.csv", b"$FL2@(#) SPSS").unwrap().contains("SPSS"));
        assert!(says("x.dta", b"\x72\x02\x01\0\0\0\0\0").unwrap().contains("Stata"));
        assert!(says("x.csv", b"\x1f\x8b\x08\0").unwrap().contains(".gz"));
        assert!(says("x.csv", b"\x7fELF\0\0\0\xff\xfe").unwrap().contains("binary"));
        for text in ["age,sex\n31,f\n", "", "a\0b,c\nd,e\nf,g\n", "PK,x\n"] {
            assert_eq!(says("x.csv", text.as_bytes()), None);
        }
    }
}
