//! Figures of models: what was demanded, and what a table has.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::Fraction;

/// A figure of a model. Most models have one number, some have several parameters.
///
/// ```
/// use incrowd_terms::Figure;
/// let range = Figure::parts([("min", "0".into()), ("max", "1/3".into())]);
/// assert_eq!(serde_json::to_string(&range)?, r#"{"min":"0","max":"1/3"}"#);
/// assert_eq!(range["max"], Figure::from("1/3"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Figure {
    /// Undefined, infinite or not decided.
    #[default]
    Undefined,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// A number that may have decimals.
    Decimal(f64),
    /// An exact fraction, the name of a column, or another word.
    Text(String),
    /// Several figures by their names.
    Parts(#[schemars(with = "BTreeMap<String, Figure>")] NamedFigures),
}

/// Figures by their names, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedFigures(Vec<(Cow<'static, str>, Figure)>);

static UNDEFINED: Figure = Figure::Undefined;

impl Figure {
    /// A figure that has several parts.
    #[must_use]
    pub fn parts(parts: impl IntoIterator<Item = (&'static str, Figure)>) -> Figure {
        let parts = parts.into_iter().map(|(name, figure)| (Cow::Borrowed(name), figure));
        Figure::Parts(NamedFigures(parts.collect()))
    }

    /// The same with one part more. A figure that has no parts gives way to it.
    #[must_use]
    pub fn with(self, name: &'static str, figure: impl Into<Figure>) -> Figure {
        let mut parts = match self {
            Figure::Parts(NamedFigures(parts)) => parts,
            _ => Vec::new(),
        };
        parts.push((Cow::Borrowed(name), figure.into()));
        Figure::Parts(NamedFigures(parts))
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Figure::Whole(number) => Some(*number as f64),
            Figure::Decimal(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Figure::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl NamedFigures {
    /// The parts, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.0.iter().map(|(name, figure)| (name.as_ref(), figure))
    }
}

/// The part of this name, which is undefined if there is none.
impl Index<&str> for Figure {
    type Output = Figure;

    fn index(&self, name: &str) -> &Figure {
        let Figure::Parts(parts) = self else { return &UNDEFINED };
        parts.iter().find(|(part, _)| *part == name).map_or(&UNDEFINED, |(_, figure)| figure)
    }
}

impl From<u64> for Figure {
    fn from(number: u64) -> Figure {
        Figure::Whole(number)
    }
}

/// A number that is not finite is undefined.
impl From<f64> for Figure {
    fn from(number: f64) -> Figure {
        if number.is_finite() { Figure::Decimal(number) } else { Figure::Undefined }
    }
}

impl From<bool> for Figure {
    fn from(flag: bool) -> Figure {
        Figure::Flag(flag)
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Figure {
        Figure::Text(text)
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Figure {
        Figure::Text(text.to_owned())
    }
}

/// The exact fraction, as a text.
impl From<Fraction> for Figure {
    fn from(fraction: Fraction) -> Figure {
        Figure::Text(fraction.to_string())
    }
}

impl<T: Into<Figure>> From<Option<T>> for Figure {
    fn from(figure: Option<T>) -> Figure {
        figure.map_or(Figure::Undefined, Into::into)
    }
}

impl PartialEq<u64> for Figure {
    fn eq(&self, number: &u64) -> bool {
        *self == Figure::Whole(*number)
    }
}

/// Whether the figure is written as this JSON.
impl PartialEq<Value> for Figure {
    fn eq(&self, json: &Value) -> bool {
        serde_json::to_value(self).is_ok_and(|written| written == *json)
    }
}

impl Serialize for NamedFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for NamedFigures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PartsVisitor)
    }
}

/// Reads the entries of an object in their order.
struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = NamedFigures;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of figures")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<NamedFigures, M::Error> {
        let mut parts = Vec::new();
        while let Some((name, figure)) = map.next_entry::<String, Figure>()? {
            parts.push((Cow::Owned(name), figure));
        }
        Ok(NamedFigures(parts))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn figures() -> impl Strategy<Value = Figure> {
        let leaf = prop_oneof![
            Just(Figure::Undefined),
            any::<bool>().prop_map(Figure::from),
            any::<u64>().prop_map(Figure::from),
            any::<f64>().prop_map(Figure::from),
            ".*".prop_map(Figure::from),
        ];
        let names = prop::sample::subsequence(vec!["min", "max", "subset", "l"], 0..4);
        leaf.prop_recursive(2, 8, 4, move |inner| {
            let parts = prop::collection::vec(inner, 4);
            (names.clone(), parts)
                .prop_map(|(names, parts)| Figure::parts(names.into_iter().zip(parts)))
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(figure in figures()) {
            let value = serde_json::to_value(&figure).unwrap();
            let again: Figure = serde_json::from_value(value.clone()).unwrap();
            prop_assert_eq!(&again, &figure);
            prop_assert_eq!(&again, &value);
        }
    }

    #[test]
    fn json_is_as_short_as_it_can_be() {
        for (figure, json) in [
            (Figure::Undefined, json!(null)),
            (Figure::from(f64::INFINITY), json!(null)),
            (Figure::from(5_u64), json!(5)),
            (Figure::from(2.0), json!(2.0)),
            (Figure::from(Fraction::new(2, 6)), json!("1/3")),
            (Figure::from(None::<u64>), json!(null)),
            (
                Figure::parts([("k", 3.into())]).with("strict", true),
                json!({"k": 3, "strict": true}),
            ),
        ] {
            assert_eq!(figure, json);
        }
        assert_eq!(Figure::from(5_u64), 5);
        assert_eq!(Figure::from(5_u64)["min"], Figure::Undefined);
        assert!(serde_json::from_value::<Figure>(json!([1])).is_err());
    }
}
