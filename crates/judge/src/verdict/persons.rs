//! Verdicts on presence that differ from person to person, or from secret to secret.

use incrowd_terms::{Ask, Fraction, JointPresence, PersonalPresence};
use serde_json::json;

use super::presence::{Bounds, count_of, measured, told};
use super::{Court, Measure, Verdict, shortened};
use crate::crowd::Types;
use crate::error::JudgeError;
use crate::learned::Likeliest;
use crate::presence::Presence as Chances;
use crate::survey::Survey;

impl Measure for PersonalPresence {
    fn verdict(&self, court: &Court<'_>) -> Result<Verdict, JudgeError> {
        court.of_each_person(self.model(), |survey, types, presence| {
            court.personal_presence(survey, types, presence, (&self.low, &self.high))
        })
    }
}

impl Measure for JointPresence {
    fn verdict(&self, court: &Court<'_>) -> Result<Verdict, JudgeError> {
        court.of_each_person(self.model(), |survey, _, _| court.joint_presence(self, survey))
    }
}

impl Court<'_> {
    fn personal_presence(
        &self,
        survey: &Survey,
        types: &Types,
        presence: &Chances,
        (low, high): (&str, &str),
    ) -> Result<Verdict, JudgeError> {
        let (low, high) = (survey.probabilities(low)?, survey.probabilities(high)?);
        let bounds = |person: usize| Bounds { least: low[person], most: high[person] };
        let chance = |person: usize| &presence.subset[types.of_person[person] as usize];
        let lines = &survey.people.classes.lines;
        let excess = |person: usize| Some((bounds(person).excess(chance(person))?, person));
        let worst = (0..lines.len())
            .filter_map(excess)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(lines[b.1].cmp(&lines[a.1])));
        let failing = worst.map(|(_, person)| {
            let (told, bounds) = (told(chance(person), None), bounds(person));
            format!("line {} of {}: {told}, {bounds}", lines[person], survey.file)
        });
        Ok(Verdict { measured: measured(presence), failing })
    }

    fn joint_presence(
        &self,
        asked: &JointPresence,
        survey: &Survey,
    ) -> Result<Verdict, JudgeError> {
        let (spread, most, secret) = (self.spread(asked)?.1, asked.most, asked.value());
        let Survey { boxes, crowd, .. } = survey;
        let people = |class: usize| crowd.matches[boxes.of_class[class] as usize].max(1);
        let secret = secret.map(|secret| spread.value_of(secret, self.nulls));
        let asked = |value: u32| secret.is_none_or(|secret| secret == Some(value));
        let worst = self.outlook(spread).likeliest(asked, people);
        let Some(Likeliest { odds, class, value }) = worst else {
            return Ok(Verdict { measured: json!(Fraction::ZERO), failing: None });
        };
        let failing = odds.compare(most).is_gt().then(|| {
            let value = shortened(&spread.texts[value as usize]);
            let rows = odds.times(people(class)).short().filter(|rows| rows.is_whole());
            let told = match rows {
                Some(rows) => {
                    let people = count_of(people(class));
                    format!("{rows} of {people} are in the table with {value}, which is {odds}")
                }
                None => format!("someone is in the table with {value} with probability {odds}"),
            };
            format!("{}: {told}, at most {most} allowed", self.outside.name(class))
        });
        Ok(Verdict { measured: json!(odds.to_string()), failing })
    }
}
