//! Masking a table column by column.
//!
//! A first pass gathers the values of the columns ([`gather`]), a plan shares out the cells among
//! them ([`plan`]), each column is made ready ([`masked`]), and a last pass writes ([`write`]).

pub mod cell;
pub mod columns;
pub mod gather;
pub mod look;
pub mod masked;
pub mod plan;
pub mod ready;
pub mod shape;
pub mod stream;
pub mod values;
pub mod write;
