//! `tree:FILE`: an indented outline.
//!
//! What it makes: lines without lines below them are leaves, and what they are indented under are
//! their parents; `chains.rs` does the rest. One line at the left is the top; if there are several
//! (with different labels), `*` stands above them. Indentation is by tabs or by spaces. Blank lines
//! and spaces at the end of a line do not count.
//!
//! Example:
//! ```text
//! *
//!   Europe
//!     Spain
//!     France
//!   Asia
//!     Japan
//! ```
//!
//! Refuses: an empty file, mixed tabs and spaces, indentation that matches no open line, a label
//! below itself, and what `chains.rs` refuses.

use std::borrow::Cow;

use super::chains::FileChains;
use super::{
    Builder, BuilderForm, BuilderSyntax, Domain, Fault, Hierarchy, ListingFile, MAX_HEIGHT, Spec,
    TOP,
};

const NAME: &str = "tree";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "tree:FILE",
    reading: BuilderSyntax::File(|listing| Spec::of(Outline(listing))),
};

#[derive(Debug)]
struct Outline(ListingFile);

impl Spec {
    /// An indented outline: the name of its file, for messages, and what it holds.
    #[must_use]
    pub fn tree(name: impl Into<String>, text: impl Into<String>) -> Spec {
        Spec::of(Outline(ListingFile { name: name.into(), text: text.into() }))
    }
}

impl Builder for Outline {
    fn words(&self) -> String {
        format!("{NAME}:{}", self.0.name)
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        read(&self.0.text)?.grow(domain)
    }

    fn listing(&self) -> Option<&ListingFile> {
        Some(&self.0)
    }
}

/// A line of the outline.
struct Line<'t> {
    number: u64,
    indent: usize,
    label: &'t str,
}

fn read(text: &str) -> Result<FileChains<'_>, Fault> {
    let lines = lines(text)?;
    let mut chains = FileChains::of(text)?;
    let top = has_several_roots(&lines).then(|| chains.symbol(Cow::Borrowed(TOP)));
    // The lines that the current one stands below, itself included, each with its symbol.
    let mut open: Vec<(&Line<'_>, u32)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let parents = open.partition_point(|(above, _)| above.indent < line.indent);
        if open.get(parents).is_some_and(|(sibling, _)| sibling.indent != line.indent) {
            let label = line.label.to_owned();
            return Err(Fault::StrayIndentation { line: line.number, label });
        }
        if parents > MAX_HEIGHT {
            return Err(Fault::TooTall { line: Some(line.number), levels: parents });
        }
        open.truncate(parents);
        let symbol = chains.symbol(Cow::Borrowed(line.label));
        if let Some((above, _)) = open.iter().find(|(_, above)| *above == symbol) {
            let (first_line, label) = (above.number, line.label.to_owned());
            return Err(Fault::Cycle { line: line.number, first_line, label });
        }
        open.push((line, symbol));
        let is_leaf = lines.get(index + 1).is_none_or(|next| next.indent <= line.indent);
        if is_leaf {
            let chain: Vec<_> = open.iter().rev().map(|(_, symbol)| *symbol).chain(top).collect();
            chains.push(line.number, &chain);
        }
    }
    Ok(chains)
}

/// The lines with something on them.
fn lines(text: &str) -> Result<Vec<Line<'_>>, Fault> {
    let mut style = None;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.trim_end();
        let label = line.trim_start_matches([' ', '\t']);
        if label.is_empty() {
            continue;
        }
        let indent = line.len() - label.len();
        for byte in line[..indent].bytes() {
            if *style.get_or_insert(byte) != byte {
                return Err(Fault::MixedIndentation { line: number });
            }
        }
        lines.push(Line { number, indent, label });
    }
    Ok(lines)
}

/// Whether lines with different labels stand at the left.
fn has_several_roots(lines: &[Line<'_>]) -> bool {
    let Some(first) = lines.first() else { return false };
    lines.iter().any(|line| line.indent == first.indent && line.label != first.label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown};
    use crate::hierarchy::{HierarchyError, Spec};
    use incrowd_terms::Kind;

    fn of(text: &str, values: &[&str]) -> Result<Hierarchy, HierarchyError> {
        grown(&Spec::tree("t.txt", text), Kind::Text, values)
    }

    fn tree_chains(text: &str) -> Vec<String> {
        chains(&of(text, &[]).unwrap())
    }

    #[track_caller]
    fn error(text: &str) -> HierarchyError {
        let error = of(text, &[]).unwrap_err();
        assert_eq!((error.file(), error.column()), (Some("t.txt"), Some("col")));
        error
    }

    #[test]
    fn leaves_are_lines_without_children() {
        let text = "World\n  Europe\n    Spain\n    West\n      France\n\n  Asia\n    Japan\n";
        let expected =
            ["Spain;Europe;Europe;World", "France;West;Europe;World", "Japan;Asia;Asia;World"];
        assert_eq!(tree_chains(text), expected);
        assert_eq!(tree_chains(&text.replace("  ", "\t").replace('\n', " \r\n")), expected);
    }

    #[test]
    fn several_roots_get_a_top() {
        assert_eq!(tree_chains("a\nb\n  c\n"), ["a;a;*", "c;b;*"]);
        assert_eq!(tree_chains("*\n a\n*\n b\n"), ["a;*", "b;*"]);
        assert_eq!(tree_chains("  a\n  b\n"), ["a;*", "b;*"]);
        assert_eq!(tree_chains("alone"), ["alone"]);
    }

    #[test]
    fn values_and_missing_values_are_those_of_the_data() {
        let made = of("*\n  a\n  b", &["b", "?"]).unwrap();
        assert_eq!(chains(&made), ["?;*", "a;*", "b;*"]);
        assert_eq!(of("*\n  a\n  b", &["c"]).unwrap_err().value(), Some("c"));
    }

    #[test]
    fn a_label_below_itself_is_a_cycle() {
        let error = error("*\n  a\n    b\n      a\n");
        assert_eq!((error.line(), error.value()), (Some(4), Some("a")));
        assert!(error.to_string().contains("line 2"));
    }

    #[test]
    fn one_label_has_one_parent() {
        let error = error("*\n  X\n    A\n      a\n  Y\n    A\n      b\n");
        assert_eq!((error.line(), error.value()), (Some(7), Some("A")));
        let leaf = self::error("*\n  X\n    a\n  Y\n    a\n");
        assert_eq!((leaf.line(), leaf.value()), (Some(5), Some("a")));
    }

    #[test]
    fn indentation_must_match() {
        for (text, line) in [("*\n    a\n  b\n", 3), ("  a\nb\n", 2), ("a\n  b\n c", 3)] {
            let error = error(text);
            assert!(matches!(error.fault(), Fault::StrayIndentation { .. }), "{error}");
            assert_eq!(error.line(), Some(line));
        }
        for (text, line) in [("*\n  a\n\tb\n", 3), ("*\n \ta\n", 2)] {
            assert_eq!(*error(text).fault(), Fault::MixedIndentation { line });
        }
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        assert_eq!(*error(" \n\n").fault(), Fault::NoValues);
        let deep: String = (0..400).map(|n| format!("{}{n}\n", " ".repeat(n))).collect();
        assert!(matches!(error(&deep).fault(), Fault::TooTall { line: Some(257), levels: 256 }));
    }
}
