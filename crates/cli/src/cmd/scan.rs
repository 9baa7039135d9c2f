//! `incrowd scan`: what a table tells about people before anything is done to it.

use incrowd_io::Table;

use crate::args::{CertificateArgs, ScanArgs};
use crate::evidence::{Dossier, Looked};
use crate::failure::{Ending, Result};
use crate::report::scan::Answer;
use crate::scan::Survey;
use crate::settings::ScanPlan;
use crate::starter::Starter;
use crate::talk::{STRONG, Talk};

pub fn run(args: &ScanArgs, talk: &Talk) -> Result {
    let plan = ScanPlan::new(args)?;
    let starter = match &args.init {
        Some(path) => Some(Starter::reserve(path, args.force, &plan.table)?),
        None => None,
    };
    let certificate = CertificateArgs::default();
    let dossier = Dossier::reserve(&args.evidence, &certificate, args.force, &[&plan.table], talk)?;
    let table = Table::open(&plan.table, &plan.reading.options)?;
    let survey = Survey::new(&plan, &table, talk)?;
    let init = match starter {
        Some(starter) => Some(starter.write(&plan, &survey, &args.read, talk)?),
        None => None,
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
    talk.publish(dossier.write(&document, true)?)?;
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
