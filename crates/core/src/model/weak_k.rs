//! Weak k-anonymity (Atzori 2006): every class has at least k people of the population, whether or
//! not it has rows.
//!
//! Inclusion-monotone. Suppression is not allowed, because the mapping applies to the whole
//! population.
//!
//! Manual page: `docs/models/weak-k-anonymity.md`.

use incrowd_terms::{Demand, WeakKAnonymity};

use super::{ClassCounts, CountConstraints, Model, ModelContext, Monotone, PublishedTable};

pub(super) fn model(asked: &WeakKAnonymity, _: &ModelContext<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for WeakKAnonymity {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        class.people >= self.k
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        class.people >= self.k
    }

    fn allows_suppression(&self) -> bool {
        false
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        constraints.everyone = constraints.everyone.max(self.k);
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        Some(WeakKAnonymity { k: class.people.min(self.k) }.into())
    }
}
