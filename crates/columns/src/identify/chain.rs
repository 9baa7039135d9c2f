//! A chain of partitions, each refined by one more column. Sets in lexicographic order share its
//! prefix.

use super::Columns;
use super::partition::{Scratch, Split, StrippedPartition};

/// The partitions of a set and of its prefixes, which the next set will mostly share.
pub(super) struct Chain<'c> {
    set: Vec<u32>,
    /// One more than the set has columns: the first is of none.
    partitions: Vec<StrippedPartition>,
    scratch: Scratch<'c>,
}

impl<'c> Chain<'c> {
    pub fn new(columns: &'c Columns) -> Self {
        Chain {
            set: Vec::new(),
            partitions: vec![StrippedPartition::whole(columns)],
            scratch: Scratch::new(columns),
        }
    }

    /// Makes this the chain of a set, given the codes of each column.
    pub fn go_to<'d>(&mut self, set: &[u32], codes: impl Fn(u32) -> &'d [u32]) {
        let shared = self.set.iter().zip(set).take_while(|(mine, other)| mine == other).count();
        self.set.truncate(shared);
        for (at, &place) in set.iter().enumerate().skip(shared) {
            if self.partitions.len() == at + 1 {
                self.partitions.push(StrippedPartition::default());
            }
            let (before, after) = self.partitions.split_at_mut(at + 1);
            before[at].refine(codes(place), &mut self.scratch, &mut after[0]);
            self.set.push(place);
        }
    }

    /// The rows in classes of two or more, which counting visits.
    pub fn rows(&self) -> u64 {
        self.partitions[self.set.len()].rows() as u64
    }

    /// What one more column tells apart; see [`StrippedPartition::count`].
    pub fn count(&mut self, codes: &[u32], values: u32, least: u32) -> Option<Split> {
        self.partitions[self.set.len()].count(codes, values, least, &mut self.scratch)
    }
}
