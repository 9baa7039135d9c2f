//! The risks of a published file itself, whatever was demanded of it.
//!
//! A demand is about classes of quasi-identifiers; a reader wants to know about the file. So the
//! published table is measured for what else it gives away, beside the original where that is at
//! hand. Each kind of risk is a file here, with its definition, its thresholds and its words:
//!
//! | kind | warning from | severe from |
//! |---|---|---|
//! | repeated-person | 1 % of rows repeat an identifier | 10 % |
//! | certain-secret | any class with a value that is not expected | 5 % of people |
//! | undone | 5 % of rows, above chance and beyond what the class tells | 25 % |
//! | singled-out | 1/k of people, within 5 % and 20 % | 50 % |
//! | register-knows | | any column |
//! | identifying-column | more than 50 % of values unique, or an identifier's shape | |
//! | neighbours | 1 % of people within 1 % of the spread, or 10 % within 10 %, above chance | |
//! | extremes | an end that stands out; other rare ends are a notice | |
//! | ordered | four deviations and 10 % above chance, by a column or by the person | |
//! | joint-k | | any row |
//! | linked | anybody alone, or certain | any demand |
//! | several-classes | any person | |
//!
//! Where it is known whose a row is, people are counted, and the rows of one person tell nothing about
//! each other.
//!
//! A kind that applies and cannot be measured, because no original is at hand or it does not fit, is
//! a warning too. Risks hold figures about the original: only kinds and severities go out with a
//! release ([`incrowd_terms::PublishedRisk`]).

mod alone;
mod beside;
mod certain_secret;
mod coded;
mod counted_elsewhere;
mod extremes;
mod found_elsewhere;
mod identifying_column;
mod linked;
mod linked_rows;
mod neighbours;
mod originals;
mod repeated_person;
mod rows;
mod singled_out;
mod undone;
mod values;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Kind, Nulls, Risk, RiskKind};

use crate::chains::Chains;
use crate::error::JudgeError;
use crate::person::Person;
use crate::question::Question;

pub use counted_elsewhere::{alone_with, alone_with_all, repeated_by};
pub use found_elsewhere::{joint_k, linked_by_order, ordered, register_knows, several_classes};
pub use linked::linked;
pub use linked_rows::{intervals, known_shift, linked_rows};
pub use repeated_person::Repeated;

use alone::Alone;
use rows::Rows;

/// A published table to be measured, and all that helps.
#[derive(Clone, Copy, Debug)]
pub struct PublishedFile<'a> {
    /// The published table.
    pub table: &'a Table,
    /// Its quasi-identifiers.
    pub qi: &'a [String],
    /// Its sensitive columns. One that the table lacks (Anatomy publishes it apart) is left aside.
    pub sensitive: &'a [String],
    /// The column of groups within classes, if it has one.
    pub group: Option<&'a str>,
    /// Where it is found out whose a row is; without it, every row is a person's. A column of person
    /// ids in the table is no part of what is measured: it is dropped, or a pseudonym.
    pub person: Option<Person<'a>>,
    /// The table as it came in, if it is at hand.
    pub original: Option<OriginalTable<'a>>,
    /// How many people must be alike, if that was demanded.
    pub k: Option<u64>,
    /// Columns of the original that name people, by what they are called or look like.
    pub names_people: &'a [String],
    /// Columns of the original that name nobody, by what they are called: places, dates, ages.
    pub names_nobody: &'a [String],
    /// Plain columns that look like identifiers, and why, as the end of a sentence.
    pub looks_identifying: &'a [(String, String)],
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; others are inferred.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column: labels are read through them.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// Whether rows with `*` in every cell are suppressed rows.
    pub skip_suppressed: bool,
    /// How many threads may work.
    pub threads: usize,
}

/// The table that was published.
#[derive(Clone, Copy, Debug)]
pub struct OriginalTable<'a> {
    /// The table.
    pub table: &'a Table,
    /// Where the published rows stand in it.
    pub rows: RowsOf<'a>,
    /// Its columns that were dropped.
    pub identifying: &'a [String],
    /// A column and its value in the rows that were to be published, if not all were.
    pub only: Option<(&'a str, &'a str)>,
}

/// Where published rows stand in the original.
#[derive(Clone, Copy, Debug)]
pub enum RowsOf<'a> {
    /// In the same order, and some may be missing: each takes the first row that it can stand for.
    InOrder,
    /// Row for row.
    Same,
    /// The row of the original, counted from 0, of each published row.
    Given(&'a [u32]),
}

impl<'a> PublishedFile<'a> {
    /// The file that a question is about, without an original.
    #[must_use]
    pub fn of(question: &Question<'a>) -> PublishedFile<'a> {
        PublishedFile {
            table: question.table,
            qi: question.qi,
            sensitive: question.sensitive,
            group: question.group,
            person: question.person,
            original: None,
            k: None,
            names_people: &[],
            names_nobody: &[],
            looks_identifying: &[],
            nulls: question.nulls,
            kinds: question.kinds,
            hierarchies: question.hierarchies,
            skip_suppressed: question.skip_suppressed,
            threads: question.threads,
        }
    }

    /// The columns that are neither quasi-identifiers nor sensitive, and neither the group nor the
    /// person.
    fn plain(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let file = *self;
        let person = file.person.and_then(Person::published);
        let is_plain = move |name: &&String| {
            let has_role = file.qi.contains(name) || file.sensitive.contains(name);
            !has_role && ![file.group, person].contains(&Some(name.as_str()))
        };
        file.table.columns().iter().filter(is_plain).map(String::as_str)
    }

    /// The sensitive columns that the table has.
    fn published_sensitive(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let file = *self;
        let has = move |name: &&String| file.table.columns().contains(name);
        file.sensitive.iter().filter(has).map(String::as_str)
    }
}

/// Measures the risks of a published file, the gravest first.
///
/// ```
/// use incrowd_io::{MemoryTable, Table};
/// use incrowd_judge::{Question, risk::{PublishedFile, risks}};
/// use incrowd_terms::RiskKind;
/// let rows = (0..20).map(|row| vec!["30s".to_string(), format!("A{row:03}")]);
/// let table = Table::from(MemoryTable::from_rows("published", ["age", "card"], rows)?);
/// let question = Question { qi: &["age".into()], ..Question::about(&table) };
/// let found = risks(&PublishedFile { k: Some(5), ..PublishedFile::of(&question) })?;
/// assert!(found.iter().any(|risk| risk.kind == RiskKind::IdentifyingColumn));
/// // No original is at hand.
/// assert!(found.iter().any(|risk| risk.kind == RiskKind::Undone && !risk.is_measured()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a table cannot be read or a column is none of the table's.
pub fn risks(file: &PublishedFile<'_>) -> Result<Vec<Risk>, JudgeError> {
    let people = file.person.map(|person| person.of_rows(file.table, file.nulls)).transpose()?;
    let people = people.as_deref();
    let rows = Rows::read(file, people)?;
    let alone = Alone { file, rows: &rows, people };
    let mut risks = certain_secret::measure(file, &rows)?;
    let identifying = identifying_column::measure(file, &rows, &alone)?;
    risks.extend(singled_out::measure(file, &rows, &alone, &identifying)?);
    risks.extend(identifying);
    risks.extend(neighbours::measure(file, &rows)?);
    risks.extend(repeated_person::measure(file)?);
    if rows.originals.is_some() {
        risks.extend(undone::measure(file, &rows)?);
        risks.extend(extremes::measure(file, &rows));
    }
    risks.extend(unmeasured(file, &rows));
    sort(&mut risks);
    Ok(risks)
}

/// Measures whether people repeat where rows are counted, and nothing else.
///
/// # Errors
/// As [`risks`].
pub fn repeated_person(file: &PublishedFile<'_>) -> Result<Option<Risk>, JudgeError> {
    repeated_person::measure(file)
}

/// Sorts risks: the gravest first, then by kind, then by how many they concern.
pub fn sort(risks: &mut [Risk]) {
    risks.sort_by_key(|risk| (Reverse(risk.severity), risk.kind, Reverse(risk.count)));
}

/// The kinds that apply and could not be measured.
fn unmeasured(file: &PublishedFile<'_>, rows: &Rows) -> Vec<Risk> {
    let others = file.plain().next().is_some() || file.published_sensitive().next().is_some();
    let kinds = [
        (RiskKind::RepeatedPerson, repeated_person::is_unmeasured(file)),
        (RiskKind::Undone, rows.originals.is_none() && !file.qi.is_empty() && others),
        (
            RiskKind::Extremes,
            rows.originals.is_none()
                && file.k.is_some()
                && file.qi.iter().any(|name| extremes::has_ranges(file, rows, name)),
        ),
        (RiskKind::Ordered, file.original.is_none() && !file.qi.is_empty()),
    ];
    let (why, cure) = match file.original {
        None => ("no original is at hand", "measure it where the original is"),
        Some(_) => (
            "the published rows cannot be laid beside the original",
            "check that both files belong together",
        ),
    };
    let missing = kinds.into_iter().filter(|(_, missing)| *missing);
    missing
        .map(|(kind, _)| {
            Risk::unmeasured(kind, format!("{kind} could not be measured: {why}"), cure)
        })
        .collect()
}
