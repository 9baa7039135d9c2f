//! The keys of measurements, and how a measurement is made from its key.
//!
//! `random 0.02,0.05 mpalm-n2` is a release, and `diabetes k-n2 150..400` a stretch of k.

use std::ops::Range;

use super::data::{LoadPeople, StudySize};
use super::delta::DeltaPair;
use super::method::PresenceMethod;
use super::rival::{self, Rival};
use crate::experiment::{ExperimentData, ResultRow};
use crate::key::unknown;

/// The key of a release.
pub(super) fn release(study: StudySize, delta: DeltaPair, way: PresenceMethod) -> String {
    format!("{} {delta} {}", study.name(), way.name())
}

/// The key of a stretch of k.
pub(super) fn stretch(study: StudySize, rival: Rival, ks: &Range<u64>) -> String {
    format!("{} {} {}", study.name(), rival.name(), rival::write(ks))
}

/// What a key stands for.
enum PresencePoint {
    Release(StudySize, DeltaPair, PresenceMethod),
    Stretch(StudySize, Rival, Range<u64>),
}

fn read(key: &str) -> Option<PresencePoint> {
    let mut words = key.split(' ');
    let study = StudySize::from_name(words.next()?)?;
    let (second, third) = (words.next()?, words.next()?);
    if let Some(rival) = Rival::from_name(second) {
        return Some(PresencePoint::Stretch(study, rival, rival::read(third)?));
    }
    Some(PresencePoint::Release(
        study,
        DeltaPair::parse(second)?,
        PresenceMethod::from_name(third)?,
    ))
}

/// Makes the measurement of a key.
pub(super) fn measure(
    key: &str,
    source: LoadPeople,
    world: &ExperimentData<'_>,
) -> Result<Vec<ResultRow>, String> {
    let point = read(key).ok_or_else(|| unknown(key))?;
    let ground = source(world)?;
    let lines = match point {
        PresencePoint::Release(study, delta, way) => {
            way.go(&ground, study, delta).map(|line| vec![line])
        }
        PresencePoint::Stretch(study, rival, ks) => rival.scan(&ground, study, ks),
    };
    let lines = lines.map_err(|error| format!("{key}: {error}"))?;
    Ok(lines.iter().map(super::line::MeasuredRelease::row).collect())
}
