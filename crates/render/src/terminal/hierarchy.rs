//! A hierarchy, level by level and as an outline.

use std::fmt::Write;

use incrowd_document::HierarchyDocument;

use super::style::{FAINT, STRONG};

/// The text of a hierarchy.
#[must_use]
pub fn hierarchy(document: &HierarchyDocument) -> String {
    let HierarchyDocument { column, kind, leaves, values_in_table, table, height, .. } = document;
    let mut text = format!(
        "{STRONG}{column}{STRONG:#} is {kind}: {leaves} leaves ({values_in_table} of them in {table}), levels 0 to {height}\n\n"
    );
    for (level, (nodes, example)) in document.nodes.iter().zip(&document.examples).enumerate() {
        let example = example.as_deref().unwrap_or("missing");
        let _ =
            writeln!(text, "  level {level}  {nodes:>8} nodes  {FAINT}such as {example}{FAINT:#}");
    }
    text += "\n";
    for line in &document.outline {
        let _ = writeln!(text, "{line}");
    }
    if let Some(path) = &document.output {
        let _ = writeln!(text, "\nWritten to {path}: use it as --hierarchy {column}={path}");
    }
    text
}
