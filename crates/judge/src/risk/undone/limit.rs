//! How much a column can give back of a quasi-identifier at most, from counts alone.
//!
//! Where 95 % of the rows with a cell and a value must have one original, there cannot be many more of
//! them than the cell has rows of its most frequent original. Rows that are too many for that are given
//! back by no arrangement. Most pairs of columns are far from a warning by this count, which is one pass
//! over two columns.

use super::super::words::is_share;
use super::AGREE;
use super::nearest::Compared;

/// Counts may take so many numbers per row.
const MOST_PER_ROW: usize = 8;

/// The rows of the most frequent original of each cell; nothing if counting takes too much memory.
pub(super) fn most_frequent(cells: &[u32], originals: &[u32]) -> Option<Vec<u32>> {
    let (width, counts) = counts(cells, originals)?;
    Some(counts.chunks(width).map(|cell| cell.iter().max().copied().unwrap_or(0)).collect())
}

/// So many rows can be given back at most; nothing if counting takes too much memory, or if people may
/// have several rows. `most_frequent` has the rows of the most frequent original of each cell.
pub(super) fn limit(compared: &Compared<'_>, most_frequent: &[u32]) -> Option<u64> {
    if compared.people.is_some() {
        return None;
    }
    let (width, counts) = counts(compared.cells, compared.values)?;
    let is_scale = compared.places.is_some();
    let of_cell = |(cell, &alike): (&[u32], &u32)| -> u64 {
        let given_back = |&rows: &u32| match rows {
            0 => 0,
            // Neighbours on the scale tell, too.
            1 | 2 if is_scale => rows,
            _ => {
                let alike = rows.min(alike);
                let can_agree =
                    rows > 1 && is_share(u64::from(alike) - 1, u64::from(rows) - 1, AGREE);
                if can_agree { alike } else { 0 }
            }
        };
        cell.iter().map(given_back).map(u64::from).sum()
    };
    Some(counts.chunks(width).zip(most_frequent).map(of_cell).sum())
}

/// How many rows have each pair of codes: an array, and how many numbers each first code takes there.
fn counts(a: &[u32], b: &[u32]) -> Option<(usize, Vec<u32>)> {
    let width = |codes: &[u32]| codes.iter().max().map_or(0, |&last| last as usize + 1);
    let (height, width) = (width(a), width(b));
    let pairs = height.checked_mul(width)?;
    if pairs == 0 || pairs > (MOST_PER_ROW * a.len()).max(1 << 12) {
        return None;
    }
    let mut counts = vec![0; pairs];
    for (&a, &b) in a.iter().zip(b) {
        counts[a as usize * width + b as usize] += 1;
    }
    Some((width, counts))
}
