//! What is said while and after a command runs: progress, remarks, results.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use incrowd::core::search::Progress;
use incrowd::options::ConsoleOptions;
use incrowd::run::{Context, MessageLevel, Publisher, RunResult};
use incrowd::{Execution, Listener, Location};
use incrowd_io::{Output, put_in_place};
use incrowd_render::terminal::grid::fit_lines;
pub use incrowd_render::terminal::style::{BAD, FAINT, GOOD, STRONG, WARNING};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::error::{Ending, Error, Result, document, sentence};
use crate::typed::typed;
use crate::wording::with_flags;

/// More threads than machines have cores for; far beyond, starting them takes for ever.
const MOST_THREADS: usize = 1024;

/// Makes tables as wide as the terminal, if that is where they go.
fn fit_terminal() {
    if let Some((width, _)) = terminal_size::terminal_size_of(std::io::stdout()) {
        fit_lines(usize::from(width.0));
    }
}

/// Shows how far the work has come, on terminals only.
struct ProgressBars {
    quiet: bool,
    verbose: bool,
}

impl ProgressBars {
    /// A bar of so many parts, or one that only turns.
    fn bar(&self, name: &'static str, parts: Option<u64>) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = match parts {
            Some(_) => "{msg:>9} {wide_bar} {percent}% {eta}",
            None => "{msg} {spinner} {elapsed}",
        };
        let bar = parts.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let style = ProgressStyle::with_template(style);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(name);
        bar.enable_steady_tick(Duration::from_millis(100));
        bar
    }
}

impl Listener for ProgressBars {
    fn begin(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn incrowd::Step> {
        let bar = self.bar(name, bytes);
        Arc::new(ProgressStep { name, bar, start: Instant::now(), verbose: self.verbose })
    }
}

/// A step of the work, until it is dropped.
struct ProgressStep {
    name: &'static str,
    bar: ProgressBar,
    start: Instant,
    verbose: bool,
}

impl incrowd::Step for ProgressStep {
    fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    fn tell(&self, progress: Progress) {
        let mut message = format!("{}: {} examined", self.name, progress.checked);
        if let Some(best) = progress.best {
            let _ = write!(message, ", best {best:.6}");
        }
        if progress.lower_bound > 0.0 {
            let _ = write!(message, ", at least {:.6}", progress.lower_bound);
        }
        self.bar.set_message(message);
    }
}

impl Drop for ProgressStep {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if self.verbose {
            let seconds = self.start.elapsed().as_secs_f64();
            anstream::eprintln!("{FAINT}{} took {seconds:.4} s{FAINT:#}", self.name);
        }
    }
}

/// The voice of a command.
pub struct Console {
    pub json: bool,
    quiet: bool,
    /// How work is done.
    pub execution: Execution,
    threads: usize,
    /// Temporary folders to remove when interrupted.
    folders: Arc<Mutex<Vec<PathBuf>>>,
    /// Whether the output is in place: from then on Ctrl-C comes too late.
    published: Arc<Mutex<bool>>,
}

impl Console {
    pub fn new(args: &ConsoleOptions) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.unwrap_or(cores);
        let bars = Arc::new(ProgressBars { quiet: args.quiet, verbose: args.verbose });
        Console {
            json: args.json,
            quiet: args.quiet,
            execution: Execution::default().on_threads(threads).heard_by(bars),
            threads,
            folders: Arc::default(),
            published: Arc::default(),
        }
    }

    /// Starts the workers, and makes Ctrl-C leave nothing behind.
    pub fn start_threads(&self) -> Result<()> {
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let threads = self.threads;
            let message = format!(
                "--threads {threads}: at least one thread is needed, and at most {MOST_THREADS}"
            );
            return Err(Error::options(message).with_value(threads.to_string()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global();
        pool.map_err(|error| {
            Error::internal(format!("cannot start threads: {error}")).because(error)
        })?;
        let (folders, gate) = (self.folders.clone(), self.published.clone());
        let handler = move || {
            // Held to the end: nothing is put in place any more.
            let published = gate.lock().unwrap_or_else(PoisonError::into_inner);
            if *published {
                return;
            }
            incrowd_io::discard_temporaries();
            for folder in folders.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                let _ = std::fs::remove_dir_all(folder);
            }
            eprintln!("interrupted");
            std::process::exit(130);
        };
        // Without a handler Ctrl-C just ends the process, which is no reason to refuse to work.
        let _ = ctrlc::set_handler(handler);
        Ok(())
    }

    /// Puts outputs in place, or is interrupted before: never both.
    pub fn publish(&self, outputs: Vec<Output>) -> Result<()> {
        OutputState(self.published.clone()).publish(outputs).map(drop)
    }

    /// The same for what further work begins with, which can still be interrupted.
    pub fn lay_out(&self, outputs: Vec<Output>) -> Result<()> {
        let _gate = self.published.lock().unwrap_or_else(PoisonError::into_inner);
        put_in_place(outputs)?;
        Ok(())
    }

    /// What runs need.
    pub fn context(&self) -> Context {
        Context::new(self.execution.clone())
            .asked_by(typed())
            .published_by(Arc::new(OutputState(self.published.clone())))
    }

    /// Says what a run found: messages on standard error, the document or its text on standard output.
    pub fn drawn<D: Serialize>(
        &self,
        answer: std::result::Result<RunResult<D>, Error>,
        draw: impl FnOnce(&D) -> String,
    ) -> Result {
        self.printed(answer, |document| with_flags(&draw(document)))
    }

    /// The same with a text that names flags already.
    pub fn printed<D: Serialize>(
        &self,
        answer: std::result::Result<RunResult<D>, Error>,
        draw: impl FnOnce(&D) -> String,
    ) -> Result {
        let answer = answer?;
        for message in &answer.messages {
            match message.level {
                MessageLevel::Note => self.note(&with_flags(&message.text)),
                MessageLevel::Warning => self.warn(&with_flags(&message.text)),
                _ => {}
            }
        }
        if self.json {
            self.document(&answer.document)?;
        } else {
            fit_terminal();
            self.print(&draw(&answer.document))?;
        }
        let errors = answer.messages.iter().filter(|message| message.level == MessageLevel::Error);
        errors.for_each(|message| self.complain(&with_flags(&message.text)));
        Ok(if answer.met { Ending::Done } else { Ending::NotMet })
    }

    /// A temporary folder that goes away, also when interrupted.
    pub fn temporary_folder(&self) -> Result<tempfile::TempDir> {
        let folder = tempfile::tempdir().map_err(|error| {
            Error::output(format!("cannot make a temporary folder: {error}")).because(error)
        })?;
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.push(folder.path().to_owned());
        Ok(folder)
    }

    /// A remark on standard error.
    pub fn warn(&self, text: &str) {
        if !self.quiet {
            anstream::eprintln!("{WARNING}warning:{WARNING:#} {text}");
        }
    }

    /// Something to know on standard error, which is nothing to worry about.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            anstream::eprintln!("{FAINT}note:{FAINT:#} {text}");
        }
    }

    /// The sentence of exit status 1 or 2; said even by the quiet.
    pub fn complain(&self, text: &str) {
        anstream::eprintln!("{BAD}error:{BAD:#} {text}");
    }

    /// An error, in words and, if asked for, as JSON.
    pub fn fail(&self, error: &Error) {
        self.complain(&sentence(error));
        if self.json {
            // The sentence on standard error stands in any case.
            let _ = self.document(&document(error));
        }
    }

    /// The one JSON document of a command.
    pub fn document(&self, document: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string_pretty(document)
            .map_err(|error| Error::internal(error.to_string()).because(error))?;
        written(writeln!(std::io::stdout(), "{text}"))
    }

    /// Readable text on standard output.
    pub fn print(&self, text: &str) -> Result<()> {
        written(write!(anstream::stdout(), "{text}"))
    }
}

/// Whether the output is in place: while it is being put there, nothing interrupts.
struct OutputState(Arc<Mutex<bool>>);

impl Publisher for OutputState {
    fn publish(&self, outputs: Vec<Output>) -> Result<Vec<PathBuf>> {
        let wrote_files = outputs.iter().any(|output| !output.is_standard());
        let mut published = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let swept = put_in_place(outputs)?;
        *published |= wrote_files;
        Ok(swept)
    }
}

/// Refuses to write two things to standard output.
pub fn one_standard_output(json: bool, output: Option<&Location>) -> Result<()> {
    if json && output == Some(&Location::Standard) {
        let message = "--json and -o -: both want standard output; write to a file";
        return Err(Error::options(message));
    }
    Ok(())
}

/// A report that nobody could read is no success; a reader that has gone away wants nothing more.
fn written(outcome: std::io::Result<()>) -> Result<()> {
    match outcome.and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let file = "standard output";
            let message = format!("{file}: cannot be written: {error}");
            Err(Error::output(message).in_file(file).because(error))
        }
        _ => Ok(()),
    }
}
