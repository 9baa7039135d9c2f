//! Risks of visit tables, in which people have several rows, against their definitions.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_judge::{Findings, Person, Question, judge, risk};
use incrowd_terms::{Demand, Diversity, LDiversity, RiskKind};
use proptest::prelude::*;

use super::{Case, table, with_people};
use crate::common::names;

/// A row of a table of visits: class, person and a number that is a secret.
#[derive(Clone, Copy, Debug)]
struct Visit {
    class: usize,
    person: u32,
    salary: i64,
}

/// Eight classes of up to three people with up to three rows each. What the people of a class earn
/// differs by as much as `width`.
fn visits() -> impl Strategy<Value = Vec<Visit>> {
    let rows = prop::collection::vec((0..8_usize, 0..3_u32, 0..1000_i64), 8..48);
    (rows, 1..120_i64, any::<bool>()).prop_map(|(rows, width, wanders)| {
        let visit = |&(class, at, chance): &(usize, u32, i64)| {
            let salary = 1000 + 100 * class as i64 + chance * width / 1000;
            // People may stand in several classes.
            let person = if wanders { (class as u32 / 2) * 3 + at } else { class as u32 * 3 + at };
            Visit { class, person, salary }
        };
        rows.iter().map(visit).collect()
    })
}

/// The least and the greatest salary of each person of each class.
fn spans(visits: &[Visit]) -> BTreeMap<usize, BTreeMap<u32, (i64, i64)>> {
    let mut spans: BTreeMap<usize, BTreeMap<u32, (i64, i64)>> = BTreeMap::new();
    for visit in visits {
        let span = spans.entry(visit.class).or_default().entry(visit.person);
        let span = span.or_insert((visit.salary, visit.salary));
        *span = (span.0.min(visit.salary), span.1.max(visit.salary));
    }
    spans
}

fn width(people: &[(i64, i64)]) -> i64 {
    let least = people.iter().map(|span| span.0).min().unwrap();
    people.iter().map(|span| span.1).max().unwrap() - least
}

/// How likely so many people, drawn from all, are close: by trying all.
fn chance(all: &[(i64, i64)], people: u32, distance: i64) -> f64 {
    let groups = all.len().pow(people);
    let is_close = |&number: &usize| {
        let drawn: Vec<(i64, i64)> =
            (0..people).map(|at| all[number / all.len().pow(at) % all.len()]).collect();
        (1..=distance).contains(&width(&drawn))
    };
    (0..groups).filter(is_close).count() as f64 / groups as f64
}

/// The people of close classes, if they are too many, by the definition.
fn close(visits: &[Visit]) -> Option<usize> {
    let mut salaries: Vec<i64> = visits.iter().map(|visit| visit.salary).collect();
    salaries.sort_unstable();
    let last = salaries.len() - 1;
    let spread = salaries[(last * 95).div_ceil(100)] - salaries[last * 5 / 100];
    let spans = spans(visits);
    let everywhere: Vec<(i64, i64)> = spans.values().flat_map(BTreeMap::values).copied().collect();
    let everybody: BTreeSet<u32> = visits.iter().map(|visit| visit.person).collect();
    if spread == 0 {
        return None;
    }
    [(1, 1), (10, 10)].into_iter().find_map(|(hundredths, share)| {
        let distance = spread * hundredths / 100;
        let (mut found, mut sum) = (BTreeSet::<u32>::new(), 0.0);
        let (mut by_chance, mut variance) = (0.0, 0.0);
        let mut known: BTreeMap<u32, f64> = BTreeMap::new();
        for people in spans.values().filter(|people| people.len() > 1) {
            let own: Vec<(i64, i64)> = people.values().copied().collect();
            let size = people.len() as u32;
            if (1..=distance).contains(&width(&own)) {
                found.extend(people.keys());
                sum += f64::from(size);
            }
            let likely = *known.entry(size).or_insert_with(|| chance(&everywhere, size, distance));
            by_chance += f64::from(size) * likely;
            variance += f64::from(size).powi(2) * likely * (1.0 - likely);
        }
        let above = sum - by_chance;
        // A tie is not above, whatever rounding makes of it.
        let is_above = above - (4.0 * variance.sqrt()).max(by_chance) > 1e-9;
        (found.len() * 100 >= everybody.len() * share && is_above).then_some(found.len())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn secrets_are_neighbours_by_definition(visits in visits()) {
        prop_assert_eq!(neighbours(&visits), close(&visits));
    }

    /// People whose classes have fewer than l values in common, the worst of them, and the columns in
    /// which their classes differ.
    #[test]
    fn classes_have_few_secrets_in_common_by_definition(
        rows in prop::collection::vec([0..2_u32, 0..3, 0..4, 0..6], 1..30),
        l in 1..4_u64,
    ) {
        let found = judged(&rows, l);
        let risks = risk::several_classes(&found);
        let class = |row: &[u32; 4]| (row[0], row[1]);
        let values = |class: (u32, u32)| -> BTreeSet<u32> {
            rows.iter().filter(|row| (row[0], row[1]) == class).map(|row| row[2]).collect()
        };
        let (mut exposed, mut fewest, mut differ) = (0, usize::MAX, [false; 2]);
        for person in 0..6 {
            let own: BTreeSet<(u32, u32)> =
                rows.iter().filter(|row| row[3] == person).map(class).collect();
            let common = own.iter().map(|&class| values(class)).reduce(|a, b| &a & &b);
            let common = common.map_or(0, |common| common.len());
            if own.len() > 1 && (common as u64) < l {
                exposed += 1;
                fewest = fewest.min(common);
                let first = own.first().unwrap();
                differ[0] |= own.iter().any(|class| class.0 != first.0);
                differ[1] |= own.iter().any(|class| class.1 != first.1);
            }
        }
        prop_assert_eq!(risks.len(), usize::from(exposed > 0));
        let Some(risk) = risks.first() else { return Ok(()) };
        let everybody: BTreeSet<u32> = rows.iter().map(|row| row[3]).collect();
        prop_assert_eq!((risk.count, risk.of), (exposed, everybody.len() as u64));
        let example = risk.example.clone().unwrap();
        let common = if fewest == 0 { "no".to_owned() } else { fewest.to_string() };
        prop_assert!(example.ends_with(&format!("which have {common} 's' in common")), "{example}");
        let flag = match differ {
            [true, false] => Some("`id = a`"),
            [false, true] => Some("`id = b`"),
            _ => None,
        };
        let cure = risk.cure.clone().unwrap();
        prop_assert!(cure.contains("`recoding = anatomy`"));
        prop_assert_eq!(cure.contains("`id = "), flag.is_some(), "{}", cure);
        prop_assert!(flag.is_none_or(|flag| cure.contains(flag)), "{}", cure);
    }
}

/// Classes of three people each who earn the same but for a little.
#[test]
fn close_classes_of_people_are_found() {
    let visit = |at: usize| {
        let class = at / 6;
        let (person, salary) = ((class * 3 + at % 3) as u32, (1000 + 100 * class + at % 2) as i64);
        Visit { class, person, salary }
    };
    let visits: Vec<Visit> = (0..48).map(visit).collect();
    assert_eq!(close(&visits), Some(24));
    assert_eq!(neighbours(&visits), Some(24));
}

/// The people of close classes, if there is a risk.
fn neighbours(visits: &[Visit]) -> Option<usize> {
    let header = ["qi", "salary"].map(str::to_owned).to_vec();
    let row = |visit: &Visit| vec![format!("q{}", visit.class), visit.salary.to_string()];
    let rows: Vec<_> = std::iter::once(header).chain(visits.iter().map(row)).collect();
    let people = visits.iter().map(|visit| visit.person).collect();
    let case = Case { people: Some(people), ..Case::new(&rows, "qi", "salary").beside(&rows) };
    let found = case.of_kind(RiskKind::Neighbours);
    found.first().map(|risk| risk.count as usize)
}

/// What the judge finds in a table of two quasi-identifiers, a secret and a person.
fn judged(rows: &[[u32; 4]], l: u64) -> Findings {
    let header = ["a", "b", "s"].map(str::to_owned).to_vec();
    let text = |row: &[u32; 4]| {
        vec![format!("a{}", row[0]), format!("b{}", row[1]), format!("s{}", row[2])]
    };
    let all: Vec<_> = std::iter::once(header).chain(rows.iter().map(text)).collect();
    let people: Vec<u32> = rows.iter().map(|row| row[3]).collect();
    let table = with_people(&all, &people);
    let diversity = LDiversity { column: "s".into(), diversity: Diversity::Distinct(l) };
    let question = |threads| {
        let (qi, sensitive) = (names("a,b"), names("s"));
        judge(&Question {
            qi: &qi,
            sensitive: &sensitive,
            person: Some(Person::Column("pid")),
            demands: &[Demand::LDiversity(diversity.clone())],
            threads,
            ..Question::about(&table)
        })
        .unwrap()
    };
    let found = question(1);
    assert_eq!(question(3), found, "threads change nothing");
    found
}

/// A panel of people who earn nearly the same in all years: no class is close for that.
#[test]
fn equal_rows_of_a_person_are_no_neighbours() {
    let mixed = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let header = ["qi", "salary"].map(str::to_owned).to_vec();
    let row = |at: u64| {
        let person = at / 7;
        vec![format!("q{}", person / 2), (20_000 + mixed(person) % 60_000).to_string()]
    };
    let rows: Vec<_> = std::iter::once(header).chain((0..2800).map(row)).collect();
    let people = Some((0..2800_u32).map(|at| at / 7).collect());
    let case = Case { people, ..Case::new(&rows, "qi", "salary").beside(&rows) };
    assert!(case.of_kind(RiskKind::Neighbours).is_empty(), "{:#?}", case.risks());
}

#[test]
fn a_column_of_the_register_is_told_of_people() {
    let rows = |people: u32, each: u32| -> Vec<Vec<String>> {
        let header = ["age", "town"].map(str::to_owned).to_vec();
        let row = |at: u32| vec!["30".into(), format!("t{}", at / each)];
        std::iter::once(header).chain((0..people * each).map(row)).collect()
    };
    let ids =
        |people: u32, each: u32| -> Vec<u32> { (0..people * each).map(|at| at / each).collect() };
    let (register, visits) = (table(&rows(9, 1)), with_people(&rows(6, 2), &ids(6, 2)));
    let found = |person| {
        let question = Question {
            qi: &names("age"),
            public: Some(&register),
            person,
            ..Question::about(&visits)
        };
        risk::register_knows(&judge(&question).unwrap(), "register.csv").unwrap()
    };
    let (by_rows, by_people) = (found(None), found(Some(Person::Column("pid"))));
    assert_eq!((by_rows.count, by_people.count, by_people.of), (12, 6, 6));
    assert_eq!(by_people.severity, incrowd_terms::Severity::Severe);
    assert_eq!(by_people.columns, ["town"]);
    assert_eq!(by_people.example.as_deref(), Some("register.csv says 'town' of everybody"));
}
