//! Bars side by side, each group in a colour and a hatching of its own.

use super::canvas::{Anchor, Canvas, LETTER, Stroke};
use super::frame::Frame;
use super::scale::Scale;
use super::{Bars, legend};
use crate::figure::brief;
use crate::text::width;

const HEIGHT: f64 = 230.0;
/// The part of a place that its bars take.
const FILLED: f64 = 0.78;
/// How far the lines of a hatching are apart.
const HATCH: f64 = 5.0;

/// Draws the chart, if there is a bar to draw.
pub fn draw(chart: &Bars, canvas: &mut Canvas) -> Option<()> {
    let count = chart.groups.iter().map(|group| group.1.len()).fold(chart.places.len(), usize::max);
    let mut places = chart.places.clone();
    places.resize(count, String::new());
    let x = Scale::places(&places)?;
    let numbers = chart.groups.iter().flat_map(|group| &group.1).filter_map(|number| *number);
    let y = Scale::upward(&chart.y, numbers, true)?;
    let frame = Frame::draw(canvas, (x, &chart.label), (y, &chart.y.label), HEIGHT);
    let rank = chart.groups.len() as f64;
    let room = frame.place_width() * FILLED / rank;
    let labelled = fits(chart, room);
    for (group, (_, numbers)) in chart.groups.iter().enumerate() {
        for (place, number) in numbers.iter().enumerate() {
            let Some((number, middle)) = number.zip(frame.across(place as f64)) else { continue };
            let left = middle + room * (group as f64 - rank / 2.0);
            bar(canvas, &frame, group, (left, room), number, labelled);
        }
    }
    // What goes upward says what bars of one kind are.
    let named = chart.groups.iter().filter(|_| chart.groups.len() > 1 || chart.y.label.is_empty());
    let names: Vec<&str> = named.map(|group| group.0.as_str()).collect();
    legend::draw(canvas, &names, |canvas, group, left, line| {
        let (from, to) = (left + 8.0, left + legend::SAMPLE);
        hatched(canvas, group, &BarRectangle { from, to, top: line - 7.0, bottom: line + 7.0 });
    });
    Some(())
}

/// One bar, with its number at its end if there is room for all of them.
fn bar(
    canvas: &mut Canvas,
    frame: &Frame,
    group: usize,
    (left, room): (f64, f64),
    number: f64,
    labelled: bool,
) {
    let Some(tip) = frame.upward(number) else { return };
    let (ground, air) = (frame.ground(), (room * 0.06).min(1.5));
    let (from, to) = (left + air, left + room - air);
    hatched(
        canvas,
        group,
        &BarRectangle { from, to, top: tip.min(ground), bottom: tip.max(ground) },
    );
    if labelled {
        let line = if tip <= ground { tip - 5.0 } else { tip + 15.0 };
        let middle = left + room / 2.0;
        canvas.words(middle, line, &brief(number), Anchor::Middle, canvas.ink.text);
    }
}

/// Whether the numbers can stand above their bars.
fn fits(chart: &Bars, room: f64) -> bool {
    let mut numbers = chart.groups.iter().flat_map(|group| &group.1).flatten();
    numbers.all(|&number| width(&brief(number)) * LETTER <= room + 2.0)
}

/// A rectangle.
struct BarRectangle {
    from: f64,
    to: f64,
    top: f64,
    bottom: f64,
}

/// Full, light, then light with lines along, across and both ways.
fn hatched(canvas: &mut Canvas, group: usize, span: &BarRectangle) {
    let colour = canvas.ink.series[group % canvas.ink.series.len()];
    let BarRectangle { from, to, top, bottom } = *span;
    let opacity = if group.is_multiple_of(5) { 1.0 } else { 0.18 };
    let path = format!("M {from:.1} {top:.1} H {to:.1} V {bottom:.1} H {from:.1} Z");
    canvas.shape(path, Some((colour, opacity)), &Stroke::solid(colour, 1.2));
    let (along, across) = (matches!(group % 5, 2 | 4), matches!(group % 5, 3 | 4));
    let mut lines = String::new();
    if along {
        let levels =
            steps(bottom - top).map(|step| format!("M {from:.1} {:.1} H {to:.1} ", bottom - step));
        lines.extend(levels);
    }
    if across {
        let columns =
            steps(to - from).map(|step| format!("M {:.1} {top:.1} V {bottom:.1} ", from + step));
        lines.extend(columns);
    }
    if !lines.is_empty() {
        canvas.shape(lines, None, &Stroke::solid(colour, 1.4));
    }
}

fn steps(length: f64) -> impl Iterator<Item = f64> {
    (1..(length / HATCH).ceil() as usize).map(|step| step as f64 * HATCH)
}
