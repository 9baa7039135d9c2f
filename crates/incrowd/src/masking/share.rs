//! Cells shared out among columns that keep any number of values and columns that have levels.
//!
//! With levels chosen, the rest is a budget of whole numbers. Ways to choose levels are taken in the
//! order of what they lose at least, with real shares for the others, until that is more than the
//! best way really loses; where there are too many ways, columns are refined one after the other.

use incrowd_columns::mask::budget;

use crate::error::{Error, Result};

use super::allotment::{BudgetedColumn, Reduction};

/// Ways to choose levels that are all bounded.
const MOST_WAYS: usize = 10_000;

/// Ways whose budget is worked out.
const MOST_BUDGETS: usize = 200;

/// What every part gets.
pub struct Shared {
    pub budgets: Vec<u64>,
    pub loss: f64,
    /// Whether no other way loses less.
    pub proven: bool,
}

/// Shares so many cells out among the parts that are not fixed.
pub fn share_out<'a>(cells: u64, parts: &'a [BudgetedColumn<'a>]) -> Result<Shared> {
    let mut levels = Vec::new();
    for (part, BudgetedColumn { reduction, .. }) in parts.iter().enumerate() {
        if let Reduction::Level(values) = *reduction {
            levels.push((part, values));
        }
    }
    let free: Vec<usize> =
        (0..parts.len()).filter(|&part| matches!(parts[part].reduction, Reduction::Any)).collect();
    let sharing = BudgetSharing { cells, parts, levels, free };
    let ways = sharing.levels.iter().fold(1_usize, |ways, (_, at)| ways.saturating_mul(at.len()));
    if ways <= MOST_WAYS { sharing.best(ways) } else { sharing.refined() }
}

/// A sharing under way.
struct BudgetSharing<'a> {
    cells: u64,
    parts: &'a [BudgetedColumn<'a>],
    /// Parts with levels, and the values that each level has.
    levels: Vec<(usize, &'a [u64])>,
    /// Parts that can keep any number of values.
    free: Vec<usize>,
}

impl BudgetSharing<'_> {
    /// The best of all ways to choose levels.
    fn best(&self, ways: usize) -> Result<Shared> {
        let mut bounded: Vec<(f64, Vec<u64>)> = (0..ways)
            .map(|way| self.chosen(way))
            .map(|chosen| (self.bound(&chosen), chosen))
            .filter(|(bound, _)| bound.is_finite())
            .collect();
        bounded.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<Shared> = None;
        for (tried, (bound, chosen)) in bounded.iter().enumerate() {
            let known = best.as_ref().map_or(f64::INFINITY, |best| best.loss);
            if known <= *bound {
                break;
            }
            if tried == MOST_BUDGETS {
                best.iter_mut().for_each(|best| best.proven = false);
                break;
            }
            let shared = self.with(chosen)?;
            let proven = shared.proven && best.as_ref().is_none_or(|best| best.proven);
            let better = if shared.loss < known { Some(shared) } else { best };
            best = better.map(|better| Shared { proven, ..better });
        }
        // One value for every column always fits.
        best.map_or_else(|| self.with(&vec![1; self.levels.len()]), Ok)
    }

    /// A good way: the level that gains most is refined, until none fits.
    fn refined(&self) -> Result<Shared> {
        let mut best = vec![1; self.levels.len()];
        let mut least = self.bound(&best);
        loop {
            let mut finer = None;
            for (place, (_, values)) in self.levels.iter().enumerate() {
                for &values in *values {
                    let mut chosen = best.clone();
                    chosen[place] = values;
                    let bound = self.bound(&chosen);
                    if bound < least {
                        (least, finer) = (bound, Some(chosen));
                    }
                }
            }
            match finer {
                Some(chosen) => best = chosen,
                None => return Ok(Shared { proven: false, ..self.with(&best)? }),
            }
        }
    }

    /// The values of each level in the way of this number.
    fn chosen(&self, mut way: usize) -> Vec<u64> {
        let value = |(_, values): &(usize, &[u64])| {
            let level = way % values.len();
            way /= values.len();
            values[level]
        };
        self.levels.iter().map(value).collect()
    }

    /// The cells that are left; nothing if the levels take too many.
    fn left(&self, chosen: &[u64]) -> Option<u64> {
        let taken =
            chosen.iter().try_fold(1_u64, |product, &values| product.checked_mul(values))?;
        Some(self.cells / taken.max(1)).filter(|&left| left > 0)
    }

    /// What the levels themselves lose.
    fn lost(&self, chosen: &[u64]) -> f64 {
        let levels = self.levels.iter().zip(chosen);
        levels.map(|((part, _), &values)| self.parts[*part].weight / values.max(1) as f64).sum()
    }

    fn columns(&self) -> Vec<budget::BudgetColumn> {
        let column = |&part: &usize| {
            let BudgetedColumn { weight, values, .. } = self.parts[part];
            budget::BudgetColumn { weight, values: values.max(1) }
        };
        self.free.iter().map(column).collect()
    }

    /// What is lost at least; infinite if the levels take too many cells.
    fn bound(&self, chosen: &[u64]) -> f64 {
        let Some(left) = self.left(chosen) else { return f64::INFINITY };
        let columns = self.columns();
        let shares = budget::continuous(left, &columns).unwrap_or_default();
        let others = columns.iter().zip(shares).map(|(column, share)| column.weight / share);
        self.lost(chosen) + others.sum::<f64>()
    }

    /// The whole budget with these levels.
    fn with(&self, chosen: &[u64]) -> Result<Shared> {
        let left = self.left(chosen).unwrap_or(1);
        let shared = budget::whole(left, &self.columns());
        let shared = shared.map_err(|error| Error::options(error.to_string()).because(error))?;
        let mut budgets: Vec<u64> = self.parts.iter().map(|part| part.values).collect();
        for ((part, _), &values) in self.levels.iter().zip(chosen) {
            budgets[*part] = values;
        }
        for (&part, &values) in self.free.iter().zip(&shared.values) {
            budgets[part] = values;
        }
        let loss = self.lost(chosen) + shared.loss;
        Ok(Shared { budgets, loss, proven: shared.is_proven() })
    }
}
