//! What is said while and after a command runs: progress, remarks, results.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use incrowd::search::Watch;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::args::TalkArgs;
use crate::failure::{Failure, Result};

pub const STRONG: Style = Style::new().bold();
pub const FAINT: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// The voice of a command.
pub struct Talk {
    pub json: bool,
    quiet: bool,
    pub threads: usize,
    /// Stops a search; Ctrl-C holds a clone of it.
    pub watch: Watch,
    searching: Arc<AtomicBool>,
}

impl Talk {
    pub fn new(args: &TalkArgs) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.unwrap_or(cores);
        Talk {
            json: args.json,
            quiet: args.quiet,
            threads,
            watch: Watch::default(),
            searching: Arc::default(),
        }
    }

    /// Starts the workers, and lets Ctrl-C ask for an orderly end instead of a sudden one.
    pub fn start_threads(&self) -> Result<()> {
        if self.threads == 0 {
            return Err(Failure::new("--threads 0: at least one thread is needed").with_value("0"));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global();
        pool.map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
        let (watch, searching) = (self.watch.clone(), self.searching.clone());
        let handler = move || {
            if searching.load(Ordering::SeqCst) && !watch.is_cancelled() {
                return watch.cancel();
            }
            incrowd_io::discard_temporaries();
            eprintln!("interrupted; nothing was written");
            std::process::exit(130);
        };
        // Without a handler Ctrl-C just ends the process, which is no reason to refuse to work.
        let _ = ctrlc::set_handler(handler);
        Ok(())
    }

    /// Runs a search, during which Ctrl-C asks for the best so far. At any other time, and the
    /// second time, it ends the process and leaves nothing behind.
    pub fn search<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let found = search();
        self.searching.store(false, Ordering::SeqCst);
        found
    }

    /// A progress bar over bytes, on terminals only.
    pub fn bar(&self, what: &str, bytes: u64) -> ProgressBar {
        let style = "{msg:>9} {wide_bar} {percent}% {eta}";
        self.progress(what, style, ProgressBar::new(bytes))
    }

    /// A spinner for work without a known end.
    pub fn spinner(&self, what: &str) -> Arc<ProgressBar> {
        let spinner = self.progress(what, "{msg} {spinner} {elapsed}", ProgressBar::new_spinner());
        if !spinner.is_hidden() {
            spinner.enable_steady_tick(Duration::from_millis(100));
        }
        Arc::new(spinner)
    }

    fn progress(&self, what: &str, style: &str, bar: ProgressBar) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        bar.set_style(
            ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.set_message(what.to_owned());
        bar
    }

    /// A remark on standard error.
    pub fn warn(&self, text: &str) {
        if !self.quiet {
            anstream::eprintln!("{WARNING}warning:{WARNING:#} {text}");
        }
    }

    /// The sentence of exit status 1 or 2; said even by the quiet.
    pub fn complain(&self, text: &str) {
        anstream::eprintln!("{BAD}error:{BAD:#} {text}");
    }

    /// A failure, in words and, if asked for, as JSON.
    pub fn fail(&self, failure: &Failure) {
        self.complain(&failure.message);
        if self.json {
            // The sentence on standard error stands in any case.
            let _ = self.document(&failure.to_json());
        }
    }

    /// The one JSON document of a command.
    pub fn document(&self, value: &Value) -> Result<()> {
        written(writeln!(std::io::stdout(), "{value:#}"))
    }

    /// Readable text on standard output.
    pub fn print(&self, text: &str) -> Result<()> {
        written(write!(anstream::stdout(), "{text}"))
    }
}

/// A report that nobody could read is no success; a reader that has gone away wants nothing more.
fn written(outcome: std::io::Result<()>) -> Result<()> {
    match outcome.and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let file = "standard output";
            Err(Failure::new(format!("{file}: cannot be written: {error}")).in_file(file))
        }
        _ => Ok(()),
    }
}
