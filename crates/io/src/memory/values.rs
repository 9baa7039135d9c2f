//! The values of a column in memory.

use std::ops::Range;

use crate::block::{BlockBuilder, NoText};
use crate::columnar::{ColumnType, TimeUnit, value};
use crate::error::IoError;

/// The values of a column of a [`crate::MemoryTable`]: texts, or values of one type, any of which
/// may be missing.
///
/// Vectors, arrays and iterators of texts, booleans, numbers, and options of these become columns:
///
/// ```
/// use incrowd_io::{ColumnType, ColumnValues};
/// assert_eq!(ColumnValues::from(vec![1, 2]).kind(), ColumnType::Integer);
/// assert_eq!(ColumnValues::from([Some(0.5), None]).kind(), ColumnType::Double);
/// let texts: ColumnValues = ["a", "b"].iter().map(|text| text.to_uppercase()).collect();
/// assert_eq!(texts.kind(), ColumnType::Text);
/// ```
#[derive(Clone, Debug)]
pub struct ColumnValues(Values);

#[derive(Clone, Debug)]
enum Values {
    Text(Texts),
    Boolean(Vec<Option<bool>>),
    Integer(Vec<Option<i64>>),
    Unsigned(Vec<Option<u64>>),
    Float(Vec<Option<f32>>),
    Double(Vec<Option<f64>>),
    Decimal { values: Vec<Option<i128>>, precision: u8, scale: u8 },
    Date(Vec<Option<i32>>),
    Timestamp(Vec<Option<i64>>, TimeUnit),
}

/// Texts, one behind the other.
#[derive(Clone, Debug, Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    fn get(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }
}

/// A value of a [`crate::MemoryTable`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'t> {
    /// A text that is not empty.
    Text(&'t str),
    /// A boolean.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A whole number that is not negative.
    Unsigned(u64),
    /// A floating point number of 32 bits.
    Float(f32),
    /// A floating point number of 64 bits.
    Double(f64),
    /// `value` / 10^`scale`.
    Decimal {
        /// All digits, without the point.
        value: i128,
        /// Digits behind the point.
        scale: u8,
    },
    /// Days since 1970-01-01.
    Date(i32),
    /// Steps since 1970-01-01T00:00:00.
    Timestamp(i64, TimeUnit),
}

impl ColumnValues {
    /// Days since 1970-01-01, as Parquet and Arrow count them. Their texts are like `2024-02-29`.
    pub fn dates(days: impl IntoIterator<Item = Option<i32>>) -> ColumnValues {
        ColumnValues(Values::Date(days.into_iter().collect()))
    }

    /// Steps since 1970-01-01T00:00:00. Their texts are like `2024-02-29T12:30:00`.
    pub fn timestamps(
        steps: impl IntoIterator<Item = Option<i64>>,
        unit: TimeUnit,
    ) -> ColumnValues {
        ColumnValues(Values::Timestamp(steps.into_iter().collect(), unit))
    }

    /// Decimal numbers: each value stands for itself divided by 10^`scale`.
    ///
    /// # Panics
    /// If `precision` is not from 1 to 38, or `scale` is above 38.
    pub fn decimals(
        values: impl IntoIterator<Item = Option<i128>>,
        precision: u8,
        scale: u8,
    ) -> ColumnValues {
        assert!((1..=38).contains(&precision), "decimals of {precision} digits");
        assert!(scale <= 38, "{scale} digits behind the point");
        ColumnValues(Values::Decimal { values: values.into_iter().collect(), precision, scale })
    }

    /// A column without values.
    pub(crate) fn of_kind(kind: ColumnType) -> ColumnValues {
        ColumnValues(match kind {
            ColumnType::Text => Values::Text(Texts::default()),
            ColumnType::Boolean => Values::Boolean(Vec::new()),
            ColumnType::Integer => Values::Integer(Vec::new()),
            ColumnType::Unsigned => Values::Unsigned(Vec::new()),
            ColumnType::Float => Values::Float(Vec::new()),
            ColumnType::Double => Values::Double(Vec::new()),
            ColumnType::Decimal { precision, scale } => {
                Values::Decimal { values: Vec::new(), precision, scale }
            }
            ColumnType::Date => Values::Date(Vec::new()),
            ColumnType::Timestamp(unit) => Values::Timestamp(Vec::new(), unit),
        })
    }

    /// The type of the values.
    #[must_use]
    pub fn kind(&self) -> ColumnType {
        match &self.0 {
            Values::Text(_) => ColumnType::Text,
            Values::Boolean(_) => ColumnType::Boolean,
            Values::Integer(_) => ColumnType::Integer,
            Values::Unsigned(_) => ColumnType::Unsigned,
            Values::Float(_) => ColumnType::Float,
            Values::Double(_) => ColumnType::Double,
            Values::Decimal { precision, scale, .. } => {
                ColumnType::Decimal { precision: *precision, scale: *scale }
            }
            Values::Date(_) => ColumnType::Date,
            Values::Timestamp(_, unit) => ColumnType::Timestamp(*unit),
        }
    }

    /// How many values there are, missing ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Values::Text(texts) => texts.ends.len(),
            Values::Boolean(values) => values.len(),
            Values::Integer(values) | Values::Timestamp(values, _) => values.len(),
            Values::Unsigned(values) => values.len(),
            Values::Float(values) => values.len(),
            Values::Double(values) => values.len(),
            Values::Decimal { values, .. } => values.len(),
            Values::Date(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a row; nothing if it is missing, as an empty text is.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Value<'_>> {
        match &self.0 {
            Values::Text(texts) => {
                Some(texts.get(row)).filter(|text| !text.is_empty()).map(Value::Text)
            }
            Values::Boolean(values) => values[row].map(Value::Boolean),
            Values::Integer(values) => values[row].map(Value::Integer),
            Values::Unsigned(values) => values[row].map(Value::Unsigned),
            Values::Float(values) => values[row].map(Value::Float),
            Values::Double(values) => values[row].map(Value::Double),
            Values::Decimal { values, scale, .. } => {
                values[row].map(|value| Value::Decimal { value, scale: *scale })
            }
            Values::Date(values) => values[row].map(Value::Date),
            Values::Timestamp(values, unit) => {
                values[row].map(|steps| Value::Timestamp(steps, *unit))
            }
        }
    }

    /// The values of all rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Value<'_>>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// About as many bytes as the values have as CSV.
    pub(super) fn bytes(&self) -> u64 {
        match &self.0 {
            Values::Text(texts) => (texts.text.len() + texts.ends.len()) as u64,
            _ => 8 * self.len() as u64,
        }
    }

    /// Adds a text to a column of texts.
    pub(super) fn push_text(&mut self, text: &str) {
        let fits = self.push(text, true, &mut Vec::new());
        debug_assert!(fits, "'{text}' in a column of texts");
    }

    /// Adds the value that a text stands for, or returns false if the type has no such value with
    /// exactly this text. `scratch` is memory.
    pub(super) fn push(&mut self, text: &str, nullable: bool, scratch: &mut Vec<u8>) -> bool {
        if let Values::Text(texts) = &mut self.0 {
            texts.push(text);
            return true;
        }
        if text.is_empty() && nullable {
            self.push_missing();
            return true;
        }
        scratch.clear();
        let known = match &mut self.0 {
            Values::Text(_) => false,
            Values::Boolean(values) => add(values, value::read_boolean(text, scratch)),
            Values::Integer(values) => add(values, value::read_integer(text, scratch)),
            Values::Unsigned(values) => add(values, value::read_unsigned(text, scratch)),
            Values::Float(values) => add(values, value::read_float(text, scratch)),
            Values::Double(values) => add(values, value::read_double(text, scratch)),
            Values::Decimal { values, precision, scale } => {
                add(values, value::read_decimal(text, *precision, *scale, scratch))
            }
            Values::Date(values) => add(values, value::read_date(text, scratch)),
            Values::Timestamp(values, unit) => {
                add(values, value::read_timestamp(text, *unit, scratch))
            }
        };
        known && scratch == text.as_bytes()
    }

    fn push_missing(&mut self) {
        match &mut self.0 {
            Values::Text(texts) => texts.push(""),
            Values::Boolean(values) => values.push(None),
            Values::Integer(values) | Values::Timestamp(values, _) => values.push(None),
            Values::Unsigned(values) => values.push(None),
            Values::Float(values) => values.push(None),
            Values::Double(values) => values.push(None),
            Values::Decimal { values, .. } => values.push(None),
            Values::Date(values) => values.push(None),
        }
    }

    /// Sets the cells of a column of a block to the texts of some rows.
    pub(super) fn put(
        &self,
        rows: Range<usize>,
        column: usize,
        block: &mut BlockBuilder<'_>,
    ) -> Result<(), IoError> {
        match &self.0 {
            Values::Text(texts) => {
                for (place, row) in rows.enumerate() {
                    block.set(place, column, texts.get(row))?;
                }
                Ok(())
            }
            Values::Boolean(values) => put(&values[rows], column, block, |out, value| {
                out.extend_from_slice(if value { b"true" } else { b"false" });
                Ok(())
            }),
            Values::Integer(values) => put(&values[rows], column, block, |out, value| {
                value::put_integer(out, value);
                Ok(())
            }),
            Values::Unsigned(values) => put(&values[rows], column, block, |out, value| {
                value::put_unsigned(out, value);
                Ok(())
            }),
            Values::Float(values) => put(&values[rows], column, block, |out, value| {
                value::put_float(out, value);
                Ok(())
            }),
            Values::Double(values) => put(&values[rows], column, block, |out, value| {
                value::put_double(out, value);
                Ok(())
            }),
            Values::Decimal { values, scale, .. } => {
                put(&values[rows], column, block, |out, value| {
                    value::put_decimal(out, value, *scale);
                    Ok(())
                })
            }
            Values::Date(values) => {
                put(&values[rows], column, block, |out, days| value::put_date(out, days.into()))
            }
            Values::Timestamp(values, unit) => put(&values[rows], column, block, |out, steps| {
                value::put_timestamp(out, steps, *unit)
            }),
        }
    }
}

/// Adds a value, if there is one.
fn add<T>(values: &mut Vec<Option<T>>, value: Option<T>) -> bool {
    let known = value.is_some();
    if known {
        values.push(value);
    }
    known
}

/// Sets the cells of a column of a block; those of missing values stay empty.
fn put<T: Copy>(
    values: &[Option<T>],
    column: usize,
    block: &mut BlockBuilder<'_>,
    text: impl Fn(&mut Vec<u8>, T) -> Result<(), NoText>,
) -> Result<(), IoError> {
    for (row, value) in values.iter().enumerate() {
        if let Some(value) = *value {
            block.put(row, column, |out| text(out, value))?;
        }
    }
    Ok(())
}

impl<T> From<Vec<T>> for ColumnValues
where
    ColumnValues: FromIterator<T>,
{
    fn from(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

impl<T, const N: usize> From<[T; N]> for ColumnValues
where
    ColumnValues: FromIterator<T>,
{
    fn from(values: [T; N]) -> Self {
        values.into_iter().collect()
    }
}

/// Columns of numbers and booleans.
macro_rules! typed {
    ($($value:ty => $variant:ident),* $(,)?) => {$(
        impl FromIterator<$value> for ColumnValues {
            fn from_iter<I: IntoIterator<Item = $value>>(values: I) -> Self {
                values.into_iter().map(Some).collect()
            }
        }

        impl FromIterator<Option<$value>> for ColumnValues {
            fn from_iter<I: IntoIterator<Item = Option<$value>>>(values: I) -> Self {
                let values = values.into_iter().map(|value| value.map(Into::into));
                ColumnValues(Values::$variant(values.collect()))
            }
        }
    )*};
}

typed! {
    bool => Boolean,
    i8 => Integer, i16 => Integer, i32 => Integer, i64 => Integer,
    u8 => Unsigned, u16 => Unsigned, u32 => Unsigned, u64 => Unsigned,
    f32 => Float, f64 => Double,
}

/// Columns of texts.
macro_rules! texts {
    ($($text:ty),*) => {$(
        impl<'t> FromIterator<$text> for ColumnValues {
            fn from_iter<I: IntoIterator<Item = $text>>(values: I) -> Self {
                values.into_iter().map(Some).collect()
            }
        }

        impl<'t> FromIterator<Option<$text>> for ColumnValues {
            fn from_iter<I: IntoIterator<Item = Option<$text>>>(values: I) -> Self {
                let mut texts = Texts::default();
                values.into_iter().for_each(|text| texts.push(text.as_deref().unwrap_or_default()));
                ColumnValues(Values::Text(texts))
            }
        }
    )*};
}

texts!(&'t str, String, std::borrow::Cow<'t, str>);
