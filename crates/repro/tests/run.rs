//! Runs: what is measured, kept, refused and written, with an experiment that counts how often it
//! is asked.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use incrowd_render::{Bars, Chart};
use repro::{
    Claim, ClaimVerdict, Experiment, ExperimentData, Failure, Finding, Job, Picture, ResultRow,
    ResultRows, RunListener, RunOutcome, RunScale, run_among,
};

/// What no file format may stumble over.
const HOSTILE: &str = "<script>alert(1)</script> a,b;\"c\"\n'd'|`e`\\ [x](http://y) \u{1f}é";

/// Three points of two rows each.
struct Counting {
    name: &'static str,
    adult: bool,
    measured: AtomicUsize,
    /// The measurement that fails, counted from 0.
    fails_at: AtomicUsize,
}

impl Counting {
    fn new(name: &'static str, adult: bool) -> Self {
        let fails_at = AtomicUsize::new(usize::MAX);
        Counting { name, adult, measured: AtomicUsize::new(0), fails_at }
    }

    fn measured(&self) -> usize {
        self.measured.load(Ordering::Relaxed)
    }
}

impl Experiment for Counting {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        HOSTILE
    }

    fn paper(&self) -> &'static str {
        &self.name[..3]
    }

    fn needs_adult(&self) -> bool {
        self.adult
    }

    fn columns(&self) -> &'static [&'static str] {
        &["text", "seconds"]
    }

    fn points(&self, scale: RunScale) -> Vec<String> {
        let last = if scale == RunScale::Full { 4 } else { 3 };
        (1..=last).map(|point| format!("point, \"{point}\"")).collect()
    }

    fn measure(&self, _: &str, _: &ExperimentData<'_>) -> Result<Vec<ResultRow>, String> {
        let turn = self.measured.fetch_add(1, Ordering::Relaxed);
        if turn == self.fails_at.load(Ordering::Relaxed) {
            return Err("the lights went out".to_owned());
        }
        let row = |text: &str| vec![text.to_owned(), turn.to_string()];
        Ok(vec![row(HOSTILE), row("")])
    }

    fn present(&self, rows: &ResultRows, scale: RunScale) -> Finding {
        assert_eq!(rows.columns, ["text", "seconds"]);
        assert!(rows.rows.iter().step_by(2).all(|row| row[0] == HOSTILE), "{rows:?}");
        let claim = |verdict| Claim {
            at: "Figure 9",
            said: HOSTILE.to_owned(),
            found: format!("{} rows", rows.rows.len()),
            verdict,
            why: String::new(),
        };
        let bars = Bars { title: HOSTILE.to_owned(), ..Bars::default() };
        let (of, claimed) = ("Figure 9", HOSTILE.to_owned());
        let picture = Picture { of, claim: claimed, chart: Chart::Bars(bars) };
        Finding {
            method: vec![HOSTILE.to_owned()],
            pictures: vec![picture; if scale == RunScale::Full { 1 } else { 2 }],
            claims: vec![claim(ClaimVerdict::Reproduces), claim(ClaimVerdict::DoesNot)],
        }
    }
}

/// Notes what it is told.
#[derive(Default)]
struct Notes(RefCell<Vec<String>>);

impl Notes {
    fn note(&self, text: String) {
        self.0.borrow_mut().push(text);
    }
}

impl RunListener for Notes {
    fn begin(&self, points: usize) {
        self.note(format!("begin {points}"));
    }

    fn point(&self, experiment: &str, point: &str) {
        self.note(format!("{experiment} {point}"));
    }

    fn done(&self) {
        self.note("done".to_owned());
    }

    fn skipped(&self, experiment: &str, points: usize) {
        self.note(format!("skipped {experiment} {points}"));
    }
}

fn job(folder: &Path) -> Job {
    Job {
        names: Vec::new(),
        scale: RunScale::Quick,
        adult: None,
        out: folder.join("out"),
        force: false,
    }
}

fn go(experiment: &Counting, job: &Job) -> Result<RunOutcome, Failure> {
    run_among(&[experiment], job, &Notes::default())
}

fn message(result: Result<RunOutcome, Failure>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_run_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let experiment = Counting::new("000-count", false);
    experiment.fails_at.store(1, Ordering::Relaxed);
    let notes = Notes::default();
    let failure = message(run_among(&[&experiment], &job, &notes));
    assert_eq!(failure, "000-count, 'point, \"2\"': the lights went out");
    let told = ["begin 3", "000-count point, \"1\"", "done", "000-count point, \"2\""];
    assert_eq!(*notes.0.borrow(), told);
    assert!(!job.out.join("index.html").exists(), "there is nothing whole to show");

    let notes = Notes::default();
    let outcome = run_among(&[&experiment], &job, &notes).unwrap();
    assert_eq!((outcome.measured, outcome.held), (2, 1));
    assert_eq!(experiment.measured(), 4, "three, and the one that failed");
    assert_eq!(outcome.found[0].finding.claims[0].found, "6 rows");
    let told = notes.0.borrow();
    assert_eq!(told[..3], ["begin 3", "skipped 000-count 1", "000-count point, \"2\""]);
    assert_eq!(told[3..], ["done", "000-count point, \"3\"", "done"]);

    let before = fs::read(job.out.join("000-count.csv")).unwrap();
    let outcome = go(&experiment, &job).unwrap();
    assert_eq!((outcome.measured, outcome.held, experiment.measured()), (0, 3, 4));
    assert_eq!(fs::read(job.out.join("000-count.csv")).unwrap(), before);
}

#[test]
fn a_measurement_that_is_missing_amid_others_is_made_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let experiment = Counting::new("000-count", false);
    go(&experiment, &job).unwrap();
    let path = job.out.join("000-count.csv");
    let whole = fs::read_to_string(&path).unwrap();
    let second = whole.find("\"point, \"\"2\"\"\"").unwrap();
    let third = whole.find("\"point, \"\"3\"\"\"").unwrap();
    fs::write(&path, [&whole[..second], &whole[third..]].concat()).unwrap();
    let outcome = go(&experiment, &job).unwrap();
    assert_eq!((outcome.measured, experiment.measured()), (1, 4));
    // The fourth measurement is the one that was missing.
    let again = fs::read_to_string(&path).unwrap();
    assert_eq!(again, whole.replace("\",1\n", "\",3\n").replace(",,1\n", ",,3\n"));
}

#[test]
fn damaged_files_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let experiment = Counting::new("000-count", false);
    go(&experiment, &job).unwrap();
    let path = job.out.join("000-count.csv");
    let row = "\"point, \"\"1\"\"\",x,1\n";
    for (text, line, why) in [
        (format!("point,text,seconds\n{row}\"point, \"\"1\"\"\",x\n"), 3, "2 cells"),
        (format!("point,text,seconds\n{row}{}", &row[..row.len() - 1]), 3, "cut off"),
        (format!("point,text\n{row}"), 1, "the columns are not 'point,text,seconds'"),
        (format!("point,text,seconds\n{row}zzz,x,1\n"), 3, "no measurement 'zzz'"),
        ("point,text,seconds\n\"point".to_owned(), 2, "quote"),
    ] {
        fs::write(&path, &text).unwrap();
        let message = message(go(&experiment, &job));
        assert!(message.contains(&format!("000-count.csv, line {line}")), "{message}");
        assert!(message.contains(why), "{message}");
        assert!(message.ends_with("; delete the file, or begin anew with --force"), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "it stays as it is");
    }
    fs::write(&path, "").unwrap();
    assert!(message(go(&experiment, &job)).contains("is empty"));
    let forced = go(&experiment, &Job { force: true, ..job.clone() }).unwrap();
    assert_eq!((forced.measured, forced.held), (3, 0));
    fs::remove_file(&path).unwrap();
    assert_eq!(go(&experiment, &job).unwrap().measured, 3);
}

#[test]
fn results_of_another_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let quick = job(folder.path());
    let (one, other) = (Counting::new("000-count", false), Counting::new("001-count", false));
    let both: [&dyn Experiment; 2] = [&one, &other];
    let notes = Notes::default();
    run_among(&both, &quick, &notes).unwrap();
    let full = Job { scale: RunScale::Full, names: vec!["000".to_owned()], ..quick.clone() };
    let refused = message(run_among(&both, &full, &notes));
    assert!(refused.contains("quick scale") && refused.contains("full scale"), "{refused}");
    assert!(refused.contains("run.json") && refused.contains("--force"), "{refused}");
    assert_eq!((one.measured(), other.measured()), (3, 3));

    let forced = run_among(&both, &Job { force: true, ..full.clone() }, &notes).unwrap();
    assert_eq!(forced.measured, 4);
    for file in ["001-count.csv", "001-count-1.svg", "001-count-2.svg", "000-count-2.svg"] {
        assert!(!full.out.join(file).exists(), "no results of two scales: {file}");
    }
    assert!(full.out.join("000-count-1.svg").exists());

    let stamp = full.out.join("run.json");
    let text = fs::read_to_string(&stamp).unwrap();
    fs::write(&stamp, text.replace("\"version\": \"", "\"version\": \"9.")).unwrap();
    assert!(matches!(run_among(&both, &full, &notes), Err(Failure::OtherRun { .. })));
    fs::remove_file(&stamp).unwrap();
    let unknown = message(run_among(&both, &full, &notes));
    assert!(unknown.contains("results of an unknown run"), "{unknown}");
    fs::write(&stamp, "{}").unwrap();
    assert!(matches!(run_among(&both, &full, &notes), Err(Failure::Damaged { .. })));
}

#[test]
fn results_of_other_data_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("adult.data"), "1").unwrap();
    let with = Job { adult: Some(data.clone()), ..job(folder.path()) };
    let experiment = Counting::new("000-count", true);
    assert!(message(go(&experiment, &with)).contains("adult.test"));
    fs::write(data.join("adult.test"), "2").unwrap();
    go(&experiment, &with).unwrap();
    // Without the data, what is there is shown, and nothing is forgotten.
    let outcome = go(&experiment, &job(folder.path())).unwrap();
    assert_eq!((outcome.measured, outcome.found.len()), (0, 1));
    fs::write(data.join("adult.test"), "3").unwrap();
    assert!(matches!(go(&experiment, &with), Err(Failure::OtherRun { .. })));
    assert_eq!(experiment.measured(), 3);
}

#[test]
fn what_needs_data_is_left_out_unless_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let without = job(folder.path());
    let (plain, census) = (Counting::new("000-plain", false), Counting::new("000-census", true));
    let both: [&dyn Experiment; 2] = [&plain, &census];
    let notes = Notes::default();
    for names in [vec![], vec!["000".to_owned()], vec!["all".to_owned()]] {
        let outcome = run_among(&both, &Job { names, ..without.clone() }, &notes).unwrap();
        assert_eq!(outcome.found.len(), 1);
        assert_eq!(outcome.left_out[0].name, "000-census");
        assert!(outcome.left_out[0].why.contains("--adult"));
        for file in ["index.html", "README.md"] {
            assert!(without.out.join(file).exists(), "{file}");
        }
        let text = fs::read_to_string(without.out.join("README.md")).unwrap();
        assert!(text.contains("000-census is not on this page: it measures"), "{text}");
    }
    let named = Job { names: vec!["000-census".to_owned()], ..without };
    assert!(matches!(run_among(&both, &named, &notes), Err(Failure::NeedsAdult(_))));
    assert_eq!((plain.measured(), census.measured()), (3, 0));
}

#[test]
fn unknown_names_are_refused_with_those_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = Counting::new("000-count", false);
    for (name, hint) in [
        ("000-cuont", "; did you mean '000-count'?"),
        ("00", "; did you mean '000'?"),
        ("zebra", ""),
    ] {
        let job = Job { names: vec![name.to_owned()], ..job(folder.path()) };
        let message = message(go(&experiment, &job));
        let wanted =
            format!("'{name}' is no experiment and no paper; there are 000, 000-count{hint}");
        assert_eq!(message, wanted);
        assert!(!job.out.exists(), "nothing is made");
    }
}

#[test]
fn the_summary_holds_no_markup_of_others_and_links_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let outcome = go(&Counting::new("000-count", false), &job).unwrap();
    let names: Vec<_> =
        outcome.files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["index.html", "README.md", "000-count-1.svg", "000-count-2.svg"]);
    let text = fs::read_to_string(job.out.join("README.md")).unwrap();
    assert!(!text.contains("<script>") && !text.contains("[x]("), "{text}");
    assert!(text.contains("](000-count-1.svg)") && text.contains("](000-count.csv)"));
    assert!(text.contains("Claims: 2. Reproduced: 1; in part: 0; not: 1; cannot be told: 0."));
    assert!(!text.contains(folder.path().to_str().unwrap()));
    let claims = text.lines().filter(|line| line.contains("| Figure 9 |")).count();
    assert_eq!(claims, 2);
    let html = fs::read_to_string(job.out.join("index.html")).unwrap();
    assert!(!html.contains("<script>alert"));
}

#[test]
fn pictures_that_are_drawn_no_more_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let experiment = Counting::new("000-count", false);
    go(&experiment, &job).unwrap();
    let [kept, old, others] = ["000-count-2.svg", "000-count-3.svg", "000-count-more-3.svg"];
    for file in [old, others] {
        fs::write(job.out.join(file), "<svg/>").unwrap();
    }
    go(&experiment, &job).unwrap();
    assert_eq!([kept, old, others].map(|file| job.out.join(file).exists()), [true, false, true]);
}

#[test]
fn the_page_names_the_cores_of_the_first_measurement() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let experiment = Counting::new("000-count", false);
    go(&experiment, &job).unwrap();
    let stamp = job.out.join("run.json");
    let written: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&stamp).unwrap()).unwrap();
    assert!(written["cores"].as_u64().is_some_and(|cores| cores > 0), "{written}");
    let page = |cores: Option<u64>, force: bool| {
        let mut stamped = written.clone();
        stamped.as_object_mut().unwrap().remove("cores");
        if let Some(cores) = cores {
            stamped["cores"] = cores.into();
        }
        fs::write(&stamp, stamped.to_string()).unwrap();
        go(&experiment, &Job { force, ..job.clone() }).unwrap();
        fs::read_to_string(job.out.join("README.md")).unwrap()
    };
    assert!(
        page(Some(4096), false).contains("depend on the machine (here: 4096 cores) and differ")
    );
    assert!(page(Some(1), false).contains("depend on the machine (here: 1 core) and differ"));
    assert!(page(None, false).contains("depend on the machine and differ"));
    // What is measured anew is measured here.
    assert!(!page(Some(4096), true).contains("4096 cores"));
}

#[test]
fn what_is_not_ours_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    std::fs::create_dir_all(&job.out).unwrap();
    let readme = job.out.join("README.md");
    std::fs::write(&readme, "mine").unwrap();
    let one = Counting::new("000-count", false);
    let refused = message(run_among(&[&one], &job, &Notes::default()));
    assert!(refused.contains("an unknown run"), "{refused}");
    assert_eq!(std::fs::read_to_string(readme).unwrap(), "mine");
}
