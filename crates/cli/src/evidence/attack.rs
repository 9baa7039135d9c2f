//! Evidence of what an adversary found.

use incrowd::terms::{Demand, Guarantee};
use incrowd_judge::{Attacked, Readings};
use serde_json::{Value, json};

use crate::args::AttackArgs;

use super::{Files, begin, typed, words};

/// An attack that was carried out.
pub struct Sides<'a> {
    pub args: &'a AttackArgs,
    pub files: Files,
    pub demand: Option<&'a Demand>,
    pub guarantees: &'a [Guarantee],
}

impl Sides<'_> {
    /// The evidence.
    pub fn evidence(self) -> Value {
        let mut map = begin("attack", typed(), self.files);
        let roles = json!({ "qi": self.args.qi, "sensitive": self.args.sensitive });
        map.insert("roles".to_owned(), roles);
        map.insert("demands".to_owned(), words::demands(self.demand, self.guarantees));
        Value::Object(map)
    }
}

/// Who is how likely in the table; where readings differ, by the adversary who takes every set of
/// people that fits to be equally likely.
pub fn presence(attacked: &Attacked) -> Value {
    let mut found = json!({
        "people": attacked.people,
        "members": attacked.published_rows,
        "certainly_in": attacked.certainly_in,
        "certainly_out": attacked.certainly_out,
    });
    let range = match &attacked.presence {
        Readings::One(range) => Some(range),
        Readings::Both { subset, .. } => subset.as_ref(),
    };
    found["min"] = json!(range.and_then(|range| range.min.clone()));
    found["max"] = json!(range.and_then(|range| range.max.clone()));
    found["histogram"] = match &attacked.histogram {
        Readings::One(buckets) => json!(buckets),
        Readings::Both { subset, .. } => json!(subset),
    };
    found
}
