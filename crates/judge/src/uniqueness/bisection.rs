//! Where a function that falls crosses zero.

/// Halvings after which the ends of any interval of interest are next to each other.
const HALVINGS: u32 = 90;

/// The point up to which a falling function is positive; an end of the interval if it does not
/// change its sign within.
pub(super) fn falling_root(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if value(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_ends() {
        assert!((falling_root(0.0, 9.0, |x| 2.0 - x * x) - 2_f64.sqrt()).abs() < 1e-15);
        assert!((falling_root(3.0, 9.0, |x| 2.0 - x * x) - 3.0).abs() < 1e-12);
        assert!((falling_root(-1.0, 1.0, |x| 2.0 - x * x) - 1.0).abs() < 1e-12);
    }
}
