//! A summary of a stream that knows for certain how far it may be wrong.
//!
//! **Promises** that of a value v, the kept weights up to v never exceed the rows up to v, and
//! fall short of them by `slack` at most; and that no more than `room` numbers are kept between two
//! calls. As long as nothing had to be dropped, the slack is 0 and everything is exact: up to 7/8
//! `room` rows of any kind, and any number of rows of up to `room`/4 different values.
//!
//! **Defined** by Munro and Paterson (1980): sorted lists whose members stand for 1, 2, 4, ... rows
//! each. Of a list that is too long, every second member goes on to the next list, and stands for
//! the one before it too. That hides at most one member of the old list from any v.
//!
//! **Deviations** theirs need the number of rows beforehand. Here the lists share the room, and the
//! first is shortened that holds more than the average. Equal values are one value with a count
//! until there are too many different ones, and go to the lists by the binary digits of their
//! counts after that, so that heavy ties stay cheap.
//!
//! **Cost** of n rows: a sort of each eighth of the room. Let h be 7/8 room, and 2^t >= 4n/h. The
//! lists from t on cannot hold more than h/4 members, so that one before t holds 3h/4t whenever the
//! room is full. Only such lists are shortened, and the slack is 4/3 t^2 n/h at most, or a little
//! more. No certain summary can do without a logarithm; the square of it is the price of speed.

use super::view::RankView;

/// With less room, a pass over 2^34 rows might not tell more than the one before.
pub(super) const SMALLEST_ROOM: usize = 1 << 13;

/// Rows, as far as the room allows.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    room: usize,
    /// Rows in no order that are not in the lists yet.
    fresh: Vec<u64>,
    /// Different values with their counts, until there are too many.
    counts: Option<Vec<(u64, u64)>>,
    /// Sorted lists whose members stand for 1, 2, 4, ... rows.
    lists: Vec<Vec<u64>>,
    /// The rows that the lists stand for.
    listed_rows: u64,
    slack: u64,
}

impl Summary {
    pub(super) fn new(room: usize) -> Self {
        let room = room.max(SMALLEST_ROOM);
        Summary {
            room,
            fresh: Vec::new(),
            counts: Some(Vec::new()),
            lists: Vec::new(),
            listed_rows: 0,
            slack: 0,
        }
    }

    /// How many rows of any kind a room keeps exactly.
    pub(super) fn holds(room: usize) -> u64 {
        let room = room.max(SMALLEST_ROOM);
        (room - room / 8) as u64
    }

    /// The most that the slack can be after so many rows.
    pub(super) fn worst_slack(rows: u64, room: usize) -> u64 {
        let holds = Summary::holds(room);
        if rows <= holds {
            return 0;
        }
        let slack = u128::from(rows) * u128::from(crowded(rows, holds))
            / u128::from(long_list(rows, holds) - 1);
        u64::try_from(slack).unwrap_or(u64::MAX).min(rows)
    }

    /// How many numbers are kept now.
    pub(super) fn kept(&self) -> usize {
        self.fresh.len() + 2 * self.counts.as_ref().map_or(0, Vec::len) + self.listed()
    }

    fn listed(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    pub(super) fn push(&mut self, key: u64) {
        self.fresh.push(key);
        if self.fresh.len() >= self.room / 8 {
            self.settle();
        }
    }

    pub(super) fn extend(&mut self, mut keys: impl ExactSizeIterator<Item = u64>) {
        while keys.len() > 0 {
            let space = self.room / 8 - self.fresh.len();
            self.fresh.extend(keys.by_ref().take(space));
            if self.fresh.len() >= self.room / 8 {
                self.settle();
            }
        }
    }

    /// Adds what another summary knows of other rows.
    pub(super) fn merge(&mut self, other: Summary) {
        self.slack += other.slack;
        self.listed_rows += other.listed_rows;
        self.extend(other.fresh.into_iter());
        match other.counts {
            Some(counts) => self.add_counts(counts),
            None => {
                let counts = self.counts.take().unwrap_or_default();
                self.spread(counts.into_iter());
            }
        }
        for (level, list) in other.lists.into_iter().enumerate() {
            self.add_list(level, list);
        }
        self.shorten();
    }

    /// All that is known, in order.
    pub(super) fn view(mut self) -> RankView {
        self.settle();
        let mut weighted = self.counts.take().unwrap_or_default();
        for (level, list) in self.lists.into_iter().enumerate() {
            weighted.extend(list.into_iter().map(|key| (key, 1 << level)));
        }
        weighted.sort_unstable();
        RankView::new(weighted, self.slack)
    }

    fn settle(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        let runs = fresh.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64));
        match self.counts {
            Some(_) => self.add_counts(runs.collect()),
            None => self.spread(runs),
        }
        fresh.clear();
        self.fresh = fresh;
    }

    fn add_counts(&mut self, new: Vec<(u64, u64)>) {
        let Some(mut counts) = self.counts.take() else { return self.spread(new.into_iter()) };
        counts.extend(new);
        counts.sort_by_key(|count| count.0);
        counts.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        if counts.len() <= self.room / 4 {
            self.counts = Some(counts);
        } else {
            self.spread(counts.into_iter());
        }
    }

    /// Sends ascending values to the lists by the binary digits of their counts.
    fn spread(&mut self, counts: impl Iterator<Item = (u64, u64)>) {
        let mut lists: Vec<Vec<u64>> = Vec::new();
        for (key, count) in counts {
            let mut left = count;
            while left > 0 {
                let level = left.trailing_zeros() as usize;
                if level >= lists.len() {
                    lists.resize(level + 1, Vec::new());
                }
                lists[level].push(key);
                left &= left - 1;
            }
            self.listed_rows += count;
        }
        for (level, list) in lists.into_iter().enumerate() {
            self.add_list(level, list);
        }
        self.shorten();
    }

    fn add_list(&mut self, level: usize, list: Vec<u64>) {
        if list.is_empty() {
            return;
        }
        if level >= self.lists.len() {
            self.lists.resize(level + 1, Vec::new());
        }
        let old = &mut self.lists[level];
        if old.is_empty() {
            *old = list;
        } else {
            old.extend(list);
            // The stable sort finds two sorted runs and merges them.
            old.sort();
        }
    }

    fn shorten(&mut self) {
        while self.listed() as u64 > Summary::holds(self.room) {
            let long = long_list(self.listed_rows, Summary::holds(self.room));
            let Some(level) = self.lists.iter().position(|list| list.len() as u64 >= long) else {
                return;
            };
            let list = std::mem::take(&mut self.lists[level]);
            let pairs = list.chunks_exact(2);
            self.lists[level] = pairs.remainder().to_vec();
            self.slack += 1 << level;
            self.add_list(level + 1, pairs.map(|pair| pair[1]).collect());
        }
    }
}

/// How many lists, from the first, hold three quarters of `holds` members at least.
fn crowded(rows: u64, holds: u64) -> u64 {
    u64::from((rows / holds + 1).ilog2()) + 3
}

/// A length that one of them has at least.
fn long_list(rows: u64, holds: u64) -> u64 {
    3 * holds / (4 * crowded(rows, holds))
}
