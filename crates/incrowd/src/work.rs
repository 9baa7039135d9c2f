//! How work is done, whatever the work: on how many threads, who hears of its progress, and who may
//! stop it. Everything in this crate that reads a table does it by [`Work::fold`] or
//! [`Work::map_ordered`], so all of it is watched, stopped and shared among threads in one way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use incrowd_core::search::{Progress, Watch};
use incrowd_io::{Block, Table};

use crate::failure::{Failure, Result};

/// Hears of the steps of the work.
pub trait Listener: Send + Sync {
    /// A step begins, of so many bytes if that is known. It ends when what is returned is dropped.
    fn begin(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step>;
}

/// A step of the work, until it is dropped.
pub trait Step: Send + Sync {
    /// So many bytes further.
    fn advance(&self, _bytes: u64) {}

    /// So far a search has come.
    fn tell(&self, _progress: Progress) {}
}

struct Silent;

impl Step for Silent {}

impl Listener for Silent {
    fn begin(&self, _name: &'static str, _bytes: Option<u64>) -> Arc<dyn Step> {
        Arc::new(Silent)
    }
}

/// How work is done. A clone is about the same work: whoever keeps one can stop it.
///
/// ```
/// let work = incrowd::Work::default().on_threads(2);
/// let elsewhere = work.clone();
/// elsewhere.cancel();
/// assert!(work.is_cancelled());
/// ```
#[derive(Clone)]
pub struct Work {
    threads: usize,
    listener: Arc<dyn Listener>,
    watch: Watch,
}

/// All cores, and nobody listens.
impl Default for Work {
    fn default() -> Self {
        Work {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            listener: Arc::new(Silent),
            watch: Watch::default(),
        }
    }
}

impl Work {
    /// The same on so many threads. No result depends on their number.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The same, heard by somebody.
    #[must_use]
    pub fn heard_by(mut self, listener: Arc<dyn Listener>) -> Self {
        self.listener = listener;
        self
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Stops the work, from any thread: searches come back with what they have, and reading fails.
    pub fn cancel(&self) {
        self.watch.cancel();
    }

    /// Whether somebody stopped it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.watch.is_cancelled()
    }

    /// Begins a step.
    #[must_use]
    pub fn step(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step> {
        self.listener.begin(name, bytes)
    }

    /// The watch over a search that begins now, is a step of this work, and may take so long.
    pub(crate) fn watch(&self, step: &Arc<dyn Step>, limit: Option<Duration>) -> Watch {
        let step = Arc::clone(step);
        let watch = self.watch.clone().telling(move |progress| step.tell(progress));
        // A limit beyond the end of the clock is none.
        match limit.and_then(|limit| Instant::now().checked_add(limit)) {
            Some(end) => watch.until(end),
            None => watch,
        }
    }

    /// Reads a whole table in a step of the work; see [`Table::fold`].
    ///
    /// # Errors
    /// What `each` refuses, what cannot be read, or that the work was cancelled.
    pub fn fold<A: Send>(
        &self,
        name: &'static str,
        table: &Table,
        empty: impl Fn() -> A + Sync,
        each: impl Fn(&mut A, &Block) -> Result<()> + Sync,
    ) -> Result<Vec<A>> {
        let step = self.step(name, Some(table.bytes()));
        table.fold(self.threads, empty, |part: &mut A, block: &Block| {
            self.go_on()?;
            each(part, block)?;
            step.advance(block.bytes());
            Ok(())
        })
    }

    /// Reads a whole table in a step of the work, and hands what becomes of its blocks on in their
    /// order; see [`Table::map_ordered`].
    ///
    /// # Errors
    /// As [`Work::fold`], and what `sink` refuses.
    pub fn map_ordered<T: Send>(
        &self,
        name: &'static str,
        table: &Table,
        each: impl Fn(&Block) -> Result<T> + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let step = self.step(name, Some(table.bytes()));
        let each = |block: &Block| {
            self.go_on()?;
            let mapped = each(block)?;
            step.advance(block.bytes());
            Ok(mapped)
        };
        table.map_ordered(self.threads, each, sink)
    }

    fn go_on(&self) -> Result<()> {
        if self.is_cancelled() { Err(Failure::new("cancelled")) } else { Ok(()) }
    }
}
