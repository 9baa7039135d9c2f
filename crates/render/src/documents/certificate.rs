//! The page of a certificate. It shows what the certificate holds, which is less than the document of
//! the same command: nothing about the original but its number of rows, and nothing about the search.

use incrowd_document::{
    Certificate, CheckCertificate, MaskCertificate, QuestionPerson, RandomisedCertificate,
    ReleaseCertificate, RowCounts,
};
use incrowd_terms::{Guarantee, OverallVerdict, PublishedRisk, RiskKind};

use super::release::{self, ReleaseStatus};
use super::{check, mask};
use crate::format;
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, FigureBeside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, list, prose};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::PublishedForm;
use crate::sections::treatment::TreatmentSection;
use crate::sections::verdict::{self, GuaranteeCounts};
use crate::sections::{banner, changes, learned, presence, risk, risks, search, utility};
use crate::{Page, PageBlock};

/// What a certificate says of people whom the published table does not tell apart.
const PEOPLE: &str = "A person can have several rows, and every promise is about people. The published table does not say \
    which rows are one person's, so nobody outside can count people: that the demands hold is attested by the publisher, and \
    this certificate has no figure about people. Rows can be counted: no class has fewer rows than people.";

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
    verdict: OverallVerdict,
    risks: &'a [PublishedRisk],
    unmeasured: &'a [RiskKind],
    recoding: PublishedForm,
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
    let recoding = PublishedForm::named(certificate.recoding.as_deref().unwrap_or_default());
    let output = certificate.output.as_deref();
    let released = Released {
        verdict: certificate.verdict,
        risks: &certificate.risks,
        unmeasured: &certificate.unmeasured,
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
    if certificate.evidence.question.person == Some(QuestionPerson::Unpublished) {
        sections.add("People, not rows", vec![prose(PEOPLE)]);
    }
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
        verdict: certificate.verdict,
        risks: &certificate.risks,
        unmeasured: &certificate.unmeasured,
        recoding: PublishedForm::Randomised,
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
            demands::blocks(&demands, FigureBeside::Measured, *recoding, evidence.group),
        );
    }

    fn glance(&self) -> Vec<PageBlock> {
        let Released { recoding, output, verdict, risks, unmeasured, .. } = *self;
        let held = ReleaseStatus {
            held: GuaranteeCounts::of(self.guarantees.iter().map(|guarantee| guarantee.holds)),
            found: true,
            published: output.is_some(),
            verified: self.verified,
            dry_run: false,
        };
        let mut facts = FactList::new();
        facts.text("published as", output);
        facts.text("sensitive values published as", self.secrets);
        release::rows(&mut facts, self.rows, &self.evidence, recoding, output.is_some());
        facts.figure(recoding.classes(), self.classes);
        release::verified(&mut facts, self.verified);
        let mut blocks = vec![banner::certificate()];
        match verdict {
            OverallVerdict::HoldsWithRisks => {
                blocks.extend(risks::certified(Some(verdict), risks, unmeasured));
            }
            _ => {
                blocks.push(held.note(recoding));
                blocks.extend(risks::certified(None, risks, unmeasured));
            }
        }
        blocks.extend(facts.table("The release in figures"));
        blocks
    }

    fn treatment(&self) -> TreatmentSection<'a> {
        TreatmentSection {
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
    Closing { warnings: None, further, evidence, repeat }.add_signed(sections);
}

fn check(certificate: &CheckCertificate) -> Page {
    let evidence = EvidenceParts::from(&certificate.evidence);
    let mut first = vec![banner::check_certificate()];
    if certificate.verdict.is_none() {
        first.push(check::held(&certificate.findings).note());
    }
    let CheckCertificate { verdict, risks, unmeasured, .. } = certificate;
    first.extend(risks::certified(*verdict, risks, unmeasured));
    check::findings(
        &certificate.findings,
        evidence,
        first,
        (Vec::new(), Vec::new(), Vec::new()),
        Repeat::Certificate,
    )
}

fn mask(certificate: &MaskCertificate) -> Page {
    let evidence = EvidenceParts::from(&certificate.evidence);
    let output = certificate.output.as_deref();
    let mut sections = Sections::default();
    let mut blocks = vec![banner::certificate()];
    let MaskCertificate { verdict, risks, unmeasured, .. } = certificate;
    blocks.extend(risks::certified(*verdict, risks, unmeasured));
    let mut facts = FactList::new();
    facts.text("published as", output);
    verdict::roles(&mut facts, evidence.roles);
    facts.figure("rows", Some(certificate.rows));
    mask::joint(&mut facts, certificate.joint, false);
    facts.text("shows what was planned", certificate.verified.map(format::yes));
    blocks.extend(facts.table("The mask in figures"));
    sections.add("At a glance", blocks);
    let demands = demands::demands(&certificate.guarantees, evidence.demands);
    sections.add(
        "What was demanded and what was measured",
        demands::blocks(
            &demands,
            FigureBeside::Measured,
            PublishedForm::Generalized,
            evidence.group,
        ),
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
    let risks = risk::blocks(&evidence, "published table", PublishedForm::Generalized);
    sections.add(risk::title(evidence.risk), risks);
    close(&mut sections, evidence);
    sections.page(evidence.title("Mask of", "table"), evidence.subtitle(&verdict::outcome(output)))
}
