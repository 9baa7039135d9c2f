//! A page of the manual: its blocks in order, and what becomes of each when the page is walked.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::shell::Shell;
use super::transcript::Transcript;

/// A page, by its path within the repository.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

/// What a walk found.
pub struct Walked {
    pub complaints: Vec<String>,
    /// The page as it should be.
    pub text: String,
}

/// A fenced block, or a comment that is to be run.
struct Step {
    /// `run` for a comment.
    language: String,
    /// What a comment just before it says.
    note: Option<String>,
    text: String,
    range: Range<usize>,
}

impl Page {
    pub fn read(root: &Path, path: PathBuf) -> Page {
        let text = fs::read_to_string(root.join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Page { path, text }
    }

    /// The number of the line in which a byte stands.
    pub fn line(&self, place: usize) -> usize {
        1 + self.text[..place].matches('\n').count()
    }

    /// Does what the page says, from top to bottom.
    pub fn walk(&self, root: &Path) -> Walked {
        let mut shell = Shell::new();
        let mut walked = Walked { complaints: Vec::new(), text: String::new() };
        let mut copied = 0;
        for step in steps(&self.text) {
            let line = self.line(step.range.start);
            if step.language == "console" {
                let transcript = Transcript::parse(&step.text);
                let typed = transcript.typed(&mut shell);
                let complaints = typed.complaints.into_iter();
                walked.complaints.extend(complaints.map(|(offset, complaint)| {
                    format!("{}:{}: {complaint}", self.path.display(), line + offset)
                }));
                walked.text += &self.text[copied..step.range.start];
                walked.text += &typed.text;
                copied = step.range.end;
            } else if let Err(complaint) = step.take(&mut shell, root) {
                walked.complaints.push(format!("{}:{line}: {complaint}", self.path.display()));
            }
        }
        walked.text += &self.text[copied..];
        walked
    }
}

impl Step {
    /// Takes a step that is no transcript.
    fn take(&self, shell: &mut Shell, root: &Path) -> Result<(), String> {
        let note = self.note.as_deref().and_then(|note| note.split_once(": "));
        match (note, self.language.as_str()) {
            (Some(("not run", _)), _) | (_, "text") => Ok(()),
            (Some(("file", name)), _) => shell.write(name, &self.text),
            (Some(("from", path)), _) => {
                let file = fs::read_to_string(root.join(path));
                let file = file.map_err(|error| format!("{path}: {error}"))?;
                let stands = file.contains(&self.text);
                stands.then_some(()).ok_or_else(|| format!("this does not stand in {path}"))
            }
            (_, "sh" | "run") => shell.succeed(&self.text),
            (_, language) => Err(format!(
                "a block of '{language}' that nothing tests: say before it <!-- file: NAME -->, \
                 <!-- from: PATH --> or <!-- not run: WHY -->"
            )),
        }
    }
}

/// The blocks and comments of a page that something is to be done about.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut note = None;
    let mut block: Option<Step> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let comment =
                    html.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
                let Some(comment) = comment.map(str::trim) else { continue };
                match comment.strip_prefix("run: ") {
                    Some(command) => {
                        let language = "run".to_owned();
                        steps.push(Step { language, note: None, text: command.to_owned(), range });
                    }
                    None => note = Some(comment.to_owned()),
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => "text".to_owned(),
                };
                let range = range.start..range.start;
                block = Some(Step { language, note: note.take(), text: String::new(), range });
            }
            Event::Text(part) => {
                if let Some(block) = &mut block {
                    if block.text.is_empty() {
                        block.range.start = range.start;
                    }
                    block.range.end = range.end;
                    block.text.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => steps.extend(block.take()),
            Event::End(TagEnd::HtmlBlock) | Event::Start(Tag::HtmlBlock) => {}
            _ => note = None,
        }
    }
    steps
}
