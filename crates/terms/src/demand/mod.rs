//! The demands on a release, one per model and column.
//!
//! A class is the set of rows with equal published quasi-identifiers; every demand applies to every
//! class. One file per model defines its parameters, its flag and syntax, its wording and what it
//! needs ([`PrivacyDemand`]). Search and judge each have their own code to decide it. To add a model, add a
//! file here and a line in the list below.

mod ask;
mod asked;
mod flag;
mod population;
mod refusal;
mod strictness;

use std::fmt;
use std::ops::Deref;

use crate::{Figure, Fraction};

pub use ask::{PopulationKnowledge, PrivacyDemand, SensitiveColumn};
pub use asked::{DemandInput, DemandWords, at_least_one};
pub use beta_likeness::Likeness;
pub use delta_l::{DeltaL, DeltaLCounting};
pub use diversity::Diversity;
pub use flag::{DemandSubject, ExploredPart, Flag, FlagValue, LeadingDash};
pub use k_map::{Estimator, KMapPopulation};
pub use presence::{Knowledge, deltas};
pub use proximity::{Proximity, Radius};
pub use refusal::{DemandError, did_you_mean, not_one_of};
pub use strictness::{FigureGrid, Strictness};
pub use t_closeness::{Closeness, Distance};

/// Makes the common list of models: the file of each, and further flags that follow its own in the
/// help.
macro_rules! demands {
    ($($(#[$doc:meta])* $model:ident in $file:ident $(, then $($flag:path),+)?;)+) => {
        $(mod $file;)+
        $(pub use $file::$model;)+

        /// One privacy demand on a published table. Its methods are those of [`PrivacyDemand`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Demand {
            $($(#[$doc])* $model($model),)+
        }

        // Delegates to the model; listing all methods again would add nothing.
        impl Deref for Demand {
            type Target = dyn PrivacyDemand;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Demand::$model(asked) => asked,)+
                }
            }
        }

        impl Demand {
            /// The flag by which it is asked for.
            #[must_use]
            pub fn flag(&self) -> &'static Flag {
                match self {
                    $(Demand::$model(_) => &$file::FLAG,)+
                }
            }
        }

        $(impl From<$model> for Demand {
            fn from(asked: $model) -> Self {
                Demand::$model(asked)
            }
        })+

        /// The flags of all demands, in the order of the help.
        pub const FLAGS: &[Flag] = &[$($file::FLAG, $($($flag,)+)?)+];
    };
}

demands! {
    /// So many rows look alike.
    KAnonymity in k_anonymity;
    /// So many values of a secret in every class.
    PSensitivity in p_sensitive;
    /// A form of l-diversity.
    LDiversity in diversity;
    /// No secret is too frequent in a class.
    AlphaK in alpha_k;
    /// Secrets are distributed in a class as in the table.
    TCloseness in t_closeness;
    /// No secret gains too much in a class.
    BetaLikeness in beta_likeness;
    /// No secret gains or loses too much in a class.
    DeltaDisclosure in delta_disclosure;
    /// No number is near too many.
    EpsMAnonymity in proximity;
    /// Not too many numbers are alike.
    DeltaLDiversity in delta_l, then delta_l::MODE;
    /// Every row fits so many people.
    KMap in k_map;
    /// Nobody's presence is too likely or unlikely.
    Presence in presence;
    /// Presence with limits of each person's own.
    PersonalPresence in personal_presence;
    /// Nobody's presence with a secret is too likely.
    JointPresence in joint_presence, then presence::PRIOR;
    /// So many people look alike.
    WeakKAnonymity in weak_k;
    /// Every class has members and others.
    MixedMembership in mixed_membership, then population::PUBLIC, population::DISTRIBUTION,
        presence::CONFIDENCE, population::SIZE, k_map::SIGNIFICANCE;
}

impl Demand {
    /// Whether that is what it is about.
    #[must_use]
    pub fn is_about(&self, concern: DemandSubject) -> bool {
        self.flag().concern() == Some(concern)
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A fraction as a number, whole where it is whole.
fn number(fraction: Fraction) -> Figure {
    if fraction.is_whole() { fraction.numerator().into() } else { fraction.to_f64().into() }
}

/// A fraction as a number if that, as JSON has it, is the fraction; else as a text.
fn exact(fraction: Fraction) -> Figure {
    let rounded = number(fraction);
    let written = serde_json::to_string(&rounded).unwrap_or_default();
    if written.parse() == Ok(fraction) { rounded } else { fraction.into() }
}
