//! From chains in a file to a hierarchy: the core of the builders `file` and `tree`.
//!
//! What it makes: a tree from lines `leaf, parent, ..., top`. A chain shorter than the longest is
//! padded just below the top (`Spain -> Europe -> Europe -> *`). A node is a pair of level and
//! label. Siblings stand in order of first appearance and leaves depth-first; but where the column
//! holds numbers or dates and every leaf can be read as one, leaves are in value order. A missing
//! value of the data that the file does not list is a leaf of its own in first place, which stays
//! itself up to the top.
//!
//! Refuses: chains without a common top, empty labels, a label with two parents at one level, a
//! leaf with two chains, values of the data that no line lists, groups of numbers or dates that
//! are no range.

use std::borrow::Cow;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable, hash_map};
use incrowd_terms::{Kind, Scalar};

use super::domain::{Domain, looks_generalized};
use super::{Fault, Hierarchy, Layer, MAX_HEIGHT};

/// How many values that a file lacks are listed in the message.
const LISTED: usize = 10;

/// The line of chains that no line of the file gives: those of unlisted missing values.
const NO_LINE: u64 = 0;

/// The chains of a file as read, each label interned as a number.
pub(super) struct FileChains<'t> {
    labels: Vec<Cow<'t, str>>,
    symbols: HashTable<u32>,
    hasher: RandomState,
    /// All chains end to end, each from leaf to top.
    cells: Vec<u32>,
    /// Where each chain starts in `cells`, and its line.
    chains: Vec<(usize, u64)>,
}

impl<'t> FileChains<'t> {
    /// No chains yet; all will come from this text.
    pub(super) fn of(text: &'t str) -> Result<Self, Fault> {
        // No text of fewer bytes has more labels than symbols can number.
        u32::try_from(text.len()).map_err(|_| Fault::TooManyValues)?;
        Ok(FileChains {
            labels: Vec::new(),
            symbols: HashTable::new(),
            hasher: RandomState::default(),
            cells: Vec::new(),
            chains: Vec::new(),
        })
    }

    /// The number of a label.
    pub(super) fn symbol(&mut self, label: Cow<'t, str>) -> u32 {
        let FileChains { labels, hasher, .. } = self;
        let same = |&symbol: &u32| labels[symbol as usize] == label;
        let rehash = |&symbol: &u32| hasher.hash_one(&*labels[symbol as usize]);
        match self.symbols.entry(hasher.hash_one(&*label), same, rehash) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let symbol = labels.len() as u32;
                free.insert(symbol);
                labels.push(label);
                symbol
            }
        }
    }

    fn known(&self, label: &str) -> Option<u32> {
        let same = |&symbol: &u32| self.labels[symbol as usize] == label;
        self.symbols.find(self.hasher.hash_one(label), same).copied()
    }

    /// Adds a chain, leaf first. It has at least one label.
    pub(super) fn push(&mut self, line: u64, chain: &[u32]) {
        self.chains.push((self.cells.len(), line));
        self.cells.extend_from_slice(chain);
    }

    /// How many chains have more than a leaf.
    pub(super) fn with_parents(&self) -> usize {
        self.iter().filter(|(chain, _)| chain.len() > 1).count()
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        let ends = self.chains.iter().skip(1).map(|(start, _)| *start).chain([self.cells.len()]);
        self.chains.iter().zip(ends).map(|((start, line), end)| (&self.cells[*start..end], *line))
    }

    fn label(&self, symbol: u32) -> &str {
        &self.labels[symbol as usize]
    }

    /// Turns the chains into a hierarchy over the values of `domain`.
    pub(super) fn grow(mut self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        self.refuse_empty_labels()?;
        let top = self.common_top()?;
        let (missing, lacking) = self.unlisted(domain);
        let missing: Vec<_> =
            missing.into_iter().map(|text| self.symbol(Cow::Owned(text))).collect();

        let longest = self.iter().max_by_key(|(chain, _)| chain.len());
        let (levels, line) = longest.map_or((0, NO_LINE), |(chain, line)| (chain.len() - 1, line));
        if levels > MAX_HEIGHT {
            return Err(Fault::TooTall { line: Some(line), levels });
        }
        let height = levels.max(usize::from(!missing.is_empty()));

        let mut tree = ChainTree::new(&self, height);
        for &symbol in &missing {
            tree.add(&[symbol, top], NO_LINE)?;
        }
        for (chain, line) in self.iter() {
            tree.add(chain, line)?;
        }
        if !lacking.is_empty() {
            let more = lacking.len().saturating_sub(LISTED);
            let values: Vec<_> = lacking.into_iter().take(LISTED).collect();
            let is_leaf =
                |text| self.known(text).is_some_and(|s| tree.tiers[0].ids.contains_key(&s));
            let untrimmed = values.iter().any(|value| is_leaf(value.trim()));
            return Err(Fault::Lacking { values, more, untrimmed });
        }
        if let Some(&symbol) = missing.iter().find(|&&symbol| looks_generalized(self.label(symbol)))
        {
            return Err(Fault::Generalized { value: self.label(symbol).to_owned() });
        }
        tree.finish(domain)
    }

    /// A group must have a name. An empty leaf is the missing value, and may stay itself up to
    /// the top, which must have a name, too.
    fn refuse_empty_labels(&self) -> Result<(), Fault> {
        let Some(empty) = self.known("") else { return Ok(()) };
        for (chain, line) in self.iter() {
            let may_be_empty = if chain[0] == empty { chain.len() - 1 } else { 0 };
            let mut levels = may_be_empty..chain.len();
            if let Some(level) = levels.find(|&level| chain[level] == empty) {
                let leaf = self.label(chain[0]).to_owned();
                return Err(Fault::EmptyLabel { line, leaf, level });
            }
        }
        Ok(())
    }

    /// The label in which all chains end. If they disagree, the most frequent one (the first of
    /// them on a tie) is taken for right, and the first chain that deviates is named.
    fn common_top(&self) -> Result<u32, Fault> {
        let ends =
            || self.iter().filter_map(|(chain, line)| Some((chain[0], *chain.last()?, line)));
        let (_, first, _) = ends().next().ok_or(Fault::NoValues)?;
        if ends().all(|(_, end, _)| end == first) {
            return Ok(first);
        }
        let mut votes = vec![0_usize; self.labels.len()];
        ends().for_each(|(_, end, _)| votes[end as usize] += 1);
        let most = votes.iter().max().copied().unwrap_or(0);
        let top = ends().map(|(_, end, _)| end).find(|&end| votes[end as usize] == most);
        let top = top.unwrap_or(first);
        match ends().find(|(_, end, _)| *end != top) {
            None => Ok(top),
            Some((leaf, end, line)) => {
                let [leaf, end, top] = [leaf, end, top].map(|symbol| self.label(symbol).to_owned());
                Err(Fault::OtherTop { line, leaf, end, top })
            }
        }
    }

    /// The values of the data that are no leaf, by text: the missing ones and the others.
    fn unlisted(&self, domain: &Domain<'_>) -> (Vec<String>, Vec<String>) {
        let mut is_leaf = vec![false; self.labels.len()];
        self.iter().for_each(|(chain, _)| is_leaf[chain[0] as usize] = true);
        let listed = |text: &str| self.known(text).is_some_and(|symbol| is_leaf[symbol as usize]);
        let mut unlisted: Vec<_> =
            domain.values.iter().map(|(text, _)| text).filter(|text| !listed(text)).collect();
        unlisted.sort_unstable();
        unlisted.into_iter().cloned().partition(|text| domain.nulls.is_missing(text))
    }
}

/// The nodes of one level, numbered in order of first appearance.
#[derive(Default)]
struct Tier {
    ids: HashMap<u32, u32, RandomState>,
    symbols: Vec<u32>,
    parents: Vec<u32>,
    lines: Vec<u64>,
}

/// The tree as it grows chain by chain; every chain has a node in every tier.
struct ChainTree<'c, 't> {
    chains: &'c FileChains<'t>,
    /// From leaves to top.
    tiers: Vec<Tier>,
}

impl<'c, 't> ChainTree<'c, 't> {
    fn new(chains: &'c FileChains<'t>, height: usize) -> Self {
        let mut tiers: Vec<_> = (0..=height).map(|_| Tier::default()).collect();
        tiers[0].ids.reserve(chains.chains.len());
        ChainTree { chains, tiers }
    }

    fn height(&self) -> usize {
        self.tiers.len() - 1
    }

    /// The label of a chain at a level, padded just below the top.
    fn padded(&self, chain: &[u32], level: usize) -> u32 {
        let top = chain.len() - 1;
        if level == self.height() { chain[top] } else { chain[level.min(top.saturating_sub(1))] }
    }

    fn add(&mut self, chain: &[u32], line: u64) -> Result<(), Fault> {
        if let Some(&leaf) = self.tiers[0].ids.get(&chain[0]) {
            return self.compare(chain, line, leaf);
        }
        let (height, mut parent) = (self.height(), 0);
        for level in (0..=height).rev() {
            let symbol = self.padded(chain, level);
            let tier = &mut self.tiers[level];
            let next = tier.symbols.len() as u32;
            let id = match tier.ids.entry(symbol) {
                hash_map::Entry::Occupied(known) => *known.get(),
                hash_map::Entry::Vacant(free) => {
                    tier.symbols.push(symbol);
                    tier.parents.push(parent);
                    tier.lines.push(line);
                    *free.insert(next)
                }
            };
            if tier.parents[id as usize] != parent {
                return Err(self.two_parents(level, id, parent, line));
            }
            if level < height && tier.lines[id as usize] == NO_LINE && line != NO_LINE {
                let value = self.chains.label(symbol).to_owned();
                return Err(Fault::NamedMissing { line: Some(line), value, level });
            }
            parent = id;
        }
        Ok(())
    }

    /// A leaf may be listed again with the same chain.
    fn compare(&self, chain: &[u32], line: u64, leaf: u32) -> Result<(), Fault> {
        let mut node = leaf as usize;
        for (level, tier) in self.tiers.iter().enumerate() {
            if tier.symbols[node] != self.padded(chain, level) {
                let first_line = self.tiers[0].lines[leaf as usize];
                let leaf = self.chains.label(chain[0]).to_owned();
                return Err(Fault::TwoChains { line, first_line, leaf });
            }
            node = tier.parents[node] as usize;
        }
        Ok(())
    }

    fn two_parents(&self, level: usize, node: u32, parent: u32, line: u64) -> Fault {
        let (tier, above) = (&self.tiers[level], &self.tiers[level + 1]);
        let node = node as usize;
        let name = |symbol: u32| self.chains.label(symbol);
        if tier.lines[node] == NO_LINE {
            let value = name(tier.symbols[node]).to_owned();
            return Fault::NamedMissing { line: Some(line), value, level };
        }
        Fault::TwoParents {
            line,
            first_line: tier.lines[node],
            label: name(tier.symbols[node]).to_owned(),
            level,
            parent: name(above.symbols[parent as usize]).into(),
            first_parent: name(above.symbols[tier.parents[node] as usize]).into(),
        }
    }

    /// Puts the leaves in order and the levels on top of them.
    fn finish(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        let (kind, leaves) = match self.by_value(domain) {
            Some(leaves) => (domain.kind, leaves),
            None if domain.kind.is_ordered() => (Kind::Text, self.depth_first()),
            None => (domain.kind, self.depth_first()),
        };
        let text = |leaf: u32| self.chains.label(self.tiers[0].symbols[leaf as usize]);
        let missing =
            leaves.iter().take_while(|leaf| domain.nulls.is_missing(text(**leaf))).count();
        let texts = leaves.iter().map(|leaf| text(*leaf)).collect();
        let layers = self.layers(&leaves, domain)?;
        Hierarchy::assemble(kind, missing as u32, texts, layers)
    }

    /// The leaves by magnitude, missing ones first; `None` if they have no magnitude.
    fn by_value(&self, domain: &Domain<'_>) -> Option<Vec<u32>> {
        if !domain.kind.is_ordered() {
            return None;
        }
        let leaves = (0_u32..).zip(&self.tiers[0].symbols);
        let read = leaves.map(|(leaf, &symbol)| {
            let text = self.chains.label(symbol);
            let scalar =
                if domain.nulls.is_missing(text) { None } else { Some(domain.kind.read(text)?) };
            Some((scalar, text, leaf))
        });
        let mut read: Vec<(Option<Scalar>, &str, u32)> = read.collect::<Option<_>>()?;
        read.sort_unstable_by(|(a, a_text, _), (b, b_text, _)| {
            let magnitude = match (a, b) {
                (Some(a), Some(b)) => a.magnitude(b),
                _ => a.is_some().cmp(&b.is_some()),
            };
            magnitude.then_with(|| a_text.cmp(b_text))
        });
        Some(read.into_iter().map(|(_, _, leaf)| leaf).collect())
    }

    /// The leaves so that siblings stand together, in order of first appearance.
    fn depth_first(&self) -> Vec<u32> {
        let mut order = vec![0_u32];
        for tier in self.tiers.iter().rev().skip(1) {
            let mut rank = vec![0_u32; order.len()];
            (0_u32..).zip(&order).for_each(|(place, &node)| rank[node as usize] = place);
            order = (0..tier.symbols.len() as u32).collect();
            order.sort_by_key(|&node| rank[tier.parents[node as usize] as usize]);
        }
        order
    }

    /// The levels above leaves in this order, or the first group that the order tears apart.
    fn layers(&self, leaves: &[u32], domain: &Domain<'_>) -> Result<Vec<Layer>, Fault> {
        let mut nodes = leaves.to_vec();
        let mut layers = Vec::with_capacity(self.height());
        for level in 1..=self.height() {
            let tier = &self.tiers[level];
            nodes.iter_mut().for_each(|n| *n = self.tiers[level - 1].parents[*n as usize]);
            let mut layer = Layer::default();
            let mut seen = vec![false; tier.symbols.len()];
            for (place, &node) in nodes.iter().enumerate() {
                if place > 0 && nodes[place - 1] == node {
                    continue;
                }
                if std::mem::replace(&mut seen[node as usize], true) {
                    return Err(self.torn(level, node, leaves[place - 1], leaves[place], domain));
                }
                layer.push(place as u32, self.chains.label(tier.symbols[node as usize]));
            }
            layers.push(layer);
        }
        Ok(layers)
    }

    fn torn(&self, level: usize, node: u32, gap: u32, leaf: u32, domain: &Domain<'_>) -> Fault {
        let name =
            |level: usize, node: u32| self.chains.label(self.tiers[level].symbols[node as usize]);
        Fault::NotContiguous {
            line: self.tiers[0].lines[leaf as usize],
            label: name(level, node).into(),
            level: level as u32,
            value: name(0, leaf).to_owned(),
            gap: name(0, gap).into(),
            kind: domain.kind,
            column: domain.column.into(),
        }
    }
}
