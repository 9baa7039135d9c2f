//! Sessions with databases that hold tables of people.
//!
//! A database that can group rows does everything before a frequency set, and everything after a
//! mapping. This crate knows how to talk to one: [`sql`] quotes names and texts and says which text
//! every value has, and a [`Session`] runs statements in one transaction and counts what moves. What
//! the statements are for is not known here.

mod copy;
mod error;
mod session;
pub mod sql;

pub use error::{EngineError, Failure};
pub use session::{Access, Column, Relation, RelationKind, Session};
