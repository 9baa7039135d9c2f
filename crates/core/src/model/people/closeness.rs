//! t-closeness of people: the larger of two distances. For one, each person has the weight 1,
//! shared out over their rows. The other is the largest difference between the share of a class's
//! people who have a value and that of the table's.

use incrowd_terms::{self as terms, Closeness, Demand, Distance, Fraction};
use num_bigint::{BigInt, BigUint};

use super::super::t_closeness::TClosenessModel;
use super::super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable, ValueWeight};

/// Distances further than this from the limit are decided in floating point.
const CLEAR: f64 = 1e-9;

struct ClosePeople {
    rows: TClosenessModel,
    one_tuple: bool,
}

pub(super) fn model(
    asked: &terms::TCloseness,
    setting: &ModelContext<'_>,
    one_tuple: bool,
) -> Box<dyn Model> {
    Box::new(ClosePeople { rows: TClosenessModel::new(asked, setting), one_tuple })
}

impl ClosePeople {
    /// The largest difference of shares of people who have a value, as a fraction.
    fn largest_difference(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> (u128, u128) {
        let secret = self.rows.secret;
        let table = &whole.by_person[secret].having.secrets[0];
        let (n, total) = (u128::from(class.members), u128::from(whole.members));
        let (values, counts) = class.by_person[secret].having();
        let mut here = values.iter().zip(counts).peekable();
        let difference = |(value, &people): (u32, &u64)| {
            let own = here.next_if(|(code, _)| **code == value).map_or(0, |(_, own)| own);
            (u128::from(own) * total).abs_diff(u128::from(people) * n)
        };
        ((0..).zip(table).map(difference).max().unwrap_or(0), n * total)
    }

    /// The distance of weights in floating point.
    fn distance(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> f64 {
        let (here, table, domain) = self.weights(class, whole);
        let shares = |weights: &[ValueWeight], people: u64| {
            let mut shares = vec![0.0; domain];
            for weight in weights {
                shares[weight.value as usize] +=
                    weight.rows as f64 / (weight.of as f64 * people as f64);
            }
            shares
        };
        let (q, p) = (shares(&here, class.members), shares(table, whole.members));
        let (sum, parts) = self.moved(&q, &p, 0.0, |a, b| a + b, |a, b| (a - b).abs());
        sum / parts as f64
    }

    /// Whether the distance of weights is at most t, in whole numbers.
    fn is_within(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let (here, table, domain) = self.weights(class, whole);
        let unit = here.iter().chain(table).fold(BigUint::from(1_u8), |unit, weight| {
            let rest = u64::try_from(&unit % weight.of).unwrap_or(0);
            unit * (weight.of / gcd(weight.of, rest))
        });
        let scaled = |weights: &[ValueWeight], people: u64| {
            let mut sums = vec![BigInt::ZERO; domain];
            for weight in weights {
                let share = &unit / weight.of * weight.rows * people;
                sums[weight.value as usize] += BigInt::from(share);
            }
            sums
        };
        let (q, p) = (scaled(&here, whole.members), scaled(table, class.members));
        let apart = |a: &BigInt, b: &BigInt| BigInt::from((a - b).into_parts().1);
        let (sum, parts) = self.moved(&q, &p, BigInt::ZERO, |a, b| a + b, apart);
        let t = self.rows.closeness.t;
        let whole = BigInt::from(unit * class.members * whole.members * parts);
        sum * t.denominator() <= whole * t.numerator()
    }

    fn weights<'w>(
        &self,
        class: &ClassCounts<'_>,
        whole: &'w PublishedTable,
    ) -> (Vec<ValueWeight>, &'w [ValueWeight], usize) {
        let secret = self.rows.secret;
        let table = &whole.by_person[secret];
        (class.by_person[secret].weights(), &table.weights, table.having.secrets[0].len())
    }

    /// The mass that moves between two distributions, in so many parts of the distance.
    fn moved<T: Clone + PartialEq>(
        &self,
        q: &[T],
        p: &[T],
        none: T,
        add: impl Fn(T, &T) -> T,
        apart: impl Fn(&T, &T) -> T,
    ) -> (T, u64) {
        let all = |q: &[T], p: &[T]| {
            q.iter().zip(p).fold(none.clone(), |sum, (q, p)| add(sum, &apart(q, p)))
        };
        match self.rows.closeness.distance {
            Distance::Equal => (all(q, p), 2),
            Distance::Ordered => {
                let (mut here, mut overall, mut sum) = (none.clone(), none.clone(), none.clone());
                let mut values = 0_u64;
                for (q, p) in q.iter().zip(p).filter(|(q, p)| **q != none || **p != none) {
                    (here, overall) = (add(here, q), add(overall, p));
                    sum = add(sum, &apart(&here, &overall));
                    values += 1;
                }
                (sum, values.saturating_sub(1).max(1))
            }
            Distance::Hierarchical => {
                let levels = &self.rows.levels;
                let mut sum = all(q, p);
                for node_of in levels.split_last().map_or(&levels[..], |(_top, inner)| inner) {
                    let nodes = node_of.iter().max().map_or(0, |&node| node as usize + 1);
                    let by_node = |leaves: &[T]| {
                        let mut sums = vec![none.clone(); nodes];
                        for (leaf, &node) in leaves.iter().zip(node_of) {
                            let at = node as usize;
                            sums[at] = add(sums[at].clone(), leaf);
                        }
                        sums
                    };
                    sum = add(sum, &all(&by_node(q), &by_node(p)));
                }
                (sum, 2 * levels.len().max(1) as u64)
            }
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Model for ClosePeople {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let t = self.rows.closeness.t;
        let (difference, of) = self.largest_difference(class, whole);
        let differs =
            BigUint::from(difference) * t.denominator() > BigUint::from(of) * t.numerator();
        if differs {
            return false;
        }
        let slack = t.to_f64() - self.distance(class, whole);
        if slack.abs() > CLEAR { slack > 0.0 } else { self.is_within(class, whole) }
    }

    fn monotone(&self) -> Monotone {
        if self.one_tuple { Monotone::Merge } else { Monotone::No }
    }

    fn relative(&self) -> bool {
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let (difference, of) = self.largest_difference(class, whole);
        // Above by no more than a millionth.
        let distance = ((self.distance(class, whole) + CLEAR) * 1e6).ceil() as u128;
        let distance = Fraction::rounded_up(distance, 1_000_000);
        let t = self.rows.closeness.t.max(distance).max(Fraction::rounded_up(difference, of));
        let closeness = Closeness { t, distance: self.rows.closeness.distance };
        Some(terms::TCloseness { column: self.rows.column.clone(), closeness }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Histogram, PersonValue, TableByPerson, ValuesByPerson};
    use super::*;

    const MISSING: [bool; 4] = [false; 4];

    /// People with one value each, so many per value, or one person per value with all of them.
    fn answers(t: &str, class: &[u64; 4], table: &[u64; 4]) -> (bool, bool) {
        let asked = terms::TCloseness { column: "s".into(), closeness: t.parse().unwrap() };
        let levels = vec![vec![0, 0, 1, 1], vec![0; 4]];
        let rows = || TClosenessModel {
            levels: levels.clone(),
            ..TClosenessModel::new(&asked, &ModelContext::default())
        };
        let codes = |counts: &[u64; 4]| -> Vec<u32> {
            (0..4).filter(|&value| counts[value as usize] > 0).collect()
        };
        let present = |counts: &[u64; 4]| -> Vec<u64> {
            counts.iter().copied().filter(|&count| count > 0).collect()
        };
        let (values, counts) = (codes(class), present(class));
        let (all_values, all_counts) = (codes(table), present(table));
        let single = Histogram { values: &values, counts: &counts };
        let all = Histogram { values: &all_values, counts: &all_counts };
        let of = |single| ValuesByPerson {
            single,
            several: &[],
            ignored: Histogram::default(),
            missing: &MISSING,
        };
        let (n, total) = (class.iter().sum(), table.iter().sum());
        let mut whole = PublishedTable::of_rows(total, vec![table.to_vec()]);
        whole.by_person = vec![TableByPerson::new(&of(all), total, 4)];
        let (secrets, by_person) = ([single], [of(single)]);
        let plain = ClassCounts::of_rows(n, 0, &secrets, &[]);
        let people = ClassCounts { by_person: &by_person, ..plain };
        let model = ClosePeople { rows: rows(), one_tuple: true };
        let (difference, of) = model.largest_difference(&people, &whole);
        let limit = asked.closeness.t;
        let near =
            difference * u128::from(limit.denominator()) <= of * u128::from(limit.numerator());
        (model.holds(&people, &whole), rows().holds(&plain, &whole) && near)
    }

    #[test]
    fn people_with_one_row_are_as_rows_are() {
        let table = [3, 2, 1, 4];
        for class in [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 1], [2, 1, 0, 3], [3, 2, 1, 4]] {
            for distance in ["equal", "ordered", "hierarchical"] {
                for sixtieths in 0..60 {
                    let (people, rows) =
                        answers(&format!("{sixtieths}/60:{distance}"), &class, &table);
                    assert_eq!(people, rows, "{sixtieths}/60:{distance} {class:?}");
                }
            }
        }
    }

    #[test]
    fn the_weight_of_a_person_is_shared_out_over_their_rows() {
        let entry = |value, rows| PersonValue { person: 0, value, rows };
        let several = [entry(0, 1), entry(1, 2)];
        let none = Histogram { values: &[], counts: &[] };
        let values = ValuesByPerson {
            single: none,
            several: &several,
            ignored: none,
            missing: &[false, true],
        };
        // The missing value counts for nothing beside another.
        assert_eq!(values.weights(), [ValueWeight { value: 0, rows: 1, of: 1 }]);
        let values = ValuesByPerson { missing: &[false, false], ..values };
        let parts = [(0, 1), (1, 2)].map(|(value, rows)| ValueWeight { value, rows, of: 3 });
        assert_eq!(values.weights(), parts);
    }
}
