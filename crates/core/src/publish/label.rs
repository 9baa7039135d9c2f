//! How a range of leaves is written, so that it is read as that range and nothing else.
//!
//! In this order: a kept value, a hierarchy node by its label, the bounds of whole groups where the
//! hierarchy is rounded (`[20,45)`, `<40`, `70+`), `[lo,hi]` for numbers and dates, and `{a|b|c}`,
//! the shortest cover by disjoint nodes. Codes of digits in one width that stand in their order
//! (`[01002,02139]`) are written as a range where that is shorter than the cover. A text that the
//! column's hierarchy also uses for something else (the city in the state of the same name) would be
//! read as that, so the next form is taken, and a cover has the children of the node instead.

use hashbrown::HashMap;
use incrowd_terms::Kind;

use crate::hierarchy::{Hierarchy, set};

/// The texts of a column's ranges.
#[derive(Debug)]
pub struct Labels<'h> {
    hierarchy: &'h Hierarchy,
    /// What each label of the hierarchy stands for; nothing if it stands for several things.
    meanings: HashMap<&'h str, Option<(u32, u32)>>,
    /// Whether the leaves are codes of digits in one width, in ascending order.
    has_codes: bool,
}

impl<'h> Labels<'h> {
    /// Learns what each label of a hierarchy stands for.
    #[must_use]
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
        Labels { hierarchy, meanings, has_codes: has_codes(hierarchy) }
    }

    /// The text of the leaves from `low` to `high`.
    #[must_use]
    pub fn text(&self, low: u32, high: u32) -> String {
        let node = self.node(low, high).map(str::to_owned);
        let range = || self.range(low, high).filter(|text| self.is_free(text));
        node.or_else(range).unwrap_or_else(|| self.shortest(low, high))
    }

    /// The shorter one of a range of codes and a cover by nodes.
    fn shortest(&self, low: u32, high: u32) -> String {
        let cover = self.cover(low, high);
        let codes = self.codes(low, high).filter(|text| self.is_free(text));
        codes.filter(|codes| codes.len() <= cover.len()).unwrap_or(cover)
    }

    /// Whether the leaves are codes of digits in one width, in ascending order.
    pub(crate) fn has_codes(&self) -> bool {
        self.has_codes
    }

    /// Whether the text of a range is a set of more bytes than this.
    pub(crate) fn is_longer(&self, (low, high): (u32, u32), most: usize) -> bool {
        let is_short = self.node(low, high).is_some()
            || self.range(low, high).is_some()
            || self.codes(low, high).is_some();
        let (mut bytes, mut next) = (2, low);
        while !is_short && next <= high && bytes <= most {
            let (label, end) = self.largest(next, high);
            bytes += label.len() + 1;
            next = end;
        }
        bytes > most
    }

    /// The leaves of the least node around a range whose label is read as that node.
    pub(crate) fn named_node(&self, (low, high): (u32, u32)) -> (u32, u32) {
        let around = |level: usize| {
            let span = self.hierarchy.span(level, self.hierarchy.node_of(level)[low as usize]);
            (span.start, span.end - 1)
        };
        let is_named = |&(start, end): &(u32, u32)| high <= end && self.node(start, end).is_some();
        let everything = (0, self.hierarchy.leaves() as u32 - 1);
        (0..=self.hierarchy.height()).map(around).find(is_named).unwrap_or(everything)
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
        Some(self.beside_missing(low, range))
    }

    /// `[lo,hi]` of codes, where the column has nothing else.
    fn codes(&self, low: u32, high: u32) -> Option<String> {
        let first = low.max(self.hierarchy.missing().end);
        if !self.has_codes || first >= high {
            return None;
        }
        let range = format!("[{},{}]", self.hierarchy.leaf(first), self.hierarchy.leaf(high));
        Some(self.beside_missing(low, range))
    }

    /// A range, in a set with the missing values from `low` on if there are any.
    fn beside_missing(&self, low: u32, range: String) -> String {
        let missing = self.hierarchy.missing().end;
        if low >= missing {
            return range;
        }
        let mut text = String::from("{");
        for leaf in low..missing {
            set::escape(self.hierarchy.leaf(leaf), &mut text);
            text.push('|');
        }
        text + &range + "}"
    }

    /// Whether two leaves are one number in two spellings: a range cannot hold one without the
    /// other.
    fn are_twins(&self, one: u32, other: u32) -> bool {
        let read = |leaf| self.hierarchy.kind().read(self.hierarchy.leaf(leaf));
        read(one).zip(read(other)).is_some_and(|(one, other)| one.magnitude(&other).is_eq())
    }

    /// `{a|b|c}`: the largest nodes within the range, from left to right. Nodes nest, so no disjoint
    /// cover has fewer.
    fn cover(&self, low: u32, high: u32) -> String {
        let (mut members, mut next) = (Vec::new(), low);
        while next <= high {
            let (label, end) = self.largest(next, high);
            members.push(label);
            next = end;
        }
        let mut text = set::set(members.iter().copied());
        // A hierarchy file may list the very text as a value. A member that is repeated changes no set.
        while !self.is_free(&text) {
            members.extend(members.last().copied());
            text = set::set(members.iter().copied());
        }
        text
    }

    /// The largest node that starts here, ends within the range and is not read as anything else; and
    /// where it ends.
    fn largest(&self, low: u32, high: u32) -> (&'h str, u32) {
        let node = |level: usize| {
            let node = self.hierarchy.node_of(level)[low as usize];
            let span = self.hierarchy.span(level, node);
            let label = self.hierarchy.label(level, node);
            let range = (span.start, span.end - 1);
            let fits = low == range.0 && low < range.1 && range.1 <= high;
            // The label of a set would have to be escaped; its members are shorter.
            let is_read = self.meanings.get(label) == Some(&Some(range)) && !label.starts_with('{');
            (fits && is_read).then_some((label, span.end))
        };
        let larger = |one: (&'h str, u32), other: (&'h str, u32)| {
            // Of nodes with the same leaves the lowest says the most.
            if other.1 > one.1 { other } else { one }
        };
        let nodes = (1..=self.hierarchy.height()).filter_map(node);
        nodes.reduce(larger).unwrap_or((self.hierarchy.leaf(low), low + 1))
    }
}

/// Whether all leaves that are not missing are codes of digits in one width, in ascending order.
fn has_codes(hierarchy: &Hierarchy) -> bool {
    let missing = hierarchy.missing().end;
    let codes = || (missing..hierarchy.leaves() as u32).map(|code| hierarchy.leaf(code));
    let width = codes().next().map_or(0, str::len);
    let is_code =
        |code: &str| code.len() == width && code.bytes().all(|byte| byte.is_ascii_digit());
    hierarchy.kind() == Kind::Text && width > 0 && codes().all(is_code) && codes().is_sorted()
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
    fn ranges_of_leaves_are_covered_by_nodes() {
        let text = "Nice;France;Europe;*\nLyon;France;Europe;*\nRome;Italy;Europe;*\n\
                    Reno;Nevada;US;*\nElko;Nevada;US;*\nUS;Texas;US;*\nBaku;Asia;*";
        let values = ["Nice", "Lyon", "Rome", "Reno", "Elko", "US", "Baku"];
        let places = hierarchy(&Spec::chains("places", text), Kind::Text, &values);
        let labels = Labels::new(&places);
        assert_eq!(labels.text(0, 3), "{Europe|Reno}");
        assert_eq!(labels.text(1, 4), "{Lyon|Rome|Nevada}");
        // The state and the city have one name: inside braces it is the city.
        assert_eq!(labels.text(2, 5), "{Rome|Nevada|US}");
        assert_eq!(labels.text(3, 5), "{Nevada|US}");
        assert_eq!(labels.text(0, 5), "{Europe|Nevada|US}");
    }

    #[test]
    fn codes_of_one_width_are_ranges_where_that_is_shorter() {
        let spec = Spec::parse("mask:5").unwrap().read(|_| Err("no file")).unwrap();
        let values = ["?", "01001", "01002", "01101", "01102", "01201", "02139"];
        let codes = hierarchy(&spec, Kind::Text, &values);
        let labels = Labels::new(&codes);
        assert_eq!(labels.text(2, 3), "[01002,01101]");
        assert_eq!(labels.text(1, 5), "01***");
        assert_eq!(labels.text(2, 6), "[01002,02139]");
        assert_eq!(labels.text(0, 2), "{?|0100*}");
        assert_eq!(labels.text(0, 3), "{?|0100*|01101}");
        let flat = hierarchy(&Spec::flat(), Kind::Text, &["?", "01", "02", "03", "04"]);
        assert_eq!(Labels::new(&flat).text(0, 3), "{?|[01,03]}");
        let mixed = hierarchy(&spec, Kind::Text, &["01001", "01002", "01101", "x"]);
        assert_eq!(Labels::new(&mixed).text(2, 3), "{01002|01101}");
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
