//! The interface of all demands, so that most code need not distinguish between models.

use std::fmt;

use super::{Demand, Strictness, number};
use crate::{Figure, Fraction, Kind};

/// The interface of a demand. Its `Display` form is the one that users see (`5-anonymity`).
pub trait PrivacyDemand: fmt::Display {
    /// The model's name, as in `guarantees` and `incrowd explain`.
    fn model(&self) -> &'static str;

    /// The demanded figure, with fractions written in this way: a number, or several where one is not
    /// enough.
    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure;

    /// The demanded figure: a number, or several where one is not enough.
    fn demanded(&self) -> Figure {
        self.demanded_as(number)
    }

    /// The demanded figure in a form that flags accept: a fraction without an equal decimal number
    /// is a text (`"5/3"`).
    fn demanded_exactly(&self) -> Figure {
        self.demanded_as(super::exact)
    }

    /// The figures that make it more or less strict; empty if there are none.
    fn strictness(&self) -> Vec<Strictness> {
        Vec::new()
    }

    /// The demand of the same kind with these figures of [`PrivacyDemand::strictness`].
    fn turned(&self, figures: &[Fraction]) -> Demand;

    /// What holds of the published table, in a sentence without its full stop.
    fn means(&self) -> String;

    /// Against whom the model protects.
    fn against(&self) -> &'static str;

    /// Against whom the model does not protect.
    fn not_against(&self) -> &'static str;

    /// The sensitive column, if the model is about one.
    fn column(&self) -> Option<&str> {
        None
    }

    /// The one value of the sensitive column that the demand is about, if it is about one.
    fn value(&self) -> Option<&str> {
        None
    }

    /// Whether distances between secrets go by the hierarchy of their column.
    fn needs_hierarchy(&self) -> bool {
        false
    }

    /// Whether the demand is about secrets that are near each other.
    fn is_about_nearness(&self) -> bool {
        false
    }

    /// Why the demand means nothing for its column.
    fn misfit(&self, _secret: SensitiveColumn) -> Option<String> {
        None
    }

    /// What must be known of the population.
    fn population_knowledge(&self) -> PopulationKnowledge {
        PopulationKnowledge::Unknown
    }

    /// Whether every row must be a person of the population.
    fn is_about_members(&self) -> bool {
        false
    }

    /// The columns of the population that the demand is about.
    fn traits(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The column of the population with the prior of each person.
    fn beliefs(&self) -> Option<&str> {
        None
    }

    /// The least and the greatest probability of being in the table, if they are everybody's.
    fn presence(&self) -> Option<(Fraction, Fraction)> {
        None
    }

    /// How many people the table is a sample of, where that is said and matches are estimated.
    fn sampled_from(&self) -> Option<u64> {
        None
    }

    /// Why no row may be suppressed, if none may.
    fn forbids_suppression(&self) -> Option<&'static str> {
        None
    }

    /// The flag to name in the error if rows of stars, which match everybody, would make the demand
    /// meaningless.
    fn voided_by_stars(&self) -> Option<&'static str> {
        None
    }
}

/// The properties of a sensitive column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensitiveColumn {
    /// What its values are.
    pub kind: Kind,
    /// Whether it has any values; without them, its kind is unknown.
    pub has_values: bool,
    /// Whether it has a hierarchy.
    pub has_hierarchy: bool,
}

/// What a demand must know of the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopulationKnowledge {
    /// Nothing, or no more than the demand says itself.
    Unknown,
    /// A table of its people.
    Register,
    /// How its people are distributed.
    Distribution,
}
