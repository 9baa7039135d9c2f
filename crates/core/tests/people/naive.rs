//! Visit tables, and what demands mean for their people, by the definitions.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_core::encoded::{Encoded, SensitiveAttribute};
use incrowd_core::hierarchy::{Domain, Spec, build};
use incrowd_core::search::lattice::Node;
use incrowd_core::table::{Counter, PersonKey};
use incrowd_core::terms::{
    DeltaLCounting, Demand, Distance, Diversity, Fraction, Kind, Likeness, NormalForm, Nulls,
    Radius,
};

/// A row: whose it is, two quasi-identifiers, a number and an illness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub person: usize,
    pub qi: [usize; 2],
    pub secrets: [usize; 2],
}

/// The texts of secrets, and the values they are spellings of; the first is missing.
const NUMBERS: [(&str, usize); 6] =
    [("", 0), ("10", 1), ("10.0", 1), ("12", 2), ("30", 3), ("31", 4)];
const ILLNESSES: [(&str, usize); 6] =
    [("", 0), ("Flu", 2), ("asthma", 1), ("flu", 2), ("hiv", 3), ("zoster", 4)];
/// The number behind each text.
const VALUES: [Option<f64>; 6] = [None, Some(10.0), Some(10.0), Some(12.0), Some(30.0), Some(31.0)];

fn texts(secret: usize) -> &'static [(&'static str, usize); 6] {
    if secret == 0 { &NUMBERS } else { &ILLNESSES }
}

pub struct Visits {
    pub rows: Vec<Visit>,
    pub encoded: Encoded,
}

impl Visits {
    pub fn new(rows: Vec<Visit>) -> Self {
        let mut parts = [Counter::of_people(2, 2), Counter::of_people(2, 2)];
        let form = NormalForm::default();
        for (at, row) in rows.iter().enumerate() {
            // Ids are spelled in several ways.
            let id = format!("{}{}", if at % 3 == 0 { " P" } else { "p" }, row.person);
            let qi = row.qi.map(|code| code.to_string());
            let secrets = [0, 1].map(|secret| texts(secret)[row.secrets[secret]].0);
            let key = PersonKey::of(&form, &id).unwrap();
            parts[at % 2].add_of(key, qi.iter().map(String::as_str), secrets.into_iter());
        }
        let [one, other] = parts;
        let counter = one.merge(other);
        let nulls = Nulls::default();
        let hierarchy = |(place, spec): (usize, &str)| {
            let values: Vec<(String, u64)> =
                counter.values(place).iter().map(|text| (text.to_owned(), 1)).collect();
            let column = ["a", "b"][place];
            let domain = Domain { column, kind: Kind::Integer, values: &values, nulls: &nulls };
            build(&Spec::parse(spec).unwrap().read(|_| Err(())).unwrap(), &domain).unwrap()
        };
        let hierarchies = ["intervals:2,4", "intervals:3"].into_iter().enumerate();
        let secret = |column: &str, kind| SensitiveAttribute {
            column: column.into(),
            kind,
            hierarchy: None,
        };
        let secrets = vec![secret("number", Kind::Decimal), secret("illness", Kind::Text)];
        let hierarchies = hierarchies.map(hierarchy).collect();
        Visits { encoded: Encoded::new(&counter, None, hierarchies, secrets, &nulls), rows }
    }

    /// What the cells of a row become at a node.
    pub fn label(&self, row: usize, node: &Node) -> Vec<String> {
        let columns = self.encoded.hierarchies.iter().zip(&node.0).enumerate();
        let label = |(column, (hierarchy, &level)): (usize, (&_, &u8))| {
            let hierarchy: &incrowd_core::hierarchy::Hierarchy = hierarchy;
            let code = hierarchy.code(&self.rows[row].qi[column].to_string()).unwrap();
            hierarchy.chain(code)[level as usize].to_owned()
        };
        columns.map(label).collect()
    }

    /// The leaves that a row has, and how many there are, per column.
    pub fn leaf(&self, row: usize, column: usize) -> (usize, usize) {
        let hierarchy = &self.encoded.hierarchies[column];
        let code = hierarchy.code(&self.rows[row].qi[column].to_string()).unwrap();
        (code as usize, hierarchy.leaves())
    }

    /// Every node.
    pub fn nodes(&self) -> Vec<Node> {
        let heights: Vec<u8> =
            self.encoded.hierarchies.iter().map(|column| column.height() as u8).collect();
        let nodes = (0..=heights[0]).flat_map(|a| (0..=heights[1]).map(move |b| Node(vec![a, b])));
        nodes.collect()
    }

    /// The classes that a node publishes within the limit, and the rows of the others.
    pub fn publish(
        &self,
        node: &Node,
        demands: &[Demand],
        limit: usize,
    ) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
        let mut classes: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for row in 0..self.rows.len() {
            classes.entry(self.label(row, node)).or_default().push(row);
        }
        let mut classes: Vec<Vec<usize>> = classes.into_values().collect();
        let mut gone = Vec::new();
        loop {
            let table: Vec<usize> = classes.concat();
            let (kept, violating): (Vec<_>, Vec<_>) = classes
                .into_iter()
                .partition(|class| demands.iter().all(|demand| self.holds(demand, class, &table)));
            classes = kept;
            if violating.is_empty() {
                break;
            }
            gone.extend(violating.concat());
        }
        (gone.len() <= limit && !classes.is_empty()).then_some((classes, gone))
    }

    /// The average loss of a node.
    pub fn loss(&self, node: &Node, gone: &[usize]) -> f64 {
        let of = |row: usize| -> f64 {
            let column = |column: usize| {
                let hierarchy = &self.encoded.hierarchies[column];
                let level =
                    if gone.contains(&row) { hierarchy.height() } else { node.0[column] as usize };
                let (leaf, leaves) = self.leaf(row, column);
                let span = hierarchy.span(level, hierarchy.node_of(level)[leaf]);
                if leaves == 1 { 0.0 } else { (span.len() - 1) as f64 / (leaves - 1) as f64 / 2.0 }
            };
            (0..2).map(column).sum()
        };
        (0..self.rows.len()).map(of).sum::<f64>() / self.rows.len() as f64
    }

    pub fn people(&self, class: &[usize]) -> BTreeMap<usize, Vec<usize>> {
        let mut people: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &row in class {
            people.entry(self.rows[row].person).or_default().push(row);
        }
        people
    }

    /// The value of a row, spellings merged or as written.
    fn value(&self, row: usize, secret: usize, merged: bool) -> usize {
        let text = self.rows[row].secrets[secret];
        if merged { texts(secret)[text].1 } else { text }
    }

    /// Per person: the values of their rows, without missing ones where there are others.
    fn values(&self, class: &[usize], secret: usize, merged: bool) -> Vec<Vec<usize>> {
        let of = |rows: &Vec<usize>| -> Vec<usize> {
            let all: Vec<usize> = rows.iter().map(|&row| self.value(row, secret, merged)).collect();
            let present: Vec<usize> = all.iter().copied().filter(|&value| value != 0).collect();
            if present.is_empty() { all } else { present }
        };
        self.people(class).values().map(of).collect()
    }

    /// Whether a class meets a demand in a table.
    pub fn holds(&self, demand: &Demand, class: &[usize], table: &[usize]) -> bool {
        let secret = usize::from(demand.column() == Some("illness"));
        let both = |question: &dyn Fn(bool) -> bool| question(true) && question(false);
        let people = self.people(class).len() as u64;
        let values = || self.values(class, secret, true);
        match demand {
            Demand::KAnonymity(asked) => people >= asked.k,
            Demand::PSensitivity(asked) => reach(&values()) >= asked.p,
            Demand::LDiversity(asked) => match asked.diversity {
                Diversity::Distinct(l) => reach(&values()) >= l,
                Diversity::Frequency(l) => {
                    self.share(class, secret) * Share(l.numerator(), l.denominator()) <= Share(1, 1)
                }
                Diversity::Entropy(l) => entropy(&once_each(&values())) >= l.to_f64() - 1e-9,
                Diversity::Recursive { c, l, strict } => {
                    let mut counts = once_each(&values());
                    counts.sort_unstable_by(|a, b| b.cmp(a));
                    let tail: u64 = counts.iter().skip(l as usize - 1).sum();
                    let (left, right) = (counts[0] * c.denominator(), tail * c.numerator());
                    tail > 0 && if strict { left < right } else { left <= right }
                }
            },
            Demand::AlphaK(asked) => {
                let Share(most, of) = self.share(class, secret);
                Fraction::new(most, of) <= asked.alpha
            }
            Demand::BetaLikeness(asked) => both(&|merged| {
                let Likeness::Basic(beta) = asked.likeness else { unreachable!() };
                let (q, p) =
                    (self.having(class, secret, merged), self.having(table, secret, merged));
                q.iter().zip(p).all(|(&(q, n), (p, total))| {
                    let (a, d) = (beta.numerator(), beta.denominator());
                    q * total * d <= p * n * (d + a)
                })
            }),
            Demand::DeltaDisclosure(asked) => both(&|merged| {
                let (q, p) =
                    (self.having(class, secret, merged), self.having(table, secret, merged));
                q.iter().zip(p).filter(|((q, _), (p, _))| *q > 0 || *p > 0).all(
                    |(&(q, n), (p, total))| {
                        let ratio = (q * total) as f64 / (p * n) as f64;
                        ratio.ln().abs() < asked.delta.to_f64() - 1e-12
                    },
                )
            }),
            Demand::TCloseness(asked) => both(&|merged| {
                let (q, p) =
                    (self.having(class, secret, merged), self.having(table, secret, merged));
                let t = asked.closeness.t;
                let shares = q.iter().zip(p).all(|(&(q, n), (p, total))| {
                    (q * total).abs_diff(p * n) * t.denominator() <= t.numerator() * n * total
                });
                let weights =
                    (self.weights(class, secret, merged), self.weights(table, secret, merged));
                shares && close(&weights.0, &weights.1, t, asked.closeness.distance)
            }),
            Demand::EpsMAnonymity(asked) => {
                let Radius::Absolute(eps) = asked.proximity.radius else { unreachable!() };
                self.near(class, eps.to_f64(), eps.to_f64(), asked.proximity.m)
            }
            Demand::DeltaLDiversity(asked) => {
                let wide = 2.0 * asked.delta_l.delta.to_f64();
                let left = if asked.delta_l.mode == DeltaLCounting::Window { 0.0 } else { wide };
                self.near(class, left, wide, asked.delta_l.l)
            }
            _ => unreachable!("{demand:?}"),
        }
    }

    /// Whether at most one part of a class's people has a number from `left` below to `right` above
    /// any number of the class; missing numbers are near each other.
    fn near(&self, class: &[usize], left: f64, right: f64, part: Fraction) -> bool {
        let number = |value: usize| [None, VALUES[1], VALUES[3], VALUES[4], VALUES[5]][value];
        let people = self.values(class, 0, true);
        let all: Vec<Option<f64>> = people.iter().flatten().map(|&value| number(value)).collect();
        let is_near = |one: Option<f64>, other: Option<f64>| match (one, other) {
            (Some(one), Some(other)) => one - left <= other && other <= one + right,
            (one, other) => one == other,
        };
        all.iter().all(|&one| {
            let near = people.iter().filter(|own| own.iter().any(|&v| is_near(one, number(v))));
            near.count() as u64 * part.numerator() <= people.len() as u64 * part.denominator()
        })
    }

    /// The largest share of people who have a value, or of rows that do.
    fn share(&self, class: &[usize], secret: usize) -> Share {
        let having = self.having(class, secret, true);
        let people = having.iter().map(|&(q, n)| Share(q, n)).max().unwrap();
        // A missing value counts only for a person with no other, of rows too.
        let counted: Vec<usize> = self.values(class, secret, true).concat();
        let rows = |value: usize| {
            let with = counted.iter().filter(|&&other| other == value).count();
            Share(with as u64, counted.len() as u64)
        };
        people.max((0..5).map(rows).max().unwrap())
    }

    /// Per value: how many people have it, and how many there are.
    fn having(&self, class: &[usize], secret: usize, merged: bool) -> Vec<(u64, u64)> {
        let people = self.values(class, secret, merged);
        let n = people.len() as u64;
        let having = |value| people.iter().filter(|own| own.contains(&value)).count() as u64;
        (0..6).map(|value| (having(value), n)).collect()
    }

    /// Per value: twelfths of the mean weight.
    fn weights(&self, class: &[usize], secret: usize, merged: bool) -> (Vec<u64>, u64) {
        let people = self.values(class, secret, merged);
        let mut weights = vec![0; 6];
        for own in &people {
            for &value in own {
                weights[value] += 12 / own.len() as u64;
            }
        }
        // Orders differ from the numbering of values as written: numbers come by magnitude.
        (weights, 12 * people.len() as u64)
    }
}

/// A quotient of two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Share(u64, u64);

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl std::ops::Mul for Share {
    type Output = Share;

    fn mul(self, other: Share) -> Share {
        Share(self.0 * other.0, self.1 * other.1)
    }
}

/// The least number of values one of which everybody has.
fn reach(people: &[Vec<usize>]) -> u64 {
    let reaches = |set: usize| people.iter().all(|own| own.iter().any(|v| set >> v & 1 == 1));
    let sizes = (0..1_usize << 6).filter(|&set| reaches(set)).map(|set| set.count_ones());
    sizes.min().unwrap().into()
}

/// How many people count for each value, if each counts for their most common one. The numbers of
/// the values of both secrets are in the order of texts, but for `10`, `12` and so on: those too.
fn once_each(people: &[Vec<usize>]) -> Vec<u64> {
    let having = |value: usize| people.iter().filter(|own| own.contains(&value)).count();
    let mut counts = [0; 6];
    for own in people {
        let own: BTreeSet<usize> = own.iter().copied().collect();
        let most = own.iter().map(|&value| having(value)).max().unwrap();
        counts[*own.iter().find(|&&value| having(value) == most).unwrap()] += 1;
    }
    counts.into_iter().filter(|&count| count > 0).collect()
}

fn entropy(counts: &[u64]) -> f64 {
    let n: u64 = counts.iter().sum();
    let part = |&count: &u64| {
        let share = count as f64 / n as f64;
        -share * share.ln()
    };
    counts.iter().map(part).sum::<f64>().exp()
}

/// Whether the distance between two distributions is at most t.
fn close(q: &(Vec<u64>, u64), p: &(Vec<u64>, u64), t: Fraction, distance: Distance) -> bool {
    let occurs = |value: &usize| q.0[*value] > 0 || p.0[*value] > 0;
    let values: Vec<usize> = (0..6).filter(occurs).collect();
    let scaled = |value: usize| (i128::from(q.0[value] * p.1), i128::from(p.0[value] * q.1));
    let (sum, parts) = match distance {
        Distance::Equal => {
            let apart = |&value: &usize| (scaled(value).0 - scaled(value).1).abs();
            (values.iter().map(apart).sum::<i128>(), 2)
        }
        Distance::Ordered => {
            let (mut gap, mut sum) = (0, 0_i128);
            for &value in &values {
                gap += scaled(value).0 - scaled(value).1;
                sum += gap.abs();
            }
            (sum, (values.len() as i128 - 1).max(1))
        }
        Distance::Hierarchical => unreachable!(),
    };
    sum * i128::from(t.denominator()) <= i128::from(q.1 * p.1) * parts * i128::from(t.numerator())
}
