//! Verdicts on presence against an attacker with a prior for each person.

use incrowd_terms::Fraction;

use super::presence::{PresenceBounds, count_of, told, undecidable};
use super::{Assessment, DemandVerdict};
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::person_types::PersonTypes;
use crate::presence::{Contradicted, Contradiction, Standings, range};

impl Assessment<'_> {
    pub(super) fn believed_presence(
        &self,
        covered: &CoveredPeople,
        types: &PersonTypes,
        column: &str,
        bounds: PresenceBounds,
    ) -> Result<DemandVerdict, JudgeError> {
        let beliefs = covered.probabilities(column)?;
        let standings = match Standings::by_belief(covered, types, &beliefs, Some(0)) {
            Ok(standings) => standings.all,
            Err(contradicted) => {
                return Ok(undecidable(self.contradiction(covered, &contradicted)));
            }
        };
        let failing = standings.iter().filter_map(|s| Some((bounds.excess(&s.subset)?, s)));
        let worst = failing.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.line.cmp(&a.1.line)));
        let failing = worst.map(|(_, standing)| {
            let belief = standing.belief.unwrap_or(Fraction::ZERO);
            let told = told(&standing.subset, None);
            format!(
                "line {} of {}: {belief} was believed, then {told}, {bounds}",
                standing.line, covered.file
            )
        });
        let measured = range(standings.iter().map(|standing| &standing.subset)).into();
        Ok(DemandVerdict { measured, failing })
    }

    /// Why beliefs and table cannot both be right.
    pub(crate) fn contradiction(
        &self,
        covered: &CoveredPeople,
        contradicted: &Contradicted<'_>,
    ) -> String {
        let (people, how) = match contradicted.problem {
            Contradiction::TooManyCertain(people) => (people, "certainly"),
            Contradiction::TooFewPossible(people) => (people, "possibly"),
        };
        let (people, file) = (count_of(people), &covered.file);
        let Some(&of_box) = contradicted.boxes.first() else {
            return format!(
                "no published class covers {people} of {file} believed to be {how} in the table"
            );
        };
        let (name, rows) = (
            self.names(covered, &[of_box]),
            self.outside.members(covered.boxes.rows[of_box as usize]),
        );
        format!(
            "{name} has {rows}, but covers {people} of {file} believed to be {how} in the table"
        )
    }
}
