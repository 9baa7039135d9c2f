//! Presence and k-map of people with several rows, in the table and in the register.

use incrowd_judge::{AttackFindings, Findings, JudgeError};
use incrowd_terms::{Demand, Guarantee, KMap, KMapPopulation};
use proptest::prelude::*;

use crate::common::{Asked, Sheet, presence};

/// A member or not, with an age, and how many rows the person has in both tables.
type Someone = (bool, u8, usize);

fn tables(people: &[Someone], copies: bool) -> (Sheet, Sheet) {
    let lines = |members: bool, label: &dyn Fn(u8) -> String| {
        let rows = people.iter().enumerate().filter(|(_, person)| person.0 || !members);
        let rows = rows.flat_map(|(id, (_, age, rows))| {
            let line = format!("{id},{}", label(*age));
            std::iter::repeat_n(line, if copies { *rows } else { 1 })
        });
        Sheet::new(std::iter::once("id,age".to_owned()).chain(rows))
    };
    let half = |age: u8| if age < 3 { "\"[0,2]\"".to_owned() } else { "\"[3,5]\"".to_owned() };
    (lines(true, &half), lines(false, &|age| age.to_string()))
}

fn asked() -> Asked {
    let k_map = Demand::KMap(KMap { k: 4, population: KMapPopulation::Table });
    let asked = Asked { person: Some("id".into()), ..Asked::about("age", "") };
    asked.demanding([presence("1/10", "2/3"), k_map])
}

fn both(people: &[Someone], copies: bool) -> (Findings, AttackFindings) {
    let (published, public) = tables(people, copies);
    let members = people.iter().filter(|person| person.0).count() as u64;
    let asked = Asked { sample_rows: Some(members), ..asked() };
    let found = asked.with(&published, Some(&public), 2).unwrap();
    let attack = Asked { demands: Vec::new(), ..asked };
    (found, attack.attacked(&published, &public, None, 3).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Copies of rows change nothing of what is found about people.
    #[test]
    fn copies_of_rows_are_no_people(
        people in prop::collection::vec((any::<bool>(), 0_u8..6, 1_usize..4), 1..14),
    ) {
        prop_assume!(people.iter().any(|person| person.0));
        let (once, copied) = (both(&people, false), both(&people, true));
        let decided = |found: &Findings| {
            let of = |found: &Guarantee| (found.measured.clone(), found.holds);
            (found.guarantees.iter().map(of).collect::<Vec<_>>(), found.presence.clone())
        };
        prop_assert_eq!(decided(&once.0), decided(&copied.0));
        prop_assert_eq!((once.0.risk, once.0.k), (copied.0.risk, copied.0.k));
        prop_assert_eq!((once.1.people, once.1.certainly_in), (copied.1.people, copied.1.certainly_in));
        prop_assert_eq!(copied.1.people, people.len() as u64);
        prop_assert_eq!(once.1.certainly_out, copied.1.certainly_out);
        prop_assert_eq!(&once.1.histogram, &copied.1.histogram);
        prop_assert_eq!(&once.1.presence, &copied.1.presence);
        let ages = |found: &AttackFindings| {
            found.worst.iter().map(|one| (one.values.clone(), one.presence.clone())).collect::<Vec<_>>()
        };
        prop_assert_eq!(ages(&once.1), ages(&copied.1));
        // By definition: members over people of each published range.
        for (from, to) in [(0, 2), (3, 5)] {
            let inside = |p: &&Someone| (from..=to).contains(&p.1);
            let (n, n1) = (
                people.iter().filter(inside).count(),
                people.iter().filter(inside).filter(|p| p.0).count(),
            );
            if n1 > 0 {
                let holds = 10 * n1 >= n && 3 * n1 <= 2 * n;
                prop_assert!(holds || !copied.0.guarantees[0].holds);
                prop_assert!(n >= 4 || !copied.0.guarantees[1].holds);
            }
        }
    }
}

#[test]
fn people_with_different_quasi_identifiers_are_named() {
    let published = Sheet::new(["id,age", "1,[0,2]", "2,[0,2]", "1,[3,5]"].map(quoted));
    let public = Sheet::new(["id,age", "1,1", "2,2", "3,4"]);
    let error = asked().with(&published, Some(&public), 2).unwrap_err();
    assert!(matches!(error, JudgeError::PersonDiffers { line: 4, first: 2, .. }), "{error}");
    assert!(asked().attacked(&published, &public, None, 0).is_err());
    let same = Sheet::new(["id,age", "1,[0,2]", "2,[0,2]"].map(quoted));
    let differs = Sheet::new(["id,age", "1,1", "2,2", "3,4", "2,1"]);
    let error = asked().with(&same, Some(&differs), 2).unwrap_err();
    assert!(matches!(error, JudgeError::PersonDiffers { line: 5, first: 3, .. }), "{error}");
    // Without a demand on presence, people may stand in several classes.
    let k_map = Asked { demands: vec![asked().demands.remove(1)], ..asked() };
    let found = k_map.with(&published, Some(&public), 2).unwrap();
    assert_eq!((found.k, found.presence.is_none()), (Some(1), true));
    assert_eq!(found.guarantees[0].measured, 1);
}

/// A range is one cell.
fn quoted(line: &str) -> String {
    match line.split_once(',') {
        Some((id, range)) if range.starts_with('[') => format!("{id},\"{range}\""),
        _ => line.to_owned(),
    }
}
