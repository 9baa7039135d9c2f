//! Fitted summaries: what a recipient would compute first from a published table, beside the same
//! from the original. Means and quantiles of numbers, and one fit: a linear regression where the
//! outcome is a number, a contingency table where it is a category.
//!
//! A published range counts as in [`compare_distributions`](super::compare_distributions): evenly for
//! each value of the original that it stands for. A label that stands for every value says nothing,
//! and its rows count as missing.

mod contingency;
mod numbers;
mod regression;

use incrowd_terms::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;

use super::view::TableRows;
use super::{ComparedTables, CountedColumn, Counts};

pub use contingency::{CellShares, Contingency, ContingencyRow};
pub use numbers::{NumberFigures, NumberSummary};
pub use regression::{Coefficient, FittedRows, Regression};

/// Most columns of numbers that are summarised, and most columns that are tried in a fit.
const MOST_COLUMNS: usize = 12;

/// What a recipient would compute first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FittedSummaries {
    /// Means and quantiles, in the order of the columns.
    pub numbers: Vec<NumberSummary>,
    /// A model of one column by others; `None` if no two columns can be fitted.
    pub fit: Option<Fit>,
}

/// A model of one column by others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Fit {
    /// Of a number by numbers.
    Regression(Regression),
    /// Of a category by a category.
    Contingency(Contingency),
}

/// Fits the summaries. `outcomes` are the columns that analyses are likely about, the first that can
/// be fitted is; without any, the last number is the outcome.
///
/// # Errors
/// If a table cannot be read, lacks a column or has one named twice.
pub fn fitted_summaries(
    tables: &ComparedTables<'_>,
    outcomes: &[String],
) -> Result<FittedSummaries, JudgeError> {
    let counts = Counts::of(tables)?;
    let columns = counts.columns(tables);
    let usable: Vec<&CountedColumn<'_>> =
        columns.iter().filter(|column| column.skipped().is_none()).collect();
    let measured: Vec<&CountedColumn<'_>> =
        usable.iter().copied().filter(|column| is_number(column)).take(MOST_COLUMNS).collect();
    let views = (counts.original.as_ref(), &counts.published);
    Ok(FittedSummaries {
        numbers: measured.iter().map(|column| numbers::summary(column)).collect(),
        fit: fit(&usable, &measured, outcomes, views)?,
    })
}

/// Numbers to calculate with; dates have no mean that anybody asks for.
fn is_number(column: &CountedColumn<'_>) -> bool {
    matches!(column.kind, Kind::Integer | Kind::Decimal)
}

/// A regression of a sensitive number, else a contingency table, else a regression of any number.
fn fit(
    usable: &[&CountedColumn<'_>],
    measured: &[&CountedColumn<'_>],
    outcomes: &[String],
    views: (Option<&TableRows<'_>>, &TableRows<'_>),
) -> Result<Option<Fit>, JudgeError> {
    let is_outcome = |column: &CountedColumn<'_>| outcomes.iter().any(|name| name == column.name);
    let number = measured.iter().copied().find(|column| is_outcome(column));
    if let Some(outcome) = number
        && let Some(found) = regression::of(outcome, measured, views)?
    {
        return Ok(Some(Fit::Regression(found)));
    }
    if let Some(found) = contingency::of(usable, &is_outcome, views)? {
        return Ok(Some(Fit::Contingency(found)));
    }
    let Some(outcome) = measured.last().copied() else { return Ok(None) };
    Ok(regression::of(outcome, measured, views)?.map(Fit::Regression))
}
