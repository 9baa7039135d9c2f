//! The privacy models: what may be demanded of every class of a published table.
//!
//! One file per model. Each starts with a page in a fixed outline ([`crate::pages`]), which
//! `incrowd explain` prints. A model knows nothing of searches: it answers whether a class holds,
//! and which way of growing a class cannot break it. Adding a model is adding a file, a line in
//! [`of`] and one among the pages.

mod alpha_k;
mod beta_likeness;
pub(crate) mod binomial;
mod conditional_bernoulli;
mod constraints;
mod dealt;
mod delta_disclosure;
mod delta_l;
mod distinct_l;
mod diversity;
mod entropy_l;
mod estimated_presence;
mod frequency_l;
mod joint_presence;
mod k_anonymity;
mod k_map;
mod mixed_membership;
mod near;
mod p_sensitive;
mod personal_presence;
pub(crate) mod posterior;
mod presence;
mod prior_presence;
mod proximity;
mod reach;
mod recursive_cl;
mod t_closeness;
mod weak_k;
mod worse;

use incrowd_terms::{Demand, Fraction, Scalar};

use crate::hierarchy::Hierarchy;

pub use constraints::CountConstraints;
pub use dealt::Dealing;
pub(crate) use dealt::Round;
pub use p_sensitive::most_groups;
pub(crate) use worse::worse_of;

/// What generalizing, which merges classes, can do to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Monotone {
    /// Anything: two classes that hold can merge into one that does not.
    No,
    /// The union of two classes that hold, holds: generalizing a table that holds cannot break
    /// it, as long as no row is suppressed.
    Merge,
    /// Any superset of a class that holds, holds: so also the number of rows in violating classes
    /// never grows by generalizing, and a search may prune by the suppression limit.
    Inclusion,
}

/// A class as a model sees it: counts only.
#[derive(Clone, Copy)]
pub struct ClassCounts<'a> {
    /// Rows of the table in the class.
    pub rows: u64,
    /// People of the population in the class; 0 without a population.
    pub people: u64,
    /// Per secret: the values among the class's rows.
    pub secrets: &'a [Histogram<'a>],
    /// Per trait of the population: the values among the class's people.
    pub person_attributes: &'a [Histogram<'a>],
}

/// The values of one secret in a class.
#[derive(Clone, Copy)]
pub struct Histogram<'a> {
    /// Codes of the values that occur, ascending.
    pub values: &'a [u32],
    /// Rows per value, all above zero.
    pub counts: &'a [u64],
}

/// The whole published table, with which some models compare a class.
pub struct Whole {
    /// Published rows.
    pub rows: u64,
    /// Per secret, per value code: rows (zero where a value is suppressed altogether).
    pub secrets: Vec<Vec<u64>>,
}

/// A demand that can be put to a class.
pub trait Model: Send + Sync {
    /// Whether the class meets the demand; decided exactly.
    fn holds(&self, class: &ClassCounts<'_>, whole: &Whole) -> bool;

    /// What generalizing can do.
    fn monotone(&self) -> Monotone;

    /// Whether the answer depends on the whole table, and so on what else is suppressed.
    fn relative(&self) -> bool {
        false
    }

    /// A necessary condition that merging cannot break: where it fails for some class, the model
    /// fails for every way of cutting that class up, as long as nothing is suppressed.
    fn may_hold(&self, class: &ClassCounts<'_>, whole: &Whole) -> bool {
        self.monotone() == Monotone::No || self.holds(class, whole)
    }

    /// Whether people of the population of whom no row is published are well off. Where they are
    /// not, neither is some part of the class, however it is cut up.
    fn holds_unpublished(&self, _class: &ClassCounts<'_>) -> bool {
        true
    }

    /// The limits of the probability of being in the table that hold for people of whom no row is
    /// published too, where rows may be suppressed: members may be among them.
    fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {
        None
    }

    /// Whether rows may be suppressed at all.
    fn allows_suppression(&self) -> bool {
        true
    }

    /// At least this many rows of the class are suppressed, however finely it is cut up. Where the
    /// model looks at people, every row is taken to be one of them.
    fn least_suppressed(&self, class: &ClassCounts<'_>, whole: &Whole) -> u64 {
        let lost = self.monotone() == Monotone::Inclusion && !self.holds(class, whole);
        if lost { class.rows } else { 0 }
    }

    /// Whether [`Model::least_suppressed`] ever says more than nothing.
    fn bounds_suppression(&self) -> bool {
        self.monotone() == Monotone::Inclusion
    }

    /// The most classes that a table with these secrets can be published in, however it is cut up
    /// and whatever is suppressed.
    fn most_classes(&self, _whole: &Whole) -> u64 {
        u64::MAX
    }

    /// Whether the model looks at secrets.
    fn needs_secrets(&self) -> bool {
        true
    }

    /// Whether the model looks at traits of the population.
    fn needs_person_attributes(&self) -> bool {
        false
    }

    /// Adds to a gate what counts of rows and people decide; whether that is all that is asked.
    fn counts(&self, _gate: &mut CountConstraints) -> bool {
        false
    }

    /// The strongest demand of the same kind that the class meets, or none.
    fn nearest(&self, class: &ClassCounts<'_>, whole: &Whole) -> Option<Demand>;
}

/// The strictest demand, up to this one, that a class meets, or that people of whom nothing is
/// published leave as it is. `rebuild` makes a model of a demand.
pub(crate) fn met(
    demand: Demand,
    rebuild: &dyn Fn(&Demand) -> Box<dyn Model>,
    class: &ClassCounts<'_>,
    whole: &Whole,
) -> Option<Demand> {
    let model = rebuild(&demand);
    let holds = match class.rows {
        0 => model.holds_unpublished(class),
        _ => model.holds(class, whole),
    };
    if holds { Some(demand) } else { model.nearest(class, whole) }
}

/// What a model must know of the table besides its demand.
#[derive(Clone, Copy, Default)]
pub struct Setting<'a> {
    /// The place of the demand's column among the secrets.
    pub secret: usize,
    /// The code of the demand's value among the secret's, if it names one that occurs.
    pub value: Option<u32>,
    /// Per code of the demand's column: the number or date it stands for, ascending; none where it
    /// is missing.
    pub numbers: &'a [Option<Scalar>],
    /// The hierarchy of the demand's column.
    pub hierarchy: Option<&'a Hierarchy>,
    /// Rows of the table.
    pub rows: u64,
    /// People of the population, or the units of its whole distribution.
    pub people: u64,
    /// Classes that a search could publish, boxes of leaves, where demands are tested by chance.
    pub candidates: f64,
    /// Per trait of the population: its name, and the number that each code stands for.
    pub person_attributes: &'a [(String, Vec<Fraction>)],
}

impl Setting<'_> {
    /// The trait that a demand names.
    fn person_attribute(&self, column: &str) -> AttributeNumbers {
        let place = self.person_attributes.iter().position(|(name, _)| name == column);
        let place = place.expect("the traits that demands name were read with the population");
        AttributeNumbers {
            column: column.to_owned(),
            place,
            numbers: self.person_attributes[place].1.clone(),
        }
    }
}

/// A trait of the population's people that is a number each.
struct AttributeNumbers {
    column: String,
    place: usize,
    /// What each code stands for.
    numbers: Vec<Fraction>,
}

impl AttributeNumbers {
    /// The numbers of a class's people, and how many have each.
    fn of<'a>(
        &'a self,
        class: &ClassCounts<'a>,
    ) -> impl Iterator<Item = (u32, Fraction, u64)> + 'a {
        let Histogram { values, counts } = class.person_attributes[self.place];
        let number = |(&code, &people): (&u32, &u64)| (code, self.numbers[code as usize], people);
        values.iter().zip(counts).map(number)
    }
}

/// The model behind a demand.
///
/// # Panics
/// If the demand names a trait of the population that the setting lacks.
#[must_use]
pub fn of(demand: &Demand, setting: &Setting<'_>) -> Box<dyn Model> {
    match demand {
        Demand::KAnonymity(asked) => k_anonymity::model(asked, setting),
        Demand::PSensitivity(asked) => p_sensitive::model(asked, setting),
        Demand::LDiversity(asked) => diversity::model(asked, setting),
        Demand::AlphaK(asked) => alpha_k::model(asked, setting),
        Demand::TCloseness(asked) => t_closeness::model(asked, setting),
        Demand::BetaLikeness(asked) => beta_likeness::model(asked, setting),
        Demand::DeltaDisclosure(asked) => delta_disclosure::model(asked, setting),
        Demand::EpsMAnonymity(asked) => Box::new(proximity::near(asked, setting)),
        Demand::DeltaLDiversity(asked) => Box::new(delta_l::near(asked, setting)),
        Demand::KMap(asked) => k_map::model(asked, setting),
        Demand::Presence(asked) => presence::model(asked, setting),
        Demand::PersonalPresence(asked) => personal_presence::model(asked, setting),
        Demand::JointPresence(asked) => joint_presence::model(asked, setting),
        Demand::WeakKAnonymity(asked) => weak_k::model(asked, setting),
        Demand::MixedMembership(asked) => mixed_membership::model(asked, setting),
    }
}

/// The model behind a demand where classes are dealt into groups of at least so many rows: it asks
/// of a class whether it can be dealt. What is not about the nearness of numbers is asked of the
/// class as it is.
///
/// # Panics
/// As [`of`].
#[must_use]
pub fn of_dealt(demand: &Demand, setting: &Setting<'_>, least: u64) -> Box<dyn Model> {
    match near(demand, setting) {
        Some(near) => Box::new(dealt::Dealt { near, least }),
        None => of(demand, setting),
    }
}

/// The model behind a demand on the nearness of numbers.
fn near(demand: &Demand, setting: &Setting<'_>) -> Option<near::Near> {
    match demand {
        Demand::EpsMAnonymity(asked) => Some(proximity::near(asked, setting)),
        Demand::DeltaLDiversity(asked) => Some(delta_l::near(asked, setting)),
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod testing {
    //! Classes written down in tests.

    use super::{ClassCounts, Histogram, Whole};

    /// Whether a model holds for a class with these counts of one secret (values 0, 1, ...; zero
    /// counts are absent) within a table with those.
    pub fn holds(model: &dyn super::Model, class: &[u64], table: &[u64]) -> bool {
        let values: Vec<u32> = (0..class.len() as u32).filter(|&v| class[v as usize] > 0).collect();
        let counts: Vec<u64> = class.iter().copied().filter(|&c| c > 0).collect();
        let whole = Whole { rows: table.iter().sum(), secrets: vec![table.to_vec()] };
        let secrets = [Histogram { values: &values, counts: &counts }];
        let rows = counts.iter().sum();
        model.holds(
            &ClassCounts { rows, people: 0, secrets: &secrets, person_attributes: &[] },
            &whole,
        )
    }
}
