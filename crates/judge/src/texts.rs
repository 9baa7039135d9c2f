//! Distinct texts of a column, each with a small number.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::error::TooManyDistinct;

/// Numbers texts in order of first appearance. All texts share one allocation, so a column of
/// many short values costs little more than their bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    bytes: String,
    ends: Vec<usize>,
    index: HashTable<u32>,
    hasher: RandomState,
    /// The number given out last: neighbouring rows often repeat a value, and one comparison is
    /// cheaper than hashing.
    latest: u32,
}

impl Texts {
    /// The number of a text, which gets the next free one if it is new.
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, TooManyDistinct> {
        if (self.latest as usize) < self.len() && self.text(self.latest) == text {
            return Ok(self.latest);
        }
        let hash = self.hasher.hash_one(text.as_bytes());
        let (bytes, ends) = (&self.bytes, &self.ends);
        let known = self.index.find(hash, |&id| slice(bytes, ends, id) == text).copied();
        let id = match known {
            Some(id) => id,
            None => self.append(hash, text)?,
        };
        self.latest = id;
        Ok(id)
    }

    /// The number of a text that was seen before.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text.as_bytes());
        self.index.find(hash, |&id| self.text(id) == text).copied()
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

    fn append(&mut self, hash: u64, text: &str) -> Result<u32, TooManyDistinct> {
        let id = u32::try_from(self.ends.len()).ok().filter(|&id| id < u32::MAX);
        let id = id.ok_or(TooManyDistinct)?;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        let (bytes, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        let rehash = |&id: &u32| hasher.hash_one(slice(bytes, ends, id).as_bytes());
        self.index.insert_unique(hash, id, rehash);
        Ok(id)
    }
}

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
        let mut texts = Texts::default();
        let numbers: Vec<u32> =
            ["b", "a", "", "b", "", "é", "a"].map(|t| texts.number(t).unwrap()).to_vec();
        assert_eq!(numbers, [0, 1, 2, 0, 2, 3, 1]);
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["b", "a", "", "é"]);
        assert_eq!((texts.find("é"), texts.find("x")), (Some(3), None));
    }

    #[test]
    fn numbers_survive_growth() {
        let mut texts = Texts::default();
        for i in 0..5000_u32 {
            assert_eq!(texts.number(&i.to_string()).unwrap(), i);
        }
        for i in 0..5000_u32 {
            assert_eq!(texts.find(&i.to_string()), Some(i));
            assert_eq!(texts.text(i), i.to_string());
        }
    }
}
