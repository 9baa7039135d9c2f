//! `incrowd scan`: what a table tells about people before anything is done to it.

use std::slice;

use incrowd::survey::Survey;

use crate::args::{CertificateArgs, ScanArgs};
use crate::evidence::{Dossier, Looked};
use crate::failure::{Ending, Result};
use crate::report::scan::Answer;
use crate::settings::scan_plan;
use crate::starter::Starter;
use crate::talk::{STRONG, Talk};

pub fn run(args: &ScanArgs, talk: &Talk) -> Result {
    let plan = scan_plan(args)?;
    let starter = match &args.init {
        Some(path) => Some(Starter::reserve(path, args.force, &plan.table)?),
        None => None,
    };
    let (certificate, table) = (CertificateArgs::default(), slice::from_ref(&plan.table));
    let dossier = Dossier::reserve(&args.evidence, &certificate, args.force, table, talk)?;
    dossier.keep_apart(&starter.iter().map(Starter::output).collect::<Vec<_>>())?;
    let table = talk.work.open(&plan.table, &plan.reading.options)?;
    let survey = Survey::new(&plan, &table, &talk.work)?;
    let (init, mut outputs) = match starter {
        Some(starter) => {
            let (path, output) = starter.write(&plan, &survey, &args.read)?;
            (Some(path), vec![output])
        }
        None => (None, Vec::new()),
    };
    for warning in &survey.warnings {
        talk.warn(warning);
    }
    let answer = Answer { plan: &plan, table: &table, survey: &survey, init: init.as_deref() };
    let mut document = answer.json();
    if dossier.is_wanted() {
        let looked = Looked { table: &table, reading: &plan.reading, survey: &survey };
        document["evidence"] = looked.evidence(talk)?;
    }
    outputs.extend(dossier.write(&document, true)?);
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
