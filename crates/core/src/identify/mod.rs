//! What identifies people: which sets of columns tell rows apart, and how well.
//!
//! **Promises** counts that are exact for the table at hand, and every minimal set of columns on
//! which at least a given share of the rows is unique, complete to a size that the answer states.
//!
//! **Against** someone who knows a person's values in a few columns and looks for the row.
//!
//! **Defined** by Lodha and Thomas (2007), paper 002, section 2: a set of columns is an
//! *alpha-quasi-identifier* if the fraction alpha of the rows can be told from all others by it.
//! Uniqueness never falls when a column is added, so the minimal sets say everything.
//!
//! **Deviations** the paper holds counting to be too expensive and estimates from domain sizes
//! alone. Here the table is counted ([`minimal()`], [`Measure`]), and the estimate is kept for
//! universes that nobody has ([`Universe`]), with its slips mended there. A table too long to be
//! held is sampled ([`Sampler`]), with a margin that keeps the promise at a stated confidence.
//!
//! **Cost** four bytes per cell; each set looked at costs one pass over the rows that its
//! strongest columns do not yet single out.

mod chain;
mod columns;
mod level;
mod levelwise;
mod measure;
mod minimal;
mod partition;
mod role;
mod sample;
mod suffixes;
mod universe;

pub use columns::{Columns, ColumnsBuilder, ColumnsError};
pub use measure::Measure;
pub use minimal::{Ending, Minimal, Request, Singling, minimal};
pub use role::{Facts, Numbering, Role, Suggestion, recognised, suggest};
pub use sample::{Draw, Sample, Sampler};
pub use universe::{Domains, Universe};
