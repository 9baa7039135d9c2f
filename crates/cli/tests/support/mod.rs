//! A folder with a small study in it, and the binary run there the way a person would.

pub mod postgres;
pub mod refusal;
pub mod study;
pub mod traces;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Twelve people: two of each sex in each decade of age, three in each region.
pub const STUDY: &str = "\
name,age,sex,region,illness,salary,ward
Ada,21,F,north,flu,30000,A
Ben,23,M,north,asthma,32000,B
Cleo,24,F,west,hiv,35000,A
Dan,28,M,west,flu,41000,B
Eve,33,F,south,none,38000,A
Finn,35,M,south,flu,52000,B
Gus,36,M,east,asthma,47000,A
Hana,39,F,east,hiv,61000,B
Ines,44,F,north,none,58000,A
Jon,47,M,south,hiv,66000,B
Kit,48,M,west,asthma,72000,A
Lea,49,F,east,none,80000,B
";

/// The regions of the study.
pub const REGIONS: &str = "north;cold;*\nwest;cold;*\nsouth;warm;*\neast;warm;*\n";

/// The illnesses of the study.
pub const ILLNESSES: &str = "flu;lung;*\nasthma;lung;*\nhiv;virus;*\nnone;none;*\n";

/// A folder of its own for each test, with `study.csv`, `region.csv` and `illness.csv` in it.
pub struct Folder {
    here: TempDir,
    /// Where programs put temporary files that belong nowhere; it must be empty after each run.
    aside: TempDir,
}

impl Folder {
    pub fn new() -> Folder {
        let folder = Folder {
            here: tempfile::tempdir().expect("a temporary folder"),
            aside: tempfile::tempdir().expect("a temporary folder"),
        };
        folder.write("study.csv", STUDY);
        folder.write("region.csv", REGIONS);
        folder.write("illness.csv", ILLNESSES);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.here.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    /// The files of the folder with their bytes, hidden ones too.
    pub fn snapshot(&self) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = names(self.here.path())
            .into_iter()
            .map(|name| {
                let bytes = fs::read(self.path(&name)).unwrap_or_default();
                (name, bytes)
            })
            .collect();
        files.sort();
        files
    }

    /// The command, not yet started. Words are separated by blanks, so no word may hold one.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_incrowd"));
        command.args(words.split_whitespace()).current_dir(self.here.path());
        command.env("TMPDIR", self.aside.path()).env_remove("NO_COLOR");
        command
    }

    /// Runs `incrowd WORDS`, which may end as it likes, but never in a panic, and never leaving a
    /// temporary file behind.
    pub fn run(&self, words: &str) -> Run {
        self.feed(words, "")
    }

    /// The same, with this on standard input.
    pub fn feed(&self, words: &str, input: impl AsRef<[u8]>) -> Run {
        let run = self.start(words, input);
        self.assert_tidy(&run.to_string());
        run
    }

    /// Runs a command that leaves one file of this name among temporary files, on purpose and says
    /// where.
    pub fn run_leaving(&self, words: &str, name: &str) -> Run {
        let run = self.start(words, "");
        let folders = names(self.aside.path());
        assert_eq!(folders.len(), 1, "{run}");
        let folder = self.aside.path().join(&folders[0]);
        assert_eq!(names(&folder), [name]);
        assert!(run.text().contains(&folder.join(name).display().to_string()), "{run}");
        fs::remove_dir_all(folder).expect("a folder");
        run
    }

    fn start(&self, words: &str, input: impl AsRef<[u8]>) -> Run {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("incrowd starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A command that does not read its input closes the pipe, which is its right.
        let _ = pipe.write_all(input.as_ref());
        drop(pipe);
        let output = child.wait_with_output().expect("incrowd ends");
        traces::search(self, words, input.as_ref());
        let run = Run {
            words: words.to_owned(),
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        assert!(!run.stderr.contains("panicked"), "{run}");
        run
    }

    /// No temporary file is left.
    pub fn assert_tidy(&self, after: &str) {
        assert_eq!(names(self.aside.path()), [""; 0], "left in the temporary folder by {after}");
        let hidden = names(self.here.path()).into_iter().filter(|name| name.starts_with('.'));
        assert_eq!(hidden.collect::<Vec<_>>(), [""; 0], "left beside the output by {after}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect()
}

/// A generator of small numbers from a seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// How a run ended.
pub struct Run {
    words: String,
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    /// It ended with this status.
    #[track_caller]
    pub fn ends(self, status: i32) -> Run {
        assert_eq!(self.status, Some(status), "{self}");
        self
    }

    /// It ended well.
    #[track_caller]
    pub fn succeeds(self) -> Run {
        self.ends(0)
    }

    /// Standard error has all of these.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Run {
        for part in parts {
            assert!(self.stderr.contains(part), "'{part}' is not said by {self}");
        }
        self
    }

    /// Standard output, as text.
    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// The one JSON document of standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stdout = String::from_utf8_lossy(&self.stdout);
        let Run { words, status, stderr, .. } = self;
        write!(
            f,
            "incrowd {words}\nexit status {status:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}"
        )
    }
}

/// The cells of a CSV table, header first.
pub fn cells(text: &str) -> Vec<Vec<String>> {
    let mut reader = Reader { rest: text };
    std::iter::from_fn(|| reader.row()).collect()
}

/// The cells of one column, without the header.
#[track_caller]
pub fn column(text: &str, name: &str) -> Vec<String> {
    let rows = cells(text);
    let place = rows[0].iter().position(|cell| cell == name);
    let place = place.unwrap_or_else(|| panic!("there is no column {name} in\n{text}"));
    rows[1..].iter().map(|row| row[place].clone()).collect()
}

/// A CSV reader of its own, so that the tests do not believe the one they test.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn row(&mut self) -> Option<Vec<String>> {
        if self.rest.is_empty() {
            return None;
        }
        let mut row = vec![String::new()];
        let mut quoted = false;
        let mut letters = self.rest.char_indices().peekable();
        while let Some((place, letter)) = letters.next() {
            let cell = row.last_mut().expect("a row has a cell");
            match letter {
                '"' if quoted && letters.peek().is_some_and(|&(_, next)| next == '"') => {
                    cell.push('"');
                    letters.next();
                }
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                '\n' if !quoted => {
                    self.rest = &self.rest[place + 1..];
                    return Some(row);
                }
                letter => cell.push(letter),
            }
        }
        self.rest = "";
        Some(row)
    }
}

/// Rows of cells as CSV; every cell quoted.
pub fn to_csv(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let quoted: Vec<_> =
            row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        let _ = writeln!(text, "{}", quoted.join(","));
    }
    text
}

/// A release's JSON without what differs from run to run.
pub fn timeless(mut report: Value) -> Value {
    report.as_object_mut().expect("a report").remove("seconds").expect("a report tells its time");
    report
}

/// People with an age and a salary, the salary all different, and a few ages missing.
pub fn people(rows: u64) -> String {
    let mut dice = Dice(11);
    let mut text = "age,sex,city,salary\n".to_owned();
    for row in 0..rows {
        let age = 20 + dice.roll(60);
        let sex = ["f", "m"][dice.roll(2) as usize];
        let city = ["Bern", "Basel", "Chur", "Thun"][dice.roll(4) as usize];
        let salary = 20_000 + (row * 7919) % 99_991;
        text += &format!("{age},{sex},{city},{salary}\n");
    }
    text
}

/// How many times each text occurs.
pub fn counts(values: &[String]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value.as_str()).or_insert(0) += 1;
    }
    counts
}
