//! Outputs that cannot be written, and files that must never be overwritten.

use serde_json::{Value, json};

use crate::support::refusal::OLDER;
use crate::support::{self, Folder};

/// `-o` that cannot be: what is said, and the file that is blamed.
#[test]
fn outputs_that_cannot_be_written() {
    let cases: &[(&str, &[&str], Value)] = &[
        ("-o old.csv", &["old.csv", "exists already", "--force"], json!({ "file": "old.csv" })),
        (
            "-o nowhere/out.csv",
            &["nowhere/out.csv", "'nowhere' does not exist"],
            json!({ "file": "nowhere/out.csv" }),
        ),
        (
            "-o region.csv/out.csv",
            &["region.csv/out.csv", "'region.csv'"],
            json!({ "file": "region.csv/out.csv" }),
        ),
        ("-o folder", &["folder", "is a folder", "name a file"], json!({ "file": "folder" })),
        ("-o folder --force", &["folder", "is a folder"], json!({ "file": "folder" })),
        (
            "-o /dev/null --force",
            &["/dev/null", "not a regular file"],
            json!({ "file": "/dev/null" }),
        ),
        ("-o out.csv --suppress 3 -o out.csv", &["--output"], json!({})),
        ("", &["no output", "-o", "--dry-run"], json!({})),
    ];
    for (flags, says, fields) in cases {
        let folder = Folder::new();
        folder.write("old.csv", OLDER);
        std::fs::create_dir(folder.path("folder")).unwrap();
        let before = folder.snapshot();
        let words = format!("release study.csv --qi age,sex --k 2 --json {flags}");
        let run = folder.run(&words).ends(2).says(says);
        let mut error = run.json()["error"].as_object().unwrap().clone();
        error.remove("message").unwrap();
        assert_eq!(Value::from(error), *fields, "{run}");
        assert_eq!(folder.snapshot(), before, "{run}");
    }
}

/// By whatever name the output goes, an input is never overwritten.
#[cfg(unix)]
#[test]
fn an_output_that_is_the_table_or_the_population() {
    let folder = Folder::new();
    folder.write("people.csv", support::STUDY);
    std::os::unix::fs::symlink(folder.path("study.csv"), folder.path("link.csv")).unwrap();
    std::fs::hard_link(folder.path("study.csv"), folder.path("hard.csv")).unwrap();
    std::fs::create_dir(folder.path("sub")).unwrap();
    let absolute = folder.path("study.csv").display().to_string();
    let names = [
        "study.csv",
        "./study.csv",
        "sub/../study.csv",
        "link.csv",
        "hard.csv",
        "people.csv",
        &absolute,
    ];
    let before = folder.snapshot();
    for name in names {
        let words = "release study.csv --qi age,sex --k 2 --k-map 2 --public people.csv --force";
        let run = folder.run(&format!("{words} -o {name} --json")).ends(2);
        let run = run.says(&[name, "is also an input", "another file"]);
        assert_eq!(run.json()["error"]["file"], json!(name));
        assert_eq!(folder.snapshot(), before, "{run}");
    }
    // The same file is an input by its other name, too.
    folder.run("release link.csv --qi age,sex --k 2 --force -o study.csv").ends(2);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn an_output_that_is_a_hierarchy_file() {
    let folder = Folder::new();
    let before = folder.snapshot();
    let words =
        "release study.csv --qi region --k 2 --hierarchy region=region.csv --force -o region.csv";
    folder.run(words).ends(2).says(&["region.csv", "is also an input"]);
    folder.run("hierarchy region=region.csv study.csv --export region.csv --force").ends(2);
    folder.run("hierarchy region=region.csv study.csv --export study.csv --force").ends(2);
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn an_output_that_is_the_release_toml() {
    let folder = Folder::new();
    folder.write("r.toml", "table = 'study.csv'\nqi = 'age'\nid = 'name'\nk = 2\n");
    let before = folder.snapshot();
    folder.run("release r.toml --force -o r.toml").ends(2).says(&["r.toml", "is also an input"]);
    assert_eq!(folder.snapshot(), before);
}

/// On a file system of 64 KiB, in a mount namespace of its own that ends with the command.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "mounts a small disk, which not every machine lets an unprivileged user do"]
fn a_full_disk() {
    use std::process::Command;

    let folder = Folder::new();
    let rows =
        (0..6000).map(|row| format!("{},F,some words that fill the disk soon\n", 20 + row % 50));
    folder.write("big.csv", format!("age,sex,note\n{}", rows.collect::<String>()));
    std::fs::create_dir(folder.path("small")).unwrap();
    let script = "mount -t tmpfs -o size=64k none small || exit 77
        echo older > small/out.csv
        \"$0\" release big.csv --qi age,sex --k 2 -o small/out.csv --force --json
        echo \"status $?\"; ls -A small; cat small/out.csv";
    let run = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_incrowd")])
        .current_dir(folder.path("."))
        .output()
        .unwrap();
    assert_ne!(run.status.code(), Some(77), "cannot mount: {run:?}");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(stderr.contains("small/out.csv") && stderr.contains("the disk is full"), "{stderr}");
    let stdout = String::from_utf8_lossy(&run.stdout);
    let (report, after) = stdout.split_once("status ").unwrap();
    let report: Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["error"]["file"], json!("small/out.csv"), "{stdout}");
    // The status, the one file on the small disk, and what is in it.
    assert_eq!(after, "2\nout.csv\nolder\n");
}

/// A report that nobody could read is no success.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output() {
    let folder = Folder::new();
    for words in ["release study.csv --qi age,sex --k 2 -o -", "check study.csv --qi sex --json"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let status = folder.command(words).stdout(full).status().unwrap();
        assert_eq!(status.code(), Some(2), "incrowd {words} > /dev/full");
    }
}
