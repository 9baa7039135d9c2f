//! How long something took.

/// The seconds that all threads of this process have worked so far; where that is not known, the
/// seconds since some moment.
///
/// Only differences mean anything. Execution is steadier than waiting: what other processes do, and how
/// many threads share the work, changes it little.
#[must_use]
pub fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let spent = clock_gettime(ClockId::ProcessCPUTime);
        spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64()
    }
}

/// The seconds of work that something takes, and what it gives.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu_seconds();
    let made = work();
    (cpu_seconds() - start, made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (seconds, sum) = timed(|| (0..20_000_000_u64).fold(0, |sum, n| sum ^ n.rotate_left(9)));
        assert!(seconds > 0.0, "{seconds} seconds for {sum}");
    }
}
