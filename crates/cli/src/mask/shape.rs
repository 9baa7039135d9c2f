//! What a column's values turn out to be: numbers on a scale, or leaves of a hierarchy.

use incrowd::hierarchy::{Hierarchy, Spec};
use incrowd::identifier::{Content, Look};
use incrowd::mask::level::{lowest, occurring, possible};
use incrowd::mask::numbers::Method;
use incrowd::mask::scale::Scale;
use incrowd::terms::Kind;
use incrowd_io::Table;

use crate::failure::{Failure, Result};
use crate::settings::Masking;
use crate::study::{grow, kind};

use super::columns::{Column, Fate};
use super::gather::Gathered;
use super::values::{Held, Values};

/// What a column is masked by.
pub enum Shape {
    /// Nothing that its other rows have a say in.
    Cells,
    /// Groups of numbers.
    Numbers(Method, Scale),
    /// Levels of a hierarchy.
    Level(Levels),
}

/// A hierarchy, and how many values each of its levels has.
pub struct Levels {
    pub hierarchy: Hierarchy,
    /// Of a table that is all there is, the values that occur; of a part of something larger, all
    /// that could.
    pub values: Vec<u64>,
}

impl Levels {
    /// The lowest level within a budget; the top if there is none.
    pub fn within(&self, budget: u64) -> usize {
        lowest(&self.values, budget).unwrap_or(self.hierarchy.height())
    }
}

impl Shape {
    pub fn of(
        masking: &Masking,
        table: &Table,
        column: &Column,
        gathered: &Gathered,
    ) -> Result<Shape> {
        let Some(values) = &gathered.before else { return Ok(Shape::Cells) };
        match (&column.fate, values) {
            (Fate::Drop | Fate::Cell(_), _) => Ok(Shape::Cells),
            (Fate::Numbers(method, _), Values::Many(many)) => {
                Ok(Shape::Numbers(*method, many.scale))
            }
            (Fate::Budget, Values::Many(many)) => Ok(Shape::Numbers(masking.method, many.scale)),
            (Fate::Numbers(method, _), Values::Held(held)) => {
                let scale = scale(masking, held);
                let scale = match scale {
                    Ok(scale) => scale,
                    Err(text) => return Err(no_number(table, column, &text, *method)?),
                };
                Ok(Shape::Numbers(*method, scale))
            }
            (Fate::Level(_, spec), Values::Held(held)) => {
                let spec = spec.clone().unwrap_or_else(|| usual(masking, column, held));
                hierarchy(masking, column, held, &spec)
            }
            (Fate::Budget, Values::Held(held)) => {
                let usual = usual(masking, column, held);
                let texts = held.texts.iter();
                let numbers = kind(&masking.reading, &column.name, texts)?.is_ordered();
                match scale(masking, held) {
                    Ok(scale) if numbers && usual == Spec::Flat => {
                        Ok(Shape::Numbers(masking.method, scale))
                    }
                    _ => hierarchy(masking, column, held, &usual),
                }
            }
            (Fate::Level(..), Values::Many(_)) | (_, Values::Lost) => {
                let message = format!("the column '{}' changed while it was read", column.name);
                Err(Failure::new(message).in_file(table.name()).in_column(&column.name))
            }
        }
    }
}

/// The scale of the values that are there, or one that is neither a number nor a date.
fn scale(masking: &Masking, held: &Held) -> std::result::Result<Scale, String> {
    let present = held.texts.iter().filter(|text| !masking.reading.nulls.is_missing(text));
    Scale::of(present.clone()).ok_or_else(|| {
        let strange = present.clone().find(|text| Scale::of_one(text).is_none());
        strange.unwrap_or("numbers and dates").to_owned()
    })
}

/// Without a hierarchy that was asked for, zip codes go digit by digit, and other texts are kept
/// or not.
fn usual(masking: &Masking, column: &Column, held: &Held) -> Spec {
    let mut look = Look::default();
    let mut longest = 0;
    for (text, &rows) in held.texts.iter().zip(&held.rows) {
        if !masking.reading.nulls.is_missing(text) {
            look.see(text, rows);
            longest = longest.max(text.chars().count());
        }
    }
    match look.evidence(&column.name) {
        Some(evidence) if evidence.content == Content::Zip && longest > 0 => Spec::Mask(longest),
        _ => Spec::Flat,
    }
}

fn hierarchy(masking: &Masking, column: &Column, held: &Held, spec: &Spec) -> Result<Shape> {
    let kind = kind(&masking.reading, &column.name, held.texts.iter())?;
    let texts = held.texts.iter().map(str::to_owned);
    let values: Vec<(String, u64)> = texts.zip(held.rows.iter().copied()).collect();
    let hierarchy = grow(&masking.reading, &column.name, kind, spec, &values)?;
    let part = masking.crowd.is_some_and(|crowd| crowd.universe.is_some());
    let values = if part { possible(&hierarchy) } else { occurring(&hierarchy, held.texts.iter()) };
    Ok(Shape::Level(Levels { hierarchy, values }))
}

/// Why numbers are needed, and where there is none.
fn no_number(table: &Table, column: &Column, text: &str, method: Method) -> Result<Failure> {
    let (file, name) = (table.name(), &column.name);
    let place = table.columns().iter().position(|other| other == name).unwrap_or_default();
    let mut line = None;
    for block in table.blocks() {
        let block = block?;
        line = (0..block.rows())
            .find(|&row| block.cell(row, place) == text)
            .map(|row| block.line(row));
        if line.is_some() {
            break;
        }
    }
    let at = line.map_or(String::new(), |line| format!(", line {line}"));
    let why = match Kind::Decimal.read(text) {
        Some(_) => "has more digits than can be calculated with: declare the column text (--type)",
        None => "is no number or date that can be calculated with: declare it missing (--null)",
    };
    let message = format!(
        "{file}{at}, column '{name}': {} groups numbers or dates, but '{text}' {why}, or give the column a hierarchy (--hierarchy {name}=..)",
        method.name()
    );
    let failure = Failure::new(message).in_file(file).in_column(name).with_value(text);
    Ok(Failure { line, ..failure })
}
