//! The first page of a report, which is signed: for whom the table is, every column with its role, and
//! what the recipient can still compute.

use crate::support::Folder;

#[test]
fn a_report_says_whom_the_table_is_for() {
    let folder = Folder::new();
    folder.write("t.csv", "age,zip,sum\n20,1,5\n20,1,6\n30,2,7\n30,2,9\n");
    let words =
        "release t.csv --qi age --sensitive sum --k 2 -o o.csv --json --evidence --for Town";
    let document = folder.run(words).succeeds().json();
    let evidence = &document["evidence"];
    assert_eq!(evidence["for"], "Town");
    let roles: Vec<&str> = evidence["every_column"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["qi", "plain", "sensitive"]);
    let numbers = evidence["summaries"]["numbers"].as_array().unwrap();
    let names: Vec<&str> = numbers.iter().map(|one| one["column"].as_str().unwrap()).collect();
    assert_eq!(names, ["age", "sum"], "a zip code has no mean");
    folder.write("result.json", document.to_string());
    folder.run("report result.json -o r.html --for County").succeeds();
    let page = folder.text("r.html");
    assert!(page.contains("County") && !page.contains("Town"));
}
