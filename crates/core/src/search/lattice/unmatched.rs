//! The membership disclosure of people without a matching published class.
//!
//! An attacker who knows the number of rows of the table knows how many members are among these
//! people. An attacker who knows the suppression rule knows that each of their classes has no
//! member or a number of members that violates a demand. If there are demands on secrets, any
//! number of members may violate one. If a posterior is outside the limits, the lattice node is not
//! valid; no further rows are suppressed to repair it.

use crate::frequency_set::TupleGroups;
use crate::model::{ClassCounts, PublishedTable, posterior};

use super::LatticeProblem;

impl LatticeProblem<'_> {
    /// Whether the membership probability of people in unpublished classes is within the limits of
    /// every demand.
    pub(super) fn hides_unmatched(&self, groups: &TupleGroups, kept: &[bool]) -> bool {
        let limits = self.models.iter().filter_map(|model| model.unmatched_presence());
        let Some((least, most)) = limits.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1))) else {
            return true;
        };
        let unmatched_classes = || (0..groups.len()).filter(|&class| !kept[class]);
        let members = unmatched_classes().map(|class| groups.members_of(class)).sum();
        let people =
            unmatched_classes().map(|class| groups.people.get(class).copied().unwrap_or(0));
        let whole = PublishedTable::of_rows(0, Vec::new());
        let violates = |rows: u64, people: u64| {
            let class = ClassCounts::of_rows(rows, people, &[], &[]);
            self.secrets || self.models.iter().any(|model| !model.holds(&class, &whole))
        };
        posterior::within(&posterior::alike(people, members, violates), members, least, most)
    }
}
