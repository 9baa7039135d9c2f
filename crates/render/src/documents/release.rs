//! The page of a release: published, refused or only tried.

use incrowd_document::{AfterDocument, People, PeopleCounts, ReleaseDocument, RowCounts};
use incrowd_terms::OverallVerdict;

use crate::format;
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, FigureBeside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, list, prose};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::PublishedForm;
use crate::sections::treatment::TreatmentSection;
use crate::sections::verdict::{self, GuaranteeCounts, share_of_rows};
use crate::sections::{
    after, banner, changes, empirical, learned, minimal, presence, risk, risks, search, signing,
    utility,
};
use crate::{Page, PageBlock, Tone};

/// What is said of a release that fails together with earlier ones.
const TOGETHER: &str = "Nothing was published: together with earlier releases of the same people, not every demand holds.";

/// A greater loss is named beside the verdict.
const MUCH: f64 = 0.5;

/// The page.
pub fn page(document: &ReleaseDocument) -> Page {
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let recoding = PublishedForm::named(&document.recoding);
    let output = document.output.as_deref();
    let mut sections = Sections::default();
    sections.add("At a glance", glance(document, &evidence, recoding));
    sections.add("What each demand means", demanded(document, &evidence, recoding));
    sections.add(after::TITLE, after::blocks(document.after.as_ref()));
    let columns = document.learned.as_deref().unwrap_or_default();
    sections.add("What remains possible", learned::blocks(columns));
    sections.add(verdict::changes(output), changed(document, evidence, recoding));
    sections.add(risk::title(evidence.risk), recognised(document, &evidence, recoding));
    sections.add(empirical::TITLE, empirical::blocks(evidence.empirical));
    sections.add("What the table is still good for", usefulness(document));
    let mut further = Further::default();
    further.merged(document.merged.as_deref().unwrap_or_default());
    let repeat = Repeat::Command { published: output.is_some(), has_evidence: true };
    let warnings = Some(document.warnings.as_slice());
    Closing { warnings, further, evidence, repeat }.add(&mut sections);
    sections.add("Appendix: how the search went", search::blocks(document));
    let minimal = document.minimal.as_ref().map(minimal::blocks);
    sections.add("Appendix: other nodes that meet the demands", minimal.unwrap_or_default());
    sections
        .page(evidence.title("Release of", "table"), evidence.subtitle(&verdict::outcome(output)))
}

/// The verdict, and the figures that go with it.
fn glance(
    document: &ReleaseDocument,
    evidence: &EvidenceParts<'_>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let output = document.output.as_deref();
    let verdict = ReleaseStatus {
        held: GuaranteeCounts::of(document.guarantees.iter().map(|guarantee| guarantee.holds)),
        found: document.rows.is_some(),
        published: output.is_some(),
        verified: document.verified,
        dry_run: document.dry_run,
    };
    let mut facts = FactList::new();
    facts.text("table", evidence.input("table"));
    facts.text("published as", output);
    let secrets = document.secrets.as_ref().and_then(Option::as_deref);
    facts.text("sensitive values published as", secrets);
    if let Some(counts) = document.rows {
        rows(&mut facts, counts, evidence, recoding, output.is_some());
    }
    facts.figure("members", document.members);
    let register = document.people.and_then(People::of_register);
    facts.figure("people of the population", document.members.and(register));
    if let Some(counts) = document.people.and_then(People::counted) {
        people(&mut facts, counts);
    }
    facts.figure(recoding.classes(), document.classes.flatten());
    if let Some(cells) = &document.cells {
        facts.figure("cells of quasi-identifiers", Some(cells.of));
        facts.figure("suppressed cells", Some(cells.suppressed));
    }
    let loss = document.cost.as_ref().and_then(|cost| cost.loss);
    facts.text("information lost", loss.map(format::share));
    let published_loss = document.cost.as_ref().and_then(|cost| cost.published_loss);
    facts.text("information lost in published rows", published_loss.map(format::share));
    if document.rows.is_some() {
        verified(&mut facts, document.verified);
    }
    let mut blocks = vec![banner::original()];
    match document.verdict {
        // The judge's words are a note of their own only if nothing speaks against the file.
        Some(OverallVerdict::HoldsWithRisks) => {
            if let Some(why) = verdict.unpublished() {
                blocks.push(PageBlock::Note(Tone::Careful, why.to_owned()));
            }
            blocks.extend(risks::blocks(document.verdict, &document.risks));
        }
        _ => {
            let fails = |after: &AfterDocument| after.guarantees.iter().any(|found| !found.holds);
            blocks.push(match document.after.as_ref().is_some_and(fails) {
                true => PageBlock::Note(Tone::Bad, TOGETHER.to_owned()),
                false => verdict.note(recoding),
            });
            blocks.extend(risks::found(&document.risks));
        }
    }
    blocks.extend(loss.filter(|&loss| loss > MUCH).map(loses_much));
    let demands = demands::demands(&document.guarantees, evidence.demands);
    blocks.extend(demands::measured(&demands, beside(document)));
    blocks.extend(facts.table("The release in figures"));
    blocks.extend(signing::blocks(document.evidence.as_ref()));
    blocks
}

/// What is said of a release that leaves less than half of what the quasi-identifiers tell.
fn loses_much(loss: f64) -> PageBlock {
    let text = format!(
        "The release loses {} of what the quasi-identifiers tell. Fewer of them, other hierarchies or weaker \
         demands would keep more.",
        format::share(loss)
    );
    PageBlock::Note(Tone::Careful, text)
}

/// The figure beside each demand.
fn beside(document: &ReleaseDocument) -> FigureBeside {
    if document.nearest.is_some() { FigureBeside::Nearest } else { FigureBeside::Measured }
}

/// Adds whether the published bytes were verified.
pub fn verified(facts: &mut FactList, verified: bool) {
    facts.text("verified from the bytes that were written", Some(format::yes(verified)));
}

/// Adds how many people the rows are of, where a person can have several.
fn people(facts: &mut FactList, people: PeopleCounts) {
    facts.figure("people of the table (classes and risks count people)", Some(people.input));
    facts.figure("people who lost all their rows", Some(people.suppressed));
    facts.figure("people who lost some of their rows", Some(people.lost_some));
}

/// Adds how many rows there are. People drawn at random are no part of the table's rows.
pub fn rows(
    facts: &mut FactList,
    rows: RowCounts,
    evidence: &EvidenceParts<'_>,
    recoding: PublishedForm,
    published: bool,
) {
    facts.figure("rows of the table", Some(rows.input));
    let would = if published { "" } else { "that would be " };
    if recoding == PublishedForm::Randomised {
        let name = format!("rows {would}published, of people in the register");
        facts.figure(&name, Some(rows.published));
        return;
    }
    let kept = evidence.keep_suppressed;
    let classes = if kept { " in classes" } else { "" };
    let stars = if kept { ", and published as rows of *" } else { "" };
    let published = share_of_rows(rows.published, rows.input);
    facts.text(&format!("rows {would}published{classes}"), Some(published));
    let suppressed = share_of_rows(rows.suppressed, rows.input);
    facts.text(&format!("rows {would}suppressed{stars}"), Some(suppressed));
}

/// Whether a release may be published.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseStatus {
    /// The guarantees.
    pub held: GuaranteeCounts,
    /// Whether a release was found.
    pub found: bool,
    /// Whether it was published.
    pub published: bool,
    /// Whether the judge confirmed it.
    pub verified: bool,
    /// Whether nothing was to be published.
    pub dry_run: bool,
}

impl ReleaseStatus {
    /// Why a release that holds, with risks, was not published.
    fn unpublished(self) -> Option<&'static str> {
        match self {
            ReleaseStatus { published: true, .. } => None,
            ReleaseStatus { dry_run: true, .. } => Some("A dry run: nothing was published."),
            _ => Some("Nothing was published: `strict` refuses a file that exposes people."),
        }
    }

    /// The verdict in words.
    pub fn note(self, recoding: PublishedForm) -> PageBlock {
        let GuaranteeCounts { demanded, hold } = self.held;
        let (tone, text) = match self {
            ReleaseStatus { verified: true, published: true, held, .. } if held.all() => (
                Tone::Good,
                format!(
                    "Every demanded guarantee holds ({hold} of {demanded}). {}",
                    judged(recoding)
                ),
            ),
            ReleaseStatus { verified: true, dry_run: true, held, .. } if held.all() => (
                Tone::Careful,
                format!(
                    "A dry run: every demanded guarantee would hold ({hold} of {demanded}), but nothing was published."
                ),
            ),
            ReleaseStatus { verified: true, held, .. } if held.all() => (
                Tone::Careful,
                format!(
                    "Every demanded guarantee would hold ({hold} of {demanded}), but nothing was published."
                ),
            ),
            ReleaseStatus { found: false, published: false, .. } => (
                Tone::Bad,
                format!(
                    "Nothing was published: no release was found that meets every demand ({hold} of {demanded} could be met)."
                ),
            ),
            ReleaseStatus { verified: false, published: true, .. } => (
                Tone::Bad,
                "Do not rely on what was published: the judge did not confirm it.".to_owned(),
            ),
            ReleaseStatus { verified: false, .. } => (
                Tone::Bad,
                "Nothing was published: the judge did not confirm what was written.".to_owned(),
            ),
            ReleaseStatus { verified: true, .. } => {
                (Tone::Bad, format!("Not every demanded guarantee holds: {hold} of {demanded}."))
            }
        };
        PageBlock::Note(tone, text)
    }
}

/// What the verdict rests on.
fn judged(recoding: PublishedForm) -> &'static str {
    match recoding {
        PublishedForm::Generalized => {
            "A judge that shares no code with the search read the published file again and measured it."
        }
        PublishedForm::Anatomy => {
            "A judge that shares no code with the algorithm read both published files again and measured them."
        }
        PublishedForm::Randomised => {
            "This follows from how many people were drawn. A judge read the published file again: every row in it \
             belongs to somebody in the register."
        }
    }
}

fn demanded(
    document: &ReleaseDocument,
    evidence: &EvidenceParts<'_>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let demands = demands::demands(&document.guarantees, evidence.demands);
    let group = document.group.as_deref().or(evidence.group);
    let mut blocks = demands::meanings(&demands, recoding, group);
    blocks.extend(document.nearest.as_deref().and_then(demands::nearest));
    blocks
}

/// What was done to columns and rows.
fn changed(
    document: &ReleaseDocument,
    parts: EvidenceParts<'_>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    let evidence = document.evidence.as_ref();
    let columns = evidence.and_then(|evidence| evidence.columns.as_deref()).unwrap_or_default();
    let mut blocks = match (columns, &document.levels) {
        ([], None) => Vec::new(),
        ([], Some(levels)) => changes::levels(levels),
        (columns, _) => changes::columns(columns),
    };
    let treatment = TreatmentSection {
        recoding,
        published: document.output.is_some(),
        searched: evidence.is_some_and(|evidence| evidence.search.is_some()),
        rows: document.rows,
        group: document.group.as_deref(),
        secrets: document.secrets.as_ref().and_then(Option::as_deref),
        evidence: parts,
    };
    blocks.extend(list(treatment.points()));
    blocks
}

/// Risk and presence.
fn recognised(
    document: &ReleaseDocument,
    evidence: &EvidenceParts<'_>,
    recoding: PublishedForm,
) -> Vec<PageBlock> {
    if document.evidence.is_none() {
        return vec![prose(
            "Risk before and after is part of the evidence, which this document lacks.",
        )];
    }
    let mut blocks = risk::blocks(evidence, "published table", recoding);
    if let Some(presence) = evidence.presence {
        blocks.extend(presence::blocks(presence, &document.guarantees));
    }
    blocks
}

fn usefulness(document: &ReleaseDocument) -> Vec<PageBlock> {
    let costs = document.cost.as_ref().and_then(utility::costs);
    let evidence = document.evidence.as_ref().map(utility::blocks);
    costs.into_iter().chain(evidence.unwrap_or_default()).collect()
}
