//! The people behind the rows of a table.
//!
//! Without a person source every row is taken for a different person. With one, the rows whose person
//! id has the same normal form are one person's.

use std::borrow::Cow;

use incrowd_io::{Block, Table};
use incrowd_terms::{NormalForm, Nulls};

use crate::error::{JudgeError, TooManyDistinct};
use crate::lineage::Persons;
use crate::question::positions;
use crate::texts::TextNumbers;

/// Where a judge finds out whose a row is.
#[derive(Clone, Copy, Debug)]
pub enum Person<'a> {
    /// A column of the judged table names the person, and will not be published.
    Column(&'a str),
    /// A column of the judged table names the person and is published with the rows. It links them, so
    /// a person's values in every class are those of all their rows.
    Pseudonym(&'a str),
    /// The column was dropped: the published rows were laid beside those of the original
    /// ([`persons`](crate::persons)).
    Rows(&'a Persons),
}

impl<'a> Person<'a> {
    /// The name of the column of person ids, in the judged table or in its original.
    #[must_use]
    pub fn column(self) -> &'a str {
        match self {
            Person::Column(column) | Person::Pseudonym(column) => column,
            Person::Rows(persons) => persons.column(),
        }
    }

    /// The column, if the judged table has it.
    pub(crate) fn published(self) -> Option<&'a str> {
        match self {
            Person::Column(column) | Person::Pseudonym(column) => Some(column),
            Person::Rows(_) => None,
        }
    }

    /// The number of each row's person, rows of stars included where the table names people.
    pub(crate) fn of_rows(
        self,
        table: &Table,
        nulls: &Nulls,
    ) -> Result<Cow<'a, [u32]>, JudgeError> {
        let column = match self {
            Person::Rows(persons) => return Ok(Cow::Borrowed(&persons.of_row)),
            Person::Column(column) | Person::Pseudonym(column) => column,
        };
        let place = positions(table, &[column])?[0];
        let mut ids = Ids::new(&NormalForm::new(nulls));
        let mut people = Vec::new();
        for block in table.blocks() {
            let block = block?;
            for row in 0..block.rows() {
                let person = ids.number(block.cell(row, place), block.line(row))?;
                // A missing id is an error below.
                people.push(person.unwrap_or(0));
            }
        }
        ids.check(table.name(), column)?;
        Ok(Cow::Owned(people))
    }

    /// How the people of a table are read.
    pub(crate) fn reading(
        self,
        table: &Table,
        nulls: &Nulls,
    ) -> Result<PersonReading<'a>, JudgeError> {
        let cells = match self {
            Person::Column(column) | Person::Pseudonym(column) => {
                PersonCells::Column { place: positions(table, &[column])?[0], column }
            }
            Person::Rows(persons) => PersonCells::Rows(persons),
        };
        let linked = matches!(self, Person::Pseudonym(_));
        Ok(PersonReading { cells, linked, form: NormalForm::new(nulls) })
    }
}

/// How the people of one table are read.
#[derive(Clone, Debug)]
pub(crate) struct PersonReading<'a> {
    pub(crate) cells: PersonCells<'a>,
    /// Whether the rows of a person are linked by a published pseudonym.
    linked: bool,
    pub(crate) form: NormalForm,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PersonCells<'a> {
    Column { place: usize, column: &'a str },
    Rows(&'a Persons),
}

impl PersonReading<'_> {
    /// An empty list of the people of rows, each with so many secrets.
    pub(crate) fn visits(&self, secrets: usize) -> Visits {
        let (ids, apart) = match self.cells {
            PersonCells::Column { .. } => (Some(Ids::new(&self.form)), false),
            PersonCells::Rows(persons) => (None, secrets == 0 && persons.secrets.is_some()),
        };
        Visits {
            ids,
            classes: Vec::new(),
            people: Vec::new(),
            values: vec![Vec::new(); secrets.max(usize::from(apart))],
            apart,
            linked: self.linked,
            pairs: Vec::new(),
        }
    }

    /// Notes whose a row is, before its class and its secrets are.
    pub(crate) fn visit(
        &self,
        visits: &mut Visits,
        block: &Block,
        row: usize,
    ) -> Result<(), JudgeError> {
        let person = match self.cells {
            PersonCells::Column { place, .. } => match &mut visits.ids {
                // A missing id is an error once all rows were seen, so that the first is named.
                Some(ids) => ids.number(block.cell(row, place), block.line(row))?.unwrap_or(0),
                None => 0,
            },
            PersonCells::Rows(persons) => {
                let at = block.first_row() as usize + row;
                let unpaired = || JudgeError::Unpaired { line: block.line(row) };
                let &person = persons.of_row.get(at).ok_or_else(unpaired)?;
                if let Some(secrets) = persons.secrets.as_ref().filter(|_| visits.apart) {
                    visits.values[0].push(secrets.of_row[at]);
                }
                person
            }
        };
        visits.people.push(person);
        Ok(())
    }

    /// That every row has a person id.
    pub(crate) fn check(&self, visits: &Visits, file: &str) -> Result<(), JudgeError> {
        match (self.cells, &visits.ids) {
            (PersonCells::Column { column, .. }, Some(ids)) => ids.check(file, column),
            _ => Ok(()),
        }
    }
}

/// Person ids, numbered by their normal form.
#[derive(Clone, Debug)]
pub(crate) struct Ids {
    form: NormalForm,
    texts: TextNumbers,
    /// The first row without an id.
    missing: Option<(u64, String)>,
}

impl Ids {
    pub(crate) fn new(form: &NormalForm) -> Self {
        Ids { form: form.clone(), texts: TextNumbers::default(), missing: None }
    }

    /// The number of a person; `None` if the id is missing, which is noted.
    pub(crate) fn number(&mut self, id: &str, line: u64) -> Result<Option<u32>, TooManyDistinct> {
        match self.form.of(id) {
            Some(form) => self.texts.number(&form).map(Some),
            None => {
                self.note_missing(line, id);
                Ok(None)
            }
        }
    }

    fn note_missing(&mut self, line: u64, id: &str) {
        if self.missing.as_ref().is_none_or(|(first, _)| line < *first) {
            self.missing = Some((line, id.to_owned()));
        }
    }

    /// How many people there are.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// That no id was missing.
    pub(crate) fn check(&self, file: &str, column: &str) -> Result<(), JudgeError> {
        let Some((line, value)) = &self.missing else { return Ok(()) };
        Err(JudgeError::Unreadable {
            file: file.to_owned(),
            line: *line,
            column: column.to_owned(),
            value: value.clone(),
            problem: "the row names no person; give every row a person id".into(),
        })
    }

    /// Adds another worker's ids, and says what number each has here.
    fn absorb(&mut self, other: &Ids) -> Result<Vec<u32>, TooManyDistinct> {
        if let Some((line, id)) = &other.missing {
            self.note_missing(*line, id);
        }
        other.texts.iter().map(|text| self.texts.number(text)).collect()
    }
}

/// Whose each row is: one entry per row, in no particular order.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    /// The ids behind the numbers of people, where the table itself names them.
    ids: Option<Ids>,
    pub(crate) classes: Vec<u32>,
    pub(crate) people: Vec<u32>,
    /// The secrets, column by column.
    pub(crate) values: Vec<Vec<u32>>,
    /// Whether the table has no secrets, and the one column here is the original's.
    apart: bool,
    /// Whether a person's values in a class are those of all their rows.
    pub(crate) linked: bool,
    /// The distinct pairs of a class and a person in it, once they were counted.
    pairs: Vec<u64>,
}

impl Visits {
    /// Adds what another worker noted, whose numbers become these.
    pub(crate) fn absorb(
        &mut self,
        other: Visits,
        classes: &[u32],
        values: &[Vec<u32>],
    ) -> Result<(), TooManyDistinct> {
        let people = match (&mut self.ids, &other.ids) {
            (Some(ours), Some(theirs)) => Some(ours.absorb(theirs)?),
            _ => None,
        };
        self.classes.extend(other.classes.iter().map(|&class| classes[class as usize]));
        match people {
            Some(numbers) => {
                self.people.extend(other.people.iter().map(|&person| {
                    // The one row of a worker that saw missing ids only has no number.
                    numbers.get(person as usize).copied().unwrap_or(0)
                }));
            }
            None => self.people.extend(other.people),
        }
        for (at, (ours, theirs)) in self.values.iter_mut().zip(other.values).enumerate() {
            match values.get(at) {
                Some(numbers) => ours.extend(theirs.iter().map(|&value| numbers[value as usize])),
                // Secrets of the original have the same number everywhere.
                None => ours.extend(theirs),
            }
        }
        Ok(())
    }

    /// The same rows in other classes, without their secrets.
    pub(crate) fn regrouped(&self, of_class: &[u32]) -> Visits {
        Visits {
            ids: None,
            classes: self.classes.iter().map(|&class| of_class[class as usize]).collect(),
            people: self.people.clone(),
            values: Vec::new(),
            apart: false,
            linked: self.linked,
            pairs: Vec::new(),
        }
    }

    /// The same rows with their secrets in other classes.
    pub(crate) fn with_secrets_regrouped(&self, of_class: &[u32]) -> Visits {
        let (values, apart) = (self.values.clone(), self.apart);
        Visits { values, apart, ..self.regrouped(of_class) }
    }

    /// The same rows with one column of secrets.
    pub(crate) fn with_secret(self, values: Vec<u32>) -> Visits {
        Visits { values: vec![values], ..self }
    }

    /// Counts the people of so many classes: those of each, and all.
    pub(crate) fn count(&mut self, classes: usize) -> (Vec<u64>, u64) {
        let pair = |(&class, &person): (&u32, &u32)| u64::from(class) << 32 | u64::from(person);
        let mut pairs: Vec<u64> = self.classes.iter().zip(&self.people).map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.shrink_to_fit();
        let mut sizes = vec![0; classes];
        pairs.iter().for_each(|pair| sizes[(pair >> 32) as usize] += 1);
        self.pairs = pairs;
        let mut people = self.people.clone();
        people.sort_unstable();
        people.dedup();
        (sizes, people.len() as u64)
    }

    /// The distinct `(class, person)` pairs, by class.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.pairs.iter().map(|pair| ((pair >> 32) as u32, *pair as u32))
    }

    /// Whether somebody is in several classes, of so many people.
    pub(crate) fn several(&self, people: u64) -> bool {
        self.pairs.len() as u64 > people
    }

    /// People who are alone in one of their classes.
    pub(crate) fn alone(&self, sizes: &[u64]) -> u64 {
        let alone = self.pairs().filter(|(class, _)| sizes[*class as usize] == 1);
        let mut people: Vec<u32> = alone.map(|(_, person)| person).collect();
        people.sort_unstable();
        people.dedup();
        people.len() as u64
    }

    /// How many people have so many in the smallest of their classes: (size, people), ascending.
    pub(crate) fn by_smallest(&self, sizes: &[u64]) -> Vec<(u64, u64)> {
        let mut smallest: Vec<(u32, u64)> =
            self.pairs().map(|(class, person)| (person, sizes[class as usize])).collect();
        smallest.sort_unstable();
        smallest.dedup_by_key(|(person, _)| *person);
        let mut people = std::collections::BTreeMap::new();
        smallest.iter().for_each(|(_, size)| *people.entry(*size).or_insert(0) += 1);
        people.into_iter().collect()
    }

    /// How many different people have each value of a secret.
    pub(crate) fn people_by_value(&self, secret: usize, values: usize) -> Vec<u64> {
        people_by(self.values[secret].iter().copied().zip(self.people.iter().copied()), values)
    }

    /// How many different people have each label of a class column.
    pub(crate) fn people_by_label(&self, label: impl Fn(u32) -> u32, labels: usize) -> Vec<u64> {
        people_by(self.pairs().map(|(class, person)| (label(class), person)), labels)
    }
}

/// How many different people go with each of so many numbers.
fn people_by(pairs: impl Iterator<Item = (u32, u32)>, numbers: usize) -> Vec<u64> {
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut people = vec![0; numbers];
    pairs.iter().for_each(|(number, _)| people[*number as usize] += 1);
    people
}

/// Says which two lines of a table give one person different values in columns that must agree.
pub(crate) fn differing(
    table: &Table,
    columns: &[usize],
    person: &PersonReading<'_>,
    named: &str,
) -> Result<JudgeError, JudgeError> {
    let mut ids = Ids::new(&person.form);
    // The first line of each person, and a hash of what it says.
    let mut first: Vec<Option<(u64, u64)>> = Vec::new();
    let hasher = foldhash::fast::RandomState::default();
    let hash = |block: &Block, row: usize| {
        let cells: Vec<&str> = columns.iter().map(|&column| block.cell(row, column)).collect();
        std::hash::BuildHasher::hash_one(&hasher, &cells)
    };
    for block in table.blocks() {
        let block = block?;
        for row in 0..block.rows() {
            let number = match person.cells {
                PersonCells::Column { place, .. } => {
                    ids.number(block.cell(row, place), block.line(row))?
                }
                PersonCells::Rows(persons) => {
                    persons.of_row.get(block.first_row() as usize + row).copied()
                }
            };
            let Some(number) = number else { continue };
            let at = number as usize;
            if first.len() <= at {
                first.resize(at + 1, None);
            }
            let here = (block.line(row), hash(&block, row));
            match first[at] {
                None => first[at] = Some(here),
                Some((_, same)) if same == here.1 => {}
                Some((line, _)) => {
                    return Ok(JudgeError::PersonDiffers {
                        file: table.name().to_owned(),
                        column: named.to_owned(),
                        line: here.0,
                        first: line,
                    });
                }
            }
        }
    }
    // The table was counted before; it was written since.
    Ok(JudgeError::Unpaired { line: 1 })
}
