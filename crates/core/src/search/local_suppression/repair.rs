//! Suppresses cells until the classes of a view hold.
//!
//! Sets of columns are tried in ascending price. With such a set suppressed, violating classes
//! coincide with others, or with a class that holds; where the union holds, it is settled. Classes
//! move as a whole, so the ones that remain do not change. If there are too many sets of columns,
//! whole columns of the remaining classes follow, the one first that settles most rows. Classes that
//! violate in the end are merged with the class for which that costs least.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use hashbrown::{HashMap, HashSet};

use super::cells::{CellTable, STAR};
use crate::search::SearchControl;

/// Classes of a view by their published cells.
type Classes = HashMap<Box<[u32]>, Vec<u32>>;

impl CellTable<'_> {
    /// Repairs every view until all hold. Returns false if there is no release.
    pub fn repair_all(
        &mut self,
        views: &[Vec<usize>],
        round: u64,
        work: u64,
        control: &SearchControl,
    ) -> bool {
        let end = self.examined + work;
        let mut sound = 0;
        // A view that holds stays so until a cell is suppressed because of another one.
        for view in views.iter().cycle() {
            match self.repair(view, round, end, control) {
                None => return false,
                Some(true) => sound = 1,
                Some(false) => sound += 1,
            }
            if sound >= views.len() {
                return true;
            }
        }
        true
    }

    /// Repairs one view. Returns whether cells were suppressed, or nothing if all tuples together do
    /// not hold.
    fn repair(
        &mut self,
        view: &[usize],
        round: u64,
        end: u64,
        control: &SearchControl,
    ) -> Option<bool> {
        let (mut settled, mut open) = (Classes::new(), Vec::new());
        self.examined += self.problem.tuples() as u64;
        for class in self.classes(view) {
            match self.holds(&class) {
                true => drop(settled.insert(self.key(class[0], view), class)),
                false => open.extend(class),
            }
        }
        if open.is_empty() {
            return Some(false);
        }
        open.sort_unstable();
        let columns = self.ordered(view, round);
        let mut sets =
            CheapestSets::new(columns.iter().map(|&column| self.prices[column]).collect());
        while !open.is_empty() && self.examined < end && !control.should_stop(self.examined) {
            let Some(set) = sets.next() else { break };
            let set: Vec<usize> = set.iter().map(|&place| columns[place]).collect();
            self.settle(view, &set, &mut settled, &mut open);
        }
        self.drop_columns(view, &columns, &mut settled, &mut open);
        self.merge(view, settled, &open).then_some(true)
    }

    /// The columns of a view that can be suppressed, cheapest first. Equally cheap ones are in the
    /// order of their distinct values, most first, or in another one in later rounds.
    fn ordered(&self, view: &[usize], round: u64) -> Vec<usize> {
        let distinct = |column: usize| {
            let tuples = 0..self.problem.tuples() as u32;
            tuples.map(|tuple| self.problem.codes(tuple)[column]).collect::<BTreeSet<_>>().len()
        };
        let mixed = |column: usize| {
            let mixed = (column as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ (round << 17));
            (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7
        };
        let rank = |column: usize| match round {
            0 => Reverse(distinct(column) as u64),
            _ => Reverse(mixed(column)),
        };
        let mut columns: Vec<usize> =
            view.iter().copied().filter(|&column| self.prices[column] > 0).collect();
        columns.sort_by_cached_key(|&column| (self.prices[column], rank(column), column));
        columns
    }

    /// Settles the open tuples that hold if these columns are suppressed.
    fn settle(
        &mut self,
        view: &[usize],
        set: &[usize],
        settled: &mut Classes,
        open: &mut Vec<u32>,
    ) {
        self.examined += open.len() as u64;
        let rest: Vec<usize> =
            view.iter().copied().filter(|column| !set.contains(column)).collect();
        let mut gone = HashSet::new();
        for group in self.grouped(open, &rest) {
            let key: Box<[u32]> = view
                .iter()
                .map(|column| match set.contains(column) {
                    true => STAR,
                    false => self.cells(group[0])[*column],
                })
                .collect();
            let joined = match settled.get(&key) {
                Some(known) => [known.as_slice(), &group].concat(),
                None => group.clone(),
            };
            if self.holds(&joined) {
                group.iter().for_each(|&tuple| self.suppress(tuple, set));
                gone.extend(group);
                settled.insert(key, joined);
            }
        }
        open.retain(|tuple| !gone.contains(tuple));
    }

    /// Suppresses whole columns of the open tuples until all are settled or all cells are
    /// suppressed.
    fn drop_columns(
        &mut self,
        view: &[usize],
        columns: &[usize],
        settled: &mut Classes,
        open: &mut Vec<u32>,
    ) {
        let mut dropped: Vec<usize> = Vec::new();
        while !open.is_empty() && dropped.len() < columns.len() {
            let left = columns.iter().filter(|column| !dropped.contains(column));
            let classes = |&&column: &&usize| {
                let keeps = |&&other: &&usize| other != column && !dropped.contains(&other);
                let rest: Vec<usize> = view.iter().filter(keeps).copied().collect();
                let classes = self.grouped(open, &rest).len() as u64;
                (classes * self.prices[column], column)
            };
            let Some(&column) = left.min_by_key(classes) else { return };
            self.examined += (open.len() * columns.len()) as u64;
            dropped.push(column);
            self.settle(view, &dropped, settled, open);
        }
    }

    /// Merges the classes of open tuples, which do not hold, with the cheapest class until all hold.
    /// Returns false if a single class is left that does not hold.
    fn merge(&mut self, view: &[usize], mut settled: Classes, open: &[u32]) -> bool {
        let mut waiting: Classes = self
            .grouped(open, view)
            .into_iter()
            .map(|class| (self.key(class[0], view), class))
            .collect();
        while let Some(key) = waiting.keys().min().cloned() {
            let class = waiting.remove(&key).unwrap_or_default();
            let others = settled.iter().chain(&waiting);
            let price = |other: &[u32], tuples: &[u32]| {
                self.growth(view, other, &key) * self.rows(tuples)
                    + self.growth(view, &key, other) * self.rows(&class)
            };
            let prices = others.map(|(other, tuples)| (price(other, tuples), other));
            let partner = prices.min().map(|(_, other)| other.clone());
            self.examined += (settled.len() + waiting.len()) as u64;
            let Some(partner) = partner else { return false };
            let other = settled.remove(&partner).or_else(|| waiting.remove(&partner));
            let joined: Box<[u32]> =
                key.iter().zip(&partner).map(|(a, b)| if a == b { *a } else { STAR }).collect();
            let mut tuples = [class, other.unwrap_or_default()].concat();
            // Another class may have these cells already.
            tuples.extend(settled.remove(&joined).unwrap_or_default());
            tuples.extend(waiting.remove(&joined).unwrap_or_default());
            for &tuple in &tuples {
                let mut cells = self.cells(tuple).to_vec();
                view.iter().zip(&joined).for_each(|(&column, &cell)| cells[column] = cell);
                self.set(tuple, &cells);
            }
            match self.holds(&tuples) {
                true => settled.insert(joined, tuples),
                false => waiting.insert(joined, tuples),
            };
        }
        true
    }

    /// The price per row of the cells that a class loses if it is merged with another one.
    fn growth(&self, view: &[usize], class: &[u32], other: &[u32]) -> u64 {
        let cells = view.iter().zip(class.iter().zip(other));
        let lost = cells.filter(|(_, (cell, other))| cell != other && **cell != STAR);
        lost.map(|(&column, _)| self.prices[column]).sum()
    }
}

/// Sets of columns in ascending price, for prices that ascend. A set is a list of places.
struct CheapestSets {
    prices: Vec<u64>,
    waiting: BinaryHeap<Reverse<(u64, Vec<usize>)>>,
}

impl CheapestSets {
    fn new(prices: Vec<u64>) -> Self {
        let first = prices.first().map(|&price| Reverse((price, vec![0])));
        CheapestSets { waiting: first.into_iter().collect(), prices }
    }
}

impl Iterator for CheapestSets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let Reverse((price, set)) = self.waiting.pop()?;
        // Every set but the first comes from exactly one other: by moving its last place on, or by
        // adding the next one.
        let last = *set.last()?;
        if let Some(&next) = self.prices.get(last + 1) {
            let mut moved = set.clone();
            *moved.last_mut()? = last + 1;
            self.waiting.push(Reverse((price - self.prices[last] + next, moved)));
            let mut longer = set.clone();
            longer.push(last + 1);
            self.waiting.push(Reverse((price + next, longer)));
        }
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_ascending_price() {
        let sets: Vec<Vec<usize>> = CheapestSets::new(vec![1, 1, 3]).collect();
        assert_eq!(sets.len(), 7);
        assert_eq!(sets[..3], [vec![0], vec![1], vec![0, 1]]);
        assert_eq!(sets[6], [0, 1, 2]);
    }
}
