//! The constraints that are decided by counts of rows and people, without secrets or person
//! attributes.
//!
//! Searches for boxes test these first. Most demands on rows and people need no other test.

use incrowd_terms::Fraction;

use super::Model;

/// The constraints on the counts of a class.
#[derive(Clone, Debug)]
pub struct CountConstraints {
    /// Least rows of a class that has any.
    pub rows: u64,
    /// Least people of a class that has rows.
    pub people: u64,
    /// Least people of any class.
    pub everyone: u64,
    /// Least and greatest presence, on all classes.
    pub presence: Option<(Fraction, Fraction)>,
    /// Whether there are no other demands.
    pub complete: bool,
}

impl CountConstraints {
    /// The count constraints of these models.
    #[must_use]
    pub(crate) fn of(models: &[Box<dyn Model>]) -> Self {
        let mut constraints =
            CountConstraints { rows: 0, people: 0, everyone: 0, presence: None, complete: true };
        for model in models {
            constraints.complete &= model.counts(&mut constraints);
        }
        constraints
    }

    /// Whether a class with these counts meets the constraints.
    #[must_use]
    #[inline]
    pub(crate) fn admits(&self, rows: u64, people: u64) -> bool {
        if let Some((least, most)) = self.presence {
            let at_least = |share: Fraction| {
                u128::from(share.numerator()) * u128::from(people)
                    <= u128::from(share.denominator()) * u128::from(rows)
            };
            let at_most = u128::from(rows) * u128::from(most.denominator())
                <= u128::from(most.numerator()) * u128::from(people);
            if !at_most || !at_least(least) {
                return false;
            }
        }
        people >= self.everyone && (rows == 0 || (rows >= self.rows && people >= self.people))
    }
}
