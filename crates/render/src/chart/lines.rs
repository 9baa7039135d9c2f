//! Lines through points.

use super::canvas::Canvas;
use super::frame::Frame;
use super::mark::{SeriesStyle, looks};
use super::scale::Scale;
use super::{Lines, Series, SeriesKind, legend};

const HEIGHT: f64 = 250.0;
/// A line has about as many marks as this, however many points.
const MARKS: usize = 24;

/// Draws the chart, if there is a point to draw.
pub fn draw(chart: &Lines, canvas: &mut Canvas) -> Option<()> {
    let order = order(&chart.series);
    let points = || chart.series.iter().flat_map(|series| &series.points).filter_map(whole);
    let x = Scale::across(&chart.x, points().map(|point| point.0))?;
    let seen = points().filter(|point| x.share(point.0).is_some());
    let y = Scale::upward(&chart.y, seen.map(|point| point.1), false)?;
    points().find(|point| x.share(point.0).is_some() && y.share(point.1).is_some())?;
    let frame = Frame::draw(canvas, (x, &chart.x.label), (y, &chart.y.label), HEIGHT);
    let kinds: Vec<SeriesKind> = order.iter().map(|series| series.kind).collect();
    let looks = looks(&canvas.ink, &kinds);
    for (series, look) in order.iter().zip(&looks).rev() {
        one(series, look, &frame, canvas);
    }
    let names: Vec<&str> = order.iter().map(|series| series.name.as_str()).collect();
    legend::draw(canvas, &names, |canvas, place, left, line| {
        sample(canvas, &looks[place], left, line)
    });
    Some(())
}

/// What is ours first, bounds last.
fn order(series: &[Series]) -> Vec<&Series> {
    let mut order: Vec<&Series> = series.iter().collect();
    order.sort_by_key(|series| match series.kind {
        SeriesKind::Ours => 0,
        SeriesKind::Measured => 1,
        SeriesKind::Claimed => 2,
        SeriesKind::Bound => 3,
    });
    order
}

fn whole(point: &(f64, Option<f64>)) -> Option<(f64, f64)> {
    point.1.map(|number| (point.0, number))
}

fn one(series: &Series, look: &SeriesStyle, frame: &Frame, canvas: &mut Canvas) {
    let places: Vec<Option<(f64, f64)>> = series
        .points
        .iter()
        .map(|point| {
            let (x, y) = whole(point)?;
            Some((frame.across(x)?, frame.upward(y)?))
        })
        .collect();
    for run in places.split(Option::is_none) {
        let run: Vec<(f64, f64)> = run.iter().copied().flatten().collect();
        let alone = run.len() == 1;
        marks(&run, look, alone, canvas);
        if run.len() > 1 {
            canvas.line(run, &look.stroke);
        }
    }
}

/// A point alone has a mark even in a line that has none, or it would not be seen.
fn marks(run: &[(f64, f64)], look: &SeriesStyle, alone: bool, canvas: &mut Canvas) {
    let Some(mark) = look.mark else {
        if alone {
            let (x, y) = run[0];
            canvas.line(vec![(x - 8.0, y), (x + 8.0, y)], &look.stroke);
        }
        return;
    };
    let size = if look.stroke.width > 3.0 { 5.0 } else { 4.2 };
    for &point in run.iter().step_by(run.len().div_ceil(MARKS).max(1)) {
        mark.draw(canvas, point, look.stroke.colour, size);
    }
}

fn sample(canvas: &mut Canvas, look: &SeriesStyle, left: f64, line: f64) {
    canvas.line(vec![(left, line), (left + legend::SAMPLE, line)], &look.stroke);
    if let Some(mark) = look.mark {
        mark.draw(canvas, (left + legend::SAMPLE / 2.0, line), look.stroke.colour, 4.2);
    }
}
