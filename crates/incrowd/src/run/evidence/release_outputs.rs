//! The release_outputs at which a release is closed: what was found gets its evidence, and the release, its
//! report and its certificate are put in place together.

use std::time::Instant;

use crate::{Release, Study, Verdict};
use incrowd_core::search::{Search, SearchOutcome};
use incrowd_core::terms::OverallVerdict;
use incrowd_document::{Certificate, Document, ReleaseDocument};
use incrowd_io::{Location, Output};

use crate::options::ReleaseOptions;
use crate::request::ReleaseRequest;
use crate::run::summary::after::judged;
use crate::run::{Context, Error, Result, RunResult};

use super::{Certified, EvidenceFiles, ReleaseFacts};

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
            let message = "`explore` publishes nothing that `report`, `certificate` or `evidence` could be about";
            return Err(Error::options(message));
        }
        if evidence_files.certifies() && task.dry_run {
            let message = "`certificate` is about a published file, and `dry-run` publishes none";
            return Err(Error::options(message));
        }
        evidence_files.note_idle_purpose(&args.purpose, context);
        Ok(ReleaseOutputs { args, task, context, start, evidence_files })
    }

    /// What was written, by its part, with the places where it is to be if it may be published.
    pub fn places<'o>(
        &self,
        may_be_published: bool,
        outputs: &[(&'static str, &'o Output, Option<Location>)],
    ) -> Vec<(&'static str, &'o Output, Location)> {
        let published = outputs.iter().filter(|_| may_be_published && !self.task.dry_run);
        published
            .filter_map(|(role, output, place)| Some((*role, *output, place.clone()?)))
            .collect()
    }

    /// Adds the evidence to a document, if it is wanted, and makes the certificate of what is published.
    pub fn attach(
        &self,
        document: &mut ReleaseDocument,
        known: &ReleaseFacts<'_>,
    ) -> Result<Option<Certificate>> {
        if self.evidence_files.is_wanted() {
            document.evidence = Some(known.evidence(self.context)?);
        }
        if known.outputs.is_empty() || !self.evidence_files.certifies() {
            return Ok(None);
        }
        let tables = known.reopen(self.context)?;
        let issue = known.issue(&tables, document.draw);
        let Certified { certificate, note, warning } =
            self.evidence_files.certify(issue, self.context);
        document.certificate = note;
        document.warnings.extend(warning);
        Ok(certificate)
    }

    /// Puts a release that may be published in place, with all that is written about it; of one that
    /// may not, only the report.
    pub fn close(
        self,
        document: &ReleaseDocument,
        certificate: Option<Certificate>,
        may_be_published: bool,
        outputs: Vec<Output>,
    ) -> Result<()> {
        let page = || Document::Release(Box::new(document.clone()));
        let mut all: Vec<Output> =
            self.evidence_files.write(page, certificate.as_ref())?.into_iter().collect();
        // The published table comes last: where it is new, everything about it is new, too.
        if may_be_published && !self.task.dry_run {
            all.extend(outputs.into_iter().rev());
        }
        self.context.publish(all)
    }

    /// Adds the evidence of a release that was found and judged to its document, and puts it in
    /// place if it may be published.
    pub fn publish(
        self,
        document: &mut ReleaseDocument,
        release: &Release<'_>,
        verdict: &Verdict,
        output: Output,
    ) -> Result<()> {
        let findings = &verdict.findings;
        let done = verdict.may_be_published(self.task.strict);
        let known = ReleaseFacts {
            args: self.args,
            study: release.study,
            search: Some((&release.search, &release.outcome)),
            guarantees: &findings.guarantees,
            findings: Some(findings),
            risks: &verdict.risks,
            persons: verdict.persons.as_ref(),
            after: (verdict.after.as_ref())
                .map(|composed| judged(&self.task.plan.after, composed, &verdict.risks)),
            written: Some(&output),
            outputs: &self.places(done, &[("published", &output, self.task.output.clone())]),
        };
        let certificate = self.attach(document, &known)?;
        self.close(document, certificate, done, vec![output])
    }

    /// Reports that there is no release.
    pub fn refuse(
        self,
        mut document: ReleaseDocument,
        study: &Study,
        search: Option<(&Search<'_>, &SearchOutcome)>,
    ) -> Result<RunResult<ReleaseDocument>> {
        let guarantees = document.guarantees.clone();
        document.verdict = Some(OverallVerdict::Fails);
        document.dry_run = self.task.dry_run;
        self.attach(
            &mut document,
            &ReleaseFacts {
                args: self.args,
                study,
                search,
                guarantees: &guarantees,
                findings: None,
                risks: &[],
                persons: None,
                after: None,
                written: None,
                outputs: &[],
            },
        )?;
        let context = self.context;
        self.close(&document, None, false, Vec::new())?;
        Ok(context.finish(document, false))
    }
}
