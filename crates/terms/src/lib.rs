//! The words that incrowd's rooms share.
//!
//! A privacy demand must mean the same to the search that tries to meet it and to the judge that
//! measures it afterwards, yet those two must not share code. What they share is this vocabulary:
//! exact numbers ([`Fraction`]), what a cell holds ([`Kind`], [`Nulls`], [`Scalar`]), when two
//! spellings of a secret are one value ([`NormalForm`]), what was asked ([`Demand`]) and what was
//! found ([`Guarantee`], [`Risk`], [`OverallVerdict`]). Nothing here measures a table.

mod demand;
mod fraction;
mod guarantee;
mod missing;
mod normal;
mod risk;
mod value;

pub use demand::{
    Alike, AlphaK, Ask, Asked, BetaLikeness, Closeness, Concern, Crowd, Dash, DeltaDisclosure,
    DeltaL, DeltaLDiversity, Demand, Distance, Diversity, EpsMAnonymity, Estimator, FLAGS, Flag,
    Grid, JointPresence, KAnonymity, KMap, Knowledge, LDiversity, Likeness, MixedMembership,
    PSensitivity, PersonalPresence, Population, Presence, Proximity, Radius, Refusal, Sensitive,
    Strictness, TCloseness, Takes, Varied, WeakKAnonymity, Words, at_least_one, deltas,
    did_you_mean,
};
pub use fraction::{Fraction, FractionError};
pub use guarantee::Guarantee;
pub use normal::NormalForm;
pub use risk::{OverallVerdict, PublishedRisk, Risk, RiskKind, Severity};
pub use value::{Kind, Nulls, Scalar};
