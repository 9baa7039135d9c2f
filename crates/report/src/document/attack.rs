//! The page of an attack: what someone with a register of the population learns of who is in the
//! table.

use crate::{Block, Grid, Page, Tone};

use super::Made;
use super::banner::banner;
use super::frame::{Facts, Sections, prose, table};
use super::part::{Part, Read};
use super::verdict::{self, Held};
use super::{closing, demands, learned, presence, words};

/// The entries that the page is about.
const SHOWN: [&str; 12] = [
    "people",
    "published_rows",
    "overlapping",
    "presence",
    "certainly_in",
    "certainly_out",
    "unknown",
    "histogram",
    "learned",
    "worst",
    "guarantees",
    "nearest",
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let mut sections = Sections::default();
    sections.add("At a glance", glance(whole, evidence)?);
    sections.add("What was demanded and what was measured", demands::blocks(whole, evidence)?);
    sections.add("Everybody's presence", presence::histograms(whole)?);
    sections.add("The most exposed people", exposed(whole)?);
    sections.add("What remains possible", learned::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title("Attack on", "published", evidence)?,
        verdict::subtitle(
            "What an adversary learns from the published table and a register",
            evidence,
        )?,
    ))
}

fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = vec![banner(Made::Attack, whole)?];
    let held = Held::of(whole)?;
    if held.demanded > 0 {
        blocks.push(held.note());
    }
    let certain = |key| whole.float(key).map(|people| people.is_some_and(|people| people > 0.0));
    if certain("certainly_in")? {
        let text = "Of some people it is certain that they are in the table.".to_owned();
        blocks.push(Block::Note(Tone::Bad, text));
    } else if certain("certainly_out")? {
        let text = "Of nobody it is certain that they are in the table; of some it is certain that they are not.";
        blocks.push(Block::Note(Tone::Careful, text.to_owned()));
    } else if certain("unknown")? {
        let text = "Nobody is certainly in the table. Some people match no published class: they may be in it if rows were suppressed.";
        blocks.push(Block::Note(Tone::Careful, text.to_owned()));
    } else if whole.any("certainly_in").is_some() && whole.any("certainly_out").is_some() {
        let text = "Of nobody it is certain whether they are in the table.".to_owned();
        blocks.push(Block::Note(Tone::Good, text));
    }
    let mut facts = Facts::new();
    facts.add("published table", verdict::input(evidence, "published")?);
    facts.add("register", verdict::input(evidence, "public")?);
    verdict::roles(&mut facts, evidence)?;
    facts.add("people of the register", whole.figure("people")?);
    facts.add("published rows", whole.figure("published_rows")?);
    let overlapping = whole.flag("overlapping")?;
    facts.add("somebody matches several published classes", overlapping.map(words::yes));
    presence::ranges(&mut facts, whole)?;
    facts.add("people certainly in the table", whole.figure("certainly_in")?);
    facts.add("people certainly not in it", whole.figure("certainly_out")?);
    facts.add("people of whom it is unknown", whole.figure("unknown")?);
    blocks.extend(facts.table("The attack in figures"));
    blocks.push(prose(
        "The attack does not know how the release was chosen: someone who knows the algorithm can learn more.",
    ));
    Ok(blocks)
}

/// The people of the register who are most exposed, as many as were asked for.
fn exposed(whole: &Part<'_>) -> Read<Vec<Block>> {
    let mut grid = Grid::new(["line of the register", "values", "presence", "matches"]);
    for person in whole.parts("worst")? {
        let mut values = Vec::new();
        if let Some(found) = person.part("values")? {
            for (name, value) in found.entries() {
                let value = value.as_str().map_or_else(|| words::plain(value), str::to_owned);
                values.push(format!("{name}={value}"));
            }
        }
        let class = person.text("class")?.unwrap_or("no published class").to_owned();
        grid.row([person.cell("line")?, values.join(", "), presence::chance(&person)?, class]);
    }
    let mut blocks = Vec::new();
    if let Some(people) = table("The most exposed people, the highest presence first", grid) {
        let text = "These lines are about single people of the register: keep this page as you keep the register.";
        blocks.push(Block::Note(Tone::Careful, text.to_owned()));
        blocks.push(people);
    }
    Ok(blocks)
}
