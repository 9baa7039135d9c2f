//! Figures 4 to 6: how long it takes to mask columns of numbers, by rows, columns and buckets.
//!
//! The paper masks a table in a database; here columns of text lie in memory, are read as often as
//! the algorithm asks for, and are written anew. All sizes are masked in turn, several times over,
//! and the least time of each counts: whatever else the machine does only adds to it, and does not
//! last as long as all turns.

use super::PAPER;
use super::draw::NumberSpread;
use super::masking::{MaskingMethod, lines, masked};
use super::timing;
use crate::clock::timed;
use crate::key::unknown;
use crate::{Experiment, ExperimentData, Finding, ResultRow, ResultRows, RunScale};

/// Rows of the paper's table.
pub const ROWS: u64 = 250_000;

/// Buckets that the paper masks with, but for figure 6.
const BUCKETS: u64 = 25;

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// Figure 4.
    Rows,
    /// Figure 5.
    Columns,
    /// Figure 6.
    Buckets,
}

/// A table to be masked.
#[derive(Clone, Copy)]
struct Task {
    rows: u64,
    columns: usize,
    k: u64,
}

impl Task {
    /// So much of a larger table.
    fn part(self, table: &[String]) -> Vec<&str> {
        table.iter().take(self.columns).map(|column| first(column, self.rows)).collect()
    }

    /// Masks it, and says how many groups its last column has.
    fn masked(self, columns: &[&str], way: MaskingMethod) -> Result<usize, String> {
        columns.iter().try_fold(0, |_, column| Ok(masked(column, self.k, way, 1)?.1))
    }
}

impl Time {
    fn tasks(self, scale: RunScale) -> Vec<Task> {
        let full = scale == RunScale::Full;
        match self {
            Time::Rows => {
                let step = if full { ROWS / 10 } else { ROWS / 5 };
                let k = ROWS / BUCKETS;
                (1..=ROWS / step).map(|times| Task { rows: times * step, columns: 1, k }).collect()
            }
            Time::Columns => {
                let rows = if full { ROWS } else { ROWS / 5 };
                let columns = (1..=10).filter(|columns| full || columns % 3 == 1);
                columns.map(|columns| Task { rows, columns, k: rows / BUCKETS }).collect()
            }
            Time::Buckets => {
                let buckets = [2, 5, 10, 25, 50, 100, 200, 300, 400, 500];
                let task = |b: u64| Task { rows: ROWS, columns: 1, k: ROWS / b };
                buckets.into_iter().map(task).collect()
            }
        }
    }
}

impl Experiment for Time {
    fn name(&self) -> &'static str {
        match self {
            Time::Rows => "002-time-rows",
            Time::Columns => "002-time-columns",
            Time::Buckets => "002-time-buckets",
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Time::Rows => "Time to mask a column, by rows",
            Time::Columns => "Time to mask a table, by columns",
            Time::Buckets => "Time to mask a column, by buckets",
        }
    }

    fn paper(&self) -> &'static str {
        PAPER
    }

    fn needs_adult(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        &["way", "rows", "columns", "buckets", "groups", "seconds"]
    }

    fn points(&self, _: RunScale) -> Vec<String> {
        MaskingMethod::ALL.map(|way| way.name().to_owned()).into()
    }

    fn measure(&self, point: &str, world: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let way = MaskingMethod::named(point).ok_or_else(|| unknown(point))?;
        let turns = if world.scale == RunScale::Full { 15 } else { 7 };
        let tasks = self.tasks(world.scale);
        let least = least(&tasks, way, turns)?;
        let row = |(task, (seconds, groups)): (&Task, (f64, usize))| {
            vec![
                way.name().to_owned(),
                task.rows.to_string(),
                task.columns.to_string(),
                (task.rows / task.k).to_string(),
                groups.to_string(),
                format!("{seconds:.6}"),
            ]
        };
        Ok(tasks.iter().zip(least).map(row).collect())
    }

    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding {
        match self {
            Time::Rows => timing::by_rows(rows),
            Time::Columns => timing::by_columns(rows, scale),
            Time::Buckets => timing::by_buckets(rows),
        }
    }
}

/// Of each task the least seconds of so many turns, and the groups of its last column.
fn least(tasks: &[Task], way: MaskingMethod, turns: u32) -> Result<Vec<(f64, usize)>, String> {
    let rows = tasks.iter().map(|task| task.rows).max().unwrap_or(0);
    let columns = tasks.iter().map(|task| task.columns).max().unwrap_or(0);
    let column = |seed: usize| lines(&NumberSpread::Normal.numbers(rows, seed as u64));
    let table: Vec<String> = (0..columns).map(column).collect();
    let mut best = vec![(f64::INFINITY, 0); tasks.len()];
    for _ in 0..turns {
        for (task, best) in tasks.iter().zip(&mut best) {
            let part = task.part(&table);
            let (seconds, groups) = timed(|| task.masked(&part, way));
            *best = (seconds.min(best.0), groups?);
        }
    }
    Ok(best)
}

/// The first lines of a text.
fn first(text: &str, lines: u64) -> &str {
    let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, end)| end);
    let end = (1..=lines).zip(ends).last().map_or(0, |(_, end)| end);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_behind_a_line() {
        assert_eq!(first("1\n22\n3\n", 2), "1\n22\n");
        assert_eq!(first("1\n22\n", 9), "1\n22\n");
        assert_eq!(first("1\n", 0), "");
    }

    #[test]
    fn every_task_is_done_on_its_part_of_the_table() {
        let task = |rows, columns, k| Task { rows, columns, k };
        let tasks = [task(1000, 1, 100), task(600, 3, 100), task(50, 2, 50)];
        let least = least(&tasks, MaskingMethod::Exact, 2).unwrap();
        assert_eq!(least.iter().map(|(_, groups)| *groups).collect::<Vec<_>>(), [10, 6, 1]);
        assert!(least.iter().all(|(seconds, _)| seconds.is_finite()));
        assert!(super::least(&[task(50, 1, 51)], MaskingMethod::Exact, 1).is_err());
    }
}
