//! The vocabulary that the crates of incrowd share.
//!
//! A privacy demand must mean the same to the search that tries to meet it and to the judge that
//! measures it afterwards, but these two must not share code. They share only this vocabulary:
//! exact numbers ([`Fraction`]), types of values ([`Kind`], [`Nulls`], [`Scalar`]), when texts are
//! equal ([`DistinctTexts`]), the normal form of secrets ([`NormalForm`]), demands ([`Demand`]) and
//! results ([`Guarantee`], [`Risk`], [`OverallVerdict`]). This crate does not measure tables.

mod demand;
mod figure;
mod fraction;
mod guarantee;
mod missing;
mod names;
mod normal;
mod option;
mod risk;
mod texts;
mod value;

pub use demand::{
    AlphaK, BetaLikeness, Closeness, DeltaDisclosure, DeltaL, DeltaLCounting, DeltaLDiversity,
    Demand, DemandError, DemandInput, DemandSubject, DemandWords, Distance, Diversity,
    EpsMAnonymity, Estimator, ExploredPart, FLAGS, FigureGrid, Flag, FlagValue, JointPresence,
    KAnonymity, KMap, KMapPopulation, Knowledge, LDiversity, LeadingDash, Likeness,
    MixedMembership, PSensitivity, PersonalPresence, PopulationKnowledge, Presence, PrivacyDemand,
    Proximity, Radius, SensitiveColumn, Strictness, TCloseness, WeakKAnonymity, at_least_one,
    deltas, did_you_mean, not_one_of,
};
pub use figure::{Figure, NamedFigures};
pub use fraction::{Fraction, FractionError};
pub use guarantee::Guarantee;
pub use missing::says_missing;
pub use names::{column_and_value, listed_names, quoted_name};
pub use normal::NormalForm;
pub use option::{option, option_with};
pub use risk::{OverallVerdict, PublishedRisk, Risk, RiskKind, Severity};
pub use texts::DistinctTexts;
pub use value::{Kind, Nulls, Scalar};
