//! A lattice of levels: every way to generalize whole columns, the most general on top, with lines
//! between those that differ by one step, and the one that was chosen standing out.

use super::canvas::{Anchor, Canvas, LETTER, Stroke, WIDTH};
use super::frame::{beside, beside_name};
use super::mark::Mark;
use super::{Lattice, LevelRange};
use crate::text::width;

/// More nodes than this are a cloud in which nothing can be seen.
const MOST_NODES: u64 = 260;
/// How far one height is from the next.
const STEP: f64 = 34.0;

/// The levels of each column.
type Node = Vec<u64>;

/// Draws the chart, unless its nodes are too many.
pub fn draw(chart: &Lattice, canvas: &mut Canvas) -> Option<()> {
    let layers = layers(&chart.columns)?;
    let lowest = chart.columns.iter().fold(0_u64, |sum, column| sum.saturating_add(column.lowest));
    let names: Vec<String> =
        (0..layers.len() as u64).map(|above| lowest.saturating_add(above).to_string()).collect();
    canvas.label("height: sum of the levels");
    let left = 12.0 + beside(names.iter());
    let top = canvas.foot + 16.0;
    let (right, bottom) = (WIDTH - 10.0, top + STEP * (layers.len() - 1) as f64);
    let place = |height: usize, at: usize| {
        let share = (at as f64 + 0.5) / layers[height].len() as f64;
        (left + share * (right - left), bottom - STEP * height as f64)
    };
    let chosen = chosen(&chart.columns);
    let faint = Stroke::solid(canvas.ink.line, 0.8);
    for (height, pair) in layers.windows(2).enumerate() {
        for (from, low) in pair[0].iter().enumerate() {
            let above = pair[1].iter().enumerate().filter(|(_, high)| is_above(high, low));
            for (to, _) in above {
                canvas.line(vec![place(height, from), place(height + 1, to)], &faint);
            }
        }
    }
    for (height, layer) in layers.iter().enumerate() {
        let name = beside_name(&names[height]);
        let level = bottom - STEP * height as f64 + 4.5;
        canvas.words(left - 7.0, level, &name, Anchor::End, canvas.ink.text);
        for (at, node) in layer.iter().enumerate() {
            let is_chosen = chosen.as_ref() == Some(node);
            let colour = if is_chosen { canvas.ink.series[1] } else { canvas.ink.soft };
            let (mark, size) = if is_chosen { (Mark::Diamond, 7.5) } else { (Mark::Disc, 2.4) };
            mark.draw(canvas, place(height, at), colour, size);
        }
    }
    canvas.foot = bottom + 16.0;
    if let Some(chosen) = chosen {
        key(canvas, &chart.columns, &chosen);
    }
    Some(())
}

/// Says what stands out.
fn key(canvas: &mut Canvas, columns: &[LevelRange], chosen: &Node) {
    let (line, colour) = (canvas.foot + 12.0, canvas.ink.series[1]);
    Mark::Diamond.draw(canvas, (12.0, line - 4.5), colour, 6.5);
    let level = |(column, level): (&LevelRange, &u64)| format!("{} {level}", column.name);
    let words: Vec<String> = columns.iter().zip(chosen).map(level).collect();
    let words = format!("chosen: {}", words.join(", "));
    let room = (WIDTH - 30.0) / LETTER;
    let words = if width(&words) > room { "chosen".to_owned() } else { words };
    canvas.words(26.0, line, &words, Anchor::Start, canvas.ink.text);
    canvas.foot = line + 8.0;
}

fn chosen(columns: &[LevelRange]) -> Option<Node> {
    columns.iter().map(|column| column.chosen).collect()
}

/// Whether one node is one step above another.
fn is_above(high: &Node, low: &Node) -> bool {
    let steps = high.iter().zip(low).map(|(high, low)| high.abs_diff(*low)).sum::<u64>();
    steps == 1
}

/// All nodes by height, the lowest first, each layer in the order of its levels.
pub fn layers(columns: &[LevelRange]) -> Option<Vec<Vec<Node>>> {
    let steps = |column: &LevelRange| column.highest.checked_sub(column.lowest);
    let mut nodes: u64 = 1;
    for column in columns {
        nodes = nodes.saturating_mul(steps(column)?.saturating_add(1));
    }
    if columns.is_empty() || nodes > MOST_NODES {
        return None;
    }
    let heights: u64 = columns.iter().filter_map(steps).sum();
    let mut layers = vec![Vec::new(); usize::try_from(heights).ok()? + 1];
    let mut node: Node = columns.iter().map(|column| column.lowest).collect();
    loop {
        let above =
            node.iter().zip(columns).map(|(level, column)| (level - column.lowest) as usize);
        layers[above.sum::<usize>()].push(node.clone());
        let next = (0..columns.len()).rev().find(|&at| node[at] < columns[at].highest);
        let Some(next) = next else { return Some(layers) };
        node[next] += 1;
        for (level, column) in node.iter_mut().zip(columns).skip(next + 1) {
            *level = column.lowest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(lowest: u64, highest: u64) -> LevelRange {
        LevelRange { name: "c".to_owned(), lowest, highest, chosen: None }
    }

    #[test]
    fn every_node_stands_on_one_floor() {
        let layers = layers(&[column(0, 1), column(1, 3)]).unwrap();
        let sizes: Vec<usize> = layers.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 2, 2, 1]);
        assert_eq!(layers[1], [vec![0, 2], vec![1, 1]]);
        let above = |high: usize, low: usize| {
            let pairs =
                layers[high].iter().flat_map(|high| layers[low].iter().map(move |low| (high, low)));
            pairs.filter(|(high, low)| is_above(high, low)).count()
        };
        assert_eq!((above(1, 0), above(2, 1), above(3, 2), above(2, 0)), (2, 3, 2, 0));
    }

    #[test]
    fn clouds_and_nonsense_are_not_drawn() {
        assert_eq!(layers(&[column(0, 1000), column(0, 1000)]), None);
        assert_eq!(layers(&[column(0, u64::MAX), column(0, u64::MAX)]), None);
        assert_eq!(layers(&[column(3, 1)]), None);
        assert_eq!(layers(&[]), None);
        assert_eq!(layers(&[column(2, 2)]).map(|layers| layers.len()), Some(1));
    }
}
