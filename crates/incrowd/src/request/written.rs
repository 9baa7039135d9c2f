//! A release written down: the `release.toml` that says what the flags said.
//!
//! Whoever saves it where the release was run, and runs it, gets the same bytes. How a command
//! talks, what it may replace and which evidence it writes change nothing about the release, and are
//! left out.

use std::path::{Path, PathBuf};

use incrowd_core::terms::{FLAGS, Takes};
use toml::Value;

use crate::options::{
    CertificateOptions, ConsoleOptions, EvidenceOptions, MethodOptions, ModelOptions,
    PublishOptions, ReadingOptions, ReleaseOptions, RoleOptions,
};

/// The file's text.
pub fn written(args: &ReleaseOptions) -> String {
    // Taken apart to the last flag, so that a new one cannot be forgotten here.
    let ReleaseOptions {
        table,
        roles,
        id,
        member,
        models,
        how,
        out,
        read,
        evidence,
        certificate,
        console,
        file: _,
    } = args;
    let RoleOptions { qi, sensitive } = roles;
    let EvidenceOptions { report: _, evidence: _ } = evidence;
    let CertificateOptions { certificate: _, key: _ } = certificate;
    let ConsoleOptions { json: _, quiet: _, verbose: _, threads: _ } = console;
    let mut lines = Lines::default();
    lines.path("table", table.as_ref());
    lines.list("qi", qi);
    lines.list("sensitive", sensitive);
    lines.list("id", id);
    lines.word("member", member.as_ref());
    lines.models(models);
    lines.how(how);
    lines.out(out);
    lines.read(read);
    lines.0
}

/// The lines that say what is demanded.
pub fn written_models(models: &ModelOptions) -> String {
    let mut lines = Lines::default();
    lines.models(models);
    lines.0
}

/// The lines that say how tables are read.
pub fn written_reading(read: &ReadingOptions) -> String {
    let mut lines = Lines::default();
    lines.read(read);
    lines.0
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn say(&mut self, key: &str, value: &Value) {
        self.0 += &format!("{key} = {value}\n");
    }

    fn word(&mut self, key: &str, word: Option<&String>) {
        let Some(word) = word else { return };
        match word.parse::<i64>() {
            Ok(number) if number.to_string() == *word => self.say(key, &Value::Integer(number)),
            _ => self.say(key, &Value::String(word.clone())),
        }
    }

    fn list(&mut self, key: &str, words: &[String]) {
        if !words.is_empty() {
            let words = words.iter().cloned().map(Value::String);
            self.say(key, &Value::Array(words.collect()));
        }
    }

    fn path(&mut self, key: &str, path: Option<&PathBuf>) {
        let text = |path: &PathBuf| Path::display(path).to_string();
        self.word(key, path.map(text).as_ref());
    }

    fn number(&mut self, key: &str, number: Option<u64>) {
        self.word(key, number.map(|number| number.to_string()).as_ref());
    }

    fn switch(&mut self, key: &str, on: bool) {
        if on {
            self.say(key, &Value::Boolean(true));
        }
    }

    fn models(&mut self, models: &ModelOptions) {
        for flag in FLAGS {
            let words = models.words.all(flag.name);
            match flag.takes {
                Takes::Word => self.word(flag.name, words.first()),
                Takes::Words => self.list(flag.name, words),
                Takes::Table => self.path(flag.name, models.table(flag)),
            }
        }
    }

    fn how(&mut self, how: &MethodOptions) {
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
        self.list("hierarchy", hierarchy);
        self.list("level", level);
        self.list("weight", weight);
        self.word("suppress", suppress.as_ref());
        self.word("cost", cost.as_ref());
        self.word("recoding", recoding.as_ref());
        self.word("algorithm", algorithm.as_ref());
        self.switch("all-minimal", *all_minimal);
        self.switch("deal", *deal);
        self.switch("overlap", *overlap);
        self.word("cost-over", cost_over.as_ref());
        self.word("effort", effort.as_ref());
        self.word("time-limit", time_limit.as_ref());
    }

    fn out(&mut self, out: &PublishOptions) {
        let PublishOptions {
            output,
            force: _,
            dry_run,
            explore,
            order,
            audit,
            seed,
            keep_suppressed,
            strict,
        } = out;
        self.path("output", output.as_ref());
        self.switch("dry-run", *dry_run);
        self.word("explore", explore.as_ref());
        self.word("order", order.as_ref());
        self.number("audit", *audit);
        self.number("seed", *seed);
        self.switch("keep-suppressed", *keep_suppressed);
        self.switch("strict", *strict);
    }

    fn read(&mut self, read: &ReadingOptions) {
        let ReadingOptions { delimiter, no_header, names, trim, comment, null, kind } = read;
        self.word("delimiter", delimiter.as_ref());
        self.switch("no-header", *no_header);
        self.list("names", names);
        self.switch("trim", *trim);
        self.word("comment", comment.as_ref());
        self.list("null", null);
        self.list("type", kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::parse_release_toml;

    /// A value for every key, each different from the default and from all others.
    fn everything() -> toml::Table {
        let mut table = toml::Table::new();
        let options = serde_json::to_value(ReleaseOptions::default()).unwrap();
        let left_out = [
            "json",
            "quiet",
            "verbose",
            "threads",
            "force",
            "report",
            "certificate",
            "key",
            "evidence",
        ];
        for (at, (key, value)) in options.as_object().unwrap().iter().enumerate() {
            let word = |end: &str| Value::String(format!("col\\{at}={end}\n"));
            let value = match value {
                _ if left_out.contains(&key.as_str()) => continue,
                serde_json::Value::Bool(_) => Value::Boolean(true),
                serde_json::Value::Array(_) => Value::Array(vec![word("1"), word("\"2")]),
                _ if ["audit", "seed"].contains(&key.as_str()) => Value::Integer(at as i64),
                _ => word("0"),
            };
            table.insert(key.clone(), value);
        }
        for flag in FLAGS {
            let words = vec![Value::String(format!("{} 1", flag.name)), Value::Integer(2)];
            let value = match flag.takes {
                Takes::Words => Value::Array(words),
                _ => words[0].clone(),
            };
            table.insert(flag.name.to_owned(), value);
        }
        table
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let options = parse_release_toml(&everything().to_string(), "release.toml").unwrap();
        let text = written(&options);
        let read = parse_release_toml(&text, "release.toml").unwrap();
        assert_eq!(read, options, "{text}");
        assert!(text.lines().count() > 50, "{text}");
    }
}
