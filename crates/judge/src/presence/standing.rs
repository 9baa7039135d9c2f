//! Groups of people who have the same boxes and the same prior.

use incrowd_terms::Fraction;

use super::beliefs::{Believed, Contradiction, weigh};
use super::{Presence, Probability};
use crate::covered_people::CoveredPeople;
use crate::person_types::PersonTypes;
use crate::ratio::Ratio;

/// Some people, and how likely each of them is in the table.
#[derive(Clone, Debug)]
pub(crate) struct Standing<'s> {
    /// The boxes that cover them.
    pub(crate) boxes: &'s [u32],
    /// What was believed of each beforehand, if that matters.
    pub(crate) belief: Option<Fraction>,
    pub(crate) people: u64,
    /// The first line of one of them.
    pub(crate) line: u64,
    /// Their presence, if all sets of people are as likely.
    pub(crate) subset: Probability,
    /// Their presence, if all assignments of rows are as likely; `None` if no boxes overlap.
    pub(crate) matching: Option<Probability>,
}

impl Standing<'_> {
    /// The greatest presence that they can have in either reading, as far as it is known.
    pub(crate) fn exposure(&self) -> Option<&Ratio> {
        self.subset.most().max(self.matching.as_ref().and_then(Probability::most))
    }
}

/// Everyone, by standing.
#[derive(Debug)]
pub(crate) struct Standings<'s> {
    pub(crate) all: Vec<Standing<'s>>,
    /// The standing of each distinct person.
    pub(crate) of_person: Vec<u32>,
}

/// People of these boxes, none or one, of whom beliefs and table cannot both be right.
#[derive(Debug)]
pub(crate) struct Contradicted<'s> {
    pub(crate) boxes: &'s [u32],
    pub(crate) problem: Contradiction,
}

impl<'s> Standings<'s> {
    /// Where nothing was believed beforehand.
    pub(crate) fn by_type(types: &'s PersonTypes, presence: &Presence) -> Self {
        let standing = |(at, some): (usize, &'s crate::person_types::PersonType)| Standing {
            boxes: &some.boxes,
            belief: None,
            people: some.people,
            line: some.line,
            subset: presence.subset[at].clone(),
            matching: presence.matching.as_ref().map(|matching| matching[at].clone()),
        };
        Standings {
            all: types.all.iter().enumerate().map(standing).collect(),
            of_person: types.of_person.clone(),
        }
    }

    /// Where something was believed of each distinct person, and no boxes overlap. So many members
    /// are among the people whom no box covers, if that is known.
    ///
    /// # Errors
    /// If beliefs and table cannot both be right.
    pub(crate) fn by_belief(
        covered: &'s CoveredPeople,
        types: &'s PersonTypes,
        beliefs: &[Fraction],
        missing: Option<u64>,
    ) -> Result<Self, Contradicted<'s>> {
        let classes = &covered.people.classes;
        let key = |person: usize| (types.of_person[person], beliefs[person]);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by_key(|&person| key(person));
        let mut all: Vec<Standing<'s>> = Vec::new();
        let mut of_person = vec![0; classes.len()];
        for alike in order.chunk_by(|&a, &b| key(a) == key(b)) {
            let (of_type, belief) = key(alike[0]);
            for &person in alike {
                of_person[person] = all.len() as u32;
            }
            all.push(Standing {
                boxes: &types.all[of_type as usize].boxes,
                belief: Some(belief),
                people: alike.iter().map(|&person| classes.sizes[person]).sum(),
                line: alike.iter().map(|&person| classes.lines[person]).min().unwrap_or(0),
                subset: Probability::Undecided,
                matching: None,
            });
        }
        for some in all.chunk_by_mut(|a, b| a.boxes == b.boxes) {
            let believed = |standing: &Standing<'_>| Believed {
                belief: standing.belief.unwrap_or(Fraction::ZERO),
                people: standing.people,
            };
            let groups: Vec<Believed> = some.iter().map(believed).collect();
            let boxes = some[0].boxes;
            let rows = match boxes.first() {
                Some(&of_box) => covered.boxes.rows[of_box as usize],
                None => match missing {
                    Some(missing) => missing,
                    None => continue,
                },
            };
            let chances =
                weigh(&groups, rows).map_err(|problem| Contradicted { boxes, problem })?;
            for (standing, chance) in some.iter_mut().zip(chances) {
                standing.subset = chance;
            }
        }
        Ok(Standings { all, of_person })
    }
}
