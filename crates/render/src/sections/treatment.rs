//! What was done to columns by their role, and to rows, in sentences that hold for the recoding.

use incrowd_document::{Roles, RowCounts};

use super::evidence::EvidenceParts;
use super::recoding::PublishedForm;
use super::verdict::share_of_rows;
use crate::text::first_of;

/// Columns of a role that are named; the first page names all.
const NAMED: usize = 30;

/// What was done to columns and rows.
#[derive(Clone, Copy, Debug)]
pub struct TreatmentSection<'a> {
    /// How rows are published.
    pub recoding: PublishedForm,
    /// Whether there is a published file; without one, sentences say what would be done.
    pub published: bool,
    /// Whether boxes or a lattice were searched.
    pub searched: bool,
    /// Rows that were published and suppressed, if a release was found.
    pub rows: Option<RowCounts>,
    /// The added column of groups.
    pub group: Option<&'a str>,
    /// The file of Anatomy's sensitive values.
    pub secrets: Option<&'a str>,
    /// Roles and order.
    pub evidence: EvidenceParts<'a>,
}

impl TreatmentSection<'_> {
    /// A sentence for each role, then about the rows.
    pub fn points(&self) -> Vec<String> {
        let mut points = self.evidence.roles.map_or_else(Vec::new, |roles| self.roles(roles));
        points.extend(self.rows.map_or_else(Vec::new, |rows| self.rows(rows)));
        points
    }

    /// What is done to the columns of each role. Anatomy searches only if demands need ranges.
    fn roles(&self, roles: &Roles) -> Vec<String> {
        let qi = match self.recoding {
            PublishedForm::Generalized => "generalized as far as demands and configuration ask",
            PublishedForm::Anatomy if self.searched => {
                "published in ranges where the demands ask for it"
            }
            PublishedForm::Anatomy | PublishedForm::Randomised => "published as they are",
        };
        let (sensitive, plain) = match self.recoding {
            PublishedForm::Generalized => ("kept as they are", "kept as they are"),
            PublishedForm::Anatomy => ("published apart, by group", "kept as they are"),
            PublishedForm::Randomised => ("left out", "left out"),
        };
        let would = if self.published { "" } else { "which would be " };
        [
            ("Columns that are not for publication", "dropped", roles.id.as_ref()),
            ("Quasi-identifiers", qi, Some(&roles.qi)),
            ("Sensitive columns", sensitive, roles.sensitive.as_ref()),
            ("Plain columns", plain, roles.plain.as_ref()),
        ]
        .into_iter()
        .filter_map(|(title, treatment, columns)| {
            let columns = columns.filter(|columns| !columns.is_empty())?;
            Some(format!("{title}, {would}{treatment}: {}.", first_of(columns, NAMED)))
        })
        .collect()
    }

    fn rows(&self, rows: RowCounts) -> Vec<String> {
        if self.recoding == PublishedForm::Randomised {
            return vec![
                "Rows are of people in the register, in the table or not, drawn at random; nothing is generalized."
                    .to_owned(),
                "Rows are in random order.".to_owned(),
            ];
        }
        let what = match self.evidence.keep_suppressed {
            true => "Rows published as rows of * in every cell, at the end",
            false => "Rows left out",
        };
        let suppressed = share_of_rows(rows.suppressed, rows.input);
        let mut points = vec![format!(
            "{what}, because their classes did not meet the demands or cost more to keep: {suppressed}."
        )];
        points.extend(self.group.map(|group| {
            format!("The rows of a class are divided into groups, which the added column '{group}' names.")
        }));
        points.extend(
            self.secrets.map(|file| {
                format!("The sensitive values are published apart, by group, in {file}.")
            }),
        );
        points.push(self.order().to_owned());
        points
    }

    fn order(&self) -> &'static str {
        match self.evidence.order {
            Some("shuffled") => "Rows are in random order.",
            Some("input") => {
                "Rows are in the order of the original table. If that order says something about people, it is \
                 disclosed (--order shuffled)."
            }
            _ => {
                "Rows are in the order of the original table unless the configuration shuffles them. If that order says \
                 something about people, it is disclosed."
            }
        }
    }
}
