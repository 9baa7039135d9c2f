//! The page of a release: published, refused or only tried.

use crate::{Block, Page, Tone};

use super::Made;
use super::banner::banner;
use super::frame::{Facts, Sections, prose};
use super::part::{Part, Read};
use super::recoding::Recoding;
use super::verdict::{self, Held, share_of_rows};
use super::{
    change, closing, demands, fate, lattice, learned, minimal, presence, risk, utility, words,
};

/// The entries that the page is about.
const SHOWN: [&str; 20] = [
    "algorithm",
    "recoding",
    "rows",
    "levels",
    "classes",
    "cost",
    "lower_bound",
    "guarantees",
    "nearest",
    "search",
    "learned",
    "minimal",
    "smallest_k",
    "group",
    "secrets",
    "draw",
    "ordered",
    "audit",
    "members",
    "people",
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let mut sections = Sections::default();
    sections.add("At a glance", glance(whole, evidence)?);
    sections.add("What was demanded and what was measured", demands::blocks(whole, evidence)?);
    sections.add("What remains possible", learned::blocks(whole)?);
    sections.add(verdict::changes(whole)?, change::blocks(whole, evidence)?);
    sections.add(risk::title(evidence)?, dangers(whole, evidence)?);
    sections.add("What the table is still good for", utility::blocks(whole, evidence)?);
    sections.add("How the search went", lattice::blocks(whole, evidence)?);
    sections.add("Other ways that meet the demands", minimal::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title("Release of", "table", evidence)?,
        verdict::subtitle(&verdict::outcome(whole)?, evidence)?,
    ))
}

/// The verdict, and the figures that go with it.
fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let recoding = Recoding::of(whole, evidence)?;
    let mut blocks = vec![banner(Made::Release, whole)?, note(whole, recoding)?];
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    facts.add("published as", whole.text("output")?);
    facts.add("secrets published as", whole.text("secrets")?);
    rows(&mut facts, whole, evidence, recoding)?;
    facts.add("members", whole.figure("members")?);
    facts.add("people of the population", whole.figure("people")?);
    facts.add(recoding.classes(), whole.figure("classes")?);
    if let Some(cost) = whole.part("cost")?
        && let (Some(figure), Some(share)) = (cost.figure("loss")?, cost.float("loss")?)
    {
        facts.add("information lost", Some(format!("{figure} ({})", words::percent(share))));
    }
    if whole.any("rows").is_some() {
        let verified = "verified from the bytes that were written";
        facts.add(verified, whole.flag("verified")?.map(words::yes));
    }
    blocks.extend(facts.table("The release in figures"));
    Ok(blocks)
}

/// How many rows there are. Those that chance drew are no part of the table's rows.
fn rows(
    facts: &mut Facts,
    whole: &Part<'_>,
    evidence: Option<&Part<'_>>,
    recoding: Recoding,
) -> Read<()> {
    let Some(rows) = whole.part("rows")? else { return Ok(()) };
    facts.add("rows of the table", rows.figure("input")?);
    let would = if whole.text("output")?.is_some() { "" } else { "that would be " };
    if recoding == Recoding::Randomised {
        let name = format!("rows {would}published, of people of the register");
        facts.add(&name, rows.figure("published")?);
        return Ok(());
    }
    let kept = fate::keeps_suppressed(evidence)?;
    let classes = if kept { " in classes" } else { "" };
    let stars = if kept { ", and published as rows of *" } else { "" };
    let published = share_of_rows(&rows, "published", "input")?;
    facts.add(&format!("rows {would}published{classes}"), published);
    let suppressed = share_of_rows(&rows, "suppressed", "input")?;
    facts.add(&format!("rows {would}suppressed{stars}"), suppressed);
    Ok(())
}

/// Whether it may be published.
fn note(whole: &Part<'_>, recoding: Recoding) -> Read<Block> {
    let held = Held::of(whole)?;
    let verified = whole.flag("verified")?;
    let published = whole.text("output")?.is_some();
    let Held { demanded, hold } = held;
    let (tone, text) = match verified {
        Some(true) if held.all() && published => (
            Tone::Good,
            format!("Every demanded guarantee holds ({hold} of {demanded}). {}", judged(recoding)),
        ),
        Some(true) if held.all() => (
            Tone::Careful,
            format!(
                "A dry run: every demanded guarantee would hold ({hold} of {demanded}), but nothing was published."
            ),
        ),
        _ if whole.any("rows").is_none() && !published => (
            Tone::Bad,
            format!(
                "Nothing was published: no release was found that meets every demand ({hold} of {demanded} could be met)."
            ),
        ),
        Some(false) if published => (
            Tone::Bad,
            "Do not rely on what was published: the judge did not confirm it.".to_owned(),
        ),
        Some(false) => (
            Tone::Bad,
            "Nothing was published: the judge did not confirm what was written.".to_owned(),
        ),
        None => (
            Tone::Careful,
            format!(
                "The document does not say that the file was verified; {hold} of {demanded} guarantees hold by it."
            ),
        ),
        Some(true) => {
            (Tone::Bad, format!("Not every demanded guarantee holds: {hold} of {demanded}."))
        }
    };
    Ok(Block::Note(tone, text))
}

/// What the verdict rests on.
fn judged(recoding: Recoding) -> &'static str {
    match recoding {
        Recoding::Generalized => {
            "A judge that uses nothing of the search read the published file again and measured it."
        }
        Recoding::Anatomy => {
            "A judge that uses nothing of what made them read both published files again and measured them."
        }
        Recoding::Randomised => {
            "That follows from how many were drawn; a judge read the published file again, and every row in it is of somebody \
             of the register."
        }
    }
}

/// Risk and presence.
fn dangers(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let Some(evidence) = evidence else {
        return Ok(vec![prose(
            "Risk before and after is part of the evidence, which this document lacks.",
        )]);
    };
    let recoding = Recoding::of(whole, Some(evidence))?;
    let mut blocks = risk::blocks(evidence, "published table", recoding)?;
    blocks.extend(presence::blocks(whole, evidence)?);
    Ok(blocks)
}
