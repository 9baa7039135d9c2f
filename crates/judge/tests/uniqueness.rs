//! Estimates of the people unique in a population: against populations whose uniques are known, and
//! against the definitions, computed the long way.

use std::collections::BTreeMap;

use incrowd_judge::uniqueness::{
    Estimate, Estimates, SampleError, SampledClasses, UniquenessEstimator,
};
use proptest::prelude::*;

/// Numbers that are the same in every run (splitmix64).
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }
}

/// The class of each person.
type Population = Vec<usize>;

fn class_sizes(people: &[usize]) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::<usize, u64>::new();
    people.iter().for_each(|&class| *sizes.entry(class).or_default() += 1);
    let mut classes = BTreeMap::new();
    sizes.into_values().for_each(|size| *classes.entry(size).or_default() += 1);
    classes
}

fn uniques(people: &[usize]) -> f64 {
    class_sizes(people).get(&1).copied().unwrap_or(0) as f64
}

/// What a random part of the people tells about all.
fn sampled(people: &Population, fraction: f64, chance: &mut Chance) -> Estimates {
    let mut people = people.clone();
    let rows = (people.len() as f64 * fraction).round() as usize;
    for place in 0..rows {
        let other = place + chance.below(people.len() - place);
        people.swap(place, other);
    }
    SampledClasses::new(class_sizes(&people[..rows]), people.len() as u64).unwrap().estimates()
}

/// People who come one after another and open classes, or join them, as Pitman's formula says.
fn pitman(alpha: f64, theta: f64, people: usize, chance: &mut Chance) -> Population {
    let (mut population, mut sizes) = (Vec::new(), Vec::<f64>::new());
    while population.len() < people {
        let opens = (theta + alpha * sizes.len() as f64) / (theta + population.len() as f64);
        let class = if population.is_empty() || chance.share() < opens {
            sizes.push(0.0);
            sizes.len() - 1
        } else {
            // Follow anybody, and give up so often that classes draw by their size less alpha.
            loop {
                let class: usize = population[chance.below(population.len())];
                if chance.share() * sizes[class] < sizes[class] - alpha {
                    break class;
                }
            }
        };
        population.push(class);
        sizes[class] += 1.0;
    }
    population
}

/// Classes of one person and as many more as a negative binomial variable says.
fn slide(alpha: f64, beta: f64, classes: usize, chance: &mut Chance) -> Population {
    let mut population = Vec::new();
    for class in 0..classes {
        population.push(class);
        let (mut more, mut probability, mut left) = (0.0, beta.powf(alpha), chance.share());
        while left >= probability && probability > 1e-18 {
            population.push(class);
            left -= probability;
            more += 1.0;
            probability *= (alpha + more - 1.0) / more * (1.0 - beta);
        }
    }
    population
}

fn uniform(cells: usize, people: usize, chance: &mut Chance) -> Population {
    (0..people).map(|_| chance.below(cells)).collect()
}

/// Classes whose shares fall as a power of their rank, without end.
fn zipf(power: f64, people: usize, chance: &mut Chance) -> Population {
    // The rank of a Pareto variable, kept with the probability that makes ranks a power law.
    let draw = |chance: &mut Chance| loop {
        let rank = chance.share().powf(-1.0 / (power - 1.0)).floor();
        let tilt = (1.0 + 1.0 / rank).powf(power - 1.0);
        let most = 2_f64.powf(power - 1.0);
        if chance.share() * rank * (tilt - 1.0) / (most - 1.0) <= tilt / most {
            return rank as usize;
        }
    };
    (0..people).map(|_| draw(chance)).collect()
}

#[track_caller]
fn near(found: Option<Estimate>, wanted: f64, tolerance: f64) {
    let found = found.expect("an estimate").uniques;
    let off = found / wanted - 1.0;
    assert!(off.abs() <= tolerance, "{found} is {:+.1}% off {wanted}", 100.0 * off);
}

#[test]
fn pitman_finds_the_uniques_of_his_populations() {
    let mut chance = Chance(1);
    for (alpha, theta) in [(0.2, 400.0), (0.5, 50.0), (0.7, 5.0), (0.0, 900.0)] {
        let people = pitman(alpha, theta, 100_000, &mut chance);
        let truth = uniques(&people);
        for (fraction, tolerance) in [(0.02, 0.25), (0.05, 0.1), (0.1, 0.1)] {
            let found = sampled(&people, fraction, &mut chance);
            near(found.pitman, truth, tolerance);
            assert_eq!(
                (found.chosen, Some(found.estimate)),
                (UniquenessEstimator::Pitman, found.pitman)
            );
        }
    }
}

#[test]
fn snb_finds_the_uniques_of_its_populations() {
    let mut chance = Chance(2);
    for (alpha, beta) in [(0.3, 0.1), (0.5, 0.3), (2.0, 0.4), (0.1, 0.02)] {
        let people = slide(alpha, beta, 30_000, &mut chance);
        let truth = uniques(&people);
        for (fraction, tolerance) in [(0.3, 0.35), (0.5, 0.04), (0.8, 0.02)] {
            near(sampled(&people, fraction, &mut chance).snb, truth, tolerance);
        }
    }
}

/// A power law has the tail of small classes that Pitman's formula knows, but not its head.
#[test]
fn the_rule_on_power_laws() {
    let mut chance = Chance(3);
    let tolerances = [(0.02, 0.35), (0.1, 0.2), (0.3, 0.05), (0.8, 0.03)];
    for power in [1.4, 1.5, 1.7] {
        let people = zipf(power, 200_000, &mut chance);
        let truth = uniques(&people);
        for (fraction, tolerance) in tolerances {
            near(Some(sampled(&people, fraction, &mut chance).estimate), truth, tolerance);
        }
    }
}

/// Cells of equal chance have hardly a tail, and no estimator knows them: small samples say far too
/// many, but not too few; and most of the people are enough to be right.
#[test]
fn the_rule_on_equal_cells_errs_upwards() {
    let mut chance = Chance(5);
    for cells in [20_000, 50_000, 400_000] {
        let people = uniform(cells, 100_000, &mut chance);
        let truth = uniques(&people);
        for fraction in [0.02, 0.05, 0.1, 0.2, 0.3] {
            let found = sampled(&people, fraction, &mut chance).estimate.uniques;
            assert!(found > 0.95 * truth, "{cells} {fraction}: {found} of {truth}");
        }
        for (fraction, tolerance) in [(0.5, 0.25), (0.8, 0.1)] {
            near(Some(sampled(&people, fraction, &mut chance).estimate), truth, tolerance);
        }
    }
}

#[test]
fn the_interval_holds_the_truth_where_the_estimate_misleads() {
    let mut chance = Chance(14);
    let (mut runs, mut missed, mut misled) = (0, 0, 0);
    for round in 0..40 {
        let populations = [
            zipf(1.1, 20_000, &mut chance),
            zipf(2.0, 20_000, &mut chance),
            pitman(0.7, 30.0, 20_000, &mut chance),
            uniform(9_000, 20_000, &mut chance),
        ];
        for people in &populations {
            let fraction = [0.01, 0.05, 0.2, 0.6][round % 4];
            let (found, truth) = (sampled(people, fraction, &mut chance), uniques(people));
            let said = found.estimate.uniques;
            let off = said > 2.0 * truth || truth > 2.0 * said;
            let inside = found.interval.low <= truth && truth <= found.interval.high;
            assert!(!off || found.uncertain || !inside, "{truth} unique: {found:?}");
            runs += 1;
            missed += u32::from(!inside);
            misled += u32::from(off);
        }
    }
    assert!(missed * 20 <= runs + 40, "{missed} of {runs} outside");
    assert!(misled > 10, "the estimate itself misleads: {misled} of {runs}");
}

#[test]
fn zayatz_of_nearly_everybody() {
    let mut chance = Chance(4);
    for people in [
        slide(0.3, 0.1, 20_000, &mut chance),
        uniform(50_000, 100_000, &mut chance),
        pitman(0.5, 50.0, 100_000, &mut chance),
    ] {
        let truth = uniques(&people);
        for (fraction, tolerance) in [(0.9, 0.03), (0.97, 0.01)] {
            near(Some(sampled(&people, fraction, &mut chance).zayatz), truth, tolerance);
        }
    }
}

#[test]
fn rows_that_are_unique_in_the_population() {
    let mut chance = Chance(6);
    let people = pitman(0.6, 100.0, 50_000, &mut chance);
    let alone = uniques(&people);
    let found = sampled(&people, 0.1, &mut chance);
    // A tenth of those who are unique in the population are in the sample.
    assert!((found.unique_rows / (0.1 * alone) - 1.0).abs() < 0.1, "{found:?} of {alone}");
}

#[test]
fn what_is_no_sample() {
    let too_many = SampledClasses::new([(1, 4), (3, 2)], 9);
    assert_eq!(too_many, Err(SampleError::PopulationTooSmall { people: 9, rows: 10 }));
    let words = too_many.unwrap_err().to_string();
    assert_eq!(words, "a population of 9 people cannot hold a sample of 10 rows");
    assert_eq!(SampledClasses::new([(0, 7), (3, 0)], 9), Err(SampleError::NoRows));
    let endless = SampledClasses::new([(u64::MAX, u64::MAX); 2], u64::MAX);
    assert!(matches!(endless, Err(SampleError::PopulationTooSmall { .. })));
    assert_eq!(
        SampledClasses::new([(2, 1), (1, 3), (2, 4)], 50),
        SampledClasses::new([(1, 3), (2, 5)], 50)
    );
}

#[test]
fn everybody_unique_and_nobody() {
    let all = SampledClasses::new([(1, 50)], 1000).unwrap().estimates();
    assert_eq!((all.snb, all.pitman, all.chosen), (None, None, UniquenessEstimator::Zayatz));
    assert!((all.estimate.share - 1.0).abs() < 1e-12);
    let none = SampledClasses::new([(50, 1)], 1000).unwrap().estimates();
    assert_eq!((none.pitman, none.estimate.uniques), (None, 0.0));
}

/// Ten thousand million rows: the histogram is all that is worked on.
#[test]
fn the_size_of_the_table_does_not_matter() {
    let classes = (1..=60_000).map(|size| (size, 1 + 6_000_000 / (size * size)));
    let rows: u64 = classes.clone().map(|(size, classes)| size * classes).sum();
    let found = SampledClasses::new(classes, 40 * rows).unwrap().estimates();
    assert_eq!(found.chosen, UniquenessEstimator::Pitman);
    assert!(found.estimate.uniques > 6e6 && found.estimate.share < 0.01, "{found:?}");
}

/// Class sizes of up to sixty rows, and a population that holds them.
fn samples() -> impl Strategy<Value = (Vec<(u64, u64)>, u64)> {
    let classes = prop::collection::vec((1..8_u64, 1..6_u64), 1..5);
    (classes, prop_oneof![Just(0), 1..20_u64, 1..2000_u64]).prop_map(|(classes, others)| {
        let people = rows(&classes) + others;
        (classes, people)
    })
}

/// The same with numbers as large as they come.
fn vast_samples() -> impl Strategy<Value = (Vec<(u64, u64)>, u64)> {
    let vast =
        |digits: u32| (0..digits, 1..10_u64).prop_map(|(zeros, digit)| digit * 10_u64.pow(zeros));
    let classes = prop::collection::vec((vast(8), vast(8)), 1..5);
    (classes, vast(18)).prop_map(|(classes, others)| {
        let people = rows(&classes) + others;
        (classes, people)
    })
}

fn rows(classes: &[(u64, u64)]) -> u64 {
    classes.iter().map(|(size, classes)| size * classes).sum()
}

/// How many uniques a population can have: those not sampled make so many more, or fewer.
fn possible(classes: &[(u64, u64)], people: u64) -> std::ops::RangeInclusive<f64> {
    let singles = classes.iter().filter(|(size, _)| *size == 1);
    let singles: u64 = singles.map(|(_, classes)| classes).sum();
    let others = people - rows(classes);
    singles.saturating_sub(others) as f64..=(singles + others) as f64
}

/// The likelihood of Pitman's parameters, term by term.
fn likelihood(classes: &[(u64, u64)], alpha: f64, theta: f64) -> f64 {
    let logarithms = |end: u64, term: &dyn Fn(f64) -> f64| -> f64 {
        (1..end).map(|step| term(step as f64).ln()).sum()
    };
    let distinct = classes.iter().map(|(_, classes)| classes).sum();
    let grown =
        |&(size, classes): &(u64, u64)| classes as f64 * logarithms(size, &|step| step - alpha);
    logarithms(distinct, &|step| theta + step * alpha)
        - logarithms(rows(classes), &|step| theta + step)
        + classes.iter().map(grown).sum::<f64>()
}

/// The likeliest alpha and theta on a grid that is made finer around the best point.
fn likeliest(classes: &[(u64, u64)]) -> (f64, f64) {
    let (mut centre, mut reach) = ((0.5, 0.0), (0.5, 12.0));
    for _ in 0..40 {
        let mut best = (f64::NEG_INFINITY, centre);
        for place in 0..21 * 21 {
            let (across, along) =
                (f64::from(place % 21) / 10.0 - 1.0, f64::from(place / 21) / 10.0 - 1.0);
            let alpha = (centre.0 + across * reach.0).clamp(0.0, 1.0 - 1e-9);
            let ln_offset: f64 = centre.1 + along * reach.1;
            let found = likelihood(classes, alpha, ln_offset.exp() - alpha);
            if found > best.0 {
                best = (found, (alpha, ln_offset));
            }
        }
        centre = best.1;
        reach = (reach.0 * 0.7, reach.1 * 0.7);
    }
    (centre.0, centre.1.exp() - centre.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn pitman_is_the_likeliest_of_a_grid((classes, people) in samples()) {
        let estimates = SampledClasses::new(classes.iter().copied(), people).unwrap().estimates();
        if let Some(found) = estimates.pitman {
            let (alpha, theta) = likeliest(&classes);
            let alone = |others: u64| 1.0 - (1.0 - alpha) / (theta + others as f64);
            let wanted = people as f64 * (1..people).map(alone).product::<f64>();
            let possible = possible(&classes, people);
            let wanted = wanted.clamp(*possible.start(), *possible.end());
            prop_assert!(
                (found.uniques - wanted).abs() < 1e-3 * wanted + 1e-6,
                "{found:?} is not {wanted}, by alpha {alpha} and theta {theta}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_estimate_is_impossible((classes, people) in prop_oneof![samples(), vast_samples()]) {
        let estimates = SampledClasses::new(classes.iter().copied(), people).unwrap().estimates();
        let possible = possible(&classes, people);
        let all = [Some(estimates.zayatz), estimates.snb, estimates.pitman, Some(estimates.estimate)];
        for estimate in all.into_iter().flatten() {
            prop_assert!(possible.contains(&estimate.uniques), "{estimate:?} not in {possible:?}");
            prop_assert!((0.0..=1.0).contains(&estimate.share));
        }
        prop_assert!((0.0..=*possible.end()).contains(&estimates.unique_rows));
    }

    #[test]
    fn the_whole_population_has_its_own_uniques((classes, _) in samples()) {
        let estimates = SampledClasses::new(classes.iter().copied(), rows(&classes)).unwrap().estimates();
        let singles = possible(&classes, rows(&classes));
        prop_assert_eq!(singles.start(), singles.end());
        prop_assert_eq!(estimates.estimate.uniques, *singles.end());
        prop_assert_eq!(estimates.unique_rows, *singles.end());
    }
}
