//! The page of a mask: how many combinations may be published, how they were shared out among the
//! columns, and what combinations the published table really has.

use crate::{Axis, Bars, Block, Chart, Grid, Page, Tone};

use super::frame::{Facts, Sections, list, prose, table};
use super::part::{Part, Read};
use super::verdict::{self, Held};
use super::{closing, demands, harbor, risk, utility, words};

/// The entries that the page is about.
const SHOWN: [&str; 9] = [
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
    sections.add("What was changed", columns(whole)?);
    if let Some(evidence) = evidence {
        sections.add("Risk before and after", risk::blocks(evidence)?);
    }
    sections.add("What the table is still good for", utility::blocks(whole, evidence)?);
    sections.add("HIPAA safe harbor", harbor::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    let outcome = match whole.text("output")? {
        Some(output) => format!("Published as {output}"),
        None => "Nothing was published".to_owned(),
    };
    Ok(sections.page(
        verdict::title("Mask of", "table", evidence)?,
        verdict::subtitle(&outcome, evidence)?,
    ))
}

fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = vec![verdict::banner()];
    let held = Held::of(whole)?;
    if held.demanded > 0 {
        blocks.push(held.note());
    }
    if whole.text("output")?.is_none() {
        let text =
            "Nothing was published: this is a plan, or the plan could not be met.".to_owned();
        blocks.push(Block::Note(Tone::Careful, text));
    }
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    facts.add("published as", whole.text("output")?);
    verdict::roles(&mut facts, evidence)?;
    facts.add("rows", whole.figure("rows")?);
    facts.add("combinations that may be published (cells)", whole.figure("cells")?);
    if let Some(joint) = whole.part("joint")? {
        facts.add("combinations that are published", joint.figure("classes")?);
        facts.add("rows of the rarest combination (joint k)", joint.figure("k")?);
    }
    facts.add("shows what was planned", whole.flag("verified")?.map(words::yes));
    facts.add("seconds", whole.figure("seconds")?);
    blocks.extend(facts.table("The mask in figures"));
    Ok(blocks)
}

/// What the number of cells rests on, and what it does not.
fn promise(whole: &Part<'_>) -> Read<Vec<Block>> {
    let Some(promise) = whole.part("promise")? else { return Ok(Vec::new()) };
    let mut facts = Facts::new();
    facts.add("crowd that every row should vanish in (k)", promise.figure("k")?);
    facts.add("probability of failing that is accepted (beta)", promise.figure("beta")?);
    facts.add("people of the universe", promise.figure("universe")?);
    facts.add("form of the bound", promise.text("form")?);
    facts.add("probability of failing that is promised", promise.figure("failure")?);
    let mut blocks: Vec<Block> = facts.table("The promise").into_iter().collect();
    blocks.push(prose(
        "The promise assumes that all combinations are equally likely. Columns that are each well mixed do not make \
         it so: believe the combinations that were counted.",
    ));
    Ok(blocks)
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
    let mut blocks: Vec<Block> = table("What became of each column", grid).into_iter().collect();
    let groups: Vec<_> = [("before", before), ("after", after)]
        .into_iter()
        .filter(|(_, counts)| counts.iter().any(Option::is_some))
        .map(|(name, counts)| (name.to_owned(), counts))
        .collect();
    if !groups.is_empty() {
        let chart = Bars {
            title: "Distinct values per column".to_owned(),
            label: "column".to_owned(),
            y: Axis { label: "distinct values".to_owned(), log: true, ..Axis::default() },
            places,
            groups,
        };
        let caption =
            "Distinct values per column before and after; equal steps upward are equal factors.";
        blocks.push(Block::Figure(caption.to_owned(), Chart::Bars(chart)));
    }
    let dropped = whole.texts("dropped")?;
    if !dropped.is_empty() {
        blocks.extend(list(vec![format!("Columns that were dropped: {}.", dropped.join(", "))]));
    }
    Ok(blocks)
}
