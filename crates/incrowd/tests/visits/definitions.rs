//! What demands mean for the people of a class, straight from their definitions.

use std::collections::{BTreeMap, BTreeSet};

use super::tables::{Dice, ILLNESSES, NUMBERS, Visit, by_person};

/// Every number of rows that a person of these tables has divides this weight.
const WEIGHT: i128 = 840;

/// A demand; shares are fractions. Columns are 0 for the number and 1 for the illness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    K(i128),
    P(i128),
    Distinct(usize, i128),
    Frequency(usize, (i128, i128)),
    Entropy(usize, (i128, i128)),
    /// c, l and whether equality holds.
    Recursive(usize, (i128, i128), usize, bool),
    Alpha(usize, (i128, i128)),
    /// Whether values are apart by rank.
    T(usize, (i128, i128), bool),
    Basic(usize, (i128, i128)),
    Enhanced(usize, (i128, i128)),
    Disclosure(usize, (i128, i128)),
    Proximity(i128, (i128, i128)),
    /// Whether intervals count instead of neighbours on both sides.
    DeltaL(i128, (i128, i128), bool),
}

impl Ask {
    /// A random demand on columns of secrets that may be named.
    pub fn random(dice: &mut Dice, columns: &[usize]) -> Ask {
        let column = *dice.pick(columns);
        let share = *dice.pick(&[(1, 2), (2, 3), (3, 4), (9, 10)]);
        let times = *dice.pick(&[(1, 1), (3, 2), (2, 1), (3, 1)]);
        match dice.roll(16) {
            0..3 => Ask::K(dice.roll(4) as i128 + 1),
            3 => Ask::P(dice.roll(3) as i128 + 1),
            4 => Ask::Distinct(column, dice.roll(3) as i128 + 1),
            5 => Ask::Frequency(column, times),
            6 => Ask::Entropy(column, times),
            7 => Ask::Recursive(column, *dice.pick(&[(2, 1), (4, 1)]), 2, dice.roll(2) == 0),
            8 => Ask::Alpha(column, share),
            9 => Ask::T(
                column,
                *dice.pick(&[(1, 5), (2, 5), (3, 5)]),
                column == 0 && dice.roll(2) == 0,
            ),
            10 => Ask::Basic(column, times),
            11 => Ask::Enhanced(column, *dice.pick(&[(1, 2), (1, 1), (2, 1)])),
            12 => Ask::Disclosure(column, *dice.pick(&[(1, 2), (1, 1), (2, 1)])),
            13 if columns.contains(&0) => Ask::Proximity(*dice.pick(&[0, 2, 18]), times),
            14 if columns.contains(&0) => {
                Ask::DeltaL(*dice.pick(&[0, 1, 9]), times, dice.roll(2) == 0)
            }
            _ => Ask::K(dice.roll(3) as i128 + 1),
        }
    }

    /// The option and what it is set to.
    pub fn word(&self) -> (&'static str, String) {
        let part = |(above, below): (i128, i128)| format!("{above}/{below}");
        let of = |column: usize| ["n", "s"][column];
        match *self {
            Ask::K(k) => ("k", k.to_string()),
            Ask::P(p) => ("p", p.to_string()),
            Ask::Distinct(column, l) => ("l", format!("{}=distinct:{l}", of(column))),
            Ask::Frequency(column, l) => ("l", format!("{}=frequency:{}", of(column), part(l))),
            Ask::Entropy(column, l) => ("l", format!("{}=entropy:{}", of(column), part(l))),
            Ask::Recursive(column, c, l, equal) => {
                let name = if equal { "recursive-le" } else { "recursive" };
                ("l", format!("{}={name}:{},{l}", of(column), part(c)))
            }
            Ask::Alpha(column, alpha) => ("alpha-k", format!("{}={}", of(column), part(alpha))),
            Ask::T(column, t, ordered) => {
                let distance = if ordered { "ordered" } else { "equal" };
                ("t", format!("{}={}:{distance}", of(column), part(t)))
            }
            Ask::Basic(column, beta) => {
                ("likeness", format!("{}=basic:{}", of(column), part(beta)))
            }
            Ask::Enhanced(column, beta) => {
                ("likeness", format!("{}=enhanced:{}", of(column), part(beta)))
            }
            Ask::Disclosure(column, delta) => {
                ("disclosure", format!("{}={}", of(column), part(delta)))
            }
            Ask::Proximity(eps, m) => ("proximity", format!("n={eps},{}", part(m))),
            Ask::DeltaL(delta, l, _) => ("delta-l", format!("n={delta},{}", part(l))),
        }
    }
}

/// A value: whether it is there, the number if it is one, and its text.
type Value = (bool, i128, String);

/// The value of a row in a column, spellings merged or as written. Numbers are in tenths.
fn value(visit: &Visit, column: usize, merged: bool) -> Value {
    let text = [NUMBERS, ILLNESSES][column][visit.secrets[column]];
    let tenths = text.parse::<f64>().map_or(0, |number| (10.0 * number) as i128);
    let text = match (merged, column) {
        (true, 0) => text.trim_end_matches(".0").to_owned(),
        (true, _) => text.to_lowercase(),
        (false, _) => text.to_owned(),
    };
    (!text.is_empty(), tenths, text)
}

/// The values of each person's rows; missing ones only of people who have no other.
fn values(rows: &[&Visit], column: usize, merged: bool) -> Vec<Vec<Value>> {
    let of_person = |own: &Vec<&Visit>| {
        let all: Vec<Value> = own.iter().map(|visit| value(visit, column, merged)).collect();
        let there: Vec<Value> = all.iter().filter(|value| value.0).cloned().collect();
        if there.is_empty() { all } else { there }
    };
    by_person(rows.iter().copied()).values().map(of_person).collect()
}

/// How many people have each value.
fn having(people: &[Vec<Value>]) -> BTreeMap<Value, i128> {
    let mut having = BTreeMap::new();
    for own in people {
        for value in own.iter().collect::<BTreeSet<_>>() {
            *having.entry(value.clone()).or_insert(0) += 1;
        }
    }
    having
}

/// The fewest values such that everybody has one of them.
fn fewest(people: &[Vec<Value>]) -> i128 {
    let all: Vec<Value> = having(people).into_keys().collect();
    let hits = |set: &usize| {
        let is_in =
            |value: &Value| set >> all.iter().position(|known| known == value).unwrap() & 1 == 1;
        people.iter().all(|own| own.iter().any(is_in))
    };
    (0..1_usize << all.len()).filter(hits).map(|set| i128::from(set.count_ones())).min().unwrap()
}

/// How many people count for each value, each once: for that which most people have, ties by text.
fn once_each(people: &[Vec<Value>]) -> Vec<i128> {
    let having = having(people);
    let mut counts: BTreeMap<&Value, i128> = BTreeMap::new();
    for own in people {
        let most = own.iter().map(|value| having[value]).max().unwrap();
        let ties = own.iter().filter(|value| having[*value] == most);
        *counts.entry(ties.min_by_key(|value| &value.2).unwrap()).or_default() += 1;
    }
    let mut counts: Vec<i128> = counts.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

/// Each person's weight, divided among their rows.
fn weights(people: &[Vec<Value>]) -> BTreeMap<Value, i128> {
    let mut weights = BTreeMap::new();
    for own in people {
        assert_eq!(WEIGHT % own.len() as i128, 0);
        own.iter().for_each(|value| {
            *weights.entry(value.clone()).or_insert(0) += WEIGHT / own.len() as i128
        });
    }
    weights
}

/// Whether `a/b <= c/d`.
fn at_most((a, b): (i128, i128), (c, d): (i128, i128)) -> bool {
    a * d <= c * b
}

/// Whether a class of a published table meets a demand.
pub fn holds(ask: &Ask, class: &[&Visit], table: &[&Visit]) -> bool {
    let n = by_person(class.iter().copied()).len() as i128;
    match *ask {
        Ask::K(k) => n >= k,
        Ask::P(p) => (0..2).all(|column| fewest(&values(class, column, true)) >= p),
        Ask::Distinct(column, l) => fewest(&values(class, column, true)) >= l,
        Ask::Frequency(column, (l, of)) => {
            shares(class, column).iter().all(|&share| at_most(share, (of, l)))
        }
        Ask::Alpha(column, alpha) => {
            shares(class, column).iter().all(|&share| at_most(share, alpha))
        }
        Ask::Entropy(column, (l, of)) => {
            let counts = once_each(&values(class, column, true));
            let entropy: f64 = counts.iter().map(|&c| c as f64 * (c as f64 / n as f64).ln()).sum();
            (-entropy / n as f64).exp() >= l as f64 / of as f64 - 1e-9
        }
        Ask::Recursive(column, (c, of), l, equal) => {
            let counts = once_each(&values(class, column, true));
            let tail: i128 = counts.iter().skip(l - 1).sum();
            let (left, right) = (counts[0] * of, c * tail);
            if equal { left <= right } else { left < right }
        }
        Ask::Proximity(eps, m) => is_sparse(class, 10 * eps, true, m),
        Ask::DeltaL(delta, l, window) => is_sparse(class, 20 * delta, !window, l),
        Ask::T(column, ..)
        | Ask::Basic(column, _)
        | Ask::Enhanced(column, _)
        | Ask::Disclosure(column, _) => [true, false].into_iter().all(|merged| {
            let [class, table] = [class, table].map(|rows| values(rows, column, merged));
            compares(ask, &class, &table)
        }),
    }
}

/// The largest shares of one value: of people and of rows.
fn shares(class: &[&Visit], column: usize) -> [(i128, i128); 2] {
    let people = values(class, column, true);
    let of_people = having(&people).into_values().max().unwrap();
    let rows: Vec<&Value> = people.iter().flatten().collect();
    let of_rows =
        rows.iter().map(|value| rows.iter().filter(|other| *other == value).count()).max();
    [(of_people, people.len() as i128), (of_rows.unwrap() as i128, rows.len() as i128)]
}

/// Whether at most one part of a class's people has a number near one of the class's, up to so far above it,
/// and below it if both sides count. People without a number are near each other.
fn is_sparse(class: &[&Visit], reach: i128, both: bool, (m, of): (i128, i128)) -> bool {
    let people = values(class, 0, true);
    people.iter().flatten().all(|one| {
        let is_near = |other: &Value| match (one.0, other.0) {
            (true, true) => {
                other.1 - one.1 <= reach && (other.1 >= one.1 || both && one.1 - other.1 <= reach)
            }
            (one, other) => one == other,
        };
        let near = people.iter().filter(|own| own.iter().any(is_near)).count() as i128;
        near * m <= people.len() as i128 * of
    })
}

/// Whether a class meets a demand that compares it with the table, in one reading of spellings.
fn compares(ask: &Ask, class: &[Vec<Value>], table: &[Vec<Value>]) -> bool {
    let (n, all) = (class.len() as i128, table.len() as i128);
    let (q, p) = (having(class), having(table));
    let at =
        |counts: &BTreeMap<Value, i128>, value: &Value| counts.get(value).copied().unwrap_or(0);
    let every: BTreeSet<&Value> = q.keys().chain(p.keys()).collect();
    let share =
        |value: &Value| (at(&q, value) as f64 / n as f64, at(&p, value) as f64 / all as f64);
    match *ask {
        Ask::Basic(_, (beta, of)) => {
            every.iter().all(|value| at(&q, value) * all * of <= at(&p, value) * n * (of + beta))
        }
        Ask::Enhanced(_, (beta, of)) => every.iter().all(|value| {
            let (q, p) = share(value);
            q == 0.0 || p > 0.0 && q <= p * (1.0 + (beta as f64 / of as f64).min(-p.ln())) + 1e-12
        }),
        Ask::Disclosure(_, (delta, of)) => every.iter().all(|value| {
            let (q, p) = share(value);
            q > 0.0 && p > 0.0 && (q / p).ln().abs() < delta as f64 / of as f64
        }),
        Ask::T(_, t, ordered) => {
            let differ = |value: &&Value| (at(&q, value) * all - at(&p, value) * n).abs();
            let largest = every.iter().map(differ).max().unwrap();
            let (q, p) = (weights(class), weights(table));
            let extra = |value: &Value| at(&q, value) * all - at(&p, value) * n;
            let whole = WEIGHT * n * all;
            let distance = if ordered {
                let (mut gap, mut sum) = (0, 0_i128);
                for value in &every {
                    gap += extra(value);
                    sum += gap.abs();
                }
                (sum, whole * (every.len() as i128 - 1).max(1))
            } else {
                (every.iter().map(|value| extra(value).max(0)).sum(), whole)
            };
            at_most((largest, n * all), t) && at_most(distance, t)
        }
        _ => unreachable!("{ask:?} compares nothing"),
    }
}

/// The least number of people of a class.
pub fn smallest(classes: &[Vec<&Visit>]) -> usize {
    classes.iter().map(|class| by_person(class.iter().copied()).len()).min().unwrap()
}
