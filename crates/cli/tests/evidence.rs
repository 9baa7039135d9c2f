//! Reports and certificates: what they hold is what the command found, they appear whole or not at
//! all, and a certificate notices every change.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{self, Dice, Folder};

const RELEASE: &str = "release study.csv --id name --qi age,sex,region --sensitive illness \
    --hierarchy age=intervals:5,10,50 --hierarchy region=region.csv --k 3 --p 2";

/// The cases of a golden file.
fn golden(text: &str) -> Vec<Value> {
    let whole: Value = serde_json::from_str(text).unwrap();
    whole["cases"].as_array().unwrap().clone()
}

/// Writes a golden population, its members marked, and its hierarchies; and what to type.
fn golden_release(folder: &Folder, case: &Value) -> String {
    let input = &case["input"];
    let names: Vec<&str> =
        input["columns"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let mut table = format!("{},member\n", names.join(","));
    let people = input["P"].as_array().unwrap();
    for (person, member) in people.iter().zip(input["in_T"].as_array().unwrap()) {
        for cell in person.as_array().unwrap() {
            write!(table, "{},", cell.as_str().unwrap()).unwrap();
        }
        writeln!(table, "{member}").unwrap();
    }
    folder.write("people.csv", table);
    let mut words = "release people.csv --member member=1 --qi ".to_owned() + &names.join(",");
    for name in &names {
        let mut chains = String::new();
        for chain in input["hierarchies_bottom_to_top"][name].as_object().unwrap().values() {
            let chain: Vec<&str> =
                chain.as_array().unwrap().iter().map(|label| label.as_str().unwrap()).collect();
            writeln!(chains, "{}", chain.join(";")).unwrap();
        }
        folder.write(&format!("{name}.csv"), chains);
        write!(words, " --hierarchy {name}={name}.csv --type {name}=text").unwrap();
    }
    let delta = |at: usize| input["delta"][at].as_str().unwrap().to_owned();
    write!(words, " --presence {},{}", delta(0), delta(1)).unwrap();
    words
}

/// A document without the time it took.
fn untimed(mut document: Value) -> Value {
    document.as_object_mut().unwrap().shift_remove("seconds");
    document
}

/// The figure of an exact fraction.
fn decimal(fraction: &str) -> f64 {
    let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

#[test]
fn golden_releases_are_reported_and_certified() {
    let cases = golden(include_str!("../../core/tests/golden/spalm.json"));
    let mut certified = 0;
    for case in &cases {
        let folder = Folder::new();
        let words = golden_release(&folder, case)
            + " --algorithm spalm -o out.csv --report r.html --certificate c.json --json";
        let expected = &case["expected"]["LM_iyengar(T)"];
        if expected.is_null() {
            let found = folder.run(&words).ends(1).json();
            assert!(folder.has("r.html") && !folder.has("c.json") && !folder.has("out.csv"));
            assert!(folder.text("r.html").contains("delta-presence"), "{found:#}");
            continue;
        }
        let found = folder.run(&words).succeeds().json();
        let levels: Vec<&Value> = found["levels"].as_object().unwrap().values().collect();
        let wanted: Vec<&Value> = expected["node"].as_array().unwrap().iter().collect();
        assert_eq!(levels, wanted, "{}", case["id"]);
        let loss = found["cost"]["loss"].as_f64().unwrap();
        assert!((loss - decimal(expected["cost"].as_str().unwrap())).abs() < 1e-12, "{found:#}");
        let search = &found["evidence"]["search"];
        assert_eq!(search["nodes"], case["expected"]["lattice_nodes"]);
        assert_eq!(search["checked"], case["expected"]["tested_nodes"]);
        let by_height = search["by_height"].as_array().unwrap().iter();
        let nodes: f64 = by_height.map(|nodes| nodes.as_f64().unwrap()).sum();
        assert_eq!(Some(nodes), search["nodes"].as_f64());
        let report = folder.text("r.html");
        let presence = &found["guarantees"][0]["measured"];
        for end in ["min", "max"] {
            let shown = presence[end].as_str().unwrap();
            assert!(report.contains(shown), "{shown} of {} is not in the report", case["id"]);
        }
        folder.run("verify c.json").succeeds();
        certified += 1;
    }
    assert_eq!(certified, 7);
}

#[test]
fn a_certificate_says_what_the_command_printed_and_no_more() {
    let folder = Folder::new();
    let words = format!("{RELEASE} -o out.csv --certificate c.json --report r.html --json");
    let printed = folder.run(&words).succeeds().json();
    let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
    assert_eq!(certificate["schema"], "incrowd-certificate-2");
    for key in ["guarantees", "rows", "classes", "learned", "recoding"] {
        assert_eq!(certificate[key], printed[key], "{key}");
    }
    for key in ["demands", "smallest_classes"] {
        assert_eq!(certificate["evidence"][key], printed["evidence"][key], "{key}");
    }
    let discernibility = certificate["cost"]["discernibility"].as_f64();
    assert_eq!(discernibility, printed["cost"]["discernibility"].as_f64());
    // The report is drawn from what is printed, whoever draws it.
    folder.write("printed.json", printed.to_string());
    folder.run("report printed.json -o again.html").succeeds();
    assert_eq!(folder.text("again.html"), folder.text("r.html"));
    assert!(folder.text("r.html").contains("not for publication"));
    folder.run("report c.json -o certified.html").succeeds();
    let page = folder.text("certified.html");
    assert!(page.contains("3-anonymity") && page.contains("may go out"));
}

#[test]
fn entries_of_a_newer_version_are_named_on_the_page() {
    let folder = Folder::new();
    let printed = folder.run("check study.csv --qi sex --k 5 --json").succeeds();
    let mut newer: Value = printed.json();
    newer["brand_new"] = 7.into();
    folder.write("newer.json", newer.to_string());
    folder.run("report newer.json -o newer.html").succeeds();
    assert!(folder.text("newer.html").contains("They are not on this page: brand_new."));
}

#[test]
fn a_certificate_does_not_tell_who_was_left_out() {
    let folder = Folder::new();
    let mut study = support::STUDY.to_owned();
    study.push_str("Max,99,M,east,gout,990000,A\n");
    folder.write("study.csv", study);
    let words = "release study.csv --id name,salary,ward --qi age --hierarchy age=intervals:10,50 \
        --level age=0..2 --sensitive illness --k 2 --suppress 10% -o out.csv --certificate c.json --json --evidence";
    let printed = folder.run(words).succeeds();
    assert_eq!(printed.json()["rows"]["suppressed"], 1);
    let certificate = folder.text("c.json");
    for secret in ["99", "gout"] {
        assert!(printed.text().contains(&format!("\"{secret}\"")));
        assert!(!certificate.contains(&format!("\"{secret}\"")), "{secret}: {certificate}");
    }
    for private in ["salary", "study.csv", "seed", "seconds", "nodes", "lower_bound", "loss"] {
        assert!(!certificate.contains(&format!("\"{private}\":")), "{private}: {certificate}");
    }
    assert!(!certificate.contains("study.csv"), "{certificate}");
}

#[test]
fn every_certificate_fits_the_schema() {
    let folder = Folder::new();
    let schema: Value = folder.run("verify --schema").succeeds().json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (at, words) in [
        format!("{RELEASE} -o o0.csv"),
        "release study.csv --id name --qi age,sex --k 3 --recoding multidimensional -o o1.csv"
            .to_owned(),
        "release study.csv --id name --qi age,sex --sensitive illness --l distinct:2 \
         --recoding anatomy -o o2.csv"
            .to_owned(),
        "release study.csv --id name --qi age --k 2 --suppress 50% --keep-suppressed -o o3.csv"
            .to_owned(),
        "check study.csv --qi sex --sensitive illness --k 5".to_owned(),
        "mask study.csv --qi age,sex --k 2 --beta 0.5 --column name=drop -o o5.csv".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        folder.run(&format!("{words} --certificate c{at}.json")).succeeds();
        let certificate: Value =
            serde_json::from_str(&folder.text(&format!("c{at}.json"))).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&certificate).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{words}");
        // How columns were masked, the masked table does not show.
        let strict = if words.starts_with("mask") { "" } else { "--strict" };
        folder.run(&format!("verify c{at}.json {strict}")).succeeds();
    }
    let damaged = folder.text("c0.json").replace("\"sha256\": \"", "\"sha256\": \"x");
    assert!(!validator.is_valid(&serde_json::from_str(&damaged).unwrap()));
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    let folder = Folder::new();
    folder.run(&format!("{RELEASE} -o out.csv --certificate c.json")).succeeds();
    let (published, certificate) = (folder.bytes("out.csv"), folder.bytes("c.json"));
    let mut dice = Dice(11);
    for _ in 0..40 {
        let mut bytes = published.clone();
        let place = dice.roll(bytes.len() as u64) as usize;
        bytes[place] ^= 1 << dice.roll(8);
        folder.write("out.csv", &bytes);
        folder.run("verify c.json").ends(1).says(&["out.csv", "SHA-256"]);
    }
    folder.write("out.csv", &published[..published.len() - 1]);
    folder.run("verify c.json").ends(1);
    folder.write("out.csv", &published);
    for _ in 0..60 {
        let mut bytes = certificate.clone();
        let place = dice.roll(bytes.len() as u64) as usize;
        bytes[place] ^= 1 << dice.roll(7);
        folder.write("c.json", &bytes);
        let run = folder.run("verify c.json");
        assert!(matches!(run.status, Some(1 | 2)), "byte {place}: {run}");
    }
    folder.write("c.json", &certificate);
    folder.run("verify c.json").succeeds();
}

/// A certificate with something changed and a seal that fits.
fn resealed(certificate: &str, change: impl Fn(&mut Value)) -> String {
    let mut forged: Value = serde_json::from_str(certificate).unwrap();
    forged.as_object_mut().unwrap().shift_remove("seal");
    change(&mut forged);
    let seal = incrowd_io::Digest::of_bytes(forged.to_string().as_bytes()).sha256;
    forged["seal"] = seal.into();
    format!("{forged:#}\n")
}

#[test]
fn a_forged_promise_does_not_come_out_when_it_is_measured() {
    // Whoever forges the seal too must still forge what the judge counts.
    let folder = Folder::new();
    let cases = golden(include_str!("../../core/tests/golden/spalm.json"));
    let release = golden_release(&folder, &cases[1]);
    std::fs::create_dir(folder.path("k")).unwrap();
    let prove = "verify c.json --key k/key --original people.csv";
    folder
        .run(&format!(
            "{release} --algorithm spalm --k 2 -o out.csv --certificate true.json --key k/key"
        ))
        .succeeds();
    let certificate = folder.text("true.json");
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 19] = [
        ("measured", |c| c["guarantees"][0]["measured"] = 7.into()),
        ("demanded", |c| c["guarantees"][0]["demanded"] = 50.into()),
        ("model", |c| c["guarantees"][0]["model"] = "k-map".into()),
        ("holds", |c| c["guarantees"][0]["holds"] = false.into()),
        ("another promise", |c| {
            let more = c["guarantees"][0].clone();
            c["guarantees"].as_array_mut().unwrap().push(more);
        }),
        ("words", |c| c["evidence"]["demands"][0]["demand"] = "50-anonymity".into()),
        ("question", |c| c["evidence"]["question"]["demands"] = "".into()),
        ("less asked", |c| c["evidence"]["question"]["demands"] = "k = 1\n".into()),
        ("nothing asked", |c| c["evidence"]["question"] = Value::Null),
        ("columns", |c| c["evidence"]["question"]["qi"] = serde_json::json!(["zip"])),
        ("roles", |c| c["evidence"]["roles"]["qi"] = serde_json::json!(["zip"])),
        ("risk", |c| c["evidence"]["risk"]["after"]["prosecutor"] = 0.0.into()),
        ("sizes", |c| c["evidence"]["class_sizes"][0]["after"]["classes"] = 9.into()),
        ("smallest", |c| c["evidence"]["smallest_classes"][0]["rows"] = 9.into()),
        ("classes", |c| c["classes"] = 99.into()),
        ("presence", |c| c["evidence"]["presence"]["max"] = "1/100".into()),
        ("another entry", |c| c["evidence"]["configuration"] = "k = 50\n".into()),
        ("verified", |c| c["verified"] = false.into()),
        ("rows", |c| c["rows"]["input"] = 99.into()),
    ];
    for (what, change) in changes {
        folder.write("c.json", resealed(&certificate, change));
        let run = folder.run(prove);
        assert!(matches!(run.status, Some(1 | 2)), "{what}: {run}");
    }
    folder.write("c.json", resealed(&certificate, |_| ()));
    folder.run(&format!("{prove} --strict")).succeeds();
    // What one reader reads last, another reads first.
    let twice = certificate.replacen("\"measured\":", "\"measured\": 9,\n\"measured\":", 1);
    folder.write("c.json", twice);
    folder.run("verify c.json").ends(1).says(&["seal"]);
}

#[test]
fn files_are_found_beside_the_certificate() {
    let folder = Folder::new();
    let release =
        golden_release(&folder, &golden(include_str!("../../core/tests/golden/spalm.json"))[0]);
    std::fs::create_dir(folder.path("elsewhere")).unwrap();
    let key = "--key elsewhere/key";
    folder.run(&format!("{release} -o out.csv --certificate c.json {key}")).succeeds();
    for name in ["out.csv", "c.json"] {
        std::fs::rename(folder.path(name), folder.path(&format!("elsewhere/{name}"))).unwrap();
    }
    let prove = format!("verify elsewhere/c.json {key} --original people.csv --json");
    let found = folder.run(&prove).succeeds().json();
    assert_eq!((&found["verified"], &found["complete"]), (&true.into(), &true.into()));
    // Without the population, presence cannot be decided; what the table alone shows can.
    std::fs::remove_file(folder.path("people.csv")).unwrap();
    let found = folder.run("verify elsewhere/c.json --json").succeeds().json();
    assert_eq!((&found["verified"], &found["complete"]), (&true.into(), &false.into()));
    assert_eq!(found["not_measured"].as_array().unwrap().len(), 1);
    folder.run("verify elsewhere/c.json --strict").ends(1);
    std::fs::rename(folder.path("elsewhere/out.csv"), folder.path("moved.csv")).unwrap();
    folder.run("verify elsewhere/c.json").ends(1).says(&["out.csv", "--published"]);
    folder.run("verify elsewhere/c.json --published moved.csv").succeeds();
    folder
        .run("verify elsewhere/c.json --published nosuch.csv")
        .ends(1)
        .says(&["nosuch.csv: there is no"]);
    // A copy that was tampered with is not passed over because another one was not.
    let published = folder.text("moved.csv");
    folder.write("out.csv", &published);
    folder.write("elsewhere/out.csv", published.replacen("47", "48", 1));
    folder.run("verify elsewhere/c.json").ends(1).says(&["elsewhere/out.csv", "SHA-256"]);
}

#[test]
fn evidence_appears_with_the_release_or_not_at_all() {
    let folder = Folder::new();
    folder.write("r.html", "mine");
    let before = folder.snapshot();
    folder
        .run(&format!("{RELEASE} -o out.csv --report r.html"))
        .ends(2)
        .says(&["r.html", "--force"]);
    folder.run(&format!("{RELEASE} -o same.csv --report same.csv")).ends(2).says(&["same.csv"]);
    folder.run(&format!("{RELEASE} -o a.csv --report b --certificate b")).ends(2).says(&["b"]);
    folder.run(&format!("{RELEASE} -o out.csv --report study.csv --force")).ends(2);
    folder.run(&format!("{RELEASE} -o out.csv --report none/r.html")).ends(2).says(&["none"]);
    folder.run(&format!("{RELEASE} -o out.csv --report -")).ends(2);
    folder.run(&format!("{RELEASE} -o out.csv --evidence")).ends(2).says(&["--json"]);
    folder.run(&format!("{RELEASE} --dry-run --certificate c.json")).ends(2).says(&["--dry-run"]);
    folder.run(&format!("{RELEASE} --explore k=2,3 --report x.html")).ends(2).says(&["--explore"]);
    assert_eq!(folder.snapshot(), before);
    folder.run(&format!("{RELEASE} --dry-run --report dry.html")).succeeds();
    assert!(folder.text("dry.html").contains("3-anonymity"));
    // A check that fails is reported, but not certified.
    folder.run("check study.csv --qi age --k 2 --report f.html --certificate f.json").ends(1);
    assert!(folder.has("f.html") && !folder.has("f.json"));
}

#[test]
fn every_command_that_finds_something_reports_it() {
    let folder = Folder::new();
    folder.write("people.csv", support::STUDY);
    for (at, words) in [
        "check study.csv --qi age,sex --sensitive illness",
        "scan study.csv",
        "attack study.csv --public people.csv --qi age,sex",
        "mask study.csv --qi age,sex --k 2 --beta 0.5 --column name=drop -o m.csv",
        "release study.csv --id name --qi age,sex --public people.csv --presence 0.1,1 --recoding randomised --seed 1 -o c.csv",
        "release study.csv --id name --qi age,sex --sensitive illness --l distinct:2 --recoding anatomy --seed 1 -o a.csv",
        "release study.csv --id name --qi age,sex --sensitive salary --delta-l salary=1000,2 --deal --seed 1 -o d.csv",
    ]
    .iter()
    .enumerate()
    {
        let found = folder.run(&format!("{words} --json --evidence --report {at}.html")).succeeds().json();
        assert_eq!(found["evidence"]["command"], words.split(' ').next().unwrap());
        let table = found["evidence"]["inputs"][0].clone();
        let digest = incrowd_io::Digest::of_bytes(&folder.bytes(table["name"].as_str().unwrap()));
        assert_eq!(table["sha256"], digest.sha256);
        assert!(folder.text(&format!("{at}.html")).contains(&digest.sha256), "{words}");
        // Without evidence the document is the same, and can be reported too.
        let words = format!("{words} --json").replace("-o ", "--force -o ");
        let mut plain = folder.run(&words).succeeds().json();
        assert!(plain["evidence"].is_null());
        plain["evidence"] = found["evidence"].clone();
        assert_eq!(untimed(plain), untimed(found), "{words}");
        folder.write("plain.json", folder.run(&words).succeeds().text());
        folder.run("report plain.json -o plain.html --force").succeeds();
    }
}

#[test]
fn the_configuration_runs_again_to_the_same_bytes() {
    let folder = Folder::new();
    let words = format!(
        "{RELEASE} --suppress 20% --weight age=2 --order shuffled --seed 5 -o out.csv --json --evidence"
    );
    let found = folder.run(&words).succeeds().json();
    let toml = found["evidence"]["configuration"].as_str().unwrap();
    folder.write("again.toml", toml);
    folder.run("release again.toml --output again.csv").succeeds();
    assert_eq!(folder.bytes("again.csv"), folder.bytes("out.csv"));
}

#[test]
fn evidence_does_not_depend_on_threads() {
    let folder = Folder::new();
    folder.write("people.csv", support::STUDY);
    for words in [
        &format!("{RELEASE} -o out.csv --force"),
        "check study.csv --qi age,sex --sensitive illness",
        "scan study.csv",
        "attack study.csv --public people.csv --qi age,sex",
        "mask study.csv --qi age,sex --k 2 --beta 0.5 --column name=drop -o m.csv --force",
    ] {
        let mut pages = Vec::new();
        for threads in [1, 4] {
            let words = format!("{words} --json --evidence --threads {threads}");
            let document = untimed(folder.run(&words).succeeds().json());
            folder.write("document.json", document.to_string());
            folder.run("report document.json -o page.html --force").succeeds();
            pages.push((document, folder.text("page.html")));
        }
        assert!(pages[0] == pages[1], "{words}");
    }
}

#[test]
fn hostile_names_and_values_stay_text() {
    let folder = Folder::new();
    let evil = "<script>alert(1)</script>";
    let table = format!(
        "a&b\"<i>,{evil}\n\"<img src=x onerror=alert(1)>\",v1\n\"<img src=x onerror=alert(1)>\",\"]]>&amp;<!--\"\n"
    );
    folder.write("evil.csv", table);
    let mut command = folder.command("release evil.csv --k 2 -o out.csv --report r.html");
    let status = command.args(["--qi", "a&b\"<i>", "--sensitive", evil]).status().unwrap();
    assert!(status.success());
    let report = folder.text("r.html");
    for raw in ["<script", "<img", "<i>", "<!--", "]]>"] {
        assert!(!report.contains(raw), "{raw}");
    }
    assert!(report.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(report.contains("&lt;img src=x onerror=alert(1)&gt;"));
}

#[test]
fn a_certificate_may_come_from_standard_input() {
    let folder = Folder::new();
    folder.run(&format!("{RELEASE} -o out.csv --certificate c.json")).succeeds();
    let certificate = folder.text("c.json");
    folder.feed("verify -", &certificate).succeeds();
    folder
        .feed("verify -", certificate.replacen("out.csv", "other.csv", 1))
        .ends(1)
        .says(&["seal"]);
    let failed = folder.feed("verify - --json", "{\n\"k\": \n").ends(2).json();
    assert_eq!(failed["error"]["file"], "standard input");
}

#[test]
fn bad_documents_are_refused_in_words() {
    let folder = Folder::new();
    folder.write("broken.json", "{\n\"k\": \n");
    folder.write("other.json", "{\"hello\": 1}");
    folder.write("error.json", "{\"error\": {\"message\": \"no table\"}}");
    folder.write("list.json", "[]");
    for (name, part) in
        [("broken", "line"), ("other", "release"), ("error", "no table"), ("list", "list.json")]
    {
        folder.run(&format!("report {name}.json -o r.html")).ends(2).says(&[part]);
        folder.run(&format!("verify {name}.json")).ends(2).says(&[&format!("{name}.json")]);
    }
    folder.run("verify").ends(2).says(&["no certificate"]);
    folder.run("report missing.json -o r.html").ends(2).says(&["missing.json"]);
    assert!(!folder.has("r.html"));
}

#[test]
fn distances_in_a_hierarchy_are_verified_with_rows_left_out() {
    let folder = Folder::new();
    let mut study = support::STUDY.to_owned();
    study.push_str("Max,99,M,east,flu,990000,A\n");
    folder.write("study.csv", study);
    for (at, how) in
        ["illness=illness.csv --keep-suppressed", "illness=illness.csv", "illness=auto"]
            .iter()
            .enumerate()
    {
        let words = format!(
            "release study.csv --id name,salary,ward --qi age --hierarchy age=intervals:10,50 --level age=0..2 \
             --sensitive illness --k 2 --t 0.9:hierarchical --suppress 10% --hierarchy {how} \
             -o o{at}.csv --certificate c{at}.json --json"
        );
        assert_eq!(folder.run(&words).succeeds().json()["rows"]["suppressed"], 1);
        folder.run(&format!("verify c{at}.json --strict")).succeeds();
    }
    // The original is not needed: distances are between published values.
    std::fs::remove_file(folder.path("study.csv")).unwrap();
    folder.run("verify c1.json --strict").succeeds();
}

#[test]
fn a_register_that_lacks_people_spoils_no_report() {
    let folder = Folder::new();
    folder.write("few.csv", "sex\nF\nF\nM\nM\n");
    let words = "release study.csv --id name --qi sex --public few.csv --k-map 2 -o out.csv";
    let found = folder.run(&format!("{words} --report r.html --json")).succeeds().json();
    assert!(found["evidence"]["presence"].is_null());
}

#[test]
fn a_report_does_not_take_the_place_of_what_scan_starts() {
    let folder = Folder::new();
    let before = folder.snapshot();
    folder.run("scan study.csv --init a.toml --report a.toml --force").ends(2).says(&["a.toml"]);
    folder.write("r.html", "mine");
    folder.run("scan study.csv --init a.toml --report r.html").ends(2).says(&["r.html"]);
    std::fs::remove_file(folder.path("r.html")).unwrap();
    assert_eq!(folder.snapshot(), before);
    folder.run("scan study.csv --init a.toml --report r.html").succeeds();
    assert!(folder.has("a.toml") && folder.has("r.html"));
}

#[test]
fn whoever_has_only_the_published_file_can_check_all_that_it_shows() {
    let folder = Folder::new();
    folder.run(&format!("{RELEASE} -o out.csv --certificate c.json")).succeeds();
    for name in ["study.csv", "region.csv"] {
        std::fs::remove_file(folder.path(name)).unwrap();
    }
    folder.run("verify c.json --strict").succeeds();
    // Masked columns of which nothing was promised are whole with their bytes.
    let folder = Folder::new();
    folder.run("mask study.csv --column name=redact -o m.csv --certificate m.json").succeeds();
    let found = folder.run("verify m.json --json").succeeds().json();
    assert_eq!(found["not_measured"].as_array().unwrap().len(), 1, "{found:#}");
    let words = "mask study.csv --qi age,sex --k 2 --beta 0.5 --column name=drop -o n.csv --certificate n.json";
    folder.run(words).succeeds();
    type Change = fn(&mut Value);
    let changes: [Change; 5] = [
        |c| c["joint"]["k"] = 77.into(),
        |c| c["joint"]["classes"] = 77.into(),
        |c| c["rows"] = 77.into(),
        |c| c["promise"]["k"] = 77.into(),
        |c| c["guarantees"][0]["demanded"] = 77.into(),
    ];
    for change in changes {
        folder.write("forged.json", resealed(&folder.text("n.json"), change));
        folder.run("verify forged.json").ends(1).says(&["77"]);
    }
    // Of chance, neither who was drawn nor how to draw again.
    folder.write("people.csv", support::STUDY);
    let words = "release study.csv --id name --qi age,sex --public people.csv --presence 0.1,1 \
        --recoding randomised --seed 3 -o r.csv --certificate r.json";
    folder.run(words).succeeds();
    let certificate = folder.text("r.json");
    assert!(!certificate.contains("members_published") && !certificate.contains("seed = 3"));
    folder.run("verify r.json").succeeds();
    let changes: [Change; 3] = [
        |c| c["guarantees"][0]["holds"] = false.into(),
        |c| c["guarantees"][0]["model"] = "k-anonymity".into(),
        |c| c["guarantees"][0]["measured"]["min"] = "1/100".into(),
    ];
    for change in changes {
        folder.write("forged.json", resealed(&certificate, change));
        folder.run("verify forged.json").ends(1);
    }
}

#[test]
fn a_file_that_was_renamed_is_read_as_what_it_was() {
    let folder = Folder::new();
    for name in ["out.csv.gz", "out.tsv", "out.parquet"] {
        folder.run(&format!("{RELEASE} -o {name} --certificate c.json --force")).succeeds();
        std::fs::rename(folder.path(name), folder.path("download")).unwrap();
        folder.run("verify c.json --published download").succeeds();
    }
    let anatomy = "release study.csv --id name --qi age --sensitive illness --l distinct:2 --recoding anatomy";
    folder.run(&format!("{anatomy} -o a.csv --certificate a.json")).succeeds();
    std::fs::create_dir(folder.path("there")).unwrap();
    for name in ["a.csv", "a.sensitive.csv"] {
        std::fs::rename(folder.path(name), folder.path(&format!("there/{name}"))).unwrap();
    }
    folder.run("verify a.json --published there/a.csv").succeeds();
}

#[test]
fn figures_of_columns_are_of_what_is_seen() {
    let folder = Folder::new();
    folder.write("six.csv", "a,s\n1,x\n1,y\n1,z\n2,x\n2,y\n3,x\n");
    let words = "release six.csv --qi a --level a=0 --k 2 --suppress 1 --keep-suppressed -o o.csv --json --evidence";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["evidence"]["columns"][0]["distinct_after"], 2, "a star is no value");
    // Numbers that are rounded are counted where they belong.
    let rows: Vec<String> = (0..60).map(|at| format!("{}", 1001 + 7 * at)).collect();
    folder.write("n.csv", format!("pay\n{}\n", rows.join("\n")));
    let found =
        folder.run("mask n.csv --column pay=round:10 -o m.csv --json --evidence").succeeds().json();
    let pay = &found["evidence"]["distributions"][0];
    assert!(pay["distance"].as_f64().unwrap() < 0.2, "{pay:#}");
    let bins = pay["bins"].as_array().unwrap();
    assert!(bins.iter().all(|bin| bin["label"] != "other values"), "{pay:#}");
}

#[test]
fn a_column_may_have_any_name() {
    let folder = Folder::new();
    folder.write("t.csv", "before,error,minimal,examples\n1,a,x,p\n1,a,y,q\n2,b,x,p\n2,b,y,q\n");
    let words = "release t.csv --qi before,error --sensitive minimal --k 2 --p 2 -o o.csv --certificate c.json";
    folder.run(words).succeeds();
    let certificate: Value = serde_json::from_str(&folder.text("c.json")).unwrap();
    assert!(certificate["learned"]["minimal"].is_object());
    folder.run("verify c.json --strict").succeeds();
    folder
        .run("check t.csv --qi before --sensitive error,examples --certificate d.json")
        .succeeds();
    folder.run("verify d.json --strict").succeeds();
}

#[test]
fn what_stands_for_no_value_is_not_laid_beside_the_original() {
    let folder = Folder::new();
    let days: Vec<String> =
        (0..60).map(|day| format!("20{:02}-03-{:02}", 10 + day % 7, 1 + day % 28)).collect();
    folder.write("d.csv", format!("visit\n{}\n", days.join("\n")));
    let words = "mask d.csv --column visit=year -o m.csv --report r.html --json";
    let found = folder.run(words).succeeds().json();
    let visit = &found["evidence"]["distributions"][0];
    assert!(visit["bins"].is_null() && visit["skipped"].is_string(), "{visit:#}");
    assert!(folder.text("r.html").contains("visit is not drawn"));
    // Values that are rare share a bin, which is no reason not to draw it.
    let many: String = (0..40).map(|at| format!("c{at}\n").repeat(40 - at)).collect();
    folder.write("c.csv", format!("city\n{many}"));
    let words = "release c.csv --qi city --level city=1 --k 2 -o o.csv --json --evidence";
    let found = folder.run(words).succeeds().json();
    assert!(found["evidence"]["distributions"][0]["bins"].is_array(), "{found:#}");
}
