//! Evidence of what a table that anyone made shows.

use crate::Reading;
use incrowd_core::terms::{Demand, Risk};
use incrowd_document::{ColumnRole, Evidence, Group, RiskEvidence, RiskFigures, Roles};
use incrowd_io::Table;
use incrowd_judge::{Findings, class_sizes_side_by_side};

use crate::error::Result;
use crate::options::CheckOptions;
use crate::run::Context;

use super::roles::RoleFacts;
use super::{Files, begin, distributions, words};

/// A table that was measured.
pub struct MeasuredTable<'a> {
    pub args: &'a CheckOptions,
    pub reading: &'a Reading,
    pub table: &'a Table,
    pub files: Files,
    pub demands: &'a [Demand],
    pub findings: &'a Findings,
    pub group: Option<&'a str>,
    pub risks: &'a [Risk],
}

impl MeasuredTable<'_> {
    /// The evidence.
    pub fn evidence(self, context: &Context) -> Result<Evidence> {
        let _step = context.execution.step("gathering evidence", None);
        let MeasuredTable { args, reading, table, findings, .. } = self;
        let (qi, sensitive) = (&args.roles.qi, &args.roles.sensitive);
        // Secrets that stand in a table of their own are not columns of this one.
        let here = |name: &&String| table.columns().contains(name);
        let columns: Vec<String> = qi.iter().chain(sensitive).filter(here).cloned().collect();
        let role = |column: &String| if qi.contains(column) { "qi" } else { "sensitive" };
        let compared =
            distributions::alone(table, &columns, reading, args.keep_suppressed, context, role)?;
        let roles =
            Roles { qi: qi.clone(), sensitive: Some(sensitive.clone()), ..Roles::default() };
        Ok(Evidence {
            roles: Some(roles),
            demands: Some(words::demands(self.demands, &findings.guarantees)),
            risk: Some(RiskEvidence { before: None, after: Some(risk(findings)) }),
            class_sizes: Some(class_sizes_side_by_side(None, &findings.divided_sizes)),
            smallest_classes: Some(findings.smallest.clone()),
            question: Some(Group { group: self.group.map(str::to_owned) }),
            purpose: args.purpose.purpose.clone(),
            every_column: Some(self.every_column()),
            distributions: Some(compared.distributions),
            associations: Some(compared.associations),
            summaries: Some(compared.summaries),
            ..begin("check", context.configuration(), self.files)
        })
    }
}

impl MeasuredTable<'_> {
    /// Every column of the table with its role; those without one are not part of what was measured.
    fn every_column(&self) -> Vec<ColumnRole> {
        let facts = RoleFacts { risks: self.risks, changed: &[] };
        let roles = &self.args.roles;
        let line = |name: &String| {
            let role = if roles.qi.contains(name) {
                "qi"
            } else if roles.sensitive.contains(name) {
                "sensitive"
            } else if self.args.person.as_ref() == Some(name) {
                "person"
            } else if self.group == Some(name.as_str()) {
                "group"
            } else {
                "plain"
            };
            facts.line(name, role, Some("as found".to_owned()))
        };
        self.table.columns().iter().map(line).collect()
    }
}

/// The danger of being recognised, as the judge measured it.
pub fn risk(findings: &Findings) -> RiskFigures {
    RiskFigures {
        rows: findings.rows,
        people: findings.people,
        classes: findings.divided_sizes.values().sum(),
        k: findings.k,
        unique_rows: findings.unique_rows,
        average_class: findings.average_class,
        prosecutor: findings.risk.prosecutor,
        journalist: findings.risk.journalist,
        marketer: findings.risk.marketer,
    }
}
