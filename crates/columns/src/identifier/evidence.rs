//! Why a column is taken for what it is, as a steward reads it.

use std::fmt;

use super::Content;

/// What speaks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvidenceSource {
    /// The column's name.
    Name,
    /// The shape of its values.
    Values {
        /// The share of rows whose value has the shape.
        share: f64,
    },
    /// Its name, and its values agree.
    Both,
}

/// What a column seems to hold, and why.
///
/// ```
/// use incrowd_columns::identifier::{EvidenceSource, Content, ContentEvidence};
/// let evidence = ContentEvidence { content: Content::Email, by: EvidenceSource::Values { share: 0.987 } };
/// assert_eq!(evidence.to_string(), "98% of its values look like e-mail addresses");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContentEvidence {
    /// What it seems to hold.
    pub content: Content,
    /// What speaks for it.
    pub by: EvidenceSource,
}

impl fmt::Display for ContentEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, plural) = (self.content.name(), self.content.plural());
        let article = match self.content {
            Content::FreeText => "",
            Content::Email | Content::Account => "an ",
            _ => "a ",
        };
        match self.by {
            EvidenceSource::Name => write!(f, "named like {article}{name}"),
            EvidenceSource::Both => {
                write!(f, "named like {article}{name}, and its values look like it")
            }
            EvidenceSource::Values { share } if share >= 1.0 => {
                write!(f, "all of its values look like {plural}")
            }
            // Rounded down: 99.9% are not all.
            EvidenceSource::Values { share } => {
                let percent = (share * 100.0).floor();
                write!(f, "{percent}% of its values look like {plural}")
            }
        }
    }
}
