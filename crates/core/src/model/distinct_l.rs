//! # Distinct l-diversity
//!
//! **Promises** that every class has at least l distinct values of the sensitive column.
//!
//! **Against** someone who knows that a person is in the table and wants the secret; the simplest
//! of the l-diversities, and the weakest: l - 1 of the values may be rare.
//!
//! **Defined** by Machanavajjhala et al. (2006). For one column it is p-sensitivity without k.
//!
//! **Deviations** none.
//!
//! **Cost** one comparison per class. Inclusion-monotone.
//!
//! **Example** `incrowd release patients.csv --qi age,zip --sensitive illness --l distinct:3 -o out.csv`

use incrowd_terms::{Demand, Diversity, LDiversity};

use super::{Class, Model, Monotone, Whole};

pub(super) struct DistinctL {
    pub column: String,
    pub secret: usize,
    pub l: u64,
}

impl Model for DistinctL {
    fn holds(&self, class: &Class<'_>, _: &Whole) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.l
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn most_classes(&self, whole: &Whole) -> u64 {
        super::most_groups(&whole.secrets[self.secret], self.l)
    }

    fn nearest(&self, class: &Class<'_>, _: &Whole) -> Option<Demand> {
        let l = self.l.min(class.secrets[self.secret].values.len() as u64);
        let diversity = Diversity::Distinct(l);
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}
