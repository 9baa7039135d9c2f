//! An object of a document, read key by key.
//!
//! A key that is absent and a key that is null are the same: there is nothing to show. A key of the
//! wrong type is refused by its full name, because a page that silently left a figure out would be
//! signed without it.

use serde_json::{Map, Number, Value};

use super::unreadable::{Unreadable, kind};
use super::words;

/// What a reading gives.
pub type Read<T> = Result<T, Unreadable>;

/// An object of a document, and the way to it.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    entries: &'a Map<String, Value>,
    way: String,
}

impl<'a> Part<'a> {
    /// The whole document.
    pub fn whole(document: &'a Value) -> Read<Self> {
        match document {
            Value::Object(entries) => Ok(Part { entries, way: String::new() }),
            other => Err(Unreadable::NotAnObject { found: kind(other) }),
        }
    }

    /// Whether there is anything under a key, even null.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// All keys, also those with null under them.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.entries.keys().map(String::as_str)
    }

    /// All keys with something under them.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.entries
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.as_str(), value))
    }

    /// What is under a key, whatever it is.
    pub fn any(&self, key: &str) -> Option<&'a Value> {
        self.entries.get(key).filter(|value| !value.is_null())
    }

    /// The object under a key.
    pub fn part(&self, key: &str) -> Read<Option<Part<'a>>> {
        self.any(key).map(|value| self.object(key, value)).transpose()
    }

    /// The list of objects under a key; empty if there is none.
    pub fn parts(&self, key: &str) -> Read<Vec<Part<'a>>> {
        let object = |(place, value)| self.object(&format!("{key}.{place}"), value);
        self.list(key)?.iter().enumerate().map(object).collect()
    }

    /// The objects that stand under names under a key; empty if there is none.
    pub fn named(&self, key: &str) -> Read<Vec<(&'a str, Part<'a>)>> {
        let Some(inner) = self.part(key)? else { return Ok(Vec::new()) };
        inner.entries().map(|(name, value)| Ok((name, inner.object(name, value)?))).collect()
    }

    /// The list under a key; empty if there is none.
    pub fn list(&self, key: &str) -> Read<&'a [Value]> {
        match self.any(key) {
            None => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(other) => Err(self.wrong(key, "a list", other)),
        }
    }

    /// The text under a key.
    pub fn text(&self, key: &str) -> Read<Option<&'a str>> {
        match self.any(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(key, "a text", other)),
        }
    }

    /// The list of texts under a key; empty if there is none.
    pub fn texts(&self, key: &str) -> Read<Vec<&'a str>> {
        let text = |(place, value): (usize, &'a Value)| {
            value.as_str().ok_or_else(|| self.wrong(&format!("{key}.{place}"), "a text", value))
        };
        self.list(key)?.iter().enumerate().map(text).collect()
    }

    /// The number under a key.
    pub fn number(&self, key: &str) -> Read<Option<&'a Number>> {
        match self.any(key) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number)),
            Some(other) => Err(self.wrong(key, "a number", other)),
        }
    }

    /// The number under a key, to be drawn or compared.
    pub fn float(&self, key: &str) -> Read<Option<f64>> {
        Ok(self.number(key)?.and_then(Number::as_f64))
    }

    /// The list of numbers under a key, where null is one that is not known; empty if there is none.
    pub fn numbers(&self, key: &str) -> Read<Vec<Option<&'a Number>>> {
        let number = |(place, value): (usize, &'a Value)| match value {
            Value::Null => Ok(None),
            Value::Number(number) => Ok(Some(number)),
            other => Err(self.wrong(&format!("{key}.{place}"), "a number", other)),
        };
        self.list(key)?.iter().enumerate().map(number).collect()
    }

    /// What is true or false under a key.
    pub fn flag(&self, key: &str) -> Read<Option<bool>> {
        match self.any(key) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(self.wrong(key, "true or false", other)),
        }
    }

    /// The number under a key as it is written; nothing if there is none.
    pub fn figure(&self, key: &str) -> Read<Option<String>> {
        Ok(self.number(key)?.map(words::number))
    }

    /// The number under a key as it is written, for a table.
    pub fn cell(&self, key: &str) -> Read<String> {
        Ok(self.figure(key)?.unwrap_or_else(|| words::NONE.to_owned()))
    }

    /// The text under a key, for a table.
    pub fn word(&self, key: &str) -> Read<String> {
        Ok(self.text(key)?.unwrap_or(words::NONE).to_owned())
    }

    /// Whatever is under a key in plain words, for a table.
    pub fn plain(&self, key: &str) -> String {
        self.any(key).map_or_else(|| words::NONE.to_owned(), words::plain)
    }

    /// The complaint that a key has the wrong type.
    pub fn wrong(&self, key: &str, wanted: &'static str, found: &Value) -> Unreadable {
        Unreadable::WrongType { key: self.way_to(key), wanted, found: kind(found) }
    }

    fn object(&self, key: &str, value: &'a Value) -> Read<Part<'a>> {
        match value {
            Value::Object(entries) => Ok(Part { entries, way: self.way_to(key) }),
            other => Err(self.wrong(key, "an object", other)),
        }
    }

    fn way_to(&self, key: &str) -> String {
        if self.way.is_empty() { key.to_owned() } else { format!("{}.{key}", self.way) }
    }
}
