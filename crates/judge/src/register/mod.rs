//! Published columns that the register of the population has too.
//!
//! An attacker with the register knows these columns, whether or not they are named as
//! quasi-identifiers. Each demand about the population is therefore also measured with them, and
//! fails if it fails then. Columns are matched by name, in any spelling, or by their values.

mod values;

use incrowd_io::Table;
use incrowd_terms::{Demand, NormalForm, Nulls, PopulationKnowledge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::findings::Findings;
use crate::person::Person;
use crate::question::{Question, measured};

/// More columns than this are not tried one by one when the cause of a failure is looked for.
const MOST_TRIED: usize = 8;

/// A published column that the register has too. A document has only its published name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[schemars(with = "String")]
pub struct KnownColumn {
    /// Its name in the published table.
    pub published: String,
    /// Its name in the register.
    pub register: String,
    /// Whether the names differ and the values showed that it is the same column.
    pub by_values: bool,
}

impl From<String> for KnownColumn {
    fn from(name: String) -> Self {
        KnownColumn { published: name.clone(), register: name, by_values: false }
    }
}

impl From<KnownColumn> for String {
    fn from(column: KnownColumn) -> Self {
        column.published
    }
}

/// How columns are found that hold the same values under different names.
#[derive(Clone, Copy, Debug)]
pub enum SameValues<'a> {
    /// By comparing the rows of people whose quasi-identifiers occur once in the register and in the
    /// original, or in the published table where there is no original.
    Find {
        /// The table that was published.
        original: Option<&'a Table>,
    },
    /// They were found before.
    Given(&'a [KnownColumn]),
}

/// Two tables of which one is about people of the other.
pub(crate) struct TablePair<'a> {
    pub(crate) published: &'a Table,
    pub(crate) register: &'a Table,
    pub(crate) qi: &'a [String],
    /// Columns that nobody knows from the register.
    pub(crate) left_out: &'a [&'a str],
    pub(crate) nulls: &'a Nulls,
    pub(crate) threads: usize,
}

impl TablePair<'_> {
    /// The columns that both tables have, but for quasi-identifiers and those left out.
    pub(crate) fn known(&self, same: SameValues<'_>) -> Result<Vec<KnownColumn>, JudgeError> {
        let form = NormalForm::default();
        let is_open =
            |name: &&String| !self.qi.contains(name) && !self.left_out.contains(&name.as_str());
        let register: Vec<&String> = self.register.columns().iter().filter(is_open).collect();
        let beside = |name: &String| {
            let exact = register.iter().find(|column| **column == name);
            let found = exact.or_else(|| register.iter().find(|column| form.same(column, name)))?;
            let (published, register) = (name.clone(), (*found).clone());
            Some(KnownColumn { published, register, by_values: false })
        };
        let open = || self.published.columns().iter().filter(is_open);
        let mut known: Vec<KnownColumn> = open().filter_map(beside).collect();
        let is_new = |name: &&String| known.iter().all(|column| column.published != **name);
        let by_values = match same {
            SameValues::Given(columns) => columns.to_vec(),
            SameValues::Find { original } => {
                let table = original.unwrap_or(self.published);
                let qi: Vec<&str> = self.qi.iter().map(String::as_str).collect();
                let has = |name: &&String| table.columns().contains(name);
                let columns: Vec<&str> =
                    open().filter(is_new).filter(has).map(String::as_str).collect();
                let is_unmatched =
                    |name: &&&String| known.iter().all(|column| column.register != ***name);
                let others: Vec<&str> =
                    register.iter().filter(is_unmatched).map(|name| name.as_str()).collect();
                let TablePair { register, nulls, threads, .. } = *self;
                values::Join { table, register, qi: &qi, nulls, threads }.same(&columns, &others)?
            }
        };
        known.extend(by_values);
        Ok(known)
    }
}

/// The same findings, with demands about the population measured by all that the register tells.
pub(crate) fn with_known_columns(
    question: &Question<'_>,
    mut findings: Findings,
) -> Result<Findings, JudgeError> {
    let Some(register) = question.public else { return Ok(findings) };
    let is_about_people =
        |demand: &&Demand| demand.population_knowledge() == PopulationKnowledge::Register;
    let demands: Vec<Demand> = question.demands.iter().filter(is_about_people).cloned().collect();
    let told_apart = told_apart(question, register).filter(|_| !demands.is_empty());
    if let Some(secret) = told_apart {
        let people = findings.guarantees.iter_mut().zip(question.demands);
        for (guarantee, _) in people.filter(|(_, demand)| is_about_people(demand)) {
            guarantee.holds = false;
            guarantee.worst = Some(format!(
                "{} has '{}' too, so the secrets of a group tell who of it can be there; \
                 publish without Anatomy, or leave the column out of the register if nobody has it",
                register.name(),
                secret.published
            ));
        }
        findings.register_knows.push(secret);
    }
    let mut left_out: Vec<&str> = question.group.into_iter().collect();
    left_out.extend(question.unknown.iter().map(String::as_str));
    left_out.extend(question.person.map(Person::column));
    let beside = TablePair {
        published: question.table,
        register,
        qi: question.qi,
        left_out: &left_out,
        nulls: question.nulls,
        threads: question.threads,
    };
    let known = beside.known(question.same_values)?;
    if known.is_empty() {
        return Ok(findings);
    }
    let again = |known: &[KnownColumn]| measure_with(question, &demands, known);
    let with = again(&known)?;
    let fails = |found: &Findings| found.guarantees.iter().any(|found| !found.holds);
    let mut causes: Vec<&KnownColumn> = Vec::new();
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
    for ((guarantee, _), with) in people.zip(with.guarantees) {
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
    // Where the register does not fit, there is nothing to say with it.
    if with.presence.is_some() {
        findings.presence = with.presence;
    }
    if with.risk.journalist.is_some() {
        findings.risk.journalist = with.risk.journalist;
    }
    for ((column, learned), (_, with)) in findings.learned.iter_mut().zip(with.learned) {
        let is_known = known.iter().any(|known| known.published == *column);
        if !is_known && with.uncertain.is_some() {
            learned.uncertain = with.uncertain;
        }
    }
    findings.register_knows.extend(known);
    Ok(findings)
}

/// The secret that Anatomy publishes apart, if the register has it.
fn told_apart(question: &Question<'_>, register: &Table) -> Option<KnownColumn> {
    let secret = question.secrets.and(question.sensitive.first())?;
    let form = NormalForm::default();
    let known = register.columns().iter().find(|column| form.same(column, secret))?;
    (!question.unknown.contains(secret)).then(|| KnownColumn {
        published: secret.clone(),
        register: known.clone(),
        by_values: false,
    })
}

/// Judges demands with more columns beside the quasi-identifiers.
fn measure_with(
    question: &Question<'_>,
    demands: &[Demand],
    known: &[KnownColumn],
) -> Result<Findings, JudgeError> {
    let published = known.iter().map(|column| column.published.clone());
    let register = known.iter().map(|column| column.register.as_str());
    let all: Vec<String> = question.qi.iter().cloned().chain(published).collect();
    let names: Vec<&str> = question.qi.iter().map(String::as_str).chain(register).collect();
    let asked = Question { qi: &all, demands, distribution: None, ..*question };
    measured(&asked, &names)
}

fn blame(causes: &[&KnownColumn], register: &str) -> String {
    let quoted = |name: &str| format!("'{name}'");
    let names: Vec<String> = causes.iter().map(|column| quoted(&column.published)).collect();
    let is = if names.len() == 1 { "is" } else { "are" };
    let renamed = causes.iter().find(|column| column.by_values);
    let first = renamed.unwrap_or(&causes[0]);
    let (name, other) = (&first.published, &first.register);
    let cure = if first.by_values {
        format!(
            "({register} calls '{name}' '{other}'): drop it (`id = {name}`), or give both the same name and make it a \
             quasi-identifier"
        )
    } else {
        format!("make it a quasi-identifier (`qi = {name}`) or drop it (`id = {name}`)")
    };
    let colon = if first.by_values { " " } else { ": " };
    format!(
        "{} {is} published and known from {register} too{colon}{cure}; with it,",
        names.join(", ")
    )
}
