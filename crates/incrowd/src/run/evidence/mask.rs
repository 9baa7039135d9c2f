//! Evidence of a table that was coarsened column by column.

use std::collections::BTreeMap;

use crate::masking::{Coarsening, Course, Gathering};
use incrowd_document::{Evidence, MaskPromise, RiskEvidence, Roles};
use incrowd_io::{Output, Table};
use incrowd_judge::{Findings, Question, Sitting, class_sizes_side_by_side, judge};

use crate::error::Result;
use crate::options::MaskOptions;
use crate::request::MaskRequest;
use crate::run::Context;

use super::certify::Sources;
use super::issue::private;
use super::{Asked, Files, Issue, begin, check, portrait, written_for};

/// A table before and after.
pub struct Coarsened<'a> {
    pub args: &'a MaskOptions,
    pub task: &'a MaskRequest,
    pub coarsening: &'a Coarsening<'a>,
    pub output: &'a Output,
}

impl Coarsened<'_> {
    /// The masked table, read again.
    pub fn reopen(&self, context: &Context) -> Result<Table> {
        let reading = self.coarsening.gathering.masking.reading.of_output();
        context.work.reopen(self.output, &reading)
    }

    /// What a certificate is made from: the masked table, and what was to be kept of it.
    pub fn issue<'t>(
        &self,
        published: &'t Table,
        promise: Option<&MaskPromise>,
    ) -> Result<Issue<'t>> {
        let Gathering { table: original, columns, .. } = self.coarsening.gathering;
        let mut files = Files::default();
        if let Some(place) = &self.task.output {
            files = files.output("published", self.output, place)?;
        }
        let name = |place: &usize| columns[*place].name.clone();
        // What came out is measured in the masked table.
        let promise = promise.map(|promise| MaskPromise {
            failure: None,
            least_share: None,
            least_share_failure: None,
            ..promise.clone()
        });
        let asked = Asked {
            command: "mask".to_owned(),
            qi: self.coarsening.together.iter().map(name).collect(),
            published: written_for(&self.args.read),
            others: self.args.read.clone(),
            promise,
            ..Asked::default()
        };
        let sources = Sources {
            published,
            secrets: None,
            register: None,
            distribution: None,
            specs: Some(BTreeMap::new()),
        };
        Ok(Issue { asked, sources, files, private: private(original, None)?, by_chance: None })
    }

    /// The evidence.
    pub fn evidence(&self, context: &Context) -> Result<Evidence> {
        let _step = context.work.step("gathering evidence", None);
        let Coarsened { task, coarsening, output, .. } = self;
        let Gathering { masking, table: original, columns, .. } = coarsening.gathering;
        let published = self.reopen(context)?;
        let mut files =
            Files::default().table("table", original)?.hierarchies(&masking.hierarchies)?;
        if let Some(place) = &task.output {
            files = files.output("published", output, place)?;
        }
        let mut evidence = begin("mask", context.configuration(), files);
        let name = |place: &usize| columns[*place].name.clone();
        let qi: Vec<String> = coarsening.together.iter().map(name).collect();
        let dropped = columns.iter().filter(|column| matches!(column.course, Course::Drop));
        let dropped = dropped.map(|column| column.name.clone()).collect();
        evidence.roles = Some(Roles { id: Some(dropped), qi: qi.clone(), ..Roles::default() });
        if !qi.is_empty() {
            let before = self.measure(original, &qi, context)?;
            let after = self.measure(&published, &qi, context)?;
            let (risk_before, risk_after) = (check::risk(&before), check::risk(&after));
            evidence.risk =
                Some(RiskEvidence { before: Some(risk_before), after: Some(risk_after) });
            let sizes = class_sizes_side_by_side(Some(&before.class_sizes), &after.class_sizes);
            evidence.class_sizes = Some(sizes);
            evidence.smallest_classes = Some(after.smallest);
        }
        let others = published.columns().iter().filter(|name| !qi.contains(name));
        let all: Vec<String> = qi.iter().chain(others).cloned().collect();
        let (distributions, associations) = portrait::of(
            &Sitting {
                original: Some(original),
                only: None,
                published: &published,
                columns: &all,
                nulls: &masking.reading.nulls,
                kinds: &masking.reading.kinds,
                hierarchies: &coarsening.chains()?,
                levels: &Default::default(),
                skip_suppressed: false,
                threads: context.work.threads(),
            },
            |column| if qi.contains(column) { "qi" } else { "plain" },
        )?;
        evidence.distributions = Some(distributions);
        evidence.associations = Some(associations);
        Ok(evidence)
    }

    fn measure(&self, table: &Table, qi: &[String], context: &Context) -> Result<Findings> {
        Ok(judge(&Question {
            qi,
            nulls: &self.task.masking.reading.nulls,
            kinds: &self.task.masking.reading.kinds,
            threads: context.work.threads(),
            ..Question::about(table)
        })?)
    }
}
