//! # k-anonymity
//!
//! **Promises** that every published row looks, in its quasi-identifiers, like at least k - 1
//! others: whoever is known to be in the table can be any of k rows.
//!
//! **Against** someone who knows a person's quasi-identifiers and that the person is in the
//! table, and wants to find the row. It does not hide what all k rows have in common (use
//! l-diversity or p-sensitivity), nor that the person is in the table at all.
//!
//! **Defined** by Samarati and Sweeney (1998): every class has at least k rows.
//!
//! **Deviations** none. Missing values are a value like any other: two rows are alike only if
//! their published bytes are.
//!
//! **Cost** one comparison per class. Inclusion-monotone: searches prune both ways, with or
//! without suppression.
//!
//! **Example** `incrowd release patients.csv --qi age,sex,zip --k 5 -o out.csv`

use incrowd_terms::{Demand, KAnonymity};

use super::{Class, Gate, Model, Monotone, Setting, Whole};

pub(super) fn model(asked: &KAnonymity, _: &Setting<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for KAnonymity {
    fn holds(&self, class: &Class<'_>, _: &Whole) -> bool {
        class.rows >= self.k
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn most_classes(&self, whole: &Whole) -> u64 {
        whole.rows / self.k.max(1)
    }

    fn counts(&self, gate: &mut Gate) -> bool {
        gate.rows = gate.rows.max(self.k);
        true
    }

    fn nearest(&self, class: &Class<'_>, _: &Whole) -> Option<Demand> {
        Some(KAnonymity { k: class.rows.min(self.k) }.into())
    }
}
