//! Test vectors that were worked out from the papers.

use incrowd_judge::{AttackFindings, JudgeError, Readings};
use incrowd_terms::{
    Demand, Diversity, Fraction, JointPresence, KMap, KMapPopulation, Knowledge, LDiversity,
    PersonalPresence,
};
use serde_json::{Value, json};

use crate::common::{Asked, Sheet, presence, presence_given};

fn cases(file: &str) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/golden/");
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
        let demand = |strict| {
            Demand::LDiversity(LDiversity {
                column: "s".into(),
                diversity: Diversity::Recursive { c, l, strict },
            })
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
    let (mut tables, mut ids) = (0, Vec::new());
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
        assert_eq!(Some(found.disclosures), expected("attribute_disclosures"), "{}", case["id"]);
        let named: usize = found.sensitive.iter().map(|(_, column)| column.disclosing.len()).sum();
        assert_eq!(named as u64, disclosures, "{}", case["id"]);
        ids.push(case["id"].as_str().unwrap().to_owned());
    }
    assert!(tables >= 5);
    for id in ["table1", "table3", "table3-first-income-40000", "slides-k-anonymity"] {
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
}

/// Nergiz, Atzori & Clifton 2007 (slides): the slides' man from West Lafayette is definitely obese, until he is not.
#[test]
fn what_the_slides_disclose() {
    let cases = cases("p_sensitive.json");
    let found = |id: &str| {
        let case = cases.iter().find(|case| case["id"] == id).unwrap();
        let rows = case["input"]["rows"].as_array().unwrap().iter().map(|row| texts(row).join(","));
        let sheet = Sheet::new(std::iter::once("age,sex,place,illness".to_owned()).chain(rows));
        Asked::about("age,sex,place", "illness").of(&sheet).unwrap()
    };
    let anonymous = json!(found("slides-k-anonymity"));
    let chris = "class (age=15-18, sex=M, place=G. Lafayette)";
    let disclosing = json!([{"class": chris, "value": "Obesity", "rows": 2}]);
    assert_eq!(anonymous["sensitive"]["illness"]["disclosing"], disclosing);
    let certain = json!({"probability": "1", "value": "Obesity", "class": chris});
    let learned = json!({"illness": {"certain": certain, "uncertain": null}});
    assert_eq!(anonymous["learned"], learned);
    let diverse = found("slides-l-diversity");
    let guess = diverse.learned[0].1.certain.as_ref().unwrap();
    assert_eq!((guess.probability.as_str(), diverse.disclosures), ("1/2", 0));
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
    let demand = Demand::KMap(KMap { k, population: KMapPopulation::Table });
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

fn texts(values: &Value) -> Vec<String> {
    values.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// A table of one column.
fn column(rows: impl IntoIterator<Item = String>) -> Sheet {
    Sheet::new(std::iter::once("a".to_owned()).chain(rows))
}

/// The presence of each line of the population, in the order of the file.
fn presences(found: &AttackFindings) -> Vec<Readings<String>> {
    let mut listed = found.worst.clone();
    listed.sort_by_key(|exposed| exposed.line);
    listed.into_iter().map(|exposed| exposed.presence).collect()
}

#[test]
fn presence_of_disjoint_classes() {
    let mut checked = 0;
    for case in cases("presence_check.json") {
        let Some(classes) = case["input"]["classes_n1_n"].as_array() else { continue };
        checked += 1;
        let table = |which: usize| {
            column(classes.iter().enumerate().flat_map(move |(class, counts)| {
                vec![format!("c{class}"); counts[which].as_u64().unwrap() as usize]
            }))
        };
        let (published, public) = (table(0), table(1));
        let delta = texts(&case["input"]["delta"]);
        let asked = Asked::about("a", "").demanding([presence(&delta[0], &delta[1])]);
        let found = asked.with(&published, Some(&public), 2).unwrap();
        assert_eq!(
            Value::from(found.all_hold()),
            case["expected"]["delta_present"],
            "{}",
            case["id"]
        );
        let mut expected: Vec<Fraction> =
            texts(&case["expected"]["presence"]).iter().map(|text| text.parse().unwrap()).collect();
        let each = expected.iter().zip(classes).flat_map(|(presence, counts)| {
            vec![Readings::One(presence.to_string()); counts[1].as_u64().unwrap() as usize]
        });
        let people = classes.iter().map(|counts| counts[1].as_u64().unwrap() as usize).sum();
        let attacked = asked.attacked(&published, &public, None, people).unwrap();
        assert_eq!(presences(&attacked), each.collect::<Vec<_>>(), "{}", case["id"]);
        expected.sort();
        let measured = &found.guarantees[0].measured;
        let tightest = json!([measured["min"], measured["max"]]);
        assert_eq!(tightest, json!([expected.first(), expected.last()]), "{}", case["id"]);
        if case["expected"]["tightest_delta"].is_array() {
            assert_eq!(tightest, case["expected"]["tightest_delta"], "{}", case["id"]);
        }
    }
    assert!(checked >= 11);
}

/// Everybody in one class is what any feasible delta allows at least.
#[test]
fn presence_of_everybody() {
    let mut checked = 0;
    for case in cases("presence_check.json") {
        let (Some(members), Some(people)) =
            (case["input"]["n_T"].as_u64(), case["input"]["n_P"].as_u64())
        else {
            continue;
        };
        checked += 1;
        let published = column(vec!["*".to_owned(); members as usize]);
        let public = column((0..people).map(|person| person.to_string()));
        let delta = texts(&case["input"]["delta"]);
        let asked = Asked::about("a", "").demanding([presence(&delta[0], &delta[1])]);
        let found = asked.with(&published, Some(&public), 1).unwrap();
        assert_eq!(Value::from(found.all_hold()), case["expected"]["feasible"], "{}", case["id"]);
        assert_eq!(found.guarantees[0].measured["max"], case["expected"]["ratio"]);
    }
    assert_eq!(checked, 2);
}

#[test]
fn presence_of_multisets() {
    let mut checked = 0;
    for case in cases("presence_check.json") {
        let Value::Array(_) = case["input"]["P_qi"] else { continue };
        checked += 1;
        let table = |key: &str| column(texts(&case["input"][key]));
        let (published, public) = (table("T_qi"), table("P_qi"));
        let delta = texts(&case["input"]["delta"]);
        let asked = Asked::about("a", "").demanding([presence(&delta[0], &delta[1])]);
        let found = asked.with(&published, Some(&public), 1).unwrap();
        let attacked = asked.attacked(&published, &public, None, 9);
        if case["expected"]["error"].is_string() {
            assert!(!found.all_hold(), "{}", case["id"]);
            assert!(matches!(attacked, Err(JudgeError::DoesNotFit { .. })), "{}", case["id"]);
            continue;
        }
        assert_eq!(Value::from(found.all_hold()), case["expected"]["delta_present"]);
        for exposed in attacked.unwrap().worst {
            let counts = &case["expected"]["classes"][exposed.values["a"].as_str().unwrap()];
            let (members, people) = (counts[0].as_u64().unwrap(), counts[1].as_u64().unwrap());
            let expected = Fraction::new(members, people).to_string();
            assert_eq!(exposed.presence, Readings::One(expected), "{}", case["id"]);
        }
    }
    assert_eq!(checked, 3);
}

#[test]
fn presence_of_overlapping_classes() {
    let cases = cases("presence_overlap.json");
    assert!(cases.len() >= 9);
    for case in cases {
        let people = case["input"]["n_P"].as_u64().unwrap();
        let public = column((0..people).map(|person| person.to_string()));
        let rows = case["input"]["rows_of_Tstar_as_sets_of_matching_P"].as_array().unwrap();
        let set = |row: &Value| {
            let members: Vec<String> =
                row.as_array().unwrap().iter().map(ToString::to_string).collect();
            format!("{{{}}}", members.join("|"))
        };
        let published = column(rows.iter().map(set));
        let asked = Asked::about("a", "");
        let attacked = asked.attacked(&published, &public, None, people as usize);
        if case["expected"]["error"].is_string() {
            let error = attacked.unwrap_err();
            assert!(matches!(error, JudgeError::DoesNotFit { .. }), "{error}");
            continue;
        }
        let attacked = attacked.unwrap();
        let readings = ["subset_model", "matching_model"].map(|key| texts(&case["expected"][key]));
        let [subset, matching] = &readings;
        let expected: Vec<Readings<String>> = (subset.iter().zip(matching))
            .map(|(subset, matching)| match attacked.overlapping {
                true => Readings::Both {
                    subset: Some(subset.clone()),
                    matching: Some(matching.clone()),
                },
                false => Readings::One(subset.clone()),
            })
            .collect();
        assert_eq!(presences(&attacked), expected, "{}", case["id"]);
        let mut all: Vec<Fraction> =
            readings.iter().flatten().map(|text| text.parse().unwrap()).collect();
        all.sort();
        // The tightest delta holds, in the worse of both readings; no tighter one does.
        let (min, max) = (all[0], all[all.len() - 1]);
        let hundredth = Fraction::new(1, 100).to_f64();
        let tighter = |f: Fraction, by: f64| format!("{:.6}", f.to_f64() + by);
        let demands = [
            presence(&min.to_string(), &max.to_string()),
            presence(&tighter(min, hundredth), "1"),
            presence("0", &tighter(max, -hundredth)),
        ];
        let asked = Asked::about("a", "").demanding(demands);
        let found = asked.with(&published, Some(&public), 1).unwrap().guarantees;
        let holds: Vec<bool> = found.iter().map(|guarantee| guarantee.holds).collect();
        assert_eq!(holds, [true, false, false], "{}", case["id"]);
    }
}

#[test]
fn beyond_the_papers() {
    let cases = cases("beyond.json");
    let case = |id: &str| cases.iter().find(|case| case["id"] == id).unwrap();

    let personal = case("personalised-merge");
    let class = |name: &str| {
        let class = &personal["input"][name];
        let limits = texts(&class["limits"]);
        let count = |key: &str| class[key].as_u64().unwrap() as usize;
        let people = vec![format!("{name},{},{}", limits[0], limits[1]); count("n")];
        (people, vec![name.to_owned(); count("n1")])
    };
    let ((people, members), (more_people, more_members)) = (class("E1"), class("E2"));
    let header = std::iter::once("a,lo,hi".to_owned());
    let public = Sheet::new(header.chain(people).chain(more_people));
    let rows: Vec<String> = members.into_iter().chain(more_members).collect();
    let demand = Demand::PersonalPresence(PersonalPresence { low: "lo".into(), high: "hi".into() });
    let asked = Asked::about("a", "").demanding([demand]);
    let apart = asked.with(&column(rows.clone()), Some(&public), 1).unwrap();
    assert!(apart.all_hold());
    let merged = asked.with(&column(vec!["*".to_owned(); rows.len()]), Some(&public), 1).unwrap();
    assert_eq!(Value::from(merged.all_hold()), personal["expected"]["merged_ok"]);
    assert_eq!(merged.guarantees[0].measured["max"], personal["expected"]["merged_ratio"]);

    let joint = case("joint-presence");
    let limits = &joint["input"]["limits"];
    let secrets = joint["input"]["class"]["sensitive"].as_object().unwrap();
    let rows = secrets
        .iter()
        .flat_map(|(secret, rows)| vec![format!("x,{secret}"); rows.as_u64().unwrap() as usize]);
    let published = Sheet::new(std::iter::once("a,s".to_owned()).chain(rows));
    let people = joint["input"]["class"]["n"].as_u64().unwrap() as usize;
    let delta = texts(&limits["presence"]);
    let mut demands = vec![presence(&delta[0], &delta[1])];
    demands.extend(secrets.keys().map(|secret| {
        Demand::JointPresence(JointPresence {
            column: "s".into(),
            value: Some(secret.clone()),
            most: limits[secret].as_str().unwrap().parse().unwrap(),
            prior: None,
        })
    }));
    let asked = Asked::about("a", "s").demanding(demands);
    let found = asked.with(&published, Some(&column(vec!["x".to_owned(); people])), 1).unwrap();
    assert_eq!(Value::from(found.all_hold()), joint["expected"]["ok"]);
    for (secret, guarantee) in secrets.keys().zip(&found.guarantees[1..]) {
        assert_eq!(guarantee.measured, joint["expected"][format!("P(in T and {secret})")]);
    }

    let distribution = case("distribution-1");
    let input = |key: &str| distribution["input"][key].as_u64().unwrap();
    let (members, rows) = (input("n1") as usize, input("m") as usize);
    let published =
        column([vec!["x".to_owned(); members], vec!["y".to_owned(); rows - members]].concat());
    let shares = Sheet::new(["a,share", "x,0.1", "y,0.9"]);
    assert_eq!(distribution["input"]["q"], "1/10");
    let knowledge =
        Knowledge::Distribution { people: input("N"), confidence: Fraction::new(99, 100) };
    let most = distribution["input"]["delta_max"].as_str().unwrap();
    let asked = Asked::about("a", "").demanding([presence_given("0", most, knowledge)]);
    let found = asked.beside(&published, None, Some(&shares), 1).unwrap();
    assert!(found.all_hold());
    let confidence = found.guarantees[0].measured["confidence"].as_f64().unwrap();
    let expected = distribution["expected"]["confidence_approx"].as_f64().unwrap();
    assert!((confidence / expected - 1.0).abs() < 1e-6, "{confidence}");
}
