//! incrowd finds the generalization of a table about people that meets every privacy demand at the
//! least cost.
//!
//! Data flows in one direction. Cells are interned and counted ([`table`]). Each quasi-identifier
//! gets a [`hierarchy`], whose leaf order makes every generalization a range of codes. The distinct
//! tuples with their counts form a [`frequency_set`]. A [`search`] finds the cheapest ([`cost`])
//! generalization whose classes meet the demands ([`model`]), and [`publish`] maps the cells of
//! each row. Besides, [`identify`] finds columns that identify people, [`mask`] coarsens a table
//! column by column, and [`anatomy`] separates secrets from quasi-identifiers. This crate has no
//! input or output: see `incrowd-io` for tables, and `incrowd-judge` for an independent check of
//! what was published.

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
pub mod publish;
pub mod randomised;
pub mod risk;
mod row_hash;
pub mod safe_harbor;
pub mod search;
mod spellings;
pub mod table;

pub use incrowd_terms as terms;
