//! Proximity of numeric secrets: limits the share of a class that is near any one of its values.

use incrowd_terms::{Demand, Fraction};

use super::reach::ValueReach;
use super::{ClassCounts, Histogram, Model, Monotone, PublishedTable};

/// A demand on the nearness of a numeric secret.
pub(super) struct Near {
    pub secret: usize,
    pub reach: ValueReach,
    pub sides: Sides,
    /// One over the part of a class that may be near.
    pub part: Fraction,
    /// The demand of the same kind with another part.
    pub demand: Box<dyn Fn(Fraction) -> Demand + Send + Sync>,
}

/// Where what is near a value may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// On both sides of it.
    Both,
    /// In its shadow.
    One,
}

impl Near {
    /// Rows that are near one of the values of a class, at most.
    pub fn most(&self, class: Histogram<'_>) -> u64 {
        match self.sides {
            Sides::Both => self.reach.most_near(class),
            Sides::One => self.reach.most_in_shadow(class),
        }
    }

    /// Rows in the shadow of one of the values of a class, at most.
    pub fn most_in_shadow(&self, class: Histogram<'_>) -> u64 {
        self.reach.most_in_shadow(class)
    }

    /// Whether so many of so many rows are no larger a part than is allowed.
    pub fn allows(&self, near: u64, rows: u64) -> bool {
        let left = u128::from(self.part.numerator()) * u128::from(near);
        left <= u128::from(self.part.denominator()) * u128::from(rows)
    }
}

impl Model for Near {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.allows(self.most(class.secrets[self.secret]), class.rows)
    }

    fn monotone(&self) -> Monotone {
        match self.sides {
            Sides::Both => Monotone::No,
            // What lies in a fixed shadow adds up as the rows do.
            Sides::One => Monotone::Merge,
        }
    }

    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.allows(self.most_in_shadow(class.secrets[self.secret]), class.rows)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let near = self.most(class.secrets[self.secret]);
        let part = self.part.min(Fraction::new(class.rows, near.max(1)));
        Some((self.demand)(part))
    }
}
