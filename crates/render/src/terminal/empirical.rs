//! What attacks without a register achieve.

use std::fmt::Write;

use incrowd_judge::EmpiricalRisks;

use super::grid::{line_width, wrap};
use super::style::{BAD, FAINT, STRONG};
use crate::empirical::{MEANING, control, told};

/// Letters that a paragraph is narrower than a table.
const MARGIN: usize = 4;

/// A short paragraph for each attack, and what the figures mean.
pub fn empirical(risks: &EmpiricalRisks) -> String {
    let mut text = String::new();
    for attack in told(risks) {
        let _ = writeln!(text, "\n{STRONG}{}{STRONG:#}", attack.name);
        text += &indented(&format!("{} {}", attack.does, attack.works));
        let style = if attack.exposes { BAD } else { STRONG };
        let _ = writeln!(text, "  {style}{}{style:#}", attack.excess);
    }
    text.push('\n');
    for line in wrap(&format!("{} {MEANING}", control(risks)), line_width() - MARGIN) {
        let _ = writeln!(text, "{FAINT}{line}{FAINT:#}");
    }
    text
}

fn indented(paragraph: &str) -> String {
    wrap(paragraph, line_width() - MARGIN).iter().map(|line| format!("  {line}\n")).collect()
}
