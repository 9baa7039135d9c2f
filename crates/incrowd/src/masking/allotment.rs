//! How many cells there may be, and how many values each column keeps of them.

use incrowd_columns::mask::cells::{CellSize, DistributionFreeCells};
use incrowd_core::terms::Fraction;

use crate::error::{Error, Result};

use super::parts::parts_alone;
use super::share::{Shared, share_out};
use super::{CellCounting, MaskPlan, ProbabilisticAnonymity};

/// A quasi-identifier that takes part in the budget.
pub struct BudgetedColumn<'a> {
    /// The column.
    pub name: &'a str,
    /// How much it counts.
    pub weight: f64,
    /// How many values it can have.
    pub values: u64,
    /// How it can be coarsened.
    pub reduction: Reduction<'a>,
}

/// How a column comes to fewer values.
#[derive(Clone, Copy)]
pub enum Reduction<'a> {
    /// It does not: so many are published whatever the budget.
    Fixed,
    /// To any number of them.
    Any,
    /// To those of a level: so many each, from the values themselves to one.
    Level(&'a [u64]),
}

/// A plan that can be carried out.
#[derive(Debug)]
pub struct Allotment {
    /// The cells that may be published.
    pub cells: CellCount,
    /// What each quasi-identifier gets of them.
    pub portions: Vec<ColumnShare>,
    /// What a reader should know.
    pub warnings: Vec<String>,
}

/// What a quasi-identifier gets of the cells.
#[derive(Debug)]
pub struct ColumnShare {
    /// The column.
    pub name: String,
    /// How many values it can have.
    pub values: u64,
    /// How many it may keep; of a level, how many that has.
    pub budget: u64,
}

/// How many cells there may be, and why.
#[derive(Clone, Copy, Debug)]
pub struct CellCount {
    /// How many people share a cell.
    pub k: u64,
    /// How likely it may be fewer.
    pub beta: Fraction,
    /// How many people there are.
    pub universe: u64,
    /// How they were counted.
    pub form: CellCounting,
    /// How many there may be.
    pub count: u64,
    /// What is known whatever the distribution.
    pub free: Option<DistributionFreeCells>,
}

/// A plan, or why there is none.
#[derive(Debug)]
pub enum BudgetResult<T> {
    /// The plan.
    Possible(T),
    /// No plan keeps the promise.
    Impossible(NoBudget),
}

/// Why there is no plan.
#[derive(Debug)]
pub struct NoBudget {
    /// Why.
    pub sentence: String,
    /// The largest crowd for which there is one.
    pub nearest: Option<u64>,
    /// How many cells would do.
    pub cells: Option<u64>,
}

impl CellCount {
    /// The cells for a crowd; a refusal if nobody has such a crowd.
    fn of(
        asked: &ProbabilisticAnonymity,
        universe: u64,
        parts: &[BudgetedColumn<'_>],
    ) -> std::result::Result<CellCount, NoBudget> {
        let ProbabilisticAnonymity { k, beta, form, .. } = *asked;
        let cell = CellSize::new(universe, k, beta).map_err(|error| NoBudget {
            sentence: error.to_string(),
            nearest: taken(parts)
                .and_then(|taken| nearest_crowd(universe, beta, form, universe + 1, taken)),
            cells: None,
        })?;
        let (count, free) = counted(&cell, form);
        Ok(CellCount { k, beta, universe, form, count, free })
    }

    /// How likely a person is to share their cell with fewer than the crowd, at most.
    #[must_use]
    pub fn failure(&self) -> f64 {
        self.free.map_or(self.beta.to_f64(), |free| free.failure())
    }

    /// How likely a person of a cell with this share of the people is to find fewer than the crowd there.
    #[must_use]
    pub fn failure_of(&self, share: f64) -> f64 {
        let cell = CellSize::new(self.universe, self.k, self.beta).ok();
        cell.map_or(1.0, |cell| cell.failure_of(share))
    }
}

/// The largest crowd below `bad` for which there may be so many cells.
fn nearest_crowd(
    universe: u64,
    beta: Fraction,
    form: CellCounting,
    mut bad: u64,
    cells: u64,
) -> Option<u64> {
    let allowed = |k: u64| {
        let cell = CellSize::new(universe, k, beta).ok();
        cell.is_some_and(|cell| counted(&cell, form).0 >= cells)
    };
    let mut good = 0;
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if allowed(middle) { good = middle } else { bad = middle }
    }
    (good > 0).then_some(good)
}

/// The cells that columns take which stay as they are; `None` if they are too many to count.
fn taken(parts: &[BudgetedColumn<'_>]) -> Option<u64> {
    let mut fixed = parts.iter().filter(|part| matches!(part.reduction, Reduction::Fixed));
    fixed.try_fold(1_u64, |product, part| product.checked_mul(part.values))
}

fn counted(cell: &CellSize, form: CellCounting) -> (u64, Option<DistributionFreeCells>) {
    match form {
        CellCounting::Theorem => (cell.theorem(), None),
        CellCounting::Exact => (cell.exact(), None),
        CellCounting::Simultaneous => (cell.simultaneous(), None),
        CellCounting::DistributionFree => {
            let free = cell.distribution_free();
            (free.cells, Some(free))
        }
    }
}

impl Allotment {
    /// Plans for columns of which only the sizes of their domains are known.
    ///
    /// # Errors
    /// A masking that does not say how many people there are, and words about columns that need a
    /// table to be understood. That there is no plan is no error, but an answer.
    pub fn alone(masking: &MaskPlan) -> Result<BudgetResult<Allotment>> {
        let known = masking.anonymity.and_then(|anonymity| Some((anonymity, anonymity.universe?)));
        let Some((anonymity, universe)) = known else {
            return Err(Error::options(
                "`plan` without a table needs `universe`: how many people there are",
            ));
        };
        Allotment::among(&anonymity, (universe, "people"), &parts_alone(masking)?)
    }

    /// The allotment for a table of so many rows or people.
    pub(super) fn among(
        anonymity: &ProbabilisticAnonymity,
        (members, noun): (u64, &str),
        parts: &[BudgetedColumn<'_>],
    ) -> Result<BudgetResult<Allotment>> {
        let universe = anonymity.universe.unwrap_or(members);
        if universe < members {
            let message = format!(
                "`universe = {universe}`: the table alone has {members} {noun}, and it is a part of the universe"
            );
            return Err(Error::options(message).with_value(universe.to_string()));
        }
        match CellCount::of(anonymity, universe, parts) {
            Ok(cells) => Allotment::new(cells, parts),
            Err(no_plan) => Ok(BudgetResult::Impossible(no_plan)),
        }
    }

    /// Shares the cells out.
    fn new(cells: CellCount, parts: &[BudgetedColumn<'_>]) -> Result<BudgetResult<Allotment>> {
        let is_fixed = |part: &&BudgetedColumn<'_>| matches!(part.reduction, Reduction::Fixed);
        let fixed: Vec<&BudgetedColumn<'_>> = parts.iter().filter(is_fixed).collect();
        let taken = taken(parts);
        let left = taken.map_or(0, |taken| cells.count / taken.max(1));
        if left == 0 {
            return Ok(BudgetResult::Impossible(overfull(&cells, &fixed, taken)));
        }
        let Shared { budgets, proven, .. } = share_out(left, parts)?;
        let mut warnings = warnings(parts, &budgets);
        if !proven {
            warnings.push("the budget is good, but not proven to be the best".to_owned());
        }
        let portion = |(part, &budget): (&BudgetedColumn<'_>, &u64)| ColumnShare {
            name: part.name.to_owned(),
            values: part.values,
            budget,
        };
        let portions = parts.iter().zip(&budgets).map(portion).collect();
        Ok(BudgetResult::Possible(Allotment { cells, portions, warnings }))
    }
}

fn warnings(parts: &[BudgetedColumn<'_>], budgets: &[u64]) -> Vec<String> {
    let mut warnings = Vec::new();
    let takes = |part: &BudgetedColumn<'_>| !matches!(part.reduction, Reduction::Fixed);
    let cursed: Vec<&str> = (parts.iter().zip(budgets))
        .filter(|(part, budget)| takes(part) && **budget <= 2 && **budget < part.values)
        .map(|(part, _)| part.name)
        .collect();
    if !cursed.is_empty() {
        warnings.push(format!(
            "the curse of dimensionality: at most two values are left of {}; leave columns out, or raise the weight of those that matter",
            cursed.join(", ")
        ));
    }
    warnings
}

fn overfull(cells: &CellCount, fixed: &[&BudgetedColumn<'_>], taken: Option<u64>) -> NoBudget {
    let names = fixed.iter().map(|part| part.name).collect::<Vec<_>>().join(", ");
    let made = taken.map_or("more than 2^64".to_owned(), |taken| taken.to_string());
    let CellCount { k, beta, universe, form, .. } = *cells;
    let nearest = taken.and_then(|taken| nearest_crowd(universe, beta, form, k, taken));
    let sentence = format!(
        "as they are to be published, {names} make {made} cells, but for a crowd of {} in {} there may be {} at most",
        k, universe, cells.count
    );
    NoBudget { sentence, nearest, cells: Some(cells.count) }
}
