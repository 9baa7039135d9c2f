//! t-closeness (Li, Li & Venkatasubramanian 2007): the earth mover's distance between the sensitive
//! values of a class and those of the whole table is at most t, for three ground distances.
//!
//! Merge-monotone, because the distance is convex. The whole table is the *published* one
//! (`relative`), so suppression is repeated until no class violates the remaining table. All three
//! distances are computed in integers: numerator and denominator over the product of the class and
//! table sizes.
//!
//! Manual page: `docs/models/t-closeness.md`.

use incrowd_terms::{self as terms, Closeness, Demand, Distance, Fraction};
use num_bigint::BigUint;

use super::{ClassCounts, Histogram, Model, ModelContext, Monotone, PublishedTable};

pub(super) struct TClosenessModel {
    pub column: String,
    pub secret: usize,
    pub closeness: Closeness,
    /// Per level above the leaves: value code -> node.
    pub levels: Vec<Vec<u32>>,
}

pub(super) fn model(asked: &terms::TCloseness, setting: &ModelContext<'_>) -> Box<dyn Model> {
    Box::new(TClosenessModel::new(asked, setting))
}

impl TClosenessModel {
    pub(super) fn new(asked: &terms::TCloseness, setting: &ModelContext<'_>) -> Self {
        let terms::TCloseness { column, closeness } = asked.clone();
        let levels = match (closeness.distance, setting.hierarchy) {
            (Distance::Hierarchical, Some(tree)) => {
                (1..=tree.height()).map(|level| tree.node_of(level).to_vec()).collect()
            }
            _ => Vec::new(),
        };
        TClosenessModel { column, secret: setting.secret, closeness, levels }
    }

    /// The distance as `numerator / denominator`.
    fn distance(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> (u128, u128) {
        let (histogram, table) = (class.secrets[self.secret], &whole.secrets[self.secret]);
        let (n, total) = (u128::from(class.rows), u128::from(whole.rows));
        match self.closeness.distance {
            Distance::Equal => (equal(histogram, table, n, total), 2 * n * total),
            Distance::Ordered => {
                let table = whole.cumulative(self.secret);
                let gaps = table.values().saturating_sub(1).max(1);
                (table.moved(histogram, n, total), gaps * n * total)
            }
            Distance::Hierarchical => {
                let height = self.levels.len().max(1) as u128;
                (hierarchical(histogram, table, &self.levels, n, total), 2 * height * n * total)
            }
        }
    }
}

/// `n * total * sum |q - p|`: twice the mass that has to move.
fn equal(histogram: Histogram<'_>, table: &[u64], n: u128, total: u128) -> u128 {
    let mut sum = 0;
    let mut absent = total;
    for (&value, &count) in histogram.values.iter().zip(histogram.counts) {
        let overall = u128::from(table[value as usize]);
        absent -= overall;
        sum += (u128::from(count) * total).abs_diff(overall * n);
    }
    sum + absent * n
}

/// `2 * height * n * total * EMD`. Mass moves as low in the tree as it can: what a subtree has
/// too much or too little must cross its root's edge, and each level that it climbs costs one
/// height-th, half for each end of the move. So the distance is the sum over all nodes below the
/// top of |q - p| of the node's subtree, times 1 / (2 height).
fn hierarchical(
    histogram: Histogram<'_>,
    table: &[u64],
    levels: &[Vec<u32>],
    n: u128,
    total: u128,
) -> u128 {
    let mut sum = equal(histogram, table, n, total);
    let inner = levels.split_last().map_or(levels, |(_top, inner)| inner);
    for node_of in inner {
        let nodes = node_of.iter().max().map_or(0, |&node| node as usize + 1);
        let (mut here, mut overall) = (vec![0_u128; nodes], vec![0_u128; nodes]);
        for (&value, &count) in histogram.values.iter().zip(histogram.counts) {
            here[node_of[value as usize] as usize] += u128::from(count);
        }
        for (value, &count) in table.iter().enumerate() {
            overall[node_of[value] as usize] += u128::from(count);
        }
        sum += here.iter().zip(&overall).map(|(q, p)| (q * total).abs_diff(p * n)).sum::<u128>();
    }
    sum
}

impl Model for TClosenessModel {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        let (numerator, denominator) = self.distance(class, whole);
        let t = self.closeness.t;
        match (
            numerator.checked_mul(u128::from(t.denominator())),
            denominator.checked_mul(u128::from(t.numerator())),
        ) {
            (Some(left), Some(right)) => left <= right,
            // Too large for a machine's word.
            _ => {
                BigUint::from(numerator) * t.denominator()
                    <= BigUint::from(denominator) * t.numerator()
            }
        }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn relative(&self) -> bool {
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let (numerator, denominator) = self.distance(class, whole);
        let t = self.closeness.t.max(Fraction::rounded_up(numerator, denominator));
        let closeness = Closeness { t, distance: self.closeness.distance };
        Some(terms::TCloseness { column: self.column.clone(), closeness }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    fn model(t: &str) -> TClosenessModel {
        let asked = terms::TCloseness { column: "s".into(), closeness: t.parse().unwrap() };
        TClosenessModel::new(&asked, &ModelContext::default())
    }

    #[test]
    fn the_papers_salaries() {
        // Li et al. 2007, section 4.1: {3k,4k,5k} against {3k,...,11k} is .375, {6k,8k,11k} .167.
        let table = [1; 9];
        let low = [1, 1, 1, 0, 0, 0, 0, 0, 0];
        let mixed = [0, 0, 0, 1, 0, 1, 0, 0, 1];
        assert!(holds(&model("0.375:ordered"), &low, &table));
        assert!(!holds(&model("0.374:ordered"), &low, &table));
        assert!(holds(&model("1/6:ordered"), &mixed, &table));
        assert!(!holds(&model("0.166:ordered"), &mixed, &table));
    }

    #[test]
    fn equal_distance_is_half_the_difference() {
        assert!(holds(&model("1/4"), &[3, 1], &[2, 2]));
        assert!(!holds(&model("0.2499"), &[3, 1], &[2, 2]));
        assert!(holds(&model("0"), &[1, 1], &[5, 5]));
    }

    #[test]
    fn hierarchical_distance_counts_levels() {
        // Two subtrees of two leaves, height 2.
        let tree =
            |t: &str| TClosenessModel { levels: vec![vec![0, 0, 1, 1], vec![0; 4]], ..model(t) };
        // (1,0,0,0) against uniform: 1/4 moves within the subtree (1/2), 1/2 across (1).
        assert!(holds(&tree("5/8:hierarchical"), &[1, 0, 0, 0], &[1, 1, 1, 1]));
        assert!(!holds(&tree("0.624:hierarchical"), &[1, 0, 0, 0], &[1, 1, 1, 1]));
    }
}
