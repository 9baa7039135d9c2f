//! The eighteen identifiers that safe harbor wants removed, by their letters.

use std::fmt;

/// The eighteen identifiers of safe harbor (45 CFR 164.514(b)(2)(i) A to R), of the person and of
/// relatives, employers and members of the household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identifier {
    /// A: names.
    Name,
    /// B: places smaller than a state.
    Geography,
    /// C: dates finer than a year, and ages over 89.
    Date,
    /// D: telephone numbers.
    Phone,
    /// E: fax numbers.
    Fax,
    /// F: e-mail addresses.
    Email,
    /// G: social security numbers.
    SocialSecurity,
    /// H: medical record numbers.
    MedicalRecord,
    /// I: health plan numbers.
    HealthPlan,
    /// J: account numbers.
    Account,
    /// K: certificate and licence numbers.
    Certificate,
    /// L: vehicles.
    Vehicle,
    /// M: devices.
    Device,
    /// N: web addresses.
    Url,
    /// O: network addresses.
    Network,
    /// P: biometric identifiers.
    Biometric,
    /// Q: photographs.
    Photo,
    /// R: anything else that is given to one person.
    Other,
}

impl Identifier {
    /// Every identifier, in the order of the rule.
    pub const ALL: [Identifier; 18] = [
        Identifier::Name,
        Identifier::Geography,
        Identifier::Date,
        Identifier::Phone,
        Identifier::Fax,
        Identifier::Email,
        Identifier::SocialSecurity,
        Identifier::MedicalRecord,
        Identifier::HealthPlan,
        Identifier::Account,
        Identifier::Certificate,
        Identifier::Vehicle,
        Identifier::Device,
        Identifier::Url,
        Identifier::Network,
        Identifier::Biometric,
        Identifier::Photo,
        Identifier::Other,
    ];

    /// The letter of the rule, A to R.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(b'A' + self as u8)
    }

    /// What the rule is about, in the plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What the rule asks for.
    #[must_use]
    pub fn rule(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Identifier::Name => {
                ("names", "No names: of the person, of relatives, employers or the household.")
            }
            Identifier::Geography => (
                "places",
                "No place smaller than a state, but the first three digits of a zip code where \
                 more than 20,000 people live; 000 elsewhere.",
            ),
            Identifier::Date => (
                "dates and ages",
                "Of dates about a person only the year; ages over 89, and years that tell them, \
                 as 90+.",
            ),
            Identifier::Phone => ("telephone numbers", "No telephone numbers."),
            Identifier::Fax => ("fax numbers", "No fax numbers."),
            Identifier::Email => ("e-mail addresses", "No e-mail addresses."),
            Identifier::SocialSecurity => {
                ("social security numbers", "No social security numbers, whole or in part.")
            }
            Identifier::MedicalRecord => ("medical record numbers", "No medical record numbers."),
            Identifier::HealthPlan => {
                ("health plan numbers", "No numbers by which a health plan knows a person.")
            }
            Identifier::Account => ("account numbers", "No account numbers."),
            Identifier::Certificate => {
                ("certificate and licence numbers", "No numbers of certificates or licences.")
            }
            Identifier::Vehicle => {
                ("vehicles", "No number that tells a vehicle, licence plates included.")
            }
            Identifier::Device => ("devices", "No identifiers or serial numbers of devices."),
            Identifier::Url => ("web addresses", "No addresses of web pages."),
            Identifier::Network => ("network addresses", "No addresses of computers in a network."),
            Identifier::Biometric => (
                "biometric identifiers",
                "No finger or voice prints, nor other measures of a body that tell who it is.",
            ),
            Identifier::Photo => {
                ("photographs", "No photographs of the full face, nor pictures like them.")
            }
            Identifier::Other => (
                "other unique codes",
                "No other number, trait or code that belongs to one person alone.",
            ),
        }
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
