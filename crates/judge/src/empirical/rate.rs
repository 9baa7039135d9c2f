//! How often guesses succeed, and how much of that the control does not explain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the normal distribution: intervals have a confidence of 95 %.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// How often guesses succeed. Where several guesses are equally good, the success is the share of
/// those that are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuccessRate {
    /// Guesses.
    pub guesses: u64,
    /// Expected number of right guesses.
    pub successes: f64,
}

/// Success on published people, success in the control, and the excess of the one over the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExcessRisk {
    /// Success on people whose rows were published.
    pub attack: SuccessRate,
    /// Success in the control.
    pub control: SuccessRate,
    /// The share of what fails in the control that succeeds on published people, from 0 to 1; none
    /// without guesses, or if the control always succeeds.
    pub risk: Option<f64>,
    /// The interval of the risk, with a confidence of 95 %.
    pub interval: Option<[f64; 2]>,
}

impl SuccessRate {
    /// The rate of guesses that succeed with these probabilities.
    pub(super) fn of(guesses: impl IntoIterator<Item = f64>) -> SuccessRate {
        let mut rate = SuccessRate::default();
        guesses.into_iter().for_each(|success| rate.add(success));
        rate
    }

    /// Adds a guess that succeeds with this probability.
    pub(super) fn add(&mut self, success: f64) {
        self.guesses += 1;
        self.successes += success;
    }

    /// The centre of the Wilson score interval, and half its width.
    fn wilson(self) -> Option<(f64, f64)> {
        if self.guesses == 0 {
            return None;
        }
        let (n, s, z) = (self.guesses as f64, self.successes, QUANTILE);
        let below = n + z * z;
        let half = z / below * (s * (n - s) / n + z * z / 4.0).max(0.0).sqrt();
        Some(((s + z * z / 2.0) / below, half))
    }
}

impl ExcessRisk {
    /// The excess of an attack over its control.
    pub(super) fn of(attack: SuccessRate, control: SuccessRate) -> ExcessRisk {
        let unknown = ExcessRisk { attack, control, risk: None, interval: None };
        let (Some((rate, error)), Some((base, base_error))) = (attack.wilson(), control.wilson())
        else {
            return unknown;
        };
        if control.successes >= control.guesses as f64 {
            return unknown;
        }
        let risk = (rate - base) / (1.0 - base);
        let by_attack = error / (1.0 - base);
        let by_control = base_error * (rate - 1.0) / (1.0 - base).powi(2);
        let width = by_attack.hypot(by_control);
        let bound = |value: f64| value.clamp(0.0, 1.0);
        ExcessRisk {
            risk: Some(bound(risk)),
            interval: Some([bound(risk - width), bound(risk + width)]),
            ..unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(guesses: u64, successes: f64) -> SuccessRate {
        SuccessRate { guesses, successes }
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Wilson's interval of 10 successes in 100 trials is .0552 to .1744.
        let (centre, half) = rate(100, 10.0).wilson().unwrap();
        assert!((centre - half - 0.055_228).abs() < 1e-5, "{}", centre - half);
        assert!((centre + half - 0.174_368).abs() < 1e-5, "{}", centre + half);
    }

    #[test]
    fn the_control_is_taken_off() {
        let found = ExcessRisk::of(rate(1000, 600.0), rate(1000, 200.0));
        assert!((found.risk.unwrap() - 0.5).abs() < 0.01, "{found:?}");
        let [low, high] = found.interval.unwrap();
        assert!(low < 0.5 && 0.5 < high && high - low < 0.1, "{found:?}");
        assert_eq!(ExcessRisk::of(rate(1000, 100.0), rate(1000, 300.0)).risk, Some(0.0));
    }

    #[test]
    fn without_guesses_there_is_no_figure() {
        assert_eq!(ExcessRisk::of(rate(0, 0.0), rate(10, 1.0)).risk, None);
        assert_eq!(ExcessRisk::of(rate(10, 1.0), rate(0, 0.0)).risk, None);
        assert_eq!(ExcessRisk::of(rate(10, 10.0), rate(10, 10.0)).risk, None);
    }
}
