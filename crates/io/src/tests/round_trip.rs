//! Whatever is written is read back the same, by this reader and by another.

use proptest::prelude::*;

use super::*;
use crate::{Output, OutputColumn, TableWriter};

/// Writes a table in batches of a few rows.
fn write(location: &Location, names: &[String], rows: &[Vec<String>], batch: usize) {
    let output = Output::create(location, true, &[]).unwrap();
    let columns = names.iter().map(OutputColumn::text).collect();
    let mut writer = TableWriter::new(output, columns, None).unwrap();
    for some in rows.chunks(batch) {
        let mut batch = writer.encoder().batch();
        some.iter().flatten().for_each(|cell| batch.push(cell));
        assert_eq!(batch.rows(), some.len());
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap().commit().unwrap();
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        4 => "[a-z0-9]{1,12}",
        3 => "[\",;\t\r\n \\\\'|#aé漢\u{1f600}\u{feff}]{1,6}",
        1 => "[a-z]{60,140}",
        1 => any::<String>(),
    ]
}

/// One to five columns with different names, and some rows.
pub(super) fn table() -> impl Strategy<Value = (Vec<String>, Vec<Vec<String>>)> {
    let names = prop::collection::btree_set("[a-zé\", \n\u{feff}]{1,8}", 1..5);
    names.prop_flat_map(|names| {
        let row = prop::collection::vec(cell(), names.len());
        let rows = prop::collection::vec(row, 0..30);
        (Just(names.into_iter().collect()).prop_shuffle(), rows)
    })
}

/// The line on which each row starts, if each is written as one line but for its own line feeds.
fn lines(names: &[String], rows: &[Vec<String>]) -> Vec<u64> {
    let height =
        |row: &[String]| 1 + row.iter().map(|c| c.matches('\n').count() as u64).sum::<u64>();
    let mut line = 1 + height(names);
    let next = |row: &Vec<String>| {
        let start = line;
        line += height(row);
        start
    };
    rows.iter().map(next).collect()
}

proptest! {
    // Every case writes ten files, each synced to disk.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_table_survives(
        (names, rows) in table(),
        block_size in prop::sample::select(vec![1_usize, 7, 40, 300, 1 << 16]),
        threads in 1_usize..=4,
        batch in 1_usize..9,
    ) {
        let desk = Desk::new();
        for name in ["t.csv", "t.tsv", "t.csv.gz", "t.tsv.zst", "t.parquet"] {
            let location = desk.location(name);
            write(&location, &names, &rows, batch);
            let bytes = fs::read(desk.path(name)).unwrap();
            write(&location, &names, &rows, 1000);
            prop_assert_eq!(&bytes, &fs::read(desk.path(name)).unwrap(), "batches show in {}", name);

            let table = desk.open(name, &ReadOptions::default(), block_size).unwrap();
            prop_assert_eq!(table.columns(), &names);
            let found = super::rows(&table, threads).unwrap();
            if name != "t.parquet" {
                let found: Vec<u64> = found.iter().map(|row| row.1).collect();
                prop_assert_eq!(found, lines(&names, &rows), "lines of {}", name);
            }
            prop_assert_eq!(&cells(found), &rows, "cells of {}", name);
        }
        let mut other = csv::ReaderBuilder::new().from_path(desk.path("t.csv")).unwrap();
        let header: Vec<String> = other.headers().unwrap().iter().map(str::to_owned).collect();
        prop_assert_eq!(&header, &names);
        let records: Result<Vec<Vec<String>>, _> = other.deserialize().collect();
        prop_assert_eq!(&records.unwrap(), &rows);
    }
}

proptest! {
    /// Text that nobody wrote on purpose: wherever this reader reads it, the other does so alike.
    #[test]
    fn any_text_is_read_alike(
        text in prop_oneof![
            "[ab,\"\n]{0,60}",
            "((a|bb|\"[ab,\n]{0,40}\"|\"(a|\"\")*\"|[a\"]{0,3}),(a|\"x\"|\"\"|\"[b,]*\")\r?\n){0,20}",
        ],
        block_size in prop_oneof![1_usize..20, 60_usize..140],
        threads in 1_usize..=3,
    ) {
        let desk = Desk::new();
        let text = format!("x,y\n{text}");
        desk.put("t.csv", &text);
        let table = desk.open("t.csv", &ReadOptions::default(), block_size).unwrap();
        let whole = desk.open("t.csv", &ReadOptions::default(), 1 << 16).unwrap();
        let found = super::rows(&table, threads);
        prop_assert_eq!(&found, &super::rows(&whole, 1));
        let mut other = csv::ReaderBuilder::new().from_reader(text.as_bytes());
        let records: Result<Vec<csv::StringRecord>, _> = other.records().collect();
        match (found, records) {
            (Ok(found), Ok(records)) => {
                let records: Vec<Vec<String>> =
                    records.iter().map(|r| r.iter().map(str::to_owned).collect()).collect();
                prop_assert_eq!(cells(found), records);
            }
            // This reader is stricter about quotes, never looser.
            (Ok(found), Err(error)) => prop_assert!(false, "{:?} {}", found, error),
            (Err(_), _) => {}
        }
    }

    #[test]
    fn no_bytes_make_it_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        name in prop::sample::select(vec!["t.csv", "t.csv.gz", "t.csv.zst", "t.parquet"]),
        header: bool, trim: bool, comment in prop::option::of(any::<u8>()), delimiter in prop::option::of(any::<u8>()),
        block_size in 1_usize..64,
    ) {
        let desk = Desk::new();
        desk.put(name, bytes);
        let options = ReadOptions { header, trim, comment, delimiter, ..ReadOptions::default() };
        if let Ok(table) = desk.open(name, &options, block_size) {
            let _ = super::rows(&table, 2);
        }
    }
}
