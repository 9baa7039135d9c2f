//! Figures 5, 6 and 7: what all nine strategies and SPALM lose, and how long they take.

mod claims;

use incrowd_render::SeriesKind;

use super::book::Measurements;
use super::chart::{BOUND, Metric, OURS, by_delta};
use super::data::{LoadPeople, StudySize};
use super::delta::pairs;
use super::line::COLUMNS;
use super::method::{PresenceMethod, nine};
use super::{method, point};
use crate::experiment::{
    Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale,
};

/// All strategies on both studies.
pub(crate) struct Strategies {
    pub(in crate::presence) source: LoadPeople,
}

/// All that is drawn, the bound included.
fn ways() -> Vec<PresenceMethod> {
    [vec![PresenceMethod::Spalm], nine(), vec![PresenceMethod::Guided, PresenceMethod::Bound]]
        .concat()
}

impl Experiment for Strategies {
    fn name(&self) -> &'static str {
        "000-strategies"
    }

    fn title(&self) -> &'static str {
        "What the nine strategies of MPALM and SPALM lose, and how long they take"
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
            for delta in pairs(scale) {
                points.extend(ways().into_iter().map(|way| point::release(study, delta, way)));
            }
        }
        points
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        point::measure(point, self.source, world)
    }

    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding {
        let book = Measurements::read(rows, pairs(scale));
        let mut method = method();
        method.push(
            "Processor time is that of the search alone, all threads together; for the bound, that \
             of proving it."
                .to_owned(),
        );
        let figures = [
            ("Figure 5", Metric::Loss),
            ("Figure 6", Metric::Discernibility),
            ("Figure 7", Metric::Seconds),
        ];
        // The study that the paper shows comes first.
        let pictures = [StudySize::Diabetes, StudySize::Random]
            .map(|study| figures.map(|(figure, metric)| picture(&book, figure, metric, study)));
        let pictures = pictures.into_iter().flatten().collect();
        Finding { method, pictures, claims: claims::claims(&book) }
    }
}

fn picture(book: &Measurements, of: &'static str, metric: Metric, study: StudySize) -> Picture {
    let claim = match (study, metric) {
        (StudySize::Random, _) => {
            "The paper has no figure of the random study. It says that its results were similar."
        }
        (_, Metric::Seconds) => "All strategies take longer where more detail can be kept.",
        _ => {
            "Boxes keep more than whole columns do, above all where the greatest presence is high."
        }
    };
    let curves = ways().into_iter().map(|way| {
        let (name, kind) = match (way, metric) {
            (PresenceMethod::Guided, _) => (OURS.to_owned(), SeriesKind::Ours),
            (PresenceMethod::Bound, Metric::Seconds) => {
                ("proving the lower bound".to_owned(), SeriesKind::Bound)
            }
            (PresenceMethod::Bound, _) => (BOUND.to_owned(), SeriesKind::Bound),
            _ => (way.name(), SeriesKind::Measured),
        };
        book.curve(name, kind, |delta| book.cost(metric, study, delta, way))
    });
    let title = format!("{}, {} study", metric.title(), study.name());
    let chart = by_delta(title, &book.deltas, metric.axis(), curves.collect());
    Picture { of, claim: claim.to_owned(), chart }
}
