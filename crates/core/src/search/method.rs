//! How a release is to be found: the recoding, the algorithm, and how hard to think.

use crate::cost::{Cost, Over};

use super::{Algorithm, Effort, anatomy, boxes, chance, lattice};

/// How cells are generalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recoding {
    /// One level per column throughout.
    #[default]
    FullDomain,
    /// A box per class, cut where it loses least.
    Multidimensional,
    /// A box per cluster.
    Local,
    /// Quasi-identifiers as they are, secrets by group in a table of their own.
    Anatomy,
    /// Rows of the population, published by chance.
    Randomised,
}

impl Recoding {
    /// Every recoding.
    pub const ALL: [Recoding; 5] = [
        Recoding::FullDomain,
        Recoding::Multidimensional,
        Recoding::Local,
        Recoding::Anatomy,
        Recoding::Randomised,
    ];

    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Recoding::FullDomain => "full-domain",
            Recoding::Multidimensional => "multidimensional",
            Recoding::Local => "local",
            Recoding::Anatomy => "anatomy",
            Recoding::Randomised => "randomised",
        }
    }

    /// What it does, in a line.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Recoding::FullDomain => "one level per column throughout",
            Recoding::Multidimensional => "ranges, cut where they lose least",
            Recoding::Local => "ranges around clusters",
            Recoding::Anatomy => {
                "secrets by group in a table of their own, OUT.sensitive.csv; quasi-identifiers as they \
                 are unless demands ask for ranges"
            }
            Recoding::Randomised => "rows of --public published by chance; for --presence alone",
        }
    }

    /// The recoding that a user's word names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Recoding> {
        Recoding::ALL.into_iter().find(|recoding| recoding.name() == name)
    }

    /// The best algorithm there is for it.
    #[must_use]
    pub fn algorithm(self) -> &'static dyn Algorithm {
        match self {
            Recoding::FullDomain => &lattice::optimal::Optimal,
            Recoding::Multidimensional => &boxes::guided::Guided,
            Recoding::Local => &boxes::cluster::Clusters,
            Recoding::Anatomy => &anatomy::AnatomyRanges,
            Recoding::Randomised => &chance::Chance,
        }
    }
}

/// How a release is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The algorithm, and with it the recoding.
    pub algorithm: &'static dyn Algorithm,
    /// How hard to think.
    pub effort: Effort,
    /// What is to be small.
    pub cost: Cost,
    /// Whose cells and classes the cost counts.
    pub over: Over,
    /// Whether clusters may overlap.
    pub overlap: bool,
    /// Whether all minimal nodes are wanted.
    pub all_minimal: bool,
    /// Whether classes are dealt into groups.
    pub deal: bool,
}

impl Default for Method {
    fn default() -> Self {
        Recoding::default().into()
    }
}

/// The default way of yielding a recoding.
impl From<Recoding> for Method {
    fn from(recoding: Recoding) -> Self {
        Method {
            algorithm: recoding.algorithm(),
            effort: Effort::default(),
            cost: Cost::LOSS,
            over: Over::default(),
            overlap: false,
            all_minimal: false,
            deal: false,
        }
    }
}

impl Method {
    /// The recoding that it yields.
    #[must_use]
    pub fn recoding(&self) -> Recoding {
        self.algorithm.recoding()
    }

    /// The nodes of a lattice that may be examined.
    #[must_use]
    pub fn most_checks(&self) -> Option<u64> {
        let limited = self.effort == Effort::Fast && self.recoding() == Recoding::FullDomain;
        limited.then_some(1000)
    }
}
