//! A CSV file of chains: one line per value, `leaf;parent;...;top`, no header.
//!
//! What it makes: the tree that the lines describe; `chains.rs` says how. The delimiter (`;`, tab,
//! `|` or `,`) is the first that yields a tree over the values of the data. Quotes are those of
//! RFC 4180: `"a;b"` is one label, `""` inside it a quote. Blank lines are skipped. Labels are
//! taken as they are, spaces included.
//!
//! Example: the lines `Spain;Europe;*`, `France;West;Europe;*`, `Japan;Asia;*` give
//! `Spain -> Europe -> Europe -> *`.
//!
//! Refuses: an empty file, broken quotes, and what `chains.rs` refuses. A value that looks
//! generalized is accepted if a line lists it.

use std::borrow::Cow;

use super::chains::FileChains;
use super::{Builder, BuilderForm, BuilderSyntax, Domain, Fault, Hierarchy, ListingFile, Spec};

pub(super) const FORM: BuilderForm = BuilderForm {
    name: "file",
    example: "the path of a CSV file",
    reading: BuilderSyntax::Path(|listing| Spec::of(Lines(listing))),
};

/// In the order in which they are tried: the documented one first, and last the comma, which is
/// frequent inside labels.
const DELIMITERS: [u8; 4] = [b';', b'\t', b'|', b','];

#[derive(Debug)]
struct Lines(ListingFile);

impl Spec {
    /// Chains, one line per value: the name of their file, for messages, and what it holds.
    #[must_use]
    pub fn chains(name: impl Into<String>, text: impl Into<String>) -> Spec {
        Spec::of(Lines(ListingFile { name: name.into(), text: text.into() }))
    }
}

impl Builder for Lines {
    fn words(&self) -> String {
        self.0.name.clone()
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        build(&self.0.text, domain)
    }

    fn listing(&self) -> Option<&ListingFile> {
        Some(&self.0)
    }
}

pub(super) fn build(text: &str, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
    let present = DELIMITERS.into_iter().filter(|delimiter| text.as_bytes().contains(delimiter));
    let mut candidates: Vec<_> = present.collect();
    if candidates.is_empty() {
        candidates.push(DELIMITERS[0]);
    }
    // If none fits, report what is wrong with the likeliest: one that makes a tree rather than
    // one that does not, then the one that splits most lines, then the first.
    let mut likeliest: Option<((bool, usize), Fault)> = None;
    for delimiter in candidates {
        let (split, grown) = match read(text, delimiter) {
            Ok(chains) => (chains.with_parents(), chains.grow(domain)),
            Err(fault) => (0, Err(fault)),
        };
        let fault = match grown {
            Ok(hierarchy) => return Ok(hierarchy),
            Err(fault) => fault,
        };
        let likelihood = (is_a_tree_at_least(&fault), split);
        if likeliest.as_ref().is_none_or(|(best, _)| likelihood > *best) {
            likeliest = Some((likelihood, fault));
        }
    }
    Err(likeliest.map_or(Fault::NoValues, |(_, fault)| fault))
}

/// Whether the chains fit together and only do not fit the data.
fn is_a_tree_at_least(fault: &Fault) -> bool {
    use Fault::{Generalized, Lacking, NamedMissing, NotContiguous};
    matches!(
        fault,
        Lacking { .. } | NotContiguous { .. } | Generalized { .. } | NamedMissing { .. }
    )
}

fn read(text: &str, delimiter: u8) -> Result<FileChains<'_>, Fault> {
    let mut chains = FileChains::of(text)?;
    let mut reader = TextReader { text, at: 0, line: 1, delimiter };
    let mut chain = Vec::new();
    while reader.skip_blank_lines() {
        let line = reader.line;
        chain.clear();
        loop {
            let (label, ends_line) = reader.label()?;
            chain.push(chains.symbol(label));
            if ends_line {
                break;
            }
        }
        chains.push(line, &chain);
    }
    Ok(chains)
}

/// Where in the text we are, always between two characters.
struct TextReader<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    delimiter: u8,
}

impl<'t> TextReader<'t> {
    /// Moves to the next line with something on it, if there is one.
    fn skip_blank_lines(&mut self) -> bool {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let end = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
            if !rest[..end].trim().is_empty() {
                return true;
            }
            self.at += end;
            self.line += 1;
        }
        false
    }

    /// The label that starts here, and whether it is the last of its line; moves behind it and
    /// what ends it.
    fn label(&mut self) -> Result<(Cow<'t, str>, bool), Fault> {
        let rest = &self.text[self.at..];
        if rest.starts_with('"') {
            return self.quoted();
        }
        let delimiter = self.delimiter;
        let end = rest.bytes().position(|byte| byte == delimiter || byte == b'\n');
        let end = end.unwrap_or(rest.len());
        let ends_line = rest.as_bytes().get(end) != Some(&delimiter);
        let label = &rest[..end];
        let label = if ends_line { label.strip_suffix('\r').unwrap_or(label) } else { label };
        self.at += end;
        self.pass(ends_line);
        Ok((Cow::Borrowed(label), ends_line))
    }

    fn quoted(&mut self) -> Result<(Cow<'t, str>, bool), Fault> {
        let opened = self.line;
        let start = self.at + 1;
        let mut at = start;
        let end = loop {
            let quote = self.text[at..].find('"').ok_or(Fault::OpenQuote { line: opened })? + at;
            if !self.text[quote + 1..].starts_with('"') {
                break quote;
            }
            at = quote + 2;
        };
        let inside = &self.text[start..end];
        self.line += inside.bytes().filter(|byte| *byte == b'\n').count() as u64;
        self.at = end + 1;
        let rest = &self.text[self.at..];
        let ends_line = match rest.as_bytes() {
            [] | [b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..] => true,
            [byte, ..] if *byte == self.delimiter => false,
            _ => return Err(Fault::AfterQuote { line: self.line }),
        };
        if rest.starts_with('\r') && ends_line {
            self.at += 1;
        }
        self.pass(ends_line);
        let label = if inside.contains('"') {
            Cow::Owned(inside.replace("\"\"", "\""))
        } else {
            Cow::Borrowed(inside)
        };
        Ok((label, ends_line))
    }

    /// Steps over the delimiter or newline, if the text has not ended.
    fn pass(&mut self, ends_line: bool) {
        if self.at < self.text.len() {
            self.at += 1;
            self.line += u64::from(ends_line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::domain::tests::{chains, grown};
    use crate::hierarchy::{HierarchyError, Spec};
    use incrowd_terms::Kind;

    fn of(text: &str, kind: Kind, values: &[&str]) -> Result<Hierarchy, HierarchyError> {
        grown(&Spec::chains("f.csv", text), kind, values)
    }

    fn text_chains(text: &str) -> Vec<String> {
        chains(&of(text, Kind::Text, &[]).unwrap())
    }

    #[track_caller]
    fn error(text: &str) -> HierarchyError {
        let error = of(text, Kind::Text, &[]).unwrap_err();
        assert_eq!((error.file(), error.column()), (Some("f.csv"), Some("col")));
        error
    }

    #[test]
    fn siblings_stand_in_order_of_first_appearance() {
        let text = "Spain;Europe;*\nJapan;Asia;*\nFrance;Europe;*\nChina;Asia;*\n";
        let expected = ["Spain;Europe;*", "France;Europe;*", "Japan;Asia;*", "China;Asia;*"];
        assert_eq!(text_chains(text), expected);
    }

    #[test]
    fn short_chains_are_padded_below_the_top() {
        let made = text_chains("Spain;Europe;*\nLyon;France;Europe;*\nX;*\n");
        assert_eq!(made, ["Spain;Europe;Europe;*", "Lyon;France;Europe;*", "X;X;X;*"]);
        assert_eq!(text_chains("a;A;*\n*\n"), ["a;A;*", "*;*;*"]);
    }

    #[test]
    fn a_node_is_a_level_and_a_label() {
        let made = text_chains("White;White;White;*\na;b;x;*\nb;c;y;*");
        assert_eq!(made, ["White;White;White;*", "a;b;x;*", "b;c;y;*"]);
    }

    #[test]
    fn every_delimiter_is_detected() {
        for delimiter in [";", "\t", "|", ","] {
            let text = "a;A;top\nb;A;top\nc;B;top\n".replace(';', delimiter);
            assert_eq!(text_chains(&text), ["a;A;top", "b;A;top", "c;B;top"]);
        }
        // Ranges as labels, and a file whose labels hold other delimiters.
        assert_eq!(text_chains("3;[0,5);*\n7;[5,10);*"), ["3;[0,5);*", "7;[5,10);*"]);
        let mixed = of("x;y,A,*\nb|c,A,*\n", Kind::Text, &["x;y"]).unwrap();
        assert_eq!(mixed.chain(0), ["x;y", "A", "*"]);
        // One line alone is ambiguous: the data decide.
        let by_data = of("x;y,*", Kind::Text, &["x;y"]).unwrap();
        assert_eq!(by_data.chain(0), ["x;y", "*"]);
    }

    #[test]
    fn line_ends_and_blank_lines_do_not_matter() {
        let expected = ["a;A;*", "b;A;*"];
        assert_eq!(text_chains("\n\r\na;A;*\r\n  \n\nb;A;*"), expected);
        assert_eq!(text_chains("\"a\";A;\"*\"\r\nb;\"A\";*\r"), expected);
    }

    #[test]
    fn quotes_are_respected() {
        let made = of("\"a;\"\"b\"\"\nc\";A;*\n5\" pipe;A;*\n", Kind::Text, &[]).unwrap();
        assert_eq!((made.leaf(0), made.leaf(1)), ("a;\"b\"\nc", "5\" pipe"));
        assert_eq!(error("a;*\n\"b;*\nc;*").line(), Some(2));
        let after = error("\"a\nb\"c;*\n");
        assert_eq!((after.line(), after.fault()), (Some(2), &Fault::AfterQuote { line: 2 }));
    }

    #[test]
    fn lines_are_counted_through_quotes_and_blanks() {
        assert_eq!(error("\"a\nb\";*\n\nc;*\nd;x\n").line(), Some(5));
    }

    #[test]
    fn a_chain_must_end_in_the_common_top() {
        let error = error("a;A;*\nb;A;*\nc;A\nd;B;*\n");
        assert_eq!((error.line(), error.value()), (Some(3), Some("A")));
        assert!(error.to_string().contains("common top '*'"));
        let first = self::error("a;A\nb;A;*\nc;A;*");
        assert_eq!(first.line(), Some(1));
    }

    #[test]
    fn one_label_has_one_parent() {
        let error = error("a;A;X;*\nb;B;Y;*\nc;A;Y;*\n");
        assert_eq!((error.line(), error.value()), (Some(3), Some("A")));
        let text = error.to_string();
        assert!(text.contains("line 1") && text.contains("'X'") && text.contains("'Y'"), "{text}");
    }

    #[test]
    fn one_leaf_has_one_chain() {
        assert_eq!(text_chains("a;A;*\nb;B;*\na;A;*"), ["a;A;*", "b;B;*"]);
        assert_eq!(text_chains("a;A;*\nb;B;B;*\na;A;A;*"), ["a;A;A;*", "b;B;B;*"]);
        let error = error("a;A;*\nb;B;*\na;B;*");
        assert_eq!((error.line(), error.value()), (Some(3), Some("a")));
        assert!(error.to_string().contains("line 1"));
    }

    #[test]
    fn groups_have_names() {
        assert_eq!(error("a;A;*\nb;;*").line(), Some(2));
        assert_eq!(error("a;A;*;\nb;A;*;").line(), Some(1));
        assert_eq!(text_chains(";;*\nb;A;*"), [";;*", "b;A;*"]);
        assert_eq!(text_chains(";Unknown;*\nb;A;*"), [";Unknown;*", "b;A;*"]);
    }

    #[test]
    fn nothing_is_no_hierarchy() {
        for text in ["", "\n\n", "  \r\n"] {
            assert_eq!(*error(text).fault(), Fault::NoValues);
        }
        assert_eq!(of("only", Kind::Text, &["only"]).unwrap().height(), 0);
        let tall = "x;".repeat(300) + "*";
        assert!(matches!(error(&tall).fault(), Fault::TooTall { line: Some(1), levels: 300 }));
    }

    #[test]
    fn values_that_the_file_lacks_are_listed() {
        let values: Vec<_> = (10..23).map(|n: i32| n.to_string()).collect();
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        let error = of("10;*\n99;*", Kind::Integer, &values).unwrap_err();
        assert_eq!(error.value(), Some("11"));
        assert!(error.to_string().contains("'19', '20' and 2 more"), "{error}");
        assert_eq!((error.file(), error.line()), (Some("f.csv"), None));
        assert!(!error.to_string().contains("`trim`"));
        let spaces = of("a;*\nb;*", Kind::Text, &[" a", "b"]).unwrap_err();
        assert!(spaces.to_string().contains("' a'; without the spaces"), "{spaces}");
    }

    #[test]
    fn leaves_that_the_data_lack_count() {
        let made = of("a;*\nb;*\nc;*", Kind::Text, &["b"]).unwrap();
        assert_eq!((made.leaves(), made.code("b"), made.code("x")), (3, Some(1), None));
    }

    #[test]
    fn numbers_stand_in_value_order() {
        let text = "30;old;*\n9;young;*\n10;young;*\n1.0;young;*\n1;young;*\n";
        let made = of(text, Kind::Decimal, &["9"]).unwrap();
        assert_eq!(
            chains(&made),
            ["1;young;*", "1.0;young;*", "9;young;*", "10;young;*", "30;old;*"]
        );
        assert_eq!(made.kind(), Kind::Decimal);
        // One leaf that is no number, and the order is the file's.
        let made = of(&format!("{text}90+;old;*"), Kind::Decimal, &["9"]).unwrap();
        assert_eq!((made.leaf(0), made.leaf(1), made.kind()), ("30", "90+", Kind::Text));
    }

    #[test]
    fn a_group_of_numbers_must_be_a_range() {
        let text = "1;odd;*\n2;even;*\n3;odd;*\n";
        let error = of(text, Kind::Integer, &["1"]).unwrap_err();
        assert_eq!((error.line(), error.value()), (Some(3), Some("3")));
        let message = error.to_string();
        assert!(
            message.contains("'2' between") && message.contains("`type col = text`"),
            "{message}"
        );
        assert!(of(text, Kind::Text, &["1"]).is_ok());
    }

    #[test]
    fn missing_values_stay_themselves_unless_listed() {
        let made = of("b;A;X;*\na;A;X;*", Kind::Text, &["a", "?", ""]).unwrap();
        assert_eq!(chains(&made), [";;;*", "?;?;?;*", "b;A;X;*", "a;A;X;*"]);
        assert_eq!(made.missing(), 0..2);
        let made = of("1;low;*\n?;unknown;*\n9;high;*", Kind::Integer, &["1", "?"]).unwrap();
        assert_eq!(chains(&made), ["?;unknown;*", "1;low;*", "9;high;*"]);
        assert_eq!((made.missing(), made.kind()), (0..1, Kind::Integer));
        let alone = of("a", Kind::Text, &["a", "?"]).unwrap();
        assert_eq!(chains(&alone), ["?;a", "a;a"]);
    }

    #[test]
    fn no_group_bears_the_name_of_an_unlisted_missing_value() {
        for text in ["a;?;*\nb;B;*", "a;?;X;*\nb;B;Y;*"] {
            let error = of(text, Kind::Text, &["a", "?"]).unwrap_err();
            assert_eq!((error.line(), error.value()), (Some(1), Some("?")));
            assert!(of(text, Kind::Text, &["a"]).is_ok());
        }
    }

    #[test]
    fn generalized_values_are_welcome_if_listed() {
        let text = "*;x;top\n[1,2];x;top\n{a|b};x;top";
        assert!(of(text, Kind::Text, &["*", "[1,2]", "{a|b}"]).is_ok());
        let values = [("*".to_owned(), 1)];
        let nulls = incrowd_terms::Nulls::declared(["*"]);
        let domain = Domain { column: "c", kind: Kind::Text, values: &values, nulls: &nulls };
        assert!(matches!(build("a;top", &domain), Err(Fault::Generalized { .. })));
        assert!(build("a;top\n*;top", &domain).is_ok());
    }

    #[test]
    fn the_likeliest_delimiter_is_blamed() {
        let error = error("[0,5);[0,10);*\n[5,10);[0,10);x\n[6,7);[0,10);*");
        assert!(matches!(error.fault(), Fault::OtherTop { end, .. } if end == "x"), "{error}");
        let error = self::error("a,A,*\nb;b,A,x\nc,A,*");
        assert!(matches!(error.fault(), Fault::OtherTop { end, .. } if end == "x"), "{error}");
    }
}
