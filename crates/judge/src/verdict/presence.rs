//! Verdicts on presence: the probability that people of the population are in the table.

use incrowd_terms::{Figure, Fraction, Knowledge, MixedMembership, Presence, PrivacyDemand};

use super::{Assessment, DemandVerdict, Measure, rows};
use crate::covered_people::CoveredPeople;
use crate::error::JudgeError;
use crate::findings::PresenceRange;
use crate::person_types::PersonTypes;
use crate::presence::{Misfit, Presence as Chances, PresenceSummary, Probability, range};
use crate::ratio::Ratio;

/// Why some models are not decided.
pub(super) const OVERLAPPING: &str =
    "some people match several published classes: this model is decided only where nobody does";

/// Why nothing is decided where types cannot be listed.
pub(super) const TOO_MUCH_OVERLAP: &str = "classes overlap too much to be decided";

/// The probabilities that are allowed.
#[derive(Clone, Copy)]
pub(super) struct PresenceBounds {
    pub(super) least: Fraction,
    pub(super) most: Fraction,
}

impl PresenceBounds {
    /// How far a probability can be outside, if it can; what is undecided is outside by nothing.
    pub(super) fn excess(self, chance: &Probability) -> Option<f64> {
        if (self.least, self.most) == (Fraction::ZERO, Fraction::ONE) {
            return None;
        }
        let (Some(least), Some(most)) = (chance.least(), chance.most()) else { return Some(0.0) };
        let below = least.compare(self.least).is_lt();
        let above = most.compare(self.most).is_gt();
        let below = below.then(|| self.least.to_f64() - least.to_f64());
        let above = above.then(|| most.to_f64() - self.most.to_f64());
        [below, above].into_iter().flatten().reduce(f64::max)
    }

    /// Whether so many members among so many people are outside.
    fn excludes(self, members: u64, people: u64) -> bool {
        let share = Ratio::of(members, people);
        share.compare(self.least).is_lt() || share.compare(self.most).is_gt()
    }
}

impl std::fmt::Display for PresenceBounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "from {} to {} allowed", self.least, self.most)
    }
}

impl Measure for Presence {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        let (model, bounds) = (self.model(), PresenceBounds { least: self.least, most: self.most });
        match &self.knowledge {
            Knowledge::Table => assessment.table_presence(model, bounds),
            Knowledge::Prior { column } => match assessment.missing() {
                Some(undecided) => Ok(undecided),
                None => assessment.of_each_person(model, |covered, types, _| {
                    assessment.believed_presence(covered, types, column, bounds)
                }),
            },
            Knowledge::Distribution { people, confidence } => match assessment.starred() {
                Some(undecided) => Ok(undecided),
                None => assessment.distributed_presence(model, bounds, *people, *confidence),
            },
        }
    }

    fn weighs_overlaps(&self) -> bool {
        self.knowledge == Knowledge::Table
    }

    fn violated_by(&self, members: u64, people: u64, _: u64) -> Option<bool> {
        let bounds = PresenceBounds { least: self.least, most: self.most };
        (self.knowledge == Knowledge::Table).then(|| bounds.excludes(members, people))
    }
}

impl Measure for MixedMembership {
    /// n1 <= c n0 and n0 <= c n1, as shares of n.
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        assessment.table_presence(self.model(), mixed(self))
    }

    fn weighs_overlaps(&self) -> bool {
        true
    }

    fn violated_by(&self, members: u64, people: u64, _: u64) -> Option<bool> {
        Some(mixed(self).excludes(members, people))
    }
}

fn mixed(asked: &MixedMembership) -> PresenceBounds {
    let (more, fewer) = (asked.c.numerator(), asked.c.denominator());
    let all = more.saturating_add(fewer);
    PresenceBounds { least: Fraction::new(fewer, all), most: Fraction::new(more, all) }
}

impl Assessment<'_> {
    /// Why nothing is decided where rows of stars were published.
    fn starred(&self) -> Option<DemandVerdict> {
        let suppressed = self.outside.grouping.suppressed;
        (suppressed > 0).then(|| {
            let stars = rows(suppressed);
            undecidable(format!("{stars} of stars: as many more people are in the table"))
        })
    }

    /// Why some models are not decided where rows were suppressed.
    pub(super) fn missing(&self) -> Option<DemandVerdict> {
        let published = self.outside.grouping.members() + self.outside.grouping.suppressed;
        let missing = self.sample_rows.saturating_sub(published);
        (missing > 0).then(|| {
            let members = self.outside.members(missing);
            undecidable(format!(
                "{members} suppressed: this model is decided only where all rows are published"
            ))
        })
    }

    /// Judges by the population, if the table can have been drawn from it.
    fn of_population(
        &self,
        model: &'static str,
        verdict: impl FnOnce(&PresenceSummary) -> Result<DemandVerdict, JudgeError>,
    ) -> Result<DemandVerdict, JudgeError> {
        if let Some(undecided) = self.starred() {
            return Ok(undecided);
        }
        let population = self.population.ok_or(JudgeError::NoPopulation { model })?;
        match &population.presence {
            Some(Err(misfit)) => Ok(undecidable(self.misfit(&population.covered, misfit))),
            _ => verdict(population),
        }
    }

    /// Judges what is about one class per person.
    pub(super) fn of_each_person(
        &self,
        model: &'static str,
        verdict: impl FnOnce(
            &CoveredPeople,
            &PersonTypes,
            &Chances,
        ) -> Result<DemandVerdict, JudgeError>,
    ) -> Result<DemandVerdict, JudgeError> {
        self.of_population(model, |PresenceSummary { covered, presence, .. }| {
            match (presence, &covered.by_type.types, covered.by_type.overlapping) {
                (Some(Ok(Some(presence))), Some(types), false) => verdict(covered, types, presence),
                _ => Ok(undecidable(OVERLAPPING.into())),
            }
        })
    }

    fn table_presence(
        &self,
        model: &'static str,
        bounds: PresenceBounds,
    ) -> Result<DemandVerdict, JudgeError> {
        self.of_population(model, |population| Ok(self.present(population, bounds)))
    }

    fn present(&self, population: &PresenceSummary, bounds: PresenceBounds) -> DemandVerdict {
        let PresenceSummary { covered, presence, .. } = population;
        let (Some(Ok(Some(presence))), Some(types)) = (presence, &covered.by_type.types) else {
            return undecidable(TOO_MUCH_OVERLAP.into());
        };
        let matching = presence.matching.as_ref().unwrap_or(&presence.subset);
        let both = || presence.subset.iter().zip(matching);
        let excess = |(at, (a, b)): (usize, (&Probability, &Probability))| {
            let excess = [bounds.excess(a), bounds.excess(b)].into_iter().flatten();
            Some((at, excess.reduce(f64::max)?))
        };
        let worse = |a: &(usize, f64), b: &(usize, f64)| {
            let (first, second) = (types.all[a.0].line, types.all[b.0].line);
            a.1.total_cmp(&b.1).then(second.cmp(&first))
        };
        let worst = both().enumerate().filter_map(excess).max_by(worse);
        let failing = worst.map(|(at, _)| {
            let told = told(&presence.subset[at], presence.matching.as_ref().map(|m| &m[at]));
            format!("{}: {told}, {bounds}", self.people_of(covered, at))
        });
        DemandVerdict { measured: measured(presence), failing }
    }

    /// Why no table could have been published so.
    pub(crate) fn misfit(&self, covered: &CoveredPeople, misfit: &Misfit) -> String {
        let name = |&of_box: &u32| self.outside.name(covered.boxes.class[of_box as usize]);
        let first = misfit.boxes.first().map(name).unwrap_or_default();
        let (rows, people) = (self.outside.members(misfit.rows), count_of(misfit.people));
        match misfit.boxes.len() {
            1 => format!("{first} has {rows}, but covers {people} of {}", covered.file),
            more => format!(
                "{more} classes, {first} among them, have {rows}, but cover {people} of {}",
                covered.file
            ),
        }
    }

    /// The people of a type in words.
    fn people_of(&self, covered: &CoveredPeople, of_type: usize) -> String {
        let Some(types) = &covered.by_type.types else { return String::new() };
        let some = &types.all[of_type];
        let people = count_of(some.people);
        match &*some.boxes {
            [] => format!(
                "{people} of {} {} no published class, line {} first",
                covered.file,
                if some.people == 1 { "matches" } else { "match" },
                some.line
            ),
            [only] if !covered.by_type.overlapping => {
                let published = self.outside.members(covered.boxes.rows[*only as usize]);
                format!(
                    "{} has {published} for {people}",
                    self.outside.name(covered.boxes.class[*only as usize])
                )
            }
            covering => format!(
                "{} covers {people} of {}, line {} first",
                self.names(covered, covering),
                covered.file,
                some.line
            ),
        }
    }

    /// Some classes in words.
    pub(crate) fn names(&self, covered: &CoveredPeople, boxes: &[u32]) -> String {
        const MOST: usize = 3;
        let name = |&of_box: &u32| self.outside.name(covered.boxes.class[of_box as usize]);
        let mut names: Vec<String> = boxes.iter().take(MOST).map(name).collect();
        if boxes.len() > MOST {
            names.push(format!("{} more", boxes.len() - MOST));
        }
        names.join(" and ")
    }
}

/// A verdict where nothing can be measured.
pub(super) fn undecidable(problem: String) -> DemandVerdict {
    DemandVerdict { measured: PresenceRange::default().into(), failing: Some(problem) }
}

pub(super) fn measured(presence: &Chances) -> Figure {
    let measured = Figure::from(range(presence.chances()));
    match &presence.matching {
        None => measured,
        Some(matching) => measured
            .with("subset", range(presence.subset.iter()))
            .with("matching", range(matching.iter())),
    }
}

/// A presence in words, in one or both readings.
pub(super) fn told(subset: &Probability, matching: Option<&Probability>) -> String {
    let words = |chance: &Probability| match chance {
        Probability::Exactly(ratio) => format!("{ratio}"),
        Probability::Between(least, most) => {
            format!("from {} to {}", Ratio::rounded_down(least), Ratio::rounded_up(most))
        }
        Probability::Undecided => {
            "not decided: too many cases to count, or the level of a column is not known (`level`)"
                .into()
        }
    };
    match matching {
        None => format!("presence {}", words(subset)),
        Some(matching) => format!(
            "presence {} if all subsets are as likely, {} if all assignments are",
            words(subset),
            words(matching)
        ),
    }
}

pub(super) fn count_of(people: u64) -> String {
    if people == 1 { "1 person".into() } else { format!("{people} people") }
}
