//! Parquet files of all types.

use std::sync::Arc;

use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use super::*;
use crate::{ColumnType, Output, OutputColumn, Problem, TableWriter, TimeUnit};

type Fill<'a> = &'a dyn Fn(&mut SerializedColumnWriter);

/// Writes a file with the schema of Parquet's own notation; one filler per column and group.
fn make(path: PathBuf, schema: &str, groups: &[&[Fill]]) {
    make_with(path, schema, WriterProperties::builder().build(), groups);
}

fn make_with(path: PathBuf, schema: &str, properties: WriterProperties, groups: &[&[Fill]]) {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let file = fs::File::create(path).unwrap();
    let properties = Arc::new(properties);
    let mut writer = SerializedFileWriter::new(file, schema, properties).unwrap();
    for group in groups {
        let mut group_writer = writer.next_row_group().unwrap();
        for fill in *group {
            let mut column = group_writer.next_column().unwrap().unwrap();
            fill(&mut column);
            column.close().unwrap();
        }
        group_writer.close().unwrap();
    }
    writer.close().unwrap();
}

fn put<T: DataType>(column: &mut SerializedColumnWriter, values: &[T::T]) {
    column.typed::<T>().write_batch(values, None, None).unwrap();
}

fn fixed(bytes: &[u8]) -> parquet::data_type::FixedLenByteArray {
    ByteArray::from(bytes.to_vec()).into()
}

#[test]
fn all_types_have_text() {
    let desk = Desk::new();
    let schema = "message t {
        required boolean flag;
        required int32 small;
        required int32 byte (INTEGER(8,false));
        required int64 large;
        required int64 huge (INTEGER(64,false));
        required float f;
        required double d;
        required int32 d9 (DECIMAL(9,2));
        required int64 d18 (DECIMAL(18,4));
        required fixed_len_byte_array(16) d38 (DECIMAL(38,3));
        required binary dbin (DECIMAL(20,1));
        required int32 day (DATE);
        required int64 millis (TIMESTAMP_MILLIS);
        required int64 nanos (TIMESTAMP(NANOS,true));
        required int32 clock (TIME_MILLIS);
        required int96 old;
        required binary word (UTF8);
        required binary kind (ENUM);
        required fixed_len_byte_array(16) id (UUID);
        required binary raw;
    }";
    let mut old = Int96::new();
    old.set_data(1_500_000_000, 0, 2_440_589);
    let groups: &[Fill] = &[
        &|c| put::<BoolType>(c, &[true]),
        &|c| put::<Int32Type>(c, &[-7]),
        &|c| put::<Int32Type>(c, &[200]),
        &|c| put::<Int64Type>(c, &[i64::MIN]),
        &|c| put::<Int64Type>(c, &[-1]),
        &|c| put::<FloatType>(c, &[0.1]),
        &|c| put::<DoubleType>(c, &[-2.5e-9]),
        &|c| put::<Int32Type>(c, &[-5]),
        &|c| put::<Int64Type>(c, &[1_234_567]),
        &|c| put::<FixedLenByteArrayType>(c, &[fixed(&(-1_001_i128).to_be_bytes())]),
        &|c| put::<ByteArrayType>(c, &[ByteArray::from(vec![0x01, 0x00])]),
        &|c| put::<Int32Type>(c, &[19_782]),
        &|c| put::<Int64Type>(c, &[-1]),
        &|c| put::<Int64Type>(c, &[1_700_000_000_000_000_010]),
        &|c| put::<Int32Type>(c, &[3_723_004]),
        &|c| put::<Int96Type>(c, &[old]),
        &|c| put::<ByteArrayType>(c, &["héé".into()]),
        &|c| put::<ByteArrayType>(c, &["A".into()]),
        &|c| put::<FixedLenByteArrayType>(c, &[fixed(&[0xab; 16])]),
        &|c| put::<ByteArrayType>(c, &["bytes".into()]),
    ];
    make(desk.path("t.parquet"), schema, &[groups]);
    let table = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap();
    let found = rows(&table, 1).unwrap();
    assert_eq!(found[0].1, 2);
    let expected = [
        "true",
        "-7",
        "200",
        "-9223372036854775808",
        "18446744073709551615",
        "0.1",
        "-2.5e-9",
        "-0.05",
        "123.4567",
        "-1.001",
        "25.6",
        "2024-02-29",
        "1969-12-31T23:59:59.999",
        "2023-11-14T22:13:20.00000001",
        "01:02:03.004",
        "1970-01-02T00:00:01.5",
        "héé",
        "A",
        "abababab-abab-abab-abab-abababababab",
        "bytes",
    ];
    assert_eq!(found[0].2, expected);

    // Written back with the types it has, it is the same.
    let kinds = table.kinds().unwrap();
    assert_eq!(kinds[10], ColumnType::Decimal { precision: 20, scale: 1 });
    assert_eq!(kinds[13], ColumnType::Timestamp(TimeUnit::Nanoseconds));
    let columns = table.columns().iter().zip(&kinds);
    let columns: Vec<OutputColumn> = columns
        .map(|(name, &kind)| OutputColumn {
            kind,
            nullable: true,
            ..OutputColumn::text(name.clone())
        })
        .collect();
    let output = Output::create(&desk.location("u.parquet"), false, &[]).unwrap();
    let mut writer = TableWriter::new(output, columns, None).unwrap();
    let mut batch = writer.encoder().batch();
    expected.into_iter().for_each(|cell| batch.push(cell));
    expected.into_iter().for_each(|_| batch.push(""));
    writer.write(batch).unwrap();
    writer.finish().unwrap().commit().unwrap();
    let again = Table::open(&desk.location("u.parquet"), &ReadOptions::default()).unwrap();
    assert_eq!(again.kinds().unwrap(), kinds);
    let found = cells(rows(&again, 1).unwrap());
    assert_eq!(found[0], expected);
    assert_eq!(found[1], [""; 20]);
}

#[test]
fn groups_batches_and_nulls() {
    let desk = Desk::new();
    let numbers = |from: i64, to: i64| (from..to).collect::<Vec<_>>();
    let group = |from: i64, to: i64| {
        move |column: &mut SerializedColumnWriter| {
            let levels: Vec<i16> = (from..to).map(|n| i16::from(n % 3 > 0)).collect();
            let values: Vec<i64> = numbers(from, to).into_iter().filter(|n| n % 3 > 0).collect();
            column.typed::<Int64Type>().write_batch(&values, Some(&levels), None).unwrap();
        }
    };
    let schema = "message t { optional int64 n; }";
    let (first, second, third) = (group(0, 10_000), group(10_000, 10_001), group(10_001, 15_000));
    make(desk.path("t.parquet"), schema, &[&[&first], &[&second], &[&third]]);
    let table = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap();
    for threads in 1..=3 {
        let found = rows(&table, threads).unwrap();
        assert_eq!(found.len(), 15_000);
        for (index, (_, line, cells)) in found.into_iter().enumerate() {
            let expected = if index % 3 > 0 { index.to_string() } else { String::new() };
            assert_eq!((line, cells), (index as u64 + 2, vec![expected]));
        }
    }
    let bytes: u64 = table.blocks().map(|block| block.unwrap().bytes()).sum();
    assert_eq!(bytes, table.bytes());
}

#[test]
fn many_rows_make_many_groups() {
    let desk = Desk::new();
    let output = Output::create(&desk.location("t.parquet"), false, &[]).unwrap();
    let kind = ColumnType::Integer;
    let columns = vec![
        OutputColumn { kind, nullable: false, ..OutputColumn::text("n") },
        OutputColumn::text("s"),
    ];
    let mut writer = TableWriter::new(output, columns, None).unwrap();
    let count = 300_000;
    for from in (0..count).step_by(1000) {
        let mut batch = writer.encoder().batch();
        for n in from..from + 1000 {
            batch.push(&n.to_string());
            batch.push(if n % 2 == 0 { "even" } else { "odd" });
        }
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap().commit().unwrap();
    let table = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap();
    let found = rows(&table, 2).unwrap();
    assert_eq!(found.len(), count);
    assert_eq!(found[count - 1].2, ["299999", "odd"]);
}

#[test]
fn nested_columns_are_refused_by_name() {
    let desk = Desk::new();
    let schema = "message t { required int32 a; required group b { required int32 c; } }";
    let one: Fill = &|column| put::<Int32Type>(column, &[1]);
    make(desk.path("t.parquet"), schema, &[&[one, one]]);
    let open = || Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap_err();
    let error = open();
    assert!(matches!(error.problem(), Problem::Nested));
    assert_eq!(error.column(), Some("b"));
    make(desk.path("t.parquet"), "message t { repeated int32 r; }", &[]);
    assert_eq!(open().column(), Some("r"));
    make(
        desk.path("t.parquet"),
        "message t { required fixed_len_byte_array(12) i (INTERVAL); }",
        &[],
    );
    let error = open();
    assert!(matches!(error.problem(), Problem::NoText(_)), "{error}");
}

#[test]
fn values_without_text_are_named() {
    let desk = Desk::new();
    let binary = |values: Vec<&'static [u8]>| {
        move |column: &mut SerializedColumnWriter| {
            let values: Vec<ByteArray> = values.iter().map(|v| v.to_vec().into()).collect();
            put::<ByteArrayType>(column, &values);
        }
    };
    // Two halves of one character: not text, though they would be if they met.
    let halves = binary(vec![b"ok", b"\xc3", b"\xa9"]);
    make(desk.path("t.parquet"), "message t { required binary b; }", &[&[&halves]]);
    let table = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap();
    let error = table.blocks().next().unwrap().unwrap_err();
    assert!(matches!(error.problem(), Problem::NotUtf8 { likely: None }));
    assert_eq!((error.line(), error.column()), (Some(3), Some("b")));

    let day: Fill = &|column| put::<Int32Type>(column, &[0, i32::MAX]);
    make(desk.path("t.parquet"), "message t { required int32 d (DATE); }", &[&[day]]);
    let table = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap();
    let error = table.blocks().next().unwrap().unwrap_err();
    assert!(matches!(error.problem(), Problem::NoText(_)));
    assert_eq!((error.line(), error.column()), (Some(3), Some("d")));
}

#[test]
fn cells_that_do_not_fit_are_named() {
    let desk = Desk::new();
    let unfit = |kind, nullable, cell: &str| {
        let output = Output::create(&desk.location("t.parquet"), false, &[]).unwrap();
        let columns = vec![OutputColumn { kind, nullable, ..OutputColumn::text("n") }];
        let mut writer = TableWriter::new(output, columns, None).unwrap();
        let mut batch = writer.encoder().batch();
        batch.push(cell);
        let written = writer.write(batch).and_then(|()| writer.finish());
        written.err().map(|error| (error.line(), error.value().map(str::to_owned)))
    };
    let decimal = ColumnType::Decimal { precision: 4, scale: 2 };
    let moment = ColumnType::Timestamp(TimeUnit::Milliseconds);
    for (kind, bad) in [
        (ColumnType::Integer, "007"),
        (ColumnType::Integer, "1.0"),
        (ColumnType::Integer, "[1,2]"),
        (ColumnType::Integer, "9223372036854775808"),
        (ColumnType::Unsigned, "-1"),
        (ColumnType::Boolean, "yes"),
        (ColumnType::Double, "1"),
        (ColumnType::Float, "0.123456789"),
        (decimal, "1.5"),
        (decimal, "100.00"),
        (ColumnType::Date, "2023-02-29"),
        (moment, "2024-01-01T00:00:00.10"),
        (moment, "2024-01-01"),
    ] {
        assert_eq!(unfit(kind, true, bad), Some((Some(2), Some(bad.to_owned()))), "{kind:?} {bad}");
        assert_eq!(unfit(kind, true, ""), None);
        assert!(unfit(kind, false, "").is_some());
    }
    for (kind, good) in [
        (ColumnType::Integer, "-12"),
        (ColumnType::Boolean, "false"),
        (ColumnType::Double, "1.0"),
        (decimal, "-0.05"),
        (ColumnType::Date, "2024-02-29"),
        (moment, "2024-01-01T00:00:00.1"),
    ] {
        assert_eq!(unfit(kind, false, good), None, "{kind:?} {good}");
    }
    assert!(desk.files().is_empty());
}

#[test]
fn damaged_files_are_errors() {
    let desk = Desk::new();
    let numbers: Fill = &|column| put::<Int64Type>(column, &(0..5000).collect::<Vec<_>>());
    let words: Fill = &|column| {
        let words: Vec<ByteArray> = (0..5000).map(|n| format!("w{n}").as_str().into()).collect();
        put::<ByteArrayType>(column, &words);
    };
    let schema = "message t { required int64 n; required binary w (UTF8); }";
    make(desk.path("t.parquet"), schema, &[&[numbers, words]]);
    let good = fs::read(desk.path("t.parquet")).unwrap();
    for keep in [4, 100, good.len() / 2, good.len() - 1] {
        desk.put("t.parquet", &good[..keep]);
        let error = Table::open(&desk.location("t.parquet"), &ReadOptions::default()).unwrap_err();
        assert!(matches!(error.problem(), Problem::Parquet(_)), "{error}");
    }
    // A byte here or there: an error or not, but never a panic.
    for place in (0..good.len()).step_by(good.len() / 150) {
        let mut bad = good.clone();
        bad[place] ^= 0x5a;
        desk.put("t.parquet", &bad);
        if let Ok(table) = Table::open(&desk.location("t.parquet"), &ReadOptions::default()) {
            let _ = table.fold::<(), IoError>(2, || (), |(), _| Ok(()));
        }
    }
}

#[test]
fn moments_show_the_clock_of_their_zone() {
    let desk = Desk::new();
    let schema = "message t {
        required int64 fixed (TIMESTAMP(MILLIS,true));
        required int64 named (TIMESTAMP(MILLIS,true));
        required int64 utc (TIMESTAMP(MILLIS,true));
        required int64 local (TIMESTAMP(MILLIS,false));
    }";
    let zones = crate::columnar::arrow_schema::tests::written(&[
        ("fixed", Some("+01:00")),
        ("named", Some("Europe/Berlin")),
        ("utc", Some("UTC")),
        ("local", None),
    ]);
    let entry = parquet::file::metadata::KeyValue::new("ARROW:schema".to_owned(), zones);
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![entry])).build();
    // 2022-12-31T23:30:00Z, and the first of July 2023 at noon.
    let fill: Fill = &|column| put::<Int64Type>(column, &[1_672_529_400_000, 1_688_212_800_000]);
    make_with(desk.path("z.parquet"), schema, properties, &[&[fill, fill, fill, fill]]);
    let table = desk.open("z.parquet", &ReadOptions::default(), 1 << 16).unwrap();
    let rows = table.to_rows().unwrap();
    let (new_year, eve) = ("2023-01-01T00:30:00", "2022-12-31T23:30:00");
    assert_eq!(rows[0], [new_year, new_year, eve, eve]);
    let noon = "2023-07-01T12:00:00";
    assert_eq!(rows[1], ["2023-07-01T13:00:00", "2023-07-01T14:00:00", noon, noon]);
}
