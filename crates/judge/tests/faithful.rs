//! A published table is its original, generalized: whatever else was done to it is found.

use std::collections::BTreeMap;

use incrowd_judge::{Chains, Comparison, Discrepancy, Faithfulness, JudgeError, faithful};
use incrowd_terms::Nulls;
use proptest::prelude::*;

use crate::common::{Sheet, chains, names};

const ORIGINAL: [&str; 6] = [
    "name,age,place,job",
    "Ann,20,Lyon,a",
    "Bob,25,Nice,b",
    "Cy,31,Rome,a",
    "Di,?,Lyon,c",
    "Ed,40,Rome,a",
];

fn places() -> BTreeMap<String, Chains> {
    BTreeMap::from([("place".into(), chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]))])
}

fn compared(original: &Sheet, published: &Sheet, stars: bool) -> Result<Faithfulness, JudgeError> {
    let answers = [1, 2].map(|threads| {
        faithful(&Comparison {
            original: &original.table,
            published: &published.table,
            qi: &names("age,place"),
            identifying: &names("name"),
            group: None,
            nulls: &Nulls::declared(["?"]),
            kinds: &BTreeMap::new(),
            hierarchies: &places(),
            stars_at_end: stars,
            person: None,
            only: None,
            threads,
        })
    });
    let [one, two] = answers;
    let (one, two) = (one?, two?);
    assert_eq!(one, two, "threads change nothing");
    Ok(one)
}

fn compare(published: &[&str], stars: bool) -> Faithfulness {
    compared(&Sheet::new(ORIGINAL), &Sheet::new(published), stars).unwrap()
}

fn discrepancy(published: &[&str], stars: bool) -> Discrepancy {
    match compare(published, stars) {
        Faithfulness::Unfaithful(discrepancy) => discrepancy,
        faithful => panic!("{faithful:?}"),
    }
}

#[test]
fn generalized_and_suppressed_rows_are_faithful() {
    let all = [
        "age,place,job",
        "\"[20,25]\",France,a",
        "\"[20,25]\",France,b",
        "31,Italy,a",
        "\"{?|[30,31]}\",*,c",
        "*,Rome,a",
    ];
    assert_eq!(compare(&all, false), Faithfulness::Faithful { kept: 5, suppressed: 0 });
    let some = ["age,place,job", "25,Nice,b", "*,*,a"];
    assert_eq!(compare(&some, false), Faithfulness::Faithful { kept: 2, suppressed: 3 });
    assert_eq!(compare(&some[..1], false), Faithfulness::Faithful { kept: 0, suppressed: 5 });
    let narrow = ["age,job", "20,a", "25,b", "31,a"];
    assert_eq!(compare(&narrow, false), Faithfulness::Faithful { kept: 3, suppressed: 2 });
}

#[test]
fn rows_of_stars_stand_at_the_end_for_each_suppressed_row() {
    let stars = ["age,place,job", "25,Nice,b", "31,*,a", "*,*,*", "*,*,*", "*,*,*"];
    assert_eq!(compare(&stars, true), Faithfulness::Faithful { kept: 2, suppressed: 3 });
    // A star is no job.
    assert_eq!(discrepancy(&stars, false).line, 4);
    let short = discrepancy(&stars[..5], true);
    assert_eq!(short.problem, "2 rows of stars stand for 3 suppressed rows");
    let early = discrepancy(&["age,place,job", "*,*,*", "25,Nice,b"], true);
    assert_eq!((early.line, early.problem.as_str()), (3, "a row follows rows of stars"));
}

#[test]
fn whatever_was_altered_is_named() {
    let altered = discrepancy(&["age,place,job", "20,Lyon,a", "25,Nice,x"], false);
    assert_eq!(
        altered.to_string(),
        "line 3, column 'job': 'x' stands for no original: the closest row left is line 3, with 'b'"
    );
    // Lines 2 and 5 are from Lyon: the first of two equally close rows is named.
    let lyon = discrepancy(&["age,place,job", "*,Lyon,x"], false);
    assert!(lyon.problem.ends_with("line 2, with 'a'"), "{lyon}");
    let outside = discrepancy(&["age,place,job", "20,Lyon,a", "\"[26,29]\",Nice,b"], false);
    assert_eq!((outside.line, outside.column.as_deref()), (3, Some("age")));
    let swapped = discrepancy(&["age,place,job", "25,Nice,b", "20,Lyon,a"], false);
    assert_eq!(swapped.line, 3);
    let twice = discrepancy(&["age,place,job", "40,Rome,a", "40,Rome,a"], false);
    assert_eq!((twice.line, twice.column), (3, None));
    let elsewhere = discrepancy(&["age,place,job", "20,Italy,a"], false);
    assert_eq!(elsewhere.line, 2);
}

#[test]
fn columns_are_the_originals_in_their_order() {
    let named = discrepancy(&["name,age", "Ann,20"], false);
    assert_eq!(named.to_string(), "line 1, column 'name': is identifying, but was published");
    assert_eq!(discrepancy(&["place,age", "Lyon,20"], false).column.as_deref(), Some("age"));
    assert_eq!(discrepancy(&["age,zip", "20,1"], false).column.as_deref(), Some("zip"));
    let odd = Sheet::new(["a", "1"]);
    let error = compared(&odd, &odd, false);
    assert!(matches!(error, Err(JudgeError::UnknownColumn { column, .. }) if column == "age"));
}

#[test]
fn rows_of_others_are_neither_suppressed_nor_published() {
    let original = Sheet::new(["age,place,job,in", "20,Lyon,a,1", "25,Nice,b,0", "31,Rome,a,1"]);
    let compare = |published: &[&str], only: (&str, &str)| {
        faithful(&Comparison {
            original: &original.table,
            published: &Sheet::new(published).table,
            qi: &names("age,place"),
            identifying: &names("in"),
            group: None,
            nulls: &Nulls::default(),
            kinds: &BTreeMap::new(),
            hierarchies: &places(),
            stars_at_end: false,
            person: None,
            only: Some(only),
            threads: 2,
        })
    };
    let members = ["age,place,job", "20,France,a", "*,*,a"];
    let found = compare(&members, ("in", "1")).unwrap();
    assert_eq!(found, Faithfulness::Faithful { kept: 2, suppressed: 0 });
    let found = compare(&members[..2], ("in", "1")).unwrap();
    assert_eq!(found, Faithfulness::Faithful { kept: 1, suppressed: 1 });
    let other = ["age,place,job", "25,France,b"];
    assert!(matches!(compare(&other, ("in", "1")).unwrap(), Faithfulness::Unfaithful(_)));
    assert_eq!(
        compare(&other, ("in", "0")).unwrap(),
        Faithfulness::Faithful { kept: 1, suppressed: 0 }
    );
    let flag = compare(&["age,in", "20,1"], ("in", "1")).unwrap();
    assert!(matches!(flag, Faithfulness::Unfaithful(Discrepancy { line: 1, .. })));
    assert!(matches!(compare(&other, ("out", "1")), Err(JudgeError::UnknownColumn { .. })));
}

#[test]
fn a_column_of_groups_may_stand_at_the_end() {
    let original = Sheet::new(ORIGINAL);
    let compare = |published: &[&str], stars_at_end: bool| {
        faithful(&Comparison {
            original: &original.table,
            published: &Sheet::new(published).table,
            qi: &names("age,place"),
            identifying: &names("name"),
            group: Some("group"),
            nulls: &Nulls::declared(["?"]),
            kinds: &BTreeMap::new(),
            hierarchies: &places(),
            stars_at_end,
            person: None,
            only: None,
            threads: 2,
        })
    };
    let dealt = ["age,place,job,group", "*,France,a,1", "*,France,b,2", "31,Italy,a,1"];
    let found = compare(&dealt, false).unwrap();
    assert_eq!(found, Faithfulness::Faithful { kept: 3, suppressed: 2 });
    let stars = [&dealt[..], &["*,*,*,*"; 2]].concat();
    let found = compare(&stars, true).unwrap();
    assert_eq!(found, Faithfulness::Faithful { kept: 3, suppressed: 2 });
    let problem = |published: &[&str]| match compare(published, false).unwrap() {
        Faithfulness::Unfaithful(discrepancy) => discrepancy.to_string(),
        faithful => panic!("{faithful:?}"),
    };
    let altered = problem(&["age,place,job,group", "20,Lyon,x,1"]);
    assert!(altered.starts_with("line 2, column 'job': 'x' stands for no original"), "{altered}");
    let absent = "line 1, column 'group': should be the last column";
    assert_eq!(problem(&["age,place,job", "20,Lyon,a"]), absent);
    assert_eq!(problem(&["age,group,job", "20,1,a"]), absent);
}

/// A label for an age and one for a place, at one of three levels.
fn published(row: &(u8, u8, u8), level: u8) -> String {
    let place = ["Lyon", "Nice", "Rome"][row.1 as usize];
    let decade = row.0 / 10 * 10;
    match level {
        0 => format!("{},{place},{}", row.0, row.2),
        1 => format!(
            "\"[{decade},{}]\",{},{}",
            decade + 9,
            if row.1 < 2 { "France" } else { "Italy" },
            row.2
        ),
        _ => format!("*,*,{}", row.2),
    }
}

/// Whether the published rows can be mapped to original rows in order, by trying everything.
fn explained(published: &[(u8, u8, u8)], original: &[(u8, u8, u8)], level: u8) -> bool {
    let Some((first, rest)) = published.split_first() else { return true };
    (0..original.len()).any(|at| {
        let (a, b) = (first, &original[at]);
        let same = match level {
            0 => a == b,
            1 => (a.0 / 10, a.1 / 2, a.2) == (b.0 / 10, b.1 / 2, b.2),
            _ => a.2 == b.2,
        };
        same && explained(rest, &original[at + 1..], level)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn agrees_with_trying_every_assignment(
        original in prop::collection::vec((18_u8..33, 0_u8..3, 0_u8..2), 1..9),
        keep in prop::collection::vec(any::<bool>(), 9),
        tampering in prop::option::of((0_usize..9, 18_u8..33, 0_u8..3, 0_u8..2)),
        level in 0_u8..3,
    ) {
        let mut kept: Vec<_> = original.iter().zip(keep).filter(|(_, k)| *k).map(|(r, _)| *r).collect();
        if let Some((at, age, place, job)) = tampering {
            if at < kept.len() { kept[at] = (age, place, job) } else { kept.push((age, place, job)) }
        }
        let names = ["age,place,job".to_owned()];
        let before = Sheet::new(names.iter().cloned().chain(original.iter().map(|r| published(r, 0))));
        let after = Sheet::new(names.iter().cloned().chain(kept.iter().map(|r| published(r, level))));
        let found = compared(&before, &after, false).unwrap();
        if explained(&kept, &original, level) {
            let suppressed = (original.len() - kept.len()) as u64;
            prop_assert_eq!(found, Faithfulness::Faithful { kept: kept.len() as u64, suppressed });
        } else {
            prop_assert!(matches!(found, Faithfulness::Unfaithful(_)));
        }
    }
}
