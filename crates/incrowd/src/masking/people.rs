//! Whose each row is, where people may have several.

use std::collections::HashMap;

use incrowd_columns::mask::cluster::Holders;
use incrowd_columns::mask::stream::{ChosenRows, OneEach};
use incrowd_core::table::{Dictionary, PersonKey, PersonKeys};
use incrowd_core::terms::Nulls;
use incrowd_io::{Block, Table};

use crate::error::Result;
use crate::execution::Execution;
use crate::reading::changed;
use crate::study::people::PersonColumn;

/// Pairs that a thread gathers before it drops those that repeat.
const FEW: usize = 1 << 20;

/// The people of a table.
#[derive(Clone, Debug)]
pub struct NumberedPeople {
    /// How many there are.
    pub count: u64,
    /// The person of each row, from 0 up without gaps.
    pub(super) of_row: Vec<u32>,
}

/// The people of some blocks, by numbers of their own.
struct Part {
    keys: PersonKeys,
    numbers: HashMap<PersonKey, u32>,
    order: Vec<PersonKey>,
    /// The first row of each block, and the people of its rows.
    blocks: Vec<(u64, Vec<u32>)>,
}

impl NumberedPeople {
    /// Numbers the people of a table.
    ///
    /// # Errors
    /// A table that cannot be read, or a row that is nobody's.
    pub(super) fn read(
        table: &Table,
        person: &PersonColumn,
        execution: &Execution,
    ) -> Result<NumberedPeople> {
        let nobody = || Part {
            keys: person.keys(),
            numbers: HashMap::new(),
            order: Vec::new(),
            blocks: Vec::new(),
        };
        let each = |part: &mut Part, block: &Block| -> Result<()> {
            let mut people = Vec::with_capacity(block.rows());
            for row in 0..block.rows() {
                let key = person.of(&mut part.keys, table, block, row)?;
                people.push(number(&mut part.numbers, &mut part.order, key));
            }
            part.blocks.push((block.first_row(), people));
            Ok(())
        };
        let parts = execution.fold("reading", table, nobody, each)?;
        let (mut numbers, mut order) = (HashMap::new(), Vec::new());
        let mut blocks = Vec::new();
        for part in parts {
            let own: Vec<u32> =
                part.order.iter().map(|&key| number(&mut numbers, &mut order, key)).collect();
            for (first, mut people) in part.blocks {
                people.iter_mut().for_each(|person| *person = own[*person as usize]);
                blocks.push((first, people));
            }
        }
        blocks.sort_unstable_by_key(|(first, _)| *first);
        let of_row = blocks.into_iter().flat_map(|(_, people)| people).collect();
        Ok(NumberedPeople { count: order.len() as u64, of_row })
    }

    /// The person of a row; rows that came since are nobody's.
    pub(super) fn of(&self, row: u64) -> Option<u32> {
        self.of_row.get(usize::try_from(row).ok()?).copied()
    }
}

fn number(
    numbers: &mut HashMap<PersonKey, u32>,
    order: &mut Vec<PersonKey>,
    key: PersonKey,
) -> u32 {
    *numbers.entry(key).or_insert_with(|| {
        order.push(key);
        order.len() as u32 - 1
    })
}

/// Which people have which text of a column, by the codes of texts.
pub struct TextHolders {
    /// Every pair once, in order.
    pairs: Vec<(u32, u32)>,
}

impl TextHolders {
    /// Reads who has which text of some columns.
    ///
    /// # Errors
    /// A table that cannot be read, or that changed since it was read.
    pub fn read(
        table: &Table,
        people: &NumberedPeople,
        columns: &[(usize, &Dictionary)],
        execution: &Execution,
    ) -> Result<Vec<TextHolders>> {
        let nothing = || vec![Pairs::default(); columns.len()];
        let each = |gathered: &mut Vec<Pairs>, block: &Block| -> Result<()> {
            for (pairs, &(place, texts)) in gathered.iter_mut().zip(columns) {
                for row in 0..block.rows() {
                    let text = block.cell(row, place);
                    let pair = texts.code(text).zip(people.of(block.first_row() + row as u64));
                    pairs.0.push(pair.ok_or_else(|| {
                        changed(table, block.line(row), &table.columns()[place], text)
                    })?);
                }
                pairs.thin_out();
            }
            Ok(())
        };
        let mut parts = execution.fold("counting people", table, nothing, each)?.into_iter();
        let mut all = parts.next().unwrap_or_else(nothing);
        for part in parts {
            all.iter_mut().zip(part).for_each(|(all, more)| all.0.extend(more.0));
        }
        Ok(all.into_iter().map(Pairs::finished).collect())
    }

    /// Who has which value, given the place of each text's value; texts without one are left out.
    pub fn of_values(&self, places: &[Option<usize>], values: usize) -> Holders {
        let value = |&(code, person): &(u32, u32)| Some((places[code as usize]? as u32, person));
        Holders::new(values, self.pairs.iter().filter_map(value).collect())
    }

    /// The fewest people who share a label, given the label of each text.
    pub fn fewest(&self, label: impl Fn(u32) -> u32) -> u64 {
        let mut pairs: Vec<(u32, u32)> =
            self.pairs.iter().map(|&(code, person)| (label(code), person)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.chunk_by(|one, next| one.0 == next.0).map(<[_]>::len).min().unwrap_or(0) as u64
    }
}

/// Pairs of a text and a person; some may repeat.
#[derive(Clone, Default)]
struct Pairs(Vec<(u32, u32)>, usize);

impl Pairs {
    /// Drops pairs that repeat, once there are twice as many as the last time.
    fn thin_out(&mut self) {
        if self.0.len() > (2 * self.1).max(FEW) {
            self.0.sort_unstable();
            self.0.dedup();
            self.1 = self.0.len();
        }
    }

    fn finished(mut self) -> TextHolders {
        self.0.sort_unstable();
        self.0.dedup();
        TextHolders { pairs: self.0 }
    }
}

/// One row with a value of each person who has one, in some columns.
///
/// # Errors
/// A table that cannot be read, or that changed since it was read.
pub fn one_row_each(
    table: &Table,
    people: &NumberedPeople,
    columns: &[usize],
    nulls: &Nulls,
    seed: u64,
    execution: &Execution,
) -> Result<Vec<ChosenRows>> {
    let nothing = || vec![OneEach::new(people.count, seed); columns.len()];
    let each = |gathered: &mut Vec<OneEach>, block: &Block| -> Result<()> {
        for (one_each, &place) in gathered.iter_mut().zip(columns) {
            for row in 0..block.rows() {
                let (text, number) = (block.cell(row, place), block.first_row() + row as u64);
                if nulls.is_missing(text) {
                    continue;
                }
                let person = people.of(number).ok_or_else(|| {
                    changed(table, block.line(row), &table.columns()[place], text)
                })?;
                one_each.see(person, number);
            }
        }
        Ok(())
    };
    let mut parts = execution.fold("counting people", table, nothing, each)?.into_iter();
    let mut all = parts.next().unwrap_or_else(nothing);
    for part in parts {
        all.iter_mut().zip(&part).for_each(|(all, more)| all.merge(more));
    }
    Ok(all.iter().map(OneEach::chosen).collect())
}
