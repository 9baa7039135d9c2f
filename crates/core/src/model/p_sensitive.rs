//! # p-sensitive k-anonymity
//!
//! **Promises** that every class of a k-anonymous table has at least p distinct values of *each*
//! sensitive column, so that finding a person's class leaves at least p possible secrets.
//!
//! **Against** someone who knows that a person is in the table and wants the secret.
//!
//! **Not promised** that the p values are equally likely, because it counts values and not rows:
//! use `frequency-l` or `entropy-l`. The values need not differ much: p close numbers count as p
//! values (`proximity`).
//!
//! **Example** three rows with the illnesses AIDS, AIDS and diabetes and the incomes 50,000, 50,000
//! and 50,000 are 2-sensitive in the illness and 1-sensitive in the income, so 1-sensitive. With
//! one income of 40,000 they would be 2-sensitive. In a table of 1,000 rows whose five values have
//! 900, 90, 5, 3 and 2 rows, p = 3 allows at most 10 classes, because the three rarest have 10 rows
//! together.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --p 2 --suppress 2% -o out.csv`
//!
//! **Defined** by Truta & Vinay (2006), definition 2; 1 <= p <= k, and `--p` alone implies k = p.
//!
//! **Deviations** Truta & Vinay (2006) suppress only rows of classes smaller than k, which can
//! break p; here every class that violates k or p is suppressed. Two conditions of the paper reject
//! most nodes early: no class can have more distinct values than the table (condition 1), and rare
//! values limit the number of classes (condition 2). The paper counts classes before suppression,
//! and so rejects valid nodes; here the number after suppression counts.
//!
//! **Cost** one comparison per class and column. Inclusion-monotone. The conditions are computed
//! once from how often each value occurs. They reject three of five nodes of `samarati`, which
//! takes a third of the time with them; `optimal`, which prunes in other ways, gains a few percent.

use incrowd_terms::{Demand, PSensitivity};

use super::{ClassCounts, Model, Monotone, Setting, Whole};

struct PSensitive {
    column: String,
    secret: usize,
    p: u64,
}

pub(super) fn model(asked: &PSensitivity, setting: &Setting<'_>) -> Box<dyn Model> {
    let PSensitivity { column, p } = asked.clone();
    Box::new(PSensitive { column, secret: setting.secret, p })
}

impl Model for PSensitive {
    fn holds(&self, class: &ClassCounts<'_>, _: &Whole) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.p
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn most_classes(&self, whole: &Whole) -> u64 {
        most_groups(&whole.secrets[self.secret], self.p)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &Whole) -> Option<Demand> {
        let p = self.p.min(class.secrets[self.secret].values.len() as u64);
        Some(PSensitivity { column: self.column.clone(), p }.into())
    }
}

/// Condition 2 of Truta & Vinay (2006): the most classes of at least `p` distinct values that rows
/// with these values (so many each) can form, whichever of them are left out.
///
/// The p - i most frequent values give every class at most p - i of its values, so i more must come
/// from the other rows, for each i.
#[must_use]
pub fn most_groups(rows_per_value: &[u64], p: u64) -> u64 {
    let mut rows: Vec<u64> = rows_per_value.iter().copied().filter(|&rows| rows > 0).collect();
    rows.sort_unstable_by(|a, b| b.cmp(a));
    let all: u64 = rows.iter().sum();
    if p > rows.len() as u64 {
        return 0;
    }
    let frequent = rows.iter().scan(0, |sum, rows| {
        *sum += rows;
        Some(*sum)
    });
    let others = frequent.zip(1..p).map(|(frequent, values)| (all - frequent) / (p - values));
    others.min().unwrap_or(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rare_values_go_round_for_so_many_classes() {
        // Truta & Vinay (2006), section 3: 900, 90, 5, 3 and 2 rows, three distinct values each.
        assert_eq!(most_groups(&[5, 900, 3, 90, 2], 3), 10);
        assert_eq!(most_groups(&[3, 0, 2], 3), 0);
        assert_eq!(most_groups(&[3, 2, 1], 1), 6);
    }
}
