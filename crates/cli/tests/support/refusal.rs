//! What a refusal must be: a clear error with its place, no output, no older file touched.

use std::panic::AssertUnwindSafe;

use serde_json::Value;

use super::Folder;

/// What a message must say.
pub type Says = &'static [&'static str];

/// Something that is refused with exit status 2.
pub struct Case {
    pub what: &'static str,
    pub files: &'static [(&'static str, &'static [u8])],
    pub command: String,
    pub says: Says,
    pub fields: Value,
}

/// What an older file at the output holds.
pub const OLDER: &str = "an older release that somebody still needs";

impl Case {
    /// Exit status 2, in words and as JSON, and nothing in the folder has changed.
    fn check(&self) {
        let folder = Folder::new();
        for (name, bytes) in self.files {
            folder.write(name, bytes);
        }
        let out = match self.command.split(' ').next() {
            Some("release" | "mask") => " -o out.csv",
            Some("hierarchy") => " --export out.csv",
            _ => "",
        };
        let before = folder.snapshot();

        let plain = folder.run(&format!("{}{out}", self.command)).ends(2).says(self.says);
        assert_eq!(plain.text(), "", "{}: {plain}", self.what);

        let run = folder.run(&format!("{}{out} --json", self.command)).ends(2).says(self.says);
        let report = run.json();
        assert_eq!(report.as_object().unwrap().len(), 1, "{}: only an error: {run}", self.what);
        let mut error = report["error"].as_object().unwrap().clone();
        let message = error.remove("message").unwrap();
        assert!(run.stderr.contains(message.as_str().unwrap()), "{}: {run}", self.what);
        assert_eq!(Value::from(error), self.fields, "{}: {run}", self.what);
        assert_eq!(folder.snapshot(), before, "{}: {run}", self.what);

        if !out.is_empty() {
            folder.write("out.csv", OLDER);
            let run = folder.run(&format!("{}{out} --force", self.command)).ends(2);
            assert_eq!(folder.text("out.csv"), OLDER, "{}: {run}", self.what);
            assert_eq!(folder.snapshot().len(), before.len() + 1, "{}: {run}", self.what);
        }
    }
}

/// Tries every case, so that one run shows all that is wrong.
pub fn check(cases: &[Case]) {
    let fails = |case: &&Case| std::panic::catch_unwind(AssertUnwindSafe(|| case.check())).is_err();
    let failed: Vec<&str> = cases.iter().filter(fails).map(|case| case.what).collect();
    assert_eq!(failed, [""; 0], "cases that fail, as said above");
}
