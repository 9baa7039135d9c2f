//! Tables written in tests, and the slow truth about them.

pub mod vectors;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::encoded::{Encoded, PopulationCounts, SensitiveAttribute};
use incrowd_core::frequency_set::{FrequencySet, SensitiveOrder};
use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_core::model::{self, ClassCounts, Histogram, Model, ModelContext, PublishedTable};
use incrowd_core::search::lattice::{LatticeProblem, Node};
use incrowd_core::table::Counter;
use incrowd_core::terms::{
    Demand, Fraction, JointPresence, Kind, Knowledge, Nulls, PersonalPresence, Presence, Scalar,
};

/// A file of the census table Adult.
pub fn adult(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/adult").join(file);
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {error}; run .ci/adult", path.display()))
}

/// A table with hierarchies: rows of quasi-identifiers, and rows of secrets beside them.
pub struct Data {
    pub qi: Vec<Vec<String>>,
    pub secrets: Vec<Vec<String>>,
    pub public: Option<Vec<Vec<String>>>,
    /// Per person of the population: the values of each trait.
    pub person_attributes: Vec<Vec<Fraction>>,
    pub hierarchies: Vec<Hierarchy>,
    pub frequency_set: FrequencySet,
    /// Per column.
    pub weights: Vec<f64>,
    /// Per column: the lowest level allowed.
    pub lowest: Vec<u8>,
    /// Whom costs are counted over.
    pub over: CostOver,
    /// Per secret: value -> place in order.
    pub orders: Vec<BTreeMap<String, u32>>,
    /// Per trait: `t0`, `t1`, ... and the numbers behind its codes, ascending.
    numbers: Vec<(String, Vec<Fraction>)>,
}

impl std::fmt::Debug for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let chains = |h: &Hierarchy| (0..h.leaves() as u32).map(|c| h.chain(c).join(";")).collect();
        let trees: Vec<Vec<String>> = self.hierarchies.iter().map(chains).collect();
        let Data { qi, secrets, public, person_attributes, .. } = self;
        write!(f, "{qi:?} {secrets:?} {public:?} {person_attributes:?} {trees:?}")
    }
}

/// The published rows of each class by its labels, and everybody of the population by theirs.
struct Classes {
    published: BTreeMap<Vec<String>, Vec<usize>>,
    /// Labels of classes that were suppressed.
    gone: BTreeSet<Vec<String>>,
    people: BTreeMap<Vec<String>, Vec<usize>>,
}

impl Classes {
    /// How likely the people of each class without published rows are among so many members, over
    /// all vectors of numbers for which the same classes would be published; nothing if there is no
    /// such vector.
    fn unmatched(
        &self,
        models: &[Box<dyn Model>],
        members: u64,
    ) -> Option<BTreeMap<Vec<String>, Fraction>> {
        let secrets = models.iter().any(|model| model.needs_secrets());
        let whole = PublishedTable::of_rows(0, vec![]);
        let stays_out = |rows: u64, people: u64| {
            let class = ClassCounts::of_rows(rows, people, &[], &[]);
            rows == 0 || secrets || models.iter().any(|model| !model.holds(&class, &whole))
        };
        let labels: Vec<&Vec<String>> =
            self.people.keys().filter(|label| !self.published.contains_key(*label)).collect();
        let people = |label: &Vec<String>| self.people[label].len() as u64;
        let choose =
            |n: u64, k: u64| (0..k).fold(1_u128, |w, i| w * u128::from(n - i) / u128::from(i + 1));
        // The ways of giving 0, 1, ... members to some classes.
        let ways = |labels: &[&Vec<String>]| {
            let mut ways = vec![0_u128; members as usize + 1];
            ways[0] = 1;
            for label in labels {
                let n = people(label);
                let counts = (0..=n.min(members)).filter(|&z| stays_out(z, n));
                let mut next = vec![0; ways.len()];
                for z in counts {
                    for s in z as usize..next.len() {
                        next[s] += ways[s - z as usize] * choose(n, z);
                    }
                }
                ways = next;
            }
            ways
        };
        let all = ways(&labels)[members as usize];
        let chance = |at: usize| {
            let others = ways(&[&labels[..at], &labels[at + 1..]].concat());
            let n = people(labels[at]);
            let counts = (0..=n.min(members)).filter(|&z| stays_out(z, n));
            let sum: u128 =
                counts.map(|z| u128::from(z) * choose(n, z) * others[(members - z) as usize]).sum();
            (labels[at].clone(), reduced(sum, all * u128::from(n)))
        };
        (all > 0).then(|| (0..labels.len()).map(chance).collect())
    }
}

fn reduced(part: u128, whole: u128) -> Fraction {
    let (mut a, mut b) = (part, whole);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Fraction::new((part / a).try_into().unwrap(), (whole / a).try_into().unwrap())
}

type Counts = (Vec<u32>, Vec<u64>);

fn count(codes: impl Iterator<Item = u32>) -> Counts {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for code in codes {
        *counts.entry(code).or_default() += 1;
    }
    counts.into_iter().unzip()
}

fn histograms(counts: &[Counts]) -> Vec<Histogram<'_>> {
    counts.iter().map(|(values, counts)| Histogram { values, counts }).collect()
}

impl Data {
    pub fn new(
        qi: Vec<Vec<String>>,
        secrets: Vec<Vec<String>>,
        public: Option<Vec<Vec<String>>>,
        specs: &[Spec],
    ) -> Data {
        let people = public.as_ref().map_or(0, Vec::len);
        Data::with_traits(qi, secrets, public, vec![Vec::new(); people], specs)
    }

    pub fn with_traits(
        qi: Vec<Vec<String>>,
        secrets: Vec<Vec<String>>,
        public: Option<Vec<Vec<String>>>,
        person_attributes: Vec<Vec<Fraction>>,
        specs: &[Spec],
    ) -> Data {
        let widths = (specs.len(), secrets.first().map_or(0, Vec::len));
        let mut counter = Counter::new(widths.0, widths.1);
        for (row, secrets) in qi.iter().zip(&secrets) {
            counter.add(row.iter().map(String::as_str), secrets.iter().map(String::as_str));
        }
        let wide = person_attributes.first().map_or(0, Vec::len);
        let population = public.as_ref().map(|rows| {
            let mut counter = Counter::new(widths.0, wide);
            for (row, person_attributes) in rows.iter().zip(&person_attributes) {
                let person_attributes: Vec<String> =
                    person_attributes.iter().map(ToString::to_string).collect();
                counter.add(
                    row.iter().map(String::as_str),
                    person_attributes.iter().map(String::as_str),
                );
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
            let mut values: Vec<String> = values.into_iter().collect();
            values.sort_by(|a, b| match (number(a), number(b)) {
                (Some(a), Some(b)) => a.magnitude(&b),
                (a, b) => a.is_some().cmp(&b.is_some()),
            });
            values.into_iter().zip(0..).collect()
        };
        let orders: Vec<BTreeMap<String, u32>> = (0..widths.1).map(order).collect();
        let codes = |(secret, order): (usize, &BTreeMap<String, u32>)| SensitiveOrder {
            codes: counter.secret_values(secret).iter().map(|text| order[text]).collect(),
            places: order.len(),
        };
        let secret_orders: Vec<SensitiveOrder> = orders.iter().enumerate().map(codes).collect();
        let number = |at: usize| {
            let values: BTreeSet<Fraction> =
                person_attributes.iter().map(|person| person[at]).collect();
            (format!("t{at}"), values.into_iter().collect())
        };
        let numbers: Vec<(String, Vec<Fraction>)> = (0..wide).map(number).collect();
        let places = |(at, (_, numbers)): (usize, &(String, Vec<Fraction>))| {
            let texts = population.as_ref().unwrap().secret_values(at);
            let place = |text: &str| numbers.binary_search(&text.parse().unwrap()).unwrap();
            let codes = texts.iter().map(|text| place(text) as u32).collect();
            SensitiveOrder { codes, places: numbers.len() }
        };
        let trait_orders: Vec<SensitiveOrder> = numbers.iter().enumerate().map(places).collect();
        let frequency_set = FrequencySet::new(
            &counter,
            population.as_ref(),
            &hierarchies,
            &secret_orders,
            &trait_orders,
        );
        Data {
            weights: vec![1.0; specs.len()],
            lowest: vec![0; specs.len()],
            over: CostOver::Members,
            qi,
            secrets,
            public,
            person_attributes,
            hierarchies,
            frequency_set,
            orders,
            numbers,
        }
    }

    /// The table as a search is given it.
    pub fn encoded(&self) -> Encoded {
        let words = |row: &[String]| row.to_vec();
        let mut counter = Counter::new(self.hierarchies.len(), self.orders.len());
        for (row, secrets) in self.qi.iter().zip(&self.secrets) {
            let (row, secrets) = (words(row), words(secrets));
            counter.add(row.iter().map(String::as_str), secrets.iter().map(String::as_str));
        }
        let population = self.public.as_ref().map(|rows| {
            let mut counter = Counter::new(self.hierarchies.len(), self.numbers.len());
            for (row, person_attributes) in rows.iter().zip(&self.person_attributes) {
                let person_attributes: Vec<String> =
                    person_attributes.iter().map(ToString::to_string).collect();
                counter.add(
                    row.iter().map(String::as_str),
                    person_attributes.iter().map(String::as_str),
                );
            }
            counter
        });
        let numbers = |(at, (name, _)): (usize, &(String, Vec<Fraction>))| {
            let texts = population.as_ref().unwrap().secret_values(at);
            (name.clone(), texts.iter().map(|text| text.parse().unwrap()).collect())
        };
        let person_attributes: Vec<_> = self.numbers.iter().enumerate().map(numbers).collect();
        let secret = |at: usize| SensitiveAttribute {
            column: format!("s{at}"),
            kind: Kind::infer(self.orders[at].keys().map(String::as_str)),
            hierarchy: None,
        };
        Encoded::new(
            &counter,
            population.as_ref().map(|counter| PopulationCounts {
                counter,
                person_attributes: &person_attributes,
                whole: counter.rows(),
            }),
            self.hierarchies.clone(),
            (0..self.orders.len()).map(secret).collect(),
            &Nulls::default(),
        )
    }

    pub fn models(&self, demands: &[Demand]) -> Vec<Box<dyn Model>> {
        self.models_by(demands, model::of)
    }

    /// The models of demands where classes are dealt into groups of at least so many rows.
    pub fn models_dealt(&self, demands: &[Demand], least: u64) -> Vec<Box<dyn Model>> {
        self.models_by(demands, |demand, setting| model::of_dealt(demand, setting, least))
    }

    fn models_by(
        &self,
        demands: &[Demand],
        build_model: impl Fn(&Demand, &ModelContext<'_>) -> Box<dyn Model>,
    ) -> Vec<Box<dyn Model>> {
        let model = |demand: &Demand| {
            let secret = secret(demand);
            let value = match demand {
                Demand::JointPresence(JointPresence { value: Some(value), .. }) => {
                    self.orders[secret].get(value).copied()
                }
                _ => None,
            };
            let rows = self.qi.len() as u64;
            let people = self.frequency_set.people();
            let person_attributes = &self.numbers;
            let numbers = &self.secret_numbers(secret);
            let candidates = 1.0;
            let hierarchy = None;
            let setting = ModelContext {
                by_person: None,
                secret,
                value,
                numbers,
                hierarchy,
                rows,
                people,
                candidates,
                person_attributes,
            };
            build_model(demand, &setting)
        };
        demands.iter().map(model).collect()
    }

    /// Per code of a secret: the number it stands for.
    pub fn secret_numbers(&self, secret: usize) -> Vec<Option<Scalar>> {
        let Some(order) = self.orders.get(secret) else { return Vec::new() };
        let mut numbers = vec![None; order.len()];
        for (text, &code) in order {
            numbers[code as usize] = number(text);
        }
        numbers
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
    ) -> LatticeProblem<'a> {
        let price = cost.price(&self.frequency_set, &self.hierarchies, &self.weights, self.over);
        LatticeProblem::new(
            &self.frequency_set,
            &self.hierarchies,
            &self.levels(),
            models,
            price,
            limit,
        )
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

    /// What a row is published as.
    pub fn label(&self, row: &[String], node: &Node) -> Vec<String> {
        let cell = |(cell, (hierarchy, &level)): (&String, (&Hierarchy, &u8))| {
            hierarchy.chain(hierarchy.code(cell).unwrap())[level as usize].to_owned()
        };
        row.iter().zip(self.hierarchies.iter().zip(&node.0)).map(cell).collect()
    }

    /// What stays of a node's classes, row by row, or nothing if it cannot be published.
    fn publish(&self, node: &Node, models: &[Box<dyn Model>], limit: u64) -> Option<Classes> {
        let by_label = |rows: &[Vec<String>]| {
            let mut classes: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
            for (row, cells) in rows.iter().enumerate() {
                classes.entry(self.label(cells, node)).or_default().push(row);
            }
            classes
        };
        let mut published = by_label(&self.qi);
        let people = by_label(self.public.as_deref().unwrap_or_default());
        let mut gone = BTreeSet::new();
        let secret_counts = |rows: &[usize]| -> Vec<Counts> {
            let codes =
                |at: usize| rows.iter().map(move |&row| self.orders[at][&self.secrets[row][at]]);
            (0..self.orders.len()).map(|at| count(codes(at))).collect()
        };
        let trait_counts = |label: &Vec<String>| -> Vec<Counts> {
            let crowd = people.get(label).into_iter().flatten();
            let place = |at: usize, person: usize| {
                self.numbers[at].1.binary_search(&self.person_attributes[person][at]).unwrap()
                    as u32
            };
            let codes = |at: usize| crowd.clone().map(move |&person| place(at, person));
            (0..self.numbers.len()).map(|at| count(codes(at))).collect()
        };
        let judge =
            |label: &Vec<String>, rows: &[usize], verdict: &dyn Fn(&ClassCounts<'_>) -> bool| {
                let (secrets, person_attributes) = (secret_counts(rows), trait_counts(label));
                let people = people.get(label).map_or(0, |people| people.len() as u64);
                let (secrets, person_attributes) =
                    (histograms(&secrets), histograms(&person_attributes));
                let rows = rows.len() as u64;
                verdict(&ClassCounts::of_rows(rows, people, &secrets, &person_attributes))
            };
        loop {
            let all: Vec<usize> = published.values().flatten().copied().collect();
            let table = |(secret, (values, counts)): (usize, Counts)| {
                let mut table = vec![0; self.orders[secret].len()];
                for (value, rows) in values.into_iter().zip(counts) {
                    table[value as usize] = rows;
                }
                table
            };
            let secrets = secret_counts(&all).into_iter().enumerate().map(table).collect();
            let whole = PublishedTable::of_rows(all.len() as u64, secrets);
            let before = published.len();
            published.retain(|label, rows| {
                let holds = judge(label, rows, &|class| {
                    models.iter().all(|model| model.holds(class, &whole))
                });
                if !holds {
                    gone.insert(label.clone());
                }
                holds
            });
            if published.len() == before {
                break;
            }
        }
        let kept: usize = published.values().map(Vec::len).sum();
        let suppressed = (self.qi.len() - kept) as u64;
        let suppressing = models.iter().all(|model| model.allows_suppression());
        if suppressed > if suppressing { limit } else { 0 } || kept == 0 {
            return None;
        }
        let bearable = people.keys().filter(|label| !published.contains_key(*label)).all(|label| {
            judge(label, &[], &|class| {
                let mut models = models.iter().filter(|model| model.unmatched_presence().is_none());
                models.all(|model| model.holds_unpublished(class))
            })
        });
        let classes = Classes { published, gone, people };
        let hidden = models.iter().filter_map(|model| model.unmatched_presence()).all(|limits| {
            let chances = classes.unmatched(models, suppressed);
            chances.is_some_and(|all| all.values().all(|p| limits.0 <= *p && *p <= limits.1))
        });
        (bearable && hidden).then_some(classes)
    }

    /// Whether everybody is as well hidden as some demands ask, person by person, if a node is
    /// published.
    pub fn hides_everybody(
        &self,
        node: &Node,
        models: &[Box<dyn Model>],
        limit: u64,
        demands: &[Demand],
    ) -> bool {
        let classes = self.publish(node, models, limit).unwrap();
        let kept: usize = classes.published.values().map(Vec::len).sum();
        let unmatched = (self.qi.len() - kept) as u64;
        let unmatched = classes.unmatched(models, unmatched).unwrap_or_default();
        let none = Vec::new();
        classes.people.iter().all(|(label, people)| {
            let rows = classes.published.get(label).unwrap_or(&none);
            let share = |rows: usize| Fraction::new(rows as u64, people.len() as u64);
            let presence = unmatched.get(label).copied().unwrap_or_else(|| share(rows.len()));
            demands.iter().all(|demand| match demand {
                Demand::Presence(Presence { least, most, knowledge: Knowledge::Table }) => {
                    *least <= presence && presence <= *most
                }
                Demand::PersonalPresence(PersonalPresence { low, high }) => {
                    people.iter().all(|&person| {
                        let limit = |name: &str| {
                            let at =
                                self.numbers.iter().position(|(known, _)| known == name).unwrap();
                            self.person_attributes[person][at]
                        };
                        limit(low) <= presence && presence <= limit(high)
                    })
                }
                Demand::JointPresence(JointPresence { most, .. })
                    if !classes.published.contains_key(label) =>
                {
                    presence <= *most
                }
                Demand::JointPresence(JointPresence { value, most, .. }) => {
                    let secret = secret(demand);
                    let has = |row: &&usize, value: &String| self.secrets[**row][secret] == *value;
                    let mut values = self.orders[secret].keys();
                    values.all(|each| {
                        let asked = value.as_ref().is_none_or(|value| value == each);
                        !asked || share(rows.iter().filter(|row| has(row, each)).count()) <= *most
                    })
                }
                _ => true,
            })
        })
    }

    /// What a node costs, row by row and by the definitions, or nothing if it cannot be published.
    pub fn cost_of(
        &self,
        node: &Node,
        models: &[Box<dyn Model>],
        cost: Cost,
        limit: u64,
    ) -> Option<f64> {
        let classes = self.publish(node, models, limit)?;
        let table = match self.over {
            CostOver::Members => &self.qi,
            CostOver::People => self.public.as_ref().unwrap(),
        };
        let n = table.len() as f64;
        // The classes of everybody that the cost counts, if they were all published.
        let sizes: Vec<usize> = match self.over {
            CostOver::Members => classes.published.values().map(Vec::len).collect(),
            CostOver::People => {
                let stays =
                    classes.people.iter().filter(|(label, _)| !classes.gone.contains(*label));
                stays.map(|(_, people)| people.len()).collect()
            }
        };
        let suppressed = table.len() - sizes.iter().sum::<usize>();
        Some(match cost.name {
            "discernibility" => {
                let squares: usize = sizes.iter().map(|size| size * size).sum();
                (squares + suppressed * table.len()) as f64
            }
            "average-class" => n / sizes.len() as f64,
            _ => {
                let columns = 0..self.hierarchies.len();
                let row = |row: &Vec<String>| -> f64 {
                    let gone = classes.gone.contains(&self.label(row, node));
                    let level = |column: usize| match gone {
                        true => self.hierarchies[column].height(),
                        false => node.0[column] as usize,
                    };
                    let cell = |column| self.cell(table, row, column, level(column), cost);
                    columns.clone().map(cell).sum()
                };
                table.iter().map(row).sum()
            }
        })
    }

    /// What one cell of a table costs at a level.
    fn cell(
        &self,
        table: &[Vec<String>],
        row: &[String],
        column: usize,
        level: usize,
        cost: Cost,
    ) -> f64 {
        let hierarchy = &self.hierarchies[column];
        let height = hierarchy.height();
        let code = hierarchy.code(&row[column]).unwrap();
        let span = hierarchy.span(level, hierarchy.node_of(level)[code as usize]);
        let (leaves, covered) = (hierarchy.leaves() as f64, span.len() as f64);
        let n = table.len() as f64;
        let share = self.weights[column] / self.weights.iter().sum::<f64>() / n;
        match cost.name {
            "loss" if leaves == 1.0 => 0.0,
            "loss" => share * (covered - 1.0) / (leaves - 1.0),
            "loss-ratio" if covered == 1.0 => 0.0,
            "loss-ratio" => share * covered / leaves,
            "precision" if height == 0 => 0.0,
            "precision" => share * level as f64 / height as f64,
            "height" => self.weights[column] * level as f64 / n,
            "entropy" => {
                let rows = |span: std::ops::Range<u32>| {
                    let code = |r: &Vec<String>| hierarchy.code(&r[column]).unwrap();
                    table.iter().filter(|r| span.contains(&code(r))).count() as f64
                };
                let bits = |r: &Vec<String>| {
                    let code = hierarchy.code(&r[column]).unwrap();
                    (n / rows(code..code + 1)).log2()
                };
                let all: f64 = table.iter().map(bits).sum();
                let own = rows(code..code + 1);
                if all == 0.0 { 0.0 } else { share * n * (rows(span) / own).log2() / all }
            }
            other => unreachable!("the definition of {other} is missing here"),
        }
    }
}

/// The number that a text is, if it is one.
fn number(text: &str) -> Option<Scalar> {
    Kind::Decimal.read(text)
}

/// The place of the secret that a demand names, of `s0`, `s1`, ...
fn secret(demand: &Demand) -> usize {
    demand.column().map_or(0, |name| name.trim_start_matches('s').parse().unwrap())
}

/// A row of words.
pub fn row(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
