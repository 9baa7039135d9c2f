//! Spellings of a column's values: which texts are one value by the normal form of secrets.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use incrowd_terms::{Kind, NormalForm, Scalar};

/// At most so many merged values of a column are listed, with so many spellings each.
const MOST_LISTED: (usize, usize) = (100, 20);

/// A value by its place in order; `None` for a missing one.
pub(crate) type Placed<'t> = (Option<Scalar>, &'t str, usize);

/// For each text of an ordered column, where the first text of the same value stands; `None` if no
/// two texts are one value.
pub(crate) fn firsts(order: &[Placed<'_>], kind: Kind, form: &NormalForm) -> Option<Vec<u32>> {
    let mut firsts: Vec<u32> = (0..order.len() as u32).collect();
    if form.is_magnitude(kind) {
        // The order has brought together what is one value: missing ones, and equal magnitudes.
        for at in 1..order.len() {
            let same = match (order[at - 1].0, order[at].0) {
                (Some(before), Some(scalar)) => before.magnitude(&scalar).is_eq(),
                (before, scalar) => before.is_none() && scalar.is_none(),
            };
            if same {
                firsts[at] = firsts[at - 1];
            }
        }
    } else {
        by_form(order, form, &mut firsts);
    }
    let merged = firsts.iter().zip(0..).any(|(&first, at)| first != at);
    merged.then_some(firsts)
}

/// Compares normal forms where their hashes are equal, so none is kept.
fn by_form(order: &[Placed<'_>], form: &NormalForm, firsts: &mut [u32]) {
    let hasher = RandomState::default();
    let hash = |(_, text, _): &Placed<'_>| hasher.hash_one(form.of(text));
    let mut hashes: Vec<(u64, u32)> = order.iter().map(hash).zip(0..).collect();
    hashes.sort_unstable();
    for run in hashes.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
        for (place, &(_, at)) in run.iter().enumerate() {
            let same = |&&(_, first): &&(u64, u32)| {
                form.same(order[first as usize].1, order[at as usize].1)
            };
            if let Some(&(_, first)) = run[..place].iter().find(same) {
                firsts[at as usize] = first;
            }
        }
    }
}

/// The values that are written in several ways, in order, each with its spellings.
pub(crate) fn listed(order: &[Placed<'_>], firsts: &[u32]) -> (u64, Vec<Vec<String>>) {
    let mut pairs: Vec<(u32, usize)> = firsts.iter().copied().zip(0..).collect();
    pairs.sort_unstable();
    let runs = || pairs.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1);
    let (values, spellings) = MOST_LISTED;
    let texts = |run: &[(u32, usize)]| {
        run.iter().take(spellings).map(|&(_, at)| order[at].1.to_owned()).collect()
    };
    (runs().count() as u64, runs().take(values).map(texts).collect())
}
