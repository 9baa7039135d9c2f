//! Table 8 over many samples.

use incrowd_core::search::SearchControl;
use incrowd_core::search::lattice::Node;

use super::sample::sample;
use super::shown;
use super::table_7::{SECRETS, keys};
use crate::adult::{DATA, rows};
use crate::adult_sample::AdultSample;
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale};

/// The secrets that k-anonymity gives away, sample by sample.
#[derive(Debug)]
pub struct Disclosures;

/// The shares of rows that may be suppressed, in percent. The paper does not print its own.
pub(super) const LIMITS: [u64; 4] = [0, 1, 2, 5];

/// A line of table 8.
pub(super) struct Table8Row {
    pub rows: usize,
    pub k: u64,
    /// The node that the paper found.
    pub node: [u8; 4],
    /// The disclosures that it found there.
    pub disclosures: f64,
}

/// Table 8.
pub(super) const LINES: [Table8Row; 4] = [
    Table8Row { rows: 400, k: 2, node: [1, 1, 1, 1], disclosures: 6.0 },
    Table8Row { rows: 400, k: 3, node: [1, 1, 2, 1], disclosures: 2.0 },
    Table8Row { rows: 4000, k: 2, node: [2, 1, 1, 1], disclosures: 4.0 },
    Table8Row { rows: 4000, k: 3, node: [2, 1, 2, 1], disclosures: 0.0 },
];

/// Samples per point.
const BLOCK: u64 = 30;

/// A line of table 8 and the seeds to draw with.
struct DisclosurePoint<'l> {
    line: &'l Table8Row,
    seeds: std::ops::RangeInclusive<u64>,
}

impl DisclosurePoint<'_> {
    /// Understands `400 rows, k=2, seeds 1 to 30`.
    fn read(text: &str) -> Option<DisclosurePoint<'static>> {
        let mut parts = text.split(", ");
        let rows: usize = parts.next()?.strip_suffix(" rows")?.parse().ok()?;
        let k: u64 = parts.next()?.strip_prefix("k=")?.parse().ok()?;
        let (first, last) = parts.next()?.strip_prefix("seeds ")?.split_once(" to ")?;
        let line = LINES.iter().find(|line| (line.rows, line.k) == (rows, k))?;
        Some(DisclosurePoint { line, seeds: first.parse().ok()?..=last.parse().ok()? })
    }
}

/// What a class structure gives away.
struct Given {
    classes: usize,
    suppressed: usize,
    /// Per secret: classes of which all rows have the same value.
    per_secret: [usize; 3],
}

impl Given {
    /// Counts what the classes of at least `k` rows give away.
    fn away(sample: &[Vec<String>], classes: &[Vec<usize>], k: u64) -> Given {
        let published: Vec<&Vec<usize>> =
            classes.iter().filter(|class| class.len() as u64 >= k).collect();
        let shared = |secret: usize| {
            let same = |class: &&&Vec<usize>| {
                class.iter().all(|&row| sample[row][secret] == sample[class[0]][secret])
            };
            published.iter().filter(same).count()
        };
        let kept: usize = published.iter().map(|class| class.len()).sum();
        Given {
            classes: published.len(),
            suppressed: sample.len() - kept,
            per_secret: SECRETS.map(shared),
        }
    }
}

/// Searches one sample under every limit.
fn search(sample: &[Vec<String>], line: &Table8Row, seed: u64) -> Result<Vec<ResultRow>, String> {
    let sheet = AdultSample::new(sample, &keys(), &[])?;
    let models = sheet.models(line.k, 1);
    let theirs = Given::away(sample, &sheet.classes(&Node(line.node.to_vec())), line.k);
    let mut found = Vec::new();
    for percent in LIMITS {
        let limit = sample.len() as u64 * percent / 100;
        let best = sheet.problem(&models, limit).samarati(&SearchControl::default()).best;
        let (node, _) = best.ok_or("even a single class has fewer than k rows")?;
        let ours = Given::away(sample, &sheet.classes(&node), line.k);
        let counts = [ours.suppressed, ours.classes, ours.per_secret[0], ours.per_secret[1]];
        let more = [
            ours.per_secret[2],
            ours.per_secret.iter().sum(),
            theirs.suppressed,
            theirs.per_secret.iter().sum(),
        ];
        let mut row = vec![sample.len().to_string(), line.k.to_string(), percent.to_string()];
        row.extend([seed.to_string(), name(&node.0)]);
        row.extend(counts.iter().chain(&more).map(usize::to_string));
        found.push(row);
    }
    Ok(found)
}

/// A node as the paper writes it.
pub(super) fn name(levels: &[u8]) -> String {
    let letters = ["A", "M", "R", "S"];
    let levels = letters.iter().zip(levels).map(|(letter, level)| format!("{letter}{level}"));
    levels.collect::<Vec<_>>().join(" ")
}

impl Experiment for Disclosures {
    fn name(&self) -> &'static str {
        "004-disclosures"
    }

    fn title(&self) -> &'static str {
        "Attribute disclosures that k-anonymity leaves"
    }

    fn paper(&self) -> &'static str {
        "004"
    }

    fn needs_adult(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &[
            "rows",
            "k",
            "limit_percent",
            "seed",
            "node",
            "suppressed",
            "classes",
            "pay",
            "capital_gain",
            "capital_loss",
            "disclosures",
            "suppressed_at_paper_node",
            "disclosures_at_paper_node",
        ]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let blocks = match scale {
            RunScale::Quick => 1,
            RunScale::Full => 10,
        };
        let point = |line: &Table8Row, block: u64| {
            let (first, last) = (block * BLOCK + 1, (block + 1) * BLOCK);
            format!("{} rows, k={}, seeds {first} to {last}", line.rows, line.k)
        };
        LINES.iter().flat_map(|line| (0..blocks).map(move |block| point(line, block))).collect()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let wanted = DisclosurePoint::read(point).ok_or_else(|| unknown(point))?;
        let table = rows(world.census()?, DATA)?;
        let mut found = Vec::new();
        for seed in wanted.seeds {
            let sample = sample(&table, wanted.line.rows, seed)?;
            found.extend(search(&sample, wanted.line, seed)?);
        }
        Ok(found)
    }

    fn present(&self, rows: &ResultRows, _: RunScale) -> Finding {
        Finding {
            method: vec![
                "Samples of adult.data are drawn with seeds from 1 on. In each, Samarati's search \
                 finds a lowest node of the lattice of table 7 that is k-anonymous once at most 0, 1, \
                 2 or 5% of the rows are suppressed; of several, the one of least loss. An \
                 attribute disclosure is a class and a secret of which all its rows have the same \
                 value."
                    .into(),
                "The paper prints neither its samples nor its threshold nor its grouping of marital \
                 status, and its fourth secret, TaxPeriod, is no column of Adult. So its figures \
                 are laid beside the range over all samples, at each threshold."
                    .into(),
            ],
            pictures: shown::pictures(rows),
            claims: shown::claims(rows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeMap;

    /// A table that is as wide as Adult, with some of its values.
    fn made_up(rows: usize) -> Vec<Vec<String>> {
        let mut chance = ChaCha8Rng::seed_from_u64(4);
        let marital = ["Married-civ-spouse", "Never-married", "Divorced", "Married-AF-spouse"];
        let race = ["White", "White", "White", "Black", "Other", "Asian-Pac-Islander"];
        let mut row = || {
            let mut cells = vec![String::new(); 15];
            cells[0] = chance.random_range(17..=90).to_string();
            cells[5] = marital[chance.random_range(0..marital.len())].to_owned();
            cells[8] = race[chance.random_range(0..race.len())].to_owned();
            cells[9] = ["Male", "Female"][chance.random_range(0..2)].to_owned();
            cells[10] = if chance.random_range(0..9) > 0 { "0" } else { "5013" }.to_owned();
            cells[11] = chance.random_range(0..3).to_string();
            cells[14] = ["<=50K", ">50K"][chance.random_range(0..2)].to_owned();
            cells
        };
        (0..rows).map(|_| row()).collect()
    }

    /// The classes of a node, by table 7 retold.
    fn naive(sample: &[Vec<String>], node: [u8; 4]) -> Vec<Vec<usize>> {
        let mut classes: BTreeMap<[String; 4], Vec<usize>> = BTreeMap::new();
        for (number, row) in sample.iter().enumerate() {
            let age: u32 = row[0].parse().unwrap();
            let age = [age, age / 10, u32::from(age >= 50), 0][node[0] as usize].to_string();
            let marital = match node[1] {
                0 => row[5].clone(),
                1 => row[5].starts_with("Married").to_string(),
                _ => String::new(),
            };
            let race = match (node[2], row[8].as_str()) {
                (0, race) | (1, race @ ("White" | "Black")) | (2, race @ "White") => race,
                (1 | 2, _) => "others",
                _ => "",
            };
            let sex = if node[3] == 0 { row[9].clone() } else { String::new() };
            classes.entry([age, marital, race.to_owned(), sex]).or_default().push(number);
        }
        classes.into_values().collect()
    }

    #[test]
    fn nodes_and_disclosures_are_those_of_the_definitions() {
        let sample = made_up(400);
        for line in &LINES[..2] {
            let found = search(&sample, line, 1).unwrap();
            assert_eq!(found.len(), LIMITS.len());
            for (row, percent) in found.iter().zip(LIMITS) {
                let limit = 400 * percent as usize / 100;
                let mut lowest = u8::MAX;
                for at in 0..96_u8 {
                    let node = [at / 24, at / 8 % 3, at / 2 % 4, at % 2];
                    let small =
                        naive(&sample, node).into_iter().filter(|c| (c.len() as u64) < line.k);
                    if small.map(|class| class.len()).sum::<usize>() <= limit {
                        lowest = lowest.min(node.iter().sum());
                    }
                }
                let digits: Vec<u8> =
                    row[4].bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
                assert_eq!(digits.iter().sum::<u8>(), lowest, "{row:?}");
                let classes = naive(&sample, [digits[0], digits[1], digits[2], digits[3]]);
                let kept: Vec<_> = classes.iter().filter(|c| c.len() as u64 >= line.k).collect();
                let mut shared = [0; 3];
                for class in &kept {
                    for (count, secret) in shared.iter_mut().zip([14, 10, 11]) {
                        let mut values: Vec<_> =
                            class.iter().map(|&r| &sample[r][secret]).collect();
                        values.sort();
                        values.dedup();
                        *count += usize::from(values.len() == 1);
                    }
                }
                assert_eq!(row[6], kept.len().to_string());
                assert_eq!(row[7..10], shared.map(|count: usize| count.to_string()));
                assert_eq!(row[10], shared.iter().sum::<usize>().to_string());
            }
        }
    }
}
