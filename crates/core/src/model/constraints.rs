//! What counts of rows and people decide, without a look at secrets or traits.
//!
//! Searches that cut regions into boxes ask this first, and of most demands on rows and people
//! nothing else.

use incrowd_terms::Fraction;

use super::Model;

/// The demands that counts alone decide: they are a few comparisons.
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
    /// What counts decide of these models.
    #[must_use]
    pub(crate) fn of(models: &[Box<dyn Model>]) -> Self {
        let mut constraints =
            CountConstraints { rows: 0, people: 0, everyone: 0, presence: None, complete: true };
        for model in models {
            constraints.complete &= model.counts(&mut constraints);
        }
        constraints
    }

    /// Whether a class of so many rows and people passes.
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
