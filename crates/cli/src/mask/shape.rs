//! What a column's values turn out to be: numbers on a scale, or leaves of a hierarchy.

use incrowd::hierarchy::{Hierarchy, Spec};
use incrowd::identifier::{Content, Look};
use incrowd::mask::numbers::Method;
use incrowd::mask::scale::Scale;
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
    Level(Box<Hierarchy>),
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
                let scale = scale.map_err(|text| no_number(table, column, &text, *method))?;
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
    Ok(Shape::Level(Box::new(hierarchy)))
}

fn no_number(table: &Table, column: &Column, text: &str, method: Method) -> Failure {
    let (file, name) = (table.name(), &column.name);
    let message = format!(
        "{file}, column '{name}': {} groups numbers or dates, but '{text}' is none that can be calculated with; declare it missing (--null), or give the column a hierarchy (--hierarchy {name}=..)",
        method.name()
    );
    Failure::new(message).in_file(file).in_column(name).with_value(text)
}
