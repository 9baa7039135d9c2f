//! How every page ends: warnings word for word, entries that no part of the page is about, where
//! the figures come from, and the lines to sign on.

use crate::{Block, Grid, Tone};

use super::frame::{Sections, prose, table};
use super::part::{Part, Read};
use super::provenance;
use super::words;

/// Entries that every kind of document can have and that have their place on its page, or, of
/// certificates, none.
const COMMON: [&str; 9] = [
    "evidence",
    "warnings",
    "notes",
    "seconds",
    "output",
    "verified",
    "schema",
    "seal",
    "certificate",
];

/// Adds the end of a page. `shown` are the entries that the page was about.
pub fn add(
    sections: &mut Sections,
    whole: &Part<'_>,
    evidence: Option<&Part<'_>>,
    shown: &[&str],
) -> Read<()> {
    let mut warnings = Vec::new();
    for key in ["warnings", "notes"] {
        let said = whole.texts(key)?.into_iter();
        warnings.extend(said.map(|warning| Block::Note(Tone::Careful, warning.to_owned())));
    }
    if warnings.is_empty() && whole.has("warnings") {
        warnings.push(prose("None were given."));
    }
    sections.add("Warnings, word for word", warnings);
    sections.add("Also in the result", further(whole, shown).into_iter().collect());
    sections.add("How to make it again", provenance::blocks(whole, evidence)?);
    let lines = ["Prepared by", "Reviewed by", "Date", "Place"].map(str::to_owned).to_vec();
    sections.add("Signatures", vec![Block::Signature(lines)]);
    Ok(())
}

/// What a newer version may say that this page knows no place for.
fn further(whole: &Part<'_>, shown: &[&str]) -> Option<Block> {
    let mut grid = Grid::new(["entry", "value"]);
    let unknown = |key: &str| !COMMON.contains(&key) && !shown.contains(&key);
    for (key, value) in whole.entries().filter(|(key, _)| unknown(key)) {
        grid.row([key.to_owned(), words::cut(&words::plain(value))]);
    }
    table("Entries of the result that no other part of this page shows", grid)
}
