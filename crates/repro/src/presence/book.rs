//! All rows of an experiment, to look things up in.

use incrowd_render::SeriesKind;

use super::chart::{Curve, Metric};
use super::data::StudySize;
use super::delta::DeltaPair;
use super::line::MeasuredRelease;
use super::method::PresenceMethod;
use super::rival::Rival;
use crate::experiment::ResultRows;

/// What was measured, and the deltas that are shown.
pub(super) struct Measurements {
    lines: Vec<MeasuredRelease>,
    pub deltas: Vec<DeltaPair>,
}

impl Measurements {
    /// Reads the rows; what cannot be read is left out.
    pub fn read(rows: &ResultRows, deltas: Vec<DeltaPair>) -> Measurements {
        Measurements { lines: rows.rows.iter().filter_map(MeasuredRelease::read).collect(), deltas }
    }

    /// The release that was found in a way, or its bound.
    pub fn get(
        &self,
        study: StudySize,
        delta: DeltaPair,
        way: PresenceMethod,
    ) -> Option<&MeasuredRelease> {
        let name = way.name();
        let is_it = |line: &&MeasuredRelease| line.delta == Some(delta) && line.way == name;
        self.lines.iter().filter(|line| line.study == study).find(is_it)
    }

    /// The smallest k whose release happens to have the presence that is wanted.
    pub fn smallest_k(
        &self,
        study: StudySize,
        delta: DeltaPair,
        rival: Rival,
    ) -> Option<&MeasuredRelease> {
        let tried = self.lines.iter().filter(|line| line.study == study && line.k.is_some());
        let holding = tried.filter(|line| line.presence.is_some_and(|it| delta.holds(it)));
        holding.filter(|line| line.way == rival.name()).min_by_key(|line| line.k)
    }

    /// Whether k was tried at all.
    pub fn is_tried(&self, study: StudySize, rival: Rival) -> bool {
        self.lines.iter().any(|line| line.study == study && line.way == rival.name())
    }

    /// What a way costs.
    pub fn cost(
        &self,
        metric: Metric,
        study: StudySize,
        delta: DeltaPair,
        way: PresenceMethod,
    ) -> Option<f64> {
        metric.of(self.get(study, delta, way)?)
    }

    /// What the smallest k costs.
    pub fn rival_cost(
        &self,
        metric: Metric,
        study: StudySize,
        delta: DeltaPair,
        rival: Rival,
    ) -> Option<f64> {
        metric.of(self.smallest_k(study, delta, rival)?)
    }

    /// A line of a chart over the deltas.
    pub fn curve(
        &self,
        name: impl Into<String>,
        kind: SeriesKind,
        of: impl Fn(DeltaPair) -> Option<f64>,
    ) -> Curve {
        Curve { name: name.into(), kind, values: self.deltas.iter().copied().map(of).collect() }
    }

    /// Every study with every delta.
    pub fn cases(&self) -> impl Iterator<Item = (StudySize, DeltaPair)> {
        let of = |study| self.deltas.iter().map(move |&delta| (study, delta));
        StudySize::BOTH.into_iter().flat_map(of)
    }

    /// The tightest and the loosest of the deltas that allow a presence of 0.
    pub fn open(&self) -> Option<(DeltaPair, DeltaPair)> {
        let open = self.deltas.iter().copied().filter(|delta| delta.least.numerator() == 0);
        open.clone().min().zip(open.max())
    }
}
