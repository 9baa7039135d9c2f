//! The vocabulary that the crates of incrowd share.
//!
//! A privacy demand must mean the same to the search that tries to meet it and to the judge that
//! measures it afterwards, but these two must not share code. They share only this vocabulary:
//! exact numbers ([`Fraction`]), types of values ([`Kind`], [`Nulls`], [`Scalar`]), the normal form
//! of secrets ([`NormalForm`]), demands ([`Demand`]) and results ([`Guarantee`], [`Risk`],
//! [`OverallVerdict`]). This crate does not measure tables.

mod demand;
mod figure;
mod fraction;
mod guarantee;
mod missing;
mod normal;
mod option;
mod risk;
mod value;

pub use demand::{
    Alike, AlphaK, Ask, Asked, BetaLikeness, Closeness, Concern, Crowd, Dash, DeltaDisclosure,
    DeltaL, DeltaLDiversity, Demand, Distance, Diversity, EpsMAnonymity, Estimator, FLAGS, Flag,
    Grid, JointPresence, KAnonymity, KMap, Knowledge, LDiversity, Likeness, MixedMembership,
    PSensitivity, PersonalPresence, Population, Presence, Proximity, Radius, Refusal, Sensitive,
    Strictness, TCloseness, Takes, Varied, WeakKAnonymity, Words, at_least_one, deltas,
    did_you_mean, not_one_of,
};
pub use figure::{Figure, Parts};
pub use fraction::{Fraction, FractionError};
pub use guarantee::Guarantee;
pub use normal::NormalForm;
pub use option::{option, option_with};
pub use risk::{OverallVerdict, PublishedRisk, Risk, RiskKind, Severity};
pub use value::{Kind, Nulls, Scalar};
