//! # Distinct l-diversity
//!
//! **Promises** that every class has at least l distinct values of the sensitive column.
//!
//! **Against** someone who knows that a person is in the table and wants the secret; the simplest
//! of the l-diversities.
//!
//! **Not promised** protection against good guesses. It is the weakest form of l-diversity: l - 1
//! of the values may be rare, and all may have a similar meaning. Use `frequency-l` against
//! guesses, `t-closeness` or `beta-likeness` if the overall distribution is known, and `proximity`
//! if the secret is a number.
//!
//! **Example** a class of ten rows with the illnesses flu (8), asthma (1) and hiv (1) has l = 3,
//! but guessing flu is right in eight of ten cases.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --l distinct:3 --suppress 2% -o out.csv`
//!
//! **Defined** by Machanavajjhala et al. (2006). For one column it is `p-sensitivity` without k.
//!
//! **Deviations** none.
//!
//! **Cost** one comparison per class. Inclusion-monotone.

use incrowd_terms::{Demand, Diversity, LDiversity};

use super::{ClassCounts, Model, Monotone, Whole};

pub(super) struct DistinctL {
    pub column: String,
    pub secret: usize,
    pub l: u64,
}

impl Model for DistinctL {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.l
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn most_classes(&self, whole: &Whole) -> u64 {
        super::most_groups(&whole.secrets[self.secret], self.l)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        let l = self.l.min(class.secrets[self.secret].values.len() as u64);
        let diversity = Diversity::Distinct(l);
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}
