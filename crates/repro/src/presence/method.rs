//! The ways to a release that hides presence, and the bound that none of them can pass.

use incrowd_core::cost::RangeLoss;
use incrowd_core::model::{Model, ModelContext, of};
use incrowd_core::search::boxes::{BoxClass, BoxProblem, ColumnStrategy, ValueStrategy};
use incrowd_core::search::lattice::LatticeProblem;
use incrowd_core::search::{Effort, SearchControl};
use incrowd_core::terms::Demand;

use super::data::{PresenceData, StudySize};
use super::delta::DeltaPair;
use super::line::MeasuredRelease;
use super::release::{ReleaseMeasures, classes_of};
use crate::adult_sample;
use crate::clock::timed;

/// A way to a release, or to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PresenceMethod {
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
pub(super) const N1: PresenceMethod =
    PresenceMethod::Mpalm(ColumnStrategy::Next, ValueStrategy::Balanced);
/// The strategy that the paper likes best.
pub(super) const N2: PresenceMethod =
    PresenceMethod::Mpalm(ColumnStrategy::Next, ValueStrategy::First);

const COLUMN_STRATEGIES: [(char, ColumnStrategy); 3] =
    [('n', ColumnStrategy::Next), ('p', ColumnStrategy::Priority), ('b', ColumnStrategy::Broadest)];

const VALUE_STRATEGIES: [(char, ValueStrategy); 3] =
    [('1', ValueStrategy::Balanced), ('2', ValueStrategy::First), ('3', ValueStrategy::Distinct)];

/// The nine strategies, `mpalm-n1` to `mpalm-b3`.
pub(super) fn nine() -> Vec<PresenceMethod> {
    let values = VALUE_STRATEGIES.map(|(_, value)| value);
    let of = |(_, column)| values.map(|value| PresenceMethod::Mpalm(column, value));
    COLUMN_STRATEGIES.into_iter().flat_map(of).collect()
}

impl PresenceMethod {
    pub fn name(self) -> String {
        match self {
            PresenceMethod::Spalm => "spalm".to_owned(),
            PresenceMethod::Guided => "guided".to_owned(),
            PresenceMethod::Bound => "bound".to_owned(),
            PresenceMethod::Mpalm(column, value) => {
                let column = COLUMN_STRATEGIES.iter().find(|(_, each)| *each == column);
                let value = VALUE_STRATEGIES.iter().find(|(_, each)| *each == value);
                let letters = [column.map(|(letter, _)| letter), value.map(|(letter, _)| letter)];
                format!("mpalm-{}", letters.into_iter().flatten().collect::<String>())
            }
        }
    }

    pub fn from_name(name: &str) -> Option<PresenceMethod> {
        let others = [PresenceMethod::Spalm, PresenceMethod::Guided, PresenceMethod::Bound];
        nine().into_iter().chain(others).find(|way| way.name() == name)
    }

    /// Goes this way, and measures what it leads to.
    pub fn go(
        self,
        ground: &PresenceData,
        study: StudySize,
        delta: DeltaPair,
    ) -> Result<MeasuredRelease, String> {
        let demands = [delta.demand()];
        let models = models(&demands);
        let field = field(ground, study, &models);
        let watch = SearchControl::default();
        let (found, seconds) = match self {
            PresenceMethod::Spalm => {
                let problem = problem(ground, study, &models);
                let (seconds, present) = timed(|| problem.spalm(&watch));
                let node = present.best.map(|(node, _)| node);
                (node.map(|node| classes_of(ground, study, &node)), seconds)
            }
            PresenceMethod::Mpalm(columns, values) => {
                let (seconds, partition) = timed(|| field.mpalm(columns, values, &watch));
                (partition.map(|partition| partition.classes), seconds)
            }
            PresenceMethod::Guided => {
                let (seconds, partition) = timed(|| field.guided(Effort::Normal, &watch));
                (partition.map(|partition| partition.classes), seconds)
            }
            PresenceMethod::Bound => return bound(ground, study, delta, &field),
        };
        let classes: Vec<BoxClass> =
            found.ok_or_else(|| format!("nothing has presence ({delta})"))?;
        let release = ReleaseMeasures::of(ground, study, &classes)?.within(delta)?;
        let line = MeasuredRelease::of(study, self.name(), release);
        Ok(MeasuredRelease { delta: Some(delta), seconds: Some(seconds), ..line })
    }
}

/// What no release with this presence can pass.
///
/// A class with a member has at least 1/most people, and every class has a member unless the least
/// presence is 0. Members who are alike stay together, so the squares of their numbers are a part
/// of every discernibility.
fn bound(
    ground: &PresenceData,
    study: StudySize,
    delta: DeltaPair,
    field: &BoxProblem<'_>,
) -> Result<MeasuredRelease, String> {
    let tally = ground.tally(study);
    let (seconds, loss) = timed(|| field.lower_bound(Effort::Normal, &SearchControl::default()));
    let square = |tuple: u32| u128::from(tally.rows_of(tuple)) * u128::from(tally.rows_of(tuple));
    let needed = delta.most.denominator().div_ceil(delta.most.numerator().max(1));
    Ok(MeasuredRelease {
        study,
        delta: Some(delta),
        way: PresenceMethod::Bound.name(),
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
    demands.iter().map(|demand| of(demand, &ModelContext::default())).collect()
}

/// What is cut into boxes.
pub(super) fn field<'a>(
    ground: &'a PresenceData,
    study: StudySize,
    models: &'a [Box<dyn Model>],
) -> BoxProblem<'a> {
    let share = 1.0 / ground.hierarchies.len() as f64;
    let range_losses =
        ground.hierarchies.iter().map(|hierarchy| RangeLoss::by_leaves(hierarchy, share));
    BoxProblem::new(ground.tally(study), models, range_losses.collect(), false)
}

/// What is levelled.
pub(super) fn problem<'a>(
    ground: &'a PresenceData,
    study: StudySize,
    models: &'a [Box<dyn Model>],
) -> LatticeProblem<'a> {
    adult_sample::problem(ground.tally(study), &ground.hierarchies, models, 0)
}
