//! What the table gives away of secrets: to whom it tells how much, and which classes tell all.

use super::Court;
use crate::findings::{Disclosure, Learned};
use crate::learned::Outlook;
use crate::presence::Surveyed;
use crate::spread::Spread;
use crate::survey::Survey;

/// Classes that are named as disclosing a column; all are counted.
const MOST_DISCLOSING: usize = 20;

impl Court<'_> {
    /// A column's secrets as they look from outside.
    pub(crate) fn outlook<'s>(&'s self, spread: &'s Spread) -> Outlook<'s> {
        Outlook { outside: self.outside, links: self.links, spread }
    }

    /// What someone learns of each sensitive column.
    pub(crate) fn learned(&self) -> Vec<(String, Learned)> {
        // Presence is known where the table fits the population and nobody matches two classes.
        let population = self.population.filter(|known| {
            let fits = matches!(known.presence, Some(Ok(_)));
            fits && !known.survey.crowd.overlapping && self.outside.census.suppressed == 0
        });
        let learned = |(name, spread): &(&str, Spread)| {
            let matches =
                population.map(|Surveyed { survey: Survey { boxes, crowd, .. }, .. }| {
                    |class: usize| crowd.matches[boxes.of_class[class] as usize]
                });
            ((*name).to_owned(), self.outlook(spread).learned(matches))
        };
        self.spreads.iter().map(learned).collect()
    }

    /// The first classes of the file that disclose a column: everybody in them has one value.
    pub(crate) fn disclosing(&self, spread: &Spread) -> Vec<Disclosure> {
        let lines = self.secrets.lines();
        let alone = |class: &usize| spread.class(*class).distinct() == 1;
        let mut classes: Vec<usize> = (0..lines.len()).filter(alone).collect();
        classes.sort_unstable_by_key(|&class| lines[class]);
        let disclosure = |&class: &usize| {
            let cell = spread.class(class).cells[0];
            let (class, value) =
                (self.secrets.name(class), spread.texts[cell.value as usize].clone());
            Disclosure { class, value, rows: cell.rows }
        };
        classes.iter().take(MOST_DISCLOSING).map(disclosure).collect()
    }
}
