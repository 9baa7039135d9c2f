//! Groups of the texts of a column, few enough for joint counts of any two columns.

use incrowd_terms::Scalar;

use crate::reading::Reader;
use crate::texts::TextNumbers;

use super::place::lowest;
use super::tally::Tally;

/// Most groups of a column.
pub(super) const MOST_GROUPS: usize = 32;

/// The group of each text.
pub(super) struct TextGroups<'a> {
    texts: &'a TextNumbers,
    of_text: Vec<u8>,
}

impl<'a> TextGroups<'a> {
    /// A group for each text while they are few. Of more, numbers and dates are cut into groups of
    /// about as many rows, and what has no place among them is one group; of others the most
    /// frequent have a group each, and the rest shares one.
    pub(super) fn of(tally: &'a Tally, reader: &Reader<'_>) -> Self {
        let mut groups = TextGroups { texts: tally.texts(), of_text: vec![0; tally.texts().len()] };
        let place = |id: u32| Some((lowest(reader, tally.text(id))?, id));
        let mut placed: Vec<(Scalar, u32)> = Vec::new();
        if tally.texts().len() > MOST_GROUPS {
            placed.extend(tally.texts().ids().filter_map(place));
        }
        if placed.is_empty() {
            groups.by_frequency(tally);
        } else {
            groups.by_place(tally, placed);
        }
        groups
    }

    /// The group of a text; `None` if it was not there when the column was counted.
    #[inline]
    pub(super) fn group(&self, text: &str) -> Option<u8> {
        self.texts.find(text).map(|id| self.of_text[id as usize])
    }

    fn by_frequency(&mut self, tally: &Tally) {
        let mut ids: Vec<u32> = tally.texts().ids().collect();
        tally.sort_by_frequency(&mut ids);
        for (at, id) in ids.into_iter().enumerate() {
            self.put(id, at.min(MOST_GROUPS - 1));
        }
    }

    /// A text stands in the group in which the middle one of its rows lies, and texts of one place
    /// stand together.
    fn by_place(&mut self, tally: &Tally, mut placed: Vec<(Scalar, u32)>) {
        placed.sort_unstable_by(|a, b| {
            a.0.magnitude(&b.0).then_with(|| tally.text(a.1).cmp(tally.text(b.1)))
        });
        self.of_text.fill((MOST_GROUPS - 1) as u8);
        let rows = |run: &[(Scalar, u32)]| run.iter().map(|&(_, id)| tally.rows(id)).sum::<u64>();
        let (all, mut before) = (u128::from(rows(&placed)), 0);
        for run in placed.chunk_by(|a, b| a.0.magnitude(&b.0).is_eq()) {
            let here = u128::from(rows(run));
            let group = (2 * before + here) * (MOST_GROUPS as u128 - 1) / (2 * all).max(1);
            run.iter().for_each(|&(_, id)| self.put(id, group as usize));
            before += here;
        }
    }

    fn put(&mut self, id: u32, group: usize) {
        // There are fewer groups than a byte can number.
        self.of_text[id as usize] = group as u8;
    }
}
