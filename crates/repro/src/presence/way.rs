//! The ways to a release that hides presence, and the bound that none of them can pass.

use incrowd_core::cost::RangeLoss;
use incrowd_core::model::{Model, Setting, of};
use incrowd_core::search::boxes::{BoxClass, BoxProblem, ColumnStrategy, ValueStrategy};
use incrowd_core::search::lattice::Problem;
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::Demand;

use super::delta::Delta;
use super::ground::{Ground, Study};
use super::line::Line;
use super::release::{Release, classes_of};
use crate::clock::timed;
use crate::sheet;

/// A way to a release, or to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The best level per column, from the top down.
    Spalm,
    /// Boxes, cut by a strategy.
    Mpalm(ColumnStrategy, ValueStrategy),
    /// Our default.
    Guided,
    /// What no release can pass.
    Bound,
}

/// The strategy that is most like k-anonymity.
pub(super) const N1: Way = Way::Mpalm(ColumnStrategy::Next, ValueStrategy::Balanced);
/// The strategy that the paper likes best.
pub(super) const N2: Way = Way::Mpalm(ColumnStrategy::Next, ValueStrategy::First);

const COLUMN_STRATEGIES: [(char, ColumnStrategy); 3] =
    [('n', ColumnStrategy::Next), ('p', ColumnStrategy::Priority), ('b', ColumnStrategy::Broadest)];

const VALUE_STRATEGIES: [(char, ValueStrategy); 3] =
    [('1', ValueStrategy::Balanced), ('2', ValueStrategy::First), ('3', ValueStrategy::Distinct)];

/// The nine strategies, `mpalm-n1` to `mpalm-b3`.
pub(super) fn nine() -> Vec<Way> {
    let values = VALUE_STRATEGIES.map(|(_, value)| value);
    let of = |(_, column)| values.map(|value| Way::Mpalm(column, value));
    COLUMN_STRATEGIES.into_iter().flat_map(of).collect()
}

impl Way {
    pub fn name(self) -> String {
        match self {
            Way::Spalm => "spalm".to_owned(),
            Way::Guided => "guided".to_owned(),
            Way::Bound => "bound".to_owned(),
            Way::Mpalm(column, value) => {
                let column = COLUMN_STRATEGIES.iter().find(|(_, each)| *each == column);
                let value = VALUE_STRATEGIES.iter().find(|(_, each)| *each == value);
                let letters = [column.map(|(letter, _)| letter), value.map(|(letter, _)| letter)];
                format!("mpalm-{}", letters.into_iter().flatten().collect::<String>())
            }
        }
    }

    pub fn from_name(name: &str) -> Option<Way> {
        let others = [Way::Spalm, Way::Guided, Way::Bound];
        nine().into_iter().chain(others).find(|way| way.name() == name)
    }

    /// Goes this way, and measures what it leads to.
    pub fn go(self, ground: &Ground, study: Study, delta: Delta) -> Result<Line, String> {
        let demands = [delta.demand()];
        let models = models(&demands);
        let field = field(ground, study, &models);
        let watch = SearchControl::default();
        let (found, seconds) = match self {
            Way::Spalm => {
                let problem = problem(ground, study, &models);
                let (seconds, present) = timed(|| problem.spalm(&watch));
                let node = present.best.map(|(node, _)| node);
                (node.map(|node| classes_of(ground, study, &node)), seconds)
            }
            Way::Mpalm(columns, values) => {
                let (seconds, partition) = timed(|| field.mpalm(columns, values, &watch));
                (partition.map(|partition| partition.classes), seconds)
            }
            Way::Guided => {
                let (seconds, partition) = timed(|| field.guided(Effort::Normal, &watch));
                (partition.map(|partition| partition.classes), seconds)
            }
            Way::Bound => return bound(ground, study, delta, &field),
        };
        let classes: Vec<BoxClass> =
            found.ok_or_else(|| format!("nothing has presence ({delta})"))?;
        let release = Release::of(ground, study, &classes)?.within(delta)?;
        let line = Line::of(study, self.name(), release);
        Ok(Line { delta: Some(delta), seconds: Some(seconds), ..line })
    }
}

/// What no release with this presence can pass.
///
/// A class with a member has at least 1/most people, and every class has a member unless the least
/// presence is 0. Members who are alike stay together, so the squares of their numbers are a part
/// of every discernibility.
fn bound(
    ground: &Ground,
    study: Study,
    delta: Delta,
    field: &BoxProblem<'_>,
) -> Result<Line, String> {
    let tally = ground.tally(study);
    let (seconds, loss) = timed(|| field.lower_bound(Effort::Normal, &SearchControl::default()));
    let square = |tuple: u32| u128::from(tally.rows_of(tuple)) * u128::from(tally.rows_of(tuple));
    let needed = delta.most.denominator().div_ceil(delta.most.numerator().max(1));
    Ok(Line {
        study,
        delta: Some(delta),
        way: Way::Bound.name(),
        k: None,
        classes: None,
        smallest: if delta.least.numerator() > 0 { needed } else { 1 },
        presence: None,
        loss: loss.ok_or("the bound on the loss took too much work")?,
        discernibility: (0..tally.tuples() as u32).map(square).sum::<u128>() as f64,
        seconds: Some(seconds),
    })
}

pub(super) fn models(demands: &[Demand]) -> Vec<Box<dyn Model>> {
    demands.iter().map(|demand| of(demand, &Setting::default())).collect()
}

/// What is cut into boxes.
pub(super) fn field<'a>(
    ground: &'a Ground,
    study: Study,
    models: &'a [Box<dyn Model>],
) -> BoxProblem<'a> {
    let share = 1.0 / ground.hierarchies.len() as f64;
    let range_losses =
        ground.hierarchies.iter().map(|hierarchy| RangeLoss::by_leaves(hierarchy, share));
    BoxProblem::new(ground.tally(study), models, range_losses.collect(), false)
}

/// What is levelled.
pub(super) fn problem<'a>(
    ground: &'a Ground,
    study: Study,
    models: &'a [Box<dyn Model>],
) -> Problem<'a> {
    sheet::problem(ground.tally(study), &ground.hierarchies, models, 0)
}
