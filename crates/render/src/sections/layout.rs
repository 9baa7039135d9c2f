//! What pages are put together with: sections that are left out when they are empty, and tables of
//! names and figures.

use crate::format::FormatNumber;
use crate::{Grid, Page, PageBlock, Section};

/// The sections of a page, as they are gathered.
#[derive(Debug, Default)]
pub struct Sections(Vec<Section>);

impl Sections {
    /// Adds a section, unless it is empty.
    pub fn add(&mut self, title: &str, blocks: Vec<PageBlock>) {
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
pub fn prose(text: impl Into<String>) -> PageBlock {
    PageBlock::Prose(text.into())
}

/// A smaller heading.
pub fn heading(text: impl Into<String>) -> PageBlock {
    PageBlock::Heading(text.into())
}

/// A table, unless it has no rows.
pub fn table(caption: impl Into<String>, grid: Grid) -> Option<PageBlock> {
    (!grid.rows.is_empty()).then(|| PageBlock::Table(caption.into(), grid))
}

/// A table of the first rows, and what is left out.
pub fn first_rows(caption: &str, mut grid: Grid, most: usize) -> Vec<PageBlock> {
    let left = grid.rows.len().saturating_sub(most);
    grid.rows.truncate(most);
    table(caption, grid).into_iter().chain(left_out(left, "lines")).collect()
}

/// Says what a page leaves out, and where it is.
pub fn left_out(count: usize, what: &str) -> Option<PageBlock> {
    (count > 0).then(|| {
        prose(format!("And {count} more {what}, which the document has (`evidence` with `json`)."))
    })
}

/// A list, unless it is empty.
pub fn list(points: Vec<String>) -> Option<PageBlock> {
    (!points.is_empty()).then_some(PageBlock::List(points))
}

/// Groups of bars before and after, without a side that has no numbers. Where there is nothing
/// before, `alone` names the only table.
pub fn both_sides<B>(
    bins: &[B],
    alone: &str,
    before: impl Fn(&B) -> Option<f64>,
    after: impl Fn(&B) -> Option<f64>,
) -> Vec<(String, Vec<Option<f64>>)> {
    let before: Vec<Option<f64>> = bins.iter().map(before).collect();
    let after: Vec<Option<f64>> = bins.iter().map(after).collect();
    let known = |heights: &[Option<f64>]| heights.iter().any(Option::is_some);
    let name = if known(&before) { "after" } else { alone };
    [("before", before), (name, after)]
        .into_iter()
        .filter(|(_, heights)| known(heights))
        .map(|(name, heights)| (name.to_owned(), heights))
        .collect()
}

/// Names and figures; unknown figures are left out.
#[derive(Debug)]
pub struct FactList(Grid);

impl FactList {
    /// A table without facts.
    pub fn new() -> Self {
        FactList(Grid::new(["what", "figure"]))
    }

    /// Adds a text if it is known.
    pub fn text(&mut self, name: &str, text: Option<impl Into<String>>) {
        if let Some(text) = text {
            self.0.row([name.to_owned(), text.into()]);
        }
    }

    /// Adds a figure if it is known.
    pub fn figure(&mut self, name: &str, figure: Option<impl FormatNumber>) {
        self.text(name, figure.map(|figure| figure.text()));
    }

    /// The table, unless nothing is known.
    pub fn table(self, caption: &str) -> Option<PageBlock> {
        table(caption, self.0)
    }
}
