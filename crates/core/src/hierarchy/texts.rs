//! Many short texts in one allocation.

/// A list of texts, stored end to end: a column can have a million distinct values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

impl Texts {
    pub(super) fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: u32) -> &str {
        let index = index as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[index]]
    }
}

impl<'t> FromIterator<&'t str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'t str>>(texts: I) -> Self {
        let mut all = Texts::default();
        texts.into_iter().for_each(|text| all.push(text));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_went_in() {
        let texts: Texts = ["", "köln", "", "b"].into_iter().collect();
        assert_eq!(texts.len(), 4);
        assert_eq!([0, 1, 2, 3].map(|i| texts.get(i)), ["", "köln", "", "b"]);
    }
}
