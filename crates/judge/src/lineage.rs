//! Who is behind each row of a published table, where the column of person ids was dropped.
//!
//! A published row stands for one row of the original, which names the person. Which row it is is found
//! by laying both tables side by side ([`Alignment::InOrder`]), or it is told by whoever wrote the
//! table ([`Alignment::Given`]); what is told is checked: every published cell must be the original's, or
//! stand for it, and no row of the original may be used twice. What is kept is a number per row.

use incrowd_io::{Block, Table};
use incrowd_terms::NormalForm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cursor::Cursor;
use crate::error::{JudgeError, TooManyDistinct};
use crate::faithful::{Comparison, Discrepancy, Faithfulness, RowMatcher, is_part};
use crate::person::Ids;
use crate::question::{is_suppressed, positions};
use crate::texts::TextNumbers;

/// Published cells that are held at once while a list of rows is checked; the original is read once
/// for each part of the published table.
const MOST_HELD: u64 = 64 << 20;

/// The number of a row that is no part of the table to be published.
const NOBODY: u32 = u32::MAX;

/// Which row of the original each published row stands for.
#[derive(Clone, Copy, Debug)]
pub enum Alignment<'a> {
    /// The first row of the original after the last one taken that it can stand for. That is the right
    /// one, or one that looks the same when published, where whole classes are suppressed. Where rows of
    /// a class may be suppressed one by one, give the list.
    InOrder,
    /// The rows of the original, counted from 0 without the header, in the order of the published rows.
    /// Rows of stars have none.
    Given(&'a [u32]),
    /// The same list, where [`side_by_side`](crate::side_by_side) has found it in these two tables: it is
    /// not checked again.
    Found(&'a [u32]),
}

impl<'a> Alignment<'a> {
    /// What the writer says, if it says anything; else what was found; else what is to be found. A list
    /// that was found as the writer says it needs no further check.
    #[must_use]
    pub fn of(given: Option<&'a [u32]>, found: Option<&'a [u32]>) -> Alignment<'a> {
        match (given, found) {
            (Some(given), found) if found != Some(given) => Alignment::Given(given),
            (_, Some(found)) => Alignment::Found(found),
            (_, None) => Alignment::InOrder,
        }
    }
}

/// A published table, its original, and the column of the original that names people.
#[derive(Clone, Copy, Debug)]
pub struct Lineage<'a> {
    /// Both tables. The column of persons is one of the identifying ones.
    pub comparison: Comparison<'a>,
    /// The column of the original that names people.
    pub person: &'a str,
    /// Anatomy's sensitive column, which the published table lacks.
    pub secret: Option<&'a str>,
    /// Which rows go together.
    pub alignment: Alignment<'a>,
}

/// The person behind each published row.
#[derive(Clone, Debug)]
pub struct Persons {
    column: String,
    pub(crate) of_row: Vec<u32>,
    /// The secrets of each row, where the published table lacks them.
    pub(crate) secrets: Option<ValuesOfRows>,
    lost: PeopleLost,
}

#[derive(Clone, Debug)]
pub(crate) struct ValuesOfRows {
    pub(crate) texts: TextNumbers,
    pub(crate) of_row: Vec<u32>,
}

/// How many people a table is about, and how many of them lost rows when it was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeopleLost {
    /// People of the original.
    pub input: u64,
    /// People who have a published row.
    pub published: u64,
    /// People none of whose rows is published.
    pub suppressed: u64,
    /// People some of whose rows are published and some are not.
    pub lost_some: u64,
}

impl Persons {
    /// The people of a table of which every row is published, by numbers from 0 up without gaps.
    pub(crate) fn of_all_rows(column: &str, of_row: Vec<u32>, people: u64) -> Persons {
        let lost = PeopleLost { input: people, published: people, suppressed: 0, lost_some: 0 };
        Persons { column: column.to_owned(), of_row, secrets: None, lost }
    }

    /// The column of the original that names people.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The person of each published row, by numbers from 0 up.
    #[must_use]
    pub fn of_rows(&self) -> &[u32] {
        &self.of_row
    }

    /// How many people there are, and how many lost rows.
    #[must_use]
    pub fn lost(&self) -> &PeopleLost {
        &self.lost
    }
}

/// Finds the person behind each published row, or the first published row that no row of the original
/// explains.
///
/// # Errors
/// If a table cannot be read, if a row of the original names no person, or if a list of rows is too
/// short, too long, names a row twice or one that does not exist.
pub fn persons(lineage: &Lineage<'_>) -> Result<Result<Persons, Discrepancy>, JudgeError> {
    let comparison = &lineage.comparison;
    let mut walk = match RowMatcher::of(comparison)? {
        Ok(walk) => walk,
        Err(discrepancy) => return Ok(Err(discrepancy)),
    };
    let original = OriginalRows::read(lineage, walk.only)?;
    let parts = original.people.iter().filter(|person| **person != NOBODY).count();
    let counts = (original.people.len(), parts);
    let rows = match aligned(comparison, lineage.alignment, &mut walk, counts)? {
        Ok(rows) => rows,
        Err(discrepancy) => return Ok(Err(discrepancy)),
    };
    Ok(Ok(original.behind(lineage.person, rows)))
}

/// Finds which row of the original each published row stands for, counted from 0, or the first
/// published row that no row of the original explains. Rows of stars have none.
///
/// # Errors
/// If a table cannot be read, or if a list of rows is too short, too long, names a row twice or one that
/// does not exist.
pub fn origins(
    comparison: &Comparison<'_>,
    alignment: Alignment<'_>,
) -> Result<Result<Vec<u32>, Discrepancy>, JudgeError> {
    let mut walk = match RowMatcher::of(comparison)? {
        Ok(walk) => walk,
        Err(discrepancy) => return Ok(Err(discrepancy)),
    };
    let (mut rows, mut parts) = (0, 0);
    for block in comparison.original.blocks() {
        let block = block?;
        rows += block.rows();
        parts += (0..block.rows()).filter(|&row| is_part(walk.only, &block, row)).count();
    }
    if u32::try_from(rows).is_err() {
        return Err(TooManyDistinct.into());
    }
    aligned(comparison, alignment, &mut walk, (rows, parts))
}

/// The row of the original that each published row stands for. The original has so many rows, of which
/// so many are to be published.
fn aligned(
    comparison: &Comparison<'_>,
    alignment: Alignment<'_>,
    walk: &mut RowMatcher<'_>,
    (original_rows, parts): (usize, usize),
) -> Result<Result<Vec<u32>, Discrepancy>, JudgeError> {
    match alignment {
        Alignment::InOrder => {
            let mut rows = Vec::new();
            Ok(match walk.over_both(|_, original| rows.push(original as u32))? {
                Faithfulness::Faithful { .. } => Ok(rows),
                Faithfulness::Unfaithful(discrepancy) => Err(discrepancy),
            })
        }
        Alignment::Given(rows) => {
            used_once(comparison.published.name(), rows, original_rows)?;
            let discrepancy = check(comparison, walk, rows, parts)?;
            Ok(discrepancy.map_or_else(|| Ok(rows.to_vec()), Err))
        }
        Alignment::Found(rows) => Ok(Ok(rows.to_vec())),
    }
}

/// What is known of the rows of the original.
struct OriginalRows {
    /// The person of each row.
    people: Vec<u32>,
    number: usize,
    secrets: Option<ValuesOfRows>,
}

impl OriginalRows {
    fn read(
        lineage: &Lineage<'_>,
        only: Option<(usize, &str)>,
    ) -> Result<OriginalRows, JudgeError> {
        let Comparison { original, nulls, threads, .. } = lineage.comparison;
        let place = positions(original, &[lineage.person])?[0];
        let secret = lineage.secret.map(|name| positions(original, &[name])).transpose()?;
        let mut ids = Ids::new(&NormalForm::new(nulls));
        let mut people = Vec::new();
        let mut secrets = secret
            .as_ref()
            .map(|_| ValuesOfRows { texts: TextNumbers::default(), of_row: Vec::new() });
        let mut add = |block: &Block, row: usize| -> Result<(), JudgeError> {
            let person = match is_part(only, block, row) {
                true => ids.number(block.cell(row, place), block.line(row))?.unwrap_or(NOBODY),
                false => NOBODY,
            };
            people.push(person);
            if let (Some(secrets), Some(place)) = (&mut secrets, &secret) {
                let value = match person {
                    NOBODY => 0,
                    _ => secrets.texts.number(block.cell(row, place[0]))?,
                };
                secrets.of_row.push(value);
            }
            Ok(())
        };
        std::thread::scope(|scope| -> Result<(), JudgeError> {
            let mut rows = Cursor::new(original, scope, threads);
            while let Some((block, row)) = rows.next()? {
                add(block, row)?;
            }
            Ok(())
        })?;
        ids.check(original.name(), lineage.person)?;
        if u32::try_from(people.len()).is_err() {
            return Err(TooManyDistinct.into());
        }
        Ok(OriginalRows { people, number: ids.len(), secrets })
    }

    /// The people behind published rows.
    fn behind(self, column: &str, rows: Vec<u32>) -> Persons {
        let mut left = vec![0_u32; self.number];
        let mut published = vec![false; self.number];
        let people = self.people.iter().filter(|person| **person != NOBODY);
        people.for_each(|&person| left[person as usize] += 1);
        let person = |&row: &u32| self.people[row as usize];
        let of_row: Vec<u32> = rows.iter().map(person).collect();
        for &person in of_row.iter().filter(|person| **person != NOBODY) {
            left[person as usize] -= 1;
            published[person as usize] = true;
        }
        let count = |keep: &dyn Fn(bool, u32) -> bool| {
            published.iter().zip(&left).filter(|&(&here, &left)| keep(here, left)).count() as u64
        };
        let lost = PeopleLost {
            input: self.number as u64,
            published: count(&|here, _| here),
            suppressed: count(&|here, _| !here),
            lost_some: count(&|here, left| here && left > 0),
        };
        let secrets = self.secrets.map(|secrets| ValuesOfRows {
            of_row: rows.iter().map(|&row| secrets.of_row[row as usize]).collect(),
            ..secrets
        });
        Persons { column: column.to_owned(), of_row, secrets, lost }
    }
}

/// That a list names rows that exist, and none twice.
fn used_once(published: &str, rows: &[u32], original_rows: usize) -> Result<(), JudgeError> {
    let wrong =
        |problem: String| Err(JudgeError::BadAlignment { file: published.to_owned(), problem });
    let mut used = vec![false; original_rows];
    for (at, &row) in rows.iter().enumerate() {
        let place = at + 1;
        match used.get_mut(row as usize) {
            None => {
                return wrong(format!(
                    "published row {place} is said to stand for row {} of the original, which has \
                     {original_rows} rows",
                    u64::from(row) + 1
                ));
            }
            Some(used) if *used => {
                return wrong(format!(
                    "published row {place} is said to stand for row {} of the original, as one before \
                     it does",
                    u64::from(row) + 1
                ));
            }
            Some(used) => *used = true,
        }
    }
    Ok(())
}

/// The first difference between published rows and the rows of the original that they are said to
/// stand for; so many rows of the original are to be published.
fn check(
    comparison: &Comparison<'_>,
    walk: &mut RowMatcher<'_>,
    rows: &[u32],
    parts: usize,
) -> Result<Option<Discrepancy>, JudgeError> {
    let (mut originals, mut first) = (Reread::new(comparison.original), 0);
    let mut stars = 0_u64;
    let mut blocks = comparison.published.blocks().peekable();
    while blocks.peek().is_some() {
        let (mut held, mut bytes): (Vec<Block>, u64) = (Vec::new(), 0);
        while bytes < MOST_HELD
            && let Some(block) = blocks.next()
        {
            let block = block?;
            bytes += block.bytes().max(1);
            held.push(block);
        }
        let mut wanted: Vec<(u32, usize, usize)> = Vec::new();
        for (number, block) in held.iter().enumerate() {
            for row in 0..block.rows() {
                if comparison.stars_at_end && is_suppressed(block, row) {
                    stars += 1;
                    continue;
                }
                let Some(&original) = rows.get(first).filter(|_| stars == 0) else {
                    let (file, line) = (comparison.published.name().to_owned(), block.line(row));
                    let problem = match stars {
                        0 => format!("it is not said which row line {line} stands for"),
                        _ => format!("line {line} follows rows of stars"),
                    };
                    return Err(JudgeError::BadAlignment { file, problem });
                };
                wanted.push((original, number, row));
                first += 1;
            }
        }
        wanted.sort_unstable();
        let mut found: Option<Discrepancy> = None;
        for (original, number, row) in wanted {
            let published = (&held[number], row);
            let Some(original) = originals.row(original.into())? else { continue };
            if let Some(differs) = walk.difference(published, original)?
                && found.as_ref().is_none_or(|known| differs.line < known.line)
            {
                found = Some(differs);
            }
        }
        if found.is_some() {
            return Ok(found);
        }
    }
    let file = || comparison.published.name().to_owned();
    if first < rows.len() {
        let told = rows.len();
        let problem = format!("it has {first} rows, but {told} are said to stand for an original");
        return Err(JudgeError::BadAlignment { file: file(), problem });
    }
    let suppressed = parts.saturating_sub(rows.len()) as u64;
    if comparison.stars_at_end && stars != suppressed {
        let problem = format!("{stars} rows of stars stand for {suppressed} suppressed rows");
        return Err(JudgeError::BadAlignment { file: file(), problem });
    }
    Ok(None)
}

/// A table that is read forwards, and from the start again where a row before is wanted.
struct Reread<'t> {
    table: &'t Table,
    blocks: incrowd_io::Blocks<'t>,
    block: Block,
}

impl<'t> Reread<'t> {
    fn new(table: &'t Table) -> Self {
        Reread { table, blocks: table.blocks(), block: Block::default() }
    }

    /// A row by its number; `None` if the table has become shorter since.
    fn row(&mut self, row: u64) -> Result<Option<(&Block, usize)>, JudgeError> {
        if row < self.block.first_row() {
            (self.blocks, self.block) = (self.table.blocks(), Block::default());
        }
        while row >= self.block.first_row() + self.block.rows() as u64 {
            match self.blocks.next().transpose()? {
                Some(block) => self.block = block,
                None => return Ok(None),
            }
        }
        Ok(Some((&self.block, (row - self.block.first_row()) as usize)))
    }
}
