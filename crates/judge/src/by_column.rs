//! Lists by column, written as JSON objects in the order of the list.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Writes the entries as an object.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer, T: Serialize>(
    columns: &[(String, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(columns.iter().map(|(name, entry)| (name, entry)))
}

/// Reads the entries of an object in their order.
///
/// # Errors
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(String, T)>, D::Error> {
    struct Entries<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
        type Value = Vec<(String, T)>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object with an entry for each column")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = map.next_entry()? {
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    deserializer.deserialize_map(Entries(PhantomData))
}

/// Reads an object whose keys are numbers. Inside a flattened part keys are texts.
///
/// # Errors
/// Those of the deserializer, and keys that are no numbers.
pub fn by_number<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<u64, T>, D::Error> {
    let entries: Vec<(String, T)> = deserialize(deserializer)?;
    let number = |(key, entry): (String, T)| match key.parse() {
        Ok(number) => Ok((number, entry)),
        Err(_) => Err(D::Error::custom(format!("'{key}' is no number"))),
    };
    entries.into_iter().map(number).collect()
}

/// The same for lists that may be absent.
pub mod option {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the entries as an object, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer, T: Serialize>(
        columns: &Option<Vec<(String, T)>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match columns {
            Some(columns) => super::serialize(columns, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the entries of an object that is there.
    ///
    /// # Errors
    /// Those of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<(String, T)>>, D::Error> {
        super::deserialize(deserializer).map(Some)
    }
}
