//! Control of a running search: cancelling, limits and progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::opaque::opaque_debug;

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes whose classes were examined.
    pub checked: u64,
    /// The cost of the best release so far.
    pub best: Option<f64>,
    /// A lower bound on the cost.
    pub lower_bound: f64,
}

/// Stops a search and receives its progress.
///
/// A clone controls the same search, so it can be cancelled from another thread.
#[derive(Clone, Default)]
pub struct SearchControl {
    cancelled: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// The number of nodes to examine, at most. Unlike a deadline, it does not depend on the clock.
    pub most_checks: Option<u64>,
    listener: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

opaque_debug!(SearchControl, this => "cancelled": this.is_cancelled(), "deadline": this.deadline, "most_checks": this.most_checks);

impl SearchControl {
    /// Stops at a deadline.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Stops after examining this many nodes.
    #[must_use]
    pub fn at_most(mut self, checks: u64) -> Self {
        self.most_checks = Some(checks);
        self
    }

    /// Reports progress to a listener.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Asks the search to stop and return its best result.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the search was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether there is a deadline.
    #[must_use]
    pub(crate) fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The same for a first part of the work, which may take half of the time that is left.
    pub(crate) fn first_half(&self) -> Self {
        let mut half = self.clone();
        let now = Instant::now();
        half.deadline = self.deadline.map(|deadline| now + deadline.duration_since(now) / 2);
        half
    }

    /// Whether the search should stop.
    #[must_use]
    pub fn should_stop(&self, checked: u64) -> bool {
        self.is_cancelled()
            || self.most_checks.is_some_and(|most| checked >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tells the listener, if there is one, how far the search is.
    pub fn report(&self, progress: Progress) {
        if let Some(listener) = &self.listener {
            listener(progress);
        }
    }
}
