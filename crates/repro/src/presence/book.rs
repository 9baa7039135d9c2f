//! All rows of an experiment, to look things up in.

use incrowd_render::Kind;

use super::chart::{Curve, Metric};
use super::delta::Delta;
use super::ground::Study;
use super::line::Line;
use super::rival::Rival;
use super::way::Way;
use crate::experiment::Rows;

/// What was measured, and the deltas that are shown.
pub(super) struct Book {
    lines: Vec<Line>,
    pub deltas: Vec<Delta>,
}

impl Book {
    /// Reads the rows; what cannot be read is left out.
    pub fn read(rows: &Rows, deltas: Vec<Delta>) -> Book {
        Book { lines: rows.rows.iter().filter_map(Line::read).collect(), deltas }
    }

    /// The release that was found in a way, or its bound.
    pub fn get(&self, study: Study, delta: Delta, way: Way) -> Option<&Line> {
        let name = way.name();
        let is_it = |line: &&Line| line.delta == Some(delta) && line.way == name;
        self.lines.iter().filter(|line| line.study == study).find(is_it)
    }

    /// The smallest k whose release happens to have the presence that is wanted.
    pub fn smallest_k(&self, study: Study, delta: Delta, rival: Rival) -> Option<&Line> {
        let tried = self.lines.iter().filter(|line| line.study == study && line.k.is_some());
        let holding = tried.filter(|line| line.presence.is_some_and(|it| delta.holds(it)));
        holding.filter(|line| line.way == rival.name()).min_by_key(|line| line.k)
    }

    /// Whether k was tried at all.
    pub fn is_tried(&self, study: Study, rival: Rival) -> bool {
        self.lines.iter().any(|line| line.study == study && line.way == rival.name())
    }

    /// What a way costs.
    pub fn cost(&self, metric: Metric, study: Study, delta: Delta, way: Way) -> Option<f64> {
        metric.of(self.get(study, delta, way)?)
    }

    /// What the smallest k costs.
    pub fn rival_cost(
        &self,
        metric: Metric,
        study: Study,
        delta: Delta,
        rival: Rival,
    ) -> Option<f64> {
        metric.of(self.smallest_k(study, delta, rival)?)
    }

    /// A line of a chart over the deltas.
    pub fn curve(
        &self,
        name: impl Into<String>,
        kind: Kind,
        of: impl Fn(Delta) -> Option<f64>,
    ) -> Curve {
        Curve { name: name.into(), kind, values: self.deltas.iter().copied().map(of).collect() }
    }

    /// Every study with every delta.
    pub fn cases(&self) -> impl Iterator<Item = (Study, Delta)> {
        let of = |study| self.deltas.iter().map(move |&delta| (study, delta));
        Study::BOTH.into_iter().flat_map(of)
    }

    /// The tightest and the loosest of the deltas that allow a presence of 0.
    pub fn open(&self) -> Option<(Delta, Delta)> {
        let open = self.deltas.iter().copied().filter(|delta| delta.least.numerator() == 0);
        open.clone().min().zip(open.max())
    }
}
