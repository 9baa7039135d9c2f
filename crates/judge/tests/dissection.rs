//! Anatomy's two tables are their original: whatever else was done to either is found.

use incrowd_judge::{AnatomyComparison, Discrepancy, Faithfulness, JudgeError, faithful_anatomy};
use incrowd_terms::Nulls;
use proptest::prelude::*;

use crate::common::{Sheet, names};

const ORIGINAL: [&str; 6] = [
    "name,age,illness,job,in",
    "Ann,20,flu,a,1",
    "Bob,25,cold,b,1",
    "Cy,31,flu,a,0",
    "Di,40,flu,c,1",
    "Ed,40,hiv,c,1",
];
const PUBLISHED: [&str; 5] = ["age,job,group", "20,a,1", "25,b,1", "40,c,2", "40,c,2"];
const SECRETS: [&str; 5] = ["group,illness,count", "1,cold,1", "1,flu,1", "2,flu,1", "2,hiv,1"];

fn compare(published: &[&str], secrets: &[&str]) -> Result<Faithfulness, JudgeError> {
    let sheets = (Sheet::new(ORIGINAL), Sheet::new(published), Sheet::new(secrets));
    let [one, two] = [1, 2].map(|threads| {
        faithful_anatomy(&AnatomyComparison {
            original: &sheets.0.table,
            published: &sheets.1.table,
            secrets: &sheets.2.table,
            sensitive: "illness",
            identifying: &names("name,in"),
            generalized: &[],
            group: "group",
            person: None,
            nulls: &Nulls::default(),
            only: Some(("in", "1")),
            threads,
        })
    });
    let (one, two) = (one?, two?);
    assert_eq!(one, two, "threads change nothing");
    Ok(match one {
        Faithfulness::Unfaithful(found) => Faithfulness::Unfaithful(Discrepancy {
            file: found.file.map(|_| "SECRETS".into()),
            problem: found.problem.replace(&sheets.2.path().display().to_string(), "SECRETS"),
            ..found
        }),
        faithful => faithful,
    })
}

fn words(published: &[&str], secrets: &[&str]) -> String {
    match compare(published, secrets).unwrap() {
        Faithfulness::Unfaithful(discrepancy) => discrepancy.to_string(),
        faithful => panic!("{faithful:?}"),
    }
}

fn with(lines: &[&str], at: usize, line: &str) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    lines[at] = line.to_owned();
    lines
}

#[test]
fn two_tables_of_an_original_are_faithful() {
    let found = compare(&PUBLISHED, &SECRETS).unwrap();
    assert_eq!(found, Faithfulness::Faithful { kept: 4, suppressed: 0 });
}

#[test]
fn whatever_was_altered_is_named() {
    let main = |at: usize, line: &str| {
        let lines = with(&PUBLISHED, at, line);
        words(&lines.iter().map(String::as_str).collect::<Vec<_>>(), &SECRETS)
    };
    assert_eq!(
        main(2, "26,b,1"),
        "line 3, column 'age': '26' should be '25', as in line 3 of the original"
    );
    assert_eq!(
        main(4, "40,c,1"),
        "SECRETS, line 5, column 'count': '1' should be 0, the rows of group '2' with 'hiv'"
    );
    assert_eq!(main(0, "age,group,job"), "line 1, column 'group': stands where 'job' should");
    assert_eq!(main(0, "age,illness,group"), "line 1, column 'illness': stands where 'job' should");
    assert_eq!(main(0, "name,job,group"), "line 1, column 'name': stands where 'age' should");
    assert_eq!(words(&["age,job", "20,a"], &SECRETS), "line 1, column 'group': is not there");
    let more = ["age,job,group,name", "20,a,1,Ann"];
    assert_eq!(words(&more, &SECRETS), "line 1, column 'name': stands after the groups");
    assert_eq!(words(&PUBLISHED[..4], &SECRETS), "line 4: line 6 of the original should follow");
    let twice = [&PUBLISHED[..], &["40,c,2"]].concat();
    assert_eq!(
        words(&twice, &SECRETS),
        "line 6: the original has no row left that could stand here"
    );
    let secrets = |lines: &[&str]| words(&PUBLISHED, &[&SECRETS[..1], lines].concat());
    assert_eq!(
        secrets(&["1,cold,1", "2,flu,1", "2,hiv,1"]),
        "line 2, column 'group': '1' has 'flu', of which SECRETS says nothing"
    );
    assert_eq!(
        secrets(&["1,cold,1", "1,flu,2", "2,flu,1", "2,hiv,1"]),
        "SECRETS, line 3, column 'count': '2' should be 1, the rows of group '1' with 'flu'"
    );
    assert!(secrets(&["1,cold,1", "1,flu,1", "2,flu,1", "2,hiv,1", "3,flu,1"]).contains("line 6"));
    let bad = compare(&PUBLISHED, &["group,illness,count", "1,cold,x"]);
    assert!(matches!(bad, Err(JudgeError::Unreadable { .. })));
    let bad = compare(&PUBLISHED, &["group,illness,count,name", "1,cold,1,Bob"]);
    assert!(matches!(bad, Err(JudgeError::NoAnatomy { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// One altered cell of either table is always found, and nothing else ever is.
    #[test]
    fn any_altered_cell_is_found(
        rows in prop::collection::vec((0_u8..3, 0_u8..3, 0_u8..3), 1..12),
        tampering in prop::option::of((any::<bool>(), 0_usize..12, 0_usize..3, 0_u8..3)),
    ) {
        let original = rows.iter().map(|(a, s, _)| format!("{a},{s}"));
        let original = Sheet::new(std::iter::once("a,s".to_owned()).chain(original));
        let mut main: Vec<[u8; 2]> = rows.iter().map(|&(a, _, group)| [a, group]).collect();
        let mut counts = std::collections::BTreeMap::<(u8, u8), u8>::new();
        rows.iter().for_each(|&(_, s, group)| *counts.entry((group, s)).or_default() += 1);
        let mut secrets: Vec<[u8; 3]> = counts.iter().map(|(&(g, s), &n)| [g, s, n]).collect();
        let mut altered = false;
        if let Some((of_main, row, column, value)) = tampering {
            let cell = if of_main {
                let row = row % main.len();
                &mut main[row][column % 2]
            } else {
                let row = row % secrets.len();
                &mut secrets[row][column]
            };
            altered = *cell != value;
            *cell = value;
        }
        let main = main.iter().map(|[a, group]| format!("{a},{group}"));
        let main = Sheet::new(std::iter::once("a,group".to_owned()).chain(main));
        let secrets = secrets.iter().map(|[group, s, count]| format!("{group},{s},{count}"));
        let secrets = Sheet::new(std::iter::once("group,s,count".to_owned()).chain(secrets));
        let found = faithful_anatomy(&AnatomyComparison {
            original: &original.table,
            published: &main.table,
            secrets: &secrets.table,
            sensitive: "s",
            identifying: &[],
            generalized: &[],
            group: "group",
            person: None,
            nulls: &Nulls::default(),
            only: None,
            threads: 1,
        });
        match found {
            Ok(Faithfulness::Faithful { kept, suppressed }) => {
                prop_assert!(!altered);
                prop_assert_eq!((kept, suppressed), (rows.len() as u64, 0));
            }
            _ => prop_assert!(altered),
        }
    }
}
