//! The population that a table was drawn from, as a plan knows it.
//!
//! A register of everybody, the table itself with those who are not to be published, or only how
//! people are distributed: in the end a count of people (or of shares) per tuple, and of the
//! traits that demands ask of each person.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use incrowd_core::encoded::{PersonAttribute, PopulationCounts};
use incrowd_core::table::{Counter, PersonKey};
use incrowd_core::terms::{Demand, Fraction};
use incrowd_io::{Block, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::{Plan, PopulationSource};
use crate::reading::places;
use crate::study::count_rows;
use crate::study::people::{PersonColumn, differing_rows};

/// The column of a distribution that says how many people a row stands for.
pub const SHARE: &str = "share";

/// Digits behind the point of a share that are kept.
const SHARE_DIGITS: u32 = 12;

/// The whole, in units of shares.
const WHOLE: u64 = 10_u64.pow(SHARE_DIGITS);

/// Shares that add up to one, but for rounding, leave nothing: one part in so many.
const ROUNDING: u64 = 1_000_000_000;

/// A row: its line, whose it is if that is known, and its quasi-identifiers.
type PopulationRow = (u64, Option<PersonKey>, Vec<String>);

/// The population, read and counted.
pub struct Population {
    /// The table that it was read from.
    pub table: Arc<Table>,
    pub(crate) counter: Counter,
    traits: Vec<PersonAttribute>,
    /// Whether the table says only how people are distributed.
    pub is_distribution: bool,
}

impl fmt::Debug for Population {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population")
            .field("table", &self.table.name())
            .field("is_distribution", &self.is_distribution)
            .finish_non_exhaustive()
    }
}

/// Reads the population of a plan.
pub(crate) fn read(
    plan: &Plan,
    table: &Arc<Table>,
    qi: &[usize],
    execution: &Execution,
) -> Result<Option<Population>> {
    let Some(source) = &plan.population else { return Ok(None) };
    let (table, qi) = match source {
        PopulationSource::Itself { .. } => (Arc::clone(table), qi.to_vec()),
        PopulationSource::Register(input) | PopulationSource::Distribution(input) => {
            let table = Arc::new(execution.open_input(input, &plan.reading.options)?);
            let qi = places(&table, "`qi`", &plan.qi)?;
            (table, qi)
        }
    };
    let is_distribution = matches!(source, PopulationSource::Distribution(_));
    let names = traits(&plan.demands);
    let columns = places(&table, "a column of the population", &names)?;
    let counter = match is_distribution {
        true => count_shares(&table, &qi, execution)?,
        false => count_people(plan, &table, &qi, &columns, execution)?,
    };
    if counter.rows() == 0 {
        let message = format!("{}: the population has no people", table.name());
        return Err(Error::input(message).in_file(table.name()));
    }
    if is_distribution {
        check_shares(&table, counter.rows(), &plan.demands)?;
    }
    let mut read = Vec::with_capacity(names.len());
    for (at, (name, &column)) in names.into_iter().zip(&columns).enumerate() {
        let numbers = probabilities(&table, &counter, (at, column), execution)?;
        read.push((name, numbers));
    }
    Ok(Some(Population { table, counter, traits: read, is_distribution }))
}

/// The columns of the population that demands look at, each once.
fn traits(demands: &[Demand]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for column in demands.iter().flat_map(|demand| demand.traits()) {
        if !names.iter().any(|name| name == column) {
            names.push(column.to_owned());
        }
    }
    names
}

/// Counts the people of a register: its rows, or those whom the person column tells apart.
fn count_people(
    plan: &Plan,
    table: &Table,
    qi: &[usize],
    traits: &[usize],
    execution: &Execution,
) -> Result<Counter> {
    let place = places(table, "`person`", plan.person.as_slice())?.first().copied();
    let person = place.map(|place| PersonColumn::new(place, &plan.reading.nulls));
    let each = |counter: &mut Counter, block: &Block| {
        let rows: Vec<usize> = (0..block.rows()).collect();
        count_rows(counter, (table, block, &rows), qi, traits, person.as_ref())
    };
    let counter = if person.is_some() { Counter::of_people } else { Counter::new };
    let empty = || counter(qi.len(), traits.len());
    let grouped = &if person.is_none() { table.grouped() } else { table.clone() };
    let parts = execution.fold("reading the population", grouped, empty, each)?;
    let counted = parts.into_iter().reduce(Counter::merge).unwrap_or_else(empty);
    match (counted.once_each(), &person) {
        (Some(counted), _) => Ok(counted),
        (None, Some(person)) => {
            let columns = [qi, traits].concat();
            Err(differing_rows(table, person, &columns, |_, _| true, execution)?)
        }
        (None, None) => Ok(empty()),
    }
}

fn count_shares(table: &Table, qi: &[usize], execution: &Execution) -> Result<Counter> {
    let share = places(table, "the shares of `distribution`", &[SHARE.to_owned()])?[0];
    let each = |counter: &mut Counter, block: &Block| {
        for row in 0..block.rows() {
            let text = block.cell(row, share);
            let rows = weight(text).ok_or_else(|| {
                let line = block.line(row);
                let message = format!(
                    "{}, line {line}, column '{SHARE}': '{text}' is no share; write a number from 0 to 1 with at most {SHARE_DIGITS} digits behind the point",
                    table.name()
                );
                Error::input(message)
                    .in_file(table.name())
                    .at_line(line)
                    .in_column(SHARE)
                    .with_value(text)
            })?;
            let cells = qi.iter().map(|&place| block.cell(row, place));
            if rows > 0 {
                counter.add_many(cells, std::iter::empty(), rows);
            }
        }
        Ok(())
    };
    let empty = || Counter::new(qi.len(), 0);
    let parts = execution.fold("reading the population", table, empty, each)?;
    Ok(parts.into_iter().reduce(Counter::merge).unwrap_or_else(empty))
}

/// Refuses shares of more than the whole, and of less where everybody must be listed.
fn check_shares(table: &Table, sum: u64, demands: &[Demand]) -> Result<()> {
    let told = sum as f64 / WHOLE as f64;
    let nobody_out =
        |demand: &Demand| demand.presence().is_some_and(|(least, _)| least > Fraction::ZERO);
    let problem = if sum > WHOLE + WHOLE / ROUNDING {
        "write shares of the whole population, such as 0.05 or 5%, which add up to 1, or to less if some people are left out"
    } else if sum < WHOLE - WHOLE / ROUNDING && demands.iter().any(nobody_out) {
        "with a least delta above 0 they must add up to 1, for the people who are left out are certainly not in the table"
    } else {
        return Ok(());
    };
    let message =
        format!("{}, column '{SHARE}': the shares add up to {told}; {problem}", table.name());
    Err(Error::input(message).in_file(table.name()).in_column(SHARE).with_value(told.to_string()))
}

/// A share as a whole number of the smallest unit that is kept.
fn weight(text: &str) -> Option<u64> {
    let share: Fraction = text.trim().parse().ok()?;
    if share > Fraction::ONE {
        return None;
    }
    let scaled = u128::from(share.numerator()) * 10_u128.pow(SHARE_DIGITS);
    u64::try_from(scaled / u128::from(share.denominator())).ok()
}

/// What the codes of a trait stand for: probabilities.
fn probabilities(
    table: &Table,
    counter: &Counter,
    (at, column): (usize, usize),
    execution: &Execution,
) -> Result<Vec<Fraction>> {
    let read = |text: &str| text.parse().ok().filter(|&share: &Fraction| share <= Fraction::ONE);
    let texts = counter.secret_values(at);
    match texts.iter().find(|text| read(text).is_none()) {
        None => Ok(texts.iter().filter_map(read).collect()),
        Some(wrong) => {
            let (line, name) =
                (line_of(table, column, wrong, execution)?, &table.columns()[column]);
            let message = format!(
                "{}, line {line}, column '{name}': '{wrong}' is no probability; write a number from 0 to 1, such as 0.05, 1/20 or 5%",
                table.name()
            );
            Err(Error::input(message)
                .in_file(table.name())
                .at_line(line)
                .in_column(name)
                .with_value(wrong))
        }
    }
}

/// The first line on which a column has this text.
fn line_of(table: &Table, column: usize, text: &str, execution: &Execution) -> Result<u64> {
    let each = |first: &mut u64, block: &Block| {
        let found = (0..block.rows()).find(|&row| block.cell(row, column) == text);
        *first = found.map_or(*first, |row| block.line(row).min(*first));
        Ok(())
    };
    let parts = execution.fold("looking", table, || u64::MAX, each)?;
    Ok(parts.into_iter().min().unwrap_or(u64::MAX))
}

impl Population {
    /// What an encoder is to know of it.
    pub(crate) fn counts(&self) -> PopulationCounts<'_> {
        let whole = if self.is_distribution { WHOLE } else { self.counter.rows() };
        PopulationCounts { counter: &self.counter, person_attributes: &self.traits, whole }
    }

    /// Whether a demand makes sense only if the table is a part of the population.
    pub(crate) fn must_hold_the_table(&self, plan: &Plan) -> bool {
        !self.is_distribution && plan.demands.iter().any(|demand| demand.is_about_members())
    }

    /// The first row of the table that is not in the population.
    pub(crate) fn stray(
        &self,
        plan: &Plan,
        table: &Table,
        (qi, person): (&[usize], Option<&PersonColumn>),
        execution: &Execution,
    ) -> Result<Error> {
        let mut seen: HashMap<Vec<String>, u64> = HashMap::new();
        let mut known = HashSet::new();
        let mut stray = None;
        let each = |block: &Block| -> Result<Vec<PopulationRow>> {
            let mut keys = person.map(|person| (person, person.keys()));
            let row = |row| {
                let cells = qi.iter().map(|&place| block.cell(row, place).to_owned()).collect();
                let key = match &mut keys {
                    Some((person, keys)) => Some(person.of(keys, table, block, row)?),
                    None => None,
                };
                Ok((block.line(row), key, cells))
            };
            (0..block.rows()).map(row).collect()
        };
        execution.map_ordered("looking", table, each, |rows| {
            for (line, key, cells) in rows {
                // Of a person, the first row counts.
                if key.is_some_and(|key| !known.insert(key)) {
                    continue;
                }
                let people = self.counter.rows_of(cells.iter().map(String::as_str));
                let so_far = seen.entry(cells.clone()).or_insert(0);
                *so_far += 1;
                if *so_far > people && stray.is_none() {
                    stray = Some((line, cells, people));
                }
            }
            Ok(())
        })?;
        let (line, cells, people) = stray.unwrap_or_default();
        let values: Vec<String> =
            plan.qi.iter().zip(&cells).map(|(name, cell)| format!("{name}={cell}")).collect();
        let (file, register) = (table.name(), self.table.name());
        let how = match people {
            0 => format!("no one in {register} is like it"),
            1 => format!("only one person in {register} is like it, and earlier rows are too"),
            _ => {
                format!("only {people} people in {register} are like it, and earlier rows are too")
            }
        };
        let message = format!(
            "{file}, line {line}: the row ({}) is not in the population: {how}. Every row must be a person of the population, with the same quasi-identifiers",
            values.join(", ")
        );
        Ok(Error::input(message).in_file(file).at_line(line).with_value(cells.join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_numbers_of_a_small_unit() {
        assert_eq!(weight("0.25"), Some(250_000_000_000));
        assert_eq!(weight("1/4"), weight("25%"));
        assert_eq!(weight(" 1 "), Some(WHOLE));
        assert_eq!((weight("-1"), weight("x"), weight("1.1")), (None, None, None));
    }
}
