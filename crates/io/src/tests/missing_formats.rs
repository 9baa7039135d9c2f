//! A format is read and written if its feature is on. Otherwise the error names the feature.

use super::Desk;
use crate::{IoError, Output, OutputColumn, Problem, ReadOptions, Table, TableWriter};

/// Each format that is a feature: a file name, the first bytes of a file, the feature, and whether
/// it is on.
const FORMATS: [(&str, &[u8], &str, bool); 2] = [
    ("t.parquet", b"PAR1", "parquet", cfg!(feature = "parquet")),
    ("t.csv.zst", &[0x28, 0xb5, 0x2f, 0xfd], "zstd", cfg!(feature = "zstd")),
];

/// The feature that an error says is missing.
fn missing(error: &IoError) -> Option<&'static str> {
    match error.problem() {
        Problem::MissingFeature { feature, .. } => Some(feature),
        _ => None,
    }
}

#[test]
fn a_sheet_without_its_feature_is_refused() {
    let desk = Desk::new();
    for name in ["t.xlsx", "t.ods"] {
        let location = desk.put(name, b"PK\x03\x04");
        let read = Table::open(&location, &ReadOptions::default()).unwrap_err();
        let expected = (!cfg!(feature = "spreadsheet")).then_some("spreadsheet");
        assert_eq!(missing(&read), expected, "{read}");
    }
}

#[test]
fn a_format_without_its_feature_is_refused() {
    let desk = Desk::new();
    for (name, bytes, feature, on) in FORMATS {
        let location = desk.put(name, bytes);
        let read = Table::open(&location, &ReadOptions::default()).unwrap_err();
        let output = Output::create(&location, true, &[]).unwrap();
        let written = TableWriter::new(output, vec![OutputColumn::text("a")], None).map(drop);
        let expected = (!on).then_some(feature);
        assert_eq!(missing(&read), expected, "{read}");
        assert_eq!(written.as_ref().err().and_then(missing), expected, "{written:?}");
        assert_eq!(read.to_string().contains(&format!("feature `{feature}`")), !on, "{read}");
    }
}
