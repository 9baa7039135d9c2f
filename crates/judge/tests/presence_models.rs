//! Presence with limits of one's own, with beliefs beforehand, with secrets, and from a distribution.

use incrowd_judge::JudgeError;
use incrowd_terms::{
    Demand, Fraction, JointPresence, KAnonymity, Knowledge, MixedMembership, PersonalPresence,
    Presence, WeakKAnonymity,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Asked, Sheet, judged, presence_given, words};

#[test]
fn limits_of_ones_own_are_kept_person_by_person() {
    let public = ["a,lo,hi", "x,0,50%", "x,0.1,1/2", "x,1/3,1/3", "y,0,1/10", "y,0,1"];
    let demand =
        || Demand::PersonalPresence(PersonalPresence { low: "lo".into(), high: "hi".into() });
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
    let demand =
        || Demand::PersonalPresence(PersonalPresence { low: "lo".into(), high: "hi".into() });
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
    assert!(error.to_string().contains("line 3, column 'lo': 'rarely' is not a number"), "{error}");
    let error = ask("x,0,1.5");
    assert_eq!((error.line(), error.column(), error.value()), (Some(3), Some("hi"), Some("1.5")));
    assert!(
        error.to_string().ends_with("'1.5' is above 1; write a probability from 0 to 1"),
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
        "no published class covers 1 person of FILE believed to be certainly in the table"
    );
    let found = judged(asked(), &["a", "x"], &["a,p", "x,0", "x,0", "y,0.5"]);
    assert_eq!(
        words(&found[0]),
        "class (a=x) has 1 row, but covers 0 people of FILE believed to be possibly in the table"
    );
}

#[test]
fn secrets_are_joined_with_presence() {
    let public = ["a"].into_iter().chain(["x"; 10]).chain(["y"; 4]).collect::<Vec<_>>();
    let published = ["a,s", "x,hiv", "x,flu", "x,flu", "x,flu", "y,flu"];
    let joint = |value: Option<&str>, most: &str| {
        Demand::JointPresence(JointPresence {
            column: "s".into(),
            value: value.map(str::to_owned),
            most: most.parse().unwrap(),
            prior: None,
        })
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
        found.iter().map(|g| g.measured.as_str()).collect::<Vec<_>>(),
        ["1/10", "3/10", "3/10", "0"].map(Some)
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
    let distribution = Sheet::new(["a,share", "x,1e-1", "y,0.9", "z,0"]);
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
    let elsewhere = Sheet::new(["a,share", "x,0.1", "y,80%", "z,1/10"]);
    assert!(ask(990, &elsewhere).unwrap().all_hold());
    let asked = Asked::about("a", "").demanding([presence_given("1/100", "1/2", knowledge(900))]);
    let found = asked.beside(&published, None, Some(&elsewhere), 2).unwrap().guarantees.remove(0);
    assert!(
        words(&found).starts_with("no published class covers 1e-1 of the population"),
        "{}",
        words(&found)
    );
    // Shares that leave some people out are not stretched: those people are elsewhere.
    let part = Sheet::new(["a,share", "x,0.1", "y,80%"]);
    let (whole, part) = (ask(990, &elsewhere).unwrap(), ask(990, &part).unwrap());
    assert_eq!(whole.guarantees[0].measured, part.guarantees[0].measured);
    let few = Sheet::new(["a,share", "x,0.05", "y,0.05"]);
    assert!(!ask(990, &few).unwrap().all_hold(), "half the others each would do");
    let error = ask(990, &Sheet::new(["a,share", "x,0.5", "y,0.6"])).unwrap_err();
    assert!(matches!(error, JudgeError::TooLargeDistribution { .. }));
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
fn members_and_others_are_mixed_and_weakly_anonymous() {
    let public = ["a", "1", "1", "2", "2", "2", "2"];
    let mixed = |c| Demand::MixedMembership(MixedMembership { c: Fraction::from(c) });
    let weak = |k| Demand::WeakKAnonymity(WeakKAnonymity { k });
    let asked = || Asked::about("a", "").demanding([mixed(3), mixed(2), weak(2), weak(3)]);
    let holds = |published: &[&str]| {
        let found = judged(asked(), published, &public);
        found.iter().map(|guarantee| guarantee.holds).collect::<Vec<_>>()
    };
    assert_eq!(holds(&["a", "1", "2"]), [true, false, true, false]);
    // Nobody of the class of 2 is in the table: no factor allows that.
    assert_eq!(holds(&["a", "1"]), [false, false, true, false]);
    // Of overlapping classes both readings count: 2/7 and 1/5 for those of 1.
    let overlapping = ["a", "\"[1,2]\"", "2"];
    assert_eq!(holds(&overlapping), [false, false, true, true]);
    assert!(judged(Asked::about("a", "").demanding([mixed(4)]), &overlapping, &public)[0].holds);
    let missing = asked().of(&Sheet::new(["a", "1"])).unwrap_err();
    assert!(matches!(missing, JudgeError::NoPopulation { .. }), "{missing}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// Everybody's presence where violating classes are suppressed is that over all tables of as many
    /// people that lead to the same published rows.
    #[test]
    fn unmatched_people_are_as_likely_as_over_all_tables_that_lead_to_the_release(
        sizes in prop::collection::vec(1_u32..5, 1..5),
        set in any::<u32>(),
        (least, most, k) in (0_u64..4, 3_u64..=12, 1_u64..3),
    ) {
        let people: Vec<usize> =
            sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size as usize]).collect();
        prop_assume!(people.len() <= 11);
        let (least, most) = (Fraction::new(least, 12), Fraction::new(most, 12));
        // The classes that a set of people publishes, with their members.
        let published = |set: u32| -> Vec<u64> {
            let count = |at: usize| {
                let inside = (0..people.len()).filter(|&p| people[p] == at && set >> p & 1 == 1);
                let members = inside.count() as u64;
                let share = Fraction::new(members, sizes[at].into());
                let holds = members >= k && least <= share && share <= most;
                if holds { members } else { 0 }
            };
            (0..sizes.len()).map(count).collect()
        };
        let set = set & ((1 << people.len()) - 1);
        let release = published(set);
        prop_assume!(release.iter().sum::<u64>() > 0);
        let same: Vec<u32> = (0..1_u32 << people.len())
            .filter(|other| other.count_ones() == set.count_ones() && published(*other) == release)
            .collect();
        let chance = |p: usize| {
            let inside = same.iter().filter(|&&other| other >> p & 1 == 1).count();
            Fraction::new(inside as u64, same.len() as u64)
        };
        let chances: Vec<Fraction> = (0..people.len()).map(chance).collect();
        let rows = release.iter().enumerate().flat_map(|(at, &rows)| vec![at; rows as usize]);
        let sheet = |rows: Vec<usize>| {
            let lines = rows.into_iter().map(|at| format!("c{at}"));
            Sheet::new(std::iter::once("a".to_owned()).chain(lines))
        };
        let (table, public) = (sheet(rows.collect()), sheet(people.clone()));
        let presence = Demand::Presence(Presence { least, most, knowledge: Knowledge::Table });
        let mut asked = Asked::about("a", "").demanding([presence, KAnonymity { k }.into()]);
        asked.levels.insert("a".into(), 0);
        asked.sample_rows = Some(set.count_ones().into());
        let found = asked.with(&table, Some(&public), 2).unwrap();
        let (min, max) = (chances.iter().min().unwrap(), chances.iter().max().unwrap());
        prop_assert_eq!(&found.guarantees[0].measured, &json!({"min": min, "max": max}));
        prop_assert_eq!(found.guarantees[0].holds, least <= *min && *max <= most);
        let attacked = asked.attacked(&table, &public, None, people.len()).unwrap();
        prop_assert_eq!(attacked.unknown, 0);
        let certain = |end| chances.iter().filter(|&&chance| chance == end).count() as u64;
        prop_assert_eq!(attacked.certainly_in, certain(Fraction::ONE));
        prop_assert_eq!(attacked.certainly_out, certain(Fraction::ZERO));
    }
}
