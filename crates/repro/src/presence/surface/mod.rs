//! Figure 8: what the least and the greatest presence cost, each by itself.

mod claims;

use incrowd_render::{Chart, Surface};

use super::book::Measurements;
use super::chart::{BOUND, Metric, OURS};
use super::data::{LoadPeople, StudySize};
use super::delta::{DeltaPair, grid, scales};
use super::line::COLUMNS;
use super::method::{N2, PresenceMethod};
use super::{method, point};
use crate::experiment::{
    Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale,
};

/// A grid of deltas on both studies.
pub(crate) struct SurfaceOfDeltas {
    pub(in crate::presence) source: LoadPeople,
}

/// The ways that are drawn, and what they are called.
const WAYS: [(PresenceMethod, &str); 3] =
    [(N2, "MPALM, n2"), (PresenceMethod::Guided, OURS), (PresenceMethod::Bound, BOUND)];

impl Experiment for SurfaceOfDeltas {
    fn name(&self) -> &'static str {
        "000-surface"
    }

    fn title(&self) -> &'static str {
        "What the least and the greatest presence cost"
    }

    fn paper(&self) -> &'static str {
        "000"
    }

    fn needs_adult(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &COLUMNS
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let mut points = Vec::new();
        for study in StudySize::BOTH {
            for delta in grid(scale) {
                points.extend(WAYS.map(|(way, _)| point::release(study, delta, way)));
            }
        }
        points
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        point::measure(point, self.source, world)
    }

    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding {
        let book = Measurements::read(rows, grid(scale));
        let figures = [
            ("Figure 8 (a)", StudySize::Random, Metric::Loss),
            ("Figure 8 (b)", StudySize::Random, Metric::Discernibility),
            ("Figure 8 (c)", StudySize::Diabetes, Metric::Loss),
            ("Figure 8 (d)", StudySize::Diabetes, Metric::Discernibility),
        ];
        let pictures = figures.map(|(of, study, metric)| {
            WAYS.map(|way| picture(&book, scale, of, (study, metric), way))
        });
        let pictures = pictures.into_iter().flatten().collect();
        Finding { method: method(), pictures, claims: claims::claims(&book) }
    }
}

fn picture(
    book: &Measurements,
    scale: RunScale,
    of: &'static str,
    (study, metric): (StudySize, Metric),
    (way, name): (PresenceMethod, &str),
) -> Picture {
    let claim = match (way, study) {
        (PresenceMethod::Guided, _) => {
            "Not in the paper: what incrowd's default makes of the same demands."
        }
        (PresenceMethod::Bound, _) => "Not in the paper: what no release can pass.",
        (_, StudySize::Random) => "A high least presence costs much; looser demands cost less.",
        (_, StudySize::Diabetes) => {
            "A high least presence costs even more, and some looser demands cost more than tighter \
             ones."
        }
    };
    let (least, most) = scales(scale);
    let row = |&least| {
        let cost = |&most| book.cost(metric, study, DeltaPair { least, most }, way);
        most.iter().map(cost).collect()
    };
    let chart = Chart::Surface(Surface {
        title: format!("{}, {name}, {} study", metric.title(), study.name()),
        x: ("greatest presence".to_owned(), most.iter().map(|it| it.plain()).collect()),
        y: ("least presence".to_owned(), least.iter().map(|it| it.plain()).collect()),
        z: metric.label().to_owned(),
        values: least.iter().map(row).collect(),
    });
    Picture { of, claim: claim.to_owned(), chart }
}
