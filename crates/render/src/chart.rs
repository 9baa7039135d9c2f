//! What is drawn, apart from how.
//!
//! A chart knows its numbers, so that each is shown with a table of them ([`Chart::numbers`]).

mod bars;
mod canvas;
mod frame;
mod ink;
mod lattice;
mod legend;
mod lines;
mod mark;
mod numbers;
mod scale;
mod surface;

use self::canvas::Canvas;
use self::ink::Ink;
use crate::Grid;

/// A picture of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// Points joined by lines.
    Lines(Lines),
    /// Bars side by side.
    Bars(Bars),
    /// A number for every pair of two scales, as a shade.
    Surface(Surface),
    /// Every way to generalize whole columns.
    Lattice(Lattice),
}

/// Points joined by lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// What is seen.
    pub title: String,
    /// What goes from left to right.
    pub x: Axis,
    /// What goes upward.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// A scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Whether equal steps are equal factors.
    pub log: bool,
    /// Names of the places 0, 1, 2, .. where the scale is no number.
    pub names: Vec<String>,
}

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is called in the legend.
    pub name: String,
    /// What it stands for.
    pub kind: SeriesKind,
    /// Places and numbers; where there is no number, the line is broken.
    pub points: Vec<(f64, Option<f64>)>,
}

/// What a line stands for, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// Something that was measured.
    Measured,
    /// What was measured with the default algorithm: drawn to be seen first.
    Ours,
    /// A bound that nothing can pass.
    Bound,
    /// What a paper or a theory says.
    Claimed,
}

/// Bars side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// What is seen.
    pub title: String,
    /// What is counted along the foot.
    pub label: String,
    /// What goes upward.
    pub y: Axis,
    /// The places along the foot.
    pub places: Vec<String>,
    /// A name and one number per place, for each colour of bars.
    pub groups: Vec<(String, Vec<Option<f64>>)>,
}

/// A number for every pair of two scales.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// What is seen.
    pub title: String,
    /// What goes from left to right, and its places.
    pub x: (String, Vec<String>),
    /// What goes downward, and its places.
    pub y: (String, Vec<String>),
    /// What the shades mean.
    pub z: String,
    /// A row of numbers for each place downward.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Every way to generalize whole columns, as a net of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lattice {
    /// What is seen.
    pub title: String,
    /// The levels of each column.
    pub columns: Vec<LevelRange>,
}

/// The levels that a column can have, and the one that it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRange {
    /// The column.
    pub name: String,
    /// The least level.
    pub lowest: u64,
    /// The greatest level.
    pub highest: u64,
    /// The level that was chosen, if one was.
    pub chosen: Option<u64>,
}

impl Lattice {
    /// Whether its nodes are few enough to be seen.
    #[must_use]
    pub fn is_small(&self) -> bool {
        lattice::layers(&self.columns).is_some()
    }
}

impl Chart {
    /// The picture, to stand in a page whose style it follows. It has no heading of its own: the
    /// page has.
    #[must_use]
    pub fn svg(&self) -> String {
        self.draw(Canvas::new(Ink::PAGE)).inline(self.title())
    }

    /// The picture as a file of its own, with its title, on white.
    #[must_use]
    pub fn file(&self) -> String {
        let mut canvas = Canvas::new(Ink::FILE);
        canvas.heading(self.title());
        self.draw(canvas).standalone(self.title())
    }

    /// The numbers that are drawn, and those that cannot be.
    #[must_use]
    pub fn numbers(&self) -> Grid {
        match self {
            Chart::Lines(chart) => numbers::of_lines(chart),
            Chart::Bars(chart) => numbers::of_bars(chart),
            Chart::Surface(chart) => numbers::of_surface(chart),
            Chart::Lattice(chart) => numbers::of_lattice(chart),
        }
    }

    fn draw(&self, mut canvas: Canvas) -> Canvas {
        let drawn = match self {
            Chart::Lines(chart) => lines::draw(chart, &mut canvas),
            Chart::Bars(chart) => bars::draw(chart, &mut canvas),
            Chart::Surface(chart) => surface::draw(chart, &mut canvas),
            Chart::Lattice(chart) => lattice::draw(chart, &mut canvas),
        };
        if drawn.is_none() {
            canvas.nothing();
        }
        canvas
    }

    /// What is seen.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Chart::Lines(Lines { title, .. })
            | Chart::Bars(Bars { title, .. })
            | Chart::Surface(Surface { title, .. })
            | Chart::Lattice(Lattice { title, .. }) => title,
        }
    }
}
