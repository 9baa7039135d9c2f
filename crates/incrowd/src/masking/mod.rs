//! Masking a table column by column.
//!
//! It is decided what is to become of each column ([`columns`]); a first pass gathers their values
//! ([`gather`]), a plan shares out the cells among them ([`allotment`]), each is made ready ([`ready`]), a
//! last pass writes ([`write`]), and what was written is counted again ([`judged`]).

pub mod action;
pub mod allotment;
mod asked;
pub mod cell;
pub mod columns;
pub mod gather;
pub mod judged;
mod labels;
pub mod look;
pub mod masked;
pub mod parts;
pub mod ready;
pub mod shape;
mod share;
mod stream;
pub mod values;
pub mod write;

pub use action::Action;
pub use asked::{CrowdAsked, Form, Masking};
