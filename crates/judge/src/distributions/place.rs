//! The position of a published text among numbers or dates: the lowest value that it stands for.

use incrowd_terms::{Kind, Nulls, Scalar};

use crate::reading::{EVERYTHING, Meaning, Member, Reader};

use super::tally::Tally;

/// The lowest number or date that a text stands for; `None` if there is none, or if it stands for
/// everything and so for no place.
pub(super) fn lowest(reader: &Reader<'_>, text: &str) -> Option<Scalar> {
    let least = |a: Scalar, b: Scalar| if b.magnitude(&a).is_lt() { b } else { a };
    let below = |label: &str| {
        let leaves = reader.chains().and_then(|chains| chains.leaves(label));
        leaves.into_iter().flatten().filter_map(|leaf| reader.scalar(leaf)).reduce(least)
    };
    match reader.meaning(text) {
        Meaning::Everything => None,
        Meaning::Label => below(text),
        Meaning::Members(members) => {
            let low = |member| match member {
                Member::Value(value) => reader.scalar(&value),
                Member::Label(label) => below(&label),
                Member::Codes(..) => None,
                Member::Range(low, _) => Some(low),
                Member::Interval(from, below) => from.or(below),
            };
            members.into_iter().filter_map(low).reduce(least)
        }
    }
}

/// The kind of a column's values: of the original ones, or else of those that the published texts
/// name, the ends of ranges among them.
pub(super) fn kind(original: Option<&Tally>, published: &Tally, nulls: &Nulls) -> Kind {
    let present = |text: &&str| !nulls.is_missing(text);
    match original {
        Some(original) => Kind::infer(original.texts().iter().filter(present)),
        None => {
            let named = published.texts().iter().filter(|text| *text != EVERYTHING);
            Kind::infer(named.flat_map(ends).filter(present))
        }
    }
}

/// The ends of what is written as a range; any other text twice.
fn ends(text: &str) -> [&str; 2] {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inside.and_then(|inside| inside.split_once(',')).map_or([text, text], |(low, high)| [low, high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::tests::chains;
    use crate::distributions::tally::tests::tally;

    #[test]
    fn a_text_stands_at_its_lowest_value() {
        let nulls = Nulls::declared(["?", "0"]);
        let chains = chains(&["30;young;*", "4;young;*", "50;old;*"]).unwrap();
        let reader = Reader::new(Kind::Integer, &nulls, Some(&chains));
        let place = |text| lowest(&reader, text).map(Scalar::to_f64);
        let found = ["7", "[5,9]", "{?|[6,9]|3}", "young", "old", "50"].map(place);
        assert_eq!(found, [7.0, 5.0, 3.0, 4.0, 50.0, 50.0].map(Some));
        assert_eq!(["*", "?", "0", "", "{?|0}", "middle"].map(place), [None; 6]);
        assert_eq!(lowest(&Reader::new(Kind::Text, &nulls, None), "7"), None);
    }

    #[test]
    fn kinds_are_those_of_the_values_behind_the_texts() {
        let nulls = Nulls::declared(["?"]);
        let published = tally(&[("[1,2.5]", 3), ("*", 1), ("7", 1), ("?", 2)]);
        assert_eq!(kind(None, &published, &nulls), Kind::Decimal);
        assert_eq!(kind(Some(&tally(&[("1", 1), ("", 1)])), &published, &nulls), Kind::Integer);
        assert_eq!(kind(None, &tally(&[("young", 1), ("7", 1)]), &nulls), Kind::Text);
        assert_eq!(kind(None, &tally(&[("*", 1)]), &nulls), Kind::Text);
    }
}
