//! The limits of delta-presence that follow from a prior, an accepted cost and a gain (Nergiz,
//! Atzori & Clifton 2007, section 4).
//!
//! With the share t of the population in the table and the prior b, a presence x leads to the
//! belief (x (1-b) + b - t) / (1-t). The limits are where this is b plus or minus the accepted
//! change. The arithmetic is exact, and limits are rounded to six decimals towards the safe side.
//!
//! Manual page: `docs/models/risk.md`.

mod exact;

use incrowd_terms::Fraction;

pub use exact::Rational;

/// Deltas are whole multiples of one over this: six decimals.
pub const PARTS: u64 = 1_000_000;

/// What a policy maker knows and accepts.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    /// How likely a person of the population is to have the trait, as anyone knows.
    pub prior: Fraction,
    /// People in the table; all of them have the trait.
    pub members: u64,
    /// People in the population.
    pub people: u64,
    /// How much more a person may be expected to cost, after the release, before somebody acts on
    /// it: a difference that drowns in noise.
    pub cost: Fraction,
    /// What the trait of one person is worth to whoever would misuse the table.
    pub gain: Fraction,
    /// How much less a person may be expected to cost; without it people may look as unlikely to
    /// have the trait as they will.
    pub cost_out: Option<Fraction>,
}

/// Why stakes make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StakesError {
    /// Nobody has the trait, or everybody.
    #[error(
        "the prior belief must be above 0 and below 1: otherwise there is nothing left to learn about anybody"
    )]
    PriorNotInside,
    /// Nobody is in the table.
    #[error("at least 1 person must be in the table")]
    NoMembers,
    /// Nobody is in the population.
    #[error("at least 1 person must be in the population")]
    NoPeople,
    /// The table has people that the population lacks.
    #[error(
        "{members} people cannot be in the table when the population has {people}: the table is a part of the population"
    )]
    MoreMembersThanPeople {
        /// People in the table.
        members: u64,
        /// People in the population.
        people: u64,
    },
    /// Fewer people are thought to have the trait than are known to.
    #[error(
        "the prior belief is below {members}/{people}, the share of the population that is in the table; everyone in the table has the trait, so it must be at least that"
    )]
    PriorBelowShare {
        /// People in the table.
        members: u64,
        /// People in the population.
        people: u64,
    },
    /// Nothing can be gained.
    #[error(
        "the gain must be above 0: if knowledge about a person is worth nothing, there is no misuse"
    )]
    NoGain,
    /// No misuse is accepted.
    #[error(
        "the accepted cost must be above 0: with an accepted cost of 0, only the number of people in the table can be published"
    )]
    NoCost,
    /// No misuse is accepted on the side of those who are not in the table.
    #[error(
        "the accepted cost must be above 0: with an accepted cost of 0, only the number of people in the table can be published; leave it out to let people look as unlikely to have the trait as they will"
    )]
    NoCostOut,
}

impl StakesError {
    /// The figure that is to blame, by its name among the [`Stakes`].
    #[must_use]
    pub fn figure(&self) -> &'static str {
        match self {
            StakesError::PriorNotInside | StakesError::PriorBelowShare { .. } => "prior",
            StakesError::NoMembers | StakesError::MoreMembersThanPeople { .. } => "members",
            StakesError::NoPeople => "people",
            StakesError::NoGain => "gain",
            StakesError::NoCost => "cost",
            StakesError::NoCostOut => "cost_out",
        }
    }
}

/// Stakes that make sense, and what follows from them.
///
/// ```
/// use incrowd_core::presence_limits::{MisuseRisk, Stakes};
/// let fraction = |text: &str| text.parse().unwrap();
/// let risk = MisuseRisk::new(&Stakes {
///     prior: fraction("7%"),
///     members: 1957,
///     people: 45222,
///     cost: fraction("100"),
///     gain: fraction("10000"),
///     cost_out: Some(fraction("200")),
/// })
/// .unwrap();
/// let delta = risk.delta();
/// assert_eq!(delta.least.plain(), "0.022701");
/// assert_eq!(delta.most.plain(), "0.053562");
/// assert!(risk.posterior(&delta.most.into()) <= fraction("8%").into());
/// ```
#[derive(Clone, Debug)]
pub struct MisuseRisk {
    prior: Rational,
    share: Rational,
    /// By how much a belief may rise.
    rise: Rational,
    /// By how much it may fall, if that is limited.
    fall: Option<Rational>,
}

/// The presence that a release may give people, in six decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceLimits {
    /// The least, rounded up.
    pub least: Fraction,
    /// The greatest, rounded down.
    pub most: Fraction,
}

impl MisuseRisk {
    /// Checks the stakes.
    ///
    /// # Errors
    /// If a figure is out of its range, or two contradict each other.
    pub fn new(stakes: &Stakes) -> Result<MisuseRisk, StakesError> {
        let &Stakes { prior, members, people, cost, gain, cost_out } = stakes;
        if prior == Fraction::ZERO || prior >= Fraction::ONE {
            return Err(StakesError::PriorNotInside);
        }
        if people == 0 {
            return Err(StakesError::NoPeople);
        }
        if members == 0 {
            return Err(StakesError::NoMembers);
        }
        if members > people {
            return Err(StakesError::MoreMembersThanPeople { members, people });
        }
        let share = Fraction::new(members, people);
        if share > prior {
            return Err(StakesError::PriorBelowShare { members, people });
        }
        if gain == Fraction::ZERO {
            return Err(StakesError::NoGain);
        }
        if cost == Fraction::ZERO {
            return Err(StakesError::NoCost);
        }
        if cost_out == Some(Fraction::ZERO) {
            return Err(StakesError::NoCostOut);
        }
        let gain = Rational::from(gain);
        Ok(MisuseRisk {
            prior: prior.into(),
            share: share.into(),
            rise: &Rational::from(cost) / &gain,
            fall: cost_out.map(|cost| &Rational::from(cost) / &gain),
        })
    }

    /// The share of the population that is in the table.
    #[must_use]
    pub fn share(&self) -> &Rational {
        &self.share
    }

    /// The presence at which a belief has risen by all that is accepted; above 1 if it never does.
    #[must_use]
    pub fn upper(&self) -> Rational {
        self.presence(&(&self.prior + &self.rise))
    }

    /// The presence at which a belief has fallen by all that is accepted; below 0 if it never
    /// does, and 0 if any fall is accepted.
    #[must_use]
    pub fn lower(&self) -> Rational {
        match &self.fall {
            Some(fall) => self.presence(&(&self.prior - fall)),
            None => Rational::from(0),
        }
    }

    /// What to demand of a release.
    #[must_use]
    pub fn delta(&self) -> PresenceLimits {
        PresenceLimits {
            least: self.lower().ceil_share(PARTS),
            most: self.upper().floor_share(PARTS),
        }
    }

    /// What is believed of a person whose presence is this.
    #[must_use]
    pub fn posterior(&self, presence: &Rational) -> Rational {
        let one = Rational::from(1);
        let others = &self.prior - &self.share;
        let raised = &(presence * &(&one - &self.prior)) + &others;
        &raised / &(&one - &self.share)
    }

    /// By how much the beliefs about two people can differ under a delta.
    #[must_use]
    pub fn pair_gap(&self, delta: &PresenceLimits) -> Rational {
        &self.posterior(&delta.most.into()) - &self.posterior(&delta.least.into())
    }

    /// Whether a release with this delta can exist: the least that any release tells is the
    /// share of the population that is in the table, which rounding may have cut off.
    #[must_use]
    pub fn allows(&self, delta: &PresenceLimits) -> bool {
        Rational::from(delta.least) <= self.share && self.share <= Rational::from(delta.most)
    }

    /// The presence that leads to a belief.
    fn presence(&self, belief: &Rational) -> Rational {
        let one = Rational::from(1);
        let others = &self.prior - &self.share;
        &(&(belief * &(&one - &self.share)) - &others) / &(&one - &self.prior)
    }
}
