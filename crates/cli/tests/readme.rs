//! Tests of the README: its demo is the output of the demo, and the commands of its tour run.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// The fenced blocks of a language in a chapter.
fn blocks<'a>(chapter: &str, language: &str) -> Vec<&'a str> {
    let start = README.find(&format!("## {chapter}\n")).unwrap();
    let rest = &README[start + 3..];
    let text = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn the_demo_is_what_it_prints() {
    let shown = blocks("A real run", "console")[0].strip_prefix("$ incrowd demo\n").unwrap();
    let aside = tempfile::tempdir().unwrap();
    let mut demo = Command::new(env!("CARGO_BIN_EXE_incrowd"));
    let run = demo.arg("demo").env("TMPDIR", aside.path()).output().unwrap();
    let printed = String::from_utf8(run.stdout).unwrap();
    // Only the time it took may differ, and where the report is.
    let timeless = |text: &str| -> Vec<String> {
        let before = |line: &str, mark: &str| line.split(mark).next().unwrap().to_owned();
        let cut = |line: &str| {
            before(&before(line, " of the study. "), " would sign: ").trim_end().to_owned()
        };
        text.trim_end().lines().map(cut).collect()
    };
    assert_eq!(timeless(shown), timeless(&printed));
}

#[test]
fn the_commands_of_the_tour_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = String::from("set -eu\n");
    for block in blocks("Five minutes", "sh") {
        script += block;
    }
    std::fs::create_dir(folder.path().join("tour")).unwrap();
    let toml = blocks("Five minutes", "toml")[0];
    std::fs::write(folder.path().join("tour/release.toml"), toml).unwrap();
    script += "rm published.csv; incrowd release release.toml\n";
    let bin = Path::new(env!("CARGO_BIN_EXE_incrowd")).parent().unwrap().display();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(&script).env("PATH", path).current_dir(folder.path());
    let run = shell.output().unwrap();
    assert!(run.status.success(), "{}\n{}", script, String::from_utf8_lossy(&run.stderr));
    let published = std::fs::read_to_string(folder.path().join("tour/published.csv")).unwrap();
    assert_eq!(published.lines().next(), Some("age,sex,zip,job,illness"));
}
