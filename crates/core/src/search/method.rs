//! How to search: the recoding, the algorithm and the effort.

use crate::cost::{Cost, CostOver};

use super::{Algorithm, Effort, anatomy, boxes, chance, lattice, local_suppression};

/// How cells are generalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recoding {
    /// One level per column.
    #[default]
    FullDomain,
    /// A box per class, from recursive cuts.
    Multidimensional,
    /// A box per cluster.
    Local,
    /// Single cells suppressed, all others unchanged.
    LocalSuppression,
    /// Quasi-identifiers unchanged, sensitive values by group in a separate table.
    Anatomy,
    /// A random selection of rows of the population.
    Randomised,
}

impl Recoding {
    /// Every recoding.
    pub const ALL: [Recoding; 6] = [
        Recoding::FullDomain,
        Recoding::Multidimensional,
        Recoding::Local,
        Recoding::LocalSuppression,
        Recoding::Anatomy,
        Recoding::Randomised,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Recoding::FullDomain => "full-domain",
            Recoding::Multidimensional => "multidimensional",
            Recoding::Local => "local",
            Recoding::LocalSuppression => "local-suppression",
            Recoding::Anatomy => "anatomy",
            Recoding::Randomised => "randomised",
        }
    }

    /// A one-line description.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Recoding::FullDomain => "one level per column throughout",
            Recoding::Multidimensional => "ranges, cut where they lose least",
            Recoding::Local => "ranges around clusters",
            Recoding::LocalSuppression => "single cells become *, all others stay as they are",
            Recoding::Anatomy => {
                "secrets by group in a table of their own, OUT.sensitive.csv; quasi-identifiers as they \
                 are unless demands ask for ranges"
            }
            Recoding::Randomised => "rows of `public` published by chance; for `presence` alone",
        }
    }

    /// The recoding of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Recoding> {
        Recoding::ALL.into_iter().find(|recoding| recoding.name() == name)
    }

    /// The default algorithm of the recoding.
    #[must_use]
    pub fn algorithm(self) -> &'static dyn Algorithm {
        match self {
            Recoding::FullDomain => &lattice::optimal::Optimal,
            Recoding::Multidimensional => &boxes::guided::Guided,
            Recoding::Local => &boxes::cluster::Clusters,
            Recoding::LocalSuppression => &local_suppression::LocalSuppression,
            Recoding::Anatomy => &anatomy::AnatomyRanges,
            Recoding::Randomised => &chance::RandomDraw,
        }
    }
}

/// Where boxes may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoxEnds {
    /// Between any two values.
    #[default]
    Values,
    /// Where a hierarchy node ends, so that every published value is a single label.
    Nodes,
}

impl BoxEnds {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BoxEnds::Values => "values",
            BoxEnds::Nodes => "nodes",
        }
    }
}

/// How to search for a release.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The algorithm, which determines the recoding.
    pub algorithm: &'static dyn Algorithm,
    /// The effort.
    pub effort: Effort,
    /// The cost to minimise.
    pub cost: Cost,
    /// Whether the cost counts rows or people.
    pub over: CostOver,
    /// Whether clusters may overlap.
    pub overlap: bool,
    /// Whether to list all minimal nodes.
    pub all_minimal: bool,
    /// Whether to deal classes into groups.
    pub deal: bool,
    /// Where boxes may end.
    pub cut: BoxEnds,
    /// How many quasi-identifiers an attacker knows at most; all if nothing is said. For local
    /// suppression.
    pub known: Option<usize>,
    /// Whether to search on until the result is proven, whatever the effort.
    pub proof: bool,
}

impl Default for Method {
    fn default() -> Self {
        Recoding::default().into()
    }
}

/// The default method of a recoding.
impl From<Recoding> for Method {
    fn from(recoding: Recoding) -> Self {
        Method {
            algorithm: recoding.algorithm(),
            effort: Effort::default(),
            cost: Cost::LOSS,
            over: CostOver::default(),
            overlap: false,
            all_minimal: false,
            deal: false,
            cut: BoxEnds::default(),
            known: None,
            proof: false,
        }
    }
}

impl Method {
    /// The recoding of the algorithm.
    #[must_use]
    pub fn recoding(&self) -> Recoding {
        self.algorithm.recoding()
    }

    /// The number of lattice nodes that may be examined.
    #[must_use]
    pub fn most_checks(&self) -> Option<u64> {
        let full_domain = self.recoding() == Recoding::FullDomain;
        let limited = self.effort == Effort::Fast && full_domain && !self.proof;
        limited.then_some(1000)
    }
}
