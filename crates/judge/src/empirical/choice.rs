//! Sets of columns that an attacker may know, and the draw of targets.

/// Random sets of columns that are tried.
const RANDOM_SETS: usize = 8;

/// A reproducible source of chance (SplitMix64; Steele, Lea & Flood 2014). It hides nothing, so it
/// always starts the same.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// So many of the numbers below a limit, in random order.
    pub(super) fn choose(&mut self, below: usize, count: usize) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..below as u32).collect();
        for at in 0..count {
            let other = at + self.below(below - at);
            numbers.swap(at, other);
        }
        numbers.truncate(count);
        numbers
    }

    /// Half of the items, in their order.
    fn half(&mut self, items: &[usize]) -> Vec<usize> {
        let mut places = self.choose(items.len(), items.len().div_ceil(2));
        places.sort_unstable();
        places.into_iter().map(|place| items[place as usize]).collect()
    }
}

/// Sets of columns with which a secret is guessed: all quasi-identifiers, all other columns, each
/// quasi-identifier alone, and random halves of the quasi-identifiers.
pub(super) fn known_sets(columns: usize, qi: &[usize], secret: usize) -> Vec<Vec<usize>> {
    let qi: Vec<usize> = qi.iter().copied().filter(|&at| at != secret).collect();
    let others: Vec<usize> = (0..columns).filter(|&at| at != secret).collect();
    let mut random = Random::new(secret as u64);
    let halves = (0..RANDOM_SETS).map(|_| random.half(&qi));
    let alone = qi.iter().map(|&column| vec![column]);
    distinct([qi.clone(), others].into_iter().chain(alone).chain(halves))
}

/// Ways to split columns in two: quasi-identifiers against the rest, one column against the rest,
/// and random halves.
pub(super) fn splits(columns: usize, qi: &[usize]) -> Vec<[Vec<usize>; 2]> {
    let all: Vec<usize> = (0..columns).collect();
    let mut random = Random::new(3);
    let halves = (0..RANDOM_SETS).flat_map(|_| [random.half(&all), random.half(qi)]);
    let alone = all.iter().map(|&column| vec![column]);
    let firsts = distinct([qi.to_vec()].into_iter().chain(alone).chain(halves));
    let rest = |first: &Vec<usize>| all.iter().copied().filter(|at| !first.contains(at)).collect();
    let splits = firsts.into_iter().map(|first| [first.clone(), rest(&first)]);
    splits.filter(|[_, rest]| !rest.is_empty()).collect()
}

fn distinct(sets: impl Iterator<Item = Vec<usize>>) -> Vec<Vec<usize>> {
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        if !set.is_empty() && !kept.contains(&set) {
            kept.push(set);
        }
    }
    kept
}
