//! The page of a mask: how many combinations may be published, how they were shared out among the
//! columns, and what combinations the published table really has.

use crate::{Axis, Bars, Block, Chart, Grid, Page, Tone};

use super::Made;
use super::banner::banner;
use super::frame::{Facts, Sections, list, prose, table};
use super::part::{Part, Read};
use super::recoding::Recoding;
use super::verdict::{self, Held};
use super::{closing, demands, harbor, risk, utility, words};

/// The entries that the page is about.
const SHOWN: [&str; 11] = [
    "verdict",
    "risks",
    "cells",
    "promise",
    "rows",
    "columns",
    "dropped",
    "joint",
    "guarantees",
    "nearest",
    "safe_harbor",
];

/// Figures of a column, and what they are called.
const COLUMN: [(&str, &str); 5] = [
    ("distinct_before", "distinct before"),
    ("budget", "budget"),
    ("distinct_after", "distinct after"),
    ("error", "error"),
    ("rank_difference", "rank difference"),
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let mut sections = Sections::default();
    sections.add("At a glance", glance(whole, evidence)?);
    sections.add("What was demanded and what was measured", demands::blocks(whole, evidence)?);
    sections.add("What was promised", promise(whole)?);
    sections.add(verdict::changes(whole)?, columns(whole)?);
    if let Some(found) = evidence {
        let blocks = risk::blocks(found, "published table", Recoding::Generalized)?;
        sections.add(risk::title(evidence)?, blocks);
    }
    sections.add("What the table is still good for", utility::blocks(whole, evidence)?);
    sections.add("HIPAA safe harbor", harbor::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title("Mask of", "table", evidence)?,
        verdict::subtitle(&verdict::outcome(whole)?, evidence)?,
    ))
}

fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = vec![banner(Made::Mask, whole)?];
    let held = Held::of(whole)?;
    if held.demanded > 0 {
        blocks.push(held.note());
    }
    let planned = is_plan(whole)?;
    if planned {
        let text = "Nothing was published: this is a plan.".to_owned();
        blocks.push(Block::Note(Tone::Careful, text));
    } else if whole.text("output")?.is_none() {
        let text = "Nothing was published: what was written is not what was asked for.".to_owned();
        blocks.push(Block::Note(Tone::Bad, text));
    }
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    facts.add("published as", whole.text("output")?);
    verdict::roles(&mut facts, evidence)?;
    facts.add("rows", whole.figure("rows")?);
    facts.add("combinations that may be published (cells)", whole.figure("cells")?);
    if let Some(joint) = whole.part("joint")? {
        facts.add("combinations in the masked table", joint.figure("classes")?);
        facts.add("rows of the rarest combination (joint k)", joint.figure("k")?);
    }
    facts.add("verdict", whole.text("verdict")?);
    for risk in whole.parts("risks")? {
        facts.add(&format!("risk: {}", risk.word("kind")?), risk.text("what")?);
    }
    if !planned {
        facts.add("shows what was planned", whole.flag("verified")?.map(words::yes));
    }
    blocks.extend(facts.table("The mask in figures"));
    Ok(blocks)
}

/// Whether a document says only how a table would be masked.
pub fn is_plan(whole: &Part<'_>) -> Read<bool> {
    let Some(joint) = whole.part("joint")? else { return Ok(false) };
    Ok(whole.text("output")?.is_none() && joint.any("classes").is_none())
}

/// What the number of cells rests on, and what it does not.
fn promise(whole: &Part<'_>) -> Read<Vec<Block>> {
    let Some(promise) = whole.part("promise")? else { return Ok(Vec::new()) };
    let form = promise.text("form")?;
    let mut facts = Facts::new();
    facts.add("crowd that every row should vanish in (k)", promise.figure("k")?);
    facts.add("probability of failing that is accepted (beta)", promise.figure("beta")?);
    facts.add("people of the universe", promise.figure("universe")?);
    facts.add("form of the bound", form);
    facts.add("probability of failing that is promised", promise.figure("failure")?);
    let mut blocks: Vec<Block> = facts.table("The promise").into_iter().collect();
    let counted = match is_plan(whole)? {
        true => "count the combinations before you publish.",
        false => "believe the combinations that were counted.",
    };
    blocks.push(prose(format!("{} {counted}", assumed(form))));
    Ok(blocks)
}

/// What a promise assumes and for whom it is made, by the form of its bound; ends in a colon.
fn assumed(form: Option<&str>) -> &'static str {
    match form {
        Some("distribution-free") => {
            "The promise assumes nothing about how people spread over the combinations. It is made for a person taken \
             at random, not for everybody at once, and for the people of the universe, not for the rows of the table:"
        }
        Some("simultaneous") => {
            "The promise is made for all combinations at once, and assumes that they are equally likely. Columns that \
             are each well mixed do not make them so:"
        }
        Some("theorem" | "exact") => {
            "The promise is made for each combination by itself, not for all at once, and assumes that they are equally \
             likely. Columns that are each well mixed do not make them so:"
        }
        _ => "What the promise assumes depends on the form of the bound:",
    }
}

/// What became of each column.
fn columns(whole: &Part<'_>) -> Read<Vec<Block>> {
    let titles = COLUMN.iter().map(|(_, title)| *title);
    let mut grid = Grid::new(["column", "how"].into_iter().chain(titles));
    let (mut places, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for column in whole.parts("columns")? {
        let estimated = column.flag("distinct_before_estimated")? == Some(true);
        let at_most = column.flag("rank_difference_at_most")? == Some(true);
        let mut cells = vec![column.word("name")?, column.word("how")?];
        for (key, _) in COLUMN {
            let figure = column.cell(key)?;
            cells.push(match key {
                "distinct_before" if estimated => format!("about {figure}"),
                "rank_difference" if at_most => format!("at most {figure}"),
                _ => figure,
            });
        }
        grid.row(cells);
        places.push(column.word("name")?);
        before.push(column.float("distinct_before")?);
        after.push(column.float("distinct_after")?);
    }
    let published = whole.text("output")?.is_some();
    let (caption, gone) = match published {
        true => ("What became of each column", "Columns that were dropped"),
        false => ("What would become of each column", "Columns that would be dropped"),
    };
    let mut blocks: Vec<Block> = table(caption, grid).into_iter().collect();
    let groups: Vec<_> = [("before", before), ("after", after)]
        .into_iter()
        .filter(|(_, counts)| counts.iter().any(Option::is_some))
        .map(|(name, counts)| (name.to_owned(), counts))
        .collect();
    if !groups.is_empty() {
        let sides = if groups.len() > 1 { " before and after" } else { "" };
        let chart = Bars {
            title: "Distinct values per column".to_owned(),
            label: "column".to_owned(),
            y: Axis { label: "distinct values".to_owned(), log: true, ..Axis::default() },
            places,
            groups,
        };
        let caption =
            format!("Distinct values per column{sides}; equal steps upward are equal factors.");
        blocks.push(Block::Figure(caption, Chart::Bars(chart)));
    }
    let dropped = whole.texts("dropped")?;
    if !dropped.is_empty() {
        blocks.extend(list(vec![format!("{gone}: {}.", dropped.join(", "))]));
    }
    Ok(blocks)
}
