//! `incrowd mask`: how many groups there are, what is published of them, and what it comes to.

use serde_json::json;

use crate::support::{Folder, column, counts, people};

/// 1,001 rows in two groups: the budget does not divide the rows, and no group is lost for it.
#[test]
fn no_group_is_lost_where_the_budget_does_not_divide_the_rows() {
    let folder = Folder::new();
    let rows: String = (0..1001).map(|row| format!("{}\n", row * 7919 % 1009)).collect();
    folder.write("t.csv", format!("x\n{rows}"));
    for method in ["quantile", "sketch", "kmedian", "kcenter", "cellular", "sse"] {
        for budget in [2_usize, 3, 7, 30, 400, 900] {
            let words =
                format!("mask t.csv --qi x --column x={method}:{budget} -o out.csv --force --json");
            let found = folder.run(&words).succeeds().json();
            let shown = column(&folder.text("out.csv"), "x");
            let shown = counts(&shown);
            assert!(shown.len() <= budget, "{method}:{budget} {}", shown.len());
            let least = 1001 / budget as u64;
            assert!(shown.values().all(|&rows| rows >= least), "{method}:{budget} {shown:?}");
            let many = shown.len() == budget || (method != "quantile" && shown.len() > 1);
            assert!(many, "{method}:{budget} {}", shown.len());
            assert_eq!(found["columns"][0]["distinct_after"], shown.len());
        }
    }
}

/// The same of a column that streams by.
#[test]
fn no_group_of_a_stream_is_lost() {
    let folder = Folder::new();
    let rows: String = (0..300_001_u64).map(|row| format!("{}\n", row * 7919 % 300_007)).collect();
    folder.write("t.csv", format!("x\n{rows}"));
    for (method, budget) in [("quantile", 2_u64), ("quantile", 1_000), ("sketch", 7)] {
        let words = format!("mask t.csv --column x={method}:{budget} -o out.csv --force");
        folder.run(&words).succeeds();
        let shown = column(&folder.text("out.csv"), "x");
        let shown = counts(&shown);
        assert!(shown.len() as u64 <= budget && shown.len() as u64 * 2 > budget, "{}", shown.len());
        assert!(shown.values().all(|&rows| rows >= 300_001 / budget), "{method}:{budget}");
    }
    let words = "mask t.csv --column x=quantile:2 -o out.csv --force";
    folder.run(words).succeeds();
    assert_eq!(counts(&column(&folder.text("out.csv"), "x")).len(), 2);
}

/// What is published holds every value that it stands for, and a group of all tells nothing.
#[test]
fn groups_are_ranges_and_a_group_of_all_is_no_invented_value() {
    let folder = Folder::new();
    folder.write("t.csv", people(500));
    let words = "mask t.csv --qi age,salary --k 20 --beta 10% -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    let (before, after) = (folder.text("t.csv"), folder.text("out.csv"));
    for name in ["age", "salary"] {
        for (was, is) in column(&before, name).iter().zip(column(&after, name)) {
            let bounds = is.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap();
            let (low, high) = bounds.split_once(',').unwrap();
            let number = |text: &str| text.parse::<f64>().unwrap();
            assert!(number(low) <= number(was) && number(was) <= number(high), "{was} {is}");
        }
    }
    assert!(found["columns"][0]["error"].as_f64().unwrap() > 0.0, "measured from the centres");
    for publish in ["range", "centre"] {
        let words =
            format!("mask t.csv --column age=quantile:1 --publish {publish} -o out.csv --force");
        folder.run(&words).succeeds();
        assert_eq!(column(&folder.text("out.csv"), "age"), vec!["*"; 500], "{publish}");
    }
}

/// A joint k below --k is a severe risk and no failure; with --strict nothing is published.
#[test]
fn the_verdict_follows_the_interface() {
    let folder = Folder::new();
    let rows: String = (0..100).map(|row| format!("{row},{row}\n")).collect();
    folder.write("t.csv", format!("a,b\n{rows}"));
    folder.write("p.csv", {
        let crossed: String = (0..100).map(|row| format!("{},{}\n", row / 10, row % 10)).collect();
        format!("a,b\n{crossed}")
    });
    let words = "mask t.csv --qi a --id b --k 10 --beta 10% -o out.csv --force --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["verdict"], "holds");
    let risks = found["risks"].as_array().unwrap();
    assert!(risks.iter().all(|risk| risk["severity"] == "notice"), "{found}");
    let words = "mask p.csv --qi a,b --k 5 --beta 40% --universe 1000 -o out.csv --force --json";
    let found = folder.run(words).succeeds().json();
    let joint = found["joint"]["k"].as_u64().unwrap();
    assert!(joint < 5, "{found}");
    assert_eq!(found["verdict"], "holds-with-risks");
    let risk = &found["risks"][0];
    assert_eq!((&risk["kind"], &risk["severity"]), (&json!("joint-k"), &json!("severe")));
    assert_eq!((&risk["of"], &risk["columns"]), (&json!(100), &json!(["a", "b"])));
    assert!(risk["count"].as_u64().unwrap() > 0 && risk["what"].is_string());
    let strict = format!("{words} --strict").replace("out.csv", "strict.csv");
    let found = folder.run(&strict).ends(1).json();
    assert_eq!((&found["verdict"], &found["output"]), (&json!("holds-with-risks"), &json!(null)));
    assert!(!folder.has("strict.csv"));
    // The nearest crowd is one that the table has when it is masked for it.
    let nearest = format!("--k {}", found["nearest"]["k"]);
    let again = strict.replace("--k 5", &nearest);
    assert_eq!(folder.run(&again).succeeds().json()["verdict"], "holds");
    let words = "mask t.csv --column a=quantile:2 -o out.csv --force --json";
    assert_eq!(folder.run(words).succeeds().json()["verdict"], json!(null), "nothing is demanded");
    let words = "mask t.csv --qi a --k 500 --beta 10% -o none.csv --json";
    assert_eq!(folder.run(words).ends(1).json()["verdict"], "fails");
}

/// Beta is told of the rarest values that came out, not only of the plan.
#[test]
fn beta_of_the_least_share() {
    let folder = Folder::new();
    let rows: String = (0..1001).map(|row| format!("{row}\n")).collect();
    folder.write("t.csv", format!("x\n{rows}"));
    let words = "mask t.csv --qi x --k 470 --beta 10% --cells exact -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!(found["columns"][0]["distinct_after"], 2);
    let promise = &found["promise"];
    let share = promise["least_share"].as_f64().unwrap();
    assert!((share - 500.0 / 1001.0).abs() < 1e-12, "{promise}");
    let failure = promise["least_share_failure"].as_f64().unwrap();
    assert!(failure > 0.0 && failure < 0.1, "{promise}");
}

/// A declared missing value that says more than that it is missing is not published.
#[test]
fn declared_missing_values_are_published_only_if_they_say_no_more() {
    let folder = Folder::new();
    let ann = "3-Jan-1920(Ann-Smith)";
    folder.write(
        "t.csv",
        format!(
            "born,pay,age,town,kept\n{ann},{ann},{ann},{ann},{ann}\n1950-01-01,10,40,a,x\n\
             1960-01-01,20,50,b,N/A\nN/A,N/A,N/A,N/A,y\n1970-01-01,30,60,c,z\n"
        ),
    );
    let words = format!(
        "mask t.csv --null {ann} --null N/A --qi pay,town --column born=year --column pay=quantile:4 \
         --column age=top:55 --column town=level:0 -o out.csv --json"
    );
    let run = folder.run(&words).succeeds();
    let text = folder.text("out.csv");
    assert!(!text.contains("Ann"), "{text}");
    for name in ["born", "pay", "age", "town", "kept"] {
        assert_eq!(column(&text, name)[0], "", "{name}");
    }
    assert_eq!(column(&text, "born")[3], "N/A");
    let found = run.json();
    let blanked: u64 = (found["columns"].as_array().unwrap().iter())
        .map(|column| column["blanked"].as_u64().unwrap_or(0))
        .sum();
    assert_eq!((blanked, &found["verified"]), (5, &json!(true)));
    assert!(run.stderr.contains("published as empty cells"), "{run}");
    // The error that recommends --null says what becomes of the cell.
    let run = folder.run("mask t.csv --column age=top:55 -o no.csv").ends(2);
    assert!(run.stderr.contains("published as an empty cell"), "{run}");
}
