//! `cargo run -p repro`: the papers' experiments run again, beside what the papers claim.

mod args;
mod failure;
mod results;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use repro::adult::DataProvider;
use repro::{Job, RunListener, RunScale, choose, experiments};

use args::Args;
use failure::CommandFailure;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {}", failure.message);
            if args.json {
                // The sentence on standard error stands in any case.
                let _ = print(&format!("{:#}\n", failure.document()));
            }
            ExitCode::from(2)
        }
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
        println!("{}", CommandFailure::new(message).document());
    }
    ExitCode::from(2)
}

fn run(args: &Args) -> Result<(), CommandFailure> {
    let start = Instant::now();
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|error| CommandFailure::new(format!("cannot start threads: {error}")))?;
    }
    let chosen = choose(experiments(), &args.names)?;
    let scratch = tempfile::tempdir()
        .map_err(|error| CommandFailure::new(format!("cannot make a temporary folder: {error}")))?;
    clean_up_on_interrupt(scratch.path().to_owned());
    let (adult, absence) = match chosen.iter().any(|(one, _)| one.needs_adult()) {
        true => adult(args, scratch.path())?,
        false => (None, None),
    };
    let warn = |text: &str| {
        if !args.quiet {
            eprintln!("warning: {text}");
        }
    };
    absence.iter().for_each(|absence| warn(absence));
    let scale = if args.quick { RunScale::Quick } else { RunScale::Full };
    let names = args.names.clone();
    let job = Job { names, scale, adult, out: args.output.clone(), force: args.force };
    let bar = Bar::new(args.quiet);
    let outcome = repro::run(&job, &bar).map_err(|failure| match (failure, absence) {
        // What would help is better said than that something is missing.
        (repro::Failure::NeedsAdult(name), Some(absence)) => {
            CommandFailure::new(format!("{name}: {absence}")).about("value", name)
        }
        (failure, _) => failure.into(),
    })?;
    bar.0.finish_and_clear();
    for left in &outcome.left_out {
        warn(&format!("{} is left out: {}", left.name, left.why));
    }
    if args.json {
        let seconds = start.elapsed().as_secs_f64();
        print(&format!("{:#}\n", results::document(args, &outcome, seconds)))
    } else {
        print(&results::text(args, &outcome))
    }
}

/// Leaves no temporary file behind when the run is interrupted. Measurements that were made stay.
fn clean_up_on_interrupt(scratch: PathBuf) {
    let handler = move || {
        incrowd_io::discard_temporaries();
        let _ = std::fs::remove_dir_all(&scratch);
        eprintln!("interrupted");
        std::process::exit(130);
    };
    // Without a handler Ctrl-C just ends the process, which is no reason to refuse to work.
    let _ = ctrlc::set_handler(handler);
}

/// The folder of the census table, fetched if it must be, or why it cannot be.
fn adult(args: &Args, scratch: &Path) -> Result<(Option<PathBuf>, Option<String>), CommandFailure> {
    let given = args.adult.as_deref();
    match (DataProvider::default().obtain(given, &cache(args), scratch, args.force), given) {
        (Ok(source), _) => Ok((Some(source.folder), None)),
        (Err(absent), Some(folder)) => {
            Err(CommandFailure::new(absent.to_string()).about("file", folder.display().to_string()))
        }
        (Err(absent), None) => Ok((None, Some(absent.to_string()))),
    }
}

/// Where the census table is kept: with the user's caches, or with the results if there are none.
fn cache(args: &Args) -> PathBuf {
    let set = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let home = || Some(std::env::home_dir()?.join(".cache"));
    let caches = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(home);
    match caches {
        Some(caches) => caches.join("incrowd").join("adult"),
        None => args.output.join("adult"),
    }
}

/// The bar of a run, shown on terminals only.
struct Bar(ProgressBar);

impl Bar {
    fn new(quiet: bool) -> Bar {
        if quiet || !std::io::stderr().is_terminal() {
            return Bar(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{msg:>9} {wide_bar} {percent}% {eta}");
        let bar = ProgressBar::new(0);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("measuring");
        bar.enable_steady_tick(Duration::from_millis(100));
        Bar(bar)
    }
}

impl RunListener for Bar {
    fn begin(&self, points: usize) {
        self.0.set_length(points as u64);
    }

    fn point(&self, experiment: &str, _point: &str) {
        self.0.set_message(experiment.to_owned());
    }

    fn done(&self) {
        self.0.inc(1);
    }

    fn skipped(&self, _experiment: &str, points: usize) {
        self.0.inc(points as u64);
    }
}

/// Writes to standard output; a reader that has gone away wants nothing more.
fn print(text: &str) -> Result<(), CommandFailure> {
    let mut out = anstream::stdout();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let file = "standard output";
            Err(CommandFailure::new(format!("{file}: cannot be written: {error}"))
                .about("file", file))
        }
        _ => Ok(()),
    }
}
