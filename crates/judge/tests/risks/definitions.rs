//! Figures against their definitions, on random small tables.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_terms::RiskKind;
use proptest::prelude::*;

use super::Case;

/// Random small tables: quasi-identifier, two plain columns, a secret, and the person of each row.
fn tables() -> impl Strategy<Value = Vec<[u32; 5]>> {
    prop::collection::vec([0..3_u32, 0..4_u32, 0..4_u32, 0..3_u32, 0..6_u32], 1..24)
}

/// The table, and with it whether people are counted.
fn case(rows: &[[u32; 5]], counts_people: bool) -> Case {
    let header = ["qi", "one", "two", "secret"].map(str::to_owned).to_vec();
    // The first secret is a missing value.
    let secret = |value: u32| if value == 0 { String::new() } else { format!("s{value}") };
    let text = |row: &[u32; 5]| {
        vec![format!("q{}", row[0]), format!("a{}", row[1]), format!("b{}", row[2]), secret(row[3])]
    };
    let table: Vec<Vec<String>> = std::iter::once(header).chain(rows.iter().map(text)).collect();
    let people = counts_people.then(|| rows.iter().map(|row| row[4]).collect());
    Case { people, k: Some(3), ..Case::new(&table, "qi", "secret").beside(&table) }
}

/// The person of each row.
fn people(rows: &[[u32; 5]], counts_people: bool) -> Vec<u32> {
    let person = |(at, row): (usize, &[u32; 5])| if counts_people { row[4] } else { at as u32 };
    rows.iter().enumerate().map(person).collect()
}

/// People with a row that nobody else has the values of, in these columns.
fn alone(rows: &[[u32; 5]], people: &[u32], columns: &[usize]) -> usize {
    let key = |row: &[u32; 5]| -> Vec<u32> { columns.iter().map(|&at| row[at]).collect() };
    let mut holders: BTreeMap<Vec<u32>, BTreeSet<u32>> = BTreeMap::new();
    for (row, &person) in rows.iter().zip(people) {
        holders.entry(key(row)).or_default().insert(person);
    }
    let alone = holders.values().filter(|people| people.len() == 1).flatten();
    alone.collect::<BTreeSet<_>>().len()
}

proptest! {
    #[test]
    fn people_are_alone_by_definition(rows in tables(), counts_people: bool) {
        let people = people(&rows, counts_people);
        let everybody = people.iter().collect::<BTreeSet<_>>().len();
        // A third may be found, but never less than 5 % or more than 20 % warns.
        let warns = |alone: &usize| alone * 5 >= everybody;
        // Columns that identify people are reported as such.
        let identifies = |column: usize| 2 * alone(&rows, &people, &[column]) > everybody;
        let plain: Vec<usize> = [1, 2].into_iter().filter(|&column| !identifies(column)).collect();
        let worst = |sets: &[&[usize]]| {
            let is_open = |set: &&&[usize]| {
                let set = || set.iter().filter(|&&column| column > 0);
                set().count() > 0 && set().all(|column| plain.contains(column))
            };
            let counts = sets.iter().filter(is_open).map(|set| alone(&rows, &people, set));
            counts.max().filter(warns)
        };
        let expected = worst(&[&[1], &[2]])
            .or(worst(&[&[0, 1], &[0, 2], &[1, 2]]))
            .or(worst(&[&[0, 1, 2]]));
        let found = case(&rows, counts_people).of_kind(RiskKind::SingledOut);
        let found = found.first().map(|risk| (risk.count as usize, risk.of as usize));
        prop_assert_eq!(found, expected.map(|alone| (alone, everybody)));
    }

    #[test]
    fn unique_values_identify_by_definition(rows in tables(), counts_people: bool) {
        let people = people(&rows, counts_people);
        let everybody = people.iter().collect::<BTreeSet<_>>().len();
        let risks = case(&rows, counts_people).of_kind(RiskKind::IdentifyingColumn);
        for (name, column) in [("one", 1), ("two", 2)] {
            let expected = alone(&rows, &people, &[column]);
            let found = risks.iter().find(|risk| risk.columns == [name]);
            let found = found.map(|risk| risk.count as usize);
            prop_assert_eq!(found, Some(expected).filter(|alone| 2 * alone > everybody));
        }
    }

    #[test]
    fn secrets_are_certain_by_definition(rows in tables(), counts_people: bool) {
        let people = people(&rows, counts_people);
        let having = |members: &[usize], value: Option<u32>| -> BTreeSet<u32> {
            let with = members.iter().filter(|&&at| value.is_none_or(|value| rows[at][3] == value));
            with.map(|&at| people[at]).collect()
        };
        let all: Vec<usize> = (0..rows.len()).collect();
        let everybody = having(&all, None).len();
        let share = |value: u32| having(&all, Some(value)).len();
        let most = (1..3).map(share).max().unwrap_or(0);
        let (mut surprising, mut expected) = (BTreeSet::new(), BTreeSet::new());
        for class in 0..3 {
            let members: Vec<usize> = all.iter().copied().filter(|&at| rows[at][0] == class).collect();
            let certain = (1..3).filter(|&value| {
                let have = having(&members, Some(value)).len();
                have * 100 >= having(&members, None).len() * 95 && have > 0
            });
            for value in certain.filter(|&value| share(value) * 100 < everybody * 95) {
                let is_expected = share(value) == most && 2 * share(value) >= everybody;
                let set = if is_expected { &mut expected } else { &mut surprising };
                set.extend(having(&members, None));
            }
        }
        let exposed = if surprising.is_empty() { expected } else { surprising };
        let found = case(&rows, counts_people).of_kind(RiskKind::CertainSecret);
        let found = found.first().map(|risk| risk.count as usize);
        prop_assert_eq!(found, Some(exposed.len()).filter(|&people| people > 0));
    }

    #[test]
    fn ends_are_rare_by_definition(
        visits in prop::collection::vec((0..30_u32, 0..9_u32), 1..40),
        counts_people: bool,
    ) {
        let ages: Vec<u32> = visits.iter().map(|visit| visit.0).collect();
        let person = |at: usize| if counts_people { visits[at].1 } else { at as u32 };
        // Published by tens, each range as wide as its people are.
        let ten = |age: u32| {
            let members = || ages.iter().filter(|&&other| other / 10 == age / 10);
            (members().min().copied().unwrap_or(0), members().max().copied().unwrap_or(0))
        };
        let header = vec!["age".to_owned()];
        let published = ages.iter().map(|&age| vec![format!("[{},{}]", ten(age).0, ten(age).1)]);
        let original = ages.iter().map(|age| vec![age.to_string()]);
        let published: Vec<_> = std::iter::once(header.clone()).chain(published).collect();
        let original: Vec<_> = std::iter::once(header).chain(original).collect();
        let mut case = Case { k: Some(3), ..Case::new(&published, "age", "").beside(&original) };
        case.people = counts_people.then(|| visits.iter().map(|visit| visit.1).collect());
        let ends: BTreeSet<u32> = ages.iter().flat_map(|&age| [ten(age).0, ten(age).1]).collect();
        let holders = |end: &u32| -> BTreeSet<u32> {
            (0..ages.len()).filter(|&at| ages[at] == *end).map(person).collect()
        };
        let rare: BTreeSet<u32> =
            ends.iter().map(holders).filter(|holders| holders.len() < 3).flatten().collect();
        let everybody: BTreeSet<u32> = (0..ages.len()).map(person).collect();
        let found = case.of_kind(RiskKind::Extremes);
        let found = found.first().map(|risk| (risk.count as usize, risk.of as usize));
        let expected = Some((rare.len(), everybody.len())).filter(|(rare, _)| *rare > 0);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn identifiers_repeat_by_definition(ids in prop::collection::vec(0..12_u32, 1..30)) {
        let text = |&id: &u32| if id == 0 { String::new() } else { id.to_string() };
        let header = vec!["x".to_owned(), "id".to_owned()];
        let original = ids.iter().map(|id| vec!["1".to_owned(), text(id)]);
        let original: Vec<_> = std::iter::once(header).chain(original).collect();
        let published: Vec<_> = original.iter().map(|row| row[..1].to_vec()).collect();
        let mut case = Case::new(&published, "x", "").beside(&original);
        case.identifying = vec!["id".into()];
        let rows = |&id: &u32| ids.iter().filter(|&&other| other == id).count();
        let repeated = ids.iter().filter(|&id| *id > 0 && rows(id) > 1).count();
        let found = case.of_kind(RiskKind::RepeatedPerson);
        let found = found.first().map(|risk| risk.count as usize);
        prop_assert_eq!(found, Some(repeated).filter(|&rows| rows > 0));
    }
}
