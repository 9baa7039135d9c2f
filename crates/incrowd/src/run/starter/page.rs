//! The text of a `release.toml`.

use std::fmt::Write;
use std::path::Path;

use crate::scan::{Scan, ScannedColumn};
use incrowd_columns::identify::Role;
use incrowd_core::search::Recoding;
use incrowd_core::terms::{column_and_value, quoted_name};
use toml::Value;

use crate::options::ReadingOptions;
use incrowd_render::terminal::grid::visible;

use super::active::ActiveColumns;
use super::trial::{MIXED, SUPPRESSED, Trials, percent};
use super::{Naming, SuggestedHierarchy};

/// Lattices of more nodes than this are not searched to the end by a first attempt.
const MANY_NODES: usize = 20_000;

/// The width of comments.
const LINE: usize = 100;

/// Everything that a page says.
pub struct StarterPage<'a> {
    pub file: &'a Path,
    pub table: &'a str,
    pub published: &'a str,
    pub scan: &'a Scan,
    pub read: &'a ReadingOptions,
    pub naming: &'a Naming,
    pub columns: &'a ActiveColumns,
    pub ladders: &'a [SuggestedHierarchy],
    pub trials: &'a Trials,
    pub k: u64,
}

impl StarterPage<'_> {
    pub fn text(&self) -> String {
        let file = self.file.file_name().unwrap_or_default().to_string_lossy();
        let mut text = String::new();
        if let Some(warning) = self.trials.warning() {
            text += &wrapped(&format!("WARNING: {warning}."));
            text += "\n";
        }
        let _ = write!(
            text,
            "# What to publish of {} and how: a starting point by `incrowd scan`, which knows columns\n\
             # by their names and values only. Read it, change it, then run: incrowd release {}\n\n",
            visible(self.table),
            visible(&file)
        );
        text += &entry("table", self.table);
        text += &entry("output", self.published);
        text += &self.reading();
        text += &self.roles();
        text += &self.demands();
        text += &self.hierarchies();
        text += &self.kinds();
        text
    }

    /// How the table is read, where that was said.
    fn reading(&self) -> String {
        let ReadingOptions { delimiter, no_header, names, trim, comment, null, .. } = self.read;
        let mut text = String::new();
        let words = [
            ("delimiter", delimiter),
            ("comment", comment),
            ("encoding", &self.read.encoding),
            ("sheet", &self.read.sheet),
        ];
        for (key, word) in words {
            text += &word.as_ref().map_or(String::new(), |word| entry(key, word.as_str()));
        }
        for (key, set) in [("no-header", no_header), ("trim", trim)] {
            text += &if *set { entry(key, true) } else { String::new() };
        }
        if !null.is_empty() {
            text += &entry("null", null.clone());
        }
        if !names.is_empty() {
            text += &entry("names", names.iter().map(|name| quoted_name(name)).collect::<Vec<_>>());
        }
        let ReadingOptions { date_format, decimal, thousands, .. } = self.read;
        let formats =
            [("date-format", date_format), ("decimal", decimal), ("thousands", thousands)];
        for (key, words) in formats.into_iter().filter(|(_, words)| !words.is_empty()) {
            text += &entry(key, words.clone());
        }
        text
    }

    /// Which part each column plays, and why.
    fn roles(&self) -> String {
        let mut text = String::new();
        let parts = [
            (Role::Identifier, "id", "These name people: dropped."),
            (
                Role::QuasiIdentifier,
                "qi",
                "What others may know of a person: generalized until nobody stands out by it.",
            ),
            (
                Role::Sensitive,
                "sensitive",
                "What nobody should learn of a person: published as it is.",
            ),
        ];
        for (role, key, meaning) in parts {
            let (left_out, repeats) = match role {
                Role::Identifier => (&self.columns.left_out[..], &self.columns.repeats[..]),
                _ => Default::default(),
            };
            let mut places = match role {
                Role::QuasiIdentifier => self.columns.active.clone(),
                _ => self.scan.with_role(role),
            };
            if places.is_empty() && left_out.is_empty() && repeats.is_empty() {
                continue;
            }
            text += "\n";
            if !places.is_empty() {
                let _ = write!(text, "# {meaning}\n{}", self.reasons(&places));
            }
            if !repeats.is_empty() {
                text += "# These say the same as others that are published: dropped.\n";
                text += &self.repeats();
                places.extend(repeats.iter().map(|&(place, _)| place));
            }
            if !left_out.is_empty() {
                text += "# Others may know these, too, but ten quasi-identifiers are many: left out until you decide.\n";
                text += &self.reasons(left_out);
                places.extend(left_out);
            }
            let names = places.iter().map(|&place| quoted_name(self.naming.name(place)));
            text += &entry(key, names.collect::<Vec<String>>());
        }
        if let Some(&place) = self.scan.with_role(Role::Person).first() {
            text += "\n# Whose a row is: dropped, and people are counted instead of rows.\n";
            text += &self.reasons(&[place]);
            text += &entry("person", self.naming.name(place).to_owned());
        }
        if !self.columns.questions.is_empty() {
            text += "\n# Does anybody else know these of a person? Then move them to qi, in place of others. They are\n\
                     # published as they are.\n";
            text += &self.reasons(&self.columns.questions);
        }
        let plain = self.scan.with_role(Role::Plain);
        if !plain.is_empty() {
            text += "\n# The rest is published as it is. Move to one of the lists above what others may know.\n";
            text += &self.reasons(&plain);
        }
        text
    }

    fn reasons(&self, places: &[usize]) -> String {
        let reason = |&place: &usize| {
            let ScannedColumn { suggestion, .. } = &self.scan.columns[place];
            format!("#   {}: {}\n", visible(self.naming.name(place)), visible(&suggestion.why))
        };
        places.iter().map(reason).collect()
    }

    /// The columns that say the same as others.
    fn repeats(&self) -> String {
        let name = |place| visible(self.naming.name(place));
        let line = |&(place, kept): &(usize, usize)| {
            format!("#   {}: each value stands beside one value of {}\n", name(place), name(kept))
        };
        self.columns.repeats.iter().map(line).collect()
    }

    fn demands(&self) -> String {
        let others = self.k - 1;
        let meaning = match self.scan.with_role(Role::Person).is_empty() {
            true => format!("Every row is alike to at least {others} others in all columns of qi."),
            false => {
                format!(
                    "Every row is alike to rows of at least {others} other people in all columns of qi."
                )
            }
        };
        let mut text = format!("\n# {meaning}\n{}", entry("k", self.k as i64));
        let recoding = self.trials.tried.first().map_or(Recoding::FullDomain, |best| best.recoding);
        let suppress = entry("suppress", format!("{SUPPRESSED}%"));
        if recoding == Recoding::FullDomain {
            text += "# Up to this share of the rows may be left out.\n";
            text += &suppress;
        }
        text += &self.diversity();
        text += &self.recodings(recoding, &suppress);
        text += "# Nobody of a population is seen to be in the table: probability from MIN to MAX.\n\
                 # public = \"population.csv\"\n\
                 # presence = \"0.01,0.2\"\n";
        let nodes = self.ladders.iter().fold(1_usize, |nodes, l| nodes.saturating_mul(l.levels));
        if nodes > MANY_NODES && recoding == Recoding::FullDomain {
            text +=
                "# There are too many ways to generalize to try all: the search is cut short.\n";
            text += &entry("effort", "fast");
        }
        text
    }

    /// What is demanded of the sensitive columns, and why not more.
    fn diversity(&self) -> String {
        let sensitive = self.scan.with_role(Role::Sensitive);
        let Trials { diverse, costly, tried, .. } = self.trials;
        if sensitive.is_empty() {
            return String::new();
        }
        let even = tried.first().map_or(&[][..], |best| &best.mixed);
        let mut text =
            "# Rows that are alike have at least 2 different secrets, of each sensitive column.\n"
                .to_owned();
        if *diverse == sensitive && even.is_empty() {
            return text + "l = \"distinct:2\"\n";
        }
        let word = |&place: &usize| {
            let diversity = match even.contains(&place) {
                true => MIXED,
                false => "distinct:2",
            };
            format!("{}={diversity}", quoted_name(self.naming.name(place)))
        };
        let demanded = |place: &usize| diverse.contains(place) || even.contains(place);
        let left: Vec<String> =
            sensitive.iter().filter(|place| !demanded(place)).map(word).collect();
        match (costly, tried.first()) {
            _ if left.is_empty() => {}
            (Some(all), Some(best)) => {
                text += &wrapped(&format!(
                    "Not of all: with {} too, the release would lose {} instead of {}. Nearly everybody has the same \
                     value there, so that a class without another tells what one would guess.",
                    visible(&left.join(", ")),
                    percent(*all),
                    percent(best.loss)
                ));
            }
            _ => text += "# No release has that, so a class may tell a secret:\n",
        }
        if !even.is_empty() {
            text += "# With frequency:1.06, no secret has more than 94% of the rows that are alike: none is nearly certain.\n";
        }
        let words: Vec<String> =
            sensitive.iter().filter(|place| demanded(place)).map(word).collect();
        if !words.is_empty() {
            return text + &entry("l", words);
        }
        text + "# l = \"distinct:2\"\n"
    }

    /// One generalization per column, or one per class: what was tried, and what is taken.
    fn recodings(&self, recoding: Recoding, suppress: &str) -> String {
        let mut text = "\n# One generalization per column (full-domain), or one per class (multidimensional, tried with\n\
                        # all rows). What was tried:\n"
            .to_owned();
        let lines = self.trials.sentences();
        text += &lines.iter().map(|line| wrapped(&visible(line))).collect::<String>();
        text += &match recoding {
            Recoding::FullDomain => "# recoding = \"multidimensional\"\n".to_owned(),
            other => {
                let without = format!("# recoding = \"full-domain\"\n# {suppress}");
                entry("recoding", other.name()) + &without
            }
        };
        text
    }

    fn hierarchies(&self) -> String {
        let entry = |l: &SuggestedHierarchy| entry(self.naming.name(l.place), l.spec.as_str());
        let entries: String = self.ladders.iter().map(entry).collect();
        let mut text = "\n# How values are generalized: `incrowd hierarchy COL=SPEC TABLE` shows it. A column that says\n\
                        # \"keep\" is kept or hidden as a whole; write value;group;* lines in a file for it, or\n\
                        # \"auto\" for groups by frequency.\n"
            .to_owned();
        for ladder in self.ladders {
            if let Some(unfit) = &ladder.unfit {
                let name = visible(self.naming.name(ladder.place));
                text += &wrapped(&format!("{name}: {}", visible(unfit)));
            }
        }
        let _ = write!(text, "[hierarchy]\n{entries}");
        text
    }

    /// The kinds that were declared.
    fn kinds(&self) -> String {
        let declared = self.read.kind.iter().filter_map(|word| column_and_value(word));
        let place = |name: &str| self.scan.columns.iter().position(|column| column.name == name);
        let named =
            declared.filter_map(|(name, kind)| Some((self.naming.name(place(&name)?), kind)));
        let entries: String = named.map(|(name, kind)| entry(name, kind)).collect();
        if entries.is_empty() { entries } else { format!("\n[type]\n{entries}") }
    }
}

/// A comment in lines of moderate length.
fn wrapped(comment: &str) -> String {
    let mut text = String::from("#");
    let mut width = 1;
    for word in comment.split(' ') {
        if width + word.len() >= LINE && width > 1 {
            text += "\n#  ";
            width = 3;
        }
        text.push(' ');
        text += word;
        width += word.len() + 1;
    }
    text + "\n"
}

/// A key and its value, escaped as TOML wants it.
fn entry(key: &str, value: impl Into<Value>) -> String {
    toml::Table::from_iter([(key.to_owned(), value.into())]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_reads_back() {
        for text in
            ["plain", "a b", "\"q\"", "'", "\\", "#", "[x]", "\n", "ü", "", " ", "\u{1}", "a.b"]
        {
            let line = entry(text, text);
            let table: toml::Table = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(table.get(text).and_then(Value::as_str), Some(text));
        }
    }
}
