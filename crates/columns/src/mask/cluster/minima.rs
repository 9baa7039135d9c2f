//! The lowest entry of every row of a matrix, in time proportional to rows plus columns.
//!
//! The matrix is one in which a column, once it beats another to its left, does so in all rows
//! below (it is *totally monotone*). So the lowest entries move to the right from row to row, and
//! most columns can be discarded without looking at most of their entries (Aggarwal, Klawe, Moran,
//! Shor and Wilber 1987). A column may have no entries in the upper rows; it beats nothing there.

/// Below this many entries looking at all of them is quicker.
const FEW: usize = 24;

/// A totally monotone matrix.
pub(super) trait Matrix {
    /// What is in it.
    type Entry: Copy;

    fn entry(&self, row: usize, column: usize) -> Option<Self::Entry>;

    /// Whether one entry of a row is no higher than another.
    fn is_no_higher(&self, one: Self::Entry, other: Self::Entry) -> bool;

    /// Whether the entry to the right is there and no higher.
    fn beats(&self, right: Option<Self::Entry>, left: Option<Self::Entry>) -> bool {
        right.zip(left).is_some_and(|(right, left)| self.is_no_higher(right, left))
    }
}

/// For each row the rightmost column with the lowest entry. Both are in ascending order, and the
/// first column has an entry in every row.
pub(super) fn minima<M: Matrix>(matrix: &M, rows: &[usize], columns: &[usize]) -> Vec<usize> {
    if rows.len() * columns.len() <= FEW || rows.len() < 2 {
        return rows.iter().map(|&row| lowest(matrix, row, columns)).collect();
    }
    let columns = reduce(matrix, rows, columns);
    let odd: Vec<usize> = rows.iter().skip(1).step_by(2).copied().collect();
    let found = minima(matrix, &odd, &columns);
    interpolate(matrix, rows, &columns, &found)
}

fn lowest<M: Matrix>(matrix: &M, row: usize, columns: &[usize]) -> usize {
    let entries = columns.iter().map(|&column| (column, matrix.entry(row, column)));
    let better =
        entries.reduce(|best, next| if matrix.beats(next.1, best.1) { next } else { best });
    better.map_or(0, |(column, _)| column)
}

/// The columns that can hold the lowest entry of a row: no more than there are rows.
fn reduce<M: Matrix>(matrix: &M, rows: &[usize], columns: &[usize]) -> Vec<usize> {
    // A column is only ever compared in the row of its place, so that entry is looked up once.
    let mut kept: Vec<(usize, Option<M::Entry>)> = Vec::with_capacity(rows.len());
    for &column in columns {
        while let Some(&(_, last)) = kept.last()
            && matrix.beats(matrix.entry(rows[kept.len() - 1], column), last)
        {
            kept.pop();
        }
        if let Some(&row) = rows.get(kept.len()) {
            kept.push((column, matrix.entry(row, column)));
        }
    }
    kept.into_iter().map(|(column, _)| column).collect()
}

/// What lies in the even rows, between what was found in the odd ones around them.
fn interpolate<M: Matrix>(
    matrix: &M,
    rows: &[usize],
    columns: &[usize],
    odd: &[usize],
) -> Vec<usize> {
    let mut found = Vec::with_capacity(rows.len());
    let mut from = 0;
    for (index, &row) in rows.iter().enumerate() {
        if index % 2 == 1 {
            found.push(odd[index / 2]);
            continue;
        }
        let until = odd.get(index / 2).copied();
        let mut to = from;
        while to + 1 < columns.len() && Some(columns[to]) != until {
            to += 1;
        }
        found.push(lowest(matrix, row, &columns[from..=to]));
        from = to;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squared distances between points on a line, with something added per column; a column
    /// starts in the row of half its number.
    struct Squares;

    impl Matrix for Squares {
        type Entry = i64;

        fn entry(&self, row: usize, column: usize) -> Option<i64> {
            let distance = row as i64 * 2 - column as i64;
            let value = distance.pow(2) * 3 + (column * 7919 % 613) as i64;
            (column <= 2 * row).then_some(value)
        }

        fn is_no_higher(&self, one: i64, other: i64) -> bool {
            one <= other
        }
    }

    #[test]
    fn every_row_has_its_lowest() {
        for size in [1_usize, 2, 3, 10, 57, 200] {
            let rows: Vec<usize> = (0..size).collect();
            let columns: Vec<usize> = (0..2 * size).collect();
            let found = minima(&Squares, &rows, &columns);
            for (&row, column) in rows.iter().zip(found) {
                let least = columns.iter().filter_map(|&column| Squares.entry(row, column)).min();
                assert_eq!(Squares.entry(row, column), least, "{size} {row}");
            }
        }
    }
}
