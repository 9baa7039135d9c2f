//! The page of a check: what a table is like, and whether it has what was demanded.

use crate::{Block, Page};

use super::Made;
use super::banner::banner;
use super::frame::{Facts, Sections};
use super::part::{Part, Read};
use super::recoding::Recoding;
use super::uniqueness::Estimates;
use super::verdict::{self, Held};
use super::{closing, demands, learned, presence, risk, secrets, utility, words};

/// The entries that the page is about.
const SHOWN: [&str; 15] = [
    "rows",
    "suppressed",
    "classes",
    "k",
    "unique_rows",
    "average_class",
    "sensitive",
    "disclosures",
    "proximity",
    "learned",
    "risk",
    "uniqueness",
    "presence",
    "guarantees",
    "nearest",
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let mut sections = Sections::default();
    sections.add("At a glance", glance(whole, evidence)?);
    sections.add("What was demanded and what was measured", demands::blocks(whole, evidence)?);
    sections.add("What remains possible", learned::blocks(whole)?);
    sections.add("Risk", dangers(whole, evidence)?);
    sections.add("Sensitive columns", secrets::blocks(whole, Recoding::of(whole, evidence)?)?);
    sections.add("What the table holds", utility::blocks(whole, evidence)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title("Check of", "table", evidence)?,
        verdict::subtitle("Measured, nothing was changed", evidence)?,
    ))
}

fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = vec![banner(Made::Check, whole)?, Held::of(whole)?.note()];
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    verdict::roles(&mut facts, evidence)?;
    facts.add("rows", whole.figure("rows")?);
    facts.add("rows suppressed as stars", whole.figure("suppressed")?);
    let recoding = Recoding::of(whole, evidence)?;
    facts.add(recoding.classes(), whole.figure("classes")?);
    facts.add("rows of the smallest class (k)", whole.figure("k")?);
    facts.add("rows that are alone in their class", whole.figure("unique_rows")?);
    facts.add("rows of a class on average", whole.figure("average_class")?);
    if let Some(risk) = whole.part("risk")? {
        for key in ["prosecutor", "journalist", "marketer"] {
            if let (Some(figure), Some(chance)) = (risk.figure(key)?, risk.float(key)?) {
                let told = format!("{figure} ({})", words::one_in(chance));
                facts.add(&format!("{key} risk"), Some(told));
            }
        }
    }
    presence::ranges(&mut facts, whole)?;
    blocks.extend(facts.table("The table in figures"));
    Ok(blocks)
}

/// The risks in words, the class sizes, and what is estimated of the population.
fn dangers(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    let told = evidence.map(|evidence| evidence.part("risk")).transpose()?.flatten();
    if told.is_none()
        && let Some(risk) = whole.part("risk")?
    {
        blocks.extend(risk::adversaries(&[("in this table", &risk)])?);
    }
    if let Some(evidence) = evidence {
        blocks.extend(risk::blocks(evidence, "this table", Recoding::of(whole, Some(evidence))?)?);
        blocks.extend(presence::blocks(whole, evidence)?);
    }
    let mut estimates = Estimates::new();
    estimates.add("the quasi-identifiers", whole)?;
    blocks.extend(estimates.blocks());
    Ok(blocks)
}
