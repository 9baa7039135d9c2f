//! The release_outputs at which a release is closed: what was found gets its evidence, and the release, its
//! report and its certificate are put in place together.

use std::time::Instant;

use crate::{Release, Study, Verdict};
use incrowd_core::search::{Outcome, Search};
use incrowd_core::terms::Guarantee;
use incrowd_io::{Location, Output};
use serde_json::Value;

use crate::options::ReleaseOptions;
use crate::request::ReleaseRequest;
use crate::run::Context;
use crate::run::{Ending, Failure, Result};

use super::{EvidenceFiles, Published};

/// A release that was asked for, and what is to be written about it.
pub struct ReleaseOutputs<'a> {
    pub args: &'a ReleaseOptions,
    pub task: &'a ReleaseRequest,
    pub context: &'a Context,
    pub start: Instant,
    pub evidence_files: EvidenceFiles,
}

impl<'a> ReleaseOutputs<'a> {
    /// Reserves the places of the evidence.
    pub fn open(
        args: &'a ReleaseOptions,
        task: &'a ReleaseRequest,
        context: &'a Context,
        start: Instant,
    ) -> Result<Self> {
        let inputs = &task.inputs;
        let evidence_files =
            EvidenceFiles::reserve(&args.evidence, &args.certificate, task.force, inputs)?;
        if evidence_files.is_wanted() && task.explore.is_some() {
            let message = "--explore publishes nothing that --report, --certificate or --evidence could be about";
            return Err(Failure::new(message));
        }
        if evidence_files.certifies() && task.dry_run {
            let message = "--certificate is about a published file, and --dry-run publishes none";
            return Err(Failure::new(message));
        }
        Ok(ReleaseOutputs { args, task, context, start, evidence_files })
    }

    /// What was written, by its part, with the places where it is to be if it was verified.
    pub fn places<'o>(
        &self,
        verified: bool,
        outputs: &[(&'static str, &'o Output, Option<Location>)],
    ) -> Vec<(&'static str, &'o Output, Location)> {
        let published = outputs.iter().filter(|_| verified && !self.task.dry_run);
        published
            .filter_map(|(role, output, place)| Some((*role, *output, place.clone()?)))
            .collect()
    }

    /// Adds the evidence to a document, if it is wanted, and makes the certificate of what is published.
    pub fn attach(&self, document: &mut Value, known: &Published<'_>) -> Result<Option<Value>> {
        if self.evidence_files.is_wanted() {
            document["evidence"] = known.evidence(self.context)?;
        }
        if known.outputs.is_empty() || !self.evidence_files.certifies() {
            return Ok(None);
        }
        let tables = known.reopen(self.context)?;
        let promised = known.promised(document);
        self.evidence_files.certify_json(known.issue(&tables, &promised), document, self.context)
    }

    /// Puts a release that was verified in place, with all that is written about it; of one that was
    /// not, only the report.
    pub fn close(
        self,
        document: &Value,
        certificate: Option<Value>,
        verified: bool,
        outputs: Vec<Output>,
    ) -> Result<()> {
        let publishes = verified && !self.task.dry_run;
        let mut all = if publishes { outputs } else { Vec::new() };
        all.extend(self.evidence_files.write_json(document, certificate)?);
        self.context.publish(all)
    }

    /// Adds the evidence of a release that was found and judged to its document, and puts it in
    /// place if it was verified.
    pub fn publish(
        self,
        document: &mut Value,
        release: &Release<'_>,
        verdict: &Verdict,
        output: Output,
    ) -> Result<()> {
        let (findings, verified) = (&verdict.findings, verdict.holds());
        let known = Published {
            args: self.args,
            study: release.study,
            search: Some((&release.search, &release.outcome)),
            guarantees: &findings.guarantees,
            findings: Some(findings),
            written: Some(&output),
            outputs: &self.places(verified, &[("published", &output, self.task.output.clone())]),
        };
        let certificate = self.attach(document, &known)?;
        self.close(document, certificate, verified, vec![output])
    }

    /// Reports that there is no release.
    pub fn refuse(
        self,
        mut document: Value,
        study: &Study,
        search: Option<(&Search<'_>, &Outcome)>,
        guarantees: &[Guarantee],
    ) -> Result {
        self.attach(
            &mut document,
            &Published {
                args: self.args,
                study,
                search,
                guarantees,
                findings: None,
                written: None,
                outputs: &[],
            },
        )?;
        let context = self.context;
        self.close(&document, None, false, Vec::new())?;
        context.document(document);
        Ok(Ending::NotMet)
    }
}
