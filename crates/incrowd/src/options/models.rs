//! Demands as users write them. The list of the demands' options says which keys there are.

use std::path::PathBuf;

use incrowd_core::terms::{DemandWords, FLAGS, Flag, FlagValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use serde_json::{Map, Value, json};

use super::path;
use super::reading::WordList;

/// What is demanded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelOptions {
    /// What was written for each demand but those that name a table.
    pub words: DemandWords,
    /// The population.
    pub public: Option<PathBuf>,
    /// How the population is distributed, where there is no table of it.
    pub distribution: Option<PathBuf>,
}

impl ModelOptions {
    /// The table that an option names.
    #[must_use]
    pub fn table(&self, flag: &Flag) -> Option<&PathBuf> {
        match flag.name {
            "public" => self.public.as_ref(),
            "distribution" => self.distribution.as_ref(),
            _ => None,
        }
    }
}

/// The place of a table.
#[derive(serde::Serialize, serde::Deserialize)]
struct Place(#[serde(with = "path")] Option<PathBuf>);

impl JsonSchema for ModelOptions {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ModelOptions".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let property = |flag: &Flag| {
            let help = format!("{}.", flag.help);
            let schema = match flag.takes {
                FlagValue::Word => json!({ "description": help, "type": "string" }),
                FlagValue::Table => {
                    json!({ "description": help, "type": "string", "format": "path" })
                }
                FlagValue::Words => {
                    json!({ "description": help, "type": "array", "items": { "type": "string" } })
                }
            };
            (flag.name.to_owned(), schema)
        };
        let properties: Map<String, Value> = FLAGS.iter().map(property).collect();
        json_schema!({ "type": "object", "properties": properties })
    }
}

impl Serialize for ModelOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for flag in FLAGS {
            let words = self.words.all(flag.name);
            match flag.takes {
                FlagValue::Word if !words.is_empty() => {
                    map.serialize_entry(flag.name, &words[0])?
                }
                FlagValue::Words if !words.is_empty() => map.serialize_entry(flag.name, words)?,
                FlagValue::Table => {
                    if let Some(path) = self.table(flag) {
                        map.serialize_entry(flag.name, &Place(Some(path.clone())))?;
                    }
                }
                FlagValue::Word | FlagValue::Words => {}
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ModelOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Demands;
        impl<'de> Visitor<'de> for Demands {
            type Value = ModelOptions;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("demands by their names")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<ModelOptions, M::Error> {
                let mut models = ModelOptions::default();
                while let Some(key) = map.next_key::<String>()? {
                    // Other keys are those of other options.
                    let Some(flag) = FLAGS.iter().find(|flag| flag.name == key) else {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    };
                    if flag.takes == FlagValue::Table {
                        let Place(path) = map.next_value()?;
                        match flag.name {
                            "public" => models.public = path,
                            _ => models.distribution = path,
                        }
                        continue;
                    }
                    let words = map.next_value::<WordList>()?.0;
                    match (flag.takes, words.as_slice()) {
                        (FlagValue::Words, _) | (FlagValue::Word, [_]) => {
                            models.words = models.words.with(flag.name, words);
                        }
                        _ => return Err(M::Error::custom("one word is needed")),
                    }
                }
                Ok(models)
            }
        }
        deserializer.deserialize_map(Demands)
    }
}
