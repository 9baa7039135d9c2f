//! A row of figures, which all experiments of this paper write alike.

use incrowd_core::terms::Fraction;

use super::data::StudySize;
use super::delta::DeltaPair;
use super::release::ReleaseMeasures;
use crate::experiment::ResultRow;

/// What stands in a row. Of a bound, all figures are bounds, and there is no presence.
pub(super) const COLUMNS: [&str; 12] = [
    "study",
    "least",
    "most",
    "way",
    "k",
    "classes",
    "smallest class",
    "least presence",
    "greatest presence",
    "loss",
    "discernibility",
    "cpu seconds",
];

/// One release, or one bound.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MeasuredRelease {
    pub study: StudySize,
    /// What was demanded; nothing where only k was.
    pub delta: Option<DeltaPair>,
    /// How it was found.
    pub way: String,
    /// The k that was demanded.
    pub k: Option<u64>,
    pub classes: Option<u64>,
    pub smallest: u64,
    pub presence: Option<(Fraction, Fraction)>,
    pub loss: f64,
    pub discernibility: f64,
    pub seconds: Option<f64>,
}

impl MeasuredRelease {
    pub fn of(study: StudySize, way: String, release: ReleaseMeasures) -> MeasuredRelease {
        MeasuredRelease {
            study,
            delta: None,
            way,
            k: None,
            classes: Some(release.classes),
            smallest: release.smallest,
            presence: Some(release.presence),
            loss: release.loss,
            discernibility: release.discernibility,
            seconds: None,
        }
    }

    pub fn row(&self) -> ResultRow {
        let share = |share: Option<Fraction>| share.map_or_else(String::new, |it| it.to_string());
        let number = |number: Option<u64>| number.map_or_else(String::new, |it| it.to_string());
        let limit = |limit: fn(DeltaPair) -> Fraction| {
            self.delta.map_or_else(String::new, |delta| limit(delta).plain())
        };
        vec![
            self.study.name().to_owned(),
            limit(|delta| delta.least),
            limit(|delta| delta.most),
            self.way.clone(),
            number(self.k),
            number(self.classes),
            self.smallest.to_string(),
            share(self.presence.map(|(least, _)| least)),
            share(self.presence.map(|(_, most)| most)),
            format!("{:.6}", self.loss),
            format!("{:.0}", self.discernibility),
            self.seconds.map_or_else(String::new, |seconds| format!("{seconds:.6}")),
        ]
    }

    /// What a row says, if it is one of ours.
    pub fn read(row: &ResultRow) -> Option<MeasuredRelease> {
        let [study, least, most, way, k, classes, smallest, low, high, loss, sizes, seconds] =
            row.as_slice()
        else {
            return None;
        };
        Some(MeasuredRelease {
            study: StudySize::from_name(study)?,
            delta: DeltaPair::parse(&format!("{least},{most}")),
            way: way.clone(),
            k: k.parse().ok(),
            classes: classes.parse().ok(),
            smallest: smallest.parse().ok()?,
            presence: low.parse().ok().zip(high.parse().ok()),
            loss: loss.parse().ok()?,
            discernibility: sizes.parse().ok()?,
            seconds: seconds.parse().ok(),
        })
    }
}
