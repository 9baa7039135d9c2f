//! Why a run cannot go on.

use incrowd_io::IoError;

/// Why a run cannot go on. What was measured before is kept.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A name that is no experiment and no paper.
    #[error("'{name}' is no experiment and no paper; there are {known}{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// All names, in words.
        known: String,
        /// `; did you mean '000-cost'?`, or nothing.
        hint: String,
    },
    /// An experiment that was asked for by name and cannot be made.
    #[error("'{0}' measures the census table Adult; say where it is (--adult DIR)")]
    NeedsAdult(String),
    /// The folder holds results that do not belong to this run.
    #[error(
        "{file}: the folder holds results of {found}, and this run is of {wanted}; name another folder, or begin anew with --force"
    )]
    OtherRun {
        /// The file that says so.
        file: String,
        /// What the folder holds.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// A file of earlier results that cannot be used.
    #[error("{problem}; delete the file, or begin anew with --force")]
    Damaged {
        /// Where in which file something is wrong, and what.
        problem: String,
        /// The file.
        file: String,
        /// The line, where it is known.
        line: Option<u64>,
    },
    /// A file where the folder of the results should be.
    #[error("{0}: is a file; name a folder for the results")]
    NoFolder(String),
    /// A measurement that failed.
    #[error("{experiment}, '{point}': {why}")]
    Measuring {
        /// The experiment.
        experiment: String,
        /// The measurement.
        point: String,
        /// What is missing or wrong.
        why: String,
    },
    /// A file that cannot be read or written.
    #[error(transparent)]
    File(#[from] IoError),
    /// A folder that cannot be made or emptied, or the data that cannot be read.
    #[error("{path}: {source}")]
    Disk {
        /// The path.
        path: String,
        /// The operating system's answer.
        source: std::io::Error,
    },
}
