//! What a run found, for readers and for machines.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use repro::{Claim, ClaimVerdict, RunOutcome};
use serde_json::{Value, json};

use crate::args::Args;

const STRONG: Style = Style::new().bold();

/// The color of a verdict.
fn style(verdict: ClaimVerdict) -> Style {
    match verdict {
        ClaimVerdict::Reproduces => AnsiColor::Green.on_default().bold(),
        ClaimVerdict::Partly => AnsiColor::Yellow.on_default().bold(),
        ClaimVerdict::DoesNot => AnsiColor::Red.on_default().bold(),
        ClaimVerdict::CannotBeTold => Style::new().dimmed(),
    }
}

/// The verdicts by experiment, and where to read on.
pub fn text(args: &Args, outcome: &RunOutcome) -> String {
    let mut text = String::new();
    for found in &outcome.found {
        let _ = writeln!(text, "{STRONG}{}{STRONG:#}: {}", found.name, found.title);
        for Claim { verdict, at, said, .. } in &found.finding.claims {
            let (color, word) = (style(*verdict), verdict.word());
            let _ = writeln!(text, "  {color}{word:<14}{color:#}  {at:<16}  {said}");
        }
    }
    let page = args.output.join("index.html");
    let _ = writeln!(
        text,
        "\n{} measurements made, {} taken from earlier runs. What was found, and why:\n\
         {STRONG}{}{STRONG:#}",
        outcome.measured,
        outcome.held,
        page.display()
    );
    text
}

/// The same as JSON.
pub fn document(args: &Args, outcome: &RunOutcome, seconds: f64) -> Value {
    let claim = |claim: &Claim| {
        json!({
            "at": claim.at,
            "said": claim.said,
            "found": claim.found,
            "verdict": claim.verdict.word(),
            "why": claim.why,
        })
    };
    let found = outcome.found.iter().map(|found| {
        let claims: Vec<Value> = found.finding.claims.iter().map(claim).collect();
        json!({
            "name": found.name,
            "title": found.title,
            "paper": found.paper,
            "figures": args.output.join(format!("{}.csv", found.name)).display().to_string(),
            "claims": claims,
        })
    });
    let left = outcome.left_out.iter().map(|left| json!({ "name": left.name, "why": left.why }));
    let files = outcome.files.iter().map(|path| path.display().to_string());
    json!({
        "scale": if args.quick { "quick" } else { "full" },
        "experiments": found.collect::<Vec<_>>(),
        "left_out": left.collect::<Vec<_>>(),
        "measured": outcome.measured,
        "held": outcome.held,
        "output": args.output.join("index.html").display().to_string(),
        "files": files.collect::<Vec<_>>(),
        "seconds": seconds,
    })
}
