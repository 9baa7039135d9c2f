//! The page of a release: published, refused or only tried.

use crate::{Block, Page, Tone};

use super::frame::{Facts, Sections, prose};
use super::part::{Part, Read};
use super::verdict::{self, Held, share_of_rows};
use super::{change, closing, demands, lattice, learned, minimal, presence, risk, utility, words};

/// The entries that the page is about.
const SHOWN: [&str; 19] = [
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
    "coins",
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
    sections.add("What was changed", change::blocks(whole, evidence)?);
    sections.add("Risk before and after", dangers(whole, evidence)?);
    sections.add("What the table is still good for", utility::blocks(whole, evidence)?);
    sections.add("How the search went", lattice::blocks(whole, evidence)?);
    sections.add("Other ways that meet the demands", minimal::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    let outcome = match whole.text("output")? {
        Some(output) => format!("published as {output}"),
        None => "nothing was published".to_owned(),
    };
    Ok(sections.page(
        verdict::title("Release of", "table", evidence)?,
        verdict::subtitle(&words::sentence(&outcome), evidence)?,
    ))
}

/// The verdict, and the figures that go with it.
fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = vec![verdict::banner(), note(whole)?];
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    facts.add("published as", whole.text("output")?);
    facts.add("secrets published as", whole.text("secrets")?);
    if let Some(rows) = whole.part("rows")? {
        facts.add("rows of the table", rows.figure("input")?);
        facts.add("rows published", share_of_rows(&rows, "published", "input")?);
        facts.add("rows suppressed", share_of_rows(&rows, "suppressed", "input")?);
    }
    facts.add("members", whole.figure("members")?);
    facts.add("people of the population", whole.figure("people")?);
    facts.add("classes of rows that look alike", whole.figure("classes")?);
    if let Some(cost) = whole.part("cost")?
        && let (Some(figure), Some(share)) = (cost.figure("loss")?, cost.float("loss")?)
    {
        facts.add("information lost", Some(format!("{figure} ({})", words::percent(share))));
    }
    facts.add("verified from the published bytes", whole.flag("verified")?.map(words::yes));
    blocks.extend(facts.table("The release in figures"));
    Ok(blocks)
}

/// Whether it may be published.
fn note(whole: &Part<'_>) -> Read<Block> {
    let held = Held::of(whole)?;
    let verified = whole.flag("verified")?;
    let published = whole.text("output")?.is_some();
    let Held { demanded, hold } = held;
    let (tone, text) = match verified {
        Some(true) if held.all() && published => (
            Tone::Good,
            format!(
                "Every demanded guarantee holds ({hold} of {demanded}). The published file was read again, byte by \
                 byte, by a judge that shares no code with the search."
            ),
        ),
        Some(true) if held.all() => (
            Tone::Careful,
            format!(
                "A dry run: every demanded guarantee would hold ({hold} of {demanded}), but nothing was published."
            ),
        ),
        _ if whole.any("nearest").is_some() && !published => (
            Tone::Bad,
            format!(
                "Nothing was published: no release was found that meets every demand ({hold} of {demanded} could be met)."
            ),
        ),
        Some(false) => {
            (Tone::Bad, "Nothing may be published: what was written was not verified.".to_owned())
        }
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

/// Risk and presence.
fn dangers(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let Some(evidence) = evidence else {
        return Ok(vec![prose(
            "Risk before and after is part of the evidence, which this document lacks.",
        )]);
    };
    let mut blocks = risk::blocks(evidence)?;
    blocks.extend(presence::blocks(whole, evidence)?);
    Ok(blocks)
}
