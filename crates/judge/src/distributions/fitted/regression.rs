//! A linear regression by least squares, before and after.
//!
//! The sums are of integers: each number is its place in the column's range, in steps of 2^-30. So
//! they are exact and do not depend on the order in which workers add them.

use incrowd_io::Block;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::question::positions;
use crate::texts::TextNumbers;

use super::super::CountedColumn;
use super::super::view::TableRows;
use super::numbers;

/// Most numbers that explain another.
const MOST_PREDICTORS: usize = 3;

/// Steps of a column's range.
const STEPS: f64 = (1_u64 << 30) as f64;

/// Rows that a regression needs for each coefficient, so that it says something.
const ROWS_PER_COEFFICIENT: u64 = 5;

/// A number as a linear function of others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Regression {
    /// The column that is explained.
    pub outcome: String,
    /// The constant of the function.
    pub intercept: FittedRows<f64>,
    /// By how much the outcome grows with each other column.
    pub coefficients: Vec<Coefficient>,
    /// The share of the outcome's variance that is explained.
    pub r_squared: FittedRows<f64>,
    /// Rows without a missing value in these columns.
    pub rows: FittedRows<u64>,
}

/// A figure before and after; `None` where it cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FittedRows<T> {
    /// In the original.
    pub before: Option<T>,
    /// In the published table.
    pub after: Option<T>,
}

/// What one more unit of a column goes with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Coefficient {
    /// The column.
    pub column: String,
    /// In the original.
    pub before: Option<f64>,
    /// In the published table.
    pub after: Option<f64>,
}

/// The columns of a regression: the outcome first.
struct Design<'a> {
    columns: Vec<&'a CountedColumn<'a>>,
    ranges: Vec<(f64, f64)>,
}

/// The number of each text, on one side.
type Codes<'a> = (&'a TextNumbers, Vec<Option<i64>>);

/// The regression of an outcome by the first other numbers; `None` if it can be fitted nowhere.
pub(super) fn of(
    outcome: &CountedColumn<'_>,
    measured: &[&CountedColumn<'_>],
    (original, published): (Option<&TableRows<'_>>, &TableRows<'_>),
) -> Result<Option<Regression>, JudgeError> {
    let others = measured.iter().copied().filter(|column| column.name != outcome.name);
    let columns: Vec<&CountedColumn<'_>> =
        [outcome].into_iter().chain(others.take(MOST_PREDICTORS)).collect();
    let known = columns.iter().all(|column| column.before.is_some());
    let original = original.filter(|_| known);
    if columns.len() < 2 {
        return Ok(None);
    }
    let before: Vec<Vec<Option<f64>>> = match original {
        Some(_) => columns.iter().map(|column| before(column)).collect(),
        None => Vec::new(),
    };
    let after: Vec<Vec<Option<f64>>> = columns.iter().map(|column| after(column)).collect();
    let range = |at: usize| {
        let sides = before.get(at).into_iter().chain(after.get(at)).flatten().flatten();
        sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &number| {
            (number.min(low), number.max(high))
        })
    };
    let design = Design { ranges: (0..columns.len()).map(range).collect(), columns };
    let before = match original {
        Some(view) => {
            design.fit(view, before, |column| column.before.map(|tally| tally.texts()))?
        }
        None => None,
    };
    let after = design.fit(published, after, |column| Some(column.after.texts()))?;
    Ok((before.is_some() || after.is_some()).then(|| design.told(before, after)))
}

fn before(column: &CountedColumn<'_>) -> Vec<Option<f64>> {
    column.before.map_or_else(Vec::new, |tally| numbers::original(column, tally))
}

fn after(column: &CountedColumn<'_>) -> Vec<Option<f64>> {
    let spread = numbers::published(column).of_text;
    spread.into_iter().map(|spread| spread.map(|spread| spread.mean)).collect()
}

/// What was fitted in one table.
struct Fitted {
    rows: u64,
    intercept: f64,
    slopes: Vec<f64>,
    r_squared: f64,
}

impl Design<'_> {
    fn fit<'t>(
        &'t self,
        view: &TableRows<'_>,
        numbers: Vec<Vec<Option<f64>>>,
        texts: impl Fn(&'t CountedColumn<'t>) -> Option<&'t TextNumbers>,
    ) -> Result<Option<Fitted>, JudgeError> {
        let mut codes: Vec<Codes<'_>> = Vec::new();
        for ((column, numbers), &(low, high)) in self.columns.iter().zip(numbers).zip(&self.ranges)
        {
            let Some(texts) = texts(column) else { return Ok(None) };
            let width = if high > low { high - low } else { return Ok(None) };
            let code = |number: f64| ((number - low) / width * STEPS).round() as i64;
            codes.push((texts, numbers.into_iter().map(|number| number.map(code)).collect()));
        }
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let moments = Moments::of(view, &positions(view.table, &names)?, &codes)?;
        Ok(moments.solve().map(|fitted| self.in_units(fitted)))
    }

    /// Slopes in the units of the columns, instead of steps of their ranges.
    fn in_units(&self, (moments, slopes, r_squared): (Moments, Vec<f64>, f64)) -> Fitted {
        let width = |at: usize| self.ranges[at].1 - self.ranges[at].0;
        let mean = |at: usize| {
            self.ranges[at].0 + moments.sums[at] as f64 / moments.rows as f64 / STEPS * width(at)
        };
        let slopes: Vec<f64> = slopes
            .into_iter()
            .enumerate()
            .map(|(at, slope)| slope * width(0) / width(at + 1))
            .collect();
        let explained: f64 =
            slopes.iter().enumerate().map(|(at, slope)| slope * mean(at + 1)).sum();
        Fitted { rows: moments.rows, intercept: mean(0) - explained, slopes, r_squared }
    }

    fn told(&self, before: Option<Fitted>, after: Option<Fitted>) -> Regression {
        let sides = |figure: fn(&Fitted) -> f64| FittedRows {
            before: before.as_ref().map(figure),
            after: after.as_ref().map(figure),
        };
        let slope = |side: &Option<Fitted>, at: usize| side.as_ref().map(|side| side.slopes[at]);
        let coefficient = |(at, column): (usize, &&CountedColumn<'_>)| Coefficient {
            column: column.name.to_owned(),
            before: slope(&before, at),
            after: slope(&after, at),
        };
        Regression {
            outcome: self.columns[0].name.to_owned(),
            intercept: sides(|fitted| fitted.intercept),
            coefficients: self.columns[1..].iter().enumerate().map(coefficient).collect(),
            r_squared: sides(|fitted| fitted.r_squared),
            rows: FittedRows {
                before: before.as_ref().map(|fitted| fitted.rows),
                after: after.as_ref().map(|fitted| fitted.rows),
            },
        }
    }
}

/// Sums of numbers and of products of two, over complete rows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moments {
    rows: u64,
    sums: Vec<i128>,
    /// By two columns, one row of the matrix after the other.
    products: Vec<i128>,
}

impl Moments {
    fn none(columns: usize) -> Self {
        Moments { rows: 0, sums: vec![0; columns], products: vec![0; columns * columns] }
    }

    fn of(view: &TableRows<'_>, places: &[usize], codes: &[Codes<'_>]) -> Result<Self, JudgeError> {
        let nothing = || Moments::none(codes.len());
        let each = |moments: &mut Moments, block: &Block| -> Result<(), JudgeError> {
            for row in view.rows(block) {
                let code = |(&place, (texts, codes)): (&usize, &Codes<'_>)| {
                    codes[texts.find(block.cell(row, place))? as usize]
                };
                let cells: Option<Vec<i64>> = places.iter().zip(codes).map(code).collect();
                cells.iter().for_each(|cells| moments.add(cells));
            }
            Ok(())
        };
        let parts = view.table.fold(view.threads, nothing, each)?;
        Ok(parts.into_iter().fold(nothing(), Moments::merge))
    }

    fn add(&mut self, cells: &[i64]) {
        self.rows += 1;
        for (at, &cell) in cells.iter().enumerate() {
            self.sums[at] += i128::from(cell);
            for (other, &with) in cells.iter().enumerate() {
                self.products[at * cells.len() + other] += i128::from(cell) * i128::from(with);
            }
        }
    }

    fn merge(mut self, other: Moments) -> Moments {
        self.rows += other.rows;
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(other.products).for_each(|(sum, more)| *sum += more);
        self
    }

    /// Rows squared times the covariance of two columns: exact, before it is rounded.
    fn covariance(&self, a: usize, b: usize) -> f64 {
        let product = self.products[a * self.sums.len() + b];
        (i128::from(self.rows) * product - self.sums[a] * self.sums[b]) as f64
    }

    /// The slopes of the first column by the others, and the share of its variance that they explain.
    fn solve(self) -> Option<(Moments, Vec<f64>, f64)> {
        let others = self.sums.len() - 1;
        if self.rows < ROWS_PER_COEFFICIENT * (others as u64 + 1) {
            return None;
        }
        let matrix: Vec<Vec<f64>> =
            (1..=others).map(|a| (1..=others).map(|b| self.covariance(a, b)).collect()).collect();
        let right: Vec<f64> = (1..=others).map(|a| self.covariance(a, 0)).collect();
        let slopes = solve(matrix, right.clone())?;
        let total = self.covariance(0, 0);
        if total <= 0.0 {
            return None;
        }
        let explained: f64 = slopes.iter().zip(&right).map(|(slope, right)| slope * right).sum();
        Some((self, slopes, (explained / total).clamp(0.0, 1.0)))
    }
}

/// Solves a small positive definite system by elimination; `None` if a column follows from others.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let diagonal: Vec<f64> = (0..size).map(|at| matrix[at][at]).collect();
    for pivot in 0..size {
        if matrix[pivot][pivot] <= 1e-9 * diagonal[pivot] {
            return None;
        }
        let (done, below) = matrix.split_at_mut(pivot + 1);
        let own = &done[pivot];
        for (row, at) in below.iter_mut().zip(pivot + 1..) {
            let factor = row[pivot] / own[pivot];
            row.iter_mut().zip(own).skip(pivot).for_each(|(cell, own)| *cell -= factor * own);
            right[at] -= factor * right[pivot];
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * solution[at]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved_unless_a_column_follows_from_others() {
        let solved = solve(vec![vec![4.0, 2.0], vec![2.0, 3.0]], vec![8.0, 7.0]).unwrap();
        assert!((solved[0] - 1.25).abs() < 1e-12 && (solved[1] - 1.5).abs() < 1e-12, "{solved:?}");
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
        assert_eq!(solve(vec![vec![0.0]], vec![0.0]), None);
    }

    #[test]
    fn an_exact_line_is_found() {
        let mut moments = Moments::none(2);
        (0..20).for_each(|x: i64| moments.add(&[3 * x + 7, x]));
        let (_, slopes, r_squared) = moments.solve().unwrap();
        assert!((slopes[0] - 3.0).abs() < 1e-12 && (r_squared - 1.0).abs() < 1e-12);
        let mut few = Moments::none(2);
        (0..5).for_each(|x: i64| few.add(&[x, x]));
        assert!(few.solve().is_none());
    }
}
