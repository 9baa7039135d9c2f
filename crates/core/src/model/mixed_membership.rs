//! # Mixed membership
//!
//! **Promises** that members and non-members are mixed in every class of the population: the larger
//! group is at most C times the smaller one. This is recursive (C,2)-diversity of membership.
//!
//! **Against** someone who has the population register and wants to know who is in the table.
//!
//! **Not promised** free limits. It is `delta-presence` with the deltas 1/(1+C) and C/(1+C), which
//! is too strict from below if few people are members.
//!
//! **Example** for C = 20 a class of 21 people needs at least one member and at least one other. To
//! allow a class of 100 people with one member, C must be 99, and then 99 members of 100 are
//! allowed as well.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --membership 20 -o out.csv`
//!
//! **Defined** in Nergiz, Atzori & Clifton (2007), section 5.2, who show why it is not suitable.
//!
//! **Deviations** none; equality passes, as in the paper.
//!
//! **Cost** one comparison per class. Merge-monotone. Nothing may be suppressed.

use incrowd_terms::{Demand, Fraction, MixedMembership};

use super::{ClassCounts, Model, Monotone, Setting, Whole};

pub(super) fn model(asked: &MixedMembership, _: &Setting<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for MixedMembership {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
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

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
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
                    let whole = Whole::of_rows(0, vec![]);
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
