//! Bounds on the posteriors of people whom no published class matches, in floating point.
//!
//! The weights of every class become probabilities, tilted by a factor per member so that the
//! expected number of members is about the known one. The factor cancels in every posterior. All
//! terms are positive, so relative errors add up and can be tracked. Negligible probabilities are
//! omitted; the bounds account for them.

use super::Probability;
use super::unmatched::AlikeClasses;
use crate::ratio::Ratio;

/// Multiplications that may be spent.
const MOST_PRODUCTS: u64 = 1 << 32;

/// What is left out at the ends of a distribution.
const TOO_SMALL: f64 = 1e-90;

/// The least probability of what was seen beside which all that was left out is nothing.
const LEAST_LIKELY: f64 = 1e-50;

/// More than what was left out can change.
const LEFT_OUT: f64 = 1e-13;

/// The probabilities of 0, 1, ... members; those before `first` are left out.
#[derive(Clone, Debug)]
struct Law {
    first: usize,
    chances: Vec<f64>,
    /// Bounds the relative error of each.
    error: f64,
}

/// Bounds on the presence of each person of each kind; none if they take too long or say nothing.
pub(super) fn enclose(kinds: &[AlikeClasses], members: usize) -> Option<Vec<Probability>> {
    let tilt = tilt(kinds, members);
    let laws: Vec<(Law, u64)> = kinds.iter().map(|kind| (law(kind, tilt), kind.classes)).collect();
    let mut sums = Sums { members, left: MOST_PRODUCTS, found: Vec::new() };
    sums.solve(&laws, &Law::nobody())?;
    let bound = |(kind, (all, inside, error)): (&AlikeClasses, &(f64, f64, f64))| {
        if *all < LEAST_LIKELY || *error > 1e-3 {
            return None;
        }
        let chance = inside / (all * kind.people as f64);
        let doubt = 3.0 * error * chance + LEFT_OUT;
        Some(Probability::Between(Ratio::at_most(chance - doubt), Ratio::at_least(chance + doubt)))
    };
    kinds.iter().zip(&sums.found).map(bound).collect()
}

/// The logarithm of the factor per member with which the members are expected.
fn tilt(kinds: &[AlikeClasses], members: usize) -> f64 {
    let expected = |tilt: f64| -> f64 {
        let mean = |kind: &AlikeClasses| {
            let law = law(kind, tilt);
            let terms = law.chances.iter().enumerate().map(|(z, p)| z as f64 * p);
            kind.classes as f64 * terms.sum::<f64>()
        };
        kinds.iter().map(mean).sum()
    };
    let (mut low, mut high) = (-64.0, 64.0);
    while high - low > 1e-4 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < members as f64 { low = middle } else { high = middle }
    }
    low
}

/// The distribution of one class's members.
fn law(kind: &AlikeClasses, tilt: f64) -> Law {
    let last = kind.violating.last().map_or(0, |&last| last as usize);
    let mut logs = vec![f64::NEG_INFINITY; last + 1];
    logs[0] = 0.0;
    let (mut log, mut chosen, mut largest) = (0.0_f64, 0, 0.0_f64);
    for &members in &kind.violating {
        while chosen < members {
            log += ((kind.people - chosen) as f64).ln() - ((chosen + 1) as f64).ln();
            chosen += 1;
            largest = largest.max(log.abs());
        }
        logs[members as usize] = log + tilt * members as f64;
    }
    let top = logs.iter().copied().fold(0.0, f64::max);
    let mut chances: Vec<f64> = logs.iter().map(|log| (log - top).exp()).collect();
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    let size = largest + (tilt * last as f64).abs() + top + (kind.people as f64).ln() + 4.0;
    Law { first: 0, chances, error: 6.0 * f64::EPSILON * (last as f64 + 2.0) * size }
}

impl Law {
    /// Surely no member.
    fn nobody() -> Self {
        Law { first: 0, chances: vec![1.0], error: 0.0 }
    }

    fn at(&self, members: usize) -> f64 {
        let place = members.checked_sub(self.first);
        place.and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }
}

/// The work of adding up independent classes, up to the members that there are.
struct Sums {
    members: usize,
    left: u64,
    /// Per kind: the probability of what was seen, that times the mean of one class, and the error.
    found: Vec<(f64, f64, f64)>,
}

impl Sums {
    /// The members of two together.
    fn add(&mut self, a: &Law, b: &Law) -> Option<Law> {
        let (a, b) = if a.chances.len() < b.chances.len() { (b, a) } else { (a, b) };
        self.left = self.left.checked_sub((a.chances.len() * b.chances.len()) as u64)?;
        let first = a.first + b.first;
        let most = (self.members + 1).saturating_sub(first);
        let mut chances = vec![0.0; (a.chances.len() + b.chances.len()).min(most)];
        for (shift, factor) in b.chances.iter().enumerate().take(chances.len()) {
            let sums = chances[shift..].iter_mut().zip(&a.chances);
            sums.for_each(|(sum, chance)| *sum += factor * chance);
        }
        let matters = |chance: &f64| *chance >= TOO_SMALL;
        let start = chances.iter().position(matters).unwrap_or(chances.len());
        let end = chances.iter().rposition(matters).map_or(start, |last| last + 1);
        let error = a.error + b.error + (b.chances.len() as f64 + 2.0) * f64::EPSILON;
        Some(Law { first: first + start, chances: chances[start..end].to_vec(), error })
    }

    /// The members of so many classes of a law together.
    fn repeat(&mut self, law: &Law, classes: u64) -> Option<Law> {
        if classes == 0 {
            return Some(Law::nobody());
        }
        let half = self.repeat(law, classes / 2)?;
        let both = self.add(&half, &half)?;
        if classes % 2 == 1 { self.add(&both, law) } else { Some(both) }
    }

    /// Finds the mean of each kind, given the members of all kinds that are not among these.
    fn solve(&mut self, kinds: &[(Law, u64)], others: &Law) -> Option<()> {
        match kinds {
            [] => Some(()),
            [(law, classes)] => {
                let rest = self.repeat(law, classes - 1)?;
                let others = self.add(&rest, others)?;
                let (mut all, mut inside) = (0.0, 0.0);
                for (members, chance) in law.chances.iter().enumerate().take(self.members + 1) {
                    let both = chance * others.at(self.members - members);
                    all += both;
                    inside += members as f64 * both;
                }
                let error =
                    others.error + law.error + (law.chances.len() as f64 + 3.0) * f64::EPSILON;
                self.found.push((all, inside, error));
                Some(())
            }
            _ => {
                let (left, right) = kinds.split_at(kinds.len() / 2);
                let beside = self.together(right, others)?;
                self.solve(left, &beside)?;
                let beside = self.together(left, others)?;
                self.solve(right, &beside)
            }
        }
    }

    fn together(&mut self, kinds: &[(Law, u64)], others: &Law) -> Option<Law> {
        kinds.iter().try_fold(others.clone(), |sum, (law, classes)| {
            let all = self.repeat(law, *classes)?;
            self.add(&sum, &all)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million people in classes of one to seven, and 500 members whom a twentieth would show.
    #[test]
    fn a_large_register_is_enclosed_narrowly() {
        let kind = |people: u64, classes| AlikeClasses {
            people,
            classes,
            violating: (people / 20 + 1..=people.min(500)).collect(),
        };
        let mut kinds: Vec<AlikeClasses> = (1..=7).map(|people| kind(people, 30_000)).collect();
        kinds.push(kind(1_000_000, 2));
        let found = enclose(&kinds, 500).unwrap();
        let ends: Vec<(f64, f64)> = found
            .iter()
            .map(|c| (c.least().unwrap().to_f64(), c.most().unwrap().to_f64()))
            .collect();
        assert!(ends.iter().all(|(least, most)| most - least < 1e-9), "{ends:?}");
        let expected: f64 =
            kinds.iter().zip(&ends).map(|(k, p)| (k.people * k.classes) as f64 * p.0).sum();
        assert!((expected - 500.0).abs() < 1e-3, "{expected}");
    }
}
