//! incrowd finds the least generalization of a table about people that meets every privacy
//! demand made of it.
//!
//! Data walks one way: cells are interned and counted ([`table`]), each quasi-identifier gets a
//! [`hierarchy`] whose leaf order turns every generalization into a range of codes, the distinct
//! tuples with their counts form a [`frequency_set`], a [`search`] looks for the cheapest ([`cost`])
//! generalization whose classes all meet the demands ([`model`]), and [`publish`] says what each
//! cell of each row becomes. Beside that way, [`identify`] finds the columns that single people
//! out, [`mask`] coarsens a table column by column, and [`anatomy`] takes secrets apart from people.
//! There is no input or output in this crate: see `incrowd-io` for tables, and `incrowd-judge` for an
//! independent measurement of what was published.

pub mod anatomy;
pub mod audit;
pub mod cost;
pub mod encoded;
pub mod frequency_set;
pub mod hierarchy;
pub mod identifier;
pub mod identify;
pub mod mask;
pub mod model;
pub mod pages;
pub mod publish;
pub mod randomised;
pub mod risk;
mod row_hash;
pub mod safe_harbor;
pub mod search;
mod spellings;
pub mod table;

pub use incrowd_terms as terms;
