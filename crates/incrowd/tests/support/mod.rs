//! Tables written in tests, and the slow truth about them.

#![allow(dead_code, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use incrowd::cost::Cost;
use incrowd::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd::model::{self, Class, Histogram, Model, Whole};
use incrowd::search::lattice::{Node, Problem};
use incrowd::table::Counter;
use incrowd::tally::{SecretOrder, Tally};
use incrowd::terms::{Demand, Kind, Nulls};

/// A table with hierarchies: rows of quasi-identifiers, and rows of secrets beside them.
pub struct Data {
    pub qi: Vec<Vec<String>>,
    pub secrets: Vec<Vec<String>>,
    pub public: Option<Vec<Vec<String>>>,
    pub hierarchies: Vec<Hierarchy>,
    pub tally: Tally,
    /// Per column.
    pub weights: Vec<f64>,
    /// Per column: the lowest level allowed.
    pub lowest: Vec<u8>,
    /// Per secret: value -> place in order.
    pub orders: Vec<BTreeMap<String, u32>>,
}

impl std::fmt::Debug for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let chains = |h: &Hierarchy| (0..h.leaves() as u32).map(|c| h.chain(c).join(";")).collect();
        let trees: Vec<Vec<String>> = self.hierarchies.iter().map(chains).collect();
        write!(f, "{:?} {:?} {:?} {trees:?}", self.qi, self.secrets, self.public)
    }
}

impl Data {
    pub fn new(
        qi: Vec<Vec<String>>,
        secrets: Vec<Vec<String>>,
        public: Option<Vec<Vec<String>>>,
        specs: &[Spec],
    ) -> Data {
        let widths = (specs.len(), secrets.first().map_or(0, Vec::len));
        let mut counter = Counter::new(widths.0, widths.1);
        for (row, secrets) in qi.iter().zip(&secrets) {
            counter.add(row.iter().map(String::as_str), secrets.iter().map(String::as_str));
        }
        let population = public.as_ref().map(|rows| {
            let mut counter = Counter::new(widths.0, 0);
            for row in rows {
                counter.add(row.iter().map(String::as_str), std::iter::empty());
            }
            counter
        });
        let nulls = Nulls::default();
        let hierarchy = |(column, spec): (usize, &Spec)| {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for row in qi.iter().chain(public.iter().flatten()) {
                *counts.entry(row[column].clone()).or_default() += 1;
            }
            let values: Vec<(String, u64)> = counts.into_iter().collect();
            let kind = Kind::infer(values.iter().map(|(text, _)| text.as_str()));
            build(spec, &Domain { column: "column", kind, values: &values, nulls: &nulls }).unwrap()
        };
        let hierarchies: Vec<Hierarchy> = specs.iter().enumerate().map(hierarchy).collect();
        let order = |secret: usize| -> BTreeMap<String, u32> {
            let values: BTreeSet<String> = secrets.iter().map(|row| row[secret].clone()).collect();
            values.into_iter().zip(0..).collect()
        };
        let orders: Vec<BTreeMap<String, u32>> = (0..widths.1).map(order).collect();
        let codes = |(secret, order): (usize, &BTreeMap<String, u32>)| SecretOrder {
            codes: counter.secret_values(secret).iter().map(|text| order[text]).collect(),
            places: order.len(),
        };
        let secret_orders: Vec<SecretOrder> = orders.iter().enumerate().map(codes).collect();
        let tally = Tally::new(&counter, population.as_ref(), &hierarchies, &secret_orders);
        let (weights, lowest) = (vec![1.0; specs.len()], vec![0; specs.len()]);
        Data { qi, secrets, public, hierarchies, tally, weights, lowest, orders }
    }

    pub fn models(&self, demands: &[Demand]) -> Vec<Box<dyn Model>> {
        let secret = |demand: &Demand| {
            demand.column().map_or(0, |name| name.trim_start_matches('s').parse().unwrap())
        };
        let rows = self.qi.len() as u64;
        demands.iter().map(|demand| model::of(demand, secret(demand), None, rows)).collect()
    }

    pub fn levels(&self) -> Vec<RangeInclusive<u8>> {
        let levels = self.hierarchies.iter().zip(&self.lowest);
        levels.map(|(hierarchy, &lowest)| lowest..=hierarchy.height() as u8).collect()
    }

    pub fn problem<'a>(
        &'a self,
        models: &'a [Box<dyn Model>],
        cost: Cost,
        limit: u64,
    ) -> Problem<'a> {
        let price = cost.price(&self.tally, &self.hierarchies, &self.weights);
        Problem::new(&self.tally, &self.hierarchies, &self.levels(), models, price, limit)
    }

    /// Every node of the lattice.
    pub fn nodes(&self) -> Vec<Node> {
        let mut nodes = vec![Vec::new()];
        for levels in self.levels() {
            let longer = |node: &Vec<u8>| {
                let node = node.clone();
                levels.clone().map(move |level| [&node[..], &[level]].concat())
            };
            nodes = nodes.iter().flat_map(longer).collect();
        }
        nodes.into_iter().map(Node).collect()
    }

    /// What a node costs, row by row and by the definitions, or nothing if it cannot be published.
    pub fn cost_of(
        &self,
        node: &Node,
        models: &[Box<dyn Model>],
        cost: Cost,
        limit: u64,
    ) -> Option<f64> {
        let label = |row: &[String]| -> Vec<String> {
            let cell = |(cell, (hierarchy, &level)): (&String, (&Hierarchy, &u8))| {
                hierarchy.chain(hierarchy.code(cell).unwrap())[level as usize].to_owned()
            };
            row.iter().zip(self.hierarchies.iter().zip(&node.0)).map(cell).collect()
        };
        let mut classes: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for (row, cells) in self.qi.iter().enumerate() {
            classes.entry(label(cells)).or_default().push(row);
        }
        let mut people: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for row in self.public.iter().flatten() {
            *people.entry(label(row)).or_default() += 1;
        }
        let count = |rows: &[usize], secret: usize| {
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            for &row in rows {
                *counts.entry(self.orders[secret][&self.secrets[row][secret]]).or_default() += 1;
            }
            counts
        };
        loop {
            let all: Vec<usize> = classes.values().flatten().copied().collect();
            let table = |secret: usize| {
                let mut table = vec![0; self.orders[secret].len()];
                for (value, rows) in count(&all, secret) {
                    table[value as usize] = rows;
                }
                table
            };
            let secrets = (0..self.orders.len()).map(table).collect();
            let whole = Whole { rows: all.len() as u64, secrets };
            let before = classes.len();
            classes.retain(|label, rows| {
                let counts: Vec<_> =
                    (0..self.orders.len()).map(|secret| count(rows, secret)).collect();
                let columns: Vec<(Vec<u32>, Vec<u64>)> =
                    counts.into_iter().map(|c| c.into_iter().unzip()).collect();
                let histograms: Vec<Histogram> =
                    columns.iter().map(|(values, counts)| Histogram { values, counts }).collect();
                let people = people.get(label).copied().unwrap_or(0);
                let class = Class { rows: rows.len() as u64, people, secrets: &histograms };
                models.iter().all(|model| model.holds(&class, &whole))
            });
            if classes.len() == before {
                break;
            }
        }
        let kept: u64 = classes.values().map(|rows| rows.len() as u64).sum();
        let n = self.qi.len() as f64;
        let all: f64 = self.weights.iter().sum();
        let suppressed = self.qi.len() as u64 - kept;
        if suppressed > limit || kept == 0 {
            return None;
        }
        let published: BTreeSet<usize> = classes.values().flatten().copied().collect();
        let cell = |row: usize, column: usize| -> f64 {
            let hierarchy = &self.hierarchies[column];
            let height = hierarchy.height();
            let level = if published.contains(&row) { node.0[column] as usize } else { height };
            let code = hierarchy.code(&self.qi[row][column]).unwrap();
            let span = hierarchy.span(level, hierarchy.node_of(level)[code as usize]);
            let (leaves, covered) = (hierarchy.leaves() as f64, span.len() as f64);
            let share = self.weights[column] / all / n;
            match cost {
                Cost::Loss if leaves == 1.0 => 0.0,
                Cost::Loss => share * (covered - 1.0) / (leaves - 1.0),
                Cost::LossRatio if covered == 1.0 => 0.0,
                Cost::LossRatio => share * covered / leaves,
                Cost::Precision if height == 0 => 0.0,
                Cost::Precision => share * level as f64 / height as f64,
                Cost::Height => self.weights[column] * level as f64 / n,
                Cost::Entropy => {
                    let rows = |span: std::ops::Range<u32>| {
                        let code = |r: &Vec<String>| hierarchy.code(&r[column]).unwrap();
                        self.qi.iter().filter(|r| span.contains(&code(r))).count() as f64
                    };
                    let own = rows(code..code + 1);
                    let bits: f64 = self
                        .qi
                        .iter()
                        .map(|r| {
                            let code = hierarchy.code(&r[column]).unwrap();
                            (n / rows(code..code + 1)).log2()
                        })
                        .sum();
                    if bits == 0.0 { 0.0 } else { share * n * (rows(span) / own).log2() / bits }
                }
                _ => unreachable!(),
            }
        };
        Some(match cost {
            Cost::Discernibility => {
                let squares: u64 = classes.values().map(|rows| (rows.len() as u64).pow(2)).sum();
                (squares + suppressed * self.qi.len() as u64) as f64
            }
            Cost::AverageClass => n / classes.len() as f64,
            _ => (0..self.qi.len())
                .flat_map(|row| (0..self.hierarchies.len()).map(move |column| (row, column)))
                .map(|(row, column)| cell(row, column))
                .sum(),
        })
    }
}

/// A row of words.
pub fn row(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
