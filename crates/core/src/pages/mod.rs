//! The pages about models and algorithms: what each promises, and what it does not.
//!
//! A page is the head comment of the file that keeps its promises, so that whoever changes one
//! sees the other; `incrowd explain` and the manual print the same text. All pages of a kind have
//! the same sections in the same order. Adding a page is a line in [`models`](Kind::pages) or
//! `algorithms`, with the names by which people ask for it.

mod algorithms;
mod models;

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What a table can be held to, or measured by.
    Model,
    /// How a table that meets demands is found.
    Algorithm,
}

impl Kind {
    /// Both kinds, models first.
    pub const ALL: [Kind; 2] = [Kind::Model, Kind::Algorithm];

    /// Its pages, in the order in which a newcomer should meet them.
    #[must_use]
    pub fn pages(self) -> &'static [Page] {
        match self {
            Kind::Model => models::PAGES,
            Kind::Algorithm => algorithms::PAGES,
        }
    }

    /// The headings of the sections that each of its pages has, in order.
    #[must_use]
    pub fn outline(self) -> &'static [&'static str] {
        match self {
            Kind::Model => {
                &["Promises", "Against", "Not promised", "Example", "Defined", "Deviations", "Cost"]
            }
            Kind::Algorithm => &[
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

/// A page: its names and the source file that holds its text.
#[derive(Debug)]
pub struct Page {
    /// The names by which users may ask for it; the first is that of the page.
    pub names: &'static [&'static str],
    source: &'static str,
}

impl Page {
    /// The page's text in Markdown: the head comment of its file.
    #[must_use]
    pub fn text(&self) -> String {
        without_links(&self.head().collect::<Vec<_>>().join("\n"))
    }

    /// The lines of the head comment.
    fn head(&self) -> impl Iterator<Item = &'static str> {
        let head = self.source.lines().take_while(|line| line.starts_with("//!"));
        head.map(|line| {
            let text = line.trim_start_matches("//!");
            text.strip_prefix(' ').unwrap_or(text)
        })
    }

    /// What it promises, in one clause.
    #[must_use]
    pub fn promise(&self) -> String {
        let paragraph = self.head().skip_while(|line| !line.starts_with("**Promises** "));
        let paragraph: Vec<&str> = paragraph.take_while(|line| !line.is_empty()).collect();
        let paragraph = without_links(&paragraph.join(" ").replacen("**Promises** ", "", 1));
        let ends = [":", ";", ". "].iter().filter_map(|mark| paragraph.find(mark));
        let end = ends.min().unwrap_or(paragraph.len());
        paragraph[..end].trim_end_matches('.').trim_start_matches("that ").replace('*', "")
    }
}

/// The page of this name, and what it is about.
#[must_use]
pub fn find(name: &str) -> Option<(Kind, &'static Page)> {
    let is_it = |page: &&Page| page.names.contains(&name);
    Kind::ALL.into_iter().find_map(|kind| Some((kind, kind.pages().iter().find(is_it)?)))
}

/// Links lead from item to item of the library's documentation, and nowhere from here.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut left = text;
    while let Some((before, link)) = left.split_once("[`") {
        let Some((name, after)) = link.split_once("`]") else { break };
        plain.push_str(before);
        plain.push('`');
        plain.push_str(name);
        plain.push('`');
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        left = target.map_or(after, |(_, after)| after);
    }
    plain + left
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

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
        for kind in Kind::ALL {
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
        for name in Kind::ALL.iter().flat_map(|kind| kind.pages()).flat_map(|page| page.names) {
            assert!(seen.insert(name), "{name}");
            assert!(find(name).is_some());
        }
        assert!(find("none").is_none());
    }

    #[test]
    fn every_algorithm_has_a_page() {
        for algorithm in crate::search::ALGORITHMS {
            assert!(find(algorithm.name()).is_some(), "{}", algorithm.name());
        }
    }

    #[test]
    fn links_between_items_are_left_out() {
        let text = "a [`b`](c) d [`e`] f [g](h) [`i";
        assert_eq!(without_links(text), "a `b` d `e` f [g](h) [`i");
    }
}
