//! Distinct texts of a column, each with a small number.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::error::TooManyDistinct;

/// Numbers texts in order of first appearance. All texts share one allocation, so a column of
/// many short values costs little more than their bytes.
///
/// Every cell of a table passes through here. Most are short, and those are looked up by the words
/// that they fit in: no walk over bytes, no look at the stored text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextNumbers {
    bytes: String,
    ends: Vec<usize>,
    short: HashTable<(Short, u32)>,
    long: HashTable<u32>,
    hasher: RandomState,
}

/// A text of at most sixteen bytes: two words that together hold them all, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Short {
    head: u64,
    tail: u64,
    length: u8,
}

impl Short {
    /// The text's first and last bytes, which overlap or leave none out between them.
    #[inline]
    fn of(text: &str) -> Option<Short> {
        let bytes = text.as_bytes();
        let length = u8::try_from(bytes.len()).ok().filter(|&length| length <= 16)?;
        let (head, tail) = match bytes {
            [] => (0, 0),
            [first, .., last] if length < 4 => {
                (u64::from(*first) | u64::from(bytes[1]) << 8, u64::from(*last))
            }
            [only] => (u64::from(*only), 0),
            _ => match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
                (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
                _ => {
                    let (head, tail) = (bytes.first_chunk::<4>()?, bytes.last_chunk::<4>()?);
                    (u32::from_le_bytes(*head).into(), u32::from_le_bytes(*tail).into())
                }
            },
        };
        Some(Short { head, tail, length })
    }
}

impl TextNumbers {
    /// The number of a text, which gets the next free one if it is new.
    #[inline]
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, TooManyDistinct> {
        match self.find(text) {
            Some(id) => Ok(id),
            None => self.append(text),
        }
    }

    /// The number of a text that was seen before.
    #[inline]
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        if let Some(short) = Short::of(text) {
            let found = self.short.find(self.hasher.hash_one(short), |(known, _)| *known == short);
            found.map(|&(_, id)| id)
        } else {
            let hash = self.hasher.hash_one(text.as_bytes());
            self.long.find(hash, |&id| self.text(id) == text).copied()
        }
    }

    /// The text of a number that this object gave out.
    pub(crate) fn text(&self, id: u32) -> &str {
        slice(&self.bytes, &self.ends, id)
    }

    /// How many distinct texts there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The numbers given out so far.
    pub(crate) fn ids(&self) -> std::ops::Range<u32> {
        // `append` refuses to let the length outgrow a number.
        0..self.ends.len() as u32
    }

    /// The texts in order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.ids().map(|id| self.text(id))
    }

    #[cold]
    fn append(&mut self, text: &str) -> Result<u32, TooManyDistinct> {
        let id = u32::try_from(self.ends.len()).ok().filter(|&id| id < u32::MAX);
        let id = id.ok_or(TooManyDistinct)?;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        let (bytes, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        if let Some(short) = Short::of(text) {
            let rehash = |(short, _): &(Short, u32)| hasher.hash_one(short);
            self.short.insert_unique(hasher.hash_one(short), (short, id), rehash);
        } else {
            let rehash = |&id: &u32| hasher.hash_one(slice(bytes, ends, id).as_bytes());
            self.long.insert_unique(hasher.hash_one(text.as_bytes()), id, rehash);
        }
        Ok(id)
    }
}

#[inline]
fn slice<'t>(bytes: &'t str, ends: &[usize], id: u32) -> &'t str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &bytes[start..ends[id]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_number() {
        let mut texts = TextNumbers::default();
        let numbers: Vec<u32> =
            ["b", "a", "", "b", "", "é", "a"].map(|t| texts.number(t).unwrap()).to_vec();
        assert_eq!(numbers, [0, 1, 2, 0, 2, 3, 1]);
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["b", "a", "", "é"]);
        assert_eq!((texts.find("é"), texts.find("x")), (Some(3), None));
    }

    proptest::proptest! {
        #[test]
        fn numbers_are_equal_iff_texts_are(
            texts in proptest::collection::vec("[ab]{0,3}|a{0,40}|[ab]{7,9}|[aé]{0,17}", 1..60),
        ) {
            let mut numbered = TextNumbers::default();
            let numbers: Vec<u32> = texts.iter().map(|t| numbered.number(t).unwrap()).collect();
            for (a, x) in texts.iter().zip(&numbers) {
                proptest::prop_assert_eq!(numbered.text(*x), a);
                for (b, y) in texts.iter().zip(&numbers) {
                    proptest::prop_assert_eq!(a == b, x == y);
                }
            }
        }
    }

    #[test]
    fn numbers_survive_growth() {
        let mut texts = TextNumbers::default();
        for i in 0..5000_u32 {
            assert_eq!(texts.number(&i.to_string()).unwrap(), i);
        }
        for i in 0..5000_u32 {
            assert_eq!(texts.find(&i.to_string()), Some(i));
            assert_eq!(texts.text(i), i.to_string());
        }
    }
}
