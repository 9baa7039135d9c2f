//! Any text as a number or a date, in any format:
//! - a number is what a naive reader finds;
//! - what is read has a canonical spelling that is written in the format, and reads back to it;
//! - a pattern of dates that is accepted says the day.

#![no_main]

use incrowd_fuzz::number;
use incrowd_io::{CellFormat, DateFormat, NumberFormat};
use libfuzzer_sys::fuzz_target;

const PATTERNS: [&str; 8] = [
    "%d.%m.%Y",
    "%-m/%-d/%Y",
    "%Y%m%d",
    "%d %b %Y",
    "%B %-d, %Y",
    "%d.%m.%Y %H:%M:%S",
    "%m/%d/%Y %I:%M %p",
    "%Y-%m-%dT%H:%M:%SZ",
];

fuzz_target!(|data: &[u8]| {
    let Some((&kind, bytes)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match kind % 3 {
        0 => reads_number(kind / 3, text),
        1 => {
            let pattern = PATTERNS[usize::from(kind / 3) % PATTERNS.len()];
            reads_date(&DateFormat::new(pattern).expect("a format"), text);
        }
        _ => {
            let (pattern, text) = text.split_once('\n').unwrap_or((text, "31.12.1960"));
            if let Ok(format) = DateFormat::new(pattern) {
                assert!(CellFormat::Date(format.clone()).encode("*").is_none());
                if let Some(date) = format.canonical(text) {
                    assert!(date.parse::<String>().is_ok() && date.len() >= 10, "{date}");
                }
            }
        }
    }
});

fn reads_number(signs: u8, text: &str) {
    let (decimal, other) = if signs & 1 == 0 { (',', '.') } else { ('.', ',') };
    let thousands = [None, Some(other), Some(' '), Some('\'')][usize::from(signs >> 1) % 4];
    let format = NumberFormat::new(decimal, thousands).expect("signs that differ");
    let found = format.plain(text);
    assert_eq!(found, number::plain(text, decimal, thousands), "{text:?}");
    let Some(plain) = found else { return };
    for format in [format.clone(), format.in_groups()] {
        let written = CellFormat::Number(format.clone()).encode(&plain);
        let written = written.unwrap_or_else(|| plain.clone());
        assert_eq!(format.plain(&written).as_ref(), Some(&plain), "{written:?}");
    }
}

fn reads_date(format: &DateFormat, text: &str) {
    let Some(date) = format.canonical(text) else { return };
    let written = CellFormat::Date(format.clone()).encode(&date).expect("a date is written");
    assert_eq!(format.canonical(&written), Some(date), "{text:?} is written {written:?}");
    assert!(format.writes(&written));
}
