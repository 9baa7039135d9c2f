//! Presence against trying every world, and everything that gives members away.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;

use common::{Asked, Sheet, chains, presence, presence_given};
use incrowd_judge::{Attacked, JudgeError, Readings};
use incrowd_terms::{Demand, Fraction, Guarantee, Knowledge};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A published range of two numbers, and how many rows it has.
type Range = (u8, u8, u8, u8, usize);

/// For each person the sets of people and the assignments of rows that hold the person, and all.
struct Worlds {
    in_sets: Vec<u64>,
    in_assignments: Vec<u64>,
    sets: u64,
    assignments: u64,
}

impl Worlds {
    fn of(people: &[(u8, u8)], rows: &[Range]) -> Self {
        let covers = |row: &Range, person: usize| {
            let (x, y) = people[person];
            (row.0..=row.1).contains(&x) && (row.2..=row.3).contains(&y)
        };
        let single: Vec<&Range> = rows.iter().flat_map(|row| vec![row; row.4]).collect();
        let mut worlds: Vec<u32> = vec![0];
        for row in single {
            let free = |world: u32| (0..people.len()).filter(move |p| world >> p & 1 == 0);
            let next =
                |&world: &u32| free(world).filter(|&p| covers(row, p)).map(move |p| world | 1 << p);
            worlds = worlds.iter().flat_map(next).collect();
        }
        let sets: BTreeSet<u32> = worlds.iter().copied().collect();
        let with = |person: usize, world: &u32| world >> person & 1 == 1;
        Worlds {
            in_sets: (0..people.len())
                .map(|p| sets.iter().filter(|w| with(p, w)).count() as u64)
                .collect(),
            in_assignments: (0..people.len())
                .map(|p| worlds.iter().filter(|w| with(p, w)).count() as u64)
                .collect(),
            sets: sets.len() as u64,
            assignments: worlds.len() as u64,
        }
    }

    /// Each person's presence in both readings.
    fn presences(&self) -> Vec<(Fraction, Fraction)> {
        let both = self.in_sets.iter().zip(&self.in_assignments);
        both.map(|(&a, &b)| (Fraction::new(a, self.sets), Fraction::new(b, self.assignments)))
            .collect()
    }
}

fn sheets(people: &[(u8, u8)], rows: &[Range]) -> (Sheet, Sheet) {
    let header = || std::iter::once("x,y".to_owned());
    let public = Sheet::new(header().chain(people.iter().map(|(x, y)| format!("{x},{y}"))));
    let line = |row: &Range| format!("\"[{},{}]\",\"[{},{}]\"", row.0, row.1, row.2, row.3);
    let lines = rows.iter().flat_map(|row| std::iter::repeat_n(line(row), row.4));
    (Sheet::new(header().chain(lines)), public)
}

fn ranges() -> impl Strategy<Value = Range> {
    (0_u8..4, 0_u8..4, 0_u8..4, 0_u8..4, 1_usize..3)
        .prop_map(|(a, b, c, d, rows)| (a.min(b), a.max(b), c.min(d), c.max(d), rows))
}

/// The presence of each line of the population, as the adversary lists it.
fn listed(attacked: &Attacked, people: usize) -> Vec<(Fraction, Fraction)> {
    let mut lines = vec![(Fraction::ZERO, Fraction::ZERO); people];
    assert_eq!(attacked.worst.len(), people);
    let read = |text: &String| text.parse::<Fraction>().unwrap();
    for exposed in &attacked.worst {
        lines[exposed.line as usize - 2] = match &exposed.presence {
            Readings::One(text) => (read(text), read(text)),
            Readings::Both { subset, matching } => {
                (read(subset.as_ref().unwrap()), read(matching.as_ref().unwrap()))
            }
        };
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn judged_presence_is_that_of_all_worlds(
        people in prop::collection::vec((0_u8..4, 0_u8..4), 1..8),
        rows in prop::collection::vec(ranges(), 1..4),
        (a, b) in (0_u64..=12, 0_u64..=12),
    ) {
        let (least, most) = (Fraction::new(a.min(b), 12), Fraction::new(a.max(b), 12));
        let (published, public) = sheets(&people, &rows);
        let worlds = Worlds::of(&people, &rows);
        let demand = Demand::Presence { least, most, knowledge: Knowledge::Table };
        let asked = Asked::about("x,y", "").demanding([demand]);
        let found = asked.with(&published, Some(&public), 2).unwrap();
        let guarantee = &found.guarantees[0];
        let attacked = asked.attacked(&published, &public, None, people.len());
        if worlds.sets == 0 {
            prop_assert!(!guarantee.holds);
            prop_assert_eq!(&guarantee.measured, &json!({"min": null, "max": null}));
            let misfit = matches!(attacked, Err(JudgeError::DoesNotFit { .. }));
            prop_assert!(misfit);
            return Ok(());
        }
        let presences = worlds.presences();
        let all = || presences.iter().flat_map(|&(a, b)| [a, b]);
        let (min, max) = (all().min().unwrap(), all().max().unwrap());
        prop_assert_eq!(guarantee.holds, least <= min && max <= most, "{:?}", guarantee);
        prop_assert_eq!(&guarantee.measured["min"], &json!(min));
        prop_assert_eq!(&guarantee.measured["max"], &json!(max));
        let range = found.presence.unwrap();
        prop_assert_eq!((range.min, range.max), (Some(min.to_string()), Some(max.to_string())));
        let attacked = attacked.unwrap();
        prop_assert_eq!(listed(&attacked, people.len()), presences.clone());
        let certain = |end: Fraction| presences.iter().filter(|p| p.0 == end).count() as u64;
        prop_assert_eq!(attacked.certainly_in, certain(Fraction::ONE));
        prop_assert_eq!(attacked.certainly_out, certain(Fraction::ZERO));
        let exposure: Vec<Fraction> = attacked.worst.iter()
            .map(|e| presences[e.line as usize - 2]).map(|(a, b)| a.max(b)).collect();
        prop_assert!(exposure.is_sorted_by(|a, b| a >= b));
        let buckets = match &attacked.histogram {
            Readings::One(buckets) => vec![buckets],
            Readings::Both { subset, matching } => subset.iter().chain(matching).collect(),
        };
        for buckets in buckets {
            prop_assert_eq!(buckets.iter().map(|b| b.people).sum::<u64>(), people.len() as u64);
        }
    }

    /// Beliefs, weighed by the definition: all sets of the people of each class.
    #[test]
    fn weighed_beliefs_are_those_of_all_worlds(
        people in prop::collection::vec((0_u8..3, 0_u64..5), 1..9),
        rows in prop::collection::vec(0_usize..3, 3),
    ) {
        let line = |(class, belief): &(u8, u64)| format!("c{class},{belief}/4");
        let lines = people.iter().map(line);
        let public = Sheet::new(std::iter::once("a,p".to_owned()).chain(lines));
        let classes = (0..3_usize).flat_map(|class| vec![format!("c{class}"); rows[class]]);
        let published = Sheet::new(std::iter::once("a".to_owned()).chain(classes));
        prop_assume!(rows.iter().sum::<usize>() > 0);
        let fits = |set: u32| (0..3_u8).all(|class| {
            let inside = people.iter().enumerate().filter(|(p, (c, _))| *c == class && set >> p & 1 == 1);
            inside.count() == rows[usize::from(class)]
        });
        let weight = |set: u32| -> u64 {
            let factor = |(p, &(_, b)): (usize, &(u8, u64))| if set >> p & 1 == 1 { b } else { 4 - b };
            people.iter().enumerate().map(factor).product()
        };
        let sets: Vec<u32> = (0..1 << people.len()).filter(|&set| fits(set)).collect();
        let whole: u64 = sets.iter().map(|&set| weight(set)).sum();
        let asked = Asked::about("a", "").demanding([presence_given("1/4", "3/4", Knowledge::Prior { column: "p".into() })]);
        let guarantee = asked.with(&published, Some(&public), 2).unwrap().guarantees.remove(0);
        let attacked = asked.attacked(&published, &public, Some("p"), people.len());
        if whole == 0 {
            prop_assert!(!guarantee.holds && attacked.is_err(), "{:?}", guarantee);
            return Ok(());
        }
        let part = |p: usize| sets.iter().filter(|&&set| set >> p & 1 == 1).map(|&set| weight(set)).sum();
        let expected: Vec<Fraction> = (0..people.len()).map(|p| Fraction::new(part(p), whole)).collect();
        let (min, max) = (expected.iter().min().unwrap(), expected.iter().max().unwrap());
        prop_assert_eq!(&guarantee.measured, &json!({"min": min, "max": max}));
        let inside = |f: &Fraction| Fraction::new(1, 4) <= *f && *f <= Fraction::new(3, 4);
        prop_assert_eq!(guarantee.holds, expected.iter().all(inside));
        let listed: Vec<Fraction> =
            listed(&attacked.unwrap(), people.len()).into_iter().map(|(first, _)| first).collect();
        prop_assert_eq!(listed, expected);
    }
}

fn judged(asked: Asked, published: &[&str], public: &[&str]) -> Vec<Guarantee> {
    let (published, public) = (Sheet::new(published), Sheet::new(public));
    asked.with(&published, Some(&public), 2).unwrap().guarantees
}

/// A guarantee's words, without the folder of the test's tables.
fn words(guarantee: &Guarantee) -> String {
    let words = guarantee.worst.clone().unwrap_or_default();
    let mut parts = words.split(' ').map(|word| match word.rsplit_once("/judge-") {
        Some((_, name)) => format!(
            "FILE{}",
            name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-' || c == '.')
        ),
        None => word.to_owned(),
    });
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |text, word| text + " " + &word)
}

#[test]
fn a_box_around_members_only_is_caught() {
    let (published, public) = (["age", "5"], ["age", "1", "5", "9"]);
    let found =
        judged(Asked::about("age", "").demanding([presence("0", "1/2")]), &published, &public);
    assert_eq!(found[0].measured, json!({"min": "0", "max": "1"}));
    assert_eq!(
        words(&found[0]),
        "class (age=5) has 1 row for 1 person: presence 1, from 0 to 1/2 allowed"
    );
    let (published, public) = (Sheet::new(published), Sheet::new(public));
    let attacked = Asked::about("age", "").attacked(&published, &public, None, 1).unwrap();
    let expected = json!({
        "people": 3,
        "published_rows": 1,
        "overlapping": false,
        "presence": {"min": "0", "max": "1"},
        "certainly_in": 1,
        "certainly_out": 2,
        "histogram": [
            {"from": "0", "to": "0", "people": 2},
            {"from": "1", "to": "1", "people": 1},
        ],
        "worst": [
            {"line": 3, "values": {"age": "5"}, "presence": "1", "class": "class (age=5)"},
        ],
    });
    assert_eq!(serde_json::to_value(attacked).unwrap(), expected);
}

/// Table 1 of paper 000, published by MPALM n1's classes with least common ancestors.
#[test]
fn least_common_ancestors_are_caught() {
    let public = [
        "zip,age,nationality",
        "47906,35,USA",
        "47903,59,Canada",
        "47906,42,USA",
        "47630,18,Brazil",
        "47630,22,Brazil",
        "47633,63,Peru",
        "48973,33,Spain",
        "48972,47,Bulgaria",
        "48970,52,France",
    ];
    let published = [
        "zip,age,nationality",
        "47906,*,USA",
        "47*,*,America",
        "47*,*,America",
        "489*,*,Europe",
        "489*,*,Europe",
    ];
    let zip = [
        "47906;4790*;479*;47*;4*;*",
        "47903;4790*;479*;47*;4*;*",
        "47630;4763*;476*;47*;4*;*",
        "47633;4763*;476*;47*;4*;*",
        "48973;4897*;489*;48*;4*;*",
        "48972;4897*;489*;48*;4*;*",
        "48970;4897*;489*;48*;4*;*",
    ];
    let nationality = [
        "USA;N. America;America;*",
        "Canada;N. America;America;*",
        "Brazil;S. America;America;*",
        "Peru;S. America;America;*",
        "Spain;Europe;Europe;*",
        "Bulgaria;Europe;Europe;*",
        "France;Europe;Europe;*",
    ];
    let mut asked = Asked::about("zip,age,nationality", "").demanding([presence("1/2", "2/3")]);
    asked.hierarchies.insert("zip".into(), chains(&zip));
    asked.hierarchies.insert("nationality".into(), chains(&nationality));
    let (published, public) = (Sheet::new(published), Sheet::new(public));
    let found = asked.with(&published, Some(&public), 2).unwrap();
    assert!(!found.all_hold());
    let expected = json!({
        "min": "2/5",
        "max": "7/10",
        "subset": {"min": "7/16", "max": "2/3"},
        "matching": {"min": "2/5", "max": "7/10"},
    });
    assert_eq!(found.guarantees[0].measured, expected);
    assert_eq!(
        words(&found.guarantees[0]),
        "4 people of FILE, line 3 first, who match class (zip=47*, age=*, nationality=America): \
         presence 7/16 if all subsets are as likely, 2/5 if all assignments are, \
         from 1/2 to 2/3 allowed"
    );
    let attacked = asked.attacked(&published, &public, None, 2).unwrap();
    assert!(attacked.overlapping);
    let exposed: Vec<u64> = attacked.worst.iter().map(|exposed| exposed.line).collect();
    assert_eq!(exposed, [2, 4]);
    assert_eq!(
        attacked.worst[0].class.as_deref(),
        Some(
            "class (zip=47906, age=*, nationality=USA) and class (zip=47*, age=*, nationality=America)"
        )
    );
}

#[test]
fn suppressed_rows_are_caught_if_absence_is_to_be_hidden() {
    let public = ["age", "1", "1", "2", "2", "7"];
    let demands = [presence("0", "1/2"), presence("1/10", "1/2")];
    let found = judged(
        Asked::about("age", "").demanding(demands),
        &["age", "\"[1,2]\"", "\"[1,2]\""],
        &public,
    );
    assert!(found[0].holds && !found[1].holds);
    assert_eq!(
        words(&found[1]),
        "1 person of FILE match no published class, line 6 first: presence 0, from 1/10 to 1/2 allowed"
    );
    // Rows of stars say how many more there are.
    let mut asked = Asked::about("age", "").demanding([presence("0", "1")]);
    asked.skip_suppressed = true;
    let found = judged(asked, &["age", "1", "*"], &public);
    assert_eq!(words(&found[0]), "1 row of stars tell that as many more people are in the table");
}

#[test]
fn tables_that_fit_no_population_promise_nothing() {
    let asked = || Asked::about("age", "").demanding([presence("0", "1")]);
    let found = judged(asked(), &["age", "3", "4"], &["age", "3"]);
    assert_eq!(words(&found[0]), "class (age=4) has 1 row, but 0 people of FILE match it");
    let overlapping = ["age", "\"[1,2]\"", "\"[1,3]\"", "\"[2,3]\"", "\"[2,3]\""];
    let found = judged(asked(), &overlapping, &["age", "1", "2", "3", "9"]);
    assert_eq!(
        words(&found[0]),
        "3 classes, class (age=[1,2]) among them, have 4 rows, but 3 people of FILE match them"
    );
    let (published, public) = (Sheet::new(overlapping), Sheet::new(["age", "1", "2", "3", "9"]));
    let error = asked().attacked(&published, &public, None, 0).unwrap_err();
    assert!(matches!(error, JudgeError::DoesNotFit { .. }) && error.file().is_some(), "{error}");
    let missing = Asked::about("age", "").demanding([presence("0", "1")]).of(&published);
    assert!(matches!(missing, Err(JudgeError::NoPopulation { model: "delta-presence" })));
}

#[test]
fn limits_of_ones_own_are_kept_person_by_person() {
    let public = ["a,lo,hi", "x,0,50%", "x,0.1,1/2", "x,1/3,1/3", "y,0,1/10", "y,0,1"];
    let demand = || Demand::PersonalPresence { low: "lo".into(), high: "hi".into() };
    let asked = || Asked::about("a", "").demanding([demand()]);
    let found = judged(asked(), &["a", "x"], &public);
    assert!(found[0].holds, "{found:?}");
    assert_eq!(found[0].measured, json!({"min": "0", "max": "1/3"}));
    let found = judged(asked(), &["a", "x", "y"], &public);
    assert_eq!(words(&found[0]), "line 5 of FILE: presence 1/2, from 0 to 1/10 allowed");
    let found = judged(asked(), &["a", "x", "*"], &public);
    assert_eq!(
        words(&found[0]),
        "some people match several published classes: this model is decided only where nobody does"
    );
}

#[test]
fn unreadable_probabilities_are_named() {
    let demand = || Demand::PersonalPresence { low: "lo".into(), high: "hi".into() };
    let ask = |line: &str| {
        let asked = Asked::about("a", "").demanding([demand()]);
        let public = Sheet::new(["a,lo,hi", "x,0,1", line, "x,0,often"]);
        asked.with(&Sheet::new(["a", "x"]), Some(&public), 2).unwrap_err()
    };
    let error = ask("x,rarely,1");
    assert_eq!(
        (error.line(), error.column(), error.value()),
        (Some(3), Some("lo"), Some("rarely"))
    );
    assert!(error.to_string().contains("line 3, column `lo`: 'rarely' is not a number"), "{error}");
    let error = ask("x,0,1.5");
    assert_eq!((error.line(), error.column(), error.value()), (Some(3), Some("hi"), Some("1.5")));
    assert!(
        error.to_string().ends_with("`1.5` is above 1; write a probability from 0 to 1"),
        "{error}"
    );
    let prior = Knowledge::Prior { column: "belief".into() };
    let asked = Asked::about("a", "").demanding([presence_given("0", "1", prior)]);
    let public = Sheet::new(["a", "x"]);
    let error = asked.with(&public, Some(&public), 1).unwrap_err();
    assert!(matches!(error, JudgeError::UnknownColumn { column, .. } if column == "belief"));
}

#[test]
fn beliefs_are_weighed_in_words() {
    let prior = || Knowledge::Prior { column: "p".into() };
    let asked = || Asked::about("a", "").demanding([presence_given("0", "3/4", prior())]);
    let public = ["a,p", "x,0.9", "x,0.1", "y,0.2"];
    let found = judged(asked(), &["a", "x"], &public);
    // 81/82: the odds of the one in and the other out against the reverse.
    assert_eq!(
        words(&found[0]),
        "line 2 of FILE: 9/10 was believed, then presence 81/82, from 0 to 3/4 allowed"
    );
    let found = judged(asked(), &["a", "x"], &["a,p", "x,1", "x,1", "y,1"]);
    assert_eq!(
        words(&found[0]),
        "1 person of FILE who match no class are believed to be in the table certainly, which has 0 rows for them"
    );
    let found = judged(asked(), &["a", "x"], &["a,p", "x,0", "x,0", "y,0.5"]);
    assert_eq!(
        words(&found[0]),
        "0 people of FILE who match class (a=x) are believed to be in the table possibly, which has 1 row for them"
    );
}

#[test]
fn secrets_are_joined_with_presence() {
    let public = ["a"].into_iter().chain(["x"; 10]).chain(["y"; 4]).collect::<Vec<_>>();
    let published = ["a,s", "x,hiv", "x,flu", "x,flu", "x,flu", "y,flu"];
    let joint = |value: Option<&str>, most: &str| Demand::JointPresence {
        column: "s".into(),
        value: value.map(str::to_owned),
        most: most.parse().unwrap(),
    };
    let demands = [
        joint(Some("hiv"), "1/10"),
        joint(Some("flu"), "1/4"),
        joint(None, "0.3"),
        joint(Some("gout"), "0"),
    ];
    let found = judged(Asked::about("a", "s").demanding(demands), &published, &public);
    assert_eq!(found.iter().map(|g| g.holds).collect::<Vec<_>>(), [true, false, true, true]);
    assert_eq!(
        found.iter().map(|g| g.measured.clone()).collect::<Vec<Value>>(),
        ["1/10", "3/10", "3/10", "0"]
    );
    assert_eq!(
        words(&found[1]),
        "class (a=x): 3 of 10 people are in the table with flu, which is 3/10, at most 1/4 allowed"
    );
    // A group divides classes, but nobody outside knows who is in which.
    let mut asked = Asked::about("a", "s").demanding([joint(None, "0.3")]);
    asked.group = Some("g".into());
    let groups = ["a,g,s", "x,1,hiv", "x,1,flu", "x,2,flu", "x,2,flu"];
    assert_eq!(judged(asked, &groups, &public)[0].measured, json!("3/10"));
}

#[test]
fn a_distribution_stands_for_people_who_are_not_known() {
    let knowledge = |confidence| Knowledge::Distribution {
        people: 100,
        confidence: Fraction::new(confidence, 1000),
    };
    let demands = |confidence| [presence_given("0", "1/2", knowledge(confidence))];
    let published = ["a"].into_iter().chain(["x"; 3]).chain(["y"; 7]);
    let published = Sheet::new(published);
    let ask = |confidence, distribution: &Sheet| {
        let asked = Asked::about("a", "").demanding(demands(confidence));
        asked.beside(&published, None, Some(distribution), 2)
    };
    let distribution = Sheet::new(["a,share", "x,1e1", "y,90", "z,0"]);
    let found = ask(995, &distribution).unwrap().guarantees.remove(0);
    assert!(found.holds, "{found:?}");
    let found = ask(996, &distribution).unwrap().guarantees.remove(0);
    assert!(!found.holds);
    assert!(
        words(&found)
            .starts_with("class (a=x): from 0 to 1/2 allowed, broken with probability 4.6"),
        "{}",
        words(&found)
    );
    assert_eq!(found.measured["min"], Value::Null);
    // People whom no class matches have no presence at all.
    let elsewhere = Sheet::new(["a,share", "x,10", "y,80", "z,10"]);
    assert!(ask(990, &elsewhere).unwrap().all_hold());
    let asked = Asked::about("a", "").demanding([presence_given("1/100", "1/2", knowledge(900))]);
    let found = asked.beside(&published, None, Some(&elsewhere), 2).unwrap().guarantees.remove(0);
    assert!(
        words(&found).starts_with("1e-1 of the population match no published class"),
        "{}",
        words(&found)
    );
    let error = ask(990, &Sheet::new(["a,share", "x,1", "y,-3"])).unwrap_err();
    assert_eq!((error.line(), error.column(), error.value()), (Some(3), Some("share"), Some("-3")));
    let error = ask(990, &Sheet::new(["a,share", "x,0"])).unwrap_err();
    assert!(matches!(error, JudgeError::EmptyDistribution { .. }));
    let error = Asked::about("a", "").demanding(demands(990)).of(&published).unwrap_err();
    assert!(matches!(error, JudgeError::NoDistribution { .. }));
    let mut asked = Asked::about("a", "").demanding(demands(990));
    asked.sample_rows = Some(101);
    let error = asked.beside(&published, None, Some(&distribution), 1).unwrap_err();
    assert!(matches!(error, JudgeError::PopulationTooSmall { people: 100, rows: 101 }));
}

#[test]
fn presence_is_measured_unasked_where_it_is_cheap() {
    let public = Sheet::new(["a", "1", "2", "3"]);
    let range = |lines: &[&str]| {
        let found = Asked::about("a", "").with(&Sheet::new(lines), Some(&public), 1).unwrap();
        serde_json::to_value(found).unwrap().get("presence").cloned()
    };
    assert_eq!(range(&["a", "\"[1,2]\""]), Some(json!({"min": "0", "max": "1/2"})));
    assert_eq!(range(&["a", "9"]), Some(json!({"min": null, "max": null})));
    assert_eq!(range(&["a", "\"[1,2]\"", "2"]), None);
    let none = Asked::about("a", "").of(&public).unwrap();
    assert_eq!(none.presence, None);
}

#[test]
fn the_most_exposed_are_listed_line_by_line() {
    let public = Sheet::new(["a", "x", "y", "x", "z", "y", "x", "z"]);
    let published = Sheet::new(["a", "y", "x", "x", "x"]);
    let worst = |number| {
        let attacked = Asked::about("a", "").attacked(&published, &public, None, number).unwrap();
        attacked.worst.iter().map(|e| (e.line, e.presence.clone())).collect::<Vec<_>>()
    };
    let one = |text: &str| Readings::One(text.to_owned());
    let all = [
        (2, one("1")),
        (4, one("1")),
        (7, one("1")),
        (3, one("1/2")),
        (6, one("1/2")),
        (5, one("0")),
        (8, one("0")),
    ];
    for number in 0..9 {
        assert_eq!(worst(number), all[..number.min(7)], "{number}");
    }
}
