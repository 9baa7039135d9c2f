//! The page of a model or an algorithm, or the list of all.

use std::fmt::Write;

use incrowd_document::{ExplainDocument, ExplainPage, PageSummary};

use super::style::STRONG;

const MODELS: &str = "Models that a release can be held to, and at the end what scan, mask, check, delta and\n\
    --audit tell:";

const ALGORITHMS: &str = "Algorithms that find a release: of whole columns, of boxes, and at the end those of scan\n\
    and mask:";

/// The text of a page, or the list of all pages.
#[must_use]
pub fn explain(document: &ExplainDocument) -> String {
    match document {
        ExplainDocument::Page(
            ExplainPage::Model { page, .. } | ExplainPage::Algorithm { page, .. },
        ) => styled(page),
        ExplainDocument::List { models, algorithms } => {
            let mut text = list(MODELS, models);
            text += &list(ALGORITHMS, algorithms);
            text += "`incrowd explain NAME` prints the page of a model or an algorithm.\n";
            text
        }
    }
}

/// The pages of a kind with the first clause of each.
fn list(caption: &str, pages: &[PageSummary]) -> String {
    let mut text = format!("{caption}\n\n");
    for page in pages {
        let (PageSummary::Model { model: name, promises }
        | PageSummary::Algorithm { algorithm: name, promises }) = page;
        let _ = writeln!(text, "{STRONG}{name}{STRONG:#}\n    {promises}\n");
    }
    text
}

/// Markdown's headings, strong words and blocks, for terminals.
fn styled(page: &str) -> String {
    let mut styled = String::new();
    let mut in_block = false;
    for line in page.lines() {
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
