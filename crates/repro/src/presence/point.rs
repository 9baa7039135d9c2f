//! The keys of measurements, and how a measurement is made from its key.
//!
//! `random 0.02,0.05 mpalm-n2` is a release, and `diabetes k-n2 150..400` a stretch of k.

use std::ops::Range;

use super::delta::Delta;
use super::ground::{Source, Study};
use super::rival::{self, Rival};
use super::way::Way;
use crate::experiment::{Row, World};
use crate::key::unknown;

/// The key of a release.
pub(super) fn release(study: Study, delta: Delta, way: Way) -> String {
    format!("{} {delta} {}", study.name(), way.name())
}

/// The key of a stretch of k.
pub(super) fn stretch(study: Study, rival: Rival, ks: &Range<u64>) -> String {
    format!("{} {} {}", study.name(), rival.name(), rival::write(ks))
}

/// What a key stands for.
enum Point {
    Release(Study, Delta, Way),
    Stretch(Study, Rival, Range<u64>),
}

fn read(key: &str) -> Option<Point> {
    let mut words = key.split(' ');
    let study = Study::from_name(words.next()?)?;
    let (second, third) = (words.next()?, words.next()?);
    if let Some(rival) = Rival::from_name(second) {
        return Some(Point::Stretch(study, rival, rival::read(third)?));
    }
    Some(Point::Release(study, Delta::parse(second)?, Way::from_name(third)?))
}

/// Makes the measurement of a key.
pub(super) fn measure(key: &str, source: Source, world: &World<'_>) -> Result<Vec<Row>, String> {
    let point = read(key).ok_or_else(|| unknown(key))?;
    let ground = source(world)?;
    let lines = match point {
        Point::Release(study, delta, way) => way.go(&ground, study, delta).map(|line| vec![line]),
        Point::Stretch(study, rival, ks) => rival.scan(&ground, study, ks),
    };
    let lines = lines.map_err(|error| format!("{key}: {error}"))?;
    Ok(lines.iter().map(super::line::Line::row).collect())
}
