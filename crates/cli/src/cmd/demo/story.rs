//! The stories that the manual's tutorials tell: tables made from a seed, to walk along with.

use std::fmt::Write;
use std::path::Path;

use incrowd::reading::did_you_mean;
use incrowd_io::Output;
use serde::Serialize;

use super::{hospital, received, salaries, study};
use crate::args::DemoArgs;
use crate::console::{Console, FAINT, STRONG};
use crate::error::{Ending, Error, Result};

/// The tables of one tutorial.
pub struct Story {
    pub name: &'static str,
    /// Where the manual tells it.
    pub page: &'static str,
    pub about: &'static str,
    /// The files of a seed.
    pub files: fn(u64) -> Vec<StoryFile>,
}

/// A file of a story.
pub struct StoryFile {
    name: &'static str,
    /// What it is, in a few words.
    about: &'static str,
    text: String,
}

impl StoryFile {
    pub fn new(name: &'static str, about: &'static str, text: impl Into<String>) -> StoryFile {
        StoryFile { name, about, text: text.into() }
    }
}

/// The document of a story.
#[derive(Serialize)]
struct StoryDocument {
    story: &'static str,
    output: String,
    files: Vec<&'static str>,
    page: &'static str,
}

const STORIES: [Story; 4] = [study::STORY, salaries::STORY, hospital::STORY, received::STORY];

/// Writes the tables of a story, all or none, and says what they are.
pub fn tell(name: &str, args: &DemoArgs, console: &Console) -> Result {
    let story = find(name)?;
    let Some(folder) = &args.output else {
        let message = format!("say where the tables should be: incrowd demo {name} -o DIR");
        return Err(Error::options(message).with_value(name));
    };
    super::make_folder(folder)?;
    let files = (story.files)(args.seed);
    let texts = files.iter().map(|file| (file.name, file.text.as_str()));
    console.publish(write_all(folder, args.force, texts)?)?;
    if console.json {
        console.document(&StoryDocument {
            story: story.name,
            output: folder.display().to_string(),
            files: files.iter().map(|file| file.name).collect(),
            page: story.page,
        })?;
        return Ok(Ending::Done);
    }
    let width = files.iter().map(|file| file.name.len()).max().unwrap_or_default();
    let mut text = format!("{STRONG}{}{STRONG:#} In {}:\n\n", story.about, folder.display());
    for StoryFile { name, about, .. } in &files {
        let _ = writeln!(text, "  {name:<width$}  {about}");
    }
    let _ = writeln!(text, "\n{FAINT}Walk through it with {}.{FAINT:#}", story.page);
    console.print(&text)?;
    Ok(Ending::Done)
}

fn find(name: &str) -> Result<&'static Story> {
    STORIES.iter().find(|story| story.name == name).ok_or_else(|| {
        let names = || STORIES.iter().map(|story| story.name);
        let hint = did_you_mean(name, names());
        let all = names().collect::<Vec<_>>().join(", ");
        Error::options(format!("there is no story '{name}'{hint}; there are {all}"))
            .with_value(name)
    })
}

/// Writes files beside their places in a folder, all of which are reserved before anything is
/// written.
pub fn write_all<'a>(
    folder: &Path,
    force: bool,
    files: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Result<Vec<Output>> {
    let place = |(name, _)| Output::create(&folder.join(name).as_path().into(), force, &[]);
    let mut outputs = files.clone().map(place).collect::<std::result::Result<Vec<_>, _>>()?;
    for (output, (_, text)) in outputs.iter_mut().zip(files) {
        output.write_all(text.as_bytes())?;
    }
    Ok(outputs)
}
