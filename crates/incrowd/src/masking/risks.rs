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
        execution: &Execution,
    ) -> Result<Vec<Risk>> {
        let qi = self.named(&self.joint);
        let _step = execution.step("judging", None);
        let table = execution.reopen(sink, &self.study.masking.reading.of_output())?;
        let mut found = self.of_file(&table, &qi, judged, execution)?;
        let anonymity = self.study.masking.anonymity;
        let k = anonymity.map(|anonymity| anonymity.k);
        found
            .extend(anonymity.and_then(|anonymity| risk::joint_k(&judged.found, anonymity.k, &qi)));
        if let (Some(linked), Some(person)) = (&judged.linked, &self.study.masking.person) {
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
        execution: &Execution,
    ) -> Result<Vec<Risk>> {
        let study = self.study;
        let dropped = self.all_named(|column| matches!(column.action, ColumnAction::Drop));
        // Nobody outside knows whose pseudonym is whose, or how far whose dates moved, so none of them
        // finds a person.
        let pseudonyms = self.all_named(|column| match &column.action {
            ColumnAction::Cell(CellRule::Pseudonym(_) | CellRule::Person(..)) => true,
            ColumnAction::Cell(CellRule::Shift(_)) => !column.qi,
            _ => false,
        });
        let hierarchies = BTreeMap::new();
        let question = Question {
            qi,
            sensitive: &pseudonyms,
            nulls: &study.masking.reading.nulls,
            kinds: &study.masking.reading.kinds,
            hierarchies: &hierarchies,
            threads: execution.threads(),
            ..Question::about(table)
        };
        let file = PublishedFile {
            original: Some(OriginalTable {
                table: &study.table,
                rows: RowsOf::Same,
                identifying: &dropped,
                only: None,
            }),
            k: study.masking.anonymity.map(|anonymity| anonymity.k),
            person: judged.people.as_ref().map(|people| Person::Rows(&people.persons)),
            names_people: &names_people(study.table.columns()),
            names_nobody: &names_nobody(study.table.columns()),
            looks_identifying: &study.suspicions(),
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
        places.iter().map(|&place| self.study.columns[place].name.clone()).collect()
    }

    fn all_named(&self, which: impl Fn(&ColumnPlan) -> bool) -> Vec<String> {
        let columns = self.study.columns.iter().filter(|column| which(column));
        columns.map(|column| column.name.clone()).collect()
    }
}
