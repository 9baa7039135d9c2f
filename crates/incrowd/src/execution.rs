//! How work is done, whatever the work: on how many threads, who hears of its progress, and who may
//! stop it.
//!
//! Every table is opened by [`Execution::open`], so that whoever reads it, the judge too, is heard and can
//! be stopped; and everything that thinks on several threads does it [within](Execution::within) the work.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use incrowd_core::search::{Progress, SearchControl};
use incrowd_io::{Block, Input, Location, Meter, Output, ReadOptions, Table, TableSink};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Result;

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

/// Outputs that stay in memory, by their names in options.
#[cfg(feature = "arrow")]
#[derive(Clone, Default)]
struct MemoryOutputs(BTreeMap<PathBuf, (Option<incrowd_io::ArrowTable>, bool)>);

#[cfg(feature = "arrow")]
impl MemoryOutputs {
    fn create(&self, path: &std::path::Path) -> Option<Output> {
        let (original, categorical) = self.0.get(path)?;
        Some(Output::in_memory(path.display().to_string(), original.clone(), *categorical))
    }

    fn aside(&self) -> Option<Output> {
        let path = self.0.keys().next()?;
        self.create(path)
    }
}

/// Without Arrow, all outputs are files.
#[cfg(not(feature = "arrow"))]
#[derive(Clone, Default)]
struct MemoryOutputs;

#[cfg(not(feature = "arrow"))]
impl MemoryOutputs {
    #[allow(clippy::unused_self, reason = "with Arrow there are some")]
    fn create(&self, _path: &std::path::Path) -> Option<Output> {
        None
    }

    #[allow(clippy::unused_self, reason = "with Arrow there are some")]
    fn aside(&self) -> Option<Output> {
        None
    }
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
/// let execution = incrowd::Execution::default().on_threads(2);
/// let elsewhere = execution.clone();
/// elsewhere.cancel();
/// assert!(execution.is_cancelled());
/// ```
#[derive(Clone)]
pub struct Execution {
    threads: usize,
    /// The threads for thinking, once they are needed and if they are others than everybody's.
    pool: Arc<OnceLock<Option<ThreadPool>>>,
    listener: Arc<dyn Listener>,
    /// The step that is going on.
    current: Arc<Mutex<Weak<dyn Step>>>,
    /// Tables that options name as if they were files.
    tables: Arc<BTreeMap<PathBuf, Table>>,
    outputs: Arc<MemoryOutputs>,
    watch: SearchControl,
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution")
            .field("threads", &self.threads)
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// All cores, and nobody listens.
impl Default for Execution {
    fn default() -> Self {
        Execution {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            pool: Arc::default(),
            listener: Arc::new(Silent),
            current: Arc::new(Mutex::new(Weak::<Silent>::new())),
            tables: Arc::default(),
            outputs: Arc::default(),
            watch: SearchControl::default(),
        }
    }
}

impl Execution {
    /// The same on so many threads. No result depends on their number.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self.pool = Arc::default();
        self
    }

    /// The same, heard by somebody.
    #[must_use]
    pub fn heard_by(mut self, listener: Arc<dyn Listener>) -> Self {
        self.listener = listener;
        self
    }

    /// The same, where this name in options means a table at hand and no file.
    ///
    /// ```
    /// use incrowd::options::{CheckOptions, RoleOptions};
    /// use incrowd::run::{Context, check};
    /// use incrowd::{Execution, MemoryTable};
    /// let people = MemoryTable::new("people", [("age", [31, 31, 40].into())])?;
    /// let execution = Execution::default().with_table("people", people.into());
    /// let roles = RoleOptions { qi: vec!["age".into()], ..RoleOptions::default() };
    /// let options = CheckOptions { table: "people".into(), roles, ..CheckOptions::default() };
    /// let result = check(&options, &Context::new(execution))?;
    /// assert_eq!(result.document.findings.unique_rows, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_table(mut self, name: impl Into<PathBuf>, table: Table) -> Self {
        Arc::make_mut(&mut self.tables).insert(name.into(), table);
        self
    }

    /// The same, where an output of this name in options stays in memory, as Arrow; see
    /// [`Output::in_memory`]. Nothing else is then written to temporary files. It needs the feature
    /// `arrow`.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn with_output(
        mut self,
        name: impl Into<PathBuf>,
        original: Option<incrowd_io::ArrowTable>,
        categorical: bool,
    ) -> Self {
        Arc::make_mut(&mut self.outputs).0.insert(name.into(), (original, categorical));
        self
    }

    /// The table that a location means, if it is at hand.
    pub(crate) fn table_at_hand(&self, location: &Location) -> Option<Table> {
        self.tables.get(location.path()?).cloned().map(|table| self.metered(table))
    }

    /// Makes sure that an output can be written, and begins; see [`Output::create`].
    pub(crate) fn create(
        &self,
        location: &Location,
        force: bool,
        inputs: &[&Location],
    ) -> Result<Output> {
        match location.path().and_then(|path| self.outputs.create(path)) {
            Some(output) => Ok(output),
            None => Ok(Output::create(location, force, inputs)?),
        }
    }

    /// A place for what is only to be judged.
    pub(crate) fn aside(&self) -> Result<Output> {
        match self.outputs.aside() {
            Some(output) => Ok(output),
            None => Ok(Output::aside()?),
        }
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

    /// Begins a step: what is read until the next one begins, advances it.
    #[must_use]
    pub fn step(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step> {
        let step = self.listener.begin(name, bytes);
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&step);
        step
    }

    /// When a search ends that begins now and may take so long. A limit beyond the end of the clock
    /// is none.
    pub(crate) fn end(limit: Option<Duration>) -> Option<Instant> {
        limit.and_then(|limit| Instant::now().checked_add(limit))
    }

    /// The watch over a search that is a step of this work, and ends at a moment.
    pub(crate) fn watch(&self, step: &Arc<dyn Step>, end: Option<Instant>) -> SearchControl {
        let step = Arc::clone(step);
        let watch = self.watch.clone().with_listener(move |progress| step.tell(progress));
        match end {
            Some(end) => watch.until(end),
            None => watch,
        }
    }

    /// Thinks on this work's threads, and on no others.
    pub(crate) fn within<T: Send>(&self, think: impl FnOnce() -> T + Send) -> T {
        if self.threads == rayon::current_num_threads() {
            return think();
        }
        let made = || ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
        match self.pool.get_or_init(made) {
            Some(pool) => pool.install(think),
            // No more threads are to be had: those that everybody shares do it too.
            None => think(),
        }
    }

    /// Opens a table; see [`Table::open`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(&self, location: &Location, options: &ReadOptions) -> Result<Table> {
        match self.table_at_hand(location) {
            Some(table) => Ok(table.formatted(&options.formats)),
            None => Ok(self.metered(Table::open(location, options)?)),
        }
    }

    /// Opens a table, unless it is at hand; see [`Input::open`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_input(&self, input: &Input, options: &ReadOptions) -> Result<Table> {
        match input.location() {
            Some(location) => self.open(location, options),
            None => Ok(self.metered(input.open(options)?)),
        }
    }

    /// A table whose reading advances the steps of this work and stops when it is cancelled.
    #[must_use]
    pub fn metered(&self, table: Table) -> Table {
        table.metered(self.meter())
    }

    /// Opens a table that was once called otherwise; see [`Table::open_as`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_as(
        &self,
        location: &Location,
        name: &Location,
        options: &ReadOptions,
    ) -> Result<Table> {
        Ok(self.metered(Table::open_as(location, name, options)?))
    }

    /// Opens what was written to a sink, be it a file that is not yet in place; see
    /// [`TableSink::reopen`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reopen(&self, sink: &impl TableSink, options: &ReadOptions) -> Result<Table> {
        Ok(self.metered(sink.reopen(options)?))
    }

    fn meter(&self) -> Meter {
        let (watch, current) = (self.watch.clone(), Arc::clone(&self.current));
        Meter::new(move |bytes| {
            let step = current.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
            if let Some(step) = step {
                step.advance(bytes);
            }
            !watch.is_cancelled()
        })
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
        let _step = self.step(name, Some(table.bytes()));
        table.fold(self.threads, empty, each)
    }

    /// Reads a whole table in a step of the work, and hands what becomes of its blocks on in their
    /// order; see [`Table::map_ordered`].
    ///
    /// # Errors
    /// As [`Execution::fold`], and what `sink` refuses.
    pub fn map_ordered<T: Send>(
        &self,
        name: &'static str,
        table: &Table,
        each: impl Fn(&Block) -> Result<T> + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let _step = self.step(name, Some(table.bytes()));
        table.map_ordered(self.threads, each, sink)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Adds up what it hears.
    #[derive(Default)]
    struct Ear(Arc<AtomicU64>);

    struct Heard(Arc<AtomicU64>);

    impl Listener for Ear {
        fn begin(&self, _name: &'static str, _bytes: Option<u64>) -> Arc<dyn Step> {
            Arc::new(Heard(self.0.clone()))
        }
    }

    impl Step for Heard {
        fn advance(&self, bytes: u64) {
            self.0.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    fn table(execution: &Execution, folder: &tempfile::TempDir) -> Table {
        let path = folder.path().join("table.csv");
        std::fs::write(&path, format!("age\n{}", "31\n".repeat(400_000))).unwrap();
        execution.open(&path.into(), &ReadOptions::default()).unwrap()
    }

    #[test]
    fn whoever_reads_a_table_is_heard() {
        let (sum, folder) = (Arc::new(AtomicU64::new(0)), tempfile::tempdir().unwrap());
        let execution = Execution::default().heard_by(Arc::new(Ear(sum.clone())));
        let table = table(&execution, &folder);
        let _step = execution.step("judging", None);
        incrowd_judge::marginals(&table, &["age"], &[], 2).unwrap();
        assert!(sum.load(Ordering::Relaxed) >= table.bytes() - 4, "all but the header");
    }

    #[test]
    fn whoever_reads_a_table_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let execution = Execution::default();
        let table = table(&execution, &folder);
        execution.cancel();
        let error = execution.fold("reading", &table, || (), |(), _| Ok(())).unwrap_err();
        assert!(error.message().contains("cancelled"), "{error}");
        let judged = incrowd_judge::marginals(&table, &["age"], &[], 2);
        assert!(judged.unwrap_err().to_string().contains("cancelled"));
    }

    #[test]
    fn thinking_keeps_to_its_threads() {
        for threads in [1, 3] {
            let execution = Execution::default().on_threads(threads);
            assert_eq!(execution.within(rayon::current_num_threads), threads);
        }
    }
}
