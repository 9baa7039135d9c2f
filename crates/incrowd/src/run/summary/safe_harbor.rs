//! The eighteen rules of safe harbor, and the columns that fall under each.

use incrowd_columns::identifier::{ContentEvidence, Identifier};
use incrowd_columns::safe_harbor::Treatment;
use incrowd_document::{SafeHarborColumn, SafeHarborRule};

/// A column in which something was recognised.
pub struct RecognisedColumn<'a> {
    pub name: &'a str,
    pub evidence: ContentEvidence,
    /// What became of it; nothing if nothing did yet.
    pub done: Option<String>,
}

impl RecognisedColumn<'_> {
    fn identifier(&self) -> Option<Identifier> {
        self.evidence.content.identifier()
    }

    fn column(&self) -> SafeHarborColumn {
        let content = Some(self.evidence.content);
        SafeHarborColumn {
            name: self.name.to_owned(),
            why: self.evidence.to_string(),
            treatment: Treatment::of(content).name().to_owned(),
            reason: Some(Treatment::reason(content).to_owned()),
            done: self.done.clone(),
        }
    }
}

/// Every rule with the columns that fall under it.
pub fn rules(columns: &[RecognisedColumn<'_>]) -> Vec<SafeHarborRule> {
    let rule = |identifier: Identifier| {
        let under = columns.iter().filter(|column| column.identifier() == Some(identifier));
        SafeHarborRule {
            letter: identifier.letter().to_string(),
            identifier: identifier.name().to_owned(),
            rule: identifier.rule().to_owned(),
            columns: under.map(RecognisedColumn::column).collect(),
        }
    };
    Identifier::ALL.into_iter().map(rule).collect()
}

/// The columns that fall under no rule.
pub fn unlisted(columns: &[RecognisedColumn<'_>]) -> Vec<SafeHarborColumn> {
    let columns = columns.iter().filter(|column| column.identifier().is_none());
    columns.map(RecognisedColumn::column).collect()
}
