//! Releases by chance, attacked by someone who knows the algorithm, the options and every candidate
//! table, and reruns the tool on each of them with chance of their own.

use std::collections::BTreeMap;

use incrowd_core::anatomy::anatomize;
use incrowd_core::randomised::{DrawSizes, MemberShare, Selection};
use incrowd_core::terms::Fraction;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

const TABLES: usize = 1000;

/// Who is published.
fn publish(people: &[bool], draw: DrawSizes, random: &mut ChaCha12Rng) -> Vec<bool> {
    let members = people.iter().filter(|&&member| member).count() as u64;
    let mut selection = Selection::new(draw, MemberShare { members, people: people.len() as u64 });
    people.iter().map(|&member| selection.publishes(member, random)).collect()
}

/// All sets of so many of so many people.
fn sets(of: usize, members: usize) -> Vec<Vec<bool>> {
    let all = (0_u32..1 << of).filter(|set| set.count_ones() as usize == members);
    all.map(|set| (0..of).map(|person| set >> person & 1 == 1).collect()).collect()
}

/// The attacker bets on who is a member, person by person, after rerunning the tool on every
/// candidate. What comes out over many tables is what the draw says, and within the deltas.
#[test]
fn reruns_on_all_candidates_tell_no_more_than_the_posterior() {
    let random = &mut ChaCha12Rng::seed_from_u64(14);
    let (least, most) = (Fraction::new(1, 10), Fraction::new(1, 2));
    let (mut hits, mut bets) = (BTreeMap::<bool, f64>::new(), BTreeMap::<bool, f64>::new());
    for _ in 0..TABLES {
        let (of, members) = (random.random_range(4..7), random.random_range(1..3));
        let share = MemberShare { members: members as u64, people: of as u64 };
        let Some(draw) = DrawSizes::within(least, most, share) else { continue };
        let candidates = sets(of, members);
        let truth = &candidates[random.random_range(0..candidates.len())];
        let published = publish(truth, draw, random);
        // Per person: in how many of the reruns that give the file they are a member.
        let (mut given, mut member) = (0_u32, vec![0_u32; of]);
        for candidate in &candidates {
            for _ in 0..40 {
                if publish(candidate, draw, random) == published {
                    given += 1;
                    candidate.iter().zip(&mut member).for_each(|(&is, of)| *of += u32::from(is));
                }
            }
        }
        assert!(given > 0, "the attacker finds no candidate that gives the file");
        for person in 0..of {
            let kind = published[person];
            *bets.entry(kind).or_default() += f64::from(member[person]) / f64::from(given);
            let (shown, hidden) = draw.posteriors(share);
            let belief = if kind { shown } else { hidden }.unwrap();
            *hits.entry(kind).or_default() += belief.to_f64();
        }
    }
    for (kind, bets) in bets {
        let hits = hits[&kind];
        assert!(
            (bets - hits).abs() < 0.05 * hits,
            "published {kind}: {bets} believed, {hits} promised"
        );
    }
}

/// The posterior, exactly, over all sets of members and all draws.
#[test]
fn fixed_numbers_bound_the_posterior_of_whoever_counts() {
    for (of, members) in [(2, 1), (4, 1), (5, 2), (6, 3), (7, 2)] {
        let share = MemberShare { members: members as u64, people: of as u64 };
        for (low, high) in [(0, 10), (5, 15), (2, 12), (0, 20)] {
            let (least, most) = (Fraction::new(low, 20), Fraction::new(high, 20));
            let Some(draw) = DrawSizes::within(least, most, share) else { continue };
            let candidates = sets(of, members);
            let rows = (draw.members + draw.others) as usize;
            for published in sets(of, rows) {
                let fits = |candidate: &&Vec<bool>| {
                    let shown = candidate.iter().zip(&published).filter(|(a, b)| **a && **b);
                    shown.count() as u64 == draw.members
                };
                // Every candidate that fits gives the file with the same probability.
                let fitting: Vec<_> = candidates.iter().filter(fits).collect();
                for person in 0..of {
                    let member = fitting.iter().filter(|candidate| candidate[person]).count();
                    let belief = Fraction::new(member as u64, fitting.len() as u64);
                    assert!(least <= belief && belief <= most, "{belief} of {of} {members}");
                }
            }
        }
    }
}

/// Rows with their secrets, taken apart: the group of each row.
fn apart(secrets: &[usize], l: u64, random: &mut ChaCha12Rng) -> Vec<u32> {
    let mut rows = vec![0; 1 + secrets.iter().max().unwrap()];
    secrets.iter().for_each(|&secret| rows[secret] += 1);
    let mut groups: Vec<_> =
        anatomize(&rows, l, random).unwrap().group_of.into_iter().map(Vec::into_iter).collect();
    secrets.iter().map(|&secret| groups[secret].next().unwrap()).collect()
}

/// All tables that the published groups leave open: the secrets of each group in any order.
fn open(secrets: &[usize], groups: &[u32]) -> Vec<Vec<usize>> {
    let Some(row) = (0..secrets.len()).find(|&row| groups[row] != u32::MAX) else {
        return vec![secrets.to_vec()];
    };
    let alike = (row..secrets.len()).filter(|&other| groups[other] == groups[row]);
    alike
        .flat_map(|other| {
            let (mut secrets, mut groups) = (secrets.to_vec(), groups.to_vec());
            secrets.swap(row, other);
            groups[row] = u32::MAX;
            open(&secrets, &groups)
        })
        .collect()
}

/// Of all tables that the published groups leave open, the tool gives the file from each equally
/// often: the best bet on a secret wins with one in the size of the group, and no more.
#[test]
fn reruns_of_anatomy_on_all_candidates_tell_no_secret() {
    let random = &mut ChaCha12Rng::seed_from_u64(14);
    let (mut won, mut promised) = (0.0, 0.0);
    for _ in 0..TABLES {
        let mut secrets = [0, 0, 1, 1, 2];
        for last in (1..secrets.len()).rev() {
            secrets.swap(last, random.random_range(0..=last));
        }
        let published = apart(&secrets, 2, random);
        let candidates = open(&secrets, &published);
        let mut gives = vec![0_u32; candidates.len()];
        for (gives, candidate) in gives.iter_mut().zip(&candidates) {
            *gives = (0..60).filter(|_| apart(candidate, 2, random) == published).count() as u32;
        }
        // The secret of the first row that most of the reruns had.
        let mut votes = [0_u32; 3];
        candidates.iter().zip(&gives).for_each(|(table, gives)| votes[table[0]] += gives);
        let bet = (0..3).max_by_key(|&secret| votes[secret]).unwrap();
        let size = published.iter().filter(|&&group| group == published[0]).count();
        won += f64::from(u8::from(bet == secrets[0]));
        promised += 1.0 / size as f64;
    }
    // Four standard deviations of a thousand bets.
    assert!(won < promised + 64.0, "{won} of {TABLES} bets won, {promised} promised");
}
