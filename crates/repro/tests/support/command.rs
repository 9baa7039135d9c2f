//! The command, run in a folder of its own.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Runs the command. Words are separated by blanks.
    pub fn run(&self, words: &str) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_repro"));
        Run(command.args(words.split_whitespace()).current_dir(self.0.path()).output().unwrap())
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Run(Output);

impl Run {
    #[track_caller]
    pub fn ends(self, status: i32) -> Run {
        assert_eq!(self.0.status.code(), Some(status), "{self:?}");
        self
    }

    #[track_caller]
    pub fn succeeds(self) -> Run {
        self.ends(0)
    }

    /// Standard error has all of these.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Run {
        let told = String::from_utf8_lossy(&self.0.stderr);
        for part in parts {
            assert!(told.contains(part), "'{part}' is not said: {told}");
        }
        self
    }

    /// Standard output.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    /// The one JSON document of standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A document without what differs from run to run.
pub fn timeless(mut document: Value) -> Value {
    document.as_object_mut().unwrap().remove("seconds").unwrap();
    document
}
