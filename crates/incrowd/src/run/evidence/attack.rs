//! Evidence of what an adversary found.

use incrowd_core::terms::{Demand, Guarantee};
use incrowd_document::{Evidence, PresenceEnd, PresenceEvidence, Roles};
use incrowd_judge::{AttackFindings, PresenceRange, Readings};

use crate::options::AttackOptions;
use crate::run::Context;

use super::{Files, begin, words};

/// An attack that was carried out.
pub struct AttackEvidence<'a> {
    pub args: &'a AttackOptions,
    pub files: Files,
    pub demand: Option<&'a Demand>,
    pub guarantees: &'a [Guarantee],
}

impl AttackEvidence<'_> {
    /// The evidence.
    pub fn evidence(self, context: &Context) -> Evidence {
        let roles = Roles {
            qi: self.args.qi.clone(),
            sensitive: Some(self.args.sensitive.clone()),
            ..Roles::default()
        };
        Evidence {
            roles: Some(roles),
            demands: Some(words::demands(self.demand, self.guarantees)),
            ..begin("attack", context.configuration(), self.files)
        }
    }
}

/// Who is how likely in the table, in both readings where they differ.
pub fn presence(attacked: &AttackFindings) -> PresenceEvidence {
    PresenceEvidence {
        people: attacked.people,
        members: attacked.published_rows,
        certainly_in: attacked.certainly_in,
        certainly_out: attacked.certainly_out,
        unknown: attacked.unknown,
        min: end(&attacked.presence, |range| range.min.clone()),
        max: end(&attacked.presence, |range| range.max.clone()),
        histogram: attacked.histogram.clone(),
    }
}

/// One end of the range.
fn end(
    presence: &Readings<PresenceRange>,
    end: impl Fn(&PresenceRange) -> Option<String>,
) -> PresenceEnd {
    match presence {
        Readings::One(range) => PresenceEnd::One(end(range)),
        Readings::Both { subset, matching } => PresenceEnd::Both {
            subset: subset.as_ref().and_then(&end),
            matching: matching.as_ref().and_then(&end),
        },
    }
}
