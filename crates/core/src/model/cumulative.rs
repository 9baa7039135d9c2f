//! The cumulative counts of a table's ordered values.
//!
//! The ordered distance of a class from the table is a sum over all values of the table. Between two
//! values of the class its own cumulative count does not change, and that of the table grows, so the
//! sign of their difference changes at most once. With sums of the table's cumulative counts, each
//! stretch takes one binary search, and a class takes time by its own values instead of the table's.

use super::Histogram;

/// The values that a table has, in order, and how many rows have them or lower ones.
#[derive(Debug)]
pub(crate) struct CumulativeCounts {
    /// Per value code: the number of lower values that the table has.
    ranks: Vec<u32>,
    /// Per rank: rows up to and including it.
    up_to: Vec<u64>,
    /// Sums of `up_to` before each rank.
    sums: Vec<u128>,
}

impl CumulativeCounts {
    /// The cumulative counts of a table with so many rows per value code.
    pub fn of(table: &[u64]) -> Self {
        let mut counts = CumulativeCounts {
            ranks: Vec::with_capacity(table.len()),
            up_to: vec![],
            sums: vec![0],
        };
        let (mut rows, mut sum) = (0, 0);
        for &count in table {
            counts.ranks.push(counts.up_to.len() as u32);
            if count > 0 {
                rows += count;
                sum += u128::from(rows);
                counts.up_to.push(rows);
                counts.sums.push(sum);
            }
        }
        counts
    }

    /// The number of values that the table has.
    pub fn values(&self) -> u128 {
        self.up_to.len() as u128
    }

    /// `n * total * sum |prefix of q - p|` over the values that the table has, where q is a class of
    /// n rows and p the table. Values that the table does not have are ignored.
    pub fn moved(&self, class: Histogram<'_>, n: u128, total: u128) -> u128 {
        let (mut sum, mut here, mut from) = (0, 0_u128, 0);
        for (&value, &rows) in class.values.iter().zip(class.counts) {
            let Some(rank) = self.rank(value) else { continue };
            sum += self.difference(from, rank, here * total, n);
            (from, here) = (rank, here + u128::from(rows));
        }
        sum + self.difference(from, self.up_to.len(), here * total, n)
    }

    /// The rank of a value that the table has.
    fn rank(&self, value: u32) -> Option<usize> {
        let rank = self.ranks[value as usize] as usize;
        let next =
            self.ranks.get(value as usize + 1).map_or(self.up_to.len(), |&next| next as usize);
        (next > rank).then_some(rank)
    }

    /// The sum of `|here - n * up_to|` over some ranks.
    fn difference(&self, from: usize, to: usize, here: u128, n: u128) -> u128 {
        let covered = |&rows: &u64| u128::from(rows) * n <= here;
        let turn = from + self.up_to[from..to].partition_point(covered);
        let below = here * (turn - from) as u128 - n * (self.sums[turn] - self.sums[from]);
        let above = n * (self.sums[to] - self.sums[turn]) - here * (to - turn) as u128;
        below + above
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_the_sum_over_all_values(
            rows in prop::collection::vec((0_u64..4, 0_u64..4), 1..12),
        ) {
            // The class is part of the table, except for values that are suppressed completely.
            let table: Vec<u64> =
                rows.iter().map(|&(own, others)| if others == 3 { 0 } else { own + others }).collect();
            let (values, counts): (Vec<u32>, Vec<u64>) =
                (0..).zip(&rows).filter(|(_, (own, _))| *own > 0).map(|(v, (own, _))| (v, *own)).unzip();
            let n = u128::from(counts.iter().sum::<u64>());
            let total = u128::from(table.iter().sum::<u64>());
            let (mut here, mut overall, mut expected, mut present) = (0, 0, 0, 0);
            for (&(own, _), &all) in rows.iter().zip(&table).filter(|(_, all)| **all > 0) {
                here += u128::from(own);
                overall += u128::from(all);
                expected += (here * total).abs_diff(overall * n);
                present += 1;
            }
            let counted = CumulativeCounts::of(&table);
            let class = Histogram { values: &values, counts: &counts };
            prop_assert_eq!(counted.moved(class, n, total), expected);
            prop_assert_eq!(counted.values(), present);
        }
    }
}
