//! The verdict at a glance: what a reader in a hurry must have seen.

use crate::{Block, Tone};

use super::frame::Facts;
use super::part::{Part, Read};
use super::words;

/// The parts that columns play.
const ROLES: [(&str, &str); 4] = [
    ("id", "dropped columns"),
    ("qi", "quasi-identifiers"),
    ("sensitive", "sensitive columns"),
    ("plain", "plain columns"),
];

/// The name of the input that plays a part.
pub fn input<'a>(evidence: Option<&Part<'a>>, role: &str) -> Read<Option<&'a str>> {
    let Some(evidence) = evidence else { return Ok(None) };
    for file in evidence.parts("inputs")? {
        if file.text("role")? == Some(role) {
            return file.text("name");
        }
    }
    Ok(None)
}

/// What was done, and with which table: the input that plays a part.
pub fn title(done: &str, role: &str, evidence: Option<&Part<'_>>) -> Read<String> {
    Ok(format!("{done} {}", input(evidence, role)?.unwrap_or("a table")))
}

/// The line below the title: what came out of it, and what made it.
pub fn subtitle(outcome: &str, evidence: Option<&Part<'_>>) -> Read<String> {
    let version = evidence.map(|evidence| evidence.text("version")).transpose()?.flatten();
    let maker = version.map_or_else(|| "incrowd".to_owned(), |found| format!("incrowd {found}"));
    Ok(format!("{outcome} · {maker}"))
}

/// What came of a table that was to be published.
pub fn outcome(whole: &Part<'_>) -> Read<String> {
    Ok(match whole.text("output")? {
        Some("-") => "Published to standard output".to_owned(),
        Some(output) => format!("Published as {output}"),
        None => "Nothing was published".to_owned(),
    })
}

/// What the part of a page on changes is called.
pub fn changes(whole: &Part<'_>) -> Read<&'static str> {
    let published = whole.text("output")?.is_some();
    Ok(if published { "What was changed" } else { "What would be changed" })
}

/// Adds which columns play which part.
pub fn roles(facts: &mut Facts, evidence: Option<&Part<'_>>) -> Read<()> {
    let roles = evidence.map(|evidence| evidence.part("roles")).transpose()?.flatten();
    let Some(roles) = roles else { return Ok(()) };
    for (key, name) in ROLES {
        let columns = roles.texts(key)?;
        facts.add(name, (!columns.is_empty()).then(|| columns.join(", ")));
    }
    Ok(())
}

/// How many guarantees were demanded, and how many of them hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// All that were demanded.
    pub demanded: usize,
    /// Those of which the document says that they hold.
    pub hold: usize,
}

impl Held {
    /// Counts the guarantees of a document.
    pub fn of(whole: &Part<'_>) -> Read<Self> {
        let guarantees = whole.parts("guarantees")?;
        let mut hold = 0;
        for guarantee in &guarantees {
            hold += usize::from(guarantee.flag("holds")? == Some(true));
        }
        Ok(Held { demanded: guarantees.len(), hold })
    }

    /// Whether something was demanded and all of it holds.
    pub fn all(self) -> bool {
        self.demanded > 0 && self.hold == self.demanded
    }

    /// The verdict on a table that was measured.
    pub fn note(self) -> Block {
        let Held { demanded, hold } = self;
        match demanded {
            0 => Block::Note(
                Tone::Careful,
                "Nothing was demanded: the table was measured, not judged.".to_owned(),
            ),
            1 if hold == 1 => {
                Block::Note(Tone::Good, "The guarantee that was demanded holds.".to_owned())
            }
            _ if self.all() => Block::Note(
                Tone::Good,
                format!("All {demanded} guarantees that were demanded hold."),
            ),
            1 => {
                Block::Note(Tone::Bad, "The guarantee that was demanded does not hold.".to_owned())
            }
            _ => Block::Note(
                Tone::Bad,
                format!("Of {demanded} guarantees that were demanded, {hold} hold."),
            ),
        }
    }
}

/// A count of rows with its share of all rows.
pub fn share_of_rows(part: &Part<'_>, key: &str, all: &str) -> Read<Option<String>> {
    let Some(count) = part.figure(key)? else { return Ok(None) };
    let share = match (part.float(key)?, part.float(all)?) {
        (Some(count), Some(rows)) if rows > 0.0 => {
            format!(" ({} of all rows)", words::percent(count / rows))
        }
        _ => String::new(),
    };
    Ok(Some(count + &share))
}
