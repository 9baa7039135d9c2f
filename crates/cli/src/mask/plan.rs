//! How many cells there may be, and how many values each column keeps of them.

use incrowd::mask::budget::{self, Budget};
use incrowd::mask::cells::{Crowd, DistributionFree};
use incrowd::terms::Fraction;

use crate::failure::{Failure, Result};
use crate::settings::{Asked, Form};

/// A quasi-identifier that takes part in the budget.
pub struct Part<'a> {
    pub name: &'a str,
    pub weight: f64,
    /// How many values it can have.
    pub values: u64,
    pub way: Way<'a>,
}

/// How a column comes to fewer values.
#[derive(Clone, Copy)]
pub enum Way<'a> {
    /// It does not: so many are published whatever the budget.
    Fixed,
    /// To any number of them.
    Any,
    /// To those of a level: so many each, from the values themselves to one.
    Level(&'a [u64]),
}

/// A plan that can be carried out.
pub struct Plan {
    pub cells: Cells,
    /// Per part: the values it may keep; of a level, those it has.
    pub budgets: Vec<u64>,
    pub warnings: Vec<String>,
}

/// How many cells there may be, and why.
#[derive(Clone, Copy)]
pub struct Cells {
    pub k: u64,
    pub beta: Fraction,
    pub universe: u64,
    pub form: Form,
    pub count: u64,
    pub free: Option<DistributionFree>,
}

/// Why there is no plan.
pub struct Refusal {
    pub sentence: String,
    /// The largest crowd for which there is one.
    pub nearest: Option<u64>,
    pub cells: Option<u64>,
}

impl Cells {
    /// The cells for a crowd; a refusal if nobody has such a crowd.
    pub fn of(asked: &Asked, universe: u64) -> Result<std::result::Result<Cells, Refusal>> {
        let Some(beta) = asked.beta else {
            return Err(Failure::new(
                "--k needs --beta: how likely a crowd may be smaller, such as --beta 10%",
            ));
        };
        let k = asked.k;
        let crowd = match Crowd::new(universe, k, beta) {
            Ok(crowd) => crowd,
            Err(error) => {
                let (sentence, nearest) = (error.to_string(), Some(universe));
                return Ok(Err(Refusal { sentence, nearest, cells: None }));
            }
        };
        let (count, free) = counted(&crowd, asked.form);
        Ok(Ok(Cells { k, beta, universe, form: asked.form, count, free }))
    }

    /// The largest crowd for which there may be so many cells.
    fn nearest(&self, cells: u64) -> Option<u64> {
        let allowed = |k: u64| {
            let crowd = Crowd::new(self.universe, k, self.beta).ok();
            crowd.is_some_and(|crowd| counted(&crowd, self.form).0 >= cells)
        };
        let (mut good, mut bad) = (0, self.k);
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            if allowed(middle) { good = middle } else { bad = middle }
        }
        (good > 0).then_some(good)
    }
}

fn counted(crowd: &Crowd, form: Form) -> (u64, Option<DistributionFree>) {
    match form {
        Form::Theorem => (crowd.theorem(), None),
        Form::Exact => (crowd.exact(), None),
        Form::Simultaneous => (crowd.simultaneous(), None),
        Form::DistributionFree => {
            let free = crowd.distribution_free();
            (free.cells, Some(free))
        }
    }
}

impl Plan {
    /// Shares the cells out.
    pub fn new(cells: Cells, parts: &[Part<'_>]) -> Result<std::result::Result<Plan, Refusal>> {
        let is_fixed = |part: &&Part<'_>| matches!(part.way, Way::Fixed);
        let fixed: Vec<&Part<'_>> = parts.iter().filter(is_fixed).collect();
        let taken = fixed.iter().try_fold(1_u64, |product, part| product.checked_mul(part.values));
        let left = taken.map_or(0, |taken| cells.count / taken.max(1));
        if left == 0 {
            return Ok(Err(overfull(&cells, &fixed, taken)));
        }
        let mut budgets: Vec<u64> = parts.iter().map(|part| part.values).collect();
        let taken = levels(left, parts, &mut budgets);
        let shared = share(left / taken, parts, &mut budgets)?;
        let mut warnings = warnings(parts, &budgets);
        if !shared.is_proven() {
            let gap = 100.0 * (shared.loss / shared.bound - 1.0);
            warnings
                .push(format!("the budget is within {gap:.2}% of the best, but not proven best"));
        }
        Ok(Ok(Plan { cells, budgets, warnings }))
    }
}

/// Chooses the levels of the parts that have some, so that least is lost together with what is left
/// for the others, and says how many cells they take.
fn levels(cells: u64, parts: &[Part<'_>], budgets: &mut [u64]) -> u64 {
    let choice = |(part, Part { way, .. }): (usize, &Part<'_>)| match way {
        Way::Level(values) => Some((part, values.to_vec())),
        _ => None,
    };
    let choices: Vec<(usize, Vec<u64>)> = parts.iter().enumerate().filter_map(choice).collect();
    let ways: usize = choices.iter().fold(1, |ways, (_, nodes)| ways.saturating_mul(nodes.len()));
    // The top of a hierarchy is one node.
    let mut best = vec![1; choices.len()];
    if ways <= MOST_WAYS {
        let mut least = loss(cells, parts, &choices, &best);
        for way in 0..ways {
            let mut rest = way;
            let chosen: Vec<u64> = (choices.iter())
                .map(|(_, nodes)| {
                    let level = rest % nodes.len();
                    rest /= nodes.len();
                    nodes[level]
                })
                .collect();
            let lost = loss(cells, parts, &choices, &chosen);
            if lost < least {
                (least, best) = (lost, chosen);
            }
        }
    } else {
        refine(cells, parts, &choices, &mut best);
    }
    for ((part, _), nodes) in choices.iter().zip(&best) {
        budgets[*part] = *nodes;
    }
    best.iter().product()
}

/// Ways to choose levels that are all tried; of more, columns are refined one after the other.
const MOST_WAYS: usize = 10_000;

/// Refines the level that gains most, until none fits.
fn refine(cells: u64, parts: &[Part<'_>], choices: &[(usize, Vec<u64>)], best: &mut Vec<u64>) {
    let mut least = loss(cells, parts, choices, best);
    loop {
        let mut finer = None;
        for (place, (_, nodes)) in choices.iter().enumerate() {
            for &nodes in nodes {
                let mut chosen = best.clone();
                chosen[place] = nodes;
                let lost = loss(cells, parts, choices, &chosen);
                if lost < least {
                    (least, finer) = (lost, Some(chosen));
                }
            }
        }
        match finer {
            Some(chosen) => *best = chosen,
            None => return,
        }
    }
}

/// What levels of so many nodes lose, with the best real shares of the rest for all others; infinite
/// if they are too many.
fn loss(cells: u64, parts: &[Part<'_>], choices: &[(usize, Vec<u64>)], chosen: &[u64]) -> f64 {
    let taken = chosen.iter().try_fold(1_u64, |product, nodes| product.checked_mul(*nodes));
    let Some(taken) = taken.filter(|&taken| taken <= cells) else { return f64::INFINITY };
    let levels = choices.iter().zip(chosen);
    let levels: f64 = levels.map(|((part, _), &nodes)| parts[*part].weight / nodes as f64).sum();
    let others: Vec<budget::Column> = free(parts).map(|part| column(&parts[part])).collect();
    let shares = budget::continuous(cells / taken, &others).unwrap_or_default();
    let others = others.iter().zip(shares).map(|(column, share)| column.weight / share);
    levels + others.sum::<f64>()
}

/// The parts that can keep any number of values.
fn free<'a>(parts: &'a [Part<'_>]) -> impl Iterator<Item = usize> + 'a {
    (0..parts.len()).filter(|&part| matches!(parts[part].way, Way::Any))
}

fn column(part: &Part<'_>) -> budget::Column {
    budget::Column { weight: part.weight, values: part.values.max(1) }
}

/// Shares cells out among the parts that can keep any number of values.
fn share(cells: u64, parts: &[Part<'_>], budgets: &mut [u64]) -> Result<Budget> {
    let columns: Vec<budget::Column> = free(parts).map(|part| column(&parts[part])).collect();
    let shared = budget::whole(cells, &columns).map_err(|error| Failure::new(error.to_string()))?;
    for (part, &values) in free(parts).zip(&shared.values) {
        budgets[part] = values;
    }
    Ok(shared)
}

fn warnings(parts: &[Part<'_>], budgets: &[u64]) -> Vec<String> {
    let mut warnings = Vec::new();
    let takes = |part: &Part<'_>| !matches!(part.way, Way::Fixed);
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

fn overfull(cells: &Cells, fixed: &[&Part<'_>], taken: Option<u64>) -> Refusal {
    let names = fixed.iter().map(|part| part.name).collect::<Vec<_>>().join(", ");
    let made = taken.map_or("more than 2^64".to_owned(), |taken| taken.to_string());
    let nearest = taken.and_then(|taken| cells.nearest(taken));
    let sentence = format!(
        "as they are to be published, {names} make {made} cells, but for a crowd of {} in {} there may be {} at most",
        cells.k, cells.universe, cells.count
    );
    Refusal { sentence, nearest, cells: Some(cells.count) }
}
