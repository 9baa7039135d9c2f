//! Which columns identify people (Lodha & Thomas 2007, section 2).
//!
//! A set of columns is an alpha-quasi-identifier if it makes the fraction alpha of the rows unique.
//! Uniqueness never falls when a column is added, so the minimal sets describe all sets
//! ([`minimal()`]). [`SetMeasure`] counts how far a given set identifies rows, [`suggest`] proposes
//! the role of each column, and [`Sampler`] draws a sample of tables that do not fit into memory,
//! with a margin that keeps the guarantee at a stated confidence.
//!
//! Where people may have several rows ([`Columns::of_people`]), people are counted: a person is unique
//! on a set of columns if one of their rows has a combination that nobody else has. That row stays
//! alone when a column is added, so uniqueness never falls here either. Their other rows may be the
//! reason why somebody else is not unique, so they are never left out.
//!
//! Deviation: the paper considers counting too expensive and estimates uniqueness from domain
//! sizes. Here the table is counted, and the corrected estimate ([`Universe`]) is used only for
//! populations that are not available.
//!
//! Manual page: `docs/models/quasi-identifiers.md`.

mod chain;
mod columns;
mod level;
mod levelwise;
mod measure;
mod minimal;
mod partition;
mod persons;
mod role;
mod sample;
mod suffixes;
mod universe;

pub use columns::{Columns, ColumnsBuilder, ColumnsError};
pub use measure::SetMeasure;
pub use minimal::{MinimalSet, MinimalSetRequest, MinimalSets, SearchEnd, minimal};
pub use role::{
    ColumnFacts, Numbering, Role, Suggestion, is_known_trait, recognised, standards, suggest,
};
pub use sample::{PeopleDrawn, SampleSize, Sampler, TableSample};
pub use universe::{Domains, Universe};
