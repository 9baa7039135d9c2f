//! Where a number stands along a side of a picture: equal steps, equal factors, or named places.
//!
//! What cannot stand anywhere is left out: on a scale of factors what is not positive, and everywhere
//! what is no number or beyond [`LARGEST`], whose differences overflow.

use kuva::render::render_utils::{compute_tick_step, generate_ticks};

use super::Axis;
use crate::figure;

/// The largest number that is drawn.
pub const LARGEST: f64 = 1e300;

/// A scale with ends.
pub struct Scale {
    low: f64,
    high: f64,
    log: bool,
    names: Vec<String>,
}

impl Scale {
    /// From left to right: as far as the numbers go, with a little air.
    pub fn across(axis: &Axis, numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let mut scale = Scale::around(axis, numbers)?;
        if scale.names.is_empty() {
            let air = (scale.high - scale.low) * 0.03;
            scale.low -= air;
            scale.high += air;
        }
        Some(scale)
    }

    /// Upward: to a round number above, and from zero or a round number below. Bars stand on zero.
    pub fn upward(axis: &Axis, numbers: impl Iterator<Item = f64>, bars: bool) -> Option<Self> {
        let mut scale = Scale::around(axis, numbers)?;
        if !scale.names.is_empty() {
            return Some(scale);
        }
        if scale.log {
            scale.round_powers(bars);
            return Some(scale);
        }
        if bars || (scale.low >= 0.0 && scale.low <= 0.6 * scale.high) {
            scale.low = scale.low.min(0.0);
            scale.high = scale.high.max(0.0);
        }
        let step = compute_tick_step(scale.low, scale.high, 5);
        let (low, high) = ((scale.low / step).floor() * step, (scale.high / step).ceil() * step);
        if low.is_finite() && high.is_finite() && low < high {
            (scale.low, scale.high) = (low, high);
        }
        Some(scale)
    }

    /// Places with names.
    pub fn places(names: &[String]) -> Option<Self> {
        Scale::around(&Axis { names: names.to_vec(), ..Axis::default() }, std::iter::once(0.0))
    }

    /// The numbers that can be drawn and their ends, which differ.
    fn around(axis: &Axis, numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let named = !axis.names.is_empty();
        let mut scale = Scale {
            low: -0.5,
            high: axis.names.len() as f64 - 0.5,
            log: axis.log && !named,
            names: axis.names.clone(),
        };
        let measures: Vec<f64> = numbers.filter_map(|number| scale.measure(number)).collect();
        let low = measures.iter().copied().reduce(f64::min)?;
        let high = measures.iter().copied().reduce(f64::max)?;
        if !named {
            (scale.low, scale.high) =
                if scale.log { apart_by(low, high, 0.3) } else { apart(low, high) };
        }
        Some(scale)
    }

    /// To whole powers of ten, or to 1, 2 or 5 times one if the numbers are near.
    fn round_powers(&mut self, bars: bool) {
        let wide = self.high - self.low > 1.5;
        let steps: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let near = 1e-9;
        let grid = |power: f64| steps.iter().map(move |step| power.floor() + step.log10());
        let below = if bars { self.low - 0.1 } else { self.low + near };
        self.low = grid(below).filter(|&p| p <= below).fold(below.floor(), f64::max);
        let above = self.high - near;
        self.high = grid(above).filter(|&p| p >= above).fold(above.floor() + 1.0, f64::min);
    }

    /// How far a number is along the scale's own steps.
    fn measure(&self, number: f64) -> Option<f64> {
        let drawn = number.is_finite()
            && number.abs() <= LARGEST
            && (!self.log || number > 0.0)
            && (self.names.is_empty() || (-0.5..=self.names.len() as f64 - 0.5).contains(&number));
        drawn.then(|| if self.log { number.log10() } else { number })
    }

    /// Where a number stands, from 0 to 1.
    pub fn share(&self, number: f64) -> Option<f64> {
        self.measure(number).map(|measure| self.along(measure))
    }

    fn along(&self, measure: f64) -> f64 {
        ((measure - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The names of the places, if it has any.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where the scale is marked, and with what.
    pub fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        if !self.names.is_empty() {
            let names = self.names.iter().enumerate();
            return names.map(|(place, name)| (self.along(place as f64), name.clone())).collect();
        }
        let numbers =
            if self.log { self.powers(about) } else { generate_ticks(self.low, self.high, about) };
        let labels = figure::ticks(&numbers);
        let marks = numbers.iter().zip(labels);
        marks.filter_map(|(&number, label)| Some((self.share(number)?, label))).collect()
    }

    /// Powers of ten; with 2 and 5 times them, or any round numbers, where they would be few.
    fn powers(&self, about: usize) -> Vec<f64> {
        let near = 1e-9;
        let (first, last) = ((self.low - near).ceil() as i32, (self.high + near).floor() as i32);
        let decades = usize::try_from(last - first + 1).unwrap_or(0);
        if decades > 3 {
            return (first..=last)
                .step_by(decades.div_ceil(about))
                .map(|p| 10f64.powi(p))
                .collect();
        }
        let fine: Vec<f64> = (first - 1..=last)
            .flat_map(|power| [1.0_f64, 2.0, 5.0].map(|step| (step, power)))
            .filter(|(step, power)| {
                let measure = step.log10() + f64::from(*power);
                measure >= self.low - near && measure <= self.high + near
            })
            .map(|(step, power)| format!("{step}e{power}").parse().unwrap_or(step))
            .collect();
        if fine.len() > 1 {
            fine
        } else {
            generate_ticks(10f64.powf(self.low), 10f64.powf(self.high), about)
        }
    }
}

/// Two ends that differ, around one number if need be.
pub fn apart(low: f64, high: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if size < 1.0 / LARGEST { (0.0, 1.0) } else { apart_by(low, high, size / 2.0) }
}

fn apart_by(low: f64, high: f64, air: f64) -> (f64, f64) {
    if high - low > 1e-9 * air { (low, high) } else { (low - air, high + air) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, numbers: &[f64]) -> Vec<String> {
        let scale = Scale::upward(axis, numbers.iter().copied(), false);
        scale.map_or(Vec::new(), |scale| scale.ticks(5).into_iter().map(|tick| tick.1).collect())
    }

    #[test]
    fn ticks_are_round_and_reach_around_the_numbers() {
        let plain = Axis::default();
        assert_eq!(labels(&plain, &[0.2, 0.9]), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(&plain, &[7.0]), ["0", "2.5", "5", "7.5", "10"]);
        let log = Axis { log: true, ..Axis::default() };
        assert_eq!(labels(&log, &[0.0, -3.0, 3.0, 900.0]), ["1", "10", "100", "1000"]);
        assert_eq!(labels(&log, &[1e-9, 1e-2]).len(), 4);
        assert_eq!(labels(&log, &[10.0, 20.0]), ["10", "20"]);
        assert!(labels(&log, &[0.0, f64::NAN, f64::INFINITY]).is_empty());
    }

    #[test]
    fn every_number_stands_between_the_ends() {
        let axes = [Axis::default(), Axis { log: true, ..Axis::default() }];
        for numbers in [[5e-324, 1e-310], [1e300, -1e300], [1.0, 1.0 + f64::EPSILON], [-4.0, 1e9]] {
            for axis in &axes {
                let Some(scale) = Scale::across(axis, numbers.into_iter()) else { continue };
                for share in numbers.iter().filter_map(|&number| scale.share(number)) {
                    assert!((0.0..=1.0).contains(&share), "{numbers:?} {share}");
                }
            }
        }
    }
}
