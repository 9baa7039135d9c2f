//! The risks of a masked table: what the judge finds in it beside the original, whatever was planned.

use std::collections::BTreeMap;

use incrowd_core::terms::Risk;
use incrowd_io::{Table, TableSink};
use incrowd_judge::risk::{self, OriginalTable, PublishedFile, RowsOf};
use incrowd_judge::{Person, Question};

use crate::error::Result;
use crate::execution::Execution;
use crate::release::{names_nobody, names_people};

use super::cell::CellRule;
use super::columns::{ColumnAction, ColumnPlan};
use super::release::MaskRelease;
use super::verdict::MaskVerdict;

impl MaskRelease<'_> {
    /// The risks of what was written, the gravest first. Without quasi-identifiers nothing is said of
    /// columns together: what is left are people who repeat, and rows and dates that can be linked.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn risks(
        &self,
        sink: &impl TableSink,
        judged: &MaskVerdict,
        work: &Execution,
    ) -> Result<Vec<Risk>> {
        let qi = self.named(&self.together);
        let _step = work.step("judging", None);
        let table = work.reopen(sink, &self.gathering.masking.reading.of_output())?;
        let mut found = self.of_file(&table, &qi, judged, work)?;
        let crowd = self.gathering.masking.crowd;
        let k = crowd.map(|crowd| crowd.k);
        found.extend(crowd.and_then(|crowd| risk::joint_k(&judged.found, crowd.k, &qi)));
        if let (Some(linked), Some(person)) = (&judged.linked, &self.gathering.masking.person) {
            let known: Vec<String> = self.known().into_iter().map(str::to_owned).collect();
            found.extend(risk::linked_rows(linked, k, person, &known));
            // Days between dates of rows that nothing links are known to nobody.
            found.extend(judged.shift().and_then(|shift| risk::intervals(shift, k)));
        }
        found.extend(judged.shift().and_then(risk::known_shift));
        risk::sort(&mut found);
        Ok(found)
    }

    fn of_file(
        &self,
        table: &Table,
        qi: &[String],
        judged: &MaskVerdict,
        work: &Execution,
    ) -> Result<Vec<Risk>> {
        let gathering = self.gathering;
        let dropped = self.all_named(|column| matches!(column.course, ColumnAction::Drop));
        // Nobody outside knows whose pseudonym is whose, or how far whose dates moved, so none of them
        // finds a person.
        let pseudonyms = self.all_named(|column| match &column.course {
            ColumnAction::Cell(CellRule::Pseudonym(_) | CellRule::Person(..)) => true,
            ColumnAction::Cell(CellRule::Shift(_)) => !column.qi,
            _ => false,
        });
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
        let file = PublishedFile {
            original: Some(OriginalTable {
                table: &gathering.table,
                rows: RowsOf::Same,
                identifying: &dropped,
                only: None,
            }),
            k: gathering.masking.crowd.map(|crowd| crowd.k),
            person: judged.people.as_ref().map(|people| Person::Rows(&people.persons)),
            names_people: &names_people(gathering.table.columns()),
            names_nobody: &names_nobody(gathering.table.columns()),
            looks_identifying: &gathering.suspicions(),
            ..PublishedFile::of(&question)
        };
        if qi.is_empty() {
            return Ok(risk::repeated_person(&file)?.into_iter().collect());
        }
        let mut found = risk::risks(&file)?;
        let is_pseudonym = |column: &String| pseudonyms.contains(column);
        found.retain(|risk| risk.columns.is_empty() || !risk.columns.iter().any(is_pseudonym));
        Ok(found)
    }

    fn named(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.gathering.columns[place].name.clone()).collect()
    }

    fn all_named(&self, which: impl Fn(&ColumnPlan) -> bool) -> Vec<String> {
        let columns = self.gathering.columns.iter().filter(|column| which(column));
        columns.map(|column| column.name.clone()).collect()
    }
}
