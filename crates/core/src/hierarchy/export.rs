//! A hierarchy as text: a file that reads back as the same hierarchy, and an outline for people.

use std::fmt::Write;

use super::Hierarchy;

/// Longer labels (sets of many values, mostly) are cut in outlines.
const SHOWN: usize = 60;

impl Hierarchy {
    /// The chains as a hierarchy file: one line per leaf, in leaf order, `;` between labels.
    /// Read back for the same column, it is this hierarchy again.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        for code in 0..self.leaves() as u32 {
            for level in 0..=self.height() {
                if level > 0 {
                    csv.push(';');
                }
                let label = self.label(level, self.node_of(level)[code as usize]);
                // A label alone on its line is always quoted: it could be blank, or be split at
                // some other delimiter.
                if self.height() == 0 || label.contains([';', '"', '\n', '\r']) {
                    csv.extend(["\"", &label.replace('"', "\"\""), "\""]);
                } else {
                    csv.push_str(label);
                }
            }
            csv.push('\n');
        }
        csv
    }

    /// The tree from the top down in at most `max_lines` lines, each group with its number of
    /// values. What does not fit is summed up, evenly over the branches.
    ///
    /// ```text
    /// *  (4 values)
    /// ├─ Europe  (3 values)
    /// │  ├─ Spain
    /// │  └─ … 2 more
    /// └─ Japan
    /// ```
    #[must_use]
    pub fn outline(&self, max_lines: usize) -> String {
        let mut text = String::new();
        if max_lines > 0 {
            let top = self.settled(self.height(), 0);
            self.write_label(&mut text, top);
            self.write_children(&mut text, top, "", max_lines - 1);
        }
        text
    }

    /// The nodes below a node. A group with the label of the group above it is padding and is
    /// replaced by its content.
    fn children(&self, (level, node): (usize, u32)) -> Vec<(usize, u32)> {
        if level == 0 {
            return Vec::new();
        }
        let span = self.span(level, node);
        let below = self.node_of(level - 1);
        let (first, last) = (below[span.start as usize], below[span.end as usize - 1]);
        let mut children = Vec::new();
        for child in first..=last {
            let child = self.settled(level - 1, child);
            if child.0 > 0 && self.label(child.0, child.1) == self.label(level, node) {
                children.extend(self.children(child));
            } else {
                children.push(child);
            }
        }
        children
    }

    /// Walks down through nodes that only repeat the label of their single child.
    fn settled(&self, mut level: usize, mut node: u32) -> (usize, u32) {
        while level > 0 {
            let span = self.span(level, node);
            let child = self.node_of(level - 1)[span.start as usize];
            let is_only = self.span(level - 1, child) == span;
            if !is_only || self.label(level, node) != self.label(level - 1, child) {
                break;
            }
            (level, node) = (level - 1, child);
        }
        (level, node)
    }

    fn write_label(&self, text: &mut String, (level, node): (usize, u32)) {
        text.push_str(&shown(self.label(level, node)));
        if level > 0 {
            let _ = write!(text, "  ({})", values(self.span(level, node).len()));
        }
        text.push('\n');
    }

    /// Writes what is below a node in at most `budget` lines, and returns how many it took.
    fn write_children(
        &self,
        text: &mut String,
        parent: (usize, u32),
        margin: &str,
        budget: usize,
    ) -> usize {
        let children = self.children(parent);
        if budget < children.len().min(2) {
            return 0;
        }
        let listed = if children.len() <= budget { children.len() } else { budget - 1 };
        let mut spare = budget - listed.max(children.len().min(budget));
        let mut groups = children[..listed].iter().filter(|(level, _)| *level > 0).count();
        let mut used = 0;
        for (index, &child) in children[..listed].iter().enumerate() {
            let is_last = index + 1 == children.len();
            let (branch, bar) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            text.extend([margin, branch]);
            self.write_label(text, child);
            used += 1;
            if child.0 > 0 {
                let share = spare / groups;
                let taken = self.write_children(text, child, &format!("{margin}{bar}"), share);
                groups -= 1;
                spare -= taken;
                used += taken;
            }
        }
        if listed < children.len() {
            let _ = writeln!(text, "{margin}└─ … {} more", children.len() - listed);
            used += 1;
        }
        used
    }
}

fn values(count: usize) -> String {
    if count == 1 { "1 value".into() } else { format!("{count} values") }
}

/// A label on one line, cut to a maximum length.
fn shown(label: &str) -> String {
    if label.is_empty() {
        return "\"\"".into();
    }
    let mut shown = String::new();
    for (index, character) in label.chars().enumerate() {
        if index == SHOWN {
            shown.push('…');
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::Spec;
    use crate::hierarchy::domain::tests::{grown, spec, weighed};
    use incrowd_terms::Kind;

    fn file(text: &str) -> Spec {
        Spec::chains("f.csv", text)
    }

    #[test]
    fn an_export_reads_back() {
        let numbers = ["?", "", "-3", "1", "1.0", "2", "17", "80", "81"];
        let days = ["2024-03-09", "2019-01-01", "", "2024-03-10"];
        let texts = ["a;b", "say \"x\"", "two\nlines", "x\r", "", "plain", " ", "a,b|c\td"];
        let cases = [
            ("intervals:5,10", Kind::Decimal, &numbers[..]),
            ("bounds:2,18", Kind::Decimal, &numbers),
            ("auto", Kind::Decimal, &numbers),
            ("flat", Kind::Decimal, &numbers),
            ("mask:3", Kind::Text, &numbers),
            ("date:month,year", Kind::Date, &days),
            ("auto", Kind::Text, &texts),
            ("flat", Kind::Text, &texts),
            ("mask:4", Kind::Text, &texts),
        ];
        for (text, kind, values) in cases {
            let made = grown(&spec(text), kind, values).unwrap();
            let again = grown(&file(&made.to_csv()), kind, values).unwrap();
            assert_eq!(made, again, "{text} {kind}");
            assert_eq!(made.missing(), again.missing());
        }
        for alone in ["a,b", " ", "x;y"] {
            let made = grown(&file(&format!("\"{alone}\"")), Kind::Text, &[alone]).unwrap();
            assert_eq!(grown(&file(&made.to_csv()), Kind::Text, &[alone]).unwrap(), made);
        }
    }

    #[test]
    fn the_export_is_plain() {
        let made = grown(&spec("intervals:5"), Kind::Integer, &["7", "3"]).unwrap();
        assert_eq!(made.to_csv(), "3;[0,5);*\n7;[5,10);*\n");
    }

    const PLACES: &str = "Spain;Europe;*\nLyon;France;Europe;*\nParis;France;Europe;*\nX;*";

    #[test]
    fn the_outline_is_a_tree() {
        let made = grown(&file(PLACES), Kind::Text, &[]).unwrap();
        let expected = "\
*  (4 values)
├─ Europe  (3 values)
│  ├─ Spain
│  └─ France  (2 values)
│     ├─ Lyon
│     └─ Paris
└─ X
";
        assert_eq!(made.outline(20), expected);
        assert_eq!(made.outline(7), expected);
    }

    #[test]
    fn a_short_outline_sums_up() {
        let made = grown(&file(PLACES), Kind::Text, &[]).unwrap();
        assert_eq!(made.outline(0), "");
        assert_eq!(made.outline(1), "*  (4 values)\n");
        assert_eq!(made.outline(3), "*  (4 values)\n├─ Europe  (3 values)\n└─ X\n");
        let many: Vec<_> = (0..100).map(|n: i32| n.to_string()).collect();
        let many: Vec<_> = many.iter().map(|n| (n.as_str(), 1)).collect();
        let flat = weighed(&Spec::flat(), Kind::Integer, &many).unwrap();
        assert_eq!(flat.outline(4), "*  (100 values)\n├─ 0\n├─ 1\n└─ … 98 more\n");
        let auto = weighed(&Spec::auto(), Kind::Integer, &many).unwrap();
        for lines in 0..150 {
            assert!(auto.outline(lines).lines().count() <= lines);
        }
    }

    #[test]
    fn odd_labels_stay_on_their_line() {
        let long = "x".repeat(99);
        let made = grown(&Spec::flat(), Kind::Text, &["", "a\nb", &long]).unwrap();
        let expected = format!("*  (3 values)\n├─ \"\"\n├─ a\\nb\n└─ {}…\n", "x".repeat(60));
        assert_eq!(made.outline(9), expected);
    }
}
