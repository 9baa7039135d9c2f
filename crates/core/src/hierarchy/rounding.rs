//! What boxes may publish of a column: bounds and groups that a hierarchy chose, not the data.
//!
//! A box is the bounding box of its people, so its ends are exact values: `[71,98]` says that
//! somebody is 98, and `{ged|phd}` is a group that nobody defined. Where a hierarchy is *rounded*,
//! ranges are widened before they are published. Numbers are widened to whole groups of the first
//! level and written with their bounds: `[70,90)`, `<40` or `70+`. Dates are widened to whole units
//! of the calendar, from a first day to a last one: `[1960-01-01,1974-12-31]`. Categories are widened
//! to the least node that holds them.
//!
//! Invariant: [`Rounding::Bounds`] has one [`RoundedRange`] per value that is not missing, equal
//! within a group of level 1, ascending and without overlaps.

use std::fmt;

use super::Hierarchy;

/// Numbers from one bound up to another; open where there is no bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoundedRange {
    pub from: Option<String>,
    pub end: Option<RangeEnd>,
}

/// Where a range ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RangeEnd {
    /// With values less than this.
    Below(String),
    /// With this value, if it is there.
    Last(String),
}

impl fmt::Display for RoundedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.from, &self.end) {
            (Some(from), Some(RangeEnd::Below(end))) => write!(f, "[{from},{end})"),
            (Some(from), Some(RangeEnd::Last(end))) => write!(f, "[{from},{end}]"),
            (None, Some(RangeEnd::Below(end))) => write!(f, "<{end}"),
            (None, Some(RangeEnd::Last(end))) => write!(f, "<={end}"),
            (Some(from), None) => write!(f, "{from}+"),
            (None, None) => f.write_str(super::TOP),
        }
    }
}

/// How ranges are widened before they are published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To whole groups of the first level, which have these bounds.
    Bounds(Vec<RoundedRange>),
    /// To the least node that holds the range.
    Nodes,
}

impl RoundedRange {
    /// Whether it has no bound at all.
    pub fn is_open(&self) -> bool {
        self.from.is_none() && self.end.is_none()
    }
}

impl Hierarchy {
    /// The same hierarchy with these bounds of its first level, one per value that is not missing.
    pub(super) fn rounded_to(self, bounds: Vec<RoundedRange>) -> Hierarchy {
        Hierarchy { rounding: Some(Rounding::Bounds(bounds)), ..self }
    }

    /// The same hierarchy, of which boxes publish single nodes.
    pub(super) fn in_nodes(self) -> Hierarchy {
        Hierarchy { rounding: Some(Rounding::Nodes), ..self }
    }

    /// Whether bounds are chosen by the hierarchy instead of taken from the data.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        self.rounding.is_some()
    }

    /// A range of leaves, widened if the hierarchy is rounded. A single value stays: it is published
    /// as it is, and has no bounds.
    pub(crate) fn outward(&self, (low, high): (u32, u32)) -> (u32, u32) {
        match &self.rounding {
            Some(Rounding::Bounds(_)) => self.whole_groups(low, high),
            Some(Rounding::Nodes) if low < high => self.least_node(low, high),
            _ => (low, high),
        }
    }

    fn whole_groups(&self, low: u32, high: u32) -> (u32, u32) {
        let first = low.max(self.missing);
        if high <= first {
            return (low, high);
        }
        let group = |code: u32| self.span(1, self.node_of(1)[code as usize]);
        let start = if low < self.missing { low } else { group(first).start };
        (start, group(high).end - 1)
    }

    /// The least node that holds a range of two leaves or more.
    pub(crate) fn least_node(&self, low: u32, high: u32) -> (u32, u32) {
        let span = |level: usize| self.span(level, self.node_of(level)[low as usize]);
        let mut spans = (1..self.height()).map(span);
        let span = spans.find(|span| span.contains(&high)).unwrap_or_else(|| span(self.height()));
        (span.start, span.end - 1)
    }

    /// The bounds of whole groups from one leaf to another; nothing if the hierarchy is not rounded,
    /// or if a group is torn apart or missing values are among them.
    pub(crate) fn rounded_range(&self, low: u32, high: u32) -> Option<RoundedRange> {
        let Some(Rounding::Bounds(bounds)) = &self.rounding else { return None };
        if low < self.missing || self.outward((low, high)) != (low, high) || low == high {
            return None;
        }
        let bound = |code: u32| bounds.get((code - self.missing) as usize);
        Some(RoundedRange { from: bound(low)?.from.clone(), end: bound(high)?.end.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::domain::tests::{grown, spec};
    use incrowd_terms::Kind;

    #[test]
    fn ranges_are_widened_to_whole_groups() {
        let values = ["?", "18", "21", "23", "26", "71", "93", "98"];
        let ages = grown(&spec("intervals:5,10,<20,90+"), Kind::Integer, &values).unwrap();
        let text = |low, high| {
            let (low, high) = ages.outward((low, high));
            ages.rounded_range(low, high).map(|range| range.to_string())
        };
        assert!(ages.is_rounded());
        assert_eq!(text(2, 4).unwrap(), "[20,30)");
        assert_eq!(text(3, 5).unwrap(), "[20,75)");
        assert_eq!(text(1, 4).unwrap(), "<30");
        assert_eq!(text(5, 6).unwrap(), "70+");
        assert_eq!(text(1, 7).unwrap(), "*");
        assert_eq!((text(3, 3), ages.outward((3, 3))), (None, (3, 3)));
        assert_eq!((text(0, 3), ages.outward((0, 3))), (None, (0, 3)));
        assert_eq!(ages.outward((0, 2)), (0, 3));
        let exact = grown(&spec("intervals:5,10"), Kind::Integer, &values).unwrap();
        assert_eq!((exact.is_rounded(), exact.outward((2, 3))), (false, (2, 3)));
    }

    #[test]
    fn dates_are_widened_to_whole_units() {
        let days = ["?", "1960-03-09", "1960-05-01", "1974-02-28", "1981-12-31"];
        let text = |spec_words: &str, low, high| {
            let dates = grown(&spec(spec_words), Kind::Date, &days).unwrap();
            let (low, high) = dates.outward((low, high));
            dates.rounded_range(low, high).map(|range| range.to_string())
        };
        let years = "date:year,decade,rounded";
        assert_eq!(text(years, 2, 3).unwrap(), "[1960-01-01,1974-12-31]");
        assert_eq!(text("date:month,year,rounded", 2, 3).unwrap(), "[1960-05-01,1974-02-28]");
        assert_eq!(text("date:quarter,rounded", 1, 3).unwrap(), "[1960-01-01,1974-03-31]");
        assert_eq!(text("date:decade,rounded", 3, 4).unwrap(), "[1970-01-01,1989-12-31]");
        assert_eq!((text(years, 3, 3), text("date:year", 2, 3)), (None, None));
    }

    #[test]
    fn codes_are_widened_to_whole_prefixes() {
        let zips =
            grown(&spec("mask:5,rounded"), Kind::Text, &["10115", "10117", "10243"]).unwrap();
        assert_eq!(zips.outward((0, 0)), (0, 0));
        assert_eq!(zips.outward((0, 1)), (0, 1));
        assert_eq!(zips.outward((1, 2)), (0, 2));
    }

    #[test]
    fn categories_are_widened_to_nodes() {
        let values = ["?", "France", "Germany", "Italy", "Japan", "Spain"];
        let made = grown(&spec("standard:countries"), Kind::Text, &values).unwrap();
        let text = |from: &str, to: &str| {
            let [one, other] = [from, to].map(|leaf| made.code(leaf).unwrap());
            let (low, high) = made.outward((one.min(other), one.max(other)));
            let level = (0..=made.height()).find(|&level| {
                made.span(level, made.node_of(level)[low as usize]) == (low..high + 1)
            });
            made.label(level.unwrap(), made.node_of(level.unwrap())[low as usize])
        };
        assert_eq!(text("France", "France"), "France");
        assert_eq!(text("France", "Germany"), "Western Europe");
        assert_eq!(text("France", "Spain"), "Europe");
        assert_eq!(text("Japan", "Spain"), "*");
        assert_eq!(text("?", "France"), "*");
        let kept = grown(&spec("keep"), Kind::Text, &values).unwrap();
        assert_eq!((kept.outward((2, 2)), kept.outward((2, 3))), ((2, 2), (0, 5)));
    }
}
