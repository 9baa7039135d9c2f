//! Truta & Vinay 2006: secrets that all of a class share.
//!
//! [`Table7Columns`] counts what table 7 says of Adult, [`Disclosures`] draws samples as table 8 did and
//! counts the secrets that k-anonymity gives away, and [`Conditions`] weighs what the paper's two
//! necessary conditions save a search.

mod columns;
mod conditions;
mod disclosures;
mod sample;
mod saved;
mod shown;
mod table_7;

pub use columns::Table7Columns;
pub use conditions::Conditions;
pub use disclosures::Disclosures;
