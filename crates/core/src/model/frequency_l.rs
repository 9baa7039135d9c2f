//! # Frequency l-diversity
//!
//! **Promises** that no value of the sensitive column has more than 1/l of the rows of any class:
//! nobody's secret can be guessed with a probability above 1/l.
//!
//! **Against** someone who knows that a person is in the table and guesses the most frequent secret
//! of the person's class.
//!
//! **Not promised** protection against an attacker who can exclude values: in a class with three
//! equally frequent secrets, excluding one leaves a probability of 1/2 (`recursive`). A value that
//! is rare in the table may be frequent in a class (`beta-likeness`).
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
//! **Cost** one pass over the values of a class. Merge-monotone, but not inclusion-monotone:
//! merging ten equal rows into a balanced class can break it, so with suppression a search can only
//! prune by cost.

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
