//! The figures of people, straight from their definitions.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_terms::{
    Closeness, DeltaLCounting, Demand, Distance, Diversity, Fraction, Likeness, NormalForm, Nulls,
    Radius,
};
use num_bigint::BigUint;

/// A person's weight: divisible among up to four rows.
const WEIGHT: i128 = 12;

/// A row: its person, its class and the text of one secret.
#[derive(Clone, Debug)]
pub struct Visit {
    pub person: usize,
    pub class: usize,
    pub text: String,
}

/// A value as it is compared: its text and whether it is missing.
type Value = (bool, String);

/// Counts by value.
type Counts = BTreeMap<Value, i128>;

/// How one set of rows, a class or the table, spreads over values.
pub struct Group {
    pub n: i128,
    pub people: Vec<Counts>,
    pub having: Counts,
    pub rows: Counts,
    pub weight: Counts,
    pub once: Counts,
}

/// A sensitive column in one reading of its spellings.
pub struct Reading {
    pub classes: BTreeMap<usize, Group>,
    pub table: Group,
    /// The values that count for anybody, in order.
    pub values: Vec<Value>,
}

pub fn nulls() -> Nulls {
    Nulls::declared(["?"])
}

impl Reading {
    /// Spellings are merged or as written; where rows are linked, a person's values in a class are those
    /// of all their rows.
    pub fn of(visits: &[Visit], merged: bool, linked: bool) -> Reading {
        let form = NormalForm::new(&nulls());
        let value = |text: &str| match form.of(text) {
            None if merged => (false, String::new()),
            None => (false, text.to_owned()),
            Some(normal) if merged => (true, normal.into_owned()),
            Some(_) => (true, text.to_owned()),
        };
        let group = |keep: &dyn Fn(&Visit) -> bool| {
            Group::of(visits.iter().filter(|v| keep(v)).map(|v| (v.person, value(&v.text))))
        };
        let in_class = |visit: &Visit, class: usize| match linked {
            true => visits.iter().any(|v| v.person == visit.person && v.class == class),
            false => visit.class == class,
        };
        let names: BTreeSet<usize> = visits.iter().map(|visit| visit.class).collect();
        let classes: BTreeMap<usize, Group> =
            names.iter().map(|&class| (class, group(&|visit| in_class(visit, class)))).collect();
        let table = group(&|_| true);
        let counted = classes.values().chain([&table]).flat_map(|group| group.having.keys());
        let mut values: Vec<Value> = counted.cloned().collect();
        values.sort_by(|a, b| {
            let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
            (a.0, number(&a.1)).partial_cmp(&(b.0, number(&b.1))).unwrap().then(a.1.cmp(&b.1))
        });
        values.dedup();
        Reading { classes, table, values }
    }
}

impl Group {
    fn of(rows: impl Iterator<Item = (usize, Value)>) -> Group {
        let mut people: BTreeMap<usize, Counts> = BTreeMap::new();
        for (person, value) in rows {
            *people.entry(person).or_default().entry(value).or_default() += 1;
        }
        for values in people.values_mut() {
            if values.keys().any(|value| value.0) {
                values.retain(|value, _| value.0);
            }
        }
        let people: Vec<Counts> = people.into_values().collect();
        let mut group = Group {
            n: people.len() as i128,
            having: Counts::new(),
            rows: Counts::new(),
            weight: Counts::new(),
            once: Counts::new(),
            people: people.clone(),
        };
        for values in &people {
            let of: i128 = values.values().sum();
            for (value, rows) in values {
                *group.having.entry(value.clone()).or_default() += 1;
                *group.rows.entry(value.clone()).or_default() += rows;
                *group.weight.entry(value.clone()).or_default() += rows * WEIGHT / of;
            }
        }
        for values in &people {
            let most = values.keys().map(|value| group.having[value]).max().unwrap();
            let value = values.keys().find(|value| group.having[*value] == most).unwrap();
            *group.once.entry(value.clone()).or_default() += 1;
        }
        group
    }

    /// The fewest values such that every person has one of them.
    pub fn fewest(&self) -> u64 {
        let values: Vec<&Value> = self.having.keys().collect();
        let hits = |chosen: &u32| {
            let chosen = |value: &Value| {
                let at = values.iter().position(|known| *known == value).unwrap();
                chosen >> at & 1 == 1
            };
            self.people.iter().all(|person| person.keys().any(chosen))
        };
        let all = 0..1_u32 << values.len();
        all.filter(hits).map(|chosen| chosen.count_ones().into()).min().unwrap()
    }

    /// The largest shares of one value: of people and of rows.
    pub fn shares(&self) -> [(i128, i128); 2] {
        let largest = |counts: &Counts| counts.values().copied().max().unwrap();
        [(largest(&self.having), self.n), (largest(&self.rows), self.rows.values().sum())]
    }

    pub fn descending(&self) -> Vec<i128> {
        let mut counts: Vec<i128> = self.once.values().copied().collect();
        counts.sort_by(|a, b| b.cmp(a));
        counts
    }

    fn at(counts: &Counts, value: &Value) -> i128 {
        counts.get(value).copied().unwrap_or(0)
    }

    /// What a distance from the table costs, and what is divided by.
    pub fn distance(&self, reading: &Reading, distance: Distance) -> (i128, i128) {
        let table = &reading.table;
        let whole = self.n * table.n * WEIGHT;
        let extra = |value: &Value| {
            Group::at(&self.weight, value) * table.n - Group::at(&table.weight, value) * self.n
        };
        let above = |extras: Vec<i128>| extras.into_iter().filter(|x| *x > 0).sum::<i128>();
        match distance {
            Distance::Equal => (above(reading.values.iter().map(extra).collect()), whole),
            Distance::Ordered => {
                let gaps = reading.values.len() - 1;
                let prefix = |last| reading.values[..=last].iter().map(extra).sum::<i128>().abs();
                ((0..gaps).map(prefix).sum(), whole * (gaps as i128).max(1))
            }
            Distance::Hierarchical => {
                let mut nodes: BTreeMap<String, i128> = BTreeMap::new();
                for value in &reading.values {
                    *nodes.entry(above_in_hierarchy(value)).or_default() += extra(value);
                }
                let leaves = above(reading.values.iter().map(extra).collect());
                (leaves + above(nodes.into_values().collect()), 2 * whole)
            }
        }
    }

    /// The largest difference of the shares of people who have a value.
    pub fn difference(&self, reading: &Reading) -> (i128, i128) {
        let table = &reading.table;
        let difference = |value: &Value| {
            let here = Group::at(&self.having, value) * table.n;
            (here - Group::at(&table.having, value) * self.n).abs()
        };
        (reading.values.iter().map(difference).max().unwrap(), self.n * table.n)
    }

    /// `(q, p)` of each value, as floats.
    pub fn odds<'a>(&'a self, reading: &'a Reading) -> impl Iterator<Item = (f64, f64)> + 'a {
        let share = |group: &Group, v: &Value| Group::at(&group.having, v) as f64 / group.n as f64;
        reading.values.iter().map(move |value| (share(self, value), share(&reading.table, value)))
    }

    /// The most people with a value near one, within twice a delta of it on one or both sides; those
    /// who have none together.
    pub fn by_type(&self, eps: f64, both: bool) -> i128 {
        let number = |value: &Value| value.1.parse::<f64>().unwrap();
        let lacking = self.people.iter().filter(|p| p.keys().all(|value| !value.0)).count();
        let near = |x: f64| {
            let inside = |value: &Value| {
                let apart = if value.0 { number(value) - x } else { f64::INFINITY };
                apart <= eps && (apart >= 0.0 || both && -apart <= eps)
            };
            self.people.iter().filter(|person| person.keys().any(inside)).count()
        };
        let values = self.having.keys().filter(|value| value.0);
        values.map(|value| near(number(value))).chain([lacking]).max().unwrap() as i128
    }
}

fn above_in_hierarchy(value: &Value) -> String {
    match value.1.trim().to_lowercase().as_str() {
        "flu" | "cold" => "g".into(),
        "hiv" => "h".into(),
        _ => value.1.clone(),
    }
}

fn parts(fraction: Fraction) -> (i128, i128) {
    (fraction.numerator().into(), fraction.denominator().into())
}

/// Whether `a/b <= threshold`.
fn at_most((a, b): (i128, i128), threshold: Fraction) -> bool {
    let (above, below) = parts(threshold);
    a * below <= above * b
}

/// Whether a class holds a demand, in one reading.
pub fn holds(demand: &Demand, class: &Group, reading: &Reading) -> bool {
    let is_sparse = |count: i128, m: Fraction| {
        !at_most((class.n, count), m) || {
            let (above, below) = parts(m);
            count * above == class.n * below
        }
    };
    match demand {
        Demand::KAnonymity(asked) => class.n >= i128::from(asked.k),
        Demand::PSensitivity(asked) => class.fewest() >= asked.p,
        Demand::AlphaK(asked) => class.shares().iter().all(|share| at_most(*share, asked.alpha)),
        Demand::LDiversity(asked) => match asked.diversity {
            Diversity::Distinct(l) => class.fewest() >= l,
            Diversity::Frequency(l) => {
                let inverse = Fraction::new(l.denominator(), l.numerator());
                class.shares().iter().all(|share| at_most(*share, inverse))
            }
            Diversity::Entropy(l) => {
                let power = |a: u64, b: i128| BigUint::from(a).pow(b as u32);
                let left = power(class.n as u64, class.n) * power(l.denominator(), class.n);
                let right = class
                    .once
                    .values()
                    .fold(power(l.numerator(), class.n), |x, &c| x * power(c as u64, c));
                left >= right
            }
            Diversity::Recursive { c, l, strict } => {
                let counts = class.descending();
                let tail: i128 = counts.iter().skip(l as usize - 1).sum();
                let (left, right) = (counts[0] * parts(c).1, parts(c).0 * tail);
                if strict { left < right } else { left <= right }
            }
        },
        Demand::TCloseness(asked) => {
            let Closeness { t, distance } = asked.closeness;
            at_most(class.distance(reading, distance), t) && at_most(class.difference(reading), t)
        }
        Demand::BetaLikeness(asked) => class.odds(reading).all(|(q, p)| match asked.likeness {
            Likeness::Basic(beta) => q <= p * (1.0 + beta.to_f64()) + 1e-12,
            Likeness::Enhanced(beta) if p > 0.0 => {
                q <= p * (1.0 + beta.to_f64().min(-p.ln())) + 1e-12
            }
            Likeness::Enhanced(_) => q == 0.0,
        }),
        Demand::DeltaDisclosure(asked) => class.odds(reading).all(|(q, p)| {
            (q, p) == (0.0, 0.0)
                || q > 0.0 && p > 0.0 && (q / p).ln().abs() < asked.delta.to_f64() - 1e-12
        }),
        Demand::EpsMAnonymity(asked) => {
            let Radius::Absolute(eps) = asked.proximity.radius else { panic!("absolute only") };
            is_sparse(class.by_type(eps.to_f64(), true), asked.proximity.m)
        }
        Demand::DeltaLDiversity(asked) => {
            let both = asked.delta_l.mode == DeltaLCounting::Definition;
            is_sparse(class.by_type(2.0 * asked.delta_l.delta.to_f64(), both), asked.delta_l.l)
        }
        _ => panic!("not demanded here"),
    }
}
