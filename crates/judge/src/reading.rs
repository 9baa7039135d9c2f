//! The judge's own reading of published values.
//!
//! What a published text stands for, in this order:
//! 1. `*`: everything.
//! 2. A label of the column's hierarchy: the leaves below it, whatever the text looks like (a label
//!    `25-29` may well hold 30).
//! 3. Its own text: a kept value.
//! 4. `[lo,hi]` in a column of numbers or dates: the values from `lo` to `hi`, both included.
//!    `[lo,hi)`, `<hi` and `lo+`, if groups of the column's hierarchy start and end there: the values
//!    from `lo` up to, and without, `hi`; open where there is no bound.
//!    `[01002,02139]` in any other column: the codes of as many digits from `lo` to `hi`.
//! 5. `{a|b|c}`: these values; `\` escapes `|`, `{`, `}`, `,` and `\`. A member may be a range,
//!    `{?|[17,25]}`, or a label of the hierarchy that is no value: the leaves below it.
//!
//! Any other text stands only for itself, so no text is credited with more matching people than the
//! format says.

use incrowd_terms::{Kind, Nulls, Scalar};

use crate::chains::Chains;

/// The text that stands for everything.
pub const EVERYTHING: &str = "*";

/// Reads the published values of one column.
///
/// ```
/// use incrowd_judge::Reader;
/// use incrowd_terms::{Kind, Nulls};
/// let nulls = Nulls::declared(["?"]);
/// let age = Reader::new(Kind::Integer, &nulls, None);
/// assert!(age.covers("[17,25]", "25") && !age.covers("[17,25]", "?"));
/// assert!(age.covers("{?|[17,25]}", "?") && !age.covers("{?|[17,25]}", "26"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    kind: Kind,
    nulls: &'a Nulls,
    chains: Option<&'a Chains>,
}

/// What a published text stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// Every value.
    Everything,
    /// The leaves below the label in the column's hierarchy.
    Label,
    /// These values and ranges.
    Members(Vec<Member>),
}

/// A member of a published set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Member {
    /// One value.
    Value(String),
    /// The leaves below a label of the hierarchy.
    Label(String),
    /// The codes of as many digits between two, both included.
    Codes(String, String),
    /// The values between two, both included.
    Range(Scalar, Scalar),
    /// The values from one bound up to, and without, another; open where there is no bound.
    Interval(Option<Scalar>, Option<Scalar>),
}

impl Member {
    /// Whether a number or date is one of those that are meant; a single value is compared as text.
    fn holds(&self, value: &Scalar) -> bool {
        match self {
            Member::Value(_) | Member::Label(_) | Member::Codes(..) => false,
            Member::Range(low, high) => within(value, low, high),
            Member::Interval(from, below) => {
                from.as_ref().is_none_or(|from| from.magnitude(value).is_le())
                    && below.as_ref().is_none_or(|below| value.magnitude(below).is_lt())
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader for a column whose original values are of this kind.
    #[must_use]
    pub fn new(kind: Kind, nulls: &'a Nulls, chains: Option<&'a Chains>) -> Self {
        Reader { kind, nulls, chains }
    }

    /// Whether a published text stands for an original value.
    #[must_use]
    pub fn covers(&self, published: &str, original: &str) -> bool {
        if published == original {
            return true;
        }
        match self.meaning(published) {
            Meaning::Everything => true,
            Meaning::Label => self.is_below(original, published),
            Meaning::Members(members) => members.iter().any(|member| match member {
                Member::Value(value) => value == original,
                Member::Label(label) => self.is_below(original, label),
                Member::Codes(low, high) => is_code_between(original, low, high),
                range => self.scalar(original).is_some_and(|value| range.holds(&value)),
            }),
        }
    }

    /// What a published text stands for.
    pub(crate) fn meaning(&self, published: &str) -> Meaning {
        if published == EVERYTHING {
            return Meaning::Everything;
        }
        if self.chains.is_some_and(|chains| chains.has_label(published)) {
            return Meaning::Label;
        }
        if let Some(range) = self.range(published) {
            return Meaning::Members(vec![range]);
        }
        let itself = || vec![Member::Value(published.to_owned())];
        Meaning::Members(self.set(published).unwrap_or_else(itself))
    }

    /// The column's hierarchy.
    pub(crate) fn chains(&self) -> Option<&'a Chains> {
        self.chains
    }

    /// The value's place among numbers or dates; `None` for missing and other values.
    pub(crate) fn scalar(&self, text: &str) -> Option<Scalar> {
        if !self.kind.is_ordered() || self.nulls.is_missing(text) {
            return None;
        }
        self.kind.read(text)
    }

    /// Whether a text is the label of the hierarchy's top.
    pub(crate) fn is_top(&self, label: &str) -> bool {
        self.chains.is_some_and(|chains| chains.top() == Some(label))
    }

    /// Whether the top of the hierarchy is meant to hold a value that no line lists: a missing
    /// value stays itself up to the top, and joins the others there.
    pub(crate) fn joins_at_top(&self, original: &str, label: &str) -> bool {
        let unlisted =
            |chains: &Chains| chains.top() == Some(label) && chains.chain(original).is_none();
        self.nulls.is_missing(original) && self.chains.is_some_and(unlisted)
    }

    /// Whether a label can only have been meant as the top.
    pub(crate) fn is_top_only(&self, label: &str, levels: &[usize]) -> bool {
        self.chains.is_some_and(|chains| {
            let below = levels.iter().filter(|&&level| level < chains.height());
            chains.top() == Some(label) && below.copied().all(|level| !chains.is_at(label, level))
        })
    }

    fn is_below(&self, original: &str, label: &str) -> bool {
        self.chains.is_some_and(|chains| chains.is_below(original, label))
            || self.joins_at_top(original, label)
    }

    /// A range, if the text is one and the column has an order or the ends are codes.
    fn range(&self, text: &str) -> Option<Member> {
        let closed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let Some(closed) = closed else { return self.interval(text) };
        let (low, high) = closed.split_once(',')?;
        if !self.kind.is_ordered() {
            let codes = low.len() == high.len() && is_code(low) && is_code(high);
            return codes.then(|| Member::Codes(low.to_owned(), high.to_owned()));
        }
        Some(Member::Range(self.kind.read(low)?, self.kind.read(high)?))
    }

    /// Whole groups of the hierarchy, by the bounds that their labels have.
    fn interval(&self, text: &str) -> Option<Member> {
        let (from, below) = match (text.strip_prefix('<'), text.strip_suffix('+')) {
            (Some(below), _) => (None, Some(below)),
            (None, Some(from)) => (Some(from), None),
            (None, None) => {
                let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(')'))?;
                let (from, below) = inside.split_once(',')?;
                (Some(from), Some(below))
            }
        };
        if !self.kind.is_ordered() || !self.chains?.has_bounds(from, below) {
            return None;
        }
        let read = |end: Option<&str>| match end {
            Some(end) => self.kind.read(end).map(Some),
            None => Some(None),
        };
        Some(Member::Interval(read(from)?, read(below)?))
    }

    /// Whether a member of a set is a label: a value of the same name is meant before it.
    fn is_label(&self, text: &str) -> bool {
        self.chains.is_some_and(|chains| chains.has_label(text) && chains.chain(text).is_none())
    }

    fn set(&self, text: &str) -> Option<Vec<Member>> {
        let inside = text.strip_prefix('{')?;
        let mut members = Vec::new();
        let mut rest = inside;
        loop {
            let (member, end) = member(rest)?;
            members.push(match member {
                WrittenMember::Value(value) if self.is_label(&value) => Member::Label(value),
                WrittenMember::Value(value) => match self.range(&value) {
                    Some(open @ Member::Interval(..)) => open,
                    _ => Member::Value(value),
                },
                WrittenMember::WithComma(text) => self.range(text)?,
            });
            match end {
                End::Next(next) => rest = next,
                End::Closed => return Some(members),
            }
        }
    }
}

/// Whether a text has digits only.
pub(crate) fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a code of as many digits as two others, and lies between them.
pub(crate) fn is_code_between(text: &str, low: &str, high: &str) -> bool {
    text.len() == low.len() && is_code(text) && (low..=high).contains(&text)
}

/// Whether a value lies between two others, by magnitude.
pub(crate) fn within(value: &Scalar, low: &Scalar, high: &Scalar) -> bool {
    low.magnitude(value).is_le() && value.magnitude(high).is_le()
}

/// A member as it is written: commas of values are escaped, so a bare one betrays a range.
enum WrittenMember<'t> {
    Value(String),
    WithComma(&'t str),
}

/// What follows a member: another one, or the brace that closes the set and the text.
enum End<'t> {
    Next(&'t str),
    Closed,
}

/// The first member of what is left of a set; `None` if that is no set.
fn member(text: &str) -> Option<(WrittenMember<'_>, End<'_>)> {
    let (mut value, mut comma) = (String::new(), false);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                escaped @ ('|' | '{' | '}' | ',' | '\\') => value.push(escaped),
                _ => return None,
            },
            '|' | '}' => {
                let rest = &text[at + 1..];
                let end = match letter {
                    '|' => End::Next(rest),
                    _ if rest.is_empty() => End::Closed,
                    _ => return None,
                };
                let written = if comma {
                    WrittenMember::WithComma(&text[..at])
                } else {
                    WrittenMember::Value(value)
                };
                return Some((written, end));
            }
            '{' => return None,
            _ => {
                comma |= letter == ',';
                value.push(letter);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chains::tests::chains;

    fn nulls() -> Nulls {
        Nulls::declared(["?", "99"])
    }

    #[test]
    fn plain_texts_stand_for_themselves() {
        let nulls = nulls();
        let reader = Reader::new(Kind::Text, &nulls, None);
        assert!(reader.covers("M", "M") && !reader.covers("M", "F"));
        assert!(reader.covers("*", "M") && reader.covers("*", ""));
        assert!(reader.covers("[a,b]", "[a,b]") && !reader.covers("[a,c]", "b"));
        assert!(!reader.covers("", "M") && reader.covers("", ""));
    }

    #[test]
    fn ranges_hold_their_ends_and_no_missing_value() {
        let nulls = nulls();
        let age = Reader::new(Kind::Integer, &nulls, None);
        for (value, inside) in [("17", true), ("25", true), ("16", false), ("26", false)] {
            assert_eq!(age.covers("[17,25]", value), inside, "{value}");
        }
        // 99 is declared missing here.
        assert!(!age.covers("[0,100]", "99") && age.covers("{99|[0,100]}", "99"));
        assert!(!age.covers("[25,17]", "20"));
        assert!(!age.covers("[17,25)", "20") && !age.covers("[17;25]", "20"));
        let price = Reader::new(Kind::Decimal, &nulls, None);
        assert!(price.covers("[-1.50,2e1]", "20.0") && !price.covers("[-1.50,2e1]", "20.01"));
        let day = Reader::new(Kind::Date, &nulls, None);
        assert!(day.covers("[2024-01-31,2024-03-01]", "2024-02-29"));
        assert!(!day.covers("[2024-01-31,2024-03-01]", "2024-03-02"));
    }

    #[test]
    fn intervals_are_read_where_groups_have_their_bounds() {
        let nulls = nulls();
        let groups = chains(&["18;<20;*", "21;[20,25);*", "33;[30,35);*", "91;90+;*"]).unwrap();
        let age = Reader::new(Kind::Integer, &nulls, Some(&groups));
        for (text, values) in [
            ("[20,35)", vec!["21", "33", "34"]),
            ("<35", vec!["18", "21", "33", "-3"]),
            ("20+", vec!["21", "33", "91", "200"]),
            ("{?|<25}", vec!["?", "18", "21"]),
            ("{?|[20,35)}", vec!["?", "21", "33"]),
        ] {
            assert!(values.iter().all(|value| age.covers(text, value)), "{text}");
            for value in ["18", "21", "33", "91", "?"] {
                assert_eq!(age.covers(text, value), values.contains(&value), "{text} {value}");
            }
        }
        assert!(
            !age.covers("[22,35)", "33") && !age.covers("<33", "18") && !age.covers("31+", "33")
        );
        assert!(!Reader::new(Kind::Integer, &nulls, None).covers("[20,35)", "21"));
        assert!(!Reader::new(Kind::Text, &nulls, Some(&groups)).covers("[20,35)", "21"));
    }

    #[test]
    fn codes_stand_between_codes_of_their_width() {
        let nulls = nulls();
        let zip = Reader::new(Kind::Text, &nulls, None);
        for (value, inside) in [
            ("01002", true),
            ("02139", true),
            ("01500", true),
            ("02140", false),
            ("1500", false),
            ("0150x", false),
            ("", false),
        ] {
            assert_eq!(zip.covers("[01002,02139]", value), inside, "{value}");
            assert_eq!(zip.covers("{?|[01002,02139]}", value), inside, "{value}");
        }
        assert!(zip.covers("{?|[01002,02139]}", "?") && !zip.covers("[1002,02139]", "01500"));
        assert!(!zip.covers("[02139,01002]", "01500") && !zip.covers("[,]", ""));
    }

    #[test]
    fn members_are_values_before_they_are_labels() {
        let nulls = nulls();
        let places = ["Nice;France;*", "Lyon;France;*", "US;Texas;US;*", "Reno;Nevada;US;*"];
        let places = chains(&places).unwrap();
        let place = Reader::new(Kind::Text, &nulls, Some(&places));
        assert!(place.covers("{France|US}", "Lyon") && place.covers("{France|US}", "US"));
        assert!(!place.covers("{France|US}", "Reno") && place.covers("US", "Reno"));
        assert!(place.covers("{Nevada|US}", "Reno") && !place.covers("{Nevada|US}", "Nice"));
        assert!(!place.covers("{Spain|US}", "Nice") && place.covers("{Spain|US}", "Spain"));
    }

    #[test]
    fn sets_hold_their_members() {
        let nulls = nulls();
        let reader = Reader::new(Kind::Text, &nulls, None);
        let set = r"{a|b\|c|\{d\}|e\,f|g\\}";
        for value in ["a", "b|c", "{d}", "e,f", r"g\"] {
            assert!(reader.covers(set, value), "{value}");
        }
        for value in ["b", "c", "{d", "e", "f", "g", "", "a|b", r"b\|c"] {
            assert!(!reader.covers(set, value), "{value}");
        }
        assert!(reader.covers("{}", "") && reader.covers("{a|}", "") && !reader.covers("{a}", ""));
        let age = Reader::new(Kind::Integer, &nulls, None);
        assert!(age.covers("{|[1,3]|7}", "2") && age.covers("{|[1,3]|7}", ""));
        assert!(age.covers("{|[1,3]|7}", "7") && !age.covers("{|[1,3]|7}", "4"));
        // A comma that is escaped is no range's.
        assert!(age.covers(r"{[1\,3]}", "[1,3]") && !age.covers(r"{[1\,3]}", "2"));
    }

    #[test]
    fn what_is_almost_a_set_stands_for_itself() {
        let nulls = nulls();
        let reader = Reader::new(Kind::Text, &nulls, None);
        for text in
            ["{a|b", "a|b}", "{a|b}c", r"{a|b\}", r"{a\x|a}", "{a|{b}}", "{a,b|a}", "{", "\\"]
        {
            assert!(!reader.covers(text, "a"), "{text}");
            assert!(reader.covers(text, text), "{text}");
        }
    }

    #[test]
    fn labels_are_read_through_the_hierarchy() {
        let nulls = nulls();
        let chains = chains(&["25;25-29;all", "30;25-29;all", "31;[30,35];all", "*;stars;all"]);
        let chains = chains.unwrap();
        let reader = Reader::new(Kind::Integer, &nulls, Some(&chains));
        assert!(reader.covers("25-29", "30") && !reader.covers("25-29", "26"));
        // The hierarchy's word goes before the shape of the text.
        assert!(reader.covers("[30,35]", "31") && !reader.covers("[30,35]", "30"));
        assert!(reader.covers("[30,36]", "30"));
        assert!(reader.covers("all", "?") && !reader.covers("all", "77"));
        assert!(reader.covers("*", "77"));
    }

    /// Writes a set as the interface says, independently of any publisher.
    fn written(values: &[String]) -> String {
        let escape = |value: &String| {
            value
                .chars()
                .flat_map(|c| {
                    let escape = matches!(c, '|' | '{' | '}' | ',' | '\\').then_some('\\');
                    escape.into_iter().chain([c])
                })
                .collect::<String>()
        };
        format!("{{{}}}", values.iter().map(escape).collect::<Vec<_>>().join("|"))
    }

    proptest! {
        #[test]
        fn written_sets_are_read_back(
            values in prop::collection::vec(r"[ab|{}\\,\[\]]{0,4}", 1..5),
            other in r"[ab|{}\\,\[\]]{0,4}",
        ) {
            let nulls = nulls();
            for kind in Kind::ALL {
                let reader = Reader::new(kind, &nulls, None);
                let set = written(&values);
                for value in &values {
                    prop_assert!(reader.covers(&set, value));
                }
                prop_assert_eq!(reader.covers(&set, &other), values.contains(&other) || set == other);
            }
        }

        #[test]
        fn nothing_makes_it_panic(text in r"[\[\]{}|,\\*?019é.-]{0,12}", value in r"[\[\]{}|,\\*?019é.-]{0,4}") {
            let nulls = nulls();
            let chains = chains(&["0;[0,1];*", "?;{0|1};*"]).unwrap();
            for kind in Kind::ALL {
                for chains in [None, Some(&chains)] {
                    let reader = Reader::new(kind, &nulls, chains);
                    prop_assert!(reader.covers(&text, &text));
                    prop_assert!(reader.covers("*", &value));
                    let _ = reader.covers(&text, &value);
                }
            }
        }
    }
}
