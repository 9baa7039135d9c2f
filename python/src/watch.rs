//! Work on another thread, while the calling one heeds signals and tells of progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use incrowd::core::search::Progress;
use incrowd::io::put_in_place;
use incrowd::run::Publisher;
use incrowd::{Error, ErrorKind, Execution, Listener, Output, Step};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::error::internal;

/// How often signals and progress are looked at.
const TURN: Duration = Duration::from_millis(50);

/// How far the work is.
#[derive(Clone, Debug, Default, PartialEq)]
struct Reached {
    step: &'static str,
    done: u64,
    of: Option<u64>,
}

/// Keeps how far the work is, for the calling thread to tell.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Reached>>);

impl Heard {
    fn now(&self) -> Reached {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Listener for Heard {
    fn begin(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Reached { step: name, done: 0, of: bytes };
        Arc::new(self.clone())
    }
}

impl Step for Heard {
    fn advance(&self, bytes: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).done += bytes;
    }

    fn tell(&self, progress: Progress) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).done = progress.checked;
    }
}

/// Keeps tables that are published to memory, and puts files in place; nothing of a run that was
/// interrupted.
pub struct KeptTables {
    pub execution: Execution,
    pub kept: Mutex<Vec<Output>>,
}

impl Publisher for KeptTables {
    fn publish(&self, outputs: Vec<Output>) -> Result<Vec<std::path::PathBuf>, Error> {
        if self.execution.is_cancelled() {
            return Err(Error::of_kind(ErrorKind::Cancelled, "the work was cancelled"));
        }
        let (held, files) = outputs.into_iter().partition(Output::is_in_memory);
        let swept = put_in_place(files)?;
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).extend::<Vec<Output>>(held);
        Ok(swept)
    }
}

/// Does the work on threads of its own: those of a pool that lives on would be missing in a process
/// that is forked later. What a signal handler or the listener raises stops it.
pub fn watched<T: Send>(
    py: Python<'_>,
    execution: &Execution,
    heard: &Heard,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = ThreadPoolBuilder::new().num_threads(execution.threads()).build();
    let pool = pool.map_err(internal)?;
    py.detach(|| {
        let (done, wait) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // Nobody waits any more if the caller failed.
                let _ = done.send(pool.install(work));
                drop(done);
            });
            let mut told = Reached::default();
            let mut failed = None;
            loop {
                let result = wait.recv_timeout(TURN);
                if failed.is_none() {
                    failed = turn(heard, progress, &mut told, result.is_ok()).err();
                    if failed.is_some() {
                        execution.cancel();
                    }
                }
                match (result, failed.take()) {
                    (Err(RecvTimeoutError::Timeout), still) => failed = still,
                    (_, Some(error)) => return Err(error),
                    (Ok(result), None) => return Ok(result),
                    (Err(RecvTimeoutError::Disconnected), None) => {
                        return Err(internal("a thread of incrowd panicked"));
                    }
                }
            }
        })
    })
}

/// Heeds signals, and tells how far the work is if that is news.
fn turn(
    heard: &Heard,
    progress: Option<&Py<PyAny>>,
    told: &mut Reached,
    ended: bool,
) -> PyResult<()> {
    let now = heard.now();
    let news = progress.filter(|_| (ended || now != *told) && !now.step.is_empty());
    Python::attach(|py| {
        py.check_signals()?;
        if let Some(progress) = news {
            progress.call1(py, (now.step, now.done, now.of))?;
        }
        Ok::<_, PyErr>(())
    })?;
    *told = now;
    Ok(())
}
