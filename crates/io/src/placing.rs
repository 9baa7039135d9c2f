//! Outputs that belong together.
//!
//! All bytes are on the disk, with their permissions, before the first file gets its name. Then the
//! names follow in the order of the outputs, while the folders are locked, so that two runs never mix
//! their files. What is replaced is kept until the last name is given, and put back if one cannot be.
//! A process that is killed between two names leaves the files before it new and those after it old:
//! callers put the file last that readers look at first.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{IoError, Problem};
use crate::output::{Output, Placed};
use crate::scratch::sweep;

/// How long another run may take to put its files in place.
const PATIENCE: Duration = Duration::from_secs(30);

/// Puts outputs in place, all or none, in their order, and removes temporary files that dead processes
/// left in their folders. Returns what was removed.
///
/// What goes to standard output goes there first, because it cannot be taken back.
///
/// # Errors
/// The output that cannot be put in place. New files before it are then removed, and files that were
/// replaced are put back.
pub fn put_in_place(outputs: Vec<Output>) -> Result<Vec<PathBuf>, IoError> {
    outputs.iter().try_for_each(Output::sync)?;
    let (standard, files): (Vec<Output>, Vec<Output>) =
        outputs.into_iter().partition(Output::is_standard);
    standard.into_iter().try_for_each(Output::copy_to_standard_output)?;
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(Output::folder).map(real).collect();
    let locked = lock_all(&folders)?;
    place_all(files)?;
    // The files are in place. Not every file system can sync a folder, so a failure here is ignored.
    locked.iter().for_each(|folder| drop(folder.sync_all()));
    Ok(folders.iter().flat_map(|folder| sweep(folder)).collect())
}

fn place_all(files: Vec<Output>) -> Result<(), IoError> {
    let (count, mut placed) = (files.len(), Vec::<Placed>::new());
    for (number, output) in files.into_iter().enumerate() {
        // The last file is never taken back.
        match output.place(number + 1 < count) {
            Ok(place) => placed.push(place),
            Err(error) => {
                placed.into_iter().rev().for_each(Placed::undo);
                return Err(error);
            }
        }
    }
    Ok(())
}

/// A folder by its one real path: under two names it would be locked twice, and wait for itself.
fn real(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
}

/// Locks folders, in their order: two runs that lock several cannot wait for each other.
fn lock_all(folders: &BTreeSet<PathBuf>) -> Result<Vec<File>, IoError> {
    let opened = folders.iter().filter_map(|folder| Some((folder, File::open(folder).ok()?)));
    opened.map(|(folder, file)| lock(&file, folder).map(|()| file)).collect()
}

fn lock(file: &File, folder: &Path) -> Result<(), IoError> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            // Not every file system has locks.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                return Err(IoError::new(folder.display().to_string(), Problem::LockedFolder));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
