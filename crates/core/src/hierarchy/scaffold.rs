//! The frame of hierarchies that are computed from the data: leaves in their final order first,
//! then one layer after another on top.

use std::ops::Range;

use super::domain::Ordered;
use super::texts::Texts;
use super::{Fault, Hierarchy, Layer, TOP};
use incrowd_terms::Kind;

/// A hierarchy under construction. Missing values stand first and stay themselves in every layer
/// below the top; the layers' builders see the other values only.
pub(super) struct Scaffold {
    kind: Kind,
    leaves: Texts,
    missing: u32,
    values: usize,
    layers: Vec<Layer>,
}

impl Scaffold {
    pub(super) fn new(ordered: &Ordered<'_>) -> Self {
        let values = ordered.values.iter().map(|value| value.text);
        Scaffold {
            kind: ordered.kind,
            leaves: ordered.missing.iter().copied().chain(values).collect(),
            missing: ordered.missing.len() as u32,
            values: ordered.values.len(),
            layers: Vec::new(),
        }
    }

    /// Adds a layer in which neighbours with equal keys are one node. `keys` has one key per
    /// value; `label` names the node of a key and of these values.
    pub(super) fn group_by<K: PartialEq>(
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
    pub(super) fn cut_at(
        &mut self,
        starts: &[usize],
        label: impl Fn(usize, Range<usize>) -> String,
    ) {
        let mut layer = Layer::default();
        for code in 0..self.missing {
            layer.push(code, self.leaves.get(code));
        }
        let ends = starts.iter().skip(1).copied().chain([self.values]);
        for (node, (&start, end)) in starts.iter().zip(ends).enumerate() {
            layer.push(self.missing + start as u32, &label(node, start..end));
        }
        self.layers.push(layer);
    }

    /// Closes the hierarchy with the top, `*`.
    pub(super) fn crown(mut self) -> Result<Hierarchy, Fault> {
        self.refuse_namesakes()?;
        let mut top = Layer::default();
        top.push(0, TOP);
        self.layers.push(top);
        Hierarchy::assemble(self.kind, self.missing, self.leaves, self.layers)
    }

    /// A declared missing value such as `2024` must not meet a group of that name.
    fn refuse_namesakes(&self) -> Result<(), Fault> {
        for (layer, level) in self.layers.iter().zip(1..) {
            for missing in (0..self.missing).map(|code| self.leaves.get(code)) {
                let mut groups = self.missing..layer.starts.len() as u32;
                if groups.any(|node| layer.labels.get(node) == missing) {
                    let value = missing.to_owned();
                    return Err(Fault::NamedMissing { line: None, value, level });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::domain::tests::spec;
    use crate::hierarchy::{Domain, build};
    use incrowd_terms::{Kind, Nulls};

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
