//! # k-anonymity
//!
//! **Promises** that every published row looks, in its quasi-identifiers, like at least k - 1
//! others: whoever is known to be in the table can be any of k rows.
//!
//! **Against** someone who knows a person's quasi-identifiers and that the person is in the table,
//! and wants to find the row.
//!
//! **Not promised** that the secret stays one. What all k rows of a class have in common is known
//! of everybody in it: add `l-diversity` or `p-sensitivity`. That a person is in the table at all
//! is not hidden either: that is `delta-presence`. And what was not named as a quasi-identifier is
//! not looked at.
//!
//! **Example** of five rows with ages 31, 33, 34, 52 and 58, two classes `[30,35)` and `[50,60)`
//! are 2-anonymous, since the smaller one has two rows. For k = 3 no two classes will do: all five
//! must look alike. In the demo's study nearly everybody stands alone, until columns are made
//! coarser:
//!
//! ```console
//! $ incrowd check study.csv --qi age,sex,zip,job --k 5
//! ...
//!   FAILS  5-anonymity  measured 1
//! ...
//! [1]
//! $ incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness \
//!     --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:jobs.txt \
//!     --k 5 --suppress 2% -o out.csv
//! ...
//!   holds  5-anonymity  measured 5
//! ...
//! ```
//!
//! **Defined** by Samarati and Sweeney (1998): every class has at least k rows.
//!
//! **Deviations** none. Missing values are a value like any other: two rows are alike only if their
//! published bytes are.
//!
//! **Cost** one comparison per class. Inclusion-monotone: searches prune both ways, with or without
//! suppression.

use incrowd_terms::{Demand, KAnonymity};

use super::{ClassCounts, CountConstraints, Model, Monotone, Setting, Whole};

pub(super) fn model(asked: &KAnonymity, _: &Setting<'_>) -> Box<dyn Model> {
    Box::new(asked.clone())
}

impl Model for KAnonymity {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
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

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        constraints.rows = constraints.rows.max(self.k);
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        Some(KAnonymity { k: class.rows.min(self.k) }.into())
    }
}
