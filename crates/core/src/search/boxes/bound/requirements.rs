//! The least that a class around a tuple needs from its neighbours.
//!
//! Neighbours that would increase the need are ignored, because they need not be in the class. A
//! valid class therefore always meets the requirements, but not the other way round.

use incrowd_terms::Fraction;

use super::super::CountConstraints;

/// The contribution of a tuple.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contribution {
    pub rows: u64,
    pub people: u64,
    /// The distance to the greatest and to the least presence, in fractions of a person.
    below: i128,
    above: i128,
}

/// The requirements, and the contributions so far.
pub(super) struct Requirements {
    /// Least rows, people, and people of any class.
    rows: u64,
    people: u64,
    sum: Contribution,
}

impl Contribution {
    pub fn new(constraints: &CountConstraints, rows: u64, people: u64) -> Self {
        let Some((least, most)) = constraints.presence else {
            return Contribution { rows, people, below: 0, above: 0 };
        };
        let rows_over = |share: Fraction| i128::from(share.denominator()) * i128::from(rows);
        let people_over = |share: Fraction| i128::from(share.numerator()) * i128::from(people);
        let below = people_over(most) - rows_over(most);
        Contribution { rows, people, below, above: rows_over(least) - people_over(least) }
    }
}

impl Requirements {
    /// The requirements of a class around a tuple.
    pub fn of(constraints: &CountConstraints, center: &Contribution) -> Self {
        let published = center.rows > 0;
        let (rows, people) =
            if published { (constraints.rows, constraints.people) } else { (0, 0) };
        // The others must supply what the tuple itself lacks.
        let sum = Contribution {
            rows: 0,
            people: 0,
            below: center.below.min(0),
            above: center.above.min(0),
        };
        Requirements { rows, people: people.max(constraints.everyone), sum }
    }

    /// Adds a tuple; the central one is added too.
    #[inline]
    pub fn take(&mut self, contribution: &Contribution) {
        self.sum.rows += contribution.rows;
        self.sum.people += contribution.people;
        self.sum.below += contribution.below.max(0);
        self.sum.above += contribution.above.max(0);
    }

    #[inline]
    pub fn are_met(&self) -> bool {
        let Contribution { rows, people, below, above } = self.sum;
        rows >= self.rows && people >= self.people && below >= 0 && above >= 0
    }

    /// Removes all tuples.
    pub fn reset(&mut self, constraints: &CountConstraints, center: &Contribution) {
        *self = Requirements::of(constraints, center);
    }
}
