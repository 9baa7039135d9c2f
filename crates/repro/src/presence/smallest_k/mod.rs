//! Figures 3, 4 and 9: how far k-anonymity hides presence, and at what price.

mod claims;

use incrowd_render::{Axis, Kind};

use super::book::Book;
use super::chart::{BOUND, Metric, OURS, by_delta};
use super::delta::pairs;
use super::ground::{Source, Study};
use super::line::{COLUMNS, Line};
use super::rival::Rival;
use super::way::{N1, N2, Way};
use super::{method, point};
use crate::experiment::{Experiment, Finding, Picture, Row, Rows, Scale, World};

/// k-anonymity beside algorithms that know of presence.
pub(crate) struct SmallestK {
    pub(in crate::presence) source: Source,
}

const COSTS: [Metric; 2] = [Metric::Loss, Metric::Discernibility];

/// What k-anonymity is tried on a study: figure 9 is of one study alone.
fn rivals(study: Study) -> &'static [Rival] {
    match study {
        Study::Random => &[Rival::Optimal, Rival::Mondrian],
        Study::Diabetes => &[Rival::Optimal, Rival::Mondrian, Rival::NextFirst],
    }
}

/// What k-anonymity is compared with on a study.
fn ways(study: Study) -> &'static [Way] {
    match study {
        Study::Random => &[Way::Spalm, N1, Way::Guided, Way::Bound],
        Study::Diabetes => &[Way::Spalm, N1, N2, Way::Guided, Way::Bound],
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

    fn points(&self, scale: Scale) -> Vec<String> {
        let mut points = Vec::new();
        for study in Study::BOTH {
            for &rival in rivals(study) {
                points.extend(rival.stretches().iter().map(|ks| point::stretch(study, rival, ks)));
            }
            for delta in pairs(scale) {
                points.extend(ways(study).iter().map(|&way| point::release(study, delta, way)));
            }
        }
        points
    }

    fn measure(&self, point: &str, world: &World<'_>) -> Result<Vec<Row>, String> {
        point::measure(point, self.source, world)
    }

    fn present(&self, rows: &Rows, scale: Scale) -> Finding {
        let book = Book::read(rows, pairs(scale));
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
            sizes(&book, "Figure 3 (a)", Study::Random),
            sizes(&book, "Figure 3 (b)", Study::Diabetes),
            figure_4(&book, "Figure 4 (a)", Study::Random, Metric::Loss),
            figure_4(&book, "Figure 4 (b)", Study::Random, Metric::Discernibility),
            figure_4(&book, "Figure 4 (c)", Study::Diabetes, Metric::Loss),
            figure_4(&book, "Figure 4 (d)", Study::Diabetes, Metric::Discernibility),
        ];
        pictures.extend(COSTS.map(|metric| figure_9(&book, metric)));
        Finding { method, pictures, claims: claims::claims(&book) }
    }
}

fn sizes(book: &Book, of: &'static str, study: Study) -> Picture {
    let rival = |name: &str, rival: Rival, size: fn(&Line) -> Option<u64>| {
        book.curve(name, Kind::Measured, |delta| {
            Some(size(book.smallest_k(study, delta, rival)?)? as f64)
        })
    };
    let own = |name: &str, kind: Kind, way: Way| {
        let name = format!("smallest class, {name}");
        book.curve(name, kind, |delta| Some(book.get(study, delta, way)?.smallest as f64))
    };
    let smallest = |line: &Line| Some(line.smallest);
    let curves = vec![
        rival("k, whole columns", Rival::Optimal, |line| line.k),
        rival("smallest class, whole columns", Rival::Optimal, smallest),
        rival("k, Mondrian", Rival::Mondrian, |line| line.k),
        rival("smallest class, Mondrian", Rival::Mondrian, smallest),
        own(OURS, Kind::Ours, Way::Guided),
        own(BOUND, Kind::Bound, Way::Bound),
    ];
    let title = format!("The smallest k that hides presence, {} study", study.name());
    let y = Axis { label: "people".to_owned(), log: true, names: Vec::new() };
    let claim = "The smallest k that does, and the smallest class that it leads to. Tight demands \
                 take large classes, up to everybody in one.";
    Picture { of, claim: claim.to_owned(), chart: by_delta(title, &book.deltas, y, curves) }
}

fn figure_4(book: &Book, of: &'static str, study: Study, metric: Metric) -> Picture {
    let claim = match study {
        Study::Random => "MPALM with n1 costs less than k-anonymity does.",
        Study::Diabetes => {
            "MPALM with n1 mostly costs less than k-anonymity does, but more than on the random \
             study."
        }
    };
    let rivals = [
        ("k-anonymity, whole columns", Rival::Optimal),
        ("k-anonymity, Mondrian", Rival::Mondrian),
    ];
    let ways = [("SPALM", Way::Spalm), ("MPALM, n1", N1)];
    costs(book, of, claim, (study, metric), &rivals, &ways)
}

fn figure_9(book: &Book, metric: Metric) -> Picture {
    let claim = "With the same strategy, k-anonymity costs more than MPALM does.";
    let rivals = [("k-anonymity, n2", Rival::NextFirst)];
    costs(book, "Figure 9", claim, (Study::Diabetes, metric), &rivals, &[("MPALM, n2", N2)])
}

fn costs(
    book: &Book,
    of: &'static str,
    claim: &str,
    (study, metric): (Study, Metric),
    rivals: &[(&str, Rival)],
    ways: &[(&str, Way)],
) -> Picture {
    let known = [(OURS, Way::Guided, Kind::Ours), (BOUND, Way::Bound, Kind::Bound)];
    let ways = ways.iter().map(|&(name, way)| (name, way, Kind::Measured)).chain(known);
    let rivals = rivals.iter().map(|&(name, rival)| {
        book.curve(name, Kind::Measured, |delta| book.rival_cost(metric, study, delta, rival))
    });
    let curves = rivals.chain(ways.map(|(name, way, kind)| {
        book.curve(name, kind, |delta| book.cost(metric, study, delta, way))
    }));
    let title = format!("{}, {} study", metric.title(), study.name());
    let chart = by_delta(title, &book.deltas, metric.axis(), curves.collect());
    Picture { of, claim: claim.to_owned(), chart }
}
