//! Demands on the nearness of numbers, of people: the size of a class is its people, and what is
//! near a value are the people who have a value there.

use incrowd_terms::{Demand, Fraction};

use super::super::near::{Near, Sides};
use super::super::reach::Span;
use super::super::{ClassCounts, Model, Monotone, PublishedTable, ValuesByPerson};

/// A demand on the nearness of a numeric secret.
pub(in super::super) struct NearPeople {
    pub near: Near,
    /// Whether every person has a single tuple.
    pub one_tuple: bool,
}

impl NearPeople {
    /// People near one of the values of a class, at most.
    fn most(&self, class: &ClassCounts<'_>, sides: Sides) -> u64 {
        let reach = &self.near.reach;
        most(class.by_person[self.near.secret], |value| match sides {
            Sides::Both => reach.near(value),
            Sides::One => reach.shadow(value),
        })
    }
}

impl Model for NearPeople {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        self.near.allows(self.most(class, self.near.sides), class.members)
    }

    fn monotone(&self) -> Monotone {
        if self.one_tuple { self.near.monotone() } else { Monotone::No }
    }

    fn may_hold(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        !self.one_tuple || self.near.allows(self.most(class, Sides::One), class.members)
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let near = self.most(class, self.near.sides);
        let part = self.near.part.min(Fraction::new(class.members, near.max(1)));
        Some((self.near.demand)(part))
    }
}

/// The most people with a value within the span of one of the values of a class; missing values
/// are near each other alone.
fn most(values: ValuesByPerson<'_>, span: impl Fn(u32) -> Option<Span>) -> u64 {
    // A value, who has it, and how many do.
    const EACH_ANOTHER: usize = usize::MAX;
    let single = values.single.values.iter().zip(values.single.counts);
    let mut entries: Vec<(u32, usize, u64)> =
        single.map(|(&value, &people)| (value, EACH_ANOTHER, people)).collect();
    let mut everyone = 0;
    let mut without = 0;
    for person in values.people() {
        without += u64::from(person.clone().any(|entry| span(entry.value).is_none()));
        entries.extend(person.map(|entry| (entry.value, everyone, 1)));
        everyone += 1;
    }
    let missing =
        |&&(value, who, _): &&(u32, usize, u64)| who == EACH_ANOTHER && span(value).is_none();
    without += entries.iter().filter(missing).map(|&(.., people)| people).sum::<u64>();
    entries.retain(|&(value, ..)| span(value).is_some());
    entries.sort_unstable();
    // How many values of each person are inside.
    let mut inside_of = vec![0_u32; everyone];
    let (mut ahead, mut behind, mut inside, mut most) = (0, 0, 0, 0);
    for &(value, ..) in &entries {
        let Some((low, high)) = span(value) else { continue };
        while let Some(&(_, who, people)) = entries.get(ahead).filter(|entry| entry.0 <= high) {
            let before = inside_of.get_mut(who).map_or(0, |count| {
                *count += 1;
                *count - 1
            });
            inside += if before == 0 { people } else { 0 };
            ahead += 1;
        }
        while let Some(&(_, who, people)) = entries.get(behind).filter(|entry| entry.0 < low) {
            let left = inside_of.get_mut(who).map_or(0, |count| {
                *count -= 1;
                *count
            });
            inside -= if left == 0 { people } else { 0 };
            behind += 1;
        }
        most = most.max(inside);
    }
    most.max(without)
}
