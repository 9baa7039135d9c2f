//! Sheets of Excel and OpenDocument.

use super::*;
use crate::Problem;

const EXCEL: &[u8] = include_bytes!("data/people.xlsx");
const TWO: &[u8] = include_bytes!("data/two.xlsx");
const OPEN: &[u8] = include_bytes!("data/people.ods");

const ROWS: [[&str; 5]; 3] = [
    ["M\u{fc}ller", "31", "1960-12-31", "70.5", "true"],
    ["J\u{e4}ger", "40", "1961-01-01T12:00:00", "", "false"],
    ["Li", "52", "", "64", "true"],
];

#[test]
fn sheets_are_tables() {
    let desk = Desk::new();
    for (name, bytes) in [("p.xlsx", EXCEL), ("p.ods", OPEN)] {
        desk.put(name, bytes);
        let table = desk.open(name, &ReadOptions::default(), 1 << 16).unwrap();
        assert_eq!(table.columns(), ["name", "age", "born", "weight", "smokes"]);
        assert_eq!(table.to_rows().unwrap(), ROWS, "{name}");
        assert_eq!(table.digest().unwrap(), table.digest().unwrap());
    }
    let headless = ReadOptions { header: false, ..ReadOptions::default() };
    let table = desk.open("p.xlsx", &headless, 1 << 16).unwrap();
    assert_eq!((table.columns()[4].as_str(), table.to_rows().unwrap().len()), ("c5", 4));
}

#[test]
fn one_of_several_sheets_is_named() {
    let desk = Desk::new();
    desk.put("two.xlsx", TWO);
    let open = |sheet: Option<&str>| {
        let options = ReadOptions { sheet: sheet.map(str::to_owned), ..ReadOptions::default() };
        desk.open("two.xlsx", &options, 1 << 16)
    };
    assert_eq!(open(Some("notes")).unwrap().to_rows().unwrap(), [["1", "x"]]);
    assert_eq!(open(Some("people")).unwrap().to_rows().unwrap(), ROWS);
    let error = open(None).unwrap_err().to_string();
    assert!(error.contains("`sheet`") && error.contains("(people, notes)"), "{error}");
    let error = open(Some("other")).unwrap_err().to_string();
    assert!(error.contains("its sheets are people, notes"), "{error}");
}

#[test]
fn what_is_no_spreadsheet_is_an_error() {
    let desk = Desk::new();
    desk.put("p.xlsx", b"age,sex\n31,f\n");
    for end in [0, 1, 100, EXCEL.len() / 2, EXCEL.len() - 1] {
        desk.put("cut.xlsx", &EXCEL[..end]);
        assert!(desk.open("cut.xlsx", &ReadOptions::default(), 1 << 16).is_err(), "{end}");
    }
    let error = desk.open("p.xlsx", &ReadOptions::default(), 1 << 16).unwrap_err();
    assert!(matches!(error.problem(), Problem::Spreadsheet(_)), "{error}");
}
