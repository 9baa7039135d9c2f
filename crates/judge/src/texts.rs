//! Distinct texts of a column, each with a small number.

use incrowd_terms::DistinctTexts;

use crate::error::TooManyDistinct;

/// [`DistinctTexts`] that are too many are an error.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextNumbers(DistinctTexts);

impl TextNumbers {
    /// The number of a text, which gets the next free one if it is new.
    #[inline]
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, TooManyDistinct> {
        self.0.number(text).ok_or(TooManyDistinct)
    }

    /// The number of a text that was seen before.
    #[inline]
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.0.find(text)
    }

    /// The text of a number that this object gave out.
    #[inline]
    pub(crate) fn text(&self, id: u32) -> &str {
        self.0.text(id)
    }

    /// How many distinct texts there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The numbers given out so far.
    pub(crate) fn ids(&self) -> std::ops::Range<u32> {
        // No more are given out than a number can count.
        0..self.0.len() as u32
    }

    /// The texts in order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter()
    }
}
