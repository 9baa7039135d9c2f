//! Arrow record batches are read as the same values in memory are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{
    Array, BooleanArray, Date32Array, Date64Array, Decimal128Array, DictionaryArray, Float32Array,
    Float64Array, Int8Array, Int64Array, LargeStringArray, ListArray, NullArray, RecordBatch,
    StringArray, StringViewArray, Time32SecondArray, TimestampNanosecondArray,
    TimestampSecondArray, UInt64Array,
};

use super::*;
use crate::{ArrowTable, ColumnValues, MemoryTable, Problem, TimeUnit};

fn batch(columns: Vec<(&str, Arc<dyn Array>)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap()
}

#[test]
fn values_have_the_text_of_the_same_values_in_memory() {
    let (ints, bools) = (vec![Some(-7_i64), None, Some(7)], vec![Some(true), None, Some(false)]);
    let unsigned = vec![Some(u64::MAX), Some(0), None];
    let (floats, doubles) = (vec![Some(0.1_f32), None, None], vec![Some(1e300), Some(-0.0), None]);
    let (texts, days) = (vec![Some("a"), None, Some("é,")], vec![Some(19_782), None, Some(-1)]);
    let decimals = vec![Some(-5_i128), None, Some(1234)];
    let nanos = vec![Some(1_700_000_000_000_000_010_i64), None, Some(0)];
    let arrow = batch(vec![
        ("integer", Arc::new(Int64Array::from(ints.clone()))),
        ("small", Arc::new(Int8Array::from(vec![-1, 0, 1]))),
        ("unsigned", Arc::new(UInt64Array::from(unsigned.clone()))),
        ("boolean", Arc::new(BooleanArray::from(bools.clone()))),
        ("float", Arc::new(Float32Array::from(floats.clone()))),
        ("double", Arc::new(Float64Array::from(doubles.clone()))),
        ("text", Arc::new(StringArray::from(texts.clone()))),
        ("large", Arc::new(LargeStringArray::from(texts.clone()))),
        ("view", Arc::new(StringViewArray::from(texts.clone()))),
        ("dictionary", Arc::new(texts.iter().copied().collect::<DictionaryArray<Int8Type>>())),
        ("date", Arc::new(Date32Array::from(days.clone()))),
        ("date64", {
            let millis = days.iter().map(|days| days.map(|days| i64::from(days) * 86_400_000));
            Arc::new(millis.collect::<Date64Array>())
        }),
        ("decimal", {
            let decimals = Decimal128Array::from(decimals.clone());
            Arc::new(decimals.with_precision_and_scale(20, 2).unwrap())
        }),
        ("nanos", Arc::new(TimestampNanosecondArray::from(nanos.clone()))),
        ("seconds", Arc::new(TimestampSecondArray::from(vec![Some(-1), None, Some(0)]))),
        ("time", Arc::new(Time32SecondArray::from(vec![Some(3723), None, Some(0)]))),
        ("nothing", Arc::new(NullArray::new(3))),
    ]);
    let text = || ColumnValues::from(texts.clone());
    let memory = MemoryTable::new(
        "m",
        [
            ("integer", ints.into()),
            ("small", [-1_i8, 0, 1].into()),
            ("unsigned", unsigned.into()),
            ("boolean", bools.into()),
            ("float", floats.into()),
            ("double", doubles.into()),
            ("text", text()),
            ("large", text()),
            ("view", text()),
            ("dictionary", text()),
            ("date", ColumnValues::dates(days.clone())),
            ("date64", ColumnValues::dates(days.clone())),
            ("decimal", ColumnValues::decimals(decimals, 20, 2)),
            ("nanos", ColumnValues::timestamps(nanos, TimeUnit::Nanoseconds)),
            ("seconds", {
                let millis = [Some(-1000), None, Some(0)];
                ColumnValues::timestamps(millis, TimeUnit::Milliseconds)
            }),
            ("time", ["01:02:03", "", "00:00:00"].into()),
            ("nothing", ["", "", ""].into()),
        ],
    );
    // An empty batch, and one that is a part of another.
    let batches = vec![arrow.slice(0, 1), arrow.slice(1, 0), arrow.slice(1, 2)];
    let arrow = Table::from(ArrowTable::new("a", batches).unwrap());
    let memory = Table::from(memory.unwrap());
    assert_eq!(arrow.kinds(), memory.kinds());
    assert_eq!(rows(&arrow, 2), rows(&memory, 2));
    assert_eq!(arrow.digest().unwrap(), memory.digest().unwrap());
}

#[test]
fn long_batches_are_read_in_parts() {
    let numbers: Vec<i64> = (0..20_000).collect();
    let arrow = batch(vec![("n", Arc::new(Int64Array::from(numbers.clone())))]);
    let arrow =
        Table::from(ArrowTable::new("a", vec![arrow.slice(0, 9), arrow.slice(9, 19_991)]).unwrap());
    let memory = Table::from(MemoryTable::new("m", [("n", numbers.into())]).unwrap());
    for threads in 1..=3 {
        assert_eq!(rows(&arrow, threads), rows(&memory, threads));
    }
}

#[test]
fn outputs_keep_types_and_carry_nothing_of_rows_that_are_left_out() {
    let illnesses: DictionaryArray<Int8Type> =
        ["flu", "rabies", "cold", "flu"].into_iter().collect();
    let original = || {
        batch(vec![
            ("age", Arc::new(Int64Array::from(vec![31, 99, 34, 38]))),
            ("illness", Arc::new(illnesses.clone())),
            ("day", Arc::new(Date32Array::from(vec![Some(1), Some(2), None, Some(4)]))),
        ])
    };
    for kept in [vec![0, 2, 3], vec![3, 0, 2], vec![0, 1, 2, 3]] {
        let halves = vec![original().slice(0, 2), original().slice(2, 2)];
        let table = ArrowTable::new("a", halves).unwrap();
        let output = crate::Output::in_memory("out", Some(table), true);
        let columns =
            (0..).zip(["age", "illness", "day"]).map(|(place, name)| crate::OutputColumn {
                source: (place > 0).then_some(place),
                ..crate::OutputColumn::text(name)
            });
        let mut writer = crate::TableWriter::new(output, columns.collect(), None).unwrap();
        assert!(writer.encoder().needs_numbers());
        let mut cells = writer.encoder().batch();
        for &row in &kept {
            cells.number(row);
            ["[30,40)", "is taken", "is taken"].into_iter().for_each(|cell| cells.push(cell));
        }
        writer.write(cells).unwrap();
        let written = writer.finish().unwrap().into_arrow().unwrap();
        let batches = written.table.batches();
        let schema = written.table.schema();
        assert_eq!(schema.field(1), original().schema().field(1));
        assert_eq!(schema.field(2), original().schema().field(2));
        let expected: Vec<_> =
            kept.iter().map(|&row| ["flu", "rabies", "cold", "flu"][row as usize]).collect();
        let rows = Table::from(written.table.clone()).to_rows().unwrap();
        assert_eq!(rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), expected);
        assert!(rows.iter().all(|row| row[0] == "[30,40)"), "{rows:?}");
        let dictionaries = batches.iter().map(|batch| {
            let values = batch.column(1).as_any_dictionary().values().clone();
            values.as_string::<i32>().iter().flatten().map(str::to_owned).collect::<Vec<_>>()
        });
        let told = dictionaries.flatten().any(|value| value == "rabies");
        assert_eq!(told, kept.len() == 4, "{kept:?}");
        assert_eq!(written.rows, Some(kept));
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let numbers = || Arc::new(Int64Array::from(vec![1])) as Arc<dyn Array>;
    let wrong = |batches| ArrowTable::new("a", batches).unwrap_err();
    assert!(matches!(wrong(vec![]).problem(), Problem::Empty));
    let twice = wrong(vec![batch(vec![("n", numbers()), ("n", numbers())])]);
    assert!(matches!(twice.problem(), Problem::DuplicateColumn { first: 1, second: 2 }));
    let lists = ListArray::from_iter_primitive::<Int8Type, _, _>([Some([Some(1_i8)])]);
    let nested = wrong(vec![batch(vec![("n", numbers()), ("lists", Arc::new(lists))])]);
    assert!(matches!(nested.problem(), Problem::Nested));
    assert_eq!(nested.column(), Some("lists"));
    let different = wrong(vec![batch(vec![("n", numbers())]), batch(vec![("m", numbers())])]);
    assert!(different.to_string().contains("different columns"), "{different}");
    let bytes = arrow_array::BinaryArray::from_vec(vec![b"ok", b"\xc3"]);
    let table =
        Table::from(ArrowTable::new("a", vec![batch(vec![("b", Arc::new(bytes))])]).unwrap());
    let error = table.to_rows().unwrap_err();
    assert!(matches!(error.problem(), Problem::NotUtf8 { likely: None }));
    assert_eq!((error.line(), error.column()), (Some(3), Some("b")));
}

#[test]
fn moments_show_the_clock_of_their_zone() {
    // 2022-12-31T23:30:00Z, and the first of July 2023 at noon.
    let moments = vec![Some(1_672_529_400_i64), Some(1_688_212_800), None];
    let array = |zone: &str| -> Arc<dyn Array> {
        Arc::new(TimestampSecondArray::from(moments.clone()).with_timezone(zone))
    };
    let nanos = moments.iter().map(|seconds| seconds.map(|seconds| seconds * 1_000_000_000));
    let nanos = nanos.collect::<TimestampNanosecondArray>().with_timezone("America/New_York");
    let keys = Int8Array::from(vec![Some(1), Some(0), None]);
    let packed = DictionaryArray::<Int8Type>::new(keys, array("+01:00"));
    let zoned = batch(vec![
        ("fixed", array("+01:00")),
        ("named", array("Europe/Berlin")),
        ("utc", array("UTC")),
        ("none", array("")),
        ("nanos", Arc::new(nanos)),
        ("packed", Arc::new(packed)),
    ]);
    let table = Table::from(ArrowTable::new("a", vec![zoned]).unwrap());
    let (new_year, eve) = ("2023-01-01T00:30:00", "2022-12-31T23:30:00");
    let (noon, one) = ("2023-07-01T12:00:00", "2023-07-01T13:00:00");
    let expected = [
        [new_year, new_year, eve, eve, "2022-12-31T18:30:00", one],
        [one, "2023-07-01T14:00:00", noon, noon, "2023-07-01T08:00:00", new_year],
        [""; 6],
    ];
    assert_eq!(table.to_rows().unwrap(), expected);
    let error = ArrowTable::new("a", vec![batch(vec![("t", array("Moon/Tycho"))])]).unwrap_err();
    assert_eq!(error.column(), Some("t"));
    assert!(error.to_string().contains("'Moon/Tycho' is not known"), "{error}");
}
