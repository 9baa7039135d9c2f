//! k-map against a table of the population: how many people each published class matches.
//!
//! Classes may overlap (published ranges of multidimensional recodings, tables made by others), so
//! a person may match several. The classes are sorted as tuples of labels; a person walks down
//! column by column, always holding the run of classes that match so far. Cost: per distinct
//! person and column, one binary search per label that covers the person's value or per class left
//! in the run, whichever are fewer.

use incrowd_terms::{Kind, Nulls, Scalar};

use crate::census::Census;
use crate::chains::Chains;
use crate::reading::{Meaning, Member, Reader};
use crate::texts::Texts;

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

/// The number of people that match each class. The first columns of `published` are the columns of
/// `people`; further ones (a group column) are not known to the public and match everybody.
pub(crate) fn matches(
    published: &Census,
    people: &Census,
    readings: &[ColumnReading<'_>],
    nulls: &Nulls,
    threads: usize,
) -> Vec<u64> {
    let covers: Vec<Vec<Vec<u32>>> = (readings.iter().zip(&published.labels).zip(&people.labels))
        .map(|((reading, labels), values)| {
            let present = values.iter().filter(|text| !nulls.is_missing(text));
            let kind = reading.kind.unwrap_or_else(|| Kind::infer(present));
            let levels = reading.chains.map(|chains| match reading.level {
                Some(level) => vec![level],
                None => chains.levels_of(labels.iter().filter(|text| !nulls.is_missing(text))),
            });
            let reader = Reader::new(kind, nulls, reading.chains);
            covering_labels(reader, &levels.unwrap_or_default(), labels, values)
        })
        .collect();
    let runs = Runs::of(published, readings.len());
    let everyone: Vec<usize> = (0..people.classes.len()).collect();
    let share = everyone.len().div_ceil(threads.max(1)).max(1);
    let walk = |some: &[usize]| {
        let mut counts = vec![0; runs.order.len()];
        for &person in some {
            let (key, weight) = (people.classes.key(person), people.classes.sizes[person]);
            runs.walk(&covers, key, weight, 0, 0..runs.order.len(), &mut counts);
        }
        counts
    };
    let parts: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            everyone.chunks(share).map(|some| scope.spawn(move || walk(some))).collect();
        // A worker that panicked would be a defect here; its panic is passed on, not hidden.
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let mut matches = vec![0; runs.order.len()];
    for part in parts {
        for (&class, count) in runs.order.iter().zip(part) {
            matches[class] += count;
        }
    }
    matches
}

/// For each value of the population, the published labels that cover it, ascending. A label that
/// may have been meant at several `levels` covers only what it covers at all of them: nothing is
/// credited with matching more people than it must.
fn covering_labels(
    reader: Reader<'_>,
    levels: &[usize],
    labels: &Texts,
    values: &Texts,
) -> Vec<Vec<u32>> {
    let mut by_magnitude: Vec<(Scalar, u32)> =
        values.ids().filter_map(|id| Some((reader.scalar(values.text(id))?, id))).collect();
    by_magnitude.sort_by(|a, b| a.0.magnitude(&b.0).then(a.1.cmp(&b.1)));
    let mut covering: Vec<Vec<u32>> = vec![Vec::new(); values.len()];
    let mut covered: Vec<u32> = Vec::new();
    for label in labels.ids() {
        let text = labels.text(label);
        covered.clear();
        let leaves = reader.chains().and_then(|chains| chains.leaves_at(text, levels));
        match (reader.meaning(text), leaves) {
            (Meaning::Everything, None) => covered.extend(values.ids()),
            (Meaning::Everything, Some(_)) if reader.is_top_only(text, levels) => {
                covered.extend(values.ids());
            }
            (Meaning::Everything | Meaning::Label, Some(leaves)) => {
                covered.extend(leaves.filter_map(|leaf| values.find(leaf)));
                covered
                    .extend(values.ids().filter(|&id| reader.joins_at_top(values.text(id), text)));
            }
            (Meaning::Label, None) => covered.extend(values.find(text)),
            (Meaning::Members(members), _) => {
                covered.extend(values.find(text));
                for member in members {
                    match member {
                        Member::Value(value) => covered.extend(values.find(&value)),
                        Member::Range(low, high) => {
                            let from =
                                by_magnitude.partition_point(|(v, _)| v.magnitude(&low).is_lt());
                            let inside = by_magnitude[from..]
                                .iter()
                                .take_while(|(value, _)| value.magnitude(&high).is_le());
                            covered.extend(inside.map(|&(_, id)| id));
                        }
                    }
                }
            }
        }
        covered.sort_unstable();
        covered.dedup();
        for &value in &covered {
            covering[value as usize].push(label);
        }
    }
    covering
}

/// The classes sorted by label tuple: those that agree in their first columns stand together.
struct Runs {
    /// Class numbers in sorted order.
    order: Vec<usize>,
    /// Per column, the labels in that order.
    labels: Vec<Vec<u32>>,
}

impl Runs {
    fn of(published: &Census, columns: usize) -> Self {
        let key = |class: usize| &published.classes.key(class)[..columns];
        let mut order: Vec<usize> = (0..published.classes.len()).collect();
        order.sort_by(|&a, &b| key(a).cmp(key(b)));
        let column = |column: usize| order.iter().map(|&class| key(class)[column]).collect();
        let labels = (0..columns).map(column).collect();
        Runs { order, labels }
    }

    /// Counts a person of `weight` rows in every class of the run that covers the columns from
    /// `depth` on.
    fn walk(
        &self,
        covers: &[Vec<Vec<u32>>],
        person: &[u32],
        weight: u64,
        depth: usize,
        run: std::ops::Range<usize>,
        counts: &mut [u64],
    ) {
        let Some(labels) = self.labels.get(depth) else {
            counts[run].iter_mut().for_each(|count| *count += weight);
            return;
        };
        let covering = &covers[depth][person[depth] as usize];
        let mut from = run.start;
        if covering.len() <= run.len() {
            for &label in covering {
                from += labels[from..run.end].partition_point(|&l| l < label);
                let to = from + labels[from..run.end].partition_point(|&l| l == label);
                if from < to {
                    self.walk(covers, person, weight, depth + 1, from..to, counts);
                }
                from = to;
            }
        } else {
            while from < run.end {
                let label = labels[from];
                let to = from + labels[from..run.end].partition_point(|&l| l == label);
                if covering.binary_search(&label).is_ok() {
                    self.walk(covers, person, weight, depth + 1, from..to, counts);
                }
                from = to;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::census::tests::{census, rows};
    use crate::chains::tests::chains;

    #[test]
    fn overlapping_classes_each_count_their_people() {
        let nulls = Nulls::declared(["?"]);
        let places = chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]).unwrap();
        let published =
            census(2, &rows(&["[20,30] France", "[25,40] *", "{?|[20,20]} Lyon", "33 Rome"]));
        let people = census(
            2,
            &rows(&["20 Lyon", "20 Lyon", "25 Nice", "30 Rome", "? Lyon", "33 Rome", "41 Lyon"]),
        );
        let readings = [
            ColumnReading { kind: None, chains: None, level: None },
            ColumnReading { kind: None, chains: Some(&places), level: None },
        ];
        for threads in [1, 3, 99] {
            let found = matches(&published, &people, &readings, &nulls, threads);
            assert_eq!(found, [3, 3, 3, 1]);
        }
    }

    #[test]
    fn nobody_in_the_population() {
        let published = census(1, &rows(&["a", "b"]));
        let readings = [ColumnReading { kind: None, chains: None, level: None }];
        let people = Census::new(1, 0);
        assert_eq!(matches(&published, &people, &readings, &Nulls::default(), 2), [0, 0]);
    }

    #[test]
    fn a_group_column_matches_everybody() {
        let published = census(2, &rows(&["a 1", "a 2", "b 1"]));
        let people = census(1, &rows(&["a", "a", "b"]));
        let readings = [ColumnReading { kind: None, chains: None, level: None }];
        assert_eq!(matches(&published, &people, &readings, &Nulls::default(), 2), [2, 2, 1]);
    }

    proptest! {
        #[test]
        fn agrees_with_comparing_everybody_to_everything(
            published in prop::collection::vec((0_usize..9, 0_usize..6, 0_usize..9), 1..12),
            people in prop::collection::vec((0_u8..6, 0_usize..4, 0_u8..6), 0..30),
        ) {
            let ages = ["0", "1", "[0,2]", "[2,5]", "*", "{?|[1,1]}", "{0|3|5}", "[5,0]", "{4"];
            let places = ["Lyon", "Nice", "France", "Italy", "*", "{Rome|Lyon}"];
            let tree = chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]).unwrap();
            let cities = ["Lyon", "Nice", "Rome", "?"];
            let nulls = Nulls::declared(["?"]);
            let age = |n: u8| if n == 0 { "?".to_owned() } else { n.to_string() };
            let published: Vec<Vec<String>> = published.iter()
                .map(|&(a, b, c)| vec![ages[a].into(), places[b].into(), ages[c].into()]).collect();
            let people: Vec<Vec<String>> = people.iter()
                .map(|&(a, b, c)| vec![age(a), cities[b].into(), age(c)]).collect();
            let number = ColumnReading { kind: Some(Kind::Integer), chains: None, level: None };
            let readings =
                [number, ColumnReading { kind: Some(Kind::Text), chains: Some(&tree), level: None }, number];
            let census_of_people =
                if people.is_empty() { Census::new(3, 0) } else { census(3, &people) };
            let classes = census(3, &published);
            let found = matches(&classes, &census_of_people, &readings, &nulls, 2);
            for (class, found) in found.iter().enumerate() {
                let expected = people.iter().filter(|person| (0..3).all(|c| {
                    let kind = readings[c].kind.unwrap();
                    Reader::new(kind, &nulls, readings[c].chains)
                        .covers(classes.label(class, c), &person[c])
                })).count();
                prop_assert_eq!(*found, expected as u64);
            }
        }
    }
}
