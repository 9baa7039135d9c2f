//! # Weak k-anonymity
//!
//! **Promises** that the published generalization makes the *population* k-anonymous: every class,
//! including those without a row of the table, has at least k people.
//!
//! **Against** someone who has the population register and looks a published row up.
//!
//! **Not promised** protection of membership. If all people of a class are in the table, their
//! membership is disclosed: use `delta-presence`.
//!
//! **Example** a class of ten people, all ten of them in the table, meets k = 10, and whoever has
//! the register knows that all ten took part. A class of nine people fails even if none of them is
//! in the table; `k-map` ignores such a class.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --weak-k 10 -o out.csv`
//!
//! **Defined** by Atzori (2006); Nergiz, Atzori & Clifton (2007) compare it with `delta-presence`
//! in section 5.1.
//!
//! **Deviations** none. The judge sees the classes that were published, and counts their people.
//!
//! **Cost** one comparison per class. Inclusion-monotone. Suppression is not allowed, because the
//! mapping applies to everybody.

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
