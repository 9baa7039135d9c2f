//! Random tables of visits: people with several rows, two quasi-identifiers, a number and an illness.

use std::collections::{BTreeMap, BTreeSet};

/// The hierarchies of the quasi-identifiers, leaf to top.
pub const A: &str = "0;a01;a0123;*\n1;a01;a0123;*\n2;a23;a0123;*\n3;a23;a0123;*\n4;a45;a4567;*\n5;a45;a4567;*\n\
                     6;a67;a4567;*\n7;a67;a4567;*\n";
pub const B: &str = "p;pqr;*\nq;pqr;*\nr;pqr;*\nx;xyz;*\ny;xyz;*\nz;xyz;*\n";

/// The texts of secrets; the first is missing, and some are spellings of others.
pub const NUMBERS: [&str; 6] = ["", "10", "10.0", "12", "30", "31"];
pub const ILLNESSES: [&str; 6] = ["", "Flu", "asthma", "flu", "hiv", "zoster"];

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub person: usize,
    /// The places of its quasi-identifiers among the leaves.
    pub qi: [usize; 2],
    /// The places of its number and its illness among the texts.
    pub secrets: [usize; 2],
}

/// Numbers that look random and are always the same.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        let Dice(state) = self;
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*state >> 33) % sides as u64) as usize
    }

    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.roll(list.len())]
    }
}

/// How a random table is made.
#[derive(Clone, Copy)]
pub struct Shape {
    pub people: usize,
    /// Whether people have the same quasi-identifiers in all rows.
    pub settled: bool,
    /// How many leaves and texts occur.
    pub variety: usize,
}

/// A table of up to four rows of each person, in random order.
pub fn visits(dice: &mut Dice, shape: Shape) -> Vec<Visit> {
    let Shape { people, settled, variety } = shape;
    let mut rows = Vec::new();
    for person in 0..people {
        let home = [dice.roll(variety.min(8)), dice.roll(variety.min(6))];
        for _ in 0..=dice.roll(4) {
            let away = [dice.roll(variety.min(8)), dice.roll(variety.min(6))];
            let qi = if settled || dice.roll(3) > 0 { home } else { away };
            let secrets = [dice.roll(variety.min(6)), dice.roll(variety.min(6))];
            rows.push(Visit { person, qi, secrets });
        }
    }
    for at in (1..rows.len()).rev() {
        rows.swap(at, dice.roll(at + 1));
    }
    rows
}

/// The leaves of a hierarchy.
pub fn leaves(hierarchy: &str) -> Vec<&str> {
    hierarchy.lines().map(|line| line.split(';').next().unwrap()).collect()
}

/// The text of a quasi-identifier.
pub fn leaf(column: usize, place: usize) -> &'static str {
    [leaves(A), leaves(B)][column][place]
}

/// A table as CSV. Ids are spelled in two ways, and every row has a number, by which it is found again.
pub fn csv(rows: &[Visit]) -> String {
    let row = |(at, visit): (usize, &Visit)| {
        let [a, b] = [0, 1].map(|column| leaf(column, visit.qi[column]));
        let [n, s] = [NUMBERS[visit.secrets[0]], ILLNESSES[visit.secrets[1]]];
        format!("{},{a},{b},{n},{s},{at}\n", id(visit.person, at))
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!("pid,a,b,n,s,row\n{rows}")
}

/// One of the spellings of a person.
pub fn id(person: usize, at: usize) -> String {
    if at.is_multiple_of(3) { format!(" P{person}") } else { format!("p{person}") }
}

/// The cells of a CSV file, quotes removed.
pub fn cells(text: &str) -> Vec<Vec<String>> {
    let line = |line: &str| {
        let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(std::mem::take(&mut cell)),
                letter => cell.push(letter),
            }
        }
        cells.push(cell);
        cells
    };
    text.lines().map(line).collect()
}

/// The places of the leaves that a published cell stands for.
pub fn meaning(column: usize, cell: &str) -> BTreeSet<usize> {
    let hierarchy = [A, B][column];
    if let Some(members) = cell.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return members.split('|').flat_map(|member| meaning(column, member)).collect();
    }
    if let Some(range) = cell.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let (low, high) = range.split_once(',').unwrap();
        let place = |text: &str| leaves(hierarchy).iter().position(|leaf| *leaf == text).unwrap();
        return (place(low)..=place(high)).collect();
    }
    let lines = hierarchy.lines().enumerate();
    let found: BTreeSet<usize> = lines
        .filter(|(_, line)| line.split(';').any(|node| node == cell))
        .map(|(at, _)| at)
        .collect();
    assert!(!found.is_empty(), "nothing is published as {cell}");
    found
}

/// What a leaf becomes at a level.
pub fn label(column: usize, place: usize, level: usize) -> &'static str {
    [A, B][column].lines().nth(place).unwrap().split(';').nth(level).unwrap()
}

/// The highest level of each column.
pub const HEIGHTS: [usize; 2] = [3, 2];

/// The loss of a published cell.
pub fn loss(column: usize, leaves_of_cell: usize) -> f64 {
    (leaves_of_cell - 1) as f64 / [7.0, 5.0][column]
}

/// Rows by person.
pub fn by_person<'v>(rows: impl Iterator<Item = &'v Visit>) -> BTreeMap<usize, Vec<&'v Visit>> {
    let mut people: BTreeMap<usize, Vec<&Visit>> = BTreeMap::new();
    rows.for_each(|visit| people.entry(visit.person).or_default().push(visit));
    people
}
