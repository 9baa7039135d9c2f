//! What a table tells about people before anything is done to it: its columns, the risk of sets
//! of them, and all minimal sets that single people out.
//!
//! ```
//! use incrowd::Execution;
//! use incrowd::columns::identify::Role;
//! use incrowd::scan::{Scan, ScanPlan};
//! use incrowd::terms::Fraction;
//! # let folder = std::env::temp_dir().join(format!("incrowd-scan-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let table = folder.join("patients.csv");
//! std::fs::write(&table, "age,sex,illness\n31,f,flu\n31,m,cold\n52,f,flu\n52,m,flu\n")?;
//!
//! let plan = ScanPlan::new(table).set(["age"]).set(["age", "sex"]).alpha(Fraction::ONE);
//! let scan = Scan::read(plan, &Execution::default())?;
//!
//! // Two rows share every age; nobody shares an age and a sex.
//! assert_eq!(scan.sets[0].measure.unique_rows(), 0);
//! assert_eq!(scan.sets[1].measure.unique_rows(), 4);
//! let minimal: Vec<_> = scan.minimal.sets.iter().map(|set| scan.names(&set.columns)).collect();
//! assert_eq!(minimal, [["age", "sex"]]);
//! assert_eq!(scan.with_role(Role::QuasiIdentifier), [0, 1]);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod column;
mod detect;
mod gather;
mod plan;
mod set;
mod tied;

use std::sync::Arc;

use incrowd_columns::identifier::{Content, by_name};
use incrowd_columns::identify::{
    Domains, MinimalSetRequest, MinimalSets, Role, SampleSize, TableSample, Universe, minimal,
};
use incrowd_io::Table;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::reading::{delimiter_hint, places};
use crate::study::is_number_of_person;
use crate::study::people::PersonColumn;

pub use column::{ScannedColumn, values};
pub use detect::{Detected, detect, hints};
pub use plan::ScanPlan;
pub use set::SetRisk;

/// The rows that the search for minimal sets may visit where no time limit ends it: some seconds.
const MOST_WORK: u64 = 4_000_000_000;

/// What was found.
#[derive(Debug)]
pub struct Scan {
    /// What was asked for.
    pub plan: Arc<ScanPlan>,
    /// The table.
    pub table: Arc<Table>,
    /// The rows held.
    pub sample: TableSample,
    /// Every column.
    pub columns: Vec<ScannedColumn>,
    /// The sets that were measured.
    pub sets: Vec<SetRisk>,
    /// The people among whom an attacker looks.
    pub universe: Universe,
    /// All minimal sets that single people out.
    pub minimal: MinimalSets,
    /// By how much alpha was lowered, because only a sample was searched.
    pub margin: f64,
    /// What a reader should know.
    pub warnings: Vec<String>,
}

impl Scan {
    /// Reads the table of a plan and finds out what is asked for.
    ///
    /// # Errors
    /// A table that cannot be read or has no rows, columns that are not there, a universe smaller
    /// than the table, or a sample too small to find anything in.
    pub fn read(plan: impl Into<Arc<ScanPlan>>, execution: &Execution) -> Result<Scan> {
        let plan = plan.into();
        let table = execution.open_input(&plan.table, &plan.reading.options)?;
        Scan::of(plan, table, execution)
    }

    /// The same of a table that is open already, for whoever must know its columns to ask.
    ///
    /// # Errors
    /// As [`Scan::read`].
    pub fn of(
        plan: impl Into<Arc<ScanPlan>>,
        table: impl Into<Arc<Table>>,
        execution: &Execution,
    ) -> Result<Scan> {
        let (plan, table) = (plan.into(), table.into());
        let asked = NamedColumns::new(&plan, &table)?;
        let gathered = gather::gather(&table, &plan, asked.person.as_ref(), execution)?;
        let sample = gathered.sample;
        let universe = universe(&plan, &table, sample.draw)?;
        let margin = margin(&plan, &asked, sample.draw);
        let request = request(&plan, &asked, sample.draw, margin)?;
        let step = execution.step("looking", None);
        let look = |(place, (name, missing)): (usize, (&String, u64))| {
            ScannedColumn::new(name, &sample, place, missing, &plan.reading)
        };
        let named: Vec<_> = table.columns().iter().zip(gathered.missing).enumerate().collect();
        let mut columns: Vec<ScannedColumn> =
            execution.within(|| named.into_par_iter().map(look).collect::<Result<_>>())?;
        match &asked.person {
            Some(person) => {
                columns = (columns.into_iter().enumerate())
                    .map(|(place, column)| match place == person.place {
                        true => column.of_person(),
                        false => column,
                    })
                    .collect();
            }
            None => suggest_person(&mut columns, sample.draw.rows),
        }
        tied::suggest_tied(&mut columns, &sample);
        let sets = match asked.sets.is_empty() {
            true => suggested_sets(&columns),
            false => asked.sets.clone(),
        };
        let mut domains = Domains::of(&sample.columns);
        asked.domains.iter().for_each(|&(place, size)| domains.set(place, size));
        let measure = |set| SetRisk::new(&sample.columns, set, &domains, universe, plan.alpha);
        let sets = execution.within(|| sets.into_par_iter().map(measure).collect());
        drop(step);
        let minimal = search(&plan, &sample, &request, execution);
        let rows = sample.draw.rows;
        let counts_rows = asked.person.is_none();
        let repeats = columns.iter().filter_map(|column| repeats(column, rows));
        let repeats = repeats.filter(|_| counts_rows);
        let cut = delimiter_hint(&table)
            .map(|hint| format!("{} has one column, '{}'{hint}", table.name(), table.columns()[0]));
        let warnings = columns.iter().filter_map(unread).chain(repeats).chain(cut).collect();
        Ok(Scan { plan, table, sample, columns, sets, universe, minimal, margin, warnings })
    }

    /// The places of the columns that seem to play a part.
    pub fn with_role(&self, role: Role) -> Vec<usize> {
        with_role(&self.columns, role)
    }

    /// The names of a set of columns.
    pub fn names(&self, set: &[usize]) -> Vec<&str> {
        set.iter().map(|&place| self.columns[place].name.as_str()).collect()
    }
}

/// The columns that a plan speaks of, found in the table.
struct NamedColumns {
    person: Option<PersonColumn>,
    sets: Vec<Vec<usize>>,
    domains: Vec<(usize, u64)>,
    among: Option<Vec<usize>>,
    /// How many columns are searched.
    width: usize,
}

impl NamedColumns {
    fn new(plan: &ScanPlan, table: &Table) -> Result<NamedColumns> {
        let names: Vec<String> = plan.domains.keys().cloned().collect();
        let domains = places(table, "`domain`", &names)?;
        plan.reading.check_kinds(&[table])?;
        let among =
            plan.among.as_deref().map(|names| places(table, "`among`", names)).transpose()?;
        let set = |names: &Vec<String>| places(table, "`set`", names);
        let sets: Vec<Vec<usize>> = plan.sets.iter().map(set).collect::<Result<_>>()?;
        let person = places(table, "`person`", plan.person.as_slice())?.first().copied();
        let named = [
            ("set", sets.concat()),
            ("among", among.clone().unwrap_or_default()),
            ("domain", domains.clone()),
        ];
        if let Some(place) = person
            && let Some((option, _)) = named.iter().find(|(_, places)| places.contains(&place))
        {
            let column = &table.columns()[place];
            let message = format!(
                "the column '{column}' is named by `person` and by `{option}`: it says whose a row is, and \
                 is no column by which people are looked for"
            );
            return Err(Error::options(message).in_column(column));
        }
        // Whose a row is would make everybody unique.
        let others = || (0..table.columns().len()).filter(|&at| Some(at) != person).collect();
        let among = among.or_else(|| person.map(|_| others()));
        Ok(NamedColumns {
            person: person.map(|place| PersonColumn::new(place, &plan.reading.nulls)),
            sets,
            domains: domains.into_iter().zip(plan.domains.values().copied()).collect(),
            width: among.as_ref().map_or(table.columns().len(), Vec::len),
            among,
        })
    }
}

/// The people among whom an attacker looks: at least those of the table.
fn universe(plan: &ScanPlan, table: &Table, draw: SampleSize) -> Result<Universe> {
    let (_, own) = draw.members();
    let people = plan.universe.unwrap_or(own);
    if people < own {
        let what = if draw.people.is_some() { "people" } else { "rows" };
        let message = format!(
            "`universe = {people}`: {} alone has {own} {what}, and its people are a part of the universe",
            table.name(),
        );
        return Err(Error::options(message).with_value(people.to_string()));
    }
    Ok(Universe { people })
}

fn margin(plan: &ScanPlan, asked: &NamedColumns, draw: SampleSize) -> f64 {
    draw.margin(asked.width, plan.max_size, plan.confidence)
}

/// What the search in the rows held is asked for.
fn request(
    plan: &ScanPlan,
    asked: &NamedColumns,
    draw: SampleSize,
    margin: f64,
) -> Result<MinimalSetRequest> {
    let Some(alpha) = draw.lowered(plan.alpha, margin) else {
        let needed = draw.rows_needed(plan.alpha, asked.width, plan.max_size, plan.confidence);
        let (drawn, of) = draw.members();
        let what = if draw.people.is_some() { "people, with all their rows," } else { "rows" };
        let message = format!(
            "a sample of {drawn} of {of} {what} is too small to find what singles out {} of all: the margin \
             of a sample of this size is {margin:.4}; hold more rows (`sample = {needed}`) or raise \
             `alpha`",
            plan.alpha.plain()
        );
        return Err(Error::options(message).with_value(draw.rows.to_string()));
    };
    let among = asked.among.clone();
    let most_work = plan.time_limit.is_none().then_some(MOST_WORK);
    Ok(MinimalSetRequest { alpha, max_size: plan.max_size, most_sets: plan.most, among, most_work })
}

fn search(
    plan: &ScanPlan,
    sample: &TableSample,
    request: &MinimalSetRequest,
    execution: &Execution,
) -> MinimalSets {
    let step = execution.step("searching", None);
    let watch = execution.watch(&step, Execution::end(plan.time_limit));
    execution.within(|| minimal(&sample.columns, request, &watch))
}

/// The sets to measure if none is named: all quasi-identifiers together, and each alone.
fn suggested_sets(columns: &[ScannedColumn]) -> Vec<Vec<usize>> {
    let together = with_role(columns, Role::QuasiIdentifier);
    let alone = together.iter().map(|&place| vec![place]);
    match together.len() {
        0 | 1 => alone.collect(),
        _ => std::iter::once(together.clone()).chain(alone).collect(),
    }
}

fn with_role(columns: &[ScannedColumn], role: Role) -> Vec<usize> {
    let plays = |(_, column): &(usize, &ScannedColumn)| column.suggestion.role == role;
    columns.iter().enumerate().filter(plays).map(|(place, _)| place).collect()
}

/// Suggests that people are counted by the identifier with the most values, if it repeats: the number
/// of a person, by its name.
fn suggest_person(columns: &mut [ScannedColumn], rows: u64) {
    let is_person = |column: &&mut ScannedColumn| {
        let named = by_name(&column.name).is_some_and(is_number_of_person);
        let repeats = column.unique_rows + column.missing < rows;
        named && repeats && column.distinct > 1 && column.suggestion.role == Role::Identifier
    };
    let most = columns.iter_mut().filter(is_person).max_by_key(|column| column.distinct);
    if let Some(ScannedColumn { distinct, suggestion, .. }) = most {
        suggestion.role = Role::Person;
        suggestion.why +=
            &format!(", and has {distinct} values in {rows} rows: several rows of a person");
    }
}

/// A sentence, if a column that names people nearly always names some of them twice, or if it seems to
/// say whose a row is.
fn repeats(column: &ScannedColumn, rows: u64) -> Option<String> {
    let repeated = rows.saturating_sub(column.unique_rows);
    if column.suggestion.role == Role::Person {
        let ScannedColumn { name, distinct, .. } = column;
        return Some(format!(
            "the column '{name}' repeats: {distinct} values in {rows} rows. If it says whose a row is, scan again \
             with `person = {name}`: all figures here count rows"
        ));
    }
    let names = column.suggestion.role == Role::Identifier;
    (names && repeated > 0 && repeated * 2 < rows).then(|| {
        format!(
            "the column '{}' repeats: {repeated} of {rows} rows share its value with another; if it stands for a \
             person, put one row per person before anything else",
            column.name
        )
    })
}

/// A sentence, if nobody has looked into the column's values.
fn unread(column: &ScannedColumn) -> Option<String> {
    let name = &column.name;
    match column.evidence?.content {
        Content::FreeText => Some(format!(
            "the column '{name}' holds free text, which is not read: names, numbers and dates may \
             stand in it; read it yourself, or drop it"
        )),
        Content::Photo | Content::Biometric => Some(format!(
            "the column '{name}' seems to hold pictures or measures of bodies, which are not \
             looked into: drop it"
        )),
        _ => None,
    }
}
