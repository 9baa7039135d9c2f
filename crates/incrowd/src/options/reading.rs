//! How options are read: what takes words takes numbers too, and a list may be one word, an array, or a
//! table of values by column.

use std::fmt;

use incrowd_core::terms::{listed_names, quoted_name};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::Serializer;

/// Words, however they are written.
pub(super) struct WordList(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for WordList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = WordList;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("text or a number, a list of them, or a table by column")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<WordList, E> {
                Ok(WordList(vec![text.to_owned()]))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<WordList, E> {
                Ok(WordList(vec![number.to_string()]))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<WordList, E> {
                Ok(WordList(vec![number.to_string()]))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<WordList, E> {
                Ok(WordList(vec![number.to_string()]))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<WordList, E> {
                Err(E::invalid_type(Unexpected::Bool(value), &self))
            }

            fn visit_unit<E: Error>(self) -> Result<WordList, E> {
                Ok(WordList(Vec::new()))
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<WordList, S::Error> {
                let mut words = Vec::new();
                while let Some(ScalarWord(word)) = list.next_element()? {
                    words.push(word);
                }
                Ok(WordList(words))
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<WordList, M::Error> {
                let mut words = Vec::new();
                while let Some((column, Scalars(values))) = map.next_entry::<String, _>()? {
                    let column = quoted_name(&column);
                    words.extend(values.into_iter().map(|value| format!("{column}={value}")));
                }
                Ok(WordList(words))
            }
        }
        deserializer.deserialize_any(Words)
    }
}

/// One word.
struct ScalarWord(String);

impl<'de> Deserialize<'de> for ScalarWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        one_word(deserializer).map(ScalarWord)
    }
}

/// Words of one column.
struct Scalars(Vec<String>);

impl<'de> Deserialize<'de> for Scalars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;
        impl<'de> Visitor<'de> for Values {
            type Value = Scalars;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("text or a number, or a list of them")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Scalars, E> {
                Ok(Scalars(vec![text.to_owned()]))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Scalars, E> {
                Ok(Scalars(vec![number.to_string()]))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Scalars, E> {
                Ok(Scalars(vec![number.to_string()]))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Scalars, E> {
                Ok(Scalars(vec![number.to_string()]))
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Scalars, S::Error> {
                let mut words = Vec::new();
                while let Some(ScalarWord(word)) = list.next_element()? {
                    words.push(word);
                }
                Ok(Scalars(words))
            }
        }
        deserializer.deserialize_any(Values)
    }
}

/// A list of words.
pub(super) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    WordList::deserialize(deserializer).map(|WordList(words)| words)
}

/// A list of names, which may be one word with commas.
pub(super) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words = words(deserializer)?;
    Ok(words.iter().flat_map(|word| listed_names(word)).collect())
}

/// Writes a list of names, so that [`names`] reads it again.
pub(super) fn write_names<S: Serializer>(
    names: &[String],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(names.iter().map(|name| quoted_name(name)))
}

/// A word, or none.
pub(super) fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let mut words = words(deserializer)?;
    match words.len() {
        0 | 1 => Ok(words.pop()),
        more => Err(D::Error::invalid_length(more, &"one word")),
    }
}

/// A word that is always there.
pub(super) fn one_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Word;
    impl Visitor<'_> for Word {
        type Value = String;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("text or a number")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
            Ok(number.to_string())
        }
    }
    deserializer.deserialize_any(Word)
}

/// A switch.
pub(super) fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    struct Switch;
    impl Visitor<'_> for Switch {
        type Value = bool;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("true or false")
        }

        fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
            Ok(value)
        }
    }
    deserializer.deserialize_any(Switch)
}
