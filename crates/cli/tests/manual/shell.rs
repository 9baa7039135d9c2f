//! The folder in which a page is walked, and the shell that types its commands there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A shell that starts in an empty folder and remembers where it went.
pub struct Shell {
    home: TempDir,
    here: PathBuf,
    /// Where programs put what belongs nowhere.
    aside: TempDir,
}

/// What a terminal would show.
pub struct Shown {
    pub lines: Vec<String>,
    pub status: Option<i32>,
}

impl Shell {
    pub fn new() -> Shell {
        let folder = || tempfile::tempdir().expect("a temporary folder");
        let (home, aside) = (folder(), folder());
        Shell { here: home.path().to_owned(), home, aside }
    }

    /// Types a command. Both outputs come together; folders that differ from run to run are shown
    /// as `…`.
    pub fn run(&mut self, command: &str) -> Shown {
        let place = self.aside.path().join("here");
        let script =
            format!("exec 2>&1\n{command}\nstatus=$?; pwd > '{}'; exit $status", place.display());
        let programs = Path::new(env!("CARGO_BIN_EXE_incrowd")).parent().expect("a folder");
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("PATH", path)
            .env("TMPDIR", self.aside.path())
            .current_dir(&self.here)
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        if let Ok(here) = std::fs::read_to_string(&place) {
            self.here = here.trim_end().into();
        }
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        for folder in [&self.home, &self.aside] {
            text = text.replace(&folder.path().display().to_string(), "…");
        }
        Shown { lines: text.lines().map(String::from).collect(), status: output.status.code() }
    }

    /// Runs a command whose output nobody looks at.
    pub fn succeed(&mut self, command: &str) -> Result<(), String> {
        let shown = self.run(&format!("set -e\n{command}"));
        match shown.status {
            Some(0) => Ok(()),
            status => {
                let lines = shown.lines.join("\n");
                Err(format!("`{command}` ends with {status:?}\n{lines}"))
            }
        }
    }

    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.here.join(name), text).map_err(|error| format!("{name}: {error}"))
    }
}
