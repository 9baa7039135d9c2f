//! What a column seems to hold, finer than the eighteen identifiers: a year of birth and a date of
//! admission fall under one rule, and are treated differently.

use std::fmt;

use super::Identifier;

/// What a column seems to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Names of people, whole or in part.
    PersonName,
    /// Street addresses.
    Street,
    /// Cities, towns and villages.
    City,
    /// Counties, districts, census tracts: smaller than a state.
    County,
    /// Zip and other postal codes.
    Zip,
    /// Points on the map.
    Coordinates,
    /// Days of birth.
    BirthDate,
    /// Years of birth.
    BirthYear,
    /// Days of death.
    DeathDate,
    /// Any other date: of an admission, say.
    EventDate,
    /// A month, a day or a weekday without its year.
    DatePart,
    /// Ages.
    Age,
    /// Telephone numbers.
    Phone,
    /// Fax numbers.
    Fax,
    /// E-mail addresses.
    Email,
    /// Social security numbers, and what other countries have in their place.
    SocialSecurity,
    /// Medical record numbers.
    MedicalRecord,
    /// Numbers of a health plan or insurance.
    HealthPlan,
    /// Account and card numbers.
    Account,
    /// Numbers of licences, passports and certificates.
    Certificate,
    /// Vehicle numbers and plates.
    Vehicle,
    /// Serial numbers and addresses of devices.
    Device,
    /// Web addresses.
    Url,
    /// Network addresses.
    Network,
    /// Finger prints and the like.
    Biometric,
    /// Pictures of people.
    Photo,
    /// Any other number or code that one person has.
    Code,
    /// Sentences, which may tell anything.
    FreeText,
}

impl Content {
    /// How many there are.
    pub(super) const COUNT: usize = Content::FreeText as usize + 1;

    /// The identifier of safe harbor that this is; free text is none, and may hold all.
    #[must_use]
    pub fn identifier(self) -> Option<Identifier> {
        Some(match self {
            Content::PersonName => Identifier::Name,
            Content::Street
            | Content::City
            | Content::County
            | Content::Zip
            | Content::Coordinates => Identifier::Geography,
            Content::BirthDate
            | Content::BirthYear
            | Content::DeathDate
            | Content::EventDate
            | Content::DatePart
            | Content::Age => Identifier::Date,
            Content::Phone => Identifier::Phone,
            Content::Fax => Identifier::Fax,
            Content::Email => Identifier::Email,
            Content::SocialSecurity => Identifier::SocialSecurity,
            Content::MedicalRecord => Identifier::MedicalRecord,
            Content::HealthPlan => Identifier::HealthPlan,
            Content::Account => Identifier::Account,
            Content::Certificate => Identifier::Certificate,
            Content::Vehicle => Identifier::Vehicle,
            Content::Device => Identifier::Device,
            Content::Url => Identifier::Url,
            Content::Network => Identifier::Network,
            Content::Biometric => Identifier::Biometric,
            Content::Photo => Identifier::Photo,
            Content::Code => Identifier::Other,
            Content::FreeText => return None,
        })
    }

    /// Whether it leads to one person by itself, or may: everything but places, dates and ages,
    /// which lead there together.
    #[must_use]
    pub fn is_direct(self) -> bool {
        match self.identifier() {
            Some(Identifier::Geography) => self == Content::Street,
            Some(Identifier::Date) => false,
            _ => true,
        }
    }

    /// What one value is called.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        self.words().0
    }

    /// What several values are called.
    #[must_use]
    pub fn plural(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Content::PersonName => ("person's name", "names of people"),
            Content::Street => ("street address", "street addresses"),
            Content::City => ("city or town", "cities or towns"),
            Content::County => ("county or district", "counties or districts"),
            Content::Zip => ("zip code", "zip codes"),
            Content::Coordinates => ("point on the map", "points on the map"),
            Content::BirthDate => ("date of birth", "dates of birth"),
            Content::BirthYear => ("year of birth", "years of birth"),
            Content::DeathDate => ("date of death", "dates of death"),
            Content::EventDate => ("date", "dates"),
            Content::DatePart => ("part of a date", "parts of dates"),
            Content::Age => ("person's age", "ages of people"),
            Content::Phone => ("phone number", "phone numbers"),
            Content::Fax => ("fax number", "fax numbers"),
            Content::Email => ("e-mail address", "e-mail addresses"),
            Content::SocialSecurity => ("social security number", "social security numbers"),
            Content::MedicalRecord => ("medical record number", "medical record numbers"),
            Content::HealthPlan => ("health plan number", "health plan numbers"),
            Content::Account => ("account or card number", "account or card numbers"),
            Content::Certificate => ("licence or passport number", "licence or passport numbers"),
            Content::Vehicle => ("vehicle number", "vehicle numbers"),
            Content::Device => ("device number", "device numbers"),
            Content::Url => ("web address", "web addresses"),
            Content::Network => ("network address", "network addresses"),
            Content::Biometric => ("biometric print", "biometric prints"),
            Content::Photo => ("picture of a person", "pictures of people"),
            Content::Code => ("personal code", "personal codes"),
            Content::FreeText => ("free text", "sentences"),
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
