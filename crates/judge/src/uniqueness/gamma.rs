//! Differences of the gamma function's logarithm and of its derivative.
//!
//! Sums such as `ln x + ln(x+1) + ... + ln(x+m-1)` are `ln Γ(x+m) - ln Γ(x)`, and those of
//! reciprocals are differences of digamma: a few operations, however many terms. Where `x` is large
//! the two functions nearly cancel, so the difference itself is computed, by Stirling's series.

/// From here on Stirling's series is right to the last digits.
const LARGE: f64 = 12.0;

/// `ln Γ(x + step) - ln Γ(x)`, for positive `x` and `x + step`.
pub(super) fn ln_gamma_rise(x: f64, step: f64) -> f64 {
    let (from, to) = (Raised::new(x), Raised::new(x + step));
    let logarithms = |raised: &Raised| raised.passed().map(f64::ln).sum::<f64>();
    let across = step + to.steps - from.steps;
    let (low, high) = (from.large(), from.large() + across);
    (low - 0.5) * (across / low).ln_1p() + across * high.ln() - across + correction(high)
        - correction(low)
        + logarithms(&from)
        - logarithms(&to)
}

/// `ψ(x + step) - ψ(x)`, for positive `x` and `x + step`: over whole steps, the sum of `1 / (x+i)`.
pub(super) fn digamma_rise(x: f64, step: f64) -> f64 {
    let (from, to) = (Raised::new(x), Raised::new(x + step));
    let reciprocals = |raised: &Raised| raised.passed().map(f64::recip).sum::<f64>();
    let across = step + to.steps - from.steps;
    let (low, high) = (from.large(), from.large() + across);
    (across / low).ln_1p() + across / (2.0 * low * high) + slope(high) - slope(low)
        + reciprocals(&from)
        - reciprocals(&to)
}

/// A number, and how many steps of one lead from it to a large one.
struct Raised {
    start: f64,
    steps: f64,
}

impl Raised {
    fn new(start: f64) -> Raised {
        Raised { start, steps: (LARGE - start).ceil().max(0.0) }
    }

    fn large(&self) -> f64 {
        self.start + self.steps
    }

    /// The numbers on the way, but for the large one.
    fn passed(&self) -> impl Iterator<Item = f64> {
        (0..self.steps as u32).map(|step| self.start + f64::from(step))
    }
}

/// What `ln Γ(x)` has beyond `(x - 1/2) ln x - x + ln(2 pi) / 2`.
fn correction(x: f64) -> f64 {
    let square = x * x;
    let tail = 1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - tail / square) / square) / x
}

/// What `ψ(x)` has beyond `ln x - 1/(2x)`.
fn slope(x: f64) -> f64 {
    let square = x * x;
    let tail = 1.0 / 252.0 - (1.0 / 240.0 - 1.0 / (132.0 * square)) / square;
    -(1.0 / 12.0 - (1.0 / 120.0 - tail / square) / square) / square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() <= 1e-13 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    #[test]
    fn sums_term_by_term() {
        for x in [1e-9, 0.3, 1.0, 2.5, 11.99, 12.0, 77.7, 1e6] {
            for steps in [0_u32, 1, 2, 9, 40, 1000] {
                let terms = || (0..steps).map(|step| x + f64::from(step));
                let wide = f64::from(steps);
                close(ln_gamma_rise(x, wide), terms().map(f64::ln).sum());
                close(digamma_rise(x, wide), terms().map(f64::recip).sum());
                let back = ln_gamma_rise(x + wide, -wide);
                // Of a tiny number the way back has lost digits before it starts.
                assert!(x < 0.1 || (back + ln_gamma_rise(x, wide)).abs() < 1e-9, "{x} {steps}");
            }
        }
    }

    #[test]
    fn parts_of_steps_by_hand() {
        // Γ(1/2)² = π, Γ(3/2) = Γ(1/2) / 2, ψ(1) - ψ(1/2) = 2 ln 2.
        close(ln_gamma_rise(1.0, -0.5), std::f64::consts::PI.ln() / 2.0);
        close(ln_gamma_rise(1.0, 0.5), std::f64::consts::PI.ln() / 2.0 - 2_f64.ln());
        close(digamma_rise(0.5, 0.5), 2.0 * 2_f64.ln());
    }

    /// `Γ(x+1/2) Γ(x+1) / (Γ(x) Γ(x+1/2)) = x`, where each factor is near the square root of x.
    #[test]
    fn large_numbers_keep_their_digits() {
        for x in [1e6, 1e12, 1e18] {
            let halves = ln_gamma_rise(x, 0.5) + ln_gamma_rise(x + 0.5, 0.5);
            close(halves, f64::ln(x));
            assert!((digamma_rise(x, 3.0) * x / 3.0 - 1.0).abs() < 2.0 / x + 1e-12);
        }
    }
}
