//! A `release.toml` for other commands: `check` and `attack` judge what it published, `mask` and
//! `hierarchy` read the table that it names.

use std::path::{Path, PathBuf};

use incrowd_core::terms::{FLAGS, column_and_value};
use serde_json::{Map, Value as Json};

use crate::error::{Error, Result};
use crate::options::{
    AttackOptions, CheckOptions, HierarchyOptions, MaskOptions, Options, ReadingOptions,
    ReleaseOptions, from_words, given, path_word, properties,
};

use super::file::read;

/// Options that a `release.toml` can say some of.
pub trait OverRelease: Options {
    /// Whether the command is about what was published, and not about the table.
    const PUBLISHED: bool;

    /// The keys of the file that the command has a use for, besides those of reading.
    fn keys() -> Vec<&'static str>;
}

impl OverRelease for CheckOptions {
    const PUBLISHED: bool = true;

    fn keys() -> Vec<&'static str> {
        let demands = FLAGS.iter().map(|flag| flag.name);
        ["qi", "sensitive", "hierarchy", "keep-suppressed"].into_iter().chain(demands).collect()
    }
}

impl OverRelease for AttackOptions {
    const PUBLISHED: bool = true;

    fn keys() -> Vec<&'static str> {
        vec!["qi", "sensitive", "hierarchy", "public"]
    }
}

impl OverRelease for MaskOptions {
    const PUBLISHED: bool = false;

    fn keys() -> Vec<&'static str> {
        vec!["qi", "id", "person", "hierarchy"]
    }
}

impl OverRelease for HierarchyOptions {
    const PUBLISHED: bool = false;

    fn keys() -> Vec<&'static str> {
        Vec::new()
    }
}

/// These options over those of the `release.toml` that they name as their table, if they do, and
/// what is to be said about it.
///
/// # Errors
/// A file that cannot be read, or that does not say what the command needs.
pub fn over_release<T: OverRelease>(options: &T) -> Result<(T, Vec<String>)> {
    let said = given(options);
    let path = said.get("table").and_then(Json::as_str).map(PathBuf::from);
    let Some(path) = path.filter(|path| path.extension().is_some_and(|end| end == "toml")) else {
        return Ok((from_words(said)?, Vec::new()));
    };
    let file = read(&path)?;
    let mut words = taken::<T>(&path, &file, &said)?;
    let ignored = ignored(&file, &words);
    drop_masked(&mut words, &said);
    for (name, word) in said {
        if name != "table" {
            words.insert(name, word);
        }
    }
    if let Some(spec) = spec(&words, &file) {
        words.insert("hierarchy".to_owned(), spec);
    }
    let notes = (!ignored.is_empty())
        .then(|| format!("{}: no use here for {}", path.display(), ignored.join(", ")));
    Ok((from_words(words)?, notes.into_iter().collect()))
}

/// The words of the file that the command has a use for.
fn taken<T: OverRelease>(
    path: &Path,
    file: &ReleaseOptions,
    said: &Map<String, Json>,
) -> Result<Map<String, Json>> {
    let keys = T::keys();
    let mut words: Map<String, Json> =
        given(file).into_iter().filter(|(name, _)| keys.contains(&name.as_str())).collect();
    let needs = |option: &str| {
        let message = format!("{} says no `{option}`, which is needed here", path.display());
        Error::input(message).in_file(path.display().to_string())
    };
    let table = if T::PUBLISHED { &file.out.output } else { &file.table };
    let option = if T::PUBLISHED { "output" } else { "table" };
    words.insert("table".to_owned(), path_word(table.as_ref().ok_or_else(|| needs(option))?));
    if !T::PUBLISHED {
        words.extend(given(&file.read));
        return Ok(words);
    }
    // What was published has a header and nothing else to heed but formats and missing values.
    let ReadingOptions { delimiter, date_format, decimal, thousands, null, .. } = file.read.clone();
    let read = ReadingOptions {
        delimiter,
        date_format: of_published(date_format, file),
        decimal: of_published(decimal, file),
        thousands: of_published(thousands, file),
        null,
        ..ReadingOptions::default()
    };
    words.extend(given(&read));
    let same = ReadingOptions {
        date_format: Vec::new(),
        decimal: Vec::new(),
        thousands: Vec::new(),
        ..read
    } == ReadingOptions {
        date_format: Vec::new(),
        decimal: Vec::new(),
        thousands: Vec::new(),
        ..file.read.clone()
    };
    let has = |name: &str| words.contains_key(name) || said.contains_key(name);
    if let Some(table) = file.table.as_ref().filter(|_| same && !has("public")) {
        words.insert("original".to_owned(), path_word(table));
    } else if !has("public") && !said.contains_key("original") {
        // Labels are read only beside another table.
        words.remove("hierarchy");
    }
    Ok(words)
}

/// Drops the hierarchies of columns that `column` masks in another way.
fn drop_masked(words: &mut Map<String, Json>, said: &Map<String, Json>) {
    let column = |word: &Json| column_and_value(word.as_str()?).map(|(column, _)| column);
    let masked: Vec<String> = said
        .get("column")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(column)
        .collect();
    if let Some(Json::Array(list)) = words.get_mut("hierarchy") {
        list.retain(|word| column(word).is_none_or(|column| !masked.contains(&column)));
    }
}

/// Words about columns that are published.
fn of_published(words: Vec<String>, file: &ReleaseOptions) -> Vec<String> {
    let is_dropped =
        |column: &String| file.id.contains(column) || file.person.as_ref() == Some(column);
    words
        .into_iter()
        .filter(|word| column_and_value(word).is_none_or(|(column, _)| !is_dropped(&column)))
        .collect()
}

/// The keys of the file that were not taken.
fn ignored(file: &ReleaseOptions, taken: &Map<String, Json>) -> Vec<String> {
    let reading: Vec<String> =
        properties::<ReadingOptions>().into_iter().map(|property| property.name).collect();
    let known =
        |name: &String| taken.contains_key(name) || name == "output" || reading.contains(name);
    given(file)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !known(name))
        .map(|name| format!("`{name}`"))
        .collect()
}

/// The hierarchy of a column that was named without one (`incrowd hierarchy age release.toml`).
fn spec(words: &Map<String, Json>, file: &ReleaseOptions) -> Option<Json> {
    let column = words.get("hierarchy")?.as_str()?;
    if column_and_value(column).is_some() {
        return None;
    }
    let is_it = |word: &&String| column_and_value(word).is_some_and(|(name, _)| name == column);
    file.how.hierarchy.iter().find(is_it).map(|word| Json::from(word.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.toml");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    const TEXT: &str = "table = 't.csv'\noutput = 'p.csv'\nqi = ['age', 'sex']\nid = 'name'\nk = 5\n\
                        suppress = '2%'\ndate-format = ['born=%d.%m.%Y', 'name=%F']\n[hierarchy]\nage = 'intervals:5,10'";

    #[test]
    fn a_check_is_about_what_was_published() {
        let (folder, path) = folder(TEXT);
        let typed = CheckOptions { table: path.clone(), ..CheckOptions::default() };
        let (check, notes) = over_release(&typed).unwrap();
        assert_eq!(check.table, folder.path().join("p.csv"));
        assert_eq!(check.original, Some(folder.path().join("t.csv")));
        assert_eq!(check.roles.qi, ["age", "sex"]);
        assert_eq!(check.models.words.one("k"), Some("5"));
        assert_eq!(check.hierarchy, ["age=intervals:5,10"]);
        assert_eq!(check.read.date_format, ["born=%d.%m.%Y"]);
        assert!(notes[0].ends_with("r.toml: no use here for `id`, `suppress`"), "{notes:?}");
    }

    #[test]
    fn a_mask_is_about_the_table_and_flags_win() {
        let (folder, path) = folder(TEXT);
        let typed =
            MaskOptions { table: Some(path), qi: vec!["age".to_owned()], ..MaskOptions::default() };
        let (mask, _) = over_release(&typed).unwrap();
        assert_eq!(mask.table, Some(folder.path().join("t.csv")));
        assert_eq!((mask.qi, mask.id), (vec!["age".to_owned()], vec!["name".to_owned()]));
        assert_eq!(mask.output, None);
    }

    #[test]
    fn a_hierarchy_is_found_by_its_column() {
        let (folder, path) = folder(TEXT);
        let typed = HierarchyOptions {
            table: path,
            hierarchy: "age".to_owned(),
            ..HierarchyOptions::default()
        };
        let (shown, _) = over_release(&typed).unwrap();
        assert_eq!(shown.hierarchy, "age=intervals:5,10");
        assert_eq!(shown.table, folder.path().join("t.csv"));
    }

    #[test]
    fn other_tables_and_wrong_files_are_as_before() {
        let typed = CheckOptions { table: "p.csv".into(), ..CheckOptions::default() };
        assert_eq!(over_release(&typed).unwrap().0, typed);
        let (_folder, path) = folder("tabel = 't.csv'");
        let typed = CheckOptions { table: path, ..CheckOptions::default() };
        assert!(over_release(&typed).unwrap_err().message().contains("did you mean 'table'?"));
    }
}
