//! What every summary begins with: the verdict, and the risks that were found.

use std::fmt::Write;

use incrowd_terms::{OverallVerdict, Risk, Severity};

use super::style::{BAD, FAINT, GOOD, STRONG, WARNING};
use crate::risks::{badge, meaning, severity, unmeasured};

/// The verdict on a line, then each risk with an example and its cure; ends in an empty line.
pub fn verdict(verdict: Option<OverallVerdict>, risks: &[Risk]) -> String {
    let mut text = String::new();
    match verdict {
        Some(verdict) => {
            let style = match verdict {
                OverallVerdict::Holds => GOOD,
                OverallVerdict::HoldsWithRisks => WARNING,
                OverallVerdict::Fails => BAD,
            };
            let _ =
                writeln!(text, "{style}{}{style:#}: {}", badge(verdict), meaning(verdict, risks));
        }
        None if risks.iter().any(Risk::is_measured) => {
            let _ = writeln!(text, "{STRONG}Nothing was demanded{STRONG:#}; found in the file");
        }
        None => return text,
    }
    risks.iter().filter(|risk| risk.is_measured()).for_each(|risk| text += &line(risk));
    if let Some(missing) = unmeasured(risks) {
        let _ = writeln!(text, "  {FAINT}{missing}{FAINT:#}");
    }
    text + "\n"
}

/// A risk, its worst case and what to do about it.
fn line(risk: &Risk) -> String {
    let style = match risk.severity {
        Severity::Severe => BAD,
        Severity::Warning => WARNING,
        Severity::Notice => FAINT,
    };
    let mut text =
        format!("  {style}{}{style:#}  {}: {}\n", severity(risk.severity), risk.kind, risk.what);
    if let Some(example) = &risk.example {
        let _ = writeln!(text, "    {FAINT}for example: {example}{FAINT:#}");
    }
    if let Some(cure) = &risk.cure {
        let _ = writeln!(text, "    {FAINT}what to do: {cure}{FAINT:#}");
    }
    text
}
