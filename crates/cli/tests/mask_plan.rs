//! `incrowd mask` by budget: cells, shares and levels.

use serde_json::{Value, json};

use crate::support::{Folder, column, counts, people};

fn folder(rows: u64) -> Folder {
    let folder = Folder::new();
    folder.write("people.csv", people(rows));
    folder
}

/// Example 6 of Lodha & Thomas 2007 (as theorem 4 in its stable form gives it), and its budget, which
/// brute force over the neighbourhood of the real solution confirms.
#[test]
fn a_plan_needs_no_table() {
    let words = "mask --plan --domain gender=2 --domain birth=20000 --domain zip=100000 \
                 --k 100 --beta 0.1 --universe 300000000 --json";
    let plan = Folder::new().run(words).succeeds().json();
    assert_eq!(plan["cells"], 2_443_425);
    let budget: Vec<u64> = (plan["columns"].as_array().unwrap().iter())
        .map(|column| column["budget"].as_u64().unwrap())
        .collect();
    assert_eq!(budget[0], 2, "gender is left as it is");
    assert!(budget[0] * budget[1] * budget[2] <= 2_443_425);
    let loss = |birth: u64, zip: u64| 1.0 / birth as f64 + 1.0 / zip as f64;
    let best =
        (1000..1300).map(|birth| loss(birth, 2_443_425 / 2 / birth)).fold(f64::INFINITY, f64::min);
    assert!((loss(budget[1], budget[2]) - best).abs() < 1e-12, "{budget:?}");
}

#[test]
fn every_form_of_counting_cells() {
    let cells = |more: &str| {
        let words =
            format!("mask --plan --domain a=1000 --k 5 --beta 10% --universe 1000 {more} --json");
        Folder::new().run(&words).succeeds().json()["cells"].as_u64().unwrap()
    };
    let [theorem, exact, all] = ["", "--cells exact", "--cells simultaneous"].map(cells);
    assert_eq!(cells("--cells theorem"), theorem);
    assert!(all < theorem && theorem < exact, "{all} {theorem} {exact}");
    // beta n / 2k
    assert_eq!(cells("--distribution-free"), 10);
    // exp(-(k+1)^2 / 4k) = .1653 besides beta.
    let words = "mask --plan --domain a=1000 --k 5 --beta 10% --universe 1000 --distribution-free";
    let run = Folder::new().run(words).succeeds();
    assert!(run.text().contains("10 cells: with 73.47% probability"), "{run}");
}

#[test]
fn a_kept_column_takes_its_cells_first() {
    let words = "mask --plan --domain sex=2 --domain age=100 --column sex=keep --k 10 --beta 10% \
                 --universe 1000 --json";
    let plan = Folder::new().run(words).succeeds().json();
    let cells = plan["cells"].as_u64().unwrap();
    assert_eq!(plan["columns"][1]["budget"].as_u64().unwrap(), cells / 2);
    let refused = |values: &str| {
        let run = Folder::new().run(&words.replace("sex=2", values)).ends(1);
        run.says(&["as they are to be published, sex"]).json()["nearest"]["k"].as_u64()
    };
    assert_eq!(refused("sex=2000"), None, "2000 cells of 1000 people hide nobody");
    let k = refused("sex=100").unwrap();
    let cells = |k: u64| {
        let words = words.replace("--k 10", &format!("--k {k}"));
        Folder::new().run(&words).succeeds().json()["cells"].as_u64().unwrap()
    };
    assert!(k < 10 && cells(k) >= 100 && cells(k + 1) < 100, "{k} is the largest");
}

#[test]
fn a_plan_heeds_what_becomes_of_columns() {
    let budget = |more: &str| {
        let words = format!(
            "mask --plan --domain a=1000 --domain b=1000 --k 10 --beta 10% --universe 10000 {more} --json"
        );
        let plan = Folder::new().run(&words).succeeds().json();
        let budgets = plan["columns"].as_array().unwrap().clone();
        budgets.iter().map(|column| column["budget"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let cells = budget("--qi a")[0];
    assert_eq!(budget("--column b=quantile:3"), [cells / 3, 3]);
    assert_eq!(budget("--column b=redact"), [cells, 1]);
    assert_eq!(budget("--id b"), [cells]);
    for (more, says) in [
        ("--column c=keep", "no --domain c"),
        ("--column b=round:10", "not known without a table"),
        ("--hierarchy b=auto", "need a table"),
    ] {
        let words = format!("mask --plan --domain b=9 --k 2 --beta 10% --universe 99 {more}");
        Folder::new().run(&words).ends(2).says(&[says]);
    }
}

#[test]
fn categories_go_to_the_lowest_level_within_their_share() {
    let folder = folder(400);
    folder.write("city.csv", "Bern;west;*\nThun;west;*\nBasel;west;*\nChur;east;*\n");
    let words = "mask people.csv --qi city,sex --hierarchy city=city.csv --k 40 --beta 10% -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    let cells = found["cells"].as_u64().unwrap();
    assert!((4..8).contains(&cells), "{found}");
    let shown = column(&folder.text("out.csv"), "city");
    assert_eq!(counts(&shown).into_keys().collect::<Vec<_>>(), ["east", "west"]);
    let words =
        "mask people.csv --column city=level:2 --hierarchy city=city.csv -o out.csv --force";
    folder.run(words).succeeds();
    assert_eq!(counts(&column(&folder.text("out.csv"), "city")).len(), 1);
}

/// Of a table that is all there is, values that nobody has take no cells.
#[test]
fn values_that_do_not_occur_count_where_others_may_have_them() {
    let folder = Folder::new();
    folder.write("h.csv", "a;x;*\nb;x;*\nc;y;*\nd;y;*\ne;z;*\nf;z;*\ng;z;*\n");
    let rows: String = (0..24).map(|row| ["a,1\n", "b,1\n", "c,1\n", "d,1\n"][row % 4]).collect();
    folder.write("t.csv", format!("c,n\n{rows}"));
    let words = "mask t.csv --qi c --hierarchy c=h.csv --k 2 --beta 20% -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    assert_eq!((&found["cells"], &found["columns"][0]["budget"]), (&json!(4), &json!(4)));
    assert_eq!(folder.text("out.csv"), folder.text("t.csv"));
    let found = folder.run(&format!("{words} --force --universe 24")).succeeds().json();
    assert_eq!((&found["cells"], &found["columns"][0]["budget"]), (&json!(4), &json!(3)));
}

#[test]
fn zips_lose_their_last_digits() {
    let folder = Folder::new();
    let mut text = "zip,x\n".to_owned();
    for row in 0..200 {
        text += &format!("0{}{}{}{},1\n", 2 + row % 2, 1 + row / 2 % 5, row / 10 % 10, row % 10);
    }
    folder.write("t.csv", text);
    folder.run("mask t.csv --qi zip --k 20 --beta 10% -o out.csv").succeeds();
    let shown = column(&folder.text("out.csv"), "zip");
    assert!(shown.iter().all(|zip| zip.len() == 5 && zip.ends_with("**")), "{shown:?}");
}

#[test]
fn columns_that_depend_on_each_other_mislead() {
    let folder = Folder::new();
    let mut text = "a,b\n".to_owned();
    for row in 0..400_u64 {
        // Equal but for a few rows.
        let twin = if row % 80 == 3 { 399 - row } else { row };
        text += &format!("{row},{twin}\n");
    }
    folder.write("t.csv", text);
    let words = "mask t.csv --qi a,b --k 5 --beta 10% -o out.csv";
    let run = folder.run(&format!("{words} --json")).succeeds().says(&["the columns mislead"]);
    assert_eq!(run.json()["joint"]["k"], 1);
    assert!(run.json()["warnings"][0].as_str().unwrap().contains("release with `k = 5`"));
    folder.run("mask t.csv --qi a,b --k 5 --beta 10% -o b.csv --strict").ends(1);
    assert!(!folder.has("b.csv"), "nothing is published");
}

/// One hierarchy and two numbers, by brute force over all levels and all whole shares.
#[test]
fn levels_and_numbers_share_the_cells_best() {
    let folder = Folder::new();
    folder.write("h.csv", "a;x;p;*\nb;x;p;*\nc;y;p;*\nd;z;q;*\ne;z;q;*\n");
    let mut text = "h,m,n\n".to_owned();
    for row in 0..240 {
        text += &format!("{},{},{}\n", ["a", "b", "c", "d", "e"][row % 5], row % 11, row % 13);
    }
    folder.write("t.csv", text);
    for (k, weight) in [(12, 1.0), (9, 2.0), (6, 3.0), (20, 1.0), (4, 1.0), (30, 5.0)] {
        let words = format!(
            "mask t.csv --qi h,m,n --hierarchy h=h.csv --weight m={weight} --k {k} --beta 10% --plan --json"
        );
        let plan = folder.run(&words).succeeds().json();
        let cells = plan["cells"].as_u64().unwrap();
        let loss = |h: u64, m: u64, n: u64| 1.0 / h as f64 + weight / m as f64 + 1.0 / n as f64;
        let mut best = f64::INFINITY;
        for h in [5, 3, 2, 1] {
            for m in 1..=11 {
                let n = (cells / h / m).min(13);
                best = if n > 0 { best.min(loss(h, m, n)) } else { best };
            }
        }
        let budget = |at: usize| plan["columns"][at]["budget"].as_u64().unwrap();
        let found = loss(budget(0), budget(1), budget(2));
        assert!((found - best).abs() < 1e-12, "k {k}: {found} is not {best}: {plan}");
    }
}

/// Levels leave cells over; what can be kept of them is kept.
#[test]
fn levels_are_chosen_together() {
    let folder = Folder::new();
    folder.write("a.csv", "1;x;*\n2;x;*\n3;y;*\n4;y;*\n5;z;*\n6;z;*\n");
    folder.write("b.csv", "p;s;*\nq;s;*\nr;t;*\nu;t;*\nv;t;*\n");
    let mut text = "a,b\n".to_owned();
    for row in 0..60 {
        text += &format!("{},{}\n", 1 + row % 6, ["p", "q", "r", "u", "v"][row % 5]);
    }
    folder.write("t.csv", text);
    let words = "mask t.csv --qi a,b --hierarchy a=a.csv --hierarchy b=b.csv --k 2 --beta 10% -o out.csv --json";
    let found = folder.run(words).succeeds().json();
    let cells = found["cells"].as_u64().unwrap();
    let sizes = [[6, 3, 1], [5, 2, 1]];
    let mut best = (f64::INFINITY, 0, 0);
    for a in sizes[0] {
        for b in sizes[1] {
            if a * b <= cells && 1.0 / a as f64 + 1.0 / (b as f64) < best.0 {
                best = (1.0 / a as f64 + 1.0 / b as f64, a, b);
            }
        }
    }
    let columns = &found["columns"];
    assert_eq!((&columns[0]["budget"], &columns[1]["budget"]), (&json!(best.1), &json!(best.2)));
}

#[test]
fn a_crowd_that_nobody_has() {
    let folder = folder(30);
    let run = folder.run("mask people.csv --qi age --k 31 --beta 10% -o out.csv --json").ends(1);
    let found = run.says(&["30 people has no crowd of 31"]).json();
    assert_eq!((&found["output"], &found["nearest"]["k"]), (&Value::Null, &json!(30)));
    assert!(!folder.has("out.csv"));
    // Columns that are kept take cells of their own.
    let words = "mask people.csv --qi age,sex --column sex=keep --beta 10% -o out.csv --json";
    let found = folder.run(&format!("{words} --k 31")).ends(1).json();
    let nearest = found["nearest"]["k"].as_u64().unwrap();
    assert!(nearest < 30, "{nearest}");
    folder.run(&format!("{words} --k {nearest}")).succeeds();
}
