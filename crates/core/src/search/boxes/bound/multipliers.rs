//! Lagrange multipliers: prices that classes pay for the units they use.

use super::super::CountConstraints;
use super::knapsack::{Knapsack, KnapsackTerms};
use super::requirements::Contribution;
use super::sorted_index::SortedIndex;

/// The units that a class pays for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Resource {
    /// People outside the table: a class needs from this many to that many of them per row.
    NonMembers(f64, f64),
    /// Rows: a class has at least this many.
    Rows(u64),
}

/// A price per unit for every tuple. Each row of a class pays the prices of all units of the class,
/// divided by its rows.
pub(super) struct Multipliers {
    resource: Option<Resource>,
    /// Units per place.
    units: Vec<f64>,
    /// Per place: the price of a unit.
    each: Vec<f64>,
    /// Places with units, the cheapest first.
    cheapest: Vec<u32>,
    zero: bool,
}

impl Resource {
    /// The resource of these constraints, if any. The loss must be counted over rows.
    pub fn of(constraints: &CountConstraints) -> Option<Resource> {
        let per_row = |share: f64| if share > 0.0 { (1.0 - share) / share } else { f64::INFINITY };
        match constraints.presence {
            Some((least, most)) if least.to_f64() > 0.0 || most.to_f64() < 1.0 => {
                // Rounded so that no valid class is excluded.
                let from = per_row(most.to_f64()) * (1.0 - 1e-12);
                let to = per_row(least.to_f64()) * (1.0 + 1e-12);
                from.is_finite().then_some(Resource::NonMembers(from, to))
            }
            _ => (constraints.rows > 1).then_some(Resource::Rows(constraints.rows)),
        }
    }

    /// Whether prices may be negative. They may not if a class without rows could then gain
    /// something.
    pub fn may_be_negative(self) -> bool {
        match self {
            Resource::NonMembers(_, to) => to.is_finite(),
            Resource::Rows(_) => true,
        }
    }

    /// The first step of a price, as a share of the mean loss of a row. A class pays for many
    /// people per row, so the step is divided by their number.
    pub fn first_step(self) -> f64 {
        match self {
            Resource::NonMembers(_, to) if to.is_finite() => 0.25 / to.max(1.0),
            Resource::NonMembers(from, _) => 0.25 / from.max(1.0),
            Resource::Rows(_) => 0.5,
        }
    }
}

impl Multipliers {
    /// All multipliers are zero.
    pub fn none(index: &SortedIndex<'_, '_>, resource: Option<Resource>) -> Self {
        let units = |contribution: &Contribution| match resource {
            Some(Resource::NonMembers(..)) => {
                contribution.people.saturating_sub(contribution.rows) as f64
            }
            Some(Resource::Rows(_)) => contribution.rows as f64,
            None => 0.0,
        };
        let units: Vec<f64> = index.contributions.iter().map(units).collect();
        let cheapest = Vec::new();
        Multipliers { resource, each: vec![0.0; units.len()], units, cheapest, zero: true }
    }

    /// The multipliers after a step along a direction.
    pub fn moved(&self, direction: &[f64], step: f64) -> Self {
        let signed = self.resource.is_some_and(Resource::may_be_negative);
        let lowest = if signed { f64::NEG_INFINITY } else { 0.0 };
        let moves = self.each.iter().zip(direction);
        let each: Vec<f64> =
            moves.map(|(&price, &direction)| (price + step * direction).max(lowest)).collect();
        let mut cheapest: Vec<u32> =
            (0..each.len() as u32).filter(|&place| self.units[place as usize] > 0.0).collect();
        let price = |place: u32| each[place as usize];
        cheapest.sort_unstable_by(|&one, &other| {
            price(one).total_cmp(&price(other)).then(one.cmp(&other))
        });
        Multipliers {
            resource: self.resource,
            units: self.units.clone(),
            each,
            cheapest,
            zero: false,
        }
    }

    /// Whether all multipliers are zero.
    pub fn are_zero(&self) -> bool {
        self.zero
    }

    /// The price of all units of a tuple.
    #[inline]
    pub fn charge(&self, place: u32) -> f64 {
        self.each[place as usize] * self.units[place as usize]
    }

    /// The price of all units.
    pub fn total(&self) -> f64 {
        (0..self.each.len() as u32).map(|place| self.charge(place)).sum()
    }

    /// The knapsack terms of a row before its class takes units.
    pub fn terms(&self, place: u32, rows: u64) -> KnapsackTerms {
        let base = rows.max(1) as f64;
        match self.resource {
            Some(Resource::NonMembers(from, to)) => {
                KnapsackTerms { own: 0.0, from: from * base, to: to * base, base, slope: 0.0 }
            }
            Some(Resource::Rows(least)) => {
                let (own, from) = (self.charge(place), least.saturating_sub(rows) as f64);
                KnapsackTerms { own, from, to: f64::INFINITY, base, slope: 1.0 }
            }
            None => KnapsackTerms { own: 0.0, from: 0.0, to: 0.0, base, slope: 0.0 },
        }
    }

    /// Offers the units of a tuple to a class around another tuple.
    #[inline]
    pub fn offer(&self, place: u32, center: u32, knapsack: &mut Knapsack, terms: &KnapsackTerms) {
        let own = place == center && matches!(self.resource, Some(Resource::Rows(_)));
        if !own {
            knapsack.add(self.each[place as usize], self.units[place as usize], terms);
        }
    }

    /// The least price of a row for any box.
    pub fn floor(&self, center: u32, knapsack: &mut Knapsack, terms: &KnapsackTerms) -> f64 {
        if self.zero {
            return 0.0;
        }
        knapsack.clear(terms);
        for &place in &self.cheapest {
            if !knapsack.wants(self.each[place as usize], terms) {
                break;
            }
            self.offer(place, center, knapsack, terms);
        }
        knapsack.value()
    }
}
