//! What attacks without a register achieve: singling out, linkability and inference.

use incrowd_judge::EmpiricalRisks;

use super::layout::{heading, prose};
use crate::empirical::{MEANING, control, told};
use crate::{PageBlock, Tone};

/// The title of the section.
pub const TITLE: &str = "What an attacker without a register can do";

/// A paragraph for each attack, and what the figures mean.
pub fn blocks(risks: Option<&EmpiricalRisks>) -> Vec<PageBlock> {
    let Some(risks) = risks else { return Vec::new() };
    let text = format!(
        "Guesses were made from the published table and compared with the original: singling out, \
         linkability and inference, the three questions of the European regulators. The columns that \
         the attacker knows are the worst of many that were tried. {} {MEANING}",
        control(risks)
    );
    let mut blocks = vec![prose(text)];
    for attack in told(risks) {
        let tone = if attack.exposes { Tone::Careful } else { Tone::Good };
        blocks.push(heading(attack.name));
        blocks.push(prose(format!("{} {}", attack.does, attack.works)));
        blocks.push(PageBlock::Note(tone, attack.excess));
    }
    blocks
}
