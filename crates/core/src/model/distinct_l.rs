//! Distinct l-diversity (Machanavajjhala et al. 2006): every class has at least l distinct
//! sensitive values.
//!
//! Inclusion-monotone. For one column it is the same predicate as p-sensitivity; the two are
//! separate because papers and users ask for them by different names.
//!
//! Manual page: `docs/models/distinct-l-diversity.md`.

use incrowd_terms::{Demand, Diversity, LDiversity};

use super::{ClassCounts, Model, Monotone, PublishedTable};

pub(super) struct DistinctL {
    pub column: String,
    pub secret: usize,
    pub l: u64,
}

impl Model for DistinctL {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.l
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn most_classes(&self, whole: &PublishedTable) -> u64 {
        super::most_groups(&whole.secrets[self.secret], self.l)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let l = self.l.min(class.secrets[self.secret].values.len() as u64);
        let diversity = Diversity::Distinct(l);
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}
