//! `incrowd release`: what is chosen and why, and what is said about it.

use serde_json::{Value, json};

use crate::support::study::{LARGE_WORDS, LEVELS, large, report, study};
use crate::support::{Dice, Folder, STUDY, column, timeless};

// ---------------------------------------------------------------- what is chosen

#[test]
fn weights_change_the_choice() {
    let folder = Folder::new();
    // Either column alone makes pairs; which one is lost is a matter of taste.
    folder.write("t.csv", "x,y\na,a\na,b\nb,a\nb,b\n");
    let kept = |weight: &str| {
        let words = format!("release t.csv --qi x,y --k 2 --dry-run --json {weight}");
        folder.run(&words).succeeds().json()["levels"].clone()
    };
    assert_eq!(kept("--weight x=2"), json!({ "x": 0, "y": 1 }));
    assert_eq!(kept("--weight y=2"), json!({ "x": 1, "y": 0 }));
    assert_eq!(kept("--weight y=1/2"), json!({ "x": 0, "y": 1 }));
    assert_eq!(kept("--weight x=3 --weight y=4"), json!({ "x": 1, "y": 0 }));
}

#[test]
fn levels_limit_the_choice() {
    let folder = Folder::new();
    for (flags, low, high) in
        [("--level age=1..1", 1, 1), ("--level age=2", 2, 2), ("--level age=0..1", 0, 1)]
    {
        let told = report(&folder, &format!("--k 2 {flags} --dry-run"));
        let level = told["levels"]["age"].as_u64().unwrap();
        assert!((low..=high).contains(&level), "{flags}: {told}");
    }
}

/// Every node of the lattice, forced by `--level`: the chosen one is the cheapest that holds.
#[test]
fn each_cost_is_minimised() {
    let folder = Folder::new();
    let node = |node: u8| (node / 6, node / 3 % 2, node % 3);
    let nodes = (0..4 * 2 * 3).map(node).map(|(age, sex, region)| {
        format!("--level age={age} --level sex={sex} --level region={region}")
    });
    let nodes: Vec<String> = nodes.collect();
    for cost in
        ["loss", "loss-ratio", "discernibility", "average-class", "precision", "height", "entropy"]
    {
        let told = report(&folder, &format!("--k 2 --suppress 3 --cost {cost} --dry-run"));
        assert_eq!(told["cost"]["minimised"]["name"], cost);
        let chosen = told["cost"]["minimised"]["value"].as_f64().unwrap();
        let mut least = f64::INFINITY;
        for flags in &nodes {
            let run = study(
                &folder,
                &format!("--k 2 --suppress 3 --cost {cost} --dry-run --json {flags}"),
            );
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
    let losses: Vec<f64> =
        told["table"].as_array().unwrap().iter().map(|row| row["loss"].as_f64().unwrap()).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "more freedom cannot cost more: {losses:?}");
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn a_file_that_says_how_to_publish_can_be_explored() {
    let folder = Folder::new();
    let file = "table = 'study.csv'\nid = 'name'\nqi = 'age,sex'\nk = 2\norder = 'shuffled'\nseed = 1\n\
                keep-suppressed = true\nreport = 'r.html'\noutput = 'out.csv'\n";
    folder.write("r.toml", file);
    let before = folder.snapshot();
    folder.run("release r.toml --explore k=2,3").succeeds();
    folder.run("release r.toml --explore k=2,3 --keep-suppressed").ends(2).says(&["--explore"]);
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

/// Few rows, but a lattice of 2^40 nodes: there, too, a second is a second, or nearly.
#[test]
fn a_time_limit_is_kept_in_a_wide_table() {
    let folder = Folder::new();
    let names: Vec<String> = (0..40).map(|column| format!("c{column}")).collect();
    let mut state = 5_u64;
    let mut row = || {
        let mut cell = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ["a", "b", "c"][(state >> 33) as usize % 3]
        };
        (0..40).map(|_| cell()).collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = (0..200).map(|_| row()).collect();
    folder.write("wide.csv", format!("{}\n{}\n", names.join(","), rows.join("\n")));
    let words = "release wide.csv --k 2 --suppress 10% --time-limit 300ms --dry-run --json --qi";
    let told = folder.run(&format!("{words} {}", names.join(","))).succeeds().json();
    let seconds = told["seconds"].as_f64().unwrap();
    assert!(seconds < 2.0, "{seconds} s were taken where 0.3 s were allowed");
}

// ---------------------------------------------------------------- warnings

#[test]
fn a_plain_column_that_looks_identifying_gets_a_warning() {
    let folder = Folder::new();
    let words = "release study.csv --qi age,sex --sensitive illness --k 2 -o out.csv --force";
    let run = folder.run(&format!("{words} --json")).succeeds().says(&[
        "warning",
        "'name'",
        "'salary'",
        "--id name",
    ]);
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
    folder
        .run("release t.csv --qi x --k 2 -o -")
        .succeeds()
        .says(&["'contact'", "looks like an identifier"]);
}

#[test]
fn strict_refuses_what_would_be_warned_of() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let words = "release study.csv --qi age,sex --sensitive illness,salary --k 2 --strict -o out.csv --json";
    let run = folder.run(words).ends(2).says(&["--strict", "'name'"]);
    assert_eq!(run.json()["error"]["file"], "study.csv");
    assert_eq!(folder.snapshot(), before);
    // Twelve rows hold risks that no demand is about.
    let run = folder.run(&format!("{words} --id name")).ends(1);
    assert_eq!(run.json()["verdict"], "holds-with-risks");
    assert_eq!(folder.snapshot(), before);
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
    folder.write(
        "r.toml",
        "table = 'study.csv'\nqi = 'sex'\nid = 'name,salary'\nk = 2\ndry-run = true\njson = true\n",
    );
    let told = folder.run("release r.toml").succeeds().json();
    assert_eq!(told["verified"], true);
}

// ---------------------------------------------------------------- models

/// A register of everybody of the study, each with a neighbour of the same age, sex and region.
fn twice_as_many() -> String {
    let rows: Vec<String> = STUDY
        .lines()
        .map(|row| row.split(',').skip(1).take(3).collect::<Vec<_>>().join(","))
        .collect();
    [&rows[..], &rows[1..]].concat().join("\n")
}

#[test]
fn several_sensitive_columns_and_all_models_at_once() {
    let folder = Folder::new();
    folder.write("people.csv", twice_as_many());
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
            assert!(
                !guarantee["measured"].is_null() && !guarantee["demanded"].is_null(),
                "{guarantee}"
            );
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
    folder.write("people.csv", twice_as_many());
    let told = report(&folder, "--k-map 2 --public people.csv -o out.csv");
    assert_eq!(
        told["levels"],
        json!({ "age": 0, "sex": 0, "region": 0 }),
        "all rows match two people"
    );
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
    let holds: Vec<bool> =
        told["guarantees"].as_array().unwrap().iter().map(|g| g["holds"] == true).collect();
    assert_eq!(holds, [true, false]);
    let nearest = told["nearest"].as_array().unwrap();
    assert!(
        nearest.contains(
            &json!({ "model": "distinct-l-diversity", "demanded": 4, "column": "illness", "demand": "distinct 4-diversity of illness", "strictest": true })
        ),
        "{told}"
    );
    assert_eq!(folder.snapshot(), before);
    let run = study(&folder, flags).ends(1);
    assert!(run.text().contains("Nothing published"), "{run}");
}

/// Issue: classes that pass a test of chance by chance are what is left after suppression.
#[test]
fn estimated_k_map_takes_no_suppression() {
    let folder = Folder::new();
    let words = "release study.csv --id name --qi age --k-map 2 --population 200 -o out.csv";
    folder.run(&format!("{words} --suppress 50%")).ends(2).says(&["--suppress", "by chance"]);
    assert!(!folder.has("out.csv"));
}

#[test]
fn nearest_demands_are_exact_and_met_when_demanded() {
    let folder = Folder::new();
    folder.write("t.csv", "q,s\na,x\na,x\na,x\na,x\nb,x\nb,y\n");
    let words = "release t.csv --qi q --sensitive s --force --json -o out.csv";
    let told = folder.run(&format!("{words} --l frequency:3 --suppress 4")).ends(1).json();
    assert_eq!(told["nearest"][0]["demanded"], json!(2), "{told}");
    folder.run(&format!("{words} --l frequency:2 --suppress 4")).succeeds();
    // 5/3 is no decimal number: it is told as a text that the flag takes.
    folder.write("t.csv", "q,s\na,x\na,x\nb,x\nb,y\nb,z\n");
    let told = folder.run(&format!("{words} --l frequency:3")).ends(1).json();
    assert_eq!(told["nearest"][0]["demanded"], json!("5/3"), "{told}");
    folder.run(&format!("{words} --l frequency:5/3")).succeeds();
    // Anatomy names the kind of demand that was made.
    let anatomy = format!("{words} --recoding anatomy");
    let told = folder.run(&format!("{anatomy} --alpha-k 0.3")).ends(1).json();
    assert_eq!(told["nearest"][0]["model"], "alpha-k-anonymity", "{told}");
    folder.run(&format!("{anatomy} --alpha-k {}", told["nearest"][0]["demanded"])).succeeds();
}

#[test]
fn every_bound_says_of_which_releases() {
    let folder = Folder::new();
    let of = |words: &str| {
        let words = format!(
            "release study.csv --id name --qi age,sex --k 3 {words} --force --json -o out.csv"
        );
        folder.run(&words).succeeds().json()
    };
    assert_eq!(of("")["lower_bound"]["of"], "full-domain releases");
    assert_eq!(of("--algorithm exact")["lower_bound"]["of"], "releases by recursive cuts");
    let boxes = of("--recoding multidimensional");
    assert_eq!(boxes["lower_bound"]["of"], "releases by disjoint boxes");
}

/// A table whose zip codes and jobs have hierarchies.
fn places(folder: &Folder) {
    folder.write(
        "jobs.csv",
        "cook;craft;*\nsmith;craft;*\nnurse;care;*\ndoctor;care;*\nteacher;school;*\n",
    );
    let (mut dice, mut text) = (Dice(7), "zip,age,job\n".to_owned());
    let jobs = ["cook", "smith", "nurse", "doctor", "teacher"];
    for _ in 0..400 {
        let job = jobs[dice.roll(5) as usize];
        text += &format!("{:05},{},{job}\n", 1000 + dice.roll(300), 20 + dice.roll(50));
    }
    folder.write("t.csv", text);
}

#[test]
fn boxes_that_end_with_nodes_publish_single_labels() {
    let folder = Folder::new();
    places(&folder);
    for recoding in ["multidimensional", "local"] {
        let words = format!(
            "release t.csv --qi zip,age,job --k 5 --recoding {recoding} --hierarchy zip=mask:5 --hierarchy \
             job=jobs.csv -o out.csv --force --json"
        );
        let ranges = folder.run(&words).succeeds().json();
        let written = folder.text("out.csv");
        assert!(column(&written, "zip").iter().any(|zip| zip.starts_with(['[', '{'])));
        let nodes = folder.run(&format!("{words} --cut nodes")).succeeds().json();
        let written = folder.text("out.csv");
        let is_masked = |zip: &String| {
            let kept = zip.trim_end_matches('*');
            zip == "*" || zip.len() == 5 && kept.bytes().all(|byte| byte.is_ascii_digit())
        };
        assert!(column(&written, "zip").iter().all(is_masked), "{written}");
        assert!(column(&written, "job").iter().all(|job| !job.contains('|')), "{written}");
        let loss = |told: &Value| told["cost"]["loss"].as_f64().unwrap();
        assert!(loss(&nodes) > loss(&ranges) && loss(&nodes) < 0.9, "{nodes}");
        assert!(nodes["warnings"].to_string().contains("the same boxes lose"), "{nodes}");
        assert_eq!((&nodes["proven"], &nodes["lower_bound"]), (&json!(false), &Value::Null));
        folder.run("check out.csv --qi zip,age,job --k 5").succeeds();
    }
}

#[test]
fn boxes_end_with_nodes_only_where_classes_may_merge() {
    let folder = Folder::new();
    places(&folder);
    folder
        .run("release t.csv --qi zip,age --k 5 --cut nodes -o out.csv")
        .ends(2)
        .says(&["--cut nodes", "--recoding multidimensional"]);
    let words = "release t.csv --qi zip,age --public t.csv --presence 0,1 --recoding multidimensional --cut nodes";
    folder.run(&format!("{words} -o out.csv")).ends(2).says(&["--cut nodes", "population"]);
    assert!(!folder.has("out.csv"));
}

// ---------------------------------------------------------------- how long it searches

/// A table whose lattice has 3^10 nodes.
fn wide(folder: &Folder) -> String {
    let names: Vec<String> = (0..10).map(|column| format!("c{column}")).collect();
    let mut text = names.join(",") + "\n";
    let mut state = 1_u64;
    for _ in 0..400 {
        let mut cell = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ["a", "a", "b", "c", "c", "d"][(state >> 33) as usize % 6]
        };
        text += &((0..10).map(|_| cell()).collect::<Vec<_>>().join(",") + "\n");
    }
    folder.write("wide.csv", &text);
    folder.write("tree.csv", "a;x;*\nb;x;*\nc;y;*\nd;y;*\n");
    let trees = names.iter().map(|name| format!("--hierarchy {name}=tree.csv"));
    let trees = trees.collect::<Vec<_>>().join(" ");
    format!(
        "release wide.csv --qi {} {trees} --k 3 --suppress 100% --dry-run --json",
        names.join(",")
    )
}

#[test]
fn an_effort_ends_and_proof_goes_on() {
    let folder = Folder::new();
    let words = wide(&folder);
    let told = |more: &str| folder.run(&format!("{words} {more}")).succeeds().json();
    let (fast, again) = (told("--effort fast --threads 1"), told("--effort fast --threads 3"));
    assert_eq!(timeless(fast.clone()), timeless(again), "on any number of threads");
    assert_eq!((&fast["proven"], &fast["search"]["proven"]), (&json!(false), &json!(false)));
    let loss = |told: &Value| told["cost"]["loss"].as_f64().unwrap();
    assert!(fast["lower_bound"]["loss"].as_f64().unwrap() <= loss(&fast));
    let proven = told("--effort fast --proof");
    assert_eq!(proven["proven"], json!(true), "{proven}");
    assert!(loss(&proven) <= loss(&fast));
}

#[test]
fn proof_needs_a_search() {
    let folder = Folder::new();
    folder.write("t.csv", "x,y\na,a\na,b\nb,a\nb,b\n");
    let words = "release t.csv --qi x,y --k 2 --dry-run --proof --algorithm";
    for algorithm in ["samarati", "spalm"] {
        folder.run(&format!("{words} {algorithm}")).ends(2).says(&["--proof"]);
    }
    folder.write(
        "release.toml",
        "table = 't.csv'\nqi = ['x', 'y']\nk = 2\nproof = true\ndry-run = true\n",
    );
    assert_eq!(folder.run("release release.toml --json").succeeds().json()["proven"], json!(true));
}
