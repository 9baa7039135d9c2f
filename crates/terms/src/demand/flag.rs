//! The options of the demands.
//!
//! A flag is the only definition of how a demand is written. Help, `release.toml`, the options in a
//! certificate and `explore` follow from it.

use super::{Demand, DemandError, DemandInput};
use crate::{option, option_with};

/// A flag that makes a demand, or refines one.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What stands for its value in the help.
    pub value: &'static str,
    /// What the help says of it, without the last full stop.
    pub help: &'static str,
    /// What it takes.
    pub takes: FlagValue,
    /// Whether its value may start with a dash.
    pub dash: LeadingDash,
    /// The function that makes its demands; a flag without one refines the demands of others.
    pub(super) demand: Option<(DemandSubject, DemandReader)>,
    /// What of it can be explored.
    pub varied: &'static [ExploredPart],
}

/// Turns all words that were typed into the demands of one flag.
pub(super) type DemandReader = fn(&DemandInput<'_>) -> Result<Vec<Demand>, DemandError>;

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// One word.
    Word,
    /// A word each time it is given.
    Words,
    /// The place of a table.
    Table,
}

/// Whether a value may start with a dash, so that an invalid one gets a specific error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadingDash {
    /// What starts with a dash is another flag.
    Never,
    /// A negative number is a value.
    Number,
    /// Whatever follows is the value.
    Always,
}

/// What a demand is about, in the order in which demands are read and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DemandSubject {
    /// The rows of classes.
    Rows,
    /// The people of the population.
    People,
    /// The secrets of classes.
    Secrets,
}

/// A part of a flag's word that `explore` can vary.
#[derive(Clone, Copy, Debug)]
pub struct ExploredPart {
    /// The name by which it is explored.
    pub name: &'static str,
    /// The word with this part, from the word as it was typed.
    pub word: fn(Option<&str>, &str) -> Result<String, DemandError>,
}

impl ExploredPart {
    /// The whole word.
    pub(super) const fn whole(name: &'static str) -> Self {
        ExploredPart { name, word: |_, part| Ok(part.to_owned()) }
    }
}

impl Flag {
    pub(super) const fn new(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Flag {
            name,
            value,
            help,
            takes: FlagValue::Word,
            dash: LeadingDash::Never,
            demand: None,
            varied: &[],
        }
    }

    pub(super) const fn takes(self, takes: FlagValue) -> Self {
        Flag { takes, ..self }
    }

    pub(super) const fn dash(self, dash: LeadingDash) -> Self {
        Flag { dash, ..self }
    }

    pub(super) const fn asks(self, concern: DemandSubject, read: DemandReader) -> Self {
        Flag { demand: Some((concern, read)), ..self }
    }

    pub(super) const fn varied(self, varied: &'static [ExploredPart]) -> Self {
        Flag { varied, ..self }
    }

    /// What its demands are about; a flag that asks for none is about nothing.
    #[must_use]
    pub fn concern(&self) -> Option<DemandSubject> {
        self.demand.map(|(concern, _)| concern)
    }

    /// Its name as sentences write it.
    #[must_use]
    pub fn quoted(&self) -> String {
        option(self.name)
    }

    /// What is wrong with a word of this flag.
    pub(super) fn refusal(&self, word: &str, why: &str) -> DemandError {
        DemandError::new(format!("{}: {why}", option_with(self.name, word))).with_value(word)
    }
}
