//! A masking as it is asked for.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Spec;
use incrowd_core::mask::cluster::Ties;
use incrowd_core::mask::numbers::Grouping;
use incrowd_core::mask::pseudonym::Pseudonyms;
use incrowd_core::safe_harbor::Reference;
use incrowd_core::terms::Fraction;
use incrowd_io::Location;

use crate::reading::Reading;

use super::action::Action;

/// A masking that was asked for.
pub struct Masking {
    /// How it is read.
    pub reading: Reading,
    /// Quasi-identifiers, which share out the cells.
    pub qi: Vec<String>,
    /// What becomes of columns, where it was said.
    pub actions: BTreeMap<String, Action>,
    /// Whether the law says it of the others.
    pub safe_harbor: bool,
    /// A table of the people per three digits of ZIP codes.
    pub zip3: Option<Location>,
    /// The day on which ages count.
    pub reference: Option<Reference>,
    /// The key of pseudonyms.
    pub pseudonyms: Option<Pseudonyms>,
    /// Hierarchies of columns.
    pub hierarchies: BTreeMap<String, Spec>,
    /// How numbers are grouped.
    pub grouping: Grouping,
    /// Whether equal numbers stay together.
    pub ties: Ties,
    /// Whether groups are shown as ranges.
    pub ranges: bool,
    /// The crowd that everybody is to vanish in.
    pub crowd: Option<CrowdAsked>,
    /// How much columns count.
    pub weights: BTreeMap<String, f64>,
    /// In the order in which they were given.
    pub domains: Vec<(String, u64)>,
    /// Where chance comes from.
    pub seed: u64,
}

/// The crowd that was asked for.
#[derive(Clone, Copy)]
pub struct CrowdAsked {
    /// How many people share a cell.
    pub k: u64,
    /// How likely it may be fewer.
    pub beta: Fraction,
    /// How many people there are; the rows, if nothing is said.
    pub universe: Option<u64>,
    /// How cells are counted.
    pub form: Form,
}

/// How cells are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the corrected theorem says.
    Theorem,
    /// By the binomial itself.
    Exact,
    /// All cells at once.
    Simultaneous,
    /// Whatever the distribution.
    DistributionFree,
}

impl Form {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Form::Theorem => "theorem",
            Form::Exact => "exact",
            Form::Simultaneous => "simultaneous",
            Form::DistributionFree => "distribution-free",
        }
    }
}
