//! Whoever hears of every block that is read of a table, and may stop the reading.

use std::fmt;
use std::sync::Arc;

/// Hears how many bytes every block has that is read, on whatever thread, and says whether to go on.
///
/// A table carries its meter wherever it is read, so nobody who reads one need know who listens.
#[derive(Clone)]
pub struct Meter(Arc<dyn Fn(u64) -> bool + Send + Sync>);

impl Meter {
    /// A meter that calls this.
    #[must_use]
    pub fn new(passed: impl Fn(u64) -> bool + Send + Sync + 'static) -> Self {
        Meter(Arc::new(passed))
    }

    /// So many bytes were read: is more wanted?
    pub(crate) fn passes(&self, bytes: u64) -> bool {
        (self.0)(bytes)
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meter")
    }
}
