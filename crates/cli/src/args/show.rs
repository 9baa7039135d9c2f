//! How flags are shown: under which heading, with which word for the value, and what a shell needs to
//! know besides. Which flags there are, and what they mean, is for the options to say.

use clap::Arg;
use clap::builder::Resettable;
use incrowd::terms::FLAGS;

/// Flags under one heading of the help.
#[derive(Clone, Debug)]
pub struct Section {
    pub heading: Option<&'static str>,
    pub listed: Listed,
}

/// The flags of a section, in the order of the help.
#[derive(Clone, Debug)]
pub enum Listed {
    These(&'static [Show]),
    /// Those of all demands.
    Demands,
}

impl Listed {
    /// The names of the options.
    pub fn names(&self) -> Vec<&'static str> {
        match self {
            Listed::These(shows) => shows.iter().map(|show| show.name).collect(),
            Listed::Demands => FLAGS.iter().map(|flag| flag.name).collect(),
        }
    }
}

/// How a flag is shown.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// The option.
    pub name: &'static str,
    /// What stands for its value.
    pub value: &'static str,
    /// What else there is to say of the flag.
    pub with: fn(Arg) -> Arg,
}

impl Show {
    pub const fn new(name: &'static str, value: &'static str) -> Self {
        Show { name, value, with: |arg| arg }
    }

    /// A flag that takes nothing.
    pub const fn switch(name: &'static str) -> Self {
        Show::new(name, "")
    }

    /// A flag whose value may start with a dash, so that it is refused in words of its own.
    pub const fn dashed(name: &'static str, value: &'static str) -> Self {
        Show::new(name, value).with(|arg| arg.allow_hyphen_values(true))
    }

    pub const fn with(self, with: fn(Arg) -> Arg) -> Self {
        Show { with, ..self }
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

const fn section(heading: &'static str, shows: &'static [Show]) -> Section {
    Section { heading: Some(heading), listed: Listed::These(shows) }
}

/// What has no heading.
pub const fn plain(shows: &'static [Show]) -> Section {
    Section { heading: None, listed: Listed::These(shows) }
}

pub const DEMANDS: Section = Section {
    heading: Some("Demands (`incrowd explain MODEL` tells what each promises)"),
    listed: Listed::Demands,
};

/// How every command reports.
pub const OUTPUT: Section = section(
    "Output",
    &[
        Show::switch("json"),
        Show::switch("quiet").with(|arg| arg.short('q')),
        Show::switch("verbose").with(|arg| arg.short('v').conflicts_with("quiet")),
        Show::new("threads", "N"),
    ],
);

pub const READING: Section = section(
    "Reading tables (.csv, .tsv, either with .gz or .zst, .parquet)",
    &[
        Show::new("delimiter", "BYTE"),
        Show::switch("no-header"),
        Show::new("names", "A,B,.."),
        Show::switch("trim"),
        Show::new("comment", "BYTE"),
        Show::new("null", "TEXT"),
        Show::new("type", "COL=KIND"),
    ],
);

const COLUMNS: &str = "Columns (those not named are plain: kept as they are)";

pub const RELEASE_COLUMNS: Section = section(
    COLUMNS,
    &[
        Show::new("qi", "A,B,.."),
        Show::new("sensitive", "S,T,.."),
        Show::new("id", "A,B,.."),
        Show::new("person", "COL"),
        Show::new("member", "COL=VALUE"),
    ],
);

pub const CHECK_COLUMNS: Section = section(
    COLUMNS,
    &[
        Show::new("qi", "A,B,.."),
        Show::new("sensitive", "S,T,.."),
        Show::new("person", "COL"),
        Show::new("group", "COL"),
        Show::new("secrets", "TABLE"),
        Show::switch("keep-suppressed"),
    ],
);

pub const CHECK_DEMANDS: Section = section(
    "Demands",
    &[
        Show::new("members", "N").with(|arg| arg.requires("public")),
        Show::new("hierarchy", "COL=SPEC"),
        Show::new("level", "COL=N"),
    ],
);

pub const GENERALIZING: Section = section(
    "Generalizing",
    &[
        Show::new("hierarchy", "COL=SPEC").with(|arg| arg.help(super::choices::hierarchies())),
        Show::new("level", "COL=MIN..MAX"),
        Show::new("weight", "COL=W"),
        Show::dashed("suppress", "2%|20"),
        Show::new("cost", "COST").with(super::choices::listed),
        Show::new("recoding", "NAME").with(super::choices::listed),
        Show::new("algorithm", "NAME").with(|arg| arg.help(super::choices::algorithms())),
        Show::switch("all-minimal"),
        Show::switch("deal"),
        Show::switch("overlap"),
        Show::new("cost-over", "WHOSE"),
        Show::new("effort", "EFFORT"),
        Show::dashed("time-limit", "TIME"),
    ],
);

pub const PUBLISHING: Section = section(
    "Publishing",
    &[
        Show::new("output", "OUT").with(short_output),
        Show::switch("force"),
        Show::switch("dry-run"),
        Show::new("explore", "DEMAND=A,B,..").with(|arg| arg.help(super::choices::explored())),
        Show::new("order", "ORDER"),
        Show::new("audit", "N"),
        Show::new("seed", "N"),
        Show::switch("keep-suppressed"),
        Show::switch("strict"),
    ],
);

/// The evidence of a command that publishes and has a section for that.
pub const EVIDENCE: Section = section(
    "Evidence",
    &[
        Show::new("report", "R.html"),
        Show::switch("evidence"),
        Show::new("certificate", "C.json"),
        Show::new("key", "FILE"),
    ],
);

/// The evidence of a command that writes nothing else.
pub const EVIDENCE_ALONE: Section = section(
    "Evidence",
    &[
        Show::new("report", "R.html"),
        Show::switch("evidence"),
        Show::new("certificate", "C.json"),
        Show::new("key", "FILE"),
        Show::switch("force"),
    ],
);

pub const ATTACK: Section = plain(&[
    Show::new("table", "PUBLISHED").with(first),
    Show::new("public", "TABLE"),
    Show::new("original", "TABLE"),
    Show::new("control", "TABLE"),
    Show::new("qi", "A,B,.."),
    Show::new("sensitive", "S,T,.."),
    Show::new("person", "COL"),
    Show::new("secrets", "TABLE"),
    Show::new("group", "COL"),
    Show::new("hierarchy", "COL=SPEC"),
    Show::new("level", "COL=N"),
    Show::new("prior", "COL"),
    Show::new("members", "N"),
    Show::new("worst", "N"),
    Show::dashed("presence", "MIN,MAX"),
]);

pub const SCAN: Section = plain(&[
    Show::new("table", "TABLE").with(first),
    Show::new("set", "A,B,.."),
    Show::dashed("universe", "N"),
    Show::new("domain", "COL=N"),
    Show::new("preset", "NAME"),
]);

pub const SCAN_SEARCH: Section = section(
    "Minimal quasi-identifiers",
    &[
        Show::dashed("alpha", "SHARE"),
        Show::dashed("max-size", "N"),
        Show::dashed("most", "N"),
        Show::new("among", "A,B,.."),
        Show::dashed("sample", "ROWS"),
        Show::dashed("confidence", "SHARE"),
        Show::new("seed", "N"),
        Show::dashed("time-limit", "TIME"),
    ],
);

pub const SCAN_START: Section =
    section("Starting point", &[Show::new("init", "FILE"), Show::switch("force")]);

pub const MASK_ACTIONS: Section = section(
    "What becomes of each column (those not named are kept as they are)",
    &[
        Show::new("qi", "A,B,.."),
        Show::new("id", "A,B,.."),
        Show::new("column", "COL=ACTION"),
        Show::new("preset", "NAME"),
        Show::new("zip3", "TABLE"),
        Show::new("reference-date", "DATE"),
        Show::new("key-file", "FILE"),
        Show::new("hierarchy", "COL=SPEC"),
        Show::new("method", "NAME").with(super::choices::named),
        Show::new("ties", "TIES"),
        Show::new("publish", "AS"),
    ],
);

pub const MASK_CROWD: Section = section(
    "How coarse (`incrowd explain mask` tells what is promised)",
    &[
        Show::new("k", "K").with(|arg| arg.allow_negative_numbers(true)),
        Show::dashed("beta", "SHARE"),
        Show::new("universe", "N"),
        Show::new("cells", "FORM"),
        Show::switch("distribution-free").with(|arg| arg.conflicts_with("cells")),
        Show::new("weight", "COL=W"),
        Show::new("domain", "COL=N"),
        Show::switch("plan"),
    ],
);

pub const MASK_PUBLISHING: Section = section(
    "Publishing",
    &[
        Show::new("output", "OUT").with(short_output),
        Show::switch("force"),
        Show::switch("strict"),
        Show::new("seed", "N"),
    ],
);

pub const VERIFY: Section = plain(&[
    Show::new("certificate", "C.json").with(positional),
    Show::new("published", "FILE"),
    Show::new("public", "FILE"),
    Show::new("key", "FILE").with(|arg| arg.requires("original")),
    Show::new("original", "TABLE").with(|arg| arg.requires("key")),
    Show::new("settings", "FILE").with(|arg| arg.requires("key")),
    Show::switch("strict"),
]);

pub const DELTA: Section = plain(&[
    Show::new("prior", "SHARE").with(needed),
    Show::new("members", "N").with(needed),
    Show::new("people", "N").with(needed),
    Show::new("cost", "AMOUNT").with(needed),
    Show::new("gain", "AMOUNT").with(needed),
    Show::dashed("cost-out", "AMOUNT"),
]);

pub const HIERARCHY: Section = plain(&[
    Show::new("hierarchy", "COL=SPEC").with(first),
    Show::new("table", "TABLE").with(second),
    Show::new("export", "FILE"),
    Show::switch("force"),
    Show::new("lines", "N"),
]);

pub const REPORT: Section = plain(&[
    Show::new("result", "RESULT.json").with(first),
    Show::new("output", "R.html").with(|arg| short_output(arg).required(true)),
    Show::switch("force"),
]);

/// What stands second on the command line.
fn second(arg: Arg) -> Arg {
    arg.long(Resettable::Reset).index(2).required(true)
}

/// What must be given, and may start with a dash, so that it is refused in words of its own.
fn needed(arg: Arg) -> Arg {
    arg.required(true).allow_hyphen_values(true)
}
