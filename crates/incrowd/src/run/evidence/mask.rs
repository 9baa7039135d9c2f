//! Evidence of a table that was coarsened column by column.

use std::collections::BTreeMap;

use crate::masking::{ColumnAction, ColumnPlan, MaskRelease, MaskStudy, MaskVerdict};
use incrowd_core::terms::Risk;
use incrowd_document::{ColumnRole, Evidence, MaskPromise, QuestionPerson, RiskEvidence, Roles};
use incrowd_io::{Output, Table};
use incrowd_judge::{ComparedTables, Findings, Person, Question, class_sizes_side_by_side, judge};

use crate::error::Result;
use crate::options::MaskOptions;
use crate::request::MaskRequest;
use crate::run::Context;

use super::certify::CertifiedTables;
use super::issue::private;
use super::roles::RoleFacts;
use super::{
    CertificateInput, CertificateRequest, Files, begin, check, distributions, written_for,
};

/// A table before and after.
pub struct MaskedTables<'a> {
    pub args: &'a MaskOptions,
    pub task: &'a MaskRequest,
    pub release: &'a MaskRelease<'a>,
    pub judged: &'a MaskVerdict,
    pub risks: &'a [Risk],
    pub output: &'a Output,
}

impl MaskedTables<'_> {
    /// The masked table, read again.
    pub fn reopen(&self, context: &Context) -> Result<Table> {
        let reading = self.release.study.masking.reading.of_output();
        context.execution.reopen(self.output, &reading)
    }

    /// What a certificate is made from: the masked table, and what was to be kept of it.
    pub fn issue<'t>(
        &self,
        published: &'t Table,
        promise: Option<&MaskPromise>,
        risks: &[Risk],
    ) -> Result<CertificateRequest<'t>> {
        let MaskStudy { table: original, columns, .. } = self.release.study;
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
        let linked = self.release.study.publishes_pseudonyms();
        let person = self.release.study.masking.person.clone();
        let person = person.map(|person| match linked {
            true => QuestionPerson::Column(person),
            false => QuestionPerson::Unpublished,
        });
        let asked = CertificateInput {
            command: "mask".to_owned(),
            qi: self.release.joint.iter().map(name).collect(),
            person,
            published: written_for(&self.args.read),
            others: self.args.read.clone(),
            promise,
            ..CertificateInput::default()
        };
        let sources = CertifiedTables {
            published,
            secrets: None,
            register: None,
            distribution: None,
            specs: Some(BTreeMap::new()),
        };
        let (private, risks) = (private(original, None)?, risks.to_vec());
        Ok(CertificateRequest { asked, sources, files, private, by_chance: None, risks })
    }

    /// The evidence.
    pub fn evidence(&self, context: &Context) -> Result<Evidence> {
        let _step = context.execution.step("gathering evidence", None);
        let MaskedTables { task, release, output, .. } = self;
        let MaskStudy { masking, table: original, columns, .. } = release.study;
        let published = self.reopen(context)?;
        let mut files =
            Files::default().table("table", original)?.hierarchies(&masking.hierarchies)?;
        if let Some(place) = &task.output {
            files = files.output("published", output, place)?;
        }
        let mut evidence = begin("mask", context.configuration(), files);
        let name = |place: &usize| columns[*place].name.clone();
        let qi: Vec<String> = release.joint.iter().map(name).collect();
        let dropped = columns.iter().filter(|column| matches!(column.action, ColumnAction::Drop));
        let dropped = dropped.map(|column| column.name.clone()).collect();
        evidence.roles = Some(Roles { id: Some(dropped), qi: qi.clone(), ..Roles::default() });
        if !qi.is_empty() {
            let before = masking.person.as_deref().map(Person::Column);
            let before = self.measure(original, &qi, before, context)?;
            let after = self.judged.people.as_ref().map(|people| Person::Rows(&people.persons));
            let after = self.measure(&published, &qi, after, context)?;
            let (risk_before, risk_after) = (check::risk(&before), check::risk(&after));
            evidence.risk =
                Some(RiskEvidence { before: Some(risk_before), after: Some(risk_after) });
            let sizes = class_sizes_side_by_side(Some(&before.class_sizes), &after.class_sizes);
            evidence.class_sizes = Some(sizes);
            evidence.smallest_classes = Some(after.smallest);
        }
        let others = published.columns().iter().filter(|name| !qi.contains(name));
        let all: Vec<String> = qi.iter().chain(others).cloned().collect();
        let compared = distributions::of(
            &ComparedTables {
                original: Some(original),
                only: None,
                published: &published,
                columns: &all,
                nulls: &masking.reading.nulls,
                kinds: &masking.reading.kinds,
                hierarchies: &release.chains()?,
                levels: &Default::default(),
                skip_suppressed: false,
                threads: context.execution.threads(),
            },
            |column| if qi.contains(column) { "qi" } else { "plain" },
        )?;
        evidence.distributions = Some(compared.distributions);
        evidence.associations = Some(compared.associations);
        evidence.summaries = Some(compared.summaries);
        evidence.every_column = Some(self.every_column());
        evidence.purpose = self.args.purpose.purpose.clone();
        Ok(evidence)
    }

    /// Every column of the table with its role, and what was done with it.
    fn every_column(&self) -> Vec<ColumnRole> {
        let MaskStudy { masking, columns, .. } = self.release.study;
        let facts = RoleFacts { risks: self.risks, changed: &[] };
        let line = |(place, column): (usize, &ColumnPlan)| {
            let dropped = matches!(column.action, ColumnAction::Drop);
            let role = if masking.person.as_ref() == Some(&column.name) {
                "person"
            } else if self.release.joint.contains(&place) {
                "qi"
            } else if dropped {
                "id"
            } else {
                "plain"
            };
            let way = self.judged.columns[place].as_ref().map(|masked| masked.way.clone());
            let published = match way.filter(|way| !way.is_empty()) {
                _ if dropped => "dropped".to_owned(),
                Some(way) => way,
                None => "as it is".to_owned(),
            };
            facts.line(&column.name, role, Some(published))
        };
        columns.iter().enumerate().map(line).collect()
    }

    fn measure(
        &self,
        table: &Table,
        qi: &[String],
        person: Option<Person<'_>>,
        context: &Context,
    ) -> Result<Findings> {
        Ok(judge(&Question {
            qi,
            person,
            nulls: &self.task.masking.reading.nulls,
            kinds: &self.task.masking.reading.kinds,
            threads: context.execution.threads(),
            ..Question::about(table)
        })?)
    }
}
