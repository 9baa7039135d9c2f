//! # k-anonymity
//!
//! **Promises** that every published row has the same quasi-identifiers as at least k - 1 others: a
//! person known to be in the table can be any of k rows.
//!
//! **Against** someone who knows a person's quasi-identifiers and that the person is in the table,
//! and wants to find the row.
//!
//! **Not promised** protection of sensitive values. A value that all rows of a class share is known
//! for everybody in it: add `l-diversity` or `p-sensitivity`. Membership in the table is not
//! hidden: use `delta-presence`. Columns that are not quasi-identifiers are ignored.
//!
//! **Example** of five rows with ages 31, 33, 34, 52 and 58, two classes `[30,35)` and `[50,60)`
//! are 2-anonymous, since the smaller one has two rows. For k = 3, all five rows must form one
//! class. In the demo's study nearly every row is unique until columns are generalized:
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
//! **Deviations** none. A missing value is a value like any other: two rows are equal only if their
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
        class.members >= self.k
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn most_classes(&self, whole: &Whole) -> u64 {
        whole.most_members / self.k.max(1)
    }

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        constraints.rows = constraints.rows.max(self.k);
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        Some(KAnonymity { k: class.members.min(self.k) }.into())
    }
}
