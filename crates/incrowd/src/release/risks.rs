//! The risks of a release: what the judge finds in the published file beside the original, whatever
//! was demanded.

use incrowd_columns::identifier::by_name;
use incrowd_core::terms::{Demand, KAnonymity, Risk};
use incrowd_io::Table;
use incrowd_judge::risk::{self, OriginalTable, PublishedFile, RowsOf};
use incrowd_judge::{Composed, Findings, Neighbours, Question};

use crate::error::Result;
use crate::study::{Study, is_number_of_person};

/// What else was measured of a published file.
pub(super) struct MeasuredRisks<'a> {
    pub findings: &'a Findings,
    /// The columns that the order of rows gives back.
    pub ordered: &'a [Neighbours],
    /// Which row of the table each published row is; if that is not known, they stand in its order.
    pub origins: Option<&'a [u32]>,
    /// What earlier releases show together with it.
    pub after: Option<&'a Composed>,
}

/// The risks of a table in a database: what moved is measured beside what it was made of.
pub(crate) struct GroupedRelease<'a> {
    pub question: &'a Question<'a>,
    pub findings: &'a Findings,
    /// The published rows, by their columns that moved.
    pub published: &'a Table,
    /// The same rows of the original, in the same order.
    pub original: &'a Table,
    /// The risks of the columns that did not move.
    pub others: Vec<Risk>,
}

impl Study {
    /// The risks of the table that a question is about, the gravest first.
    pub(super) fn risks(
        &self,
        question: &Question<'_>,
        measured: &MeasuredRisks<'_>,
    ) -> Result<Vec<Risk>> {
        let MeasuredRisks { findings, ordered, origins, after } = measured;
        let identifying = self.identifying();
        let names_people = names_people(self.table.columns());
        let names_nobody = names_nobody(self.table.columns());
        let rows = origins.map_or(RowsOf::InOrder, RowsOf::Given);
        let original = OriginalTable {
            table: &self.table,
            rows,
            identifying: &identifying,
            only: self.only(),
        };
        let file = PublishedFile {
            original: Some(original),
            k: demanded_k(&self.plan.demands),
            names_people: &names_people,
            names_nobody: &names_nobody,
            looks_identifying: &self.suspicions,
            ..PublishedFile::of(question)
        };
        let mut found = risk::risks(&file)?;
        let generalized = ordered.iter().filter(|column| column.published);
        found.extend(generalized.filter_map(risk::ordered));
        let is_person = |column: &&Neighbours| Some(&column.column) == self.plan.person.as_ref();
        found.extend(ordered.iter().find(is_person).and_then(risk::linked_by_order));
        found.extend(risk::several_classes(findings));
        found
            .extend(question.public.and_then(|table| risk::register_knows(findings, table.name())));
        found.extend(after.iter().flat_map(|composed| risk::linked(composed, findings)));
        risk::sort(&mut found);
        Ok(found)
    }
}

impl Study {
    /// The risks of a table that was published in a database, the gravest first.
    pub(super) fn grouped_risks(&self, release: &GroupedRelease<'_>) -> Result<Vec<Risk>> {
        let GroupedRelease { question, findings, published, original, others } = release;
        let names_nobody = names_nobody(self.table.columns());
        let original =
            OriginalTable { table: original, rows: RowsOf::Same, identifying: &[], only: None };
        let question = Question { table: published, ..**question };
        let file = PublishedFile {
            original: Some(original),
            k: demanded_k(&self.plan.demands),
            names_nobody: &names_nobody,
            looks_identifying: &self.suspicions,
            ..PublishedFile::of(&question)
        };
        let mut found = risk::risks(&file)?;
        found.extend(others.iter().cloned());
        found.extend(risk::several_classes(findings));
        found
            .extend(question.public.and_then(|table| risk::register_knows(findings, table.name())));
        risk::sort(&mut found);
        Ok(found)
    }
}

/// The columns that name people, by what they are called.
pub(crate) fn names_people(columns: &[String]) -> Vec<String> {
    let names = |column: &&String| by_name(column).is_some_and(is_number_of_person);
    columns.iter().filter(names).cloned().collect()
}

/// The columns that name nobody, by what they are called: places, dates and ages are shared by people.
pub(crate) fn names_nobody(columns: &[String]) -> Vec<String> {
    let shared = |column: &&String| by_name(column).is_some_and(|content| !content.is_direct());
    columns.iter().filter(shared).cloned().collect()
}

/// How many people must be alike, if that is demanded.
pub(crate) fn demanded_k(demands: &[Demand]) -> Option<u64> {
    let k = |demand: &Demand| match demand {
        Demand::KAnonymity(KAnonymity { k }) => Some(*k),
        _ => None,
    };
    demands.iter().filter_map(k).max()
}
