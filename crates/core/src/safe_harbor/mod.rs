//! Safe harbor: the rule that counts health data as no longer about anyone once eighteen kinds of
//! identifiers are gone.
//!
//! **Promises** that no more is left of a recognised column than the rule allows: by its
//! [`Treatment`], zip codes go to three digits or 000 ([`Zip3`]), dates to their year ([`year`]),
//! ages over 89 and the years of birth that tell them to 90+ ([`age()`], [`birth`]), and everything
//! else is dropped.
//!
//! **Against** nobody in particular: it is a rule about columns, not about rows. People who are
//! unique on sex, year of birth and three digits stay unique.
//!
//! **Defined** by 45 CFR 164.514(b)(2), which paper 002 quotes in section 6.
//!
//! **Deviations** none that let more through of a column that was recognised; one is by its name, or if
//! more than half of its values tell. What no tool can see stays with the steward: whether
//! anyone *actually knows* how what is left could identify a person, which the rule asks as well;
//! what stands inside free text, codes and pictures; and columns that were not recognised. A
//! pseudonym computed from a person's number, with a key or without, is derived from the person:
//! 164.514(c) allows only codes that are not, so it is dropped like the number. Years of events may
//! tell an age over 89 beside other columns, as a retirement's does.
//!
//! **Cost** none to speak of.

mod age;
mod date;
mod treatment;
mod zip;

pub use age::{AgeError, age};
pub use date::{DateError, Reference, birth, year};
pub use treatment::Treatment;
pub use zip::{Zip3, ZipError};

/// What ages over 89 are published as, and years of birth that tell them.
pub const OLDEST: &str = "90+";
