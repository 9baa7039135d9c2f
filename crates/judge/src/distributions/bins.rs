//! The bins of a column's histogram, and their labels.

use incrowd_terms::{Kind, Nulls, Scalar};

use crate::division::shortened;
use crate::reading::Reader;

use super::scale::{Placed, steps};
use super::tally::Tally;

/// Most bins of a column, those of missing and of other values included.
pub(super) const MOST_BINS: usize = 24;

/// The bin of all missing values.
const MISSING: &str = "missing values";

/// The bin of what has no other.
const OTHER: &str = "other values";

/// A column whose values are to be put in bins.
pub(super) struct BinnedValues<'a> {
    pub(super) tally: &'a Tally,
    /// What they are if they are numbers or dates, which can be cut into steps.
    pub(super) scale: Option<Kind>,
    pub(super) reader: &'a Reader<'a>,
    pub(super) nulls: &'a Nulls,
    /// Whether a bin of other values is needed for what is none of these.
    pub(super) others: bool,
}

/// The bin of each value.
pub(super) struct Bins {
    pub(super) labels: Vec<String>,
    /// The bin of each value, by its number.
    pub(super) of_value: Vec<usize>,
    /// The bin of other values, if there is one.
    pub(super) other: Option<usize>,
    /// The numbers or dates that were cut into steps, by magnitude, each with its bin; none where
    /// each value has a bin of its own.
    pub(super) stepped: Vec<(Scalar, usize)>,
}

impl Bins {
    /// A bin for each value while they are few: by their places if `order` gives them, else the
    /// most frequent first. Of more values, steps of numbers or dates, or the most frequent ones.
    /// Missing values have a bin behind these, and what is left has the last.
    pub(super) fn of(values: &BinnedValues<'_>, order: Option<&dyn Fn(u32) -> u32>) -> Self {
        let tally = values.tally;
        let is_missing = |id: &u32| values.nulls.is_missing(tally.text(*id));
        let (missing, mut present): (Vec<u32>, Vec<u32>) =
            tally.texts().ids().partition(is_missing);
        let mut bins = Bins {
            labels: Vec::new(),
            // Whatever gets no bin below is another value.
            of_value: vec![usize::MAX; tally.texts().len()],
            other: None,
            stepped: Vec::new(),
        };
        tally.sort_by_frequency(&mut present);
        let room = MOST_BINS - usize::from(!missing.is_empty());
        let is_few = present.len() + usize::from(values.others) <= room;
        let scale = values.scale.filter(|_| !is_few).map(|kind| (kind, placed(values, &present)));
        if let Some((kind, placed)) = scale.filter(|(_, placed)| !placed.is_empty()) {
            for step in steps(kind, &placed) {
                let here = &placed[step.values];
                let bin = bins.labels.len();
                bins.put(&step.label, here.iter().map(|value| value.id));
                let numbers =
                    here.iter().filter_map(|value| values.reader.scalar(tally.text(value.id)));
                bins.stepped.extend(numbers.map(|number| (number, bin)));
            }
        } else {
            if let Some(place) = order.filter(|_| is_few) {
                present.sort_by_key(|&id| place(id));
            }
            let shown = if is_few { present.len() } else { room - 1 };
            for &id in &present[..shown] {
                bins.put(&shortened(tally.text(id)), [id]);
            }
        }
        if !missing.is_empty() {
            bins.put(MISSING, missing);
        }
        bins.close(values.others);
        bins
    }

    /// The rows of each bin in the column that it was made for.
    pub(super) fn rows(&self, tally: &Tally) -> Vec<u64> {
        let mut rows = vec![0; self.labels.len()];
        for id in tally.texts().ids() {
            rows[self.of_value[id as usize]] += tally.rows(id);
        }
        rows
    }

    /// The step that a number belongs to which none of the values is: that of the next below, or
    /// the first.
    pub(super) fn step_of(&self, number: &Scalar) -> Option<usize> {
        let below = self.stepped.partition_point(|(value, _)| value.magnitude(number).is_le());
        self.stepped.get(below.saturating_sub(1)).map(|(_, bin)| *bin)
    }

    fn put(&mut self, label: &str, values: impl IntoIterator<Item = u32>) {
        let bin = self.labels.len();
        self.labels.push(label.to_owned());
        values.into_iter().for_each(|id| self.of_value[id as usize] = bin);
    }

    /// Puts what is left into the bin of other values.
    fn close(&mut self, others: bool) {
        let bin = self.labels.len();
        let left = self.of_value.iter_mut().filter(|of| **of == usize::MAX);
        let left = left.map(|of| *of = bin).count();
        if others || left > 0 {
            self.labels.push(OTHER.to_owned());
            self.other = Some(bin);
        }
    }
}

/// The numbers or dates among values, by magnitude.
fn placed<'t>(values: &BinnedValues<'t>, present: &[u32]) -> Vec<Placed<'t>> {
    let tally = values.tally;
    let place = |&id: &u32| {
        let text = tally.text(id);
        Some(Placed { id, scalar: values.reader.scalar(text)?, text, rows: tally.rows(id) })
    };
    let mut placed: Vec<Placed<'_>> = present.iter().filter_map(place).collect();
    placed.sort_by(|a, b| a.scalar.magnitude(&b.scalar).then_with(|| a.text.cmp(b.text)));
    placed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::tally::tests::tally;

    fn binned(kind: Kind, texts: &[(String, u64)], others: bool) -> Vec<(String, u64)> {
        let nulls = Nulls::declared(["?"]);
        let texts: Vec<(&str, u64)> = texts.iter().map(|(text, rows)| (&**text, *rows)).collect();
        let tally = tally(&texts);
        let reader = Reader::new(kind, &nulls, None);
        let scale = kind.is_ordered().then_some(kind);
        let values = BinnedValues { tally: &tally, scale, reader: &reader, nulls: &nulls, others };
        let bins = Bins::of(&values, None);
        let rows = bins.rows(&tally);
        assert_eq!(bins.other, bins.labels.iter().position(|label| label == OTHER));
        bins.labels.into_iter().zip(rows).collect()
    }

    fn texts(range: std::ops::Range<u64>) -> Vec<(String, u64)> {
        range.map(|at| (format!("v{at:02}"), 1 + at)).collect()
    }

    #[test]
    fn few_values_have_a_bin_each_and_many_share_one() {
        let found = binned(Kind::Text, &texts(0..24), false);
        assert_eq!((found.len(), &*found[0].0, &*found[23].0), (24, "v23", "v00"));
        let found = binned(Kind::Text, &texts(0..24), true);
        assert_eq!((found.len(), &found[23]), (24, &("other values".to_owned(), 1)));
        let found = binned(Kind::Text, &texts(0..30), false);
        assert_eq!((found.len(), &found[23]), (24, &("other values".to_owned(), 28)));
        assert_eq!(binned(Kind::Text, &[], false), []);
    }

    #[test]
    fn missing_values_share_a_bin() {
        let mut all = texts(0..23);
        all.extend([(String::new(), 5), ("?".to_owned(), 6)]);
        let found = binned(Kind::Text, &all, false);
        assert_eq!((found.len(), &found[23]), (24, &("missing values".to_owned(), 11)));
        let found = binned(Kind::Text, &all, true);
        assert_eq!((found.len(), &*found[22].0, &*found[23].0), (24, "missing values", OTHER));
    }

    #[test]
    fn numbers_are_in_steps_and_what_is_none_is_other() {
        let mut all: Vec<(String, u64)> = (0..100).map(|at| (at.to_string(), 1)).collect();
        all.extend([("many".to_owned(), 3), (String::new(), 2)]);
        let found = binned(Kind::Integer, &all, false);
        let named = |label: &str, rows| (label.to_owned(), rows);
        assert_eq!((found.len(), &found[0]), (22, &named("0 to 4", 5)));
        assert_eq!(found[20..], [named("missing values", 2), named("other values", 3)]);
    }
}
