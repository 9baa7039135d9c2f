//! `incrowd demo`: a made-up town, a study, its release, and what an attacker gets from each; with a
//! name, the tables of a tutorial and no more.

mod hospital;
mod people;
mod received;
mod salaries;
mod story;
mod study;
mod town;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use incrowd::core::search::lattice::Node;
use incrowd::options::{
    CertificateOptions, CheckOptions, EvidenceOptions, MethodOptions, ModelOptions, PublishOptions,
    ReleaseOptions, RoleOptions,
};
use incrowd::request::ReleaseRequest;
use incrowd::run;
use incrowd::terms::DemandWords;
use incrowd::{Plan, Study};
use incrowd_document::RowCounts;
use incrowd_io::{Location, Output, ReadOptions};
use incrowd_judge::{Findings, Question, judge};
use incrowd_render::terminal::{figure, short};
use serde::Serialize;
use serde_json::Number;

use crate::args::DemoArgs;
use crate::console::{BAD, Console, FAINT, GOOD, STRONG};
use crate::error::{Ending, Error, Result};

use town::{Town, TownPerson};

const JOBS: &str = include_str!("jobs.txt");
const REPORT: &str = "report.html";
/// People in the town.
const PEOPLE: usize = 50_000;
/// The document of the demo.
#[derive(Serialize)]
struct DemoDocument<'a> {
    people: usize,
    before: &'a Findings,
    after: &'a Findings,
    rows: RowCounts,
    cost: DemoCost,
    search: DemoSearch<'a>,
    output: Option<String>,
    report: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct DemoCost {
    loss: f64,
}

#[derive(Serialize)]
struct DemoSearch<'a> {
    nodes: &'a Number,
    checked: u64,
}

const QI: [&str; 4] = ["age", "sex", "zip", "job"];

pub fn run(args: &DemoArgs, console: &Console) -> Result {
    if let Some(name) = &args.story {
        return story::tell(name, args, console);
    }
    let start = Instant::now();
    let scratch = console.temporary_folder()?;
    let folder = args.output.clone().unwrap_or_else(|| scratch.path().to_owned());
    make_folder(&folder)?;
    let town = Town::of(PEOPLE, args.seed);
    // A release that is there already is an error before anything is written.
    drop(Output::create(&folder.join("release.csv").as_path().into(), args.force, &[])?);
    let (register, study) = (town.register(), town.study());
    let tables = [("register.csv", &*register), ("study.csv", &*study), ("jobs.txt", JOBS)];
    console.lay_out(story::write_all(&folder, args.force, tables.into_iter())?)?;

    let options = options(&folder, args.force);
    let task = ReleaseRequest::new(&options)?;
    let before = measure(&folder.join("study.csv"), &task.plan, console)?;
    let answer = run::release(&options, &console.context())?;
    let document = answer.document;
    let lost = || Error::internal("the search was interrupted, or found nothing for this seed");
    let (Some(published), Some(levels)) = (document.rows, &document.levels) else {
        return Err(lost());
    };
    if !answer.met {
        return Err(Error::internal(
            "the judge rejects the demo's release, which should never happen",
        ));
    }
    let checked = CheckOptions {
        table: folder.join("release.csv"),
        roles: options.roles.clone(),
        models: options.models.clone(),
        hierarchy: options.how.hierarchy.clone(),
        level: levels
            .iter()
            .filter(|(column, _)| task.plan.hierarchies.contains_key(column))
            .map(|(column, level)| format!("{column}={level}"))
            .collect(),
        ..CheckOptions::default()
    };
    let findings = run::check(&checked, &console.context())?.document.findings;
    let study = Study::read(task.plan.clone(), &console.execution)?;
    let level = |column: &&str| levels.iter().find(|(name, _)| name == column);
    let node = Node(QI.iter().filter_map(level).map(|(_, level)| *level).collect());
    let victim = victim(&town, &study, &node);
    let loss = document.cost.as_ref().and_then(|cost| cost.loss).unwrap_or(f64::NAN);
    if console.json {
        let shown = |path: &Path| path.display().to_string();
        let output = args.output.as_deref();
        console.document(&DemoDocument {
            people: PEOPLE,
            before: &before,
            after: &findings,
            rows: published,
            cost: DemoCost { loss },
            search: DemoSearch { nodes: &document.search.nodes, checked: document.search.checked },
            output: output.map(shown),
            report: output.map(|folder| shown(&folder.join(REPORT))),
            seconds: start.elapsed().as_secs_f64(),
        })?;
        return Ok(Ending::Done);
    }
    let mut story = String::new();
    let _ = writeln!(
        story,
        "{STRONG}A town of {PEOPLE} people, and a study of {} of them.{STRONG:#} It has name, age, sex, zip, job and\n\
         illness. Dropping the names is not enough: the town's register, which anyone can get, has\n\
         the rest.\n",
        before.rows
    );
    let _ = writeln!(
        story,
        "{BAD}Before.{BAD:#} {} of {} rows are alone with their age, sex, zip and job. One of them:\n\n    {}\n",
        before.unique_rows, before.rows, victim.before
    );
    let _ = writeln!(
        story,
        "  The register knows {}: whoever looks {} up learns the illness.\n",
        victim.people_before,
        if victim.sex == "F" { "her" } else { "him" }
    );
    let _ = writeln!(
        story,
        "{STRONG}Demanded{STRONG:#} of every class of rows that look alike, losing as little as possible (age, which the\nresearchers need most, counts double; up to 2% of the rows may be left out):\n"
    );
    let demands = [
        "nobody is alone: at least 5 rows",
        "nobody can be looked up: at least 20 people of the town match",
        "nobody's illness is plain: at least 3 different ones",
    ];
    for ((demand, guarantee), why) in
        task.plan.demands.iter().zip(&findings.guarantees).zip(demands)
    {
        let (word, style) = if guarantee.holds { ("holds", GOOD) } else { ("FAILS", BAD) };
        let measured = figure(&guarantee.measured);
        let _ = writeln!(
            story,
            "  {style}{word}{style:#}  {:<31} {why}; the least is {measured}",
            demand.to_string()
        );
    }
    let shown: Vec<String> = QI
        .iter()
        .zip(&study.encoded.hierarchies)
        .zip(&node.0)
        .map(|((column, hierarchy), &level)| match level {
            0 => format!("{column} kept"),
            level => format!(
                "{column} as {}",
                hierarchy.label(level as usize, hierarchy.nodes(level as usize) as u32 / 2)
            ),
        })
        .collect();
    let _ = writeln!(
        story,
        "\n{GOOD}After.{GOOD:#} {} of {} rows are published, in {} classes: {}.\n\
         No other of the {} ways to generalize whole columns loses less ({} were examined, loss {}).\n\n    {}\n",
        published.published,
        published.input,
        findings.classes,
        shown.join(", "),
        document.search.nodes,
        document.search.checked,
        short(loss),
        victim.after
    );
    let _ = writeln!(story, "  {}\n", victim.people_after);
    let _ = writeln!(
        story,
        "{STRONG}Judged.{STRONG:#} The published file was read again by a judge that shares no code with the search: all\n\
         demands hold, and every row is a true, generalized row of the study. {:.1} s in all.",
        start.elapsed().as_secs_f64()
    );
    match &args.output {
        Some(folder) => {
            let folder = folder.display();
            let _ = writeln!(
                story,
                "\nThe tables are in {folder}. Open {STRONG}{folder}/{REPORT}{STRONG:#}: the report that a privacy officer\n\
                 would sign. Then try what the demo did:\n\n{FAINT}  {}{FAINT:#}",
                command(&folder.to_string())
            );
        }
        None => {
            let report = keep(&folder.join(REPORT))?;
            let _ = writeln!(
                story,
                "\nThe report that a privacy officer would sign: {STRONG}{}{STRONG:#}\n\
                 {FAINT}Keep the tables with `incrowd demo -o DIR`; read on with `incrowd explain k-map`.{FAINT:#}",
                report.display()
            );
        }
    }
    console.print(&story)?;
    Ok(Ending::Done)
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let name = folder.display().to_string();
        let why = match folder.is_file() {
            true => "is a file; name a folder".to_owned(),
            false => format!("cannot make this folder: {error}"),
        };
        Error::output(format!("{name}: {why}")).in_file(name)
    })
}

/// Copies the report to a new folder for temporary files, where it stays.
fn keep(report: &Path) -> Result<PathBuf> {
    let failed = |error: std::io::Error| {
        Error::output(format!("cannot keep the report: {error}")).because(error)
    };
    let folder = tempfile::Builder::new().prefix("incrowd-demo-").tempdir().map_err(failed)?;
    let place = folder.path().join(REPORT);
    std::fs::copy(report, &place).map_err(failed)?;
    let _ = folder.keep();
    Ok(place)
}

/// What the demo asks for.
fn options(folder: &Path, force: bool) -> ReleaseOptions {
    let file = |name: &str| Some(folder.join(name));
    let text = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    ReleaseOptions {
        table: file("study.csv"),
        roles: RoleOptions { qi: text(&QI), sensitive: text(&["illness"]) },
        id: text(&["name"]),
        models: ModelOptions {
            words: DemandWords::default()
                .with("k", ["5"])
                .with("k-map", ["20"])
                .with("l", ["distinct:3"]),
            public: file("register.csv"),
            ..ModelOptions::default()
        },
        how: MethodOptions {
            hierarchy: vec![
                "age=intervals:5,10,20".into(),
                "zip=mask:5".into(),
                format!("job=tree:{}", folder.join("jobs.txt").display()),
            ],
            weight: vec!["age=2".into()],
            suppress: Some("2%".into()),
            ..MethodOptions::default()
        },
        out: PublishOptions { output: file("release.csv"), force, ..PublishOptions::default() },
        evidence: EvidenceOptions { report: file(REPORT), evidence: false },
        certificate: CertificateOptions { certificate: file("certificate.json"), key: None },
        ..ReleaseOptions::default()
    }
}

fn command(folder: &str) -> String {
    format!(
        "incrowd release {folder}/study.csv --id name --qi age,sex,zip,job --sensitive illness \\\n      \
         --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 --hierarchy job=tree:{folder}/jobs.txt \\\n      \
         --public {folder}/register.csv --k 5 --k-map 20 --l distinct:3 --weight age=2 --suppress 2% \\\n      -o {folder}/again.csv"
    )
}

/// The study as it came, measured by the judge.
fn measure(path: &Path, plan: &Plan, console: &Console) -> Result<Findings> {
    let table = console.execution.open(&Location::from(path), &ReadOptions::default())?;
    Ok(judge(&Question {
        qi: &plan.qi,
        sensitive: &plan.sensitive,
        threads: console.execution.threads(),
        ..Question::about(&table)
    })?)
}

/// Somebody whom the raw study betrays, and what becomes of the betrayal.
struct Victim {
    sex: &'static str,
    before: String,
    after: String,
    people_before: String,
    people_after: String,
}

/// The first member with a stigmatised illness who is alone in the register with what it knows.
fn victim(town: &Town, study: &Study, node: &Node) -> Victim {
    let key = |person: &TownPerson| (person.age, person.sex, person.zip.clone(), person.job);
    let alone = |number: usize| {
        let wanted = key(&town.people[number]);
        town.people.iter().filter(|person| key(person) == wanted).count() == 1
    };
    let exposed = |(number, illness): &&(usize, &str)| *illness == "hiv" && alone(*number);
    let &(number, illness) = town.members.iter().find(exposed).unwrap_or(&town.members[0]);
    let person = &town.people[number];
    let labels = |person: &TownPerson| -> Vec<String> {
        let cells = [&person.age.to_string(), person.sex, &person.zip, person.job];
        let label =
            |((cell, hierarchy), &level): ((&str, &incrowd::core::hierarchy::Hierarchy), &u8)| {
                let node = hierarchy
                    .code(cell)
                    .map(|code| hierarchy.node_of(level as usize)[code as usize]);
                node.map_or_else(String::new, |node| {
                    hierarchy.label(level as usize, node).to_owned()
                })
            };
        cells.into_iter().zip(&study.encoded.hierarchies).zip(&node.0).map(label).collect()
    };
    let shown = labels(person);
    let rows: Vec<&str> = town
        .members
        .iter()
        .filter(|(n, _)| labels(&town.people[*n]) == shown)
        .map(|(_, illness)| *illness)
        .collect();
    let people = town.people.iter().filter(|person| labels(person) == shown).count();
    let mut illnesses = rows.clone();
    illnesses.sort_unstable();
    illnesses.dedup();
    let TownPerson { name, age, sex, zip, job } = person;
    Victim {
        sex,
        before: format!("age {age}  sex {sex}  zip {zip}  job {job}  illness {illness}"),
        after: format!(
            "age {}  sex {}  zip {}  job {}  illness {illness}",
            shown[0], shown[1], shown[2], shown[3]
        ),
        people_before: format!("exactly one such person, {name}"),
        people_after: format!(
            "{} rows look like this, with {} illnesses; {people} people of the town match, and most of\n  \
             them were never in the study.",
            rows.len(),
            illnesses.len()
        ),
    }
}
