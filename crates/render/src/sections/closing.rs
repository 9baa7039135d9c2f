//! How every page ends: warnings word for word, further entries of the result, where the figures come
//! from, and on pages that are not signed on their first, the lines to sign on.

use incrowd_judge::Merged;

use super::evidence::EvidenceParts;
use super::layout::{Sections, prose, table};
use super::provenance::{self, Repeat};
use crate::format;
use crate::{Grid, PageBlock, Tone};

/// The end of a page.
#[derive(Debug)]
pub struct Closing<'a> {
    /// The warnings, of documents that have a list of them.
    pub warnings: Option<&'a [String]>,
    /// Entries that no section is about.
    pub further: Further,
    /// The evidence.
    pub evidence: EvidenceParts<'a>,
    /// What can be done with it.
    pub repeat: Repeat,
}

impl Closing<'_> {
    /// Adds the end to a page.
    pub fn add(self, sections: &mut Sections) {
        let note = |warning: &String| PageBlock::Note(Tone::Careful, warning.clone());
        let warnings = match self.warnings {
            None => Vec::new(),
            Some([]) => vec![prose("None were given.")],
            Some(warnings) => warnings.iter().map(note).collect(),
        };
        sections.add("Warnings, word for word", warnings);
        let further =
            table("Entries of the result that no other part of this page shows", self.further.0);
        sections.add("Also in the result", further.into_iter().collect());
        sections.add("How to make it again", provenance::blocks(&self.evidence, self.repeat));
    }

    /// Adds the end, and lines to sign on, to a page whose first section has none.
    pub fn add_signed(self, sections: &mut Sections) {
        self.add(sections);
        let lines = ["Prepared by", "Reviewed by", "Date", "Place"];
        let lines = lines.map(|line| (line.to_owned(), String::new())).to_vec();
        sections.add("Signatures", vec![PageBlock::Fields(lines)]);
    }
}

/// Entries that no section is about.
#[derive(Debug)]
pub struct Further(Grid);

impl Default for Further {
    fn default() -> Self {
        Further(Grid::new(["entry", "value"]))
    }
}

impl Further {
    /// Adds an entry, cut where it grows too long for a line.
    pub fn add(&mut self, name: &str, value: &str) {
        self.0.row([name.to_owned(), format::cut(value)]);
    }

    /// Adds the spellings that count as one value.
    pub fn merged(&mut self, columns: &[(String, Merged)]) {
        for (column, merged) in columns {
            let values: Vec<String> =
                merged.spellings.iter().map(|spellings| spellings.join(" = ")).collect();
            self.add(&format!("spellings of {column} that count as one value"), &values.join("; "));
        }
    }
}
