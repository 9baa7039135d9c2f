//! Options that are paths. A path that is not UTF-8 is written as its bytes.

use std::fmt;
use std::path::{Path, PathBuf};

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde_json::Value;

/// Reads a path, or none.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<PathBuf>, D::Error> {
    struct Words;
    impl<'de> Visitor<'de> for Words {
        type Value = Option<PathBuf>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a path")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Option<PathBuf>, E> {
            Ok(Some(text.into()))
        }

        fn visit_unit<E: Error>(self) -> Result<Option<PathBuf>, E> {
            Ok(None)
        }

        fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Option<PathBuf>, S::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            from_bytes(bytes).map(Some).ok_or_else(|| S::Error::custom("the path is not UTF-8"))
        }
    }
    deserializer.deserialize_any(Words)
}

/// Writes a path, or none.
#[allow(clippy::ref_option, reason = "serde hands over a reference to the field")]
pub(super) fn serialize<S: Serializer>(
    path: &Option<PathBuf>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => one::serialize(path, serializer),
        None => serializer.serialize_none(),
    }
}

/// What a front end takes for a path.
pub(super) fn schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "path" })
}

/// The word for a path, as [`from_words`](super::from_words) reads it.
#[must_use]
pub fn word(path: &Path) -> Value {
    one::serialize(path, serde_json::value::Serializer).unwrap_or_default()
}

/// A path that is always there.
pub(super) mod one {
    use super::{Deserializer, Error, Path, PathBuf, Serializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        super::deserialize(deserializer)?.ok_or_else(|| D::Error::custom("a path is needed"))
    }

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        match path.to_str() {
            Some(text) => serializer.serialize_str(text),
            None => serializer.collect_seq(path.as_os_str().as_encoded_bytes()),
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "not every system has such paths")]
fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}
