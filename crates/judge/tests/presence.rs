//! Presence against trying every world, and everything that gives members away.

use std::collections::BTreeSet;

use incrowd_judge::{AttackFindings, JudgeError, Readings};
use incrowd_terms::{Demand, Fraction, KMap, KMapPopulation, Knowledge, Presence, WeakKAnonymity};
use proptest::prelude::*;
use serde_json::json;

use crate::common::{Asked, Sheet, chains, judged, presence, presence_given, words};

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

/// For each published range the people who are one of its rows while all other rows are somebody too;
/// nothing if not all rows can be somebody.
fn who_can_be_whom(people: &[(u8, u8)], rows: &[Range]) -> Option<Vec<BTreeSet<usize>>> {
    let single: Vec<usize> =
        rows.iter().enumerate().flat_map(|(at, row)| vec![at; row.4]).collect();
    let mut found = vec![BTreeSet::new(); rows.len()];
    let mut taken = Vec::new();
    assign(people, rows, &single, &mut taken, &mut found);
    found.iter().all(|people| !people.is_empty()).then_some(found)
}

/// Tries every person for the next row, and notes who is whom where all rows are somebody.
fn assign(
    people: &[(u8, u8)],
    rows: &[Range],
    single: &[usize],
    taken: &mut Vec<usize>,
    found: &mut [BTreeSet<usize>],
) {
    let Some(&at) = single.get(taken.len()) else {
        for (&at, &person) in single.iter().zip(&*taken) {
            found[at].insert(person);
        }
        return;
    };
    for (person, (x, y)) in people.iter().enumerate() {
        let row = &rows[at];
        let covered = (row.0..=row.1).contains(x) && (row.2..=row.3).contains(y);
        if covered && !taken.contains(&person) {
            taken.push(person);
            assign(people, rows, single, taken, found);
            taken.pop();
        }
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
fn listed(attacked: &AttackFindings, people: usize) -> Vec<(Fraction, Fraction)> {
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
        let demand = Demand::Presence(Presence { least, most, knowledge: Knowledge::Table });
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

    /// k-map and weak k-anonymity count the people whom a row can mean beside all other rows.
    #[test]
    fn k_map_counts_who_can_be_whom(
        people in prop::collection::vec((0_u8..4, 0_u8..4), 1..8),
        rows in prop::collection::vec(ranges(), 1..4),
        k in 1_u64..5,
    ) {
        // A range that is listed twice is one class.
        let mut merged: Vec<Range> = Vec::new();
        for row in rows {
            let same = |other: &&mut Range| (other.0, other.1, other.2, other.3) == (row.0, row.1, row.2, row.3);
            match merged.iter_mut().find(same) {
                Some(other) => other.4 += row.4,
                None => merged.push(row),
            }
        }
        let (published, public) = sheets(&people, &merged);
        let map = Demand::KMap(KMap { k, population: KMapPopulation::Table });
        let weak = Demand::WeakKAnonymity(WeakKAnonymity { k });
        let asked = Asked::about("x,y", "").demanding([map, weak]);
        let found = asked.with(&published, Some(&public), 2).unwrap();
        let covers = |row: &Range, (x, y): &(u8, u8)| {
            (row.0..=row.1).contains(x) && (row.2..=row.3).contains(y)
        };
        let overlap = |person: &(u8, u8)| merged.iter().filter(|row| covers(row, person)).count() > 1;
        let matches = |row: &Range| people.iter().filter(|person| covers(row, person)).count() as u64;
        let least = match who_can_be_whom(&people, &merged) {
            Some(sets) => sets.iter().map(|people| people.len() as u64).min(),
            // The register lacks people. By the definition every range still matches whom it matches.
            None if !people.iter().any(overlap) => merged.iter().map(matches).min(),
            None => None,
        };
        for guarantee in &found.guarantees {
            prop_assert_eq!(guarantee.holds, least.is_some_and(|least| least >= k), "{:?}", guarantee);
            if let Some(least) = least {
                prop_assert_eq!(&guarantee.measured, &json!(least));
            }
        }
        let risk = least.filter(|&least| least > 0).map(|least| 1.0 / least as f64);
        if least.is_some() {
            prop_assert_eq!(found.risk.journalist, risk);
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
        "unknown": 0,
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

/// Table 1 of Nergiz, Atzori & Clifton 2007, published by MPALM n1's classes with least common ancestors.
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
        "class (zip=47*, age=*, nationality=America) covers 4 people of FILE, line 3 first: \
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
        "1 person of FILE matches no published class, line 6 first: presence 0, from 1/10 to 1/2 allowed"
    );
    // Rows of stars say how many more there are.
    let mut asked = Asked::about("age", "").demanding([presence("0", "1")]);
    asked.skip_suppressed = true;
    let found = judged(asked, &["age", "1", "*"], &public);
    assert_eq!(words(&found[0]), "1 row of stars: as many more people are in the table");
}

#[test]
fn tables_that_fit_no_population_promise_nothing() {
    let asked = || Asked::about("age", "").demanding([presence("0", "1")]);
    let found = judged(asked(), &["age", "3", "4"], &["age", "3"]);
    assert_eq!(words(&found[0]), "class (age=4) has 1 row, but covers 0 people of FILE");
    let overlapping = ["age", "\"[1,2]\"", "\"[1,3]\"", "\"[2,3]\"", "\"[2,3]\""];
    let found = judged(asked(), &overlapping, &["age", "1", "2", "3", "9"]);
    assert_eq!(
        words(&found[0]),
        "3 classes, class (age=[1,2]) among them, have 4 rows, but cover 3 people of FILE"
    );
    let (published, public) = (Sheet::new(overlapping), Sheet::new(["age", "1", "2", "3", "9"]));
    let error = asked().attacked(&published, &public, None, 0).unwrap_err();
    assert!(matches!(error, JudgeError::DoesNotFit { .. }) && error.file().is_some(), "{error}");
    let missing = Asked::about("age", "").demanding([presence("0", "1")]).of(&published);
    assert!(matches!(missing, Err(JudgeError::NoPopulation { model: "delta-presence" })));
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
