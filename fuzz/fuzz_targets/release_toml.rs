//! Any text, read as a `release.toml`:
//! - what is accepted says what its keys say and nothing else: no value is taken for a flag, lost,
//!   or put elsewhere;
//! - it says the same however TOML is laid out, without flags, and with the same flags over it;
//! - what is refused is refused with a sentence that names the file and a line that exists.

#![no_main]
// The reader is part of the command, whose modules are private: they are built in here again.
#![allow(dead_code, unused_imports)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;
use incrowd::terms::FLAGS;
use libfuzzer_sys::fuzz_target;
use toml::{Table, Value};

#[rustfmt::skip]
#[path = "../../crates/cli/src/args/mod.rs"]
mod args;
#[rustfmt::skip]
#[path = "../../crates/cli/src/failure.rs"]
mod failure;
#[rustfmt::skip]
#[path = "../../crates/cli/src/settings/mod.rs"]
mod settings;

use args::ReleaseArgs;
use failure::Failure;
use settings::parse_release_toml as parse;

const NAME: &str = "release.toml";

/// Keys whose texts are lists.
const SPLIT_AT_COMMAS: [&str; 4] = ["qi", "sensitive", "id", "names"];

/// Everything that a file can say, by the flags of the command.
static KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let command = ReleaseArgs::augment_args(clap::Command::new(NAME));
    let flags = command.get_arguments().filter_map(|flag| flag.get_long());
    flags.chain(["table"]).map(str::to_owned).collect()
});

fuzz_target!(|text: &str| {
    match (parse(text, NAME), text.parse::<Table>()) {
        (Ok(args), table) => {
            let table = table.expect("what is accepted is TOML");
            assert_eq!(said(&args), meant(&table));
            let again = table.to_string();
            let again = parse(&again, NAME).unwrap_or_else(|f| panic!("{}: {again}", f.message));
            assert_eq!(said(&again), said(&args));
            assert_eq!(said(&args.clone().over(args.clone())), said(&args));
            assert_eq!(said(&ReleaseArgs::default().over(args.clone())), said(&args));
        }
        (Err(failure), table) => assert_placed(text, &failure, table.is_ok()),
    }
});

fn assert_placed(text: &str, failure: &Failure, is_toml: bool) {
    assert_eq!(failure.file.as_deref(), Some(NAME));
    assert!(failure.message.starts_with(NAME), "{}", failure.message);
    assert!(failure.message.len() > NAME.len() + 2, "{}", failure.message);
    let lines = text.split('\n').count() as u64;
    assert!(failure.line.is_none_or(|line| (1..=lines).contains(&line)), "{}", failure.message);
    assert!(is_toml || failure.line.is_some(), "{}", failure.message);
}

/// The texts of each option, as the command understood them; none for what was not said.
type Said = BTreeMap<&'static str, Vec<String>>;

fn said(args: &ReleaseArgs) -> Said {
    let ReleaseArgs { table, roles, id, member, models, how, out, read, talk, .. } = args;
    let path = |path: &Option<PathBuf>| path.iter().map(|p| p.display().to_string()).collect();
    let text = |text: &Option<String>| text.iter().cloned().collect::<Vec<_>>();
    let switch = |on: bool| on.then(|| "true".to_owned()).into_iter().collect::<Vec<_>>();
    let mut said = Said::from([
        ("table", path(table)),
        ("qi", roles.qi.clone()),
        ("sensitive", roles.sensitive.clone()),
        ("id", id.clone()),
        ("member", text(member)),
        ("hierarchy", how.hierarchy.clone()),
        ("level", how.level.clone()),
        ("weight", how.weight.clone()),
        ("suppress", text(&how.suppress)),
        ("cost", text(&how.cost)),
        ("recoding", text(&how.recoding)),
        ("algorithm", text(&how.algorithm)),
        ("all-minimal", switch(how.all_minimal)),
        ("deal", switch(how.deal)),
        ("overlap", switch(how.overlap)),
        ("cost-over", text(&how.cost_over)),
        ("effort", text(&how.effort)),
        ("time-limit", text(&how.time_limit)),
        ("output", path(&out.output)),
        ("force", switch(out.force)),
        ("dry-run", switch(out.dry_run)),
        ("explore", text(&out.explore)),
        ("order", text(&out.order)),
        ("audit", out.audit.iter().map(u64::to_string).collect()),
        ("seed", out.seed.iter().map(u64::to_string).collect()),
        ("keep-suppressed", switch(out.keep_suppressed)),
        ("strict", switch(out.strict)),
        ("report", path(&args.evidence.report)),
        ("evidence", switch(args.evidence.evidence)),
        ("certificate", path(&args.certificate.certificate)),
        ("delimiter", text(&read.delimiter)),
        ("no-header", switch(read.no_header)),
        ("names", read.names.clone()),
        ("trim", switch(read.trim)),
        ("comment", text(&read.comment)),
        ("null", read.null.clone()),
        ("type", read.kind.clone()),
        ("json", switch(talk.json)),
        ("quiet", switch(talk.quiet)),
        ("verbose", switch(talk.verbose)),
        ("threads", talk.threads.iter().map(usize::to_string).collect()),
    ]);
    said.extend(FLAGS.iter().map(|flag| match models.table(flag) {
        Some(table) => (flag.name, vec![table.display().to_string()]),
        None => (flag.name, models.words.all(flag.name).to_vec()),
    }));
    assert!(
        KEYS.iter().eq(said.keys().copied()),
        "an option without a line above, or without its flag"
    );
    said.retain(|_, texts| !texts.is_empty());
    said
}

/// What a file says, by a look at its TOML.
fn meant(table: &Table) -> BTreeMap<&str, Vec<String>> {
    let mut meant = BTreeMap::new();
    for (key, value) in table {
        let mut texts = Vec::new();
        match value {
            Value::Array(items) => texts.extend(items.iter().map(plain)),
            Value::Table(columns) => {
                for (column, value) in columns {
                    let values = match value {
                        Value::Array(items) => items.iter().map(plain).collect(),
                        value => vec![plain(value)],
                    };
                    texts.extend(values.iter().map(|value| format!("{column}={value}")));
                }
            }
            Value::Boolean(false) => {}
            value => texts.push(plain(value)),
        }
        if SPLIT_AT_COMMAS.contains(&key.as_str()) {
            texts = texts.iter().flat_map(|text| text.split(',')).map(str::to_owned).collect();
        }
        if ["audit", "seed", "threads"].contains(&key.as_str()) {
            let whole = |text: &String| text.parse::<u64>().expect("a whole number").to_string();
            texts = texts.iter().map(whole).collect();
        }
        if !texts.is_empty() {
            meant.insert(key.as_str(), texts);
        }
    }
    meant
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        value => value.to_string(),
    }
}
