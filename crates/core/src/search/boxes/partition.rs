//! The result of an algorithm for boxes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An equivalence class: its tuples, and the bounding box of all their people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxClass {
    /// The tuples, ascending.
    pub tuples: Vec<u32>,
    /// Per column: the lowest and the highest leaf.
    pub ranges: Vec<(u32, u32)>,
    /// Rows of the table.
    pub rows: u64,
    /// People of the population; rows of the table if there is no population.
    pub people: u64,
    /// Tuples that are divided between classes, each with the number of its rows in this class. The
    /// rows of a tuple fill its classes in the order of the partition. Only relaxed Mondrian
    /// divides tuples.
    pub shares: Vec<(u32, u64)>,
}

/// Classes that contain every tuple once, or in shares that add up to it. Suppressed tuples are in none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// In order of their first tuple, including classes without a row of the table.
    pub classes: Vec<BoxClass>,
    /// Tuples whose rows are not published, ascending.
    pub suppressed: Vec<u32>,
    /// Regions that were examined.
    pub examined: u64,
    /// Whether the search was cut short.
    pub cut_short: bool,
}

impl Partition {
    /// These classes, in order.
    pub(in crate::search) fn new(
        mut classes: Vec<BoxClass>,
        examined: u64,
        cut_short: bool,
    ) -> Self {
        classes
            .sort_by(|one, other| (&one.tuples, &one.ranges).cmp(&(&other.tuples, &other.ranges)));
        Partition { classes, suppressed: Vec::new(), examined, cut_short }
    }

    /// The same, with these tuples in no class.
    pub(in crate::search) fn suppressing(mut self, mut suppressed: Vec<u32>) -> Self {
        suppressed.sort_unstable();
        self.suppressed = suppressed;
        self
    }
}

impl Partition {
    /// The same with ranges widened, column by column. Classes that then have the same ranges are one
    /// class, so the demands must not break when classes merge.
    #[must_use]
    pub(crate) fn widened(
        self,
        mut widen: impl FnMut(usize, (u32, u32)) -> (u32, u32),
    ) -> Partition {
        let mut merged: BTreeMap<(bool, Vec<(u32, u32)>), BoxClass> = BTreeMap::new();
        for mut class in self.classes {
            for (column, range) in class.ranges.iter_mut().enumerate() {
                *range = widen(column, *range);
            }
            match merged.entry((class.rows > 0, class.ranges.clone())) {
                Entry::Vacant(free) => {
                    free.insert(class);
                }
                Entry::Occupied(mut known) => known.get_mut().join(class),
            }
        }
        let classes = merged.into_values().map(BoxClass::sorted).collect();
        Partition::new(classes, self.examined, self.cut_short).suppressing(self.suppressed)
    }
}

impl BoxClass {
    /// Adds another class; the result is to be sorted.
    fn join(&mut self, other: BoxClass) {
        self.tuples.extend(other.tuples);
        self.shares.extend(other.shares);
        self.rows += other.rows;
        self.people += other.people;
    }

    /// The same with each tuple once, ascending: both parts of a divided tuple may be here now.
    fn sorted(mut self) -> Self {
        self.tuples.sort_unstable();
        self.tuples.dedup();
        self.shares.sort_unstable();
        self.shares.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Domain, Spec, build};
    use incrowd_terms::{Kind, Nulls};

    #[test]
    fn ranges_are_rounded_and_equal_ones_merge() {
        let values = ["18", "21", "23", "26", "28", "98"].map(|age| (age.to_owned(), 1));
        let spec = Spec::parse("intervals:5,<20,90+").unwrap().read(|_| Err("no file")).unwrap();
        let nulls = Nulls::default();
        let domain = Domain { column: "age", kind: Kind::Integer, values: &values, nulls: &nulls };
        let class = |tuples: &[u32], low, high| BoxClass {
            tuples: tuples.to_vec(),
            ranges: vec![(low, high)],
            rows: 5,
            people: 5,
            shares: Vec::new(),
        };
        let classes = vec![class(&[1, 3], 1, 3), class(&[2, 4], 2, 4), class(&[0, 5], 0, 5)];
        let partition = Partition::new(classes, 7, false);
        let hierarchy = build(&spec, &domain).unwrap();
        let rounded = partition.widened(|_, range| hierarchy.outward(range));
        let found: Vec<_> =
            rounded.classes.iter().map(|class| (class.tuples.clone(), class.ranges[0])).collect();
        assert_eq!(found, [(vec![0, 5], (0, 5)), (vec![1, 2, 3, 4], (1, 4))]);
        assert_eq!((rounded.classes[1].rows, rounded.examined), (10, 7));
    }

    #[test]
    fn parts_of_a_divided_tuple_join() {
        let part = |tuples: &[u32], rows, share| BoxClass {
            tuples: tuples.to_vec(),
            ranges: vec![(0, 1)],
            rows,
            people: rows,
            shares: vec![(4, share)],
        };
        let partition = Partition::new(vec![part(&[1, 4], 5, 2), part(&[3, 4], 6, 3)], 1, false);
        let joined = partition.widened(|_, range| range);
        assert_eq!(joined.classes.len(), 1);
        assert_eq!(
            (&joined.classes[0].tuples, &joined.classes[0].shares),
            (&vec![1, 3, 4], &vec![(4, 5)])
        );
    }
}
