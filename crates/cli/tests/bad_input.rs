//! Bad input: each a clear error with its place, no output, no older file touched, never a panic.
//!
//! A case is what is wrong, the files that are needed for it, the command, what the message must
//! say, and the fields that the JSON error must have (no more, no fewer).

use serde_json::json;

use crate::support::Folder;
use crate::support::refusal::{Case, check};

#[test]
fn tables_that_cannot_be_read() {
    check(&[
        Case {
            what: "a missing file",
            files: &[],
            command: "release nowhere.csv --qi age --k 2".into(),
            says: &["nowhere.csv", "no such file"],
            fields: json!({ "file": "nowhere.csv" }),
        },
        Case {
            what: "a missing file, for check",
            files: &[],
            command: "check nowhere.csv --qi age --k 2".into(),
            says: &["nowhere.csv", "no such file"],
            fields: json!({ "file": "nowhere.csv" }),
        },
        Case {
            what: "a folder",
            files: &[],
            command: "release . --qi age --k 2".into(),
            says: &[".: is a folder", "name a file"],
            fields: json!({ "file": "." }),
        },
        Case {
            what: "a row with a cell too few",
            files: &[("t.csv", b"age,sex\n21,F\n\n23\n24,F\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv, line 4", "1 cell", "2 columns"],
            fields: json!({ "file": "t.csv", "line": 4 }),
        },
        Case {
            what: "a row with a cell too many, after a quoted line break",
            files: &[("t.csv", b"age,sex\n21,\"F\nF\"\n23,M,M\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv, line 4", "3 cells", "2 columns"],
            fields: json!({ "file": "t.csv", "line": 4 }),
        },
        Case {
            what: "a ragged row, for check",
            files: &[("t.csv", b"age,sex\n21,F\n23\n")],
            command: "check t.csv --qi age --k 2".into(),
            says: &["t.csv, line 3"],
            fields: json!({ "file": "t.csv", "line": 3 }),
        },
        Case {
            what: "a quote that is never closed",
            files: &[("t.csv", b"age,sex\n21,\"F\n23,M\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv, line 2", "'sex'", "never closed"],
            fields: json!({ "file": "t.csv", "line": 2, "column": "sex" }),
        },
        Case {
            what: "bytes that are not UTF-8",
            files: &[("t.csv", b"age,sex\n21,F\n23,\xff\n")],
            command: "release t.csv --qi age,sex --k 2".into(),
            says: &["t.csv, line 3", "'sex'", "not UTF-8", "--encoding"],
            fields: json!({ "file": "t.csv", "line": 3, "column": "sex", "value": "\u{fffd}" }),
        },
        Case {
            what: "UTF-16 with half a character",
            files: &[("t.csv", b"\xff\xfea\0g\0e\0\n\x003")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv", "bytes that are not UTF-16LE", "--encoding"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "an empty file",
            files: &[("t.csv", b"")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv: is empty", "expected a header line and rows"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "an empty file, for check",
            files: &[("t.csv", b"")],
            command: "check t.csv --qi age --k 2".into(),
            says: &["t.csv: is empty"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "a header without rows",
            files: &[("t.csv", b"age,sex\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv", "no rows"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "truncated zstd, by name only",
            files: &[("t.csv.zst", b"age,sex\n21,F\n")],
            command: "release t.csv.zst --qi age --k 2".into(),
            says: &["t.csv.zst", "not valid zstd"],
            fields: json!({ "file": "t.csv.zst" }),
        },
        Case {
            what: "text named .gz",
            files: &[("t.csv.gz", b"age,sex\n21,F\n")],
            command: "release t.csv.gz --qi age --k 2".into(),
            says: &["t.csv.gz", "not valid gzip"],
            fields: json!({ "file": "t.csv.gz" }),
        },
        Case {
            what: "random bytes named .parquet",
            files: &[("t.parquet", b"\x93\x1f\x08\xe4\x00\x77\xaaPAR\x13\x55\x02\xcd\xee\x41")],
            command: "release t.parquet --qi age --k 2".into(),
            says: &["t.parquet", "not valid Parquet"],
            fields: json!({ "file": "t.parquet" }),
        },
        Case {
            what: "random bytes between Parquet's magic words",
            files: &[("t.parquet", b"PAR1\x93\x1f\x08\xe4\x00\x77\xaa\x10\x00\x00\x00PAR1")],
            command: "check t.parquet --qi age --k 2".into(),
            says: &["t.parquet", "not valid Parquet"],
            fields: json!({ "file": "t.parquet" }),
        },
        Case {
            what: "a population that is not there",
            files: &[],
            command: "release study.csv --qi age --k-map 2 --public nobody.csv".into(),
            says: &["nobody.csv", "no such file"],
            fields: json!({ "file": "nobody.csv" }),
        },
        Case {
            what: "a population without a quasi-identifier",
            files: &[("people.csv", b"sex\nF\nM\n")],
            command: "release study.csv --qi age,sex --k-map 2 --public people.csv".into(),
            says: &["people.csv", "'age'", "sex"],
            fields: json!({ "file": "people.csv", "column": "age" }),
        },
    ]);
}

#[test]
fn a_header_without_rows_cannot_be_checked() {
    check(&[Case {
        what: "a header without rows, for check",
        files: &[("t.csv", b"age,sex\n")],
        command: "check t.csv --qi age".into(),
        says: &["t.csv", "no rows"],
        fields: json!({ "file": "t.csv" }),
    }]);
}

#[test]
fn truncated_files() {
    for (name, format, head) in
        [("t.csv.gz", "gzip", 40), ("t.csv.zst", "zstd", 40), ("t.parquet", "Parquet", 300)]
    {
        let folder = Folder::new();
        folder
            .run(&format!("release study.csv --qi age,sex --id name --k 1 -o {name} -q"))
            .succeeds();
        let whole = folder.bytes(name);
        // The whole file is fine; what is wrong below is the cut alone.
        folder.run(&format!("check {name} --qi sex --k 2")).succeeds();
        for length in [1, 5, head, whole.len() - 1] {
            folder.write(name, &whole[..length]);
            let before = folder.snapshot();
            let words = format!("release {name} --qi sex --k 2 -o out.csv --json");
            let run = folder.run(&words).ends(2).says(&[name, format]);
            assert_eq!(run.json()["error"]["file"], json!(name), "{run}");
            assert_eq!(folder.snapshot(), before, "{length} bytes: {run}");
        }
    }
}

#[test]
fn columns_that_are_wrong() {
    check(&[
        Case {
            what: "two columns of one name",
            files: &[("t.csv", b"age,sex,age\n21,F,21\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["t.csv, line 1", "'age'", "column 1", "column 3", "must differ"],
            fields: json!({ "file": "t.csv", "line": 1, "column": "age", "value": "age" }),
        },
        Case {
            what: "an unknown quasi-identifier",
            files: &[],
            command: "release study.csv --qi age,sexx --k 2".into(),
            says: &["study.csv", "'sexx'", "--qi", "did you mean 'sex'?"],
            fields: json!({ "file": "study.csv", "column": "sexx" }),
        },
        Case {
            what: "an unknown sensitive column",
            files: &[],
            command: "release study.csv --qi age --sensitive ilness --k 2".into(),
            says: &["'ilness'", "--sensitive", "did you mean 'illness'?"],
            fields: json!({ "file": "study.csv", "column": "ilness" }),
        },
        Case {
            what: "an unknown identifying column, unlike all others",
            files: &[],
            command: "release study.csv --qi age --id passport --k 2".into(),
            says: &["'passport'", "--id", "name, age, sex, region, illness, salary, ward"],
            fields: json!({ "file": "study.csv", "column": "passport" }),
        },
        Case {
            what: "an unknown column, for check",
            files: &[],
            command: "check study.csv --qi aeg --k 2".into(),
            says: &["study.csv", "'aeg'", "did you mean 'age'?"],
            fields: json!({ "file": "study.csv", "column": "aeg" }),
        },
        Case {
            what: "an unknown column, for hierarchy",
            files: &[],
            command: "hierarchy aeg=auto study.csv".into(),
            says: &["study.csv", "'aeg'", "did you mean 'age'?"],
            fields: json!({ "file": "study.csv", "column": "aeg" }),
        },
        Case {
            what: "an unknown column of a demand",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --l ilness=distinct:2".into(),
            says: &["--l ilness=distinct:2", "no sensitive column", "did you mean 'illness'?"],
            fields: json!({ "column": "ilness", "value": "ilness=distinct:2" }),
        },
        Case {
            what: "a column in two roles",
            files: &[],
            command: "release study.csv --qi age,sex --sensitive sex --k 2".into(),
            says: &["'sex'", "--qi", "--sensitive", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a quasi-identifier that is to be dropped",
            files: &[],
            command: "release study.csv --qi age,sex --id sex --k 2".into(),
            says: &["'sex'", "--qi", "--id", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a column in two roles, for check",
            files: &[],
            command: "check study.csv --qi age,sex --sensitive sex --k 2".into(),
            says: &["'sex'", "--qi", "--sensitive", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a column named twice",
            files: &[],
            command: "release study.csv --qi age,sex,age --k 2".into(),
            says: &["--qi", "'age'", "twice"],
            fields: json!({ "column": "age" }),
        },
        Case {
            what: "a sensitive column named twice, by two flags",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --sensitive illness --k 2"
                .into(),
            says: &["--sensitive", "'illness'", "twice"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "no quasi-identifier",
            files: &[],
            command: "release study.csv --k 2".into(),
            says: &["no quasi-identifiers", "--qi"],
            fields: json!({}),
        },
        Case {
            what: "a declared type that does not fit",
            files: &[],
            command: "release study.csv --qi sex --type sex=integer --k 2".into(),
            says: &["'sex'", "integer", "'F'", "--null"],
            fields: json!({ "column": "sex", "value": "F" }),
        },
        Case {
            what: "a type that does not exist",
            files: &[],
            command: "release study.csv --qi sex --type sex=number --k 2".into(),
            says: &["--type sex=number", "integer, decimal, date, boolean, text"],
            fields: json!({ "column": "sex", "value": "number" }),
        },
        Case {
            what: "a value that looks generalized already",
            files: &[("t.csv", b"age,sex\n21,F\n*,F\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["'age'", "'*'", "rename it", "hierarchy file that lists it"],
            fields: json!({ "column": "age", "value": "*" }),
        },
        Case {
            what: "a value with the shape of a range",
            files: &[("t.csv", b"age,sex\n21,F\n\"[20,30]\",F\n")],
            command: "release t.csv --qi age --k 2".into(),
            says: &["'age'", "'[20,30]'"],
            fields: json!({ "column": "age", "value": "[20,30]" }),
        },
        Case {
            what: "a value with the shape of a set",
            files: &[("t.csv", b"age,sex\n21,F\n23,{F|M}\n")],
            command: "release t.csv --qi sex --k 2".into(),
            says: &["'sex'", "'{F|M}'"],
            fields: json!({ "column": "sex", "value": "{F|M}" }),
        },
    ]);
}

#[test]
fn hierarchies_that_are_wrong() {
    check(&[
        Case {
            what: "values missing from a hierarchy",
            files: &[("h.csv", b"north;cold;*\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv".into(),
            says: &["'region'", "h.csv", "'east', 'south', 'west'", "add a line for each"],
            fields: json!({ "file": "h.csv", "column": "region", "value": "east" }),
        },
        Case {
            what: "more than ten values missing from a hierarchy",
            files: &[("h.csv", b"30000;little;*\n")],
            command: "release study.csv --qi salary --k 2 --hierarchy salary=h.csv".into(),
            says: &["'32000'", "'72000' and 1 more"],
            fields: json!({ "file": "h.csv", "column": "salary", "value": "32000" }),
        },
        Case {
            what: "a chain that does not end in the top",
            files: &[("h.csv", b"north;cold;*\nwest;cold;*\nsouth;warm;*\neast;warm\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv".into(),
            says: &["h.csv, line 4", "'east'", "'warm'", "common top '*'"],
            fields: json!({ "file": "h.csv", "line": 4, "column": "region", "value": "warm" }),
        },
        Case {
            what: "a label with two parents",
            files: &[("h.csv", b"north;cold;A;*\nwest;cold;B;*\nsouth;warm;B;*\neast;warm;B;*\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv".into(),
            says: &["h.csv, line 2", "'cold'", "two parents", "'B'", "'A' on line 1"],
            fields: json!({ "file": "h.csv", "line": 2, "column": "region", "value": "cold" }),
        },
        Case {
            what: "a value with two chains",
            files: &[("h.csv", b"north;cold;*\nwest;cold;*\nsouth;warm;*\neast;warm;*\nnorth;warm;*\n")],
            command: "hierarchy region=h.csv study.csv".into(),
            says: &["h.csv, line 5", "'north'", "line 1"],
            fields: json!({ "file": "h.csv", "line": 5, "column": "region", "value": "north" }),
        },
        Case {
            what: "a cycle in a tree",
            files: &[("h.txt", b"*\n  cold\n    north\n      cold\n        west\n  warm\n    south\n    east\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=tree:h.txt".into(),
            says: &["h.txt, line 4", "'cold'", "below itself", "line 2", "cycle"],
            fields: json!({ "file": "h.txt", "line": 4, "column": "region", "value": "cold" }),
        },
        Case {
            what: "a hierarchy file that is not there",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv".into(),
            says: &["h.csv", "no such file"],
            fields: json!({ "file": "h.csv" }),
        },
        Case {
            what: "an empty hierarchy file",
            files: &[("h.csv", b"")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv".into(),
            says: &["'region'", "h.csv"],
            fields: json!({ "file": "h.csv", "column": "region" }),
        },
        Case {
            what: "a hierarchy for a sensitive column that needs none",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --k 2 --hierarchy illness=illness.csv".into(),
            says: &["--hierarchy illness=", "no quasi-identifier"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "a hierarchy for a plain column",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy region=region.csv".into(),
            says: &["--hierarchy region=", "no quasi-identifier", "--qi"],
            fields: json!({ "column": "region" }),
        },
        Case {
            what: "two hierarchies for a column",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=auto --hierarchy age=mask:1".into(),
            says: &["--hierarchy", "'age'", "twice"],
            fields: json!({ "column": "age", "value": "mask:1" }),
        },
        Case {
            what: "a builder that does not exist",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=interval:5".into(),
            says: &["'interval:5'", "intervals:5,10,20"],
            fields: json!({ "column": "age", "value": "interval:5" }),
        },
        Case {
            what: "intervals that do not nest",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:5,7".into(),
            says: &["intervals:5,7", "multiple"],
            fields: json!({ "column": "age", "value": "intervals:5,7" }),
        },
        Case {
            what: "intervals of nothing",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:NaN".into(),
            says: &["intervals:NaN", "'NaN' is no number"],
            fields: json!({ "column": "age", "value": "intervals:NaN" }),
        },
        Case {
            what: "bounds that descend",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=bounds:40,18".into(),
            says: &["bounds:40,18", "ascend"],
            fields: json!({ "column": "age", "value": "bounds:40,18" }),
        },
        Case {
            what: "intervals of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=intervals:5".into(),
            says: &["'region'", "'east' is no number", "intervals needs a numeric column"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "bounds of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=bounds:18,40".into(),
            says: &["'region'", "'east' is no number", "bounds needs a numeric column"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "dates of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=date:year".into(),
            says: &["'region'", "'east' is no date", "2024-03-09"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "a level that the hierarchy does not have",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:10 --level age=1..3".into(),
            says: &["--level age=1..3", "levels 0 to 2"],
            fields: json!({ "column": "age" }),
        },
        Case {
            what: "levels upside down",
            files: &[],
            command: "release study.csv --qi age --k 2 --level age=3..1".into(),
            says: &["--level age=3..1", "3 is above 1"],
            fields: json!({ "column": "age", "value": "3..1" }),
        },
    ]);
}

#[test]
fn a_table_cut_at_the_wrong_mark_is_told_by_its_header() {
    let folder = Folder::new();
    folder.write("semicolons.csv", "age;sex\n31;F\n34;M\n");
    let release = "release semicolons.csv --qi age --k 1 -o out.csv";
    folder.run(release).ends(2).says(&["no column 'age'", "--delimiter ';'"]);
    folder.run(&format!("{release} --delimiter ;")).ends(0);
    folder.write("commas.csv", "age;name\n31;Ada, B\n");
    for table in ["semicolons.csv", "commas.csv"] {
        let found = folder.run(&format!("scan {table} --json")).says(&["--delimiter ';'"]);
        assert_eq!(found.ends(0).json()["columns"].as_array().unwrap().len(), 2, "{table}");
    }
    let wide = "check commas.csv --no-header --names age --qi age";
    folder.run(wide).ends(2).says(&["line 2", "2 cells"]);
}
