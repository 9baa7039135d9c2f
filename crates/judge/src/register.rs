//! Published columns that the register of the population has too.
//!
//! Whoever has the register knows them of everybody, whatever the steward calls a quasi-identifier.
//! So each demand about the population is measured with them beside the quasi-identifiers as well,
//! and what fails then fails. Columns go together by name, however it is spelled.

use incrowd_io::Table;
use incrowd_terms::{Crowd, Demand, Guarantee, NormalForm};

use crate::error::JudgeError;
use crate::findings::Findings;
use crate::question::{Question, measured};

/// More columns than this are not tried one by one when the cause of a failure is looked for.
const MOST_TRIED: usize = 8;

/// A published column and its name in the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shared {
    pub(crate) published: String,
    pub(crate) register: String,
}

/// The columns that both tables have, but for quasi-identifiers and those left out.
pub(crate) fn shared(
    published: &Table,
    register: &Table,
    qi: &[String],
    left_out: &[&str],
) -> Vec<Shared> {
    let form = NormalForm::default();
    let is_known = |name: &&String| !qi.contains(name) && !left_out.contains(&name.as_str());
    let beside = |name: &String| {
        let columns = || register.columns().iter().filter(|column| !qi.contains(column));
        let same = |column: &&String| *column == name;
        let alike = |column: &&String| form.same(column, name);
        let found = columns().find(same).or_else(|| columns().find(alike))?;
        Some(Shared { published: name.clone(), register: found.clone() })
    };
    published.columns().iter().filter(is_known).filter_map(beside).collect()
}

/// The same findings, with demands about the population measured by all that the register tells.
pub(crate) fn with_known_columns(
    question: &Question<'_>,
    mut findings: Findings,
) -> Result<Findings, JudgeError> {
    let Some(register) = question.public else { return Ok(findings) };
    let is_about_people = |demand: &&Demand| demand.crowd() == Crowd::Register;
    let demands: Vec<Demand> = question.demands.iter().filter(is_about_people).cloned().collect();
    if demands.is_empty() {
        return Ok(findings);
    }
    if let Some(secret) = told_apart(question, register) {
        findings.register_knows.push(secret.to_owned());
        let people = findings.guarantees.iter_mut().zip(question.demands);
        for (guarantee, _) in people.filter(|(_, demand)| is_about_people(demand)) {
            guarantee.holds = false;
            guarantee.worst = Some(format!(
                "{} has '{secret}' too, so the secrets of a group tell who of it can be there; \
                 publish without Anatomy, or leave the column out of the register if nobody has it",
                register.name()
            ));
        }
    }
    let mut left_out: Vec<&str> = question.group.into_iter().collect();
    left_out.extend(question.unknown.iter().map(String::as_str));
    let known = shared(question.table, register, question.qi, &left_out);
    if known.is_empty() {
        return Ok(findings);
    }
    let again = |known: &[Shared]| measure_with(question, &demands, known);
    let with = again(&known)?;
    let fails = |guarantees: &[Guarantee]| guarantees.iter().any(|found| !found.holds);
    let mut causes: Vec<&Shared> = Vec::new();
    if fails(&with) && (2..=MOST_TRIED).contains(&known.len()) {
        for column in &known {
            if fails(&again(std::slice::from_ref(column))?) {
                causes.push(column);
            }
        }
    }
    if causes.is_empty() {
        causes = known.iter().collect();
    }
    let people = findings.guarantees.iter_mut().zip(question.demands);
    let people = people.filter(|(_, demand)| is_about_people(demand));
    for ((guarantee, _), with) in people.zip(with) {
        if !guarantee.holds {
            continue;
        }
        guarantee.measured = with.measured;
        if !with.holds {
            guarantee.holds = false;
            let why = with.worst.unwrap_or_default();
            guarantee.worst = Some(format!("{} {why}", blame(&causes, register.name())));
        }
    }
    findings.register_knows.extend(known.into_iter().map(|column| column.published));
    Ok(findings)
}

/// The secret that Anatomy publishes apart, if the register has it.
fn told_apart<'q>(question: &Question<'q>, register: &Table) -> Option<&'q str> {
    let secret = question.secrets.and(question.sensitive.first())?;
    let form = NormalForm::default();
    let is_known = register.columns().iter().any(|column| form.same(column, secret));
    (is_known && !question.unknown.contains(secret)).then_some(secret.as_str())
}

/// Judges demands with more columns beside the quasi-identifiers.
fn measure_with(
    question: &Question<'_>,
    demands: &[Demand],
    known: &[Shared],
) -> Result<Vec<Guarantee>, JudgeError> {
    let published = known.iter().map(|column| column.published.clone());
    let register = known.iter().map(|column| column.register.as_str());
    let all: Vec<String> = question.qi.iter().cloned().chain(published).collect();
    let names: Vec<&str> = question.qi.iter().map(String::as_str).chain(register).collect();
    let asked = Question { qi: &all, demands, distribution: None, ..*question };
    Ok(measured(&asked, &names)?.guarantees)
}

fn blame(causes: &[&Shared], register: &str) -> String {
    let names: Vec<String> =
        causes.iter().map(|column| format!("'{}'", column.published)).collect();
    let (first, is) = (&causes[0].published, if names.len() == 1 { "is" } else { "are" });
    format!(
        "{} {is} published and known from {register} too: make it a quasi-identifier (--qi {first}) \
         or drop it (--id {first}); with it,",
        names.join(", ")
    )
}
