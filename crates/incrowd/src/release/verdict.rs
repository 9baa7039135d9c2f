//! What the judge says of a release that was written.

use std::collections::BTreeMap;

use incrowd_core::terms::{OverallVerdict, Risk};
use incrowd_io::{Table, TableSink};
use incrowd_judge::{
    Alignment, Chains, Comparison, Composed, Faithfulness, Findings, Lineage, Neighbours, Person,
    Persons, Question, SameValues, SideBySide, judge, persons, side_by_side,
};

use crate::earlier::fail_together;
use crate::error::Result;
use crate::execution::Execution;
use crate::plan::Order;
use crate::study::Study;

use super::risks::{GroupedRelease, MeasuredRisks};
use super::{GROUP, Release, WrittenRelease};

/// What the judge says, who read the published bytes and the original, and nothing else.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What was measured, and whether every demand holds.
    pub findings: Findings,
    /// Why the judge does not recognise the table in what was written; nothing, if all is well.
    pub doubts: Vec<String>,
    /// The columns that the order of rows gives back, though they are generalized or dropped.
    pub ordered: Vec<Neighbours>,
    /// What else the published file tells of people, the gravest first.
    pub risks: Vec<Risk>,
    /// The person behind each published row, where people are counted.
    pub persons: Option<Persons>,
    /// What the release shows together with earlier ones, if there are any. A demand that fails there
    /// fails in the findings, too.
    pub after: Option<Composed>,
    /// What was written.
    pub written: WrittenRelease,
}

impl Verdict {
    /// Whether every demand holds, and the judge recognises the table in what was written.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.findings.all_hold() && self.doubts.is_empty()
    }

    /// What demands and risks come to; nothing if nothing was demanded.
    #[must_use]
    pub fn overall(&self) -> Option<OverallVerdict> {
        let demanded = !self.findings.guarantees.is_empty();
        demanded.then(|| OverallVerdict::of(self.holds(), &self.risks))
    }

    /// Whether the release may be published; `strict` refuses risks too.
    #[must_use]
    pub fn may_be_published(&self, strict: bool) -> bool {
        let has_risks = OverallVerdict::of(true, &self.risks) == OverallVerdict::HoldsWithRisks;
        self.holds() && !(strict && has_risks)
    }
}

/// A release in a database, grouped by the columns that moved.
pub(crate) struct GroupedTables<'a> {
    /// The published table.
    pub judged: &'a Table,
    /// The same rows in the order of `original`.
    pub published: &'a Table,
    /// The rows of the original that were published.
    pub original: &'a Table,
    /// The risks of the columns that did not move.
    pub others: Vec<Risk>,
}

impl Release<'_> {
    /// Reads the written table again, from a file or from memory: do all demands hold, and is every
    /// row a true one?
    ///
    /// # Errors
    /// Tables that cannot be read.
    pub fn judge(
        &self,
        sink: &impl TableSink,
        written: WrittenRelease,
        execution: &Execution,
    ) -> Result<Verdict> {
        let _step = execution.step("judging", None);
        let table = execution.reopen(sink, &self.study.plan.reading.of_output())?;
        self.judge_table(table, written, execution)
    }

    fn judge_table(
        &self,
        table: Table,
        written: WrittenRelease,
        execution: &Execution,
    ) -> Result<Verdict> {
        let Release { study, .. } = self;
        let plan = &study.plan;
        let hierarchies = study.chains()?;
        let levels = self.found.levels(&plan.qi);
        let identifying = study.identifying();
        let comparison = self.comparison(&table, &identifying, &hierarchies, execution);
        let mut doubts = Vec::new();
        // Shuffled rows cannot be laid beside their originals; their classes can still be judged.
        let (mut ordered, mut aligned) = (Vec::new(), None);
        if plan.order == Order::Input {
            let SideBySide { found, neighbours, rows, .. } = side_by_side(&comparison)?;
            doubts.extend(discrepancy(found, &written));
            ordered.extend(neighbours.into_iter().filter(Neighbours::tell));
            aligned = rows;
        }
        let origins = self.origins.as_deref();
        let alignment = Alignment::of(origins, aligned.as_deref());
        let persons = study.persons(comparison, None, alignment, &mut doubts)?;
        let question = Question {
            group: plan.method.deal.then_some(GROUP),
            levels: &levels,
            skip_suppressed: plan.keep_suppressed,
            ..study.question(&table, persons.as_ref(), &hierarchies, execution)
        };
        let mut findings = judge(&question)?;
        if !self.has_right_columns(&table) {
            doubts.push(
                "its columns are not those of the table without the identifying ones".to_owned(),
            );
        }
        doubts.extend(self.miscounted(&written, &findings));
        let known = &findings.register_knows;
        let after =
            study.composed(&question, known, (&comparison, alignment), &mut doubts, execution)?;
        let measured = MeasuredRisks {
            findings: &findings,
            ordered: &ordered,
            origins: origins.or(aligned.as_deref()),
            after: after.as_ref(),
        };
        let risks = study.risks(&question, &measured)?;
        if let Some(composed) = &after {
            fail_together(&mut findings.guarantees, composed);
        }
        Ok(Verdict { findings, doubts, ordered, risks, persons, after, written })
    }

    /// What the judge says of a release in a database that was grouped, and proven there.
    ///
    /// # Errors
    /// If the question makes no sense for the table.
    pub(crate) fn judge_grouped(
        &self,
        tables: GroupedTables<'_>,
        written: WrittenRelease,
        mut doubts: Vec<String>,
        execution: &Execution,
    ) -> Result<Verdict> {
        let _step = execution.step("judging", None);
        let GroupedTables { judged, published, original, others } = tables;
        let study = self.study;
        let hierarchies = study.chains()?;
        let levels = self.found.levels(&study.plan.qi);
        let question =
            Question { levels: &levels, ..study.question(judged, None, &hierarchies, execution) };
        let findings = judge(&question)?;
        doubts.extend(self.miscounted(&written, &findings));
        let release = GroupedRelease {
            question: &question,
            findings: &findings,
            published,
            original,
            others,
        };
        let risks = study.grouped_risks(&release)?;
        Ok(Verdict {
            findings,
            doubts,
            ordered: Vec::new(),
            risks,
            persons: None,
            after: None,
            written,
        })
    }

    /// What does not fit of the numbers of rows.
    fn miscounted(&self, written: &WrittenRelease, findings: &Findings) -> Vec<String> {
        let limit = self.search.scope().limit;
        let (suppressed, rows, read) = (written.suppressed, written.rows, findings.rows);
        let mut doubts = Vec::new();
        if suppressed > limit {
            doubts.push(format!("{suppressed} rows are suppressed, and only {limit} may be"));
        }
        if read != rows {
            doubts.push(format!("{rows} rows were written, but {read} can be read back"));
        }
        doubts
    }

    /// Whether the written columns are those of the table without the identifying ones.
    fn has_right_columns(&self, written: &Table) -> bool {
        let identifying = self.study.identifying();
        let columns = self.study.table.columns().iter();
        let kept = columns.filter(|name| !identifying.contains(name)).map(String::as_str);
        let kept = kept.chain(self.study.plan.method.deal.then_some(GROUP));
        written.columns().iter().map(String::as_str).eq(kept)
    }

    /// The written table beside its original.
    fn comparison<'c>(
        &'c self,
        table: &'c Table,
        identifying: &'c [String],
        hierarchies: &'c BTreeMap<String, Chains>,
        execution: &Execution,
    ) -> Comparison<'c> {
        let Release { study, .. } = self;
        let plan = &study.plan;
        Comparison {
            original: &study.table,
            published: table,
            qi: &plan.qi,
            identifying,
            group: plan.method.deal.then_some(GROUP),
            only: study.only(),
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies,
            stars_at_end: plan.keep_suppressed,
            person: plan.person.as_deref(),
            threads: execution.threads(),
        }
    }
}

/// What is wrong with the written rows beside their originals.
fn discrepancy(found: Faithfulness, written: &WrittenRelease) -> Option<String> {
    match found {
        Faithfulness::Unfaithful(discrepancy) => Some(discrepancy.to_string()),
        Faithfulness::Faithful { kept, suppressed } => {
            let planned = (kept, suppressed) == (written.rows, written.suppressed);
            let problem =
                || format!("{kept} rows are kept and {suppressed} suppressed, not as planned");
            (!planned).then(problem)
        }
    }
}

impl Study {
    /// What a judge is asked about a table that was published for this one.
    pub(super) fn question<'q>(
        &'q self,
        table: &'q Table,
        persons: Option<&'q Persons>,
        hierarchies: &'q BTreeMap<String, Chains>,
        execution: &Execution,
    ) -> Question<'q> {
        let (public, distribution) = self.public();
        Question {
            qi: &self.plan.qi,
            sensitive: &self.plan.sensitive,
            demands: &self.plan.demands,
            known: self.plan.method.known,
            nulls: &self.plan.reading.nulls,
            kinds: &self.kinds,
            hierarchies,
            public,
            // Where members are marked in the table, the register is the table without its secrets.
            unknown: if self.member.is_some() { &self.plan.sensitive } else { &[] },
            same_values: SameValues::Find { original: Some(&self.table) },
            distribution,
            person: persons.map(Person::Rows),
            sample_rows: Some(match persons {
                Some(persons) => persons.lost().input,
                None => self.encoded.frequency_set.rows(),
            }),
            threads: execution.threads(),
            ..Question::about(table)
        }
    }

    /// The person behind each published row, where people are counted. What is wrong with the rows
    /// that the writer says they are is a doubt.
    pub(super) fn persons(
        &self,
        comparison: Comparison<'_>,
        secret: Option<&str>,
        alignment: Alignment<'_>,
        doubts: &mut Vec<String>,
    ) -> Result<Option<Persons>> {
        let Some(person) = &self.plan.person else { return Ok(None) };
        match persons(&Lineage { comparison, person, secret, alignment })? {
            Ok(persons) => Ok(Some(persons)),
            Err(discrepancy) => {
                let doubt = discrepancy.to_string();
                if !doubts.contains(&doubt) {
                    doubts.push(doubt);
                }
                Ok(None)
            }
        }
    }

    /// The columns that are dropped.
    pub(super) fn identifying(&self) -> Vec<String> {
        self.dropped.iter().map(|&place| self.table.columns()[place].clone()).collect()
    }

    /// The column that says who is to be published, and what it says of them.
    pub(super) fn only(&self) -> Option<(&str, &str)> {
        let (place, value) = self.member.as_ref()?;
        Some((self.table.columns()[*place].as_str(), value.as_str()))
    }
}
