//! The values of a column of the population in order, and published labels as ranges of ranks.
//!
//! Numbers and dates stand by magnitude, values with a hierarchy in the order of its tree, others
//! by text, missing values last: in this order, most labels are one range. Any other label is
//! several ranges, so the order affects speed but not results.
//!
//! A label that occurs at several levels of a hierarchy covers only what it covers at all of them,
//! so that no label is credited with too many matching people.

use std::cmp::Ordering;

use incrowd_terms::{Kind, Nulls, Scalar};

use crate::chains::Chains;
use crate::reading::{Meaning, Member, Reader, is_code};
use crate::texts::TextNumbers;

/// How one quasi-identifier is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnReading<'a> {
    /// The declared kind of the original values; inferred from the population if there is none.
    pub(crate) kind: Option<Kind>,
    /// The column's hierarchy.
    pub(crate) chains: Option<&'a Chains>,
    /// The level at which the whole column was published, if that is known.
    pub(crate) level: Option<usize>,
}

/// Values that follow each other, by their ranks, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankRange {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// How a label stands to some values that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    Nothing,
    Some,
    Everything,
}

/// One column: the ranks of its values, and the stretches of its published labels.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// The rank of each value, by its number.
    ranks: Vec<u32>,
    /// The stretches of all labels, one label after the other.
    stretches: Vec<RankRange>,
    /// Where each label's stretches end.
    ends: Vec<usize>,
}

impl Ranks {
    /// Reads every label of a column.
    pub(crate) fn of(
        reading: ColumnReading<'_>,
        nulls: &Nulls,
        labels: &TextNumbers,
        values: &TextNumbers,
    ) -> Self {
        let present = values.iter().filter(|text| !nulls.is_missing(text));
        let kind = reading.kind.unwrap_or_else(|| Kind::infer(present));
        let levels = reading.chains.map(|chains| match reading.level {
            Some(level) => vec![level],
            None => chains.levels_of(labels.iter().filter(|text| !nulls.is_missing(text))),
        });
        let levels = levels.unwrap_or_default();
        let row = OrderedColumn::of(Reader::new(kind, nulls, reading.chains), values);
        let mut column =
            Ranks { ranks: row.ranks.clone(), stretches: Vec::new(), ends: Vec::new() };
        let mut covered = Vec::new();
        for label in labels.iter() {
            covered.clear();
            row.cover(label, &levels, &mut covered);
            join(&mut covered);
            column.stretches.extend_from_slice(&covered);
            column.ends.push(column.stretches.len());
        }
        column
    }

    /// The rank of a value.
    pub(crate) fn rank(&self, value: u32) -> u32 {
        self.ranks[value as usize]
    }

    /// What a label covers, as stretches in ascending order that do not touch.
    #[inline]
    pub(crate) fn stretches(&self, label: u32) -> &[RankRange] {
        let label = label as usize;
        let start = if label == 0 { 0 } else { self.ends[label - 1] };
        &self.stretches[start..self.ends[label]]
    }

    /// The part of a label's stretches that is not before `first` and not behind `last`.
    #[inline]
    pub(crate) fn within(&self, label: u32, RankRange { first, last }: RankRange) -> &[RankRange] {
        let stretches = match self.stretches(label) {
            only @ [_] | only @ [] => only,
            many => &many[many.partition_point(|stretch| stretch.last < first)..],
        };
        match stretches {
            [only] if only.last < first || only.first > last => &[],
            [_] | [] => stretches,
            many => &many[..many.partition_point(|stretch| stretch.first <= last)],
        }
    }

    /// How a label stands to the values of a stretch.
    #[inline]
    pub(crate) fn cover(&self, label: u32, of: RankRange) -> Cover {
        match self.within(label, of) {
            [] => Cover::Nothing,
            [only] if only.first <= of.first && of.last <= only.last => Cover::Everything,
            _ => Cover::Some,
        }
    }
}

/// The values of a column in order.
struct OrderedColumn<'a> {
    reader: Reader<'a>,
    values: &'a TextNumbers,
    /// The numbers and dates, which stand first.
    scalars: Vec<Scalar>,
    /// The values of digits only in a column without an order, by width and then by text.
    codes: Vec<u32>,
    ranks: Vec<u32>,
}

impl<'a> OrderedColumn<'a> {
    fn of(reader: Reader<'a>, values: &'a TextNumbers) -> Self {
        let mut scalars: Vec<(Scalar, u32)> =
            values.ids().filter_map(|id| Some((reader.scalar(values.text(id))?, id))).collect();
        scalars.sort_by(|a, b| {
            a.0.magnitude(&b.0).then_with(|| values.text(a.1).cmp(values.text(b.1)))
        });
        let mut placed = vec![false; values.len()];
        let mut order: Vec<u32> = scalars.iter().map(|&(_, id)| id).collect();
        order.iter().for_each(|&id| placed[id as usize] = true);
        let leaves = reader.chains().into_iter().flat_map(Chains::in_tree_order);
        for id in leaves.filter_map(|leaf| values.find(leaf)) {
            if !std::mem::replace(&mut placed[id as usize], true) {
                order.push(id);
            }
        }
        let mut others: Vec<u32> = values.ids().filter(|&id| !placed[id as usize]).collect();
        others.sort_by(|&a, &b| values.text(a).cmp(values.text(b)));
        order.extend(others);
        let mut ranks = vec![0; values.len()];
        for (&id, rank) in order.iter().zip(0..) {
            ranks[id as usize] = rank;
        }
        let scalars = scalars.into_iter().map(|(scalar, _)| scalar).collect();
        let mut codes: Vec<u32> = values.ids().filter(|&id| is_code(values.text(id))).collect();
        codes.sort_unstable_by(|&a, &b| by_width(values.text(a), values.text(b)));
        OrderedColumn { reader, values, scalars, codes, ranks }
    }

    /// Adds what a label covers, in any order.
    fn cover(&self, label: &str, levels: &[usize], covered: &mut Vec<RankRange>) {
        let leaves = self.reader.chains().and_then(|chains| chains.leaves_at(label, levels));
        match (self.reader.meaning(label), leaves) {
            (Meaning::Everything, None) => covered.extend(self.everything()),
            (Meaning::Everything, Some(_)) if self.reader.is_top_only(label, levels) => {
                covered.extend(self.everything());
            }
            (Meaning::Everything | Meaning::Label, Some(leaves)) => {
                covered.extend(leaves.filter_map(|leaf| self.value(leaf)));
                if self.reader.is_top(label) {
                    let joins = |&id: &u32| self.reader.joins_at_top(self.values.text(id), label);
                    covered.extend(self.values.ids().filter(joins).map(|id| self.single(id)));
                }
            }
            (Meaning::Label, None) => covered.extend(self.value(label)),
            (Meaning::Members(members), _) => {
                covered.extend(self.value(label));
                for member in members {
                    match member {
                        Member::Value(value) => covered.extend(self.value(&value)),
                        Member::Label(label) => self.below(&label, covered),
                        Member::Codes(low, high) => covered.extend(self.codes(&low, &high)),
                        Member::Range(low, high) => covered.extend(self.range(&low, &high)),
                        Member::Interval(from, below) => {
                            covered.extend(self.interval(from.as_ref(), below.as_ref()));
                        }
                    }
                }
            }
        }
    }

    fn everything(&self) -> Option<RankRange> {
        let last = self.values.ids().next_back()?;
        Some(RankRange { first: 0, last })
    }

    fn value(&self, text: &str) -> Option<RankRange> {
        self.values.find(text).map(|id| self.single(id))
    }

    fn single(&self, id: u32) -> RankRange {
        let rank = self.ranks[id as usize];
        RankRange { first: rank, last: rank }
    }

    /// Adds the leaves that a label in a set stands for, at whichever level it was meant.
    fn below(&self, label: &str, covered: &mut Vec<RankRange>) {
        let Some(chains) = self.reader.chains() else { return };
        let levels: Vec<usize> = (0..=chains.height()).collect();
        let leaves = chains.leaves_at(label, &levels).into_iter().flatten();
        covered.extend(leaves.filter_map(|leaf| self.value(leaf)));
    }

    /// The codes between two of their width.
    fn codes(&self, low: &str, high: &str) -> impl Iterator<Item = RankRange> {
        let text = |id: u32| self.values.text(id);
        let first = self.codes.partition_point(|&id| by_width(text(id), low).is_lt());
        let behind = self.codes.partition_point(|&id| by_width(text(id), high).is_le());
        self.codes[first..behind.max(first)].iter().map(|&id| self.single(id))
    }

    /// The values from one bound up to, and without, another.
    fn interval(&self, from: Option<&Scalar>, below: Option<&Scalar>) -> Option<RankRange> {
        let before = |end: &Scalar| self.scalars.partition_point(|v| v.magnitude(end).is_lt());
        let first = from.map_or(0, before);
        let behind = below.map_or(self.scalars.len(), before);
        (first < behind).then(|| RankRange { first: first as u32, last: behind as u32 - 1 })
    }

    fn range(&self, low: &Scalar, high: &Scalar) -> Option<RankRange> {
        let first = self.scalars.partition_point(|value| value.magnitude(low).is_lt());
        let behind = self.scalars.partition_point(|value| value.magnitude(high).is_le());
        // Values are numbered by 32 bits, and so are their ranks.
        (first < behind).then(|| RankRange { first: first as u32, last: behind as u32 - 1 })
    }
}

/// Orders codes by their width and then by their digits.
fn by_width(one: &str, other: &str) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

/// Sorts stretches, and joins those that touch or overlap.
fn join(stretches: &mut Vec<RankRange>) {
    stretches.sort_unstable();
    stretches.dedup_by(|next, before| {
        let joined = next.first <= before.last.saturating_add(1);
        if joined {
            before.last = before.last.max(next.last);
        }
        joined
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::tests::chains;

    fn texts(all: &[&str]) -> TextNumbers {
        let mut texts = TextNumbers::default();
        all.iter().for_each(|text| assert!(texts.number(text).is_ok()));
        texts
    }

    /// The values that each label covers, in rank order, and in how many stretches.
    fn covered(
        reading: ColumnReading<'_>,
        labels: &[&str],
        values: &[&str],
    ) -> Vec<(String, usize)> {
        let nulls = Nulls::declared(["?"]);
        let (labels, values) = (texts(labels), texts(values));
        let ranks = Ranks::of(reading, &nulls, &labels, &values);
        let mut order: Vec<u32> = values.ids().collect();
        order.sort_by_key(|&id| ranks.rank(id));
        let cover = |label: u32| {
            let stretches = ranks.stretches(label);
            let ranks = stretches.iter().flat_map(|stretch| stretch.first..=stretch.last);
            let texts: Vec<&str> = ranks.map(|rank| values.text(order[rank as usize])).collect();
            (texts.join(" "), stretches.len())
        };
        labels.ids().map(cover).collect()
    }

    #[test]
    fn numbers_stand_by_magnitude_and_missing_values_behind_them() {
        let reading = ColumnReading { kind: None, chains: None, level: None };
        let labels = ["[2,10]", "*", "{?|[9,99]}", "[3,2]", "7", "{1.0|100}"];
        let found = covered(reading, &labels, &["100", "9", "?", "1.0", "1", "10", "2"]);
        let expected = [
            ("2 9 10", 1),
            ("1 1.0 2 9 10 100 ?", 1),
            ("9 10 ?", 2),
            ("", 0),
            ("", 0),
            ("1.0 100", 2),
        ];
        assert_eq!(found, expected.map(|(text, number)| (text.to_owned(), number)));
    }

    #[test]
    fn leaves_stand_in_the_order_of_their_tree() {
        let tree = chains(&["Nice;France;*", "Rome;Italy;*", "Lyon;France;*", "Bari;Italy;*"]);
        let tree = tree.unwrap();
        let reading = ColumnReading { kind: None, chains: Some(&tree), level: None };
        let labels = ["France", "Italy", "*", "{Lyon|Rome}", "{Nice|Bari}", "{France|Bari}", "?"];
        let found = covered(reading, &labels, &["Bari", "?", "Lyon", "Nice", "Rome"]);
        let expected = [
            ("Nice Lyon", 1),
            ("Rome Bari", 1),
            ("Nice Lyon Rome Bari ?", 1),
            ("Lyon Rome", 1),
            ("Nice Bari", 2),
            ("Nice Lyon Bari", 2),
            ("?", 1),
        ];
        assert_eq!(found, expected.map(|(text, number)| (text.to_owned(), number)));
    }

    #[test]
    fn codes_stand_between_codes_of_their_width() {
        let reading = ColumnReading { kind: None, chains: None, level: None };
        let labels = ["[01002,02139]", "[1,3]", "{?|[02139,99999]}", "[02139,01002]", "x"];
        let values = ["02139", "01002", "?", "2", "1500", "01500", "x"];
        let found = covered(reading, &labels, &values);
        let expected = [("01002 01500 02139", 1), ("2", 1), ("02139 ?", 2), ("", 0), ("x", 1)];
        let found: Vec<_> = found.iter().map(|(text, number)| (text.as_str(), *number)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn part_of_a_row_is_covered_wholly_partly_or_not() {
        let (labels, values) = (texts(&["[2,4]", "{1|5}"]), texts(&["1", "2", "3", "4", "5"]));
        let reading = ColumnReading { kind: None, chains: None, level: None };
        let ranks = Ranks::of(reading, &Nulls::default(), &labels, &values);
        let cover = |label, first, last| ranks.cover(label, RankRange { first, last });
        assert_eq!(cover(0, 1, 3), Cover::Everything);
        assert_eq!(cover(0, 0, 1), Cover::Some);
        assert_eq!(cover(0, 4, 4), Cover::Nothing);
        assert_eq!(cover(1, 0, 4), Cover::Some);
        assert_eq!(cover(1, 1, 3), Cover::Nothing);
        assert_eq!(cover(1, 4, 4), Cover::Everything);
    }
}
