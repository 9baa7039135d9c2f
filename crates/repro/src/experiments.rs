//! All experiments, in the order of the page.

use crate::Experiment;
use crate::columns::{ErrorOf, Quasi, Time, UniquenessFigure};
use crate::presence::{SMALLEST_K, STRATEGIES, SURFACE};
use crate::secrets::{Checking, Definitions, Examples};
use crate::sensitive::{Conditions, Disclosures, Table7Columns};

/// Every experiment, paper by paper.
#[must_use]
pub fn experiments() -> &'static [&'static dyn Experiment] {
    &[
        &SMALLEST_K,
        &STRATEGIES,
        &SURFACE,
        &UniquenessFigure,
        &Quasi,
        &Time::Rows,
        &Time::Columns,
        &Time::Buckets,
        &ErrorOf::Drawn,
        &ErrorOf::Adult,
        &Examples,
        &Checking,
        &Definitions,
        &Table7Columns,
        &Disclosures,
        &Conditions,
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{ClaimVerdict, ResultRows, RunScale};

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
            for scale in [RunScale::Quick, RunScale::Full] {
                let points = experiment.points(scale);
                assert!(!points.is_empty());
                assert_eq!(points.iter().collect::<BTreeSet<_>>().len(), points.len());
            }
            assert!(!experiment.columns().contains(&"point"), "{}", experiment.name());
        }
        assert!(experiments().is_sorted_by_key(|one| one.paper()));
    }

    #[test]
    fn without_rows_nothing_can_be_told() {
        for experiment in experiments() {
            for claim in experiment.present(&ResultRows::default(), RunScale::Full).claims {
                assert_eq!(claim.verdict, ClaimVerdict::CannotBeTold, "{}", claim.said);
                assert!(!claim.why.is_empty(), "{}", claim.said);
            }
        }
    }

    #[test]
    fn claims_are_whole_sentences() {
        for experiment in experiments() {
            for claim in experiment.present(&ResultRows::default(), RunScale::Full).claims {
                for text in [&claim.said, &claim.found, &claim.why] {
                    let first = text.chars().next().unwrap();
                    assert!(first.is_uppercase() || first.is_ascii_digit(), "{text}");
                    assert!(text.ends_with('.') && !text.ends_with(".."), "{text}");
                }
            }
        }
    }
}
