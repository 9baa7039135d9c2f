//! `incrowd release --recoding anatomy`: secrets by group in a table of their own.

use std::path::{Path, PathBuf};

use crate::Study;
use crate::release::anatomy::AnatomySearch as Searched;
use incrowd_document::ReleaseDocument;
use incrowd_io::{Location, Output};

use crate::request::ReleaseRequest;
use crate::run::evidence::{ReleaseFacts, ReleaseOutputs};
use crate::run::summary::anatomy::{self as told, JudgedAnatomy};
use crate::run::summary::{object, release as report};
use crate::run::{Context, Result, RunResult};

/// Where the table of secrets goes.
pub fn beside(task: &ReleaseRequest) -> Option<Location> {
    let Some(Location::Path(path)) = &task.output else { return None };
    sibling(path).map(Location::Path)
}

/// `OUT.sensitive.csv` beside `OUT.csv`.
fn sibling(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let ending = [".csv.gz", ".csv.zst", ".tsv.gz", ".tsv.zst", ".csv", ".tsv", ".parquet"];
    let ending = ending.into_iter().find(|ending| name.ends_with(ending)).unwrap_or_default();
    let stem = &name[..name.len() - ending.len()];
    Some(path.with_file_name(format!("{stem}.sensitive{ending}")))
}

/// A place for the table of secrets, checked before any work is done.
pub fn reserve(task: &ReleaseRequest, context: &Context) -> Result<Output> {
    let inputs: Vec<&Location> = task.inputs.iter().collect();
    match beside(task).filter(|_| !task.dry_run) {
        Some(location) => context.execution.create(&location, task.force, &inputs),
        None => context.execution.aside(),
    }
}

pub fn run(
    release_outputs: ReleaseOutputs<'_>,
    study: &Study,
    outputs: (Output, Output),
) -> Result<RunResult<ReleaseDocument>> {
    let ReleaseOutputs { task, context, start, .. } = release_outputs;
    let plan = &study.plan;
    let mut anatomy = match study.anatomize(&context.execution)? {
        Searched::Anatomy(anatomy) => anatomy,
        Searched::Ineligible { size, why } => {
            let document = told::refuse(plan, study, size, why, context, start);
            return release_outputs.refuse(document, study, None);
        }
        Searched::NoRelease(refusal) => {
            let found = (&refusal.search, &refusal.outcome);
            let document = report::refuse(study, found, context, start);
            return release_outputs.refuse(document, study, Some(found));
        }
    };
    let ((output, secrets), written) = anatomy.write(outputs, &context.execution)?;
    let verdict = anatomy.judge((&output, &secrets), written, &context.execution)?;
    let findings = &verdict.findings;
    let done = verdict.may_be_published(task.strict);
    let told = JudgedAnatomy {
        dry_run: task.dry_run,
        outputs: [task.output.as_ref(), beside(task).as_ref()]
            .map(|place| place.filter(|_| done && !task.dry_run).map(ToString::to_string)),
        verdict: &verdict,
        loss: anatomy.loss(),
        cost: anatomy.ranges.as_ref().and_then(|(_, outcome)| outcome.cost(plan.method.cost)),
        outcome: anatomy.ranges.as_ref().map(|(_, outcome)| outcome),
    };
    let mut document = told::document(plan, study, &told, start);
    let known = ReleaseFacts {
        args: release_outputs.args,
        study,
        search: anatomy.ranges.as_ref().map(|(search, outcome)| (search, outcome)),
        guarantees: &findings.guarantees,
        findings: Some(findings),
        risks: &verdict.risks,
        persons: verdict.persons.as_ref(),
        after: None,
        written: Some(&output),
        outputs: &release_outputs.places(
            done,
            &[("published", &output, task.output.clone()), ("secrets", &secrets, beside(task))],
        ),
    };
    let certificate = release_outputs.attach(&mut document, &known)?;
    release_outputs.close(&document, certificate, done, vec![secrets, output])?;
    told::tell(plan, study, &told, context);
    object(&verdict, task.strict, context);
    Ok(context.finish(document, done))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secrets_stand_beside_the_table() {
        let beside = |name: &str| sibling(Path::new(name)).unwrap();
        assert_eq!(beside("a/out.csv"), Path::new("a/out.sensitive.csv"));
        assert_eq!(beside("v1.2.csv.gz"), Path::new("v1.2.sensitive.csv.gz"));
        assert_eq!(beside("out"), Path::new("out.sensitive"));
    }
}
