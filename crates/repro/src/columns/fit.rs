//! Straight lines through measurements.

/// A straight line by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Where it begins, at x = 0.
    pub start: f64,
    /// How far it rises with x.
    pub slope: f64,
    /// The share of the variance that it explains.
    pub explains: f64,
}

impl Fit {
    /// The line; nothing for fewer than two different x.
    pub fn of(points: &[(f64, f64)]) -> Option<Fit> {
        let count = points.len() as f64;
        let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let sum = |each: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|point| each(point.0 - x, point.1 - y)).sum()
        };
        let (wide, high) = (sum(&|x, _| x * x), sum(&|_, y| y * y));
        if wide <= 0.0 {
            return None;
        }
        let slope = sum(&|x, y| x * y) / wide;
        let left = sum(&|x, y| (y - slope * x) * (y - slope * x));
        let explains = if high > 0.0 { 1.0 - left / high } else { 1.0 };
        Some(Fit { start: y - slope * x, slope, explains })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let fit = Fit::of(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).unwrap();
        assert!((fit.start - 3.0).abs() < 1e-12 && (fit.slope - 2.0).abs() < 1e-12);
        assert!((fit.explains - 1.0).abs() < 1e-12);
    }

    #[test]
    fn scatter_is_not_explained() {
        // By hand: the mean is the best line.
        let fit = Fit::of(&[(0.0, 0.0), (1.0, 3.0), (2.0, 0.0)]).unwrap();
        assert_eq!((fit.start, fit.slope, fit.explains), (1.0, 0.0, 0.0));
        assert_eq!(Fit::of(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(Fit::of(&[]), None);
    }
}
