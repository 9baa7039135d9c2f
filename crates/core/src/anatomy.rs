//! # Anatomy
//!
//! **Promises** that nobody's secret can be told with a better chance than 1 in l, though every
//! quasi-identifier is published as it was. Rows are put into groups of at least l, all with
//! different secrets. One table has the quasi-identifiers and each row's group, another the secrets
//! of each group and how often each occurs there; which secret belongs to which row of a group
//! neither of them says.
//!
//! **Against** someone who knows that a person is in the table and wants the secret.
//!
//! **Not promised** that people cannot be found. By itself it does not hide who is in the table, on
//! the contrary: rows can be recognised. With demands on identity or presence (`k-anonymity`,
//! `k-map`, `delta-presence`) the quasi-identifiers are cut into ranges that meet those, and only
//! the secrets are taken apart. Which secrets go with which quasi-identifiers can be studied only
//! to within a group.
//!
//! **Example** the secrets a, a, b, b, c with l = 2 make two groups, one of two rows and one of
//! three, all different within a group. The secrets a, a, a, b cannot be taken apart with l = 2: a
//! has more than half of the rows.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --l distinct:2 --recoding anatomy -o out.csv`
//!
//! **Defined** by Xiao and Tao (2006). A table is *eligible* if no secret has more than one l-th of
//! its rows. Groups take one row each of the l most frequent secrets that are left; the fewer than
//! l rows that remain join groups that lack their secret.
//!
//! **Deviations** which row of a secret goes to which group, and how groups are numbered, is drawn
//! by lot (`--seed`), so that neither follows the order of the table. The demand on secrets may be
//! any that groups of different ones meet: l-diversity in all its forms, p and alpha. It takes one
//! sensitive column; others would tell more together than each does alone. Presence together with
//! Anatomy is what paper 000 leaves to future work.
//!
//! **Cost** n log v for n rows of v secrets, and a number per row in memory. Nothing is searched
//! for (`--algorithm anatomy`), unless demands on identity or presence ask for ranges: those are
//! cut as `guided` cuts them.

use std::collections::{BTreeSet, BinaryHeap};

use incrowd_terms::{Demand, Diversity, Fraction};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// The groups of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// How many there are; they are numbered from 0.
    pub groups: u32,
    /// Per secret: the group of each of its rows.
    pub group_of: Vec<Vec<u32>>,
}

/// Why a table has no groups: a secret is too frequent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFrequent {
    /// The most frequent secret.
    pub secret: u32,
    /// Its rows.
    pub rows: u64,
    /// The greatest l for which the table is eligible.
    pub most: u64,
}

/// The size of groups of different secrets that meets a demand; none if it takes more than that.
#[must_use]
pub fn size_for(demand: &Demand) -> Option<u64> {
    let whole = |l: Fraction| l.numerator().div_ceil(l.denominator());
    // Of nothing there is no part: such a demand no group meets.
    let one_over = |f: Fraction| match f.numerator() {
        0 => Fraction::from(u64::MAX),
        parts => Fraction::new(f.denominator(), parts),
    };
    match demand {
        Demand::LDiversity(asked) => Some(match asked.diversity {
            Diversity::Distinct(l) => l,
            // All counts are one, so the share of each is one over the size, and the entropy its
            // logarithm.
            Diversity::Frequency(l) | Diversity::Entropy(l) => whole(l),
            // 1 < c (size - l + 1), or <=.
            Diversity::Recursive { c, l, strict } => {
                let parts = one_over(c);
                let least = if strict { parts.floor_of(1).saturating_add(1) } else { whole(parts) };
                l.saturating_sub(1).saturating_add(least)
            }
        }),
        Demand::PSensitivity(asked) => Some(asked.p),
        Demand::AlphaK(asked) => Some(whole(one_over(asked.alpha))),
        _ => None,
    }
}

/// The strictest demand of the same kind, up to this one, that groups of so many different secrets
/// meet, if any.
#[must_use]
pub fn nearest(demand: &Demand, size: u64) -> Option<Demand> {
    let meets = |demand: &Demand| size_for(demand).is_some_and(|needed| needed <= size);
    let figure = demand.strictness().into_iter().next()?;
    let looser = |value: Fraction| demand.turned(&[value]);
    let whole = [looser(figure.value), looser(Fraction::from(size))];
    // Shares and factors fall as groups grow; `<` needs a little more than the quotient.
    let parts = (1..=size).rev().flat_map(|parts| {
        let above = Fraction::rounded_up(1_000_000 / u128::from(parts) + 1, 1_000_000);
        [looser(Fraction::new(1, parts)), looser(above)]
    });
    let rises = figure.loosest <= figure.value;
    let tried = whole.into_iter().take(if rises { 2 } else { 1 }).chain(parts.filter(|_| !rises));
    let mut tried = tried.filter(|demand| !demand.strictness().is_empty());
    tried.find(meets)
}

/// Puts rows with these numbers per secret into groups of at least `l` different secrets.
///
/// # Errors
/// If a secret has more than one l-th of the rows.
pub fn anatomize(rows_per_secret: &[u64], l: u64, seed: [u8; 32]) -> Result<Anatomy, TooFrequent> {
    let rows: u64 = rows_per_secret.iter().sum();
    let most = (0_u32..).zip(rows_per_secret.iter().copied()).max_by_key(|&(_, rows)| rows);
    if let Some((secret, frequent)) = most
        && u128::from(frequent) * u128::from(l) > u128::from(rows)
    {
        return Err(TooFrequent { secret, rows: frequent, most: rows / frequent.max(1) });
    }
    let mut anatomy = Anatomy { groups: 0, group_of: vec![Vec::new(); rows_per_secret.len()] };
    let left = (0_u32..).zip(rows_per_secret).filter(|(_, rows)| **rows > 0);
    let mut left: BinaryHeap<(u64, u32)> = left.map(|(secret, &rows)| (rows, secret)).collect();
    let l = usize::try_from(l.max(1)).unwrap_or(usize::MAX);
    while left.len() >= l {
        let taken: Vec<(u64, u32)> = (0..l).filter_map(|_| left.pop()).collect();
        for &(_, secret) in &taken {
            anatomy.group_of[secret as usize].push(anatomy.groups);
        }
        anatomy.groups += 1;
        left.extend(taken.into_iter().map(|(rows, secret)| (rows - 1, secret)).filter(|t| t.0 > 0));
    }
    anatomy.place(left.into_sorted_vec());
    anatomy.mix(&mut ChaCha12Rng::from_seed(seed));
    Ok(anatomy)
}

impl Anatomy {
    /// Gives the rows that are left to groups that lack their secret: one each, while there are
    /// enough.
    fn place(&mut self, left: Vec<(u64, u32)>) {
        let mut given: BTreeSet<u32> = BTreeSet::new();
        for (rows, secret) in left {
            let own: BTreeSet<u32> = self.group_of[secret as usize].iter().copied().collect();
            let lacking = || (0..self.groups).filter(|group| !own.contains(group));
            let fresh = lacking().filter(|group| !given.contains(group));
            let others = lacking().filter(|group| given.contains(group));
            let chosen: Vec<u32> = fresh.chain(others).take(rows as usize).collect();
            given.extend(&chosen);
            self.group_of[secret as usize].extend(chosen);
        }
    }

    /// Numbers groups by lot, and deals each secret's groups to its rows by lot.
    fn mix(&mut self, random: &mut impl Rng) {
        let mut names: Vec<u32> = (0..self.groups).collect();
        names.shuffle(random);
        for groups in &mut self.group_of {
            groups.iter_mut().for_each(|group| *group = names[*group as usize]);
            groups.shuffle(random);
        }
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::{AlphaK, KAnonymity, LDiversity};

    use super::*;

    fn size(text: &str) -> Option<u64> {
        let diversity = text.parse().unwrap();
        size_for(&Demand::LDiversity(LDiversity { column: "s".into(), diversity }))
    }

    #[test]
    fn groups_are_as_large_as_demands_need() {
        assert_eq!(size("distinct:3"), Some(3));
        assert_eq!(size("frequency:2.5"), Some(3));
        assert_eq!(size("entropy:2"), Some(2));
        // 1 < c (size - 1): of c = 1 that takes three rows, of c = 1/2 four; with <= one less.
        assert_eq!((size("recursive:1,2"), size("recursive-le:1,2")), (Some(3), Some(2)));
        assert_eq!((size("recursive:1/2,2"), size("recursive-le:1/2,2")), (Some(4), Some(3)));
        assert_eq!(size("recursive:3,2"), Some(2));
        let alpha = Demand::AlphaK(AlphaK { column: "s".into(), alpha: Fraction::new(2, 5) });
        assert_eq!(size_for(&alpha), Some(3));
        assert_eq!(size_for(&Demand::KAnonymity(KAnonymity { k: 2 })), None);
    }

    #[test]
    fn lots_do_not_change_who_is_with_whom_by_value() {
        let counts = [4, 3, 2, 2, 1];
        let one = anatomize(&counts, 3, [1; 32]).unwrap();
        assert_eq!(one, anatomize(&counts, 3, [1; 32]).unwrap());
        assert_ne!(one, anatomize(&counts, 3, [2; 32]).unwrap());
        let refusal = anatomize(&counts, 4, [1; 32]).unwrap_err();
        assert_eq!(refusal, TooFrequent { secret: 0, rows: 4, most: 3 });
    }
}
