//! What a summary knows, in order: between which values the row of a rank must lie.

/// Kept values in ascending order with certain bounds on the rows up to each.
#[derive(Clone, Debug, Default)]
pub(super) struct RankView {
    /// Each value with the least number of rows up to it.
    values: Vec<(u64, u64)>,
    /// How many more these may be.
    slack: u64,
}

/// Where the value of a rank is: beyond `lo` and not beyond `hi`. Of the rows in between, those
/// equal to `middle` need only be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Nothing if any small value may be it.
    pub(super) lo: Option<u64>,
    pub(super) middle: u64,
    pub(super) hi: u64,
    /// So many rows at least are up to `lo`.
    pub(super) from: u64,
    /// So many rows at most are below `hi`.
    pub(super) below: u64,
    /// So many rows at least are up to `hi`.
    pub(super) upto: u64,
    /// So many rows at most must be kept to know the value.
    pub(super) rows: u64,
}

impl RankView {
    /// Ascending values with their weights.
    pub(super) fn new(weighted: Vec<(u64, u64)>, slack: u64) -> Self {
        let mut values = weighted;
        let mut upto = 0;
        for (_, weight) in &mut values {
            upto += *weight;
            *weight = upto;
        }
        values.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = if is_same { next.1 } else { kept.1 };
            is_same
        });
        RankView { values, slack }
    }

    /// Whether nothing is in doubt.
    pub(super) fn is_exact(&self) -> bool {
        self.slack == 0
    }

    pub(super) fn rows(&self) -> u64 {
        self.values.last().map_or(0, |last| last.1)
    }

    /// How many numbers this takes.
    pub(super) fn kept(&self) -> usize {
        2 * self.values.len()
    }

    /// Where the row of this rank is (from 0); nothing if there are not so many rows. The rows in
    /// doubt are three times the slack at most: once below `middle`, and the weights between
    /// `middle` and `hi` with the rows that they hide.
    pub(super) fn bracket(&self, rank: u64) -> Option<Bracket> {
        let hi = self.values.partition_point(|value| value.1 <= rank);
        let middle = self.values.partition_point(|value| value.1 + self.slack <= rank);
        let &(last, upto) = self.values.get(hi)?;
        let least_below = |index: usize| index.checked_sub(1).map_or(0, |one| self.values[one].1);
        let below = (least_below(hi) + self.slack).min(self.rows());
        let between = if middle < hi { below - self.values[middle].1 } else { 0 };
        Some(Bracket {
            lo: middle.checked_sub(1).map(|one| self.values[one].0),
            middle: self.values[middle].0,
            hi: last,
            from: least_below(middle),
            below,
            upto,
            rows: self.slack + between,
        })
    }
}

impl Bracket {
    /// Cuts off what lies up to `lo`, of which the rows are known.
    pub(super) fn after(mut self, lo: u64, upto: u64) -> Self {
        if self.lo.is_none_or(|old| old < lo) {
            (self.lo, self.from) = (Some(lo), upto);
        }
        self.tidied()
    }

    /// Cuts off what lies beyond `hi`, of which the rows are known.
    pub(super) fn until(mut self, hi: u64, below: u64, upto: u64) -> Self {
        if self.hi > hi {
            (self.hi, self.below, self.upto) = (hi, below, upto);
        }
        self.tidied()
    }

    fn tidied(mut self) -> Self {
        if self.lo.is_some_and(|lo| self.middle <= lo) || self.middle > self.hi {
            self.middle = self.hi;
        }
        self.rows = self.rows.min(self.below.saturating_sub(self.from));
        self
    }
}
