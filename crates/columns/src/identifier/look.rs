//! What the values of a column look like, gathered while they stream by.
//!
//! Counts of rows by shape are all that is kept, so that looks at parts of a table add up in any
//! order to the look at the whole.

use super::shape::Hint;
use super::{Content, ContentEvidence, EvidenceSource, Identifier, by_name, by_value};

/// What was seen of a column's values, in fixed memory.
///
/// ```
/// use incrowd_columns::identifier::{Content, ColumnLook};
/// let mut look = ColumnLook::default();
/// for cell in ["02138", "47906", ""] {
///     look.see(cell, 1);
/// }
/// assert_eq!(look.evidence("zip_code").unwrap().content, Content::Zip);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnLook {
    /// Rows with a value.
    rows: u64,
    /// Rows whose value has the shape of each content.
    shaped: [u64; Content::COUNT],
    /// Rows whose value may be something.
    hinted: [u64; Hint::COUNT],
}

impl ColumnLook {
    /// Sees a cell that so many rows have. Blank cells are missing values and not looked at; the
    /// caller leaves out what else stands for one.
    pub fn see(&mut self, cell: &str, rows: u64) {
        let cell = cell.trim();
        if cell.is_empty() {
            return;
        }
        add(&mut self.rows, rows);
        if let Some(content) = by_value(cell) {
            add(&mut self.shaped[content as usize], rows);
        }
        for hint in Hint::of(cell) {
            add(&mut self.hinted[hint as usize], rows);
        }
    }

    /// Adds what was seen elsewhere.
    #[must_use]
    pub fn merge(mut self, other: ColumnLook) -> ColumnLook {
        add(&mut self.rows, other.rows);
        self.shaped.iter_mut().zip(other.shaped).for_each(|(rows, more)| add(rows, more));
        self.hinted.iter_mut().zip(other.hinted).for_each(|(rows, more)| add(rows, more));
        self
    }

    /// What the column seems to hold, by its name and what was seen.
    #[must_use]
    pub fn evidence(&self, column: &str) -> Option<ContentEvidence> {
        let named = by_name(column).filter(|&content| !self.speaks_against(content));
        match (named, self.by_values()) {
            (None, None) => None,
            (None, Some((content, rows))) => Some(self.by_share(content, rows)),
            (Some(named), None) => Some(self.backed(named)),
            (Some(named), Some((content, rows))) => Some(match reconciled(named, content) {
                Some(content) => ContentEvidence { content, by: EvidenceSource::Both },
                None if outweighs(named, content) => {
                    ContentEvidence { content: named, by: EvidenceSource::Name }
                }
                None => self.by_share(content, rows),
            }),
        }
    }

    /// What the column is taken for where missing an identifier costs more than losing a harmless
    /// column, as under safe harbor; `found` is what is known of it otherwise.
    #[must_use]
    pub fn stricter(&self, found: Option<ContentEvidence>) -> Option<ContentEvidence> {
        let share = |content: Content, rows: u64| Some(self.by_share(content, rows));
        let (long, zips) = (self.hint(Hint::LongZip), self.hint(Hint::Zip));
        let content = found.map(|found| found.content);
        let dated = content.and_then(Content::identifier).is_none_or(|id| id == Identifier::Date);
        for hint in [Hint::Epoch, Hint::YearPart] {
            if dated && self.most(self.hint(hint)) {
                return share(Content::DatePart, self.hint(hint));
            }
        }
        // Ages that end at 12 may count decades.
        let decades = self.hint(Hint::Decade);
        if content == Some(Content::Age) && decades > 0 && self.hint(Hint::AboveTwelve) == 0 {
            return share(Content::DatePart, decades);
        }
        if found.is_some() {
            return found;
        }
        let dates = self.hint(Hint::Date);
        if self.most(dates) {
            return share(Content::EventDate, dates);
        }
        // A tenth of long zip codes tells what the others are.
        if long > 0 && long.saturating_mul(10) >= self.rows {
            let zip = zips.saturating_add(long) >= self.rows;
            return share(
                if zip { Content::Zip } else { Content::County },
                zips.saturating_add(long),
            );
        }
        let inside = self.hint(Hint::Inside);
        if inside > 0 { share(Content::FreeText, inside) } else { None }
    }

    fn by_share(&self, content: Content, rows: u64) -> ContentEvidence {
        ContentEvidence {
            content,
            by: EvidenceSource::Values { share: rows as f64 / self.rows as f64 },
        }
    }

    /// The content that most values have the shape of, and their rows.
    fn by_values(&self) -> Option<(Content, u64)> {
        let shaped = CONTENTS.into_iter().map(|content| (content, self.shaped[content as usize]));
        let zips = self.hint(Hint::Zip);
        let long = self.hint(Hint::LongZip);
        // Without a leading zero anywhere, five digits are any number.
        let written = if self.hint(Hint::PaddedZip) > 0 { zips.saturating_add(long) } else { long };
        shaped.chain([(Content::Zip, written)]).find(|&(_, rows)| self.most(rows))
    }

    /// What the name says, with what the values make of it.
    fn backed(&self, named: Content) -> ContentEvidence {
        let hinted = |hint: Hint| self.most(self.hint(hint));
        let content = match named {
            Content::BirthDate if hinted(Hint::Year) => Content::BirthYear,
            other => other,
        };
        let agree = match content {
            Content::BirthYear => hinted(Hint::Year),
            Content::BirthDate | Content::DeathDate | Content::EventDate => hinted(Hint::Date),
            Content::Age => hinted(Hint::Age),
            Content::Zip => {
                self.most(self.hint(Hint::Zip).saturating_add(self.hint(Hint::LongZip)))
            }
            Content::Phone | Content::Fax => {
                let written = self.shaped[Content::Phone as usize];
                self.most(self.hint(Hint::Phone).saturating_add(written))
            }
            Content::SocialSecurity => {
                let written = self.shaped[Content::SocialSecurity as usize];
                self.most(self.hint(Hint::Security).saturating_add(written))
            }
            Content::Coordinates => hinted(Hint::Degrees),
            _ => false,
        };
        ContentEvidence {
            content,
            by: if agree { EvidenceSource::Both } else { EvidenceSource::Name },
        }
    }

    /// Whether most values cannot be what the name says: `phone` may say whether there is one.
    fn speaks_against(&self, named: Content) -> bool {
        let hinted = |hint: Hint| self.most(self.hint(hint));
        match named {
            Content::Age | Content::DatePart | Content::Code | Content::County => false,
            Content::PersonName => hinted(Hint::Flag) || hinted(Hint::Number),
            Content::City | Content::Street | Content::FreeText | Content::Biometric => {
                hinted(Hint::Flag)
            }
            Content::Photo | Content::Url | Content::MedicalRecord => hinted(Hint::Flag),
            Content::Email => hinted(Hint::Flag) || hinted(Hint::Words) || hinted(Hint::Number),
            _ => hinted(Hint::Flag) || hinted(Hint::Words),
        }
    }

    fn hint(&self, hint: Hint) -> u64 {
        self.hinted[hint as usize]
    }

    /// Whether so many rows are more than half.
    fn most(&self, rows: u64) -> bool {
        u128::from(rows) * 2 > u128::from(self.rows)
    }
}

/// Contents that a shape can show.
const CONTENTS: [Content; 13] = [
    Content::Email,
    Content::Url,
    Content::Network,
    Content::Device,
    Content::Code,
    Content::EventDate,
    Content::SocialSecurity,
    Content::Phone,
    Content::Account,
    Content::Vehicle,
    Content::Coordinates,
    Content::PersonName,
    Content::FreeText,
];

/// More rows than can be counted stay at the most that can.
fn add(rows: &mut u64, more: u64) {
    *rows = rows.saturating_add(more);
}

/// What a column holds whose name and values mean the same, in different detail.
fn reconciled(named: Content, shaped: Content) -> Option<Content> {
    match (named, shaped) {
        (Content::BirthYear, Content::EventDate) => Some(Content::BirthDate),
        (Content::BirthDate | Content::DeathDate, Content::EventDate)
        | (Content::Fax, Content::Phone) => Some(named),
        // Any kind of record can be known by such a code.
        (_, Content::Code) if named.is_direct() => Some(named),
        _ => (named == shaped).then_some(named),
    }
}

/// Whether a name tells more than a shape that chance or custom can produce: towns are called after
/// people, and one number in ten passes the check of a card.
fn outweighs(named: Content, shaped: Content) -> bool {
    let numbered = matches!(
        named,
        Content::SocialSecurity
            | Content::MedicalRecord
            | Content::HealthPlan
            | Content::Account
            | Content::Certificate
            | Content::Vehicle
            | Content::Device
    );
    match shaped {
        Content::PersonName | Content::FreeText => named != Content::Code,
        Content::Account | Content::Device | Content::Vehicle => numbered,
        _ => false,
    }
}
