//! People with a weight of one, divided among their rows, for distances between distributions.
//!
//! A person with r rows gives each of them 1/r. All weights are whole numbers of one over the least
//! common multiple of these r. Where that fits machine words, a [`ValuesByClass`] of such numbers is exact.
//! Where it does not, weights are rounded to a power of two; the error is bounded, and a distance that
//! comes closer to a threshold than that is decided by numbers of any size.

use incrowd_terms::Fraction;
use num_bigint::BigUint;

use crate::closeness::GroundDistance;
use crate::exact::Share;
use crate::values_by_class::{ValueRows, ValuesByClass};

/// Products of two sums of weights and the number of values must fit this many bits.
const MOST_BITS: u32 = 120;

/// So many rows, of people who have `of` rows each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WeightPart {
    pub(crate) of: u32,
    pub(crate) rows: u64,
}

/// The weights of values, each a list of parts by ascending `of`.
#[derive(Debug, Default)]
pub(crate) struct WeightParts {
    ends: Vec<usize>,
    parts: Vec<WeightPart>,
}

impl WeightParts {
    /// The last part of the value that is being added.
    pub(crate) fn open(&mut self) -> Option<&mut WeightPart> {
        let start = self.ends.last().copied().unwrap_or(0);
        self.parts[start..].last_mut()
    }

    pub(crate) fn push(&mut self, part: WeightPart) {
        self.parts.push(part);
    }

    /// Ends the value that is being added.
    pub(crate) fn close(&mut self) {
        self.ends.push(self.parts.len());
    }

    fn get(&self, at: usize) -> &[WeightPart] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.parts[start..self.ends[at]]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The same for some of the values.
    pub(crate) fn only(&self, values: impl Iterator<Item = usize>) -> WeightParts {
        let mut only = WeightParts::default();
        for value in values {
            only.parts.extend_from_slice(self.get(value));
            only.close();
        }
        only
    }
}

/// A column with each person's weight divided among their rows.
#[derive(Debug)]
pub(crate) struct Weighted {
    /// Weights in units, exact or rounded.
    pub(crate) spread: ValuesByClass,
    /// How many of them are one person.
    unit: u64,
    rounded: Option<Rounded>,
}

/// What weights were before they were rounded.
#[derive(Debug)]
struct Rounded {
    /// The weights of the cells of all classes, and of the values of the table.
    cells: WeightParts,
    table: WeightParts,
    /// The most that a weight can be off, in people.
    error: f64,
}

impl Weighted {
    /// Weighs the cells of a column that counts people, and the values of its table.
    pub(crate) fn of(having: &ValuesByClass, cells: WeightParts, table: WeightParts) -> Weighted {
        let mut ofs: Vec<u32> =
            cells.parts.iter().chain(&table.parts).map(|part| part.of).collect();
        ofs.sort_unstable();
        ofs.dedup();
        let people = having.rows.max(1);
        let most = (MOST_BITS - bits(table.len() as u128)) / 2 - bits(people.into());
        let common = ofs.iter().try_fold(1_u128, |common, &of| {
            common.checked_mul(u128::from(of) / divisor(common, of.into()))
        });
        let exact = common.filter(|&common| bits(common) <= most);
        let unit = exact.unwrap_or(1 << most.saturating_sub(1).min(50)) as u64;
        let weight = |parts: &[WeightPart]| {
            let each =
                |part: &WeightPart| u128::from(part.rows) * u128::from(unit) / u128::from(part.of);
            parts.iter().map(each).sum::<u128>() as u64
        };
        let totals = (0..table.len()).map(|value| weight(table.get(value))).collect();
        let weigh =
            |(at, cell): (usize, &ValueRows)| ValueRows { rows: weight(cells.get(at)), ..*cell };
        let weights = having.cells().iter().enumerate().map(weigh).collect();
        let spread = having.reweighed(unit, totals, weights);
        let error = ofs.len() as f64 / unit as f64;
        let rounded = exact.is_none().then_some(Rounded { cells, table, error });
        Weighted { spread, unit, rounded }
    }

    /// Whether the distance of a class is at most a threshold, where `share` is what was found in
    /// these units.
    pub(crate) fn within(
        &self,
        class: usize,
        ground: &GroundDistance,
        share: Share,
        threshold: Fraction,
    ) -> bool {
        let Some(rounded) = &self.rounded else { return share.at_most(threshold) };
        let here = self.spread.class(class);
        let unit = self.unit as f64;
        let (n, all) = (here.rows as f64 / unit, self.spread.rows as f64 / unit);
        let doubt = rounded.error
            * (here.cells.len() as f64 / n + rounded.table.len() as f64 / all)
            + 1e-12;
        let difference = share.to_f64() - threshold.to_f64();
        if difference.abs() > doubt {
            return difference < 0.0;
        }
        self.exactly_within(rounded, class, ground, threshold)
    }

    /// The same in numbers of any size.
    fn exactly_within(
        &self,
        rounded: &Rounded,
        class: usize,
        ground: &GroundDistance,
        threshold: Fraction,
    ) -> bool {
        let (first, cells) = self.spread.cells_of(class);
        let parts = (first..first + cells.len()).flat_map(|at| rounded.cells.get(at));
        let common = parts.chain(&rounded.table.parts).fold(BigUint::from(1_u8), |common, part| {
            let rest = u64::try_from(&common % part.of).unwrap_or(0);
            let shared = divisor(part.of.into(), rest.into());
            common * (u128::from(part.of) / shared)
        });
        let weight = |parts: &[WeightPart]| -> BigUint {
            parts.iter().map(|part| &common / part.of * part.rows).sum()
        };
        let n = self.spread.class(class).rows / self.unit;
        let all = self.spread.rows / self.unit;
        let mut here = vec![BigUint::ZERO; rounded.table.len()];
        for (at, cell) in (first..).zip(cells) {
            here[cell.value as usize] = weight(rounded.cells.get(at)) * all;
        }
        let usual: Vec<BigUint> =
            (0..rounded.table.len()).map(|value| weight(rounded.table.get(value)) * n).collect();
        let (cost, steps) = ground.cost(&here, &usual);
        let whole = common * n * all * steps;
        cost * threshold.denominator() <= whole * threshold.numerator()
    }
}

fn bits(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
