//! Pages that a person can read, print and sign: prose, tables and charts in one HTML file.
//!
//! A [`Page`] is made of plain text, [`Grid`]s and [`Chart`]s; nothing in it is markup until it is
//! written, so no name or value of a table can become markup. The file refers to nothing outside
//! itself.

mod chart;
mod document;
mod figure;
mod grid;
mod page;
mod text;

pub use chart::{Axis, Bars, Chart, Kind, Lattice, Lines, Rung, Series, Surface};
pub use document::{Unreadable, page};
pub use figure::figure;
pub use grid::Grid;
pub use page::{Block, Page, Section, Tone};
