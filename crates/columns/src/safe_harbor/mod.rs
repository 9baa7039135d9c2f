//! What the HIPAA safe harbor rule, 45 CFR 164.514(b)(2), requires of a recognised column.
//!
//! [`Treatment`] maps each kind of identifier to what remains: three digits of a zip code or 000
//! ([`Zip3`]), the year of a date ([`year`]), ages up to 89 ([`age()`], [`birth`]), or nothing.
//!
//! The treatment never keeps more than the rule allows. Zip areas stay only if the census of 2020
//! counts more than 20,000 people with a tenth to spare and the censuses of 2000 and 2010 did not
//! count fewer. Pseudonyms computed from a person's number are dropped, because 164.514(c) allows
//! only codes that are not derived from the person.
//!
//! Manual page: `docs/models/safe-harbor.md`.

mod age;
mod date;
mod treatment;
mod zip;

pub use age::{AgeError, age};
pub use date::{DateError, ReferenceDay, birth, year};
pub use treatment::Treatment;
pub use zip::{Zip3, ZipError};

/// What ages over 89 are published as, and years of birth that tell them.
pub(crate) const OLDEST: &str = "90+";
