//! Finding all delimiters and line feeds of plain text at once.
//!
//! Cells are short, so that a search which starts anew for each of them spends its time on
//! starting. Here 64 bytes become one word with a bit for each byte that ends a cell; a loop over
//! its bits takes no unpredictable branch but its last.

use crate::block::Span;

const WIDTH: usize = 64;

/// Splits text in which every line is a row of `columns` cells and no quote means anything.
///
/// Returns the number of rows, or `None` if some line has another number of cells: then the text
/// is for the careful parser to read and to complain about. The text must end in a line feed.
pub(crate) fn split(
    text: &[u8],
    delimiter: u8,
    columns: usize,
    spans: &mut Vec<Span>,
) -> Option<usize> {
    spans.clear();
    let (wide, rest) = text.as_chunks::<WIDTH>();
    let mut padded = [0; WIDTH];
    padded[..rest.len()].copy_from_slice(rest);
    let inside = (1_u64 << rest.len()) - 1;

    let mut splitter = Splitter { delimiter, columns, row_end: columns, start: 0, base: 0 };
    for bytes in wide {
        splitter.take(bytes, u64::MAX, spans)?;
    }
    splitter.take(&padded, inside, spans)?;
    let rows = spans.len() / columns;
    drop_carriage_returns(text, columns, spans);
    (rows * columns == spans.len()).then_some(rows)
}

struct Splitter {
    delimiter: u8,
    columns: usize,
    /// How many cells there must be when the current row ends.
    row_end: usize,
    /// Where the current cell starts.
    start: u32,
    /// Where the next bytes stand in the text.
    base: u32,
}

impl Splitter {
    fn take(&mut self, bytes: &[u8; WIDTH], inside: u64, spans: &mut Vec<Span>) -> Option<()> {
        let line_ends = equal(bytes, b'\n') & inside;
        let mut ends = (equal(bytes, self.delimiter) & inside) | line_ends;

        let mut lines = line_ends;
        while lines != 0 {
            let up_to_line_end = lines ^ (lines - 1);
            if spans.len() + (ends & up_to_line_end).count_ones() as usize != self.row_end {
                return None;
            }
            self.row_end += self.columns;
            lines &= lines - 1;
        }

        let mut found = [Span::default(); WIDTH];
        let mut count = 0;
        while ends != 0 {
            let end = self.base + ends.trailing_zeros();
            found[count % WIDTH] = Span { start: self.start, end };
            self.start = end + 1;
            count += 1;
            ends &= ends - 1;
        }
        spans.extend_from_slice(&found[..count.min(WIDTH)]);
        self.base += WIDTH as u32;
        // A row that goes on although all its cells are there has too many.
        (spans.len() < self.row_end).then_some(())
    }
}

/// One bit per byte that equals `needle`.
fn equal(bytes: &[u8; WIDTH], needle: u8) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let needles = u64::from_ne_bytes([needle; 8]);
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().rev().fold(0, |mask, &word| {
        let differing = u64::from_le_bytes(word) ^ needles;
        // The high bit of each byte: set where `differing` is zero in all eight bits.
        let zero = !(((differing & LOW) + LOW) | differing | LOW);
        // The multiplication gathers the eight high bits in the highest byte.
        (mask << 8) | ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56)
    })
}

/// Takes the carriage return off the last cell of each row.
fn drop_carriage_returns(text: &[u8], columns: usize, spans: &mut [Span]) {
    if memchr::memchr(b'\r', text).is_none() {
        return;
    }
    for span in spans.iter_mut().skip(columns - 1).step_by(columns) {
        if span.end > span.start && text[span.end as usize - 1] == b'\r' {
            span.end -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str, columns: usize) -> Option<Vec<&str>> {
        let mut spans = Vec::new();
        split(text.as_bytes(), b',', columns, &mut spans)?;
        Some(spans.iter().map(|s| &text[s.start as usize..s.end as usize]).collect())
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
            let mask = equal(&bytes, needle);
            for (place, byte) in bytes.into_iter().enumerate() {
                prop_assert_eq!(mask >> place & 1 == 1, byte == needle);
            }
        }
    }
}
