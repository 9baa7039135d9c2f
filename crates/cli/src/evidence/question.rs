//! What was asked of the judge, as a certificate keeps it, so that it can be asked again.

use std::collections::BTreeMap;

use incrowd::terms::Kind;
use serde_json::{Value, json};

use crate::args::{ModelArgs, ReadArgs, ReleaseArgs};
use crate::failure::{Failure, Result};
use crate::settings::{parse_release_toml, written_models, written_reading};

/// All that decides what is measured, but for the files themselves.
#[derive(Default)]
pub struct Asked {
    pub qi: Vec<String>,
    pub sensitive: Vec<String>,
    pub group: Option<String>,
    pub models: ModelArgs,
    /// Whether the population is the table itself.
    pub member: bool,
    /// `COL=SPEC` words.
    pub hierarchies: Vec<String>,
    pub levels: BTreeMap<String, usize>,
    pub kinds: BTreeMap<String, Kind>,
    /// How the published table is read.
    pub published: ReadArgs,
    /// How the other tables are read.
    pub others: ReadArgs,
    pub sample_rows: Option<u64>,
    pub skip_suppressed: bool,
}

impl Asked {
    /// The question as a certificate keeps it.
    pub fn to_json(&self) -> Value {
        let kinds = self.kinds.iter().map(|(column, kind)| (column.clone(), json!(kind.name())));
        json!({
            "qi": self.qi,
            "sensitive": self.sensitive,
            "group": self.group,
            "demands": written_models(&self.models),
            "member": self.member,
            "hierarchies": self.hierarchies,
            "levels": self.levels,
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "reading": {
                "published": written_reading(&self.published),
                "others": written_reading(&self.others),
            },
            "sample_rows": self.sample_rows,
            "skip_suppressed": self.skip_suppressed,
        })
    }

    /// The question that a certificate keeps.
    pub fn read(kept: &Value) -> Result<Asked> {
        let toml = |text: &Value, key: &str| -> Result<ReleaseArgs> {
            parse_release_toml(text.as_str().ok_or_else(|| unreadable(key))?, key)
        };
        let reading = |which: &str| toml(&kept["reading"][which], which).map(|args| args.read);
        let level = |level: &Value| level.as_u64().and_then(|level| usize::try_from(level).ok());
        let kind = |name: &Value| name.as_str().and_then(Kind::from_name);
        Ok(Asked {
            qi: words(kept, "qi")?,
            sensitive: words(kept, "sensitive")?,
            group: kept["group"].as_str().map(str::to_owned),
            models: toml(&kept["demands"], "demands")?.models,
            member: kept["member"].as_bool().ok_or_else(|| unreadable("member"))?,
            hierarchies: words(kept, "hierarchies")?,
            levels: by_column(kept, "levels", level)?,
            kinds: by_column(kept, "kinds", kind)?,
            published: reading("published")?,
            others: reading("others")?,
            sample_rows: kept["sample_rows"].as_u64(),
            skip_suppressed: kept["skip_suppressed"].as_bool().unwrap_or(false),
        })
    }
}

/// How a file is read back that was written for one that is read so.
pub fn written_for(read: &ReadArgs) -> ReadArgs {
    ReadArgs { delimiter: read.delimiter.clone(), ..ReadArgs::default() }
}

fn unreadable(what: &str) -> Failure {
    Failure::new(format!("the certificate's question cannot be read: {what}"))
}

fn words(kept: &Value, key: &str) -> Result<Vec<String>> {
    let list = kept[key].as_array().ok_or_else(|| unreadable(key))?;
    let word = |word: &Value| word.as_str().map(str::to_owned);
    list.iter().map(word).collect::<Option<_>>().ok_or_else(|| unreadable(key))
}

fn by_column<T>(
    kept: &Value,
    key: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<BTreeMap<String, T>> {
    let columns = kept[key].as_object().ok_or_else(|| unreadable(key))?;
    let read = |(column, value): (&String, &Value)| Some((column.clone(), read(value)?));
    columns.iter().map(read).collect::<Option<_>>().ok_or_else(|| unreadable(key))
}

#[cfg(test)]
mod tests {
    use incrowd::terms::Words;

    use super::*;

    fn asked() -> Asked {
        let words = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let models = Words::default().with("k", ["5"]).with("l", ["illness=distinct:3"]);
        Asked {
            qi: words(&["age", "zip"]),
            sensitive: words(&["illness"]),
            group: Some("group".into()),
            models: ModelArgs {
                words: models,
                public: Some("register.csv".into()),
                ..ModelArgs::default()
            },
            member: true,
            hierarchies: words(&["zip=mask:5", "age=age.csv"]),
            levels: [("zip".to_owned(), 2)].into(),
            kinds: [("age".to_owned(), Kind::Integer), ("zip".to_owned(), Kind::Text)].into(),
            published: ReadArgs { delimiter: Some(";".into()), ..ReadArgs::default() },
            others: ReadArgs {
                delimiter: Some("\\t".into()),
                no_header: true,
                names: words(&["age", "zip", "illness"]),
                trim: true,
                comment: Some("#".into()),
                null: words(&["?", "NA"]),
                kind: words(&["age=integer"]),
            },
            sample_rows: Some(12),
            skip_suppressed: true,
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        for asked in [asked(), Asked::default()] {
            let kept = asked.to_json();
            let again = Asked::read(&kept).unwrap();
            assert_eq!(again.to_json(), kept);
            // What is written as nothing would be the same nothing twice.
            assert_eq!(again.kinds, asked.kinds);
            assert_eq!(format!("{:?}", again.others), format!("{:?}", asked.others));
            assert_eq!(format!("{:?}", again.models.words), format!("{:?}", asked.models.words));
        }
        let (full, empty) = (asked().to_json(), Asked::default().to_json());
        let same: Vec<&String> = (full.as_object().unwrap().iter())
            .filter_map(|(key, value)| (*value == empty[key]).then_some(key))
            .collect();
        assert!(same.is_empty(), "nothing is asked about {same:?}");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (key, wrong) in [
            ("qi", json!("age")),
            ("qi", json!([1])),
            ("member", Value::Null),
            ("levels", json!({"zip": -1})),
            ("kinds", json!({"zip": "colour"})),
            ("reading", Value::Null),
            ("demands", json!("k = ")),
        ] {
            let mut kept = asked().to_json();
            kept[key] = wrong;
            let failure = Asked::read(&kept).err().unwrap();
            let named = if key == "reading" { "published" } else { key };
            assert!(failure.message.contains(named), "{}", failure.message);
        }
    }
}
