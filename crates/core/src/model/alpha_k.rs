//! # (alpha,k)-anonymity
//!
//! **Promises** that no sensitive value makes up more than the share alpha of any class, in a table
//! that is also k-anonymous.
//!
//! **Against** an attacker who knows that a person is in the table and wants to infer the secret
//! with more confidence than alpha.
//!
//! **Not promised** that a value that is rare in the table is also rare in every class
//! (`beta-likeness`). k is set by `--k`; without it, there is no minimum class size.
//!
//! **Example** a class with three equally frequent secrets has alpha = 1/3 and meets 1/3; one with
//! the counts 2, 1 and 1 has 1/2 and does not.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --alpha-k 0.7 --suppress 2% -o out.csv`
//!
//! **Defined** by Wong et al. (2006), in its general form (every value is protected). alpha = 1/l
//! is `frequency-l`.
//!
//! **Deviations** none; shares are compared in integers, so 1/3 <= 1/3.
//!
//! **Cost** one pass over the values of a class. Merge-monotone.

use incrowd_terms::{self as terms, Demand, Fraction};

use super::{ClassCounts, Model, Monotone, Setting, Whole};

struct AlphaK {
    column: String,
    secret: usize,
    alpha: Fraction,
}

pub(super) fn model(asked: &terms::AlphaK, setting: &Setting<'_>) -> Box<dyn Model> {
    let terms::AlphaK { column, alpha } = asked.clone();
    Box::new(AlphaK { column, secret: setting.secret, alpha })
}

impl AlphaK {
    fn largest_share(&self, class: &ClassCounts<'_>) -> Fraction {
        let most = class.secrets[self.secret].counts.iter().copied().max().unwrap_or(0);
        Fraction::new(most, class.rows.max(1))
    }
}

impl Model for AlphaK {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
        self.largest_share(class) <= self.alpha
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        let alpha = self.alpha.max(self.largest_share(class));
        Some(terms::AlphaK { column: self.column.clone(), alpha }.into())
    }
}
