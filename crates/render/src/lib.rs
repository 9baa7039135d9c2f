//! Pages that a person can read, print and sign: prose, tables and charts in one HTML file.
//!
//! [`page`] draws the page of a document. A [`Page`] is made of plain text, [`Grid`]s and [`Chart`]s; nothing in it is markup until it is
//! written, so no name or value of a table can become markup. The file refers to nothing outside
//! itself.

mod chart;
mod documents;
mod empirical;
mod figure;
mod format;
mod grid;
mod page;
mod risks;
mod sections;
pub mod terminal;
mod text;

pub use chart::{Axis, Bars, Chart, Lattice, LevelRange, Lines, Series, SeriesKind, Surface};
pub use documents::page;
pub use figure::figure;
pub use grid::Grid;
pub use page::{Finding, Page, PageBlock, Section, Tone};
