//! `release.toml`: everything that flags say, in a file. Flags override it.
//!
//! A key is a flag without its dashes. Lists may be arrays, and what flags say as `COL=VALUE` may
//! be a table. Paths are relative to the file.

use std::path::Path;

use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::FLAGS;

use crate::reading::did_you_mean;
use incrowd_io::read_text;
use serde::Deserialize;
use toml::Value;

use crate::failure::{Failure, Result};
use crate::options::{
    CertificateOptions, ConsoleOptions, EvidenceOptions, MethodOptions, PublishOptions,
    ReadingOptions, ReleaseOptions, RoleOptions,
};

/// What was typed, over the file that it may name.
pub fn with_file(typed: &ReleaseOptions) -> Result<ReleaseOptions> {
    match &typed.table {
        Some(path) if path.extension().is_some_and(|extension| extension == "toml") => {
            let file = Some(path.clone());
            Ok(ReleaseOptions { file, ..typed.clone().over(read(path)?) })
        }
        _ => Ok(typed.clone()),
    }
}

/// The words of a file, as if they had been typed.
fn read(path: &Path) -> Result<ReleaseOptions> {
    let text = read_text(path)?;
    let name = path.display().to_string();
    let mut args = parse(&text, &name)?;
    rebase(&mut args, path.parent().unwrap_or(Path::new("")));
    Ok(args)
}

/// Reads the text of a file called `name`.
pub fn parse(text: &str, name: &str) -> Result<ReleaseOptions> {
    let line_of = |offset: usize| {
        text.as_bytes()[..offset.min(text.len())].iter().filter(|&&b| b == b'\n').count() as u64 + 1
    };
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        let message = format!("{name}, line {line}: {}", error.message());
        Failure::new(message).in_file(name).at_line(line)
    })?;
    let defaults = serde_json::to_value(ReleaseOptions::default()).unwrap_or_default();
    let flags = FLAGS.iter().map(|flag| flag.name);
    let known: Vec<&str> = defaults
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().map(String::as_str))
        .chain(flags)
        .collect();
    for (key, value) in &table {
        let at_key = |message: String| {
            let line = key_line(text, key);
            let failure = Failure::new(format!("{name}, line {line}: {message}"));
            failure.in_file(name).at_line(line).with_value(key)
        };
        if !known.contains(&key.as_str()) {
            let hint = did_you_mean(key, known.iter().copied());
            return Err(at_key(format!("there is no key '{key}'{hint}")));
        }
        if defaults[key].is_boolean() && !value.is_bool() {
            let message = format!("'{key}' is true or false, not {}", value.type_str());
            return Err(at_key(message));
        }
        // Each key by itself, so that an error has its line.
        let alone = Value::Table([(key.clone(), value.clone())].into_iter().collect());
        if let Err(error) = ReleaseOptions::deserialize(alone) {
            return Err(at_key(format!("'{key}': {}", error.message())));
        }
    }
    ReleaseOptions::deserialize(Value::Table(table))
        .map_err(|error| Failure::new(format!("{name}: {}", error.message())).in_file(name))
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

/// Makes the paths in a file relative to the file.
fn rebase(args: &mut ReleaseOptions, folder: &Path) {
    let paths = [
        &mut args.table,
        &mut args.models.public,
        &mut args.models.distribution,
        &mut args.out.output,
        &mut args.evidence.report,
        &mut args.certificate.certificate,
        &mut args.certificate.key,
    ];
    for path in paths.into_iter().flatten() {
        if path.as_os_str() != "-" {
            *path = folder.join(&*path);
        }
    }
    for word in &mut args.how.hierarchy {
        let Some((column, spec)) = word.split_once('=') else { continue };
        let Ok(unread) = Spec::parse(spec) else { continue };
        let path = unread.path().map(|path| folder.join(path).display().to_string());
        if let Some(spec) = path.and_then(|path| unread.words_for(&path)) {
            *word = format!("{column}={spec}");
        }
    }
}

impl ReleaseOptions {
    /// Flags over a file: what was typed wins; `COL=VALUE` words win column by column.
    pub fn over(self, file: ReleaseOptions) -> ReleaseOptions {
        // Taken apart to the last flag, so that a new one cannot be forgotten here.
        let ReleaseOptions {
            table: _,
            roles,
            id,
            member,
            models,
            how,
            out,
            evidence,
            certificate,
            read,
            console,
            file: _,
        } = self;
        let RoleOptions { qi, sensitive } = roles;
        let MethodOptions {
            hierarchy,
            level,
            weight,
            suppress,
            cost,
            recoding,
            algorithm,
            all_minimal,
            deal,
            overlap,
            cost_over,
            effort,
            time_limit,
        } = how;
        let PublishOptions {
            output,
            force,
            dry_run,
            explore,
            order,
            audit,
            seed,
            keep_suppressed,
            strict,
        } = out;
        let EvidenceOptions { report, evidence } = evidence;
        let CertificateOptions { certificate, key } = certificate;
        let ReadingOptions { delimiter, no_header, names, trim, comment, null, kind } = read;
        let ConsoleOptions { json, quiet, verbose, threads } = console;
        let mut merged = if explore.is_some() { file.unpublished() } else { file };
        list(&mut merged.roles.qi, qi);
        list(&mut merged.roles.sensitive, sensitive);
        list(&mut merged.id, id);
        option(&mut merged.member, member);
        merged.models = models.over(merged.models);
        keyed(&mut merged.how.hierarchy, hierarchy);
        keyed(&mut merged.how.level, level);
        keyed(&mut merged.how.weight, weight);
        option(&mut merged.how.suppress, suppress);
        option(&mut merged.how.cost, cost);
        option(&mut merged.how.recoding, recoding);
        option(&mut merged.how.algorithm, algorithm);
        merged.how.all_minimal |= all_minimal;
        merged.how.deal |= deal;
        merged.how.overlap |= overlap;
        option(&mut merged.how.cost_over, cost_over);
        option(&mut merged.how.effort, effort);
        option(&mut merged.how.time_limit, time_limit);
        option(&mut merged.out.output, output);
        merged.out.force |= force;
        merged.out.dry_run |= dry_run;
        option(&mut merged.out.explore, explore);
        option(&mut merged.out.order, order);
        option(&mut merged.out.audit, audit);
        option(&mut merged.out.seed, seed);
        merged.out.keep_suppressed |= keep_suppressed;
        merged.out.strict |= strict;
        option(&mut merged.evidence.report, report);
        option(&mut merged.certificate.certificate, certificate);
        option(&mut merged.certificate.key, key);
        merged.evidence.evidence |= evidence;
        option(&mut merged.read.delimiter, delimiter);
        merged.read.no_header |= no_header;
        list(&mut merged.read.names, names);
        merged.read.trim |= trim;
        option(&mut merged.read.comment, comment);
        list(&mut merged.read.null, null);
        keyed(&mut merged.read.kind, kind);
        merged.console.json |= json;
        // One of them says the opposite of the other.
        if quiet || verbose {
            (merged.console.quiet, merged.console.verbose) = (quiet, verbose);
        }
        option(&mut merged.console.threads, threads);
        merged
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
            ..self.out
        };
        self.evidence = EvidenceOptions::default();
        self.certificate = CertificateOptions::default();
        self
    }
}

fn option<T>(file: &mut Option<T>, flag: Option<T>) {
    if flag.is_some() {
        *file = flag;
    }
}

fn list<T>(file: &mut Vec<T>, flags: Vec<T>) {
    if !flags.is_empty() {
        *file = flags;
    }
}

fn keyed(file: &mut Vec<String>, flags: Vec<String>) {
    let column = |word: &str| word.split('=').next().unwrap_or_default().to_owned();
    let overridden: Vec<String> = flags.iter().map(|word| column(word)).collect();
    file.retain(|word| !overridden.contains(&column(word)));
    file.extend(flags);
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
    fn an_unknown_key_is_an_error_that_suggests_the_right_one() {
        let failure = parse("k = 5\n\nsupress = '2%'\n", "release.toml").unwrap_err();
        assert!(failure.message.contains("did you mean 'suppress'?"), "{}", failure.message);
        assert_eq!(failure.line, Some(3));
        let failure = parse("k = \n", "release.toml").unwrap_err();
        assert_eq!(failure.line, Some(1));
        assert!(parse("k = {a = {b = 1}}", "x").is_err());
        assert!(parse("dry-run = 1", "x").unwrap_err().message.contains("true or false"));
    }

    #[test]
    fn flags_override_the_file() {
        let file = parse("k = 5\nqi = 'a,b'\n[hierarchy]\na = 'auto'\nb = 'mask:3'", "x").unwrap();
        let flags = parse("k = 7\nhierarchy = {a = 'mask:2'}", "x").unwrap();
        let merged = flags.over(file);
        assert_eq!(merged.models.words.one("k"), Some("7"));
        assert_eq!(merged.roles.qi, ["a", "b"]);
        assert_eq!(merged.how.hierarchy, ["b=mask:3", "a=mask:2"]);
    }

    #[test]
    fn who_types_quiet_wants_no_times() {
        let merged = |flags: &str, file: &str| {
            let talk = parse(flags, "x").unwrap().over(parse(file, "x").unwrap()).console;
            (talk.quiet, talk.verbose)
        };
        assert_eq!(merged("quiet = true", "verbose = true"), (true, false));
        assert_eq!(merged("verbose = true", "quiet = true"), (false, true));
        assert_eq!(merged("", "verbose = true"), (false, true));
    }

    #[test]
    fn what_a_file_says_of_publishing_rests_while_exploring() {
        let file = "order = 'shuffled'\nseed = 7\naudit = 9\nkeep-suppressed = true\nall-minimal = true\n\
                    report = 'r.html'\ncertificate = 'c.json'\noutput = 'out.csv'";
        let merged = |flags: &str| parse(flags, "x").unwrap().over(parse(file, "x").unwrap());
        let PublishOptions { order, seed, audit, keep_suppressed, output, .. } =
            merged("explore = 'k=2,5'").out;
        assert_eq!((order, seed, audit, keep_suppressed), (None, None, None, false));
        assert_eq!(output.as_deref(), Some(Path::new("out.csv")));
        assert!(!merged("explore = 'k=2,5'").how.all_minimal);
        assert_eq!(merged("explore = 'k=2,5'").evidence.report, None);
        assert_eq!(merged("explore = 'k=2,5'").certificate.certificate, None);
        let typed = merged("explore = 'k=2,5'\norder = 'input'").out;
        assert_eq!(typed.order.as_deref(), Some("input"));
        assert_eq!(merged("k = 5").out.seed, Some(7));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let mut args = parse(
            "table='t.csv'\noutput='-'\n[hierarchy]\na='tree:x.txt'\nb='auto'\nc='c.csv'",
            "x",
        )
        .unwrap();
        rebase(&mut args, Path::new("conf"));
        assert_eq!(args.table.as_deref(), Some(Path::new("conf/t.csv")));
        assert_eq!(args.out.output.as_deref(), Some(Path::new("-")));
        assert_eq!(args.how.hierarchy, ["a=tree:conf/x.txt", "b=auto", "c=conf/c.csv"]);
    }
}
