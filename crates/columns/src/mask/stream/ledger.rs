//! What a pass has counted, turned into ranks.

use super::selection::{FoundRank, Target};
use super::sieve::Sieve;
use super::view::{Bracket, RankView};

/// The rows before each gap between bounds.
pub(super) struct Ledger<'a> {
    sieve: &'a Sieve,
    is_kept: &'a [bool],
    /// All rows before each gap.
    before: Vec<u64>,
    /// The rows up to the bound after each gap; all rows for the last.
    upto: Vec<u64>,
    /// The kept rows before each gap.
    kept_before: Vec<u64>,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(sieve: &'a Sieve, is_kept: &'a [bool]) -> Self {
        let (mut rows, mut kept) = (0, 0);
        let mut ledger =
            Ledger { sieve, is_kept, before: vec![], upto: vec![], kept_before: vec![] };
        let at = sieve.at().iter().copied().chain([0]);
        for ((gap, at), &is_kept) in sieve.gaps().iter().zip(at).zip(is_kept) {
            ledger.before.push(rows);
            ledger.kept_before.push(kept);
            rows += gap.rows + at;
            kept += if is_kept { gap.rows } else { 0 };
            ledger.upto.push(rows);
        }
        ledger
    }

    /// How many rows were counted.
    pub(super) fn rows(&self) -> u64 {
        self.upto.last().copied().unwrap_or_default()
    }

    /// Finds the value of a rank, or brackets it more narrowly, if this pass was about it.
    pub(super) fn update(&self, target: &mut Target, view: &RankView) {
        let Target::Open { rank, bracket } = *target else { return };
        let gap = self.upto.partition_point(|&upto| upto <= rank);
        let Some(&upto) = self.upto.get(gap) else { return };
        let inside = self.sieve.gaps()[gap].rows;
        let below = self.before[gap] + inside;
        let bound = self.sieve.bounds().get(gap);
        if let Some(&value) = bound.filter(|_| below <= rank) {
            *target = Target::FoundRank(FoundRank { rank, value, below, upto });
            return;
        }
        let known = if self.is_kept[gap] { self.narrowed(rank, gap, view) } else { Some(bracket) };
        let Some(mut known) = known else { return };
        if let Some(&bound) = bound {
            known = known.until(bound, below, upto);
        }
        if let Some(one) = gap.checked_sub(1) {
            known = known.after(self.sieve.bounds()[one], self.before[gap]);
        }
        *target = Target::new(rank, known, self.is_kept[gap] && view.is_exact());
    }

    /// What the kept rows tell of a rank in a gap.
    fn narrowed(&self, rank: u64, gap: usize, view: &RankView) -> Option<Bracket> {
        let (before, kept) = (self.before[gap], self.kept_before[gap]);
        let bracket = view.bracket(rank - before + kept)?;
        // Kept rows of other gaps are not in doubt, whatever the view says.
        let end = kept + self.sieve.gaps()[gap].rows;
        let here = |rows: u64| rows.clamp(kept, end) - kept + before;
        Some(Bracket {
            from: here(bracket.from),
            below: here(bracket.below),
            upto: here(bracket.upto),
            ..bracket
        })
    }
}
