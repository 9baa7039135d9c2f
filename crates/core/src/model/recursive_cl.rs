//! Recursive (c,l)-diversity: with counts r1 >= ... >= rm of a class, r1 < c (r_l + ... + r_m).
//!
//! Machanavajjhala et al. (2006) use `<`, Nergiz, Atzori & Clifton (2007) use `<=`; `strict`
//! selects one. Merge-monotone. A class with fewer than l values fails for every c.
//!
//! Manual page: `docs/models/recursive-cl-diversity.md`.

use incrowd_terms::{Demand, Diversity, Fraction, LDiversity};

use super::{ClassCounts, Model, Monotone, PublishedTable};

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
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let (head, tail) = self.head_and_tail(class);
        let left = u128::from(head) * u128::from(self.c.denominator());
        let right = u128::from(tail) * u128::from(self.c.numerator());
        tail > 0 && if self.strict { left < right } else { left <= right }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
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
