//! What becomes of a column under safe harbor, by what it holds.

use std::fmt;

use crate::identifier::Content;

/// What becomes of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Treatment {
    /// It is left out.
    Drop,
    /// Zip codes become their first three digits, or 000: [`Zip3`](super::Zip3).
    Zip3,
    /// Dates become their year: [`year`](super::year).
    Year,
    /// Dates or years of birth become their year, or 90+: [`birth`](super::birth).
    BirthYear,
    /// Ages over 89 become 90+: [`age`](super::age()).
    Age,
    /// It stays as it is.
    Keep,
}

impl Treatment {
    /// What the rule asks for a column that holds this, or in which nothing was recognised.
    #[must_use]
    pub fn of(content: Option<Content>) -> Treatment {
        match content {
            None => Treatment::Keep,
            Some(Content::Zip) => Treatment::Zip3,
            Some(Content::BirthDate | Content::BirthYear) => Treatment::BirthYear,
            Some(Content::DeathDate | Content::EventDate) => Treatment::Year,
            Some(Content::Age) => Treatment::Age,
            Some(_) => Treatment::Drop,
        }
    }

    /// Why, as a clause.
    #[must_use]
    pub fn reason(content: Option<Content>) -> &'static str {
        match (Treatment::of(content), content) {
            (Treatment::Zip3, _) => {
                "three digits of a zip code may stay where more than 20,000 people share them"
            }
            (Treatment::BirthYear, _) => {
                "the year of birth may stay unless it discloses an age over 89"
            }
            (Treatment::Year, _) => "of a date only the year may stay",
            (Treatment::Age, _) => "ages up to 89 may stay",
            (Treatment::Keep, _) => "none of the eighteen identifiers was recognised in it",
            (Treatment::Drop, Some(Content::FreeText)) => {
                "free text may contain any identifier and is not analysed"
            }
            (Treatment::Drop, Some(Content::DatePart)) => "of a date only the year may stay",
            (Treatment::Drop, Some(Content::Code)) => {
                "a code of one person may not stay, nor one computed from it"
            }
            (Treatment::Drop, Some(content)) if content.is_direct() => "the rule wants it removed",
            (Treatment::Drop, _) => "places smaller than a state may not stay",
        }
    }

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Treatment::Drop => "drop",
            Treatment::Zip3 => "zip3",
            Treatment::Year => "year",
            Treatment::BirthYear => "birth-year",
            Treatment::Age => "age",
            Treatment::Keep => "keep",
        }
    }
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
