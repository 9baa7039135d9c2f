//! What masking did, for people.

use std::fmt::Write;

use crate::masking::{Cells, Judged};

use crate::run::style::{BAD, FAINT, GOOD, STRONG};
use crate::run::summary::harbor;

use super::{Facts, Line};

/// The plan.
pub fn plan(promised: Option<&Cells>, lines: &[Line<'_>]) -> String {
    promised.map_or_else(String::new, cells) + &table(lines)
}

/// The outcome.
pub fn outcome(
    facts: &Facts<'_>,
    lines: &[Line<'_>],
    judged: &Judged,
    output: Option<&str>,
) -> String {
    let mut text = plan(facts.cells(), lines);
    let dropped = facts.dropped();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\ndropped: {}", dropped.join(", "));
    }
    if facts.task.masking.safe_harbor {
        text += &harbor::text(&facts.recognised());
    }
    if let (Some(cells), Some(_)) = (facts.cells(), judged.k()) {
        let (share, failure) = (judged.least_share(), cells.failure_of(judged.least_share()));
        // Rounded down: a promise is no larger than it is.
        let percent = ((1.0 - failure) * 10_000.0 + 1e-9).floor() / 100.0;
        let _ = writeln!(
            text,
            "\nThe rarest values of all columns together have a share of {share:.2e}, if columns are independent: {}\nof {} people share them with {percent}% probability",
            cells.k, cells.universe
        );
    }
    if let Some(k) = judged.k() {
        let met = facts.task.masking.crowd.is_none_or(|crowd| k >= crowd.k);
        let style = if met { GOOD } else { BAD };
        let _ = writeln!(
            text,
            "\nTogether: {} combinations occur, the rarest in {style}{k}{style:#} rows",
            judged.found.classes
        );
    }
    if let Some(output) = output {
        let rows = facts.coarsening.gathering.rows;
        let _ = writeln!(text, "{STRONG}{rows} rows{STRONG:#} written to {output}");
    }
    text
}

/// How many cells there may be, and what that promises.
fn cells(cells: &Cells) -> String {
    let percent = 100.0 * (1.0 - cells.failure());
    // Rounded down: a promise is no larger than it is.
    let percent = (percent * 100.0 + 1e-9).floor() / 100.0;
    let mut text = format!(
        "{STRONG}{} cells{STRONG:#}: with {percent}% probability a person shares theirs with {} of {} people\n",
        cells.count, cells.k, cells.universe
    );
    match cells.free {
        Some(free) if free.cells > 1 => {
            let _ = writeln!(
                text,
                "{FAINT}nothing is assumed of how people are spread: {:.1}% of them may be in cells of few, and any\nother cell falls short with probability {:.2e}{FAINT:#}",
                100.0 * free.sparse,
                free.residual
            );
        }
        Some(_) => {}
        None => {
            let _ = writeln!(
                text,
                "{FAINT}({}) if all cells are equally likely, which columns that depend on each other do not make;\n--distribution-free assumes nothing{FAINT:#}",
                cells.form.name()
            );
        }
    }
    text.push('\n');
    text
}

fn table(lines: &[Line<'_>]) -> String {
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let mut text = format!(
        "{FAINT}{:<width$}  {:>9} {:>9} {:>9}  {:>9}  {}{FAINT:#}\n",
        "column", "values", "budget", "left", "error", "how"
    );
    for line in lines {
        let about = if line.estimated { "~" } else { "" };
        let before = format!("{about}{}", number(line.before));
        let error = line.error.map_or("-".to_owned(), |error| format!("{error:.6}"));
        let (budget, after) = (number(line.budget), number(line.after));
        let row = format!(
            "{:<width$}  {before:>9} {budget:>9} {after:>9}  {error:>9}  {}",
            line.name, line.way
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}
