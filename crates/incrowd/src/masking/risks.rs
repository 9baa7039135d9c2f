//! The risks of a masked table: what the judge finds in it beside the original, whatever was planned.

use std::collections::BTreeMap;

use incrowd_core::terms::Risk;
use incrowd_io::{Table, TableSink};
use incrowd_judge::Question;
use incrowd_judge::risk::{self, OriginalTable, PublishedFile, RowsOf};

use crate::error::Result;
use crate::execution::Execution;
use crate::release::names_people;

use super::cell::Cell;
use super::coarsening::Coarsening;
use super::columns::{Column, Course};
use super::judged::Judged;

impl Coarsening<'_> {
    /// The risks of what was written, the gravest first. Without quasi-identifiers nothing is said of
    /// columns together, and there are none.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn risks(
        &self,
        sink: &impl TableSink,
        judged: &Judged,
        work: &Execution,
    ) -> Result<Vec<Risk>> {
        let qi = self.named(&self.together);
        if qi.is_empty() {
            return Ok(Vec::new());
        }
        let _step = work.step("judging", None);
        let table = work.reopen(sink, &self.gathering.masking.reading.of_output())?;
        let mut found = self.of_file(&table, &qi, work)?;
        let crowd = self.gathering.masking.crowd;
        found.extend(crowd.and_then(|crowd| risk::joint_k(&judged.found, crowd.k, &qi)));
        risk::sort(&mut found);
        Ok(found)
    }

    fn of_file(&self, table: &Table, qi: &[String], work: &Execution) -> Result<Vec<Risk>> {
        let gathering = self.gathering;
        let dropped = self.all_named(|column| matches!(column.course, Course::Drop));
        // Nobody outside knows whose pseudonym is whose, so none of them finds a person.
        let pseudonyms =
            self.all_named(|column| matches!(column.course, Course::Cell(Cell::Pseudonym(_))));
        let hierarchies = BTreeMap::new();
        let question = Question {
            qi,
            sensitive: &pseudonyms,
            nulls: &gathering.masking.reading.nulls,
            kinds: &gathering.masking.reading.kinds,
            hierarchies: &hierarchies,
            threads: work.threads(),
            ..Question::about(table)
        };
        let mut found = risk::risks(&PublishedFile {
            original: Some(OriginalTable {
                table: &gathering.table,
                rows: RowsOf::Same,
                identifying: &dropped,
                only: None,
            }),
            k: gathering.masking.crowd.map(|crowd| crowd.k),
            names_people: &names_people(gathering.table.columns()),
            looks_identifying: &gathering.suspicions(),
            ..PublishedFile::of(&question)
        })?;
        let is_pseudonym = |column: &String| pseudonyms.contains(column);
        found.retain(|risk| risk.columns.is_empty() || !risk.columns.iter().any(is_pseudonym));
        Ok(found)
    }

    fn named(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.gathering.columns[place].name.clone()).collect()
    }

    fn all_named(&self, which: impl Fn(&Column) -> bool) -> Vec<String> {
        let columns = self.gathering.columns.iter().filter(|column| which(column));
        columns.map(|column| column.name.clone()).collect()
    }
}
