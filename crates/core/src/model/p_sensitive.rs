//! p-sensitive k-anonymity (Truta & Vinay 2006): every class has at least p distinct values of each
//! sensitive column.
//!
//! Inclusion-monotone. Condition 2 of the paper bounds the number of classes (`most_groups`).
//!
//! Deviations: the paper suppresses only classes below k, which can break p; here every violating
//! class is suppressed. The paper also counts classes before suppression, and so rejects valid
//! nodes; here the classes that remain are counted.
//!
//! Manual page: `docs/models/p-sensitivity.md`.

use incrowd_terms::{Demand, PSensitivity};

use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct PSensitive {
    column: String,
    secret: usize,
    p: u64,
}

pub(super) fn model(asked: &PSensitivity, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let PSensitivity { column, p } = asked.clone();
    Box::new(PSensitive { column, secret: setting.secret, p })
}

impl Model for PSensitive {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        class.secrets[self.secret].values.len() as u64 >= self.p
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn most_classes(&self, whole: &PublishedTable) -> u64 {
        most_groups(&whole.secrets[self.secret], self.p)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
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
