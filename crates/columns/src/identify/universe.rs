//! How unique people can be in a universe that nobody has at hand, from domain sizes alone.
//!
//! **Promises** an upper bound on the expected fraction of a universe of n people that a set of
//! columns with D possible tuples makes unique, whatever the distribution over tuples. A set below
//! the bound is almost surely no alpha-quasi-identifier; one above it may be or not.
//!
//! **Against** someone who looks people up in a register of the universe.
//!
//! **Defined** by Lodha & Thomas (2007), theorems 1 to 3: D / (e n) up to D = n, and exp(-n / D)
//! from there. D is the product of the columns' domain sizes, which is generous where columns go
//! together.
//!
//! **Deviations** theorem 2 is printed with exp(n / D), more than everybody; the sign is a slip.
//! Both theorems treat counts as Poisson, and a universe of fixed size can pass them: of three
//! people over two equally likely tuples 3/4 of one is expected to be unique, where 2/e = 0.736 is
//! promised. [`Universe::unique_cap`] is the bound that holds, (1 - 1/n)^(n-1) D / n and (1 -
//! 1/D)^(n-1); the two meet as n grows. Theorem 3 is stated for alpha from 1/2; the condition is
//! necessary, not sufficient, and below 1/e it is the first branch that has to be inverted. All of
//! it takes people for independent draws: a number that is given to each person once, as on a card,
//! makes everybody unique with D = n, where the bound says 1/e. Only counting finds those.
//!
//! **People** who have m tuples each on average are unique if nobody else has one of them. A tuple
//! makes at most one person unique, so there are no more of them than tuples with one holder. Of n
//! people alike and independent of each other, who have tuple i with probability a_i (the a_i add up
//! to m), n a_i (1 - a_i)^(n-1) tuples i are expected to have one holder. That is largest for a_i = 1/n,
//! and concave up to there: D (1 - 1/n)^(n-1) in all if D <= m n, else n m (1 - m/D)^(n-1). Over n these
//! are the caps, and D / (e n) and m exp(-m n / D) the bounds, 1 at most. With m = 1 they are those of
//! the paper.
//!
//! **Cost** none to speak of.

use std::f64::consts::E;

use incrowd_terms::Fraction;

use super::Columns;

/// How many values each column can take.
///
/// ```
/// use incrowd_columns::identify::Domains;
/// let mut domains = Domains::new(vec![2, 20_000, 100_000]);
/// assert_eq!(domains.product(&[0, 1, 2]), 4e9);
/// domains.set(1, 60);
/// assert_eq!(domains.product(&[0, 1]), 120.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains(Vec<u64>);

impl Domains {
    /// Domain sizes by column, without a table.
    #[must_use]
    pub fn new(sizes: Vec<u64>) -> Self {
        Domains(sizes)
    }

    /// The distinct values that a table has.
    #[must_use]
    pub fn of(columns: &Columns) -> Self {
        Domains((0..columns.width()).map(|column| columns.distinct(column)).collect())
    }

    /// Overrides the size of one column: fewer if the adversary knows it only roughly, more if
    /// the universe has values that the table lacks.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn set(&mut self, column: usize, size: u64) {
        self.0[column] = size;
    }

    /// The size of each column.
    #[must_use]
    pub fn sizes(&self) -> &[u64] {
        &self.0
    }

    /// The tuples that a set of columns can take; exact below 2^53.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn product(&self, set: &[usize]) -> f64 {
        set.iter().map(|&column| self.0[column] as f64).product()
    }
}

/// Everybody whom an adversary may be looking for.
///
/// ```
/// use incrowd_columns::identify::Universe;
/// // Gender, date of birth and zip code in the USA: 0.93 at most (example 3).
/// let bound = Universe { people: 300_000_000 }.unique_bound(4e9);
/// assert!((bound - 0.9277).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universe {
    /// How many they are.
    pub people: u64,
}

impl Universe {
    /// The largest expected fraction of unique people, for counts that are Poisson.
    #[must_use]
    pub fn unique_bound(self, domain: f64) -> f64 {
        self.unique_bound_each(domain, 1.0)
    }

    /// The same for people who have so many tuples each, on average.
    #[must_use]
    pub fn unique_bound_each(self, domain: f64, each: f64) -> f64 {
        let people = self.people as f64;
        let bound = match self.people {
            0 => 0.0,
            _ if domain <= each * people => domain / (E * people),
            _ => each * (-each * people / domain).exp(),
        };
        bound.min(1.0)
    }

    /// The largest expected fraction of unique people, for exactly so many independent people.
    #[must_use]
    pub fn unique_cap(self, domain: f64) -> f64 {
        self.unique_cap_each(domain, 1.0)
    }

    /// The same for people who have so many tuples each, on average.
    #[must_use]
    pub fn unique_cap_each(self, domain: f64, each: f64) -> f64 {
        let people = self.people as f64;
        // Nobody else has a tuple of this probability.
        let alone = |share: f64| ((people - 1.0) * (-share).ln_1p()).exp();
        let cap = match self.people {
            0 => 0.0,
            1 => domain.min(1.0),
            _ if domain <= each * people => domain / people * alone(1.0 / people),
            _ => each * alone(each / domain),
        };
        cap.min(1.0)
    }

    /// A set of columns can only make the fraction alpha of the people unique if it can take
    /// more tuples than this.
    #[must_use]
    pub fn least_dangerous_domain(self, alpha: Fraction) -> f64 {
        self.least_dangerous_domain_each(alpha, 1.0)
    }

    /// The same for people who have so many tuples each, on average.
    #[must_use]
    pub fn least_dangerous_domain_each(self, alpha: Fraction, each: f64) -> f64 {
        let (people, alpha) = (self.people as f64, alpha.to_f64());
        if alpha >= each {
            // However many tuples there are, two people may share one.
            return f64::INFINITY;
        }
        if alpha > each / E { each * people / (each / alpha).ln() } else { alpha * E * people }
    }

    /// Whether a set of columns with so many possible tuples may be an alpha-quasi-identifier.
    #[must_use]
    pub fn is_dangerous(self, domain: f64, alpha: Fraction) -> bool {
        self.is_dangerous_each(domain, alpha, 1.0)
    }

    /// The same for people who have so many tuples each, on average.
    #[must_use]
    pub fn is_dangerous_each(self, domain: f64, alpha: Fraction, each: f64) -> bool {
        domain > self.least_dangerous_domain_each(alpha, each)
    }

    /// How many people share a tuple if all tuples are equally likely, one at least.
    #[must_use]
    pub fn estimated_k(self, domain: f64) -> f64 {
        self.estimated_k_each(domain, 1.0)
    }

    /// The same for people who have so many tuples each, on average.
    #[must_use]
    pub fn estimated_k_each(self, domain: f64, each: f64) -> f64 {
        (self.people as f64 * each / domain.max(1.0)).max(1.0)
    }
}
