//! # Quasi-identifiers
//!
//! **Promises** counts that are exact for the table at hand, and every minimal set of columns on
//! which at least a given share of the rows is unique, complete to a size that the answer states.
//!
//! **Against** someone who knows a person's values in a few columns and looks for the row.
//!
//! **Not promised** that a column is safe because no set names it. What others can know of a person
//! is a fact about the world and not about the table, and a set that singles out fewer rows than
//! asked for still singles out those. Roles are suggestions.
//!
//! **Example** five rows (a,x,1), (a,x,2), (a,y,1), (b,y,1) and (b,y,2) have no unique row by any
//! one column; columns 1 and 3 make three of five unique, so do columns 2 and 3, and columns 1 and
//! 2 one of five. At 20 % all three pairs are minimal, at 60 % the first two, and at 100 % only all
//! three columns together.
//!
//! `incrowd scan study.csv --set age,sex,zip --alpha 0.2`
//!
//! **Defined** by Lodha & Thomas (2007), section 2: a set of columns is an *alpha-quasi-identifier*
//! if the fraction alpha of the rows can be told from all others by it. Uniqueness never falls when
//! a column is added, so the minimal sets say everything.
//!
//! **Deviations** the paper holds counting to be too expensive and estimates from domain sizes
//! alone. Here the table is counted ([`minimal()`], [`Measure`]; `minimal-quasi-identifiers` tells
//! how), and the estimate is kept for universes that nobody has ([`Universe`]), with its slips
//! mended there. A table too long to be held is sampled ([`Sampler`]), with a margin that keeps the
//! promise at a stated confidence.
//!
//! **Cost** four bytes per cell; each set looked at costs one pass over the rows that its strongest
//! columns do not yet single out.

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
pub use minimal::{Ending, MinimalSets, Request, Singling, minimal};
pub use role::{Facts, Numbering, Role, Suggestion, recognised, suggest};
pub use sample::{Draw, Sample, Sampler};
pub use universe::{Domains, Universe};
