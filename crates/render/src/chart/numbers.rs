//! The numbers of a chart, as a table.

use super::{Axis, Bars, Lattice, Lines, Surface};
use crate::Grid;
use crate::format::figure;

/// A row for each place from left to right, a column for each line. A line that has several numbers
/// at one place has as many rows there.
pub fn of_lines(chart: &Lines) -> Grid {
    let names = chart.series.iter().map(|series| series.name.clone());
    let mut grid = Grid::new(std::iter::once(chart.x.label.clone()).chain(names));
    let points = chart.series.iter().flat_map(|series| &series.points);
    let mut places: Vec<f64> = points.map(|point| point.0 + 0.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|one, other| one.total_cmp(other).is_eq());
    for place in places {
        let columns: Vec<Vec<Option<f64>>> = chart
            .series
            .iter()
            .map(|series| {
                let here =
                    series.points.iter().filter(|point| (point.0 + 0.0).total_cmp(&place).is_eq());
                here.map(|point| point.1).collect()
            })
            .collect();
        for turn in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cells =
                columns.iter().map(|numbers| cell(numbers.get(turn).copied().flatten(), &chart.y));
            grid.row(std::iter::once(cell(Some(place), &chart.x)).chain(cells));
        }
    }
    grid
}

/// A row for each place, a column for each group.
pub fn of_bars(chart: &Bars) -> Grid {
    let groups = chart.groups.iter().map(|group| group.0.clone());
    let mut grid = Grid::new(std::iter::once(chart.label.clone()).chain(groups));
    let count = chart.groups.iter().map(|group| group.1.len()).fold(chart.places.len(), usize::max);
    for place in 0..count {
        let name = chart.places.get(place).cloned().unwrap_or_default();
        let numbers = chart.groups.iter().map(|group| group.1.get(place).copied().flatten());
        grid.row(std::iter::once(name).chain(numbers.map(|number| cell(number, &chart.y))));
    }
    grid
}

/// A row for each place downward, a column for each from left to right.
pub fn of_surface(chart: &Surface) -> Grid {
    let columns = chart.values.iter().map(Vec::len).fold(chart.x.1.len(), usize::max);
    let name = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
    let head = (0..columns).map(|place| name(&chart.x.1, place));
    let mut grid = Grid::new(std::iter::once(chart.y.0.clone()).chain(head));
    for row in 0..chart.values.len().max(chart.y.1.len()) {
        let number = |column: usize| *chart.values.get(row)?.get(column)?;
        let cells = (0..columns).map(|column| number(column).map(figure).unwrap_or_default());
        grid.row(std::iter::once(name(&chart.y.1, row)).chain(cells));
    }
    grid
}

/// A row for each column.
pub fn of_lattice(chart: &Lattice) -> Grid {
    let mut grid = Grid::new(["column", "lowest allowed", "chosen", "highest allowed"]);
    for column in &chart.columns {
        let chosen = column.chosen.map(|level| level.to_string()).unwrap_or_default();
        grid.row([
            column.name.clone(),
            column.lowest.to_string(),
            chosen,
            column.highest.to_string(),
        ]);
    }
    grid
}

/// A number, or the name of the place that it stands for; nothing where there is none.
fn cell(number: Option<f64>, axis: &Axis) -> String {
    let Some(number) = number else { return String::new() };
    let named = number.fract() == 0.0 && number >= 0.0;
    let name = if named { axis.names.get(number as usize) } else { None };
    name.cloned().unwrap_or_else(|| figure(number))
}
