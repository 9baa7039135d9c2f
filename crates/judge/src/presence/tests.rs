//! Presence against trying every set of people and every assignment of rows.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::person_types::PersonTypes;

/// A published table as the sets of people that each row may mean.
type Rows = Vec<BTreeSet<usize>>;

/// The boxes and the people of a table, with each person's type.
fn by_type(people: usize, rows: &Rows) -> (PublishedBoxes, PeopleByType) {
    let mut distinct: Vec<&BTreeSet<usize>> = Vec::new();
    rows.iter().for_each(|row| {
        if !distinct.contains(&row) {
            distinct.push(row)
        }
    });
    let count = |set: &&BTreeSet<usize>| rows.iter().filter(|row| row == set).count() as u64;
    let boxes = PublishedBoxes {
        rows: distinct.iter().map(count).collect(),
        class: (0..distinct.len()).collect(),
        of_class: (0..distinct.len() as u32).collect(),
    };
    let covering = |person: usize| -> Box<[u32]> {
        let all = distinct.iter().zip(0..).filter(|(set, _)| set.contains(&person));
        all.map(|(_, of_box)| of_box).collect()
    };
    let lists: BTreeSet<Box<[u32]>> = (0..people).map(covering).collect();
    let of_person =
        (0..people).map(|p| lists.iter().position(|l| *l == covering(p)).unwrap() as u32).collect();
    let all = lists.iter().map(|list| {
        let people = (0..people).filter(|&person| covering(person) == *list).count() as u64;
        PersonType { boxes: list.clone(), people, line: 0 }
    });
    let by_type = PeopleByType {
        matches: distinct.iter().map(|set| set.len() as u64).collect(),
        overlapping: lists.iter().any(|list| list.len() > 1),
        types: Some(PersonTypes { all: all.collect(), of_person }),
    };
    (boxes, by_type)
}

/// For each person, the sets and the assignments with this person in them, and all of both.
fn brute(people: usize, rows: &Rows) -> (Vec<(u64, u64)>, u64, u64) {
    fn go(rows: &[BTreeSet<usize>], taken: u32, worlds: &mut Vec<u32>) {
        let Some((row, rest)) = rows.split_first() else { return worlds.push(taken) };
        for &person in row {
            if taken >> person & 1 == 0 {
                go(rest, taken | 1 << person, worlds);
            }
        }
    }
    let mut worlds = Vec::new();
    go(rows, 0, &mut worlds);
    let sets: BTreeSet<u32> = worlds.iter().copied().collect();
    let with = |person: usize| {
        let inside = |world: &&u32| **world >> person & 1 == 1;
        (sets.iter().filter(inside).count() as u64, worlds.iter().filter(inside).count() as u64)
    };
    ((0..people).map(with).collect(), sets.len() as u64, worlds.len() as u64)
}

fn tables() -> impl Strategy<Value = (usize, Rows)> {
    (1_usize..8).prop_flat_map(|people| {
        let set = prop::collection::btree_set(0..people, 1..=people);
        let boxes = prop::collection::vec((set, 1_usize..4), 1..7);
        boxes.prop_map(move |boxes| {
            let rows = boxes.into_iter().flat_map(|(set, rows)| vec![set; rows]);
            (people, rows.take(6).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn agrees_with_trying_everything((people, rows) in tables()) {
        let (boxes, by_type) = by_type(people, &rows);
        let (with, sets, worlds) = brute(people, &rows);
        match presence(&boxes, &by_type) {
            Err(misfit) => {
                prop_assert_eq!(worlds, 0);
                let inside: BTreeSet<usize> = (0..people).filter(|&person| {
                    let types = by_type.types.as_ref().unwrap();
                    let list = &types.all[types.of_person[person] as usize].boxes;
                    misfit.boxes.iter().any(|of_box| list.contains(of_box))
                }).collect();
                prop_assert_eq!(misfit.people, inside.len() as u64);
                let in_boxes = misfit.boxes.iter().map(|&b| boxes.rows[b as usize]).sum::<u64>();
                prop_assert_eq!(misfit.rows, in_boxes);
                prop_assert!(misfit.rows > misfit.people);
            }
            Ok(found) => {
                let found = found.unwrap();
                prop_assert_eq!(found.matching.is_some(), by_type.overlapping);
                let hopeless = presence_within(&boxes, &by_type, WorkBudget { words: 0, looks: 0.0 });
                let hopeless = hopeless.unwrap().unwrap();
                let of_person = &by_type.types.as_ref().unwrap().of_person;
                for (person, &(in_sets, in_worlds)) in with.iter().enumerate() {
                    let kind = of_person[person] as usize;
                    let subset = Probability::Exactly(Ratio::of(in_sets, sets));
                    let matching = Probability::Exactly(Ratio::of(in_worlds, worlds));
                    prop_assert_eq!(&found.subset[kind], &subset);
                    let known = found.matching.as_ref().unwrap_or(&found.subset);
                    prop_assert_eq!(&known[kind], &matching);
                    // Who is certainly in or out is known even if nothing else is.
                    if in_sets == sets || in_sets == 0 {
                        prop_assert_eq!(&hopeless.subset[kind], &subset);
                        let known = hopeless.matching.as_ref().unwrap_or(&hopeless.subset);
                        prop_assert_eq!(&known[kind], &subset);
                    }
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_counted_is_estimated_or_left_undecided() {
    let set = |people: std::ops::Range<usize>| people.collect::<BTreeSet<usize>>();
    let rows = vec![set(0..4), set(0..4), set(2..7), set(6..9), set(0..2)];
    let (boxes, by_type) = by_type(9, &rows);
    let exact = presence(&boxes, &by_type).unwrap().unwrap();
    let estimated = presence_within(&boxes, &by_type, WorkBudget { words: 0, looks: 2e7 });
    let estimated = estimated.unwrap().unwrap();
    let mut between = 0;
    for (exact, estimated) in exact.subset.iter().zip(&estimated.subset) {
        let exact = exact.least().unwrap();
        assert!(estimated.least().unwrap() <= exact && exact <= estimated.most().unwrap());
        if let Probability::Between(least, most) = estimated {
            between += 1;
            assert!(most.to_f64() - least.to_f64() < 0.2, "{least} {most}");
        }
    }
    assert!(between > 3);
    assert!(estimated.matching.unwrap().contains(&Probability::Undecided));
    let hopeless = presence_within(&boxes, &by_type, WorkBudget { words: 0, looks: 0.0 });
    assert!(hopeless.unwrap().unwrap().subset.contains(&Probability::Undecided));
}

/// The ends of walks, for all sets of a small table: each comes as often as any other.
#[test]
fn walks_end_anywhere_as_often_as_anywhere_else() {
    let rows: Rows =
        vec![BTreeSet::from([0, 1]), BTreeSet::from([0, 1, 2]), BTreeSet::from([2, 3])];
    let (boxes, by_type) = by_type(4, &rows);
    let types = by_type.types.unwrap().all;
    let graph = Graph::new(boxes.rows, types.iter().map(|t| (t.people, &*t.boxes)));
    let given = flow::assign(&graph).unwrap();
    let found = walk::estimate(&graph, &given, 1e8).unwrap();
    let (with, sets, _) = brute(4, &rows);
    let exact: BTreeSet<String> =
        with.iter().map(|(inside, _)| format!("{:.2}", *inside as f64 / sets as f64)).collect();
    let middle = |&(least, most): &(f64, f64)| format!("{:.2}", (least + most) / 2.0);
    assert_eq!(found.iter().map(middle).collect::<BTreeSet<_>>(), exact);
}

/// Numbers as large as real tables have: two large boxes that share some people.
#[test]
fn large_boxes_that_overlap_are_still_exact() {
    let by_type = PeopleByType {
        matches: vec![700, 800],
        overlapping: true,
        types: Some(PersonTypes {
            all: [(vec![0], 600), (vec![0, 1], 100), (vec![1], 700)]
                .map(|(boxes, people)| PersonType { boxes: boxes.into(), people, line: 0 })
                .to_vec(),
            of_person: vec![0, 1, 2],
        }),
    };
    let boxes = PublishedBoxes { rows: vec![70, 80], class: vec![0, 1], of_class: vec![0, 1] };
    let found = presence(&boxes, &by_type).unwrap().unwrap();
    for chances in [&found.subset, found.matching.as_ref().unwrap()] {
        let sum: f64 = (chances.iter().zip([600.0, 100.0, 700.0]))
            .map(|(chance, people)| chance.least().unwrap().to_f64() * people)
            .sum();
        // As many people are expected in the table as there are rows.
        assert!((sum - 150.0).abs() < 1e-9, "{sum}");
        assert!(chances[1].least() > chances[0].least());
    }
}
