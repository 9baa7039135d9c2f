//! A look at a table for what the law wants removed: what its columns seem to hold.

use std::collections::BTreeMap;

use incrowd_columns::identifier::{ColumnLook, Content, ContentEvidence, by_value};
use incrowd_columns::identify::{ColumnFacts, Numbering, recognised};
use incrowd_core::table::UniquenessEstimate;
use incrowd_core::terms::{Kind, Nulls};
use incrowd_io::{Block, Table};

use crate::error::Result;
use crate::execution::Execution;

/// Cells of each column that are looked at closely in each block of the table, spread over it: what
/// stands first in a file says little of the rest.
const LOOKED_AT: usize = 1024;

/// What is seen of a column at a first look.
#[derive(Clone)]
struct Glimpse {
    look: ColumnLook,
    uniqueness: UniquenessEstimate,
    numbering: Numbering,
    rows: u64,
    missing: u64,
    /// The kinds that all cells looked at are of, in the order of [`Kind::ALL`].
    kinds: [bool; Kind::ALL.len()],
    /// Cells that name somebody by themselves, wherever they stand.
    strays: BTreeMap<Content, Stray>,
}

/// What a column was found to hold.
#[derive(Clone, Debug, Default)]
pub struct ColumnContent {
    /// What it is taken for.
    pub evidence: Option<ContentEvidence>,
    /// What stands in some of its cells, as far as they were looked at.
    pub strays: BTreeMap<Content, Stray>,
    /// Rows that were looked at.
    pub rows: u64,
    /// The greatest whole number in it.
    pub greatest: Option<u64>,
}

/// Cells of a kind that a column is not of.
#[derive(Clone, Copy, Debug)]
pub struct Stray {
    /// Rows that were looked at.
    pub rows: u64,
    /// The first line that has one.
    pub line: u64,
}

impl Glimpse {
    fn new() -> Self {
        Glimpse {
            look: ColumnLook::default(),
            uniqueness: UniquenessEstimate::default(),
            numbering: Numbering::default(),
            rows: 0,
            missing: 0,
            kinds: [true; Kind::ALL.len()],
            strays: BTreeMap::new(),
        }
    }

    fn see(&mut self, block: &Block, place: usize, nulls: &Nulls) {
        self.rows += block.rows() as u64;
        let stride = block.rows().div_ceil(LOOKED_AT).max(1);
        for (row, cell) in (0..block.rows()).map(|row| (row, block.cell(row, place))) {
            let closely = row % stride == 0;
            if let Some(content) = stray(cell, closely) {
                let line = block.line(row);
                let stray = self.strays.entry(content).or_insert(Stray { rows: 0, line });
                stray.rows += 1;
                stray.line = stray.line.min(line);
            }
            if nulls.is_missing(cell) {
                self.missing += 1;
                continue;
            }
            self.uniqueness.add(cell);
            self.numbering.see(cell, 1);
            // Beyond the cells that are looked at closely, texts with digits or an @ may name somebody.
            let digits = || cell.bytes().filter(u8::is_ascii_digit).count() >= 7;
            let wordy = cell.contains([' ', ':']) && (cell.contains('@') || digits());
            if closely || wordy {
                self.look.see(cell, 1);
                for (possible, kind) in self.kinds.iter_mut().zip(Kind::ALL) {
                    *possible = *possible && kind.read(cell).is_some();
                }
            }
        }
    }

    fn merge(self, other: Glimpse) -> Glimpse {
        Glimpse {
            look: self.look.merge(other.look),
            uniqueness: self.uniqueness.merge(other.uniqueness),
            numbering: self.numbering.merge(other.numbering),
            rows: self.rows + other.rows,
            missing: self.missing + other.missing,
            kinds: std::array::from_fn(|kind| self.kinds[kind] && other.kinds[kind]),
            strays: other.strays.into_iter().fold(self.strays, |mut strays, (content, more)| {
                let stray = strays.entry(content).or_insert(Stray { rows: 0, ..more });
                stray.rows += more.rows;
                stray.line = stray.line.min(more.line);
                strays
            }),
        }
    }

    /// What the column is taken for.
    fn evidence(&self, name: &str) -> Option<ContentEvidence> {
        let unique = self.uniqueness.unique_share() * (self.rows - self.missing) as f64;
        let possible = Kind::ALL.into_iter().zip(self.kinds).find(|(_, possible)| *possible);
        let found = recognised(&ColumnFacts {
            name,
            kind: possible.map_or(Kind::Text, |(kind, _)| kind),
            rows: self.rows,
            distinct: self.uniqueness.distinct(),
            missing: self.missing,
            unique_rows: unique.round() as u64,
            evidence: self.look.evidence(name),
            numbering: self.numbering,
        });
        self.look.stricter(found)
    }
}

/// A cell that safe harbor is about whatever the rest of its column holds. Where nobody looks closely,
/// a glance settles most.
fn stray(cell: &str, closely: bool) -> Option<Content> {
    let suspicious = closely || is_striking(cell.as_bytes());
    suspicious.then(|| by_value(cell))?.filter(|content| content.identifier().is_some())
}

/// Whether a cell may be an address, a number of a person or a date, by some of its bytes.
fn is_striking(bytes: &[u8]) -> bool {
    let at = |place: usize, byte: u8| bytes.get(place) == Some(&byte);
    let dots = || bytes.iter().filter(|&&byte| byte == b'.').count() == 3;
    match bytes.len() {
        0..=6 => false,
        10 if at(4, b'-') && at(7, b'-') => true,
        11 if at(3, b'-') && at(6, b'-') => true,
        12 if at(3, b'-') && at(7, b'-') => true,
        7..=15 if bytes[0].is_ascii_digit() && dots() => true,
        _ => at(0, b'(') || at(0, b'+') || bytes.starts_with(b"http") || bytes.contains(&b'@'),
    }
}

/// What each column seems to hold, by its name and by values from all over the table.
pub fn look(table: &Table, nulls: &Nulls, execution: &Execution) -> Result<Vec<ColumnContent>> {
    let nothing = || vec![Glimpse::new(); table.columns().len()];
    let each = |glimpses: &mut Vec<Glimpse>, block: &Block| -> Result<()> {
        for (place, glimpse) in glimpses.iter_mut().enumerate() {
            glimpse.see(block, place, nulls);
        }
        Ok(())
    };
    let parts = execution.fold("looking", table, nothing, each)?;
    let merge = |one: Vec<Glimpse>, other: Vec<Glimpse>| {
        one.into_iter().zip(other).map(|(one, other)| one.merge(other)).collect()
    };
    let glimpses = parts.into_iter().reduce(merge).unwrap_or_else(nothing);
    let columns = glimpses.into_iter().zip(table.columns());
    let seen = |(glimpse, name): (Glimpse, &String)| ColumnContent {
        evidence: glimpse.evidence(name),
        rows: glimpse.rows,
        greatest: glimpse.numbering.greatest(),
        strays: glimpse.strays,
    };
    Ok(columns.map(seen).collect())
}
