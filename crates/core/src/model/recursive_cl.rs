//! # Recursive (c,l)-diversity
//!
//! **Promises** that the most frequent sensitive value of a class is not too frequent compared with
//! the rare ones: with counts r1 >= r2 >= ... >= rm, r1 < c (r_l + ... + r_m).
//!
//! **Against** someone who knows that a person is in the table and can rule out up to l - 2 values:
//! the best remaining guess is still uncertain.
//!
//! **Not promised** that a value that is rare in the table is not frequent in a class
//! (`beta-likeness`), nor that values differ in meaning (`t-closeness`, `proximity`).
//!
//! **Example** counts 10, 1, 1 and 1 meet (4,2), since 10 < 4 * 3, and fail (3,2). Counts 2 and 1
//! meet (2,2) with `<=` and fail it with `<`.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --l recursive:4,3 --suppress 2% -o out.csv`
//!
//! **Defined** by Machanavajjhala et al. (2006) with `<` (`recursive:c,l`); Nergiz, Atzori &
//! Clifton (2007), section 5.2, use `<=` (`recursive-le:c,l`). Both are offered.
//!
//! **Deviations** none; a class with fewer than l values fails, whatever c.
//!
//! **Cost** sorting the counts of a class. Merge-monotone.

use incrowd_terms::{Demand, Diversity, Fraction, LDiversity};

use super::{ClassCounts, Model, Monotone, Whole};

pub(super) struct RecursiveCl {
    pub column: String,
    pub secret: usize,
    pub c: Fraction,
    pub l: u64,
    pub strict: bool,
}

impl RecursiveCl {
    /// r1 and r_l + ... + r_m.
    fn head_and_tail(&self, class: &ClassCounts<'_>) -> (u64, u64) {
        let mut counts = class.secrets[self.secret].counts.to_vec();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let head = counts.first().copied().unwrap_or(0);
        let before = usize::try_from(self.l).unwrap_or(usize::MAX).saturating_sub(1);
        (head, counts.iter().skip(before).sum())
    }
}

impl Model for RecursiveCl {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
        let (head, tail) = self.head_and_tail(class);
        let left = u128::from(head) * u128::from(self.c.denominator());
        let right = u128::from(tail) * u128::from(self.c.numerator());
        tail > 0 && if self.strict { left < right } else { left <= right }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        let (head, tail) = self.head_and_tail(class);
        if tail == 0 {
            return None;
        }
        let just = Fraction::new(head, tail);
        // `<` needs a little more than the ratio itself.
        let above = u128::from(head) * 1_000_000 / u128::from(tail) + 1;
        let above = Fraction::rounded_up(above, 1_000_000);
        let c = self.c.max(if self.strict { above } else { just });
        let diversity = Diversity::Recursive { c, l: self.l, strict: self.strict };
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    #[test]
    fn golden_vectors() {
        let golden = include_str!("../../tests/golden/recursive_cl.json");
        let golden: serde_json::Value = serde_json::from_str(golden).unwrap();
        for case in golden["cases"].as_array().unwrap() {
            let input = &case["input"];
            let counts: Vec<u64> = serde_json::from_value(input["class_counts"].clone()).unwrap();
            for (strict, key) in [(true, "lt"), (false, "le")] {
                let model = RecursiveCl {
                    column: "s".into(),
                    secret: 0,
                    c: Fraction::from(input["c"].as_u64().unwrap()),
                    l: input["l"].as_u64().unwrap(),
                    strict,
                };
                let expected = case["expected"][key].as_bool().unwrap();
                assert_eq!(holds(&model, &counts, &counts), expected, "{} {key}", case["id"]);
            }
        }
    }
}
