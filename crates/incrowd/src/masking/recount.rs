//! The rows of groups whose bounds were found by one row of each person.

use incrowd_columns::mask::stream::{QuantileBucket, QuantileBuckets, StreamError};

/// What is counted of each group.
#[derive(Clone)]
pub struct Recount {
    groups: QuantileBuckets<f64>,
    seen: Vec<Seen>,
}

/// The rows of a group.
#[derive(Clone, Copy)]
struct Seen {
    low: f64,
    high: f64,
    rows: u64,
    /// Rows below the representative, and rows that have its value.
    below: u64,
    same: u64,
}

const NOTHING: Seen =
    Seen { low: f64::INFINITY, high: f64::NEG_INFINITY, rows: 0, below: 0, same: 0 };

impl Recount {
    /// Nothing counted yet.
    pub fn new(groups: QuantileBuckets<f64>) -> Self {
        let seen = vec![NOTHING; groups.list().len()];
        Recount { groups, seen }
    }

    /// Sees a row.
    pub fn add(&mut self, number: f64) {
        let place = self.groups.place(number);
        let representative = self.groups.list()[place].representative;
        let seen = &mut self.seen[place];
        seen.low = seen.low.min(number);
        seen.high = seen.high.max(number);
        seen.rows += 1;
        seen.below += u64::from(number < representative);
        seen.same += u64::from(number == representative);
    }

    /// Adds what a clone, made before the pass, has seen of other rows.
    pub fn merge(&mut self, other: &Recount) {
        for (seen, more) in self.seen.iter_mut().zip(&other.seen) {
            seen.low = seen.low.min(more.low);
            seen.high = seen.high.max(more.high);
            seen.rows += more.rows;
            seen.below += more.below;
            seen.same += more.same;
        }
    }

    /// The people of the smallest group, at least.
    pub fn smallest(&self) -> u64 {
        self.groups.smallest()
    }

    /// The groups with all their rows.
    ///
    /// # Errors
    /// Rows that are not those by which the groups were found.
    pub fn buckets(&self) -> Result<QuantileBuckets<f64>, StreamError> {
        let bucket = |(group, seen): (&QuantileBucket<f64>, &Seen)| {
            let Seen { low, high, rows, below, same } = *seen;
            let median = rows.checked_sub(1)? / 2;
            let last = (below + same).checked_sub(1)?;
            let off = median.clamp(below, last.max(below)).abs_diff(median);
            Some(QuantileBucket {
                lo: low,
                hi: high,
                representative: group.representative,
                off,
                rows,
            })
        };
        let list = self.groups.list().iter().zip(&self.seen).map(bucket);
        let list = list.collect::<Option<Vec<_>>>();
        list.and_then(QuantileBuckets::new).ok_or(StreamError::Changed)
    }
}
