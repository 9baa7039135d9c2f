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
        survey: &CoveredPeople,
        types: &PersonTypes,
        column: &str,
        bounds: PresenceBounds,
    ) -> Result<DemandVerdict, JudgeError> {
        let beliefs = survey.probabilities(column)?;
        let standings = match Standings::by_belief(survey, types, &beliefs, Some(0)) {
            Ok(standings) => standings.all,
            Err(contradicted) => {
                return Ok(undecidable(self.contradiction(survey, &contradicted)));
            }
        };
        let failing = standings.iter().filter_map(|s| Some((bounds.excess(&s.subset)?, s)));
        let worst = failing.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.line.cmp(&a.1.line)));
        let failing = worst.map(|(_, standing)| {
            let belief = standing.belief.unwrap_or(Fraction::ZERO);
            let told = told(&standing.subset, None);
            format!(
                "line {} of {}: {belief} was believed, then {told}, {bounds}",
                standing.line, survey.file
            )
        });
        let measured = range(standings.iter().map(|standing| &standing.subset)).into();
        Ok(DemandVerdict { measured, failing })
    }

    /// Why beliefs and table cannot both be right.
    pub(crate) fn contradiction(
        &self,
        survey: &CoveredPeople,
        contradicted: &Contradicted<'_>,
    ) -> String {
        let (people, how) = match contradicted.problem {
            Contradiction::TooManyCertain(people) => (people, "certainly"),
            Contradiction::TooFewPossible(people) => (people, "possibly"),
        };
        let (people, file) = (count_of(people), &survey.file);
        let Some(&of_box) = contradicted.boxes.first() else {
            return format!(
                "no published class covers {people} of {file} believed to be {how} in the table"
            );
        };
        let (name, rows) = (
            self.names(survey, &[of_box]),
            self.outside.members(survey.boxes.rows[of_box as usize]),
        );
        format!(
            "{name} has {rows}, but covers {people} of {file} believed to be {how} in the table"
        )
    }
}
