//! What a checked table shows beside its original, and together with earlier releases.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{Risk, RiskKind};
use incrowd_io::Table;
use incrowd_judge::risk::{self, OriginalTable, PublishedFile, RowsOf};
use incrowd_judge::{
    Comparison, Composed, Composition, Faithfulness, Findings, Person, PresentRows, Question,
    SideBySide, compose, side_by_side,
};

use crate::Reading;
use crate::earlier::{EarlierRelease, Opened};
use crate::release::{demanded_k, names_people};
use crate::run::{Context, Result};
use crate::study::suspicion::Shapes;

/// A table and its original, if that is at hand.
pub struct Beside<'a> {
    pub question: &'a Question<'a>,
    pub original: Option<&'a Table>,
}

impl Beside<'_> {
    /// What the table shows together with earlier releases, if any were named.
    pub fn composed(
        &self,
        after: &[EarlierRelease],
        specs: &BTreeMap<String, Spec>,
        (reading, findings): (&Reading, &Findings),
        context: &Context,
    ) -> Result<Option<Composed>> {
        let Some(original) = self.original.filter(|_| !after.is_empty()) else { return Ok(None) };
        let mut opened = Vec::with_capacity(after.len());
        for earlier in after {
            opened.push(earlier.open(original, reading, specs, &context.execution)?);
        }
        let earlier: Vec<_> = opened.iter().map(Opened::judged).collect();
        Ok(Some(compose(&Composition {
            question: self.question,
            rows: PresentRows::Unknown,
            original,
            only: None,
            person: self.question.person.map(Person::column),
            register_knows: &findings.register_knows,
            earlier: &earlier,
        })?))
    }

    /// What else the table tells of people, the gravest first.
    pub fn risks(&self, findings: &Findings, composed: Option<&Composed>) -> Result<Vec<Risk>> {
        let Beside { question, original } = self;
        let looks_identifying = suspicions(question)?;
        let names_people = names_people(original.unwrap_or(question.table).columns());
        let identifying = self.dropped();
        let beside = self.side_by_side(&identifying)?;
        let rows = beside.as_ref().and_then(|beside| beside.rows.as_deref());
        let mut found = risk::risks(&PublishedFile {
            k: demanded_k(question.demands),
            looks_identifying: &looks_identifying,
            names_people: &names_people,
            original: original.map(|table| OriginalTable {
                table,
                rows: rows.map_or(RowsOf::InOrder, RowsOf::Given),
                identifying: &identifying,
                only: None,
            }),
            ..PublishedFile::of(question)
        })?;
        found.extend(self.original.into_iter().flat_map(|_| ordered(beside.as_ref())));
        found.extend(risk::several_classes(findings));
        found
            .extend(question.public.and_then(|table| risk::register_knows(findings, table.name())));
        found.extend(composed.into_iter().flat_map(|composed| risk::linked(composed, findings)));
        risk::sort(&mut found);
        Ok(found)
    }

    /// The columns of the original that the table lacks.
    fn dropped(&self) -> Vec<String> {
        let columns = self.original.into_iter().flat_map(Table::columns);
        let is_dropped = |name: &&String| !self.question.table.columns().contains(name);
        columns.filter(is_dropped).cloned().collect()
    }

    /// The table beside its original, where it has the columns for that.
    fn side_by_side(&self, identifying: &[String]) -> Result<Option<SideBySide>> {
        let Some(original) = self.original else { return Ok(None) };
        let question = self.question;
        let has = |name: &String| original.columns().contains(name);
        if question.secrets.is_some() || !question.qi.iter().all(has) {
            return Ok(None);
        }
        Ok(Some(side_by_side(&Comparison {
            original,
            published: question.table,
            qi: question.qi,
            identifying,
            person: question.person.map(Person::column),
            group: question.group,
            nulls: question.nulls,
            kinds: question.kinds,
            hierarchies: question.hierarchies,
            stars_at_end: question.skip_suppressed,
            only: None,
            threads: question.threads,
        })?))
    }
}

/// What the order of rows gives back, where they were laid beside the original.
fn ordered(beside: Option<&SideBySide>) -> Vec<Risk> {
    let faithful = |beside: &&SideBySide| matches!(beside.found, Faithfulness::Faithful { .. });
    let Some(beside) = beside.filter(faithful) else { return vec![unordered()] };
    let generalized = beside.neighbours.iter().filter(|column| column.published && column.tell());
    generalized.filter_map(risk::ordered).collect()
}

/// That the order of rows could not be measured.
fn unordered() -> Risk {
    let what = "ordered could not be measured: the rows do not stand in the order of the original";
    Risk::unmeasured(RiskKind::Ordered, what, "check that both files belong together")
}

/// The plain columns that look like identifiers, and why. Whether values are unique is for the judge
/// to count.
fn suspicions(question: &Question<'_>) -> Result<Vec<(String, String)>> {
    let columns = question.table.columns();
    let is_plain = |name: &String| {
        let has_role = question.qi.contains(name) || question.sensitive.contains(name);
        !has_role && question.group != Some(name.as_str())
    };
    let plain: Vec<usize> = (0..columns.len()).filter(|&place| is_plain(&columns[place])).collect();
    let mut seen = vec![Shapes::default(); plain.len()];
    for block in question.table.blocks().filter(|_| !plain.is_empty()) {
        let block = block?;
        for (seen, &place) in seen.iter_mut().zip(&plain) {
            for row in 0..block.rows() {
                seen.see(block.first_row() + row as u64, block.cell(row, place));
            }
        }
    }
    let names = plain.iter().map(|&place| columns[place].clone());
    Ok(names.zip(seen).filter_map(|(name, seen)| Some((name, seen.reason()?))).collect())
}
