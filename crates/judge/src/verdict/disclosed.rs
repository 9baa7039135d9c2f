//! What the table discloses about secrets: the best guess of each attacker, and the classes with a
//! single value.

use super::Assessment;
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::findings::{Disclosure, Learned};
use crate::hitting::Fewest;
use crate::learned::Outlook;
use crate::presence::{PresenceSummary, Standings};
use crate::ratio::Ratio;
use crate::values_by_class::ValuesByClass;

/// Classes that are named as disclosing a column; all are counted.
const MOST_DISCLOSING: usize = 20;

impl Assessment<'_> {
    /// A column's secrets as they look from outside.
    pub(crate) fn outlook<'s>(&'s self, spread: &'s ValuesByClass) -> Outlook<'s> {
        Outlook { outside: self.outside, links: self.links, spread: spread.having() }
    }

    /// What someone learns of each sensitive column.
    pub(crate) fn learned(&self) -> Vec<(String, Learned)> {
        // Presence is known where the table fits the population and nobody matches two classes.
        let population = self.population.filter(|known| {
            let fits = matches!(known.presence, Some(Ok(_)));
            fits && !known.covered.by_type.overlapping && self.outside.grouping.suppressed == 0
        });
        let exposures = population.and_then(|PresenceSummary { covered, .. }| match self.prior {
            None => Some(None),
            Some(column) => Some(Some(self.exposures(covered, column).ok()??)),
        });
        let population = population.zip(exposures);
        let learned = |(name, spread): &(&str, ValuesByClass)| {
            let presence =
                population.as_ref().map(|(PresenceSummary { covered, .. }, exposures)| {
                    let CoveredPeople { boxes, by_type, .. } = covered;
                    move |class: usize| {
                        let of_box = boxes.of_class[class] as usize;
                        match exposures {
                            Some(exposures) => exposures[of_box].clone(),
                            None => Ratio::of(boxes.rows[of_box], by_type.matches[of_box]),
                        }
                    }
                });
            ((*name).to_owned(), self.outlook(spread).learned(presence))
        };
        self.spreads.iter().map(learned).collect()
    }

    /// The presence of the likeliest person of each box, with what a column says was believed of
    /// people; `None` if that contradicts the table, or boxes overlap.
    ///
    /// # Errors
    /// A value that is no probability.
    pub(crate) fn exposures(
        &self,
        covered: &CoveredPeople,
        column: &str,
    ) -> Result<Option<Vec<Ratio>>, JudgeError> {
        let beliefs = covered.probabilities(column)?;
        let Some(types) = covered.by_type.types.as_ref().filter(|_| !covered.by_type.overlapping)
        else {
            return Ok(None);
        };
        let Ok(standings) = Standings::by_belief(covered, types, &beliefs, None) else {
            return Ok(None);
        };
        let mut exposures = vec![Ratio::zero(); covered.boxes.len()];
        for standing in &standings.all {
            let Some(&of_box) = standing.boxes.first() else { continue };
            let Some(most) = standing.exposure() else { return Ok(None) };
            let known = &mut exposures[of_box as usize];
            *known = known.clone().max(most.clone());
        }
        Ok(Some(exposures))
    }

    /// The first classes of the file that disclose a column: everybody in them has one value.
    pub(crate) fn disclosing(&self, spread: &ValuesByClass) -> Vec<Disclosure> {
        let lines = self.secrets.lines();
        let having = spread.having();
        let is_certain = |fewest: Fewest| fewest.values == 1 && fewest.exact;
        let alone = |class: &usize| is_certain(spread.fewest(*class));
        let mut classes: Vec<usize> = (0..lines.len()).filter(alone).collect();
        classes.sort_unstable_by_key(|&class| lines[class]);
        let disclosure = |&class: &usize| {
            let here = having.class(class);
            // Everybody has one value, and may have others besides.
            let cell = here.cells.iter().find(|cell| cell.rows == here.rows)?;
            let (class, value) =
                (self.secrets.name(class), having.texts[cell.value as usize].clone());
            Some(Disclosure { class, value, rows: cell.rows })
        };
        classes.iter().take(MOST_DISCLOSING).filter_map(disclosure).collect()
    }
}
