//! # How many cells
//!
//! **Promises** the number of combinations of values (cells) such that a cell contains k of the n
//! people of a universe with probability at least 1-beta. Three forms assume cells of equal
//! probability: the paper's *theorem*, from Chernoff's bound; *exact*, the most cells for which the
//! binomial tail is within beta, up to twice as many; and *simultaneous*, for which *all* D' cells
//! contain k people at once with probability 1-beta, because the tail of each is within beta/D'.
//! The fourth, *distribution-free*, assumes nothing: all but beta of the people are in cells where
//! k is likely, and the probability is reported.
//!
//! **Takes** `mask --k --beta`, with `--cells theorem|exact|simultaneous` or `--distribution-free`,
//! and `--universe` if the table is part of a larger population.
//!
//! **Not promised** anything for cells that are not equally likely, except by the fourth form
//! (`probabilistic-anonymity`). A single cell is always valid if n is at least k.
//!
//! **Choose it** as `--cells exact` if the columns are nearly independent, as `--cells
//! simultaneous` if every cell must contain k people, and as `--distribution-free` if nothing is
//! known.
//!
//! **Example** of 1,000 people, with k = 10 and beta = 5 %, there may be 50 cells by the theorem
//! and 63 by the exact tail.
//!
//! `incrowd mask --plan --domain sex=2 --domain birth=20000 --k 10 --beta 5% --universe 1000 --cells exact`
//!
//! **Defined** by Lodha & Thomas (2007), theorem 4 and example 6.
//!
//! **Deviations** the paper's inequality has a second solution: with so many cells that k-1 is
//! above n/D', fewer people than k are *expected* in each, and the squared difference in the
//! exponent grows again. Chernoff's bound does not hold there, so such numbers of cells are
//! rejected. The paper's root divides by k-1 and subtracts nearly equal numbers; here the same root
//! is computed in a stable form. The theorem is stated as D' < n/k (1-c) with an unnamed constant,
//! which example 8 takes as 0: without it a cell fails in nearly half of the cases. Rounding is
//! conservative. A tail within a billionth of beta is decided with big integers for up to a
//! thousand people, and rejected beyond.
//!
//! **Cost** the exact forms sum O(sqrt(k)) terms for each of some 60 numbers of cells.

use incrowd_terms::Fraction;
use num_bigint::BigUint;

use incrowd_core::model::Binomial;

/// Tails this near to beta, relatively, are not decided by doubles.
const NEAR: f64 = 1e-9;

/// Up to so many people tails are calculated in whole numbers if need be.
const FEW: u64 = 1000;

/// The crowd that each cell should have.
#[derive(Clone, Copy, Debug)]
pub struct CellSize {
    universe: u64,
    k: u64,
    beta: Fraction,
}

/// Why there is no number of cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellSizeError {
    /// Nobody in the crowd.
    #[error("k must be at least 1")]
    KIsZero,
    /// A probability of failure that is none, or promises nothing.
    #[error("beta must be above 0 and below 1")]
    BetaNotInside,
    /// Even one cell has too few.
    #[error("a universe of {universe} people has no crowd of {k}")]
    TooFew {
        /// Everybody.
        universe: u64,
        /// The crowd.
        k: u64,
    },
}

/// Cells for which nothing is assumed of how people are spread over them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistributionFree {
    /// How many cells.
    pub cells: u64,
    /// The share of the people that may be in cells with fewer than 2k of them expected.
    pub sparse: f64,
    /// How likely any other cell is to have fewer than k, at most.
    pub residual: f64,
}

impl DistributionFree {
    /// How likely somebody is to be in a cell of fewer than k, at most.
    #[must_use]
    pub fn failure(&self) -> f64 {
        (self.sparse + self.residual).min(1.0)
    }
}

impl CellSize {
    /// At least `k` of `universe` people, with probability 1 - `beta`.
    pub fn new(universe: u64, k: u64, beta: Fraction) -> Result<Self, CellSizeError> {
        if k == 0 {
            return Err(CellSizeError::KIsZero);
        }
        if beta == Fraction::ZERO || beta >= Fraction::ONE {
            return Err(CellSizeError::BetaNotInside);
        }
        if universe < k {
            return Err(CellSizeError::TooFew { universe, k });
        }
        Ok(CellSize { universe, k, beta })
    }

    /// The number that theorem 4 gives, before it is rounded down.
    ///
    /// ```
    /// use incrowd_columns::mask::cells::CellSize;
    /// let crowd = CellSize::new(300_000_000, 100, "0.1".parse().unwrap()).unwrap();
    /// assert_eq!(crowd.theorem_bound().floor(), 2_443_425.0);
    /// ```
    #[must_use]
    pub fn theorem_bound(&self) -> f64 {
        let others = (self.k - 1) as f64;
        let doubt = self.doubt();
        let root = (doubt * doubt + 2.0 * doubt * others).sqrt();
        self.universe as f64 / (others + doubt + root)
    }

    /// ln(1/beta), which is small for a beta near 1.
    fn doubt(&self) -> f64 {
        let (part, whole) = (self.beta.numerator(), self.beta.denominator());
        -(-((whole - part) as f64 / whole as f64)).ln_1p()
    }

    /// The most cells that theorem 4 allows.
    #[must_use]
    pub fn theorem(&self) -> u64 {
        let safe = self.theorem_bound() * (1.0 - 1e-14);
        (safe as u64).clamp(1, self.most())
    }

    /// The most cells of equal probability of which any one holds the crowd.
    #[must_use]
    pub fn exact(&self) -> u64 {
        self.bisect(|cells| self.tail_within(cells, 1))
    }

    /// The most cells of equal probability that all hold the crowd at once, by the sum of their
    /// failures.
    #[must_use]
    pub fn simultaneous(&self) -> u64 {
        self.bisect(|cells| self.tail_within(cells, cells))
    }

    /// Cells of any probabilities.
    #[must_use]
    pub fn distribution_free(&self) -> DistributionFree {
        let product = u128::from(self.beta.numerator()) * u128::from(self.universe);
        let cells = product / u128::from(self.beta.denominator()) / (2 * u128::from(self.k));
        let cells = u64::try_from(cells).unwrap_or(u64::MAX);
        if cells <= 1 {
            return DistributionFree { cells: 1, sparse: 0.0, residual: 0.0 };
        }
        let k = self.k as f64;
        let residual = (-(k + 1.0) * (k + 1.0) / (4.0 * k)).exp();
        DistributionFree { cells, sparse: self.beta.to_f64(), residual }
    }

    /// How likely a cell is to hold the crowd if there are so many of equal probability.
    #[must_use]
    pub fn probability(&self, cells: u64) -> f64 {
        self.binomial(cells).from(self.k)
    }

    /// How likely a cell with this share of the universe is to hold fewer than the crowd.
    #[must_use]
    pub fn failure_of(&self, share: f64) -> f64 {
        Binomial { trials: self.universe, p: share.clamp(0.0, 1.0) }.up_to(self.k - 1)
    }

    fn binomial(&self, cells: u64) -> Binomial {
        Binomial { trials: self.universe, p: 1.0 / cells.max(1) as f64 }
    }

    /// No more cells than leave k-1 people expected in each.
    fn most(&self) -> u64 {
        self.universe.checked_div(self.k - 1).unwrap_or(u64::MAX)
    }

    /// The most cells that are allowed; one always is, and more never are when fewer are not.
    fn bisect(&self, allowed: impl Fn(u64) -> bool) -> u64 {
        let (mut good, mut bad) = (1_u64, 2_u64);
        let most = self.most();
        while bad <= most && allowed(bad) {
            good = bad;
            if bad == u64::MAX {
                return bad;
            }
            bad = bad.saturating_mul(2);
        }
        bad = bad.min(most.saturating_add(1));
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            if allowed(middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        good
    }

    /// Whether `times` the probability of fewer than k in one of the cells is within beta.
    fn tail_within(&self, cells: u64, times: u64) -> bool {
        let tail = self.binomial(cells).up_to(self.k - 1) * times as f64;
        let beta = self.beta.to_f64();
        if (tail - beta).abs() > NEAR * beta {
            return tail < beta;
        }
        self.universe <= FEW && self.tail_within_exactly(cells, times)
    }

    /// The same in whole numbers: the tail is sum C(n,j) (D'-1)^(n-j) over D'^n.
    fn tail_within_exactly(&self, cells: u64, times: u64) -> bool {
        let people = self.universe as u32;
        let others = BigUint::from(cells - 1);
        let mut choose = BigUint::from(1_u32);
        let mut sum = BigUint::ZERO;
        for few in 0..self.k as u32 {
            sum += &choose * others.pow(people - few);
            choose = choose * (people - few) / (few + 1);
        }
        let whole = BigUint::from(cells).pow(people);
        sum * times * self.beta.denominator() <= whole * self.beta.numerator()
    }
}
