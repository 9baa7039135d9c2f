//! (alpha,k)-anonymity (Wong et al. 2006), in its general form: no sensitive value has more than
//! the share alpha of a class. The demand on k is a separate k-anonymity model.
//!
//! Merge-monotone, because the share of a value in a union is at most the larger of its shares in
//! the parts. Shares are compared in integers.
//!
//! Manual page: `docs/models/alpha-k-anonymity.md`.

use incrowd_terms::{self as terms, Demand, Fraction};

use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct AlphaKModel {
    column: String,
    secret: usize,
    alpha: Fraction,
}

pub(super) fn model(asked: &terms::AlphaK, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let terms::AlphaK { column, alpha } = asked.clone();
    Box::new(AlphaKModel { column, secret: setting.secret, alpha })
}

impl AlphaKModel {
    fn largest_share(&self, class: &ClassCounts<'_>) -> Fraction {
        let most = class.secrets[self.secret].counts.iter().copied().max().unwrap_or(0);
        Fraction::new(most, class.rows.max(1))
    }
}

impl Model for AlphaKModel {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.largest_share(class) <= self.alpha
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let alpha = self.alpha.max(self.largest_share(class));
        Some(terms::AlphaK { column: self.column.clone(), alpha }.into())
    }
}
