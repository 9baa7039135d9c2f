//! The verdict on the first screen of a page: green if nothing was found, amber with the risks, red
//! if a demand fails.

use incrowd_terms::{OverallVerdict, Risk, Severity};

use super::layout::list;
use crate::risks::{badge, meaning, severity, unmeasured};
use crate::{Block, Tone};

/// The verdict and the risks; nothing where nothing was demanded and nothing was found.
pub fn blocks(verdict: Option<OverallVerdict>, risks: &[Risk]) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(verdict) = verdict {
        let tone = match verdict {
            OverallVerdict::Holds => Tone::Good,
            OverallVerdict::HoldsWithRisks => Tone::Careful,
            OverallVerdict::Fails => Tone::Bad,
        };
        let text = format!("{}: {}.", badge(verdict), meaning(verdict, risks));
        blocks.push(Block::Note(tone, text));
    } else if risks.iter().any(|risk| risk.is_measured() && risk.severity > Severity::Notice) {
        let text = "Nothing was demanded, but the file exposes people.".to_owned();
        blocks.push(Block::Note(Tone::Careful, text));
    }
    let measured = risks.iter().filter(|risk| risk.is_measured()).map(point);
    let missing = unmeasured(risks).map(|text| sentence(&text));
    blocks.extend(list(measured.chain(missing).collect()));
    blocks
}

/// A risk with its worst case and what to do about it.
pub fn point(risk: &Risk) -> String {
    let mut text = format!(
        "{} ({}): {}.",
        sentence_start(risk.kind.name()),
        severity(risk.severity),
        risk.what
    );
    if let Some(example) = &risk.example {
        text += &format!(" For example: {example}.");
    }
    if let Some(cure) = &risk.cure {
        text += &format!(" What to do: {cure}.");
    }
    text
}

fn sentence(text: &str) -> String {
    sentence_start(text) + "."
}

fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
