//! Where the figures come from: the configuration word for word, the files with their SHA-256, and
//! how to make the result again.

use super::evidence::EvidenceParts;
use super::layout::{FactList, heading, list, prose, table};
use crate::{Grid, PageBlock};

/// What can be done with the evidence of a document.
#[derive(Clone, Copy, Debug)]
pub enum Repeat {
    /// The command can be run again.
    Command {
        /// Whether it published a table.
        published: bool,
        /// Whether it gives evidence if asked; explorations and plans give none.
        has_evidence: bool,
    },
    /// A certificate can be verified.
    Certificate,
}

/// What the figures were made from and with.
pub fn blocks(evidence: &EvidenceParts<'_>, repeat: Repeat) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    let known = |text: &str| !text.is_empty();
    facts.text("command", Some(evidence.command).filter(|name| known(name)).map(incrowd));
    facts.text("version", Some(evidence.version).filter(|version| known(version)));
    let mut blocks: Vec<PageBlock> = facts.table("Made by").into_iter().collect();
    blocks.extend(files(evidence));
    if known(evidence.configuration) {
        blocks.push(heading("Configuration, word for word"));
        blocks.push(PageBlock::Verbatim(evidence.configuration.to_owned()));
    }
    match repeat {
        Repeat::Command { published, .. } if known(evidence.configuration) => {
            blocks.extend(steps(published));
        }
        Repeat::Command { has_evidence, .. } => blocks.push(lacking(has_evidence)),
        Repeat::Certificate => blocks.push(prose(
            "'incrowd verify C.json' compares the published file with the SHA-256 above and measures every figure of the \
             certificate again. The original table and how the release was found stay with the steward: from the \
             certificate alone the release cannot be made again.",
        )),
    }
    blocks
}

fn incrowd(command: &str) -> String {
    format!("incrowd {command}")
}

fn lacking(has_evidence: bool) -> PageBlock {
    let lacking = "The configuration and the SHA-256 of the files are part of the evidence, which this document lacks: \
                   from this report alone the result cannot be made again.";
    let remedy = match has_evidence {
        true => " Run the command with --report or --evidence to get them.",
        false => "",
    };
    prose(format!("{lacking}{remedy}"))
}

/// Every file with its size and SHA-256.
fn files(evidence: &EvidenceParts<'_>) -> Option<PageBlock> {
    let mut grid = Grid::new(["file", "role", "bytes", "SHA-256"]);
    for file in evidence.inputs.iter().chain(evidence.outputs) {
        let bytes = file.bytes.to_string();
        grid.row([file.name.as_str(), &file.role, &bytes, &file.sha256]);
    }
    table("Files that were read and written", grid)
}

/// How to make the result again and compare.
fn steps(published: bool) -> Option<PageBlock> {
    let mut points = vec![
        "Compare the SHA-256 of your input files with those above (sha256sum FILE). A different SHA-256 means a different file.",
        "Figures in this report have three significant digits; --json --evidence prints all of them.",
        "Run the version named above with the configuration above. The same input, options and seed give the same \
         bytes on any number of threads, unless a time limit cut the search short.",
    ];
    if published {
        points.push("Compare the SHA-256 of the outputs: they must be equal.");
        points.push(
            "If a certificate was written (--certificate C.json), 'incrowd verify C.json' compares the published \
             bytes with it and measures again what can be measured in them; it fails if a byte changed.",
        );
    }
    list(points.into_iter().map(str::to_owned).collect())
}
