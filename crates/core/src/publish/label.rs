//! How a range of leaves is written, so that it is read as that range and nothing else.
//!
//! In this order: a kept value, a hierarchy node by its label, the bounds of whole groups where the
//! hierarchy is rounded (`[20,45)`, `<40`, `70+`), `[lo,hi]` for numbers and dates, and `{a|b|c}`
//! with every leaf in it. A text that the column's hierarchy also uses for something
//! else (the city in the state of the same name) would be read as that, so the next form is taken.

use hashbrown::HashMap;

use crate::hierarchy::{Hierarchy, set};

/// The texts of a column's ranges.
pub(super) struct Labels<'h> {
    hierarchy: &'h Hierarchy,
    /// What each label of the hierarchy stands for; nothing if it stands for several things.
    meanings: HashMap<&'h str, Option<(u32, u32)>>,
}

impl<'h> Labels<'h> {
    pub fn new(hierarchy: &'h Hierarchy) -> Self {
        let mut meanings: HashMap<&str, Option<(u32, u32)>> = HashMap::new();
        for level in 0..=hierarchy.height() {
            for node in 0..hierarchy.nodes(level) as u32 {
                let span = hierarchy.span(level, node);
                let range = (span.start, span.end - 1);
                let known = meanings.entry(hierarchy.label(level, node)).or_insert(Some(range));
                if *known != Some(range) {
                    *known = None;
                }
            }
        }
        // Whoever reads `*` reads everything.
        let all = (0, hierarchy.leaves() as u32 - 1);
        if let Some(star) = meanings.get_mut("*").filter(|star| **star != Some(all)) {
            *star = None;
        }
        Labels { hierarchy, meanings }
    }

    /// The text of the leaves from `low` to `high`.
    pub fn text(&self, low: u32, high: u32) -> String {
        let node = self.node(low, high).map(str::to_owned);
        let range = || self.range(low, high).filter(|text| self.is_free(text));
        node.or_else(range).unwrap_or_else(|| self.set(low, high))
    }

    /// The label of a node that is just this range.
    fn node(&self, low: u32, high: u32) -> Option<&'h str> {
        let levels = 0..=self.hierarchy.height();
        let mut labels = levels.filter_map(|level| {
            let node = self.hierarchy.node_of(level)[low as usize];
            let span = self.hierarchy.span(level, node);
            (span == (low..high + 1)).then(|| self.hierarchy.label(level, node))
        });
        labels.find(|label| self.meanings.get(label) == Some(&Some((low, high))))
    }

    /// Whether a text that was put together is not also a label.
    fn is_free(&self, text: &str) -> bool {
        !self.meanings.contains_key(text)
    }

    /// `[lo,hi]` or the bounds of whole groups, beside missing values as `{?|[lo,hi]}`.
    fn range(&self, low: u32, high: u32) -> Option<String> {
        let missing = self.hierarchy.missing().end;
        if !self.hierarchy.kind().is_ordered() || high < missing {
            return None;
        }
        let first = low.max(missing);
        let parts_twins = (first > missing && self.are_twins(first - 1, first))
            || (high + 1 < self.hierarchy.leaves() as u32 && self.are_twins(high, high + 1));
        if parts_twins || first == high {
            return None;
        }
        let exact = || format!("[{},{}]", self.hierarchy.leaf(first), self.hierarchy.leaf(high));
        let rounded = self.hierarchy.rounded_range(first, high).filter(|range| !range.is_open());
        let range = rounded.map_or_else(exact, |range| range.to_string());
        if low >= missing {
            return Some(range);
        }
        let mut text = String::from("{");
        for leaf in low..missing {
            set::escape(self.hierarchy.leaf(leaf), &mut text);
            text.push('|');
        }
        Some(text + &range + "}")
    }

    /// Whether two leaves are one number in two spellings: a range cannot hold one without the
    /// other.
    fn are_twins(&self, one: u32, other: u32) -> bool {
        let read = |leaf| self.hierarchy.kind().read(self.hierarchy.leaf(leaf));
        read(one).zip(read(other)).is_some_and(|(one, other)| one.magnitude(&other).is_eq())
    }

    /// `{a|b|c}`.
    fn set(&self, low: u32, high: u32) -> String {
        set::set((low..=high).map(|leaf| self.hierarchy.leaf(leaf)))
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::{Kind, Nulls};

    use super::*;
    use crate::hierarchy::{Domain, Spec, build};

    fn hierarchy(spec: &Spec, kind: Kind, values: &[&str]) -> Hierarchy {
        let values: Vec<(String, u64)> = values.iter().map(|&v| (v.to_owned(), 1)).collect();
        let nulls = Nulls::declared(["?"]);
        build(spec, &Domain { column: "c", kind, values: &values, nulls: &nulls }).unwrap()
    }

    #[test]
    fn numbers_are_ranges_and_missing_ones_join_them() {
        let ages = hierarchy(&Spec::flat(), Kind::Integer, &["?", "17", "18", "25"]);
        let labels = Labels::new(&ages);
        assert_eq!(labels.text(1, 1), "17");
        assert_eq!(labels.text(1, 2), "[17,18]");
        assert_eq!(labels.text(0, 2), "{?|[17,18]}");
        assert_eq!(labels.text(0, 1), "{?|17}");
        assert_eq!(labels.text(0, 0), "?");
        assert_eq!(labels.text(0, 3), "*");
    }

    #[test]
    fn whole_groups_of_a_rounded_hierarchy_have_its_bounds() {
        let spec = Spec::parse("intervals:5,10,<20,90+").unwrap().read(|_| Err("no file")).unwrap();
        let values = ["?", "18", "21", "26", "33", "91", "98"];
        let ages = hierarchy(&spec, Kind::Integer, &values);
        let labels = Labels::new(&ages);
        assert_eq!(labels.text(2, 2), "21");
        assert_eq!(labels.text(2, 3), "[20,30)");
        assert_eq!(labels.text(2, 4), "[20,35)");
        assert_eq!(labels.text(1, 2), "<25");
        assert_eq!(labels.text(4, 6), "30+");
        assert_eq!(labels.text(5, 6), "90+");
        assert_eq!(labels.text(0, 3), "{?|<30}");
        assert_eq!(labels.text(1, 6), "[18,98]", "all numbers without the missing ones");
    }

    #[test]
    fn a_range_never_parts_spellings_of_one_number() {
        let values = hierarchy(&Spec::flat(), Kind::Decimal, &["1", "1.0", "2", "3"]);
        let labels = Labels::new(&values);
        assert_eq!(labels.text(1, 2), "{1.0|2}");
        assert_eq!(labels.text(0, 2), "[1,2]");
        assert_eq!(labels.text(0, 1), "[1,1.0]");
    }

    #[test]
    fn nodes_go_by_their_label_unless_it_means_something_else() {
        let text = "New York;New York;*\nAlbany;New York;*\nReno;Nevada;*\nElko;Nevada;*";
        let spec = Spec::chains("places", text);
        let places = hierarchy(&spec, Kind::Text, &["Albany", "Reno", "Elko", "New York"]);
        let labels = Labels::new(&places);
        assert_eq!(labels.text(0, 0), "{New York}");
        assert_eq!(labels.text(0, 1), "{New York|Albany}");
        assert_eq!(labels.text(1, 2), "{Albany|Reno}");
        assert_eq!(labels.text(2, 3), "Nevada");
        assert_eq!(labels.text(0, 3), "*");
    }

    #[test]
    fn what_looks_like_a_range_but_is_a_label_is_not_used_for_another() {
        let text = "1;[2,3];*\n2;low;*\n3;low;*\n4;high;*";
        let spec = Spec::chains("odd", text);
        let odd = hierarchy(&spec, Kind::Integer, &["1", "2", "3", "4"]);
        let labels = Labels::new(&odd);
        assert_eq!(labels.text(1, 2), "low");
        assert_eq!(labels.text(0, 0), "1");
        assert_eq!(labels.text(2, 3), "[3,4]");
    }
}
