//! Estimates how much the choice of a release discloses to an attacker who knows the algorithm (a
//! minimality attack): the share of other sets of members with the same counts per class that would
//! have led to the same release.
//!
//! delta-presence counts every set of members that fits as equally likely; Nergiz, Atzori & Clifton
//! (2007) leave open what the choice of the release adds. Sets are drawn uniformly with as many
//! members in each class as the release has. For the reported presence, a set that was drawn twice
//! counts once, and the table's own set counts too.
//!
//! Manual page: `docs/models/audit.md`.

use std::collections::HashSet;

use incrowd_terms::Fraction;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rayon::prelude::*;

use crate::frequency_set::FrequencySet;
use crate::hierarchy::Hierarchy;
use crate::search::lattice::Node;

/// What an audit found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Sets of members, other than the table's own, that were tried; none if there is no other.
    pub samples: u64,
    /// How many of them lead to the same release.
    pub reproduced: u64,
    /// The least and the largest share of the sets that lead to the release, the table's own among
    /// them, that anybody of the population is in.
    pub presence: (Fraction, Fraction),
}

impl Audit {
    /// The share of other sets that lead to the release, with a confidence of 95 % (Wilson 1927).
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        const DEVIATIONS: f64 = 1.959_963_984_540_054;
        if self.samples == 0 {
            return None;
        }
        let (n, share) = (self.samples as f64, self.reproduced as f64 / self.samples as f64);
        let square = DEVIATIONS * DEVIATIONS / n;
        let middle = (share + square / 2.0) / (1.0 + square);
        let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt() / (1.0 + square);
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

/// Draws `samples` sets of members other than the table's own with as many of each class (given as
/// tuples) and asks of each whether it leads to the same release.
pub(crate) fn audit(
    frequency_set: &FrequencySet,
    classes: &[Vec<u32>],
    samples: u64,
    seed: [u8; 32],
    is_same: impl Fn(&FrequencySet) -> bool + Sync,
) -> Audit {
    let count = |tuples: &[u32], of: fn(&FrequencySet, u32) -> u64| -> u64 {
        tuples.iter().map(|&tuple| of(frequency_set, tuple)).sum()
    };
    let open = |tuples: &Vec<u32>| {
        let members = count(tuples, FrequencySet::rows_of);
        members > 0 && members < count(tuples, FrequencySet::people_of)
    };
    let samples = if classes.iter().any(open) { samples } else { 0 };
    let reproducing = |sample: u64| {
        let mut random = ChaCha12Rng::from_seed(seed);
        random.set_stream(sample);
        let mut drawn = || members(frequency_set, classes, &mut random);
        // At most every other draw is the table's own set.
        let set = std::iter::repeat_with(&mut drawn).find(|set| !set.own)?;
        is_same(&frequency_set.with_members(set.rows.clone())).then_some(set)
    };
    let found: Vec<MemberSet> = (0..samples).into_par_iter().filter_map(reproducing).collect();
    let reproduced = found.len() as u64;
    // A set that was drawn twice is one set.
    let mut seen = HashSet::new();
    let distinct: Vec<&MemberSet> = found.iter().filter(|set| seen.insert(&set.people)).collect();
    let sets = distinct.len() as u64 + 1;
    let presence = |tuple: u32| {
        let rows = distinct.iter().map(|set| set.rows[tuple as usize]).sum::<u64>();
        // People who look alike are in as many of all such sets.
        Fraction::new(rows + frequency_set.rows_of(tuple), sets * frequency_set.people_of(tuple))
    };
    let people =
        (0..frequency_set.tuples() as u32).filter(|&tuple| frequency_set.people_of(tuple) > 0);
    let (least, most) = people
        .map(presence)
        .fold((Fraction::ONE, Fraction::ZERO), |range, of| (range.0.min(of), range.1.max(of)));
    Audit { samples, reproduced, presence: (least, most) }
}

/// A set of members.
struct MemberSet {
    /// Per tuple: how many.
    rows: Vec<u64>,
    /// The people themselves, numbered tuple by tuple.
    people: Vec<u64>,
    /// Whether they are the table's own: those with the first numbers of every tuple.
    own: bool,
}

/// As many members in each class, anyone being as likely as anyone else.
fn members(
    frequency_set: &FrequencySet,
    classes: &[Vec<u32>],
    random: &mut ChaCha12Rng,
) -> MemberSet {
    let mut set =
        MemberSet { rows: vec![0; frequency_set.tuples()], people: Vec::new(), own: true };
    let mut person = 0;
    for tuples in classes {
        let mut wanted: u64 = tuples.iter().map(|&tuple| frequency_set.rows_of(tuple)).sum();
        let mut people: u64 = tuples.iter().map(|&tuple| frequency_set.people_of(tuple)).sum();
        for &tuple in tuples {
            for at in 0..frequency_set.people_of(tuple) {
                let chosen = random.random_range(0..people) < wanted;
                if chosen {
                    set.rows[tuple as usize] += 1;
                    set.people.push(person);
                    wanted -= 1;
                }
                set.own &= chosen == (at < frequency_set.rows_of(tuple));
                people -= 1;
                person += 1;
            }
        }
    }
    set
}

/// The tuples of each class of a node, those without rows included.
#[must_use]
pub(crate) fn classes_of(
    frequency_set: &FrequencySet,
    hierarchies: &[Hierarchy],
    node: &Node,
) -> Vec<Vec<u32>> {
    let mut keyed: Vec<(Vec<u32>, u32)> = (0..frequency_set.tuples() as u32)
        .map(|tuple| {
            let columns = hierarchies.iter().zip(&node.0).enumerate();
            let place = |(column, (hierarchy, &level)): (usize, (&Hierarchy, &u8))| {
                hierarchy.node_of(level as usize)[frequency_set.code(column, tuple) as usize]
            };
            (columns.map(place).collect(), tuple)
        })
        .collect();
    keyed.sort_unstable();
    keyed
        .chunk_by(|one, other| one.0 == other.0)
        .map(|class| class.iter().map(|(_, tuple)| *tuple).collect())
        .collect()
}
