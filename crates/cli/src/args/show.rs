//! How flags are shown: under which heading, with which word for the value, and what a shell needs to
//! know besides. Which flags there are, and what they mean, is for the options to say.

use clap::builder::Resettable;
use clap::{Arg, ValueHint};
use incrowd::terms::FLAGS;

/// Flags under one heading of the help.
#[derive(Clone, Debug)]
pub struct FlagSection {
    pub heading: Option<&'static str>,
    pub listed: ListedFlags,
}

/// The flags of a section, in the order of the help.
#[derive(Clone, Debug)]
pub enum ListedFlags {
    These(&'static [FlagDisplay]),
    /// Those of all demands.
    Demands,
}

impl ListedFlags {
    /// The names of the options.
    pub fn names(&self) -> Vec<&'static str> {
        match self {
            ListedFlags::These(shows) => shows.iter().map(|show| show.name).collect(),
            ListedFlags::Demands => FLAGS.iter().map(|flag| flag.name).collect(),
        }
    }
}

/// How a flag is shown.
#[derive(Clone, Copy, Debug)]
pub struct FlagDisplay {
    /// The option.
    pub name: &'static str,
    /// What stands for its value.
    pub value: &'static str,
    /// What else there is to say of the flag.
    pub with: fn(Arg) -> Arg,
}

impl FlagDisplay {
    pub const fn new(name: &'static str, value: &'static str) -> Self {
        FlagDisplay { name, value, with: |arg| arg }
    }

    /// A flag that takes nothing.
    pub const fn switch(name: &'static str) -> Self {
        FlagDisplay::new(name, "")
    }

    /// A flag whose value may start with a dash, so that it is refused in words of its own.
    pub const fn dashed(name: &'static str, value: &'static str) -> Self {
        FlagDisplay::new(name, value).with(|arg| arg.allow_hyphen_values(true))
    }

    pub const fn with(self, with: fn(Arg) -> Arg) -> Self {
        FlagDisplay { with, ..self }
    }
}

/// What stands first on the command line, without a flag.
pub fn first(arg: Arg) -> Arg {
    positional(arg).required(true)
}

/// The same, where it can be left out.
pub fn positional(arg: Arg) -> Arg {
    arg.long(Resettable::Reset).index(1)
}

fn short_output(arg: Arg) -> Arg {
    arg.short('o')
}

/// A word that names a file.
fn a_file(arg: Arg) -> Arg {
    arg.value_hint(ValueHint::FilePath)
}

const fn section(heading: &'static str, shows: &'static [FlagDisplay]) -> FlagSection {
    FlagSection { heading: Some(heading), listed: ListedFlags::These(shows) }
}

/// What has no heading.
pub const fn plain(shows: &'static [FlagDisplay]) -> FlagSection {
    FlagSection { heading: None, listed: ListedFlags::These(shows) }
}

pub const DEMANDS: FlagSection = FlagSection {
    heading: Some("Demands (`incrowd explain MODEL` tells what each promises)"),
    listed: ListedFlags::Demands,
};

/// How every command reports.
pub const OUTPUT: FlagSection = section(
    "Output",
    &[
        FlagDisplay::switch("json"),
        FlagDisplay::switch("quiet").with(|arg| arg.short('q')),
        FlagDisplay::switch("verbose").with(|arg| arg.short('v').conflicts_with("quiet")),
        FlagDisplay::new("threads", "N"),
    ],
);

pub const READING: FlagSection = section(
    "Reading tables (.csv, .tsv, either with .gz or .zst, .parquet, .xlsx, .ods)",
    &[
        FlagDisplay::new("delimiter", "BYTE"),
        FlagDisplay::switch("no-header"),
        FlagDisplay::new("names", "A,B,.."),
        FlagDisplay::switch("trim"),
        FlagDisplay::new("comment", "BYTE"),
        FlagDisplay::new("encoding", "NAME"),
        FlagDisplay::new("sheet", "NAME"),
        FlagDisplay::new("decimal", "[COL=]SIGN"),
        FlagDisplay::new("thousands", "COL=SIGN"),
        FlagDisplay::new("date-format", "[COL=]FORMAT"),
        FlagDisplay::new("null", "TEXT"),
        FlagDisplay::new("type", "COL=KIND"),
    ],
);

const COLUMNS: &str = "Columns (those not named are plain: kept as they are)";

pub const RELEASE_COLUMNS: FlagSection = section(
    COLUMNS,
    &[
        FlagDisplay::new("qi", "A,B,.."),
        FlagDisplay::new("sensitive", "S,T,.."),
        FlagDisplay::new("id", "A,B,.."),
        FlagDisplay::new("person", "COL"),
        FlagDisplay::new("member", "COL=VALUE"),
    ],
);

pub const CHECK_COLUMNS: FlagSection = section(
    COLUMNS,
    &[
        FlagDisplay::new("qi", "A,B,.."),
        FlagDisplay::new("sensitive", "S,T,.."),
        FlagDisplay::new("person", "COL"),
        FlagDisplay::new("group", "COL"),
        FlagDisplay::new("secrets", "TABLE"),
        FlagDisplay::switch("keep-suppressed"),
    ],
);

/// Demands by the name of who printed them.
pub const PRESET: FlagSection =
    section("Thresholds that authorities print", &[FlagDisplay::new("preset", "NAME")]);

pub const CHECK_DEMANDS: FlagSection = section(
    "Demands",
    &[
        FlagDisplay::new("preset", "NAME"),
        FlagDisplay::new("known", "N"),
        FlagDisplay::new("members", "N").with(|arg| arg.requires("public")),
        FlagDisplay::new("hierarchy", "COL=SPEC"),
        FlagDisplay::new("level", "COL=N"),
        FlagDisplay::new("original", "TABLE"),
        FlagDisplay::new("after", "CERT.json").with(a_file),
    ],
);

pub const GENERALIZING: FlagSection = section(
    "Generalizing",
    &[
        FlagDisplay::new("hierarchy", "COL=SPEC")
            .with(|arg| arg.help(super::choices::hierarchies())),
        FlagDisplay::new("level", "COL=MIN..MAX"),
        FlagDisplay::new("weight", "COL=W"),
        FlagDisplay::dashed("suppress", "2%|20"),
        FlagDisplay::new("cost", "COST").with(super::choices::listed),
        FlagDisplay::new("recoding", "NAME").with(super::choices::listed),
        FlagDisplay::new("algorithm", "NAME").with(|arg| arg.help(super::choices::algorithms())),
        FlagDisplay::new("cut", "WHERE"),
        FlagDisplay::new("known", "N"),
        FlagDisplay::switch("all-minimal"),
        FlagDisplay::switch("deal"),
        FlagDisplay::switch("overlap"),
        FlagDisplay::new("cost-over", "WHOSE"),
        FlagDisplay::new("effort", "EFFORT"),
        FlagDisplay::switch("proof"),
        FlagDisplay::dashed("time-limit", "TIME"),
    ],
);

pub const PUBLISHING: FlagSection = section(
    "Publishing",
    &[
        FlagDisplay::new("output", "OUT").with(short_output),
        FlagDisplay::switch("force"),
        FlagDisplay::switch("dry-run"),
        FlagDisplay::new("explore", "DEMAND=A,B,..")
            .with(|arg| arg.help(super::choices::explored())),
        FlagDisplay::new("order", "ORDER"),
        FlagDisplay::new("audit", "N"),
        FlagDisplay::new("seed", "N"),
        FlagDisplay::switch("keep-suppressed"),
        FlagDisplay::switch("strict"),
        FlagDisplay::new("after", "CERT.json").with(a_file),
    ],
);

/// The evidence of a command that publishes and has a section for that.
pub const EVIDENCE: FlagSection = section(
    "Evidence",
    &[
        FlagDisplay::new("report", "R.html"),
        FlagDisplay::new("for", "TEXT"),
        FlagDisplay::switch("evidence"),
        FlagDisplay::new("certificate", "C.json"),
        FlagDisplay::new("key", "FILE"),
    ],
);

/// The evidence of a command that writes nothing else.
pub const EVIDENCE_ALONE: FlagSection = section(
    "Evidence",
    &[
        FlagDisplay::new("report", "R.html"),
        FlagDisplay::new("for", "TEXT"),
        FlagDisplay::switch("evidence"),
        FlagDisplay::new("certificate", "C.json"),
        FlagDisplay::new("key", "FILE"),
        FlagDisplay::switch("force"),
    ],
);

pub const ATTACK: FlagSection = plain(&[
    FlagDisplay::new("table", "PUBLISHED").with(first),
    FlagDisplay::new("public", "TABLE"),
    FlagDisplay::new("original", "TABLE"),
    FlagDisplay::new("control", "TABLE"),
    FlagDisplay::new("qi", "A,B,.."),
    FlagDisplay::new("sensitive", "S,T,.."),
    FlagDisplay::new("person", "COL"),
    FlagDisplay::new("secrets", "TABLE"),
    FlagDisplay::new("group", "COL"),
    FlagDisplay::new("hierarchy", "COL=SPEC"),
    FlagDisplay::new("level", "COL=N"),
    FlagDisplay::new("prior", "COL"),
    FlagDisplay::new("members", "N"),
    FlagDisplay::new("worst", "N"),
    FlagDisplay::dashed("presence", "MIN,MAX"),
]);

pub const SCAN: FlagSection = plain(&[
    FlagDisplay::new("table", "TABLE").with(first),
    FlagDisplay::new("set", "A,B,.."),
    FlagDisplay::new("person", "COL"),
    FlagDisplay::dashed("universe", "N"),
    FlagDisplay::new("domain", "COL=N"),
    FlagDisplay::new("preset", "NAME"),
]);

pub const SCAN_SEARCH: FlagSection = section(
    "Minimal quasi-identifiers",
    &[
        FlagDisplay::dashed("alpha", "SHARE"),
        FlagDisplay::dashed("max-size", "N"),
        FlagDisplay::dashed("most", "N"),
        FlagDisplay::new("among", "A,B,.."),
        FlagDisplay::dashed("sample", "ROWS"),
        FlagDisplay::dashed("confidence", "SHARE"),
        FlagDisplay::new("seed", "N"),
        FlagDisplay::dashed("time-limit", "TIME"),
    ],
);

pub const SCAN_START: FlagSection =
    section("Starting point", &[FlagDisplay::new("init", "FILE"), FlagDisplay::switch("force")]);

pub const MASK_ACTIONS: FlagSection = section(
    "What becomes of each column (those not named are kept as they are)",
    &[
        FlagDisplay::new("qi", "A,B,.."),
        FlagDisplay::new("id", "A,B,.."),
        FlagDisplay::new("person", "COL"),
        FlagDisplay::new("column", "COL=ACTION"),
        FlagDisplay::new("preset", "NAME"),
        FlagDisplay::new("zip3", "TABLE"),
        FlagDisplay::new("reference-date", "DATE"),
        FlagDisplay::new("key-file", "FILE"),
        FlagDisplay::new("hierarchy", "COL=SPEC"),
        FlagDisplay::new("method", "NAME").with(super::choices::named),
        FlagDisplay::new("ties", "TIES"),
        FlagDisplay::new("publish", "AS"),
    ],
);

pub const MASK_CROWD: FlagSection = section(
    "How coarse (`incrowd explain mask` tells what is promised)",
    &[
        FlagDisplay::new("k", "K").with(|arg| arg.allow_negative_numbers(true)),
        FlagDisplay::dashed("beta", "SHARE"),
        FlagDisplay::new("universe", "N"),
        FlagDisplay::new("cells", "FORM"),
        FlagDisplay::switch("distribution-free").with(|arg| arg.conflicts_with("cells")),
        FlagDisplay::new("weight", "COL=W"),
        FlagDisplay::new("domain", "COL=N"),
        FlagDisplay::switch("plan"),
    ],
);

pub const MASK_PUBLISHING: FlagSection = section(
    "Publishing",
    &[
        FlagDisplay::new("output", "OUT").with(short_output),
        FlagDisplay::switch("force"),
        FlagDisplay::switch("strict"),
        FlagDisplay::new("seed", "N"),
    ],
);

pub const VERIFY: FlagSection = plain(&[
    FlagDisplay::new("certificate", "C.json").with(positional),
    FlagDisplay::new("published", "FILE"),
    FlagDisplay::new("public", "FILE"),
    FlagDisplay::new("key", "FILE").with(|arg| arg.requires("original")),
    FlagDisplay::new("original", "TABLE").with(|arg| arg.requires("key")),
    FlagDisplay::new("settings", "FILE").with(|arg| arg.requires("key")),
    FlagDisplay::switch("strict"),
]);

pub const DELTA: FlagSection = plain(&[
    FlagDisplay::new("prior", "SHARE").with(needed),
    FlagDisplay::new("members", "N").with(needed),
    FlagDisplay::new("people", "N").with(needed),
    FlagDisplay::new("cost", "AMOUNT").with(needed),
    FlagDisplay::new("gain", "AMOUNT").with(needed),
    FlagDisplay::dashed("cost-out", "AMOUNT"),
]);

pub const HIERARCHY: FlagSection = plain(&[
    FlagDisplay::new("hierarchy", "COL=SPEC").with(first),
    FlagDisplay::new("table", "TABLE").with(second),
    FlagDisplay::new("export", "FILE"),
    FlagDisplay::switch("force"),
    FlagDisplay::new("lines", "N"),
]);

pub const REPORT: FlagSection = plain(&[
    FlagDisplay::new("result", "RESULT.json").with(first),
    FlagDisplay::new("output", "R.html").with(|arg| short_output(arg).required(true)),
    FlagDisplay::new("for", "TEXT"),
    FlagDisplay::switch("force"),
]);

/// What stands second on the command line.
fn second(arg: Arg) -> Arg {
    arg.long(Resettable::Reset).index(2).required(true)
}

/// What must be given, and may start with a dash, so that it is refused in words of its own.
fn needed(arg: Arg) -> Arg {
    arg.required(true).allow_hyphen_values(true)
}
