//! # Quasi-identifiers
//!
//! **Promises** exact counts for the given table, and every minimal set of columns on which at
//! least a given share of the rows is unique, up to a size that the result states.
//!
//! **Against** someone who knows a person's values in a few columns and looks for the row.
//!
//! **Not promised** that a column is safe because it is in no set. The table does not show what
//! others know about a person, and a set below the threshold still identifies some rows. Roles are
//! suggestions.
//!
//! **Example** five rows (a,x,1), (a,x,2), (a,y,1), (b,y,1) and (b,y,2) have no unique row by any
//! one column; columns 1 and 3 make three of five unique, so do columns 2 and 3, and columns 1 and
//! 2 one of five. At 20 % all three pairs are minimal, at 60 % the first two, and at 100 % only all
//! three columns together.
//!
//! `incrowd scan study.csv --set age,sex,zip --alpha 0.2`
//!
//! **Defined** by Lodha & Thomas (2007), section 2: a set of columns is an *alpha-quasi-identifier*
//! if it makes the fraction alpha of the rows unique. Uniqueness never falls when a column is
//! added, so the minimal sets describe all sets.
//!
//! **Deviations** the paper considers counting too expensive and estimates from domain sizes. Here
//! the table is counted ([`minimal()`], [`Measure`]; see `minimal-quasi-identifiers`), and the
//! corrected estimate is only used for universes that are not available ([`Universe`]). A table too
//! long for memory is sampled ([`Sampler`]), with a margin that keeps the guarantee at a stated
//! confidence.
//!
//! **Cost** four bytes per cell. Each examined set takes one pass over the rows that its strongest
//! columns do not make unique.

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
pub use sample::{SampleSize, Sampler, TableSample};
pub use universe::{Domains, Universe};
