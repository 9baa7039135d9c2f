//! The command line as evidence keeps it.

use std::ffi::OsString;
use std::sync::OnceLock;

/// Flags that say how a command talks and what it writes about itself, which changes nothing that
/// it finds; and whether a word follows.
const BESIDES: [(&str, bool); 11] = [
    ("--json", false),
    ("--quiet", false),
    ("-q", false),
    ("--verbose", false),
    ("-v", false),
    ("--threads", true),
    ("--report", true),
    ("--certificate", true),
    ("--key", true),
    ("--evidence", false),
    ("--force", false),
];

/// The words that this process runs.
static WORDS: OnceLock<Vec<String>> = OnceLock::new();

/// Keeps the words that are run.
pub fn set(words: &[OsString]) {
    let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    // A process runs one command.
    let _ = WORDS.set(words.collect());
}

/// The command as it was typed, for a shell to read, without what does not matter.
pub fn typed() -> String {
    command(WORDS.get().into_iter().flatten().cloned())
}

fn command(mut words: impl Iterator<Item = String>) -> String {
    let mut text = "incrowd".to_owned();
    while let Some(word) = words.next() {
        let flag = word.split('=').next().unwrap_or_default();
        match BESIDES.iter().find(|(besides, _)| *besides == flag) {
            Some((_, true)) if flag == word => drop(words.next()),
            Some(_) => {}
            None => text = text + " " + &quoted(&word),
        }
    }
    text
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=,./:+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::{command, quoted};

    #[test]
    fn how_a_command_talks_is_left_out() {
        let typed = "check t.csv -q --threads 4 --qi a --report=r.html --force --k 2 --json";
        let words = typed.split(' ').map(str::to_owned);
        assert_eq!(command(words), "incrowd check t.csv --qi a --k 2");
    }

    #[test]
    fn a_shell_reads_words_as_they_were_typed() {
        assert_eq!(quoted("--qi=age,zip"), "--qi=age,zip");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's a; $word"), r"'it'\''s a; $word'");
    }
}
