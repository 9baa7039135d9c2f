//! A release as it is asked for.

mod check;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use incrowd_core::hierarchy::Spec;
use incrowd_core::search::{Method, Recoding};
use incrowd_core::terms::{Demand, Fraction};
use incrowd_io::Input;

use crate::earlier::EarlierRelease;
use crate::reading::Reading;

pub(crate) use check::{check_after, check_known};

/// A release that is asked for.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The table to be released.
    pub table: Input,
    /// The population that it was drawn from, if demands are about that.
    pub population: Option<PopulationSource>,
    /// How tables are read.
    pub reading: Reading,
    /// The quasi-identifiers: columns by which people could be recognised.
    pub qi: Vec<String>,
    /// The sensitive columns: what nobody should learn of a person.
    pub sensitive: Vec<String>,
    /// Columns that name people outright, and are dropped.
    pub id: Vec<String>,
    /// The column that says whose a row is, where people can have several. It is dropped.
    pub person: Option<String>,
    /// What is demanded of every class.
    pub demands: Vec<Demand>,
    /// The hierarchies of columns, where they are not to be made up.
    pub hierarchies: BTreeMap<String, Spec>,
    /// The levels that columns may have, where not all.
    pub levels: BTreeMap<String, RangeInclusive<u8>>,
    /// How much columns count, where not 1.
    pub weights: BTreeMap<String, f64>,
    /// How many rows may be left out.
    pub suppression: Suppression,
    /// How the release is found.
    pub method: Method,
    /// Where chance comes from; from the operating system if nothing is said.
    pub seed: Option<u64>,
    /// How long the search may take.
    pub time_limit: Option<Duration>,
    /// The order of published rows.
    pub order: Order,
    /// Whether suppressed rows are published as rows of stars.
    pub keep_suppressed: bool,
    /// Earlier releases of the same people: demands must hold for whoever has these, too.
    pub after: Vec<EarlierRelease>,
}

/// Where the population comes from.
#[derive(Clone, Debug)]
pub enum PopulationSource {
    /// A table of it.
    Register(Input),
    /// The table itself: its rows with this value are those to be published.
    Itself {
        /// The column that says who is in the study.
        column: String,
        /// What it says of those who are.
        value: String,
    },
    /// A table of how it is distributed.
    Distribution(Input),
}

/// How many rows may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suppression {
    /// A share of the input rows, rounded down.
    Share(Fraction),
    /// A number of rows.
    Rows(u64),
}

impl Suppression {
    /// The limit for a table of this many rows.
    #[must_use]
    pub fn limit(self, rows: u64) -> u64 {
        match self {
            Suppression::Share(share) => share.floor_of(rows),
            Suppression::Rows(limit) => limit.min(rows),
        }
    }

    /// Whether nothing may be left out.
    #[must_use]
    pub fn is_none(self) -> bool {
        matches!(self, Suppression::Rows(0) | Suppression::Share(Fraction::ZERO))
    }
}

/// The order of published rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// That of the table.
    #[default]
    Input,
    /// A random one, so that places in the file say nothing.
    Shuffled,
}

impl Order {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Order::Input => "input",
            Order::Shuffled => "shuffled",
        }
    }
}

impl Plan {
    /// A plan that demands nothing yet, for a table in a file or at hand.
    ///
    /// ```
    /// use incrowd::Plan;
    /// use incrowd::io::MemoryTable;
    /// let file = Plan::new("patients.csv");
    /// let memory = Plan::new(MemoryTable::new("patients", [("age", [31, 34].into())])?);
    /// # Ok::<(), incrowd::io::IoError>(())
    /// ```
    #[must_use]
    pub fn new(table: impl Into<Input>) -> Plan {
        Plan {
            table: table.into(),
            population: None,
            reading: Reading::default(),
            qi: Vec::new(),
            sensitive: Vec::new(),
            id: Vec::new(),
            person: None,
            demands: Vec::new(),
            hierarchies: BTreeMap::new(),
            levels: BTreeMap::new(),
            weights: BTreeMap::new(),
            suppression: Suppression::Rows(0),
            method: Method::default(),
            seed: None,
            time_limit: None,
            order: Order::default(),
            keep_suppressed: false,
            after: Vec::new(),
        }
    }

    /// The same with these quasi-identifiers.
    #[must_use]
    pub fn qi<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {
        self.qi.extend(columns.into_iter().map(Into::into));
        self
    }

    /// The same with these sensitive columns.
    #[must_use]
    pub fn sensitive<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {
        self.sensitive.extend(columns.into_iter().map(Into::into));
        self
    }

    /// The same without these columns, which name people outright.
    #[must_use]
    pub fn without<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {
        self.id.extend(columns.into_iter().map(Into::into));
        self
    }

    /// The same with people counted instead of rows: those with the same value in a column are one
    /// person's.
    #[must_use]
    pub fn person(mut self, column: impl Into<String>) -> Plan {
        self.person = Some(column.into());
        self
    }

    /// The same with a demand more.
    #[must_use]
    pub fn demanding(mut self, demand: impl Into<Demand>) -> Plan {
        self.demands.push(demand.into());
        self
    }

    /// The same with a table drawn from a population.
    #[must_use]
    pub fn drawn_from(mut self, population: PopulationSource) -> Plan {
        self.population = Some(population);
        self
    }

    /// The same with a hierarchy for a column.
    #[must_use]
    pub fn hierarchy(mut self, column: impl Into<String>, spec: Spec) -> Plan {
        self.hierarchies.insert(column.into(), spec);
        self
    }

    /// The same with some rows that may be left out.
    #[must_use]
    pub fn suppressing(mut self, suppression: Suppression) -> Plan {
        self.suppression = suppression;
        self
    }

    /// The same after an earlier release of the same people: demands must hold for whoever has both.
    #[must_use]
    pub fn after(mut self, release: EarlierRelease) -> Plan {
        self.after.push(release);
        self
    }

    /// Whether chance hides something in what is published.
    #[must_use]
    pub fn hides_by_chance(&self) -> bool {
        let by_recoding =
            matches!(self.method.recoding(), Recoding::Anatomy | Recoding::Randomised);
        // Rows that are alike may become different ones: which does is drawn.
        let divides = self.method.algorithm.name() == "mondrian-relaxed";
        by_recoding || divides || self.method.deal || self.order == Order::Shuffled
    }

    /// What a chosen seed means to whoever relies on chance.
    pub(crate) fn seed_remark(&self) -> Option<String> {
        let told = self.seed.is_some() && self.hides_by_chance();
        told.then(|| {
            "chance was drawn from `seed`: whoever knows or guesses the seed can undo what chance hides, by trying \
             every table that fits; leave `seed` out of a release that is published"
                .to_owned()
        })
    }

    /// The same by another method.
    #[must_use]
    pub fn by(mut self, method: impl Into<Method>) -> Plan {
        self.method = method.into();
        self
    }
}
