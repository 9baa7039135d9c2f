//! `incrowd attack --original`: what guesses without a register achieve.

use serde_json::{Value, json};

use crate::support::{Folder, Run};

const LABELS: &str =
    "--hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt";

/// The study of the demo, its release, and the study with nothing but the names taken out.
fn demo() -> Folder {
    let folder = Folder::new();
    folder.run("demo study -o demo -q").succeeds();
    for name in ["study.csv", "jobs.txt", "register.csv"] {
        folder.write(name, folder.text(&format!("demo/{name}")));
    }
    let release = "release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 10";
    folder.run(&format!("{release} {LABELS} -o release.csv --report release.html")).succeeds();
    let stripped = |line: &str| format!("{}\n", line.split_once(',').unwrap().1);
    let study = folder.text("study.csv");
    folder.write("stripped.csv", study.lines().map(stripped).collect::<String>());
    folder
}

fn attack(folder: &Folder, published: &str, flags: &str) -> Run {
    let columns = "--qi age,sex,zip,job --sensitive illness";
    folder.run(&format!("attack {published} --original study.csv {columns} {flags}"))
}

/// The lower end of the interval of an excess.
#[track_caller]
fn surely(found: &Value) -> f64 {
    found["interval"][0].as_f64().unwrap()
}

#[test]
fn a_release_gives_less_away_than_the_study_without_names() {
    let folder = demo();
    let closed = attack(&folder, "release.csv", &format!("{LABELS} --json")).succeeds().json();
    let open = attack(&folder, "stripped.csv", "--json").succeeds().json();
    let [closed, open] = [&closed["empirical"], &open["empirical"]];
    assert!(surely(&open["singling_out"]) > 0.9, "{open:#}");
    assert!(surely(&open["linkability"]) > 0.2, "{open:#}");
    assert!(surely(&open["inference"][0]) > 0.5, "{open:#}");
    assert!(surely(&closed["linkability"]) < 0.05, "{closed:#}");
    assert!(surely(&closed["inference"][0]) < 0.15, "{closed:#}");
    let guesses = |found: &Value| found["singling_out"]["unique_rows"].as_u64().unwrap();
    assert!(guesses(closed) * 10 < guesses(open), "{closed:#} {open:#}");
    let report = folder.text("release.html");
    for text in
        ["What an attacker without a register can do", "Linkability", "a fifth of the people"]
    {
        assert!(report.contains(text), "{text}");
    }
}

#[test]
fn the_document_has_the_parts_that_were_asked_for() {
    let folder = demo();
    let found = attack(&folder, "stripped.csv", "--json").succeeds().json();
    assert!(found.get("people").is_none() && found.get("presence").is_none(), "{found:#}");
    let empirical = &found["empirical"];
    assert_eq!(empirical["control"], "split");
    assert_eq!(empirical["inference"][0]["secret"], "illness");
    assert!(empirical["inference"][0]["attack"]["guesses"].as_u64() > Some(100), "{empirical:#}");
    let alone = attack(&folder, "stripped.csv", "--public register.csv --json").succeeds().json();
    assert_eq!(&alone["empirical"], empirical, "the register changes no guess");
    assert!(alone["people"].as_u64() > Some(1000), "{alone:#}");
    let register =
        "attack stripped.csv --public register.csv --qi age,sex,zip,job --sensitive illness";
    let mut without = folder.run(&format!("{register} --json")).succeeds().json();
    assert!(without.get("empirical").is_none());
    for key in ["empirical", "original"] {
        without[key] = alone[key].clone();
    }
    assert_eq!(without, alone, "what the register tells is as it was");
}

#[test]
fn held_out_people_are_the_control() {
    let folder = demo();
    let lines: Vec<String> = folder.text("study.csv").lines().map(str::to_owned).collect();
    let (header, rows) = lines.split_first().unwrap();
    let (inside, outside) = rows.split_at(rows.len() / 2);
    let table = |rows: &[String]| format!("{header}\n{}\n", rows.join("\n"));
    folder.write("study.csv", table(inside));
    folder.write("others.csv", table(outside));
    let stripped = folder.text("stripped.csv");
    let kept: Vec<&str> = stripped.lines().take(inside.len() + 1).collect();
    folder.write("stripped.csv", kept.join("\n") + "\n");
    let run = attack(&folder, "stripped.csv", "--control others.csv --json").succeeds();
    let found = run.json();
    assert_eq!(found["empirical"]["control"], "held-out");
    assert!(surely(&found["empirical"]["inference"][0]) > 0.5, "{found:#}");
    let text = attack(&folder, "stripped.csv", "--control others.csv --report r.html").succeeds();
    for part in ["Singling out", "Linkability", "Inference of illness", "Excess", "near 0%"] {
        assert!(text.text().contains(part), "{part}: {text}");
        assert!(folder.text("r.html").contains(part), "{part}");
    }
}

/// Suppressed rows that are published as stars fit everybody; an attacker leaves them out.
#[test]
fn rows_of_stars_change_nothing() {
    let folder = demo();
    let found = || {
        let run = attack(&folder, "release.csv", &format!("{LABELS} --json")).succeeds();
        run.json()["empirical"].clone()
    };
    let without = found();
    let stars = "*,*,*,*,*\n".repeat(40);
    folder.write("release.csv", folder.text("release.csv") + &stars);
    assert_eq!(found(), without);
}

#[test]
fn what_has_no_effect_is_refused() {
    let folder = Folder::new();
    folder.write("t.csv", "age,sex\n1,f\n2,m\n");
    folder.write("empty.csv", "age,sex\n");
    folder.write("labels.csv", "age,sex\nyoung,f\n");
    for (flags, says) in [
        ("t.csv --qi age", &["--public", "--original"][..]),
        ("t.csv --original t.csv", &["--qi"]),
        ("t.csv --public t.csv --qi age --control t.csv", &["--control", "--original"]),
        ("t.csv --original t.csv --qi age --worst 3", &["--worst", "--public"]),
        ("t.csv --original t.csv --qi age --members 3", &["--members", "--public"]),
        ("t.csv --original t.csv --qi age --prior sex", &["--prior", "--public"]),
        ("t.csv --original t.csv --qi age --presence 0,1", &["--presence", "--public"]),
        ("t.csv --original t.csv --qi age --level age=1", &["--level", "--public"]),
        ("t.csv --original t.csv --qi age --secrets t.csv", &["--secrets", "--public"]),
        ("t.csv --original t.csv --qi nosuch", &["nosuch"]),
        ("t.csv --original t.csv --qi age --sensitive nosuch", &["nosuch"]),
        ("t.csv --original nosuch.csv --qi age", &["nosuch.csv"]),
        ("empty.csv --original t.csv --qi age", &["empty.csv"]),
        ("labels.csv --original t.csv --qi age", &["labels.csv", "t.csv", "--hierarchy"]),
        ("- --original - --qi age", &["standard input"]),
    ] {
        let run = folder.run(&format!("attack {flags} --json")).ends(2).says(says);
        assert_ne!(run.json()["error"], json!(null), "{flags}");
    }
}
