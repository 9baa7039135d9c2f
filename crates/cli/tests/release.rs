//! `incrowd release`: what is published, and what is said about it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use incrowd_io::{Location, ReadOptions, Table};
use serde_json::{Value, json};
use support::{Folder, STUDY, cells, column, timeless};

/// The study with its roles and hierarchies; demands and an output are still to be named.
const STUDY_WORDS: &str = "release study.csv --qi age,sex,region --sensitive illness,salary --id name \
                           --hierarchy age=intervals:10,20 --hierarchy region=region.csv";

/// Ages in decades, sexes as they are, no regions: the one node of these levels.
const LEVELS: &str = "--level age=1 --level sex=0 --level region=2";

fn study(folder: &Folder, flags: &str) -> support::Run {
    folder.run(&format!("{STUDY_WORDS} {flags}"))
}

fn report(folder: &Folder, flags: &str) -> Value {
    study(folder, &format!("{flags} --json")).succeeds().json()
}

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
    let one = "release study.csv --qi sex,age --id name,salary --sensitive illness --k 1 -o one.csv";
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
        "algorithm", "classes", "cost", "guarantees", "levels", "lower_bound", "output", "recoding",
        "rows", "search", "seconds", "verified", "warnings",
    ];
    assert_eq!(names, fixed);
    assert_eq!(report["algorithm"], "optimal");
    assert_eq!(report["recoding"], "full-domain");
    assert_eq!(report["rows"], json!({ "input": 12, "published": 12, "suppressed": 0 }));
    assert_eq!(report["levels"], json!({ "age": 1, "sex": 0, "region": 2 }));
    assert_eq!(report["classes"], 6);
    assert_eq!(report["output"], "out.csv");
    assert_eq!(report["verified"], true);
    assert_eq!(report["warnings"], json!([]));
    let k = json!({ "model": "k-anonymity", "demanded": 2, "measured": 2, "holds": true });
    assert_eq!(report["guarantees"], json!([k]));
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
    let table = "x\n1.50\n2\n2.0\n10\n-3\n0.7\n12\n11\n";
    // Eight values, equal-frequency: four pairs in value order below two fours.
    let pairs = ["[1.50,2]", "[1.50,2]", "[2.0,10]", "[2.0,10]", "[-3,0.7]", "[-3,0.7]", "[11,12]", "[11,12]"];
    assert_eq!(published(table, "x", "--level x=1"), pairs);
    let fours = ["[-3,2]", "[-3,2]", "[2.0,12]", "[2.0,12]", "[-3,2]", "[-3,2]", "[2.0,12]", "[2.0,12]"];
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
    let date = |level: u8| published(dates, "d", &format!("--hierarchy d=date:month,quarter,year,decade --level d={level}"));
    assert_eq!(date(1), ["2024-01", "2024-02", "2024-07", "1999-12"]);
    assert_eq!(date(2), ["2024-Q1", "2024-Q1", "2024-Q3", "1999-Q4"]);
    assert_eq!(date(3), ["2024", "2024", "2024", "1999"]);
    let zips = "z\n47906\n47907\n47302\n";
    assert_eq!(published(zips, "z", "--hierarchy z=mask:5 --level z=1"), ["4790*", "4790*", "4730*"]);
    assert_eq!(published(zips, "z", "--hierarchy z=mask:5 --level z=3"), ["47***", "47***", "47***"]);
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
        format!("release study.csv --qi region --sensitive salary --id name --k 2 --level region=1 --hierarchy region={spec} -o {out}")
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
    assert_eq!(published(table, "x", "--null ? --level x=1"), ["[5,7]", "", "[5,7]", "?", "9", "9"]);
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
    let told = report(&folder, "--k 2 --dry-run -o out.csv");
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

    let told = report(&folder, &format!("--k 2 {LEVELS} --suppress 1 --keep-suppressed -o kept.csv"));
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
    let try_limit = |limit: &str| study(&folder, &format!("--k 2 {LEVELS} --suppress {limit} --dry-run"));
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
    let (one, again, other) = (shuffled("--seed 1", "1.csv"), shuffled("--seed 1 --threads 1", "2.csv"), shuffled("--seed 2", "3.csv"));
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_eq!(shuffled("", "4.csv"), shuffled("--seed 0", "5.csv"), "the seed is 0 by default");
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
    let flags = format!("--k 2 {LEVELS} --suppress 1 --keep-suppressed --order shuffled --seed 3 -o out.csv");
    study(&folder, &flags).succeeds();
    assert_eq!(folder.text("out.csv").lines().last(), Some("*,*,*,*,*,*"));
    assert_eq!(folder.text("out.csv").matches("*,*,*,*,*,*").count(), 1);
}

/// A table of several blocks, so that threads have something to share.
fn large(rows: u64) -> String {
    // A linear congruential generator: seeded, and the same everywhere.
    let mut state = 7_u64;
    let mut draw = move |sides: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    let mut text = String::from("id,age,born,sex,region,illness,salary\n");
    for row in 0..rows {
        let region = ["north", "west", "south", "east"][draw(4) as usize];
        let illness = ["flu", "asthma", "hiv", "none", ""][draw(5) as usize];
        text += &format!(
            "{row},{},{},{},{region},{illness},{}\n",
            20 + draw(60), 1940 + draw(60), ["F", "M"][draw(2) as usize], 20_000 + 500 * draw(100)
        );
    }
    text
}

const LARGE_WORDS: &str = "release large.csv --qi age,born,sex,region --sensitive illness,salary --id id \
                           --hierarchy age=intervals:5,10,20,40 --hierarchy region=region.csv \
                           --k 4 --l illness=entropy:2 --t salary=0.5:ordered --suppress 5%";

#[test]
fn any_number_of_threads_gives_the_same_bytes_and_report() {
    let folder = Folder::new();
    folder.write("large.csv", large(20_000));
    for order in ["input", "shuffled"] {
        let run = |threads: u8| {
            let words = format!("{LARGE_WORDS} --order {order} --threads {threads} -o out.csv --force --json");
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
    let table = Table::open(&Location::from(folder.path(name).as_path()), &ReadOptions::default()).unwrap();
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
    let names = ["csv", "tsv", "csv.gz", "tsv.gz", "csv.zst", "parquet"].map(|end| format!("copy.{end}"));
    for name in &names {
        let words = format!("release study.csv --qi sex --sensitive illness,salary --k 1 --level sex=0 -q -o {name}");
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
            assert_eq!(read(&folder, &format!("out.{output}")), cells(&folder.text("wanted.csv")), "{input} to {output}");
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
        assert_eq!(folder.bytes(&format!("one.{end}")), folder.bytes(&format!("two.{end}")), "{end}");
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
    folder.write("t.csv", "| a remark\n 21 ; F ;x\n 22 ; F ;x\n| another\n 23 ; M ;y\n 24 ; M ;y\n");
    let words = "release t.csv --delimiter ; --no-header --names age,sex,ward --comment | --trim --qi age,sex --k 2 -o - -q";
    let run = folder.run(words).succeeds();
    assert_eq!(run.text(), "age;sex;ward\n[21,22];F;x\n[21,22];F;x\n[23,24];M;y\n[23,24];M;y\n");

    folder.write("bom.csv", "\u{feff}age,sex\r\n21,F\r\n\r\n21,\"F\"\r\n");
    let run = folder.run("release bom.csv --qi age,sex --k 2 -o - -q").succeeds();
    assert_eq!(run.text(), "age,sex\n21,F\n21,F\n");
}

// ---------------------------------------------------------------- what is chosen

#[test]
fn weights_change_the_choice() {
    let folder = Folder::new();
    // Either column alone makes pairs; which one is lost is a matter of taste.
    folder.write("t.csv", "x,y\na,a\na,b\nb,a\nb,b\n");
    let kept = |weight: &str| {
        let words = format!("release t.csv --qi x,y --k 2 --dry-run --json {weight}");
        folder.run(words.trim_end()).succeeds().json()["levels"].clone()
    };
    assert_eq!(kept("--weight x=2"), json!({ "x": 0, "y": 1 }));
    assert_eq!(kept("--weight y=2"), json!({ "x": 1, "y": 0 }));
    assert_eq!(kept("--weight y=1/2"), json!({ "x": 0, "y": 1 }));
    assert_eq!(kept("--weight x=3 --weight y=4"), json!({ "x": 1, "y": 0 }));
}

#[test]
fn levels_limit_the_choice() {
    let folder = Folder::new();
    for (flags, low, high) in [("--level age=1..1", 1, 1), ("--level age=2", 2, 2), ("--level age=0..1", 0, 1)] {
        let told = report(&folder, &format!("--k 2 {flags} --dry-run"));
        let level = told["levels"]["age"].as_u64().unwrap();
        assert!((low..=high).contains(&level), "{flags}: {told}");
    }
}

/// Every node of the lattice, forced by `--level`: the chosen one is the cheapest that holds.
#[test]
fn each_cost_is_minimised() {
    let folder = Folder::new();
    let nodes: Vec<Value> = (0..4 * 2 * 3)
        .map(|node| {
            let (age, sex, region) = (node / 6, node / 3 % 2, node % 3);
            let flags = format!("--level age={age} --level sex={sex} --level region={region}");
            let run = study(&folder, &format!("--k 2 --suppress 3 --dry-run --json {flags} --cost COST"));
            // The cost is unknown: each is asked for below.
            run.ends(2);
            json!(flags)
        })
        .collect();
    for cost in ["loss", "loss-ratio", "discernibility", "average-class", "precision", "height", "entropy"] {
        let told = report(&folder, &format!("--k 2 --suppress 3 --cost {cost} --dry-run"));
        assert_eq!(told["cost"]["minimised"]["name"], cost);
        let chosen = told["cost"]["minimised"]["value"].as_f64().unwrap();
        let mut least = f64::INFINITY;
        for flags in &nodes {
            let flags = flags.as_str().unwrap();
            let run = study(&folder, &format!("--k 2 --suppress 3 --cost {cost} --dry-run --json {flags}"));
            if run.status == Some(0) {
                least = least.min(run.json()["cost"]["minimised"]["value"].as_f64().unwrap());
            }
        }
        assert!((chosen - least).abs() < 1e-9, "{cost}: {chosen} was chosen, {least} is possible");
        assert_eq!(told["lower_bound"].is_null(), cost != "loss", "only a loss bounds the loss");
    }
}

#[test]
fn exploring_shows_the_trade_off_and_writes_nothing() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let told = report(&folder, "--explore k=2,3,13 -o out.csv");
    assert_eq!(told["explore"], "k");
    let rows = told["table"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["k"], &rows[0]["possible"]), (&json!("2"), &json!(true)));
    assert!(rows[0]["loss"].as_f64() <= rows[1]["loss"].as_f64(), "{told}");
    assert_eq!((&rows[2]["k"], &rows[2]["possible"]), (&json!("13"), &json!(false)));
    // Each row is what a release would be.
    let release = report(&folder, "--k 3 --dry-run");
    for field in ["loss", "suppressed", "classes", "levels"] {
        let told = match field {
            "loss" => &release["cost"]["loss"],
            "suppressed" => &release["rows"]["suppressed"],
            field => &release[field],
        };
        assert_eq!(&rows[1][field], told, "{field}");
    }

    let run = study(&folder, "--explore k=2,3,13").succeeds();
    let lines: Vec<&str> = run.text().lines().collect();
    assert_eq!(lines.len(), 4, "{run}");
    for word in ["loss", "suppressed", "classes", "age, sex, region"] {
        assert!(lines[0].contains(word), "{run}");
    }
    assert!(lines[3].contains("13") && lines[3].contains("no release"), "{run}");
    let told = report(&folder, "--k 2 --explore suppress=0,2,50%");
    let losses: Vec<f64> = told["table"].as_array().unwrap().iter().map(|row| row["loss"].as_f64().unwrap()).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "more freedom cannot cost more: {losses:?}");
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn a_time_limit_that_is_not_reached_changes_nothing() {
    let folder = Folder::new();
    let unlimited = timeless(report(&folder, "--k 2 --dry-run"));
    assert_eq!(timeless(report(&folder, "--k 2 --dry-run --time-limit 10m")), unlimited);
    assert_eq!(unlimited["search"]["proven"], true);
}

/// Cut at once, a search has an answer with a proven gap, or says that it has none; never a wrong one.
#[test]
fn a_time_limit_that_is_reached_is_told() {
    let folder = Folder::new();
    folder.write("large.csv", large(2_000));
    for limit in ["0s", "1ms", "5ms", "20ms", "100ms"] {
        let words = format!("{LARGE_WORDS} --time-limit {limit} -o out.csv --force --json");
        let run = folder.run(&words);
        let report = run.json();
        if run.status == Some(0) {
            assert_eq!(report["verified"], true);
            let (bound, loss) = (&report["lower_bound"]["loss"], &report["cost"]["loss"]);
            assert!(bound.as_f64() <= loss.as_f64(), "{run}");
            let cut = report["warnings"].to_string().contains("cut short");
            assert_eq!(report["search"]["proven"], !cut, "{run}");
        } else {
            assert!(run.stderr.contains("nothing was written") && !folder.has("out.csv"), "{run}");
        }
    }
}

// ---------------------------------------------------------------- warnings

#[test]
fn a_plain_column_that_looks_identifying_gets_a_warning() {
    let folder = Folder::new();
    let words = "release study.csv --qi age,sex --sensitive illness --k 2 -o out.csv --force";
    let run = folder.run(&format!("{words} --json")).succeeds().says(&["warning", "'name'", "'salary'", "--id name"]);
    let warnings = run.json()["warnings"].as_array().unwrap().clone();
    assert_eq!(warnings.len(), 2, "{run}");
    assert!(warnings[0].as_str().unwrap().contains("'name'"), "{run}");
    let quiet = folder.run(&format!("{words} --json -q")).succeeds();
    assert_eq!(quiet.stderr, "", "-q silences remarks");
    assert_eq!(quiet.json()["warnings"].as_array().unwrap().len(), 2, "but not the report");
}

#[test]
fn an_identifiers_shape_is_enough_for_a_warning() {
    let folder = Folder::new();
    let people = ["ann@example.org", "bob@example.org"];
    let rows = (0..12).map(|row| format!("{},{}\n", row % 2, people[row % 2]));
    folder.write("t.csv", format!("x,contact\n{}", rows.collect::<String>()));
    let run = folder.run("release t.csv --qi x --k 2 -o - -q").succeeds();
    assert_eq!(run.stderr, "");
    folder.run("release t.csv --qi x --k 2 -o -").succeeds().says(&["'contact'", "looks like an identifier"]);
}

#[test]
fn strict_refuses_what_would_be_warned_of() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let words = "release study.csv --qi age,sex --sensitive illness,salary --k 2 --strict -o out.csv --json";
    let run = folder.run(words).ends(2).says(&["--strict", "'name'"]);
    assert_eq!(run.json()["error"]["file"], "study.csv");
    assert_eq!(folder.snapshot(), before);
    folder.run(&format!("{words} --id name")).succeeds();
}

#[test]
fn the_report_says_that_row_order_can_leak() {
    let folder = Folder::new();
    let run = study(&folder, "--k 2 -o out.csv").succeeds();
    assert!(run.text().contains("input order") && run.text().contains("--order shuffled"), "{run}");
    let run = study(&folder, "--k 2 --order shuffled -o shuffled.csv").succeeds();
    assert!(!run.text().contains("input order"), "{run}");
}

// ---------------------------------------------------------------- release.toml

#[test]
fn everything_can_stand_in_a_file_and_flags_override_it() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("conf")).unwrap();
    folder.write(
        "conf/release.toml",
        "table = '../study.csv'\nqi = ['age', 'sex', 'region']\nsensitive = 'illness,salary'\nid = 'name'\n\
         k = 2\noutput = '../out.csv'\n\n[hierarchy]\nage = 'intervals:10,20'\nregion = '../region.csv'\n\n\
         [level]\nage = 1\nsex = 0\nregion = 2\n",
    );
    let from_file = folder.run("release conf/release.toml --json").succeeds().json();
    study(&folder, &format!("--k 2 {LEVELS} -o flags.csv")).succeeds();
    assert_eq!(folder.text("out.csv"), folder.text("flags.csv"));
    assert_eq!(from_file["guarantees"][0]["demanded"], 2);
    assert_eq!(from_file["output"].as_str().map(|path| path.ends_with("out.csv")), Some(true));

    let words = "release conf/release.toml --k 4 --level sex=1 -o over.csv --json";
    let overridden = folder.run(words).succeeds().json();
    assert_eq!(overridden["guarantees"][0]["demanded"], 4);
    assert_eq!(overridden["levels"], json!({ "age": 1, "sex": 1, "region": 2 }));
    assert_eq!(overridden["output"], "over.csv", "a path on the command line is relative to here");
    assert!(folder.has("over.csv"));
}

#[test]
fn a_file_may_ask_for_json_too() {
    let folder = Folder::new();
    folder.write("r.toml", "table = 'study.csv'\nqi = 'sex'\nid = 'name,salary'\nk = 2\ndry-run = true\njson = true\n");
    let told = folder.run("release r.toml").succeeds().json();
    assert_eq!(told["verified"], true);
}

// ---------------------------------------------------------------- models

#[test]
fn several_sensitive_columns_and_all_models_at_once() {
    let folder = Folder::new();
    folder.write("people.csv", [STUDY, &STUDY[STUDY.find("Ada").unwrap()..]].concat());
    let flags = "--k 2 --p 2 --l illness=distinct:2 --l illness=frequency:1.5 --l salary=entropy:2 \
                 --l recursive:4,2 --l illness=recursive-le:4,2 --alpha-k 0.9 --t 0.9 --t salary=0.9:ordered \
                 --t illness=0.9:hierarchical --hierarchy illness=illness.csv --likeness basic:20 \
                 --likeness illness=enhanced:9 --disclosure illness=9 --k-map 4 --public people.csv -o out.csv";
    let told = report(&folder, flags);
    let found: Vec<(String, String)> = told["guarantees"]
        .as_array()
        .unwrap()
        .iter()
        .map(|guarantee| {
            assert_eq!(guarantee["holds"], true, "{guarantee}");
            assert!(!guarantee["measured"].is_null() && !guarantee["demanded"].is_null(), "{guarantee}");
            let text = |field: &str| guarantee[field].as_str().unwrap_or_default().to_owned();
            (text("model"), text("column"))
        })
        .collect();
    let wanted = [
        ("k-anonymity", ""),
        ("k-map", ""),
        ("p-sensitivity", "illness"),
        ("p-sensitivity", "salary"),
        ("distinct-l-diversity", "illness"),
        ("frequency-l-diversity", "illness"),
        ("entropy-l-diversity", "salary"),
    ];
    for pair in wanted.map(|(model, column)| (model.to_owned(), column.to_owned())) {
        assert!(found.contains(&pair), "{pair:?} is not among {found:#?}");
    }
    let count = |name: &str| found.iter().filter(|(model, _)| model.contains(name)).count();
    let counts = ["recursive", "alpha", "closeness", "likeness", "disclosure"].map(count);
    assert_eq!(counts, [3, 2, 4, 3, 1], "{found:#?}");
    // The judge of `check` says the same of the published file.
    let judged = folder.run(&format!(
        "check out.csv --qi age,sex,region --sensitive illness,salary {} --hierarchy age=intervals:10,20 \
         --hierarchy region=region.csv --json",
        flags.replace(" -o out.csv", "")
    ));
    assert_eq!(judged.succeeds().json()["guarantees"], told["guarantees"]);
}

#[test]
fn k_map_counts_people_of_the_population() {
    let folder = Folder::new();
    // Everybody of the study, and a neighbour of the same age, sex and region.
    let neighbours: String = STUDY.lines().skip(1).map(|row| format!("{row}\n")).collect();
    folder.write("people.csv", format!("{STUDY}{neighbours}"));
    let told = report(&folder, "--k-map 2 --public people.csv -o out.csv");
    assert_eq!(told["levels"], json!({ "age": 0, "sex": 0, "region": 0 }), "all rows match two people");
    assert_eq!(told["guarantees"][0]["measured"], 2);
    let told = report(&folder, "--k-map 4 --public people.csv -o four.csv");
    assert_ne!(told["levels"], json!({ "age": 0, "sex": 0, "region": 0 }));
    assert!(told["guarantees"][0]["measured"].as_u64() >= Some(4), "{told}");
    study(&folder, "--k-map 25 --public people.csv -o out25.csv").ends(1).says(&["24-map"]);
}

#[test]
fn k_map_is_estimated_from_the_size_of_the_population() {
    let folder = Folder::new();
    let told = report(&folder, "--k-map 3 --population 1000 -o out.csv");
    let guarantee = &told["guarantees"][0];
    assert_eq!((&guarantee["model"], &guarantee["holds"]), (&json!("k-map"), &json!(true)));
    // In a hundred times as many people everybody has more companions.
    let more = report(&folder, "--k-map 3 --population 100000 --dry-run");
    assert!(more["cost"]["loss"].as_f64() <= told["cost"]["loss"].as_f64(), "{more}");
}

#[test]
fn hierarchical_closeness_is_kinder_to_related_values() {
    let folder = Folder::new();
    folder.write("t.csv", "x,s\na,flu\na,flu\nb,asthma\nb,asthma\n");
    folder.write("h.csv", "flu;lung;ill;*\nasthma;lung;ill;*\nhiv;blood;ill;*\n");
    let words = "release t.csv --qi x --sensitive s --dry-run --json";
    // Half of each class would have to change; from flu to asthma is a third of the way.
    let level = |t: &str, more: &str| {
        let told = folder.run(&format!("{words} --t {t}{more}")).succeeds().json();
        (told["levels"]["x"].clone(), told["guarantees"][0]["measured"].as_f64().unwrap())
    };
    assert_eq!(level("0.5", ""), (json!(0), 0.5));
    assert_eq!(level("0.4", "").0, json!(1));
    let (kept, measured) = level("0.4:hierarchical", " --hierarchy s=h.csv");
    assert_eq!(kept, json!(0));
    assert!((measured - 0.5 / 3.0).abs() < 1e-12, "{measured}");
}

#[test]
fn no_release_tells_the_guarantees_and_the_nearest_demand() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let flags = "--k 2 --l illness=distinct:5 -o out.csv";
    let run = study(&folder, &format!("{flags} --json")).ends(1);
    let run = run.says(&["distinct 5-diversity of illness", "distinct 4-diversity of illness"]);
    let told = run.json();
    assert_eq!(told["output"], Value::Null);
    assert_eq!(told["verified"], false);
    let holds: Vec<bool> = told["guarantees"].as_array().unwrap().iter().map(|g| g["holds"] == true).collect();
    assert_eq!(holds, [true, false]);
    let nearest = told["nearest"].as_array().unwrap();
    assert!(nearest.contains(&json!({ "model": "distinct-l-diversity", "demanded": 4, "column": "illness" })), "{told}");
    assert_eq!(folder.snapshot(), before);
    let run = study(&folder, flags).ends(1);
    assert!(run.text().contains("Nothing published"), "{run}");
}
