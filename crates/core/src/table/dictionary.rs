//! One column's distinct texts, each with a code in order of first appearance.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use crate::opaque::opaque_debug;

/// Interns texts: equal texts get equal codes, and values are equal iff their text is.
///
/// ```
/// use incrowd_core::table::Dictionary;
/// let mut dictionary = Dictionary::default();
/// assert_eq!(dictionary.intern("1"), 0);
/// assert_eq!(dictionary.intern("1.0"), 1);
/// assert_eq!(dictionary.intern("1"), 0);
/// assert_eq!(dictionary.text(1), "1.0");
/// ```
#[derive(Clone, Default)]
pub struct Dictionary {
    /// All texts, end to end: one allocation instead of one per value.
    texts: String,
    ends: Vec<usize>,
    codes: HashTable<(u64, u32)>,
}

opaque_debug!(Dictionary, this => "texts": this.ends.len());

impl Dictionary {
    /// The text's code, new if the text is.
    pub fn intern(&mut self, text: &str) -> u32 {
        let hash = hash(text);
        let Dictionary { texts, ends, codes } = self;
        let found = codes.find(hash, |&(h, code)| h == hash && slice(texts, ends, code) == text);
        if let Some(&(_, code)) = found {
            return code;
        }
        let code = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        assert!(code < u32::MAX, "a column has more than four billion distinct values");
        texts.push_str(text);
        ends.push(texts.len());
        codes.insert_unique(hash, (hash, code), |&(h, _)| h);
        code
    }

    /// The text's code, if it was interned.
    #[must_use]
    pub fn code(&self, text: &str) -> Option<u32> {
        let hash = hash(text);
        let same = |&(h, code): &(u64, u32)| h == hash && self.text(code) == text;
        self.codes.find(hash, same).map(|&(_, code)| code)
    }

    /// The text behind a code that this dictionary gave out.
    #[must_use]
    pub fn text(&self, code: u32) -> &str {
        slice(&self.texts, &self.ends, code)
    }

    /// How many distinct texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was interned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts in order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).map(|code| self.text(code as u32))
    }
}

fn hash(text: &str) -> u64 {
    FixedState::default().hash_one(text.as_bytes())
}

fn slice<'a>(texts: &'a str, ends: &[usize], code: u32) -> &'a str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &texts[start..ends[code]]
}
