//! What the judge found, in the shape of the document of `incrowd check`.

use std::collections::BTreeMap;

use incrowd_terms::{Figure, Guarantee};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lineage::PeopleLost;
use crate::register::KnownColumn;
use crate::several::SeveralClasses;
use crate::sizes::SmallClass;
use crate::uniqueness::{Estimates, SampleError, SampledClasses};

/// Everything measured about a table. Undefined and infinite figures are `None`, null in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Findings {
    /// Rows that belong to a class.
    pub rows: u64,
    /// Different people who have such rows; only where people are told apart
    /// ([`crate::Question::person`]). `k` and all figures up to the guarantees then count people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people: Option<u64>,
    /// People who lost rows; only where the original is known ([`crate::Person::Rows`]).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub people_lost: Option<PeopleLost>,
    /// People who stand in several classes; only where people are told apart and some do.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub several_classes: Option<SeveralClasses>,
    /// Rows of stars, if such rows were to be set apart.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub suppressed: Option<u64>,
    /// Distinct tuples of quasi-identifiers and group; of Anatomy's two tables, groups.
    pub classes: u64,
    /// Rows of the smallest class; of Anatomy's two tables, here and in the next two figures and
    /// the risk, of the distinct tuples of quasi-identifiers.
    pub k: Option<u64>,
    /// Rows that are alone in their class; different people, where people are counted.
    pub unique_rows: u64,
    /// Rows per class.
    pub average_class: Option<f64>,
    /// What each sensitive column shows, in the order in which they were named.
    #[serde(with = "crate::by_column")]
    #[schemars(with = "BTreeMap<String, ColumnFindings>")]
    pub sensitive: Vec<(String, ColumnFindings)>,
    /// The sensitive columns in which values are written in several ways that count as one.
    #[serde(with = "crate::by_column", skip_serializing_if = "Vec::is_empty", default)]
    #[schemars(with = "BTreeMap<String, Merged>")]
    pub merged: Vec<(String, Merged)>,
    /// Pairs of a class and a sensitive column of which it has a single value.
    pub disclosures: u64,
    /// How close the secrets of each class lie together, in the columns that demands on nearness
    /// are about.
    #[serde(with = "crate::by_column")]
    #[schemars(with = "BTreeMap<String, ColumnProximity>")]
    pub proximity: Vec<(String, ColumnProximity)>,
    /// What someone learns of each sensitive column.
    #[serde(with = "crate::by_column")]
    #[schemars(with = "BTreeMap<String, Learned>")]
    pub learned: Vec<(String, Learned)>,
    /// The danger of being recognised.
    pub risk: ReidentificationRisk,
    /// How many people of the population are unique on the quasi-identifiers, if the table is a
    /// random sample of it; only once [`Findings::sampled_from`] was told its size.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub uniqueness: Option<Estimates>,
    /// How likely the people of the population are in the table; only with a table of the
    /// population, and where classes overlap only if presence is demanded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub presence: Option<PresenceRange>,
    /// Published columns besides the quasi-identifiers that the register has too. Demands about the
    /// population, presence and what someone with the register learns are measured with them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub register_knows: Vec<KnownColumn>,
    /// People of the register whom no class matches. Without the number of rows that the table had
    /// ([`crate::Question::sample_rows`]) they are taken to be outside, as if none was suppressed.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub unmatched: u64,
    /// How many quasi-identifiers an attacker knows at most, where guarantees are about that. All other
    /// figures are about whoever knows all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub known: Option<u64>,
    /// Each demand beside what the table has, in the order in which they were made.
    pub guarantees: Vec<Guarantee>,
    /// How many classes of the quasi-identifiers, which are all that is known outside, have so many
    /// rows.
    #[serde(skip)]
    pub class_sizes: BTreeMap<u64, u64>,
    /// How many classes have so many rows, where a group divides them too: those whose least is
    /// [`Findings::k`].
    #[serde(skip)]
    pub divided_sizes: BTreeMap<u64, u64>,
    /// The ten smallest of these classes, by rows (or people) and then in the order of the file.
    #[serde(skip)]
    pub smallest: Vec<SmallClass>,
}

impl Findings {
    /// Whether every demand is met.
    #[must_use]
    pub fn all_hold(&self) -> bool {
        self.guarantees.iter().all(|guarantee| guarantee.holds)
    }

    /// The same, with the uniques of a population of so many people, of whom the table is a random
    /// sample. A table without rows tells nothing of them.
    ///
    /// # Errors
    /// If the table has more rows than the population has people.
    pub fn sampled_from(mut self, people: u64) -> Result<Findings, SampleError> {
        let sizes = self.class_sizes.iter().map(|(&size, &classes)| (size, classes));
        self.uniqueness = match SampledClasses::new(sizes, people) {
            Ok(sample) => Some(sample.estimates()),
            Err(SampleError::NoRows) => None,
            Err(error) => return Err(error),
        };
        Ok(self)
    }
}

/// The measures of one sensitive column: each the worst over the classes. `p` is the share of a
/// value in the table, `q` in a class; logarithms are natural.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnFindings {
    /// Least number of distinct values; of people with several values, the fewest such that everybody
    /// in the class has one of them.
    pub p: Option<u64>,
    /// The same, by its other name.
    pub distinct_l: Option<u64>,
    /// Whether people have so many values each that the two figures above are lower bounds.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub distinct_l_at_least: bool,
    /// Least `|E| / largest count`.
    pub frequency_l: Option<f64>,
    /// Least exponential of the entropy.
    pub entropy_l: Option<f64>,
    /// For each `l` the largest `r1 / (r_l + ... + r_m)`; `None` where a class has fewer values.
    #[serde(deserialize_with = "crate::by_column::by_number")]
    pub recursive_c: BTreeMap<u64, Option<f64>>,
    /// Largest `q`.
    pub alpha: Option<f64>,
    /// Largest earth mover's distance from the table, any two values being one apart.
    pub t: Option<f64>,
    /// The same with values apart by rank; `None` for columns that are neither numbers nor dates.
    pub t_ordered: Option<f64>,
    /// Largest `(q - p) / p`.
    pub basic_beta: Option<f64>,
    /// The lesser of `basic_beta` and the largest `-ln p`: a figure in common use, but looser than
    /// the model, which bounds each value by its own `-ln p`.
    pub enhanced_beta: Option<f64>,
    /// The least beta of which the enhanced model holds; `None` if it holds of none.
    pub enhanced_beta_holds_for: Option<f64>,
    /// Largest `|ln(q/p)|` of values that are present in the class: a figure in common use, but
    /// looser than the model, of which a class that lacks a value fails.
    pub delta_disclosure: Option<f64>,
    /// The greatest lower bound of the deltas of which the model holds (it holds of all above: the
    /// model's `<` is strict); `None` if some class lacks a value of the table.
    pub delta_disclosure_strict: Option<f64>,
    /// Classes with a single value: everybody in them is known to have it.
    pub disclosures: u64,
    /// The first twenty of them in the file.
    pub disclosing: Vec<Disclosure>,
}

/// Values of a sensitive column that are written in several ways. They have the same normal form,
/// so diversity takes each for one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Merged {
    /// How many values are.
    #[serde(skip)]
    pub values: u64,
    /// The spellings of the first hundred of them.
    pub spellings: Vec<Vec<String>>,
}

/// A class with a single value of a sensitive column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Disclosure {
    /// The class in words.
    pub class: String,
    /// The value.
    pub value: String,
    /// The rows of the class, or its people where people are counted.
    pub rows: u64,
}

/// How close the secrets of a class lie together: the least `|E| / count` over the classes, where
/// the count is of rows near each other. Infinite, null in JSON, of a table without rows. Of
/// several demands on one column the last counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnProximity {
    /// Rows within eps of a secret; only with a demand of (eps,m)-anonymity.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub eps_m: Option<f64>,
    /// Rows within 2 delta of a secret; only with a demand of (delta,l)-diversity in either mode.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delta_l_definition: Option<f64>,
    /// Rows in an interval 2 delta wide; only with a demand of (delta,l)-diversity in either mode.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delta_l_window: Option<f64>,
}

/// What someone learns of a person's secret at most. The group of a row is nobody's knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Learned {
    /// Someone who knows that the person is in the table; `None` if it has no rows.
    pub certain: Option<Guess>,
    /// Someone who has a register of the population and does not know it: the probability of being
    /// in the table with the secret. `None` without a table of the population, and where it does
    /// not fit, people match several classes or rows were published as stars.
    pub uncertain: Option<Guess>,
}

/// The secret that someone can guess best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Guess {
    /// How likely it is right: an exact fraction.
    pub probability: String,
    /// The secret.
    pub value: String,
    /// The quasi-identifiers of those who are guessed to have it, in words.
    pub class: String,
}

/// The least and the greatest probability with which a person of the population is in the table.
/// Exact fractions (`"3/62"`); those of more than eighteen digits are decimals, rounded away from
/// each other. `None` where it is not decided, or the table does not fit the population.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
// Strict, because `Readings` would otherwise take two readings for one without figures.
#[serde(deny_unknown_fields)]
pub struct PresenceRange {
    /// The least.
    pub min: Option<String>,
    /// The greatest.
    pub max: Option<String>,
    /// Whether these are the ends of intervals: all but certain ones of an estimate, or certain ones
    /// of rounding.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub estimated: bool,
}

impl From<PresenceRange> for Figure {
    fn from(range: PresenceRange) -> Figure {
        let figure = Figure::parts([("min", range.min.into()), ("max", range.max.into())]);
        if range.estimated { figure.with("estimated", true) } else { figure }
    }
}

/// The danger of being recognised, under three adversaries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReidentificationRisk {
    /// Who knows that a person is in the table: one over the smallest class.
    pub prosecutor: Option<f64>,
    /// Who knows only the population: one over the fewest people that match a class; `None`
    /// without a table of the population, or if nobody matches some class. It is no estimate:
    /// how likely the worst row has a double cannot be told from a sample, only how many rows of
    /// it are unique in the population ([`Estimates::unique_rows`]).
    pub journalist: Option<f64>,
    /// Who recognises as many as possible: the share of rows expected to be right.
    pub marketer: Option<f64>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
