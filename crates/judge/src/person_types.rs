//! The population by types, as an attacker with the published table sees it.
//!
//! All people that are covered by the same published boxes are of one type, because the table does
//! not distinguish them. A box is a distinct tuple of published quasi-identifiers. Classes that
//! differ only in a group column, which outsiders do not know, are one box.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use incrowd_terms::Nulls;

use crate::equivalence_classes::EquivalenceClasses;
use crate::matching::Matching;
use crate::ranks::{ColumnReading, Ranks};

/// Most entries in the lists of all types: a table whose boxes overlap more than this is only
/// counted.
const MOST_ENTRIES: usize = 1 << 27;

/// Distinct published tuples of quasi-identifiers, in the order of the file.
#[derive(Debug)]
pub(crate) struct PublishedBoxes {
    /// Rows of each box.
    pub(crate) rows: Vec<u64>,
    /// A class of each box: the first of them in the file.
    pub(crate) class: Vec<usize>,
    /// The box of each class.
    pub(crate) of_class: Vec<u32>,
}

impl PublishedBoxes {
    /// The boxes of a table whose first `columns` class columns are its quasi-identifiers.
    pub(crate) fn of(published: &EquivalenceClasses, columns: usize) -> Self {
        let classes = &published.classes;
        let key = |class: usize| &classes.key(class)[..columns];
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            key(a).cmp(key(b)).then(classes.lines[a].cmp(&classes.lines[b]))
        });
        let mut runs: Vec<&[usize]> = order.chunk_by(|&a, &b| key(a) == key(b)).collect();
        runs.sort_unstable_by_key(|run| classes.lines[run[0]]);
        let mut of_class = vec![0; classes.len()];
        for (run, number) in runs.iter().zip(0..) {
            run.iter().for_each(|&class| of_class[class] = number);
        }
        let rows = |run: &&[usize]| run.iter().map(|&class| classes.sizes[class]).sum();
        PublishedBoxes {
            rows: runs.iter().map(rows).collect(),
            class: runs.iter().map(|run| run[0]).collect(),
            of_class,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

/// People whom the same boxes cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PersonType {
    /// The boxes, ascending; none for people whom no published row can mean.
    pub(crate) boxes: Box<[u32]>,
    /// How many people they are.
    pub(crate) people: u64,
    /// The first line of one of them.
    pub(crate) line: u64,
}

/// Everyone, by type.
#[derive(Debug)]
pub(crate) struct PeopleByType {
    /// The people that each box covers.
    pub(crate) matches: Vec<u64>,
    /// Whether someone is covered by two boxes.
    pub(crate) overlapping: bool,
    /// The types, by their boxes; `None` if there are too many to be listed.
    pub(crate) types: Option<PersonTypes>,
}

/// All types, and who is of which.
#[derive(Debug)]
pub(crate) struct PersonTypes {
    pub(crate) all: Vec<PersonType>,
    /// The type of each distinct person.
    pub(crate) of_person: Vec<u32>,
}

impl PeopleByType {
    /// Sorts people into types. The first columns of both tables are the quasi-identifiers that
    /// `readings` tells how to read.
    pub(crate) fn of(
        published: &EquivalenceClasses,
        boxes: &PublishedBoxes,
        people: &EquivalenceClasses,
        readings: &[ColumnReading<'_>],
        nulls: &Nulls,
        threads: usize,
    ) -> Self {
        let columns: Vec<Ranks> = (readings.iter().zip(&published.labels).zip(&people.labels))
            .map(|((&reading, labels), values)| Ranks::of(reading, nulls, labels, values))
            .collect();
        let keys = (0..people.classes.len()).map(|person| people.classes.key(person));
        let labels = boxes.class.iter().map(|&class| published.classes.key(class));
        let matching = Matching::new(&columns, keys, labels);
        // Classes are numbered by 32 bits, and there are no more boxes than classes.
        let mut everyone: Vec<u32> = (0..people.classes.len() as u32).collect();
        let all_boxes = (0..boxes.len() as u32).collect();
        let accumulator = || TypesOfChunk::new(boxes.len());
        let each = |sorting: &mut TypesOfChunk, group: &[u32], covering: &[u32]| {
            sorting.add(people, group, covering);
        };
        let parts = matching.groups(&mut everyone, all_boxes, threads, accumulator, each);
        TypesOfChunk::joined(parts, people.classes.len())
    }
}

/// What one worker sorted.
struct TypesOfChunk {
    matches: Vec<u64>,
    overlapping: bool,
    types: Vec<PersonType>,
    index: HashTable<u32>,
    hasher: RandomState,
    /// The type of each person seen.
    people: Vec<(u32, u32)>,
    /// Entries in the lists of all types.
    entries: usize,
}

impl TypesOfChunk {
    fn new(boxes: usize) -> Self {
        TypesOfChunk {
            matches: vec![0; boxes],
            overlapping: false,
            types: Vec::new(),
            index: HashTable::new(),
            hasher: RandomState::default(),
            people: Vec::new(),
            entries: 0,
        }
    }

    fn add(&mut self, grouping: &EquivalenceClasses, group: &[u32], covering: &[u32]) {
        let sizes = group.iter().map(|&person| grouping.classes.sizes[person as usize]);
        let lines = group.iter().map(|&person| grouping.classes.lines[person as usize]);
        let (people, line) = (sizes.sum(), lines.min().unwrap_or(u64::MAX));
        covering.iter().for_each(|&covering| self.matches[covering as usize] += people);
        self.overlapping |= covering.len() > 1;
        if self.entries > MOST_ENTRIES {
            return;
        }
        let kind = self.number(PersonType { boxes: covering.into(), people, line });
        self.people.extend(group.iter().map(|&person| (person, kind)));
    }

    /// The number of a type, after its people were counted.
    fn number(&mut self, some: PersonType) -> u32 {
        let hash = self.hasher.hash_one(&some.boxes);
        let same = |&kind: &u32| self.types[kind as usize].boxes == some.boxes;
        if let Some(&kind) = self.index.find(hash, same) {
            let known = &mut self.types[kind as usize];
            known.people += some.people;
            known.line = known.line.min(some.line);
            return kind;
        }
        // There are no more types than distinct people, who are numbered by 32 bits.
        let kind = self.types.len() as u32;
        self.entries += some.boxes.len() + 1;
        self.types.push(some);
        let (types, hasher) = (&self.types, &self.hasher);
        let rehash = |&kind: &u32| hasher.hash_one(&types[kind as usize].boxes);
        self.index.insert_unique(hash, kind, rehash);
        kind
    }

    /// All that workers sorted as one, the same however they shared the work.
    fn joined(parts: Vec<TypesOfChunk>, distinct_people: usize) -> PeopleByType {
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_else(|| TypesOfChunk::new(0));
        for part in parts {
            all.matches.iter_mut().zip(&part.matches).for_each(|(sum, more)| *sum += more);
            all.overlapping |= part.overlapping;
            if part.entries.max(all.entries) > MOST_ENTRIES {
                all.entries = MOST_ENTRIES + 1;
                continue;
            }
            let kinds: Vec<u32> = part.types.into_iter().map(|some| all.number(some)).collect();
            all.people.extend(part.people.iter().map(|&(p, kind)| (p, kinds[kind as usize])));
        }
        let TypesOfChunk { matches, overlapping, types, people, entries, .. } = all;
        if entries > MOST_ENTRIES {
            return PeopleByType { matches, overlapping, types: None };
        }
        let mut order: Vec<u32> = (0..types.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| types[a as usize].boxes.cmp(&types[b as usize].boxes));
        let mut places = vec![0; types.len()];
        order.iter().zip(0..).for_each(|(&kind, place)| places[kind as usize] = place);
        let mut of_person = vec![0; distinct_people];
        for (person, kind) in people {
            of_person[person as usize] = places[kind as usize];
        }
        let all = order.iter().map(|&kind| types[kind as usize].clone()).collect();
        PeopleByType { matches, overlapping, types: Some(PersonTypes { all, of_person }) }
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::Kind;
    use proptest::prelude::*;

    use super::*;
    use crate::chains::Chains;
    use crate::chains::tests::chains;
    use crate::equivalence_classes::tests::{grouping, rows};
    use crate::reading::Reader;

    const PLAIN: ColumnReading<'_> = ColumnReading { kind: None, chains: None, level: None };

    fn by_type(
        published: &EquivalenceClasses,
        people: &EquivalenceClasses,
        readings: &[ColumnReading<'_>],
        threads: usize,
    ) -> PeopleByType {
        let boxes = PublishedBoxes::of(published, readings.len());
        let nulls = Nulls::declared(["?"]);
        PeopleByType::of(published, &boxes, people, readings, &nulls, threads)
    }

    #[test]
    fn overlapping_boxes_each_count_their_people() {
        let places = chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]).unwrap();
        let published =
            grouping(2, &rows(&["[20,30] France", "[25,40] *", "{?|[20,20]} Lyon", "33 Rome"]));
        let people = grouping(
            2,
            &rows(&["20 Lyon", "20 Lyon", "25 Nice", "30 Rome", "? Lyon", "33 Rome", "41 Lyon"]),
        );
        let readings = [PLAIN, ColumnReading { chains: Some(&places), ..PLAIN }];
        for threads in [1, 3, 99] {
            let found = by_type(&published, &people, &readings, threads);
            assert_eq!(found.matches, [3, 3, 3, 1]);
            assert!(found.overlapping);
            let kinds = found.types.unwrap().all;
            let kinds: Vec<_> = kinds.iter().map(|t| (&*t.boxes, t.people, t.line)).collect();
            let expected: [(&[u32], u64, u64); 6] = [
                (&[], 1, 8),
                (&[0, 1], 1, 4),
                (&[0, 2], 2, 2),
                (&[1], 1, 5),
                (&[1, 3], 1, 7),
                (&[2], 1, 6),
            ];
            assert_eq!(kinds, expected);
        }
    }

    #[test]
    fn nobody_in_the_population() {
        let published = grouping(1, &rows(&["a", "b"]));
        let found = by_type(&published, &EquivalenceClasses::new(1, 0), &[PLAIN], 2);
        assert_eq!((found.matches, found.overlapping), (vec![0, 0], false));
        assert!(found.types.unwrap().all.is_empty());
    }

    #[test]
    fn a_group_column_makes_no_box() {
        let published = grouping(2, &rows(&["b 1", "a 1", "a 2", "b 1"]));
        let boxes = PublishedBoxes::of(&published, 1);
        assert_eq!((&boxes.rows, &boxes.of_class), (&vec![2, 2], &vec![0, 1, 1]));
        let people = grouping(1, &rows(&["a", "a", "b"]));
        assert_eq!(by_type(&published, &people, &[PLAIN], 2).matches, [1, 2]);
    }

    const AGES: [&str; 9] =
        ["0", "1", "[0,2]", "[2,5]", "*", "{?|[1,1]}", "{0|3|5}", "[5,0]", "{4"];
    const PLACES: [&str; 6] = ["Lyon", "Nice", "France", "Italy", "*", "{Rome|Lyon}"];
    const CITIES: [&str; 4] = ["Lyon", "Nice", "Rome", "?"];

    fn tree() -> Chains {
        chains(&["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"]).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn agrees_with_comparing_everybody_to_everything(
            published in prop::collection::vec((0_usize..9, 0_usize..6, 0_usize..9), 1..30),
            people in prop::collection::vec((0_u8..6, 0_usize..4, 0_u8..6), 0..60),
            threads in 1_usize..4,
        ) {
            let tree = tree();
            let age = |n: u8| if n == 0 { "?".to_owned() } else { n.to_string() };
            let published: Vec<Vec<String>> = published.iter()
                .map(|&(a, b, c)| vec![AGES[a].into(), PLACES[b].into(), AGES[c].into()]).collect();
            let rows: Vec<Vec<String>> = people.iter()
                .map(|&(a, b, c)| vec![age(a), CITIES[b].into(), age(c)]).collect();
            let number = ColumnReading { kind: Some(Kind::Integer), chains: None, level: None };
            let place = ColumnReading { kind: Some(Kind::Text), chains: Some(&tree), level: None };
            let readings = [number, place, number];
            let people = if rows.is_empty() { EquivalenceClasses::new(3, 0) } else { grouping(3, &rows) };
            let classes = grouping(3, &published);
            let found = by_type(&classes, &people, &readings, threads);
            let boxes = PublishedBoxes::of(&classes, 3);
            let nulls = Nulls::declared(["?"]);
            let covers = |class: usize, person: usize| (0..3).all(|c| {
                Reader::new(readings[c].kind.unwrap(), &nulls, readings[c].chains)
                    .covers(classes.label(class, c), people.label(person, c))
            });
            let types = found.types.unwrap();
            let mut counted = vec![0; types.all.len()];
            let mut matches = vec![0; boxes.len()];
            for person in 0..people.classes.len() {
                let covering: Vec<u32> = (0..boxes.len() as u32)
                    .filter(|&b| covers(boxes.class[b as usize], person)).collect();
                let kind = types.of_person[person] as usize;
                prop_assert_eq!(&*types.all[kind].boxes, &*covering);
                let size = people.classes.sizes[person];
                counted[kind] += size;
                covering.iter().for_each(|&b| matches[b as usize] += size);
            }
            prop_assert_eq!(matches, found.matches);
            prop_assert_eq!(counted, types.all.iter().map(|t| t.people).collect::<Vec<_>>());
            prop_assert_eq!(found.overlapping, types.all.iter().any(|t| t.boxes.len() > 1));
        }

        /// Boxes of several thousand cells, disjoint or not: the cuts must go deep here.
        #[test]
        fn agrees_on_larger_boxes(
            boxes in prop::collection::vec((0_u32..40, 0_u32..12, 0_u32..40, 0_u32..12), 1..60),
            people in prop::collection::vec((0_u32..50, 0_u32..50), 1..200),
            threads in 1_usize..3,
        ) {
            let label = |low: u32, more: u32| format!("[{low},{}]", low + more);
            let published: Vec<Vec<String>> = boxes.iter()
                .map(|&(a, b, c, d)| vec![label(a, b), label(c, d)]).collect();
            let rows: Vec<Vec<String>> =
                people.iter().map(|(a, b)| vec![a.to_string(), b.to_string()]).collect();
            let (classes, grouping) = (grouping(2, &published), grouping(2, &rows));
            let found = by_type(&classes, &grouping, &[PLAIN, PLAIN], threads);
            let mut distinct = boxes.clone();
            let mut seen = Vec::new();
            distinct.retain(|b| !seen.contains(b) && { seen.push(*b); true });
            let inside = |&(a, b, c, d): &(u32, u32, u32, u32), &(x, y): &(u32, u32)| {
                (a..=a + b).contains(&x) && (c..=c + d).contains(&y)
            };
            let expected: Vec<u64> = distinct.iter()
                .map(|b| people.iter().filter(|p| inside(b, p)).count() as u64).collect();
            prop_assert_eq!(found.matches, expected);
        }
    }
}
