//! What is given back, against the definition and on planted leaks.

use std::collections::BTreeSet;
use std::hash::BuildHasher;

use proptest::prelude::*;

use super::*;

/// The columns of a small table, and the person of each row.
#[derive(Clone, Debug)]
struct Sheet {
    classes: Vec<u32>,
    cells: Vec<u32>,
    originals: Vec<u32>,
    values: Vec<u32>,
    people: Option<Vec<u32>>,
}

impl Sheet {
    fn person(&self, row: usize) -> u32 {
        self.people.as_ref().map_or(row as u32, |people| people[row])
    }

    /// Who tells about a row: each other person once for each original, of these rows.
    fn others(&self, row: usize, among: &dyn Fn(usize) -> bool) -> BTreeSet<(u32, u32)> {
        (0..self.cells.len())
            .filter(|&other| self.person(other) != self.person(row) && among(other))
            .map(|other| (self.person(other), self.originals[other]))
            .collect()
    }

    /// The definition: whether a column gives the original of a row back.
    fn is_given_back(&self, row: usize, ordered: bool) -> bool {
        let in_cell = |other: usize| self.cells[other] == self.cells[row];
        let distance = |other: usize| self.values[other].abs_diff(self.values[row]);
        let within =
            |reach: u32| self.others(row, &|other| in_cell(other) && distance(other) <= reach);
        // On a scale, as far as it takes to have two others, or all there are.
        let reach = (0..20).find(|&reach| within(reach).len() >= 2).unwrap_or(20);
        let near = within(if ordered { reach } else { 0 });
        let class = self.others(row, &|other| self.classes[other] == self.classes[row]);
        let same = |others: &BTreeSet<(u32, u32)>| {
            others.iter().filter(|(_, original)| *original == self.originals[row]).count()
        };
        let enough = !near.is_empty() && same(&near) * 100 >= near.len() * 95;
        enough && same(&near) * class.len().max(1) > same(&class) * near.len()
    }

    /// The rows that are given back, and the people, each by the part of their rows.
    fn given_back(&self, ordered: bool) -> (Vec<usize>, f64) {
        let rows = 0..self.cells.len();
        let given: Vec<usize> =
            rows.clone().filter(|&row| self.is_given_back(row, ordered)).collect();
        let of = |row: usize| {
            rows.clone().filter(|&other| self.person(other) == self.person(row)).count()
        };
        let held = given.iter().map(|&row| 1.0 / of(row) as f64).sum();
        (given, held)
    }

    /// What counts alone say about how many rows can be given back.
    fn limit(&self, ordered: bool) -> Option<u64> {
        let places: Vec<Option<i128>> =
            (0..=20).map(|value| (value > 0).then_some(i128::from(value))).collect();
        let compared = Compared {
            cells: &self.cells,
            values: &self.values,
            originals: &self.originals,
            people: self.people.as_deref(),
            places: ordered.then_some(&places),
        };
        limit::limit(&compared, &limit::most_frequent(&self.cells, &self.originals)?)
    }

    fn measured(&self, ordered: bool) -> GivenBack {
        let people = self.people.as_deref();
        let weights = people.map(|people| {
            let rows = |person: &u32| people.iter().filter(|other| *other == person).count();
            let of_row = people.iter().map(|person| 1.0 / rows(person) as f64).collect();
            Weights { people, of_row }
        });
        let (cells, originals) = (&self.cells, &self.originals);
        let in_class = in_class(&self.classes, originals, people);
        let chance = chance(cells, originals, people);
        let quasi = Generalized::new(cells, originals, people, in_class, chance);
        // Value 0 is the missing one of a scale, so real ones start at 1.
        let places = (0..=20).map(|value| (value > 0).then_some(i128::from(value))).collect();
        let teller = Teller { values: self.values.clone(), places: ordered.then_some(places) };
        given_back(&quasi, &teller, weights.as_ref())
    }
}

/// Small tables, in which everything is independent.
fn sheets() -> impl Strategy<Value = Sheet> {
    let row = [0..3_u32, 0..2, 0..3, 1..9, 0..7];
    (prop::collection::vec(row, 1..40), any::<bool>()).prop_map(|(rows, counts_people)| {
        let column = |at: usize| -> Vec<u32> { rows.iter().map(|row| row[at]).collect() };
        Sheet {
            classes: column(0),
            cells: column(1),
            originals: column(2),
            values: column(3),
            people: counts_people.then(|| column(4)),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_measure_is_the_definition(sheet in sheets(), ordered: bool) {
        let found = sheet.measured(ordered);
        let (given, held) = sheet.given_back(ordered);
        match sheet.limit(ordered) {
            Some(limit) => prop_assert!(limit as f64 >= held, "{limit} {held}"),
            None => prop_assert!(sheet.people.is_some()),
        }
        prop_assert!((found.held - held).abs() < 1e-9, "{found:?} {held}");
        prop_assert_eq!(found.first, given.first().map(|&row| row as u32));
    }
}

/// Numbers that look random, the same every time.
fn mixed(row: u32) -> u32 {
    (foldhash::quality::FixedState::with_seed(9).hash_one(row) >> 40) as u32
}

#[test]
fn a_code_gives_its_column_back_and_noise_gives_nothing() {
    let rows = 0..4000_u32;
    let originals: Vec<u32> = rows.clone().map(|row| mixed(row) % 50).collect();
    let cells: Vec<u32> = originals.iter().map(|value| value / 10).collect();
    let code: Vec<u32> = originals.iter().map(|value| 49 - value).collect();
    let noise: Vec<u32> = rows.map(|row| mixed(row + 10_000) % 20 + 1).collect();
    let sheet = Sheet { classes: cells.clone(), cells, originals, values: code, people: None };
    assert_eq!(sheet.measured(false).held, 4000.0);
    let noisy = Sheet { values: noise, ..sheet };
    for ordered in [false, true] {
        let found = noisy.measured(ordered);
        assert!(found.held < 10.0, "{found:?}");
    }
}

/// The first visit of everybody lacks the code that all later ones have.
#[test]
fn later_rows_of_a_person_tell_too() {
    let originals: Vec<u32> = (0..2000).map(|row| mixed(row / 4) % 50).collect();
    let cells: Vec<u32> = originals.iter().map(|value| value / 10).collect();
    let code = |row: u32| if row.is_multiple_of(4) { 99 } else { originals[row as usize] };
    let sheet = Sheet {
        classes: cells.clone(),
        cells,
        values: (0..2000).map(code).collect(),
        people: Some((0..2000).map(|row| row / 4).collect()),
        originals,
    };
    let found = sheet.measured(false);
    assert!((found.held - 375.0).abs() < 1.0, "three of four rows of 500 people: {found:?}");
}

#[test]
fn agreement_by_chance_is_expected_of_two_values() {
    // Two originals behind one cell, and a scale of distinct values: two neighbours agree every
    // fourth time.
    let originals: Vec<u32> = (0..4000).map(|row| mixed(row) % 2).collect();
    let cells = vec![0; 4000];
    let in_class = originals.iter().map(|_| (1999, 3999)).collect();
    let chance = chance(&cells, &originals, None);
    let quasi = Generalized::new(&cells, &originals, None, in_class, chance);
    let mut order: Vec<u32> = (0..4000).collect();
    order.sort_by_key(|&row| mixed(row + 50_000));
    let places = (0..4000).map(|value| Some(i128::from(value))).collect();
    let found = given_back(&quasi, &Teller { values: order, places: Some(places) }, None);
    assert!(found.held > 800.0, "{found:?}");
    assert!((found.held - found.by_chance).abs() < 120.0, "{found:?}");
}

#[test]
fn counts_alone_excuse_most_columns() {
    // Fifty originals in five cells: a column of four values leaves 200 rows together, of which at most
    // twenty or so are alike.
    let originals: Vec<u32> = (0..4000).map(|row| mixed(row) % 50).collect();
    let sheet = Sheet {
        classes: vec![0; 4000],
        cells: originals.iter().map(|value| value / 10).collect(),
        values: (0..4000).map(|row| mixed(row + 10_000) % 4 + 1).collect(),
        people: None,
        originals: originals.clone(),
    };
    assert_eq!((sheet.limit(false), sheet.limit(true)), (Some(0), Some(0)));
    let code = Sheet { values: originals, ..sheet };
    assert_eq!(code.limit(false), Some(4000));
}

#[test]
fn jobs_come_back_in_order_on_any_number_of_threads() {
    for threads in [1, 3] {
        let squares: Vec<usize> = in_parallel(threads, 20, |job| job * job);
        assert_eq!(squares, (0..20).map(|job| job * job).collect::<Vec<_>>());
    }
}
