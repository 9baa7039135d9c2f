//! How a long search is watched: cancelled, limited in time, and seen to make progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes whose classes were examined.
    pub checked: u64,
    /// The cost of the best release so far.
    pub best: Option<f64>,
    /// No release can cost less than this.
    pub lower_bound: f64,
}

/// Tells a search when to stop, and hears how it is doing.
///
/// A clone watches the same search, so that it can be cancelled from another thread.
#[derive(Clone, Default)]
pub struct SearchControl {
    cancelled: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// At most this many nodes are examined, for answers that do not depend on the clock.
    pub most_checks: Option<u64>,
    listener: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

impl SearchControl {
    /// Stops at a moment.
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

    /// Calls back now and then.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Asks the search to come back with what it has.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether it ends at a moment.
    #[must_use]
    pub(crate) fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// Whether it is time to stop.
    #[must_use]
    pub(crate) fn should_stop(&self, checked: u64) -> bool {
        self.is_cancelled()
            || self.most_checks.is_some_and(|most| checked >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub(crate) fn report(&self, progress: Progress) {
        if let Some(listener) = &self.listener {
            listener(progress);
        }
    }
}
