//! The desk at which a release is closed: what was found gets its evidence, and the release, its
//! report and its certificate are put in place together.

use std::time::Instant;

use incrowd::terms::Guarantee;
use incrowd_io::{Location, Output};
use incrowd_judge::Findings;
use serde_json::Value;

use crate::args::ReleaseArgs;
use crate::failure::{Ending, Failure, Result};
use crate::release::{Outcome, Release, Search};
use crate::settings::Plan;
use crate::study::Study;
use crate::talk::Talk;

use super::{Dossier, Published};

/// A release that was asked for, and what is to be written about it.
pub struct Desk<'a> {
    pub args: &'a ReleaseArgs,
    pub plan: &'a Plan,
    pub talk: &'a Talk,
    pub start: Instant,
    pub dossier: Dossier,
}

impl<'a> Desk<'a> {
    /// Reserves the places of the evidence.
    pub fn open(
        args: &'a ReleaseArgs,
        plan: &'a Plan,
        talk: &'a Talk,
        start: Instant,
    ) -> Result<Self> {
        let inputs = &plan.inputs;
        let dossier =
            Dossier::reserve(&args.evidence, &args.certificate, plan.force, inputs, talk)?;
        if dossier.is_wanted() && plan.explore.is_some() {
            let message = "--explore publishes nothing that --report, --certificate or --evidence could be about";
            return Err(Failure::new(message));
        }
        if dossier.certifies() && plan.dry_run {
            let message = "--certificate is about a published file, and --dry-run publishes none";
            return Err(Failure::new(message));
        }
        Ok(Desk { args, plan, talk, start, dossier })
    }

    /// What was written, by its part, with the places where it is to be if it was verified.
    pub fn places<'o>(
        &self,
        verified: bool,
        outputs: &[(&'static str, &'o Output, Option<Location>)],
    ) -> Vec<(&'static str, &'o Output, Location)> {
        let published = outputs.iter().filter(|_| verified && !self.plan.dry_run);
        published
            .filter_map(|(role, output, place)| Some((*role, *output, place.clone()?)))
            .collect()
    }

    /// Adds the evidence to a document, if it is wanted.
    pub fn attach(&self, document: &mut Value, known: &Published<'_>) -> Result<()> {
        if self.dossier.is_wanted() {
            document["evidence"] = known.evidence(self.talk)?;
        }
        Ok(())
    }

    /// Puts a release that was verified in place, with all that is written about it; of one that was
    /// not, only the report.
    pub fn close(self, document: &Value, verified: bool, outputs: Vec<Output>) -> Result<()> {
        let publishes = verified && !self.plan.dry_run;
        let mut all = if publishes { outputs } else { Vec::new() };
        all.extend(self.dossier.write(document, publishes)?);
        self.talk.publish(all)
    }

    /// Adds the evidence of a release that was found and judged to its document, and puts it in
    /// place if it was verified.
    pub fn publish(
        self,
        document: &mut Value,
        release: &Release<'_>,
        findings: &Findings,
        verified: bool,
        output: Output,
    ) -> Result<()> {
        let known = Published {
            args: self.args,
            plan: self.plan,
            study: release.study,
            search: Some((release.search, release.outcome)),
            guarantees: &findings.guarantees,
            findings: Some(findings),
            written: Some(&output),
            outputs: &self.places(verified, &[("published", &output, self.plan.output.clone())]),
        };
        self.attach(document, &known)?;
        self.close(document, verified, vec![output])
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
                plan: self.plan,
                study,
                search,
                guarantees,
                findings: None,
                written: None,
                outputs: &[],
            },
        )?;
        let talk = self.talk;
        self.close(&document, false, Vec::new())?;
        if talk.json {
            talk.document(&document)?;
        }
        Ok(Ending::NotMet)
    }
}
