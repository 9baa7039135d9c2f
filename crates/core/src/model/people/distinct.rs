//! Distinct l-diversity and p-sensitivity of people: no l - 1 values are such that every person of
//! the class has one of them. If everybody has one value, the class has l different values.
//!
//! The least number of values that reach everybody is a least hitting set. Whether it is below l
//! is decided by branching on the values of a person who is not reached yet, to the depth l - 1.
//! The number of steps is bounded; a class that takes more counts as failing, on the safe side.

use incrowd_terms::{Demand, Diversity, LDiversity, PSensitivity};

use super::super::{ClassCounts, Model, Monotone, PublishedTable, ValuesByPerson};

/// The most steps of the decision about a class.
const MOST_STEPS: u32 = 100_000;

struct DistinctPeople {
    demand: Demand,
    l: u64,
    secret: usize,
    one_tuple: bool,
    /// The demand on rows, which is a necessary condition.
    rows: Box<dyn Model>,
}

pub(super) fn model(
    demand: &Demand,
    l: u64,
    rows: Box<dyn Model>,
    (secret, one_tuple): (usize, bool),
) -> Box<dyn Model> {
    Box::new(DistinctPeople { demand: demand.clone(), l, secret, one_tuple, rows })
}

impl Model for DistinctPeople {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        self.rows.holds(class, whole) && takes(class.by_person[self.secret], self.l)
    }

    fn monotone(&self) -> Monotone {
        if self.one_tuple { Monotone::Inclusion } else { Monotone::No }
    }

    fn may_hold(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        match self.one_tuple {
            true => self.holds(class, whole),
            false => self.rows.may_hold(class, whole),
        }
    }

    fn least_suppressed(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> u64 {
        if self.may_hold(class, whole) { 0 } else { class.rows }
    }

    fn bounds_suppression(&self) -> bool {
        true
    }

    fn most_classes(&self, whole: &PublishedTable) -> u64 {
        self.rows.most_classes(whole)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let values = class.by_person[self.secret];
        let most = self.l.min(class.secrets[self.secret].values.len() as u64);
        let l = (1..=most).rev().find(|&l| takes(values, l))?;
        Some(match &self.demand {
            Demand::PSensitivity(asked) => PSensitivity { p: l, ..asked.clone() }.into(),
            Demand::LDiversity(asked) => {
                let diversity = Diversity::Distinct(l);
                LDiversity { column: asked.column.clone(), diversity }.into()
            }
            other => other.clone(),
        })
    }
}

/// Whether it takes at least `l` values to reach everybody.
fn takes(values: ValuesByPerson<'_>, l: u64) -> bool {
    let mut forced: Vec<u32> = values.single.values.to_vec();
    let mut others: Vec<Vec<u32>> = Vec::new();
    for person in values.people() {
        let own: Vec<u32> = person.map(|entry| entry.value).collect();
        match own[..] {
            [only] => forced.push(only),
            _ => others.push(own),
        }
    }
    forced.sort_unstable();
    forced.dedup();
    let Some(left @ 1..) = l.checked_sub(forced.len() as u64) else { return true };
    others.retain(|own| !own.iter().any(|value| forced.binary_search(value).is_ok()));
    others.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    others.dedup();
    let unreached: Vec<&[u32]> = others.iter().map(Vec::as_slice).collect();
    let mut steps = MOST_STEPS;
    !may_be_reached(&unreached, left - 1, &mut steps)
}

/// Whether so many values can reach all these people, whose values are ordered by number. Says so
/// too if the steps run out.
fn may_be_reached(people: &[&[u32]], values: u64, steps: &mut u32) -> bool {
    let Some(first) = people.first() else { return true };
    if apart(people) > values {
        return false;
    }
    *steps = steps.saturating_sub(1);
    *steps == 0
        || first.iter().any(|value| {
            let rest: Vec<&[u32]> =
                people.iter().copied().filter(|own| !own.contains(value)).collect();
            may_be_reached(&rest, values - 1, steps)
        })
}

/// A number of people no two of whom share a value: each takes a value of their own.
fn apart(people: &[&[u32]]) -> u64 {
    let mut taken: Vec<u32> = Vec::new();
    let mut apart = 0;
    for own in people {
        if !own.iter().any(|value| taken.contains(value)) {
            taken.extend_from_slice(own);
            apart += 1;
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::super::super::{Histogram, PersonValue};
    use super::*;

    /// The least number of values that reach everybody, by trying all sets of values.
    fn slowly(people: &[Vec<u32>]) -> u32 {
        let reaches = |set: u32| people.iter().all(|own| own.iter().any(|v| set >> v & 1 == 1));
        (0..1 << 6).filter(|&set| reaches(set)).map(u32::count_ones).min().unwrap()
    }

    #[test]
    fn decided_as_by_trying_all_sets_of_values() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..2000 {
            let people: Vec<Vec<u32>> = (0..1 + draw(7))
                .map(|_| {
                    let mut own: Vec<u32> = (0..1 + draw(4)).map(|_| draw(6) as u32).collect();
                    own.sort_unstable();
                    own.dedup();
                    own
                })
                .collect();
            let entries: Vec<PersonValue> = (0..)
                .zip(&people)
                .flat_map(|(person, own)| {
                    own.iter().map(move |&value| PersonValue { person, value, rows: 1 })
                })
                .collect();
            let values = ValuesByPerson {
                single: Histogram::default(),
                several: &entries,
                ignored: Histogram::default(),
                missing: &[false; 6],
            };
            let least = u64::from(slowly(&people));
            for l in 0..8 {
                assert_eq!(takes(values, l), l <= least, "{l} of {people:?}");
            }
        }
    }
}
