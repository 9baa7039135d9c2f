//! `release.toml`: options in a file. What is said beside the file wins.
//!
//! A key is the name of an option. Lists may be arrays, and words of the form `COL=VALUE` may be a
//! table. Paths are relative to the file.

use std::path::Path;

use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{column_and_value, quoted_name};
use incrowd_io::{DatabaseTable, read_text};
use serde::Deserialize;
use serde_json::Value as Json;
use toml::Value;

use crate::error::{Error, Result};
use crate::options::{
    CertificateOptions, EvidenceOptions, OptionShape, Property, PublishOptions, PurposeOptions,
    ReleaseOptions, from_words, given, path_word, properties,
};
use crate::reading::did_you_mean;

use super::idle::settle;

/// These options, over those of the file that they may name, and a sentence about what of the file
/// has no use then.
pub fn with_file(options: &ReleaseOptions) -> Result<(ReleaseOptions, Option<String>)> {
    match &options.table {
        Some(path)
            if path.extension().is_some_and(|extension| extension == "toml")
                && DatabaseTable::of_path(path).is_none() =>
        {
            let file = Some(path.clone());
            let merged = ReleaseOptions { file, ..options.clone().over(read(path)?)? };
            settle(options, merged)
        }
        _ => Ok((options.clone(), None)),
    }
}

/// The options of a file.
pub(super) fn read(path: &Path) -> Result<ReleaseOptions> {
    let text = read_text(path)?;
    let name = path.display().to_string();
    rebase(&parse(&text, &name)?, path.parent().unwrap_or(Path::new("")))
}

/// Reads the text of a file called `name`.
pub fn parse(text: &str, name: &str) -> Result<ReleaseOptions> {
    let line_of = |offset: usize| {
        text.as_bytes()[..offset.min(text.len())].iter().filter(|&&b| b == b'\n').count() as u64 + 1
    };
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        let message = format!("{name}, line {line}: {}", error.message());
        Error::input(message).in_file(name).at_line(line)
    })?;
    let known = properties::<ReleaseOptions>();
    let mut options = toml::Table::new();
    for (key, value) in &table {
        let at_key = |message: String| {
            let line = key_line(text, key);
            let error = Error::input(format!("{name}, line {line}: {message}"));
            error.in_file(name).at_line(line).with_value(key)
        };
        // `time_limit` is what Python and JSON say for `time-limit`.
        let dashed = key.replace('_', "-");
        let Some(property) = known.iter().find(|property| property.name == dashed) else {
            let hint = did_you_mean(key, known.iter().map(|property| property.name.as_str()));
            return Err(at_key(format!("there is no key '{key}'{hint}")));
        };
        if property.shape == OptionShape::Switch && !value.is_bool() {
            let message = format!("'{key}' is true or false, not {}", value.type_str());
            return Err(at_key(message));
        }
        // Each key by itself, so that an error has its line.
        let alone = Value::Table([(dashed.clone(), value.clone())].into_iter().collect());
        if let Err(error) = ReleaseOptions::deserialize(alone) {
            let wrong = at_key(format!("'{key}': {}", error.message()));
            return Err(value.as_str().map_or(wrong.clone(), |word| wrong.with_value(word)));
        }
        if options.insert(dashed, value.clone()).is_some() {
            return Err(at_key(format!(
                "'{key}' is there twice, with a dash and with an underscore"
            )));
        }
    }
    ReleaseOptions::deserialize(Value::Table(options))
        .map_err(|error| Error::input(format!("{name}: {}", error.message())).in_file(name))
}

/// The line on which a key stands, as far as a look at the text can tell.
fn key_line(text: &str, key: &str) -> u64 {
    let is_key = |line: &str| {
        let line = line.trim_start().trim_start_matches(['[', '"', '\'']);
        line.strip_prefix(key).is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
        })
    };
    text.lines().position(is_key).map_or(1, |line| line as u64 + 1)
}

/// Whether a word names a file: neither standard input nor a table of a database.
fn is_file(word: &str) -> bool {
    word != "-" && DatabaseTable::parse(word).is_none()
}

/// Makes the paths in a file relative to the file.
fn rebase(options: &ReleaseOptions, folder: &Path) -> Result<ReleaseOptions> {
    let mut words = given(options);
    for property in properties::<ReleaseOptions>() {
        if let (OptionShape::Path, Some(word)) = (property.shape, words.get_mut(&property.name))
            && let Some(path) = word.as_str().filter(|path| is_file(path))
        {
            *word = path_word(&folder.join(path));
        }
    }
    let mut options: ReleaseOptions = from_words(words)?;
    for path in &mut options.out.after {
        *path = folder.join(&*path).display().to_string();
    }
    for word in &mut options.how.hierarchy {
        let Some((column, spec)) = column_and_value(word) else { continue };
        let Ok(unread) = Spec::parse(spec) else { continue };
        let path = unread.path().map(|path| folder.join(path).display().to_string());
        if let Some(spec) = path.and_then(|path| unread.words_for(&path)) {
            *word = format!("{}={spec}", quoted_name(&column));
        }
    }
    Ok(options)
}

impl ReleaseOptions {
    /// These options over those of a file, whose table they take: what is said here wins, and
    /// `COL=VALUE` words win column by column.
    ///
    /// # Errors
    /// None: what options say can be read again.
    pub fn over(self, file: ReleaseOptions) -> Result<ReleaseOptions> {
        let mut file = if self.out.explore.is_some() { file.unpublished() } else { file };
        if self.console.quiet || self.console.verbose {
            // One of them says the opposite of the other.
            (file.console.quiet, file.console.verbose) = (false, false);
        }
        let mut words = given(&file);
        let said = given(&ReleaseOptions { table: None, ..self });
        // A preset is a k by name, so each of the two replaces both.
        let is_threshold = |name: &str| ["k", "preset"].contains(&name);
        if said.keys().any(|name| is_threshold(name)) {
            words.retain(|name, _| !is_threshold(name));
        }
        let known = properties::<ReleaseOptions>();
        let by_column = |name: &str| {
            let is_it = |property: &Property| property.name == name;
            known.iter().any(|option| is_it(option) && option.shape == OptionShape::WordsByColumn)
        };
        for (name, word) in said {
            let kept = words.remove(&name).filter(|_| by_column(&name));
            words.insert(name, kept.map_or(word.clone(), |kept| column_by_column(kept, word)));
        }
        from_words(words)
    }

    /// The same without what is said of a release that is published: a look at the trade-off needs
    /// none of it.
    fn unpublished(mut self) -> ReleaseOptions {
        self.how.all_minimal = false;
        self.out = PublishOptions {
            order: None,
            audit: None,
            seed: None,
            keep_suppressed: false,
            after: Vec::new(),
            ..self.out
        };
        self.evidence = EvidenceOptions::default();
        self.purpose = PurposeOptions::default();
        self.certificate = CertificateOptions::default();
        self
    }
}

/// Words of a file, but for columns that other words are about, which follow.
fn column_by_column(file: Json, said: Json) -> Json {
    let (Json::Array(mut file), Json::Array(said)) = (file, said) else { return Json::Null };
    let column = |word: &Json| column_and_value(word.as_str()?).map(|(column, _)| column);
    file.retain(|word| said.iter().all(|other| column(other) != column(word)));
    file.extend(said);
    Json::Array(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_flags_say() {
        let text = "table = 'study.csv'\nqi = ['age', 'sex']\nsensitive = 'illness'\nk = 5\nsuppress = '2%'\n\
                    dry-run = true\nl = ['distinct:2']\n[hierarchy]\nage = 'intervals:5,10'\n[weight]\nage = 2.5\n";
        let args = parse(text, "release.toml").unwrap();
        assert_eq!(args.roles.qi, ["age", "sex"]);
        assert_eq!(args.models.words.one("k"), Some("5"));
        assert_eq!(args.how.hierarchy, ["age=intervals:5,10"]);
        assert_eq!(args.how.weight, ["age=2.5"]);
        assert!(args.out.dry_run);
    }

    #[test]
    fn keys_have_dashes_or_underscores() {
        let dashed = parse("dry-run = true\ntime-limit = '5s'\n", "release.toml").unwrap();
        let other = parse("dry_run = true\ntime_limit = '5s'\n", "release.toml").unwrap();
        assert!(dashed.out.dry_run && dashed == other);
        let twice = parse("dry_run = true\ndry-run = true\n", "release.toml").unwrap_err();
        assert!(twice.message().contains("is there twice"), "{}", twice.message());
    }

    #[test]
    fn an_unknown_key_is_an_error_that_suggests_the_right_one() {
        let failure = parse("k = 5\n\nsupress = '2%'\n", "release.toml").unwrap_err();
        assert!(failure.message().contains("did you mean 'suppress'?"), "{}", failure.message());
        assert_eq!(failure.line(), Some(3));
        let failure = parse("k = \n", "release.toml").unwrap_err();
        assert_eq!(failure.line(), Some(1));
        assert!(parse("k = {a = {b = 1}}", "x").is_err());
        assert!(parse("dry-run = 1", "x").unwrap_err().message().contains("true or false"));
    }

    #[test]
    fn flags_override_the_file() {
        let file = parse("k = 5\nqi = 'a,b'\n[hierarchy]\na = 'auto'\nb = 'mask:3'", "x").unwrap();
        let flags = parse("k = 7\nhierarchy = {a = 'mask:2'}", "x").unwrap();
        let merged = flags.over(file).unwrap();
        assert_eq!(merged.models.words.one("k"), Some("7"));
        assert_eq!(merged.roles.qi, ["a", "b"]);
        assert_eq!(merged.how.hierarchy, ["b=mask:3", "a=mask:2"]);
    }

    #[test]
    fn a_preset_and_a_k_override_each_other() {
        let merged = |flags: &str, file: &str| {
            let merged = parse(flags, "x").unwrap().over(parse(file, "x").unwrap()).unwrap();
            (
                merged.preset.map(|preset| preset.name()),
                merged.models.words.one("k").map(str::to_owned),
            )
        };
        assert_eq!(merged("preset = 'ipc-high'", "k = 5"), (Some("ipc-high"), None));
        assert_eq!(merged("k = 5", "preset = 'ipc-high'"), (None, Some("5".to_owned())));
        assert_eq!(merged("suppress = '2%'", "k = 5").1.as_deref(), Some("5"));
    }

    #[test]
    fn who_types_quiet_wants_no_times() {
        let merged = |flags: &str, file: &str| {
            let talk = parse(flags, "x").unwrap().over(parse(file, "x").unwrap()).unwrap().console;
            (talk.quiet, talk.verbose)
        };
        assert_eq!(merged("quiet = true", "verbose = true"), (true, false));
        assert_eq!(merged("verbose = true", "quiet = true"), (false, true));
        assert_eq!(merged("", "verbose = true"), (false, true));
    }

    #[test]
    fn what_a_file_says_of_publishing_rests_while_exploring() {
        let file = "order = 'shuffled'\nseed = 7\naudit = 9\nkeep-suppressed = true\nall-minimal = true\n\
                    report = 'r.html'\ncertificate = 'c.json'\noutput = 'out.csv'\nafter = 'first.json'";
        let merged =
            |flags: &str| parse(flags, "x").unwrap().over(parse(file, "x").unwrap()).unwrap();
        let PublishOptions { order, seed, audit, keep_suppressed, output, after, .. } =
            merged("explore = 'k=2,5'").out;
        assert_eq!((order, seed, audit, keep_suppressed), (None, None, None, false));
        assert_eq!(after, Vec::<String>::new());
        assert_eq!(output.as_deref(), Some(Path::new("out.csv")));
        assert!(!merged("explore = 'k=2,5'").how.all_minimal);
        assert_eq!(merged("explore = 'k=2,5'").evidence.report, None);
        assert_eq!(merged("explore = 'k=2,5'").certificate.certificate, None);
        let typed = merged("explore = 'k=2,5'\norder = 'input'").out;
        assert_eq!(typed.order, Some(crate::Order::Input));
        assert_eq!(merged("k = 5").out.seed, Some(7));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let args = parse(
            "table='t.csv'\noutput='-'\nafter=['old/first.json','/c.json']\n[hierarchy]\na='tree:x.txt'\nb='auto'\nc='c.csv'",
            "x",
        )
        .unwrap();
        let args = rebase(&args, Path::new("conf")).unwrap();
        assert_eq!(args.table.as_deref(), Some(Path::new("conf/t.csv")));
        assert_eq!(args.out.output.as_deref(), Some(Path::new("-")));
        assert_eq!(args.how.hierarchy, ["a=tree:conf/x.txt", "b=auto", "c=conf/c.csv"]);
        assert_eq!(args.out.after, ["conf/old/first.json", "/c.json"]);
    }
}
