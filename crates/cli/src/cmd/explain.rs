//! `incrowd explain [NAME]`: the manual's page of a model or an algorithm.

use std::fmt::Write;

use incrowd::pages::{self, Kind, Page};
use incrowd::reading::did_you_mean;
use serde_json::{Map, Value, json};

use crate::args::ExplainArgs;
use crate::console::{Console, STRONG};
use crate::error::{Ending, Error, Result};

pub fn run(args: &ExplainArgs, console: &Console) -> Result {
    match &args.name {
        Some(name) => console.page(name)?,
        None => console.list()?,
    }
    Ok(Ending::Done)
}

impl Console {
    /// The page of this name.
    fn page(&self, name: &str) -> Result<()> {
        let wanted = name.to_lowercase().replace([' ', '_'], "-");
        let (kind, page) = pages::find(&wanted).ok_or_else(|| unknown(name, &wanted))?;
        if self.json {
            let title = page.names[0];
            let (names, text) = (page.names, page.text());
            return self.document(&json!({ word(kind): title, "names": names, "page": text }));
        }
        self.print(&styled(&page.text()))
    }

    /// All pages with the first clause of each.
    fn list(&self) -> Result<()> {
        if self.json {
            let entry = |kind, page: &Page| json!({ word(kind): page.names[0], "promises": page.promise() });
            let list = |kind: Kind| {
                let entries = kind.pages().iter().map(|page| entry(kind, page));
                (format!("{}s", word(kind)), entries.collect())
            };
            let lists: Map<String, Value> = Kind::ALL.into_iter().map(list).collect();
            return self.document(&Value::Object(lists));
        }
        let mut text = String::new();
        for kind in Kind::ALL {
            let _ = writeln!(text, "{}\n", caption(kind));
            for page in kind.pages() {
                let (name, promise) = (page.names[0], page.promise());
                let _ = writeln!(text, "{STRONG}{name}{STRONG:#}\n    {promise}\n");
            }
        }
        text.push_str("`incrowd explain NAME` prints the page of a model or an algorithm.\n");
        self.print(&text)
    }
}

/// What a kind is called in JSON.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Model => "model",
        Kind::Algorithm => "algorithm",
    }
}

/// What stands above the list of a kind.
fn caption(kind: Kind) -> &'static str {
    match kind {
        Kind::Model => {
            "Models that a release can be held to, and at the end what scan, mask, check, delta and\n\
             --audit tell:"
        }
        Kind::Algorithm => {
            "Algorithms that find a release: of whole columns, of boxes, and at the end those of scan\n\
             and mask:"
        }
    }
}

/// The refusal of a name that no page has.
fn unknown(name: &str, wanted: &str) -> Error {
    let pages = || Kind::ALL.into_iter().flat_map(Kind::pages);
    let hint = did_you_mean(wanted, pages().flat_map(|page| page.names.iter().copied()));
    let all: Vec<&str> = pages().map(|page| page.names[0]).collect();
    let all = all.join(", ");
    Error::options(format!("there is no model or algorithm '{name}'{hint}; there are {all}"))
        .with_value(name)
}

/// Markdown's headings, strong words and blocks, for terminals.
fn styled(text: &str) -> String {
    let mut styled = String::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            let _ = writeln!(styled, "    {line}");
        } else if let Some(title) = line.strip_prefix("# ") {
            let _ = writeln!(styled, "{STRONG}{title}{STRONG:#}");
        } else if let Some((word, rest)) = line.strip_prefix("**").and_then(|l| l.split_once("**"))
        {
            let _ = writeln!(styled, "{STRONG}{word}:{STRONG:#}{rest}");
        } else {
            let _ = writeln!(styled, "{line}");
        }
    }
    styled
}
