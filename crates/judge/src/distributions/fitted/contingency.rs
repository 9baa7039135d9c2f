//! A contingency table of two columns of few values, before and after: how often the outcome has each
//! value, by the values of the column that tells most about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::division::shortened;
use crate::error::JudgeError;
use crate::question::positions;
use crate::ranks::Ranks;

use super::super::groups::{MOST_GROUPS, TextGroups};
use super::super::joint_counts::{self, JointCounts};
use super::super::tally::Tally;
use super::super::view::TableRows;
use super::super::{CountedColumn, cramer};
use super::MOST_COLUMNS;

/// Most values of a column that have a line of their own.
const MOST_VALUES: usize = 5;

/// What the other values are called.
const OTHERS: &str = "others";

/// How often an outcome has each value, by another column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Contingency {
    /// The column whose values have a line each.
    pub by: String,
    /// The column whose values are counted.
    pub outcome: String,
    /// The values of the outcome, in the order of the shares.
    pub values: Vec<String>,
    /// A line for each value of the other column.
    pub rows: Vec<ContingencyRow>,
}

/// The rows with one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContingencyRow {
    /// The value.
    pub value: String,
    /// The share of these rows that has each value of the outcome.
    pub shares: Vec<CellShares>,
}

/// A share before and after; `None` where no row has the value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellShares {
    /// In the original.
    pub before: Option<f64>,
    /// In the published table.
    pub after: Option<f64>,
}

/// The table of an outcome and the column that tells most about it; `None` if there are no two.
pub(super) fn of(
    columns: &[&CountedColumn<'_>],
    is_outcome: &dyn Fn(&CountedColumn<'_>) -> bool,
    (original, published): (Option<&TableRows<'_>>, &TableRows<'_>),
) -> Result<Option<Contingency>, JudgeError> {
    let few: Vec<&CountedColumn<'_>> =
        columns.iter().copied().filter(|column| has_few_values(column)).collect();
    let Some(outcome) =
        few.iter().copied().find(|column| is_outcome(column)).or(few.last().copied())
    else {
        return Ok(None);
    };
    let known = |column: &&&CountedColumn<'_>| column.before.is_some() == outcome.before.is_some();
    let others = few.iter().filter(|column| column.name != outcome.name).filter(known);
    let (told_apart, hidden): (Vec<&CountedColumn<'_>>, Vec<_>) =
        others.copied().partition(|column| column.after.texts().len() >= 2);
    // A column that is hidden as a whole leaves nothing to compare.
    let others = if told_apart.is_empty() { hidden } else { told_apart };
    let others = others.into_iter().take(MOST_COLUMNS);
    let original = original.filter(|_| outcome.before.is_some());
    let mut strongest: Option<(f64, &CountedColumn<'_>)> = None;
    for other in others {
        let pair = [other, outcome];
        let counts = match original {
            Some(view) => counts(view, pair, |column| column.before)?,
            None => counts(published, pair, |column| Some(column.after))?,
        };
        let strength = counts.as_ref().and_then(cramer::corrected).unwrap_or(0.0);
        if strongest.is_none_or(|(found, _)| strength > found) {
            strongest = Some((strength, other));
        }
    }
    let Some((_, by)) = strongest else { return Ok(None) };
    let pair = [by, outcome];
    let axes = pair.map(Axis::of);
    let before = match original {
        Some(view) => counts(view, pair, |column| column.before)?
            .map(|found| axes_cells(&axes, pair, &found, |axis| &axis.before)),
        None => None,
    };
    let after = counts(published, pair, |column| Some(column.after))?
        .map(|found| axes_cells(&axes, pair, &found, |axis| &axis.after));
    Ok(Some(told(pair, axes, before, after)))
}

fn has_few_values(column: &CountedColumn<'_>) -> bool {
    let few = |tally: &Tally| tally.texts().len() <= MOST_GROUPS;
    let first = column.before.unwrap_or(column.after);
    first.texts().len() >= 2 && few(first) && few(column.after)
}

/// How often any two texts of two columns stand in one row: each text is a group of its own.
fn counts<'t>(
    view: &TableRows<'_>,
    pair: [&'t CountedColumn<'t>; 2],
    side: impl Fn(&'t CountedColumn<'t>) -> Option<&'t Tally>,
) -> Result<Option<JointCounts>, JudgeError> {
    let [Some(by), Some(outcome)] = pair.map(&side) else { return Ok(None) };
    let groups = [TextGroups::of(by, &pair[0].reader), TextGroups::of(outcome, &pair[1].reader)];
    let places = positions(view.table, &pair.map(|column| column.name))?;
    Ok(joint_counts::meetings(view, &places, &groups)?.pop())
}

/// The lines of a column: which share of each text's rows belongs to which line.
struct Axis {
    labels: Vec<String>,
    /// By text of the original.
    before: Vec<Vec<f64>>,
    /// By published text; empty for one that says nothing.
    after: Vec<Vec<f64>>,
}

impl Axis {
    fn of(column: &CountedColumn<'_>) -> Self {
        let first = column.before.unwrap_or(column.after);
        let mut order: Vec<u32> = first.texts().ids().collect();
        first.sort_by_frequency(&mut order);
        // One value alone is no less of a line than "others".
        let own = if order.len() <= MOST_VALUES + 1 { order.len() } else { MOST_VALUES };
        let mut labels: Vec<String> =
            order.iter().take(own).map(|&id| named(first.text(id))).collect();
        if own < order.len() {
            labels.push(OTHERS.to_owned());
        }
        let mut line = vec![0; order.len()];
        for (at, &id) in order.iter().enumerate() {
            line[id as usize] = at.min(labels.len() - 1);
        }
        let single = |line: &usize| {
            let mut shares = vec![0.0; labels.len()];
            shares[*line] = 1.0;
            shares
        };
        let before: Vec<Vec<f64>> = line.iter().map(single).collect();
        let after = match column.before {
            Some(original) => spread(column, original, &line, labels.len()),
            None => before.clone(),
        };
        Axis { labels, before, after }
    }
}

fn named(text: &str) -> String {
    if text.is_empty() { "(empty)".to_owned() } else { shortened(text) }
}

/// Published texts, divided evenly over the values of the original that they stand for.
fn spread(
    column: &CountedColumn<'_>,
    original: &Tally,
    line: &[usize],
    lines: usize,
) -> Vec<Vec<f64>> {
    let labels = column.after.texts();
    let ranks = Ranks::of(column.reading, column.nulls, labels, original.texts());
    let mut of_rank = vec![0; line.len()];
    original.texts().ids().for_each(|id| of_rank[ranks.rank(id) as usize] = line[id as usize]);
    let shares = |label: u32| {
        let mut shares = vec![0.0; lines];
        let covered: Vec<usize> = ranks
            .stretches(label)
            .iter()
            .flat_map(|stretch| stretch.first as usize..=stretch.last as usize)
            .collect();
        if covered.is_empty() || covered.len() == line.len() {
            return Vec::new();
        }
        covered.iter().for_each(|&rank| shares[of_rank[rank]] += 1.0 / covered.len() as f64);
        shares
    };
    labels.ids().map(shares).collect()
}

/// Rows by lines of both columns.
fn axes_cells<'x>(
    axes: &'x [Axis; 2],
    pair: [&CountedColumn<'_>; 2],
    counts: &JointCounts,
    side: impl Fn(&'x Axis) -> &'x Vec<Vec<f64>>,
) -> Vec<Vec<f64>> {
    let shares = [side(&axes[0]), side(&axes[1])];
    let is_after = std::ptr::eq(shares[0], &axes[0].after);
    let tallies = pair.map(|column| if is_after { Some(column.after) } else { column.before });
    let mut cells = vec![vec![0.0; axes[1].labels.len()]; axes[0].labels.len()];
    let [Some(by), Some(outcome)] = tallies else { return cells };
    let groups = [TextGroups::of(by, &pair[0].reader), TextGroups::of(outcome, &pair[1].reader)];
    let (mut first, mut second): (Vec<u32>, Vec<u32>) =
        (by.texts().ids().collect(), outcome.texts().ids().collect());
    by.sort_by_frequency(&mut first);
    outcome.sort_by_frequency(&mut second);
    for &a in &first {
        for &b in &second {
            let group = |at: usize, tally: &Tally, id| groups[at].group(tally.text(id));
            let (Some(one), Some(other)) = (group(0, by, a), group(1, outcome, b)) else {
                continue;
            };
            let rows = counts.rows(usize::from(one), usize::from(other)) as f64;
            for (line, share) in cells.iter_mut().zip(&shares[0][a as usize]) {
                for (cell, part) in line.iter_mut().zip(&shares[1][b as usize]) {
                    *cell += rows * share * part;
                }
            }
        }
    }
    cells
}

fn told(
    [by, outcome]: [&CountedColumn<'_>; 2],
    [lines, values]: [Axis; 2],
    before: Option<Vec<Vec<f64>>>,
    after: Option<Vec<Vec<f64>>>,
) -> Contingency {
    let share = |cells: &Option<Vec<Vec<f64>>>, line: usize, value: usize| {
        let line = cells.as_ref()?.get(line)?;
        let all: f64 = line.iter().sum();
        (all > 0.0).then(|| line[value] / all)
    };
    let shares = |line: usize| {
        let cell = |value| CellShares {
            before: share(&before, line, value),
            after: share(&after, line, value),
        };
        (0..values.labels.len()).map(cell).collect()
    };
    let row =
        |(at, value): (usize, &String)| ContingencyRow { value: value.clone(), shares: shares(at) };
    Contingency {
        by: by.name.to_owned(),
        outcome: outcome.name.to_owned(),
        rows: lines.labels.iter().enumerate().map(row).collect(),
        values: values.labels,
    }
}
