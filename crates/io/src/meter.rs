//! A listener for every block that is read from a table, which may stop the reading.

use std::fmt;
use std::sync::Arc;

/// Called with the size of every block that is read, on any thread; returns whether to continue.
///
/// A table keeps its meter, so code that reads tables need not know about it.
#[derive(Clone)]
pub struct Meter(Arc<dyn Fn(u64) -> bool + Send + Sync>);

impl Meter {
    /// A meter that calls this.
    #[must_use]
    pub fn new(passed: impl Fn(u64) -> bool + Send + Sync + 'static) -> Self {
        Meter(Arc::new(passed))
    }

    /// Reports that so many bytes were read; returns whether to continue.
    pub(crate) fn passes(&self, bytes: u64) -> bool {
        (self.0)(bytes)
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meter")
    }
}
