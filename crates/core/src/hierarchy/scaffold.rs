//! Builds hierarchies that are computed from the data: first the leaves in their final order, then
//! one layer after another.
//!
//! It checks everything, because programs can bring their own builders: a layer that divides groups
//! of the layer below it, or gives two groups the same name, is rejected at the end.

use std::ops::Range;

use foldhash::fast::RandomState;
use hashbrown::HashSet;
use incrowd_terms::Kind;

use super::domain::OrderedValues;
use super::texts::Texts;
use super::{Fault, Hierarchy, Layer, TOP};

/// A hierarchy under construction. Missing values stand first and stay themselves in every layer
/// below the top; the layers' builders see the other values only.
///
/// ```
/// use incrowd_core::hierarchy::{Domain, Scaffold};
/// use incrowd_core::terms::{Kind, Nulls};
///
/// let values = ["ann", "bob", "amy"].map(|name| (name.to_string(), 1));
/// let nulls = Nulls::default();
/// let names = Domain { column: "name", kind: Kind::Text, values: &values, nulls: &nulls };
/// let ordered = names.by_text();
/// let mut scaffold = Scaffold::new(&ordered);
/// let letters = ordered.values.iter().map(|value| &value.text[..1]);
/// scaffold.group_by(letters, |letter, _| format!("{letter}..."));
/// let hierarchy = scaffold.crown().unwrap();
/// assert_eq!(hierarchy.chain(0), ["amy", "a...", "*"]);
/// ```
#[derive(Debug)]
pub struct Scaffold {
    kind: Kind,
    leaves: Texts,
    missing: u32,
    values: usize,
    layers: Vec<Layer>,
    /// The fault of the first invalid layer.
    fault: Option<Fault>,
}

impl Scaffold {
    /// The leaves, in this order: by magnitude, if their kind has one.
    #[must_use]
    pub fn new(ordered: &OrderedValues<'_>) -> Self {
        let values = ordered.values.iter().map(|value| value.text);
        Scaffold {
            kind: ordered.kind,
            leaves: ordered.missing.iter().copied().chain(values).collect(),
            missing: ordered.missing.len() as u32,
            values: ordered.values.len(),
            layers: Vec::new(),
            fault: None,
        }
    }

    /// Adds a layer in which neighbours with equal keys are one node. `keys` has one key per
    /// value; `label` names the node of a key and of these values.
    pub fn group_by<K: PartialEq>(
        &mut self,
        keys: impl Iterator<Item = K>,
        label: impl Fn(&K, Range<usize>) -> String,
    ) {
        let mut nodes = Vec::new();
        for (index, key) in keys.enumerate() {
            if nodes.last().is_none_or(|(_, last)| *last != key) {
                nodes.push((index, key));
            }
        }
        let starts: Vec<_> = nodes.iter().map(|(start, _)| *start).collect();
        self.cut_at(&starts, |node, span| label(&nodes[node].1, span));
    }

    /// Adds a layer whose nodes start at these values; `label` names the n-th node.
    pub fn cut_at(&mut self, starts: &[usize], label: impl Fn(usize, Range<usize>) -> String) {
        let level = self.layers.len() + 1;
        if !self.is_nested(starts) {
            self.fault.get_or_insert(Fault::NotNested { level });
        }
        if self.fault.is_some() {
            return;
        }
        let mut layer = Layer::default();
        for code in 0..self.missing {
            layer.push(code, self.leaves.get(code));
        }
        let ends = starts.iter().skip(1).copied().chain([self.values]);
        for (node, (&start, end)) in starts.iter().zip(ends).enumerate() {
            layer.push(self.missing + start as u32, &label(node, start..end));
        }
        self.fault = self.refuse_namesakes(&layer, level).err();
        self.layers.push(layer);
    }

    /// Closes the hierarchy with the top, `*`.
    ///
    /// # Errors
    /// A layer that does not follow from the one below it, or whose names are taken; no leaves, or
    /// too many, or one of them twice; too many layers.
    pub fn crown(mut self) -> Result<Hierarchy, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let mut top = Layer::default();
        top.push(0, TOP);
        self.layers.push(top);
        Hierarchy::assemble(self.kind, self.missing, self.leaves, self.layers)
    }

    /// Whether nodes that start at these values are whole nodes of the layer below, all of them.
    fn is_nested(&self, starts: &[usize]) -> bool {
        let Some((&first, others)) = starts.split_first() else { return self.values == 0 };
        let ascend = first == 0 && starts.is_sorted_by(|one, next| one < next);
        let Some(below) = self.layers.last() else {
            return ascend && starts.last().is_some_and(|&last| last < self.values);
        };
        let mut below = below.starts.iter().map(|&start| start as usize);
        let starts_there =
            |&start: &usize| below.any(|other| other == self.missing as usize + start);
        ascend && others.iter().all(starts_there)
    }

    /// No two groups of a layer may have one name, and a declared missing value such as `2024` must
    /// not meet a group of that name.
    fn refuse_namesakes(&self, layer: &Layer, level: usize) -> Result<(), Fault> {
        let mut names =
            HashSet::with_capacity_and_hasher(layer.starts.len(), RandomState::default());
        for node in 0..layer.starts.len() as u32 {
            let name = layer.labels.get(node);
            // A missing value that is given twice is a fault of the leaves, and found there.
            if names.insert(name) || node < self.missing {
                continue;
            }
            let name = name.to_owned();
            let is_missing = (0..self.missing).any(|code| self.leaves.get(code) == name);
            return Err(if is_missing {
                Fault::NamedMissing { line: None, value: name, level }
            } else {
                Fault::SameLabel { label: name, level }
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::domain::tests::spec;
    use crate::hierarchy::{Domain, Fault, Scaffold, build};
    use incrowd_terms::{Kind, Nulls};

    /// The fault of layers over the values 0 to 5, of which `?` is missing.
    fn fault(cuts: &[&[usize]], label: fn(usize) -> String) -> Option<Fault> {
        let values = ["0", "1", "2", "3", "4", "5", "?"].map(|text| (text.to_owned(), 1));
        let nulls = Nulls::declared(["?"]);
        let domain = Domain { column: "x", kind: Kind::Text, values: &values, nulls: &nulls };
        let mut scaffold = Scaffold::new(&domain.ordered());
        for starts in cuts {
            scaffold.cut_at(starts, |node, _| label(node));
        }
        scaffold.crown().err()
    }

    #[test]
    fn layers_that_do_not_nest_are_refused() {
        let name = |node| format!("n{node}");
        let sound: [&[&[usize]]; 3] = [&[], &[&[0, 2, 4], &[0, 4], &[0]], &[&[0, 1, 2, 3, 4, 5]]];
        for cuts in sound {
            assert_eq!(fault(cuts, name), None, "{cuts:?}");
        }
        let torn: [(&[&[usize]], usize); 7] = [
            (&[&[]], 1),
            (&[&[1, 2]], 1),
            (&[&[0, 2, 2]], 1),
            (&[&[0, 3, 2]], 1),
            (&[&[0, 6]], 1),
            (&[&[0, 2, 4], &[0, 3]], 2),
            (&[&[0, 2, 4], &[2, 4], &[0, 3]], 2),
        ];
        for (cuts, level) in torn {
            assert_eq!(fault(cuts, name), Some(Fault::NotNested { level }), "{cuts:?}");
        }
    }

    #[test]
    fn two_groups_of_one_name_are_refused() {
        let same = |_| "same".to_owned();
        assert_eq!(
            fault(&[&[0, 2, 4]], same),
            Some(Fault::SameLabel { label: "same".into(), level: 1 })
        );
        assert_eq!(fault(&[&[0], &[0]], same), None);
        let missing = |_| "?".to_owned();
        let named = Fault::NamedMissing { line: None, value: "?".into(), level: 1 };
        assert_eq!(fault(&[&[0]], missing), Some(named));
    }

    #[test]
    fn no_group_bears_the_name_of_a_missing_value() {
        let values = ["2024-01-01", "2024"].map(|text| (text.to_owned(), 1));
        let nulls = Nulls::declared(["2024"]);
        let domain = Domain { column: "day", kind: Kind::Date, values: &values, nulls: &nulls };
        let error = build(&spec("date:month,year"), &domain).unwrap_err();
        assert_eq!((error.value(), error.line()), (Some("2024"), None));
        assert!(error.to_string().contains("level 2"), "{error}");
        assert!(build(&spec("date:month"), &domain).is_ok());
    }
}
