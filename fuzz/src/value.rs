//! What a published text stands for.

use incrowd_terms::{Kind, Nulls};

use crate::chains::Chain;

/// A column: the kind of its values, which of them are missing, and the chains of its hierarchy
/// (padded; none if there is no hierarchy).
#[derive(Clone, Copy)]
pub struct Column<'a> {
    pub kind: Kind,
    pub nulls: &'a Nulls,
    pub chains: &'a [Chain],
}

impl Column<'_> {
    /// Whether a published text stands for an original value.
    pub fn stands_for(&self, published: &str, original: &str) -> bool {
        if published == "*" || published == original {
            return true;
        }
        let through = |chain: &&Chain| chain.iter().any(|label| label == published);
        if self.chains.iter().any(|chain| through(&chain)) {
            let of_original = self.chains.iter().find(|chain| chain[0] == original);
            let is_top = self.chains[0].last().is_some_and(|top| top == published);
            return match of_original {
                Some(chain) => through(&chain),
                None => is_top && self.nulls.is_missing(original),
            };
        }
        if self.in_range(published, original) || self.in_interval(published, original) {
            return true;
        }
        let Some(members) = members(published) else { return false };
        let range = |member: &Member| {
            let Member { text, bare_comma: true, raw } = member else { return Some(false) };
            debug_assert!(!text.is_empty());
            (self.is_range(raw) || self.interval(raw).is_some())
                .then(|| self.in_range(raw, original) || self.in_interval(raw, original))
        };
        // A bare comma belongs to a range, or the text is no set at all.
        let Some(ranges) = members.iter().map(range).collect::<Option<Vec<bool>>>() else {
            return false;
        };
        let value = |member: &Member| {
            let open = self.interval(&member.text).is_some();
            let itself = !open && member.text == original;
            !member.bare_comma && (itself || self.in_interval(&member.text, original))
        };
        ranges.contains(&true) || members.iter().any(value)
    }

    /// The bounds of whole groups of the hierarchy; open where there is none.
    fn interval<'t>(&self, text: &'t str) -> Option<[Option<&'t str>; 2]> {
        let bounds = if let Some(below) = text.strip_prefix('<') {
            [None, Some(below)]
        } else if let Some(from) = text.strip_suffix('+') {
            [Some(from), None]
        } else {
            let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(')'))?;
            let (from, below) = inside.split_once(',')?;
            [Some(from), Some(below)]
        };
        let readable = bounds.iter().flatten().all(|end| self.kind.read(end).is_some());
        let labels = || self.chains.iter().flatten();
        let starts = labels().any(|label| match bounds[0] {
            None => label.starts_with('<'),
            Some(from) => label.starts_with(&format!("[{from},")) || *label == format!("{from}+"),
        });
        let ends = labels().any(|label| match bounds[1] {
            None => label.ends_with('+'),
            Some(below) => label.ends_with(&format!(",{below})")) || *label == format!("<{below}"),
        });
        (self.kind.is_ordered() && readable && starts && ends).then_some(bounds)
    }

    fn in_interval(&self, text: &str, original: &str) -> bool {
        let Some([from, below]) = self.interval(text) else { return false };
        let Some(value) = self.kind.read(original).filter(|_| !self.nulls.is_missing(original))
        else {
            return false;
        };
        let read = |end: &str| self.kind.read(end);
        from.and_then(read).is_none_or(|from| from.magnitude(&value).is_le())
            && below.and_then(read).is_none_or(|below| value.magnitude(&below).is_lt())
    }

    fn ends<'t>(&self, text: &'t str) -> Option<[&'t str; 2]> {
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'))?;
        let (low, high) = inside.split_once(',')?;
        Some([low, high])
    }

    /// Whether the text is a range of numbers or dates.
    pub fn is_range(&self, text: &str) -> bool {
        let readable = |ends: [&str; 2]| ends.iter().all(|end| self.kind.read(end).is_some());
        self.kind.is_ordered() && self.ends(text).is_some_and(readable)
    }

    fn in_range(&self, range: &str, original: &str) -> bool {
        if !self.is_range(range) || self.nulls.is_missing(original) {
            return false;
        }
        let ends = self.ends(range).map(|ends| ends.map(|end| self.kind.read(end)));
        match (ends, self.kind.read(original)) {
            (Some([Some(low), Some(high)]), Some(value)) => {
                low.magnitude(&value).is_le() && value.magnitude(&high).is_le()
            }
            _ => false,
        }
    }
}

struct Member {
    /// Without escapes.
    text: String,
    bare_comma: bool,
    /// As it stands in the set.
    raw: String,
}

/// The members of a set; `None` if the text is none.
fn members(text: &str) -> Option<Vec<Member>> {
    let mut letters: Vec<(char, bool)> = Vec::new();
    let mut escaped = false;
    for letter in text.chars() {
        if escaped {
            if !r"|{},\".contains(letter) {
                return None;
            }
            letters.push((letter, true));
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else {
            letters.push((letter, false));
        }
    }
    let [('{', false), inside @ .., ('}', false)] = letters.as_slice() else { return None };
    if escaped || inside.iter().any(|letter| matches!(letter, ('{' | '}', false))) {
        return None;
    }
    let member = |letters: &[(char, bool)]| {
        let raw = letters
            .iter()
            .flat_map(|&(letter, escaped)| escaped.then_some('\\').into_iter().chain([letter]));
        Member {
            text: letters.iter().map(|(letter, _)| *letter).collect(),
            bare_comma: letters.contains(&(',', false)),
            raw: raw.collect(),
        }
    };
    Some(inside.split(|letter| *letter == ('|', false)).map(member).collect())
}

/// Writes values as a set.
pub fn set(values: &[&str]) -> String {
    let escape = |value: &&str| {
        let mut escaped = String::new();
        for letter in value.chars() {
            if r"|{},\".contains(letter) {
                escaped.push('\\');
            }
            escaped.push(letter);
        }
        escaped
    };
    format!("{{{}}}", values.iter().map(escape).collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_ranges_are_read() {
        let nulls = Nulls::declared(["?"]);
        let age = Column { kind: Kind::Integer, nulls: &nulls, chains: &[] };
        assert!(age.stands_for("{?|[17,25]}", "20") && age.stands_for("{?|[17,25]}", "?"));
        assert!(!age.stands_for("{?|[17,25]}", "26") && !age.stands_for("{1,2|20}", "20"));
        let odd = ["a|b", "{", "", "\\"];
        assert!(odd.iter().all(|value| age.stands_for(&set(&odd), value)));
        assert!(!age.stands_for(&set(&odd), "a"));
    }
}
