//! A table of figures, as a reader sees it.

/// Named columns and rows of cells. Columns whose cells are all numbers stand to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// What each column holds.
    pub head: Vec<String>,
    /// As many cells per row as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table without rows.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Grid { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// How many columns there are, in the head or in the longest row.
    pub(crate) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.head.len(), usize::max)
    }

    /// Whether a column holds numbers, and nothing else but gaps.
    pub(crate) fn numeric(&self, column: usize) -> bool {
        let cells = || self.rows.iter().filter_map(|row| row.get(column));
        cells().any(|cell| number(cell)) && cells().all(|cell| gap(cell) || number(cell))
    }
}

fn gap(cell: &str) -> bool {
    matches!(cell.trim(), "" | "-" | "–" | "—" | "NaN")
}

/// Whether a cell is a number: with a sign, a percent sign or commas between thousands, if it likes.
fn number(cell: &str) -> bool {
    let cell = cell.trim();
    let cell = cell.strip_suffix('%').unwrap_or(cell).trim_end();
    cell.bytes().any(|byte| byte.is_ascii_digit()) && cell.replace(',', "").parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_and_gaps_are_numeric() {
        let mut grid = Grid::new(["name", "rows", "share", "mixed", "none"]);
        grid.row(["a", "30,162", "12.5%", "1", ""]);
        grid.row(["b", "-1.5e-3", "–", "some", ""]);
        let numeric: Vec<bool> = (0..6).map(|column| grid.numeric(column)).collect();
        assert_eq!(numeric, [false, true, true, false, false, false]);
    }
}
