//! Temporary files that go away: when dropped, and when the program is interrupted.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, PersistError};

/// Every temporary file that exists right now; `None` once the program has been interrupted.
static LIVE: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));

fn live() -> MutexGuard<'static, Option<BTreeSet<PathBuf>>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every temporary file that this crate has made and lets it make no more.
///
/// For a Ctrl-C handler that is about to end the process: destructors do not run then, but an
/// interrupted run must leave no files.
pub fn discard_temporaries() {
    for path in live().take().into_iter().flatten() {
        // Errors are ignored: the process ends, and a file that is already gone is fine.
        let _ = fs::remove_file(path);
    }
}

/// A temporary file.
#[derive(Debug)]
pub(crate) struct Scratch {
    file: NamedTempFile,
    entry: Entry,
}

/// The file's entry in [`LIVE`].
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(paths) = live().as_mut() {
            paths.remove(&self.0);
        }
    }
}

impl Scratch {
    /// A private file in the system's folder for temporary files.
    pub(crate) fn anywhere() -> io::Result<Scratch> {
        Self::register(|builder| builder.tempfile())
    }

    /// A file in `folder` that will take a visible file's place, so with its permissions: what
    /// the user's mask leaves of reading and writing for all.
    pub(crate) fn beside(folder: &Path) -> io::Result<Scratch> {
        Self::register(|builder| {
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                builder.permissions(fs::Permissions::from_mode(0o666));
            }
            builder.tempfile_in(folder)
        })
    }

    fn register(
        make: impl FnOnce(&mut tempfile::Builder) -> io::Result<NamedTempFile>,
    ) -> io::Result<Scratch> {
        // Held while the file is made: an interruption sees it either not yet or registered.
        let mut live = live();
        let paths = live.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        let file = make(tempfile::Builder::new().prefix(".incrowd-"))?;
        let path = file.path().to_path_buf();
        paths.insert(path.clone());
        Ok(Scratch { file, entry: Entry(path) })
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.entry.0
    }

    /// Gives the file its lasting name; an existing file is replaced only if `replace`.
    pub(crate) fn persist(self, target: &Path, replace: bool) -> io::Result<()> {
        let Scratch { file, entry: _entry } = self;
        let kept = if replace { file.persist(target) } else { file.persist_noclobber(target) };
        kept.map(drop).map_err(|PersistError { error, file: _ }| error)
    }
}
