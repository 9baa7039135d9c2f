//! A release written down: the `release.toml` that says what the flags said.
//!
//! Whoever saves it where the release was run, and runs it, gets the same bytes. How a command
//! talks, what it may replace and which evidence it writes change nothing about the release, and are
//! left out.

use std::path::{Path, PathBuf};

use incrowd::terms::{FLAGS, Takes};
use toml::Value;

use crate::args::{
    CertificateArgs, EvidenceArgs, HowArgs, ModelArgs, OutArgs, ReadArgs, ReleaseArgs, RoleArgs,
    TalkArgs,
};

/// The file's text.
pub fn written(args: &ReleaseArgs) -> String {
    // Taken apart to the last flag, so that a new one cannot be forgotten here.
    let ReleaseArgs {
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
        talk,
        file: _,
    } = args;
    let RoleArgs { qi, sensitive } = roles;
    let EvidenceArgs { report: _, evidence: _ } = evidence;
    let CertificateArgs { certificate: _, key: _ } = certificate;
    let TalkArgs { json: _, quiet: _, verbose: _, threads: _ } = talk;
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
pub fn written_models(models: &ModelArgs) -> String {
    let mut lines = Lines::default();
    lines.models(models);
    lines.0
}

/// The lines that say how tables are read.
pub fn written_reading(read: &ReadArgs) -> String {
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

    fn models(&mut self, models: &ModelArgs) {
        for flag in FLAGS {
            let words = models.words.all(flag.name);
            match flag.takes {
                Takes::Word => self.word(flag.name, words.first()),
                Takes::Words => self.list(flag.name, words),
                Takes::Table => self.path(flag.name, models.table(flag)),
            }
        }
    }

    fn how(&mut self, how: &HowArgs) {
        let HowArgs {
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

    fn out(&mut self, out: &OutArgs) {
        let OutArgs {
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

    fn read(&mut self, read: &ReadArgs) {
        let ReadArgs { delimiter, no_header, names, trim, comment, null, kind } = read;
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
    use clap::{Args, Command, FromArgMatches};

    use super::*;
    use crate::settings::parse_release_toml;

    /// A release with every flag that is written down, each with a word that no other has.
    fn everything() -> ReleaseArgs {
        let command = ReleaseArgs::augment_args(Command::new("release").no_binary_name(true));
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
        let mut words = vec!["a \"table\", of\nodd name.csv".to_owned()];
        for (place, flag) in command
            .get_arguments()
            .filter_map(|arg| arg.get_long().map(|long| (arg, long)))
            .enumerate()
        {
            let (arg, long) = flag;
            if left_out.contains(&long) || ["help", "version"].contains(&long) {
                continue;
            }
            match arg.get_action() {
                clap::ArgAction::SetTrue => words.push(format!("--{long}")),
                clap::ArgAction::Append => {
                    words.push(format!("--{long}=col\\{place}=1"));
                    words.push(format!("--{long}=col\"{place}=2"));
                }
                _ => words.push(format!("--{long}={place}")),
            }
        }
        let matches = command.try_get_matches_from(words).unwrap();
        ReleaseArgs::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let args = everything();
        let text = written(&args);
        let read = parse_release_toml(&text, "release.toml").unwrap();
        assert_eq!(format!("{read:?}"), format!("{args:?}"), "{text}");
        assert!(text.lines().count() > 50, "{text}");
    }
}
