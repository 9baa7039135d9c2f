//! The values of a secret in order, and which of its texts are one value.
//!
//! Demands on diversity count values by their normal form: `hiv`, `HIV` and `hiv ` are one illness.
//! Those that compare a class with the table are put to both, values and texts. So a column has two
//! orders: of its texts as written and, where that differs, of its values.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use incrowd_terms::{NormalForm, Nulls, Scalar};
use rayon::prelude::*;

use crate::encoded::SensitiveAttribute;
use crate::frequency_set::SensitiveOrder;
use crate::table::Dictionary;

/// A secret's texts and values, each with its place in order.
pub(crate) struct Spellings {
    /// By text.
    pub written: SensitiveOrder,
    /// By value, if that differs.
    pub merged: Option<SensitiveOrder>,
}

/// A text: its number or date if it is one, itself, and its code in the dictionary.
type Placed<'a> = (Option<Scalar>, &'a str, usize);

impl Spellings {
    /// The order of a secret's texts and values: by its hierarchy's leaves, by magnitude, or by
    /// text; missing ones first. The first text of a value stands for it.
    pub fn of(dictionary: &Dictionary, secret: &SensitiveAttribute, nulls: &Nulls) -> Spellings {
        let scalar = |text| if nulls.is_missing(text) { None } else { secret.kind.read(text) };
        let mut sorted: Vec<Placed<'_>> =
            dictionary.iter().zip(0..).map(|(text, code)| (scalar(text), text, code)).collect();
        sorted.sort_unstable_by(|(a, left, _), (b, right, _)| {
            let magnitude = match (a, b) {
                (Some(a), Some(b)) => a.magnitude(b),
                (a, b) => a.is_some().cmp(&b.is_some()),
            };
            magnitude.then_with(|| left.cmp(right))
        });
        let firsts = firsts(&sorted, secret, &NormalForm::new(nulls));
        let order = |first_of: &dyn Fn(usize) -> usize| match &secret.hierarchy {
            Some(hierarchy) => {
                let code = |text| hierarchy.code(text).expect("the hierarchy covers the column");
                by_leaf(&sorted, first_of, code, hierarchy.leaves())
            }
            None => by_place(&sorted, first_of),
        };
        Spellings {
            written: order(&|at| at),
            merged: firsts.map(|firsts| order(&|at| firsts[at] as usize)),
        }
    }
}

/// Each text has the leaf of the first one of its value.
fn by_leaf<'a>(
    sorted: &[Placed<'a>],
    first_of: &dyn Fn(usize) -> usize,
    leaf: impl Fn(&'a str) -> u32,
    leaves: usize,
) -> SensitiveOrder {
    let mut codes = vec![0; sorted.len()];
    for (at, &(.., code)) in sorted.iter().enumerate() {
        codes[code] = leaf(sorted[first_of(at)].1);
    }
    SensitiveOrder { codes, places: leaves }
}

/// Values are numbered in the order of their first texts.
fn by_place(sorted: &[Placed<'_>], first_of: &dyn Fn(usize) -> usize) -> SensitiveOrder {
    let mut codes = vec![0; sorted.len()];
    let mut places = 0;
    for (at, &(.., code)) in sorted.iter().enumerate() {
        let first = first_of(at);
        if first == at {
            codes[code] = places;
            places += 1;
        } else {
            codes[code] = codes[sorted[first].2];
        }
    }
    SensitiveOrder { codes, places: places as usize }
}

/// For each text in order, where the first one of its value stands; `None` if all differ.
fn firsts(
    sorted: &[Placed<'_>],
    secret: &SensitiveAttribute,
    form: &NormalForm,
) -> Option<Vec<u32>> {
    let mut firsts: Vec<u32> = (0..sorted.len() as u32).collect();
    let mut differ = true;
    let mut join = |at: usize, first: u32| {
        firsts[at] = first;
        differ = false;
    };
    if form.is_magnitude(secret.kind) {
        let mut first = 0;
        for at in 1..sorted.len() {
            let same = match (&sorted[at - 1].0, &sorted[at].0) {
                (Some(before), Some(after)) => before.magnitude(after).is_eq(),
                (before, after) => before.is_some() == after.is_some(),
            };
            if same {
                join(at, first);
            } else {
                first = at as u32;
            }
        }
        return (!differ).then_some(firsts);
    }
    // Normal forms are made again where their hashes are equal, which is seldom: none is kept.
    let hash = |(at, (_, text, _)): (usize, &Placed<'_>)| {
        (FixedState::default().hash_one(form.of(text)), at as u32)
    };
    let mut hashes: Vec<(u64, u32)> = sorted.par_iter().enumerate().map(hash).collect();
    hashes.par_sort_unstable();
    for alike in hashes.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let mut values: Vec<u32> = Vec::new();
        for &(_, at) in alike {
            let text = |at: u32| sorted[at as usize].1;
            match values.iter().find(|&&first| form.same(text(first), text(at))) {
                Some(&first) => join(at as usize, first),
                None => values.push(at),
            }
        }
    }
    (!differ).then_some(firsts)
}
