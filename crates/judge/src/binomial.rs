//! Tails of the binomial distribution, for any number of trials.

use crate::estimate::{excess, stirling_error};

/// The number of successes in `trials` trials, each with the same probability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binomial {
    pub(crate) trials: u64,
    pub(crate) probability: f64,
}

impl Binomial {
    /// The probability of fewer successes than a number.
    pub(crate) fn below(self, number: u64) -> f64 {
        if number == 0 {
            return 0.0;
        }
        if number > self.trials {
            return 1.0;
        }
        let last = number - 1;
        // Sum away from the mode, where each term is smaller than the one before.
        if (last as f64) < self.mean() { self.down(last) } else { 1.0 - self.up(number) }
    }

    /// The probability of more successes than a number.
    pub(crate) fn above(self, number: u64) -> f64 {
        if number >= self.trials {
            return 0.0;
        }
        let first = number + 1;
        if (first as f64) > self.mean() { self.up(first) } else { 1.0 - self.down(number) }
    }

    fn mean(self) -> f64 {
        self.trials as f64 * self.probability
    }

    /// The probability of `last` successes or fewer, from there downwards.
    fn down(self, last: u64) -> f64 {
        let odds = (1.0 - self.probability) / self.probability;
        let (mut term, mut sum, mut at) = (self.exactly(last), 0.0, last as f64);
        while term > sum * f64::EPSILON / 4.0 && at >= 0.0 {
            sum += term;
            term *= at / (self.trials as f64 - at + 1.0) * odds;
            at -= 1.0;
        }
        sum.min(1.0)
    }

    /// The probability of `first` successes or more, from there upwards.
    fn up(self, first: u64) -> f64 {
        let odds = self.probability / (1.0 - self.probability);
        let (mut term, mut sum, mut at) = (self.exactly(first), 0.0, first as f64);
        while term > sum * f64::EPSILON / 4.0 && at <= self.trials as f64 {
            sum += term;
            term *= (self.trials as f64 - at) / (at + 1.0) * odds;
            at += 1.0;
        }
        sum.min(1.0)
    }

    /// The probability of exactly so many successes, in the form of Loader (2000), which keeps its
    /// digits for large numbers.
    fn exactly(self, number: u64) -> f64 {
        let (n, p) = (self.trials as f64, self.probability);
        if p <= 0.0 {
            return f64::from(u8::from(number == 0));
        }
        if p >= 1.0 {
            return f64::from(u8::from(number == self.trials));
        }
        if number == 0 {
            return (n * (-p).ln_1p()).exp();
        }
        if number == self.trials {
            return (n * p.ln()).exp();
        }
        let (k, rest) = (number as f64, (self.trials - number) as f64);
        let deviance = k * excess((n * p - k) / k) + rest * excess((n * (1.0 - p) - rest) / rest);
        let error = stirling_error(self.trials)
            - stirling_error(number)
            - stirling_error(self.trials - number);
        (error - deviance).exp() * (n / (std::f64::consts::TAU * k * rest)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_sums_of_terms() {
        for (trials, probability) in [(1, 0.3), (5, 0.5), (12, 0.9), (40, 0.02), (90, 0.1)] {
            let binomial = Binomial { trials, probability };
            let mut row = vec![1.0_f64];
            for _ in 0..trials {
                let mut next = vec![0.0; row.len() + 1];
                for (at, term) in row.iter().enumerate() {
                    next[at] += term * (1.0 - probability);
                    next[at + 1] += term * probability;
                }
                row = next;
            }
            for number in 0..=trials {
                let (below, above) = row.split_at(number as usize);
                let (below, above) = (below.iter().sum::<f64>(), above.iter().skip(1).sum::<f64>());
                assert!((binomial.below(number) - below).abs() < 1e-13, "{trials} {number}");
                assert!((binomial.above(number) - above).abs() < 1e-13, "{trials} {number}");
            }
        }
    }

    #[test]
    fn certain_and_huge_cases() {
        let certain = Binomial { trials: 7, probability: 1.0 };
        assert_eq!((certain.below(7), certain.above(6), certain.above(7)), (0.0, 1.0, 0.0));
        let never = Binomial { trials: 7, probability: 0.0 };
        assert_eq!((never.below(1), never.above(0)), (1.0, 0.0));
        let none = Binomial { trials: 0, probability: 0.5 };
        assert_eq!((none.below(1), none.above(0)), (1.0, 0.0));
        // One standard deviation below the mean of a nearly normal distribution.
        let huge = Binomial { trials: 10_000_000_000, probability: 0.5 };
        assert!((huge.below(5_000_000_000 - 50_000) - 0.158_655).abs() < 1e-5);
        assert!((huge.above(5_000_000_000 + 50_000) - 0.158_655).abs() < 1e-5);
    }
}
