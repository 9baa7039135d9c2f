//! Certificates of promises about people. Whoever gets one cannot count people: what it attests must not
//! tell the tables apart that lead to the same published file.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_io::Digest;
use serde_json::{Value, json};

use crate::support::Folder;

fn read(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.text(name)).unwrap()
}

/// A certificate with a seal that fits.
fn sealed(mut forged: Value) -> String {
    forged.as_object_mut().unwrap().shift_remove("seal");
    let seal = Digest::of_bytes(forged.to_string().as_bytes()).sha256;
    forged["seal"] = seal.into();
    format!("{forged:#}\n")
}

/// Visits of twelve people, two each, in six classes of two people.
fn visits() -> String {
    let row = |at: usize| {
        let person = at / 2;
        let illness = ["flu", "asthma", "hiv", "none"][(person + at) % 4];
        format!("p{person},{},{illness}\n", 20 + person / 4 * 10)
    };
    format!("pid,age,illness\n{}", (0..24).map(row).collect::<String>())
}

const RELEASE: &str = "release t.csv --qi age --sensitive illness --person pid --k 3 --l distinct:2 -o out.csv \
                       --certificate c.json --force";

#[test]
fn a_certificate_attests_promises_about_people() {
    let folder = Folder::new();
    folder.write("t.csv", visits());
    let told = folder.run(&format!("{RELEASE} --json")).succeeds().json();
    assert_eq!(told["guarantees"][0]["measured"], 4, "the steward sees people");
    let certificate = read(&folder, "c.json");
    assert_eq!(certificate["evidence"]["question"]["person"], "unpublished");
    for guarantee in certificate["guarantees"].as_array().unwrap() {
        assert_eq!((&guarantee["measured"], &guarantee["holds"]), (&Value::Null, &json!(true)));
    }
    // No figure that depends on whose a row is, and no name of a dropped column.
    assert_eq!(certificate["evidence"]["risk"], json!({"before": null, "after": null}));
    assert_eq!(certificate["evidence"]["smallest_classes"], json!([]));
    assert_eq!(
        (&certificate["learned"], &certificate["cost"]["average_class"]),
        (&json!({}), &Value::Null)
    );
    assert!(!folder.text("c.json").contains("pid"));
    let run = folder.run("verify c.json").succeeds();
    for line in [
        "Verified as far as possible.",
        "holds    3-anonymity, as far as rows tell  measured 8",
        "not measured again: figures about people: they are attested, not measured",
        "what holds of people",
    ] {
        assert!(run.text().contains(line), "{line}: {run}");
    }
    let found = folder.run("verify c.json --json").succeeds().json();
    assert_eq!((&found["verified"], &found["complete"]), (&json!(true), &json!(false)));
    folder.run("verify c.json --strict").ends(1);
    folder.run("report c.json -o c.html").succeeds();
    let page = folder.text("c.html");
    assert!(page.contains("nobody outside can count people"), "{page}");
}

/// Rows refute what is promised of people: a class has no more people than rows.
#[test]
fn a_promise_that_rows_refute_is_noticed() {
    let folder = Folder::new();
    folder.write("t.csv", visits());
    folder.run(RELEASE).succeeds();
    let certificate = read(&folder, "c.json");
    let mut forged = certificate.clone();
    let demands =
        forged["evidence"]["question"]["demands"].as_str().unwrap().replace("k = 3", "k = 9");
    forged["evidence"]["question"]["demands"] = demands.into();
    folder.write("c.json", sealed(forged));
    folder.run("verify c.json").ends(1).says(&["9-anonymity, as far as rows tell"]);
    // A measured figure was never there.
    for (place, value) in [
        ("/guarantees/0/measured", json!(4)),
        (
            "/evidence/risk/after",
            json!({"rows": 24, "classes": 3, "k": 4, "unique_rows": 0,
            "average_class": 4.0, "prosecutor": 0.25, "journalist": null, "marketer": 0.25}),
        ),
        ("/cost/average_class", json!(4.0)),
    ] {
        let mut forged = certificate.clone();
        *forged.pointer_mut(place).unwrap() = value;
        folder.write("c.json", sealed(forged));
        folder.run("verify c.json").ends(1);
    }
    folder.write("c.json", sealed(certificate));
    folder.run("verify c.json").succeeds();
}

/// A checked table names its people, so whoever has it counts them again.
#[test]
fn a_check_of_people_is_measured_again() {
    let folder = Folder::new();
    folder.write("t.csv", visits());
    let words = "check t.csv --qi age --sensitive illness --person pid --k 3 --certificate c.json";
    folder.run(words).succeeds();
    let certificate = read(&folder, "c.json");
    assert_eq!(certificate["evidence"]["question"]["person"], json!({"column": "pid"}));
    assert_eq!((&certificate["people"], &certificate["k"]), (&json!(12), &json!(4)));
    folder.run("verify c.json --strict").succeeds();
    for (place, value) in
        [("/people", json!(24)), ("/k", json!(8)), ("/guarantees/0/measured", json!(8))]
    {
        let mut forged = certificate.clone();
        *forged.pointer_mut(place).unwrap() = value;
        folder.write("c.json", sealed(forged));
        folder.run("verify c.json").ends(1);
    }
}

/// Every way to say whose each of so many rows is.
fn partitions(rows: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rows {
        let longer = |known: &Vec<usize>| {
            let people = known.iter().max().map_or(0, |last| last + 1);
            let next = |person| [known.as_slice(), &[person]].concat();
            (0..=people).map(next).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Runs the tool on every table, and returns how many led to a file that another led to as well. Tables that
/// lead to the same file must lead to the same certificate. Which risks the original showed may differ where
/// `risks` says so: their kinds and severities are told, and nothing else.
fn told_apart(folder: &Folder, tables: &[String], words: &str, risks: bool) -> usize {
    let mut known: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for table in tables {
        folder.write("t.csv", table);
        for name in ["out.csv", "out.sensitive.csv", "c.json"] {
            let _ = std::fs::remove_file(folder.path(name));
        }
        folder.run(&format!("{words} -q --force -o out.csv --certificate c.json"));
        if !folder.has("c.json") {
            continue;
        }
        folder.run("verify c.json").succeeds();
        let mut certificate = read(folder, "c.json");
        let entries = certificate.as_object_mut().unwrap();
        entries.shift_remove("seal");
        if risks {
            entries.shift_remove("verdict");
            let risks = entries.shift_remove("risks").unwrap();
            for risk in risks.as_array().unwrap() {
                let keys: BTreeSet<&str> =
                    risk.as_object().unwrap().keys().map(String::as_str).collect();
                assert_eq!(keys, BTreeSet::from(["kind", "severity"]));
            }
        }
        let secrets = folder.has("out.sensitive.csv").then(|| folder.text("out.sensitive.csv"));
        let files = folder.text("out.csv") + &secrets.unwrap_or_default();
        let certificate = certificate.to_string();
        let (times, other) = known.entry(files).or_insert_with(|| (0, certificate.clone()));
        assert_eq!(*other, certificate, "{words}: the certificate tells two tables apart");
        *times += 1;
    }
    known.values().filter(|(times, _)| *times > 1).map(|(times, _)| times).sum()
}

/// The published file says nothing of whose rows are, and neither does the certificate.
#[test]
fn a_certificate_singles_out_no_person_map() {
    let folder = Folder::new();
    let rows = ["20,flu", "21,hiv", "22,flu", "30,hiv", "31,flu", "32,hiv"];
    let table = |people: &Vec<usize>| {
        let row = |(person, row): (&usize, &&str)| format!("p{person},{row}\n");
        format!("pid,age,ill\n{}", people.iter().zip(&rows).map(row).collect::<String>())
    };
    let tables: Vec<String> = partitions(6).iter().map(table).collect();
    assert_eq!(tables.len(), 203);
    for words in [
        "release t.csv --person pid --qi age --sensitive ill --hierarchy age=intervals:10,50 --k 2",
        "release t.csv --person pid --qi age --sensitive ill --hierarchy age=intervals:10,50 --k 2 --l frequency:3/2 \
         --suppress 3",
        "release t.csv --person pid --qi age --id ill --k 2 --recoding multidimensional",
    ] {
        let shared = told_apart(&folder, &tables, words, true);
        assert!(shared > 100, "{words}: {shared} tables share a file");
    }
}

/// Who is in the table, and with how many rows: every set of three of six people, with one row or two each.
#[test]
fn a_certificate_singles_out_no_members_with_several_rows() {
    let folder = Folder::new();
    let ages = [20, 21, 22, 30, 31, 39];
    let register: String = (0..6).map(|person| format!("p{person},{}\n", ages[person])).collect();
    folder.write("p.csv", format!("pid,age\n{register}"));
    let mut tables = Vec::new();
    for set in 0..1_usize << 6 {
        let members: Vec<usize> = (0..6).filter(|person| set >> person & 1 == 1).collect();
        if members.len() != 3 {
            continue;
        }
        for twice in 0..8_usize {
            let rows = members.iter().enumerate().flat_map(|(at, &person)| {
                let row = format!("p{person},{}\n", ages[person]);
                std::iter::repeat_n(row, 1 + (twice >> at & 1))
            });
            tables.push(format!("pid,age\n{}", rows.collect::<String>()));
        }
    }
    for words in [
        "release t.csv --person pid --qi age --public p.csv --presence 0,0.7 --hierarchy age=intervals:10,50",
        "release t.csv --person pid --qi age --public p.csv --presence 0,0.7 --recoding multidimensional",
    ] {
        // Not even the kinds of risks may differ: other members may have others.
        let shared = told_apart(&folder, &tables, words, false);
        assert!(shared > 60, "{words}: {shared} tables share a file");
    }
}

/// Anatomy draws at random, so that every table is tried several times.
#[test]
fn a_certificate_of_anatomy_singles_out_no_person_map() {
    let folder = Folder::new();
    let maps = [[0, 0, 1, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2, 3, 3]];
    let secrets = ["a", "a", "b", "a", "b"];
    let table = |people: &[usize; 5]| {
        let row = |(person, secret): (&usize, &&str)| format!("p{person},{},{secret}\n", 20);
        format!("pid,age,ill\n{}", people.iter().zip(&secrets).map(row).collect::<String>())
    };
    let tables: Vec<String> = maps.iter().map(table).collect();
    let tables: Vec<String> = tables.iter().cycle().take(60).cloned().collect();
    let words =
        "release t.csv --person pid --qi age --sensitive ill --l distinct:2 --recoding anatomy";
    assert!(told_apart(&folder, &tables, words, true) > 10);
}

#[test]
fn an_audit_needs_one_row_per_person() {
    let folder = Folder::new();
    let person = |at: usize| format!("p{at},{}\n", 20 + at);
    let register: String = (0..12).map(person).collect();
    folder.write("p.csv", format!("pid,age\n{register}"));
    let once: String = [0, 3, 6, 9].into_iter().map(person).collect();
    folder.write("once.csv", format!("pid,age\n{once}"));
    folder.write("twice.csv", format!("pid,age\n{once}{once}"));
    let words = "--qi age --public p.csv --presence 0,0.5 --recoding multidimensional --audit 20 -o out.csv --force";
    let found =
        folder.run(&format!("release once.csv --person pid {words} --json")).succeeds().json();
    let rows = folder.run(&format!("release once.csv --id pid {words} --json")).succeeds().json();
    assert_eq!(
        found["audit"], rows["audit"],
        "one row per person is the table as it is without people"
    );
    let refused = folder.run(&format!("release twice.csv --person pid {words}")).ends(2);
    refused.says(&["--audit needs one row per person", "4 people have 8 rows"]);
}
