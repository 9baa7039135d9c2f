//! Figures 3, 4 and 9: how far k-anonymity hides presence, and at what price.

mod claims;

use incrowd_render::{Axis, SeriesKind};

use super::book::Measurements;
use super::chart::{BOUND, Metric, OURS, by_delta};
use super::data::{LoadPeople, StudySize};
use super::delta::pairs;
use super::line::{COLUMNS, MeasuredRelease};
use super::method::{N1, N2, PresenceMethod};
use super::rival::Rival;
use super::{method, point};
use crate::experiment::{
    Experiment, ExperimentData, Finding, Picture, ResultRow, ResultRows, RunScale,
};

/// k-anonymity beside algorithms that know of presence.
pub(crate) struct SmallestK {
    pub(in crate::presence) source: LoadPeople,
}

const COSTS: [Metric; 2] = [Metric::Loss, Metric::Discernibility];

/// What k-anonymity is tried on a study: figure 9 is of one study alone.
fn rivals(study: StudySize) -> &'static [Rival] {
    match study {
        StudySize::Random => &[Rival::Optimal, Rival::Mondrian],
        StudySize::Diabetes => &[Rival::Optimal, Rival::Mondrian, Rival::NextFirst],
    }
}

/// What k-anonymity is compared with on a study.
fn ways(study: StudySize) -> &'static [PresenceMethod] {
    match study {
        StudySize::Random => {
            &[PresenceMethod::Spalm, N1, PresenceMethod::Guided, PresenceMethod::Bound]
        }
        StudySize::Diabetes => {
            &[PresenceMethod::Spalm, N1, N2, PresenceMethod::Guided, PresenceMethod::Bound]
        }
    }
}

impl Experiment for SmallestK {
    fn name(&self) -> &'static str {
        "000-smallest-k"
    }

    fn title(&self) -> &'static str {
        "How far k-anonymity hides presence, and what it costs"
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
            for &rival in rivals(study) {
                points.extend(rival.stretches().iter().map(|ks| point::stretch(study, rival, ks)));
            }
            for delta in pairs(scale) {
                points.extend(ways(study).iter().map(|&way| point::release(study, delta, way)));
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
        method.extend([
            "The population is made k-anonymous, and the study is published by the same mapping. \
             Every k is tried until one happens to give the presence that is wanted."
                .to_owned(),
            "The bound of figure 3: if nobody's presence is above 0.05, a class with a member has \
             20 people or more. Where the least presence is 0, a class may have no member and one \
             person, so the bound is 1."
                .to_owned(),
        ]);
        let mut pictures = vec![
            sizes(&book, "Figure 3 (a)", StudySize::Random),
            sizes(&book, "Figure 3 (b)", StudySize::Diabetes),
            figure_4(&book, "Figure 4 (a)", StudySize::Random, Metric::Loss),
            figure_4(&book, "Figure 4 (b)", StudySize::Random, Metric::Discernibility),
            figure_4(&book, "Figure 4 (c)", StudySize::Diabetes, Metric::Loss),
            figure_4(&book, "Figure 4 (d)", StudySize::Diabetes, Metric::Discernibility),
        ];
        pictures.extend(COSTS.map(|metric| figure_9(&book, metric)));
        Finding { method, pictures, claims: claims::claims(&book) }
    }
}

fn sizes(book: &Measurements, of: &'static str, study: StudySize) -> Picture {
    let rival = |name: &str, rival: Rival, size: fn(&MeasuredRelease) -> Option<u64>| {
        book.curve(name, SeriesKind::Measured, |delta| {
            Some(size(book.smallest_k(study, delta, rival)?)? as f64)
        })
    };
    let own = |name: &str, kind: SeriesKind, way: PresenceMethod| {
        let name = format!("smallest class, {name}");
        book.curve(name, kind, |delta| Some(book.get(study, delta, way)?.smallest as f64))
    };
    let smallest = |line: &MeasuredRelease| Some(line.smallest);
    let curves = vec![
        rival("k, whole columns", Rival::Optimal, |line| line.k),
        rival("smallest class, whole columns", Rival::Optimal, smallest),
        rival("k, Mondrian", Rival::Mondrian, |line| line.k),
        rival("smallest class, Mondrian", Rival::Mondrian, smallest),
        own(OURS, SeriesKind::Ours, PresenceMethod::Guided),
        own(BOUND, SeriesKind::Bound, PresenceMethod::Bound),
    ];
    let title = format!("The smallest k that hides presence, {} study", study.name());
    let y = Axis { label: "people".to_owned(), log: true, names: Vec::new() };
    let claim = "The smallest k that does, and the smallest class that it leads to. Tight demands \
                 take large classes, up to everybody in one.";
    Picture { of, claim: claim.to_owned(), chart: by_delta(title, &book.deltas, y, curves) }
}

fn figure_4(book: &Measurements, of: &'static str, study: StudySize, metric: Metric) -> Picture {
    let claim = match study {
        StudySize::Random => "MPALM with n1 costs less than k-anonymity does.",
        StudySize::Diabetes => {
            "MPALM with n1 mostly costs less than k-anonymity does, but more than on the random \
             study."
        }
    };
    let rivals = [
        ("k-anonymity, whole columns", Rival::Optimal),
        ("k-anonymity, Mondrian", Rival::Mondrian),
    ];
    let ways = [("SPALM", PresenceMethod::Spalm), ("MPALM, n1", N1)];
    costs(book, of, claim, (study, metric), &rivals, &ways)
}

fn figure_9(book: &Measurements, metric: Metric) -> Picture {
    let claim = "With the same strategy, k-anonymity costs more than MPALM does.";
    let rivals = [("k-anonymity, n2", Rival::NextFirst)];
    costs(book, "Figure 9", claim, (StudySize::Diabetes, metric), &rivals, &[("MPALM, n2", N2)])
}

fn costs(
    book: &Measurements,
    of: &'static str,
    claim: &str,
    (study, metric): (StudySize, Metric),
    rivals: &[(&str, Rival)],
    ways: &[(&str, PresenceMethod)],
) -> Picture {
    let known = [
        (OURS, PresenceMethod::Guided, SeriesKind::Ours),
        (BOUND, PresenceMethod::Bound, SeriesKind::Bound),
    ];
    let ways = ways.iter().map(|&(name, way)| (name, way, SeriesKind::Measured)).chain(known);
    let rivals = rivals.iter().map(|&(name, rival)| {
        book.curve(name, SeriesKind::Measured, |delta| book.rival_cost(metric, study, delta, rival))
    });
    let curves = rivals.chain(ways.map(|(name, way, kind)| {
        book.curve(name, kind, |delta| book.cost(metric, study, delta, way))
    }));
    let title = format!("{}, {} study", metric.title(), study.name());
    let chart = by_delta(title, &book.deltas, metric.axis(), curves.collect());
    Picture { of, claim: claim.to_owned(), chart }
}
