//! Files that are not as they should be: each has its error, and the same on any block size and
//! number of threads.

use std::io::Write;

use super::*;
use crate::Problem;

/// The error of a file, in opening or in reading.
fn error_with(name: &str, bytes: &[u8], options: &ReadOptions) -> IoError {
    let desk = Desk::new();
    desk.put(name, bytes);
    let find = |block_size: usize| {
        desk.open(name, options, block_size).and_then(|table| {
            let error = rows(&table, 1).unwrap_err();
            for threads in 2..=4 {
                assert_eq!(rows(&table, threads).unwrap_err(), error);
            }
            table.blocks().try_for_each(|block| block.map(drop))
        })
    };
    let error = find(1 << 16).unwrap_err();
    for block_size in [1, 3, 7, 32] {
        let cut = find(block_size).unwrap_err();
        assert_eq!(cut.to_string(), error.to_string(), "blocks of {block_size}");
    }
    assert!(error.file().is_some_and(|file| file.ends_with(name)));
    error
}

fn error(name: &str, bytes: impl AsRef<[u8]>) -> IoError {
    error_with(name, bytes.as_ref(), &ReadOptions::default())
}

#[test]
fn ragged_rows() {
    let error = error("t.csv", "a,b\n1,2\n\n\"x\ny\",3\n1,2,3\n1\n");
    assert_eq!(error.line(), Some(6));
    assert!(matches!(error.problem(), Problem::Ragged { found: 3, expected: 2 }));
    assert!(
        error.to_string().ends_with("line 6: the row has 3 cells, but the table has 2 columns")
    );
    let error = super::bad_input::error("t.csv", "a,b\n1,2\n1\n1,2\n");
    assert_eq!(error.line(), Some(3));
    assert!(matches!(error.problem(), Problem::Ragged { found: 1, expected: 2 }));
    assert!(matches!(
        super::bad_input::error("t.csv", "a\n1,2\n").problem(),
        Problem::Ragged { found: 2, expected: 1 }
    ));
}

#[test]
fn the_first_error_wins() {
    let rows = "1,2\n".repeat(50);
    let error = error("t.csv", [b"a,b\n", rows.as_bytes(), b"x\n\xff,1\n1,2,3\n"].concat());
    assert_eq!((error.line(), error.column()), (Some(52), None));
    let error = super::bad_input::error("t.csv", b"a,b\n1,\xff\nx\n".as_slice());
    assert_eq!((error.line(), error.column()), (Some(2), Some("b")));
    let error = super::bad_input::error("t.csv", b"a,b\n1,\xff,\n".as_slice());
    assert!(matches!(error.problem(), Problem::Ragged { .. }));
}

#[test]
fn quotes() {
    let error = error("t.csv", "a,b\n1,2\n3,\"x\ny\n1,2\n");
    assert_eq!((error.line(), error.column()), (Some(3), Some("b")));
    assert!(matches!(error.problem(), Problem::UnclosedQuote));
    let error = super::bad_input::error("t.csv", "a,b\n\"1\n\n\",\"x\n\n");
    assert_eq!((error.line(), error.column()), (Some(4), Some("b")));
    let error = super::bad_input::error("t.csv", "\"a,b\n1,2\n");
    assert_eq!(error.line(), Some(1));
    assert!(matches!(error.problem(), Problem::UnclosedQuote));
    let error = super::bad_input::error("t.csv", "a,b\n1,2\n\"x\" ,\"y\"z\n");
    assert_eq!((error.line(), error.column()), (Some(3), Some("a")));
    assert!(matches!(error.problem(), Problem::StrayQuote));
}

#[test]
fn bytes_that_are_not_utf8() {
    let error = error("t.csv", b"a,b\n1,2\n\"1\n\",M\xfcller\n".as_slice());
    assert_eq!((error.line(), error.column()), (Some(3), Some("b")));
    assert_eq!(error.value(), Some("M\u{fffd}ller"));
    let error = super::bad_input::error("t.csv", b"a,b\xff\n1,2\n".as_slice());
    assert_eq!((error.line(), error.column()), (Some(1), Some("2")));
    // A character that ends too early, at the end of its cell.
    let error = super::bad_input::error("t.csv", b"a,b\n1\xc3,\xa9\n".as_slice());
    assert_eq!((error.line(), error.column()), (Some(2), Some("a")));
    assert!(error.to_string().contains("say `encoding = "), "{error}");
    let names = b"name,town\nM\xfcller,K\xf6ln\nJ\xe4ger,D\xfcren\nGro\xdf,Gie\xdfen\n".as_slice();
    let error = super::bad_input::error("t.csv", names);
    assert!(error.to_string().ends_with("say `encoding = windows-1252`"), "{error}");
    // UTF-16 that ends in the middle of a character, and UTF-16 without its mark.
    let error = super::bad_input::error("t.csv", b"\xff\xfea\0,\0b\0\n".as_slice());
    assert!(matches!(error.problem(), Problem::NotInEncoding(_)));
    let wide: Vec<u8> = "age,sex\n31,f\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let error = super::bad_input::error("t.csv", wide);
    assert!(error.to_string().ends_with("say `encoding = UTF-16LE`"), "{error}");
}

#[test]
fn files_that_are_no_text_are_named() {
    for (bytes, says) in [
        (&b"$FL2@(#) SPSS DATA FILE\0\0\x02\xff"[..], "SPSS"),
        (b"PK\x03\x04\x14\0\0\0\x08\0\xff", "ZIP"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\xff\xfe", "binary"),
    ] {
        let error = error("t.csv", bytes).to_string();
        assert!(error.contains(says) && error.is_ascii(), "{error}");
    }
}

#[test]
fn nothing_there() {
    for text in ["", "\u{feff}", "\n\n", "\r\n"] {
        assert!(matches!(error("t.csv", text).problem(), Problem::Empty), "{text:?}");
    }
    let options = ReadOptions { comment: Some(b'#'), ..ReadOptions::default() };
    let error = error_with("t.csv", b"# a\n#b", &options);
    assert!(matches!(error.problem(), Problem::Empty));
    let desk = Desk::new();
    let open = |name| Table::open(&desk.location(name), &ReadOptions::default()).unwrap_err();
    assert!(matches!(open("none.csv").problem(), Problem::NotFound));
    assert!(matches!(open("none.parquet").problem(), Problem::NotFound));
    assert!(matches!(open(".").problem(), Problem::Folder));
}

#[test]
#[cfg(unix)]
fn unreadable_file() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let location = desk.put("t.csv", "a,b\n");
    fs::set_permissions(desk.path("t.csv"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(desk.path("t.csv")).is_ok() {
        return; // The superuser may read everything.
    }
    let error = Table::open(&location, &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.problem(), Problem::Denied));
}

#[test]
fn names() {
    let error = error("t.csv", "a,b,a\n1,2,3\n");
    assert_eq!((error.line(), error.value()), (Some(1), Some("a")));
    assert!(matches!(error.problem(), Problem::DuplicateColumn { first: 1, second: 3 }));
    let error = super::bad_input::error("t.csv", "\na,,c\n1,2,3\n");
    assert_eq!(error.line(), Some(2));
    assert!(matches!(error.problem(), Problem::NamelessColumn { position: 2 }));
    let names = vec!["a".to_owned(), "b".to_owned()];
    let options = ReadOptions { names: Some(names), ..ReadOptions::default() };
    let error = error_with("t.csv", b"x,y,z\n", &options);
    assert!(matches!(error.problem(), Problem::NameCount { found: 3, given: 2 }));
}

#[test]
fn line_ends_and_options() {
    let error = error("t.csv", "a,b\r1,2\r3,4\r");
    assert!(matches!(error.problem(), Problem::CarriageReturns));
    let options = ReadOptions { delimiter: Some(b'"'), ..ReadOptions::default() };
    assert!(matches!(error_with("t.csv", b"a\n", &options).problem(), Problem::Options(_)));
}

#[test]
fn compressed_files_cut_short() {
    let text = (0..20_000).map(|row| format!("{row},{}\n", row * 7919 % 1009)).collect::<String>();
    let text = format!("a,b\n{text}");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(text.as_bytes(), 0).unwrap();
    for (name, bytes) in [("t.csv.gz", gzip), ("t.csv.zst", zstd)] {
        for keep in [1, 5, bytes.len() / 2, bytes.len() - 9, bytes.len() - 1] {
            let desk = Desk::new();
            let location = desk.put(name, &bytes[..keep]);
            let error = Table::open(&location, &ReadOptions::default())
                .and_then(|table| table.fold::<(), IoError>(2, || (), |(), _| Ok(())).map(drop))
                .unwrap_err();
            assert!(matches!(error.problem(), Problem::Truncated(_)), "{keep} of {name}: {error}");
        }
    }
}

#[test]
fn files_that_are_not_what_their_names_say() {
    for name in ["t.csv.gz", "t.tsv.zst"] {
        let error = error(name, "a,b\n1,2\n3,4\n5,6\n");
        assert!(matches!(error.problem(), Problem::NotCompressed { .. }), "{error}");
    }
    let noise: Vec<u8> =
        (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for bytes in [&noise[..], b"PAR1", b"x", b"PAR1xxxxPAR1", b"a,b\n1,2\n"] {
        let error = error("t.parquet", bytes);
        assert!(matches!(error.problem(), Problem::Parquet(_)), "{error}");
    }
    assert!(matches!(error("t.parquet", b"").problem(), Problem::Empty));
}

#[test]
fn endless_rows() {
    let desk = Desk::new();
    desk.put("t.csv", format!("a,b\n1,2\n\"{}", "x,y\n".repeat(40 << 20)));
    let table = Table::open(&desk.location("t.csv"), &ReadOptions::default()).unwrap();
    let error = table.fold::<(), IoError>(1, || (), |(), _| Ok(())).unwrap_err();
    assert_eq!(error.line(), Some(3));
    assert!(matches!(error.problem(), Problem::EndlessRow { .. }));
}
