//! The frequency set of a part of the table.

use super::{FrequencySet, GroupPeople, TupleGroups, ValueCounts};

impl FrequencySet {
    /// The same without these tuples and their people, and the tuple here of each tuple there.
    #[must_use]
    pub(crate) fn without(&self, tuples: &[u32]) -> (FrequencySet, Vec<u32>) {
        let mut is_kept = vec![true; self.base.len()];
        tuples.iter().for_each(|&tuple| is_kept[tuple as usize] = false);
        let kept: Vec<u32> =
            (0..).zip(is_kept).filter(|(_, kept)| *kept).map(|(tuple, _)| tuple).collect();
        let base = self.base.select(&kept);
        let (rows, people) = (base.rows.iter().sum(), base.people.iter().sum());
        let members = match &self.base.members {
            Some(people) => people.members_of(&kept),
            None => rows,
        };
        let set = FrequencySet {
            base,
            rows,
            members,
            people,
            domains: self.domains.clone(),
            attribute_domains: self.attribute_domains.clone(),
        };
        (set, kept)
    }
}

impl TupleGroups {
    /// Some of the groups.
    fn select(&self, groups: &[u32]) -> TupleGroups {
        fn at<T: Copy>(values: &[T], groups: &[u32]) -> Vec<T> {
            let values = groups.iter().map(|&group| values.get(group as usize).copied());
            values.flatten().collect()
        }
        let select = |counted: &ValueCounts| counted.select(groups);
        TupleGroups {
            codes: self.codes.iter().map(|codes| at(codes, groups)).collect(),
            rows: at(&self.rows, groups),
            people: at(&self.people, groups),
            secrets: self.secrets.iter().map(select).collect(),
            person_attributes: self.person_attributes.iter().map(select).collect(),
            members: self.members.as_ref().map(|people: &GroupPeople| people.select(groups)),
        }
    }
}
