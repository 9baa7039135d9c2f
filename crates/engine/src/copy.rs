//! The text format of COPY: a row per line, cells between tabs, `\N` for NULL.

/// Splits a line into its cells, each without its escapes; NULL becomes the empty text. `spare` keeps
/// its memory from line to line.
pub(crate) fn split(line: &str, cells: &mut Vec<String>) -> usize {
    let mut number = 0;
    for raw in line.split('\t') {
        if cells.len() == number {
            cells.push(String::new());
        }
        let cell = &mut cells[number];
        cell.clear();
        if raw != "\\N" {
            unescape(raw, cell);
        }
        number += 1;
    }
    number
}

fn unescape(raw: &str, cell: &mut String) {
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        cell.push_str(before);
        let mut following = after.chars();
        match following.next() {
            Some('b') => cell.push('\u{8}'),
            Some('f') => cell.push('\u{c}'),
            Some('n') => cell.push('\n'),
            Some('r') => cell.push('\r'),
            Some('t') => cell.push('\t'),
            Some('v') => cell.push('\u{b}'),
            Some(other) => cell.push(other),
            None => {}
        }
        rest = following.as_str();
    }
    cell.push_str(rest);
}

/// Adds a row to what is sent to COPY; `None` is NULL.
pub(crate) fn push<'c>(out: &mut Vec<u8>, cells: impl Iterator<Item = Option<&'c str>>) {
    for (place, cell) in cells.enumerate() {
        if place > 0 {
            out.push(b'\t');
        }
        match cell {
            None => out.extend_from_slice(b"\\N"),
            Some(cell) => {
                for &byte in cell.as_bytes() {
                    match byte {
                        b'\\' => out.extend_from_slice(b"\\\\"),
                        b'\t' => out.extend_from_slice(b"\\t"),
                        b'\n' => out.extend_from_slice(b"\\n"),
                        b'\r' => out.extend_from_slice(b"\\r"),
                        byte => out.push(byte),
                    }
                }
            }
        }
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        let texts = ["", "a", "\t", "a\\b\\", "line\nbreak\r", "\\N", "\u{b}\u{8}\u{c}", "ä€😀"];
        let mut sent = Vec::new();
        push(&mut sent, texts.iter().map(|text| Some(*text)));
        push(&mut sent, [None, Some("x")].into_iter());
        let sent = String::from_utf8(sent).unwrap();
        let mut lines = sent.lines();
        let mut cells = Vec::new();
        assert_eq!(split(lines.next().unwrap(), &mut cells), texts.len());
        assert_eq!(cells, texts);
        assert_eq!(split(lines.next().unwrap(), &mut cells), 2);
        assert_eq!(cells[..2], ["", "x"]);
    }

    #[test]
    fn what_a_server_sends_is_read() {
        let mut cells = Vec::new();
        assert_eq!(split("a\\tb\t\\\\N\t\\v\\b\\f", &mut cells), 3);
        assert_eq!(cells, ["a\tb", "\\N", "\u{b}\u{8}\u{c}"]);
    }
}
