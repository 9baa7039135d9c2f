//! Recursive (C,2)-diversity of membership (Nergiz, Atzori & Clifton 2007, section 5.2): in every
//! class of the population, the larger of members and non-members is at most C times the smaller.
//!
//! It equals delta-presence with the limits 1/(1+C) and C/(1+C), and is merge-monotone for the same
//! reason. The paper introduces it to show why it is unsuitable.
//!
//! Manual page: `docs/models/mixed-membership.md`.

use incrowd_terms::{Demand, Fraction, MixedMembership};

use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

pub(super) fn model(asked: &MixedMembership, _: &ModelContext<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for MixedMembership {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let members = class.members.min(class.people);
        let others = class.people - members;
        let (more, fewer) = (members.max(others), members.min(others));
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        fewer > 0 && product(more, self.c.denominator()) <= product(fewer, self.c.numerator())
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn holds_unpublished(&self, class: &ClassCounts<'_>) -> bool {
        class.people == 0
    }

    fn allows_suppression(&self) -> bool {
        false
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let members = class.members.min(class.people);
        let others = class.people - members;
        let (more, fewer) = (members.max(others), members.min(others));
        (fewer > 0).then(|| MixedMembership { c: self.c.max(Fraction::new(more, fewer)) }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::recursive_cl::RecursiveCl;
    use super::super::testing;
    use super::*;

    #[test]
    fn membership_is_a_secret_of_two_values() {
        for members in 0..9_u64 {
            for others in 0..9_u64 {
                for c in [Fraction::ONE, Fraction::new(3, 2), Fraction::from(2)] {
                    let people = members + others;
                    let class = ClassCounts::of_rows(members, people, &[], &[]);
                    let whole = PublishedTable::of_rows(0, vec![]);
                    let column = "member".to_owned();
                    let recursive = RecursiveCl { column, secret: 0, c, l: 2, strict: false };
                    let counts = [members, others];
                    assert_eq!(
                        MixedMembership { c }.holds(&class, &whole),
                        testing::holds(&recursive, &counts, &counts)
                    );
                }
            }
        }
    }
}
