//! The binomial distribution, to about 1e-11 of each probability, for up to 10^10 trials.
//!
//! Logarithms of factorials of such numbers would lose all digits that matter. So each probability
//! is written as what Stirling's formula gives, times corrections that are small and known well:
//! ln P(x) = s(n) - s(x) - s(n-x) - d(x, np) - d(n-x, n(1-p)) + ln(n / (2 pi x (n-x))) / 2, with s
//! the error of Stirling's formula and d the deviance (Loader 2000).

use std::f64::consts::TAU;

/// Terms below this share of a sum end it.
const NEGLIGIBLE: f64 = 1e-18;

/// The binomial distribution of `trials` with probability `p`, which is within 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Binomial {
    /// The number of trials.
    pub trials: u64,
    /// The probability of success in each.
    pub p: f64,
}

impl Binomial {
    /// The expected number of successes.
    #[must_use]
    pub fn mean(self) -> f64 {
        self.trials as f64 * self.p
    }

    /// P(X = x).
    #[must_use]
    pub fn at(self, x: u64) -> f64 {
        let Binomial { trials, p } = self;
        if x > trials {
            return 0.0;
        }
        if p <= 0.0 || p >= 1.0 {
            let sure = if p <= 0.0 { 0 } else { trials };
            return f64::from(u8::from(x == sure));
        }
        let n = trials as f64;
        if x == 0 {
            return (n * (-p).ln_1p()).exp();
        }
        if x == trials {
            return (n * p.ln()).exp();
        }
        let (ones, zeros) = (x as f64, (trials - x) as f64);
        let stirling = stirling_error(trials) - stirling_error(x) - stirling_error(trials - x);
        let deviances = deviance(ones, n * p) + deviance(zeros, n * (1.0 - p));
        (stirling - deviances).exp() * (n / (TAU * ones * zeros)).sqrt()
    }

    /// P(X <= x).
    #[must_use]
    pub fn up_to(self, x: u64) -> f64 {
        if x >= self.trials {
            1.0
        } else if (x as f64) < self.mean() {
            self.sum_down(x)
        } else {
            1.0 - self.sum_up(x + 1)
        }
    }

    /// P(X >= x).
    #[must_use]
    pub fn from(self, x: u64) -> f64 {
        if x == 0 {
            1.0
        } else if x > self.trials {
            0.0
        } else if (x as f64) > self.mean() {
            self.sum_up(x)
        } else {
            1.0 - self.sum_down(x - 1)
        }
    }

    /// P(X <= x), below the mean, where the terms shrink.
    fn sum_down(self, x: u64) -> f64 {
        let mut term = self.at(x);
        let mut sum = term;
        for x in (1..=x).rev() {
            if term <= sum * NEGLIGIBLE {
                break;
            }
            term *= x as f64 * (1.0 - self.p) / ((self.trials - x + 1) as f64 * self.p);
            sum += term;
        }
        sum
    }

    /// P(X >= x), above the mean, where the terms shrink.
    fn sum_up(self, x: u64) -> f64 {
        let mut term = self.at(x);
        let mut sum = term;
        for x in x..self.trials {
            if term <= sum * NEGLIGIBLE {
                break;
            }
            term *= (self.trials - x) as f64 * self.p / ((x + 1) as f64 * (1.0 - self.p));
            sum += term;
        }
        sum
    }
}

/// ln(n!) less Stirling's (n + 1/2) ln n - n + ln(2 pi) / 2, for n above 0.
fn stirling_error(n: u64) -> f64 {
    let x = n as f64;
    if n < 16 {
        let factorial: u64 = (1..=n).product();
        return (factorial as f64).ln() - ((x + 0.5) * x.ln() - x + TAU.ln() / 2.0);
    }
    let square = x * x;
    let series =
        1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square;
    series / x
}

/// x ln(x / m) + m - x, which is small where x is near m, without subtracting what is nearly equal:
/// with v = (x - m) / (x + m), ln(x / m) = 2 (v + v^3/3 + v^5/5 + ...), and the first term joins
/// m - x to v (x - m).
fn deviance(x: f64, m: f64) -> f64 {
    let v = (x - m) / (x + m);
    if v.abs() > 0.1 {
        return x * (x / m).ln() + m - x;
    }
    let (mut power, mut series, mut odd) = (v * v * v, 0.0, 3.0);
    while power.abs() > 1e-20 {
        series += power / odd;
        power *= v * v;
        odd += 2.0;
    }
    v * (x - m) + 2.0 * x * series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All probabilities, by adding trial after trial.
    fn slowly(trials: usize, p: f64) -> Vec<f64> {
        let mut mass = vec![1.0];
        for _ in 0..trials {
            let stay = mass.iter().map(|m| m * (1.0 - p)).chain([0.0]);
            let rise = [0.0].into_iter().chain(mass.iter().map(|m| m * p));
            mass = stay.zip(rise).map(|(a, b)| a + b).collect();
        }
        mass
    }

    #[test]
    fn probabilities_are_those_of_trial_after_trial() {
        for (trials, p) in [(1, 0.3), (7, 0.5), (40, 0.02), (90, 0.1), (200, 0.97)] {
            let mass = slowly(trials, p);
            let binomial = Binomial { trials: trials as u64, p };
            for x in 0..=trials {
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-11 * a.max(b) + 1e-15;
                assert!(close(binomial.at(x as u64), mass[x]), "{trials} {p} {x}");
                let below: f64 = mass[..=x].iter().sum();
                let above: f64 = mass[x..].iter().sum();
                assert!(close(binomial.up_to(x as u64), below), "{trials} {p} {x}");
                assert!(close(binomial.from(x as u64), above), "{trials} {p} {x}");
            }
        }
    }

    #[test]
    fn many_trials_keep_their_digits() {
        // Symmetric: half of an odd number of trials is never reached exactly.
        let even = Binomial { trials: 9_999_999_999, p: 0.5 };
        assert!((even.up_to(4_999_999_999) - 0.5).abs() < 1e-9);
        // Neighbours have the ratio that the definition says.
        let rare = Binomial { trials: 10_000_000_000, p: 1e-7 };
        let (here, next) = (rare.at(1100), rare.at(1101));
        let ratio = (rare.trials - 1100) as f64 * 1e-7 / (1101.0 * (1.0 - 1e-7));
        assert!((next / here / ratio - 1.0).abs() < 1e-10);
        assert!((rare.up_to(1100) + rare.from(1101) - 1.0).abs() < 1e-11);
    }

    #[test]
    fn nothing_and_everything() {
        for (p, sure) in [(0.0, 0), (1.0, 5)] {
            let binomial = Binomial { trials: 5, p };
            assert_eq!((binomial.at(sure), binomial.at(2), binomial.at(6)), (1.0, 0.0, 0.0));
        }
        let none = Binomial { trials: 0, p: 0.4 };
        assert_eq!((none.at(0), none.up_to(0), none.from(1)), (1.0, 1.0, 0.0));
    }
}
