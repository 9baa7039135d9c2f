//! How series look: what they stand for decides weight and dashes, and each has a colour, dashes and
//! a mark that no other of the first seven has, so that a print in black tells them apart. Of more,
//! no two share all three.

use super::SeriesKind;
use super::canvas::{Canvas, Stroke};
use super::ink::Ink;

/// Dashes of measured series.
const DASHES: [&str; 7] = ["", "9 4", "9 3 2 3", "4 3", "16 4", "12 3 2 3 2 3", "6 2"];
/// Dashes of bounds.
const BOUNDS: [&str; 3] = ["6 5", "12 5", "3 5"];
/// Dashes of claims.
const CLAIM: &str = "1.5 3.5";

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Ring,
    Plus,
}

const MARKS: [Mark; 7] =
    [Mark::Disc, Mark::Square, Mark::Triangle, Mark::Diamond, Mark::Cross, Mark::Ring, Mark::Plus];

/// How one series looks.
#[derive(Clone, Debug)]
pub struct SeriesStyle {
    /// Its line.
    pub stroke: Stroke,
    /// Its points.
    pub mark: Option<Mark>,
}

/// How each of several series looks. What is ours takes the first colour.
pub fn looks(ink: &Ink, kinds: &[SeriesKind]) -> Vec<SeriesStyle> {
    let mut ours = kinds.contains(&SeriesKind::Ours);
    let (mut next, mut bounds) = (usize::from(ours), 0);
    let mut turn = || {
        next += 1;
        next - 1
    };
    let look = |kind: &SeriesKind| {
        if *kind == SeriesKind::Bound {
            bounds += 1;
            let dashes = BOUNDS[(bounds - 1) % BOUNDS.len()];
            return SeriesStyle {
                stroke: Stroke { colour: ink.soft, width: 1.6, dashes },
                mark: None,
            };
        }
        let first = *kind == SeriesKind::Ours && std::mem::take(&mut ours);
        let turn = if first { 0 } else { turn() };
        // Each round pairs colours with other marks and dashes.
        let (place, round) = (turn % MARKS.len(), turn / MARKS.len());
        let mark = MARKS[(place + 3 * round) % MARKS.len()];
        let (width, dashes) = match kind {
            SeriesKind::Ours => (3.6, ""),
            SeriesKind::Claimed => (2.0, CLAIM),
            SeriesKind::Measured | SeriesKind::Bound => {
                (1.8, DASHES[(place + 2 * round) % DASHES.len()])
            }
        };
        SeriesStyle {
            stroke: Stroke { colour: ink.series[place], width, dashes },
            mark: Some(mark),
        }
    };
    kinds.iter().map(look).collect()
}

impl Mark {
    /// Draws the mark at a point.
    pub fn draw(self, canvas: &mut Canvas, (x, y): (f64, f64), colour: &'static str, size: f64) {
        let r = size;
        let p = |number: f64| format!("{number:.1}");
        let (west, east, north, south) = (p(x - r), p(x + r), p(y - r), p(y + r));
        let (x, y) = (p(x), p(y));
        let circle =
            format!("M {west} {y} a {r} {r} 0 1 0 {d} 0 a {r} {r} 0 1 0 -{d} 0 Z", d = 2.0 * r);
        let path = match self {
            Mark::Disc | Mark::Ring => circle,
            Mark::Square => format!("M {west} {north} H {east} V {south} H {west} Z"),
            Mark::Triangle => format!("M {x} {north} L {east} {south} H {west} Z"),
            Mark::Diamond => format!("M {x} {north} L {east} {y} L {x} {south} L {west} {y} Z"),
            Mark::Cross => {
                format!("M {west} {north} L {east} {south} M {west} {south} L {east} {north}")
            }
            Mark::Plus => format!("M {x} {north} V {south} M {west} {y} H {east}"),
        };
        let (fill, width) = match self {
            Mark::Cross | Mark::Plus => (None, 1.8),
            Mark::Ring => (Some((canvas.ink.paper, 1.0)), 1.6),
            _ => (Some((colour, 1.0)), 1.0),
        };
        canvas.shape(path, fill, &Stroke::solid(colour, width));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_seven_series_look_alike() {
        let kinds = [
            SeriesKind::Measured,
            SeriesKind::Ours,
            SeriesKind::Measured,
            SeriesKind::Claimed,
            SeriesKind::Bound,
        ];
        let looks = looks(&Ink::FILE, &kinds);
        assert_eq!(looks[1].stroke.colour, Ink::FILE.series[0]);
        assert!(looks.iter().all(|look| look.stroke.width <= looks[1].stroke.width));
        assert!(looks[4].mark.is_none() && looks[4].stroke.colour == Ink::FILE.soft);
        for (place, one) in looks.iter().enumerate() {
            for other in &looks[..place] {
                assert_ne!(one.stroke.colour, other.stroke.colour);
                assert_ne!(one.mark, other.mark);
            }
        }
    }
}
