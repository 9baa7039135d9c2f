//! People whom no published class matches: how likely they are in the table.
//!
//! Whoever knows how many rows the table has knows how many members are among these people, and
//! whoever knows how rows are suppressed knows that each of their classes has no member or a number
//! that violates a demand. Where secrets are demanded too, any number may violate. If the posterior
//! of somebody leaves the limits, the node cannot be published: nothing more is suppressed to mend
//! it.

use crate::frequency_set::TupleGroups;
use crate::model::{ClassCounts, Whole, posterior};

use super::Problem;

impl Problem<'_> {
    /// Whether people whose classes are not kept are in the table with a probability within the
    /// limits of every demand that has some.
    pub(super) fn hides_unmatched(&self, groups: &TupleGroups, kept: &[bool]) -> bool {
        let limits = self.models.iter().filter_map(|model| model.unmatched_presence());
        let Some((least, most)) = limits.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1))) else {
            return true;
        };
        let unmatched = || (0..groups.len()).filter(|&class| !kept[class]);
        let members = unmatched().map(|class| groups.rows[class]).sum();
        let people = unmatched().map(|class| groups.people.get(class).copied().unwrap_or(0));
        let whole = Whole { rows: 0, secrets: Vec::new() };
        let violates = |rows: u64, people: u64| {
            let class = ClassCounts { rows, people, secrets: &[], person_attributes: &[] };
            self.secrets || self.models.iter().any(|model| !model.holds(&class, &whole))
        };
        posterior::within(&posterior::alike(people, members, violates), members, least, most)
    }
}
