//! All experiments, in the order of the page.

use crate::Experiment;
use crate::columns::{ErrorOf, Quasi, Time, Uniqueness};
use crate::presence::{SMALLEST_K, STRATEGIES, SURFACE};
use crate::secrets::{Checking, Definitions, Examples};
use crate::sensitive::{Columns, Conditions, Disclosures};

/// Every experiment, paper by paper.
#[must_use]
pub fn experiments() -> &'static [&'static dyn Experiment] {
    &[
        &SMALLEST_K,
        &STRATEGIES,
        &SURFACE,
        &Uniqueness,
        &Quasi,
        &Time::Rows,
        &Time::Columns,
        &Time::Buckets,
        &ErrorOf::Drawn,
        &ErrorOf::Adult,
        &Examples,
        &Checking,
        &Definitions,
        &Columns,
        &Disclosures,
        &Conditions,
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Scale;

    #[test]
    fn names_begin_with_their_paper_and_differ() {
        let names: BTreeSet<&str> = experiments().iter().map(|one| one.name()).collect();
        assert_eq!(names.len(), experiments().len());
        for experiment in experiments() {
            let (paper, word) = experiment.name().split_once('-').unwrap();
            assert_eq!(paper, experiment.paper());
            let is_plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            assert!(word.chars().all(is_plain), "{word}");
        }
    }

    #[test]
    fn points_differ_and_papers_stand_together() {
        for experiment in experiments() {
            for scale in [Scale::Quick, Scale::Full] {
                let points = experiment.points(scale);
                assert!(!points.is_empty());
                assert_eq!(points.iter().collect::<BTreeSet<_>>().len(), points.len());
            }
            assert!(!experiment.columns().contains(&"point"), "{}", experiment.name());
        }
        assert!(experiments().is_sorted_by_key(|one| one.paper()));
    }
}
