//! Test vectors that were worked out from the papers.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Asked, Sheet};
use incrowd_terms::{Demand, Diversity, Fraction, Population};
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../incrowd/tests/golden/");
    let text = std::fs::read_to_string(format!("{folder}{file}")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    document["cases"].as_array().unwrap().clone()
}

#[test]
fn recursive_diversity_of_one_class() {
    let cases = cases("recursive_cl.json");
    assert!(cases.len() >= 9);
    for case in cases {
        let counts = case["input"]["class_counts"].as_array().unwrap();
        let lines = counts.iter().enumerate().flat_map(|(value, count)| {
            std::iter::repeat_n(format!("x,v{value}"), count.as_u64().unwrap() as usize)
        });
        let sheet = Sheet::new(std::iter::once("a,s".to_owned()).chain(lines));
        let c = Fraction::from(case["input"]["c"].as_u64().unwrap());
        let l = case["input"]["l"].as_u64().unwrap();
        let demand = |strict| Demand::Diversity {
            column: "s".into(),
            diversity: Diversity::Recursive { c, l, strict },
        };
        let asked = Asked::about("a", "s").demanding([demand(true), demand(false)]);
        let found = asked.of(&sheet).unwrap().guarantees;
        let holds = (found[0].holds, found[1].holds);
        let expected = |key: &str| case["expected"][key].as_bool().unwrap();
        assert_eq!(holds, (expected("lt"), expected("le")), "{}", case["id"]);
        assert_eq!(found[0].worst.is_none(), holds.0);
    }
}

#[test]
fn p_sensitive_tables() {
    let mut tables = 0;
    for case in cases("p_sensitive.json") {
        let Some(keys) = case["input"]["n_key_columns"].as_u64() else { continue };
        tables += 1;
        let text = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
        let row =
            |row: &Value| row.as_array().unwrap().iter().map(text).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = case["input"]["rows"].as_array().unwrap().iter().map(row).collect();
        let width = rows[0].split(',').count();
        let names: Vec<String> = (0..width).map(|column| format!("c{column}")).collect();
        let sheet = Sheet::new(std::iter::once(names.join(",")).chain(rows));
        let (qi, sensitive) = names.split_at(keys as usize);
        let found = Asked::about(&qi.join(","), &sensitive.join(",")).of(&sheet).unwrap();
        let expected = |key: &str| case["expected"][key].as_u64();
        let p = found.sensitive.iter().map(|(_, column)| column.p).min().unwrap();
        let disclosures: u64 = found.sensitive.iter().map(|(_, column)| column.disclosures).sum();
        assert_eq!(found.k, expected("k"), "{}", case["id"]);
        assert_eq!(p, expected("p"), "{}", case["id"]);
        assert_eq!(Some(found.classes), expected("groups"), "{}", case["id"]);
        assert_eq!(Some(disclosures), expected("attribute_disclosures"), "{}", case["id"]);
    }
    assert!(tables >= 5);
}

#[test]
fn k_map_counts_people_of_published_classes() {
    let cases = cases("kanon_baselines.json");
    let case = cases.iter().find(|case| case["id"] == "kmap").unwrap();
    let table = |sizes: &Value| {
        let sizes = sizes.as_object().unwrap();
        let rows = sizes.iter().flat_map(|(class, size)| {
            std::iter::repeat_n(class.clone(), size.as_u64().unwrap() as usize)
        });
        Sheet::new(std::iter::once("class".to_owned()).chain(rows))
    };
    let (public, published) =
        (table(&case["input"]["P_class_sizes"]), table(&case["input"]["T_class_sizes"]));
    let k = case["input"]["k"].as_u64().unwrap();
    let demand = Demand::KMap { k, population: Population::Table };
    let asked = Asked::about("class", "").demanding([demand]);
    let found = asked.with(&published, Some(&public), 2).unwrap();
    let guarantee = &found.guarantees[0];
    assert_eq!(Value::from(guarantee.holds), case["expected"]["k_map"]);
    assert_eq!(guarantee.measured, case["expected"]["k_map_value"]);
    assert_eq!(Value::from(found.k), case["expected"]["T_is_k_anonymous_for"]);
    assert_eq!(case["expected"]["violating"], serde_json::json!(["E2"]));
    let worst = guarantee.worst.as_deref();
    assert_eq!(worst, Some("class (class=E2): 2 rows of the population, 3 needed"));
    assert_eq!(found.risk.journalist, Some(0.5));
}
