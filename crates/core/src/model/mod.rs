//! The privacy models: the demands that every class of a published table can be tested for.
//!
//! One file per model. A model does not depend on any search: it decides whether a class holds, and how
//! the answer changes when classes grow. To add a model, add a file, a line in [`of`] and a page in
//! `docs/models`.

mod alpha_k;
mod beta_likeness;
mod binomial;
mod by_person;
mod conditional_bernoulli;
mod constraints;
mod cumulative;
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
mod people;
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

use std::sync::OnceLock;

use incrowd_terms::{Demand, Fraction, Scalar};

use crate::hierarchy::Hierarchy;

use cumulative::CumulativeCounts;

pub use binomial::Binomial;
pub use by_person::{PersonValue, TableByPerson, ValueWeight, ValuesByPerson};
pub use constraints::CountConstraints;
pub use dealt::Dealing;
pub(crate) use dealt::Round;
pub use p_sensitive::most_groups;
pub(crate) use worse::worse_of;

/// How a model behaves when generalization merges classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Monotone {
    /// Not monotone: two classes that hold can merge into one that does not.
    No,
    /// The union of two classes that hold also holds. Generalizing a table that holds cannot break
    /// it, as long as no row is suppressed.
    Merge,
    /// Any superset of a class that holds also holds. Generalizing never increases the number of
    /// rows in violating classes, so a search may prune by the suppression limit.
    Inclusion,
}

/// A class as a model sees it: counts only.
#[derive(Clone, Copy, Debug)]
pub struct ClassCounts<'a> {
    /// Rows of the table in the class.
    pub rows: u64,
    /// Different people of the table in the class: its rows, unless some people have several.
    pub members: u64,
    /// People of the population in the class; 0 without a population.
    pub people: u64,
    /// Per secret: the values among the class's rows.
    pub secrets: &'a [Histogram<'a>],
    /// Per person attribute: the values among the people of the class.
    pub person_attributes: &'a [Histogram<'a>],
    /// Per secret: the values of each person. Empty unless people are counted instead of rows.
    pub by_person: &'a [ValuesByPerson<'a>],
}

impl<'a> ClassCounts<'a> {
    /// A class in which every row is a different person.
    #[must_use]
    pub fn of_rows(
        rows: u64,
        people: u64,
        secrets: &'a [Histogram<'a>],
        person_attributes: &'a [Histogram<'a>],
    ) -> Self {
        ClassCounts { rows, members: rows, people, secrets, person_attributes, by_person: &[] }
    }

    /// The rows of each value of a secret that count: a missing value counts only for people who have
    /// no other value in the class.
    #[must_use]
    pub(crate) fn counted_rows(&self, secret: usize) -> (Vec<u32>, Vec<u64>) {
        let Histogram { values, counts } = self.secrets[secret];
        let mut counts = counts.to_vec();
        for (value, rows) in self.by_person[secret].uncounted() {
            if let Ok(at) = values.binary_search(&value) {
                counts[at] -= rows;
            }
        }
        values.iter().copied().zip(counts).filter(|(_, rows)| *rows > 0).unzip()
    }
}

/// The values of one secret in a class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Histogram<'a> {
    /// Codes of the values that occur, ascending.
    pub values: &'a [u32],
    /// Rows per value, all above zero.
    pub counts: &'a [u64],
}

/// The whole published table, with which some models compare a class.
#[derive(Debug)]
pub struct PublishedTable {
    /// Published rows.
    pub rows: u64,
    /// Different people with published rows.
    pub members: u64,
    /// The most that the members of all classes can add up to: a person can be in several.
    pub most_members: u64,
    /// Per secret, per value code: rows (zero if a value is suppressed completely).
    pub secrets: Vec<Vec<u64>>,
    /// Per secret: the values of people. Empty unless people are counted instead of rows.
    pub by_person: Vec<TableByPerson>,
    /// Per secret: the cumulative counts of its values, once they are needed.
    pub(crate) cumulative: OnceLock<Box<[OnceLock<CumulativeCounts>]>>,
}

impl PublishedTable {
    /// A table in which every row is a different person.
    #[must_use]
    pub const fn of_rows(rows: u64, secrets: Vec<Vec<u64>>) -> Self {
        PublishedTable {
            rows,
            members: rows,
            most_members: rows,
            secrets,
            by_person: Vec::new(),
            cumulative: OnceLock::new(),
        }
    }

    /// The cumulative counts of the values of a secret.
    pub(crate) fn cumulative(&self, secret: usize) -> &CumulativeCounts {
        let all =
            self.cumulative.get_or_init(|| self.secrets.iter().map(|_| OnceLock::new()).collect());
        all[secret].get_or_init(|| CumulativeCounts::of(&self.secrets[secret]))
    }
}

/// A privacy model that a class can be tested for.
pub trait Model: Send + Sync {
    /// Whether the class meets the demand. The decision is exact.
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool;

    /// How the model behaves when classes are merged.
    fn monotone(&self) -> Monotone;

    /// Whether the answer depends on the whole published table, and so on suppression.
    fn relative(&self) -> bool {
        false
    }

    /// A necessary condition that is merge-monotone: if it fails for a class, the model fails for
    /// every partition of that class, as long as nothing is suppressed.
    fn may_hold(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        self.monotone() == Monotone::No || self.holds(class, whole)
    }

    /// Whether a class of the population without published rows meets the demand. If it does not,
    /// some part of every partition of it does not either.
    fn holds_unpublished(&self, _class: &ClassCounts<'_>) -> bool {
        true
    }

    /// The limits on the membership probability of people without a matching published class, if
    /// rows may be suppressed: members may be among them.
    fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {
        None
    }

    /// Whether rows may be suppressed at all.
    fn allows_suppression(&self) -> bool {
        true
    }

    /// A lower bound on the rows of the class that every specialization suppresses. If the model
    /// counts people, every row counts as one of them.
    fn least_suppressed(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> u64 {
        let lost = self.monotone() == Monotone::Inclusion && !self.holds(class, whole);
        if lost { class.rows } else { 0 }
    }

    /// Whether [`Model::least_suppressed`] can be above zero.
    fn bounds_suppression(&self) -> bool {
        self.monotone() == Monotone::Inclusion
    }

    /// An upper bound on the number of classes of any valid release of a table with these secrets.
    fn most_classes(&self, _whole: &PublishedTable) -> u64 {
        u64::MAX
    }

    /// Whether the model uses secrets.
    fn needs_secrets(&self) -> bool {
        true
    }

    /// Whether the model uses person attributes.
    fn needs_person_attributes(&self) -> bool {
        false
    }

    /// Adds the count constraints of the model. Returns whether they decide the demand completely.
    fn counts(&self, _gate: &mut CountConstraints) -> bool {
        false
    }

    /// The strongest demand of the same kind that the class meets, or none.
    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand>;
}

/// The strictest demand, up to this one, that a class meets. `rebuild` makes a model of a demand.
pub(crate) fn met(
    demand: Demand,
    rebuild: &dyn Fn(&Demand) -> Box<dyn Model>,
    class: &ClassCounts<'_>,
    whole: &PublishedTable,
) -> Option<Demand> {
    let model = rebuild(&demand);
    let holds = match class.rows {
        0 => model.holds_unpublished(class),
        _ => model.holds(class, whole),
    };
    if holds { Some(demand) } else { model.nearest(class, whole) }
}

/// What a model needs to know about the table besides its demand.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelContext<'a> {
    /// The place of the demand's column among the secrets.
    pub secret: usize,
    /// The code of the demand's value among the secret's, if it names one that occurs.
    pub value: Option<u32>,
    /// Per code of the demand's column: the number or date it stands for, ascending; none where it
    /// is missing.
    pub numbers: &'a [Option<Scalar>],
    /// The hierarchy of the demand's column.
    pub hierarchy: Option<&'a Hierarchy>,
    /// Different people of the table.
    pub rows: u64,
    /// What is known of people; none if every row is taken for a different one.
    pub by_person: Option<PersonContext<'a>>,
    /// People of the population, or the units of its whole distribution.
    pub people: u64,
    /// The number of classes that a search could publish (boxes of leaves), for statistical tests.
    pub candidates: f64,
    /// Per person attribute: its name, and the number of each code.
    pub person_attributes: &'a [(String, Vec<Fraction>)],
}

/// What a model needs to know if people are counted instead of rows.
#[derive(Clone, Copy, Debug)]
pub struct PersonContext<'a> {
    /// Whether every person has a single row.
    pub one_row: bool,
    /// Whether every person has a single tuple, so that people add up when classes merge.
    pub one_tuple: bool,
    /// Per code of the demand's column: its place in the order of texts.
    pub ranks: &'a [u32],
}

impl ModelContext<'_> {
    /// The person attribute that a demand names.
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

/// A numeric person attribute.
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
/// If the demand names a person attribute that the setting lacks.
#[must_use]
pub fn of(demand: &Demand, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let by_person = setting.by_person.and_then(|known| people::of(demand, setting, known));
    by_person.unwrap_or_else(|| of_rows(demand, setting))
}

/// The model behind a demand, which takes every row for a different person where it is about
/// secrets.
fn of_rows(demand: &Demand, setting: &ModelContext<'_>) -> Box<dyn Model> {
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

/// The model behind a demand if classes are dealt into groups of at least `least` rows. It tests
/// whether a class can be dealt. Demands that are not about the proximity of numbers are tested on
/// the class itself.
///
/// # Panics
/// As [`of`].
#[must_use]
pub fn of_dealt(demand: &Demand, setting: &ModelContext<'_>, least: u64) -> Box<dyn Model> {
    match near(demand, setting) {
        Some(near) => Box::new(dealt::DealtModel { near, least }),
        None => of(demand, setting),
    }
}

/// The model behind a demand on the nearness of numbers.
fn near(demand: &Demand, setting: &ModelContext<'_>) -> Option<near::Near> {
    match demand {
        Demand::EpsMAnonymity(asked) => Some(proximity::near(asked, setting)),
        Demand::DeltaLDiversity(asked) => Some(delta_l::near(asked, setting)),
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod testing {
    //! Classes written down in tests.

    use super::{ClassCounts, Histogram, PublishedTable};

    /// Whether a model holds for a class with these counts of one secret (values 0, 1, ...; zero
    /// counts are absent) within a table with those.
    pub fn holds(model: &dyn super::Model, class: &[u64], table: &[u64]) -> bool {
        let values: Vec<u32> = (0..class.len() as u32).filter(|&v| class[v as usize] > 0).collect();
        let counts: Vec<u64> = class.iter().copied().filter(|&c| c > 0).collect();
        let whole = PublishedTable::of_rows(table.iter().sum(), vec![table.to_vec()]);
        let secrets = [Histogram { values: &values, counts: &counts }];
        let rows = counts.iter().sum();
        model.holds(&ClassCounts::of_rows(rows, 0, &secrets, &[]), &whole)
    }
}
