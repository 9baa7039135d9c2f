//! What incrowd does with single columns: it recognises direct identifiers ([`identifier`]), finds
//! quasi-identifiers ([`identify`]), masks a table column by column ([`mask`]), and applies the
//! rules of HIPAA's safe harbor ([`safe_harbor`]).
//!
//! This crate has no input or output. `incrowd::survey` and `incrowd::masking` read and write the
//! tables. From `incrowd-core` it takes hierarchies, dictionaries of cells, the binomial
//! distribution, and the control of a search's threads and deadline.

pub mod identifier;
pub mod identify;
pub mod mask;
mod row_hash;
pub mod safe_harbor;
