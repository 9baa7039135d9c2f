//! Bad input: each a clear error with its place, no output, no older file touched, never a panic.
//!
//! A case is what is wrong, the files that are needed for it, the command, what the message must
//! say, and the fields that the JSON error must have (no more, no fewer).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::{Value, json};
use support::Folder;

struct Case {
    what: &'static str,
    files: &'static [(&'static str, &'static [u8])],
    command: &'static str,
    says: &'static [&'static str],
    fields: Value,
}

const OLDER: &str = "an older release that somebody still needs";

impl Case {
    /// Exit status 2, in words and as JSON, and nothing in the folder has changed.
    fn check(&self) {
        let folder = Folder::new();
        for (name, bytes) in self.files {
            folder.write(name, bytes);
        }
        let out = match self.command.split(' ').next() {
            Some("release") => " -o out.csv",
            Some("hierarchy") => " --export out.csv",
            _ => "",
        };
        let before = folder.snapshot();

        let plain = folder.run(&format!("{}{out}", self.command)).ends(2).says(self.says);
        assert_eq!(plain.text(), "", "{}: {plain}", self.what);

        let run = folder.run(&format!("{}{out} --json", self.command)).ends(2).says(self.says);
        let report = run.json();
        assert_eq!(report.as_object().unwrap().len(), 1, "{}: only an error: {run}", self.what);
        let mut error = report["error"].as_object().unwrap().clone();
        let message = error.remove("message").unwrap();
        assert!(run.stderr.contains(message.as_str().unwrap()), "{}: {run}", self.what);
        assert_eq!(Value::from(error), self.fields, "{}: {run}", self.what);
        assert_eq!(folder.snapshot(), before, "{}: {run}", self.what);

        if !out.is_empty() {
            folder.write("out.csv", OLDER);
            let run = folder.run(&format!("{}{out} --force", self.command)).ends(2);
            assert_eq!(folder.text("out.csv"), OLDER, "{}: {run}", self.what);
            assert_eq!(folder.snapshot().len(), before.len() + 1, "{}: {run}", self.what);
        }
    }
}

fn check(cases: &[Case]) {
    for case in cases {
        case.check();
    }
}

#[test]
fn tables_that_cannot_be_read() {
    check(&[
        Case {
            what: "a missing file",
            files: &[],
            command: "release nowhere.csv --qi age --k 2",
            says: &["nowhere.csv", "no such file"],
            fields: json!({ "file": "nowhere.csv" }),
        },
        Case {
            what: "a missing file, for check",
            files: &[],
            command: "check nowhere.csv --qi age --k 2",
            says: &["nowhere.csv", "no such file"],
            fields: json!({ "file": "nowhere.csv" }),
        },
        Case {
            what: "a folder",
            files: &[],
            command: "release . --qi age --k 2",
            says: &[".: is a folder", "name a file"],
            fields: json!({ "file": "." }),
        },
        Case {
            what: "a row with a cell too few",
            files: &[("t.csv", b"age,sex\n21,F\n\n23\n24,F\n")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv, line 4", "1 cell", "2 columns"],
            fields: json!({ "file": "t.csv", "line": 4 }),
        },
        Case {
            what: "a row with a cell too many, after a quoted line break",
            files: &[("t.csv", b"age,sex\n21,\"F\nF\"\n23,M,M\n")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv, line 4", "3 cells", "2 columns"],
            fields: json!({ "file": "t.csv", "line": 4 }),
        },
        Case {
            what: "a ragged row, for check",
            files: &[("t.csv", b"age,sex\n21,F\n23\n")],
            command: "check t.csv --qi age --k 2",
            says: &["t.csv, line 3"],
            fields: json!({ "file": "t.csv", "line": 3 }),
        },
        Case {
            what: "a quote that is never closed",
            files: &[("t.csv", b"age,sex\n21,\"F\n23,M\n")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv, line 2", "never closed"],
            fields: json!({ "file": "t.csv", "line": 2 }),
        },
        Case {
            what: "bytes that are not UTF-8",
            files: &[("t.csv", b"age,sex\n21,F\n23,\xff\n")],
            command: "release t.csv --qi age,sex --k 2",
            says: &["t.csv, line 3", "`sex`", "not UTF-8", "iconv"],
            fields: json!({ "file": "t.csv", "line": 3, "column": "sex", "value": "\u{fffd}" }),
        },
        Case {
            what: "UTF-16",
            files: &[("t.csv", b"\xff\xfea\0g\0e\0\n\0")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv", "UTF-16", "save it as UTF-8"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "an empty file",
            files: &[("t.csv", b"")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv: is empty", "expected a header line and rows"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "an empty file, for check",
            files: &[("t.csv", b"")],
            command: "check t.csv --qi age --k 2",
            says: &["t.csv: is empty"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "a header without rows",
            files: &[("t.csv", b"age,sex\n")],
            command: "release t.csv --qi age --k 2",
            says: &["t.csv", "no rows"],
            fields: json!({ "file": "t.csv" }),
        },
        Case {
            what: "truncated zstd, by name only",
            files: &[("t.csv.zst", b"age,sex\n21,F\n")],
            command: "release t.csv.zst --qi age --k 2",
            says: &["t.csv.zst", "not valid zstd"],
            fields: json!({ "file": "t.csv.zst" }),
        },
        Case {
            what: "text named .gz",
            files: &[("t.csv.gz", b"age,sex\n21,F\n")],
            command: "release t.csv.gz --qi age --k 2",
            says: &["t.csv.gz", "not valid gzip"],
            fields: json!({ "file": "t.csv.gz" }),
        },
        Case {
            what: "random bytes named .parquet",
            files: &[("t.parquet", b"\x93\x1f\x08\xe4\x00\x77\xaaPAR\x13\x55\x02\xcd\xee\x41")],
            command: "release t.parquet --qi age --k 2",
            says: &["t.parquet", "not valid Parquet"],
            fields: json!({ "file": "t.parquet" }),
        },
        Case {
            what: "random bytes between Parquet's magic words",
            files: &[("t.parquet", b"PAR1\x93\x1f\x08\xe4\x00\x77\xaa\x10\x00\x00\x00PAR1")],
            command: "check t.parquet --qi age --k 2",
            says: &["t.parquet", "not valid Parquet"],
            fields: json!({ "file": "t.parquet" }),
        },
        Case {
            what: "a population that is not there",
            files: &[],
            command: "release study.csv --qi age --k-map 2 --public nobody.csv",
            says: &["nobody.csv", "no such file"],
            fields: json!({ "file": "nobody.csv" }),
        },
        Case {
            what: "a population without a quasi-identifier",
            files: &[("people.csv", b"sex\nF\nM\n")],
            command: "release study.csv --qi age,sex --k-map 2 --public people.csv",
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
        command: "check t.csv --qi age",
        says: &["t.csv", "no rows"],
        fields: json!({ "file": "t.csv" }),
    }]);
}

#[test]
fn truncated_files() {
    for (name, format, head) in [("t.csv.gz", "gzip", 40), ("t.csv.zst", "zstd", 40), ("t.parquet", "Parquet", 300)] {
        let folder = Folder::new();
        folder.run(&format!("release study.csv --qi age,sex --id name --k 1 -o {name} -q")).succeeds();
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
            command: "release t.csv --qi age --k 2",
            says: &["t.csv, line 1", "`age`", "column 1", "column 3", "must differ"],
            fields: json!({ "file": "t.csv", "line": 1, "column": "age", "value": "age" }),
        },
        Case {
            what: "an unknown quasi-identifier",
            files: &[],
            command: "release study.csv --qi age,sexx --k 2",
            says: &["study.csv", "'sexx'", "--qi", "did you mean 'sex'?"],
            fields: json!({ "file": "study.csv", "column": "sexx" }),
        },
        Case {
            what: "an unknown sensitive column",
            files: &[],
            command: "release study.csv --qi age --sensitive ilness --k 2",
            says: &["'ilness'", "--sensitive", "did you mean 'illness'?"],
            fields: json!({ "file": "study.csv", "column": "ilness" }),
        },
        Case {
            what: "an unknown identifying column, unlike all others",
            files: &[],
            command: "release study.csv --qi age --id passport --k 2",
            says: &["'passport'", "--id", "name, age, sex, region, illness, salary, ward"],
            fields: json!({ "file": "study.csv", "column": "passport" }),
        },
        Case {
            what: "an unknown column, for check",
            files: &[],
            command: "check study.csv --qi aeg --k 2",
            says: &["study.csv", "'aeg'", "did you mean 'age'?"],
            fields: json!({ "file": "study.csv", "column": "aeg" }),
        },
        Case {
            what: "an unknown column, for hierarchy",
            files: &[],
            command: "hierarchy aeg=auto study.csv",
            says: &["study.csv", "'aeg'", "did you mean 'age'?"],
            fields: json!({ "file": "study.csv", "column": "aeg" }),
        },
        Case {
            what: "an unknown column of a demand",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --l ilness=distinct:2",
            says: &["--l ilness=distinct:2", "no sensitive column", "did you mean 'illness'?"],
            fields: json!({ "column": "ilness", "value": "ilness=distinct:2" }),
        },
        Case {
            what: "a column in two roles",
            files: &[],
            command: "release study.csv --qi age,sex --sensitive sex --k 2",
            says: &["'sex'", "--qi", "--sensitive", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a quasi-identifier that is to be dropped",
            files: &[],
            command: "release study.csv --qi age,sex --id sex --k 2",
            says: &["'sex'", "--qi", "--id", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a column in two roles, for check",
            files: &[],
            command: "check study.csv --qi age,sex --sensitive sex --k 2",
            says: &["'sex'", "--qi", "--sensitive", "one role"],
            fields: json!({ "column": "sex" }),
        },
        Case {
            what: "a column named twice",
            files: &[],
            command: "release study.csv --qi age,sex,age --k 2",
            says: &["--qi", "'age'", "twice"],
            fields: json!({ "column": "age" }),
        },
        Case {
            what: "a sensitive column named twice, by two flags",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --sensitive illness --k 2",
            says: &["--sensitive", "'illness'", "twice"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "no quasi-identifier",
            files: &[],
            command: "release study.csv --k 2",
            says: &["no quasi-identifiers", "--qi"],
            fields: json!({}),
        },
        Case {
            what: "a declared type that does not fit",
            files: &[],
            command: "release study.csv --qi sex --type sex=integer --k 2",
            says: &["'sex'", "integer", "'F'", "--null"],
            fields: json!({ "column": "sex", "value": "F" }),
        },
        Case {
            what: "a type that does not exist",
            files: &[],
            command: "release study.csv --qi sex --type sex=number --k 2",
            says: &["--type sex=number", "text, integer, decimal, date, boolean"],
            fields: json!({ "column": "sex", "value": "number" }),
        },
        Case {
            what: "a value that looks generalized already",
            files: &[("t.csv", b"age,sex\n21,F\n*,F\n")],
            command: "release t.csv --qi age --k 2",
            says: &["'age'", "'*'", "rename it", "hierarchy file that lists it"],
            fields: json!({ "column": "age", "value": "*" }),
        },
        Case {
            what: "a value with the shape of a range",
            files: &[("t.csv", b"age,sex\n21,F\n\"[20,30]\",F\n")],
            command: "release t.csv --qi age --k 2",
            says: &["'age'", "'[20,30]'"],
            fields: json!({ "column": "age", "value": "[20,30]" }),
        },
        Case {
            what: "a value with the shape of a set",
            files: &[("t.csv", b"age,sex\n21,F\n23,{F|M}\n")],
            command: "release t.csv --qi sex --k 2",
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
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv",
            says: &["'region'", "h.csv", "'east', 'south', 'west'", "add a line for each"],
            fields: json!({ "file": "h.csv", "column": "region", "value": "east" }),
        },
        Case {
            what: "more than ten values missing from a hierarchy",
            files: &[("h.csv", b"30000;little;*\n")],
            command: "release study.csv --qi salary --k 2 --hierarchy salary=h.csv",
            says: &["'32000'", "'66000' and 1 more"],
            fields: json!({ "file": "h.csv", "column": "salary", "value": "32000" }),
        },
        Case {
            what: "a chain that does not end in the top",
            files: &[("h.csv", b"north;cold;*\nwest;cold;*\nsouth;warm;*\neast;warm\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv",
            says: &["h.csv, line 4", "'east'", "'warm'", "common top '*'"],
            fields: json!({ "file": "h.csv", "line": 4, "column": "region", "value": "warm" }),
        },
        Case {
            what: "a label with two parents",
            files: &[("h.csv", b"north;cold;A;*\nwest;cold;B;*\nsouth;warm;B;*\neast;warm;B;*\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv",
            says: &["h.csv, line 2", "'cold'", "two parents", "'B'", "'A' on line 1"],
            fields: json!({ "file": "h.csv", "line": 2, "column": "region", "value": "cold" }),
        },
        Case {
            what: "a value with two chains",
            files: &[("h.csv", b"north;cold;*\nwest;cold;*\nsouth;warm;*\neast;warm;*\nnorth;warm;*\n")],
            command: "hierarchy region=h.csv study.csv",
            says: &["h.csv, line 5", "'north'", "line 1"],
            fields: json!({ "file": "h.csv", "line": 5, "column": "region", "value": "north" }),
        },
        Case {
            what: "a cycle in a tree",
            files: &[("h.txt", b"*\n  cold\n    north\n      cold\n        west\n  warm\n    south\n    east\n")],
            command: "release study.csv --qi region --k 2 --hierarchy region=tree:h.txt",
            says: &["h.txt, line 4", "'cold'", "below itself", "line 2", "cycle"],
            fields: json!({ "file": "h.txt", "line": 4, "column": "region", "value": "cold" }),
        },
        Case {
            what: "a hierarchy file that is not there",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv",
            says: &["h.csv", "no such file"],
            fields: json!({ "file": "h.csv" }),
        },
        Case {
            what: "an empty hierarchy file",
            files: &[("h.csv", b"")],
            command: "release study.csv --qi region --k 2 --hierarchy region=h.csv",
            says: &["'region'", "h.csv"],
            fields: json!({ "file": "h.csv", "column": "region" }),
        },
        Case {
            what: "a hierarchy for a sensitive column that needs none",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --k 2 --hierarchy illness=illness.csv",
            says: &["--hierarchy illness=", "no quasi-identifier"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "a hierarchy for a plain column",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy region=region.csv",
            says: &["--hierarchy region=", "no quasi-identifier", "--qi"],
            fields: json!({ "column": "region" }),
        },
        Case {
            what: "two hierarchies for a column",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=auto --hierarchy age=mask:1",
            says: &["--hierarchy", "'age'", "twice"],
            fields: json!({ "column": "age", "value": "mask:1" }),
        },
        Case {
            what: "a builder that does not exist",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=interval:5",
            says: &["'interval:5'", "intervals:5,10,20"],
            fields: json!({ "column": "age", "value": "interval:5" }),
        },
        Case {
            what: "intervals that do not nest",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:5,7",
            says: &["intervals:5,7", "multiple"],
            fields: json!({ "column": "age", "value": "intervals:5,7" }),
        },
        Case {
            what: "intervals of nothing",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:NaN",
            says: &["intervals:NaN", "'NaN' is no number"],
            fields: json!({ "column": "age", "value": "intervals:NaN" }),
        },
        Case {
            what: "bounds that descend",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=bounds:40,18",
            says: &["bounds:40,18", "ascend"],
            fields: json!({ "column": "age", "value": "bounds:40,18" }),
        },
        Case {
            what: "intervals of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=intervals:5",
            says: &["'region'", "'east' is no number", "intervals needs a numeric column"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "bounds of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=bounds:18,40",
            says: &["'region'", "'east' is no number", "bounds needs a numeric column"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "dates of a text column",
            files: &[],
            command: "release study.csv --qi region --k 2 --hierarchy region=date:year",
            says: &["'region'", "'east' is no date", "2024-03-09"],
            fields: json!({ "column": "region", "value": "east" }),
        },
        Case {
            what: "a level that the hierarchy does not have",
            files: &[],
            command: "release study.csv --qi age --k 2 --hierarchy age=intervals:10 --level age=1..3",
            says: &["--level age=1..3", "levels 0 to 2"],
            fields: json!({ "column": "age" }),
        },
        Case {
            what: "levels upside down",
            files: &[],
            command: "release study.csv --qi age --k 2 --level age=3..1",
            says: &["--level age=3..1", "3 is above 1"],
            fields: json!({ "column": "age", "value": "3..1" }),
        },
    ]);
}

/// Demands that make no sense: the flags, what is said, and the value that is blamed.
#[test]
fn demands_that_are_wrong() {
    let cases: &[(&str, &[&str], Option<&str>)] = &[
        ("", &["nothing is demanded", "--k 5"], None),
        ("--k 0", &["--k 0", "at least 1"], Some("0")),
        ("--k -3", &["--k -3", "at least 1"], Some("-3")),
        ("--k 2.5", &["--k 2.5", "whole number"], Some("2.5")),
        ("--k NaN", &["--k NaN", "whole number"], Some("NaN")),
        ("--k 99999999999999999999", &["--k 99999999999999999999"], Some("99999999999999999999")),
        ("--k 2 --p 3", &["--p 3", "above --k 2"], Some("3")),
        ("--p 0", &["--p 0", "at least 1"], Some("0")),
        ("--l distinct:0", &["--l distinct:0", "at least 1"], Some("distinct:0")),
        ("--l distinct:-2", &["--l distinct:-2", "whole number"], Some("distinct:-2")),
        ("--l distinct:2.5", &["'2.5'", "whole number"], Some("distinct:2.5")),
        ("--l distinct", &["--l distinct", "distinct:3"], Some("distinct")),
        ("--l district:3", &["'district'", "distinct:3"], Some("district:3")),
        ("--l frequency:0.5", &["at least 1"], Some("frequency:0.5")),
        ("--l entropy:NaN", &["'NaN' is not a number"], Some("entropy:NaN")),
        ("--l entropy:-1", &["'-1' is negative"], Some("entropy:-1")),
        ("--l recursive:4", &["c and l"], Some("recursive:4")),
        ("--l recursive:-4,3", &["'-4' is negative"], Some("recursive:-4,3")),
        ("--l recursive:4,0", &["at least 1"], Some("recursive:4,0")),
        ("--alpha-k 0", &["--alpha-k 0", "above 0"], Some("0")),
        ("--alpha-k 1.5", &["--alpha-k 1.5", "at most 1"], Some("1.5")),
        ("--alpha-k -0.5", &["'-0.5' is negative"], Some("-0.5")),
        ("--alpha-k NaN", &["'NaN' is not a number"], Some("NaN")),
        ("--t 1.1", &["--t 1.1", "0 to 1"], Some("1.1")),
        ("--t -0.1", &["'-0.1' is negative"], Some("-0.1")),
        ("--t NaN", &["'NaN' is not a number"], Some("NaN")),
        ("--t 0.2:close", &["'close'", "equal, ordered or hierarchical"], Some("0.2:close")),
        ("--likeness basic:0", &["above 0"], Some("basic:0")),
        ("--likeness basic:-1", &["'-1' is negative"], Some("basic:-1")),
        ("--likeness enhanced:NaN", &["'NaN' is not a number"], Some("enhanced:NaN")),
        ("--likeness 1", &["basic:1 or enhanced:1"], Some("1")),
        ("--disclosure 0", &["--disclosure 0", "above 0"], Some("0")),
        ("--disclosure -1", &["'-1' is negative"], Some("-1")),
        ("--disclosure inf", &["'inf' is not a number"], Some("inf")),
        ("--k-map 5", &["--k-map", "--public", "--population"], None),
        ("--k-map 0 --population 100", &["--k-map 0", "at least 1"], Some("0")),
        ("--k-map 5 --population 0", &["--population 0", "at least 1"], Some("0")),
        ("--k-map 5 --population 11", &["11 people", "12 rows"], None),
        ("--k-map 5 --population 99 --significance 0", &["--significance 0"], Some("0")),
        ("--k-map 5 --population 99 --significance 1", &["--significance 1"], Some("1")),
        ("--k 2 --population 99", &["--population", "--k-map"], None),
        ("--k 2 --public region.csv", &["--public", "--k-map"], None),
    ];
    for &(flags, says, value) in cases {
        let what = Box::leak(format!("'{flags}'").into_boxed_str());
        let release = format!("release study.csv --qi age,sex --sensitive illness --id name {flags}");
        let command: &'static str = Box::leak(release.trim_end().to_owned().into_boxed_str());
        let fields = value.map_or(json!({}), |value| json!({ "value": value }));
        Case { what, files: &[], command, says: Box::leak(says.into()), fields }.check();
    }
}

/// Settings that make no sense, beside a demand that does.
#[test]
fn settings_that_are_wrong() {
    let cases: &[(&str, &[&str], Value)] = &[
        ("--suppress 101%", &["--suppress 101%", "0% to 100%"], json!({ "value": "101%" })),
        ("--suppress -1", &["--suppress -1"], json!({ "value": "-1" })),
        ("--suppress NaN", &["--suppress NaN"], json!({ "value": "NaN" })),
        ("--suppress 0.5", &["--suppress 0.5", "2%"], json!({ "value": "0.5" })),
        ("--weight age=0", &["--weight age=0", "above 0"], json!({ "column": "age", "value": "0" })),
        ("--weight age=-1", &["--weight age=-1"], json!({ "column": "age", "value": "-1" })),
        ("--weight age=NaN", &["--weight age=NaN"], json!({ "column": "age", "value": "NaN" })),
        ("--weight age", &["--weight 'age'", "COLUMN=VALUE"], json!({ "value": "age" })),
        ("--weight illness=2", &["'illness'", "no quasi-identifier"], json!({ "column": "illness" })),
        ("--cost los", &["--cost 'los'", "did you mean 'loss'?"], json!({ "value": "los" })),
        ("--effort huge", &["--effort 'huge'", "fast, normal, high"], json!({ "value": "huge" })),
        ("--order random", &["--order 'random'", "input, shuffled"], json!({ "value": "random" })),
        ("--seed 7", &["--seed", "--order shuffled"], json!({})),
        ("--time-limit soon", &["--time-limit 'soon'", "30s"], json!({ "value": "soon" })),
        ("--time-limit -3s", &["--time-limit", "-3"], json!({ "value": "-3s" })),
        ("--threads 0", &["--threads 0", "at least one"], json!({ "value": "0" })),
        ("--delimiter ;;", &["--delimiter ';;'", "one byte"], json!({ "value": ";;" })),
        ("--explore k=0", &["--k 0", "at least 1"], json!({ "value": "0" })),
        ("--explore j=2,5", &["--explore 'j'", "k, p, k-map, suppress"], json!({ "value": "j" })),
        ("--recoding locl", &["--recoding 'locl'", "full-domain"], json!({ "value": "locl" })),
        ("--bogus", &["--bogus"], json!({})),
    ];
    for (flags, says, fields) in cases {
        let what = Box::leak(format!("'{flags}'").into_boxed_str());
        let release = format!("release study.csv --qi age,sex --sensitive illness --k 2 {flags}");
        let command: &'static str = Box::leak(release.into_boxed_str());
        Case { what, files: &[], command, says: Box::leak((*says).into()), fields: fields.clone() }.check();
    }
}

#[test]
fn models_that_do_not_fit_their_columns() {
    check(&[
        Case {
            what: "an ordered distance between texts",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --t 0.2:ordered",
            says: &["--t illness=", "ordered", "'illness' is text", "equal or hierarchical"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "an ordered distance between texts, for check",
            files: &[],
            command: "check study.csv --qi age --sensitive illness --t 0.2:ordered",
            says: &["`illness` is text", "equal or hierarchical"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "a hierarchical distance without a hierarchy",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --t 0.2:hierarchical",
            says: &["'illness'", "--hierarchy illness=SPEC"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "diversity of nothing",
            files: &[],
            command: "release study.csv --qi age --l distinct:2",
            says: &["--l", "--sensitive"],
            fields: json!({}),
        },
        Case {
            what: "stars beside k-map",
            files: &[],
            command: "release study.csv --qi age --k-map 2 --population 99 --keep-suppressed",
            says: &["--keep-suppressed", "--k-map"],
            fields: json!({}),
        },
    ]);
}

#[test]
fn a_release_toml_that_is_wrong() {
    check(&[
        Case {
            what: "an unknown key",
            files: &[("r.toml", b"table = 'study.csv'\nk = 2\nsupress = '2%'\n")],
            command: "release r.toml",
            says: &["r.toml, line 3", "'supress'", "did you mean 'suppress'?"],
            fields: json!({ "file": "r.toml", "line": 3, "value": "supress" }),
        },
        Case {
            what: "no TOML",
            files: &[("r.toml", b"table = 'study.csv'\nk = = 2\n")],
            command: "release r.toml",
            says: &["r.toml, line 2"],
            fields: json!({ "file": "r.toml", "line": 2 }),
        },
        Case {
            what: "a number where a switch is",
            files: &[("r.toml", b"table = 'study.csv'\nstrict = 1\n")],
            command: "release r.toml",
            says: &["r.toml, line 2", "'strict' is true or false"],
            fields: json!({ "file": "r.toml", "line": 2, "value": "strict" }),
        },
        Case {
            what: "no table in it",
            files: &[("r.toml", b"k = 2\nqi = 'age'\n")],
            command: "release r.toml",
            says: &["no table", "table ="],
            fields: json!({}),
        },
        Case {
            what: "no file",
            files: &[],
            command: "release r.toml",
            says: &["r.toml", "no such file"],
            fields: json!({ "file": "r.toml" }),
        },
    ]);
}

/// No release exists: not bad input, but a demand that cannot be met, with the nearest that can.
#[test]
fn k_above_the_row_count_is_a_demand_that_no_release_meets() {
    let folder = Folder::new();
    folder.write("out.csv", OLDER);
    let before = folder.snapshot();
    let words = "release study.csv --qi age,sex --id name --sensitive salary --k 13 -o out.csv --force";
    folder.run(words).ends(1).says(&["13-anonymity", "12-anonymity"]);
    let report = folder.run(&format!("{words} --json")).ends(1).json();
    assert_eq!(report["output"], Value::Null);
    assert_eq!(report["nearest"], json!([{ "model": "k-anonymity", "demanded": 12 }]));
    assert_eq!(report["guarantees"][0]["holds"], json!(false));
    assert_eq!(folder.snapshot(), before);
}

/// `-o` that cannot be: what is said, and the file that is blamed.
#[test]
fn outputs_that_cannot_be_written() {
    let cases: &[(&str, &[&str], Value)] = &[
        ("-o old.csv", &["old.csv", "exists already", "--force"], json!({ "file": "old.csv" })),
        ("-o nowhere/out.csv", &["nowhere/out.csv", "`nowhere` does not exist"], json!({ "file": "nowhere/out.csv" })),
        ("-o region.csv/out.csv", &["region.csv/out.csv", "`region.csv`"], json!({ "file": "region.csv/out.csv" })),
        ("-o folder", &["folder", "is a folder", "name a file"], json!({ "file": "folder" })),
        ("-o folder --force", &["folder", "is a folder"], json!({ "file": "folder" })),
        ("-o /dev/null --force", &["/dev/null", "not a regular file"], json!({ "file": "/dev/null" })),
        ("-o out.csv --suppress 3 -o out.csv", &["--output"], json!({})),
        ("", &["no output", "-o", "--dry-run"], json!({})),
    ];
    for (flags, says, fields) in cases {
        let folder = Folder::new();
        folder.write("old.csv", OLDER);
        std::fs::create_dir(folder.path("folder")).unwrap();
        let before = folder.snapshot();
        let words = format!("release study.csv --qi age,sex --k 2 --json {flags}");
        let run = folder.run(words.trim_end()).ends(2).says(says);
        let mut error = run.json()["error"].as_object().unwrap().clone();
        error.remove("message").unwrap();
        assert_eq!(Value::from(error), *fields, "{run}");
        assert_eq!(folder.snapshot(), before, "{run}");
    }
}

/// By whatever name the output goes, an input is never overwritten.
#[cfg(unix)]
#[test]
fn an_output_that_is_the_table_or_the_population() {
    let folder = Folder::new();
    folder.write("people.csv", support::STUDY);
    std::os::unix::fs::symlink(folder.path("study.csv"), folder.path("link.csv")).unwrap();
    std::fs::hard_link(folder.path("study.csv"), folder.path("hard.csv")).unwrap();
    std::fs::create_dir(folder.path("sub")).unwrap();
    let absolute = folder.path("study.csv").display().to_string();
    let names = ["study.csv", "./study.csv", "sub/../study.csv", "link.csv", "hard.csv", "people.csv", &absolute];
    let before = folder.snapshot();
    for name in names {
        let words = "release study.csv --qi age,sex --k 2 --k-map 2 --public people.csv --force";
        let run = folder.run(&format!("{words} -o {name} --json")).ends(2);
        let run = run.says(&[name, "is also an input", "another file"]);
        assert_eq!(run.json()["error"]["file"], json!(name));
        assert_eq!(folder.snapshot(), before, "{run}");
    }
    // The same file is an input by its other name, too.
    folder.run("release link.csv --qi age,sex --k 2 --force -o study.csv").ends(2);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn an_output_that_is_a_hierarchy_file() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let words = "release study.csv --qi region --k 2 --hierarchy region=region.csv --force -o region.csv";
    folder.run(words).ends(2).says(&["region.csv", "is also an input"]);
    folder.run("hierarchy region=region.csv study.csv --export region.csv --force").ends(2);
    folder.run("hierarchy region=region.csv study.csv --export study.csv --force").ends(2);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn an_output_that_is_the_release_toml() {
    let folder = Folder::new();
    folder.write("r.toml", "table = 'study.csv'\nqi = 'age'\nid = 'name'\nk = 2\n");
    let before = folder.snapshot();
    folder.run("release r.toml --force -o r.toml").ends(2).says(&["r.toml", "is also an input"]);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn json_and_the_release_cannot_both_have_standard_output() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let run = folder.run("release study.csv --qi age,sex --k 2 --json -o -").ends(2);
    let message = run.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("--json") && message.contains("-o -"), "{message}");
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn one_standard_input_cannot_be_two_tables() {
    let folder = Folder::new();
    let words = "release - --public - --qi age,sex --k-map 2 -o out.csv";
    let run = folder.feed(words, support::STUDY).ends(2);
    assert!(!run.stderr.contains("is empty"), "the input is not empty: {run}");
}

/// On a file system of 64 KiB, in a mount namespace of its own that ends with the command.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    use std::process::Command;

    let folder = Folder::new();
    let rows = (0..6000).map(|row| format!("{},F,some words that fill the disk soon\n", 20 + row % 50));
    folder.write("big.csv", format!("age,sex,note\n{}", rows.collect::<String>()));
    std::fs::create_dir(folder.path("small")).unwrap();
    let script = "mount -t tmpfs -o size=64k none small || exit 77
        echo older > small/out.csv
        \"$0\" release big.csv --qi age,sex --k 2 -o small/out.csv --force --json
        echo \"status $?\"; ls -A small; cat small/out.csv";
    let run = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_incrowd")])
        .current_dir(folder.path("."))
        .output();
    let run = match run {
        Ok(run) if run.status.code() != Some(77) && !run.stdout.is_empty() => run,
        skipped => {
            eprintln!("SKIPPED a_full_disk: this machine lets nobody mount a small disk: {skipped:?}");
            return;
        }
    };
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(stderr.contains("small/out.csv") && stderr.contains("the disk is full"), "{stderr}");
    let stdout = String::from_utf8_lossy(&run.stdout);
    let (report, after) = stdout.split_once("status ").unwrap();
    let report: Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["error"]["file"], json!("small/out.csv"), "{stdout}");
    // The status, the one file on the small disk, and what is in it.
    assert_eq!(after, "2\nout.csv\nolder\n");
}

/// A report that nobody could read is no success.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output() {
    let folder = Folder::new();
    for words in ["release study.csv --qi age,sex --k 2 -o -", "check study.csv --qi sex --json"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let status = folder.command(words).stdout(full).status().unwrap();
        assert_eq!(status.code(), Some(2), "incrowd {words} > /dev/full");
    }
}
