//! Checks that Anatomy's two tables contain exactly the original.
//!
//! The first must have the original's rows in the same order, every cell as it was, without the
//! identifying columns and the sensitive one, and a column of groups at the end; what was generalized
//! is for [`faithful`](crate::faithful()) to compare. The second must have, for each group, exactly the secrets of the original rows that the first puts there. The
//! original and the first are read side by side; what is kept are the secrets by group.

use std::cmp::Reverse;

use hashbrown::HashMap;
use incrowd_io::{Block, Table};
use incrowd_terms::{NormalForm, Nulls};

use crate::anatomy::{self, COUNT, SensitiveEntry};
use crate::cursor::Cursor;
use crate::error::{JudgeError, TooManyDistinct};
use crate::faithful::{Discrepancy, Faithfulness, is_part};
use crate::person::Ids;
use crate::question::positions;
use crate::texts::TextNumbers;

/// Two published tables to compare with their original.
#[derive(Clone, Copy, Debug)]
pub struct AnatomyComparison<'a> {
    /// The table as it came in.
    pub original: &'a Table,
    /// The quasi-identifiers and plain columns as they went out, in the order of the input, with
    /// the group at the end.
    pub published: &'a Table,
    /// The secrets as they went out: the group, the sensitive column and the `count`.
    pub secrets: &'a Table,
    /// The one sensitive column.
    pub sensitive: &'a str,
    /// The columns that must not be published.
    pub identifying: &'a [String],
    /// The columns that may have been generalized, which are not compared here.
    pub generalized: &'a [String],
    /// The name of the column of groups.
    pub group: &'a str,
    /// The column of the original that names people, if they may have several rows: all rows of a
    /// person must be in one group.
    pub person: Option<&'a str>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// A column of the original and its value in the rows that are the table to be published, if
    /// not all are.
    pub only: Option<(&'a str, &'a str)>,
    /// How many threads may work.
    pub threads: usize,
}

/// Compares Anatomy's two tables with their original. No row may be missing: which of two people
/// with equal quasi-identifiers it was could not be told.
///
/// # Errors
/// If a table cannot be read, if the sensitive column is no column of the original, if a row of it
/// names no person, or if the secrets are no table of secrets by group.
pub fn faithful_anatomy(dissection: &AnatomyComparison<'_>) -> Result<Faithfulness, JudgeError> {
    let AnatomyComparison { original, published, .. } = *dissection;
    let sensitive = positions(original, &[dissection.sensitive])?[0];
    let only = match dissection.only {
        Some((column, value)) => positions(original, &[column])?.first().map(|&at| (at, value)),
        None => None,
    };
    let sources = match sources(dissection) {
        Ok(sources) => sources,
        Err(discrepancy) => return Ok(Faithfulness::Unfaithful(discrepancy)),
    };
    let is_exact = |&at: &usize| !dissection.generalized.contains(&original.columns()[at]);
    let exact = sources.iter().map(is_exact).collect();
    let person = dissection.person.map(|name| positions(original, &[name])).transpose()?;
    let people = person.map(|place| FirstRows {
        place: place[0],
        ids: Ids::new(&NormalForm::new(dissection.nulls)),
        first: Vec::new(),
    });
    let walk = AnatomyWalk { dissection, published, sources, exact, sensitive, only, people };
    let walked = std::thread::scope(|scope| {
        let cursor = |table| Cursor::new(table, scope, dissection.threads);
        walk.side_by_side(cursor(original), cursor(published))
    })?;
    let (rows, dealt) = match walked {
        Ok(walked) => walked,
        Err(discrepancy) => return Ok(Faithfulness::Unfaithful(discrepancy)),
    };
    Ok(match dealt.difference(dissection)? {
        Some(discrepancy) => Faithfulness::Unfaithful(discrepancy),
        None => Faithfulness::Faithful { kept: rows, suppressed: 0 },
    })
}

/// Where each published column but the group stands in the original.
fn sources(dissection: &AnatomyComparison<'_>) -> Result<Vec<usize>, Discrepancy> {
    let original = dissection.original.columns();
    let is_kept =
        |name: &String| name != dissection.sensitive && !dissection.identifying.contains(name);
    let sources: Vec<usize> = (0..original.len()).filter(|&at| is_kept(&original[at])).collect();
    let wrong = |column: &str, problem: String| Discrepancy {
        file: None,
        line: 1,
        column: Some(column.to_owned()),
        value: None,
        problem,
    };
    let names = sources.iter().map(|&at| original[at].as_str());
    if names.clone().any(|name| name == dissection.group) {
        return Err(wrong(
            dissection.group,
            "stands in the original, so it names no groups".into(),
        ));
    }
    let expected: Vec<&str> = names.chain([dissection.group]).collect();
    let published = dissection.published.columns();
    for (name, expected) in published.iter().zip(&expected) {
        if name != expected {
            return Err(wrong(name, format!("stands where '{expected}' should")));
        }
    }
    match (published.get(expected.len()), expected.get(published.len())) {
        (Some(name), _) => Err(wrong(name, "stands after the groups".into())),
        (None, Some(name)) => Err(wrong(name, "is not there".into())),
        (None, None) => Ok(sources),
    }
}

/// The people of the original, and where the first row of each was put.
struct FirstRows {
    place: usize,
    ids: Ids,
    /// The group and the line of each person's first row.
    first: Vec<(String, u64)>,
}

impl FirstRows {
    /// The line of the person's first row, if that is in another group.
    fn elsewhere(
        &mut self,
        (original, at): (&Block, usize),
        group: &str,
        line: u64,
    ) -> Result<Option<u64>, TooManyDistinct> {
        let id = original.cell(at, self.place);
        let Some(person) = self.ids.number(id, original.line(at))? else { return Ok(None) };
        match self.first.get(person as usize) {
            None => {
                self.first.push((group.to_owned(), line));
                Ok(None)
            }
            Some((known, first)) => Ok((known != group).then_some(*first)),
        }
    }
}

struct AnatomyWalk<'a> {
    dissection: &'a AnatomyComparison<'a>,
    published: &'a Table,
    sources: Vec<usize>,
    /// Per published column: whether it must be as it was.
    exact: Vec<bool>,
    sensitive: usize,
    /// Where a row of the original must have which text to be part of the table.
    only: Option<(usize, &'a str)>,
    people: Option<FirstRows>,
}

impl AnatomyWalk<'_> {
    /// The rows, and their secrets by group.
    fn side_by_side(
        mut self,
        mut originals: Cursor<'_>,
        mut published: Cursor<'_>,
    ) -> Result<Result<(u64, ValuesByGroup), Discrepancy>, JudgeError> {
        let (mut rows, mut dealt, mut last_line) = (0, ValuesByGroup::default(), 1);
        let whole_row = |line, problem| {
            Ok(Err(Discrepancy { file: None, line, column: None, value: None, problem }))
        };
        while let Some((original, at)) = originals.next()? {
            if !is_part(self.only, original, at) {
                continue;
            }
            let Some((block, row)) = published.next()? else {
                let line = original.line(at);
                return whole_row(last_line, format!("line {line} of the original should follow"));
            };
            last_line = block.line(row);
            if let Some(discrepancy) = self.difference((block, row), (original, at)) {
                return Ok(Err(discrepancy));
            }
            let group = block.cell(row, self.sources.len());
            if let Some(people) = &mut self.people
                && let Some(first) = people.elsewhere((original, at), group, last_line)?
            {
                return Ok(Err(Discrepancy {
                    file: None,
                    line: last_line,
                    column: Some(self.dissection.group.to_owned()),
                    value: Some(group.to_owned()),
                    problem: format!(
                        "is not the group of line {first}, which is about the same person"
                    ),
                }));
            }
            dealt.add(group, original.cell(at, self.sensitive), last_line)?;
            rows += 1;
        }
        if let (Some(people), Some(name)) = (&self.people, self.dissection.person) {
            people.ids.check(self.dissection.original.name(), name)?;
        }
        match published.next()? {
            Some((block, row)) => whole_row(
                block.line(row),
                "the original has no row left that could stand here".into(),
            ),
            None => Ok(Ok((rows, dealt))),
        }
    }

    fn difference(
        &self,
        (block, row): (&Block, usize),
        (original, at): (&Block, usize),
    ) -> Option<Discrepancy> {
        let differs = |&(column, &source): &(usize, &usize)| {
            self.exact[column] && block.cell(row, column) != original.cell(at, source)
        };
        let (column, &source) = self.sources.iter().enumerate().find(differs)?;
        let (line, text) = (original.line(at), original.cell(at, source));
        Some(Discrepancy {
            file: None,
            line: block.line(row),
            column: Some(self.published.columns()[column].clone()),
            value: Some(block.cell(row, column).to_owned()),
            problem: format!("should be '{text}', as in line {line} of the original"),
        })
    }
}

/// How often each secret was dealt to each group.
#[derive(Default)]
struct ValuesByGroup {
    groups: TextNumbers,
    secrets: TextNumbers,
    pairs: HashMap<(u32, u32), Pair>,
}

struct Pair {
    rows: u64,
    /// The first line that was dealt so.
    line: u64,
    /// Whether the table of secrets has it.
    told: bool,
}

impl ValuesByGroup {
    fn add(&mut self, group: &str, secret: &str, line: u64) -> Result<(), TooManyDistinct> {
        let pair = (self.groups.number(group)?, self.secrets.number(secret)?);
        let new = Pair { rows: 0, line, told: false };
        self.pairs.entry(pair).or_insert(new).rows += 1;
        Ok(())
    }

    /// The first place where the table of secrets differs from what was dealt.
    fn difference(
        mut self,
        dissection: &AnatomyComparison<'_>,
    ) -> Result<Option<Discrepancy>, JudgeError> {
        let AnatomyComparison { secrets, group, sensitive, .. } = *dissection;
        let mut first: Option<Discrepancy> = None;
        anatomy::read(secrets, group, sensitive, |entry| {
            let found = self.tell(&entry);
            if found != entry.rows && first.is_none() {
                let (group, secret) = (entry.group, entry.secret);
                first = Some(Discrepancy {
                    file: Some(secrets.name().to_owned()),
                    line: entry.line,
                    column: Some(COUNT.to_owned()),
                    value: Some(entry.rows.to_string()),
                    problem: format!(
                        "should be {found}, the rows of group '{group}' with '{secret}'"
                    ),
                });
            }
            Ok(())
        })?;
        if first.is_some() {
            return Ok(first);
        }
        let untold = self.pairs.iter().filter(|(_, pair)| !pair.told);
        let untold = untold.max_by_key(|(_, pair)| Reverse(pair.line));
        Ok(untold.map(|(&(group, secret), pair)| Discrepancy {
            file: None,
            line: pair.line,
            column: Some(dissection.group.to_owned()),
            value: Some(self.groups.text(group).to_owned()),
            problem: format!(
                "has '{}', of which {} says nothing",
                self.secrets.text(secret),
                secrets.name()
            ),
        }))
    }

    /// Notes that the table of secrets has an entry, and says how many rows were dealt so.
    fn tell(&mut self, entry: &SensitiveEntry<'_>) -> u64 {
        let pair = self.groups.find(entry.group).zip(self.secrets.find(entry.secret));
        let Some(pair) = pair.and_then(|pair| self.pairs.get_mut(&pair)) else { return 0 };
        pair.told = true;
        pair.rows
    }
}
