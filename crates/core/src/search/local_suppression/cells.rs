//! The published cells of every tuple.

use std::cmp::Ordering;

use crate::hierarchy::Hierarchy;
use crate::search::boxes::BoxProblem;

/// Stands for a suppressed cell.
pub(super) const STAR: u32 = u32::MAX;

/// Units of price per weight of 1: prices are integers, so sums do not depend on their order.
const UNIT: f64 = 1_000_000.0;

/// What is published of every tuple.
#[derive(Clone)]
pub(super) struct CellTable<'p> {
    pub problem: &'p BoxProblem<'p>,
    /// Per column: the price of a suppressed cell. Columns of a single leaf are free, and never
    /// suppressed.
    pub prices: Vec<u64>,
    /// Per column: the number of its leaves.
    leaves: Vec<u32>,
    /// Tuple by tuple: a code per column, or [`STAR`].
    published: Vec<u32>,
    /// Units of work so far.
    pub examined: u64,
}

impl<'p> CellTable<'p> {
    /// Everything as it is in the table.
    pub fn new(problem: &'p BoxProblem<'p>, hierarchies: &[Hierarchy], weights: &[f64]) -> Self {
        let price = |(hierarchy, weight): (&Hierarchy, &f64)| match hierarchy.leaves() {
            1 => 0,
            _ => ((weight * UNIT) as u64).max(1),
        };
        let published =
            (0..problem.tuples() as u32).flat_map(|tuple| problem.codes(tuple).to_vec());
        CellTable {
            problem,
            prices: hierarchies.iter().zip(weights).map(price).collect(),
            leaves: hierarchies.iter().map(|hierarchy| hierarchy.leaves() as u32).collect(),
            published: published.collect(),
            examined: 0,
        }
    }

    /// The published cells of a tuple.
    #[inline]
    pub fn cells(&self, tuple: u32) -> &[u32] {
        let width = self.prices.len();
        &self.published[tuple as usize * width..][..width]
    }

    /// Suppresses cells of a tuple. Cells of a column with a single leaf stay.
    pub fn suppress(&mut self, tuple: u32, columns: &[usize]) {
        let width = self.prices.len();
        let cells = &mut self.published[tuple as usize * width..][..width];
        for &column in columns.iter().filter(|&&column| self.prices[column] > 0) {
            cells[column] = STAR;
        }
    }

    /// Publishes these cells of a tuple, and suppresses those that are [`STAR`].
    pub fn set(&mut self, tuple: u32, cells: &[u32]) {
        let width = self.prices.len();
        self.published[tuple as usize * width..][..width].copy_from_slice(cells);
    }

    /// The range of each published cell of a tuple.
    pub fn ranges(&self, tuple: u32) -> Vec<(u32, u32)> {
        let range = |(&cell, &leaves): (&u32, &u32)| match cell {
            STAR => (0, leaves - 1),
            code => (code, code),
        };
        self.cells(tuple).iter().zip(&self.leaves).map(range).collect()
    }

    /// The price of the suppressed cells among these.
    pub fn price_of(&self, cells: &[u32]) -> u64 {
        let starred = cells.iter().zip(&self.prices).filter(|(cell, _)| **cell == STAR);
        starred.map(|(_, price)| price).sum()
    }

    /// The rows of these tuples.
    pub fn rows(&self, tuples: &[u32]) -> u64 {
        tuples.iter().map(|&tuple| self.problem.rows()[tuple as usize]).sum()
    }

    /// The price of all suppressed cells.
    pub fn price(&self) -> u128 {
        let of = |tuple: u32| {
            let rows = self.problem.rows()[tuple as usize];
            u128::from(self.price_of(self.cells(tuple))) * u128::from(rows)
        };
        (0..self.problem.tuples() as u32).map(of).sum()
    }

    /// The published cells of a tuple in some columns.
    pub fn key(&self, tuple: u32, view: &[usize]) -> Box<[u32]> {
        let cells = self.cells(tuple);
        view.iter().map(|&column| cells[column]).collect()
    }

    /// The classes of a view.
    pub fn classes(&self, view: &[usize]) -> Vec<Vec<u32>> {
        let everybody: Vec<u32> = (0..self.problem.tuples() as u32).collect();
        self.grouped(&everybody, view)
    }

    /// Some tuples by their published cells in some columns. The groups are in an order of their
    /// own; tuples within one keep theirs.
    pub fn grouped(&self, tuples: &[u32], columns: &[usize]) -> Vec<Vec<u32>> {
        let hash = |tuple: u32| {
            let cells = self.cells(tuple);
            let mix = |hash: u64, &column: &usize| {
                (hash.rotate_left(5) ^ u64::from(cells[column])).wrapping_mul(0x517c_c1b7_2722_0a95)
            };
            columns.iter().fold(0, mix)
        };
        let compare = |one: u32, other: u32| {
            let (one, other) = (self.cells(one), self.cells(other));
            let differs = |&&column: &&usize| one[column] != other[column];
            let first = columns.iter().find(differs);
            first.map_or(Ordering::Equal, |&column| one[column].cmp(&other[column]))
        };
        let mut hashed: Vec<(u64, u32)> =
            tuples.iter().map(|&tuple| (hash(tuple), tuple)).collect();
        hashed.sort_by(|one, other| one.0.cmp(&other.0).then_with(|| compare(one.1, other.1)));
        let same = |one: &(u64, u32), other: &(u64, u32)| {
            one.0 == other.0 && compare(one.1, other.1) == Ordering::Equal
        };
        let runs = hashed.chunk_by(same);
        runs.map(|run| run.iter().map(|&(_, tuple)| tuple).collect()).collect()
    }

    /// Whether these tuples can be a class.
    pub fn holds(&mut self, tuples: &[u32]) -> bool {
        self.examined += tuples.len() as u64;
        let sum = |counts: &[u64]| tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        let (members, people) = (sum(self.problem.members()), sum(self.problem.people()));
        self.problem.constraints().admits(members, people) && self.problem.holds(tuples)
    }
}
