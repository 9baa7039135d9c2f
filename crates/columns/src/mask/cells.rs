//! How many cells (combinations of published values) a table may have, so that a cell holds k of
//! the n people of a universe with probability at least 1 - beta (Lodha & Thomas 2007, theorem 4).
//!
//! [`CellSize`] offers the theorem's Chernoff bound, the exact binomial tail, a simultaneous form
//! in which the tail of each of D' cells is within beta / D', and a distribution-free form.
//!
//! Deviations: the theorem's inequality has a second solution, with so many cells that fewer than k
//! people are expected in each; Chernoff's bound does not apply there, and such numbers are
//! rejected. The root is computed in a stable form, and the constant that example 8 sets to 0 is
//! kept. Rounding is conservative: a tail within a billionth of beta is decided with big integers
//! for up to `FEW` people, and rejected beyond.
//!
//! Manual page: `docs/algorithms/cells.md`.

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
pub struct DistributionFreeCells {
    /// How many cells.
    pub cells: u64,
    /// The share of the people that may be in cells with fewer than 2k of them expected.
    pub sparse: f64,
    /// How likely any other cell is to have fewer than k, at most.
    pub residual: f64,
}

impl DistributionFreeCells {
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
    pub fn distribution_free(&self) -> DistributionFreeCells {
        let product = u128::from(self.beta.numerator()) * u128::from(self.universe);
        let cells = product / u128::from(self.beta.denominator()) / (2 * u128::from(self.k));
        let cells = u64::try_from(cells).unwrap_or(u64::MAX);
        if cells <= 1 {
            return DistributionFreeCells { cells: 1, sparse: 0.0, residual: 0.0 };
        }
        let k = self.k as f64;
        let residual = (-(k + 1.0) * (k + 1.0) / (4.0 * k)).exp();
        DistributionFreeCells { cells, sparse: self.beta.to_f64(), residual }
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
