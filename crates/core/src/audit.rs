//! # The audit
//!
//! **Promises** a measurement, with `--audit N`: how many of N other sets of members that fit the
//! published classes would have led to the same release. If nearly all do, the release says hardly
//! more to those who know the algorithm than to those who do not.
//!
//! **Against** someone who knows how the release was chosen, and can therefore try each set of
//! members that fits, run the algorithm on it, and rule out those that would have been published
//! differently (a minimality attack).
//!
//! **Not promised** a bound on what such a person learns. It is a share of sets that were drawn; if
//! few or none come back, the release gives more away than its deltas say, and
//! `randomised-presence` is the way out.
//!
//! **Example** with the people 0, 1 and 2, of whom 0 is in the table, and deltas (0,1/2), cutting
//! at the first chance publishes one row `[0,1]`. Of the two sets that fit, {0} and {1}, only {0}
//! leads there, so whoever knows the algorithm knows the member.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --presence 0,0.5 --recoding multidimensional --effort fast --audit 5 -o out.csv`
//!
//! **Defined** here, for the question that paper 000 leaves open: `delta-presence` counts every set
//! of members that fits the published classes as equally likely.
//!
//! **Deviations** none: there is no paper to deviate from. Sets of members are drawn at random,
//! with as many in each class as the release has, from `--seed`.
//!
//! **Cost** one search for each set of members; they run side by side on all threads.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rayon::prelude::*;

use crate::hierarchy::Hierarchy;
use crate::search::lattice::Node;
use crate::tally::Tally;

/// What an audit found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Sets of members that were tried.
    pub samples: u64,
    /// How many of them lead to the same release.
    pub reproduced: u64,
}

/// Draws `samples` other sets of members with as many of each class (given as tuples) and asks of
/// each whether it leads to the same release.
pub fn audit(
    tally: &Tally,
    classes: &[Vec<u32>],
    samples: u64,
    seed: [u8; 32],
    is_same: impl Fn(&Tally) -> bool + Sync,
) -> Audit {
    let is_reproduced = |sample: &u64| {
        let mut random = ChaCha12Rng::from_seed(seed);
        random.set_stream(*sample);
        is_same(&tally.with_members(members(tally, classes, &mut random)))
    };
    let reproduced = (0..samples).into_par_iter().filter(is_reproduced).count() as u64;
    Audit { samples, reproduced }
}

/// As many members in each class, anyone being as likely as anyone else.
fn members(tally: &Tally, classes: &[Vec<u32>], random: &mut ChaCha12Rng) -> Vec<u64> {
    let mut rows = vec![0; tally.tuples()];
    for tuples in classes {
        let mut wanted: u64 = tuples.iter().map(|&tuple| tally.rows_of(tuple)).sum();
        let mut people: u64 = tuples.iter().map(|&tuple| tally.people_of(tuple)).sum();
        for &tuple in tuples {
            for _ in 0..tally.people_of(tuple) {
                let chosen = random.random_range(0..people) < wanted;
                rows[tuple as usize] += u64::from(chosen);
                wanted -= u64::from(chosen);
                people -= 1;
            }
        }
    }
    rows
}

/// The tuples of each class of a node, those without rows included.
#[must_use]
pub fn classes_of(tally: &Tally, hierarchies: &[Hierarchy], node: &Node) -> Vec<Vec<u32>> {
    let mut keyed: Vec<(Vec<u32>, u32)> = (0..tally.tuples() as u32)
        .map(|tuple| {
            let columns = hierarchies.iter().zip(&node.0).enumerate();
            let place = |(column, (hierarchy, &level)): (usize, (&Hierarchy, &u8))| {
                hierarchy.node_of(level as usize)[tally.code(column, tuple) as usize]
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
