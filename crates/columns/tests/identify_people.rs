//! What identifies people who have several rows: brute force by the definitions over all sets of columns
//! of small tables of visits.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_columns::identify::{
    Columns, MinimalSetRequest, MinimalSets, PeopleDrawn, SampleSize, Sampler, SetMeasure,
    TableSample, Universe, minimal,
};
use incrowd_core::search::SearchControl;
use incrowd_core::table::PersonKey;
use incrowd_terms::{Fraction, NormalForm};
use proptest::prelude::*;

/// Rows with the person of each.
#[derive(Clone, Debug)]
struct Visits {
    width: usize,
    rows: Vec<Vec<u32>>,
    people: Vec<u32>,
}

impl Visits {
    fn table(&self) -> Columns {
        let column = |at: usize| self.rows.iter().map(|row| row[at]).collect();
        let columns = Columns::new((0..self.width).map(column).collect()).unwrap();
        columns.of_people(self.people.clone()).unwrap()
    }

    fn everybody(&self) -> BTreeSet<u32> {
        self.people.iter().copied().collect()
    }

    /// The people who have a row that agrees with this one on a set of columns.
    fn sharing(&self, at: usize, set: &[usize]) -> BTreeSet<u32> {
        let agrees =
            |other: &Vec<u32>| set.iter().all(|&column| other[column] == self.rows[at][column]);
        let rows = self.rows.iter().zip(&self.people);
        rows.filter(|(row, _)| agrees(row)).map(|(_, person)| *person).collect()
    }

    /// How many people share the row of a person that the fewest share.
    fn fewest(&self, person: u32, set: &[usize]) -> u64 {
        let own = (0..self.rows.len()).filter(|&at| self.people[at] == person);
        own.map(|at| self.sharing(at, set).len() as u64).min().unwrap()
    }

    /// The people who have a row that nobody else has.
    fn unique(&self, set: &[usize]) -> BTreeSet<u32> {
        self.everybody().into_iter().filter(|&person| self.fewest(person, set) == 1).collect()
    }

    /// Which people have which tuple.
    fn holders(&self, set: &[usize]) -> BTreeMap<Vec<u32>, BTreeSet<u32>> {
        let mut holders: BTreeMap<Vec<u32>, BTreeSet<u32>> = BTreeMap::new();
        for (row, &person) in self.rows.iter().zip(&self.people) {
            let tuple = set.iter().map(|&column| row[column]).collect();
            holders.entry(tuple).or_default().insert(person);
        }
        holders
    }
}

/// All sets of columns.
fn sets(width: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u32 << width).map(move |mask| (0..width).filter(|at| mask >> at & 1 == 1).collect())
}

/// The minimal sets among all with their unique people, by the definition.
fn brute(visits: &Visits, request: &MinimalSetRequest) -> Vec<(Vec<usize>, u64)> {
    let people = visits.everybody().len() as u64;
    let enough = |count: u64| people > 0 && Fraction::new(count, people) >= request.alpha;
    let counted = sets(visits.width).map(|set| (visits.unique(&set).len() as u64, set));
    let good: Vec<(Vec<usize>, u64)> =
        counted.filter(|(count, _)| enough(*count)).map(|(count, set)| (set, count)).collect();
    let within = |small: &[usize], large: &[usize]| small.iter().all(|at| large.contains(at));
    let is_minimal = |(set, _): &&(Vec<usize>, u64)| {
        !good.iter().any(|(other, _)| other != set && within(other, set))
    };
    let mut found: Vec<(Vec<usize>, u64)> = good.iter().filter(is_minimal).cloned().collect();
    found.retain(|(set, _)| set.len() <= request.max_size);
    found.sort_by_key(|(set, _)| (set.len(), set.clone()));
    found
}

fn pairs(found: &MinimalSets) -> Vec<(Vec<usize>, u64)> {
    found.sets.iter().map(|set| (set.columns.clone(), set.unique_rows)).collect()
}

/// Visits of up to eight people, in up to five columns of few values: people share tuples and have
/// several, and some columns follow from others or from the person.
fn visits() -> impl Strategy<Value = Visits> {
    (1_usize..=5).prop_flat_map(|width| {
        let cell = prop_oneof![3 => 0_u32..2, 2 => 0_u32..4, 1 => 0_u32..12];
        let row = (prop::collection::vec(cell, width), 0_u32..8);
        let rows = prop::collection::vec(row, 0..24);
        (Just(width), rows, 0_u8..4).prop_map(|(width, rows, copied)| {
            let (mut rows, people): (Vec<Vec<u32>>, Vec<u32>) = rows.into_iter().unzip();
            for (row, person) in rows.iter_mut().zip(&people) {
                match copied {
                    1 => row[width - 1] = row[0] / 2,
                    2 => row[0] = person / 2,
                    _ => {}
                }
            }
            Visits { width, rows, people }
        })
    })
}

fn alphas() -> impl Strategy<Value = Fraction> {
    (0_u64..=12).prop_map(|twelfths| Fraction::new(twelfths, 12))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn minimal_sets_equal_brute_force(
        visits in visits(),
        alpha in alphas(),
        max_size in prop_oneof![Just(usize::MAX), 0_usize..4],
    ) {
        let request = MinimalSetRequest { max_size, ..MinimalSetRequest::new(alpha) };
        let found = minimal(&visits.table(), &request, &SearchControl::default());
        prop_assert_eq!(pairs(&found), brute(&visits, &request));
    }

    #[test]
    fn measures_equal_their_definitions(visits in visits(), pick in any::<u32>()) {
        let set: Vec<usize> = (0..visits.width).filter(|at| pick >> at & 1 == 1).collect();
        let measure = SetMeasure::of(&visits.table(), &set);
        let (people, holders) = (visits.everybody(), visits.holders(&set));
        let n = people.len() as u64;
        prop_assert_eq!(measure.rows(), n);
        prop_assert_eq!(measure.unique_rows(), visits.unique(&set).len() as u64);
        prop_assert_eq!(measure.classes(), holders.len() as u64);
        let mut sizes: Vec<u64> = holders.values().map(|own| own.len() as u64).collect();
        sizes.sort_unstable();
        prop_assert_eq!(measure.smallest_class(), sizes.first().copied().unwrap_or(0));
        let listed = measure.class_sizes().iter().flat_map(|&(size, classes)| {
            std::iter::repeat_n(size, classes as usize)
        });
        prop_assert_eq!(listed.collect::<Vec<u64>>(), sizes.clone());
        prop_assert_eq!(measure.has_one_class_each(), sizes.iter().sum::<u64>() == n);
        let fewest = || people.iter().map(|&person| visits.fewest(person, &set));
        // Whoever knows the rarest row of a person tells the person apart from so many others.
        let apart: u64 = fewest().map(|size| n - size).sum();
        let pairs = n * n.saturating_sub(1);
        prop_assert_eq!(measure.separation(), (pairs > 0).then(|| Fraction::new(apart, pairs)));
        let mean = fewest().map(|size| 1.0 / size as f64).sum::<f64>() / n as f64;
        match measure.distinction() {
            Some(found) => prop_assert!((found - mean).abs() < 1e-12, "{} {}", found, mean),
            None => prop_assert_eq!(n, 0),
        }
        if n > 0 {
            let each = sizes.iter().sum::<u64>() as f64 / n as f64;
            prop_assert!((measure.classes_each() - each).abs() < 1e-12);
        }
    }

    /// Whoever is unique on a set is unique on every larger one, so what the search prunes by holds; and
    /// so for the weaker measures.
    #[test]
    fn a_column_more_never_hides_a_person(visits in visits()) {
        let table = visits.table();
        for set in sets(visits.width) {
            let (unique, measure) = (visits.unique(&set), SetMeasure::of(&table, &set));
            for column in 0..visits.width {
                let larger = [&set[..], &[column]].concat();
                prop_assert!(unique.is_subset(&visits.unique(&larger)));
                let larger = SetMeasure::of(&table, &larger);
                prop_assert!(larger.separation() >= measure.separation());
                prop_assert!(larger.distinction().unwrap_or(0.0) + 1e-12 >= measure.distinction().unwrap_or(0.0));
            }
        }
    }

    #[test]
    fn one_row_each_is_counted_as_rows_are(visits in visits(), alpha in alphas(), pick in any::<u32>()) {
        let people: Vec<u32> = (0..visits.rows.len() as u32).rev().collect();
        let alone = Visits { people, ..visits };
        let column = |at: usize| alone.rows.iter().map(|row| row[at]).collect();
        let rows = Columns::new((0..alone.width).map(column).collect()).unwrap();
        let set: Vec<usize> = (0..alone.width).filter(|at| pick >> at & 1 == 1).collect();
        prop_assert_eq!(SetMeasure::of(&alone.table(), &set), SetMeasure::of(&rows, &set));
        let request = MinimalSetRequest::new(alpha);
        let control = SearchControl::default();
        prop_assert_eq!(minimal(&alone.table(), &request, &control), minimal(&rows, &request, &control));
    }

    #[test]
    fn people_are_drawn_whole_however_they_are_gathered(
        visits in visits(),
        most in 1_u64..30,
        seed in any::<u64>(),
        parts in 1_usize..5,
    ) {
        let one = sample(&visits, most, seed, 1);
        prop_assert_eq!(drawn(&one), drawn(&sample(&visits, most, seed, parts)));
        let own: BTreeSet<u32> = drawn(&one).into_iter().map(|(person, _)| person).collect();
        let mut whole: Vec<(u32, Vec<String>)> = (visits.people.iter().zip(&visits.rows))
            .filter(|(person, _)| own.contains(person))
            .map(|(&person, row)| (person, row.iter().map(u32::to_string).collect()))
            .collect();
        whole.sort();
        prop_assert_eq!(drawn(&one), whole);
        let (rows, all) = (visits.rows.len() as u64, visits.everybody().len() as u64);
        prop_assert!(one.draw.rows <= most);
        prop_assert_eq!(one.draw.of, rows);
        prop_assert_eq!(one.draw.people, Some(PeopleDrawn { drawn: own.len() as u64, of: all }));
        prop_assert_eq!(one.draw.is_whole(), rows <= most);
        // Who is unique among all is unique in the sample.
        for set in sets(visits.width) {
            let lasting = visits.unique(&set).intersection(&own).count() as u64;
            prop_assert!(SetMeasure::of(&one.columns, &set).unique_rows() >= lasting);
        }
    }

    /// People who hold several tuples each: no distribution makes more of them unique.
    #[test]
    fn no_distribution_passes_the_cap(
        chances in prop::collection::vec(0.0_f64..1.0, 1..12),
        sharpness in 0.0_f64..8.0,
        people in 1_u64..40,
    ) {
        let chances: Vec<f64> = chances.iter().map(|chance| chance.powf(sharpness)).collect();
        let each: f64 = chances.iter().sum();
        prop_assume!(each > 0.0);
        let alone = |&chance: &f64| chance * (1.0 - chance).powf(people as f64 - 1.0);
        // Tuples with one holder, and as many unique people at most.
        let tuples = people as f64 * chances.iter().map(alone).sum::<f64>();
        let universe = Universe { people };
        let domain = chances.len() as f64;
        let cap = universe.unique_cap_each(domain, each);
        prop_assert!(cap <= 1.0);
        prop_assert!(cap == 1.0 || tuples <= cap * people as f64 + 1e-9, "{} {}", tuples, cap);
        for (alpha, each) in [(Fraction::new(1, 5), each), (Fraction::new(4, 5), each.max(1.0))] {
            let least = universe.least_dangerous_domain_each(alpha, each);
            if least.is_finite() && universe.unique_bound_each(least, each) < 1.0 {
                let bound = universe.unique_bound_each(least, each);
                prop_assert!((bound - alpha.to_f64()).abs() < 1e-9, "{} {}", bound, alpha);
            }
        }
    }
}

/// The share of unique people to be expected of all ways in which three people can have two of so many
/// tuples each.
fn expected_unique(tuples: u32) -> f64 {
    let choices: Vec<u32> = (0..1_u32 << tuples).filter(|mask| mask.count_ones() == 2).collect();
    let (mut unique, mut ways) = (0, 0);
    for &a in &choices {
        for &b in &choices {
            for &c in &choices {
                ways += 1;
                let people = [(a, b | c), (b, a | c), (c, a | b)];
                unique += people.iter().filter(|(own, others)| own & !others != 0).count();
            }
        }
    }
    unique as f64 / ways as f64 / 3.0
}

#[test]
fn caps_bound_what_enumeration_expects() {
    let universe = Universe { people: 3 };
    for tuples in 2..=7 {
        let expected = expected_unique(tuples);
        let cap = universe.unique_cap_each(tuples.into(), 2.0);
        assert!(expected <= cap, "{tuples} tuples: {expected} {cap}");
    }
    // Who has two tuples can be unique more often than the bound for one says.
    assert!(expected_unique(7) > universe.unique_cap(7.0));
}

fn key(person: u32) -> PersonKey {
    PersonKey::of(&NormalForm::default(), &format!("p{person}")).unwrap()
}

/// Draws people, shared out among some samplers that are poured together in the end. The last column
/// holds the person, so that the rows drawn can be told.
fn sample(visits: &Visits, most: u64, seed: u64, parts: usize) -> TableSample {
    let mut samplers = vec![Sampler::of_people(visits.width + 1, most, seed); parts];
    for (number, (row, &person)) in visits.rows.iter().zip(&visits.people).enumerate() {
        let cells: Vec<String> = row.iter().chain([&person]).map(u32::to_string).collect();
        let part = (number / 3) % parts;
        samplers[part].add_of(key(person), cells.iter().map(String::as_str)).unwrap();
        if samplers[part].held() > 5 && part > 0 {
            let (first, others) = samplers.split_at_mut(1);
            others[part - 1].pour_into(&mut first[0]);
        }
    }
    let mut all = samplers.remove(0);
    samplers.iter_mut().for_each(|part| part.pour_into(&mut all));
    all.finish().unwrap()
}

/// The rows of a sample, each with its person, sorted.
fn drawn(sample: &TableSample) -> Vec<(u32, Vec<String>)> {
    let last = sample.columns.width() - 1;
    let cell = |column: usize, row: usize| {
        sample.texts[column].text(sample.columns.codes(column)[row]).to_owned()
    };
    let row = |row| {
        let person = cell(last, row).parse().unwrap();
        (person, (0..last).map(|column| cell(column, row)).collect())
    };
    let mut rows: Vec<(u32, Vec<String>)> = (0..sample.columns.rows() as usize).map(row).collect();
    rows.sort();
    rows
}

#[test]
fn nobody_is_drawn_if_nobody_finds_room() {
    let visits = Visits { width: 1, rows: vec![vec![0]; 90], people: vec![4; 90] };
    let sample = sample(&visits, 20, 1, 1);
    assert_eq!(
        sample.draw,
        SampleSize { rows: 0, of: 90, people: Some(PeopleDrawn { drawn: 0, of: 1 }) }
    );
    assert_eq!(
        sample.draw.lowered(Fraction::ONE, sample.draw.margin(1, 1, Fraction::new(9, 10))),
        None
    );
}

/// Sets are missed no more often than promised, however unevenly rows are divided among people.
#[test]
fn no_set_is_missed_more_often_than_promised() {
    let (mut rows, mut people) = (Vec::new(), Vec::new());
    let cell = |person: u32, column: u32| {
        if (person + 37 * column).is_multiple_of(5) { person + 1 } else { 0 }
    };
    for person in 0..1000_u32 {
        // One in five columns gives a person away, in one of up to nine visits.
        for visit in 0..=(person % 3) * 4 {
            let value = |column: u32| if visit == 0 { cell(person, column * column) } else { 0 };
            rows.push((0..4).map(value).collect::<Vec<u32>>());
            people.push(person);
        }
    }
    let visits = Visits { width: 4, rows, people };
    let (alpha, confidence) = (Fraction::new(1, 5), Fraction::new(9, 10));
    let truth: Vec<Vec<usize>> = (0..4).map(|column| vec![column]).collect();
    for set in &truth {
        assert_eq!(visits.unique(set).len(), 200);
    }
    let missed = |lower: bool| {
        let misses = |&seed: &u64| {
            let sample = sample(&visits, 2600, seed, 1);
            let margin = if lower { sample.draw.margin(4, 3, confidence) } else { 0.0 };
            let alpha = sample.draw.lowered(alpha, margin).unwrap();
            let request = MinimalSetRequest {
                among: Some((0..4).collect()),
                max_size: 3,
                ..MinimalSetRequest::new(alpha)
            };
            let found = minimal(&sample.columns, &request, &SearchControl::default());
            !truth.iter().all(|set| {
                found.sets.iter().any(|small| small.columns.iter().all(|at| set.contains(at)))
            })
        };
        (0..200).filter(misses).count()
    };
    let (promised, bare) = (missed(true), missed(false));
    assert!(promised <= 20, "{promised} of 200");
    assert!(bare > 20, "without a margin {bare} of 200: this table proves nothing");
}

#[test]
fn threads_change_nothing() {
    let mut state = 7_u64;
    let mut chance = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let rows: Vec<Vec<u32>> =
        (0..900).map(|_| (0..11_u32).map(|at| chance() % (2 + at % 4)).collect()).collect();
    let people: Vec<u32> = (0..900).map(|_| chance() % 300).collect();
    let visits = Visits { width: 11, rows, people };
    let (table, request) = (visits.table(), MinimalSetRequest::new(Fraction::new(1, 3)));
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| minimal(&table, &request, &SearchControl::default()))
    };
    let found = run(1);
    assert_eq!(found, run(4));
    assert!(found.sets.len() > 20, "{}", found.sets.len());
    for set in &found.sets {
        assert_eq!(set.unique_rows, visits.unique(&set.columns).len() as u64);
    }
}
