//! Distinct texts, each with a small number.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// Numbers texts in order of first appearance: equal texts get equal numbers. All texts share one
/// allocation, so a column of many short values costs little more than their bytes.
///
/// Every cell of a table passes through here. Most are short, and those are looked up by the two words
/// that hold them: no walk over bytes, no look at the stored text.
///
/// ```
/// use incrowd_terms::DistinctTexts;
/// let mut texts = DistinctTexts::default();
/// assert_eq!([texts.number("1"), texts.number("1.0"), texts.number("1")], [Some(0), Some(1), Some(0)]);
/// assert_eq!((texts.text(1), texts.find("2")), ("1.0", None));
/// ```
#[derive(Clone, Default)]
pub struct DistinctTexts {
    bytes: String,
    ends: Vec<usize>,
    short: HashTable<(ShortText, u32)>,
    long: HashTable<u32>,
    hasher: RandomState,
}

impl std::fmt::Debug for DistinctTexts {
    /// Shows no text: they can be values about people, and debug output ends up in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DistinctTexts").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// A text of at most fifteen bytes: the first word and the rest of them, below their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ShortText {
    head: u64,
    tail: u64,
}

impl ShortText {
    #[inline]
    fn of(text: &str) -> Option<ShortText> {
        let bytes = text.as_bytes();
        let length = bytes.len();
        let (head, tail) = match length {
            16.. => return None,
            8.. => {
                let (head, last) = (bytes.first_chunk::<8>()?, bytes.last_chunk::<8>()?);
                // The bytes that the head has are shifted out; eight bytes leave none.
                let rest = u64::from_le_bytes(*last).checked_shr(8 * (16 - length as u32));
                (u64::from_le_bytes(*head), rest.unwrap_or(0))
            }
            4.. => {
                let (head, last) = (bytes.first_chunk::<4>()?, bytes.last_chunk::<4>()?);
                let (head, last) = (u32::from_le_bytes(*head), u32::from_le_bytes(*last));
                (u64::from(head) | u64::from(last) << 32, 0)
            }
            _ => (bytes.iter().rev().fold(0, |head, &byte| head << 8 | u64::from(byte)), 0),
        };
        Some(ShortText { head, tail: tail | (length as u64) << 56 })
    }
}

impl Hash for ShortText {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(u128::from(self.head) << 64 | u128::from(self.tail));
    }
}

impl DistinctTexts {
    /// The number of a text, which gets the next free one if it is new; nothing if none is left.
    #[inline]
    pub fn number(&mut self, text: &str) -> Option<u32> {
        match self.find(text) {
            Some(number) => Some(number),
            None => self.append(text),
        }
    }

    /// The number of a text that was seen before.
    #[inline]
    #[must_use]
    pub fn find(&self, text: &str) -> Option<u32> {
        if let Some(short) = ShortText::of(text) {
            let found = self.short.find(self.hasher.hash_one(short), |(known, _)| *known == short);
            found.map(|&(_, number)| number)
        } else {
            let hash = self.hasher.hash_one(text.as_bytes());
            self.long.find(hash, |&number| self.text(number) == text).copied()
        }
    }

    /// The text of a number that this object gave out; others panic, like an index out of bounds.
    #[inline]
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        slice(&self.bytes, &self.ends, number)
    }

    /// How many distinct texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no text was seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        // `append` refuses to let the length outgrow a number.
        (0..self.ends.len() as u32).map(|number| self.text(number))
    }

    #[cold]
    fn append(&mut self, text: &str) -> Option<u32> {
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number < u32::MAX)?;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        let (bytes, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        if let Some(short) = ShortText::of(text) {
            let rehash = |(short, _): &(ShortText, u32)| hasher.hash_one(short);
            self.short.insert_unique(hasher.hash_one(short), (short, number), rehash);
        } else {
            let rehash = |&number: &u32| hasher.hash_one(slice(bytes, ends, number).as_bytes());
            self.long.insert_unique(hasher.hash_one(text.as_bytes()), number, rehash);
        }
        Some(number)
    }
}

#[inline]
fn slice<'t>(bytes: &'t str, ends: &[usize], number: u32) -> &'t str {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &bytes[start..ends[number]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_number() {
        let mut texts = DistinctTexts::default();
        let numbers: Vec<u32> =
            ["b", "a", "", "b", "", "é", "a"].map(|text| texts.number(text).unwrap()).to_vec();
        assert_eq!(numbers, [0, 1, 2, 0, 2, 3, 1]);
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["b", "a", "", "é"]);
        assert_eq!((texts.find("é"), texts.find("x")), (Some(3), None));
    }

    proptest::proptest! {
        #[test]
        fn numbers_are_equal_iff_texts_are(
            texts in proptest::collection::vec(
                "[ab\0]{0,4}|a{0,40}|[a\0]{0,17}|[ab]{7,9}|[ab]{14,17}|[aé]{0,17}",
                1..60,
            ),
        ) {
            let mut numbered = DistinctTexts::default();
            let numbers: Vec<u32> =
                texts.iter().map(|text| numbered.number(text).unwrap()).collect();
            for (a, x) in texts.iter().zip(&numbers) {
                proptest::prop_assert_eq!(numbered.text(*x), a);
                for (b, y) in texts.iter().zip(&numbers) {
                    proptest::prop_assert_eq!(a == b, x == y);
                }
            }
        }
    }

    #[test]
    fn every_byte_of_a_short_text_counts() {
        let mut texts = DistinctTexts::default();
        for length in 0..20 {
            let base = "a".repeat(length);
            let number = texts.number(&base).unwrap();
            for place in 0..length {
                let other = format!("{}b{}", &base[..place], &base[place + 1..]);
                assert_eq!(texts.find(&other), None, "{other}");
                assert_ne!(texts.number(&other), Some(number), "{other}");
            }
        }
    }

    #[test]
    fn numbers_survive_growth() {
        let mut texts = DistinctTexts::default();
        for i in 0..5000_u32 {
            assert_eq!(texts.number(&i.to_string()), Some(i));
        }
        for i in 0..5000_u32 {
            assert_eq!(texts.find(&i.to_string()), Some(i));
            assert_eq!(texts.text(i), i.to_string());
        }
    }
}
