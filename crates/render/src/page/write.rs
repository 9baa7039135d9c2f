//! A page as HTML.
//!
//! All texts pass [`clean`] and are escaped by the markup macro; only pictures, which are made here,
//! and the style are written as they are. Options, which sentences have in backticks, are set as code.
//! The first section stands above the list of sections: it has the verdict. There is no script, and the page forbids itself to load
//! anything.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::slug::slugs;
use super::{Finding, Page, PageBlock, Section, Tone};
use crate::text::clean;
use crate::{Chart, Grid};

const STYLE: &str = include_str!("style.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/// Pages of more sections than this begin with a list of them.
const FEW: usize = 3;
/// Tables of at most this many rows are not broken across pages of paper.
const SHORT: usize = 12;
/// Words of more letters than this may be broken anywhere.
const LONG: usize = 24;

/// The page as one HTML file.
pub fn page(page: &Page) -> String {
    let title = if page.title.trim().is_empty() { "Report" } else { &page.title };
    let names = slugs(page.sections.iter().map(|section| section.title.as_str()));
    let mut writer = PageWriter::default();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (clean(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 dir="auto" { (clean(title)) }
                    @if !page.subtitle.trim().is_empty() {
                        p class="subtitle" dir="auto" { (clean(&page.subtitle)) }
                    }
                }
                main {
                    @for (at, (section, name)) in page.sections.iter().zip(&names).enumerate() {
                        (writer.section(section, name, at == 0))
                        @if at == 0 && page.sections.len() > FEW {
                            (contents(&page.sections, &names))
                        }
                    }
                }
            }
        }
    };
    markup.into_string() + "\n"
}

fn contents(sections: &[Section], names: &[String]) -> Markup {
    html! {
        nav id="contents" aria-label="Contents" {
            p { "Contents" }
            ol {
                @for (section, name) in sections.iter().zip(names) {
                    li { a href={ "#" (name) } dir="auto" { (clean(&section.title)) } }
                }
            }
        }
    }
}

/// Counts what has a number.
#[derive(Default)]
struct PageWriter {
    tables: usize,
    figures: usize,
}

impl PageWriter {
    fn section(&mut self, section: &Section, name: &str, first: bool) -> Markup {
        html! {
            section id=(name) class=[first.then_some("first")] {
                @if !section.title.trim().is_empty() { h2 dir="auto" { (clean(&section.title)) } }
                @for block in &section.blocks { (self.block(block)) }
            }
        }
    }

    fn block(&mut self, block: &PageBlock) -> Markup {
        match block {
            PageBlock::Prose(text) => html! { p dir="auto" { (with_code(text)) } },
            PageBlock::Heading(text) => html! { h3 dir="auto" { (clean(text)) } },
            PageBlock::List(points) => html! {
                ul { @for point in points { li dir="auto" { (with_code(point)) } } }
            },
            PageBlock::Note(tone, text) => note(*tone, text),
            PageBlock::Findings(findings) => html! {
                ul class="findings" { @for one in findings { (finding(one)) } }
            },
            PageBlock::Table(caption, grid) => self.table(caption, grid),
            PageBlock::Figure(caption, chart) => self.figure(caption, chart),
            // A reader of HTML drops the first line break, so there is one to drop.
            PageBlock::Verbatim(text) => html! { pre tabindex="0" { "\n" (clean(text)) } },
            PageBlock::Fields(fields) => html! {
                dl class="fields" { @for (name, text) in fields {
                    div { dt dir="auto" { (clean(name)) } dd dir="auto" { (clean(text)) } }
                } }
            },
        }
    }

    fn table(&mut self, caption: &str, grid: &Grid) -> Markup {
        self.tables += 1;
        let label = format!("Table {}", self.tables);
        let caption = html! {
            caption { b { (label) } " " span dir="auto" { (clean(caption)) } }
        };
        table(&label, &caption, grid)
    }

    /// The title stands above the picture as text, so that it is whole however small the picture is.
    fn figure(&mut self, caption: &str, chart: &Chart) -> Markup {
        self.figures += 1;
        let label = format!("Figure {}", self.figures);
        let (title, numbers) = (chart.title(), chart.numbers());
        html! {
            figure {
                @if !title.trim().is_empty() && title != caption {
                    p class="title" dir="auto" { (clean(title)) }
                }
                (PreEscaped(chart.svg()))
                figcaption { b { (label) } " " span dir="auto" { (clean(caption)) } }
                @if !numbers.rows.is_empty() { details {
                    summary { "The numbers" }
                    (table(&format!("The numbers of {label}"), &html! {}, &numbers))
                } }
            }
        }
    }
}

fn note(tone: Tone, text: &str) -> Markup {
    let sign = match tone {
        Tone::Good => Some("✓ Holds"),
        Tone::Bad => Some("✗ Fails"),
        Tone::Careful => Some("! Careful"),
        Tone::Neutral => None,
    };
    html! {
        div class={ "note " (class(tone)) } role="note" {
            @if let Some(sign) = sign { p class="sign" { (sign) } }
            p dir="auto" { (with_code(text)) }
        }
    }
}

/// The class of a tone in the style.
fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Careful => "careful",
        Tone::Neutral => "neutral",
    }
}

fn finding(finding: &Finding) -> Markup {
    let Finding { tone, label, title, name, text, details } = finding;
    html! {
        li class=(class(*tone)) {
            p class="title" {
                span class="sign" { (clean(label)) } " "
                b dir="auto" { (clean(title)) } " "
                span class="name" { (clean(name)) }
            }
            @if !text.is_empty() { p dir="auto" { (with_code(text)) } }
            @if !details.is_empty() {
                dl { @for (about, text) in details {
                    dt { (clean(about)) } dd dir="auto" { (with_code(text)) }
                } }
            }
        }
    }
}

/// A text with its options as code. Other things in backticks stay as they are: they may be data.
fn with_code(text: &str) -> Markup {
    let text = clean(text);
    let mut parts = Vec::new();
    let mut rest = &*text;
    let mut plain = 0;
    while let Some((start, end)) = quoted(rest, plain) {
        let code = &rest[start + 1..end];
        if is_option(code) {
            parts.push((&rest[..start], code));
            (rest, plain) = (&rest[end + 1..], 0);
        } else {
            plain = start + 1;
        }
    }
    html! {
        @for (before, code) in parts { (before) code { (code) } }
        (rest)
    }
}

/// Where the next pair of backticks stands, from there on.
fn quoted(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = from + text[from..].find('`')?;
    let end = start + 1 + text[start + 1..].find('`')?;
    Some((start, end))
}

/// Whether this is an option as the library writes it: `name`, `name = value`, `name column = value`,
/// or a command.
fn is_option(code: &str) -> bool {
    let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
    let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    is_name
        && (rest.is_empty() || rest.starts_with("= ") || rest.contains(" = ") || name == "incrowd")
}

/// A table that scrolls by itself where the page is too narrow. The first column names the rows,
/// unless it holds numbers.
fn table(label: &str, caption: &Markup, grid: &Grid) -> Markup {
    let columns = grid.width();
    let numeric: Vec<bool> = (0..columns).map(|column| grid.numeric(column)).collect();
    let short = (grid.rows.len() <= SHORT).then_some("short");
    html! {
        div class="scroll" tabindex="0" role="region" aria-label=(label) {
            table class=[short] {
                (caption)
                @if !grid.head.is_empty() {
                    thead { tr {
                        @for (column, &number) in numeric.iter().enumerate() {
                            (cell(CellRole::Head, number, grid.head.get(column)))
                        }
                    } }
                }
                tbody {
                    @for row in &grid.rows {
                        tr {
                            @for (column, &number) in numeric.iter().enumerate() {
                                @let place = if column == 0 && !number { CellRole::Name } else { CellRole::Body };
                                (cell(place, number, row.get(column)))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a cell is in its table.
enum CellRole {
    Head,
    Name,
    Body,
}

fn cell(place: CellRole, number: bool, content: Option<&String>) -> Markup {
    let content = content.map_or("", String::as_str);
    let long = content.split_whitespace().any(|word| word.chars().count() > LONG);
    let class = if number { Some("number") } else { long.then_some("long") };
    match place {
        CellRole::Head => html! { th scope="col" class=[class] dir="auto" { (clean(content)) } },
        CellRole::Name => html! { th scope="row" class=[class] dir="auto" { (clean(content)) } },
        CellRole::Body if number => html! { td class=[class] { (clean(content)) } },
        CellRole::Body => html! { td class=[class] dir="auto" { (clean(content)) } },
    }
}
