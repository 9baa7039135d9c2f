//! What a column's values turn out to be: numbers on a scale, or leaves of a hierarchy.

use incrowd_columns::identifier::{ColumnLook, Content};
use incrowd_columns::mask::level::{lowest, occurring, possible};
use incrowd_columns::mask::numbers::Grouping;
use incrowd_columns::mask::scale::Scale;
use incrowd_core::hierarchy::{Hierarchy, Spec};
use incrowd_core::terms::Kind;
use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::reading::{changed_column, fault};

use super::MaskPlan;
use super::cell::EMPTY;
use super::columns::{ColumnAction, ColumnPlan};
use super::study::MaskStudy;
use super::values::{ColumnTexts, HeldTexts};

/// No more characters of a code are masked one by one.
pub const LONGEST_CODE: usize = 10;

/// What a column is masked by.
pub enum ColumnMask {
    /// Nothing that its other rows have a say in.
    Cells,
    /// Groups of numbers.
    Numbers(Grouping, Scale),
    /// Levels of a hierarchy.
    Level(Box<HierarchyLevels>),
}

/// A hierarchy, and how many values each of its levels has.
pub struct HierarchyLevels {
    /// The hierarchy.
    pub hierarchy: Hierarchy,
    /// Of a table that is all there is, the values that occur; of a part of something larger, all
    /// that could.
    pub values: Vec<u64>,
}

impl HierarchyLevels {
    /// The lowest level within a budget; the top if there is none.
    pub fn within(&self, budget: u64) -> usize {
        lowest(&self.values, budget).unwrap_or(self.hierarchy.height())
    }
}

impl ColumnMask {
    /// The shape of a column.
    ///
    /// # Errors
    /// Values that do not fit what is asked of the column.
    pub fn of(study: &MaskStudy, place: usize) -> Result<ColumnMask> {
        let MaskStudy { masking, table, columns, gathered, .. } = study;
        let column = &columns[place];
        let Some(values) = &gathered[place].before else { return Ok(ColumnMask::Cells) };
        match (&column.action, values) {
            (ColumnAction::Drop | ColumnAction::Cell(_), _) => Ok(ColumnMask::Cells),
            (ColumnAction::Numbers(grouping, _), ColumnTexts::Many(many)) => {
                Ok(ColumnMask::Numbers(*grouping, many.scale))
            }
            (ColumnAction::Budget, ColumnTexts::Many(many)) => {
                Ok(ColumnMask::Numbers(masking.grouping, many.scale))
            }
            (ColumnAction::Numbers(grouping, _), ColumnTexts::Held(held)) => {
                match scale(masking, held) {
                    Some(scale) => Ok(ColumnMask::Numbers(*grouping, scale)),
                    None => Err(no_scale(masking, table, column, *grouping)?),
                }
            }
            (ColumnAction::Level(_, spec), ColumnTexts::Held(held)) => {
                let spec = spec.clone().unwrap_or_else(|| usual(masking, column, held));
                hierarchy(masking, column, held, &spec)
            }
            (ColumnAction::Budget, ColumnTexts::Held(held)) => {
                let usual = usual(masking, column, held);
                let texts = held.texts.iter();
                let numbers = masking.reading.kind(&column.name, texts)?.is_ordered();
                match scale(masking, held) {
                    Some(scale) if numbers && usual == Spec::flat() => {
                        Ok(ColumnMask::Numbers(masking.grouping, scale))
                    }
                    _ => hierarchy(masking, column, held, &usual),
                }
            }
            (ColumnAction::Level(..), ColumnTexts::Many(_)) | (_, ColumnTexts::Lost) => {
                Err(changed_column(table, &column.name))
            }
        }
    }
}

/// The scale of the values that are there, if they have one.
fn scale(masking: &MaskPlan, held: &HeldTexts) -> Option<Scale> {
    Scale::of(held.texts.iter().filter(|text| !masking.reading.nulls.is_missing(text)))
}

/// Without a hierarchy that was asked for, zip codes go digit by digit, and other texts are kept
/// or not.
fn usual(masking: &MaskPlan, column: &ColumnPlan, held: &HeldTexts) -> Spec {
    let mut look = ColumnLook::default();
    let mut longest = 0;
    for (text, &rows) in held.texts.iter().zip(&held.rows) {
        if !masking.reading.nulls.is_missing(text) {
            look.see(text, rows);
            longest = longest.max(text.chars().count());
        }
    }
    match look.evidence(&column.name) {
        Some(evidence) if evidence.content == Content::Zip && longest > 0 => {
            Spec::mask(longest.min(LONGEST_CODE))
        }
        _ => Spec::flat(),
    }
}

fn hierarchy(
    masking: &MaskPlan,
    column: &ColumnPlan,
    held: &HeldTexts,
    spec: &Spec,
) -> Result<ColumnMask> {
    let kind = masking.reading.kind(&column.name, held.texts.iter())?;
    let texts = held.texts.iter().map(str::to_owned);
    let values: Vec<(String, u64)> = texts.zip(held.rows.iter().copied()).collect();
    let hierarchy = masking.reading.grow(&column.name, kind, spec, &values)?;
    let part = masking.anonymity.is_some_and(|anonymity| anonymity.universe.is_some());
    let values = if part { possible(&hierarchy) } else { occurring(&hierarchy, held.texts.iter()) };
    Ok(ColumnMask::Level(Box::new(HierarchyLevels { hierarchy, values })))
}

/// The first cell that has no place among the numbers before it, and why that matters.
fn no_scale(
    masking: &MaskPlan,
    table: &Table,
    column: &ColumnPlan,
    grouping: Grouping,
) -> Result<Error> {
    let name = &column.name;
    let place = table.columns().iter().position(|other| other == name).unwrap_or_default();
    let advice = format!("or give the column a hierarchy (`hierarchy {name} = ..`)");
    let mut so_far: Option<(Scale, String)> = None;
    for block in table.blocks() {
        let block = block?;
        for row in 0..block.rows() {
            let text = block.cell(row, place);
            if masking.reading.nulls.is_missing(text) {
                continue;
            }
            let why = match (Scale::of_one(text), &so_far) {
                (Some((scale, _)), None) => {
                    so_far = Some((scale, text.to_owned()));
                    continue;
                }
                (Some((scale, _)), Some((other, _))) if other.joined(scale).is_some() => continue,
                (Some(_), Some((_, other))) => {
                    format!("is not of one kind with '{other}': {EMPTY}, {advice}")
                }
                (None, _) if Kind::Decimal.read(text).is_some() => {
                    format!(
                        "has more digits than can be calculated with: declare the column text (`type`), {advice}"
                    )
                }
                (None, _) => {
                    format!("is no number or date that can be calculated with: {EMPTY}, {advice}")
                }
            };
            let why = format!("{} groups numbers or dates, but '{text}' {why}", grouping.name());
            return Ok(fault(table, block.line(row), name, text, &why));
        }
    }
    Ok(changed_column(table, name))
}
