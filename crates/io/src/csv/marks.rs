//! Finding all delimiters, line feeds and quotes of a text at once.
//!
//! Cells are short, so a separate search per cell would spend most of its time on starting. Here,
//! 64 bytes become a word with one bit per special byte; a loop over the bits has only one
//! unpredictable branch, the last.
//!
//! This only reads regular text: quotes around whole cells, rows of equal width. Otherwise it gives
//! up, and the careful parser reads the text or reports the error.

use super::dialect::QUOTE;
use crate::block::Span;

const WIDTH: usize = 64;

/// How a text is split into records.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RecordMarks {
    /// Where its last whole record ends; 0 if there is none.
    pub(crate) end: usize,
    /// How many records end before.
    pub(crate) rows: u64,
}

/// Finds the records of a text with quotes.
pub(crate) fn survey(text: &[u8], delimiter: u8) -> Option<RecordMarks> {
    let mut scanner = Scanner::new(delimiter);
    let mut survey = RecordMarks { end: 0, rows: 0 };
    for (index, (bytes, valid)) in wide(text).enumerate() {
        let ends = scanner.scan::<true>(&bytes, valid)?;
        let lines = ends & mask(&bytes, |byte| byte == b'\n');
        survey.rows += u64::from(lines.count_ones());
        if let Some(last) = lines.checked_ilog2() {
            survey.end = index * WIDTH + last as usize + 1;
        }
    }
    Some(survey)
}

/// Splits text of `rows` lines, each of which should be a row of `columns` cells. Quotes around
/// cells are left where they are; without `QUOTED` they mean nothing.
///
/// Returns whether there are doubled quotes.
pub(crate) fn split<const QUOTED: bool>(
    text: &[u8],
    delimiter: u8,
    columns: usize,
    rows: usize,
    spans: &mut Vec<Span>,
) -> Option<bool> {
    let mut scanner = Scanner::new(delimiter);
    let mut found = 0;
    let mut start = 0;
    let mut base = 0;
    for (bytes, valid) in wide(text) {
        let mut ends = scanner.scan::<QUOTED>(&bytes, valid)?;
        if spans.len() < found + WIDTH {
            spans.resize(found + 16 * WIDTH, Span::default());
        }
        let slots: &mut [Span; WIDTH] = spans[found..].first_chunk_mut()?;
        let mut count = 0;
        while ends != 0 {
            let end = base + ends.trailing_zeros();
            slots[count % WIDTH] = Span { start, end };
            start = end + 1;
            count += 1;
            ends &= ends - 1;
        }
        found += count;
        base += WIDTH as u32;
    }
    spans.truncate(found);
    let whole = found == rows * columns && !scanner.is_inside();
    (whole && end_rows(text, columns, spans)).then_some(scanner.doubled)
}

/// Whether each row ends where its line does. There are as many rows as lines, so no line can end
/// elsewhere. Carriage returns are taken off the last cells.
fn end_rows(text: &[u8], columns: usize, spans: &mut [Span]) -> bool {
    spans.iter_mut().skip(columns - 1).step_by(columns).all(|span| {
        let end = span.end as usize;
        if span.end > span.start && text[end - 1] == b'\r' {
            span.end -= 1;
        }
        text[end] == b'\n'
    })
}

/// The text in pieces of equal width, each with a bit for every byte that is really there.
fn wide(text: &[u8]) -> impl Iterator<Item = ([u8; WIDTH], u64)> {
    let (wide, rest) = text.as_chunks::<WIDTH>();
    let mut last = [0; WIDTH];
    last[..rest.len()].copy_from_slice(rest);
    let valid = (1 << rest.len()) - 1;
    wide.iter().map(|bytes| (*bytes, u64::MAX)).chain(std::iter::once((last, valid)))
}

/// What is known of a text up to some byte.
struct Scanner {
    delimiter: u8,
    /// All ones within quotes, else zero.
    inside: u64,
    /// One if a quote may open a cell, or double the one before it.
    may_open: u64,
    /// One if a quote has just closed a cell, unless it is doubled.
    closed: u64,
    doubled: bool,
}

impl Scanner {
    fn new(delimiter: u8) -> Scanner {
        Scanner { delimiter, inside: 0, may_open: 1, closed: 0, doubled: false }
    }

    fn is_inside(&self) -> bool {
        self.inside != 0
    }

    /// Where cells end in the next bytes; `None` if a quote is where it should not be.
    #[inline]
    fn scan<const QUOTED: bool>(&mut self, bytes: &[u8; WIDTH], valid: u64) -> Option<u64> {
        let delimiter = self.delimiter;
        let ends = mask(bytes, |byte| (byte == delimiter) | (byte == b'\n')) & valid;
        if !QUOTED {
            return Some(ends);
        }
        let quotes = mask(bytes, |byte| byte == QUOTE);
        if quotes == 0 && self.closed == 0 {
            let ends = ends & !self.inside;
            self.may_open = ends >> (WIDTH - 1);
            return Some(ends);
        }
        // From an opening quote up to the byte before the closing one.
        let inside = odd_up_to(quotes) ^ self.inside;
        let ends = ends & !inside;
        let opening = quotes & inside;
        let closing = quotes & !inside;

        let may_open = ((ends | closing) << 1) | self.may_open;
        let behind_closing = (closing << 1) | self.closed;
        if opening & !may_open != 0 {
            return None;
        }
        // A carriage return may belong to a line end; whoever takes the quotes off will see.
        let stray = behind_closing & !(ends | opening) & valid;
        if stray != 0 && stray & !mask(bytes, |byte| byte == b'\r') != 0 {
            return None;
        }
        self.doubled |= behind_closing & opening != 0;
        self.inside = if inside >> (WIDTH - 1) == 1 { u64::MAX } else { 0 };
        self.may_open = (ends | closing) >> (WIDTH - 1);
        self.closed = closing >> (WIDTH - 1);
        Some(ends)
    }
}

/// One bit for each byte that `is` so.
#[inline]
fn mask(bytes: &[u8; WIDTH], is: impl Fn(u8) -> bool) -> u64 {
    let flags = bytes.map(|byte| u8::from(is(byte)));
    let (words, _) = flags.as_chunks::<8>();
    words.iter().rev().fold(0, |mask, &word| {
        // The multiplication gathers the lowest bits of eight bytes in the highest byte.
        (mask << 8) | (u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080) >> 56)
    })
}

/// For each bit, whether an odd number of bits is set up to and including it.
fn odd_up_to(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str, columns: usize) -> Option<Vec<&str>> {
        let mut spans = vec![Span { start: 7, end: 9 }; 5];
        let rows = text.matches('\n').count();
        split::<false>(text.as_bytes(), b',', columns, rows, &mut spans)?;
        Some(spans.iter().map(|s| &text[s.start as usize..s.end as usize]).collect())
    }

    fn found(text: &str) -> Option<(usize, u64)> {
        survey(text.as_bytes(), b',').map(|survey| (survey.end, survey.rows))
    }

    #[test]
    fn records_end_outside_of_quotes() {
        assert_eq!(found("a,\"b\nc\"\nd"), Some((8, 1)));
        assert_eq!(found("\"a\"\"\n\"\r\n\"\",x\n\""), Some((13, 2)));
        assert_eq!(found("\"a\n"), Some((0, 0)));
        assert_eq!(found("\"a\""), Some((0, 0)));
        for surprise in ["5\" pipe\n", "\"a\"b\n", "\"a\" ,b\n", " \"a\"\n", "\"a\"\r\"b\"\n"] {
            assert_eq!(found(surprise), None, "{surprise:?}");
        }
    }

    #[test]
    fn regular_text_is_split() {
        assert_eq!(cells("a,b\n,\nc,dd\r\n", 2).unwrap(), ["a", "b", "", "", "c", "dd"]);
        assert_eq!(cells("\n\nx\n", 1).unwrap(), ["", "", "x"]);
    }

    #[test]
    fn irregular_text_is_left_alone() {
        for text in ["a\n", "a,b,c\n", "a,b\n\n", "a,b\nc\nd,e\n", "a,b\nc,d,e,f\n"] {
            assert_eq!(cells(text, 2), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_split_like_by_hand(
            rows in prop::collection::vec(prop::collection::vec("[a-zé\u{80}]{0,30}", 3), 1..40),
            ragged in prop::option::of((0_usize..40, 1_usize..6)),
        ) {
            let mut rows = rows;
            if let Some((row, width)) = ragged {
                let row = row % rows.len();
                rows[row] = vec![String::from("x"); width];
            }
            let text: String = rows.iter().map(|row| row.join(",") + "\n").collect();
            let regular = rows.iter().all(|row| row.len() == 3);
            let expected: Vec<&str> = rows.iter().flatten().map(String::as_str).collect();
            prop_assert_eq!(cells(&text, 3), regular.then_some(expected));
        }

        #[test]
        fn equal_bytes_are_found_exactly(bytes in prop::collection::vec(any::<u8>(), WIDTH), needle: u8) {
            let bytes: [u8; WIDTH] = bytes.try_into().unwrap();
            let mask = mask(&bytes, |byte| byte == needle);
            for (place, byte) in bytes.into_iter().enumerate() {
                prop_assert_eq!(mask >> place & 1 == 1, byte == needle);
            }
        }
    }
}
