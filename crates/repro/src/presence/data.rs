//! What is searched: the people, their hierarchies, and who of them is in either study.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use incrowd_core::frequency_set::FrequencySet;
use incrowd_core::hierarchy::{Hierarchy, Spec};
use incrowd_core::table::Counter;

use super::draw::{draw, prevalence};
use crate::experiment::ExperimentData;
use crate::{adult, adult_sample};

/// The quasi-identifiers, in the order in which strategy `p` prefers them.
pub(super) const COLUMNS: [&str; 9] = [
    "age",
    "workclass",
    "education",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "native-country",
];

/// People in each study.
const STUDY: usize = 1957;

/// Which people are in the table that is to be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StudySize {
    /// Anybody.
    Random,
    /// Those who are prone to diabetes rather than others.
    Diabetes,
}

impl StudySize {
    pub const BOTH: [StudySize; 2] = [StudySize::Random, StudySize::Diabetes];

    pub fn name(self) -> &'static str {
        match self {
            StudySize::Random => "random",
            StudySize::Diabetes => "diabetes",
        }
    }

    pub fn from_name(name: &str) -> Option<StudySize> {
        StudySize::BOTH.into_iter().find(|study| study.name() == name)
    }
}

/// The people and both studies, counted.
pub(super) struct PresenceData {
    pub hierarchies: Vec<Hierarchy>,
    random: FrequencySet,
    diabetes: FrequencySet,
}

/// Where an experiment gets its people from.
pub(super) type LoadPeople = fn(&ExperimentData<'_>) -> Result<Arc<PresenceData>, String>;

impl PresenceData {
    /// Counts people, given who is in either study and a hierarchy per column.
    pub fn new(
        people: &[Vec<String>],
        studies: [&[bool]; 2],
        specs: &[(&str, Spec)],
    ) -> Result<PresenceData, String> {
        let everybody = count(people.iter(), specs.len());
        let hierarchies = adult_sample::hierarchies(&everybody, specs)?;
        let [random, diabetes] = studies.map(|drawn| {
            let members = people.iter().zip(drawn).filter(|(_, drawn)| **drawn);
            let members = count(members.map(|(person, _)| person), specs.len());
            FrequencySet::new(&members, Some(&everybody), &hierarchies, &[], &[])
        });
        Ok(PresenceData { hierarchies, random, diabetes })
    }

    pub fn tally(&self, study: StudySize) -> &FrequencySet {
        match study {
            StudySize::Random => &self.random,
            StudySize::Diabetes => &self.diabetes,
        }
    }
}

fn count<'a>(rows: impl Iterator<Item = &'a Vec<String>>, columns: usize) -> Counter {
    let mut counter = Counter::new(columns, 0);
    for row in rows {
        counter.add(row.iter().map(String::as_str), std::iter::empty());
    }
    counter
}

/// The complete rows of the census table, counted once per folder.
pub(super) fn census(world: &ExperimentData<'_>) -> Result<Arc<PresenceData>, String> {
    static COUNTED: Mutex<BTreeMap<PathBuf, Arc<PresenceData>>> = Mutex::new(BTreeMap::new());
    let folder = world.census()?;
    let mut counted = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(ground) = counted.get(folder) {
        return Ok(Arc::clone(ground));
    }
    let ground = Arc::new(read(folder)?);
    counted.insert(folder.to_owned(), Arc::clone(&ground));
    Ok(ground)
}

fn read(folder: &Path) -> Result<PresenceData, String> {
    let places = adult::places(&COLUMNS);
    let mut people: Vec<Vec<String>> = Vec::new();
    for file in adult::FILES {
        let rows = adult::rows(folder, file)?;
        let complete = rows.into_iter().filter(|row| !row.iter().any(|cell| cell == "?"));
        people.extend(complete.map(|row| places.iter().map(|&at| row[at].clone()).collect()));
    }
    let weight = |person: &Vec<String>| {
        let age = person[0].parse().map_err(|_| format!("{} is no age", person[0]))?;
        Ok(prevalence(age, &person[6], &person[7]))
    };
    let weights: Vec<f64> = people.iter().map(weight).collect::<Result<_, String>>()?;
    let random = draw(&vec![1.0; people.len()], STUDY, 1);
    let diabetes = draw(&weights, STUDY, 2);
    let spec = |name: &'static str| {
        let spec = adult::hierarchies::of(name).map_err(|error| error.to_string())?;
        Ok((name, spec))
    };
    let specs: Vec<_> = COLUMNS.into_iter().map(spec).collect::<Result<_, String>>()?;
    PresenceData::new(&people, [&random, &diabetes], &specs)
}
