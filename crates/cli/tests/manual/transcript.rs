//! A `console` block: commands and what a terminal shows after each.
//!
//! Lines are compared without the blanks at their ends, and three things may differ: times (`0.03 s`,
//! `"seconds": 0.03`), the random end of a temporary folder's name (`incrowd-demo-4xk2Qa`), and what
//! `...` stands for.

use super::shell::Shell;

pub struct Transcript {
    exchanges: Vec<Exchange>,
    /// Lines before the first command, which nothing prints.
    stray: bool,
}

/// A command, and what is said to come of it.
struct Exchange {
    /// The line of the block in which the command starts.
    offset: usize,
    /// The command's lines as they are written.
    written: Vec<String>,
    shown: Vec<String>,
}

/// What came of typing it.
pub struct Typed {
    /// Lines of the block, and what is wrong there.
    pub complaints: Vec<(usize, String)>,
    /// The block as it should be.
    pub text: String,
}

impl Transcript {
    pub fn parse(text: &str) -> Transcript {
        let mut exchanges: Vec<Exchange> = Vec::new();
        let (mut goes_on, mut stray) = (false, false);
        for (offset, line) in text.lines().enumerate() {
            if line.starts_with("$ ") {
                exchanges.push(Exchange { offset, written: Vec::new(), shown: Vec::new() });
            }
            let Some(exchange) = exchanges.last_mut() else {
                stray = true;
                continue;
            };
            if goes_on || line.starts_with("$ ") {
                goes_on = line.ends_with('\\');
                exchange.written.push(line.to_owned());
            } else {
                exchange.shown.push(line.to_owned());
            }
        }
        Transcript { exchanges, stray }
    }

    /// Types all commands, and compares.
    pub fn typed(&self, shell: &mut Shell) -> Typed {
        let mut typed = Typed { complaints: Vec::new(), text: String::new() };
        if self.stray {
            typed.complaints.push((0, "a transcript starts with a command: `$ ...`".into()));
        }
        for exchange in &self.exchanges {
            let found = exchange.found(shell);
            let same = agree(&plain(&exchange.shown), &plain(&found));
            if !same {
                typed.complaints.push((exchange.offset, exchange.complaint(&found)));
            }
            let after = if same { &exchange.shown } else { &found };
            for line in exchange.written.iter().chain(after) {
                typed.text += line;
                typed.text.push('\n');
            }
        }
        typed
    }
}

impl Exchange {
    fn found(&self, shell: &mut Shell) -> Vec<String> {
        let command = self.written.join("\n");
        let run = shell.run(command.trim_start_matches("$ "));
        let mut lines = run.lines;
        if run.status != Some(0) {
            let status = run.status.map_or("killed".to_owned(), |status| status.to_string());
            lines.push(format!("[{status}]"));
        }
        lines
    }

    fn complaint(&self, found: &[String]) -> String {
        let Exchange { written, shown, .. } = self;
        let (command, shown, found) = (written.join("\n"), shown.join("\n"), found.join("\n"));
        format!("{command}\n--- the page says\n{shown}\n--- the binary says\n{found}\n---")
    }
}

/// Lines without what may differ, and without empty ones at the end.
fn plain(lines: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|line| timeless(line.trim_end())).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A line in which all times are the same, and all folders for temporary files.
fn timeless(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(String::from).collect();
    let is_number = |word: &str| word.trim_end_matches(',').parse::<f64>().is_ok();
    for place in 1..words.len() {
        let unit = words[place].trim_end_matches(['.', ',']) == "s";
        if (unit || words[place - 1] == "\"seconds\":") && !words[place].is_empty() {
            let number = if unit { place - 1 } else { place };
            if is_number(&words[number]) {
                words[number] = "0".to_owned();
            }
        }
    }
    let line = words.join(" ");
    match line.split_once("incrowd-demo-") {
        Some((before, after)) => {
            let end = after.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
            format!("{before}incrowd-demo-{end}")
        }
        None => line,
    }
}

/// Whether what is shown is what was found, the exit status included: `...` does not stand for it.
fn agree(shown: &[String], found: &[String]) -> bool {
    let (shown, one) = parted(shown);
    let (found, other) = parted(found);
    one == other && matches(shown, found)
}

/// The lines before the exit status, and the status if there is one.
fn parted(lines: &[String]) -> (&[String], Option<&String>) {
    let is_status = |line: &String| {
        line.strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .is_some_and(|status| status == "killed" || status.parse::<i32>().is_ok())
    };
    match lines.split_last() {
        Some((last, before)) if is_status(last) => (before, Some(last)),
        _ => (lines, None),
    }
}

/// Whether lines are as expected, where `...` is any number of them.
fn matches(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, others)| line == first && matches(rest, others)),
    }
}
