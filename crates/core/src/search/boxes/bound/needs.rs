//! What a class around a tuple must find among its neighbours, at the very least.
//!
//! Neighbours that would make things worse need not be in the class and are not counted, so a class
//! that holds always has what is needed, but not the other way round.

use incrowd_terms::Fraction;

use super::super::Gate;

/// What a tuple contributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    pub rows: u64,
    pub people: u64,
    /// How far below the greatest presence, and above the least, in parts of a person.
    below: i128,
    above: i128,
}

/// What a class could have.
pub(super) struct Needs {
    /// Least rows, people, and people of any class.
    rows: u64,
    people: u64,
    sum: Part,
}

impl Part {
    pub fn new(gate: &Gate, rows: u64, people: u64) -> Self {
        let Some((least, most)) = gate.presence else {
            return Part { rows, people, below: 0, above: 0 };
        };
        let rows_over = |share: Fraction| i128::from(share.denominator()) * i128::from(rows);
        let people_over = |share: Fraction| i128::from(share.numerator()) * i128::from(people);
        let below = people_over(most) - rows_over(most);
        Part { rows, people, below, above: rows_over(least) - people_over(least) }
    }
}

impl Needs {
    /// Of a class around a tuple.
    pub fn of(gate: &Gate, center: &Part) -> Self {
        let published = center.rows > 0;
        let (rows, people) = if published { (gate.rows, gate.people) } else { (0, 0) };
        // What the tuple itself has too little of is what the others must make up for.
        let sum =
            Part { rows: 0, people: 0, below: center.below.min(0), above: center.above.min(0) };
        Needs { rows, people: people.max(gate.everyone), sum }
    }

    /// Takes a tuple in, the central one included.
    #[inline]
    pub fn take(&mut self, part: &Part) {
        self.sum.rows += part.rows;
        self.sum.people += part.people;
        self.sum.below += part.below.max(0);
        self.sum.above += part.above.max(0);
    }

    #[inline]
    pub fn are_met(&self) -> bool {
        let Part { rows, people, below, above } = self.sum;
        rows >= self.rows && people >= self.people && below >= 0 && above >= 0
    }

    /// Nothing is taken in any more.
    pub fn reset(&mut self, gate: &Gate, center: &Part) {
        *self = Needs::of(gate, center);
    }
}
