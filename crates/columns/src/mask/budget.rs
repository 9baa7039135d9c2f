//! Divides a number of cells among columns: integers whose product is at most the number of cells
//! and whose sum of weight over value is minimal (Lodha & Thomas 2007, section 3.1).
//!
//! A beam search over the columns, those with few values first. A partial budget is dropped if
//! another has more cells left at no more loss, or if its loss with the best real numbers for the
//! other columns (`relaxation`) is not below the best found. A narrow beam finds a good budget, a
//! wide one proves it. If the wide beam dropped candidates, the relaxation still gives a lower
//! bound.
//!
//! Deviations: the paper solves for real numbers and leaves rounding open. Columns that would get
//! less than one value are fixed at 1, which the paper omits. Costs are doubles, so optimal means
//! up to one part in 10^12.
//!
//! Manual page: `docs/algorithms/budget.md`.

mod relaxation;

use relaxation::Relaxation;

/// Candidates kept per column by the search that finds, and by the one that proves.
const NARROW: usize = 100;
const WIDE: usize = 200_000;

/// Losses this near are the same.
const SAME: f64 = 1.0 - 1e-12;

/// A column that gets a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BudgetColumn {
    /// How much its detail matters: above 0.
    pub weight: f64,
    /// How many values it has: at least 1.
    pub values: u64,
}

/// Why nothing can be shared out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BudgetError {
    /// No cell at all.
    #[error("there must be at least 1 cell")]
    NoCells,
    /// A column without values.
    #[error("column {0} has no values")]
    NoValues(usize),
    /// A weight that is no weight.
    #[error("the weight of column {0} must be a number above 0")]
    Weight(usize),
}

/// How many values each column keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Per column.
    pub values: Vec<u64>,
    /// The sum of weight over values.
    pub loss: f64,
    /// No budget loses less than this.
    pub bound: f64,
}

impl Budget {
    /// Whether no budget loses less.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.bound >= self.loss * SAME
    }

    /// The columns that keep at most two values though they have more: the curse of dimensionality.
    #[must_use]
    pub fn cursed(&self, columns: &[BudgetColumn]) -> Vec<usize> {
        let cursed = |(index, (&kept, column)): (usize, (&u64, &BudgetColumn))| {
            (kept <= 2 && kept < column.values).then_some(index)
        };
        self.values.iter().zip(columns).enumerate().filter_map(cursed).collect()
    }
}

/// The best shares if they need not be whole: lambda times weight, but at least 1 and at most what
/// the column has.
pub fn continuous(cells: u64, columns: &[BudgetColumn]) -> Result<Vec<f64>, BudgetError> {
    check(cells, columns)?;
    Ok(Relaxation::new(columns).shares(cells))
}

fn check(cells: u64, columns: &[BudgetColumn]) -> Result<(), BudgetError> {
    if cells == 0 {
        return Err(BudgetError::NoCells);
    }
    for (index, column) in columns.iter().enumerate() {
        if column.values == 0 {
            return Err(BudgetError::NoValues(index));
        }
        if !(column.weight.is_normal() && column.weight > 0.0) {
            return Err(BudgetError::Weight(index));
        }
    }
    Ok(())
}

/// The best whole shares of so many cells.
///
/// ```
/// use incrowd_columns::mask::budget::{BudgetColumn, whole};
/// let columns = [1.0, 2.0].map(|weight| BudgetColumn { weight, values: 100 });
/// let budget = whole(12, &columns).unwrap();
/// assert!(budget.is_proven() && (budget.loss - 5.0 / 6.0).abs() < 1e-12);
/// ```
pub fn whole(cells: u64, columns: &[BudgetColumn]) -> Result<Budget, BudgetError> {
    check(cells, columns)?;
    let shares = Relaxation::new(columns).shares(cells);
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by(|&a, &b| shares[a].total_cmp(&shares[b]));
    let ordered: Vec<BudgetColumn> = order.iter().map(|&column| columns[column]).collect();

    let search = BudgetSearch::new(cells, &ordered);
    let (found, _) = search.run(NARROW, search.rounded_down());
    let (found, open) = search.run(WIDE, found);
    let mut values = vec![1; columns.len()];
    for (&column, &share) in order.iter().zip(&found.values) {
        values[column] = share;
    }
    Ok(Budget { values, loss: found.loss, bound: open.min(found.loss) })
}

/// The best so far.
struct FoundBudget {
    values: Vec<u64>,
    loss: f64,
}

/// What the first columns got.
#[derive(Clone, Copy)]
struct PartialBudget {
    /// Cells left for all others.
    left: u64,
    loss: f64,
    /// Of all columns, at least.
    bound: f64,
    /// Values of the last column that got some.
    values: u64,
    /// The share before, by its place in the step before.
    parent: usize,
}

struct BudgetSearch<'a> {
    cells: u64,
    columns: &'a [BudgetColumn],
    /// Per column: the best of it and all after it; and of none.
    rest: Vec<Relaxation>,
}

impl<'a> BudgetSearch<'a> {
    fn new(cells: u64, columns: &'a [BudgetColumn]) -> Self {
        let rest = (0..=columns.len()).map(|from| Relaxation::new(&columns[from..])).collect();
        BudgetSearch { cells, columns, rest }
    }

    /// Real numbers rounded down one after the other, where later columns get what that leaves.
    fn rounded_down(&self) -> FoundBudget {
        let (mut left, mut found) = (self.cells, FoundBudget { values: Vec::new(), loss: 0.0 });
        for (column, rest) in self.columns.iter().zip(&self.rest) {
            let values = (rest.first_share(left) as u64).clamp(1, left.min(column.values));
            left /= values;
            found.loss += column.weight / values as f64;
            found.values.push(values);
        }
        found
    }

    /// Something better than what was found, if there is, with so many candidates per column; and
    /// a bound on the losses of those that were let go.
    fn run(&self, width: usize, found: FoundBudget) -> (FoundBudget, f64) {
        let bound = self.rest[0].loss(self.cells);
        let start = PartialBudget { left: self.cells, loss: 0.0, bound, values: 1, parent: 0 };
        let mut steps = vec![vec![start]];
        let mut open = f64::INFINITY;
        for column in 0..self.columns.len() {
            let mut next = Vec::new();
            for (parent, share) in steps[column].iter().enumerate() {
                self.extend(column, parent, share, found.loss * SAME, &mut next);
            }
            drop_beaten(&mut next);
            open = open.min(narrow(&mut next, width));
            steps.push(next);
        }
        let best =
            steps.last().and_then(|last| last.iter().min_by(|a, b| a.loss.total_cmp(&b.loss)));
        match best {
            Some(best) if best.loss < found.loss => (trace(&steps, best), open),
            _ => (found, open),
        }
    }

    /// All values for a column that may lead to less than a loss: those around the best real number,
    /// for the bound rises to both sides.
    fn extend(
        &self,
        column: usize,
        parent: usize,
        from: &PartialBudget,
        below: f64,
        to: &mut Vec<PartialBudget>,
    ) {
        let BudgetColumn { weight, values: most } = self.columns[column];
        let most = most.min(from.left);
        let share = |values: u64| {
            let (left, loss) = (from.left / values, from.loss + weight / values as f64);
            PartialBudget {
                left,
                loss,
                bound: loss + self.rest[column + 1].loss(left),
                values,
                parent,
            }
        };
        let centre = self.rest[column].first_share(from.left);
        let centre = (centre as u64).clamp(1, most);
        // Cells left are rounded down, which lifts the bound in steps: one that is too high ends
        // the walk only if it is so without rounding.
        let hopeless = |values: u64| {
            let left = from.left as f64 / values as f64;
            from.loss + weight / values as f64 + self.rest[column + 1].loss_real(left) >= below
        };
        let mut keep = |values: u64| {
            let share = share(values);
            if share.bound < below {
                to.push(share);
            }
        };
        (1..=centre).rev().take_while(|&values| !hopeless(values)).for_each(&mut keep);
        (centre..=most).skip(1).take_while(|&values| !hopeless(values)).for_each(&mut keep);
    }
}

/// Leaves those with the most cells left for their loss, in order of cells left.
fn drop_beaten(shares: &mut Vec<PartialBudget>) {
    shares.sort_by(|a, b| b.left.cmp(&a.left).then(a.loss.total_cmp(&b.loss)));
    let mut least = f64::INFINITY;
    shares.retain(|share| {
        let better = share.loss < least;
        least = least.min(share.loss);
        better
    });
}

/// Leaves the most promising ones, and says what the others promised.
fn narrow(shares: &mut Vec<PartialBudget>, width: usize) -> f64 {
    if shares.len() <= width {
        return f64::INFINITY;
    }
    shares.sort_by(|a, b| a.bound.total_cmp(&b.bound));
    let open = shares[width].bound;
    shares.truncate(width);
    open
}

fn trace(steps: &[Vec<PartialBudget>], last: &PartialBudget) -> FoundBudget {
    let (mut values, mut share) = (Vec::new(), last);
    for step in steps[..steps.len() - 1].iter().rev() {
        values.push(share.values);
        share = &step[share.parent];
    }
    values.reverse();
    FoundBudget { values, loss: last.loss }
}
