//! What is read from files that are as they should be.

use std::io::Write;

use super::*;
use crate::block::Block;

/// Reads the text in blocks of every size and on several threads; all must agree.
fn read(name: &str, text: impl AsRef<[u8]>, options: &ReadOptions) -> (Vec<String>, Vec<Row>) {
    let desk = Desk::new();
    desk.put(name, text);
    let table = desk.open(name, options, 1 << 16).unwrap();
    let found = rows(&table, 1).unwrap();
    for block_size in [1, 2, 3, 5, 7, 16, 64, 100] {
        let cut = desk.open(name, options, block_size).unwrap();
        assert_eq!(cut.columns(), table.columns());
        assert_eq!(rows(&cut, 1 + block_size % 4).unwrap(), found, "blocks of {block_size}");
    }
    (table.columns().to_vec(), found)
}

fn row(place: u64, line: u64, cells: &[&str]) -> Row {
    (place, line, cells.iter().map(|&cell| cell.to_owned()).collect())
}

#[test]
fn plain_rows() {
    let (columns, found) = read("t.csv", "a,b\n1,x\n2,\n,y\n", &ReadOptions::default());
    assert_eq!(columns, ["a", "b"]);
    assert_eq!(found, [row(0, 2, &["1", "x"]), row(1, 3, &["2", ""]), row(2, 4, &["", "y"])]);
}

#[test]
fn marks_line_ends_and_missing_last_line_end() {
    let found = read("t.csv", "\u{feff}a,b\r\n1,x\r\n2,\"y\"\r\n3,z", &ReadOptions::default());
    assert_eq!(found.0, ["a", "b"]);
    assert_eq!(found.1, [row(0, 2, &["1", "x"]), row(1, 3, &["2", "y"]), row(2, 4, &["3", "z"])]);
    let found = read("t.csv", "a,b\n1,\"x\"", &ReadOptions::default());
    assert_eq!(found.1, [row(0, 2, &["1", "x"])]);
}

#[test]
fn quotes_newlines_and_line_numbers() {
    let text = "\"a\nb\",c\n\"1\n\n\",\"say \"\"hi\"\"\"\n\n2,5\" pipe\n\"\"\"\",\"\"\n";
    let (columns, found) = read("t.csv", text, &ReadOptions::default());
    assert_eq!(columns, ["a\nb", "c"]);
    assert_eq!(
        found,
        [
            row(0, 3, &["1\n\n", "say \"hi\""]),
            row(1, 7, &["2", "5\" pipe"]),
            row(2, 8, &["\"", ""])
        ]
    );
}

#[test]
fn blank_lines_are_cells_of_one_column() {
    let (_, found) = read("t.csv", "a\n\nx\n\r\n\n", &ReadOptions::default());
    let expected = [row(0, 2, &[""]), row(1, 3, &["x"]), row(2, 4, &[""]), row(3, 5, &[""])];
    assert_eq!(found, expected);
    let (_, found) = read("t.csv", "\n\na,b\n\n1,2\n\r\n3,4\n\n", &ReadOptions::default());
    assert_eq!(found, [row(0, 5, &["1", "2"]), row(1, 7, &["3", "4"])]);
}

#[test]
fn comments_and_trimming() {
    let options = ReadOptions { trim: true, comment: Some(b'|'), ..ReadOptions::default() };
    let text = "|1x3 \"Cross validator\na, b\n 1 ,\tx y \n|, \"\n  \n 2, \" q \" \n|";
    let (columns, found) = read("t.csv", text, &options);
    assert_eq!(columns, ["a", "b"]);
    assert_eq!(found, [row(0, 3, &["1", "x y"]), row(1, 6, &["2", " q "])]);
    let (_, found) = read("t.csv", "a,b\n 1 , 2 \n", &ReadOptions::default());
    assert_eq!(found, [row(0, 2, &[" 1 ", " 2 "])]);
}

#[test]
fn names_in_place_of_a_header() {
    let named = |header, names: &[&str]| ReadOptions {
        header,
        names: Some(names.iter().map(|&name| name.to_owned()).collect()),
        ..ReadOptions::default()
    };
    let headless = ReadOptions { header: false, ..ReadOptions::default() };
    let (columns, found) = read("t.csv", "1,x\n2,y\n", &headless);
    assert_eq!(columns, ["c1", "c2"]);
    assert_eq!(found, [row(0, 1, &["1", "x"]), row(1, 2, &["2", "y"])]);
    let (columns, found) = read("t.csv", "1,x\n2,y\n", &named(false, &["a", "b"]));
    assert_eq!((columns.join(","), found.len()), ("a,b".into(), 2));
    // The header may have names that would be an error, if they are replaced.
    let (columns, found) = read("t.csv", ",\n2,y\n", &named(true, &["a", "b"]));
    assert_eq!((columns.join(","), found.len()), ("a,b".into(), 1));
    let (_, found) = read("t.csv", "\n\nx\n", &headless);
    assert_eq!(found, [row(0, 1, &[""]), row(1, 2, &[""]), row(2, 3, &["x"])]);
}

#[test]
fn delimiters() {
    let (columns, found) = read("t.tsv", "a\tb\n1,5\tx\n", &ReadOptions::default());
    assert_eq!(
        (columns.join("|"), cells(found)),
        ("a|b".into(), vec![vec!["1,5".into(), "x".into()]])
    );
    let options = ReadOptions { delimiter: Some(b';'), ..ReadOptions::default() };
    let (columns, _) = read("t.csv", "a;b\n1;2\n", &options);
    assert_eq!(columns, ["a", "b"]);
}

#[test]
fn header_only_is_a_table_without_rows() {
    for text in ["a,b", "a,b\n", "a,b\r\n\r\n", "\u{feff}a,b\n\n\n"] {
        let (columns, found) = read("t.csv", text, &ReadOptions::default());
        assert_eq!((columns.join("|"), found.len()), ("a|b".into(), 0), "{text:?}");
    }
}

#[test]
fn compressed_files_of_several_members() {
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let expected = [row(0, 2, &["1", "x"]), row(1, 3, &["2", "y"])];
    let bytes = [gzip("a,b\n1"), gzip(",x\n2,y\n")].concat();
    assert_eq!(read("t.csv.gz", bytes, &ReadOptions::default()).1, expected);
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 0).unwrap();
    let bytes = [zstd("a\tb\n1"), zstd("\tx\n2\ty\n")].concat();
    assert_eq!(read("t.tsv.zst", bytes, &ReadOptions::default()).1, expected);
}

#[test]
fn pipes_are_copied_and_sniffed() {
    let spool = |bytes: &[u8]| {
        let source = crate::file::FileBytes::spool(
            "standard input".into(),
            &mut &*bytes,
            crate::location::Format::CSV,
        );
        Table::of_file(source.unwrap(), &ReadOptions::default(), 8).unwrap()
    };
    let table = spool(b"a,b\n1,2\n");
    assert_eq!(table.name(), "standard input");
    assert_eq!(rows(&table, 2).unwrap(), [row(0, 2, &["1", "2"])]);
    let packed = zstd::encode_all(&b"a,b\n1,2\n"[..], 0).unwrap();
    assert_eq!(rows(&spool(&packed), 2).unwrap(), [row(0, 2, &["1", "2"])]);
}

#[test]
fn errors_of_the_caller_come_in_order_too() {
    #[derive(Debug, PartialEq)]
    struct Stop(u64);
    impl From<IoError> for Stop {
        fn from(error: IoError) -> Stop {
            panic!("{error}")
        }
    }
    let desk = Desk::new();
    let text: String = (0..500).map(|row| format!("{row}\n")).collect();
    desk.put("t.csv", format!("a\n{text}"));
    let table = desk.open("t.csv", &ReadOptions::default(), 16).unwrap();
    let limit = |block: &Block| match block.first_row() {
        first if first >= 100 => {
            // The first one to fail is the last one to say so.
            if first < 105 {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            Err(Stop(first))
        }
        _ => Ok(block.rows()),
    };
    let (mut seen, mut outcomes) = (Vec::new(), Vec::new());
    for threads in [1, 2, 3, 4, 1, 2, 3, 4] {
        let mut rows = 0;
        let by_map = table.map_ordered(threads, limit, |count| {
            rows += count;
            Ok(())
        });
        let by_fold = table.fold(threads, || (), |(), block| limit(block).map(drop));
        outcomes.extend([by_map.unwrap_err(), by_fold.unwrap_err()]);
        seen.push(rows);
        let by_sink = table.map_ordered(
            threads,
            |block| Ok(block.first_row()),
            |first| {
                if first >= 100 { Err(Stop(first)) } else { Ok(()) }
            },
        );
        outcomes.push(by_sink.unwrap_err());
    }
    assert!(outcomes[0].0 >= 100 && outcomes.iter().all(|outcome| *outcome == outcomes[0]));
    // Everything before the error has arrived.
    assert!(seen.iter().all(|&rows| rows as u64 == outcomes[0].0), "{seen:?}");
}

#[test]
fn a_panic_elsewhere_does_not_hang() {
    let desk = Desk::new();
    desk.put("t.csv", format!("a\n{}", "x\n".repeat(500)));
    let table = desk.open("t.csv", &ReadOptions::default(), 16).unwrap();
    let caught = |run: &dyn Fn() -> Result<(), IoError>| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err()
    };
    assert!(caught(&|| table.map_ordered(3, |_| -> Result<(), _> { panic!("each") }, |()| Ok(()))));
    assert!(caught(&|| table.map_ordered(3, |_| Ok(()), |()| panic!("sink"))));
    assert!(caught(&|| table.fold(3, || (), |(), _| panic!("each")).map(drop)));
}

#[test]
fn a_table_that_changes_is_noticed() {
    let desk = Desk::new();
    let location = desk.put("t.csv", "a,b\n1,2\n");
    let table = Table::open(&location, &ReadOptions::default()).unwrap();
    desk.put("t.csv", "a,b\n1,2\n3,4\n");
    let error = table.blocks().next().unwrap().unwrap_err();
    assert!(matches!(error.problem(), crate::Problem::Changed));
}

#[test]
fn quotes_mean_the_same_at_every_offset() {
    let desk = Desk::new();
    for width in 0..140 {
        let pad = "x".repeat(width);
        let read = |row: &str| {
            desk.put("t.csv", format!("a,b\n{row}"));
            let table = desk.open("t.csv", &ReadOptions::default(), 1 << 16).unwrap();
            rows(&table, 1)
        };
        let doubled = read(&format!("\"{pad}\"\"\",z\r\n")).unwrap();
        assert_eq!(doubled, [row(0, 2, &[&format!("{pad}\""), "z"])]);
        let last = read(&format!("z,\"{pad}\"\r\n\"\",\n")).unwrap();
        assert_eq!(last, [row(0, 2, &["z", &pad]), row(1, 3, &["", ""])]);
        let literal = read(&format!("{pad}x\",z\n")).unwrap();
        assert_eq!(literal, [row(0, 2, &[&format!("{pad}x\""), "z"])]);
        let stray = read(&format!("\"{pad}\"x,z\n")).unwrap_err();
        assert!(stray.contains("line 2, column 'a': text follows"), "{stray}");
    }
}
