//! What each definition makes of a class of numbers.

use std::collections::BTreeMap;

use incrowd_core::model::{self, ClassCounts, Histogram, Model, ModelContext, PublishedTable};
use incrowd_core::terms::{
    DeltaL, DeltaLCounting, DeltaLDiversity, Demand, EpsMAnonymity, Fraction, Kind, Proximity,
    Radius, Scalar,
};

/// More than any class can have.
const ENDLESS: u64 = u32::MAX as u64;

/// Numbers, each with how often it occurs, ascending.
pub(super) type NumberCounts = BTreeMap<i64, u64>;

/// Numbers together.
pub(super) fn union(one: &NumberCounts, other: &NumberCounts) -> NumberCounts {
    let mut both = one.clone();
    for (&number, &rows) in other {
        *both.entry(number).or_default() += rows;
    }
    both
}

/// What a class has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassMeasures {
    /// l of (delta,l)-diversity by its definition.
    pub definition: Fraction,
    /// l by the fullest interval that is 2 delta wide.
    pub window: Fraction,
    /// m of (eps,m)-anonymity where eps is delta.
    pub near: Fraction,
    /// m where eps is 2 delta.
    pub near_double: Fraction,
}

/// Measures classes of one column at one delta, by the library's models.
pub(super) struct ClassMeasurer {
    codes: BTreeMap<i64, u32>,
    definition: Box<dyn Model>,
    window: Box<dyn Model>,
    near: Box<dyn Model>,
    near_double: Box<dyn Model>,
}

impl ClassMeasurer {
    /// For classes of these numbers.
    pub fn new(numbers: impl Iterator<Item = i64>, delta: Fraction) -> Self {
        let all: BTreeMap<i64, ()> = numbers.map(|number| (number, ())).collect();
        let codes: BTreeMap<i64, u32> = all.into_keys().zip(0..).collect();
        let read = |number: &i64| Kind::Integer.read(&number.to_string());
        let scalars: Vec<Option<Scalar>> = codes.keys().map(read).collect();
        let model = |demand: Demand| {
            model::of(&demand, &ModelContext { numbers: &scalars, ..ModelContext::default() })
        };
        let (column, most) = (String::new, Fraction::from(ENDLESS));
        let delta_l = |mode| {
            let delta_l = DeltaL { delta, l: most, mode };
            model(Demand::DeltaLDiversity(DeltaLDiversity { column: column(), delta_l }))
        };
        let near = |times: u64| {
            let radius = Radius::Absolute(times_of(delta, times));
            model(Demand::EpsMAnonymity(EpsMAnonymity {
                column: column(),
                proximity: Proximity { radius, m: most },
            }))
        };
        ClassMeasurer {
            definition: delta_l(DeltaLCounting::Definition),
            window: delta_l(DeltaLCounting::Window),
            near: near(1),
            near_double: near(2),
            codes,
        }
    }

    /// Measures a class.
    pub fn of(&self, class: &NumberCounts) -> ClassMeasures {
        let values: Vec<u32> =
            class.keys().filter_map(|number| self.codes.get(number).copied()).collect();
        let counts: Vec<u64> = class.values().copied().collect();
        let rows = counts.iter().sum();
        let secrets = [Histogram { values: &values, counts: &counts }];
        let class = ClassCounts::of_rows(rows, 0, &secrets, &[]);
        let whole = PublishedTable::of_rows(rows, Vec::new());
        let part = |model: &dyn Model| match model.nearest(&class, &whole) {
            Some(Demand::DeltaLDiversity(DeltaLDiversity { delta_l, .. })) => delta_l.l,
            Some(Demand::EpsMAnonymity(EpsMAnonymity { proximity, .. })) => proximity.m,
            _ => Fraction::ZERO,
        };
        ClassMeasures {
            definition: part(&*self.definition),
            window: part(&*self.window),
            near: part(&*self.near),
            near_double: part(&*self.near_double),
        }
    }
}

/// A multiple of a fraction.
fn times_of(fraction: Fraction, times: u64) -> Fraction {
    Fraction::new(fraction.numerator().saturating_mul(times), fraction.denominator())
}

#[cfg(test)]
mod tests {
    use super::super::printed;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// All four by their definitions, pair by pair, in halves.
    fn naive(numbers: &[i64], halves: i64) -> ClassMeasures {
        let within = |center: i64, reach: i64| {
            numbers.iter().filter(|&&other| 2 * (other - center).abs() <= reach).count() as u64
        };
        let part = |most: Option<u64>| Fraction::new(numbers.len() as u64, most.unwrap());
        let most = |reach: i64| part(numbers.iter().map(|&center| within(center, reach)).max());
        let from = |start: i64| {
            let inside = |other: i64| other >= start && other - start <= halves;
            numbers.iter().filter(|&&other| inside(other)).count() as u64
        };
        ClassMeasures {
            definition: most(2 * halves),
            window: part(numbers.iter().map(|&start| from(start)).max()),
            near: most(halves),
            near_double: most(2 * halves),
        }
    }

    #[test]
    fn classes_are_measured_by_the_definitions() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for round in 0..3000 {
            let size = chance.random_range(1..=12);
            let numbers: Vec<i64> = (0..size).map(|_| chance.random_range(-15..=15)).collect();
            let halves = chance.random_range(0..=9);
            let mut class = NumberCounts::new();
            numbers.iter().for_each(|&number| *class.entry(number).or_default() += 1);
            let yardstick = ClassMeasurer::new(-15..=15, Fraction::new(halves as u64, 2));
            let measured = yardstick.of(&class);
            assert_eq!(measured, naive(&numbers, halves), "{round}: {numbers:?} {halves}/2");
            let printed = printed::l(&class, Fraction::new(halves as u64, 2));
            assert_eq!(printed, (size > 1).then_some(measured.window), "{round}");
        }
    }
}
