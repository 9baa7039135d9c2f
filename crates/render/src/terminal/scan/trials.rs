//! The releases that were tried before one was proposed, side by side.

use std::fmt::Write;

use incrowd_document::{ScanTrials, TriedRelease};

use crate::terminal::grid::{CellAlignment, TextGrid};
use crate::terminal::style::{FAINT, STRONG};

pub fn text(trials: &ScanTrials) -> String {
    let mut text = format!("\n{STRONG}Releases that were tried{STRONG:#}\n");
    if trials.releases.is_empty() {
        text += "  none was found\n";
    } else {
        text += &listed(trials);
    }
    if let Some(rows) = trials.sample {
        let _ = writeln!(
            text,
            "  {FAINT}Tried on a sample of {rows} rows, which loses more than the table.{FAINT:#}"
        );
    }
    if let [best, other] = &trials.releases[..]
        && other.loss < best.loss
    {
        let more = other.disclosed.saturating_sub(best.disclosed);
        let _ = writeln!(
            text,
            "  {} loses less, but tells the secret of {more} more people.",
            other.recoding
        );
    }
    if let Some(why) = &trials.untried {
        let _ = writeln!(text, "  {FAINT}Not tried: {why}.{FAINT:#}");
    }
    text
}

fn listed(trials: &ScanTrials) -> String {
    let mut grid = TextGrid::new([
        ("", CellAlignment::Left(8)),
        ("recoding", CellAlignment::Left(20)),
        ("loss", CellAlignment::Right),
        ("left out", CellAlignment::Right),
        ("a row that it would publish", CellAlignment::Wrapped),
    ]);
    for (place, tried) in trials.releases.iter().enumerate() {
        let TriedRelease { recoding, loss, rows, suppressed, sample, .. } = tried;
        let part = if place == 0 { "proposed" } else { "instead" };
        let left_out = format!("{suppressed} of {rows}");
        let loss = format!("{:.0}%", loss * 100.0);
        grid.add([
            part.into(),
            recoding.as_str().into(),
            loss.into(),
            left_out.into(),
            sample.join(", ").into(),
        ]);
    }
    grid.text()
}
