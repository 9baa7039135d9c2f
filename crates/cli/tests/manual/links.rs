//! Links and pictures: whether the file is there, and in it the heading.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::page::Page;

/// A link or a picture.
pub struct Link {
    pub to: String,
    range: Range<usize>,
}

fn parsed(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter()
}

/// The links and pictures of a text.
pub fn of(text: &str) -> Vec<Link> {
    let link = |(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(Link { to: dest_url.to_string(), range })
        }
        _ => None,
    };
    parsed(text).filter_map(link).collect()
}

/// The links of a page that lead nowhere. Pages elsewhere are not visited.
pub fn broken(page: &Page, root: &Path) -> Vec<String> {
    let here = of(&page.text);
    let local =
        here.iter().filter(|link| !link.to.contains("://") && !link.to.starts_with("mailto:"));
    let complaint = |link: &Link| {
        let problem = problem(&link.to, page, root)?;
        let line = page.line(link.range.start);
        Some(format!("{}:{line}: the link to {} {problem}", page.path.display(), link.to))
    };
    local.filter_map(complaint).collect()
}

fn problem(to: &str, page: &Page, root: &Path) -> Option<String> {
    let (file, heading) = to.split_once('#').map_or((to, None), |(file, id)| (file, Some(id)));
    let path = match file {
        "" => page.path.clone(),
        file => flat(&page.path.parent().unwrap_or(Path::new("")).join(file)),
    };
    if page.path.starts_with("docs") && !path.starts_with("docs") {
        return Some("leads out of the book".into());
    }
    if !root.join(&path).exists() {
        return Some("leads to no file".into());
    }
    let heading = heading?;
    let text = if path == page.path {
        page.text.clone()
    } else {
        fs::read_to_string(root.join(&path)).ok()?
    };
    (!headings(&text).contains(&heading.to_owned())).then(|| "leads to no heading".into())
}

/// A path without `..`.
fn flat(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                flat.pop();
            }
            Component::CurDir => {}
            part => flat.push(part),
        }
    }
    flat
}

/// The names by which headings can be linked to, in the book as on the web.
fn headings(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for (event, _) in parsed(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = name(&heading.take().unwrap_or_default());
                let before = seen.entry(name.clone()).or_default();
                names.push(if *before == 0 { name } else { format!("{name}-{before}") });
                *before += 1;
            }
            _ => {}
        }
    }
    names
}

fn name(heading: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_alphanumeric() || letter == '_' || letter == '-' => {
            Some(letter.to_lowercase().next().unwrap_or(letter))
        }
        letter if letter.is_whitespace() => Some('-'),
        _ => None,
    };
    heading.trim().chars().filter_map(letter).collect()
}
