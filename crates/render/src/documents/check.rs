//! The page of a check: what was measured in a table, and whether the demands hold.

use incrowd_document::CheckDocument;
use incrowd_judge::Findings;

use crate::format;
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, FigureBeside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::PublishedForm;
use crate::sections::uniqueness::UniquenessTables;
use crate::sections::verdict::{self, GuaranteeCounts};
use crate::sections::{after, banner, learned, presence, risk, risks, sensitive, signing, utility};
use crate::{Page, PageBlock};

/// The page.
pub fn page(document: &CheckDocument) -> Page {
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let utility = document.evidence.as_ref().map(utility::blocks).unwrap_or_default();
    let repeat = Repeat::Command { published: false, has_evidence: true };
    let found = risks::blocks(document.verdict, &document.risks);
    let verdict = match document.verdict {
        None => [vec![held(&document.findings).note()], found].concat(),
        Some(_) => found,
    };
    let first = [vec![banner::measured()], verdict].concat();
    let together = after::blocks(document.after.as_ref());
    let signing = signing::blocks(document.evidence.as_ref());
    findings(&document.findings, evidence, first, (together, utility, signing), repeat)
}

/// The page of what was measured in a table; its first blocks are the banner and the verdict.
pub fn findings(
    findings: &Findings,
    evidence: EvidenceParts<'_>,
    first: Vec<PageBlock>,
    (together, utility, signing): (Vec<PageBlock>, Vec<PageBlock>, Vec<PageBlock>),
    repeat: Repeat,
) -> Page {
    let recoding = match evidence.input("secrets") {
        Some(_) => PublishedForm::Anatomy,
        None => PublishedForm::Generalized,
    };
    let mut sections = Sections::default();
    let signed = !signing.is_empty();
    let glance = glance(findings, &evidence, first, recoding);
    sections.add("At a glance", [glance, signing].concat());
    let demands = demands::demands(&findings.guarantees, evidence.demands);
    sections.add("What each demand means", demands::meanings(&demands, recoding, evidence.group));
    sections.add(after::TITLE, together);
    let mut possible = learned::blocks(&findings.learned);
    possible.extend(learned::disclosures(findings));
    sections.add("What remains possible", possible);
    sections.add("Risk", recognised(findings, &evidence, recoding));
    sections.add("Sensitive columns", sensitive::blocks(findings, recoding));
    sections.add("What the table holds", utility);
    let closing = Closing { warnings: None, further: further(findings), evidence, repeat };
    match signed {
        true => closing.add(&mut sections),
        false => closing.add_signed(&mut sections),
    }
    sections.page(
        evidence.title("Check of", "table"),
        evidence.subtitle("Measured, nothing was changed"),
    )
}

/// How many demands there are, and how many of them hold.
pub fn held(findings: &Findings) -> GuaranteeCounts {
    GuaranteeCounts::of(findings.guarantees.iter().map(|guarantee| guarantee.holds))
}

fn glance(
    findings: &Findings,
    evidence: &EvidenceParts<'_>,
    mut blocks: Vec<PageBlock>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    facts.text("table", evidence.input("table"));
    if evidence.every_column.is_none() {
        verdict::roles(&mut facts, evidence.roles);
    }
    facts.figure("rows", Some(findings.rows));
    facts.figure("people, who can have several rows", findings.people);
    facts.figure("suppressed rows, published as stars", findings.suppressed);
    facts.figure(recoding.classes(), Some(findings.classes));
    let counted = risk::counted(findings.people);
    facts.figure(&format!("{counted} of the smallest class (k)"), findings.k);
    facts.figure(&risk::alone_in_class(counted), Some(findings.unique_rows));
    facts.figure(&format!("{counted} of a class on average"), findings.average_class);
    for (name, risk) in [
        ("prosecutor risk", findings.risk.prosecutor),
        ("journalist risk", findings.risk.journalist),
        ("marketer risk", findings.risk.marketer),
    ] {
        let one_in = |risk: f64| format!("{} ({})", format::figure(risk), format::one_in(risk));
        facts.text(name, risk.map(one_in));
    }
    if let Some(range) = &findings.presence {
        presence::range(&mut facts, range);
    }
    let demands = demands::demands(&findings.guarantees, evidence.demands);
    blocks.extend(demands::measured(&demands, FigureBeside::Measured));
    blocks.extend(facts.table("The table in figures"));
    blocks
}

/// The risks in words, the class sizes, and what is estimated of the population.
fn recognised(
    findings: &Findings,
    evidence: &EvidenceParts<'_>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if evidence.risk.is_none() {
        blocks.extend(risk::adversaries(&[("in this table", findings.risk)]));
    }
    blocks.extend(risk::blocks(evidence, "this table", recoding));
    if let Some(presence) = evidence.presence {
        blocks.extend(presence::blocks(presence, &findings.guarantees));
    }
    let mut uniqueness = UniquenessTables::new();
    if let Some(estimates) = &findings.uniqueness {
        uniqueness.add("the quasi-identifiers", estimates);
    }
    blocks.extend(uniqueness.blocks());
    blocks
}

fn further(findings: &Findings) -> Further {
    let mut further = Further::default();
    further.merged(&findings.merged);
    if !findings.register_knows.is_empty() {
        let columns: Vec<&str> =
            findings.register_knows.iter().map(|column| column.published.as_str()).collect();
        further.add("other published columns that the register has", &columns.join(", "));
    }
    if findings.unmatched > 0 {
        let people = findings.unmatched.to_string();
        further.add("people of the register whom no class matches", &people);
    }
    further
}
