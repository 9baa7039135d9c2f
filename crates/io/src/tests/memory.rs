//! Tables in memory are read and written as files with the same rows are.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;

use super::*;
use crate::{
    ColumnType, ColumnValues, Digest, MemorySink, MemoryTable, Meter, Output, OutputColumn,
    Problem, TableSink, TableWriter, TimeUnit, Value,
};

/// Copies a table to a sink, with its types.
fn copy<S: TableSink>(table: &Table, sink: S) -> Result<S, IoError> {
    let kinds = table.kinds().unwrap_or_else(|| vec![ColumnType::Text; table.columns().len()]);
    let columns = table.columns().iter().zip(kinds);
    let columns = columns.map(|(name, kind)| OutputColumn { kind, ..OutputColumn::text(name) });
    let mut writer = TableWriter::new(sink, columns.collect(), None)?;
    let encoder = writer.encoder();
    let each = |block: &crate::Block| {
        let mut batch = encoder.batch();
        (0..block.rows()).for_each(|row| block.row(row).for_each(|cell| batch.push(cell)));
        Ok(batch)
    };
    table.map_ordered(2, each, |batch| writer.write(batch))?;
    writer.finish()
}

/// A table with values of all types.
fn typed() -> MemoryTable {
    let columns = [
        ("text", ["héé", "", "a,b"].into()),
        ("boolean", [Some(true), Some(false), None].into()),
        ("integer", [Some(i64::MIN), None, Some(7)].into()),
        ("small", [-1_i8, 0, 1].into()),
        ("unsigned", [Some(u64::MAX), None, Some(0)].into()),
        ("float", [0.1_f32, f32::NAN, -0.0].into()),
        ("double", [Some(-2.5e-9), None, Some(1e300)].into()),
        ("narrow", ColumnValues::decimals([Some(-5), None, Some(1234)], 9, 2)),
        ("wide", ColumnValues::decimals([Some(i128::from(i64::MAX) * 10), None, Some(0)], 38, 3)),
        ("date", ColumnValues::dates([Some(19_782), None, Some(-1)])),
        ("millis", ColumnValues::timestamps([Some(-1), None, Some(0)], TimeUnit::Milliseconds)),
        (
            "nanos",
            ColumnValues::timestamps(
                [Some(1_700_000_000_000_000_010), None, Some(0)],
                TimeUnit::Nanoseconds,
            ),
        ),
    ];
    MemoryTable::new("typed", columns).unwrap()
}

#[test]
fn typed_values_have_the_text_of_a_parquet_file() {
    let desk = Desk::new();
    let table = Table::in_memory(typed());
    let found = table.to_rows().unwrap();
    let expected = [
        "héé",
        "true",
        "-9223372036854775808",
        "-1",
        "18446744073709551615",
        "0.1",
        "-2.5e-9",
        "-0.05",
        "92233720368547758.070",
        "2024-02-29",
        "1969-12-31T23:59:59.999",
        "2023-11-14T22:13:20.00000001",
    ];
    assert_eq!(found[0], expected);

    let output = Output::create(&desk.location("t.parquet"), false, &[]).unwrap();
    let output = copy(&table, output).unwrap();
    let written = output.reopen(&ReadOptions::default()).unwrap();
    assert_eq!(written.kinds(), table.kinds());
    assert_eq!(rows(&written, 2), rows(&table, 2));

    // And back, from the file to memory: the values are typed again.
    let again = copy(&written, MemorySink::new("again")).unwrap().into_table().unwrap();
    assert_eq!(again.values()[2].get(0), Some(Value::Integer(i64::MIN)));
    assert_eq!(again.column("date").unwrap().get(1), None);
    assert_eq!(Table::in_memory(again).to_rows().unwrap(), found);
}

#[test]
fn a_digest_is_that_of_the_csv_file() {
    let desk = Desk::new();
    for table in [typed(), MemoryTable::from_rows("t", ["\u{feff}a"], [[""], ["b"]]).unwrap()] {
        let table = Table::in_memory(table);
        let output = Output::create(&desk.location("t.csv"), true, &[]).unwrap();
        let output = copy(&table, output).unwrap();
        assert_eq!(table.digest().unwrap(), output.digest().unwrap());
        output.commit().unwrap();
        let digest = Digest::of(&desk.path("t.csv"), "t.csv").unwrap();
        assert_eq!(table.digest().unwrap(), digest);
    }
}

#[test]
fn bad_columns_are_the_same_errors_as_in_files() {
    let desk = Desk::new();
    // Parquet files have no lines in which the names stand, so that the messages are the same.
    let told = |error: IoError, name: &str| error.to_string().replace(name, "NAME");
    for names in [vec!["a", "b", "a"], vec!["a", ""], vec![]] {
        let columns = names.iter().map(|&name| (name, ColumnValues::from(["1"])));
        let memory = MemoryTable::new("m", columns).unwrap_err();
        let by_rows = MemoryTable::from_rows("m", names.clone(), [names.clone()]).unwrap_err();
        assert_eq!(memory.to_string(), by_rows.to_string());
        let header = names.join(",");
        desk.put("t.csv", if names.is_empty() { String::new() } else { format!("{header}\n1\n") });
        let file = Table::open(&desk.location("t.csv"), &ReadOptions::default()).unwrap_err();
        let name = desk.path("t.csv").display().to_string();
        let file = told(file, &name).replace(", line 1", "");
        assert_eq!(memory.to_string().replacen('m', "NAME", 1), file);
    }
    let uneven = [("a", ["1"].into()), ("b", ["1", "2"].into())];
    let uneven = MemoryTable::new("m", uneven).unwrap_err();
    assert!(matches!(uneven.problem(), Problem::ColumnLength { found: 2, expected: 1 }));
    assert_eq!(uneven.column(), Some("b"));
}

#[test]
fn values_without_text_are_the_same_errors_as_in_files() {
    let late = MemoryTable::new("late", [("day", ColumnValues::dates([Some(0), Some(i32::MAX)]))]);
    let error = Table::in_memory(late.unwrap()).to_rows().unwrap_err();
    assert!(matches!(error.problem(), Problem::NoText(_)));
    assert_eq!((error.line(), error.column()), (Some(3), Some("day")));
}

#[test]
fn cells_that_do_not_fit_are_the_same_errors_as_in_files() {
    let desk = Desk::new();
    for (kind, nullable, cell) in [
        (ColumnType::Integer, true, "007"),
        (ColumnType::Integer, false, ""),
        (ColumnType::Boolean, true, "yes"),
        (ColumnType::Double, true, "1"),
        (ColumnType::Date, true, "2023-02-29"),
        (ColumnType::Decimal { precision: 4, scale: 2 }, true, "100.00"),
    ] {
        let column = OutputColumn { kind, nullable, ..OutputColumn::text("n") };
        fn wrong<S: TableSink>(sink: S, column: OutputColumn, cell: &str) -> String {
            let name = sink.name().to_owned();
            let mut writer = TableWriter::new(sink, vec![column], None).unwrap();
            let mut batch = writer.encoder().batch();
            batch.push(cell);
            let written = writer.write(batch).and_then(|()| writer.finish());
            written.unwrap_err().to_string().replace(&name, "NAME")
        }
        let output = Output::create(&desk.location("t.parquet"), false, &[]).unwrap();
        let file = wrong(output, column.clone(), cell);
        assert_eq!(wrong(MemorySink::new("memory"), column, cell), file);
    }
    let nothing = MemorySink::new("nothing").reopen(&ReadOptions::default()).unwrap_err();
    assert!(matches!(nothing.problem(), Problem::Empty));
}

#[test]
fn reading_is_metered_and_can_be_cancelled() {
    let numbers = MemoryTable::new("numbers", [("n", (0..20_000_i64).collect())]).unwrap();
    let bytes = Arc::new(AtomicU64::new(0));
    let heard = Arc::clone(&bytes);
    let meter = Meter::new(move |bytes| heard.fetch_add(bytes, Ordering::Relaxed) < 40_000);
    let table = Table::in_memory(numbers).metered(meter);
    for threads in [1, 2] {
        bytes.store(0, Ordering::Relaxed);
        let error = table.fold::<(), IoError>(threads, || (), |(), _| Ok(())).unwrap_err();
        assert!(matches!(error.problem(), Problem::Cancelled), "{error}");
        assert!(bytes.load(Ordering::Relaxed) < table.bytes());
    }
    bytes.store(0, Ordering::Relaxed);
    assert!(matches!(table.to_rows().unwrap_err().problem(), Problem::Cancelled));
}

#[test]
fn no_rows_are_a_table() {
    let table = Table::in_memory(MemoryTable::new("t", [("a", Vec::<i64>::new().into())]).unwrap());
    assert_eq!(rows(&table, 2), Ok(Vec::new()));
    let copied = copy(&table, MemorySink::new("u")).unwrap().into_table().unwrap();
    assert_eq!((copied.rows(), copied.columns()), (0, &["a".to_owned()][..]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn files_and_memory_hold_the_same_rows(
        (names, texts) in super::round_trip::table(),
        threads in 1_usize..=3,
    ) {
        let desk = Desk::new();
        let memory = MemoryTable::from_rows("m", names.clone(), &texts).unwrap();
        let memory = Table::in_memory(memory);
        let output = Output::create(&desk.location("t.csv"), false, &[]).unwrap();
        let output = copy(&memory, output).unwrap();
        let file = output.reopen(&ReadOptions::default()).unwrap();
        prop_assert_eq!(file.columns(), memory.columns());
        prop_assert_eq!(memory.to_rows().unwrap(), file.to_rows().unwrap());
        prop_assert_eq!(memory.digest().unwrap(), output.digest().unwrap());
        let copied = copy(&file, MemorySink::new("m")).unwrap().into_table().unwrap();
        prop_assert_eq!(rows(&Table::from(copied), threads), rows(&memory, threads));
    }
}
