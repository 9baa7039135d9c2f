//! Verdicts on the number of people of the population that match a row.

use incrowd_terms::{
    Estimator, Figure, Fraction, KMap, KMapPopulation, PrivacyDemand, WeakKAnonymity,
};

use super::presence::TOO_MUCH_OVERLAP;
use super::{Assessment, DemandVerdict, Measure};
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::estimate::Sampling;

impl Measure for KMap {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        match self.population {
            KMapPopulation::Table => assessment.matched(self.model(), self.k),
            KMapPopulation::Estimated { people, estimator, significance } => {
                assessment.estimated(self.k, people, estimator, significance)
            }
        }
    }

    fn violated_by(&self, members: u64, people: u64, sample_rows: u64) -> Option<bool> {
        Some(match self.population {
            KMapPopulation::Table => people < self.k,
            KMapPopulation::Estimated { people, estimator, significance } => {
                let rows = sample_rows.min(people);
                let sampling = Sampling { rows, people, estimator, significance };
                !sampling.supports(members, self.k)
            }
        })
    }
}

impl Measure for WeakKAnonymity {
    fn violated_by(&self, _: u64, people: u64, _: u64) -> Option<bool> {
        Some(people < self.k)
    }

    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        assessment.matched(self.model(), self.k)
    }
}

fn undecided(problem: String) -> DemandVerdict {
    DemandVerdict { measured: Figure::Undefined, failing: Some(problem) }
}

impl Assessment<'_> {
    /// Judges how many people of the population a row of each class can mean.
    fn matched(&self, model: &'static str, k: u64) -> Result<DemandVerdict, JudgeError> {
        let population = self.population.ok_or(JudgeError::NoPopulation { model })?;
        let CoveredPeople { boxes, by_type, .. } = &population.covered;
        let candidates = match &population.candidates {
            Ok(Some(candidates)) => candidates,
            Ok(None) => return Ok(undecided(TOO_MUCH_OVERLAP.into())),
            Err(misfit) => return Ok(undecided(self.misfit(&population.covered, misfit))),
        };
        let people = |class: usize| candidates[boxes.of_class[class] as usize];
        let bad = |class: usize| (people(class) < k).then(|| -(people(class) as f64));
        let why = |class: usize| {
            let (people, matches) =
                (people(class), by_type.matches[boxes.of_class[class] as usize]);
            let taken = match matches - people {
                0 => String::new(),
                taken => format!(" ({taken} of the {matches} it matches are other rows)"),
            };
            let people = population.covered.members(people);
            format!("{people} of the population{taken}, {k} needed")
        };
        let failing = self.outside.worst(bad);
        Ok(self.outside.verdict(candidates.iter().min().copied().into(), failing, why))
    }

    /// Judges the estimated number of people that match each class, without a table of the
    /// population.
    fn estimated(
        &self,
        k: u64,
        people: u64,
        estimator: Estimator,
        significance: Fraction,
    ) -> Result<DemandVerdict, JudgeError> {
        let rows_in_sample = self.sample_rows;
        if people < rows_in_sample {
            return Err(JudgeError::PopulationTooSmall { people, rows: rows_in_sample });
        }
        let sampling = Sampling { rows: rows_in_sample, people, estimator, significance };
        let sizes = self.outside.sizes();
        let least = sizes.iter().min().copied();
        let needed =
            least.filter(|&least| !sampling.supports(least, k)).map(|_| sampling.rows_needed(k));
        let too_few = |class: &usize| needed.is_some_and(|needed| sizes[*class] < needed);
        let bad = |class: usize| too_few(&class).then(|| -(sizes[class] as f64));
        let why = |class: usize| {
            let needed = needed.unwrap_or_default();
            let size = self.outside.members(sizes[class]);
            format!("{size}, {needed} needed to be taken for {k} people")
        };
        let measured = least.map(|least| sampling.largest_k(least));
        Ok(self.outside.verdict(measured.into(), self.outside.worst(bad), why))
    }
}
