//! Demands and settings that make no sense, or not together.

use serde_json::{Value, json};

use crate::support::refusal::{Case, OLDER, Says, check};
use crate::support::{self, Folder};

/// Demands that make no sense: the flags, what is said, and the value that is blamed.
#[test]
fn demands_that_are_wrong() {
    let cases: &[(&str, Says, Option<&str>)] = &[
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
        ("--k-map 5 --population 11", &["--population 11", "12 rows"], Some("11")),
        ("--k-map 5 --population 99 --significance 0", &["--significance 0"], Some("0")),
        ("--k-map 5 --population 99 --significance 1", &["--significance 1"], Some("1")),
        ("--k 2 --population 99", &["--population", "--k-map"], None),
        ("--k 2 --public region.csv", &["--public", "--k-map"], None),
    ];
    let case = |&(flags, says, value): &(&'static str, Says, Option<&str>)| {
        let words = "release study.csv --qi age,sex --sensitive illness --id name";
        let command = [words, flags].join(" ");
        let fields = value.map_or(json!({}), |value| json!({ "value": value }));
        Case { what: flags, files: &[], command, says, fields }
    };
    check(&cases.iter().map(case).collect::<Vec<_>>());
}

/// Settings that make no sense, beside a demand that does.
#[test]
fn settings_that_are_wrong() {
    let cases: &[(&str, Says, Value)] = &[
        ("--suppress 101%", &["--suppress 101%", "0% to 100%"], json!({ "value": "101%" })),
        ("--suppress -1", &["--suppress -1"], json!({ "value": "-1" })),
        ("--suppress -1%", &["--suppress -1%"], json!({ "value": "-1%" })),
        ("--suppress NaN", &["--suppress NaN"], json!({ "value": "NaN" })),
        ("--suppress 1.5", &["--suppress 1.5", "100%"], json!({ "value": "1.5" })),
        (
            "--weight age=0",
            &["--weight age=0", "from 0.001"],
            json!({ "column": "age", "value": "0" }),
        ),
        ("--weight age=-1", &["--weight age=-1"], json!({ "column": "age", "value": "-1" })),
        ("--weight age=NaN", &["--weight age=NaN"], json!({ "column": "age", "value": "NaN" })),
        ("--weight age", &["--weight 'age'", "COLUMN=VALUE"], json!({ "value": "age" })),
        (
            "--weight illness=2",
            &["'illness'", "no quasi-identifier"],
            json!({ "column": "illness" }),
        ),
        ("--cost los", &["--cost: 'los'", "did you mean 'loss'?"], json!({ "value": "los" })),
        ("--effort huge", &["--effort: 'huge'", "fast, normal, high"], json!({ "value": "huge" })),
        (
            "--effort high --algorithm mondrian",
            &["--effort does not go with --algorithm mondrian"],
            json!({}),
        ),
        ("--effort fast --algorithm mpalm-n2", &["--effort", "--algorithm mpalm-n2"], json!({})),
        ("--explore k=2,5 --order shuffled", &["--order does not go with --explore"], json!({})),
        ("--explore k=2,5 --keep-suppressed", &["--keep-suppressed", "--explore"], json!({})),
        ("--explore k=2,5 --all-minimal", &["--all-minimal", "--explore"], json!({})),
        ("--order random", &["--order: 'random'", "input, shuffled"], json!({ "value": "random" })),
        ("--seed 7", &["--seed", "--order shuffled"], json!({})),
        ("--time-limit soon", &["--time-limit 'soon'", "30s"], json!({ "value": "soon" })),
        ("--time-limit -3s", &["--time-limit", "-3"], json!({ "value": "-3s" })),
        ("--threads 0", &["--threads 0", "at least one"], json!({ "value": "0" })),
        ("--delimiter ;;", &["--delimiter ';;'", "one byte"], json!({ "value": ";;" })),
        ("--explore k=0", &["--k 0", "at least 1"], json!({ "value": "0" })),
        (
            "--explore j=2,5",
            &["--explore: 'j'", "k, p, k-map, presence-min, presence-max, suppress"],
            json!({ "value": "j" }),
        ),
        ("--recoding locl", &["--recoding: 'locl'", "full-domain"], json!({ "value": "locl" })),
        ("--bogus", &["--bogus"], json!({})),
    ];
    let case = |(flags, says, fields): &(&'static str, Says, Value)| {
        let command = format!("release study.csv --qi age,sex --sensitive illness --k 2 {flags}");
        Case { what: flags, files: &[], command, says, fields: fields.clone() }
    };
    check(&cases.iter().map(case).collect::<Vec<_>>());
}

#[test]
fn models_that_do_not_fit_their_columns() {
    check(&[
        Case {
            what: "an ordered distance between texts",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --t 0.2:ordered".into(),
            says: &["--t illness=", "ordered", "'illness' is text", "equal or hierarchical"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "an ordered distance between texts, for check",
            files: &[],
            command: "check study.csv --qi age --sensitive illness --t 0.2:ordered".into(),
            says: &["'illness' is text", "equal or hierarchical"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "a hierarchical distance without a hierarchy",
            files: &[],
            command: "release study.csv --qi age --sensitive illness --t 0.2:hierarchical".into(),
            says: &["'illness'", "--hierarchy illness=SPEC"],
            fields: json!({ "column": "illness" }),
        },
        Case {
            what: "diversity of nothing",
            files: &[],
            command: "release study.csv --qi age --l distinct:2".into(),
            says: &["--l", "--sensitive"],
            fields: json!({}),
        },
        Case {
            what: "stars beside k-map",
            files: &[],
            command: "release study.csv --qi age --k-map 2 --population 99 --keep-suppressed"
                .into(),
            says: &["--keep-suppressed", "--k-map"],
            fields: json!({}),
        },
    ]);
}

#[test]
fn a_declared_type_of_no_column() {
    for words in ["check study.csv --qi age", "hierarchy age=intervals:5 study.csv"] {
        check(&[Case {
            what: words,
            files: &[],
            command: format!("{words} --type nosuch=integer"),
            says: &["no column 'nosuch'", "--type"],
            fields: json!({ "file": "study.csv", "column": "nosuch" }),
        }]);
    }
    // A column of the population will do.
    let folder = Folder::new();
    folder.write("people.csv", support::STUDY.replacen("ward", "street", 1));
    folder
        .run("check study.csv --qi age --k-map 1 --public people.csv --type street=text")
        .succeeds();
}

#[test]
fn a_release_toml_that_is_wrong() {
    check(&[
        Case {
            what: "an unknown key",
            files: &[("r.toml", b"table = 'study.csv'\nk = 2\nsupress = '2%'\n")],
            command: "release r.toml".into(),
            says: &["r.toml, line 3", "'supress'", "did you mean 'suppress'?"],
            fields: json!({ "file": "r.toml", "line": 3, "value": "supress" }),
        },
        Case {
            what: "no TOML",
            files: &[("r.toml", b"table = 'study.csv'\nk = = 2\n")],
            command: "release r.toml".into(),
            says: &["r.toml, line 2"],
            fields: json!({ "file": "r.toml", "line": 2 }),
        },
        Case {
            what: "a number where a switch is",
            files: &[("r.toml", b"table = 'study.csv'\nstrict = 1\n")],
            command: "release r.toml".into(),
            says: &["r.toml, line 2", "'strict' is true or false"],
            fields: json!({ "file": "r.toml", "line": 2, "value": "strict" }),
        },
        Case {
            what: "no table in it",
            files: &[("r.toml", b"k = 2\nqi = 'age'\n")],
            command: "release r.toml".into(),
            says: &["no table", "table ="],
            fields: json!({}),
        },
        Case {
            what: "no file",
            files: &[],
            command: "release r.toml".into(),
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
    let words =
        "release study.csv --qi age,sex --id name --sensitive salary --k 13 -o out.csv --force";
    folder.run(words).ends(1).says(&["13-anonymity", "12-anonymity"]);
    let report = folder.run(&format!("{words} --json")).ends(1).json();
    assert_eq!(report["output"], Value::Null);
    assert_eq!(
        report["nearest"],
        json!([{ "model": "k-anonymity", "demanded": 12, "demand": "12-anonymity", "strictest": true }])
    );
    assert_eq!(report["guarantees"][0]["holds"], json!(false));
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
    let says =
        |other: &str| format!("the table and {other} are both `-`: standard input holds one table");
    for (words, other) in [
        ("release - --public - --qi age,sex --k-map 2 -o out.csv", "--public"),
        ("check - --public - --qi age,sex --k-map 2", "--public"),
        ("check - --secrets - --qi age,sex --sensitive illness", "--secrets"),
        ("attack - --public - --qi age,sex", "--public"),
        ("attack - --public study.csv --secrets - --qi age,sex --sensitive illness", "--secrets"),
    ] {
        folder.feed(words, support::STUDY).ends(2).says(&[&says(other)]);
    }
}
