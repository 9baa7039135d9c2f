//! `incrowd scan`: what a table tells about people before anything is done to it.

use incrowd_io::Table;

use crate::args::ScanArgs;
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
    if talk.json {
        talk.document(&answer.json())?;
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
