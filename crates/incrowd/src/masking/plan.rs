//! A masking as it is asked for.

use std::collections::BTreeMap;

use incrowd_columns::mask::cluster::Ties;
use incrowd_columns::mask::numbers::Grouping;
use incrowd_columns::mask::pseudonym::{Pseudonyms, WeakKey};
use incrowd_columns::mask::shift::DateShifts;
use incrowd_columns::safe_harbor::ReferenceDay;
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::Fraction;
use incrowd_io::Input;

use crate::reading::Reading;

use super::action::Action;

/// A masking that is asked for.
#[derive(Clone, Debug)]
pub struct MaskPlan {
    /// The table to be masked; to plan with the sizes of domains takes none.
    pub table: Option<Input>,
    /// How it is read.
    pub reading: Reading,
    /// Quasi-identifiers, which share out the cells.
    pub qi: Vec<String>,
    /// The column that says whose a row is, where people may have several: people are counted instead
    /// of rows.
    pub person: Option<String>,
    /// What becomes of columns, where it was said.
    pub actions: BTreeMap<String, Action>,
    /// Whether the law says it of the others.
    pub safe_harbor: bool,
    /// A table of the people per three digits of ZIP codes.
    pub zip3: Option<Input>,
    /// The day on which ages count.
    pub reference: Option<ReferenceDay>,
    /// The key of pseudonyms.
    pub pseudonyms: Option<Pseudonyms>,
    /// The key of date shifts.
    pub shifts: Option<DateShifts>,
    /// Hierarchies of columns.
    pub hierarchies: BTreeMap<String, Spec>,
    /// How numbers are grouped.
    pub grouping: Grouping,
    /// Whether equal numbers stay together.
    pub ties: Ties,
    /// What groups of numbers are published as.
    pub publish: PublishedGroup,
    /// How many people are to share what is published of anybody.
    pub anonymity: Option<ProbabilisticAnonymity>,
    /// How much columns count, where not 1.
    pub weights: BTreeMap<String, f64>,
    /// How many values columns can have, where not those of the table; in the order in which they
    /// were given.
    pub domains: Vec<(String, u64)>,
    /// Where the chance of a sketch comes from.
    pub seed: u64,
}

impl MaskPlan {
    /// A masking of a table, of which every column is kept so far.
    #[must_use]
    pub fn new(table: impl Into<Input>) -> MaskPlan {
        MaskPlan { table: Some(table.into()), ..MaskPlan::of_domains([]) }
    }

    /// A masking of no table, to be planned with the sizes of domains alone.
    #[must_use]
    pub fn of_domains(domains: impl IntoIterator<Item = (String, u64)>) -> MaskPlan {
        MaskPlan {
            table: None,
            reading: Reading::default(),
            qi: Vec::new(),
            person: None,
            actions: BTreeMap::new(),
            safe_harbor: false,
            zip3: None,
            reference: None,
            pseudonyms: None,
            shifts: None,
            hierarchies: BTreeMap::new(),
            grouping: Grouping::Quantile,
            ties: Ties::Together,
            publish: PublishedGroup::Range,
            anonymity: None,
            weights: BTreeMap::new(),
            domains: domains.into_iter().collect(),
            seed: 1,
        }
    }

    /// The same with these quasi-identifiers.
    #[must_use]
    pub fn qi<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> MaskPlan {
        self.qi.extend(columns.into_iter().map(Into::into));
        self
    }

    /// The same where a column says whose a row is, and people are counted. It is dropped, unless its
    /// action is [`Action::Pseudonym`].
    #[must_use]
    pub fn person(mut self, column: impl Into<String>) -> MaskPlan {
        self.person = Some(column.into());
        self
    }

    /// The same with a key for pseudonyms and date shifts.
    ///
    /// # Errors
    /// A key that can be guessed.
    pub fn key(mut self, key: &[u8]) -> std::result::Result<MaskPlan, WeakKey> {
        self.pseudonyms = Some(Pseudonyms::new(key)?);
        self.shifts = Some(DateShifts::new(key)?);
        Ok(self)
    }

    /// The same without these columns, which name people outright.
    #[must_use]
    pub fn without<C: Into<String>>(self, columns: impl IntoIterator<Item = C>) -> MaskPlan {
        columns.into_iter().fold(self, |masking, column| masking.column(column, Action::Drop))
    }

    /// The same with what becomes of a column.
    #[must_use]
    pub fn column(mut self, column: impl Into<String>, action: Action) -> MaskPlan {
        self.actions.insert(column.into(), action);
        self
    }

    /// The same with a hierarchy for a column.
    #[must_use]
    pub fn hierarchy(mut self, column: impl Into<String>, spec: Spec) -> MaskPlan {
        self.hierarchies.insert(column.into(), spec);
        self
    }

    /// The same with the number of people who are to share what is published of anybody.
    #[must_use]
    pub fn among(mut self, anonymity: ProbabilisticAnonymity) -> MaskPlan {
        self.anonymity = Some(anonymity);
        self
    }
}

/// What a group of numbers or dates is published as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PublishedGroup {
    /// Its least and its greatest value: `[17,25]`.
    #[default]
    Range,
    /// Its centre, which may be nobody's value.
    Centre,
}

impl PublishedGroup {
    /// Both.
    pub const ALL: [PublishedGroup; 2] = [PublishedGroup::Range, PublishedGroup::Centre];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PublishedGroup::Range => "range",
            PublishedGroup::Centre => "centre",
        }
    }
}

/// How many people of the universe are to share a cell, and how likely fewer may.
#[derive(Clone, Copy, Debug)]
pub struct ProbabilisticAnonymity {
    /// How many people share a cell.
    pub k: u64,
    /// How likely it may be fewer.
    pub beta: Fraction,
    /// How many people there are; the rows or people of the table, if nothing is said.
    pub universe: Option<u64>,
    /// How cells are counted.
    pub form: CellCounting,
}

/// How cells are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellCounting {
    /// As the corrected theorem says.
    Theorem,
    /// By the binomial itself.
    Exact,
    /// All cells at once.
    Simultaneous,
    /// Whatever the distribution.
    DistributionFree,
}

impl CellCounting {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CellCounting::Theorem => "theorem",
            CellCounting::Exact => "exact",
            CellCounting::Simultaneous => "simultaneous",
            CellCounting::DistributionFree => "distribution-free",
        }
    }
}
