//! A release after earlier ones of the same people (`--after`).

use serde_json::{Value, json};

use crate::support::{Folder, STUDY, column};

/// The regions of the study, for whoever asks about them.
const REGIONS: &str = "release study.csv --id name,sex,salary,ward --qi age,region --sensitive illness \
                       --hierarchy age=intervals:10,20 --hierarchy region=region.csv --k 2";

/// The sexes, for others.
const SEXES: &str = "release study.csv --id name,region,salary,ward --qi age,sex --sensitive illness \
                     --hierarchy age=intervals:10,20 --k 2";

/// A folder in which regions are published in decades of age.
fn folder() -> Folder {
    let folder = Folder::new();
    let first = "--level age=3 --level region=0 -o first.csv --certificate first.json";
    folder.run(&format!("{REGIONS} {first}")).succeeds();
    folder
}

fn kinds(document: &Value, kind: &str) -> Vec<String> {
    let risks = document["risks"].as_array().unwrap().iter();
    let some = risks.filter(|risk| risk["kind"] == kind);
    some.map(|risk| risk["severity"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn two_releases_of_the_demo_study_are_each_5_anonymous_and_not_together() {
    let folder = Folder::new();
    folder.run("demo study -o . --force").succeeds();
    let areas = "release study.csv --id name,job --qi age,sex,zip --sensitive illness \
                 --hierarchy age=intervals:10,20 --hierarchy zip=mask:5 --k 5 -o areas.csv \
                 --certificate areas.json --json";
    let jobs = "release study.csv --id name,zip --qi age,sex,job --sensitive illness \
                --hierarchy age=intervals:10,20 --hierarchy job=tree:jobs.txt --k 5 -o jobs.csv --json";
    let first = folder.run(areas).succeeds().json();
    assert_eq!(first["verdict"], "holds");
    let alone = folder.run(&format!("{jobs} --dry-run")).succeeds().json();
    assert_eq!(
        (&alone["verdict"], &alone["guarantees"][0]["measured"]),
        (&json!("holds"), &json!(6))
    );
    assert_eq!(alone.get("after"), None);

    let run = folder.run(&format!("{jobs} --after areas.json --report r.html")).ends(1);
    let run = run.says(&[
        "5 is demanded, 1 is measured: together with areas.csv, class (",
        "1 row, 5 needed",
    ]);
    assert!(!run.stderr.contains("should never happen"), "{run}");
    let found = run.json();
    assert_eq!((&found["verdict"], &found["output"]), (&json!("fails"), &Value::Null));
    assert_eq!(found["guarantees"][0]["holds"], false);
    assert!(!folder.has("jobs.csv"));
    let after = &found["after"];
    let release = &after["releases"][0];
    assert_eq!(release["certificate"], "areas.json");
    assert_eq!(
        (&release["rows"], &release["linked"], &release["gone"]),
        (&json!(650), &json!(650), &json!(0))
    );
    assert_eq!(
        (&after["k"], &after["new_rows"], &after["uncertain"]),
        (&json!(1), &json!(0), &json!(0))
    );
    // By definition: the published cells of both files, side by side.
    folder.run(&format!("{jobs} --force")).succeeds();
    let (areas, jobs) = (folder.text("areas.csv"), folder.text("jobs.csv"));
    let cells = |text: &str, names: [&str; 3]| -> Vec<String> {
        let columns = names.map(|name| column(text, name));
        (0..columns[0].len())
            .map(|row| columns.each_ref().map(|cells| cells[row].clone()).join(" "))
            .collect()
    };
    let pairs =
        cells(&areas, ["age", "sex", "zip"]).into_iter().zip(cells(&jobs, ["age", "sex", "job"]));
    let mut classes = std::collections::BTreeMap::new();
    pairs.for_each(|pair| *classes.entry(pair).or_insert(0_u64) += 1);
    assert_eq!(after["classes"], classes.len());
    assert_eq!(after["alone"], classes.values().filter(|&&rows| rows == 1).count());
    let small: u64 = classes.values().filter(|&&rows| rows < 5).sum();
    let risk =
        found["risks"].as_array().unwrap().iter().find(|risk| risk["kind"] == "linked").unwrap();
    assert_eq!(
        (&risk["severity"], &risk["count"], &risk["of"]),
        (&json!("severe"), &json!(small), &json!(650))
    );
    for part in ["example", "cure"] {
        assert!(risk[part].as_str().is_some_and(|text| text.contains("areas.csv")), "{risk}");
    }
    let page = folder.text("r.html");
    assert!(
        page.contains("Together with earlier releases") && page.contains("areas.csv"),
        "{page}"
    );
}

#[test]
fn a_release_that_is_coarser_holds_and_its_certificate_says_after_which_it_was_judged() {
    let folder = folder();
    let second =
        "--level age=3 --level region=1 -o second.csv --certificate second.json --after first.json";
    let run = folder.run(&format!("{REGIONS} {second}")).succeeds();
    assert!(
        run.text().contains("Together with first.csv: 4 joint classes; the smallest has 3"),
        "{run}"
    );
    let certificate: Value = serde_json::from_str(&folder.text("second.json")).unwrap();
    let after = &certificate["evidence"]["question"]["after"];
    let digest = incrowd_io::Digest::of_bytes(&folder.bytes("first.csv"));
    let told = json!({
        "releases": [{"bytes": digest.bytes, "sha256": digest.sha256}],
        "verdict": "holds",
    });
    assert_eq!(after, &told, "and nothing else");
    let verified = folder.run("verify second.json --json").succeeds().json();
    let attested = verified["attested"].as_array().unwrap();
    assert!(attested.contains(&json!("/evidence/question/after")), "{verified}");
    assert!(attested.contains(&json!("/evidence/question/labels")), "{verified}");
    // A chain of three: the third must hold with both.
    let third =
        folder.run(&format!("{SEXES} -o third.csv --after first.json --after second.json --json"));
    let found = third.ends(1).json();
    assert_eq!(found["after"]["releases"].as_array().unwrap().len(), 2);
    assert_eq!(found["after"]["k"], 1);
    let both =
        "--level age=3 --level sex=1 -o third.csv --after first.json --after second.json --json";
    let found = folder.run(&format!("{SEXES} {both}")).succeeds().json();
    assert_eq!(found["after"]["k"], 3);
    assert_eq!(kinds(&found, "linked"), ["notice"], "smaller classes, and no demand fails");
}

#[test]
fn check_measures_a_table_after_an_earlier_release() {
    let folder = folder();
    folder.run(&format!("{SEXES} --level age=2 --level sex=0 -o second.csv")).succeeds();
    let words = "check second.csv --qi age,sex --sensitive illness --hierarchy age=intervals:10,20 \
                 --original study.csv --after first.json";
    let found = folder.run(&format!("{words} --json")).succeeds().json();
    assert_eq!((&found["verdict"], &found["after"]["k"]), (&Value::Null, &json!(1)));
    // The earlier release demanded k = 2, this one demands nothing.
    assert_eq!(kinds(&found, "linked"), ["severe", "warning", "warning"]);
    let run = folder.run(&format!("{words} --k 2 --json")).ends(1);
    let found = run.says(&["together with first.csv"]).json();
    assert_eq!((&found["verdict"], &found["k"]), (&json!("fails"), &json!(2)));
    assert_eq!(kinds(&found, "linked")[0], "severe");
    // What needs an original is measured where it is at hand.
    let alone = folder.run("check second.csv --qi age,sex --sensitive illness --json").json();
    assert!(alone["risks"].to_string().contains("undone could not be measured"), "{alone}");
    assert!(!found["risks"].to_string().contains("could not be measured"), "{found:#}");
    let page = "--k 2 --report r.html";
    folder.run(&format!("{words} {page}")).ends(1);
    assert!(folder.text("r.html").contains("Together with earlier releases"));
    folder.run("check second.csv --qi age,sex --after first.json").ends(2).says(&["--original"]);
    folder
        .run("check second.csv --qi age,sex --original study.csv --after first.json --group sex")
        .ends(2);
    folder
        .run("check second.csv --qi age,sex --original region.csv --after first.json --k 2")
        .ends(2)
        .says(&["first.csv cannot be laid beside region.csv", "'age' is no column there"]);
}

#[test]
fn people_who_came_and_left_are_classes() {
    let folder = folder();
    let words = "release later.csv --id name,sex,salary,ward --qi age,region --sensitive illness \
                 --hierarchy age=intervals:10,20 --hierarchy region=region.csv --k 2 --level age=3 --level region=0 \
                 -o second.csv --force --after first.json --json";
    let two = "Mia,51,F,north,flu,1,A\nNed,52,M,north,hiv,2,B\n";
    folder.write("later.csv", format!("{STUDY}{two}"));
    let grown = folder.run(words).succeeds().json();
    assert_eq!((&grown["after"]["k"], &grown["after"]["new_rows"]), (&json!(2), &json!(2)));
    folder.write("later.csv", format!("{STUDY}Mia,51,F,north,flu,1,A\n"));
    let by_one = folder.run(words).ends(1).json();
    assert_eq!((&by_one["after"]["k"], &by_one["after"]["new_rows"]), (&json!(1), &json!(1)));
    let without = |names: &[&str]| -> String {
        let lines = STUDY.lines().filter(|line| !names.iter().any(|name| line.starts_with(name)));
        lines.map(|line| format!("{line}\n")).collect()
    };
    folder.write("later.csv", without(&["Lea"]));
    let shrunk = folder.run(words).ends(1).json();
    assert_eq!(
        (&shrunk["after"]["k"], &shrunk["after"]["releases"][0]["gone"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(shrunk["after"]["releases"][0]["rows"], 12);
    // One left and one came: or somebody's values changed, and nobody can tell.
    folder.write("later.csv", without(&["Lea", "Hana", "Gus"]) + two);
    let both = folder.run(&words.replace("second.csv", "third.csv")).json();
    assert!(kinds(&both, "linked").contains(&"warning".to_owned()), "{both:#}");
}

#[test]
fn people_with_several_rows_are_counted() {
    let folder = Folder::new();
    let visits: String = (0..12)
        .map(|row| format!("p{},{},{},flu\n", row / 2, 20 + row % 4, ["north", "south"][row % 2]))
        .collect();
    folder.write("visits.csv", format!("patient,age,region,illness\n{visits}"));
    let first = "release visits.csv --id patient,region --qi age --sensitive illness --k 2 --level age=0 -o first.csv \
                 --hierarchy age=intervals:2,4 --certificate first.json";
    folder.run(first).succeeds();
    let second = "release visits.csv --person patient --id age --qi region --sensitive illness --k 3 -o second.csv \
                  --force --after first.json --json";
    let found = folder.run(second).succeeds().json();
    // Ages 20 to 23 go with one region each, and each age has three visits of three people.
    assert_eq!((&found["after"]["k"], &found["after"]["people"]), (&json!(3), &json!(6)));
    folder.run(&second.replace("--k 3", "--k 4")).ends(1).says(&["3 people, 4 needed"]);
}

#[test]
fn a_release_toml_names_earlier_releases() {
    let folder = folder();
    std::fs::create_dir(folder.path("conf")).unwrap();
    let toml = "table = '../study.csv'\noutput = '../second.csv'\nid = ['name', 'region', 'salary', 'ward']\n\
                qi = ['age', 'sex']\nsensitive = ['illness']\nk = 2\nafter = ['../first.json']\n\
                [hierarchy]\nage = 'intervals:10,20'\n";
    folder.write("conf/release.toml", toml);
    folder.run("release conf/release.toml").ends(1).says(&["together with first.csv"]);
    folder.run("release conf/release.toml --explore k=2,3").succeeds();
    let shuffled =
        folder.run("release conf/release.toml --order shuffled --level age=3 --level sex=1 --json");
    assert_eq!(shuffled.succeeds().json()["after"]["k"], 3);
    let strict = format!("{SEXES} --after first.json --explore k=2,3");
    folder.run(&strict).ends(2).says(&["--after", "--explore"]);
}

#[test]
fn what_is_not_at_hand_or_was_changed_is_refused() {
    let refused = |folder: &Folder, words: &str, says: &[&str]| {
        let before = folder.snapshot();
        let run = folder.run(&format!("{words} --json")).ends(2).says(says);
        assert!(run.json()["error"]["message"].is_string(), "{run}");
        assert_eq!(folder.snapshot(), before);
    };
    let after = format!("{SEXES} -o second.csv --after");
    let found = folder();
    let second = format!("{after} first.json");
    refused(&found, &format!("{after} none.json"), &["none.json"]);
    refused(&found, &format!("{after} study.csv"), &["study.csv", "is no JSON"]);
    refused(&found, &format!("{after} -"), &["--after -", "name the file"]);
    refused(
        &found,
        &format!("{second} --after first.json"),
        &["names the release first.csv twice"],
    );
    refused(&found, &format!("{SEXES} -o first.csv --force --after first.json"), &["first.csv"]);
    refused(&found, &format!("{SEXES} -o first.json --force --after first.json"), &["first.json"]);

    // The hierarchy, the certificate and the file itself.
    std::fs::rename(found.path("region.csv"), found.path("elsewhere.csv")).unwrap();
    refused(
        &found,
        &second,
        &["the hierarchy of 'region', region.csv, is neither beside the certificate"],
    );
    std::fs::rename(found.path("elsewhere.csv"), found.path("region.csv")).unwrap();
    let (certificate, published) = (found.text("first.json"), found.text("first.csv"));
    found.write("first.json", certificate.replacen("\"k\": 3", "\"k\": 4", 1));
    assert_ne!(found.text("first.json"), certificate);
    refused(&found, &second, &["first.json: the certificate was changed", "seal"]);
    found.write("first.json", &certificate);
    found.write("first.csv", published.replacen("flu", "hiv", 1));
    refused(&found, &second, &["first.csv: it has the SHA-256", "not the file that was published"]);
    std::fs::remove_file(found.path("first.csv")).unwrap();
    refused(&found, &second, &["first.csv, is neither there nor beside the certificate"]);
    found.write("first.csv", &published);
    found.run(&second).ends(1);

    // Other people, and other columns.
    found.write(
        "other.csv",
        STUDY.replace("none", "well").replace("flu", "gout").replace("hiv", "cold"),
    );
    refused(
        &found,
        &second.replace("study.csv", "other.csv"),
        &["only 3 of its 12 rows can be rows there"],
    );
    let renamed = STUDY.replacen("region", "province", 1);
    found.write("other.csv", renamed);
    let words = second.replace("study.csv", "other.csv").replace("name,region", "name,province");
    refused(&found, &words, &["its quasi-identifier 'region' is no column there"]);
}

#[test]
fn anatomy_published_exact_quasi_identifiers() {
    let folder = Folder::new();
    let anatomy = "release study.csv --id name,region,salary,ward --qi age,sex --sensitive illness --l distinct:2 \
                   --recoding anatomy -o first.csv --certificate first.json";
    folder.run(anatomy).succeeds();
    let found =
        folder.run(&format!("{SEXES} -o second.csv --after first.json --json")).ends(1).json();
    assert_eq!((&found["after"]["k"], &found["after"]["alone"]), (&json!(1), &json!(12)));
    let already = found["guarantees"][0]["worst"].as_str().unwrap();
    assert!(
        already.ends_with("that release alone fails it, so no other one can mend it"),
        "{already}"
    );
}

#[test]
fn a_hierarchy_of_the_present_release_reads_labels_of_an_earlier_one() {
    let folder = folder();
    std::fs::create_dir(folder.path("kept")).unwrap();
    std::fs::rename(folder.path("region.csv"), folder.path("kept/region.csv")).unwrap();
    let words = REGIONS.replace("region=region.csv", "region=kept/region.csv");
    let second = "--level age=3 --level region=1 -o second.csv --after first.json --json";
    let found = folder.run(&format!("{words} {second}")).succeeds().json();
    assert_eq!(found["after"]["releases"][0]["linked"], 12);
}

#[test]
fn what_cannot_be_measured_together_is_refused() {
    let folder = folder();
    folder.write("register.csv", "age,sex\n21,F\n");
    for (flags, says) in [
        ("--public study.csv --presence 0,1", "(0,1)-presence: two releases together tell more"),
        ("--recoding anatomy --l distinct:2", "--after does not go with --recoding anatomy"),
        ("--sensitive salary --delta-l salary=1,2 --deal", "--after does not go with --deal"),
    ] {
        let words = SEXES
            .replace(" --k 2", "")
            .replace("--id name,region,salary,ward", "--id name,region,ward");
        let words = match flags.contains("salary") {
            true => words.replace("--sensitive illness", ""),
            false => words,
        };
        folder
            .run(&format!("{words} {flags} --after first.json -o second.csv"))
            .ends(2)
            .says(&[says]);
    }
    let mask = "mask study.csv --id name --qi age,sex --k 2 --beta 50% -o masked.csv --certificate masked.json";
    folder.run(mask).succeeds();
    folder
        .run(&format!("{SEXES} -o second.csv --after masked.json"))
        .ends(2)
        .says(&["masked.json", "certificates of `incrowd release` and `incrowd check`"]);
}
