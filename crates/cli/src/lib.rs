//! The `incrowd` command: words in, rooms called in order, words and an exit status out.
//!
//! A library only so that its parts can be tested; the binary calls [`main`] and nothing else.

mod args;
mod cmd;
mod failure;
mod talk;
mod typed;

use std::process::ExitCode;

use clap::Parser;

use args::{Command, Incrowd, ReleaseArgs, TalkArgs};
use failure::{Ending, Failure, Result};
use incrowd::request::with_file;
use talk::Talk;

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
    let talk = match &incrowd.command {
        Command::Release(args) => &args.talk,
        Command::Check(args) => &args.talk,
        Command::Attack(args) => &args.talk,
        Command::Scan(args) => &args.talk,
        Command::Mask(args) => &args.talk,
        Command::Delta(args) => &args.talk,
        Command::Report(args) => &args.talk,
        Command::Verify(args) => &args.talk,
        Command::Hierarchy(args) => &args.talk,
        Command::Demo(args) => &args.talk,
        Command::Explain(args) => &args.talk,
        Command::Completions(_) => &TalkArgs::default(),
        Command::Repro { words } => {
            let json = words.iter().any(|word| word == "--json");
            &TalkArgs { json, ..TalkArgs::default() }
        }
    };
    let talk = Talk::new(&talk.clone().into());
    let ending = talk.start_threads().and_then(|()| run(&incrowd.command, &talk));
    exit_code(ending, &talk)
}

/// Runs a release. A release.toml may say how the command reports.
fn release(args: &ReleaseArgs) -> ExitCode {
    let options = match with_file(&args.clone().into()) {
        Ok(options) => options,
        Err(failure) => {
            Talk::new(&args.talk.clone().into()).fail(&failure);
            return ExitCode::from(2);
        }
    };
    let talk = Talk::new(&options.console);
    let ending = talk.start_threads().and_then(|()| {
        evidence_has_a_place(options.evidence.evidence, &talk)?;
        cmd::release::run(&options, &talk)
    });
    exit_code(ending, &talk)
}

fn exit_code(ending: Result, talk: &Talk) -> ExitCode {
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::NotMet) => ExitCode::from(1),
        Err(failure) => {
            talk.fail(&failure);
            ExitCode::from(2)
        }
    }
}

fn evidence_has_a_place(evidence: bool, talk: &Talk) -> Result<()> {
    if evidence && !talk.json {
        return Err(Failure::new("--evidence is for --json: it has nowhere else to go"));
    }
    Ok(())
}

fn run(command: &Command, talk: &Talk) -> Result {
    let evidence = match command {
        Command::Check(args) => args.evidence.evidence,
        Command::Attack(args) => args.evidence.evidence,
        Command::Scan(args) => args.evidence.evidence,
        Command::Mask(args) => args.evidence.evidence,
        _ => false,
    };
    evidence_has_a_place(evidence, talk)?;
    match command {
        Command::Release(args) => cmd::release::run(&args.as_ref().clone().into(), talk),
        Command::Check(args) => cmd::check::run(args, talk),
        Command::Attack(args) => cmd::attack::run(args, talk),
        Command::Scan(args) => cmd::scan::run(args, talk),
        Command::Mask(args) => cmd::mask::run(args, talk),
        Command::Delta(args) => cmd::delta::run(args, talk),
        Command::Report(args) => cmd::report::run(args, talk),
        Command::Verify(args) => cmd::verify::run(args, talk),
        Command::Hierarchy(args) => cmd::hierarchy::run(args, talk),
        Command::Demo(args) => cmd::demo::run(args, talk),
        Command::Explain(args) => cmd::explain::run(args, talk),
        Command::Completions(args) => cmd::completions::run(args, talk),
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
        println!("{}", failure::to_json(&Failure::new(message)));
    }
    ExitCode::from(2)
}
