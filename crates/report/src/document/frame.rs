//! What pages are put together with: sections that vanish when there is nothing to say, and tables
//! of a name and a figure.

use crate::{Block, Grid, Page, Section};

use super::part::{Part, Read};

/// The sections of a page, as they are gathered.
#[derive(Debug, Default)]
pub struct Sections(Vec<Section>);

impl Sections {
    /// Adds a section, unless it is empty.
    pub fn add(&mut self, title: &str, blocks: Vec<Block>) {
        if !blocks.is_empty() {
            self.0.push(Section { title: title.to_owned(), blocks });
        }
    }

    /// The page.
    pub fn page(self, title: String, subtitle: String) -> Page {
        Page { title, subtitle, sections: self.0 }
    }
}

/// A paragraph.
pub fn prose(text: impl Into<String>) -> Block {
    Block::Prose(text.into())
}

/// A smaller heading.
pub fn heading(text: impl Into<String>) -> Block {
    Block::Heading(text.into())
}

/// A table, unless it has no rows.
pub fn table(caption: impl Into<String>, grid: Grid) -> Option<Block> {
    (!grid.rows.is_empty()).then(|| Block::Table(caption.into(), grid))
}

/// A list, unless it is empty.
pub fn list(points: Vec<String>) -> Option<Block> {
    (!points.is_empty()).then_some(Block::List(points))
}

/// Bars before and after, a number for every bin, without the side that has none. Where there is
/// nothing before, what is after is the only table there is, and `alone` says what it is called.
pub fn both_sides(
    bins: &[Part<'_>],
    alone: &str,
    number: impl Fn(&Part<'_>, &str) -> Read<Option<f64>>,
) -> Read<Vec<(String, Vec<Option<f64>>)>> {
    let mut groups = Vec::new();
    for name in ["before", "after"] {
        let heights = bins.iter().map(|bin| number(bin, name)).collect::<Read<Vec<_>>>()?;
        if heights.iter().any(Option::is_some) {
            let name = if groups.is_empty() && name == "after" { alone } else { name };
            groups.push((name.to_owned(), heights));
        }
    }
    Ok(groups)
}

/// Names and figures, where those that are not known are left out.
#[derive(Debug)]
pub struct Facts(Grid);

impl Facts {
    /// A table without facts.
    pub fn new() -> Self {
        Facts(Grid::new(["what", "figure"]))
    }

    /// Adds a fact if it is known.
    pub fn add(&mut self, name: &str, figure: Option<impl Into<String>>) {
        if let Some(figure) = figure {
            self.0.row([name.to_owned(), figure.into()]);
        }
    }

    /// The table, unless nothing is known.
    pub fn table(self, caption: &str) -> Option<Block> {
        table(caption, self.0)
    }
}
