//! The verdict at a glance.

use incrowd_document::Roles;

use super::layout::FactList;
use crate::format;
use crate::text::first_of;
use crate::{PageBlock, Tone};

/// Columns of a role that are named.
const NAMED: usize = 60;

/// What became of a table that was to be published.
pub fn outcome(output: Option<&str>) -> String {
    match output {
        Some("-") => "Published to standard output".to_owned(),
        Some(output) => format!("Published as {output}"),
        None => "Nothing was published".to_owned(),
    }
}

/// The title of the section on changes.
pub fn changes(output: Option<&str>) -> &'static str {
    if output.is_some() { "What was changed" } else { "What would be changed" }
}

/// Adds which columns have which role.
pub fn roles(facts: &mut FactList, roles: Option<&Roles>) {
    let Some(Roles { id, qi, sensitive, plain }) = roles else { return };
    for (name, columns) in [
        ("dropped columns", id.as_ref()),
        ("quasi-identifiers", Some(qi)),
        ("sensitive columns", sensitive.as_ref()),
        ("plain columns", plain.as_ref()),
    ] {
        let columns = columns.filter(|columns| !columns.is_empty());
        facts.text(name, columns.map(|columns| first_of(columns, NAMED)));
    }
}

/// How many guarantees were demanded, and how many of them hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteeCounts {
    /// All that were demanded.
    pub demanded: usize,
    /// Those that hold.
    pub hold: usize,
}

impl GuaranteeCounts {
    /// Counts guarantees by whether they hold.
    pub fn of(guarantees: impl IntoIterator<Item = bool>) -> Self {
        guarantees.into_iter().fold(GuaranteeCounts { demanded: 0, hold: 0 }, |held, holds| {
            GuaranteeCounts { demanded: held.demanded + 1, hold: held.hold + usize::from(holds) }
        })
    }

    /// Whether something was demanded and all of it holds.
    pub fn all(self) -> bool {
        self.demanded > 0 && self.hold == self.demanded
    }

    /// The verdict on a table that was measured.
    pub fn note(self) -> PageBlock {
        let GuaranteeCounts { demanded, hold } = self;
        let (tone, text) = match demanded {
            0 => (
                Tone::Careful,
                "Nothing was demanded: the table was measured, not judged.".to_owned(),
            ),
            1 if hold == 1 => (Tone::Good, "The guarantee that was demanded holds.".to_owned()),
            _ if self.all() => {
                (Tone::Good, format!("All {demanded} guarantees that were demanded hold."))
            }
            1 => (Tone::Bad, "The guarantee that was demanded does not hold.".to_owned()),
            _ => (Tone::Bad, format!("Of {demanded} guarantees that were demanded, {hold} hold.")),
        };
        PageBlock::Note(tone, text)
    }
}

/// A count of rows with its share of all rows.
pub fn share_of_rows(count: u64, all: u64) -> String {
    match all {
        0 => count.to_string(),
        all => format!("{count} ({} of all rows)", format::percent(count as f64 / all as f64)),
    }
}
