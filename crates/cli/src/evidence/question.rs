//! What was asked of the judge, so that it can be asked again.

use std::collections::BTreeMap;

use incrowd::terms::Kind;
use serde_json::{Value, json};

use crate::args::{ModelArgs, ReadArgs};
use crate::settings::{written_models, written_reading};

/// All that decides what is measured, but for the files themselves.
pub struct Asked<'a> {
    pub qi: &'a [String],
    pub sensitive: &'a [String],
    pub group: Option<&'a str>,
    pub models: &'a ModelArgs,
    /// Whether the population is the table itself.
    pub member: bool,
    /// `COL=SPEC` words.
    pub hierarchies: &'a [String],
    pub levels: &'a BTreeMap<String, usize>,
    pub kinds: &'a BTreeMap<String, Kind>,
    /// How the published table is read, and how the others are.
    pub reading: [&'a ReadArgs; 2],
    pub sample_rows: Option<u64>,
    pub skip_suppressed: bool,
}

impl Asked<'_> {
    /// The question as a certificate keeps it.
    pub fn to_json(&self) -> Value {
        let kinds = self.kinds.iter().map(|(column, kind)| (column.clone(), json!(kind.name())));
        let [published, others] = self.reading.map(written_reading);
        json!({
            "qi": self.qi,
            "sensitive": self.sensitive,
            "group": self.group,
            "demands": written_models(self.models),
            "member": self.member,
            "hierarchies": self.hierarchies,
            "levels": self.levels,
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "reading": { "published": published, "others": others },
            "sample_rows": self.sample_rows,
            "skip_suppressed": self.skip_suppressed,
        })
    }
}
