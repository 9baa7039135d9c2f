//! Who is behind each row of a masked table.
//!
//! Masking keeps every row, in order, so a masked row stands for the row of the original in the same
//! place. What can be checked of that is checked: columns that are kept must be equal, ranges and labels
//! must stand for the original cells, a pseudonym must be one person's and a person must have one, and
//! the dates of a person must all have moved by the same number of days ([`DateShift`]).

use std::collections::BTreeMap;

use hashbrown::HashMap;
use incrowd_io::{Block, Table};
use incrowd_terms::{Kind, NormalForm, Nulls};

use crate::chains::Chains;
use crate::cursor::Cursor;
use crate::error::JudgeError;
use crate::faithful::{Comparison, Discrepancy, kinds};
use crate::lineage::Persons;
use crate::person::Ids;
use crate::question::positions;
use crate::reading::Reader;
use crate::recoding::ColumnRecoding;
use crate::shifted::{DateShift, Shifts};
use crate::texts::TextNumbers;

/// A masked table and its original.
#[derive(Clone, Copy, Debug)]
pub struct MaskedTable<'a> {
    /// The table as it came in.
    pub original: &'a Table,
    /// The table as it went out: the same rows in the same order.
    pub published: &'a Table,
    /// The column of the original that names people.
    pub person: &'a str,
    /// Whether it is published as a pseudonym.
    pub pseudonym: bool,
    /// The columns that must be as they were.
    pub kept: &'a [String],
    /// The columns whose cells must stand for what they were.
    pub generalized: &'a [String],
    /// The columns of dates that moved, and by how many days at most.
    pub shifted: Option<(&'a [String], u32)>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; others are inferred.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// How many threads may work.
    pub threads: usize,
}

/// The people of a masked table.
#[derive(Clone, Debug)]
pub struct MaskedPeople {
    /// The person behind each published row.
    pub persons: Persons,
    /// What moved dates give away, where dates moved.
    pub shift: Option<DateShift>,
}

/// Finds the person behind each row of a masked table, or the first row that is not what it should be.
///
/// # Errors
/// If a table cannot be read, lacks a column, or if a row of the original names no person.
pub fn masked_people(
    masked: &MaskedTable<'_>,
) -> Result<Result<MaskedPeople, Discrepancy>, JudgeError> {
    let mut walk = Walk::new(masked)?;
    let found = std::thread::scope(|scope| {
        let cursor = |table| Cursor::new(table, scope, masked.threads);
        walk.side_by_side(cursor(masked.original), cursor(masked.published))
    })?;
    if let Some(discrepancy) = found {
        return Ok(Err(discrepancy));
    }
    walk.ids.check(masked.original.name(), masked.person)?;
    let Walk { ids, of_row, shifts, .. } = walk;
    let people = ids.len();
    Ok(Ok(MaskedPeople {
        persons: Persons::of_all_rows(masked.person, of_row, people as u64),
        shift: shifts.map(|shifts| shifts.measured(people)),
    }))
}

/// A column of both tables.
#[derive(Clone, Copy)]
struct Place {
    original: usize,
    published: usize,
}

struct Walk<'a> {
    masked: &'a MaskedTable<'a>,
    person: usize,
    kept: Vec<Place>,
    generalized: Vec<(Place, ColumnRecoding<'a>)>,
    pseudonym: Option<usize>,
    dates: Vec<Place>,
    ids: Ids,
    of_row: Vec<u32>,
    /// The pseudonym of each person, and whose each is.
    names: Vec<Option<u32>>,
    texts: TextNumbers,
    owners: HashMap<u32, u32>,
    shifts: Option<Shifts>,
}

impl<'a> Walk<'a> {
    fn new(masked: &'a MaskedTable<'a>) -> Result<Self, JudgeError> {
        let MaskedTable { original, published, nulls, .. } = *masked;
        let places = |names: &[String]| -> Result<Vec<Place>, JudgeError> {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let (before, after) = (positions(original, &names)?, positions(published, &names)?);
            let both = before.into_iter().zip(after);
            Ok(both.map(|(original, published)| Place { original, published }).collect())
        };
        let kinds = kinds(&Comparison {
            original,
            published,
            qi: masked.generalized,
            identifying: &[],
            group: None,
            nulls,
            kinds: masked.kinds,
            hierarchies: masked.hierarchies,
            stars_at_end: false,
            person: None,
            only: None,
            threads: masked.threads,
        })?;
        let named = masked.generalized.iter().zip(kinds);
        let recodings = named.map(|(name, kind)| {
            ColumnRecoding::new(Reader::new(kind, nulls, masked.hierarchies.get(name)))
        });
        let generalized = places(masked.generalized)?.into_iter().zip(recodings).collect();
        let (columns, most) = masked.shifted.unwrap_or((&[], 0));
        let pseudonym = match masked.pseudonym {
            true => positions(published, &[masked.person])?.first().copied(),
            false => None,
        };
        Ok(Walk {
            masked,
            person: positions(original, &[masked.person])?[0],
            kept: places(masked.kept)?,
            generalized,
            pseudonym,
            dates: places(columns)?,
            ids: Ids::new(&NormalForm::new(nulls)),
            of_row: Vec::new(),
            names: Vec::new(),
            texts: TextNumbers::default(),
            owners: HashMap::new(),
            shifts: masked.shifted.map(|_| Shifts::new(columns, most)),
        })
    }

    /// The first row that is not what it should be.
    fn side_by_side(
        &mut self,
        mut originals: Cursor<'_>,
        mut published: Cursor<'_>,
    ) -> Result<Option<Discrepancy>, JudgeError> {
        let mut last_line = 1;
        let whole_row = |line, problem: String| {
            Ok(Some(Discrepancy { file: None, line, column: None, value: None, problem }))
        };
        while let Some(original) = originals.next()? {
            let Some(row) = published.next()? else {
                let line = original.0.line(original.1);
                return whole_row(last_line, format!("line {line} of the original should follow"));
            };
            last_line = row.0.line(row.1);
            let (id, line) =
                (original.0.cell(original.1, self.person), original.0.line(original.1));
            // A missing id is an error once all rows were seen.
            let person = self.ids.number(id, line)?.unwrap_or(0);
            self.of_row.push(person);
            if let Some(discrepancy) = self.difference(row, original, person)? {
                return Ok(Some(discrepancy));
            }
        }
        match published.next()? {
            Some((block, row)) => whole_row(
                block.line(row),
                "the original has no row left that could stand here".into(),
            ),
            None => Ok(None),
        }
    }

    fn difference(
        &mut self,
        published: (&Block, usize),
        original: (&Block, usize),
        person: u32,
    ) -> Result<Option<Discrepancy>, JudgeError> {
        let cells = |at: &Place| {
            (published.0.cell(published.1, at.published), original.0.cell(original.1, at.original))
        };
        let line = original.0.line(original.1);
        let columns = self.masked.published.columns();
        let wrong = |at: usize, problem: String| {
            Ok(Some(Discrepancy {
                file: None,
                line: published.0.line(published.1),
                column: Some(columns[at].clone()),
                value: Some(published.0.cell(published.1, at).to_owned()),
                problem,
            }))
        };
        for at in &self.kept {
            let (here, there) = cells(at);
            if here != self.masked.nulls.published(there) {
                let problem = format!("should be '{there}', as in line {line} of the original");
                return wrong(at.published, problem);
            }
        }
        for (at, recoding) in &mut self.generalized {
            let (here, there) = cells(at);
            let missing = here == self.masked.nulls.published(there);
            if !missing && !recoding.covers(here, there)? {
                let problem =
                    format!("does not stand for '{there}', as line {line} of the original says");
                return wrong(at.published, problem);
            }
        }
        if let Some(place) = self.pseudonym {
            let name = self.texts.number(published.0.cell(published.1, place))?;
            self.names.resize(self.ids.len().max(1), None);
            let known = *self.names[person as usize].get_or_insert(name);
            let owner = *self.owners.entry(name).or_insert(person);
            if known != name || owner != person {
                let problem = "is not the one pseudonym of one person".to_owned();
                return wrong(place, problem);
            }
        }
        if let Some(shifts) = &mut self.shifts {
            shifts.start_row(person);
            for (column, at) in self.dates.iter().enumerate() {
                let (here, there) = cells(at);
                if let Err(problem) = shifts.add(column, person, here, there, self.masked.nulls) {
                    return wrong(at.published, format!("{problem} (line {line} of the original)"));
                }
            }
        }
        Ok(None)
    }
}
