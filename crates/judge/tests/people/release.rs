//! People behind the rows of a release, whose person column was dropped.

use std::collections::BTreeMap;

use incrowd_judge::{
    Alignment, AnatomyComparison, Chains, Comparison, Discrepancy, Faithfulness, Findings,
    JudgeError, Lineage, PeopleLost, Person, Persons, Question, faithful_anatomy, judge, linked,
    marginals_of_people, persons,
};
use incrowd_terms::{Demand, Diversity, Fraction, KAnonymity, LDiversity, Nulls};
use proptest::prelude::*;

use super::definitions::nulls;
use super::{Row, visits};
use crate::common::{Sheet, chains, names};

fn hierarchies() -> BTreeMap<String, Chains> {
    BTreeMap::from([("a".into(), chains(&["c0;low;*", "c1;low;*", "c2;high;*"]))])
}

fn found(
    original: &Sheet,
    published: &Sheet,
    alignment: Alignment<'_>,
) -> Result<Result<Persons, Discrepancy>, JudgeError> {
    persons(&Lineage {
        comparison: Comparison {
            original: &original.table,
            published: &published.table,
            qi: &names("a"),
            identifying: &names("id"),
            group: None,
            nulls: &nulls(),
            kinds: &BTreeMap::new(),
            hierarchies: &hierarchies(),
            stars_at_end: false,
            person: None,
            only: None,
            threads: 2,
        },
        person: "id",
        secret: None,
        alignment,
    })
}

fn judged(table: &Sheet, person: Person<'_>) -> Findings {
    let column = || "s".to_owned();
    let demands = [
        Demand::KAnonymity(KAnonymity { k: 2 }),
        Demand::LDiversity(LDiversity { column: column(), diversity: Diversity::Distinct(2) }),
    ];
    let (qi, sensitive) = (names("a"), names("s,n"));
    judge(&Question {
        qi: &qi,
        sensitive: &sensitive,
        person: Some(person),
        demands: &demands,
        nulls: &nulls(),
        ..Question::about(&table.table)
    })
    .unwrap()
}

fn label(row: &Row, level: u8) -> String {
    match (level, row.class) {
        (0, class) => format!("c{class}"),
        (1, 2) => "high".into(),
        (1, _) => "low".into(),
        _ => "*".into(),
    }
}

/// How many people lost all of their rows, or some.
fn lost(rows: &[Row], published: &[usize]) -> PeopleLost {
    let count = |keep: &dyn Fn(usize, usize) -> bool| {
        let of = |person: usize| (0..rows.len()).filter(move |&row| rows[row].person == person);
        let here = |person: usize| of(person).filter(|row| published.contains(row)).count();
        (0..6).filter(|&p| of(p).count() > 0 && keep(here(p), of(p).count())).count() as u64
    };
    PeopleLost {
        input: count(&|_, _| true),
        published: count(&|here, _| here > 0),
        suppressed: count(&|here, _| here == 0),
        lost_some: count(&|here, all| here > 0 && here < all),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Through the original the judge finds what it would find if the person column was published.
    #[test]
    fn people_are_counted_through_the_original(
        rows in visits(),
        level in 0_u8..3,
        dropped in 0_usize..4,
        keys in prop::collection::vec(any::<u64>(), 24),
    ) {
        let original = super::sheet(&rows);
        let mut kept: Vec<usize> =
            (0..rows.len()).filter(|&row| rows[row].class != dropped || level > 0).collect();
        let publish = |kept: &[usize], with_id: bool| {
            let header = if with_id { "id,a,s,n" } else { "a,s,n" };
            let line = |&row: &usize| {
                let row = &rows[row];
                let line = format!("{},{},{}", label(row, level), row.illness, row.number);
                if with_id { format!("{},{line}", row.id) } else { line }
            };
            Sheet::new(std::iter::once(header.to_owned()).chain(kept.iter().map(line)))
        };
        let in_order = found(&original, &publish(&kept, false), Alignment::InOrder).unwrap().unwrap();
        prop_assert_eq!(in_order.lost(), &lost(&rows, &kept));
        let list: Vec<u32> = kept.iter().map(|&row| row as u32).collect();
        let as_found =
            found(&original, &publish(&kept, false), Alignment::Found(&list)).unwrap().unwrap();
        prop_assert_eq!(as_found.of_rows(), in_order.of_rows());
        prop_assert_eq!(as_found.lost(), in_order.lost());
        kept.sort_by_key(|&row| keys[row]);
        let list: Vec<u32> = kept.iter().map(|&row| row as u32).collect();
        let published = publish(&kept, false);
        let given = found(&original, &published, Alignment::Given(&list)).unwrap().unwrap();
        prop_assert_eq!(given.lost(), &lost(&rows, &kept));
        let expected = judged(&publish(&kept, true), Person::Column("id"));
        let through = judged(&published, Person::Rows(&given));
        prop_assert_eq!(through.people_lost, Some(*given.lost()));
        prop_assert_eq!(Findings { people_lost: None, ..through }, expected);
        // A list that is not right is refused, unless the rows look the same.
        if list.len() > 1 {
            let mut swapped = list.clone();
            swapped.swap(0, 1);
            let [a, b] = [&rows[kept[0]], &rows[kept[1]]];
            let alike = (a.illness == b.illness && a.number == b.number)
                && label(a, level) == label(b, level);
            let found = found(&original, &published, Alignment::Given(&swapped)).unwrap();
            prop_assert_eq!(found.is_ok(), alike);
        }
    }

    /// What a masked table shows of people, column by column and together.
    #[test]
    fn marginals_count_people(rows in visits()) {
        let sheet = super::sheet(&rows);
        let person = Person::Column("id");
        let found =
            marginals_of_people(&sheet.table, &["a", "s"], &["n"], person, &nulls(), 2).unwrap();
        let people = |key: &dyn Fn(&Row) -> String| {
            let mut by: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for row in &rows {
                by.entry(key(row)).or_default().push(row.person);
            }
            let count = |people: &mut Vec<usize>| {
                people.sort_unstable();
                people.dedup();
                people.len() as u64
            };
            by.values_mut().map(count).collect::<Vec<u64>>()
        };
        let joint = people(&|row| format!("{},{}", row.class, row.illness));
        prop_assert_eq!((found.classes, found.k), (joint.len() as u64, joint.iter().min().copied()));
        let tuples: u64 = found.sizes.iter().map(|(people, tuples)| people * tuples).sum();
        prop_assert_eq!(tuples, joint.iter().sum::<u64>());
        let alone = [
            people(&|row| row.class.to_string()),
            people(&|row| row.illness.clone()),
            people(&|row| row.number.clone()),
        ];
        for (marginal, people) in found.columns.iter().chain(&found.others).zip(alone) {
            prop_assert_eq!(marginal.distinct, people.len() as u64);
            prop_assert_eq!(Some(marginal.rarest), people.into_iter().min());
        }
        let linked = linked(&sheet.table, &["a", "s"], person, &nulls(), 2).unwrap();
        prop_assert_eq!(Some(linked.people), found.people);
        prop_assert!(linked.alone_with_two.unwrap() <= linked.alone_with_all);
    }
}

#[test]
fn a_list_of_rows_must_fit() {
    let original = Sheet::new(["id,a,s", "1,c0,x", "1,c1,y", "2,c2,x"]);
    let published = Sheet::new(["a,s", "high,x", "low,y"]);
    let list = |rows: &[u32]| found(&original, &published, Alignment::Given(rows));
    assert!(list(&[2, 1]).unwrap().is_ok());
    let wrong = list(&[0, 1]).unwrap().unwrap_err();
    assert_eq!((wrong.line, wrong.column.as_deref()), (2, Some("a")));
    assert_eq!(wrong.problem, "does not stand for line 2 of the original, with `c0`");
    for rows in [&[2, 2][..], &[2, 9], &[2], &[2, 1, 0]] {
        assert!(matches!(list(rows), Err(JudgeError::BadAlignment { .. })), "{rows:?}");
    }
    let nameless = Sheet::new(["id,a,s", "1,c0,x", ",c1,y", "2,c2,x"]);
    let error = found(&nameless, &published, Alignment::Given(&[2, 1])).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(3), Some("id")));
}

#[test]
fn anatomy_keeps_people_in_one_group() {
    let original = Sheet::new([
        "id,a,s",
        "1,c0,flu",
        "1,c0,flu",
        "2,c1,cold",
        "3,c2,hiv",
        "3,c2,flu",
        "4,c2,cold",
    ]);
    let publish = |groups: [u8; 6]| {
        let rows = ["c0", "c0", "c1", "c2", "c2", "c2"].into_iter().zip(groups);
        Sheet::new(
            std::iter::once("a,group".to_owned())
                .chain(rows.map(|(cell, group)| format!("{cell},{group}"))),
        )
    };
    let check = |published: &Sheet, secrets: &Sheet| {
        faithful_anatomy(&AnatomyComparison {
            original: &original.table,
            published: &published.table,
            secrets: &secrets.table,
            sensitive: "s",
            identifying: &names("id"),
            generalized: &[],
            group: "group",
            person: Some("id"),
            nulls: &Nulls::default(),
            only: None,
            threads: 2,
        })
        .unwrap()
    };
    let published = publish([1, 1, 1, 2, 2, 2]);
    let secrets =
        Sheet::new(["group,s,count", "1,flu,2", "1,cold,1", "2,hiv,1", "2,flu,1", "2,cold,1"]);
    assert_eq!(check(&published, &secrets), Faithfulness::Faithful { kept: 6, suppressed: 0 });
    let apart = publish([1, 2, 1, 2, 2, 2]);
    let Faithfulness::Unfaithful(wrong) = check(&apart, &secrets) else { panic!("in two groups") };
    assert_eq!((wrong.line, wrong.value.as_deref()), (3, Some("2")));
    assert_eq!(wrong.problem, "is not the group of line 2, which is about the same person");

    let lineage = persons(&Lineage {
        comparison: Comparison {
            original: &original.table,
            published: &published.table,
            qi: &names("a"),
            identifying: &names("id,s"),
            group: Some("group"),
            nulls: &Nulls::default(),
            kinds: &BTreeMap::new(),
            hierarchies: &BTreeMap::new(),
            stars_at_end: false,
            person: None,
            only: None,
            threads: 2,
        },
        person: "id",
        secret: Some("s"),
        alignment: Alignment::InOrder,
    });
    let lineage = lineage.unwrap().unwrap();
    let (qi, sensitive) = (names("a"), names("s"));
    let frequency = |l: u64| {
        let diversity = Diversity::Frequency(Fraction::from(l));
        Demand::LDiversity(LDiversity { column: "s".into(), diversity })
    };
    let question = |person, demands: &[Demand]| {
        judge(&Question {
            qi: &qi,
            sensitive: &sensitive,
            group: Some("group"),
            secrets: Some(&secrets.table),
            person,
            demands,
            ..Question::about(&published.table)
        })
    };
    let rows = question(None, &[frequency(2)]).unwrap();
    let people = question(Some(Person::Rows(&lineage)), &[frequency(2)]).unwrap();
    assert_eq!((rows.people, people.people, people.rows), (None, Some(4), 6));
    // Two of three rows of the first group have flu, but of its two people one has.
    assert_eq!(rows.sensitive[0].1.alpha, Some(2.0 / 3.0));
    assert_eq!(people.sensitive[0].1.alpha, Some(2.0 / 3.0), "rows count too");
    assert_eq!(people.sensitive[0].1.distinct_l, Some(2));
    assert_eq!(people.learned[0].1.certain.as_ref().unwrap().probability, "1/2");
    let by_column = question(Some(Person::Column("a")), &[]);
    assert!(by_column.is_err());
}

#[test]
fn only_a_list_that_was_found_needs_no_check() {
    let (told, other) = ([0, 2], [0, 1]);
    assert!(matches!(Alignment::of(Some(&told), Some(&told)), Alignment::Found(_)));
    assert!(
        matches!(Alignment::of(Some(&told), Some(&other)), Alignment::Given(rows) if rows == told)
    );
    assert!(matches!(Alignment::of(Some(&told), None), Alignment::Given(_)));
    assert!(matches!(Alignment::of(None, Some(&other)), Alignment::Found(_)));
    assert!(matches!(Alignment::of(None, None), Alignment::InOrder));
}
