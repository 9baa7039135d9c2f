//! Generalization hierarchies of quasi-identifiers.
//!
//! A hierarchy gives every value (a *leaf*) a chain leaf -> parent -> ... -> top. All chains are
//! equally long, so a *level* is a full recoding of the column: level 0 keeps the values, and level
//! [`Hierarchy::height`] is `*`. Leaves are numbered depth-first, or by magnitude in columns of
//! numbers and dates, so that **every node is a contiguous range of leaf codes**: outside this
//! module, numeric ranges and categorical groups are both ranges `[lo, hi]` of codes.
//!
//! A [`Spec`] says which hierarchy a user wants. [`build`] combines it with the [`Domain`], the
//! values of the column, and returns a valid [`Hierarchy`] or the reason why there is none. Each
//! [`Builder`] is a file and a line in [`BUILDERS`]. Builders that read chains from a file share
//! `chains.rs`; builders that compute them from the data use a [`Scaffold`].
//!
//! ```
//! use incrowd_core::hierarchy::{Domain, Spec, build};
//! use incrowd_terms::{Kind, Nulls};
//!
//! let spec = Spec::parse("intervals:5,10").unwrap().read(|_path| Err("no file")).unwrap();
//! let values = ["17", "19", "23"].map(|age| (age.to_string(), 1));
//! let nulls = Nulls::default();
//! let ages = Domain { column: "age", kind: Kind::Integer, values: &values, nulls: &nulls };
//! let hierarchy = build(&spec, &ages).unwrap();
//! assert_eq!(hierarchy.chain(0), ["17", "[15,20)", "[10,20)", "*"]);
//! assert_eq!(hierarchy.span(1, 0), 0..2);
//! ```

mod auto;
mod bounds;
mod builder;
mod chains;
mod date;
mod domain;
mod error;
mod export;
mod file;
mod flat;
mod intervals;
mod keep;
mod lines;
mod mask;
mod money;
mod rounding;
mod scaffold;
pub(crate) mod set;
mod spec;
mod standard;
mod texts;
mod tree;

#[cfg(test)]
mod properties;

use std::ops::Range;

use incrowd_terms::{DistinctTexts, Kind};

pub use bounds::Bound;
pub use builder::{Builder, BuilderForm, BuilderParameters, BuilderSyntax, ListingFile};
pub use date::DateUnit;
pub use domain::{Domain, DomainValue, OrderedValues};
pub use error::{Fault, HierarchyError};
pub use scaffold::Scaffold;
pub use spec::{Spec, UnreadSpec, forms};

use rounding::Rounding;
use texts::Texts;

/// Every builder that users can ask for by its words, in the order in which messages name them.
/// Adding one is adding its file and its line here.
pub const BUILDERS: &[BuilderForm] = &[
    intervals::FORM,
    bounds::FORM,
    money::FORM,
    mask::FORM,
    date::FORM,
    standard::FORM,
    tree::FORM,
    auto::FORM,
    flat::FORM,
    keep::FORM,
    lines::FORM,
    file::FORM,
];

/// The most levels above the leaves. Real hierarchies have fewer than ten. The limit keeps a broken
/// file, with one endless line among a million short ones, from exhausting the memory.
pub(crate) const MAX_HEIGHT: usize = 255;

/// The label of the top in every hierarchy that does not come from a file.
const TOP: &str = "*";

/// The chains of all values of one column: always valid, and every node a range of leaf codes.
///
/// Its methods take levels, nodes and codes of this hierarchy; others panic, like an index out of
/// bounds.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    kind: Kind,
    missing: u32,
    leaves: DistinctTexts,
    /// Level 0, the leaves: each its own node. The labels are in `leaves`.
    identity: Vec<u32>,
    /// Levels 1 and up.
    levels: Vec<Level>,
    /// How boxes widen ranges, where the hierarchy chooses what they publish.
    rounding: Option<Rounding>,
}

/// One level: a partition of the leaf codes into labelled ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    node_of: Vec<u32>,
    layer: Layer,
}

/// The nodes of a level: where each starts, and its label. They end where the next one starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    starts: Vec<u32>,
    labels: Texts,
}

impl Layer {
    fn push(&mut self, start: u32, label: &str) {
        self.starts.push(start);
        self.labels.push(label);
    }
}

/// Builds the hierarchy that `spec` asks for over the values of `domain`.
///
/// # Errors
/// Whatever keeps the chains from being a tree with one top over all values of the data: see
/// [`Fault`] and the head comment of each builder.
pub fn build(spec: &Spec, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
    let builder = spec.builder();
    let allowed = match builder.listing() {
        Some(_) => Ok(()),
        None => domain.refuse_generalized(),
    };
    let built = allowed.and_then(|()| builder.build(domain));
    built.map_err(|fault| HierarchyError::new(fault).in_column(domain.column).in_file(spec.file()))
}

impl Hierarchy {
    /// Puts leaves and levels together. The callers guarantee that each layer starts at leaf 0,
    /// ascends, merges whole nodes of the layer before it, and that the last has one node.
    fn assemble(
        kind: Kind,
        missing: u32,
        leaves: Texts,
        layers: Vec<Layer>,
    ) -> Result<Self, Fault> {
        if leaves.len() == 0 {
            return Err(Fault::NoValues);
        }
        if layers.len() > MAX_HEIGHT {
            return Err(Fault::TooTall { line: None, levels: layers.len() });
        }
        let count = u32::try_from(leaves.len()).map_err(|_| Fault::TooManyValues)?;
        let mut distinct = DistinctTexts::default();
        for text in (0..count).map(|code| leaves.get(code)) {
            let before = distinct.len();
            distinct.number(text).ok_or(Fault::TooManyValues)?;
            if distinct.len() == before {
                return Err(Fault::Repeated { value: text.to_owned() });
            }
        }
        let leaves = distinct;
        let levels = layers.into_iter().map(|layer| Level::over(layer, count)).collect();
        let identity = (0..count).collect();
        Ok(Hierarchy { kind, missing, leaves, identity, levels, rounding: None })
    }

    /// How the leaves are ordered: by magnitude if this is a number or a date, and then a range
    /// of codes is a range of values. Otherwise in the hierarchy's own order.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of leaves, those that the data lack included.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// The leading leaves that are missing values. Where [`Self::kind`] is ordered these are all
    /// of them; in a file of text values others may stand where the file lists them.
    #[must_use]
    pub(crate) fn missing(&self) -> Range<u32> {
        0..self.missing
    }

    /// The highest level; levels are `0..=height`.
    #[must_use]
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The text of a leaf.
    #[must_use]
    pub fn leaf(&self, code: u32) -> &str {
        self.leaves.text(code)
    }

    /// The code of a value, if it is a leaf.
    #[must_use]
    pub fn code(&self, text: &str) -> Option<u32> {
        self.leaves.find(text)
    }

    /// The number of nodes at a level.
    #[must_use]
    pub fn nodes(&self, level: usize) -> usize {
        match level.checked_sub(1) {
            None => self.leaves(),
            Some(above) => self.levels[above].layer.starts.len(),
        }
    }

    /// For each leaf code its node at a level; nodes are numbered in leaf order.
    #[must_use]
    pub fn node_of(&self, level: usize) -> &[u32] {
        match level.checked_sub(1) {
            None => &self.identity,
            Some(above) => &self.levels[above].node_of,
        }
    }

    /// The label of a node.
    #[must_use]
    pub fn label(&self, level: usize, node: u32) -> &str {
        match level.checked_sub(1) {
            None => self.leaf(node),
            Some(above) => self.levels[above].layer.labels.get(node),
        }
    }

    /// The leaf codes of a node.
    #[must_use]
    pub fn span(&self, level: usize, node: u32) -> Range<u32> {
        let Some(above) = level.checked_sub(1) else {
            return node..node + 1;
        };
        let starts = &self.levels[above].layer.starts;
        let end = starts.get(node as usize + 1).copied().unwrap_or(self.identity.len() as u32);
        starts[node as usize]..end
    }

    /// The labels of a leaf from level 0 to the top.
    #[must_use]
    pub fn chain(&self, code: u32) -> Vec<&str> {
        let label = |level| self.label(level, self.node_of(level)[code as usize]);
        (0..=self.height()).map(label).collect()
    }
}

/// Equal if they have the same values in the same order with the same chains.
impl PartialEq for Hierarchy {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.levels) == (other.kind, &other.levels)
            && self.leaves.iter().eq(other.leaves.iter())
    }
}

impl Eq for Hierarchy {}

impl Level {
    fn over(layer: Layer, leaves: u32) -> Self {
        let ends = layer.starts.iter().skip(1).copied().chain([leaves]);
        let mut node_of = Vec::with_capacity(leaves as usize);
        for (node, end) in (0_u32..).zip(ends) {
            node_of.resize(end as usize, node);
        }
        Level { node_of, layer }
    }
}
