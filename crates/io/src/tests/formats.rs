//! Cells that are not written in the canonical spelling, and text that is not UTF-8.

use super::*;
use crate::{
    CellFormat, ColumnType, DateFormat, Formats, Location, NumberFormat, Output, OutputColumn,
    TableWriter, TextEncoding,
};

fn formats() -> Formats {
    let date = CellFormat::Date(DateFormat::new("%d.%m.%Y").unwrap());
    let number = CellFormat::Number(NumberFormat::new(',', Some('.')).unwrap());
    Formats::default().with(Some("born".to_owned()), date).with(Some("pay".to_owned()), number)
}

const TEXT: &str = "born;pay;code\n31.12.1960;1.234,50;1.5\n;7;31.12.1960\n\"01.02.1961\";-0,5;x\n";

#[test]
fn cells_are_read_in_the_canonical_spelling() {
    let desk = Desk::new();
    desk.put("t.csv", TEXT.as_bytes());
    let options =
        ReadOptions { delimiter: Some(b';'), formats: formats(), ..ReadOptions::default() };
    for block_size in [1, 7, 1 << 16] {
        let table = desk.open("t.csv", &options, block_size).unwrap();
        let found = table.to_rows().unwrap();
        assert_eq!(found[0], ["1960-12-31", "1234.50", "1.5"]);
        assert_eq!(found[1], ["", "7", "31.12.1960"]);
        assert_eq!(found[2], ["1961-02-01", "-0.5", "x"]);
    }
}

#[test]
fn a_cell_in_another_spelling_is_an_error_with_its_place() {
    let desk = Desk::new();
    desk.put("t.csv", b"born,pay\n31.12.1960,1\n1960-12-31,2\n");
    let options = ReadOptions { formats: formats(), ..ReadOptions::default() };
    let error = desk.open("t.csv", &options, 1 << 16).unwrap().to_rows().unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(3), Some("born")));
    assert_eq!(error.value(), Some("1960-12-31"));
    assert!(error.to_string().contains("`date-format` says ('%d.%m.%Y')"), "{error}");
}

#[test]
fn what_is_written_reads_back() {
    let desk = Desk::new();
    let path = desk.path("out.csv");
    let formats = formats();
    let column =
        |name: &str| OutputColumn { formats: formats.of(name), ..OutputColumn::text(name) };
    let columns = ["born", "pay", "code"].map(column).to_vec();
    let output = Output::create(&Location::from(path.as_path()), false, &[]).unwrap();
    let mut writer = TableWriter::new(output, columns, Some(b';')).unwrap();
    let mut batch = writer.encoder().batch();
    let cells =
        ["[1960-01-01,1960-12-31]", "[1.5,2)", "1.5", "1960", "12", "*", "1961-02-01", "*", ""];
    cells.iter().for_each(|cell| batch.push(cell));
    writer.write(batch).unwrap();
    writer.finish().unwrap().commit().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let expected =
        "born;pay;code\n[01.01.1960,31.12.1960];\"[1,5;2)\";1.5\n1960;12;*\n01.02.1961;*;\n";
    assert_eq!(text, expected);
    let options =
        ReadOptions { delimiter: Some(b';'), formats: formats.clone(), ..ReadOptions::default() };
    let rows = desk.open("out.csv", &options, 1 << 16).unwrap().to_rows().unwrap();
    assert_eq!(rows.concat(), cells);
    assert_eq!(column("born").kind, ColumnType::Text);
}

#[test]
fn other_encodings_are_read() {
    let desk = Desk::new();
    let text = "name,city\nM\u{fc}ller,K\u{f6}ln\n\"J\u{e4}ger\n\",x\n";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let mut wide: Vec<u8> = vec![0xff, 0xfe];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let mut big: Vec<u8> = vec![0xfe, 0xff];
    big.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    desk.put("utf8.csv", text.as_bytes());
    desk.put("latin.csv", &latin);
    desk.put("wide.csv", &wide);
    desk.put("big.csv", &big);
    let said = ReadOptions { encoding: TextEncoding::named("latin1"), ..ReadOptions::default() };
    let plain = ReadOptions::default();
    let expected = desk.open("utf8.csv", &plain, 1 << 16).unwrap().to_rows().unwrap();
    for (name, options) in [("latin.csv", &said), ("wide.csv", &plain), ("big.csv", &plain)] {
        for block_size in [1, 5, 1 << 16] {
            let table = desk.open(name, options, block_size).unwrap();
            assert_eq!(table.columns(), ["name", "city"]);
            assert_eq!(table.to_rows().unwrap(), expected, "{name}");
        }
    }
    let error = desk.open("latin.csv", &plain, 1 << 16).unwrap().to_rows().unwrap_err();
    assert!(
        error.to_string().ends_with("it seems to be windows-1252: say `encoding = windows-1252`")
    );
}
