//! The probability that each person of the population is in the table, given both tables.
//!
//! Where no person matches two published boxes, everyone in a box with r rows and n people is in
//! the table with probability r/n (Nergiz, Atzori & Clifton 2007). If boxes overlap, there are two
//! interpretations, and neither is always the stricter one:
//!
//! - *subset*: every set of people that can have led to the table is equally likely;
//! - *matching*: every way of giving the published rows to people is equally likely.
//!
//! Both are computed exactly, component by component and type by type; where that takes too long,
//! the first is estimated with a proven error and the second is left undecided. Who is in the table
//! for certain is always decided exactly, and is the same in both.

mod assignments;
mod beliefs;
mod candidates;
mod counting;
mod enclosure;
mod flow;
mod graph;
mod standing;
mod subsets;
mod summary;
mod sweep;
mod unmatched;
mod walk;

use num_bigint::BigUint;

use crate::person_types::{PeopleByType, PersonType, PublishedBoxes};
use crate::ratio::Ratio;
use assignments::count_assignments;
pub(crate) use beliefs::Contradiction;
pub(crate) use candidates::candidates;
use counting::{RemainingWork, WaysCount};
pub(crate) use flow::Misfit;
use graph::Graph;
pub(crate) use standing::{Contradicted, Standing, Standings};
use subsets::count_subsets;
pub(crate) use summary::{PresenceSummary, range};
pub(crate) use unmatched::{AlikeClasses, posteriors};

/// What may be spent on one table. All of it takes seconds.
#[derive(Clone, Copy, Debug)]
struct WorkBudget {
    /// For counting, in each reading: multiplications of machine words.
    words: u64,
    /// For the walks of one component: looks at a pair of box and type.
    looks: f64,
}

const BUDGET: WorkBudget = WorkBudget { words: 1 << 29, looks: 5e8 };

/// What is known of a probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probability {
    Exactly(Ratio),
    /// Estimated to lie between these two.
    Between(Ratio, Ratio),
    Undecided,
}

impl Probability {
    /// The least that it can be; `None` if that is not known.
    pub(crate) fn least(&self) -> Option<&Ratio> {
        match self {
            Probability::Exactly(ratio) | Probability::Between(ratio, _) => Some(ratio),
            Probability::Undecided => None,
        }
    }

    /// The most that it can be; `None` if that is not known.
    pub(crate) fn most(&self) -> Option<&Ratio> {
        match self {
            Probability::Exactly(ratio) | Probability::Between(_, ratio) => Some(ratio),
            Probability::Undecided => None,
        }
    }
}

/// Everyone's presence, by type. People whom no box covers are certainly out, unless rows are known
/// to be missing ([`crate::missing`]).
#[derive(Debug)]
pub(crate) struct Presence {
    /// In the first reading. Who is in the table for certain has exactly one, who is certainly out
    /// of it exactly zero, and nobody else has either.
    pub(crate) subset: Vec<Probability>,
    /// In the second one; `None` if no boxes overlap, as both agree then.
    pub(crate) matching: Option<Vec<Probability>>,
}

/// Measures everyone's presence; `None` if boxes overlap so much that types cannot be listed.
///
/// # Errors
/// If no table could have been published so, with this population.
pub(crate) fn presence(
    boxes: &PublishedBoxes,
    by_type: &PeopleByType,
) -> Result<Option<Presence>, Misfit> {
    presence_within(boxes, by_type, BUDGET)
}

fn presence_within(
    boxes: &PublishedBoxes,
    by_type: &PeopleByType,
    budget: WorkBudget,
) -> Result<Option<Presence>, Misfit> {
    for (of_box, (&rows, &people)) in boxes.rows.iter().zip(&by_type.matches).enumerate() {
        if rows > people {
            return Err(Misfit { boxes: vec![of_box as u32], rows, people });
        }
    }
    let Some(types) = &by_type.types else { return Ok(None) };
    if !by_type.overlapping {
        return Ok(Some(Presence::of_disjoint(boxes, by_type, &types.all)));
    }
    let rows = boxes.rows.clone();
    let graph = Graph::new(rows, types.all.iter().map(|some| (some.people, &*some.boxes)));
    let given = flow::assign(&graph)?;
    let certain = flow::certain(&graph, &given);
    let nothing = |some: &PersonType| match some.boxes.is_empty() {
        true => Probability::Exactly(Ratio::zero()),
        false => Probability::Undecided,
    };
    let mut subset: Vec<Probability> = types.all.iter().map(nothing).collect();
    for (chance, _) in subset.iter_mut().zip(&certain).filter(|(_, certain)| **certain) {
        *chance = Probability::Exactly(Ratio::one());
    }
    let mut matching = subset.clone();
    let open: Vec<bool> = subset.iter().map(|chance| *chance == Probability::Undecided).collect();
    let mut components = graph.components(&open);
    // The small ones first: a large one may take all the effort.
    components.sort_by_key(|component| component.types.len());
    let (mut subset_effort, mut matching_effort) =
        (RemainingWork::of(budget.words), RemainingWork::of(budget.words));
    for component in components {
        let part = graph.part(&component);
        let [subsets, assignments] = match alone(&part) {
            Some(chance) => [Some(vec![chance.clone()]), Some(vec![chance])],
            None => {
                let subsets = count_subsets(&part, &mut subset_effort);
                let subsets = subsets.map(|counted| exactly(&part, counted));
                let assignments = count_assignments(&part, &mut matching_effort);
                [
                    subsets.or_else(|| estimate(&part, budget.looks)),
                    assignments.map(|counted| exactly(&part, counted)),
                ]
            }
        };
        for (chances, known) in [(&mut subset, subsets), (&mut matching, assignments)] {
            for (&of_type, chance) in component.types.iter().zip(known.into_iter().flatten()) {
                chances[of_type as usize] = chance;
            }
        }
    }
    Ok(Some(Presence { subset, matching: Some(matching) }))
}

/// The chance of people who are the only type of their component: nothing tells them apart.
fn alone(part: &Graph) -> Option<Probability> {
    let [people] = part.people[..] else { return None };
    Some(Probability::Exactly(Ratio::of(part.total_rows(), people)))
}

fn exactly(part: &Graph, counted: WaysCount) -> Vec<Probability> {
    let WaysCount { ways, taken } = counted;
    let share = |(taken, &people): (BigUint, &u64)| Ratio::new(taken, &ways * people);
    taken.into_iter().zip(&part.people).map(share).map(Probability::Exactly).collect()
}

fn estimate(part: &Graph, looks: f64) -> Option<Vec<Probability>> {
    // The whole fits the population, so this part does.
    let given = flow::assign(part).ok()?;
    let chances = walk::estimate(part, &given, looks)?.into_iter();
    let between =
        |(least, most)| Probability::Between(Ratio::at_most(least), Ratio::at_least(most));
    Some(chances.map(between).collect())
}

impl Presence {
    /// Puts the presence of people whom no box covers in the place of the first type's.
    pub(crate) fn of_unmatched(&mut self, chances: Vec<Probability>) {
        if let Some(matching) = &mut self.matching {
            matching.splice(..1, chances.clone());
        }
        self.subset.splice(..1, chances);
    }

    fn of_disjoint(boxes: &PublishedBoxes, by_type: &PeopleByType, types: &[PersonType]) -> Self {
        let chance = |some: &PersonType| match some.boxes.first() {
            None => Ratio::zero(),
            Some(&of_box) => {
                Ratio::of(boxes.rows[of_box as usize], by_type.matches[of_box as usize])
            }
        };
        Presence {
            subset: types.iter().map(chance).map(Probability::Exactly).collect(),
            matching: None,
        }
    }
}

#[cfg(test)]
mod tests;
