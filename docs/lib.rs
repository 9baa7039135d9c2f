//! The manual's pages about models and algorithms, embedded in the binary for `incrowd explain`.
//!
//! A page is a Markdown file in `models/` or `algorithms/`. The book and the repository show the same
//! file. To add a page, write the file, and add a line to `MODELS` or `ALGORITHMS` and to
//! `SUMMARY.md`. All pages of a kind have the same sections in the same order ([`PageKind::outline`]).
//! Lines are wrapped at 100 characters, not counting the targets of links, because terminals show
//! the text without them.

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// A privacy model, or another measure of a table.
    Model,
    /// A method that finds or makes a release.
    Algorithm,
}

impl PageKind {
    /// Both kinds, models first.
    pub const ALL: [PageKind; 2] = [PageKind::Model, PageKind::Algorithm];

    /// The pages of this kind, in the order in which a newcomer should read them.
    #[must_use]
    pub fn pages(self) -> &'static [Page] {
        match self {
            PageKind::Model => MODELS,
            PageKind::Algorithm => ALGORITHMS,
        }
    }

    /// The headings of the sections of each page, in order.
    #[must_use]
    pub fn outline(self) -> &'static [&'static str] {
        match self {
            PageKind::Model => {
                &["Promises", "Against", "Not promised", "Example", "Defined", "Deviations", "Cost"]
            }
            PageKind::Algorithm => &[
                "Promises",
                "Takes",
                "Not promised",
                "Choose it",
                "Example",
                "Defined",
                "Deviations",
                "Cost",
            ],
        }
    }
}

/// A page of the manual.
#[derive(Debug)]
pub struct Page {
    /// The names by which users can ask for it. The first is the name of its file.
    pub names: &'static [&'static str],
    /// The Markdown file.
    source: &'static str,
}

/// Pages by their names; the first name is that of the file.
macro_rules! pages {
    ($folder:literal: $([$name:literal $(, $alias:literal)*],)*) => {
        &[$(Page {
            names: &[$name $(, $alias)*],
            source: include_str!(concat!($folder, "/", $name, ".md")),
        },)*]
    };
}

/// The models that a release can be held to, then what `scan`, `mask`, `check`, `delta` and `--audit`
/// measure.
const MODELS: &[Page] = pages! { "models":
    ["k-anonymity", "k"],
    ["delta-presence", "presence"],
    ["personal-presence", "personal"],
    ["joint-presence", "joint"],
    ["prior-presence", "prior"],
    ["estimated-presence", "distribution"],
    ["randomised-presence", "randomised", "chance"],
    ["weak-k-anonymity", "weak-k"],
    ["mixed-membership", "membership"],
    ["k-map"],
    ["p-sensitivity", "p-sensitive", "p-sensitive-k-anonymity", "p"],
    ["distinct-l-diversity", "l-diversity", "distinct", "distinct-l", "l"],
    ["frequency-l-diversity", "frequency", "frequency-l"],
    ["entropy-l-diversity", "entropy", "entropy-l"],
    ["recursive-cl-diversity", "recursive", "recursive-cl", "recursive-le"],
    ["alpha-k-anonymity", "alpha-k", "alpha"],
    ["t-closeness", "t"],
    ["beta-likeness", "basic-beta-likeness", "enhanced-beta-likeness", "likeness", "beta"],
    ["delta-disclosure", "disclosure"],
    ["eps-m-anonymity", "proximity", "eps-m"],
    ["delta-l-diversity", "delta-l", "numeric-diversity"],
    ["anatomy"],
    ["several-releases", "after", "linked"],
    ["quasi-identifiers", "identify", "scan"],
    ["probabilistic-anonymity", "probabilistic", "mask"],
    ["date-shift", "shift"],
    ["uniqueness", "population-uniqueness", "zayatz", "snb", "pitman"],
    ["safe-harbor", "hipaa"],
    ["risk", "delta"],
    ["audit", "minimality"],
};

/// The algorithms: first those of full-domain recoding, then those of boxes, then those of `scan` and
/// `mask`. Within each group, the one that most users need comes first.
const ALGORITHMS: &[Page] = pages! { "algorithms":
    ["optimal", "full-domain"],
    ["samarati"],
    ["minimal-nodes", "all-minimal", "minimal"],
    ["spalm"],
    ["smallest-k"],
    ["guided", "multidimensional"],
    ["cluster", "local", "overlap"],
    ["local-suppression", "known"],
    ["exact"],
    ["mondrian", "mondrian-relaxed"],
    ["mondrian-smallest-k"],
    [
        "mpalm", "mpalm-n1", "mpalm-n2", "mpalm-n3", "mpalm-p1", "mpalm-p2", "mpalm-p3",
        "mpalm-b1", "mpalm-b2", "mpalm-b3"
    ],
    ["lower-bound", "bound"],
    ["dealing", "deal"],
    ["minimal-quasi-identifiers", "levelwise"],
    ["cells"],
    ["budget"],
    ["quantiles", "quantile"],
    ["streamed-quantiles", "sketch"],
    ["optimal-clusters", "kmedian", "kcenter", "cellular", "sse"],
};

/// How the last paragraph of a file starts. It lists the page's names, which a reader of the terminal
/// has just used.
const NAMES: &str = "\n\nIn a terminal: ";

impl Page {
    /// The page's text: its Markdown without comments, links and the list of its names.
    #[must_use]
    pub fn text(&self) -> String {
        let text = self.source.split(NAMES).next().unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("<!--")).collect();
        let text = lines.join("\n");
        // Every second part is a fenced block.
        let parts = text.split("```").enumerate().map(|(index, part)| {
            if index % 2 == 0 { without_links(part) } else { part.to_owned() }
        });
        parts.collect::<Vec<_>>().join("```")
    }

    /// What the page promises, in one clause.
    #[must_use]
    pub fn promise(&self) -> String {
        let text = self.text();
        let lines = text.lines().skip_while(|line| !line.starts_with("**Promises** "));
        let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let paragraph = paragraph.join(" ").replacen("**Promises** ", "", 1);
        let ends = [":", ";", ". "].iter().filter_map(|mark| paragraph.find(mark));
        let end = ends.min().unwrap_or(paragraph.len());
        paragraph[..end].trim_end_matches('.').trim_start_matches("that ").replace('*', "")
    }
}

/// The page of this name, with its kind.
#[must_use]
pub fn find(name: &str) -> Option<(PageKind, &'static Page)> {
    let is_it = |page: &&Page| page.names.contains(&name);
    PageKind::ALL.into_iter().find_map(|kind| Some((kind, kind.pages().iter().find(is_it)?)))
}

/// The text with `[label](target)` replaced by the label.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (Some(open), Some((_, after))) = (before.rfind('['), after.split_once(')')) else {
            break;
        };
        plain.push_str(&before[..open]);
        plain.push_str(&before[open + 1..]);
        rest = after;
    }
    plain + rest
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    use super::*;

    fn all() -> impl Iterator<Item = &'static Page> {
        PageKind::ALL.into_iter().flat_map(PageKind::pages)
    }

    /// The headings of a page with the text below each.
    fn sections(text: &str) -> Vec<(&str, &str)> {
        let starts = text.match_indices("\n\n**").map(|(at, _)| at + 2).collect::<Vec<_>>();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let section = |(&start, end): (&usize, usize)| {
            let (heading, body) = text[start + 2..end].split_once("**").unwrap();
            (heading, body.trim())
        };
        starts.iter().zip(ends).map(section).collect()
    }

    #[test]
    fn every_page_has_the_outline_of_its_kind() {
        for kind in PageKind::ALL {
            for page in kind.pages() {
                let (name, text) = (page.names[0], page.text());
                assert!(text.starts_with("# "), "{name} has no title");
                let sections = sections(&text);
                let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
                assert_eq!(headings, kind.outline(), "{name}");
                for (heading, body) in sections {
                    assert!(!body.is_empty(), "{name} says nothing under {heading}");
                }
                let promise = page.promise();
                assert!(!promise.is_empty() && !promise.contains(['.', ':', ';']), "{promise}");
            }
        }
    }

    #[test]
    fn no_two_pages_share_a_name() {
        let mut seen = BTreeSet::new();
        for name in all().flat_map(|page| page.names) {
            assert!(seen.insert(name), "{name}");
            assert!(find(name).is_some());
        }
        assert!(find("none").is_none());
    }

    #[test]
    fn every_page_ends_with_its_names() {
        for page in all() {
            let names: Vec<String> = page.names.iter().map(|name| format!("`{name}`")).collect();
            let names = match names.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                _ => names.concat(),
            };
            let end = format!("{NAMES}`incrowd explain NAME`, with {names}.\n");
            assert!(page.source.ends_with(&end), "{} must end with: {end}", page.names[0]);
        }
    }

    /// A terminal shows the text as it is wrapped. Commands stay on one line, so that they can be copied; what
    /// they print is as wide as it is.
    #[test]
    fn lines_fit_a_terminal() {
        for page in all() {
            let text = page.text();
            let prose = text.split("```").step_by(2).flat_map(str::lines);
            for line in prose.filter(|line| !line.starts_with('`')) {
                assert!(line.chars().count() <= 100, "{}: {line}", page.names[0]);
            }
        }
    }

    #[test]
    fn names_of_other_pages_are_links_to_them() {
        for page in all() {
            let prose = page.source.split(NAMES).next().unwrap().split("```").step_by(2);
            for text in prose {
                let parts: Vec<&str> = text.split('`').collect();
                for at in (1..parts.len().saturating_sub(1)).step_by(2) {
                    let Some((kind, other)) = find(parts[at]) else { continue };
                    if other.names == page.names {
                        continue;
                    }
                    let folder = if kind == PageKind::Model { "models" } else { "algorithms" };
                    let target = format!("](../{folder}/{}.md)", other.names[0]);
                    let linked = parts[at - 1].ends_with('[') && parts[at + 1].starts_with(&target);
                    assert!(linked, "`{}` on the page {} is no link", parts[at], page.names[0]);
                }
            }
        }
    }

    #[test]
    fn the_table_of_contents_lists_the_pages_in_order() {
        let mut list = String::new();
        for (kind, folder) in [(PageKind::Model, "models"), (PageKind::Algorithm, "algorithms")] {
            for page in kind.pages() {
                let text = page.text();
                let title = text.lines().next().unwrap().trim_start_matches("# ").to_owned();
                let _ = writeln!(list, "- [{title}]({folder}/{}.md)", page.names[0]);
            }
        }
        let is_page = |line: &&str| line.contains("](models/") || line.contains("](algorithms/");
        let listed: Vec<&str> = include_str!("SUMMARY.md").lines().filter(is_page).collect();
        assert_eq!(listed, list.lines().collect::<Vec<_>>());
    }

    #[test]
    fn links_are_replaced_by_their_labels() {
        let text = "a [`b`](c) d `[1,2]` [e](f) [g";
        assert_eq!(without_links(text), "a `b` d `[1,2]` e [g");
    }
}
