//! incrowd finds the generalization of a table about people that meets every privacy demand at the
//! least cost.
//!
//! Data flows in one direction. Cells are interned and counted ([`table`]). Each quasi-identifier
//! gets a [`hierarchy`], whose leaf order makes every generalization a range of codes. The distinct
//! tuples with their counts form a [`frequency_set`]. A [`search`] finds the cheapest ([`cost`])
//! generalization whose classes meet the demands ([`model`]), and [`publish`] maps the cells of
//! each row. Besides, [`anatomy`] separates secrets from quasi-identifiers. This crate has no input
//! or output: see `incrowd-io` for tables, `incrowd-columns` for what looks at single columns, and
//! `incrowd-judge` for an independent check of what was published.

pub mod anatomy;
pub mod audit;
pub mod cost;
pub mod encoded;
pub mod frequency_set;
pub mod hierarchy;
pub mod model;
mod opaque;
pub mod presence_limits;
pub mod publish;
pub mod randomised;
pub mod search;
mod spellings;
pub mod table;

pub use incrowd_terms as terms;
