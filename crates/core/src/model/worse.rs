//! A demand that compares a class with the table, tested twice on a secret: with the spellings of a
//! value merged, and as written. Which test is stricter depends on the class, so both must hold.

use incrowd_terms::{Demand, Fraction, Likeness};

use super::{ClassCounts, Model, Monotone, PublishedTable};

struct Worse {
    merged: Box<dyn Model>,
    written: Box<dyn Model>,
}

/// Holds where both do. Both are of the same demand.
pub(crate) fn worse_of(merged: Box<dyn Model>, written: Box<dyn Model>) -> Box<dyn Model> {
    Box::new(Worse { merged, written })
}

impl Model for Worse {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        self.merged.holds(class, whole) && self.written.holds(class, whole)
    }

    fn monotone(&self) -> Monotone {
        self.merged.monotone().min(self.written.monotone())
    }

    fn relative(&self) -> bool {
        true
    }

    fn may_hold(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        self.merged.may_hold(class, whole) && self.written.may_hold(class, whole)
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let (one, other) =
            (self.merged.nearest(class, whole)?, self.written.nearest(class, whole)?);
        Some(if limit(&one) >= limit(&other) { one } else { other })
    }
}

/// How far a class may be from the table.
fn limit(demand: &Demand) -> Option<Fraction> {
    match demand {
        Demand::TCloseness(asked) => Some(asked.closeness.t),
        Demand::DeltaDisclosure(asked) => Some(asked.delta),
        Demand::BetaLikeness(asked) => match asked.likeness {
            Likeness::Basic(beta) | Likeness::Enhanced(beta) => Some(beta),
        },
        _ => None,
    }
}
