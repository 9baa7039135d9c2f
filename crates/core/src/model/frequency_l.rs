//! # Frequency l-diversity
//!
//! **Promises** that no value of the sensitive column has more than one l-th of the rows of any
//! class: nobody's secret can be guessed with a better chance than 1 in l.
//!
//! **Against** someone who knows that a person is in the table and guesses the most frequent secret
//! of the person's class.
//!
//! **Not promised** anything against someone who can rule values out: of a class with three equally
//! frequent secrets, who knows that one is impossible guesses with 1 in 2 (`recursive`). And a
//! value that is rare in the table may be frequent in a class (`beta-likeness`).
//!
//! **Example** a class with three different illnesses in three rows has l = 3 exactly; with counts
//! 2, 1 and 1 it has 4/2 = 2.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --l frequency:2 --suppress 2% -o out.csv`
//!
//! **Defined** as in Xiao and Tao (2006) and Zare-Mirakabad: for every value, l * count <= rows of
//! the class. l may be a fraction.
//!
//! **Deviations** none; decided in integers.
//!
//! **Cost** one pass over the values of a class. Merge-monotone, but not inclusion-monotone: ten
//! equal rows merged into a balanced class can spoil it, so with suppression a search may prune by
//! cost alone.

use incrowd_terms::{Demand, Diversity, Fraction, LDiversity};

use super::{ClassCounts, Model, Monotone, Whole};

pub(super) struct FrequencyL {
    pub column: String,
    pub secret: usize,
    pub l: Fraction,
}

impl Model for FrequencyL {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
        let most = class.secrets[self.secret].counts.iter().copied().max().unwrap_or(0);
        let left = u128::from(self.l.numerator()) * u128::from(most);
        left <= u128::from(self.l.denominator()) * u128::from(class.rows)
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
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
