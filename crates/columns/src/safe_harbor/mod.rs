//! # Safe harbor
//!
//! **Promises** that a recognised column keeps no more than the HIPAA safe harbor rule allows,
//! which considers health data de-identified once eighteen kinds of identifiers are removed. By the
//! [`Treatment`] of the column, zip codes go to three digits or 000 ([`Zip3`]), dates to their year
//! ([`year`]), ages over 89 and the years of birth that disclose them to 90+ ([`age()`],
//! [`birth`]), and everything else is dropped.
//!
//! **Against** nobody in particular: it is a rule about columns, not about rows.
//!
//! **Not promised** that nobody is unique. People who are unique on sex, year of birth and three
//! digits stay unique: add `k-anonymity`. The data holder must check what no tool can see: whether
//! anyone *actually knows* how the remaining data could identify a person, which the rule requires
//! too; the content of free text, codes and pictures; and columns that were not recognised. Years
//! of events can disclose an age over 89 together with other columns, as a retirement year does.
//!
//! **Example** the zip code 02138 becomes 021, where more than 20,000 people live; 03601 becomes
//! 000, since 20,000 or fewer live in 036. Age 89 stays, 90 becomes 90+; and by 30 June 2006
//! someone born on 30 June 1916 is 90, and the year goes too, while one born a day later keeps
//! 1916.
//!
//! `incrowd mask study.csv --preset hipaa-safe-harbor -o harbor.csv`
//!
//! **Defined** by 45 CFR 164.514(b)(2), which Lodha & Thomas (2007) quote in section 6.
//!
//! **Deviations** none that keep more of a recognised column. A column is recognised by its name,
//! or if more than half of its values match. Three digits of a zip code stay only where the census
//! of 2020 counts more than 20,000 people with a tenth to spare, and where the censuses of 2000 and
//! 2010 did not count fewer; an area that the census does not know becomes 000. Ages of which none
//! is above 12 may count decades, and are dropped if one is 9 or more (`--column age=age` keeps
//! them). A pseudonym computed from a person's number, with a key or without, is derived from the
//! person: 164.514(c) allows only codes that are not, so it is dropped like the number.
//!
//! **Cost** negligible: one test per cell while the table is read and written.

mod age;
mod date;
mod treatment;
mod zip;

pub use age::{AgeError, age};
pub use date::{DateError, Reference, birth, year};
pub use treatment::Treatment;
pub use zip::{Zip3, ZipError};

/// What ages over 89 are published as, and years of birth that tell them.
pub(crate) const OLDEST: &str = "90+";
