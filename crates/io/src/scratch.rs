//! Temporary files that leave nothing behind.
//!
//! On Linux a temporary file has no name (`O_TMPFILE`) until it is put in place, so that it vanishes
//! with the process, however that ends. Elsewhere, and on file systems that cannot do that, it is a
//! private file `.incrowd-...` that is removed when it is dropped and when the program is interrupted.
//! Its maker holds a lock on it, so that a later run can tell what a dead process left ([`sweep`]).

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

/// What the names of temporary files begin with.
const PREFIX: &str = ".incrowd-";

/// Every temporary file that has a name right now; `None` once the program has been interrupted.
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

/// Removes temporary files that dead processes left in a folder, and says which.
///
/// Whoever makes one holds a lock on it, so a file whose lock is free has lost its maker.
pub(crate) fn sweep(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    let files = named.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let abandoned = files.map(|entry| entry.path()).filter(|path| is_abandoned(path));
    abandoned.filter(|path| fs::remove_file(path).is_ok()).collect()
}

fn is_abandoned(path: &Path) -> bool {
    // The lock goes with the handle.
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// A temporary file.
#[derive(Debug)]
pub(crate) struct Scratch {
    file: File,
    name: Option<Named>,
}

impl Scratch {
    /// A private file in the system's folder for temporary files.
    pub(crate) fn anywhere() -> io::Result<Scratch> {
        Self::beside(&std::env::temp_dir())
    }

    /// A private file in `folder`.
    pub(crate) fn beside(folder: &Path) -> io::Result<Scratch> {
        if live().is_none() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match unnamed(folder) {
            Some(file) => Ok(Scratch { file, name: None }),
            None => Self::named(folder),
        }
    }

    /// A private file in `folder` that has a name from the start.
    fn named(folder: &Path) -> io::Result<Scratch> {
        let (file, name) = Named::make(folder, |path| {
            let mut options = File::options();
            options.read(true).write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(path)
        })?;
        lock(&file);
        Ok(Scratch { file, name: Some(name) })
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Another handle to the file, and where to read it as long as the handle lives.
    pub(crate) fn reader(&self) -> io::Result<(File, PathBuf)> {
        let file = self.file.try_clone()?;
        let path = match &self.name {
            Some(name) => name.path.to_path_buf(),
            None => path_of_handle(&file),
        };
        Ok((file, path))
    }

    /// Gives the file the permissions that a new file has: what the user's mask leaves of reading and
    /// writing for all.
    pub(crate) fn show(&self) -> io::Result<()> {
        match self.name {
            // It was made so: nobody can open a file without a name.
            None => Ok(()),
            Some(_) => set_usual_permissions(&self.file),
        }
    }

    /// Gives the file its lasting name; an existing file is replaced only if `replace`.
    pub(crate) fn persist(self, target: &Path, replace: bool) -> io::Result<()> {
        let Scratch { file, name } = self;
        let name = match name {
            Some(name) => name,
            None if !replace => return link_unless_interrupted(&file, target),
            // Only a name can replace another.
            None => {
                lock(&file);
                Named::make(folder_of(target), |path| link(&file, path))?.1
            }
        };
        let kept = match replace {
            true => name.path.persist(target),
            false => name.path.persist_noclobber(target),
        };
        kept.map_err(|kept| kept.error)
    }
}

/// Names a file that has no name; never after the program was interrupted.
fn link_unless_interrupted(file: &File, target: &Path) -> io::Result<()> {
    match live().as_ref() {
        Some(_) => link(file, target),
        None => Err(io::ErrorKind::Interrupted.into()),
    }
}

/// A file that is about to be replaced, kept under a second name until it is dropped.
#[derive(Debug)]
pub(crate) struct Replaced {
    name: Named,
    /// Locked, so that nobody sweeps the second name.
    _file: File,
}

impl Replaced {
    /// Keeps the file at `target`; nothing, if there is none.
    pub(crate) fn keep(target: &Path) -> io::Result<Option<Replaced>> {
        let file = match File::open(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        lock(&file);
        let ((), name) = Named::make(folder_of(target), |path| second_name(target, path))?;
        Ok(Some(Replaced { name, _file: file }))
    }

    /// Puts the file back.
    pub(crate) fn restore(self, target: &Path) -> io::Result<()> {
        self.name.path.persist(target).map_err(|kept| kept.error)
    }
}

/// A passing name in a folder.
#[derive(Debug)]
struct Named {
    path: TempPath,
    _entry: Entry,
}

/// A name's entry in [`LIVE`].
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(paths) = live().as_mut() {
            paths.remove(&self.0);
        }
    }
}

impl Named {
    /// A new name in `folder` for what `make` puts there.
    fn make<T>(folder: &Path, make: impl FnMut(&Path) -> io::Result<T>) -> io::Result<(T, Named)> {
        // Held while the file is made: an interruption sees it either not yet or registered.
        let mut live = live();
        let paths = live.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        let made = tempfile::Builder::new().prefix(PREFIX).make_in(folder, make)?;
        let (made, path) = made.into_parts();
        paths.insert(path.to_path_buf());
        let entry = Entry(path.to_path_buf());
        Ok((made, Named { path, _entry: entry }))
    }
}

/// Says that the maker of a file lives. On a file system without locks nothing is said, and nothing is
/// swept.
fn lock(file: &File) {
    let _ = file.try_lock();
}

/// Gives a file a second name; a copy, where the file system knows no second names.
fn second_name(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            fs::copy(file, name).map(drop)
        }
        linked => linked,
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A file in `folder` without a name, where the system can give it one later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
    // Without /proc it could neither be read again nor get a name.
    path_of_handle(&file).exists().then_some(file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_folder: &Path) -> Option<File> {
    None
}

/// Where the system shows an open file.
#[cfg(target_os = "linux")]
fn path_of_handle(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

#[cfg(not(target_os = "linux"))]
fn path_of_handle(_file: &File) -> PathBuf {
    PathBuf::new()
}

/// Gives a file without a name its first one.
#[cfg(target_os = "linux")]
fn link(file: &File, target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    let handle = path_of_handle(file);
    Ok(rustix::fs::linkat(CWD, &handle, CWD, target, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _target: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use rustix::process::umask;
    use std::os::unix::fs::PermissionsExt;
    // The mask can only be read by setting it. The lock keeps our own threads from doing so at the
    // same time, and files that others make meanwhile are private.
    let _live = live();
    let mask = umask(rustix::fs::Mode::from_raw_mode(0o077));
    umask(mask);
    file.set_permissions(fs::Permissions::from_mode(0o666 & !mask.as_raw_mode()))
}

#[cfg(not(unix))]
fn set_usual_permissions(_file: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_temporary_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Scratch::beside(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        io::Write::write_all(&mut scratch.file(), b"secret").unwrap();
        let (_handle, path) = scratch.reader().unwrap();
        assert_eq!(fs::read(path).unwrap(), b"secret");
        scratch.persist(&folder.path().join("t"), false).unwrap();
        assert_eq!(names(folder.path()), ["t"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_temporary_file_with_a_name_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let scratch = Scratch::named(folder.path()).unwrap();
        let mode = || scratch.file().metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        assert!(sweep(folder.path()).is_empty(), "its maker lives");
        fs::write(folder.path().join("usual"), "").unwrap();
        scratch.show().unwrap();
        let usual = fs::metadata(folder.path().join("usual")).unwrap().permissions().mode();
        assert_eq!(mode(), usual & 0o777);
        scratch.persist(&folder.path().join("usual"), true).unwrap();
        assert_eq!(names(folder.path()), ["usual"]);
    }

    #[test]
    fn what_a_dead_process_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".incrowd-left");
        fs::write(&left, "rows").unwrap();
        fs::write(folder.path().join("t.csv"), "rows").unwrap();
        let replaced = Replaced::keep(&folder.path().join("t.csv")).unwrap();
        assert_eq!(sweep(folder.path()), [left]);
        assert_eq!(names(folder.path()).len(), 2);
        drop(replaced);
        assert_eq!(names(folder.path()), ["t.csv"]);
    }

    #[test]
    fn a_replaced_file_can_be_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("t.csv");
        assert!(Replaced::keep(&target).unwrap().is_none());
        fs::write(&target, "old").unwrap();
        let replaced = Replaced::keep(&target).unwrap().unwrap();
        let scratch = Scratch::beside(folder.path()).unwrap();
        scratch.persist(&target, true).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"");
        replaced.restore(&target).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["t.csv"]);
    }
}
