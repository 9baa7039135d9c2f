//! # Weak k-anonymity
//!
//! **Promises** that the mapping by which the table is published makes the *population*
//! k-anonymous: every class, those without a row of the table included, has at least k people.
//!
//! **Against** someone who has the population register and looks a published row up.
//!
//! **Not promised** that it stays open who is in the table. A class of people who all are keeps
//! them hidden in each other and still gives every one of them away: ask for `delta-presence`.
//!
//! **Example** a class of ten people, all ten of them in the table, meets k = 10, and everybody who
//! knows the register knows of all ten that they took part. A class of nine people fails, also if
//! none of them is in the table; `k-map` would not mind that one.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --weak-k 10 -o out.csv`
//!
//! **Defined** by Atzori (2006); Nergiz, Atzori & Clifton (2007) weighs it against `delta-presence`
//! in section 5.1.
//!
//! **Deviations** none. The judge sees the classes that were published, and counts their people.
//!
//! **Cost** one comparison per class. Inclusion-monotone. Nothing may be suppressed: the mapping is
//! of everybody.

use incrowd_terms::{Demand, WeakKAnonymity};

use super::{ClassCounts, CountConstraints, Model, Monotone, Setting, Whole};

pub(super) fn model(asked: &WeakKAnonymity, _: &Setting<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for WeakKAnonymity {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
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

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        Some(WeakKAnonymity { k: class.people.min(self.k) }.into())
    }
}
