//! The rows that tell about each row: those of its cell with the same value, or the two nearest.
//!
//! Rows are sorted by cell, value and original, so rows that are alike in all three stand together
//! and share one answer. Of a value on a scale that has three rows or more in a cell, all of them
//! are nearest; otherwise its neighbours on the scale are added, the nearer side first and both where
//! they are equally far, until there are two.

/// Rows with the same cell, value and original.
pub(super) struct Entry<'a> {
    pub(super) rows: &'a [u32],
    pub(super) cell: u32,
    /// How many other rows tell about them.
    pub(super) near: u64,
    /// How many of those have their original.
    pub(super) same: u64,
}

/// Rows in order of cell, value and original.
pub(super) struct Neighbourhoods<'a> {
    order: Vec<u32>,
    cells: &'a [u32],
    values: &'a [u32],
    originals: &'a [u32],
    places: Option<&'a [Option<i128>]>,
}

/// Sorts rows by cell, value and original. With `places`, values are places on a scale.
pub(super) fn neighbourhoods<'a>(
    cells: &'a [u32],
    values: &'a [u32],
    originals: &'a [u32],
    places: Option<&'a [Option<i128>]>,
) -> Neighbourhoods<'a> {
    let order: Vec<u32> = (0..cells.len() as u32).collect();
    let order = [originals, values, cells].iter().fold(order, |order, codes| sorted(&order, codes));
    Neighbourhoods { order, cells, values, originals, places }
}

/// The rows in order of their codes, those of equal codes as they stood: a counting sort.
fn sorted(order: &[u32], codes: &[u32]) -> Vec<u32> {
    let width = codes.iter().max().map_or(0, |&last| last as usize + 1);
    let mut starts = vec![0_u32; width + 1];
    codes.iter().for_each(|&code| starts[code as usize + 1] += 1);
    for code in 0..width {
        starts[code + 1] += starts[code];
    }
    let mut sorted = vec![0; order.len()];
    for &row in order {
        let start = &mut starts[codes[row as usize] as usize];
        sorted[*start as usize] = row;
        *start += 1;
    }
    sorted
}

/// The rows of a cell with one value: a part of the order, parted further by their originals.
struct Value {
    start: usize,
    end: usize,
    place: Option<i128>,
}

impl Value {
    fn rows(&self) -> u64 {
        (self.end - self.start) as u64
    }
}

impl Neighbourhoods<'_> {
    /// Calls back with all rows, entry by entry.
    pub(super) fn each(&self, mut each: impl FnMut(Entry<'_>)) {
        let cell_of = |&row: &u32| self.cells[row as usize];
        let mut start = 0;
        for cell in self.order.chunk_by(|a, b| cell_of(a) == cell_of(b)) {
            let values = self.values_of(start, cell);
            for at in 0..values.len() {
                let Value { start, end, .. } = values[at];
                let rows = &self.order[start..end];
                let original_of = |&row: &u32| self.originals[row as usize];
                for alike in rows.chunk_by(|a, b| original_of(a) == original_of(b)) {
                    let (near, same) = self.near(&values, at, alike);
                    each(Entry { rows: alike, cell: cell_of(&alike[0]), near, same });
                }
            }
            start += cell.len();
        }
    }

    /// The values of a cell whose rows start there.
    fn values_of(&self, mut start: usize, cell: &[u32]) -> Vec<Value> {
        let value_of = |&row: &u32| self.values[row as usize];
        let value = |run: &[u32]| {
            let place = self.places.and_then(|places| places[value_of(&run[0]) as usize]);
            let value = Value { start, end: start + run.len(), place };
            start = value.end;
            value
        };
        cell.chunk_by(|a, b| value_of(a) == value_of(b)).map(value).collect()
    }

    /// How many other rows tell about these, and how many of them have their original.
    fn near(&self, values: &[Value], at: usize, alike: &[u32]) -> (u64, u64) {
        let original = self.originals[alike[0] as usize];
        let (mut near, mut same) = (values[at].rows() - 1, alike.len() as u64 - 1);
        let Some(here) = values[at].place else { return (near, same) };
        let (mut left, mut right) = (at, at + 1);
        while near < 2 {
            let before = left.checked_sub(1).and_then(|left| values[left].place);
            let behind = values.get(right).and_then(|value| value.place);
            let (to_left, to_right) = match (before, behind) {
                (None, None) => break,
                (Some(_), None) => (true, false),
                (None, Some(_)) => (false, true),
                (Some(before), Some(behind)) => {
                    let (down, up) = (here - before, behind - here);
                    (down <= up, up <= down)
                }
            };
            if to_left {
                left -= 1;
                near += values[left].rows();
                same += self.with_original(&values[left], original);
            }
            if to_right {
                near += values[right].rows();
                same += self.with_original(&values[right], original);
                right += 1;
            }
        }
        (near, same)
    }

    /// How many rows of a value have this original.
    fn with_original(&self, value: &Value, original: u32) -> u64 {
        let rows = &self.order[value.start..value.end];
        let until = |end: u32| rows.partition_point(|&row| self.originals[row as usize] < end);
        (until(original + 1) - until(original)) as u64
    }
}
