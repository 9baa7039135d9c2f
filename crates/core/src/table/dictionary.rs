//! One column's distinct texts, each with a code in order of first appearance.

use incrowd_terms::DistinctTexts;

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
pub struct Dictionary(DistinctTexts);

opaque_debug!(Dictionary, this => "texts": this.0.len());

impl Dictionary {
    /// The text's code, new if the text is.
    #[inline]
    pub fn intern(&mut self, text: &str) -> u32 {
        let code = self.0.number(text).unwrap_or(u32::MAX);
        assert!(code < u32::MAX, "a column has more than four billion distinct values");
        code
    }

    /// The text's code, if it was interned.
    #[must_use]
    pub fn code(&self, text: &str) -> Option<u32> {
        self.0.find(text)
    }

    /// The text behind a code that this dictionary gave out.
    #[must_use]
    pub fn text(&self, code: u32) -> &str {
        self.0.text(code)
    }

    /// How many distinct texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was interned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The texts in order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter()
    }
}
