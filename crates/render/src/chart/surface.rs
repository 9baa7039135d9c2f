//! Shades for pairs of places, from light to dark, with a scale below and the numbers in the cells
//! where they fit.

use kuva::render::color::Color;

use super::Surface;
use super::canvas::{Anchor, Canvas, LEADING, LETTER, Stroke, WIDTH};
use super::frame::{beside, beside_name, names_below, title_below};
use super::scale::LARGEST;
use crate::figure::brief;
use crate::text::width;

/// Light, middle and dark: lightness alone tells them apart.
const SHADES: [[f64; 3]; 3] = [[227.0, 238.0, 249.0], [90.0, 155.0, 208.0], [8.0, 48.0, 107.0]];
/// From here on, letters on a shade are white.
const DARK: f64 = 0.65;
/// How tall all cells are together, at most.
const TALLEST: f64 = 420.0;
const STEPS: usize = 32;

/// Draws the chart, if there is a number to draw.
pub fn draw(chart: &Surface, canvas: &mut Canvas) -> Option<()> {
    let columns = chart.values.iter().map(Vec::len).fold(chart.x.1.len(), usize::max);
    let range = range(chart)?;
    let (across, down) = (padded(&chart.x.1, columns), padded(&chart.y.1, chart.values.len()));
    canvas.label(&chart.y.0);
    let left = 12.0 + beside(down.iter());
    let (room, top) = ((WIDTH - 4.0 - left) / columns as f64, canvas.foot + 8.0);
    let tall = (TALLEST / down.len() as f64).min(34.0);
    let labelled = tall >= 15.0 && numbers(chart).all(|n| width(&brief(n)) * LETTER <= room - 4.0);
    for (row, name) in down.iter().enumerate() {
        let level = top + row as f64 * tall;
        if row % (14.0 / tall).ceil() as usize == 0 {
            let line = level + tall / 2.0 + 4.5;
            canvas.words(left - 7.0, line, &beside_name(name), Anchor::End, canvas.ink.text);
        }
        let cells = chart.values.get(row).map_or(&[][..], Vec::as_slice);
        for column in 0..columns {
            let number = cells.get(column).copied().flatten().filter(|number| drawn(*number));
            let corner = (left + column as f64 * room, level);
            cell(
                canvas,
                corner,
                (room, tall),
                number.map(|n| (share(n, range), labelled.then(|| brief(n)))),
            );
        }
    }
    canvas.foot = top + down.len() as f64 * tall;
    names_below(canvas, &across, left, room);
    title_below(canvas, &chart.x.0, (left + WIDTH) / 2.0);
    key(canvas, &chart.z, range, left);
    Some(())
}

fn padded(names: &[String], count: usize) -> Vec<String> {
    let mut names = names.to_vec();
    names.resize(count.max(names.len()), String::new());
    names
}

fn drawn(number: f64) -> bool {
    number.is_finite() && number.abs() <= LARGEST
}

fn numbers(chart: &Surface) -> impl Iterator<Item = f64> {
    chart.values.iter().flatten().filter_map(|number| *number).filter(|number| drawn(*number))
}

fn range(chart: &Surface) -> Option<(f64, f64)> {
    Some((numbers(chart).reduce(f64::min)?, numbers(chart).reduce(f64::max)?))
}

fn share(number: f64, (low, high): (f64, f64)) -> f64 {
    if low < high { ((number - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
}

/// A shade with its number, or an empty box where there is none.
fn cell(
    canvas: &mut Canvas,
    (left, top): (f64, f64),
    (room, tall): (f64, f64),
    content: Option<(f64, Option<String>)>,
) {
    let air = (room.min(tall) * 0.04).min(1.0);
    let (width, height) = (room - air, tall - air);
    let Some((share, number)) = content else {
        let path = format!("M {left:.1} {:.1} L {:.1} {top:.1}", top + height, left + width);
        canvas.shape(path, None, &Stroke::solid(canvas.ink.line, 1.0));
        return;
    };
    canvas.patch(left, top, width, height, shade(share));
    if let Some(number) = number {
        let colour = if share >= DARK { "#ffffff" } else { "#10151f" };
        canvas.words(left + width / 2.0, top + tall / 2.0 + 4.5, &number, Anchor::Middle, colour);
    }
}

fn shade(share: f64) -> Color {
    let place = share * 2.0;
    let (from, to) = if place < 1.0 { (SHADES[0], SHADES[1]) } else { (SHADES[1], SHADES[2]) };
    let part = place - place.floor().min(1.0);
    let mixed =
        |channel: usize| (from[channel] + part * (to[channel] - from[channel])).round() as u8;
    Color::Rgb(mixed(0), mixed(1), mixed(2))
}

/// What the shades mean.
fn key(canvas: &mut Canvas, meaning: &str, (low, high): (f64, f64), left: f64) {
    canvas.foot += 10.0;
    canvas.label(meaning);
    let (top, width) = (canvas.foot + 5.0, WIDTH - 4.0 - left);
    let step = width / STEPS as f64;
    for part in 0..STEPS {
        let place = part as f64 / (STEPS - 1) as f64;
        let share = if low < high { place } else { 0.5 };
        canvas.patch(left + part as f64 * step, top, step + 0.4, 12.0, shade(share));
    }
    let line = top + 12.0 + LEADING - 3.0;
    let ends = [(0.0, Anchor::Start), (0.5, Anchor::Middle), (1.0, Anchor::End)];
    for (share, anchor) in ends.into_iter().filter(|end| low < high || end.0 == 0.5) {
        let number = low + share * (high - low);
        canvas.words(left + share * width, line, &brief(number), anchor, canvas.ink.text);
    }
    canvas.foot = line + 6.0;
}
