//! The values of a column in order, each with the number of rows that have it.

use super::ClusterError;
use super::double_double::DoubleDouble;

/// Beyond this, squares of squares would leave the range of doubles.
const LARGEST: f64 = 1e70;

/// What can be clustered: whole numbers (dates as days among them), and doubles.
pub trait ClusterValue: Copy + PartialOrd {
    /// `self - other`, exactly.
    #[doc(hidden)]
    fn minus(self, other: Self) -> DoubleDouble;

    /// Whether it can be calculated with.
    #[doc(hidden)]
    fn is_usable(self) -> bool;
}

impl ClusterValue for i64 {
    fn minus(self, other: Self) -> DoubleDouble {
        match self.checked_sub(other) {
            Some(small) if small.unsigned_abs() < 1 << 53 => {
                DoubleDouble::difference(small as f64, 0.0)
            }
            _ => DoubleDouble::whole(i128::from(self) - i128::from(other)),
        }
    }

    fn is_usable(self) -> bool {
        true
    }
}

impl ClusterValue for f64 {
    fn minus(self, other: Self) -> DoubleDouble {
        DoubleDouble::difference(self, other)
    }

    fn is_usable(self) -> bool {
        self.abs() <= LARGEST
    }
}

/// Values in ascending order with their counts.
#[derive(Clone, Debug)]
pub struct SortedCounts<V> {
    pub(super) values: Vec<V>,
    /// The rows before each value, and all of them at the end.
    pub(super) before: Vec<u64>,
}

impl<V: ClusterValue> SortedCounts<V> {
    /// Rows in ascending order.
    pub fn of_rows(rows: &[V]) -> Result<Self, ClusterError> {
        SortedCounts::of_counts(rows.iter().map(|&value| (value, 1)))
    }

    /// Values in ascending order with the number of rows of each; equal ones are added up.
    pub fn of_counts(counts: impl IntoIterator<Item = (V, u64)>) -> Result<Self, ClusterError> {
        let counts = counts.into_iter();
        let mut line = SortedCounts { values: Vec::new(), before: vec![0] };
        line.values.reserve(counts.size_hint().0);
        line.before.reserve(counts.size_hint().0);
        for (value, count) in counts {
            line.push(value, count)?;
        }
        Ok(line)
    }

    fn push(&mut self, value: V, count: u64) -> Result<(), ClusterError> {
        if !value.is_usable() {
            return Err(ClusterError::NotUsable);
        }
        let rows = self.rows().checked_add(count).filter(|&rows| rows < 1 << 53);
        let rows = rows.ok_or(ClusterError::TooMany)?;
        match self.values.last() {
            _ if count == 0 => return Ok(()),
            Some(last) if *last > value => return Err(ClusterError::NotSorted),
            Some(last) if *last == value => {
                self.before.pop();
            }
            _ => self.values.push(value),
        }
        self.before.push(rows);
        Ok(())
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.before.last().copied().unwrap_or_default()
    }

    /// How many different values there are.
    #[must_use]
    pub fn values(&self) -> usize {
        self.values.len()
    }

    /// Equal values taken apart, so that clusters may end among them. No cluster that is worth
    /// having takes 2k rows from a value unless it has no others: so 2k rows at both sides are
    /// taken apart, and what is between them is a cluster that costs nothing.
    pub(super) fn apart(&self, k: u64) -> SortedCounts<V> {
        let mut apart = SortedCounts { values: Vec::new(), before: vec![0] };
        let rim = k.saturating_mul(2);
        for (value, ends) in self.values.iter().zip(self.before.windows(2)) {
            let count = ends[1] - ends[0];
            let middle = count.saturating_sub(rim.saturating_mul(2));
            let (left, middle) = if middle > k { (rim, middle) } else { (count, 0) };
            apart.values.extend((0..left).map(|_| *value));
            apart.before.extend(ends[0] + 1..=ends[0] + left);
            if middle > 0 {
                apart.values.extend((0..=rim).map(|_| *value));
                apart.before.extend(ends[1] - rim..=ends[1]);
            }
        }
        apart
    }
}
