//! Documents, and everything that their pages say, as a list of texts.
#![allow(dead_code, reason = "no test file needs all of it")]

use std::fs;
use std::path::{Path, PathBuf};

use incrowd_document::{Document, ReadError};
use incrowd_render::{Chart, Grid, Page, PageBlock};
use serde_json::Value;

/// The page of a JSON value.
pub fn page(value: &Value) -> Result<Page, ReadError> {
    Ok(incrowd_render::page(&Document::read(value)?))
}

/// Every document, by name: what the commands printed of the demo's tables.
pub fn documents() -> Vec<(String, Value)> {
    read("tests/documents")
}

/// Every certificate, by name.
pub fn certificates() -> Vec<(String, Value)> {
    read("../document/tests/certificates")
}

fn read(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// The document of a name.
pub fn document(name: &str) -> Value {
    documents().into_iter().find(|(found, _)| found == name).unwrap().1
}

/// All texts of a page; numbers of charts with every digit.
pub fn texts(page: &Page) -> Vec<String> {
    let mut all = vec![page.title.clone(), page.subtitle.clone()];
    for section in &page.sections {
        all.push(section.title.clone());
        section.blocks.iter().for_each(|block| gather(block, &mut all));
    }
    all
}

fn gather(block: &PageBlock, all: &mut Vec<String>) {
    match block {
        PageBlock::Prose(text)
        | PageBlock::Heading(text)
        | PageBlock::Note(_, text)
        | PageBlock::Verbatim(text) => all.push(text.clone()),
        PageBlock::List(texts) => all.extend(texts.iter().cloned()),
        PageBlock::Fields(fields) => {
            all.extend(fields.iter().flat_map(|(name, text)| [name.clone(), text.clone()]));
        }
        PageBlock::Findings(findings) => {
            for one in findings {
                all.push(format!("{} ({}): {}", one.label, one.name, one.title));
                all.push(one.text.clone());
                all.extend(one.details.iter().map(|(about, text)| format!("{about}: {text}")));
            }
        }
        PageBlock::Table(caption, Grid { head, rows }) => {
            all.push(caption.clone());
            all.extend(head.iter().chain(rows.iter().flatten()).cloned());
        }
        PageBlock::Figure(caption, chart) => {
            all.push(caption.clone());
            all.push(chart.title().to_owned());
            drawn(chart, all);
        }
    }
}

fn drawn(chart: &Chart, all: &mut Vec<String>) {
    match chart {
        Chart::Bars(bars) => {
            all.extend([bars.label.clone(), bars.y.label.clone()]);
            all.extend(bars.places.iter().cloned());
            for (name, heights) in &bars.groups {
                all.push(name.clone());
                all.extend(heights.iter().flatten().map(f64::to_string));
            }
        }
        Chart::Surface(surface) => {
            all.extend([&surface.x, &surface.y].into_iter().flat_map(|(label, places)| {
                std::iter::once(label.clone()).chain(places.iter().cloned())
            }));
            all.push(surface.z.clone());
            all.extend(surface.values.iter().flatten().flatten().map(f64::to_string));
        }
        Chart::Lattice(_) => all.extend(chart.numbers().rows.into_iter().flatten()),
        Chart::Lines(lines) => {
            all.extend([lines.x.label.clone(), lines.y.label.clone()]);
            all.extend(lines.series.iter().map(|series| series.name.clone()));
        }
    }
}
