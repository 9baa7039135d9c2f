//! A page as HTML.
//!
//! All texts pass [`clean`] and are escaped by the markup macro; only pictures, which are made here,
//! and the style are written as they are. There is no script, and the page forbids itself to load
//! anything.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::slug::slugs;
use super::{Block, Page, Section, Tone};
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
    let mut writer = Writer::default();
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
                @if page.sections.len() > FEW { (contents(&page.sections, &names)) }
                main {
                    @for (section, name) in page.sections.iter().zip(&names) {
                        (writer.section(section, name))
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
struct Writer {
    tables: usize,
    figures: usize,
}

impl Writer {
    fn section(&mut self, section: &Section, name: &str) -> Markup {
        html! {
            section id=(name) {
                @if !section.title.trim().is_empty() { h2 dir="auto" { (clean(&section.title)) } }
                @for block in &section.blocks { (self.block(block)) }
            }
        }
    }

    fn block(&mut self, block: &Block) -> Markup {
        match block {
            Block::Prose(text) => html! { p dir="auto" { (clean(text)) } },
            Block::Heading(text) => html! { h3 dir="auto" { (clean(text)) } },
            Block::List(points) => html! {
                ul { @for point in points { li dir="auto" { (clean(point)) } } }
            },
            Block::Note(tone, text) => note(*tone, text),
            Block::Table(caption, grid) => self.table(caption, grid),
            Block::Figure(caption, chart) => self.figure(caption, chart),
            // A reader of HTML drops the first line break, so there is one to drop.
            Block::Verbatim(text) => html! { pre tabindex="0" { "\n" (clean(text)) } },
            Block::Signature(lines) => html! {
                ul class="signature" { @for line in lines { li dir="auto" { (clean(line)) } } }
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
    let (class, sign) = match tone {
        Tone::Good => ("good", "✓ Holds"),
        Tone::Bad => ("bad", "✗ Fails"),
        Tone::Careful => ("careful", "! Careful"),
    };
    html! {
        div class={ "note " (class) } role="note" {
            p class="sign" { (sign) }
            p dir="auto" { (clean(text)) }
        }
    }
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
                            (cell(Place::Head, number, grid.head.get(column)))
                        }
                    } }
                }
                tbody {
                    @for row in &grid.rows {
                        tr {
                            @for (column, &number) in numeric.iter().enumerate() {
                                @let place = if column == 0 && !number { Place::Name } else { Place::Body };
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
enum Place {
    Head,
    Name,
    Body,
}

fn cell(place: Place, number: bool, content: Option<&String>) -> Markup {
    let content = content.map_or("", String::as_str);
    let long = content.split_whitespace().any(|word| word.chars().count() > LONG);
    let class = if number { Some("number") } else { long.then_some("long") };
    match place {
        Place::Head => html! { th scope="col" class=[class] dir="auto" { (clean(content)) } },
        Place::Name => html! { th scope="row" class=[class] dir="auto" { (clean(content)) } },
        Place::Body if number => html! { td class=[class] { (clean(content)) } },
        Place::Body => html! { td class=[class] dir="auto" { (clean(content)) } },
    }
}
