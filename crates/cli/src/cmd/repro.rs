//! `incrowd repro`: the papers' experiments run again, beside what the papers claim.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use anstyle::Style;
use incrowd_repro::adult::Shop;
use incrowd_repro::{Claim, Job, Outcome, Progress, Scale, Verdict, choose, experiments};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::args::ReproArgs;
use crate::failure::{Ending, Failure, Result};
use crate::talk::{BAD, FAINT, GOOD, STRONG, Talk, WARNING};
use incrowd::run::grid::{Cell, Grid, Set};

pub fn run(args: &ReproArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let chosen = choose(experiments(), &args.names).map_err(placed)?;
    let (adult, absence) = match chosen.iter().any(|(one, _)| one.needs_adult()) {
        true => adult(args, talk)?,
        false => (None, None),
    };
    if let Some(absence) = &absence {
        talk.warn(absence);
    }
    let scale = if args.quick { Scale::Quick } else { Scale::Full };
    let names = args.names.clone();
    let job = Job { names, scale, adult, out: args.output.clone(), force: args.force };
    let bar = Bar(talk.bar("measuring"));
    let outcome = incrowd_repro::run(&job, &bar).map_err(|failure| match (failure, absence) {
        // What would help is better said than that something is missing.
        (incrowd_repro::Failure::NeedsAdult(name), Some(absence)) => {
            Failure::new(format!("{name}: {absence}")).with_value(name)
        }
        (failure, _) => placed(failure),
    })?;
    bar.0.finish_and_clear();
    for left in &outcome.left_out {
        talk.warn(&format!("{} is left out: {}", left.name, left.why));
    }
    if talk.json {
        talk.document(&document(args, &outcome, start.elapsed().as_secs_f64()))?;
    } else {
        talk.print(&words(args, &outcome))?;
    }
    Ok(Ending::Done)
}

/// A failure of a run, with its place.
fn placed(failure: incrowd_repro::Failure) -> Failure {
    use incrowd_repro::Failure as Cause;
    let told = Failure::new(failure.to_string());
    match failure {
        Cause::Unknown { name, .. } | Cause::NeedsAdult(name) => told.with_value(name),
        Cause::Measuring { point, .. } => told.with_value(point),
        Cause::Damaged { file, line, .. } => Failure { line, ..told.in_file(file) },
        Cause::OtherRun { file, .. } | Cause::NoFolder(file) => told.in_file(file),
        Cause::Disk { path, .. } => told.in_file(path),
        Cause::File(error) => error.into(),
    }
}

/// The folder of the census table, fetched if it must be, or why it cannot be.
fn adult(args: &ReproArgs, talk: &Talk) -> Result<(Option<PathBuf>, Option<String>)> {
    let scratch = talk.temporary_folder()?;
    let step = talk.work.step("getting Adult", None);
    let cache = cache(args);
    let found = Shop::default().obtain(args.adult.as_deref(), &cache, scratch.path(), args.force);
    drop(step);
    match found {
        Ok(source) => Ok((Some(source.folder), None)),
        Err(absent) if args.adult.is_some() => {
            let folder = args.adult.iter().map(|folder| folder.display().to_string());
            Err(Failure::new(absent.to_string()).in_file(folder.collect::<String>()))
        }
        Err(absent) => Ok((None, Some(absent.to_string()))),
    }
}

/// Where the census table is kept: with the user's caches, or with the results if there are none.
fn cache(args: &ReproArgs) -> PathBuf {
    let set = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let home = || Some(std::env::home_dir()?.join(".cache"));
    let caches = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(home);
    match caches {
        Some(caches) => caches.join("incrowd").join("adult"),
        None => args.output.join("adult"),
    }
}

/// The bar of a run.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn begin(&self, points: usize) {
        self.0.set_length(points as u64);
    }

    fn point(&self, experiment: &str, _point: &str) {
        self.0.set_message(experiment.to_owned());
    }

    fn done(&self) {
        self.0.inc(1);
    }

    fn skipped(&self, _experiment: &str, points: usize) {
        self.0.inc(points as u64);
    }
}

/// How a verdict looks.
fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Reproduces => GOOD,
        Verdict::Partly => WARNING,
        Verdict::DoesNot => BAD,
        Verdict::CannotBeTold => FAINT,
    }
}

/// The verdicts, and where to read on.
fn words(args: &ReproArgs, outcome: &Outcome) -> String {
    let mut grid = Grid::new([
        ("experiment", Set::Left(20)),
        ("where", Set::Left(16)),
        ("verdict", Set::Left(14)),
        ("what the paper says", Set::Wrapped),
    ]);
    for found in &outcome.found {
        for claim in &found.finding.claims {
            let said = claim.said.as_str().into();
            grid.add([
                found.name.into(),
                claim.at.into(),
                Cell::styled(claim.verdict.word(), style(claim.verdict)),
                said,
            ]);
        }
    }
    let mut text = grid.text();
    let page = args.output.join("index.html");
    let _ = writeln!(
        text,
        "\n{} measurements made, {} taken from earlier runs. What was found, and why:\n\
         {STRONG}{}{STRONG:#}",
        outcome.measured,
        outcome.held,
        page.display()
    );
    text
}

/// The same for machines.
fn document(args: &ReproArgs, outcome: &Outcome, seconds: f64) -> Value {
    let claim = |claim: &Claim| {
        json!({
            "at": claim.at,
            "said": claim.said,
            "found": claim.found,
            "verdict": claim.verdict.word(),
            "why": claim.why,
        })
    };
    let found = outcome.found.iter().map(|found| {
        let claims: Vec<Value> = found.finding.claims.iter().map(claim).collect();
        json!({
            "name": found.name,
            "title": found.title,
            "paper": found.paper,
            "figures": args.output.join(format!("{}.csv", found.name)).display().to_string(),
            "claims": claims,
        })
    });
    let left = outcome.left_out.iter().map(|left| json!({ "name": left.name, "why": left.why }));
    let files = outcome.files.iter().map(|path| path.display().to_string());
    json!({
        "scale": if args.quick { "quick" } else { "full" },
        "experiments": found.collect::<Vec<_>>(),
        "left_out": left.collect::<Vec<_>>(),
        "measured": outcome.measured,
        "held": outcome.held,
        "output": args.output.join("index.html").display().to_string(),
        "files": files.collect::<Vec<_>>(),
        "seconds": seconds,
    })
}
