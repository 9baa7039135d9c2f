//! The `incrowd` command: words in, rooms called in order, words and an exit status out.
//!
//! A library only so that its parts can be tested; the binary calls [`main`] and nothing else.

mod args;
mod cmd;
mod console;
mod failure;
mod typed;

use std::process::ExitCode;

use clap::Parser;

use args::{Command, ConsoleArgs, Incrowd, ReleaseArgs};
use console::Console;
use failure::{Ending, Failure, Result};
use incrowd::request::with_file;

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> ExitCode {
    let incrowd = match Incrowd::try_parse() {
        Ok(incrowd) => incrowd,
        Err(error) => return usage(&error),
    };
    if let Command::Release(args) = &incrowd.command {
        return release(args);
    }
    let console = match &incrowd.command {
        Command::Release(args) => &args.console,
        Command::Check(args) => &args.console,
        Command::Attack(args) => &args.console,
        Command::Scan(args) => &args.console,
        Command::Mask(args) => &args.console,
        Command::Delta(args) => &args.console,
        Command::Report(args) => &args.console,
        Command::Verify(args) => &args.console,
        Command::Hierarchy(args) => &args.console,
        Command::Demo(args) => &args.console,
        Command::Explain(args) => &args.console,
        Command::Completions(_) => &ConsoleArgs::default(),
        Command::Repro { words } => {
            let json = words.iter().any(|word| word == "--json");
            &ConsoleArgs { json, ..ConsoleArgs::default() }
        }
    };
    let console = Console::new(&console.clone().into());
    let ending = console.start_threads().and_then(|()| run(&incrowd.command, &console));
    exit_code(ending, &console)
}

/// Runs a release. A release.toml may say how the command reports.
fn release(args: &ReleaseArgs) -> ExitCode {
    let options = match with_file(&args.clone().into()) {
        Ok(options) => options,
        Err(failure) => {
            Console::new(&args.console.clone().into()).fail(&failure);
            return ExitCode::from(2);
        }
    };
    let console = Console::new(&options.console);
    let ending = console.start_threads().and_then(|()| {
        evidence_has_a_place(options.evidence.evidence, &console)?;
        cmd::release::run(&options, &console)
    });
    exit_code(ending, &console)
}

fn exit_code(ending: Result, console: &Console) -> ExitCode {
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::NotMet) => ExitCode::from(1),
        Err(failure) => {
            console.fail(&failure);
            ExitCode::from(2)
        }
    }
}

fn evidence_has_a_place(evidence: bool, console: &Console) -> Result<()> {
    if evidence && !console.json {
        return Err(Failure::new("--evidence is for --json: it has nowhere else to go"));
    }
    Ok(())
}

fn run(command: &Command, console: &Console) -> Result {
    let evidence = match command {
        Command::Check(args) => args.evidence.evidence,
        Command::Attack(args) => args.evidence.evidence,
        Command::Scan(args) => args.evidence.evidence,
        Command::Mask(args) => args.evidence.evidence,
        _ => false,
    };
    evidence_has_a_place(evidence, console)?;
    match command {
        Command::Release(args) => cmd::release::run(&args.as_ref().clone().into(), console),
        Command::Check(args) => cmd::check::run(args, console),
        Command::Attack(args) => cmd::attack::run(args, console),
        Command::Scan(args) => cmd::scan::run(args, console),
        Command::Mask(args) => cmd::mask::run(args, console),
        Command::Delta(args) => cmd::delta::run(args, console),
        Command::Report(args) => cmd::report::run(args, console),
        Command::Verify(args) => cmd::verify::run(args, console),
        Command::Hierarchy(args) => cmd::hierarchy::run(args, console),
        Command::Demo(args) => cmd::demo::run(args, console),
        Command::Explain(args) => cmd::explain::run(args, console),
        Command::Completions(args) => cmd::completions::run(args, console),
        Command::Repro { .. } => Err(Failure::new(
            "the papers' experiments are run from a clone of the repository, \
             by `cargo run --release -p repro`",
        )),
    }
}

/// Help and version go to standard output; wrong words are bad usage, for machines too.
fn usage(error: &clap::Error) -> ExitCode {
    // Nothing can be done if the terminal is gone.
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::SUCCESS;
    }
    if std::env::args_os().any(|word| word == "--json") {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let document = failure::document(&Failure::new(message));
        // The sentence on standard error stands in any case.
        println!("{}", serde_json::to_string(&document).unwrap_or_default());
    }
    ExitCode::from(2)
}
