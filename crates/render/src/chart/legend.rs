//! Which look belongs to which name, below the picture.

use super::canvas::{Anchor, Canvas, LETTER, WIDTH};
use crate::text::{shorten, width};

/// The room for a sample of each look.
pub const SAMPLE: f64 = 30.0;
/// The most letters that a name has.
const LETTERS: f64 = 60.0;
const ROW: f64 = 21.0;

/// Writes the names from left to right, on as many lines as they need; `sample` draws a look with its
/// left end at a point.
pub fn draw(
    canvas: &mut Canvas,
    names: &[&str],
    mut sample: impl FnMut(&mut Canvas, usize, f64, f64),
) {
    if names.iter().all(|name| name.trim().is_empty()) {
        return;
    }
    canvas.foot += 12.0;
    let (mut left, mut line) = (2.0, canvas.foot + 8.0);
    for (place, name) in names.iter().enumerate() {
        let name = shorten(name, LETTERS);
        let room = SAMPLE + 8.0 + width(&name) * LETTER;
        if left > 2.0 && left + room > WIDTH {
            (left, line) = (2.0, line + ROW);
        }
        sample(canvas, place, left, line);
        canvas.words(left + SAMPLE + 7.0, line + 4.5, &name, Anchor::Start, canvas.ink.text);
        left += room + 16.0;
    }
    canvas.foot = line + 12.0;
}
