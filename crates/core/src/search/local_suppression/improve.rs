//! Publishes suppressed cells again as long as the classes of every view hold.
//!
//! In every view, a class that loses tuples must be empty or hold, and so must the one that they
//! join. Tuples of one class are tried together, column by column: all of them, then those with
//! the same value. With a single view, tuples also move to other classes that suppress less, one by
//! one or all tuples of a class, and a class may give up cells to take in tuples that suppress more.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::cells::{CellTable, STAR};
use crate::search::SearchControl;

/// The most entries of tuples in views that are kept at a time.
const MOST_ENTRIES: usize = 40_000_000;

/// Classes that take in tuples, by their cells so far: their cells then, and the tuples.
type GrownClasses = BTreeMap<Box<[u32]>, (Vec<u32>, Vec<u32>)>;

/// The classes of a view by their published cells in its columns.
struct View {
    columns: Vec<usize>,
    classes: HashMap<Box<[u32]>, Vec<u32>>,
}

impl View {
    fn of(cells: &CellTable<'_>, columns: &[usize]) -> View {
        let classes = cells.classes(columns).into_iter();
        let classes = classes.map(|class| (cells.key(class[0], columns), class)).collect();
        View { columns: columns.to_vec(), classes }
    }

    fn key(&self, cells: &[u32]) -> Box<[u32]> {
        self.columns.iter().map(|&column| cells[column]).collect()
    }

    fn class(&self, key: &[u32]) -> &[u32] {
        self.classes.get(key).map_or(&[], Vec::as_slice)
    }

    fn shift(&mut self, tuples: &[u32], from: &[u32], to: Box<[u32]>) {
        if let Some(class) = self.classes.get_mut(from) {
            class.retain(|tuple| tuples.binary_search(tuple).is_err());
            if class.is_empty() {
                self.classes.remove(from);
            }
        }
        self.classes.entry(to).or_default().extend(tuples);
    }
}

/// Tuples, ascending, that get these cells.
type Change = (Vec<u32>, Vec<u32>);

struct Improvement<'c, 'p> {
    cells: &'c mut CellTable<'p>,
    views: Vec<View>,
    end: u64,
    control: &'c SearchControl,
}

impl CellTable<'_> {
    /// Publishes suppressed cells again where that is possible.
    pub fn improve(&mut self, views: &[Vec<usize>], work: u64, control: &SearchControl) {
        if views.len().saturating_mul(self.problem.tuples()) > MOST_ENTRIES {
            return;
        }
        let end = self.examined + work;
        let views: Vec<View> = views.iter().map(|view| View::of(self, view)).collect();
        let mut improvement = Improvement { cells: self, views, end, control };
        let single = improvement.views.len() == 1;
        loop {
            let published = improvement.publish();
            let moved = single && (improvement.move_tuples() | improvement.dissolve());
            if !(published || moved) || improvement.is_over() {
                return;
            }
        }
    }
}

impl Improvement<'_, '_> {
    fn is_over(&self) -> bool {
        self.cells.examined >= self.end || self.control.should_stop(self.cells.examined)
    }

    /// The tuples of each set of published cells with a suppressed one, by these cells.
    fn suppressed(&self) -> BTreeMap<Vec<u32>, Vec<u32>> {
        let mut classes: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for tuple in 0..self.cells.problem.tuples() as u32 {
            let cells = self.cells.cells(tuple);
            if cells.contains(&STAR) {
                classes.entry(cells.to_vec()).or_default().push(tuple);
            }
        }
        classes
    }

    /// Publishes single columns of classes. Returns whether anything changed.
    fn publish(&mut self) -> bool {
        let mut changed = false;
        for (cells, mut tuples) in self.suppressed() {
            let mut columns: Vec<usize> =
                (0..cells.len()).filter(|&column| cells[column] == STAR).collect();
            columns.sort_by_key(|&column| std::cmp::Reverse(self.cells.prices[column]));
            for column in columns {
                if self.is_over() {
                    return changed;
                }
                let mut by_value: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
                for &tuple in &tuples {
                    let value = self.cells.problem.codes(tuple)[column];
                    by_value.entry(value).or_default().push(tuple);
                }
                let change = |(value, tuples): (u32, Vec<u32>)| -> Change {
                    let mut cells = cells.clone();
                    cells[column] = value;
                    (tuples, cells)
                };
                let changes: Vec<Change> = by_value.into_iter().map(change).collect();
                if self.apply(&changes) {
                    changed = true;
                    break;
                }
                if changes.len() == 1 {
                    continue;
                }
                for change in changes {
                    if self.apply(std::slice::from_ref(&change)) {
                        changed = true;
                        tuples.retain(|tuple| change.0.binary_search(tuple).is_err());
                    }
                }
            }
        }
        changed
    }

    /// Changes the cells of tuples that have the same cells if all views hold afterwards.
    fn apply(&mut self, changes: &[Change]) -> bool {
        let Some(before) = changes.first().map(|(tuples, _)| self.cells.cells(tuples[0]).to_vec())
        else {
            return false;
        };
        let mut gone: Vec<u32> = changes.iter().flat_map(|(tuples, _)| tuples.clone()).collect();
        gone.sort_unstable();
        for view in &self.views {
            let old = view.key(&before);
            let mut into: BTreeMap<Box<[u32]>, Vec<u32>> = BTreeMap::new();
            for (tuples, cells) in changes {
                into.entry(view.key(cells)).or_default().extend(tuples);
            }
            if into.len() == 1 && into.contains_key(&old) {
                continue;
            }
            let stays = |tuple: &u32| gone.binary_search(tuple).is_err();
            let mut left: Vec<u32> = view.class(&old).iter().copied().filter(stays).collect();
            left.extend(into.remove(&old).unwrap_or_default());
            self.cells.examined += gone.len() as u64;
            if !left.is_empty() && !self.cells.holds(&left) {
                return false;
            }
            for (key, mut tuples) in into {
                tuples.extend(view.class(&key));
                if !self.cells.holds(&tuples) {
                    return false;
                }
            }
        }
        for (tuples, cells) in changes {
            for view in &mut self.views {
                let (old, new) = (view.key(&before), view.key(cells));
                if old != new {
                    view.shift(tuples, &old, new);
                }
            }
            tuples.iter().for_each(|&tuple| self.cells.set(tuple, cells));
        }
        true
    }

    /// The sets of suppressed columns in use, cheapest first.
    fn masks(&self) -> Vec<(u64, Vec<usize>)> {
        let mask = |key: &[u32]| -> Vec<usize> {
            (0..key.len()).filter(|&column| key[column] == STAR).collect()
        };
        let price = |mask: Vec<usize>| {
            (mask.iter().map(|&column| self.cells.prices[column]).sum::<u64>(), mask)
        };
        let mut masks: Vec<(u64, Vec<usize>)> =
            self.views[0].classes.keys().map(|key| mask(key)).map(price).collect();
        masks.sort_unstable();
        masks.dedup();
        masks
    }

    /// The cells of the cheapest class that a tuple fits into and that stays valid with it, if it
    /// suppresses less than this.
    fn better(&mut self, tuple: u32, masks: &[(u64, Vec<usize>)], below: u64) -> Option<Vec<u32>> {
        for (_, mask) in masks.iter().take_while(|(price, _)| *price < below) {
            let mut cells = self.cells.problem.codes(tuple).to_vec();
            mask.iter().for_each(|&column| cells[column] = STAR);
            self.cells.examined += 1;
            let known = self.views[0].class(&cells);
            if known.is_empty() {
                continue;
            }
            let joined = [known, &[tuple]].concat();
            if self.cells.holds(&joined) {
                return Some(cells);
            }
        }
        None
    }

    /// Moves single tuples to classes that suppress less. Returns whether any moved.
    fn move_tuples(&mut self) -> bool {
        let mut changed = false;
        let masks = self.masks();
        for (cells, tuples) in self.suppressed() {
            let price = self.cells.price_of(&cells);
            for tuple in tuples {
                if self.is_over() {
                    return changed;
                }
                if let Some(better) = self.better(tuple, &masks, price) {
                    changed |= self.apply(&[(vec![tuple], better)]);
                }
            }
        }
        changed
    }

    /// Empties classes whose tuples are cheaper elsewhere. Returns whether any was.
    fn dissolve(&mut self) -> bool {
        let mut changed = false;
        let mut classes: Vec<_> = self.suppressed().into_iter().collect();
        classes.sort_by_key(|(cells, _)| std::cmp::Reverse(self.cells.price_of(cells)));
        for (cells, _) in classes {
            if self.is_over() {
                return changed;
            }
            changed |= self.dissolve_class(&cells);
        }
        changed
    }

    /// Empties a class if that lowers the price: each tuple goes where it costs least, and the class
    /// that takes it in suppresses what it must.
    fn dissolve_class(&mut self, cells: &[u32]) -> bool {
        let mut tuples = self.views[0].class(cells).to_vec();
        tuples.sort_unstable();
        let rows = self.cells.rows(&tuples);
        let mut left = i128::from(self.cells.price_of(cells)) * i128::from(rows);
        // Where each tuple goes: the class, and the cells of it then.
        let mut grown = GrownClasses::new();
        for tuple in tuples.iter().copied() {
            let Some((price, home)) = self.cheapest_home(tuple, cells, &grown) else {
                return false;
            };
            left -= i128::from(price);
            if left <= 0 {
                return false;
            }
            let known = grown.get(&home).map_or_else(|| home.to_vec(), |(cells, _)| cells.clone());
            let joined = self.joined(&known, tuple);
            let entry = grown.entry(home).or_insert_with(|| (Vec::new(), Vec::new()));
            entry.0 = joined;
            entry.1.push(tuple);
        }
        self.grow(cells, &grown)
    }

    /// The cells of a class that takes in a tuple.
    fn joined(&self, cells: &[u32], tuple: u32) -> Vec<u32> {
        let codes = self.cells.problem.codes(tuple);
        cells.iter().zip(codes).map(|(a, b)| if a == b { *a } else { STAR }).collect()
    }

    /// The class that takes in a tuple at the least price, which includes the cells that the class
    /// loses.
    fn cheapest_home(
        &mut self,
        tuple: u32,
        except: &[u32],
        grown: &GrownClasses,
    ) -> Option<(u64, Box<[u32]>)> {
        self.cells.examined += self.views[0].classes.len() as u64;
        let own = self.cells.problem.rows()[tuple as usize];
        let codes = self.cells.problem.codes(tuple);
        let price = |key: &[u32], class: &[u32]| {
            let (cells, guests) =
                grown.get(key).map_or((key, &[][..]), |(cells, guests)| (cells, guests));
            let pairs = cells.iter().zip(codes).zip(&self.cells.prices);
            let lost = pairs.clone().filter(|((cell, code), _)| **cell != STAR && cell != code);
            let growth: u64 = lost.map(|(_, price)| price).sum();
            let stars: u64 = self.cells.price_of(cells);
            let hosts =
                if growth > 0 { self.cells.rows(class) + self.cells.rows(guests) } else { 0 };
            growth * hosts + (stars + growth) * own
        };
        let homes = self.views[0].classes.iter().filter(|(key, _)| &***key != except);
        let homes = homes.map(|(key, class)| (price(key, class), key));
        homes.min().map(|(price, key)| (price, key.clone()))
    }

    /// Lets classes take in the tuples of a class, if all hold afterwards and the price is lower.
    fn grow(&mut self, emptied: &[u32], grown: &GrownClasses) -> bool {
        // The classes afterwards: some may have the same cells as each other or as a third one.
        let mut after: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        let mut touched: Vec<Box<[u32]>> = vec![emptied.into()];
        for (home, (cells, guests)) in grown {
            let members = after.entry(cells.clone()).or_default();
            members.extend(self.views[0].class(home));
            members.extend(guests);
            touched.push(home.clone());
        }
        for (cells, members) in &mut after {
            let third: Box<[u32]> = cells.as_slice().into();
            if !touched.contains(&third) {
                members.extend(self.views[0].class(&third));
                touched.push(third);
            }
        }
        let before: u128 = touched
            .iter()
            .map(|key| {
                let rows = self.cells.rows(self.views[0].class(key));
                u128::from(self.cells.price_of(key)) * u128::from(rows)
            })
            .sum();
        let then: u128 = after
            .iter()
            .map(|(cells, members)| {
                u128::from(self.cells.price_of(cells)) * u128::from(self.cells.rows(members))
            })
            .sum();
        if then >= before || !after.values().all(|members| self.cells.holds(members)) {
            return false;
        }
        for key in &touched {
            self.views[0].classes.remove(key);
        }
        for (cells, members) in after {
            members.iter().for_each(|&tuple| self.cells.set(tuple, &cells));
            self.views[0].classes.insert(cells.into(), members);
        }
        true
    }
}
