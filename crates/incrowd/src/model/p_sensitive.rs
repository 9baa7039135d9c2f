//! # p-sensitive k-anonymity
//!
//! **Promises** that every class of a k-anonymous table has at least p distinct values of *each*
//! sensitive column, so that finding a person's class leaves at least p possible secrets.
//!
//! **Against** someone who knows that a person is in the table and wants the secret. It counts
//! values, not rows: one value may still be much likelier than the others (use frequency or
//! entropy l-diversity), and p close numbers count as p values.
//!
//! **Defined** by Truta and Vinay (2006), paper 004, definition 2; 1 <= p <= k, and `--p` alone
//! implies k = p.
//!
//! **Deviations** 004 suppresses only rows of classes smaller than k, and p can then fail where
//! it held before; here every class that violates k or p is suppressed.
//!
//! **Cost** one comparison per class and column. Inclusion-monotone.
//!
//! **Example** `incrowd release patients.csv --qi age,zip --sensitive illness,income --k 3 --p 2 -o out.csv`

use incrowd_terms::Demand;

use super::{Class, Model, Monotone, Whole};

pub(super) struct PSensitive {
    pub column: String,
    pub secret: usize,
    pub p: u64,
}

impl Model for PSensitive {
    fn holds(&self, class: &Class<'_>, _: &Whole) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.p
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn nearest(&self, class: &Class<'_>, _: &Whole) -> Option<Demand> {
        let p = self.p.min(class.secrets[self.secret].values.len() as u64);
        Some(Demand::PSensitivity { column: self.column.clone(), p })
    }
}
