//! Who has each value of a line, where people may have several.
//!
//! The people of two neighbouring clusters do not add up when they are joined, so they are counted for
//! the values themselves. What the dynamic programme must know is only where the last cluster may
//! start: a cluster that holds k people still does with more values, so the last start never moves back.

/// The people who have each value of a line.
#[derive(Clone, Debug, Default)]
pub struct Holders {
    /// Where the people of each value end.
    ends: Vec<usize>,
    people: Vec<u32>,
    /// All people.
    count: u64,
}

impl Holders {
    /// The holders of so many values, given pairs of the place of a value and a person; pairs may
    /// repeat, and come in any order.
    ///
    /// ```
    /// use incrowd_columns::mask::cluster::Holders;
    /// let holders = Holders::new(3, vec![(0, 7), (1, 7), (1, 8), (2, 9), (0, 7)]);
    /// assert_eq!((holders.people(), holders.between(0, 2)), (3, 2));
    /// ```
    #[must_use]
    pub fn new(values: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut everybody: Vec<u32> = pairs.iter().map(|&(_, person)| person).collect();
        everybody.sort_unstable();
        everybody.dedup();
        // Numbers without gaps, so that people can be counted in an array.
        let number = |person: u32| everybody.partition_point(|&other| other < person) as u32;
        let mut ends = vec![0; values];
        for &(value, _) in &pairs {
            ends[value as usize] += 1;
        }
        let mut end = 0;
        for own in &mut ends {
            end += *own;
            *own = end;
        }
        let people = pairs.into_iter().map(|(_, person)| number(person)).collect();
        Holders { ends, people, count: everybody.len() as u64 }
    }

    /// All people.
    #[must_use]
    pub fn people(&self) -> u64 {
        self.count
    }

    /// The people who have one of the values from one place to before another.
    #[must_use]
    pub fn between(&self, from: usize, to: usize) -> u64 {
        let start = from.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = to.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut people = self.people[start..end.max(start)].to_vec();
        people.sort_unstable();
        people.dedup();
        people.len() as u64
    }

    fn of(&self, value: usize) -> &[u32] {
        let start = value.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.people[start..self.ends[value]]
    }

    /// Per stop: the last stop that has at least `k` people between them.
    pub(super) fn starts(&self, k: u64) -> Vec<Option<usize>> {
        // How many values of the window each person has, and how many people have any.
        let (mut times, mut inside) = (vec![0_u32; self.count as usize], 0_u64);
        // The window starts at the first value whose loss would leave too few, if it holds enough.
        let mut first = 0;
        let mut starts = Vec::with_capacity(self.ends.len() + 1);
        starts.push(None);
        for value in 0..self.ends.len() {
            for &person in self.of(value) {
                let times = &mut times[person as usize];
                inside += u64::from(*times == 0);
                *times += 1;
            }
            while inside >= k {
                let alone = |&&person: &&u32| times[person as usize] == 1;
                let lost = self.of(first).iter().filter(alone).count() as u64;
                if inside - lost < k {
                    break;
                }
                self.of(first).iter().for_each(|&person| times[person as usize] -= 1);
                inside -= lost;
                first += 1;
            }
            starts.push((inside >= k).then_some(first));
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn starts_are_the_last_that_leave_enough(
            pairs in prop::collection::vec((0_u32..7, 0_u32..5), 0..20),
            k in 1_u64..5,
        ) {
            let holders = Holders::new(7, pairs.clone());
            let enough = |from: usize, to: usize| {
                let inside = pairs.iter().filter(|(value, _)| (from..to).contains(&(*value as usize)));
                let mut people: Vec<u32> = inside.map(|&(_, person)| person).collect();
                people.sort_unstable();
                people.dedup();
                people.len() as u64 >= k
            };
            let starts = holders.starts(k);
            for (stop, start) in starts.iter().enumerate() {
                prop_assert_eq!(*start, (0..stop).rev().find(|&from| enough(from, stop)));
            }
        }
    }
}
