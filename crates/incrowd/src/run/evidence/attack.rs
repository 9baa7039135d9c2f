//! Evidence of what an adversary found.

use incrowd_core::terms::{Demand, Guarantee};
use incrowd_judge::{Attacked, PresenceRange, Readings};
use serde_json::{Value, json};

use crate::options::AttackOptions;
use crate::run::Context;

use super::{Files, begin, words};

/// An attack that was carried out.
pub struct Sides<'a> {
    pub args: &'a AttackOptions,
    pub files: Files,
    pub demand: Option<&'a Demand>,
    pub guarantees: &'a [Guarantee],
}

impl Sides<'_> {
    /// The evidence.
    pub fn evidence(self, context: &Context) -> Value {
        let mut map = begin("attack", context.configuration(), self.files);
        let roles = json!({ "qi": self.args.qi, "sensitive": self.args.sensitive });
        map.insert("roles".to_owned(), roles);
        map.insert("demands".to_owned(), words::demands(self.demand, self.guarantees));
        Value::Object(map)
    }
}

/// Who is how likely in the table, in both readings where they differ.
pub fn presence(attacked: &Attacked) -> Value {
    let mut found = json!({
        "people": attacked.people,
        "members": attacked.published_rows,
        "certainly_in": attacked.certainly_in,
        "certainly_out": attacked.certainly_out,
        "unknown": attacked.unknown,
    });
    let ends = |range: &PresenceRange| [range.min.clone(), range.max.clone()];
    let ends = match &attacked.presence {
        Readings::One(range) => ends(range).map(|end| json!(end)),
        Readings::Both { subset, matching } => {
            let [subset, matching] = [subset, matching].map(|range| range.as_ref().map(ends));
            [0, 1].map(|at| {
                let end = |range: &Option<[Option<String>; 2]>| range.as_ref()?[at].clone();
                json!({ "subset": end(&subset), "matching": end(&matching) })
            })
        }
    };
    [found["min"], found["max"]] = ends;
    found["histogram"] = json!(attacked.histogram);
    found
}
