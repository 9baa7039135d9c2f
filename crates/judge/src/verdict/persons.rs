//! Verdicts on presence with limits per person or per secret.

use incrowd_terms::{Fraction, JointPresence, PersonalPresence, PrivacyDemand};

use super::presence::{PresenceBounds, count_of, measured, told, undecidable};
use super::{Assessment, DemandVerdict, Measure, shortened};
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::learned::Likeliest;
use crate::person_types::PersonTypes;
use crate::presence::Presence as Chances;

impl Measure for PersonalPresence {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        if let Some(undecided) = assessment.missing() {
            return Ok(undecided);
        }
        assessment.of_each_person(self.model(), |covered, types, presence| {
            assessment.personal_presence(covered, types, presence, (&self.low, &self.high))
        })
    }
}

impl Measure for JointPresence {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        assessment.of_each_person(self.model(), |covered, types, presence| {
            if let Some(undecided) = assessment.missing().filter(|_| self.prior.is_some()) {
                return Ok(undecided);
            }
            let found = assessment.joint_presence(self, covered)?;
            Ok(assessment.joint_unmatched(self, found, covered, types, presence))
        })
    }
}

impl Assessment<'_> {
    fn personal_presence(
        &self,
        covered: &CoveredPeople,
        types: &PersonTypes,
        presence: &Chances,
        (low, high): (&str, &str),
    ) -> Result<DemandVerdict, JudgeError> {
        let (low, high) = (covered.probabilities(low)?, covered.probabilities(high)?);
        let bounds = |person: usize| PresenceBounds { least: low[person], most: high[person] };
        let chance = |person: usize| &presence.subset[types.of_person[person] as usize];
        let lines = &covered.people.classes.lines;
        let excess = |person: usize| Some((bounds(person).excess(chance(person))?, person));
        let worst = (0..lines.len())
            .filter_map(excess)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(lines[b.1].cmp(&lines[a.1])));
        let failing = worst.map(|(_, person)| {
            let (told, bounds) = (told(chance(person), None), bounds(person));
            format!("line {} of {}: {told}, {bounds}", lines[person], covered.file)
        });
        Ok(DemandVerdict { measured: measured(presence), failing })
    }

    /// The same with people whom no class matches: the secrets of suppressed rows are not published,
    /// so all may be the one that is asked for.
    fn joint_unmatched(
        &self,
        asked: &JointPresence,
        found: DemandVerdict,
        covered: &CoveredPeople,
        types: &PersonTypes,
        presence: &Chances,
    ) -> DemandVerdict {
        let unmatched = types.all.iter().zip(&presence.subset);
        let unmatched = unmatched.filter(|(some, _)| some.boxes.is_empty());
        let bounds = PresenceBounds { least: Fraction::ZERO, most: asked.most };
        let worst = unmatched
            .filter_map(|(some, chance)| Some((bounds.excess(chance)?, some, chance)))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.line.cmp(&a.1.line)));
        let Some((_, some, chance)) = worst else { return found };
        let (told, file) = (told(chance, None), &covered.file);
        let failing = format!(
            "line {} of {file} and others match no published class: {told}, with any secret, at most {} allowed",
            some.line, asked.most
        );
        let measured = chance.most().map_or(found.measured, |most| most.to_string().into());
        DemandVerdict { measured, failing: Some(failing) }
    }

    fn joint_presence(
        &self,
        asked: &JointPresence,
        covered: &CoveredPeople,
    ) -> Result<DemandVerdict, JudgeError> {
        let (spread, most, secret) = (self.spread(asked)?.1.having(), asked.most, asked.value());
        let prior = asked.prior.clone();
        let CoveredPeople { boxes, by_type, .. } = covered;
        let people = |class: usize| by_type.matches[boxes.of_class[class] as usize].max(1);
        let secret = secret.map(|secret| spread.value_of(secret, self.nulls));
        let asked = |value: u32| secret.is_none_or(|secret| secret == Some(value));
        let worst = match &prior {
            None => self.outlook(spread).likeliest(asked, people),
            Some(column) => {
                let Some(exposures) = self.exposures(covered, column)? else {
                    return Ok(undecidable("beliefs and table contradict each other".into()));
                };
                let exposure = |class: usize| exposures[boxes.of_class[class] as usize].clone();
                self.outlook(spread).likeliest_present(asked, exposure)
            }
        };
        let Some(Likeliest { odds, class, value }) = worst else {
            return Ok(DemandVerdict { measured: Fraction::ZERO.into(), failing: None });
        };
        let failing = odds.compare(most).is_gt().then(|| {
            let value = shortened(&spread.texts[value as usize]);
            let rows = odds.times(people(class)).short();
            let rows = rows.filter(|rows| rows.is_whole() && prior.is_none());
            let told = match rows {
                Some(rows) => {
                    let people = count_of(people(class));
                    format!("{rows} of {people} are in the table with {value}, which is {odds}")
                }
                None => format!("someone is in the table with {value} with probability {odds}"),
            };
            format!("{}: {told}, at most {most} allowed", self.outside.name(class))
        });
        Ok(DemandVerdict { measured: odds.to_string().into(), failing })
    }
}
