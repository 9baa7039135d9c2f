//! The sides of a picture: scales with their marks and names around the field for what is drawn.
//!
//! What goes upward is named across the top, not along the side, so that it reads without turning
//! one's head.

use kuva::render::render_utils::wrap_text;

use super::canvas::{Anchor, Canvas, LEADING, LETTER, Stroke, WIDTH};
use super::scale::Scale;
use crate::text::{shorten, width};

/// The most letters that a name beside the picture has.
const BESIDE: f64 = 20.0;
/// The most letters that a name below the picture has.
const BELOW: f64 = 24.0;
/// How names climb that are too long to lie side by side.
const SLANT: f64 = 40.0;

/// A field with a scale below and one to the left.
pub struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Scale,
    y: Scale,
}

impl Frame {
    /// Draws the sides, with room for a field of this height.
    pub fn draw(
        canvas: &mut Canvas,
        (x, below): (Scale, &str),
        (y, above): (Scale, &str),
        height: f64,
    ) -> Self {
        canvas.label(above);
        let marks = y.ticks(5);
        let left = 12.0 + beside(marks.iter().map(|(_, name)| name));
        let top = canvas.foot + 10.0;
        let frame = Frame { left, right: WIDTH - 10.0, top, bottom: top + height, x, y };
        let (grid, ink) = (Stroke::solid(canvas.ink.line, 1.0), canvas.ink);
        for (share, name) in marks {
            let level = frame.bottom - share * height;
            canvas.line(vec![(left, level), (frame.right, level)], &grid);
            canvas.words(left - 7.0, level + 4.5, &shorten(&name, BESIDE), Anchor::End, ink.text);
        }
        canvas.line(
            vec![(left, frame.bottom), (frame.right, frame.bottom)],
            &Stroke::solid(ink.text, 1.2),
        );
        if frame.ground() < frame.bottom {
            let ground = vec![(left, frame.ground()), (frame.right, frame.ground())];
            canvas.line(ground, &Stroke::solid(ink.soft, 1.2));
        }
        canvas.foot = frame.bottom;
        if frame.x.names().is_empty() {
            frame.numbers_below(canvas)
        } else {
            frame.names_below(canvas)
        }
        title_below(canvas, below, (frame.left + frame.right) / 2.0);
        frame
    }

    /// Where a number stands from left to right.
    pub fn across(&self, number: f64) -> Option<f64> {
        self.x.share(number).map(|share| self.left + share * (self.right - self.left))
    }

    /// Where a number stands upward.
    pub fn upward(&self, number: f64) -> Option<f64> {
        self.y.share(number).map(|share| self.bottom - share * (self.bottom - self.top))
    }

    /// Where bars stand: at zero, or at the foot where there is none.
    pub fn ground(&self) -> f64 {
        self.upward(0.0).unwrap_or(self.bottom)
    }

    /// How wide one of the named places is.
    pub fn place_width(&self) -> f64 {
        (self.right - self.left) / self.x.names().len().max(1) as f64
    }

    fn numbers_below(&self, canvas: &mut Canvas) {
        let (text, mark) = (canvas.ink.text, Stroke::solid(canvas.ink.text, 1.0));
        let mut free = 0.0;
        for (share, label) in self.x.ticks(7) {
            let (place, half) =
                (self.left + share * (self.right - self.left), width(&label) * LETTER / 2.0);
            canvas.line(vec![(place, self.bottom), (place, self.bottom + 5.0)], &mark);
            if place - half >= free && place + half <= WIDTH {
                canvas.words(place, self.bottom + LEADING, &label, Anchor::Middle, text);
                free = place + half + 8.0;
            }
        }
        canvas.foot += LEADING + 4.0;
    }

    fn names_below(&self, canvas: &mut Canvas) {
        names_below(canvas, self.x.names(), self.left, self.place_width());
    }
}

/// The room that names beside the picture take.
pub fn beside<'a>(names: impl Iterator<Item = &'a String>) -> f64 {
    LETTER * names.map(|name| width(&shorten(name, BESIDE))).fold(1.0, f64::max)
}

/// A name beside the picture, as short as it must be.
pub fn beside_name(name: &str) -> String {
    shorten(name, BESIDE)
}

/// Names of places of equal width below the picture: side by side if they fit, else climbing, and not
/// all of them if there are too many.
pub fn names_below(canvas: &mut Canvas, names: &[String], left: f64, room: f64) {
    let letters = (room - 4.0) / LETTER;
    let wrapped: Option<Vec<Vec<String>>> =
        names.iter().map(|name| two_lines(name, letters)).collect();
    let Some(wrapped) = wrapped else { return climbing(canvas, names, left, room) };
    for (place, lines) in wrapped.iter().enumerate() {
        for (turn, line) in lines.iter().enumerate() {
            let level = canvas.foot + LEADING * (turn + 1) as f64;
            canvas.words(middle(left, room, place), level, line, Anchor::Middle, canvas.ink.text);
        }
    }
    canvas.foot += LEADING * wrapped.iter().map(Vec::len).max().unwrap_or(0) as f64 + 4.0;
}

/// A name on at most two lines of so many letters, if it fits without breaking a word.
fn two_lines(name: &str, letters: f64) -> Option<Vec<String>> {
    let name = shorten(name, BELOW);
    let lines = if width(&name) <= letters {
        vec![name.clone()]
    } else {
        wrap_text(&name, letters.max(1.0) as usize)
    };
    let fits = lines.len() <= 2 && lines.iter().all(|line| width(line) <= letters);
    (fits && lines.join(" ") == name).then_some(lines)
}

fn climbing(canvas: &mut Canvas, names: &[String], left: f64, room: f64) {
    let every = (16.0 / room).ceil().max(1.0) as usize;
    let (sine, cosine) = SLANT.to_radians().sin_cos();
    let (top, mut deepest) = (canvas.foot, 0.0);
    for (place, name) in names.iter().enumerate().step_by(every) {
        let end = middle(left, room, place) + 4.0;
        let name = shorten(name, ((end - 6.0) / cosine / LETTER).min(BELOW));
        deepest = width(&name).max(deepest);
        canvas.climbing(end, top + 14.0, &name, SLANT, canvas.ink.text);
    }
    canvas.foot += 16.0 + deepest * LETTER * sine;
}

fn middle(left: f64, room: f64, place: usize) -> f64 {
    left + (place as f64 + 0.5) * room
}

/// What is counted along the foot.
pub fn title_below(canvas: &mut Canvas, title: &str, middle: f64) {
    let room = (2.0 * middle.min(WIDTH - middle)) / LETTER;
    let title = shorten(title, room);
    if !title.is_empty() {
        canvas.foot += LEADING;
        canvas.words(middle, canvas.foot, &title, Anchor::Middle, canvas.ink.soft);
        canvas.foot += 4.0;
    }
}
