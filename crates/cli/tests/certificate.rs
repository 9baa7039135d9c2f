//! What goes out with a release: a certificate tells nothing of the original that the published file,
//! the population, the options and the number of rows do not; and nothing in it can be altered unnoticed.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_io::Digest;
use serde_json::{Value, json};

use crate::support::traces::{Known, traces};
use crate::support::{self, Folder};

/// A folder with a place for keys.
fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("safe")).unwrap();
    folder
}

fn read(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.text(name)).unwrap()
}

/// A certificate with a seal that fits.
fn sealed(certificate: &Value) -> String {
    let mut forged = certificate.clone();
    forged.as_object_mut().unwrap().shift_remove("seal");
    let seal = Digest::of_bytes(forged.to_string().as_bytes()).sha256;
    forged["seal"] = seal.into();
    format!("{forged:#}\n")
}

/// The places of everything that has no parts.
fn leaves(value: &Value, place: &str, places: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| leaves(value, &format!("{place}/{key}"), places));
        }
        Value::Array(list) => {
            let parts = list.iter().enumerate();
            parts.for_each(|(at, value)| leaves(value, &format!("{place}/{at}"), places));
        }
        _ => places.push(place.to_owned()),
    }
}

/// Something else in the place of a leaf.
fn altered(leaf: &Value) -> Value {
    match leaf {
        Value::Null => 1.into(),
        Value::Bool(flag) => (!flag).into(),
        Value::Number(number) => (number.as_f64().unwrap() + 1.0).into(),
        Value::String(text) if text.len() == 64 => text.replace(|c| c != '7', "7").into(),
        Value::String(text) => format!("{text}x").into(),
        _ => Value::Null,
    }
}

#[test]
fn nothing_can_be_altered_but_what_is_listed_as_attested() {
    let cases = [
        "release study.csv --id name --qi age,sex --sensitive illness --public people.csv --k 2 --p 2 \
         --presence 0,1 --hierarchy age=intervals:10,50 -o out.csv",
        "release study.csv --id name --qi age,sex --sensitive illness --l distinct:2 --recoding anatomy -o out.csv",
        "check study.csv --qi sex --sensitive illness --k 5",
        "mask study.csv --qi age,sex --k 2 --beta 0.5 --column name=drop -o out.csv",
    ];
    for words in cases {
        let folder = folder();
        folder.write("people.csv", support::STUDY);
        folder.run(&format!("{words} --certificate c.json")).succeeds();
        let certificate = read(&folder, "c.json");
        let listed = folder.run("verify c.json --json").succeeds().json();
        // A masked table does not show how it was masked, so strictness has nothing to go by.
        let strict = if words.starts_with("mask") { "" } else { "--strict" };
        let attested: Vec<&str> = listed["attested"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place.as_str().unwrap())
            .collect();
        let mut places = Vec::new();
        leaves(&certificate, "", &mut places);
        let (mut unnoticed, mut unlisted) = (0, Vec::new());
        for place in places.iter().filter(|place| *place != "/seal") {
            let mut forged = certificate.clone();
            *forged.pointer_mut(place).unwrap() = altered(certificate.pointer(place).unwrap());
            folder.write("c.json", sealed(&forged));
            if folder.run(&format!("verify c.json {strict}")).status == Some(0) {
                let is_listed = attested.iter().any(|part| {
                    place
                        .strip_prefix(part)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                });
                unnoticed += 1;
                if !is_listed {
                    unlisted.push(place);
                }
            }
        }
        assert!(unlisted.is_empty(), "{words}: {unlisted:?} can be altered");
        assert!(places.len() > 40 && unnoticed < 12, "{unnoticed} of {}: {words}", places.len());
    }
}

/// Every test searches the certificates that it makes. The search finds what it is meant to find.
#[test]
fn traces_of_the_original_are_found() {
    let folder = folder();
    let words = "release study.csv --id name --qi age,sex --sensitive illness --k 2 -o out.csv --certificate c.json";
    folder.run(words).succeeds();
    let certificate = read(&folder, "c.json");
    let original = support::STUDY.as_bytes();
    let known = Known { words, files: vec![folder.bytes("out.csv")] };
    let found = |planted: Value| {
        let mut certificate = certificate.clone();
        certificate["evidence"]["inputs"] = json!([planted]);
        traces(&certificate, original, &known)
    };
    assert_eq!(found(json!({ "bytes": 1 })), [""; 0]);
    assert_eq!(found(json!({ "bytes": original.len() })).len(), 1);
    assert_eq!(found(json!({ "sha256": Digest::of_bytes(original).sha256 })).len(), 1);
    assert_eq!(found(json!("class (name=Ada)")), ["the value 'Ada'"]);
    assert_eq!(found(json!("Adam has flu")), [""; 0], "another word, and a published one");
}

/// All subsets of so many of these rows, in their order.
fn subsets<'r>(rows: &[&'r str], size: usize) -> Vec<Vec<&'r str>> {
    match rows {
        _ if size == 0 => vec![Vec::new()],
        [] => Vec::new(),
        [first, rest @ ..] => {
            let mut all = subsets(rest, size - 1);
            all.iter_mut().for_each(|set| set.insert(0, first));
            all.extend(subsets(rest, size));
            all
        }
    }
}

/// What the adversary gets: the published files and the certificate without what the key made.
fn told(folder: &Folder) -> Option<(String, String)> {
    if !folder.has("c.json") {
        return None;
    }
    let mut certificate = read(folder, "c.json");
    let evidence = certificate["evidence"].as_object_mut().unwrap();
    assert!(evidence["commitments"]["table"].is_string());
    evidence.shift_remove("commitments");
    certificate.as_object_mut().unwrap().shift_remove("seal");
    Some((folder.text("out.csv"), certificate.to_string()))
}

/// Runs the tool on every table of so many people of a register. Tables that lead to the same published
/// file must lead to the same certificate: then it tells nothing that the file does not.
fn posterior(register: &str, size: usize, words: &str) -> usize {
    let (header, rows) = register.split_once('\n').unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    let folder = folder();
    folder.write("p.csv", register);
    let mut certificates: BTreeMap<String, String> = BTreeMap::new();
    let (mut shared, mut digests) = (0, Vec::new());
    for candidate in subsets(&rows, size) {
        let table = format!("{header}\n{}\n", candidate.join("\n"));
        digests.push(Digest::of_bytes(table.as_bytes()));
        folder.write("t.csv", &table);
        for name in ["out.csv", "c.json", "safe/key"] {
            let _ = std::fs::remove_file(folder.path(name));
        }
        folder.run(&format!("{words} -q -o out.csv --certificate c.json --key safe/key"));
        let Some((published, certificate)) = told(&folder) else { continue };
        assert!(!certificate.contains("\"t.csv\""), "{certificate}");
        match certificates.get(&published) {
            Some(other) => {
                assert_eq!(*other, certificate, "{words}: the certificate tells two tables apart");
                shared += 1;
            }
            None => drop(certificates.insert(published, certificate)),
        }
    }
    for certificate in certificates.values() {
        assert!(digests.iter().all(|digest| !certificate.contains(&digest.sha256)), "{words}");
    }
    shared
}

#[test]
fn a_certificate_singles_out_no_table_of_a_register() {
    let register =
        "age,job,ill\n20,a,flu\n21,b,flu\n22,a,hiv\n23,b,hiv\n30,a,flu\n31,b,hiv\n39,c,flu\n";
    for words in [
        "release t.csv --qi age,job --k 2",
        "release t.csv --qi age --id job,ill --public p.csv --hierarchy age=intervals:2,10 --presence 0,1 --k 2",
        "release t.csv --qi age --id job --sensitive ill --hierarchy age=intervals:20,40 --k 2 --suppress 2",
        "release t.csv --qi age --id job,ill --public p.csv --presence 0,0.7 --recoding multidimensional",
        "release t.csv --qi age,job --id ill --k 2 --suppress 1 --null c",
        "mask t.csv --qi age,job --id ill --k 3 --beta 0.9",
        "release t.csv --qi age --id job,ill --public p.csv --presence 0,0.7 --algorithm exact",
        "release t.csv --qi age --id job,ill --public p.csv --presence 0,0.7 --recoding local --overlap",
        "release t.csv --qi age --id job,ill --public p.csv --k-map 3 --hierarchy age=intervals:2,10",
        "release t.csv --qi job --id age --sensitive ill --k 2 --t 0.5 --suppress 2",
        "release t.csv --qi age --id job,ill --public p.csv --hierarchy age=intervals:2,10 --presence 0,0.9 --suppress 2",
    ] {
        assert!(posterior(register, 4, words) > 0, "{words}: every table has a file of its own");
    }
}

/// The members stand in the register itself, which is private then.
#[test]
fn a_certificate_singles_out_no_members_of_a_marked_register() {
    let people = ["20", "21", "22", "30", "31", "39"];
    let folder = folder();
    let mut certificates: BTreeMap<String, String> = BTreeMap::new();
    let mut shared = 0;
    for members in subsets(&people, 3) {
        let row =
            |age: &&str| format!("{age},{}\n", if members.contains(age) { "yes" } else { "no" });
        folder.write("t.csv", format!("age,in\n{}", people.iter().map(row).collect::<String>()));
        let words = "release t.csv --qi age --member in=yes --hierarchy age=intervals:5,10 --presence 0,0.7";
        folder.run(&format!("{words} -q --force -o out.csv --certificate c.json")).succeeds();
        let certificate = folder.text("c.json");
        match certificates.get(&folder.text("out.csv")) {
            Some(other) => {
                assert_eq!(*other, certificate);
                shared += 1;
            }
            None => drop(certificates.insert(folder.text("out.csv"), certificate)),
        }
    }
    assert!(shared > 5, "{shared}");
}

/// Runs a tool that uses chance on every candidate several times. Whatever the published files, all
/// tables that gave them gave the same certificate. Says how many files came from several tables.
fn by_chance(register: &str, candidates: &[String], words: &str, runs: usize) -> usize {
    let folder = folder();
    folder.write("p.csv", register);
    let mut found: BTreeMap<String, (String, BTreeSet<usize>)> = BTreeMap::new();
    for (at, table) in candidates.iter().enumerate() {
        for _ in 0..runs {
            folder.write("t.csv", table);
            folder.run(&format!("{words} -q --force -o out.csv --certificate c.json")).succeeds();
            // The certificate stands without the original.
            std::fs::remove_file(folder.path("t.csv")).unwrap();
            folder.run("verify c.json").succeeds();
            let mut files = folder.text("out.csv");
            if folder.has("out.sensitive.csv") {
                files += &folder.text("out.sensitive.csv");
            }
            // Without a key there is nothing random in it, so all of it must be the same.
            let certificate = folder.text("c.json");
            let (other, tables) =
                found.entry(files).or_insert_with(|| (certificate.clone(), BTreeSet::new()));
            assert_eq!(*other, certificate, "{words}: the certificate tells two tables apart");
            tables.insert(at);
        }
    }
    let hashes: Vec<String> =
        candidates.iter().map(|table| Digest::of_bytes(table.as_bytes()).sha256).collect();
    for (files, (certificate, _)) in &found {
        assert!(hashes.iter().all(|hash| !certificate.contains(hash)), "{words}: {files}");
    }
    found.values().filter(|(_, tables)| tables.len() > 1).count()
}

/// Every way to give the secrets a, a, b, b to people of these ages.
fn assignments(ages: &[&str]) -> Vec<String> {
    let chosen = subsets(&["0", "1", "2", "3"], 2);
    let table = |of_a: &Vec<&str>| {
        let secret = |at: usize| if of_a.contains(&&*at.to_string()) { "a" } else { "b" };
        let rows = ages.iter().enumerate().map(|(at, age)| format!("{age},{}\n", secret(at)));
        format!("age,ill\n{}", rows.collect::<String>())
    };
    chosen.iter().map(table).collect()
}

#[test]
fn a_certificate_singles_out_no_assignment_of_secrets() {
    let words = "release t.csv --qi age --sensitive ill --l distinct:2 --recoding anatomy";
    let ages = ["20", "21", "30", "31"];
    // Three ways to pair four people, and two ways to number the pairs; four tables lead to each.
    let shared = by_chance("age\n", &assignments(&ages), words, 16);
    assert!(shared > 3, "{shared} of 6 pairs of files came from several tables");
}

#[test]
fn a_certificate_singles_out_no_members_and_secrets_together() {
    let words = "release t.csv --qi age --sensitive ill --l distinct:2 --recoding anatomy --public p.csv \
                 --presence 0,0.8";
    let people = ["20", "21", "30", "31", "40"];
    let tables: Vec<String> =
        subsets(&people, 4).iter().flat_map(|members| assignments(members)).collect();
    let shared = by_chance(&format!("age\n{}\n", people.join("\n")), &tables, words, 6);
    assert!(shared > 3, "{shared} pairs of files came from several tables");
}

#[test]
fn a_certificate_singles_out_no_members_of_a_draw() {
    let words = "release t.csv --qi age --public p.csv --presence 0.2,0.5 --recoding randomised";
    let people = ["20", "21", "30", "31", "40"];
    let table = |members: &Vec<&str>| format!("age\n{}\n", members.join("\n"));
    let tables: Vec<String> = subsets(&people, 2).iter().map(table).collect();
    let shared = by_chance(&format!("age\n{}\n", people.join("\n")), &tables, words, 24);
    assert!(shared > 3, "{shared} files came from several tables");
}

#[test]
fn only_the_steward_proves_the_original() {
    let folder = folder();
    let release = "release study.csv --id name --qi age,sex --k 2 -o out.csv --certificate c.json";
    folder.run(&format!("{release} --key safe/key")).succeeds();
    let certificate = folder.text("c.json");
    let digest = Digest::of_bytes(support::STUDY.as_bytes());
    assert!(!certificate.contains(&digest.sha256) && !certificate.contains("study.csv"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path("safe/key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let open = folder.run("verify c.json --json").succeeds().json();
    assert!(open["unproven"].as_str().unwrap().contains("`key`"));
    folder.run("verify c.json --key safe/key --original study.csv --strict").succeeds();
    folder.write("other.csv", support::STUDY.replace("21,F", "22,F"));
    folder.run("verify c.json --key safe/key --original other.csv").ends(1).says(&["other.csv"]);
    folder.write("safe/wrong", format!("incrowd-key-1 {}\n", "0".repeat(64)));
    folder.run("verify c.json --key safe/wrong --original study.csv").ends(1);
    folder.run("verify c.json --key study.csv --original study.csv").ends(2).says(&["no key"]);
    folder.run("verify c.json --original study.csv").ends(2);
    // A key is never replaced, and never the same twice.
    folder.run(&format!("{release} --key safe/key")).ends(2);
    let first = folder.text("safe/key");
    folder.run(&format!("{release} --key safe/key --force")).succeeds();
    assert_ne!(folder.text("safe/key"), first);
}

#[test]
fn a_key_stands_nowhere_beside_a_release() {
    let folder = folder();
    let release = "release study.csv --id name --qi age,sex --k 2";
    for words in [
        format!("{release} -o out.csv --certificate safe/c.json --key key"),
        format!("{release} -o safe/out.csv --certificate c.json --key key"),
        format!(
            "{release} -o safe/out.csv --certificate safe/c.json --report r.html --key safe/../key"
        ),
        "mask study.csv --column name=drop -o out.csv --certificate safe/c.json --key key"
            .to_owned(),
    ] {
        folder.run(&words).ends(2).says(&["never beside the release"]);
        assert!(!folder.has("key") && !folder.has("out.csv") && !folder.has("c.json"));
    }
    folder.run(&format!("{release} -o out.csv --key safe/key")).ends(2).says(&["--certificate"]);
    folder.run("check study.csv --qi sex --k 5 --certificate c.json --key safe/key").ends(2);
    // Without a key the certificate commits to nothing, and the result says so.
    let run = folder.run(&format!("{release} -o out.csv --certificate c.json --json")).succeeds();
    let note = run.json()["certificate"]["note"].clone();
    assert!(note.as_str().unwrap().contains("`key` would let you prove the original later"));
    assert!(read(&folder, "c.json")["evidence"]["commitments"].is_null());
    let proof = "verify c.json --key safe/key --original study.csv";
    folder.write("safe/key", format!("incrowd-key-1 {}\n", "0".repeat(64)));
    folder.run(proof).ends(2).says(&["without --key"]);
}

#[test]
fn a_report_says_that_a_seal_is_broken() {
    let folder = folder();
    let release = "release study.csv --id name --qi age,sex --k 2 -o out.csv --certificate c.json";
    folder.run(release).succeeds();
    folder.run("report c.json -o good.html").succeeds();
    assert!(!folder.text("good.html").contains("seal is broken"));
    let mut forged = read(&folder, "c.json");
    forged["guarantees"][0]["measured"] = 50.into();
    folder.write("forged.json", format!("{forged:#}\n"));
    folder.run("report forged.json -o bad.html").ends(1).says(&["seal"]);
    assert!(folder.text("bad.html").contains("The seal is broken"));
    forged["schema"] = "incrowd-certificate-1".into();
    folder.write("old.json", sealed(&forged));
    folder.run("report old.json -o old.html").ends(2).says(&["SHA-256 of the original"]);
    folder.run("verify old.json").ends(2).says(&["SHA-256 of the original"]);
}
