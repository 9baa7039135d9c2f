//! Figure 8: what the least and the greatest presence cost, each by itself.

mod claims;

use incrowd_render::{Chart, Surface};

use super::book::Book;
use super::chart::{BOUND, Metric, OURS};
use super::delta::{Delta, grid, scales};
use super::ground::{Source, Study};
use super::line::COLUMNS;
use super::way::{N2, Way};
use super::{method, point};
use crate::experiment::{Experiment, Finding, Picture, Row, Rows, Scale, World};

/// A grid of deltas on both studies.
pub(crate) struct SurfaceOfDeltas {
    pub(in crate::presence) source: Source,
}

/// The ways that are drawn, and what they are called.
const WAYS: [(Way, &str); 3] = [(N2, "MPALM, n2"), (Way::Guided, OURS), (Way::Bound, BOUND)];

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

    fn points(&self, scale: Scale) -> Vec<String> {
        let mut points = Vec::new();
        for study in Study::BOTH {
            for delta in grid(scale) {
                points.extend(WAYS.map(|(way, _)| point::release(study, delta, way)));
            }
        }
        points
    }

    fn measure(&self, point: &str, world: &World<'_>) -> Result<Vec<Row>, String> {
        point::measure(point, self.source, world)
    }

    fn present(&self, rows: &Rows, scale: Scale) -> Finding {
        let book = Book::read(rows, grid(scale));
        let figures = [
            ("Figure 8 (a)", Study::Random, Metric::Loss),
            ("Figure 8 (b)", Study::Random, Metric::Discernibility),
            ("Figure 8 (c)", Study::Diabetes, Metric::Loss),
            ("Figure 8 (d)", Study::Diabetes, Metric::Discernibility),
        ];
        let pictures = figures.map(|(of, study, metric)| {
            WAYS.map(|way| picture(&book, scale, of, (study, metric), way))
        });
        let pictures = pictures.into_iter().flatten().collect();
        Finding { method: method(), pictures, claims: claims::claims(&book) }
    }
}

fn picture(
    book: &Book,
    scale: Scale,
    of: &'static str,
    (study, metric): (Study, Metric),
    (way, name): (Way, &str),
) -> Picture {
    let claim = match (way, study) {
        (Way::Guided, _) => "Not in the paper: what incrowd's default makes of the same demands.",
        (Way::Bound, _) => "Not in the paper: what no release can pass.",
        (_, Study::Random) => "A high least presence costs much; looser demands cost less.",
        (_, Study::Diabetes) => {
            "A high least presence costs even more, and some looser demands cost more than tighter \
             ones."
        }
    };
    let (least, most) = scales(scale);
    let row = |&least| {
        let cost = |&most| book.cost(metric, study, Delta { least, most }, way);
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
