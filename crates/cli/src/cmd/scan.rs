//! `incrowd scan`: what a table tells about people before anything is done to it.

use std::slice;

use incrowd::survey::Survey;
use incrowd_io::Location;

use crate::args::{CertificateArgs, ScanArgs};
use crate::evidence::{Dossier, looked};
use crate::failure::{Ending, Result};
use crate::report::scan::Answer;
use crate::settings::ScanTask;
use crate::starter::Starter;
use crate::talk::{STRONG, Talk};

pub fn run(args: &ScanArgs, talk: &Talk) -> Result {
    let task = ScanTask::new(args)?;
    let location = Location::from(args.table.as_path());
    let starter = match &args.init {
        Some(path) => Some(Starter::reserve(path, args.force, &location)?),
        None => None,
    };
    let (certificate, table) = (CertificateArgs::default(), slice::from_ref(&location));
    let dossier = Dossier::reserve(&args.evidence, &certificate, args.force, table, talk)?;
    dossier.keep_apart(&starter.iter().map(Starter::output).collect::<Vec<_>>())?;
    let table = talk.work.open(&location, &task.plan.reading.options)?;
    let plan = task.plan_for(&table);
    let survey = Survey::of(plan, table, &talk.work)?;
    let (init, mut outputs) = match starter {
        Some(starter) => {
            let (path, output) = starter.write(&survey, &args.read)?;
            (Some(path), vec![output])
        }
        None => (None, Vec::new()),
    };
    for warning in &survey.warnings {
        talk.warn(warning);
    }
    let answer = Answer { survey: &survey, safe_harbor: task.safe_harbor, init: init.as_deref() };
    let mut document = answer.json();
    if dossier.is_wanted() {
        document["evidence"] = looked(&survey, talk)?;
    }
    outputs.extend(dossier.write(&document, None)?);
    talk.publish(outputs)?;
    if talk.json {
        talk.document(&document)?;
        return Ok(Ending::Done);
    }
    talk.print(&answer.text())?;
    if let Some(path) = init {
        let path = path.display();
        talk.print(&format!(
            "\nWrote {path}. Read it, then: {STRONG}incrowd release {path}{STRONG:#}\n"
        ))?;
    }
    Ok(Ending::Done)
}
