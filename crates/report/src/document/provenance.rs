//! Where the figures come from: the configuration letter by letter, the files with their sums, and
//! how to do all of it again.

use crate::{Block, Grid};

use super::banner::is_certificate;
use super::frame::{Facts, heading, list, prose, table};
use super::mask;
use super::part::{Part, Read};

/// What the figures were made from and with.
pub fn blocks(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    if let Some(evidence) = evidence {
        let mut facts = Facts::new();
        facts.add("command", evidence.text("command")?.map(|name| format!("incrowd {name}")));
        facts.add("version", evidence.text("version")?);
        blocks.extend(facts.table("Made by"));
        blocks.extend(files(evidence)?);
        if let Some(text) = evidence.text("configuration")? {
            blocks.push(heading("Configuration, letter by letter"));
            blocks.push(Block::Verbatim(text.to_owned()));
        }
    }
    let known = |key| evidence.is_some_and(|evidence| evidence.any(key).is_some());
    if known("configuration") && known("inputs") {
        blocks.extend(again(whole)?);
    } else if is_certificate(whole)? {
        blocks.push(prose(
            "'incrowd verify C.json' compares the published file with the sums above and measures every figure of the \
             certificate again. The original table and how the release was found stay with the steward: from the \
             certificate alone the release cannot be made again.",
        ));
    } else {
        let lacking = "The configuration, or the sums of the files, are part of the evidence, which this document \
                       lacks: from this report alone the result cannot be made again.";
        let mend = match has_evidence(whole)? {
            true => " Run the command with --report or --evidence to have them.",
            false => "",
        };
        blocks.push(prose(format!("{lacking}{mend}")));
    }
    Ok(blocks)
}

/// Whether evidence can be had: there is none of a trade-off, nor of a plan.
fn has_evidence(whole: &Part<'_>) -> Read<bool> {
    Ok(!whole.has("explore") && !mask::is_plan(whole)?)
}

/// Every file with its size and sum.
fn files(evidence: &Part<'_>) -> Read<Option<Block>> {
    let mut grid = Grid::new(["file", "role", "bytes", "SHA-256"]);
    for key in ["inputs", "outputs"] {
        for file in evidence.parts(key)? {
            grid.row([
                file.word("name")?,
                file.word("role")?,
                file.cell("bytes")?,
                file.word("sha256")?,
            ]);
        }
    }
    Ok(table("Files that were read and written", grid))
}

/// How to make it again and compare.
fn again(whole: &Part<'_>) -> Read<Option<Block>> {
    let mut points = vec![
        "Compare the SHA-256 of your input files with those above (sha256sum FILE); another sum is another file."
            .to_owned(),
        "Figures in this report have six significant digits; --json --evidence prints all of them.".to_owned(),
        "Run the version named above with the configuration above. The same input, options and seed give the same \
         bytes on any number of threads, unless a time limit cut the search short."
            .to_owned(),
    ];
    if whole.text("output")?.is_some() {
        points.push("Compare the SHA-256 of the outputs: they must be equal.".to_owned());
        points.push(
            "If a certificate was written (--certificate C.json), 'incrowd verify C.json' compares the published \
             bytes with it and measures again what can be measured in them; it fails if a byte changed."
                .to_owned(),
        );
    }
    Ok(list(points))
}
