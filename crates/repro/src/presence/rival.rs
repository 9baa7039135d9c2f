//! k-anonymity, which knows nothing of presence: every k is tried, and what presence it happens to
//! give is written down.
//!
//! The people are made k-anonymous, and the members published by the same mapping: if the members
//! alone were, people beside their boxes would be known to be absent. One pass over k serves all
//! deltas. A release whose smallest class has m people is the release of every k up to m, for all
//! that it chose is still allowed, and what was not allowed still is not: so the next k to try is
//! m + 1.

use std::ops::Range;

use incrowd_core::search::SearchControl;
use incrowd_core::search::boxes::{BoxClass, ColumnStrategy, CutPoints, ValueStrategy};
use incrowd_core::terms::{Demand, WeakKAnonymity};

use super::data::{PresenceData, StudySize};
use super::line::MeasuredRelease;
use super::method::{field, models, problem};
use super::release::{ReleaseMeasures, classes_of};

/// A way to k-anonymity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rival {
    /// The best level per column.
    Optimal,
    /// Boxes, cut at medians of the widest column.
    Mondrian,
    /// Boxes, cut by the strategy `n2`.
    NextFirst,
}

impl Rival {
    const ALL: [Rival; 3] = [Rival::Optimal, Rival::Mondrian, Rival::NextFirst];

    pub fn name(self) -> &'static str {
        match self {
            Rival::Optimal => "k-optimal",
            Rival::Mondrian => "k-mondrian",
            Rival::NextFirst => "k-n2",
        }
    }

    pub fn from_name(name: &str) -> Option<Rival> {
        Rival::ALL.into_iter().find(|rival| rival.name() == name)
    }

    /// Stretches of k that take some seconds each: boxes that are cut off one by one differ for
    /// almost every k.
    pub fn stretches(self) -> Vec<Range<u64>> {
        let starts: &[u64] = match self {
            Rival::Optimal => &[1],
            Rival::Mondrian => &[1, 300],
            Rival::NextFirst => &[1, 150, 250, 400, 900, 2500],
        };
        let ends = starts[1..].iter().copied().chain([u64::MAX]);
        starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
    }

    /// The classes for one k.
    fn classes(self, ground: &PresenceData, study: StudySize, k: u64) -> Option<Vec<BoxClass>> {
        let demands = [Demand::WeakKAnonymity(WeakKAnonymity { k })];
        let models = models(&demands);
        let watch = SearchControl::default();
        if self == Rival::Optimal {
            let (node, _) = problem(ground, study, &models).optimal(&watch).best?;
            return Some(classes_of(ground, study, &node));
        }
        let field = field(ground, study, &models);
        let partition = match self {
            Rival::NextFirst => field.mpalm(ColumnStrategy::Next, ValueStrategy::First, &watch),
            _ => field.mondrian(CutPoints::Leaves, &watch),
        };
        partition.map(|partition| partition.classes)
    }

    /// Tries every k of a stretch, and returns those that are the smallest for some delta, as far
    /// as the stretch can tell.
    pub fn scan(
        self,
        ground: &PresenceData,
        study: StudySize,
        ks: Range<u64>,
    ) -> Result<Vec<MeasuredRelease>, String> {
        let mut lines: Vec<MeasuredRelease> = Vec::new();
        let mut k = ks.start;
        while ks.contains(&k) && k <= ground.tally(study).people() {
            let classes = self.classes(ground, study, k);
            let classes = classes.ok_or_else(|| format!("nothing is {k}-anonymous"))?;
            let release = ReleaseMeasures::of(ground, study, &classes)?;
            if release.smallest < k {
                return Err(format!("a class of {} is not {k}-anonymous", release.smallest));
            }
            let next = release.smallest + 1;
            let (least, most) = release.presence;
            let beaten = lines.iter().filter_map(|line| line.presence);
            if !beaten.clone().any(|(low, high)| least <= low && high <= most) {
                let line = MeasuredRelease::of(study, self.name().to_owned(), release);
                lines.push(MeasuredRelease { k: Some(k), ..line });
            }
            k = next;
        }
        Ok(lines)
    }
}

/// A stretch of k, as it is written in a point.
pub(super) fn write(ks: &Range<u64>) -> String {
    let end = if ks.end == u64::MAX { String::new() } else { ks.end.to_string() };
    format!("{}..{end}", ks.start)
}

/// The stretch that a point names.
pub(super) fn read(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    let end = if end.is_empty() { u64::MAX } else { end.parse().ok()? };
    Some(start.parse().ok()?..end)
}
