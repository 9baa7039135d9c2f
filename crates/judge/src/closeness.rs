//! t-closeness: how far a class's distribution of a column is from the whole table's.
//!
//! The earth mover's distance under the three ground distances of the original paper (Li, Li and
//! Venkatasubramanian 2007), each as an exact [`Share`]: with `c` and `C` rows of a value in a
//! class of `n` and a table of `N` rows, every term is a whole number of `1/(n N)`.

use crate::chains::Chains;
use crate::error::JudgeError;
use crate::exact::Share;
use crate::values_by_class::{ClassValues, ValuesByClass};
use incrowd_terms::Nulls;
use num_bigint::BigUint;

/// How far apart values are.
#[derive(Debug)]
pub(crate) enum GroundDistance {
    Equal,
    Ordered(Ranking),
    Tree(HierarchyTree),
}

impl GroundDistance {
    /// How far a class is from the table.
    pub(crate) fn distance(&self, spread: &ValuesByClass, class: ClassValues<'_>) -> Share {
        match self {
            GroundDistance::Equal => equal(spread, class),
            GroundDistance::Ordered(ranking) => ranking.distance(spread, class),
            GroundDistance::Tree(tree) => tree.distance(spread, class),
        }
    }

    /// The same for weights of any size: what it costs to move one distribution onto another, in
    /// steps of which so many are one.
    pub(crate) fn cost(&self, here: &[BigUint], usual: &[BigUint]) -> (BigUint, u64) {
        let above = |here: &BigUint, usual: &BigUint| match here > usual {
            true => here - usual,
            false => BigUint::ZERO,
        };
        let apart = |here: &BigUint, usual: &BigUint| above(here, usual) + above(usual, here);
        match self {
            GroundDistance::Equal => (here.iter().zip(usual).map(|(a, b)| above(a, b)).sum(), 1),
            GroundDistance::Ordered(_) => {
                let gaps = here.len().saturating_sub(1);
                let (mut before, mut before_usual) = (BigUint::ZERO, BigUint::ZERO);
                let crossing = here.iter().zip(usual).take(gaps).map(|(a, b)| {
                    before += a;
                    before_usual += b;
                    apart(&before, &before_usual)
                });
                (crossing.sum(), gaps.max(1) as u64)
            }
            GroundDistance::Tree(tree) => {
                let mut cost = BigUint::ZERO;
                for (nodes, totals) in &tree.levels {
                    let mut below = vec![(BigUint::ZERO, BigUint::ZERO); totals.len()];
                    for ((a, b), &node) in here.iter().zip(usual).zip(nodes) {
                        let (here, usual) = &mut below[node as usize];
                        *here += a;
                        *usual += b;
                    }
                    cost += below.iter().map(|(a, b)| above(a, b)).sum::<BigUint>();
                }
                (cost, tree.levels.len().max(1) as u64)
            }
        }
    }
}

/// The largest difference between a value's share in the class and in the table, where a column counts
/// the people who have it. `commonest` are its values, the most frequent in the table first.
pub(crate) fn largest_difference(
    spread: &ValuesByClass,
    class: ClassValues<'_>,
    commonest: &[u32],
) -> Share {
    let (n, all) = (u128::from(class.rows), u128::from(spread.rows));
    let difference =
        |rows: u64, total: u64| (u128::from(rows) * all).abs_diff(u128::from(total) * n);
    let has = |value: &u32| class.cells.binary_search_by_key(value, |cell| cell.value).is_ok();
    let lacking = commonest.iter().find(|value| !has(value));
    let lacking = lacking.map(|&value| difference(0, spread.total(value)));
    let here = class.cells.iter().map(|cell| difference(cell.rows, spread.total(cell.value)));
    Share::new(here.chain(lacking).max().unwrap_or(0), n * all)
}

/// The values of a column, the most frequent in the table first.
pub(crate) fn commonest(spread: &ValuesByClass) -> Vec<u32> {
    let mut values: Vec<u32> = (0..spread.totals.len() as u32).collect();
    values.sort_by_key(|&value| std::cmp::Reverse(spread.total(value)));
    values
}

/// Any two values are equally far apart: the sum of what the class has too much of.
pub(crate) fn equal(spread: &ValuesByClass, class: ClassValues<'_>) -> Share {
    let (n, all) = (u128::from(class.rows), u128::from(spread.rows));
    let excess = class.cells.iter().map(|cell| {
        (u128::from(cell.rows) * all).saturating_sub(u128::from(spread.total(cell.value)) * n)
    });
    Share::new(excess.sum(), n * all)
}

/// Running totals of a column's values, from which ordered distances of a class are found in time
/// proportional to its own values, however many the table has.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// Rows of the table up to and including each rank.
    up_to: Vec<u64>,
    /// Sums of `up_to` before each rank.
    sums: Vec<u128>,
}

impl Ranking {
    pub(crate) fn of(spread: &ValuesByClass) -> Self {
        let (mut rows, mut sum) = (0, 0);
        let up_to: Vec<u64> = (spread.totals.iter())
            .map(|total| {
                rows += total;
                rows
            })
            .collect();
        let mut sums = vec![0];
        for &rows in &up_to {
            sum += u128::from(rows);
            sums.push(sum);
        }
        Ranking { up_to, sums }
    }

    /// Neighbouring values are `1/(m-1)` apart: the mean over the `m-1` gaps between neighbours of
    /// how much has to cross.
    pub(crate) fn distance(&self, spread: &ValuesByClass, class: ClassValues<'_>) -> Share {
        let gaps = self.up_to.len().saturating_sub(1);
        if gaps == 0 {
            return Share::ZERO;
        }
        let (n, all) = (u128::from(class.rows), u128::from(spread.rows));
        let (mut crossing, mut seen, mut from) = (0_u128, 0_u128, 0);
        for cell in class.cells {
            crossing += self.difference(from, cell.value as usize, seen * all, n);
            seen += u128::from(cell.rows);
            from = cell.value as usize;
        }
        crossing += self.difference(from, gaps, seen * all, n);
        Share::new(crossing, gaps as u128 * n * all)
    }

    /// Sum of `|here - n * up_to[rank]|` over the ranks `from..to`: `up_to` grows, so the sign
    /// changes once.
    fn difference(&self, from: usize, to: usize, here: u128, n: u128) -> u128 {
        let turn =
            from + self.up_to[from..to].partition_point(|&rows| u128::from(rows) * n <= here);
        let below = here * (turn - from) as u128 - n * (self.sums[turn] - self.sums[from]);
        let above = n * (self.sums[to] - self.sums[turn]) - here * (to - turn) as u128;
        below + above
    }
}

/// A column's values as leaves of its hierarchy: at each level below the top, the node above each
/// value and the rows of the table below each node.
#[derive(Debug)]
pub(crate) struct HierarchyTree {
    levels: Vec<(Vec<u32>, Vec<u64>)>,
}

impl HierarchyTree {
    pub(crate) fn of(
        spread: &ValuesByClass,
        column: &str,
        chains: &Chains,
        nulls: &Nulls,
    ) -> Result<Self, JudgeError> {
        let mut levels = Vec::with_capacity(chains.height());
        for level in 0..chains.height() {
            let mut labels = crate::texts::TextNumbers::default();
            let mut nodes = Vec::with_capacity(spread.texts.len());
            for text in &spread.texts {
                let label = match chains.chain(text) {
                    Some(chain) => &chain[level],
                    // A missing value that the hierarchy lacks stays itself up to the top.
                    None if nulls.is_missing(text) => text,
                    None => {
                        let (column, value) = (column.to_owned(), text.clone());
                        return Err(JudgeError::NotInHierarchy { column, value });
                    }
                };
                nodes.push(labels.number(label)?);
            }
            let mut totals = vec![0; labels.len()];
            for (&node, total) in nodes.iter().zip(&spread.totals) {
                totals[node as usize] += total;
            }
            levels.push((nodes, totals));
        }
        Ok(HierarchyTree { levels })
    }

    /// Two values are as far apart as their lowest common ancestor is high. That is a path in a
    /// tree whose edges all have length `1/(2 height)`, and what crosses an edge is what the node
    /// below it has too much or too little of: so the distance is the mean over the levels below
    /// the top of the equal distance there. (The paper's cost recursion gives the same number.)
    pub(crate) fn distance(&self, spread: &ValuesByClass, class: ClassValues<'_>) -> Share {
        if self.levels.is_empty() {
            return Share::ZERO;
        }
        let (n, all) = (u128::from(class.rows), u128::from(spread.rows));
        let mut excess = 0_u128;
        let mut below: Vec<(u32, u64)> = Vec::with_capacity(class.cells.len());
        for (nodes, totals) in &self.levels {
            below.clear();
            below.extend(class.cells.iter().map(|cell| (nodes[cell.value as usize], cell.rows)));
            below.sort_unstable();
            for node in below.chunk_by(|a, b| a.0 == b.0) {
                let rows: u64 = node.iter().map(|(_, rows)| rows).sum();
                let expected = u128::from(totals[node[0].0 as usize]) * n;
                excess += (u128::from(rows) * all).saturating_sub(expected);
            }
        }
        Share::new(excess, self.levels.len() as u128 * n * all)
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::Fraction;
    use proptest::prelude::*;

    use super::*;
    use crate::values_by_class::tests::spread;

    fn assert_share(share: Share, expected: Fraction) {
        assert!(share.compare(expected).is_eq(), "{share:?} is not {expected}");
    }

    #[test]
    fn salaries_of_the_paper() {
        // Example of the t-closeness paper: nine salaries, classes {3,4,5}k and {6,8,11}k.
        let rows = ["a 3", "a 4", "a 5", "b 6", "b 8", "b 11", "c 7", "c 9", "c 10"];
        let spread = spread(&rows);
        let ranking = Ranking::of(&spread);
        assert_share(ranking.distance(&spread, spread.class(0)), Fraction::new(3, 8));
        assert_share(ranking.distance(&spread, spread.class(1)), Fraction::new(1, 6));
        assert_share(equal(&spread, spread.class(0)), Fraction::new(2, 3));
    }

    #[test]
    fn a_single_value_is_close() {
        let spread = spread(&["a x", "b x", "b x"]);
        assert_share(equal(&spread, spread.class(1)), Fraction::ZERO);
        assert_share(Ranking::of(&spread).distance(&spread, spread.class(1)), Fraction::ZERO);
    }

    /// The recursion of the paper (section 3.2): what a node's children cannot settle among
    /// themselves is passed up; what they can costs the node's height.
    fn recursion(extra: &[f64], chains: &[Vec<String>]) -> f64 {
        let height = chains[0].len() - 1;
        let mut cost = 0.0;
        for level in 1..=height {
            let mut parents: Vec<&String> = chains.iter().map(|chain| &chain[level]).collect();
            parents.sort();
            parents.dedup();
            for parent in parents {
                let mut children: Vec<(&String, f64)> = Vec::new();
                for (chain, extra) in chains.iter().zip(extra).filter(|(c, _)| &c[level] == parent)
                {
                    let child = &chain[level - 1];
                    match children.iter_mut().find(|(known, _)| *known == child) {
                        Some((_, sum)) => *sum += extra,
                        None => children.push((child, *extra)),
                    }
                }
                let positive: f64 = children.iter().map(|(_, x)| x.max(0.0)).sum();
                let negative: f64 = children.iter().map(|(_, x)| (-x).max(0.0)).sum();
                cost += level as f64 / height as f64 * positive.min(negative);
            }
        }
        cost
    }

    proptest! {
        #[test]
        fn distances_agree_with_direct_sums(
            rows in prop::collection::vec((0_u8..4, 0_u8..9), 1..40),
        ) {
            let texts: Vec<String> = rows.iter().map(|(c, v)| format!("c{c} {v}")).collect();
            let spread = spread(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let mut values: Vec<u8> = rows.iter().map(|row| row.1).collect();
            values.sort_unstable();
            values.dedup();
            let chains: Vec<Vec<String>> = values.iter()
                .map(|v| vec![v.to_string(), format!("m{}", v / 2), format!("h{}", v / 4), "*".into()])
                .collect();
            let tree = HierarchyTree::of(&spread, "s", &Chains::new(chains.clone()).unwrap(), &Nulls::default());
            let (tree, ranking) = (tree.unwrap(), Ranking::of(&spread));
            let mut names: Vec<u8> = Vec::new();
            for (class, _) in &rows {
                if !names.contains(class) {
                    names.push(*class);
                }
            }
            for (class, name) in names.iter().enumerate() {
                let share = |of: &dyn Fn(u8, u8) -> bool, v: u8| {
                    let n = rows.iter().filter(|&&(c, v)| of(c, v)).count() as f64;
                    rows.iter().filter(|row| of(row.0, row.1) && row.1 == v).count() as f64 / n
                };
                let extra: Vec<f64> = values.iter()
                    .map(|&v| share(&|c, _| c == *name, v) - share(&|_, _| true, v))
                    .collect();
                let by_value = extra.iter().map(|x| x.abs()).sum::<f64>() / 2.0;
                let mut prefix = 0.0;
                let by_rank = extra.iter().map(|x| { prefix += x; f64::abs(prefix) }).sum::<f64>()
                    / (values.len() - 1).max(1) as f64;
                let by_tree = recursion(&extra, &chains);
                let class = spread.class(class);
                prop_assert!((equal(&spread, class).to_f64() - by_value).abs() < 1e-12);
                prop_assert!((ranking.distance(&spread, class).to_f64() - by_rank).abs() < 1e-12);
                prop_assert!((tree.distance(&spread, class).to_f64() - by_tree).abs() < 1e-12);
            }
        }
    }
}
