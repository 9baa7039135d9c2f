//! The experiments that papers 003 and 004 left open, as Markdown: `secrets ADULT_DATA [SEEDS]`.
//!
//! What k-anonymity alone discloses over many samples of Adult, what the two conditions of 004 save,
//! and what it costs to check the nearness of a million numbers beside sorting them. Also a
//! walk through the library from rows to a node: tally, demands, problem, search.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::frequency_set::{FrequencySet, SensitiveOrder};
use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_core::model::{self, ClassCounts, Histogram, Model, ModelContext, PublishedTable};
use incrowd_core::search::SearchControl;
use incrowd_core::search::lattice::{LatticeProblem, Node, SamaratiResult};
use incrowd_core::table::Counter;
use incrowd_core::terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, KAnonymity, Kind, Nulls, PSensitivity, Scalar,
};

/// Places in a line of Adult: keys, then secrets.
const KEYS: [usize; 4] = [0, 5, 8, 9];
const SECRETS: [usize; 3] = [14, 10, 11];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("name the file adult.data")?;
    let seeds: u64 = words.next().map_or(Ok(300), |word| word.parse())?;
    let text = fs::read_to_string(path)?;
    let rows = complete(&text);
    disclosures(&rows, seeds)?;
    conditions(&rows, seeds)?;
    nearness()?;
    Ok(())
}

/// The rows without a missing value.
fn complete(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().map(|line| line.split(", ").collect());
    rows.filter(|row: &Vec<&str>| row.len() == 15 && !row.contains(&"?")).collect()
}

/// Numbers that are the same in every run (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * end as u128) >> 64) as usize
    }
}

/// So many rows drawn at random.
fn sample<'a>(rows: &[Vec<&'a str>], size: usize, seed: u64) -> Vec<Vec<&'a str>> {
    let (mut order, mut chance) = ((0..rows.len()).collect::<Vec<_>>(), Chance(seed));
    for at in 0..size {
        order.swap(at, at + chance.below(rows.len() - at));
    }
    order[..size].iter().map(|&at| rows[at].clone()).collect()
}

/// The generalizations of Truta & Vinay 2006's table 7. How it groups marital states it does not say: here
/// whoever is married, in whatever way, and everybody else.
fn specs() -> Vec<Spec> {
    let age = |age: u32| {
        let half = if age < 50 { "<50" } else { ">=50" };
        format!("{age};{}0-{}9;{half};*\n", age / 10, age / 10)
    };
    let marital = "Divorced;Single;*\nNever-married;Single;*\nSeparated;Single;*\n\
        Widowed;Single;*\nMarried-AF-spouse;Married;*\nMarried-civ-spouse;Married;*\n\
        Married-spouse-absent;Married;*\n";
    let race = "White;White;White;*\nBlack;Black;Other;*\nAmer-Indian-Eskimo;Other;Other;*\n\
        Asian-Pac-Islander;Other;Other;*\nOther;Other;Other;*\n";
    let texts =
        [(17..=90).map(age).collect(), marital.into(), race.into(), "Female;*\nMale;*\n".into()];
    texts.into_iter().map(|text: String| Spec::chains("table 7", text)).collect()
}

/// A sample, counted.
struct Sample<'a> {
    rows: Vec<Vec<&'a str>>,
    hierarchies: Vec<Hierarchy>,
    frequency_set: FrequencySet,
}

impl<'a> Sample<'a> {
    fn new(rows: Vec<Vec<&'a str>>) -> Result<Self, Box<dyn Error>> {
        let mut counter = Counter::new(KEYS.len(), SECRETS.len());
        for row in &rows {
            counter.add(KEYS.iter().map(|&at| row[at]), SECRETS.iter().map(|&at| row[at]));
        }
        let nulls = Nulls::default();
        let mut hierarchies = Vec::new();
        for (place, spec) in specs().iter().enumerate() {
            let texts = counter.values(place).iter().map(str::to_owned);
            let values: Vec<(String, u64)> = texts.zip(counter.value_counts(place)).collect();
            let kind = if place == 0 { Kind::Integer } else { Kind::Text };
            hierarchies.push(build(
                spec,
                &Domain { column: "key", kind, values: &values, nulls: &nulls },
            )?);
        }
        let order = |place: usize| {
            let places = counter.secret_values(place).len();
            SensitiveOrder { codes: (0..places as u32).collect(), places }
        };
        let orders: Vec<SensitiveOrder> = (0..SECRETS.len()).map(order).collect();
        let frequency_set = FrequencySet::new(&counter, None, &hierarchies, &orders, &[]);
        Ok(Sample { rows, hierarchies, frequency_set })
    }

    /// A lowest node with k and p.
    fn lowest(
        &self,
        k: u64,
        p: u64,
        limit: u64,
        with_conditions: bool,
    ) -> (SamaratiResult, Duration) {
        let models = models(k, p);
        let levels: Vec<_> = self.hierarchies.iter().map(|h| 0..=h.height() as u8).collect();
        let price =
            Cost::LOSS.price(&self.frequency_set, &self.hierarchies, &[1.0; 4], CostOver::Members);
        let start = Instant::now();
        let problem = LatticeProblem::new(
            &self.frequency_set,
            &self.hierarchies,
            &levels,
            &models,
            price,
            limit,
        );
        let problem = if with_conditions { problem } else { problem.without_conditions() };
        let found = problem.samarati(&SearchControl::default());
        (found, start.elapsed())
    }

    /// Pairs of a published class and a secret of which it has one value.
    fn disclosures(&self, node: &Node, k: usize) -> usize {
        let mut classes: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            let keys = KEYS.iter().zip(self.hierarchies.iter().zip(&node.0));
            let label = keys.filter_map(|(&key, (tree, &level))| {
                Some(tree.chain(tree.code(row[key])?)[level as usize])
            });
            classes.entry(label.collect()).or_default().push(at);
        }
        let published = classes.values().filter(|class| class.len() >= k);
        let plain = |class: &Vec<usize>| {
            let values = |secret: &&usize| -> BTreeSet<&str> {
                class.iter().map(|&row| self.rows[row][**secret]).collect()
            };
            SECRETS.iter().filter(|secret| values(secret).len() == 1).count()
        };
        published.map(plain).sum()
    }
}

/// k-anonymity, and p-sensitivity of the secrets from p = 2 on.
fn models(k: u64, p: u64) -> Vec<Box<dyn Model>> {
    let mut models =
        vec![model::of(&Demand::KAnonymity(KAnonymity { k }), &ModelContext::default())];
    for secret in 0..if p > 1 { SECRETS.len() } else { 0 } {
        let demand = Demand::PSensitivity(PSensitivity { column: String::new(), p });
        models.push(model::of(&demand, &ModelContext { secret, ..ModelContext::default() }));
    }
    models
}

/// What Truta & Vinay 2006's table 8 should have been.
fn disclosures(rows: &[Vec<&str>], seeds: u64) -> Result<(), Box<dyn Error>> {
    println!("## What k-anonymity alone discloses ({seeds} samples each)\n");
    println!(
        "| rows | k | suppressed at most | most frequent node (age, marital, race, sex) | share | disclosures: least, quartiles, most | samples without any |"
    );
    println!("|---|---|---|---|---|---|---|");
    for size in [400, 4000] {
        let samples = (1..=seeds).map(|seed| Sample::new(sample(rows, size, seed)));
        let samples = samples.collect::<Result<Vec<_>, _>>()?;
        for k in [2, 3] {
            for limit in [0, size as u64 / 100] {
                let mut found: Vec<usize> = Vec::new();
                let mut nodes: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
                for sample in &samples {
                    if let Some((node, _)) = sample.lowest(k, 1, limit, true).0.best {
                        found.push(sample.disclosures(&node, k as usize));
                        *nodes.entry(node.0).or_default() += 1;
                    }
                }
                found.sort_unstable();
                let at = |quarter: usize| found[(found.len() - 1) * quarter / 4];
                let none = found.iter().filter(|&&pairs| pairs == 0).count();
                let most = nodes.iter().max_by_key(|(_, samples)| **samples);
                let (node, share) = most.ok_or("no sample has a node")?;
                println!(
                    "| {size} | {k} | {limit} | {node:?} | {:.0}% | {}, {} / {} / {}, {} | {:.0}% |",
                    100.0 * *share as f64 / found.len() as f64,
                    at(0),
                    at(1),
                    at(2),
                    at(3),
                    at(4),
                    100.0 * none as f64 / found.len() as f64,
                );
            }
        }
    }
    Ok(())
}

/// What the conditions save.
fn conditions(rows: &[Vec<&str>], seeds: u64) -> Result<(), Box<dyn Error>> {
    println!("\n## k alone, and p-sensitive with and without the two conditions\n");
    println!(
        "Mean over {seeds} samples (one of all rows): nodes looked at, of these refused by the number of their classes alone, and time of the search.\n"
    );
    println!(
        "| rows | suppressed at most | k | p | nodes | refused | with conditions | without | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (size, samples) in [(400, seeds), (4000, seeds), (rows.len(), 1)] {
        let samples = (1..=samples).map(|seed| Sample::new(sample(rows, size, seed)));
        let samples = samples.collect::<Result<Vec<_>, _>>()?;
        for limit in [0, size as u64 / 100] {
            for (k, p) in [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)] {
                let (mut nodes, mut refused) = (0, 0);
                let mut times = [Duration::ZERO; 2];
                for sample in &samples {
                    for (at, time) in times.iter_mut().enumerate() {
                        // The faster of two runs each, so that neither pays for the other's misses.
                        let runs = [0, 1].map(|_| sample.lowest(k, p, limit, at == 0));
                        *time += runs.iter().map(|(_, took)| *took).min().unwrap_or_default();
                        if at == 0 {
                            nodes += runs[0].0.checked;
                            refused += runs[0].0.too_many_classes;
                        }
                    }
                }
                let mean = |sum: f64| sum / samples.len() as f64;
                let [with, without] = times.map(|time| mean(time.as_secs_f64()) * 1e3);
                println!(
                    "| {size} | {limit} | {k} | {p} | {:.1} | {:.1} | {with:.3} ms | {without:.3} ms | {:.2} |",
                    mean(nodes as f64),
                    mean(refused as f64),
                    with / without
                );
            }
        }
    }
    Ok(())
}

/// What nearness costs beside sorting.
fn nearness() -> Result<(), Box<dyn Error>> {
    const ROWS: usize = 1_000_000;
    println!("\n## Nearness of a million salaries\n");
    let mut chance = Chance(1);
    let texts: Vec<String> = (0..ROWS)
        .map(|_| {
            // About log-normal: a product of a few dice.
            let product: f64 = (0..6).map(|_| 1.0 + chance.below(1000) as f64 / 700.0).product();
            format!("{:.2}", 9000.0 * product)
        })
        .collect();
    let read = |text: &String| Kind::Decimal.read(text);
    let numbers: Vec<Scalar> = texts.iter().filter_map(read).collect();
    let start = Instant::now();
    let mut sorted = numbers.clone();
    sorted.sort_unstable_by(|a, b| a.magnitude(b));
    let sorting = start.elapsed();
    let mut counts: Vec<u64> = Vec::new();
    let mut distinct: Vec<Option<Scalar>> = Vec::new();
    for number in &sorted {
        match (distinct.last(), counts.last_mut()) {
            (Some(Some(last)), Some(count)) if last.magnitude(number).is_eq() => *count += 1,
            _ => {
                distinct.push(Some(*number));
                counts.push(1);
            }
        }
    }
    let values: Vec<u32> = (0..distinct.len() as u32).collect();
    println!("Sorting {ROWS} decimals: {sorting:.1?}; {} of them are distinct.\n", distinct.len());
    println!(
        "| demand | finding what is near what, once per column | checking the class | both beside the sort |"
    );
    println!("|---|---|---|---|");
    for (name, mode) in
        [("definition", DeltaLCounting::Definition), ("window", DeltaLCounting::Window)]
    {
        let delta_l = DeltaL::read("500,20", mode)?;
        let demand = Demand::DeltaLDiversity(DeltaLDiversity { column: String::new(), delta_l });
        let start = Instant::now();
        let model =
            model::of(&demand, &ModelContext { numbers: &distinct, ..ModelContext::default() });
        let once = start.elapsed();
        let secrets = [Histogram { values: &values, counts: &counts }];
        let class = ClassCounts::of_rows(ROWS as u64, 0, &secrets, &[]);
        let whole = PublishedTable::of_rows(ROWS as u64, Vec::new());
        let start = Instant::now();
        black_box(model.holds(&class, &whole));
        let check = start.elapsed();
        let share = (once + check).as_secs_f64() / sorting.as_secs_f64();
        println!("| (500,20), {name} | {once:.1?} | {check:.1?} | {share:.2} |");
    }
    Ok(())
}
