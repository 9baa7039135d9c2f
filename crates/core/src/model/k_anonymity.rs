//! k-anonymity (Samarati & Sweeney 1998): every class has at least k rows.
//!
//! Inclusion-monotone, so searches can prune by the suppression limit in both directions. The
//! number of classes is at most rows / k, which rejects nodes before any class is built. Rows are
//! equal only if their published text is, so a missing value is a value like any other.
//!
//! Manual page: `docs/models/k-anonymity.md`.

use incrowd_terms::{Demand, KAnonymity};

use super::{ClassCounts, CountConstraints, Model, ModelContext, Monotone, PublishedTable};

pub(super) fn model(asked: &KAnonymity, _: &ModelContext<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for KAnonymity {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        class.members >= self.k
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn most_classes(&self, whole: &PublishedTable) -> u64 {
        whole.most_members / self.k.max(1)
    }

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        constraints.rows = constraints.rows.max(self.k);
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        Some(KAnonymity { k: class.members.min(self.k) }.into())
    }
}
