//! The original of the present release, as a number per cell.

use incrowd_io::Table;
use incrowd_terms::NormalForm;

use crate::error::{JudgeError, TooManyDistinct};
use crate::faithful::is_part;
use crate::person::Ids;
use crate::question::positions;
use crate::texts::TextNumbers;

use super::Composition;

/// The columns of the original that any release has, of the rows that were to be published.
pub(super) struct Original<'a> {
    pub(super) table: &'a Table,
    names: Vec<&'a str>,
    texts: Vec<TextNumbers>,
    codes: Vec<Vec<u32>>,
    /// The number of each row in the table.
    numbers: Vec<u32>,
    pub(super) lines: Vec<u64>,
    /// The person of each row, where people are counted.
    people: Option<Vec<u32>>,
}

impl<'a> Original<'a> {
    pub(super) fn read(composition: &Composition<'a>) -> Result<Original<'a>, JudgeError> {
        let table = composition.original;
        let published = |name: &&str| {
            let has = |table: &Table| table.columns().iter().any(|column| column == name);
            has(composition.question.table)
                || composition.earlier.iter().any(|earlier| has(earlier.table))
        };
        let names: Vec<&str> =
            table.columns().iter().map(String::as_str).filter(published).collect();
        let places = positions(table, &names)?;
        let person = composition.person.map(|name| positions(table, &[name])).transpose()?;
        let only = match composition.only {
            Some((column, value)) => Some((positions(table, &[column])?[0], value)),
            None => None,
        };
        let mut ids = Ids::new(&NormalForm::new(composition.question.nulls));
        let mut read = Original {
            table,
            texts: vec![TextNumbers::default(); names.len()],
            codes: vec![Vec::new(); names.len()],
            names,
            numbers: Vec::new(),
            lines: Vec::new(),
            people: person.as_ref().map(|_| Vec::new()),
        };
        for block in table.blocks() {
            let block = block?;
            for row in (0..block.rows()).filter(|&row| is_part(only, &block, row)) {
                let number = u32::try_from(block.first_row() + row as u64);
                read.numbers.push(number.map_err(|_| TooManyDistinct)?);
                read.lines.push(block.line(row));
                for ((texts, codes), &place) in
                    read.texts.iter_mut().zip(&mut read.codes).zip(&places)
                {
                    codes.push(texts.number(block.cell(row, place))?);
                }
                if let (Some(people), Some(place)) = (&mut read.people, &person) {
                    let id = block.cell(row, place[0]);
                    people.push(ids.number(id, block.line(row))?.unwrap_or(0));
                }
            }
        }
        ids.check(table.name(), composition.person.unwrap_or_default())?;
        Ok(read)
    }

    /// How many rows were to be published.
    pub(super) fn rows(&self) -> usize {
        self.numbers.len()
    }

    /// Where a column stands here, if the original and a release have it.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| *known == name)
    }

    /// The name of a column.
    pub(super) fn name(&self, column: usize) -> &str {
        self.names[column]
    }

    /// The distinct texts of a column.
    pub(super) fn texts(&self, column: usize) -> &TextNumbers {
        &self.texts[column]
    }

    /// The number of a cell's text.
    pub(super) fn code(&self, column: usize, row: usize) -> u32 {
        self.codes[column][row]
    }

    /// The text of a cell.
    pub(super) fn text(&self, column: usize, row: usize) -> &str {
        self.texts[column].text(self.codes[column][row])
    }

    /// Whether people are counted.
    pub(super) fn counts_people(&self) -> bool {
        self.people.is_some()
    }

    /// The person of a row, where people are counted.
    pub(super) fn person(&self, row: usize) -> Option<u32> {
        self.people.as_ref().map(|people| people[row])
    }

    /// Which of the rows here has this number in the table.
    pub(super) fn of_number(&self, number: u32) -> Option<usize> {
        self.numbers.binary_search(&number).ok()
    }
}
