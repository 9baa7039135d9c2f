//! What a scan found.

mod columns;
mod minimal;
mod sets;

use std::fmt::Write;
use std::path::Path;

use crate::survey::{Column, Survey};
use incrowd_core::terms::Fraction;
use serde_json::{Value, json};

use crate::run::style::STRONG;
use crate::run::summary::check::short;
use crate::run::summary::harbor::{self, Found};

/// What a scan answers with.
pub struct Answer<'a> {
    pub survey: &'a Survey,
    /// Whether it is told what the law asks of each column.
    pub safe_harbor: bool,
    /// The file that was written to start from.
    pub init: Option<&'a Path>,
}

impl Answer<'_> {
    /// The answer for machines.
    pub fn json(&self) -> Value {
        let Answer { survey, safe_harbor, init } = self;
        let draw = survey.sample.draw;
        let sample = json!({
            "rows": draw.rows,
            "of": draw.of,
            "confidence": survey.plan.confidence.to_f64(),
            "margin": survey.margin,
        });
        let rules = || harbor::json(&found(&survey.columns));
        json!({
            "rows": draw.of,
            "columns": columns::json(&survey.columns),
            "sets": sets::json(survey),
            "minimal_quasi_identifiers": minimal::json(survey),
            "complete_to_size": survey.minimal.complete_to,
            "search": minimal::search(survey),
            "sample": if draw.is_whole() { Value::Null } else { sample },
            "safe_harbor": if *safe_harbor { rules() } else { Value::Null },
            "warnings": survey.warnings,
            "init": init.map(|path| path.display().to_string()),
        })
    }

    /// The readable answer.
    pub fn text(&self) -> String {
        let Answer { survey, safe_harbor, .. } = self;
        let draw = survey.sample.draw;
        let plural =
            |count: u64, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let mut text = format!(
            "{STRONG}{}{STRONG:#}: {} of {}\n",
            survey.table.name(),
            plural(draw.of, "row"),
            plural(survey.columns.len() as u64, "column")
        );
        if !draw.is_whole() {
            let _ = writeln!(
                text,
                "Only a sample of {} rows was looked at: but for missing values, all counts are of the sample.",
                draw.rows
            );
        }
        text += &columns::text(&survey.columns);
        text += &sets::text(survey);
        text += &minimal::text(survey);
        if *safe_harbor {
            text += &harbor::text(&found(&survey.columns));
        }
        text
    }
}

/// The columns that safe harbor has a say in.
fn found(columns: &[Column]) -> Vec<Found<'_>> {
    let recognised = columns.iter().filter_map(|column| Some((column, column.evidence?)));
    recognised
        .map(|(column, evidence)| Found { name: &column.name, evidence, done: None })
        .collect()
}

/// A measured share.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A share that was asked for, as short as it was written.
fn asked(share: Fraction) -> String {
    format!("{}%", short(100.0 * share.to_f64()))
}
