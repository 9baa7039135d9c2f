//! Whether published cells stand for original ones, remembered per pair of texts.

use hashbrown::HashMap;

use foldhash::fast::RandomState;

use crate::error::TooManyDistinct;
use crate::reading::Reader;
use crate::texts::TextNumbers;

/// The size of the memo; when it is full, it is cleared, so that memory stays bounded.
const MOST_KNOWN: usize = 1 << 20;

/// One quasi-identifier, and what its published texts were found to stand for.
pub(crate) struct ColumnRecoding<'a> {
    reader: Reader<'a>,
    originals: TextNumbers,
    labels: TextNumbers,
    /// The label that each original had last: mostly it has the same again.
    latest: Vec<Option<u32>>,
    known: HashMap<(u32, u32), bool, RandomState>,
}

impl<'a> ColumnRecoding<'a> {
    pub(crate) fn new(reader: Reader<'a>) -> Self {
        ColumnRecoding {
            reader,
            originals: TextNumbers::default(),
            labels: TextNumbers::default(),
            latest: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// Whether the published text stands for the original value.
    pub(crate) fn covers(
        &mut self,
        published: &str,
        original: &str,
    ) -> Result<bool, TooManyDistinct> {
        if published == original {
            return Ok(true);
        }
        let value = self.originals.number(original)?;
        self.latest.resize(self.originals.len(), None);
        let latest = &mut self.latest[value as usize];
        if latest.is_some_and(|label| self.labels.text(label) == published) {
            return Ok(true);
        }
        let label = self.labels.number(published)?;
        let reader = &self.reader;
        let read = || reader.covers(published, original);
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        let covers = *self.known.entry((value, label)).or_insert_with(read);
        if covers {
            *latest = Some(label);
        }
        Ok(covers)
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::{Kind, Nulls};

    use super::*;

    #[test]
    fn memory_changes_no_answer() {
        let nulls = Nulls::default();
        let reader = Reader::new(Kind::Integer, &nulls, None);
        let mut recoding = ColumnRecoding::new(reader);
        let labels = ["[1,3]", "2", "{2|4}", "*", "[3,9]", "", "[x"];
        let values = ["1", "2", "3", "4", "", "[x"];
        for round in 0..3 {
            for label in labels {
                for value in values.iter().cycle().skip(round).take(values.len()) {
                    let expected = reader.covers(label, value);
                    assert_eq!(recoding.covers(label, value).unwrap(), expected, "{label} {value}");
                }
            }
        }
    }
}
