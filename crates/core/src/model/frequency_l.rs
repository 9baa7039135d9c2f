//! Frequency l-diversity (Xiao & Tao 2006; Zare-Mirakabad): no sensitive value has more than 1/l of
//! the rows of a class.
//!
//! Merge-monotone, because the share of a value in a union is at most the larger of its shares in
//! the parts. Not inclusion-monotone: adding ten equal rows to a balanced class can break it.
//! Decided in integers: l * count <= rows.
//!
//! Manual page: `docs/models/frequency-l-diversity.md`.

use incrowd_terms::{Demand, Diversity, Fraction, LDiversity};

use super::{ClassCounts, Model, Monotone, PublishedTable};

pub(super) struct FrequencyL {
    pub column: String,
    pub secret: usize,
    pub l: Fraction,
}

impl Model for FrequencyL {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let most = class.secrets[self.secret].counts.iter().copied().max().unwrap_or(0);
        let left = u128::from(self.l.numerator()) * u128::from(most);
        left <= u128::from(self.l.denominator()) * u128::from(class.rows)
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let most = class.secrets[self.secret].counts.iter().copied().max()?;
        let diversity = Diversity::Frequency(self.l.min(Fraction::new(class.rows, most)));
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    #[test]
    fn one_third_is_one_third() {
        let model = |l: &str| FrequencyL { column: "s".into(), secret: 0, l: l.parse().unwrap() };
        assert!(holds(&model("3"), &[1, 1, 1], &[1, 1, 1]));
        assert!(!holds(&model("3"), &[2, 1, 1], &[2, 1, 1]));
        assert!(holds(&model("3/2"), &[2, 1], &[2, 1]));
    }
}
