//! Runs experiments, keeps what they measure, and writes what they show.
//!
//! One measurement is made after the other, since many of them take times. Whatever ends a run,
//! its measurements stay, and the same call goes on behind the last of them. The page shows all
//! experiments whose measurements are complete in the folder, those of earlier runs among them.

use std::fs;
use std::path::{Path, PathBuf};

use incrowd_io::{Location, Output};

use crate::choose::choose;
use crate::stamp::{FILE, Stamp};
use crate::store::{self, Store};
use crate::{
    Experiment, ExperimentData, Failure, Finding, RunScale, experiments, page, pictures, summary,
};

/// The page, and the same for a repository.
const PAGES: [&str; 2] = ["index.html", "README.md"];

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// Experiments, or papers by their first three digits; none means all.
    pub names: Vec<String>,
    /// How much is measured.
    pub scale: RunScale,
    /// The folder with the census table, if there is one.
    pub adult: Option<PathBuf>,
    /// The folder of the results; it is made if it is not there.
    pub out: PathBuf,
    /// Whether earlier results are thrown away.
    pub force: bool,
}

/// Who is told how a run goes.
pub trait RunListener {
    /// There are so many measurements, made or not.
    fn begin(&self, points: usize);

    /// A measurement begins.
    fn point(&self, experiment: &str, point: &str);

    /// The measurement is made and kept.
    fn done(&self);

    /// So many measurements of an experiment need not be made: an earlier run has made them.
    fn skipped(&self, experiment: &str, points: usize);
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutcome {
    /// Measurements that were made.
    pub measured: usize,
    /// Measurements that earlier runs had made.
    pub held: usize,
    /// What the page shows, in its order.
    pub found: Vec<ExperimentResult>,
    /// What it does not show, and why.
    pub left_out: Vec<LeftOut>,
    /// The files of the page: `index.html`, `README.md` and the charts.
    pub files: Vec<PathBuf>,
}

/// What an experiment showed.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentResult {
    /// The experiment's name.
    pub name: &'static str,
    /// What was measured.
    pub title: &'static str,
    /// The first three digits of the paper.
    pub paper: &'static str,
    /// Whether some of its figures are times.
    pub timed: bool,
    /// What the figures show.
    pub finding: Finding,
}

/// An experiment that the page does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The experiment's name.
    pub name: &'static str,
    /// Why.
    pub why: String,
}

/// Runs experiments and writes their page.
///
/// # Errors
/// If a name is unknown or needs the census table, if the folder holds results of another run, if
/// a measurement fails, or if a file cannot be read or written.
pub fn run(job: &Job, progress: &dyn RunListener) -> Result<RunOutcome, Failure> {
    run_among(experiments(), job, progress)
}

/// [`run`], with experiments of one's own.
///
/// # Errors
/// As [`run`].
pub fn run_among(
    experiments: &[&dyn Experiment],
    job: &Job,
    progress: &dyn RunListener,
) -> Result<RunOutcome, Failure> {
    let chosen = choose(experiments, &job.names)?;
    let missing_data = chosen.iter().find(|(one, named)| *named && one.needs_adult());
    if let (Some((experiment, _)), None) = (missing_data, &job.adult) {
        return Err(Failure::NeedsAdult(experiment.name().to_owned()));
    }
    let stamp = prepare(job, experiments, &chosen)?;
    let mut work = Vec::new();
    for &(experiment, _) in &chosen {
        if job.adult.is_some() || !experiment.needs_adult() {
            work.push((experiment, Store::open(&job.out, experiment, job.scale)?));
        }
    }
    let (measured, held) = measure(&mut work, job, progress)?;
    let (found, left_out) = gather(experiments, &chosen, job)?;
    let about = page::About { stamp: &stamp, found: &found, left_out: &left_out };
    let files = publish(&job.out, &about)?;
    Ok(RunOutcome { measured, held, found, left_out, files })
}

/// Makes the folder ready: one that holds nothing, or only what belongs to this run.
fn prepare(
    job: &Job,
    experiments: &[&dyn Experiment],
    chosen: &[(&dyn Experiment, bool)],
) -> Result<Stamp, Failure> {
    let failed = |source| Failure::Disk { path: job.out.display().to_string(), source };
    if job.out.is_file() {
        return Err(Failure::NoFolder(job.out.display().to_string()));
    }
    fs::create_dir_all(&job.out).map_err(failed)?;
    let mut stamp = Stamp::now(job.scale, job.adult.as_deref())?;
    let old = match Stamp::of(&job.out) {
        Err(_) if job.force => None,
        old => old?,
    };
    let holds_results = || experiments.iter().any(|&one| job.out.join(store::file(one)).exists());
    // What is not ours is not overwritten.
    let holds_pages = || PAGES.iter().any(|page| job.out.join(page).exists());
    let fits = match &old {
        Some(old) => old.fits(&stamp),
        None => !holds_results() && !holds_pages(),
    };
    if !fits && !job.force {
        let file = job.out.join(FILE).display().to_string();
        let found = old.map_or("an unknown run".to_owned(), |old| old.words());
        return Err(Failure::OtherRun { file, found, wanted: stamp.words() });
    }
    if job.force {
        let again = chosen.iter().map(|&(experiment, _)| experiment);
        let foreign = experiments.iter().copied().filter(|_| !fits);
        again.chain(foreign).try_for_each(|experiment| store::discard(&job.out, experiment))?;
    }
    if let Some(old) = old.filter(|_| holds_results()) {
        // What stays in the folder was measured on these data, and there.
        stamp.adult = stamp.adult.or(old.adult);
        stamp.cores = old.cores;
    }
    stamp.write(&job.out)?;
    Ok(stamp)
}

/// Makes what measurements are missing: how many were made, and how many were there.
fn measure(
    work: &mut [(&dyn Experiment, Store<'_>)],
    job: &Job,
    progress: &dyn RunListener,
) -> Result<(usize, usize), Failure> {
    let world = ExperimentData { scale: job.scale, adult: job.adult.as_deref() };
    progress.begin(work.iter().map(|(_, store)| store.points()).sum());
    let (mut measured, mut held) = (0, 0);
    for (experiment, store) in work {
        let missing = store.missing();
        let there = store.points() - missing.len();
        if there > 0 {
            held += there;
            progress.skipped(experiment.name(), there);
        }
        for point in missing {
            progress.point(experiment.name(), &point);
            let rows = experiment.measure(&point, &world).map_err(|why| Failure::Measuring {
                experiment: experiment.name().to_owned(),
                point: point.clone(),
                why,
            })?;
            store.keep(&point, rows)?;
            measured += 1;
            progress.done();
        }
    }
    Ok((measured, held))
}

/// What the folder holds by now: what is complete, and why the rest of what was chosen is not. All
/// that could be measured has been.
fn gather(
    experiments: &[&dyn Experiment],
    chosen: &[(&dyn Experiment, bool)],
    job: &Job,
) -> Result<(Vec<ExperimentResult>, Vec<LeftOut>), Failure> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for &experiment in experiments {
        let name = experiment.name();
        let wanted = chosen.iter().any(|(one, _)| one.name() == name);
        let store = match Store::open(&job.out, experiment, job.scale) {
            // Nobody asked for it, so that it stops nobody.
            Err(Failure::Damaged { .. }) if !wanted => continue,
            store => store?,
        };
        if let Some(rows) = store.rows() {
            let timed = experiment.columns().iter().any(|column| column.ends_with("seconds"));
            let (title, paper) = (experiment.title(), experiment.paper());
            let finding = experiment.present(&rows, job.scale);
            found.push(ExperimentResult { name, title, paper, timed, finding });
        } else if wanted {
            let why = "it measures the census table Adult, which was not given (--adult DIR)";
            left_out.push(LeftOut { name, why: why.to_owned() });
        }
    }
    Ok((found, left_out))
}

/// Writes the page, its charts and its summary.
fn publish(folder: &Path, about: &page::About<'_>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = vec![
        (PAGES[0].to_owned(), page::page(about).html()),
        (PAGES[1].to_owned(), summary::markdown(about)),
    ];
    for found in about.found {
        let charts = found.finding.pictures.iter().enumerate();
        files.extend(
            charts.map(|(at, picture)| (pictures::file(found.name, at), picture.chart.file())),
        );
        // What an earlier version drew besides belongs to no page any more.
        pictures::discard(folder, found.name, found.finding.pictures.len())?;
    }
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        let mut output = Output::create(&Location::Path(path.clone()), true, &[])?;
        output.write_all(text.as_bytes())?;
        output.commit()?;
        written.push(path);
    }
    Ok(written)
}
