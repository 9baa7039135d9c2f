//! Anatomy (Xiao & Tao 2006): rows are put into groups of at least l different secrets, and the
//! secrets are published by group in a table of their own.
//!
//! Invariant: no secret has more remaining rows than there are remaining groups. Then the remaining
//! rows can be grouped. A table is eligible if no secret has more than 1/l of its rows.
//!
//! Deviation: groups are drawn at random among those that keep the invariant. The paper takes the l
//! most frequent secrets; with ties broken in the order of values, groups of a numeric secret would
//! contain close numbers.
//!
//! Manual page: `docs/models/anatomy.md`.

mod people;

use incrowd_terms::{Demand, Diversity, Fraction};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

pub use people::{PeopleAnatomy, PersonValues, anatomize_people};

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
    /// Its rows, or the people who have it.
    pub rows: u64,
    /// The greatest l for which the table is eligible.
    pub most: u64,
}

/// The size of groups of different secrets that meets a demand; none if it takes more than that.
#[must_use]
pub fn size_for(demand: &Demand) -> Option<u64> {
    let whole = |l: Fraction| l.numerator().div_ceil(l.denominator());
    // No group meets such a demand.
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

/// Puts rows with these numbers per secret into groups of at least `l` different secrets, at random.
///
/// # Errors
/// If a secret has more than one l-th of the rows.
pub fn anatomize(
    rows_per_secret: &[u64],
    l: u64,
    random: &mut impl Rng,
) -> Result<Anatomy, TooFrequent> {
    let rows: u64 = rows_per_secret.iter().sum();
    let most = (0_u32..).zip(rows_per_secret.iter().copied()).max_by_key(|&(_, rows)| rows);
    if let Some((secret, frequent)) = most
        && u128::from(frequent) * u128::from(l) > u128::from(rows)
    {
        return Err(TooFrequent { secret, rows: frequent, most: rows / frequent.max(1) });
    }
    let groups = rows / l.max(1);
    let mut remaining = RemainingRows::new(rows_per_secret, groups);
    let mut names: Vec<u32> = (0..groups as u32).collect();
    names.shuffle(random);
    let mut group_of = vec![Vec::new(); rows_per_secret.len()];
    for name in names {
        for secret in remaining.group(random) {
            group_of[secret].push(name);
        }
    }
    group_of.iter_mut().for_each(|groups: &mut Vec<u32>| groups.shuffle(random));
    Ok(Anatomy { groups: groups as u32, group_of })
}

/// Rows that are not in a group yet.
///
/// While no secret has more rows than there are remaining groups, the remaining rows can be
/// grouped: dealt round-robin, no group gets a secret twice. A group therefore takes every secret
/// with as many rows as there are remaining groups, and is filled with other rows drawn uniformly.
///
/// The composition of groups depends only on the numbers of rows, and the rows of a secret are
/// assigned to its groups uniformly. All assignments of the secrets of a group to its rows are
/// therefore equally likely, even for an attacker who knows the algorithm.
struct RemainingRows {
    /// Rows per secret.
    rows: Vec<u64>,
    /// The same in a tree for weighted draws, without the secrets of the current group.
    weights: Fenwick,
    total: u64,
    groups: u64,
    /// Per number of rows: secrets that had it when they were counted last.
    having: Vec<Vec<u32>>,
}

impl RemainingRows {
    fn new(rows_per_secret: &[u64], groups: u64) -> Self {
        let mut having = vec![Vec::new(); groups as usize + 1];
        for (secret, &rows) in (0..).zip(rows_per_secret) {
            having[rows as usize].push(secret);
        }
        let weights = Fenwick::new(rows_per_secret);
        let total = rows_per_secret.iter().sum();
        RemainingRows { rows: rows_per_secret.to_vec(), weights, total, groups, having }
    }

    /// Takes the secrets of the next group.
    fn group(&mut self, random: &mut impl Rng) -> Vec<usize> {
        let more = u64::from(random.random_range(0..self.groups) < self.total % self.groups);
        let size = (self.total / self.groups + more) as usize;
        let due = std::mem::take(&mut self.having[self.groups as usize]);
        let due = due.into_iter().map(|secret| secret as usize);
        let mut taken: Vec<usize> =
            due.filter(|&secret| self.rows[secret] == self.groups).collect();
        for &secret in &taken {
            self.weights.subtract(secret, self.rows[secret]);
        }
        while taken.len() < size {
            let secret = self.weights.find(random.random_range(0..self.weights.total));
            self.weights.subtract(secret, self.rows[secret]);
            taken.push(secret);
        }
        for &secret in &taken {
            self.rows[secret] -= 1;
            self.weights.add(secret, self.rows[secret]);
            self.having[self.rows[secret] as usize].push(secret as u32);
        }
        self.total -= size as u64;
        self.groups -= 1;
        taken
    }
}

/// Weights of which one can be drawn in logarithmic time (Fenwick 1994).
struct Fenwick {
    sums: Vec<u64>,
    total: u64,
}

impl Fenwick {
    fn new(weights: &[u64]) -> Self {
        let mut tree = Fenwick { sums: vec![0; weights.len()], total: 0 };
        for (place, &weight) in weights.iter().enumerate() {
            tree.add(place, weight);
        }
        tree
    }

    fn add(&mut self, place: usize, weight: u64) {
        self.total += weight;
        self.walk(place, |sum| *sum += weight);
    }

    fn subtract(&mut self, place: usize, weight: u64) {
        self.total -= weight;
        self.walk(place, |sum| *sum -= weight);
    }

    fn walk(&mut self, place: usize, change: impl Fn(&mut u64)) {
        let mut at = place;
        while at < self.sums.len() {
            change(&mut self.sums[at]);
            at |= at + 1;
        }
    }

    /// The place whose weight covers this point of the total.
    fn find(&self, mut point: u64) -> usize {
        let mut place = 0;
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            if let Some(&sum) = self.sums.get(place + step - 1)
                && sum <= point
            {
                point -= sum;
                place += step;
            }
            step /= 2;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::{AlphaK, KAnonymity, LDiversity};
    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

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

    fn seeded(counts: &[u64], l: u64, seed: u8) -> Result<Anatomy, TooFrequent> {
        anatomize(counts, l, &mut ChaCha12Rng::from_seed([seed; 32]))
    }

    #[test]
    fn groups_follow_from_the_counts_and_the_seed() {
        let counts = [4, 3, 2, 2, 1];
        let one = seeded(&counts, 3, 1).unwrap();
        assert_eq!(one, seeded(&counts, 3, 1).unwrap());
        assert_ne!(one, seeded(&counts, 3, 2).unwrap());
        let refusal = seeded(&counts, 4, 1).unwrap_err();
        assert_eq!(refusal, TooFrequent { secret: 0, rows: 4, most: 3 });
    }

    /// With ties broken in value order, all groups of different numbers are neighbours.
    #[test]
    fn numbers_of_a_group_are_no_neighbours() {
        let anatomy = seeded(&[1; 3000], 3, 1).unwrap();
        let mut groups = vec![Vec::new(); 1000];
        for (number, of) in anatomy.group_of.iter().enumerate() {
            groups[of[0] as usize].push(number);
        }
        let close = groups.iter().filter(|group| group[2] - group[0] < 30).count();
        assert!(close <= 3, "random groups span less than 1 % with probability 0.0003: {close}");
    }
}
