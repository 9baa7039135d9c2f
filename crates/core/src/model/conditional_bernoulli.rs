//! The conditional Bernoulli distribution: the probability that each person is in the table, given
//! the number of members.
//!
//! People are members independently, each with their own prior b; then the number of members
//! becomes known. With w = b/(1-b), the probability of a set of that many people is proportional to
//! the product of its w. Multiplying all w by one factor changes nothing, so they are tilted until
//! the expected number equals the known one. The known number is then the most probable one, and no
//! sum underflows. The number of members is a sum of binomials, one per distinct prior; removing
//! one person divides out one factor.

use super::binomial::Binomial;

/// People with the same belief.
#[derive(Clone, Copy, Debug)]
pub(super) struct SameOdds {
    /// The logarithm of b/(1-b).
    pub log_odds: f64,
    pub people: u64,
}

/// The membership probabilities of a person in the first and in the last group, given `members` in
/// total, which is neither zero nor everybody.
pub(super) fn first_and_last(groups: &[SameOdds], members: u64) -> (f64, f64) {
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return (0.0, 0.0) };
    let tilt = tilt(groups, members);
    let number = Number::of(groups, tilt);
    let given = |alike: &SameOdds| number.posterior(share(alike.log_odds + tilt), members);
    (given(first), given(last))
}

/// From log-odds to a probability.
fn share(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// What to add to all log-odds so that about this many are expected to be in.
fn tilt(groups: &[SameOdds], members: u64) -> f64 {
    let people: u64 = groups.iter().map(|alike| alike.people).sum();
    let even = (members as f64 / (people - members) as f64).ln();
    let log_odds = || groups.iter().map(|alike| alike.log_odds);
    let mut low = even - log_odds().fold(f64::NEG_INFINITY, f64::max);
    let mut high = even - log_odds().fold(f64::INFINITY, f64::min);
    let mut tilt = low + (high - low) / 2.0;
    for _ in 0..200 {
        let (mut mean, mut variance) = (0.0, 0.0);
        for alike in groups {
            let share = share(alike.log_odds + tilt);
            mean += alike.people as f64 * share;
            variance += alike.people as f64 * share * (1.0 - share);
        }
        let miss = mean - members as f64;
        // Any tilt is correct; this one is close enough to the best.
        if miss.abs() < 1e-3 {
            break;
        }
        *(if miss > 0.0 { &mut high } else { &mut low }) = tilt;
        let step = tilt - miss / variance;
        tilt = if low < step && step < high { step } else { low + (high - low) / 2.0 };
    }
    tilt
}

/// The distribution of the number who are in, without its tails.
struct Number {
    start: u64,
    mass: Vec<f64>,
}

impl Number {
    fn of(groups: &[SameOdds], tilt: f64) -> Number {
        let spread = |alike: &SameOdds| {
            let share = share(alike.log_odds + tilt);
            alike.people as f64 * share * (1.0 - share)
        };
        let variance: f64 = groups.iter().map(spread).sum();
        // By Bernstein's inequality less than 1e-20 lies further out.
        let reach = 10.0 * variance.sqrt() + 40.0;
        let mut number = Number { start: 0, mass: vec![1.0] };
        let mut mean = 0.0;
        for alike in groups {
            let binomial = Binomial { trials: alike.people, p: share(alike.log_odds + tilt) };
            mean += binomial.mean();
            if alike.people == 1 {
                number.add_person(binomial.p);
            } else {
                number = number.add(&Number::within(binomial, reach));
            }
            number.trim(mean, reach);
        }
        number
    }

    /// A binomial, as far as `reach` from its mean.
    fn within(binomial: Binomial, reach: f64) -> Number {
        let start = (binomial.mean() - reach).max(0.0) as u64;
        let end = ((binomial.mean() + reach) as u64).min(binomial.trials);
        Number { start, mass: (start..=end).map(|x| binomial.at(x)).collect() }
    }

    fn add(&self, other: &Number) -> Number {
        let mut mass = vec![0.0; self.mass.len() + other.mass.len() - 1];
        for (at, a) in self.mass.iter().enumerate() {
            for (sum, b) in mass[at..].iter_mut().zip(&other.mass) {
                *sum += a * b;
            }
        }
        Number { start: self.start + other.start, mass }
    }

    fn add_person(&mut self, share: f64) {
        self.mass.push(0.0);
        for at in (1..self.mass.len()).rev() {
            self.mass[at] = self.mass[at] * (1.0 - share) + self.mass[at - 1] * share;
        }
        self.mass[0] *= 1.0 - share;
    }

    fn trim(&mut self, mean: f64, reach: f64) {
        let end = (mean + reach) as u64;
        let keep = (end.saturating_sub(self.start) + 1).min(self.mass.len() as u64);
        self.mass.truncate(keep as usize);
        let below = ((mean - reach).max(0.0) as u64).saturating_sub(self.start);
        self.mass.drain(..(below as usize).min(self.mass.len() - 1));
        self.start += below;
    }

    /// The probability with which one of these people is in, given how many are.
    ///
    /// The number of all is that of the others and the person: f(k) = (1-p) g(k) + p g(k-1). It is
    /// solved for g from the side on which errors shrink.
    fn posterior(&self, p: f64, members: u64) -> f64 {
        let at = (members - self.start) as usize;
        if p <= 0.5 {
            let others = self.mass[..at].iter().fold(0.0, |before, f| (f - p * before) / (1.0 - p));
            p * others / self.mass[at]
        } else {
            let above = self.mass[at + 1..].iter().rev();
            let others = above.fold(0.0, |after, f| (f - (1.0 - p) * after) / p);
            1.0 - (1.0 - p) * others / self.mass[at]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(belief: f64, people: u64) -> SameOdds {
        SameOdds { log_odds: (belief / (1.0 - belief)).ln(), people }
    }

    /// The same by adding up over all sets of people.
    fn slowly(groups: &[SameOdds], members: u64) -> (f64, f64) {
        let weights: Vec<f64> = groups
            .iter()
            .flat_map(|alike| vec![alike.log_odds.exp(); alike.people as usize])
            .collect();
        let (mut all, mut first, mut last) = (0.0, 0.0, 0.0);
        for set in 0_u32..1 << weights.len() {
            if u64::from(set.count_ones()) != members {
                continue;
            }
            let is_in = |person: usize| set >> person & 1 == 1;
            let chosen = (0..weights.len()).filter(|&person| is_in(person));
            let product: f64 = chosen.map(|person| weights[person]).product();
            all += product;
            first += if is_in(0) { product } else { 0.0 };
            last += if is_in(weights.len() - 1) { product } else { 0.0 };
        }
        (first / all, last / all)
    }

    #[test]
    fn it_is_the_sum_over_all_sets() {
        let tables = [
            vec![alike(0.1, 1), alike(0.5, 1), alike(0.9, 1)],
            vec![alike(0.01, 4), alike(0.3, 3), alike(0.8, 5)],
            vec![alike(1e-9, 5), alike(1.0 - 1e-6, 6)],
            vec![alike(0.2, 1), alike(0.21, 1), alike(0.22, 6), alike(0.999, 2), alike(0.99, 3)],
        ];
        for groups in tables {
            let people: u64 = groups.iter().map(|alike| alike.people).sum();
            for members in 1..people {
                let (a, b) = (first_and_last(&groups, members), slowly(&groups, members));
                let close = |a: f64, b: f64| (a - b).abs() < 1e-11;
                assert!(close(a.0, b.0) && close(a.1, b.1), "{members}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_crowd_is_as_precise_as_a_few() {
        // Beliefs that are all alike give everybody the same probability, however many they are.
        let split: Vec<SameOdds> = (0..50_000).map(|_| alike(0.07, 1)).collect();
        let (first, last) = first_and_last(&split, 2_000);
        assert!((first - 0.04).abs() < 1e-11 && (last - 0.04).abs() < 1e-11, "{first} {last}");
        // In a large crowd one person hardly matters, so the tilted belief is nearly the answer:
        // half with odds w and half with odds 9w, such that a quarter are in.
        let groups = [alike(0.1, 5_000_000), alike(0.5, 5_000_000)];
        let (low, high) = first_and_last(&groups, 2_500_000);
        assert!((low + high - 0.5).abs() < 1e-9, "{low} {high}");
        let odds = |p: f64| p / (1.0 - p);
        assert!((odds(high) / odds(low) / 9.0 - 1.0).abs() < 1e-5);
    }
}
