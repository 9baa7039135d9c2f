//! `incrowd explain [MODEL]`: the model's page, which is the head comment of its source file.

use std::fmt::Write;

use incrowd::core::model::{PAGES, Page};
use incrowd::reading::did_you_mean;
use serde_json::json;

use crate::args::ExplainArgs;
use crate::failure::{Ending, Failure, Result};
use crate::talk::{STRONG, Talk};

pub fn run(args: &ExplainArgs, talk: &Talk) -> Result {
    let Some(name) = &args.model else {
        talk.list()?;
        return Ok(Ending::Done);
    };
    let wanted = name.to_lowercase().replace([' ', '_'], "-");
    let page =
        PAGES.iter().find(|page| page.names.contains(&wanted.as_str())).ok_or_else(|| {
            let names = PAGES.iter().flat_map(|page| page.names.iter().copied());
            let hint = did_you_mean(&wanted, names);
            let all: Vec<&str> = PAGES.iter().map(|page| page.names[0]).collect();
            let message = format!("there is no model '{name}'{hint}; there are {}", all.join(", "));
            Failure::new(message).with_value(name)
        })?;
    if talk.json {
        talk.document(&json!({ "model": page.names[0], "page": page.text() }))?;
    } else {
        talk.print(&styled(&page.text()))?;
    }
    Ok(Ending::Done)
}

impl Talk {
    /// All models with the first sentence of their pages.
    fn list(&self) -> Result<()> {
        if self.json {
            let models: Vec<_> = PAGES
                .iter()
                .map(|page| json!({ "model": page.names[0], "promises": promise(page) }))
                .collect();
            return self.document(&json!({ "models": models }));
        }
        let mut text = String::from(
            "Models that a release can be held to, and at the end what scan, mask and check tell:\n\n",
        );
        for page in PAGES {
            let _ = writeln!(text, "{STRONG}{}{STRONG:#}\n    {}\n", page.names[0], promise(page));
        }
        text.push_str("`incrowd explain MODEL` prints a model's page.\n");
        self.print(&text)
    }
}

/// What a model promises, in one sentence.
fn promise(page: &Page) -> String {
    let text = page.text();
    let promises = text.split("**Promises** ").nth(1).unwrap_or_default();
    let paragraph = promises.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let end =
        paragraph.find([':', ';']).or_else(|| paragraph.find(". ")).unwrap_or(paragraph.len());
    paragraph[..end].trim_end_matches('.').trim_start_matches("that ").replace('*', "")
}

/// Markdown's headings and strong words, for terminals.
fn styled(text: &str) -> String {
    let mut styled = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("# ") {
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
