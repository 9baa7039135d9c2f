//! A page: what is said, in order.
//!
//! How it is written as HTML is in [`write`], how it looks in `style.css`.

mod slug;
mod write;

use crate::{Chart, Grid};

/// A page to read, print and sign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// A line below the title.
    pub subtitle: String,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// What it holds.
    pub blocks: Vec<PageBlock>,
}

/// A piece of a section. All texts are plain.
#[derive(Clone, Debug, PartialEq)]
pub enum PageBlock {
    /// A paragraph.
    Prose(String),
    /// A smaller heading.
    Heading(String),
    /// A list of points.
    List(Vec<String>),
    /// A sentence that must not be overlooked.
    Note(Tone, String),
    /// What was found, each with all there is to say about it.
    Findings(Vec<Finding>),
    /// A table below its caption.
    Table(String, Grid),
    /// A chart above its caption, with its numbers.
    Figure(String, Chart),
    /// Text that is to be kept letter by letter.
    Verbatim(String),
    /// Fields, each with its name and what stands there; an empty one is a line to write on.
    Fields(Vec<(String, String)>),
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How grave it is.
    pub tone: Tone,
    /// The same in a word.
    pub label: String,
    /// What it is.
    pub title: String,
    /// The name by which documents know it.
    pub name: String,
    /// What was measured.
    pub text: String,
    /// Further sentences, each with what it is about.
    pub details: Vec<(String, String)>,
}

/// How a note is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    Neutral,
    /// Something holds.
    Good,
    /// Something fails.
    Bad,
    /// Something is to be borne in mind.
    Careful,
}

impl Page {
    /// The page as one HTML file, which refers to nothing outside itself and runs nothing.
    #[must_use]
    pub fn html(&self) -> String {
        write::page(self)
    }
}
