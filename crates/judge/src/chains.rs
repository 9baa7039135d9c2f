//! The hierarchy of a column for the judge: plain chains of text.

use hashbrown::HashMap;

/// For each value its chain `leaf, parent, ..., top`.
///
/// All chains are of equal length: a shorter one that ends in the common top is padded just below
/// it with its last label, so `Spain;Europe;*` beside longer chains means `Spain;Europe;Europe;*`.
///
/// ```
/// use incrowd_judge::Chains;
/// let lines = ["Lyon;France;*", "Nice;France;*", "Rome;Italy;*"];
/// let chains = Chains::new(lines.map(|line| line.split(';').map(str::to_owned).collect())).unwrap();
/// assert_eq!(chains.height(), 2);
/// assert_eq!(chains.leaves("France").unwrap().collect::<Vec<_>>(), ["Lyon", "Nice"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chains {
    chains: Vec<Vec<String>>,
    by_leaf: HashMap<String, u32>,
    /// For each label the chains that go through it, at whatever level.
    by_label: HashMap<String, Vec<u32>>,
}

/// Why lines of text are no hierarchy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainsError {
    /// A line without a value.
    #[error("line {line} of the hierarchy is empty")]
    Empty {
        /// The line, counted from 1.
        line: usize,
    },
    /// A chain that ends elsewhere than the first one.
    #[error("line {line}: the chain of '{leaf}' ends in '{end}', not in the top '{top}'")]
    OtherTop {
        /// The line, counted from 1.
        line: usize,
        /// The value.
        leaf: String,
        /// Where its chain ends.
        end: String,
        /// Where the first chain ends.
        top: String,
    },
    /// A value with two different chains.
    #[error("line {line}: '{leaf}' stands in line {first} with another chain")]
    TwoChains {
        /// The line, counted from 1.
        line: usize,
        /// The value.
        leaf: String,
        /// The earlier line.
        first: usize,
    },
    /// A label with two parents at one level.
    #[error("line {line}: '{label}' of level {level} has the parents '{parent}' and '{other}'")]
    TwoParents {
        /// The line, counted from 1.
        line: usize,
        /// The label.
        label: String,
        /// Its level; a leaf has level 0.
        level: usize,
        /// The parent in this line.
        parent: String,
        /// The parent in an earlier line.
        other: String,
    },
}

impl Chains {
    /// Reads one chain per line.
    ///
    /// # Errors
    /// If the lines do not form one tree with all leaves at one depth, after padding.
    pub fn new(lines: impl IntoIterator<Item = Vec<String>>) -> Result<Self, ChainsError> {
        let mut lines: Vec<Vec<String>> = lines.into_iter().collect();
        if let Some(line) = lines.iter().position(Vec::is_empty) {
            return Err(ChainsError::Empty { line: line + 1 });
        }
        pad(&mut lines)?;
        let mut chains = Chains::default();
        let mut parents: Vec<HashMap<String, String>> = Vec::new();
        let mut line_of = Vec::new();
        for (line, chain) in (1..).zip(lines) {
            if let Some(&known) = chains.by_leaf.get(&chain[0]) {
                if chains.chains[known as usize] == chain {
                    continue;
                }
                let (leaf, first) = (chain[0].clone(), line_of[known as usize]);
                return Err(ChainsError::TwoChains { line, leaf, first });
            }
            parents.resize_with(chain.len(), HashMap::new);
            for (level, pair) in chain.windows(2).enumerate() {
                let other = parents[level].entry_ref(&pair[0]).or_insert_with(|| pair[1].clone());
                if *other != pair[1] {
                    let (label, parent) = (pair[0].clone(), pair[1].clone());
                    let other = other.clone();
                    return Err(ChainsError::TwoParents { line, label, level, parent, other });
                }
            }
            chains.push(chain);
            line_of.push(line);
        }
        Ok(chains)
    }

    fn push(&mut self, chain: Vec<String>) {
        let id = self.chains.len() as u32;
        self.by_leaf.insert(chain[0].clone(), id);
        for label in &chain {
            let leaves = self.by_label.entry_ref(label).or_default();
            // One label may stand at several levels of a chain.
            if leaves.last() != Some(&id) {
                leaves.push(id);
            }
        }
        self.chains.push(chain);
    }

    /// The number of levels above the leaves.
    #[must_use]
    pub fn height(&self) -> usize {
        self.chains.first().map_or(0, |chain| chain.len() - 1)
    }

    /// The chain of a value, padded.
    #[must_use]
    pub fn chain(&self, leaf: &str) -> Option<&[String]> {
        self.by_leaf.get(leaf).map(|&id| self.chains[id as usize].as_slice())
    }

    /// Whether some group of numbers starts at one bound and some group ends at the other, by their
    /// labels: `[20,25)`, `<20`, `90+`. No bound is an open end.
    pub(crate) fn has_bounds(&self, from: Option<&str>, below: Option<&str>) -> bool {
        let starts = |label: &str| match from {
            None => label.starts_with('<'),
            Some(from) => {
                let closed = label.strip_prefix('[').and_then(|label| label.split_once(','));
                closed.is_some_and(|(start, _)| start == from)
                    || label.strip_suffix('+') == Some(from)
            }
        };
        let ends = |label: &str| match below {
            None => label.ends_with('+'),
            Some(below) => {
                let open = label.strip_suffix(')').and_then(|label| label.rsplit_once(','));
                open.is_some_and(|(_, end)| end == below) || label.strip_prefix('<') == Some(below)
            }
        };
        let labels = || self.by_label.keys().map(String::as_str);
        labels().any(starts) && labels().any(ends)
    }

    /// The leaves that a label may stand for, in the order of the file; `None` if it is no label.
    ///
    /// A label may stand at several levels (`White;White;*` beside `Latino;White;*`). A reader of
    /// the published text cannot know which node was meant, so it stands for the leaves of all of
    /// them. Usually these are the leaves of the highest node, because the others lie below it.
    pub fn leaves(&self, label: &str) -> Option<impl Iterator<Item = &str>> {
        let leaves = self.by_label.get(label)?;
        Some(leaves.iter().map(|&id| self.chains[id as usize][0].as_str()))
    }

    /// Whether a label stands at a level.
    pub(crate) fn is_at(&self, label: &str, level: usize) -> bool {
        let through = self.by_label.get(label).into_iter().flatten();
        through.into_iter().any(|&id| self.chains[id as usize][level] == label)
    }

    /// The levels at which all of these labels stand: the whole column may have been published at
    /// any of them. If there is none, it was not published at one level, and all are possible.
    pub(crate) fn levels_of<'t>(
        &self,
        labels: impl Iterator<Item = &'t str> + Clone,
    ) -> Vec<usize> {
        let all: Vec<usize> = (0..=self.height()).collect();
        let fits = |level: &&usize| labels.clone().all(|label| self.is_at(label, **level));
        let fitting: Vec<usize> = all.iter().filter(fits).copied().collect();
        if fitting.is_empty() { all } else { fitting }
    }

    /// The leaves that a label stands for whichever of the levels was meant; `None` if it stands
    /// at none of them.
    pub(crate) fn leaves_at(
        &self,
        label: &str,
        levels: &[usize],
    ) -> Option<impl Iterator<Item = &str>> {
        let meant: Vec<usize> =
            levels.iter().copied().filter(|&level| self.is_at(label, level)).collect();
        let through = self.by_label.get(label).filter(|_| !meant.is_empty())?;
        let chains = through.iter().map(|&id| &self.chains[id as usize]);
        let always = move |chain: &&Vec<String>| meant.iter().all(|&level| chain[level] == label);
        let covered: Vec<&str> = chains.filter(always).map(|chain| chain[0].as_str()).collect();
        Some(covered.into_iter())
    }

    /// The leaves in the order of the tree, siblings in the order of the file: those below any
    /// node follow each other.
    pub(crate) fn in_tree_order(&self) -> impl Iterator<Item = &str> {
        let mut places: HashMap<(usize, &str), usize> = HashMap::new();
        let mut paths: Vec<(Vec<usize>, &str)> = Vec::with_capacity(self.chains.len());
        for chain in &self.chains {
            let mut path = Vec::with_capacity(chain.len());
            for (level, label) in chain.iter().enumerate().rev() {
                let next = places.len();
                path.push(*places.entry((level, label)).or_insert(next));
            }
            paths.push((path, chain[0].as_str()));
        }
        paths.sort_unstable();
        paths.into_iter().map(|(_, leaf)| leaf)
    }

    /// Whether a label may stand for a leaf.
    pub(crate) fn is_below(&self, leaf: &str, label: &str) -> bool {
        self.chain(leaf).is_some_and(|chain| chain.iter().any(|known| known == label))
    }

    /// Whether the label stands in the hierarchy, at any level.
    pub(crate) fn has_label(&self, label: &str) -> bool {
        self.by_label.contains_key(label)
    }

    /// The label of the common top.
    pub(crate) fn top(&self) -> Option<&str> {
        self.chains.first().and_then(|chain| chain.last()).map(String::as_str)
    }
}

/// Brings all chains to the longest one's length.
fn pad(lines: &mut [Vec<String>]) -> Result<(), ChainsError> {
    let length = lines.iter().map(Vec::len).max().unwrap_or(0);
    let top = lines.first().and_then(|chain| chain.last()).cloned().unwrap_or_default();
    for (line, chain) in (1..).zip(lines) {
        let leaf = chain[0].clone();
        let end = chain.pop().unwrap_or_default();
        if end != top {
            return Err(ChainsError::OtherTop { line, leaf, end, top });
        }
        // A chain with only the top is a leaf with the top's label.
        let last = chain.last().unwrap_or(&end).clone();
        chain.resize(length - 1, last);
        chain.push(end);
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn chains(lines: &[&str]) -> Result<Chains, ChainsError> {
        Chains::new(lines.iter().map(|line| line.split(';').map(str::to_owned).collect()))
    }

    #[test]
    fn short_chains_are_padded_below_the_top() {
        let chains = chains(&["Lyon;France;Europe;*", "Spain;Europe;*", "*"]).unwrap();
        assert_eq!(chains.chain("Spain").unwrap(), ["Spain", "Europe", "Europe", "*"]);
        assert_eq!(chains.chain("*").unwrap(), ["*", "*", "*", "*"]);
        assert_eq!((chains.height(), chains.top()), (3, Some("*")));
        assert_eq!(chains.leaves("Europe").unwrap().collect::<Vec<_>>(), ["Lyon", "Spain"]);
        assert!(chains.leaves("Asia").is_none());
    }

    #[test]
    fn a_label_of_several_levels_stands_for_all_its_nodes() {
        let chains = chains(&["White;White;*", "Latino;White;*", "b;A;*", "A;B;*"]).unwrap();
        assert_eq!(chains.leaves("White").unwrap().collect::<Vec<_>>(), ["White", "Latino"]);
        assert_eq!(chains.leaves("A").unwrap().collect::<Vec<_>>(), ["b", "A"]);
        assert!(chains.is_below("Latino", "White") && !chains.is_below("White", "Latino"));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        assert!(matches!(chains(&["a;x;*", "b;y"]), Err(ChainsError::OtherTop { line: 2, .. })));
        let two = chains(&["a;x;u;*", "b;x;v;*"]);
        assert!(matches!(two, Err(ChainsError::TwoParents { line: 2, level: 1, .. })), "{two:?}");
        let again = chains(&["a;x;*", "b;x;*", "a;y;*"]);
        assert!(matches!(again, Err(ChainsError::TwoChains { line: 3, first: 1, .. })));
        assert!(chains(&["a;x;*", "a;x;*"]).is_ok());
        assert!(matches!(Chains::new([vec![]]), Err(ChainsError::Empty { line: 1 })));
        assert_eq!(chains(&[]).unwrap().height(), 0);
        assert_eq!(chains(&["a"]).unwrap().height(), 0);
    }
}
