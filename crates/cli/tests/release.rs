//! `incrowd release`: what is published, from which formats into which, and in which order.

use incrowd_io::{Location, ReadOptions, Table};
use serde_json::{Value, json};

use crate::support::study::{LARGE_WORDS, LEVELS, STUDY_WORDS, large, report, study};
use crate::support::{Folder, STUDY, cells, column, timeless};

// ---------------------------------------------------------------- what is published

#[test]
fn columns_keep_their_order_and_identifiers_are_dropped() {
    let folder = Folder::new();
    let run = study(&folder, &format!("--k 2 {LEVELS} -o out.csv")).succeeds();
    assert_eq!(
        folder.text("out.csv"),
        "age,sex,region,illness,salary,ward\n\
         \"[20,30)\",F,*,flu,30000,A\n\
         \"[20,30)\",M,*,asthma,32000,B\n\
         \"[20,30)\",F,*,hiv,35000,A\n\
         \"[20,30)\",M,*,flu,41000,B\n\
         \"[30,40)\",F,*,none,38000,A\n\
         \"[30,40)\",M,*,flu,52000,B\n\
         \"[30,40)\",M,*,asthma,47000,A\n\
         \"[30,40)\",F,*,hiv,61000,B\n\
         \"[40,50)\",F,*,none,58000,A\n\
         \"[40,50)\",M,*,hiv,66000,B\n\
         \"[40,50)\",M,*,asthma,72000,A\n\
         \"[40,50)\",F,*,none,80000,B\n"
    );
    for part in ["out.csv", "12 of 12 rows", "6 classes", "2-anonymity"] {
        assert!(run.text().contains(part), "{run}");
    }
}

#[test]
fn the_order_of_columns_is_the_tables_not_the_flags() {
    let folder = Folder::new();
    let one =
        "release study.csv --qi sex,age --id name,salary --sensitive illness --k 1 -o one.csv";
    folder.run(one).succeeds();
    let header = cells(&folder.text("one.csv")).remove(0);
    assert_eq!(header, ["age", "sex", "region", "illness", "ward"]);
}

#[test]
fn the_report_has_the_fields_of_the_interface() {
    let folder = Folder::new();
    let report = report(&folder, &format!("--k 2 {LEVELS} -o out.csv"));
    let mut names: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let fixed = [
        "algorithm",
        "classes",
        "columns",
        "cost",
        "demands",
        "guarantees",
        "k",
        "learned",
        "levels",
        "lower_bound",
        "ordered",
        "output",
        "proven",
        "recoding",
        "risks",
        "rows",
        "search",
        "seconds",
        "verdict",
        "verified",
        "warnings",
    ];
    assert_eq!(names, fixed);
    assert_eq!(report["algorithm"], "optimal");
    assert_eq!(report["recoding"], "full-domain");
    assert_eq!(report["rows"], json!({ "input": 12, "published": 12, "suppressed": 0 }));
    assert_eq!(report["levels"], json!({ "age": 1, "sex": 0, "region": 2 }));
    assert_eq!(report["classes"], 6);
    assert_eq!(report["k"], 2);
    assert_eq!(report["output"], "out.csv");
    assert_eq!(report["verified"], true);
    assert_eq!(report["warnings"], json!([]));
    let guarantee = &report["guarantees"][0];
    assert_eq!(guarantee["model"], "k-anonymity");
    assert_eq!((&guarantee["demanded"], &guarantee["measured"]), (&json!(2), &json!(2)));
    assert_eq!(guarantee["holds"], true);
    assert!(guarantee["against"].as_str().unwrap().contains("is in the table"));
    // 3 of 11 steps between ages, no sex and all regions lost; six classes of two.
    let loss = (3.0 / 11.0 + 0.0 + 1.0) / 3.0;
    assert!((report["cost"]["loss"].as_f64().unwrap() - loss).abs() < 1e-12, "{report}");
    assert_eq!(report["cost"]["discernibility"], 24.0);
    assert_eq!(report["cost"]["average_class"], 2.0);
    assert_eq!(report["lower_bound"]["loss"], report["cost"]["loss"]);
    assert_eq!(report["search"]["nodes"], 1);
    assert_eq!(report["search"]["checked"], 1);
}

/// One column at one level: what each value is published as.
fn published(table: &str, name: &str, flags: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("t.csv", table);
    let words = format!("release t.csv --qi {name} --k 1 -o - -q {flags}");
    column(folder.run(&words).succeeds().text(), name)
}

#[test]
fn kept_values_stay_as_they_were_written() {
    let table = "x,y\n1,a\n1.0,a\n+2,a\n 3,a\n\"4,5\",a\n\"say \"\"so\"\"\",a\n\"two\nlines\",a\n";
    let kept = ["1", "1.0", "+2", " 3", "4,5", "say \"so\"", "two\nlines"];
    assert_eq!(published(table, "x", "--level x=0"), kept);
}

#[test]
fn ranges_of_numbers_show_both_ends_as_they_were_written() {
    let table = "x\n1.50\n2\n2.5\n10\n-3\n0.7\n12\n11\n";
    // Eight values, equal-frequency: four pairs in value order below two fours.
    let (low, high) = (["[-3,0.7]", "[1.50,2]"], ["[2.5,10]", "[11,12]"]);
    let pairs = [low[1], low[1], high[0], high[0], low[0], low[0], high[1], high[1]];
    assert_eq!(published(table, "x", "--level x=1"), pairs);
    let (low, high) = ("[-3,2]", "[2.5,12]");
    let fours = [low, low, high, high, low, low, high, high];
    assert_eq!(published(table, "x", "--level x=2"), fours);
    assert_eq!(published(table, "x", "--level x=3"), ["*"; 8]);
}

#[test]
fn sets_of_words_list_every_leaf_and_escape_what_would_confuse() {
    let table = "x,y\nx|y,a\nz,a\n{q,a\nw,a\nw,a\nz,a\n";
    let sets = published(table, "x", "--hierarchy x=auto --level x=1");
    assert_eq!(sets, ["{x\\|y|\\{q}", "z", "{x\\|y|\\{q}", "w", "w", "z"]);
}

#[test]
fn hierarchy_nodes_are_published_by_their_labels() {
    let dates = "d\n2024-01-31\n2024-02-01\n2024-07-14\n1999-12-31\n";
    let date = |level: u8| {
        published(
            dates,
            "d",
            &format!("--hierarchy d=date:month,quarter,year,decade --level d={level}"),
        )
    };
    assert_eq!(date(1), ["2024-01", "2024-02", "2024-07", "1999-12"]);
    assert_eq!(date(2), ["2024-Q1", "2024-Q1", "2024-Q3", "1999-Q4"]);
    assert_eq!(date(3), ["2024", "2024", "2024", "1999"]);
    let zips = "z\n47906\n47907\n47302\n";
    assert_eq!(
        published(zips, "z", "--hierarchy z=mask:5 --level z=1"),
        ["4790*", "4790*", "4730*"]
    );
    assert_eq!(
        published(zips, "z", "--hierarchy z=mask:5 --level z=3"),
        ["47***", "47***", "47***"]
    );
    let ages = "a\n17\n18\n39\n40\n65\n";
    let bounds = published(ages, "a", "--hierarchy a=bounds:18,40,65 --level a=1");
    assert_eq!(bounds[1], bounds[2], "18 and 39 share a group: {bounds:?}");
    let mut groups = bounds.clone();
    groups.dedup();
    assert_eq!(groups.len(), 4, "a bound belongs to the group above it: {bounds:?}");
}

#[test]
fn a_tree_says_what_a_file_of_chains_says() {
    let folder = Folder::new();
    folder.write("region.txt", "*\n  cold\n    north\n    west\n  warm\n    south\n    east\n");
    let words = |spec: &str, out: &str| {
        format!(
            "release study.csv --qi region --sensitive salary --id name --k 2 --level region=1 --hierarchy region={spec} -o {out}"
        )
    };
    folder.run(&words("region.csv", "file.csv")).succeeds();
    folder.run(&words("tree:region.txt", "tree.csv")).succeeds();
    assert_eq!(folder.text("file.csv"), folder.text("tree.csv"));
    assert_eq!(column(&folder.text("tree.csv"), "region")[..3], ["cold", "cold", "cold"]);
}

#[test]
fn missing_values_are_never_dropped() {
    let table = "x,y\n5,a\n,a\n7,a\n?,a\n9,a\n9,a\n";
    // Neither joins a range of numbers, neither becomes `*` before everything does.
    assert_eq!(published(table, "x", "--null ? --level x=0"), ["5", "", "7", "?", "9", "9"]);
    assert_eq!(
        published(table, "x", "--null ? --level x=1"),
        ["[5,7]", "", "[5,7]", "?", "9", "9"]
    );
    assert_eq!(published(table, "x", "--null ? --level x=2"), ["*"; 6]);
    let intervals = "--null ? --hierarchy x=intervals:5 --level x=1";
    assert_eq!(published(table, "x", intervals), ["[5,10)", "", "[5,10)", "?", "[5,10)", "[5,10)"]);
}

#[test]
fn a_declared_null_that_a_hierarchy_file_lacks_stays_itself() {
    let folder = Folder::new();
    folder.write("t.csv", STUDY.replace("Ben,23,M,north", "Ben,23,M,?"));
    let words = "release t.csv --qi region --id name,salary --k 1 --level region=1 --hierarchy region=region.csv -o - -q";
    folder.run(words).ends(2).says(&["region.csv", "'?'"]);
    let run = folder.run(&format!("{words} --null ?")).succeeds();
    assert_eq!(column(run.text(), "region")[..3], ["cold", "?", "cold"]);
    // A missing value counts as one: alone in its class it breaks k = 2 until all is `*`.
    let words = "release t.csv --qi region --id name,salary --k 2 --hierarchy region=region.csv --null ? -o - -q";
    assert_eq!(column(folder.run(words).succeeds().text(), "region"), ["*"; 12]);
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let mut told = report(&folder, "--k 2 --dry-run -o out.csv");
    assert_eq!(told.as_object_mut().unwrap().shift_remove("dry_run"), Some(Value::Bool(true)));
    assert_eq!(told["output"], Value::Null);
    assert_eq!(told["verified"], true);
    let run = study(&folder, "--k 2 --dry-run").succeeds();
    assert!(run.text().contains("Nothing published"), "{run}");
    assert_eq!(folder.snapshot(), before);
    // It told what a run would have done.
    let mut real = timeless(report(&folder, "--k 2 -o out.csv"));
    real["output"] = Value::Null;
    assert_eq!(timeless(told), real);
}

#[test]
fn an_existing_output_is_replaced_only_by_force() {
    let folder = Folder::new();
    folder.write("out.csv", "older");
    study(&folder, "--k 2 -o out.csv").ends(2);
    assert_eq!(folder.text("out.csv"), "older");
    study(&folder, "--k 2 -o out.csv --force").succeeds();
    assert_eq!(cells(&folder.text("out.csv")).len(), 13);
}

// ---------------------------------------------------------------- suppression

#[test]
fn suppressed_rows_are_absent_and_others_keep_their_places() {
    let folder = Folder::new();
    // One more person, whose age nobody shares.
    folder.write("study.csv", STUDY.replace("Eve,33", "Zoe,95,F,east,flu,10000,A\nEve,33"));
    let told = report(&folder, &format!("--k 2 {LEVELS} --suppress 1 -o out.csv"));
    assert_eq!(told["rows"], json!({ "input": 13, "published": 12, "suppressed": 1 }));
    let salaries = column(STUDY, "salary");
    assert_eq!(column(&folder.text("out.csv"), "salary"), salaries);

    let told =
        report(&folder, &format!("--k 2 {LEVELS} --suppress 1 --keep-suppressed -o kept.csv"));
    assert_eq!(told["rows"], json!({ "input": 13, "published": 12, "suppressed": 1 }));
    assert_eq!(told["classes"], 6);
    assert_eq!(folder.text("kept.csv"), folder.text("out.csv") + "*,*,*,*,*,*\n");
    // To the judge, stars are suppressed rows only if it is told so.
    let judged = "check kept.csv --qi age,sex,region --k 2 --json";
    assert_eq!(folder.run(judged).ends(1).json()["k"], 1);
    let judged = folder.run(&format!("{judged} --keep-suppressed")).succeeds().json();
    assert_eq!((&judged["rows"], &judged["suppressed"]), (&json!(12), &json!(1)));
}

#[test]
fn the_limit_is_a_share_or_a_number_of_rows() {
    let folder = Folder::new();
    folder.write("study.csv", STUDY.replace("Eve,33", "Zoe,95,F,east,flu,10000,A\nEve,33"));
    let try_limit =
        |limit: &str| study(&folder, &format!("--k 2 {LEVELS} --suppress {limit} --dry-run"));
    // One row of thirteen is 7.69 %; shares are rounded down to whole rows.
    for enough in ["1", "7.7%", "8%", "100%", "13", "99"] {
        assert_eq!(try_limit(enough).status, Some(0), "--suppress {enough}");
    }
    for too_little in ["0", "0%", "7.6%"] {
        assert_eq!(try_limit(too_little).status, Some(1), "--suppress {too_little}");
    }
}

#[test]
fn a_table_of_which_nothing_is_left_is_no_release() {
    let folder = Folder::new();
    let before = folder.snapshot();
    study(&folder, "--k 2 --level age=0 --suppress 100% -o out.csv").ends(1);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn real_rows_of_stars_are_not_taken_for_suppressed_ones() {
    let folder = Folder::new();
    folder.write("t.csv", "x,s\na,*\nb,*\nc,u\nd,u\n");
    let run = folder.run("release t.csv --qi x --sensitive s --k 2 --keep-suppressed -o out.csv");
    // Whether it is refused or published, the judge and the search must not fall out over it.
    assert!(!run.stderr.contains("should never happen"), "{run}");
}

// ---------------------------------------------------------------- order, seeds, threads

#[test]
fn shuffled_rows_are_the_same_rows_by_the_seed_alone() {
    let folder = Folder::new();
    study(&folder, "--k 2 -o input.csv").succeeds();
    let shuffled = |seed: &str, out: &str| {
        study(&folder, &format!("--k 2 --order shuffled {seed} -o {out}")).succeeds();
        folder.text(out)
    };
    let (one, again, other) = (
        shuffled("--seed 1", "1.csv"),
        shuffled("--seed 1 --threads 1", "2.csv"),
        shuffled("--seed 2", "3.csv"),
    );
    assert_eq!(one, again);
    assert_ne!(one, other);
    // Without a seed nothing that an outsider could repeat decides.
    let unseeded = shuffled("", "4.csv");
    assert_ne!(unseeded, shuffled("", "5.csv"));
    let order = |text: &str| -> Vec<usize> {
        let salaries = |text: &str| -> Vec<String> {
            text.lines()
                .skip(1)
                .map(|row| row.split(',').rev().nth(1).unwrap().to_owned())
                .collect()
        };
        let input = salaries(&folder.text("input.csv"));
        salaries(text)
            .iter()
            .map(|salary| input.iter().position(|one| one == salary).unwrap())
            .collect()
    };
    let before = order(&unseeded);
    folder.write("study.csv", STUDY.replace("Ada", "Amy"));
    assert_ne!(before, order(&shuffled("", "6.csv")), "another table, the same rows published");
    let input = folder.text("input.csv");
    assert_ne!(one, input);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&one), sorted(&input));
    assert_eq!(one.lines().next(), input.lines().next());
}

#[test]
fn suppressed_rows_stand_at_the_end_of_shuffled_ones_too() {
    let folder = Folder::new();
    folder.write("study.csv", STUDY.replace("Eve,33", "Zoe,95,F,east,flu,10000,A\nEve,33"));
    let flags = format!(
        "--k 2 {LEVELS} --suppress 1 --keep-suppressed --order shuffled --seed 3 -o out.csv"
    );
    study(&folder, &flags).succeeds();
    assert_eq!(folder.text("out.csv").lines().last(), Some("*,*,*,*,*,*"));
    assert_eq!(folder.text("out.csv").matches("*,*,*,*,*,*").count(), 1);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes_and_report() {
    let folder = Folder::new();
    folder.write("large.csv", large(20_000));
    for order in ["input", "shuffled --seed 1"] {
        let run = |threads: u8| {
            let words = format!(
                "{LARGE_WORDS} --order {order} --threads {threads} -o out.csv --force --json"
            );
            let report = timeless(folder.run(&words).succeeds().json());
            (folder.bytes("out.csv"), report)
        };
        let (bytes, report) = run(1);
        for threads in [2, 4] {
            let (other_bytes, other_report) = run(threads);
            assert!(bytes == other_bytes, "{threads} threads write other bytes");
            assert_eq!(report, other_report, "{threads} threads");
        }
    }
}

// ---------------------------------------------------------------- formats

/// The cells of a table in any format, header first, read with the reader under test.
fn read(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let table =
        Table::open(&Location::from(folder.path(name).as_path()), &ReadOptions::default()).unwrap();
    let mut rows = vec![table.columns().to_vec()];
    for block in table.blocks() {
        let block = block.unwrap();
        for row in 0..block.rows() {
            rows.push((0..rows[0].len()).map(|place| block.cell(row, place).to_owned()).collect());
        }
    }
    rows
}

#[test]
fn every_format_in_and_out() {
    let folder = Folder::new();
    let names =
        ["csv", "tsv", "csv.gz", "tsv.gz", "csv.zst", "parquet"].map(|end| format!("copy.{end}"));
    for name in &names {
        let words = format!(
            "release study.csv --qi sex --sensitive illness,salary --k 1 --level sex=0 -q -o {name}"
        );
        folder.run(&words).succeeds();
        // Nothing is dropped or generalized, so every copy is the study.
        assert_eq!(read(&folder, name), cells(STUDY), "{name}");
    }
    assert_eq!(folder.text("copy.csv"), STUDY);
    assert_eq!(folder.text("copy.tsv"), STUDY.replace(',', "\t"));
    assert_eq!(folder.bytes("copy.csv.gz")[..2], [0x1f, 0x8b]);
    assert_eq!(folder.bytes("copy.csv.zst")[..4], [0x28, 0xb5, 0x2f, 0xfd]);
    assert_eq!(folder.bytes("copy.parquet")[..4], *b"PAR1");

    study(&folder, &format!("--k 2 {LEVELS} -o wanted.csv")).succeeds();
    for input in &names {
        for output in &names {
            let words = STUDY_WORDS.replace("study.csv", input);
            folder.run(&format!("{words} --k 2 {LEVELS} -o out.{output}")).succeeds();
            assert_eq!(
                read(&folder, &format!("out.{output}")),
                cells(&folder.text("wanted.csv")),
                "{input} to {output}"
            );
            std::fs::remove_file(folder.path(&format!("out.{output}"))).unwrap();
        }
    }
}

#[test]
fn compressed_and_columnar_outputs_are_the_same_bytes_each_time() {
    let folder = Folder::new();
    for end in ["csv.gz", "csv.zst", "parquet"] {
        study(&folder, &format!("--k 2 -o one.{end} --threads 1")).succeeds();
        study(&folder, &format!("--k 2 -o two.{end} --threads 2")).succeeds();
        assert_eq!(
            folder.bytes(&format!("one.{end}")),
            folder.bytes(&format!("two.{end}")),
            "{end}"
        );
    }
}

#[test]
fn standard_input_and_output() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let words = STUDY_WORDS.replace("study.csv", "-");
    let run = folder.feed(&format!("{words} --k 2 {LEVELS} -o -"), STUDY).succeeds();
    assert_eq!(folder.snapshot(), before);
    study(&folder, &format!("--k 2 {LEVELS} -o out.csv")).succeeds();
    assert_eq!(run.text(), folder.text("out.csv"), "nothing but the release is on standard output");
}

#[test]
fn an_unmet_demand_leaves_standard_output_empty_of_rows() {
    let folder = Folder::new();
    let run = study(&folder, "--k 13 -o -").ends(1).says(&["13-anonymity"]);
    assert!(!run.text().contains("illness,salary"), "{run}");
}

#[test]
fn how_tables_are_read() {
    let folder = Folder::new();
    folder
        .write("t.csv", "| a remark\n 21 ; F ;x\n 22 ; F ;x\n| another\n 23 ; M ;y\n 24 ; M ;y\n");
    let words = "release t.csv --delimiter ; --no-header --names age,sex,ward --comment | --trim --qi age,sex --k 2 -o - -q";
    let run = folder.run(words).succeeds();
    assert_eq!(run.text(), "age;sex;ward\n[21,22];F;x\n[21,22];F;x\n[23,24];M;y\n[23,24];M;y\n");

    folder.write("bom.csv", "\u{feff}age,sex\r\n21,F\r\n\r\n21,\"F\"\r\n");
    let run = folder.run("release bom.csv --qi age,sex --k 2 -o - -q").succeeds();
    assert_eq!(run.text(), "age,sex\n21,F\n21,F\n");
}
