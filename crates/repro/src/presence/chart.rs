//! How the figures are drawn.

use incrowd_render::{Axis, Chart, Lines, Series, SeriesKind};

use super::delta::DeltaPair;
use super::line::MeasuredRelease;

/// A figure of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    Loss,
    Discernibility,
    Seconds,
}

impl Metric {
    /// What a release, or a bound, has of it.
    pub fn of(self, line: &MeasuredRelease) -> Option<f64> {
        match self {
            Metric::Loss => Some(line.loss),
            Metric::Discernibility => Some(line.discernibility),
            Metric::Seconds => line.seconds,
        }
    }

    /// In words, with what it is measured in.
    pub fn label(self) -> &'static str {
        match self {
            Metric::Loss => "loss (0 to 1)",
            Metric::Discernibility => "discernibility (sum of squared class sizes)",
            Metric::Seconds => "processor time (seconds)",
        }
    }

    /// The beginning of a title.
    pub fn title(self) -> &'static str {
        match self {
            Metric::Loss => "Loss",
            Metric::Discernibility => "Discernibility",
            Metric::Seconds => "Processor time",
        }
    }

    /// Its scale; what differs by factors is drawn by factors.
    pub fn axis(self) -> Axis {
        Axis { label: self.label().to_owned(), log: self != Metric::Loss, names: Vec::new() }
    }
}

/// A line of a chart, with a number for each delta.
pub(super) struct Curve {
    pub name: String,
    pub kind: SeriesKind,
    pub values: Vec<Option<f64>>,
}

/// Numbers by delta.
pub(super) fn by_delta(title: String, deltas: &[DeltaPair], y: Axis, curves: Vec<Curve>) -> Chart {
    let names = deltas.iter().map(|delta| format!("({delta})")).collect();
    let series = curves.into_iter().map(|Curve { name, kind, values }| {
        let points = (0_u32..).zip(values).map(|(at, value)| (f64::from(at), value)).collect();
        Series { name, kind, points }
    });
    Chart::Lines(Lines {
        title,
        x: Axis { label: "least and greatest presence demanded".to_owned(), log: false, names },
        y,
        series: series.collect(),
    })
}

/// What our default is called in charts.
pub(super) const OURS: &str = "incrowd's default";
/// What the bound is called in charts.
pub(super) const BOUND: &str = "proven lower bound";
