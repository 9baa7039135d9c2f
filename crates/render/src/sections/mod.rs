//! Sections: what one part of a page says, as functions of typed parts of a document.

pub mod after;
pub mod association;
pub mod banner;
pub mod changes;
pub mod closing;
pub mod demands;
pub mod empirical;
pub mod evidence;
pub mod layout;
pub mod learned;
pub mod minimal;
pub mod presence;
pub mod provenance;
pub mod recoding;
pub mod risk;
pub mod risks;
pub mod safe_harbor;
pub mod search;
pub mod sensitive;
pub mod signing;
pub mod treatment;
pub mod uniqueness;
pub mod utility;
pub mod verdict;
