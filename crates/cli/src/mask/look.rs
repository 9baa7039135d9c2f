//! A look at a table for what the law wants removed: what its columns seem to hold.

use incrowd::identifier::{Evidence, Look};
use incrowd::identify::{Facts, recognised};
use incrowd::table::Uniqueness;
use incrowd::terms::{Kind, Nulls};
use incrowd_io::{Block, Table};

use crate::failure::Result;
use crate::talk::Talk;

/// Cells of each column that are looked at in each block of the table.
const LOOKED_AT: usize = 64;

/// What is seen of a column at a first look.
#[derive(Clone)]
struct Glimpse {
    look: Look,
    uniqueness: Uniqueness,
    rows: u64,
    missing: u64,
    /// The kinds that all cells looked at are of, in the order of [`Kind::ALL`].
    kinds: [bool; Kind::ALL.len()],
}

impl Glimpse {
    fn new() -> Self {
        Glimpse {
            look: Look::default(),
            uniqueness: Uniqueness::default(),
            rows: 0,
            missing: 0,
            kinds: [true; Kind::ALL.len()],
        }
    }

    fn see(&mut self, block: &Block, place: usize, nulls: &Nulls) {
        self.rows += block.rows() as u64;
        let mut left = LOOKED_AT;
        for cell in (0..block.rows()).map(|row| block.cell(row, place)) {
            if nulls.is_missing(cell) {
                self.missing += 1;
                continue;
            }
            self.uniqueness.add(cell);
            if left > 0 {
                left -= 1;
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
            rows: self.rows + other.rows,
            missing: self.missing + other.missing,
            kinds: std::array::from_fn(|kind| self.kinds[kind] && other.kinds[kind]),
        }
    }

    /// What the column is taken for.
    fn evidence(&self, name: &str) -> Option<Evidence> {
        let unique = self.uniqueness.unique_share() * (self.rows - self.missing) as f64;
        let possible = Kind::ALL.into_iter().zip(self.kinds).find(|(_, possible)| *possible);
        recognised(&Facts {
            name,
            kind: possible.map_or(Kind::Text, |(kind, _)| kind),
            rows: self.rows,
            distinct: self.uniqueness.distinct(),
            missing: self.missing,
            unique_rows: unique.round() as u64,
            evidence: self.look.evidence(name),
        })
    }
}

/// What each column seems to hold, by its name and by values from all over the table.
pub fn look(table: &Table, nulls: &Nulls, talk: &Talk) -> Result<Vec<Option<Evidence>>> {
    let step = talk.step("looking", Some(table.bytes()));
    let nothing = || vec![Glimpse::new(); table.columns().len()];
    let each = |glimpses: &mut Vec<Glimpse>, block: &Block| -> Result<()> {
        for (place, glimpse) in glimpses.iter_mut().enumerate() {
            glimpse.see(block, place, nulls);
        }
        step.advance(block.bytes());
        Ok(())
    };
    let parts = table.fold(talk.threads, nothing, each)?;
    let merge = |one: Vec<Glimpse>, other: Vec<Glimpse>| {
        one.into_iter().zip(other).map(|(one, other)| one.merge(other)).collect()
    };
    let glimpses = parts.into_iter().reduce(merge).unwrap_or_else(nothing);
    let columns = glimpses.iter().zip(table.columns());
    Ok(columns.map(|(glimpse, name)| glimpse.evidence(name)).collect())
}
