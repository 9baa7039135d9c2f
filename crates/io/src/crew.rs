//! Reading a table on several threads.
//!
//! No thread reads for the others. Each thread takes the next chunk from the file, which is quick,
//! and parses it while other threads take the chunks after it. Each thread has one chunk and the
//! memory for it, and a slow thread does not delay the others.
//!
//! Chunks are numbered in the order of the file. When one fails, no more are taken, but all chunks
//! before it are finished. The failure with the lowest number is therefore the same on any number
//! of threads.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::block::{Block, Spare};
use crate::error::IoError;
use crate::source::{Chunk, Pass};
use crate::table::Table;

/// See [`Table::fold`].
pub(crate) fn fold<A: Send, E: From<IoError> + Send>(
    table: &Table,
    threads: usize,
    init: impl Fn() -> A + Sync,
    each: impl Fn(&mut A, &Block) -> Result<(), E> + Sync,
) -> Result<Vec<A>, E> {
    let queue = Queue::open(table)?;
    let work = || {
        let mut sum = init();
        let mut failure = None;
        queue.work_off(|number, block| match block.and_then(|block| each(&mut sum, block)) {
            Ok(()) => true,
            Err(error) => {
                failure = Some((number, error));
                false
            }
        });
        (sum, failure)
    };
    let outcomes = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut outcomes = vec![work()];
        for helper in helpers {
            outcomes.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        outcomes
    });
    let (sums, failures): (Vec<A>, Vec<_>) = outcomes.into_iter().unzip();
    match failures.into_iter().flatten().min_by_key(|&(number, _)| number) {
        Some((_, error)) => Err(error),
        None => Ok(sums),
    }
}

/// See [`Table::map_ordered`].
pub(crate) fn map_ordered<T: Send, E: From<IoError> + Send>(
    table: &Table,
    threads: usize,
    each: impl Fn(&Block) -> Result<T, E> + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Queue::open(table)?;
    if threads == 1 {
        let mut outcome = Ok(());
        queue.work_off(|_, block| {
            outcome = block.and_then(&each).and_then(&mut sink);
            outcome.is_ok()
        });
        return outcome;
    }
    let belt = Belt::new(threads);
    thread::scope(|scope| {
        let work = || {
            let _leaving = OnDrop(|| belt.leave());
            let mut spare = Spare::default();
            while belt.reserve() {
                let more = queue.work_once(&mut spare, |number, block| {
                    let result = block.and_then(&each);
                    let good = result.is_ok();
                    belt.put(number, result);
                    good
                });
                if !more {
                    break;
                }
            }
        };
        let helpers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        // Whatever happens, no thread may keep waiting for room on the belt.
        let stopping = OnDrop(|| belt.stop());
        let mut outcome = Ok(());
        while let Some(result) = belt.take() {
            outcome = result.and_then(&mut sink);
            if outcome.is_err() {
                break;
            }
        }
        drop(stopping);
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        outcome
    })
}

/// The chunks of a table, for the next free thread.
struct Queue<'t> {
    table: &'t Table,
    state: Mutex<State<'t>>,
}

struct State<'t> {
    pass: Box<dyn Pass<'t> + 't>,
    /// The number of the next chunk.
    next: u64,
    closed: bool,
}

/// A chunk, or the error in its place.
type Taken<'t> = Result<Box<dyn Chunk + 't>, IoError>;

impl<'t> Queue<'t> {
    fn open(table: &'t Table) -> Result<Self, IoError> {
        let state = State { pass: table.begin()?, next: 0, closed: false };
        Ok(Queue { table, state: Mutex::new(state) })
    }

    /// Hands blocks to `handle` until there are no more or it returns false.
    fn work_off<E: From<IoError>>(&self, mut handle: impl FnMut(u64, Result<&Block, E>) -> bool) {
        let mut spare = Spare::default();
        while self.work_once(&mut spare, &mut handle) {}
    }

    /// Hands the next block or the error in its place to `handle`; false if that was the last.
    /// `spare` is the memory of the thread's last block.
    fn work_once<E: From<IoError>>(
        &self,
        spare: &mut Spare,
        handle: impl FnOnce(u64, Result<&Block, E>) -> bool,
    ) -> bool {
        let Some((number, chunk)) = self.take(std::mem::take(spare)) else { return false };
        let parsed = chunk.and_then(|chunk| chunk.parse());
        let good = match parsed.and_then(|block| self.table.pass_block(&block).map(|()| block)) {
            Ok(block) => {
                let good = handle(number, Ok(&block));
                *spare = block.recycle();
                good
            }
            Err(error) => handle(number, Err(error.into())),
        };
        if !good {
            lock(&self.state).closed = true;
        }
        good
    }

    fn take(&self, spare: Spare) -> Option<(u64, Taken<'t>)> {
        let mut state = lock(&self.state);
        if state.closed {
            return None;
        }
        let number = state.next;
        state.next += 1;
        let chunk = state.pass.next(spare).transpose();
        state.closed = !matches!(chunk, Some(Ok(_)));
        chunk.map(|chunk| (number, chunk))
    }
}

/// Results on their way to the sink, brought back into order.
struct Belt<T> {
    state: Mutex<BeltState<T>>,
    changed: Condvar,
}

struct BeltState<T> {
    results: BTreeMap<u64, T>,
    /// The number of the result that the sink waits for.
    next: u64,
    /// How many more chunks may be under way.
    room: usize,
    workers: usize,
    stopped: bool,
}

impl<T> Belt<T> {
    fn new(workers: usize) -> Self {
        let room = 2 * workers + 2;
        let results = BTreeMap::new();
        let state = BeltState { results, next: 0, room, workers, stopped: false };
        Belt { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Waits until there is room for one more result; false if none is wanted any more.
    fn reserve(&self) -> bool {
        let mut state = lock(&self.state);
        while state.room == 0 && !state.stopped {
            state = self.wait(state);
        }
        if state.stopped {
            return false;
        }
        state.room -= 1;
        true
    }

    fn put(&self, number: u64, result: T) {
        lock(&self.state).results.insert(number, result);
        self.changed.notify_all();
    }

    /// The next result in order; `None` when there will be no more.
    fn take(&self) -> Option<T> {
        let mut state = lock(&self.state);
        loop {
            let next = state.next;
            if let Some(result) = state.results.remove(&next) {
                state.next += 1;
                state.room += 1;
                drop(state);
                self.changed.notify_all();
                return Some(result);
            }
            if state.workers == 0 {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// A worker ends. If it panics, its result never comes, so the others must end too.
    fn leave(&self) {
        let mut state = lock(&self.state);
        state.workers -= 1;
        state.stopped |= thread::panicking();
        drop(state);
        self.changed.notify_all();
    }

    fn stop(&self) {
        lock(&self.state).stopped = true;
        self.changed.notify_all();
    }

    fn wait<'a>(&self, state: MutexGuard<'a, BeltState<T>>) -> MutexGuard<'a, BeltState<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something when it goes out of scope, also by a panic.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        self.0();
    }
}
