//! `incrowd check`: the judge, for a table that anyone made.

mod beside;

use std::collections::BTreeMap;
use std::path::Path;

use crate::earlier::{EarlierRelease, fail_together};
use crate::plan;
use crate::reading::{no_rows, places, refuse_idle};
use crate::release::GROUP;
use crate::{Reading, labels};
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{Demand, OverallVerdict, PopulationKnowledge};
use incrowd_document::{CheckDocument, Document, QuestionPerson};
use incrowd_io::{Location, Table};
use incrowd_judge::{Chains, Findings, Person, Question, SameValues, judge};

use crate::options::{CheckOptions, ModelOptions};
use crate::request::{
    at_least_one, check_inputs, demands, earlier_releases, files_of, hierarchies, inputs,
    known_levels, reading,
};
use crate::run::evidence::certify::CertifiedTables;
use crate::run::evidence::{
    CertificateInput, CertificateRequest, Certified, EvidenceFiles, Files, MeasuredTable,
    known_by_values,
};
use crate::run::summary::after::judged;
use crate::run::summary::check::sentence;
use crate::run::summary::{self, in_words, readings as warnings, spellings, unmatched};
use crate::run::{Context, Error, Result, RunResult, database};

pub use beside::Beside;

pub fn run(args: &CheckOptions, context: &Context) -> Result<RunResult<CheckDocument>> {
    match database::check(args, context)? {
        Some(result) => Ok(result),
        None => measure(args, context),
    }
}

/// The same for tables that are files, or at hand.
pub(super) fn measure(args: &CheckOptions, context: &Context) -> Result<RunResult<CheckDocument>> {
    let population = population(&args.models)?;
    let demands = demands(&demanding(&args.models), &args.roles.sensitive, false)?;
    let reading = reading(&args.read)?;
    if args.roles.qi.is_empty() {
        return Err(Error::options(
            "no quasi-identifiers: name the columns that form classes with `qi`",
        ));
    }
    check_inputs(&[
        ("the table", Some(&args.table)),
        ("`secrets`", args.secrets.as_deref()),
        ("`public`", args.models.public.as_deref()),
        ("`distribution`", args.models.distribution.as_deref()),
        ("`original`", args.original.as_deref()),
    ])?;
    check_after(args, &demands)?;
    check_known(args, &demands)?;
    let after = earlier_releases(&args.after)?;
    let open = |path: &Path| context.execution.open(&Location::from(path), &reading.options);
    let table = open(&args.table)?;
    let qi = places(&table, "`qi`", &args.roles.qi)?;
    let kept = if args.secrets.is_some() { &[] } else { args.roles.sensitive.as_slice() };
    let sensitive = places(&table, "`sensitive`", kept)?;
    if let Some(&both) = sensitive.iter().find(|place| qi.contains(place)) {
        let column = &table.columns()[both];
        let message =
            format!("the column '{column}' is named by `qi` and by `sensitive`: it has one role");
        return Err(Error::options(message).in_column(column));
    }
    let person = places(&table, "`person`", args.person.as_slice())?;
    if let Some(&both) = person.iter().find(|place| qi.contains(place) || sensitive.contains(place))
    {
        let column = &table.columns()[both];
        let message = format!(
            "the column '{column}' is named by `person`, and by `qi` or `sensitive`: it has one role"
        );
        return Err(Error::options(message).in_column(column));
    }
    let group = match (&args.group, &args.secrets) {
        (None, Some(_)) => Some(GROUP),
        (group, _) => group.as_deref(),
    };
    let specs = hierarchies(&args.hierarchy)?;
    let evidence_files = evidence_files(args, &specs, &after)?;
    evidence_files.note_idle_purpose(&args.purpose, context);
    let secrets = args.secrets.as_deref().map(open).transpose()?;
    let public = args.models.public.as_deref().map(open).transpose()?;
    let distribution = args.models.distribution.as_deref().map(open).transpose()?;
    let original = args.original.as_deref().map(open).transpose()?;
    if let (Some(original), Some(person)) = (&original, &args.person) {
        places(original, "`person`", std::slice::from_ref(person))?;
    }
    let tables =
        [Some(&table), public.as_ref(), distribution.as_ref(), secrets.as_ref(), original.as_ref()];
    reading.check_kinds(&tables.into_iter().flatten().collect::<Vec<_>>())?;
    let anonymity = public.as_ref().or(distribution.as_ref()).or(original.as_ref());
    let hierarchies = readings(args, &specs, &reading, [Some(&table), anonymity], context)?;
    let levels = known_levels(&args.level, &hierarchies)?;
    let step = context.execution.step("measuring", None);
    let question = Question {
        qi: &args.roles.qi,
        sensitive: &args.roles.sensitive,
        secrets: secrets.as_ref(),
        group,
        demands: &demands,
        known: known(args),
        nulls: &reading.nulls,
        kinds: &reading.kinds,
        hierarchies: &hierarchies,
        levels: &levels,
        public: public.as_ref(),
        distribution: distribution.as_ref(),
        same_values: SameValues::Find { original: original.as_ref() },
        person: args.person.as_deref().map(Person::Column),
        sample_rows: args.members,
        skip_suppressed: args.keep_suppressed,
        threads: context.execution.threads(),
        ..Question::about(&table)
    };
    let mut findings = judge(&question)?;
    let beside = Beside { question: &question, original: original.as_ref() };
    let composed = beside.composed(&after, &specs, (&reading, &findings), context)?;
    let risks = beside.risks(&findings, composed.as_ref())?;
    if let Some(composed) = &composed {
        fail_together(&mut findings.guarantees, composed);
    }
    drop(step);
    let rows = findings.rows + findings.suppressed.unwrap_or(0);
    if rows == 0 {
        return Err(no_rows(&table));
    }
    let (least, what) = findings.people.map_or((rows, "rows"), |people| (people, "people"));
    if let Some(members) = args.members.filter(|&members| members < least) {
        let message = format!("`members = {members}`: {} alone has {least} {what}", table.name());
        return Err(Error::options(message).with_value(members.to_string()));
    }
    let findings = match population {
        Some(people) => sampled(findings, people, &table)?,
        None => findings,
    };
    let mut evidence = None;
    let mut files = Files::default();
    // Every byte is read for its digest.
    if evidence_files.is_wanted() || evidence_files.certifies() {
        files = files
            .table("table", &table)?
            .table_if("secrets", secrets.as_ref())?
            .table_if("public", public.as_ref())?
            .table_if("distribution", distribution.as_ref())?
            .hierarchies(&specs)?;
    }
    let judged = composed.as_ref().map(|composed| judged(&after, composed, &risks));
    if evidence_files.is_wanted() {
        let (reading, demands, files) = (&reading, demands.as_slice(), files.clone());
        let findings = &findings;
        let measured = MeasuredTable {
            args,
            reading,
            table: &table,
            files,
            demands,
            findings,
            group,
            risks: &risks,
        };
        evidence = Some(measured.evidence(context)?);
    }
    let mut certified = Certified::default();
    if evidence_files.certifies() && findings.all_hold() {
        let asked = CertificateInput {
            command: "check".to_owned(),
            qi: args.roles.qi.clone(),
            sensitive: args.roles.sensitive.clone(),
            group: group.map(str::to_owned),
            person: args.person.clone().map(QuestionPerson::Column),
            models: demanding(&args.models),
            hierarchies: args.hierarchy.clone(),
            published: args.read.clone(),
            others: args.read.clone(),
            people: population,
            known: args.known,
            rows: args.members,
            skip_suppressed: args.keep_suppressed,
            same_values: known_by_values(&findings),
            after: judged,
            ..CertificateInput::default()
        };
        let sources = CertifiedTables {
            published: &table,
            secrets: secrets.as_ref(),
            register: public.as_ref(),
            distribution: distribution.as_ref(),
            specs: Some(specs),
        };
        let (private, risks) = (Vec::new(), risks.clone());
        let issue = CertificateRequest { asked, sources, files, private, by_chance: None, risks };
        certified = evidence_files.certify(Ok(issue), context);
    }
    let sample_uniques = findings.class_sizes.get(&1).copied().unwrap_or_default();
    let document = CheckDocument {
        table: Some(table.name().to_owned()),
        verdict: OverallVerdict::of_guarantees(&findings.guarantees, &risks),
        risks,
        sample_uniques: findings.uniqueness.as_ref().map(|_| sample_uniques),
        findings,
        demands: in_words(&demands),
        after: composed.as_ref().map(|composed| summary::after::document(&after, composed)),
        evidence,
        certificate: certified.note,
        engine: None,
    };
    let page = || Document::Check(Box::new(document.clone()));
    context.publish(evidence_files.write(page, certified.certificate.as_ref())?)?;
    let findings = &document.findings;
    let told = [warnings(findings), spellings(findings)].concat();
    told.iter().for_each(|warning| context.warn(warning));
    if findings.unmatched > 0 && args.members.is_none() {
        context.warn(&unmatched(findings.unmatched));
    }
    for failed in findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        context.complain(&sentence(failed));
    }
    let met = findings.all_hold();
    Ok(context.finish(document, met))
}

/// Refuses what cannot be measured together with earlier releases.
fn check_after(args: &CheckOptions, demands: &[Demand]) -> Result<()> {
    if args.after.is_empty() {
        return Ok(());
    }
    plan::check_after(demands)?;
    let refuse = |message: &str| Err(Error::options(message));
    if args.original.is_none() {
        return refuse(
            "`after` needs the table that was published, too: rows of two releases are recognised in it; name it with \
             `original`",
        );
    }
    if args.group.is_some() || args.secrets.is_some() {
        return refuse(
            "`after` does not go with `group` or `secrets`: it compares classes of quasi-identifiers alone",
        );
    }
    Ok(())
}

/// How many quasi-identifiers an attacker knows at most, if that was said.
fn known(args: &CheckOptions) -> Option<usize> {
    args.known.map(|known| usize::try_from(known).unwrap_or(usize::MAX))
}

/// Refuses what cannot be measured for whoever knows only some quasi-identifiers.
fn check_known(args: &CheckOptions, demands: &[Demand]) -> Result<()> {
    let Some(known) = known(args) else { return Ok(()) };
    plan::check_known(known, args.roles.qi.len())?;
    let about_population =
        |demand: &&Demand| demand.population_knowledge() != PopulationKnowledge::Unknown;
    if let Some(demand) = demands.iter().find(about_population) {
        let message = format!(
            "`known` does not go with {demand}: people are looked up in the population by all quasi-identifiers"
        );
        return Err(Error::options(message));
    }
    refuse_idle(
        &[
            ("`public`", args.models.public.is_some()),
            ("`distribution`", args.models.distribution.is_some()),
            ("`group`", args.group.is_some()),
            ("`secrets`", args.secrets.is_some()),
            ("`after`", !args.after.is_empty()),
        ],
        "`known`, which measures sets of quasi-identifiers alone",
    )
}

/// The places of the evidence.
fn evidence_files(
    args: &CheckOptions,
    specs: &BTreeMap<String, Spec>,
    after: &[EarlierRelease],
) -> Result<EvidenceFiles> {
    let CheckOptions { table, secrets, models, original, .. } = args;
    let others = [secrets, &models.public, &models.distribution, original].into_iter().flatten();
    let tables = std::iter::once(table).chain(others);
    let mut inputs = inputs(tables, specs);
    inputs.extend(files_of(after));
    if args.certificate.key.is_some() {
        return Err(Error::options(
            "`key`: check reads nothing that stays private; its certificate is about the table itself, which goes with it",
        ));
    }
    EvidenceFiles::reserve(&args.evidence, &args.certificate, args.force, &inputs)
}

/// How many people there are of whom the table is a sample, if that was said.
fn population(models: &ModelOptions) -> Result<Option<u64>> {
    let Some(text) = models.words.one("population") else { return Ok(None) };
    if models.public.is_some() {
        return Err(Error::options(
            "`population`: with a table of the population (`public`) its size is known",
        ));
    }
    at_least_one("population", text).map(Some)
}

/// The flags of the demands. The size of the population is one of them only beside a demand that
/// needs it; by itself it asks for what is measured.
pub(super) fn demanding(models: &ModelOptions) -> ModelOptions {
    let needed = models.words.one("k-map").is_some() || models.distribution.is_some();
    let people = models.words.one("population").filter(|_| needed);
    let words = models.words.clone().with("population", people);
    ModelOptions { words, ..models.clone() }
}

/// Adds what the table tells about the people of whom it is a sample.
fn sampled(findings: Findings, people: u64, table: &Table) -> Result<Findings> {
    let (rows, what) = findings.people.map_or((findings.rows, "rows"), |own| (own, "people"));
    findings.sampled_from(people).map_err(|_| {
        let message = format!(
            "`population = {people}`: {} alone has {rows} {what}, and it is a part of the population",
            table.name()
        );
        Error::options(message).with_value(people.to_string())
    })
}

/// The hierarchies through which labels are read, built over the original values: those of the
/// population or of the original for quasi-identifiers, the column's own for sensitive ones.
fn readings(
    args: &CheckOptions,
    specs: &BTreeMap<String, Spec>,
    reading: &Reading,
    [table, values]: [Option<&Table>; 2],
    context: &Context,
) -> Result<BTreeMap<String, Chains>> {
    let source = |column: &str| {
        let named = |names: &[String]| names.iter().any(|name| name == column);
        let wrong = |why: &str| {
            let message = format!("`hierarchy {column} = ..`: {why}");
            Err(Error::options(message).in_column(column))
        };
        match (named(&args.roles.sensitive), named(&args.roles.qi), values) {
            (true, _, _) => Ok(table),
            (_, true, Some(values)) => Ok(Some(values)),
            (_, true, None) => {
                wrong("labels are read only to find people in `public`, or rows in `original`")
            }
            (_, false, _) => wrong(&format!("'{column}' is no quasi-identifier (`qi`)")),
        }
    };
    labels::read(reading, specs, source, args.keep_suppressed, &context.execution)
}
