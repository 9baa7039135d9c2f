//! How often the rows that tell about a row would agree with it by chance: if the originals of a
//! cell stood in random order.

use hashbrown::HashMap;

/// So many rows or more agree as often as they are expected to: no luck is left.
const MANY: u64 = 200;

/// The originals of each cell.
pub(super) struct Chance {
    /// For each cell its rows, and the rows of each original.
    cells: HashMap<u32, (u64, Vec<u64>)>,
}

/// What was computed of one cell, by the number of rows that tell.
pub(super) struct CellChance<'a> {
    chance: &'a Chance,
    cell: Option<u32>,
    known: Vec<Option<f64>>,
}

impl Chance {
    /// From the cell and the original of each row, or of each person once.
    pub(super) fn of(pairs: impl Iterator<Item = (u32, u32)>) -> Chance {
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        let count = |cell: &[(u32, u32)]| {
            let counts = cell.chunk_by(|a, b| a.1 == b.1).map(|run| run.len() as u64);
            (cell[0].0, (cell.len() as u64, counts.collect()))
        };
        let cells = pairs.chunk_by(|a, b| a.0 == b.0).map(count).collect();
        Chance { cells }
    }

    /// For questions cell by cell.
    pub(super) fn by_cell(&self) -> CellChance<'_> {
        CellChance { chance: self, cell: None, known: vec![None; MANY as usize + 1] }
    }

    fn likely(&self, cell: u32, near: u64) -> f64 {
        let Some((rows, originals)) = self.cells.get(&cell) else { return 0.0 };
        let likely =
            |&with: &u64| with as f64 / *rows as f64 * agreement(*rows - 1, with - 1, near);
        originals.iter().map(likely).sum()
    }
}

impl CellChance<'_> {
    /// How likely it is that 95 % of so many other rows of a cell agree with a row of it.
    pub(super) fn of(&mut self, cell: u32, near: u64) -> f64 {
        if self.cell != Some(cell) {
            self.cell = Some(cell);
            self.known.fill(None);
        }
        // With many rows the answer stays the same.
        let near = near.min(MANY);
        *self.known[near as usize].get_or_insert_with(|| self.chance.likely(cell, near))
    }
}

/// How likely 95 % of `near` rows, drawn from `others` of which `alike` agree, agree.
fn agreement(others: u64, alike: u64, near: u64) -> f64 {
    if near >= MANY {
        return f64::from(u8::from(alike * 100 >= others * 95));
    }
    let misses = near / 20;
    // The term without a miss, and each next one from the one before: hypergeometric.
    let (others, alike, near) = (others as f64, alike as f64, near as f64);
    let mut term = 1.0;
    let mut drawn = 0.0;
    while drawn < near {
        term *= ((alike - drawn) / (others - drawn)).max(0.0);
        drawn += 1.0;
    }
    let mut sum = term;
    for miss in 0..misses {
        let miss = miss as f64;
        let better = alike - near + miss + 1.0;
        if better <= 0.0 {
            break;
        }
        term *= (near - miss) * (others - alike - miss).max(0.0) / ((miss + 1.0) * better);
        sum += term;
    }
    sum.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_hypergeometric() {
        // Two of four agree: both draws agree with probability 2/4 * 1/3.
        assert!((agreement(4, 2, 2) - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(agreement(4, 1, 2), 0.0);
        assert_eq!(agreement(9, 9, 5), 1.0);
        // Twenty draws may miss once: of 21 rows one disagrees, and all draws of twenty are right.
        assert!((agreement(21, 20, 20) - 1.0).abs() < 1e-12);
        // Of 22 rows two disagree: at most one is drawn with probability 1 - C(20,18)/C(22,20).
        assert!((agreement(22, 20, 20) - (1.0 - 190.0 / 231.0)).abs() < 1e-12);
    }

    #[test]
    fn a_cell_of_two_equal_halves_agrees_with_two_rows_every_fourth_time() {
        let originals: Vec<u32> = (0..1000).map(|row| row % 2).collect();
        let chance = Chance::of(originals.into_iter().map(|original| (0, original)));
        let mut chance = chance.by_cell();
        assert!((chance.of(0, 2) - 0.25).abs() < 0.002);
        assert!(chance.of(0, 30) < 1e-6 && chance.of(0, 1_000_000) == 0.0);
        assert_eq!(chance.of(7, 2), 0.0);
    }
}
