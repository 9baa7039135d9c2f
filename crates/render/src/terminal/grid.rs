//! Rows of cells under heads, as wide as their texts, one column wrapped so that a line fits.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use anstyle::Style;

use super::style::FAINT;

/// The longest line, unless the terminal is narrower or wider.
static LINE: AtomicUsize = AtomicUsize::new(100);

/// Makes lines as long as a terminal is wide, within what reads well.
pub fn fit_lines(width: usize) {
    LINE.store(width.clamp(60, 160), Ordering::Relaxed);
}

/// The longest line.
pub(super) fn line_width() -> usize {
    LINE.load(Ordering::Relaxed)
}

/// The narrowest that a wrapped column gets.
const NARROWEST: usize = 16;

/// Between two columns.
const GAP: usize = 2;

/// A text and how it is shown.
#[derive(Clone, Debug)]
pub struct TextCell {
    text: String,
    style: Style,
}

impl TextCell {
    /// A text with a style.
    pub fn styled(text: impl Into<String>, style: Style) -> TextCell {
        TextCell { text: visible(&text.into()), style }
    }
}

impl<T: Into<String>> From<T> for TextCell {
    fn from(text: T) -> TextCell {
        TextCell::styled(text, Style::new())
    }
}

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellAlignment {
    /// To the left, cut where it is longer than this.
    Left(usize),
    /// To the right: figures.
    Right,
    /// To the left, in as many lines as it takes.
    Wrapped,
}

/// A table of text.
#[derive(Clone, Debug)]
pub struct TextGrid {
    heads: Vec<(&'static str, CellAlignment)>,
    rows: Vec<Vec<TextCell>>,
}

impl TextGrid {
    /// A table with these heads.
    pub fn new(heads: impl Into<Vec<(&'static str, CellAlignment)>>) -> TextGrid {
        TextGrid { heads: heads.into(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add(&mut self, cells: impl Into<Vec<TextCell>>) {
        self.rows.push(cells.into());
    }

    /// The lines, each ended.
    #[must_use]
    pub fn text(&self) -> String {
        let widths = self.widths();
        let heads: Vec<TextCell> =
            self.heads.iter().map(|(head, _)| TextCell::styled(*head, FAINT)).collect();
        let mut text = self.lines(&heads, &widths);
        self.rows.iter().for_each(|row| text += &self.lines(row, &widths));
        text
    }

    /// How wide each column is.
    fn widths(&self) -> Vec<usize> {
        let natural = |place: usize| {
            let cells = self.rows.iter().map(|row| length(&row[place].text));
            cells.chain([length(self.heads[place].0)]).max().unwrap_or(0)
        };
        let limited = |(place, (_, set)): (usize, &(&str, CellAlignment))| match set {
            CellAlignment::Left(most) => natural(place).min(*most),
            _ => natural(place),
        };
        let mut widths: Vec<usize> = self.heads.iter().enumerate().map(limited).collect();
        if let Some(wrapped) = self.heads.iter().position(|(_, set)| *set == CellAlignment::Wrapped)
        {
            let others: usize = widths.iter().sum::<usize>() - widths[wrapped];
            let room = line_width().saturating_sub(others + GAP * widths.len());
            widths[wrapped] = widths[wrapped].min(room.max(NARROWEST));
        }
        widths
    }

    /// One row, in as many lines as its wrapped cell takes.
    fn lines(&self, row: &[TextCell], widths: &[usize]) -> String {
        let parts =
            |(cell, ((_, set), &width)): (&TextCell, (&(&str, CellAlignment), &usize))| match set {
                CellAlignment::Wrapped => wrap(&cell.text, width),
                _ => vec![clip(&cell.text, width)],
            };
        let parts: Vec<Vec<String>> =
            row.iter().zip(self.heads.iter().zip(widths)).map(parts).collect();
        let height = parts.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = String::new();
        for line in 0..height {
            let mut shown = String::new();
            for (place, cell) in row.iter().enumerate() {
                let part = parts[place].get(line).map_or("", String::as_str);
                let blanks = " ".repeat(widths[place].saturating_sub(length(part)));
                let style = cell.style;
                let part =
                    if part.is_empty() { String::new() } else { format!("{style}{part}{style:#}") };
                let (before, after) = match self.heads[place].1 {
                    CellAlignment::Right => (blanks.as_str(), ""),
                    _ => ("", blanks.as_str()),
                };
                let _ = write!(shown, "{:GAP$}{before}{part}{after}", "");
            }
            let _ = writeln!(text, "{}", shown.trim_end());
        }
        text
    }
}

/// A text without control characters, which a terminal would obey.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn clip(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Lines of at most so many letters, broken at blanks where there are any.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(' ').flat_map(|word| parts(word, width)) {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(&part) <= width => {
                line.push(' ');
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}

/// A word in parts that fit, all but the last as long as can be.
fn parts(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(width.max(1)).map(|part| part.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("ab abcdefgh", 4), ["ab", "abcd", "efgh"]);
        assert_eq!(wrap("", 4), [""; 0]);
        assert_eq!(wrap("äö ü", 4), ["äö ü"]);
    }

    #[test]
    fn every_line_fits() {
        let mut grid = TextGrid::new([
            ("name", CellAlignment::Left(8)),
            ("n", CellAlignment::Right),
            ("why", CellAlignment::Wrapped),
        ]);
        grid.add([
            TextCell::from("a\tvery long name"),
            TextCell::from("7"),
            TextCell::from("word ".repeat(60)),
        ]);
        let text = grid.text();
        assert!(text.lines().count() > 4, "{text}");
        assert!(text.contains("a\u{fffd}very …"), "{text}");
        let heads = FAINT.to_string().len() + format!("{FAINT:#}").len();
        assert!(text.lines().all(|line| length(line) <= line_width() + 3 * heads), "{text}");
        assert!(text.lines().skip(1).all(|line| length(line) <= line_width()), "{text}");
    }
}
