//! The page of a certificate. It shows what the certificate holds, which is less than the document of
//! the same command: nothing about the original but its number of rows, and nothing about the search.

use incrowd_document::{
    Certificate, CheckCertificate, MaskCertificate, RandomisedCertificate, ReleaseCertificate,
    RowCounts,
};
use incrowd_terms::Guarantee;

use super::release::{self, Verdict};
use super::{check, mask};
use crate::format;
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, Beside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{Facts, Sections, list};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::Recoding;
use crate::sections::treatment::Treatment;
use crate::sections::verdict::{self, Held};
use crate::sections::{banner, changes, learned, presence, risk, search, utility};
use crate::{Block, Page};

/// The page.
pub fn page(certificate: &Certificate) -> Page {
    match certificate {
        Certificate::Release(certificate) => release(certificate),
        Certificate::Randomised(certificate) => randomised(certificate),
        Certificate::Check(certificate) => check(certificate),
        Certificate::Mask(certificate) => mask(certificate),
    }
}

/// What the certificates of all releases have.
struct Released<'a> {
    recoding: Recoding,
    rows: RowCounts,
    classes: Option<u64>,
    guarantees: &'a [Guarantee],
    output: Option<&'a str>,
    secrets: Option<&'a str>,
    verified: bool,
    evidence: EvidenceParts<'a>,
}

fn release(certificate: &ReleaseCertificate) -> Page {
    let evidence = EvidenceParts::from(&certificate.evidence);
    let recoding = Recoding::named(certificate.recoding.as_deref().unwrap_or_default());
    let output = certificate.output.as_deref();
    let released = Released {
        recoding,
        rows: certificate.rows,
        classes: Some(certificate.classes),
        guarantees: &certificate.guarantees,
        output,
        secrets: certificate.secrets.as_deref(),
        verified: certificate.verified == Some(true),
        evidence,
    };
    let mut sections = Sections::default();
    released.begin(&mut sections);
    sections.add("What remains possible", learned::blocks(&certificate.learned));
    let columns = certificate.evidence.columns.as_deref().unwrap_or_default();
    let columns = changes::certified_columns(columns);
    let changed = columns.into_iter().chain(list(released.treatment().points())).collect();
    sections.add(verdict::changes(output), changed);
    let mut risks = risk::blocks(&evidence, "published table", recoding);
    if let Some(presence) = evidence.presence {
        risks.extend(presence::blocks(presence, &certificate.guarantees));
    }
    sections.add(risk::title(evidence.risk), risks);
    let costs = utility::certified_costs(&certificate.cost).into_iter().collect();
    sections.add("What the table is still good for", costs);
    let searched = search::certified(certificate.recoding.as_deref(), None);
    sections.add("How the search went", searched);
    released.end(sections)
}

fn randomised(certificate: &RandomisedCertificate) -> Page {
    let output = certificate.output.as_deref();
    let released = Released {
        recoding: Recoding::Randomised,
        rows: certificate.rows,
        classes: None,
        guarantees: &certificate.guarantees,
        output,
        secrets: None,
        verified: certificate.verified == Some(true),
        evidence: EvidenceParts::from(&certificate.evidence),
    };
    let mut sections = Sections::default();
    released.begin(&mut sections);
    let changed = list(released.treatment().points()).into_iter().collect();
    sections.add(verdict::changes(output), changed);
    let drawn = search::certified(certificate.recoding.as_deref(), Some(certificate.draw));
    sections.add("How the search went", drawn);
    released.end(sections)
}

impl<'a> Released<'a> {
    fn begin(&self, sections: &mut Sections) {
        let Released { recoding, evidence, guarantees, .. } = self;
        sections.add("At a glance", self.glance());
        let demands = demands::demands(guarantees, evidence.demands);
        sections.add(
            "What was demanded and what was measured",
            demands::blocks(&demands, Beside::Measured, *recoding, evidence.group),
        );
    }

    fn glance(&self) -> Vec<Block> {
        let Released { recoding, output, .. } = *self;
        let verdict = Verdict {
            held: Held::of(self.guarantees.iter().map(|guarantee| guarantee.holds)),
            found: true,
            published: output.is_some(),
            verified: self.verified,
        };
        let mut facts = Facts::new();
        facts.text("published as", output);
        facts.text("sensitive values published as", self.secrets);
        release::rows(&mut facts, self.rows, &self.evidence, recoding, output.is_some());
        facts.figure(recoding.classes(), self.classes);
        release::verified(&mut facts, self.verified);
        let mut blocks = vec![banner::certificate(), verdict.note(recoding)];
        blocks.extend(facts.table("The release in figures"));
        blocks
    }

    fn treatment(&self) -> Treatment<'a> {
        Treatment {
            recoding: self.recoding,
            published: self.output.is_some(),
            searched: false,
            rows: Some(self.rows),
            group: None,
            secrets: self.secrets,
            evidence: self.evidence,
        }
    }

    fn end(&self, mut sections: Sections) -> Page {
        let evidence = self.evidence;
        close(&mut sections, evidence);
        sections.page(
            evidence.title("Release of", "table"),
            evidence.subtitle(&verdict::outcome(self.output)),
        )
    }
}

fn close(sections: &mut Sections, evidence: EvidenceParts<'_>) {
    let (further, repeat) = (Further::default(), Repeat::Certificate);
    Closing { warnings: None, further, evidence, repeat }.add(sections);
}

fn check(certificate: &CheckCertificate) -> Page {
    let evidence = EvidenceParts::from(&certificate.evidence);
    let banner = banner::check_certificate();
    let first = vec![banner, check::held(&certificate.findings).note()];
    check::findings(&certificate.findings, evidence, first, Vec::new(), Repeat::Certificate)
}

fn mask(certificate: &MaskCertificate) -> Page {
    let evidence = EvidenceParts::from(&certificate.evidence);
    let output = certificate.output.as_deref();
    let mut sections = Sections::default();
    let mut blocks = vec![banner::certificate()];
    let held = Held::of(certificate.guarantees.iter().map(|guarantee| guarantee.holds));
    if held.demanded > 0 {
        blocks.push(held.note());
    }
    let mut facts = Facts::new();
    facts.text("published as", output);
    verdict::roles(&mut facts, evidence.roles);
    facts.figure("rows", Some(certificate.rows));
    mask::joint(&mut facts, certificate.joint);
    facts.text("shows what was planned", certificate.verified.map(format::yes));
    blocks.extend(facts.table("The mask in figures"));
    sections.add("At a glance", blocks);
    let demands = demands::demands(&certificate.guarantees, evidence.demands);
    sections.add(
        "What was demanded and what was measured",
        demands::blocks(&demands, Beside::Measured, Recoding::Generalized, evidence.group),
    );
    let promise = certificate.promise.as_ref().map(|promise| mask::promise(promise, false));
    sections.add("What was promised", promise.unwrap_or_default());
    let names = certificate.columns.iter().map(|column| column.name.clone()).collect();
    let after: Vec<Option<f64>> = certificate
        .columns
        .iter()
        .map(|column| column.distinct_after.map(|count| count as f64))
        .collect();
    let drawn = mask::distinct(names, Vec::new(), after);
    let columns = changes::certified_columns(&certificate.columns);
    sections.add(verdict::changes(output), columns.into_iter().chain(drawn).collect());
    let risks = risk::blocks(&evidence, "published table", Recoding::Generalized);
    sections.add(risk::title(evidence.risk), risks);
    close(&mut sections, evidence);
    sections.page(evidence.title("Mask of", "table"), evidence.subtitle(&verdict::outcome(output)))
}
