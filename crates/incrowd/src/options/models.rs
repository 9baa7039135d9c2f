//! Demands as users write them. The list of flags says which keys there are.

use std::path::PathBuf;

use incrowd_core::terms::{FLAGS, Flag, Takes, Words};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::reading::Written;

/// What is demanded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelOptions {
    /// What was written for each demand but those that name a table.
    pub words: Words,
    /// The population.
    pub public: Option<PathBuf>,
    /// How the population is distributed, where there is no table of it.
    pub distribution: Option<PathBuf>,
}

impl ModelOptions {
    /// These options over others, which fill what is not said here.
    #[must_use]
    pub fn over(self, others: ModelOptions) -> ModelOptions {
        ModelOptions {
            words: self.words.over(others.words),
            public: self.public.or(others.public),
            distribution: self.distribution.or(others.distribution),
        }
    }

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

impl Serialize for ModelOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for flag in FLAGS {
            let words = self.words.all(flag.name);
            match flag.takes {
                Takes::Word if !words.is_empty() => map.serialize_entry(flag.name, &words[0])?,
                Takes::Words if !words.is_empty() => map.serialize_entry(flag.name, words)?,
                Takes::Table => {
                    if let Some(path) = self.table(flag) {
                        map.serialize_entry(flag.name, path)?;
                    }
                }
                Takes::Word | Takes::Words => {}
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
                    let words = map.next_value::<Written>()?.0;
                    match (flag.takes, words.as_slice()) {
                        (Takes::Table, [path]) if flag.name == "public" => {
                            models.public = Some(path.into());
                        }
                        (Takes::Table, [path]) => models.distribution = Some(path.into()),
                        (Takes::Words, _) | (Takes::Word, [_]) => {
                            models.words = models.words.with(flag.name, words);
                        }
                        _ => return Err(M::Error::custom(format!("'{key}' takes one word"))),
                    }
                }
                Ok(models)
            }
        }
        deserializer.deserialize_map(Demands)
    }
}
