//! The classes of the tables of a question: by what outsiders can see, and by the classes of the
//! secrets.
//!
//! In most tables both are the same. They differ if a column of groups divides rows with equal
//! quasi-identifiers, and for Anatomy, which publishes quasi-identifiers and secrets in two tables,
//! linked by a group that outsiders do not know.

use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Kind, Nulls};

use crate::anatomy;
use crate::equivalence_classes::EquivalenceClasses;
use crate::error::JudgeError;
use crate::learned::{LinkedRows, Links, RowsByClass};
use crate::person::Person;
use crate::question::{QuestionColumns, count, positions};
use crate::values_by_class::ValuesByClass;

/// The tables, and what their columns are.
#[derive(Clone, Copy)]
pub(crate) struct CountedTables<'a> {
    pub(crate) table: &'a Table,
    pub(crate) qi: &'a [&'a str],
    pub(crate) sensitive: &'a [&'a str],
    pub(crate) group: Option<&'a str>,
    /// The secrets by group, if they were published apart.
    pub(crate) secrets: Option<&'a Table>,
    /// Where it is found out whose a row is.
    pub(crate) person: Option<Person<'a>>,
    pub(crate) nulls: &'a Nulls,
    pub(crate) skip_suppressed: bool,
    pub(crate) threads: usize,
}

/// What was counted.
pub(crate) struct CountedPresence {
    /// Rows by quasi-identifiers and group.
    grouping: EquivalenceClasses,
    /// Rows by quasi-identifiers alone, where there is a group.
    outside: Option<EquivalenceClasses>,
    /// The secrets of each group, where they were published apart.
    groups: Option<EquivalenceClasses>,
    sharing: Option<RowsByClass>,
}

impl CountedPresence {
    pub(crate) fn of(sources: &CountedTables<'_>) -> Result<CountedPresence, JudgeError> {
        let CountedTables { table, qi, sensitive, group, secrets, .. } = *sources;
        let class: Vec<&str> = qi.iter().copied().chain(group).collect();
        let apart =
            secrets.map(|secrets| anatomy::SensitiveTable::of(secrets, sources)).transpose()?;
        let wanted = QuestionColumns {
            class: positions(table, &class)?,
            sensitive: positions(table, if apart.is_some() { &[] } else { sensitive })?,
            skip_suppressed: sources.skip_suppressed,
            person: sources.person.map(|some| some.reading(table, sources.nulls)).transpose()?,
        };
        let mut grouping = count(table, &wanted, sources.threads)?;
        // The rows of groups are compared before people are counted in their place.
        let of_group =
            apart.as_ref().map(|apart| apart.beside(&grouping, table.name())).transpose()?;
        grouping.count_people();
        if group.is_none() {
            return Ok(CountedPresence { grouping, outside: None, groups: None, sharing: None });
        }
        let (outside, of_class) = grouping.by_first(qi.len())?;
        let groups = match (apart, &of_group, sources.person) {
            (Some(mut apart), Some(of_group), Some(person)) => {
                apart.count_people(&grouping, of_group, person)?;
                Some(apart.grouping)
            }
            (apart, ..) => apart.map(|apart| apart.grouping),
        };
        let part = |(class, &outside): (usize, &u32)| LinkedRows {
            outside,
            secrets: of_group.as_ref().map_or(class as u32, |of_group| of_group[class]),
            rows: grouping.classes.sizes[class],
        };
        let parts = of_class.iter().enumerate().map(part).collect();
        let sharing = Some(RowsByClass::new(outside.classes.len(), parts));
        Ok(CountedPresence { grouping, outside: Some(outside), groups, sharing })
    }

    /// Rows as they look from outside.
    pub(crate) fn outside(&self) -> &EquivalenceClasses {
        self.outside.as_ref().unwrap_or(&self.grouping)
    }

    /// Rows by the classes whose size counts.
    pub(crate) fn classes(&self) -> &EquivalenceClasses {
        if self.groups.is_some() { self.outside() } else { &self.grouping }
    }

    /// Rows by the classes in which secrets are kept together.
    pub(crate) fn secrets(&self) -> &EquivalenceClasses {
        self.groups.as_ref().unwrap_or(&self.grouping)
    }

    /// Which classes of secrets the rows outside belong to.
    pub(crate) fn links(&self) -> Links<'_> {
        self.sharing.as_ref().map_or(Links::Same, Links::Shared)
    }

    /// How each sensitive column spreads over the classes of secrets.
    pub(crate) fn spreads<'n>(
        &self,
        sensitive: &[&'n str],
        kinds: &BTreeMap<String, Kind>,
        nulls: &Nulls,
    ) -> Result<Vec<(&'n str, ValuesByClass)>, JudgeError> {
        let spread = |(column, &name): (usize, &&'n str)| {
            let kind = kinds.get(name).copied();
            Ok((name, ValuesByClass::of(self.secrets(), column, name, kind, nulls)?))
        };
        sensitive.iter().enumerate().map(spread).collect()
    }
}
