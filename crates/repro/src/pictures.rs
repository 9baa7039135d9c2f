//! The files of an experiment's charts: `NAME-1.svg`, `NAME-2.svg` and so on.

use std::fs;
use std::path::Path;

use crate::Failure;

/// The file of an experiment's chart; places are counted from 0 and files from 1.
#[must_use]
pub fn file(name: &str, place: usize) -> String {
    format!("{name}-{}.svg", place + 1)
}

/// Removes an experiment's charts from a folder, but for the first so many.
///
/// # Errors
/// If the folder cannot be read, or a chart cannot be removed.
pub fn discard(folder: &Path, name: &str, kept: usize) -> Result<(), Failure> {
    let failed = |path: &Path, source| Failure::Disk { path: path.display().to_string(), source };
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let entry = entry.map_err(|error| failed(folder, error))?;
        if entry.file_name().to_str().and_then(|file| number(file, name)) > Some(kept) {
            fs::remove_file(entry.path()).map_err(|error| failed(&entry.path(), error))?;
        }
    }
    Ok(())
}

/// The number of a file, if it is a chart of this experiment.
fn number(file: &str, name: &str) -> Option<usize> {
    let number = file.strip_prefix(name)?.strip_prefix('-')?.strip_suffix(".svg")?;
    number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_charts_beyond_those_kept_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let own = [0, 1, 2, 11].map(|place| file("002-error", place));
        let others =
            ["002-error-adult-3.svg", "002-error.csv", "002-error-x.svg", "002-error-.svg"];
        for name in own.iter().map(String::as_str).chain(others) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let left = |names: &[String]| {
            let there = names.iter().filter(|name| folder.path().join(name).exists());
            there.cloned().collect::<Vec<_>>()
        };
        discard(folder.path(), "002-error", 2).unwrap();
        assert_eq!(left(&own), own[..2]);
        discard(folder.path(), "002-error", 0).unwrap();
        assert!(left(&own).is_empty());
        assert_eq!(left(&others.map(str::to_owned)), others);
        assert!(discard(&folder.path().join("nowhere"), "002-error", 0).is_err());
    }
}
