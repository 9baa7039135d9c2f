//! The `incrowd` command: flags in, one call of the library, text and an exit status out.
//!
//! A library only so that its parts can be tested; the binary calls [`main`] and nothing else.

mod args;
mod cmd;
mod console;
mod error;
mod typed;
mod wording;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Command, Flags, Incrowd, Typed};
use console::Console;
use error::{Ending, Error, Result};
use incrowd::options::{ConsoleOptions, ReleaseOptions};
use incrowd::request::{OverRelease, over_release, with_file};

pub use wording::with_flags;

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(run_words(std::env::args_os().collect()))
}

/// Runs the command with these words, the first of which is its name, and returns the exit status: for
/// programs that another one started, as Python starts a script.
#[must_use]
pub fn run_words(words: Vec<OsString>) -> u8 {
    typed::set(&words);
    let incrowd = match Incrowd::try_parse_from(&words) {
        Ok(incrowd) => incrowd,
        Err(error) => return usage(&error, &words),
    };
    let console = match &incrowd.command {
        Command::Release(typed) => return release(typed),
        Command::Check(typed) => typed.console(),
        Command::Attack(typed) => typed.console(),
        Command::Scan(typed) => typed.console(),
        Command::Mask(typed) => typed.console(),
        Command::Delta(typed) => typed.console(),
        Command::Report(typed) => typed.console(),
        Command::Verify(args) => args.options.console(),
        Command::Hierarchy(typed) => typed.console(),
        Command::Demo(args) => args.console.console(),
        Command::Explain(typed) => typed.console(),
        Command::Completions(_) => ConsoleOptions::default(),
        Command::Repro { words } => {
            let json = words.iter().any(|word| word == "--json");
            ConsoleOptions { json, ..ConsoleOptions::default() }
        }
    };
    let console = Console::new(&console);
    let ending = console.start_threads().and_then(|()| run(&incrowd.command, &console));
    exit_code(ending, &console)
}

/// Runs a release. A release.toml may say how the command reports.
fn release(typed: &Typed<ReleaseOptions>) -> u8 {
    let (options, note) = match typed.options().and_then(|options| with_file(&options)) {
        Ok(settled) => settled,
        Err(error) => {
            Console::new(&typed.console()).fail(&error);
            return 2;
        }
    };
    let console = Console::new(&options.console);
    if let Some(note) = note {
        console.note(&with_flags(&note));
    }
    let ending = console.start_threads().and_then(|()| {
        evidence_has_a_place(options.evidence.evidence, &console)?;
        cmd::release::run(&options, &console)
    });
    exit_code(ending, &console)
}

fn exit_code(ending: Result, console: &Console) -> u8 {
    match ending {
        Ok(Ending::Done) => 0,
        Ok(Ending::NotMet) => 1,
        Err(error) => {
            console.fail(&error);
            2
        }
    }
}

fn evidence_has_a_place(evidence: bool, console: &Console) -> Result<()> {
    if evidence && !console.json {
        return Err(Error::options("--evidence is for --json: it has nowhere else to go"));
    }
    Ok(())
}

fn run(command: &Command, console: &Console) -> Result {
    const EVIDENCE: &str = "evidence";
    let evidence = match command {
        Command::Check(typed) => typed.has(EVIDENCE),
        Command::Attack(typed) => typed.has(EVIDENCE),
        Command::Scan(typed) => typed.has(EVIDENCE),
        Command::Mask(typed) => typed.has(EVIDENCE),
        _ => false,
    };
    evidence_has_a_place(evidence, console)?;
    match command {
        Command::Release(typed) => cmd::release::run(&typed.options()?, console),
        Command::Check(typed) => cmd::check::run(&over_file(typed, console)?, console),
        Command::Attack(typed) => cmd::attack::run(&over_file(typed, console)?, console),
        Command::Scan(typed) => cmd::scan::run(&typed.options()?, console),
        Command::Mask(typed) => cmd::mask::run(&over_file(typed, console)?, console),
        Command::Delta(typed) => cmd::delta::run(&typed.options()?, console),
        Command::Report(typed) => cmd::report::run(&typed.options()?, console),
        Command::Verify(args) => cmd::verify::run(args, console),
        Command::Hierarchy(typed) => cmd::hierarchy::run(&over_file(typed, console)?, console),
        Command::Demo(args) => cmd::demo::run(args, console),
        Command::Explain(typed) => cmd::explain::run(&typed.options()?, console),
        Command::Completions(args) => cmd::completions::run(args, console),
        Command::Repro { .. } => Err(Error::options(
            "the papers' experiments are run from a clone of the repository, \
             by `cargo run --release -p repro`",
        )),
    }
}

/// What was typed, over the release.toml that it may name as its table.
fn over_file<T: Flags + OverRelease>(typed: &Typed<T>, console: &Console) -> Result<T> {
    let (options, notes) = over_release(&typed.options()?)?;
    notes.iter().for_each(|note| console.note(&with_flags(note)));
    Ok(options)
}

/// Help and version go to standard output; wrong words are bad usage, for machines too.
fn usage(error: &clap::Error, words: &[OsString]) -> u8 {
    // Nothing can be done if the terminal is gone.
    let _ = error.print();
    if !error.use_stderr() {
        return 0;
    }
    if words.iter().any(|word| word == "--json") {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let document = error::document(&Error::options(message));
        // The sentence on standard error stands in any case.
        println!("{}", serde_json::to_string(&document).unwrap_or_default());
    }
    2
}
