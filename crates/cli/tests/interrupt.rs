//! Ctrl-C: at any moment, the output is whole or not there, and nothing else is left.
#![cfg(unix)]

use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Folder;

const RELEASE: &str = "release large.csv --qi a,b,c,d --sensitive s --hierarchy a=intervals:2,4,8,16,32 \
                       --hierarchy b=intervals:2,4,8,16,32 --hierarchy d=intervals:2,4,8,16,32 \
                       --k 4 --l frequency:2 --suppress 5% -q";

/// Enough rows for reading, searching, writing and judging to take their time.
fn large() -> String {
    let mut text = String::from("a,b,c,d,s\n");
    let mut state = 1_u64;
    for _ in 0..40_000 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let dice = state >> 20;
        let (c, s) = (b"abcdefgh"[(dice >> 16) as usize % 8], b"pqr"[(dice >> 30) as usize % 3]);
        let _ = writeln!(
            text,
            "{},{},{},{},{}",
            dice % 80,
            (dice >> 8) % 60,
            c as char,
            1900 + (dice >> 20) % 100,
            s as char
        );
    }
    text
}

fn start(folder: &Folder, words: &str) -> Child {
    let mut command = folder.command(words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    // The process may have ended already, which is no failure.
    let _ =
        Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// Moments all over the time that a run takes.
fn moments(whole: Duration) -> impl Iterator<Item = Duration> {
    let shares = [0.0, 0.03, 0.07, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97];
    shares.into_iter().map(move |share| whole.mul_f64(share))
}

#[test]
fn an_interrupted_release_is_whole_or_absent() {
    let folder = Folder::new();
    folder.write("large.csv", large());
    let begin = Instant::now();
    folder.run(&format!("{RELEASE} -o whole.csv")).succeeds();
    let whole = begin.elapsed();
    for (twice, moment) in
        [false, true].into_iter().flat_map(|twice| moments(whole).map(move |at| (twice, at)))
    {
        let older = "an older release";
        folder.write("out.csv", older);
        let child = start(&folder, &format!("{RELEASE} -o out.csv --force"));
        std::thread::sleep(moment);
        interrupt(&child);
        if twice {
            interrupt(&child);
        }
        let ended = child.wait_with_output().unwrap();
        let what = format!("interrupted after {moment:?}, twice: {twice}: {ended:?}");
        assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"), "{what}");
        folder.assert_tidy(&what);
        if folder.text("out.csv") == older {
            assert!(!ended.status.success(), "nothing was published, so it is no success: {what}");
        } else {
            // What is there was in place before the interruption, and is whole.
            assert!(ended.status.success(), "{what}");
            let judged = "check out.csv --qi a,b,c,d --sensitive s --k 4 --l frequency:2 --json";
            let judged = folder.run(judged).succeeds().json();
            assert!(judged["rows"].as_u64() >= Some(38_000), "{what}");
        }
    }
}

/// Whoever waits for rows from a pipe can still be stopped.
#[test]
fn a_release_that_waits_for_its_input_can_be_interrupted() {
    let folder = Folder::new();
    let mut command = folder.command("release - --qi age --k 2 -o out.csv");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // Kept open, and silent.
    let _pipe = child.stdin.take().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let begin = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if begin.elapsed() > Duration::from_secs(2) {
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    if ended.is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(ended.is_some_and(|status| !status.success()), "Ctrl-C does not end a wait for input");
    assert!(!folder.has("out.csv"));
    folder.assert_tidy("waiting for input");
}
