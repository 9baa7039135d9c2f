//! `auto`: groups of about equally many rows, built from the data.
//!
//! What it makes: the values are sorted (numbers and dates by magnitude, categories from frequent
//! to rare) and cut in two where both sides have most nearly the same number of rows. Each part is
//! cut again, up to 32 parts. The groups therefore nest, and the levels have up to 32, 16, 8, 4 and
//! 2 groups, then `*`. Two spellings of one number are never separated. A level that only repeats
//! the one below it is omitted, and so is one with a set of more than 4096 bytes: nobody reads such
//! a cell, and every row of the group would repeat it.
//!
//! Example: ages `17 -> [17,19] -> [17,25] -> *`; jobs `nurse -> {nurse|cook} -> *`. A range
//! includes both ends, as written in the data; a group of one is its value. In a set `\` escapes
//! `|`, `{`, `}`, `,` and `\`.
//!
//! Refuses: values that look generalized.

use super::{
    Builder, BuilderForm, BuilderSyntax, Domain, DomainValue, Fault, Hierarchy, Scaffold, Spec,
};

const NAME: &str = "auto";

pub(super) const FORM: BuilderForm =
    BuilderForm { name: NAME, example: NAME, reading: BuilderSyntax::Alone(Spec::auto) };

/// How often the row of values is cut in two: 2^5 groups are the finest level.
const CUTS: usize = 5;

/// The longest set that is still a label, in bytes.
const LONGEST_SET: usize = 4096;

#[derive(Debug)]
struct Auto;

impl Spec {
    /// Groups of about equal frequency, built from the data.
    #[must_use]
    pub fn auto() -> Spec {
        Spec::of(Auto)
    }
}

impl Builder for Auto {
    fn words(&self) -> String {
        NAME.to_owned()
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        let mut ordered = domain.ordered();
        let by_magnitude = ordered.kind.is_ordered();
        if !by_magnitude {
            ordered.values.sort_by_key(|value| std::cmp::Reverse(value.rows));
        }
        let name: fn(&[DomainValue<'_>]) -> String = if by_magnitude { range } else { set };
        let mut scaffold = Scaffold::new(&ordered);
        for starts in nested_groups(&ordered.values) {
            if !by_magnitude && longest_set(&ordered.values, &starts) > LONGEST_SET {
                continue;
            }
            scaffold.cut_at(&starts, |_, span| match &ordered.values[span] {
                [only] => only.text.to_owned(),
                several => name(several),
            });
        }
        scaffold.crown()
    }
}

/// The levels between leaves and top, finest first, each as the places where its groups start.
fn nested_groups(values: &[DomainValue<'_>]) -> Vec<Vec<usize>> {
    let row = ValueRow::of(values);
    let mut levels = Vec::new();
    // Group i of a level reaches from border i to border i + 1.
    let mut borders = vec![0, row.steps.len()];
    for _ in 0..CUTS {
        let groups = borders.windows(2);
        let cuts: Vec<_> = groups.filter_map(|group| row.middle(group[0], group[1])).collect();
        borders.extend(cuts);
        borders.sort_unstable();
        let starts = &borders[..borders.len() - 1];
        levels.push(starts.iter().filter_map(|&step| row.steps.get(step).copied()).collect());
    }
    // Every level refines the one before it, so two with equally many groups are the same.
    levels.retain(|starts: &Vec<usize>| starts.len() > 1 && starts.len() < values.len());
    levels.dedup_by_key(|starts| starts.len());
    levels.reverse();
    levels
}

/// The values in a row, with the places where it may be cut.
struct ValueRow {
    /// Where a value starts that differs from the one before it in more than spelling.
    steps: Vec<usize>,
    /// The rows of the table before each step, and at the end all of them.
    before: Vec<u128>,
}

impl ValueRow {
    fn of(values: &[DomainValue<'_>]) -> Self {
        let (mut steps, mut before, mut rows) = (Vec::new(), Vec::new(), 0);
        for (place, value) in values.iter().enumerate() {
            if place == 0 || value.differs_from(&values[place - 1]) {
                steps.push(place);
                before.push(rows);
            }
            rows += u128::from(value.rows);
        }
        before.push(rows);
        ValueRow { steps, before }
    }

    /// The step between `start` and `end` that best halves the rows between them, the first on a
    /// tie; `None` if there is no step between.
    fn middle(&self, start: usize, end: usize) -> Option<usize> {
        if end < start + 2 {
            return None;
        }
        let both = self.before[start] + self.before[end];
        let imbalance = |step: usize| (2 * self.before[step]).abs_diff(both);
        let inner = &self.before[start + 1..end - 1];
        let high = start + 1 + inner.partition_point(|&rows| 2 * rows < both);
        let low = (high - 1).max(start + 1);
        Some(if imbalance(low) <= imbalance(high) { low } else { high })
    }
}

fn range(values: &[DomainValue<'_>]) -> String {
    let ends = values.first().zip(values.last());
    ends.map_or_else(String::new, |(low, high)| format!("[{},{}]", low.text, high.text))
}

/// The length of the longest set of a level, escapes not counted.
fn longest_set(values: &[DomainValue<'_>], starts: &[usize]) -> usize {
    let ends = starts.iter().skip(1).copied().chain([values.len()]);
    let groups = starts.iter().zip(ends).map(|(&start, end)| &values[start..end]);
    let sets = groups.filter(|group| group.len() > 1);
    sets.map(|group| group.iter().map(|value| value.text.len() + 1).sum()).max().unwrap_or(0)
}

fn set(values: &[DomainValue<'_>]) -> String {
    super::set::set(values.iter().map(|value| value.text))
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::Spec;
    use crate::hierarchy::domain::tests::{chains, grown, weighed};
    use incrowd_terms::Kind;
    use proptest::prelude::*;

    #[test]
    fn numbers_fall_into_ranges_of_equal_frequency() {
        let numbers: Vec<_> = (1..=64).map(|n: i32| n.to_string()).collect();
        let numbers: Vec<_> = numbers.iter().map(String::as_str).collect();
        let made = grown(&Spec::auto(), Kind::Integer, &numbers).unwrap();
        let nodes: Vec<_> = (0..=made.height()).map(|level| made.nodes(level)).collect();
        assert_eq!(nodes, [64, 32, 16, 8, 4, 2, 1]);
        assert_eq!(
            made.chain(16),
            ["17", "[17,18]", "[17,20]", "[17,24]", "[17,32]", "[1,32]", "*"]
        );
    }

    #[test]
    fn rows_count_and_not_values() {
        let ages = [("30", 1), ("17", 6), ("20", 1), ("25", 1), ("?", 50)];
        let made = weighed(&Spec::auto(), Kind::Integer, &ages).unwrap();
        assert_eq!(
            chains(&made),
            [
                "?;?;?;*",
                "17;17;17;*",
                "20;20;[20,30];*",
                "25;[25,30];[20,30];*",
                "30;[25,30];[20,30];*"
            ]
        );
    }

    #[test]
    fn spellings_of_one_number_stay_together() {
        let made = grown(&Spec::auto(), Kind::Decimal, &["1", "1.0", "1.00", "2"]).unwrap();
        assert_eq!(chains(&made), ["1;[1,1.00];*", "1.0;[1,1.00];*", "1.00;[1,1.00];*", "2;2;*"]);
    }

    #[test]
    fn dates_keep_their_spelling() {
        let days = ["2024-01-01", "2024-01-03", "2024-01-02"];
        let made = grown(&Spec::auto(), Kind::Date, &days).unwrap();
        assert_eq!(made.chain(2), ["2024-01-03", "[2024-01-02,2024-01-03]", "*"]);
    }

    #[test]
    fn categories_are_grouped_from_frequent_to_rare() {
        let jobs = [("cook", 3), ("nurse", 5), ("a|b", 1), ("{x,\\y}z", 1), ("", 9)];
        let made = weighed(&Spec::auto(), Kind::Text, &jobs).unwrap();
        assert_eq!(
            chains(&made),
            [
                ";;;*",
                "nurse;nurse;nurse;*",
                r"cook;cook;{cook|a\|b|\{x\,\\y\}z};*",
                r"a|b;{a\|b|\{x\,\\y\}z};{cook|a\|b|\{x\,\\y\}z};*",
                r"{x,\y}z;{a\|b|\{x\,\\y\}z};{cook|a\|b|\{x\,\\y\}z};*",
            ]
        );
    }

    #[test]
    fn sets_too_long_to_read_are_left_out() {
        let names: Vec<_> = (0..600).map(|n: i32| format!("{n:015}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let made = grown(&Spec::auto(), Kind::Text, &names).unwrap();
        let nodes: Vec<_> = (0..=made.height()).map(|level| made.nodes(level)).collect();
        assert_eq!(nodes, [600, 32, 16, 8, 4, 1]);
    }

    #[test]
    fn few_values_need_no_groups() {
        for values in [&["7"][..], &["7", "8"], &["?", "7"], &["?"]] {
            assert_eq!(grown(&Spec::auto(), Kind::Integer, values).unwrap().height(), 1);
        }
    }

    proptest! {
        #[test]
        fn groups_nest_balance_and_never_repeat(rows in prop::collection::vec(0_u64..50, 1..200)) {
            let texts: Vec<_> = (0..rows.len()).map(|n| n.to_string()).collect();
            let values: Vec<_> = texts.iter().map(String::as_str).zip(rows.iter().copied()).collect();
            let made = weighed(&Spec::auto(), Kind::Integer, &values).unwrap();
            for level in 1..made.height() {
                prop_assert!(made.nodes(level) < made.nodes(level - 1));
                prop_assert!(made.nodes(level) <= 32);
            }
            // Two halves differ by no more than the heaviest value between them could explain.
            if made.height() > 1 {
                let halves = made.height() - 1;
                let cut = made.span(halves, 0).end as usize;
                let off = |cut: usize| {
                    rows[..cut].iter().sum::<u64>().abs_diff(rows[cut..].iter().sum())
                };
                prop_assert!((1..rows.len()).all(|other| off(cut) <= off(other)));
            }
        }
    }
}
