//! A table as columns of codes: equal cells of a column have equal codes, and nothing else of
//! their texts matters to who stands out.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use incrowd_core::table::{Dictionary, PersonKey};

use super::persons::Persons;

/// Why columns make no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// A column is longer or shorter than the first.
    #[error("column {column} has {found} rows where the first has {expected}")]
    Uneven {
        /// The place of the column.
        column: usize,
        /// Its rows.
        found: usize,
        /// The rows of the first column.
        expected: usize,
    },
    /// A row has more or fewer cells than there are columns.
    #[error("row {row} has {found} cells where the table has {expected} columns")]
    Ragged {
        /// The place of the row, from 0.
        row: usize,
        /// Its cells.
        found: usize,
        /// The columns of the table.
        expected: usize,
    },
    /// Rows are numbered by 32 bits.
    #[error("a table of more than four billion rows cannot be held as columns")]
    TooLong,
}

/// A table as columns of codes from 0 up, without gaps.
///
/// ```
/// use incrowd_columns::identify::Columns;
/// let table = Columns::new(vec![vec![7, 7, 9], vec![1, 2, 3]]).unwrap();
/// assert_eq!((table.rows(), table.width(), table.distinct(0)), (3, 2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    codes: Vec<Vec<u32>>,
    distinct: Vec<u32>,
    rows: u32,
    people: Option<People>,
}

/// Whose each row is, where people may have several.
#[derive(Clone, Debug)]
struct People {
    of_row: Vec<u32>,
    count: u32,
}

impl Columns {
    /// A table of any codes, column by column.
    ///
    /// # Errors
    /// If columns differ in length or are too long.
    pub fn new(codes: Vec<Vec<u32>>) -> Result<Self, ColumnsError> {
        let expected = codes.first().map_or(0, Vec::len);
        for (column, codes) in codes.iter().enumerate() {
            if codes.len() != expected {
                return Err(ColumnsError::Uneven { column, found: codes.len(), expected });
            }
        }
        let rows = numbered(expected)?;
        let (codes, distinct) = codes.into_iter().map(without_gaps).unzip();
        Ok(Columns { codes, distinct, rows, people: None })
    }

    /// The same rows where people may have several, given any number for the person of each row:
    /// people are counted instead of rows.
    ///
    /// ```
    /// use incrowd_columns::identify::{Columns, SetMeasure};
    /// let visits = Columns::new(vec![vec![0, 1, 1]]).unwrap().of_people(vec![7, 7, 8]).unwrap();
    /// // Person 7 has a value that nobody else has; person 8 has none.
    /// assert_eq!(SetMeasure::of(&visits, &[0]).unique_rows(), 1);
    /// ```
    ///
    /// # Errors
    /// If there is not one person per row.
    pub fn of_people(self, people: Vec<u32>) -> Result<Self, ColumnsError> {
        let (found, expected) = (people.len(), self.rows as usize);
        if found != expected {
            return Err(ColumnsError::Uneven { column: self.width(), found, expected });
        }
        let (of_row, count) = without_gaps(people);
        Ok(Columns { people: Some(People { of_row, count }), ..self })
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> u64 {
        u64::from(self.rows)
    }

    /// How many people there are, where people are counted.
    #[must_use]
    pub fn people(&self) -> Option<u64> {
        self.people.as_ref().map(|people| u64::from(people.count))
    }

    /// How many there are of what is counted: people or rows.
    pub(super) fn members(&self) -> u64 {
        self.people().unwrap_or(self.rows())
    }

    /// The person of each row, from 0 up without gaps, where people are counted.
    #[must_use]
    pub fn person_of_row(&self) -> Option<&[u32]> {
        self.people.as_ref().map(|people| people.of_row.as_slice())
    }

    /// How many columns there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.codes.len()
    }

    /// How many distinct values a column has.
    #[must_use]
    pub fn distinct(&self, column: usize) -> u64 {
        u64::from(self.distinct[column])
    }

    /// The code of each row in a column, below its number of distinct values.
    #[must_use]
    pub fn codes(&self, column: usize) -> &[u32] {
        &self.codes[column]
    }

    /// The rows as their numbers go.
    pub(super) fn row_count(&self) -> u32 {
        self.rows
    }

    /// The distinct values of the column that has most.
    pub(super) fn most_distinct(&self) -> usize {
        self.distinct.iter().copied().max().unwrap_or(0) as usize
    }
}

fn numbered(rows: usize) -> Result<u32, ColumnsError> {
    u32::try_from(rows).ok().filter(|&rows| rows < u32::MAX).ok_or(ColumnsError::TooLong)
}

/// Codes renumbered in order of first appearance, and how many there are.
fn without_gaps(mut codes: Vec<u32>) -> (Vec<u32>, u32) {
    let mut places: HashMap<u32, u32, FixedState> = HashMap::default();
    let mut next = 0;
    for code in &mut codes {
        *code = *places.entry(*code).or_insert_with(|| {
            next += 1;
            next - 1
        });
    }
    (codes, next)
}

/// Makes [`Columns`] of texts, row by row.
///
/// ```
/// use incrowd_columns::identify::ColumnsBuilder;
/// let mut builder = ColumnsBuilder::new(2);
/// builder.add(["30", "F"]).unwrap();
/// builder.add(["30", "M"]).unwrap();
/// let (table, texts) = builder.finish().unwrap();
/// assert_eq!((table.distinct(0), table.distinct(1)), (1, 2));
/// assert_eq!(texts[1].text(table.codes(1)[1]), "M");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ColumnsBuilder {
    texts: Vec<Dictionary>,
    codes: Vec<Vec<u32>>,
    rows: usize,
    /// Whose the rows are, if rows say so.
    persons: Option<Persons>,
}

impl ColumnsBuilder {
    /// A table of so many columns, without rows.
    #[must_use]
    pub fn new(width: usize) -> Self {
        ColumnsBuilder {
            texts: vec![Dictionary::default(); width],
            codes: vec![Vec::new(); width],
            rows: 0,
            persons: None,
        }
    }

    /// The same for rows that say whose they are: to be added with [`ColumnsBuilder::add_of`].
    #[must_use]
    pub fn of_people(width: usize) -> Self {
        ColumnsBuilder { persons: Some(Persons::default()), ..ColumnsBuilder::new(width) }
    }

    /// Adds a row of a person.
    ///
    /// # Errors
    /// As [`ColumnsBuilder::add`].
    pub fn add_of<'a>(
        &mut self,
        person: PersonKey,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {
        self.add(cells)?;
        self.persons.iter_mut().for_each(|persons| persons.add(person));
        Ok(())
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the row has more or fewer cells than there are columns; it is left out then.
    pub fn add<'a>(
        &mut self,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {
        let cells = cells.into_iter();
        let (found, expected) = (cells.len(), self.codes.len());
        if found != expected {
            return Err(ColumnsError::Ragged { row: self.rows, found, expected });
        }
        for ((texts, codes), cell) in self.texts.iter_mut().zip(&mut self.codes).zip(cells) {
            codes.push(texts.intern(cell));
        }
        self.rows += 1;
        Ok(())
    }

    /// Adds the rows of another part of the same table. What is measured does not depend on the
    /// order of rows, so parts may come in any order.
    #[must_use]
    pub fn merge(mut self, other: ColumnsBuilder) -> ColumnsBuilder {
        let mine = self.texts.iter_mut().zip(&mut self.codes);
        for ((texts, codes), (news, added)) in mine.zip(other.texts.iter().zip(&other.codes)) {
            let places: Vec<u32> = news.iter().map(|text| texts.intern(text)).collect();
            codes.extend(added.iter().map(|&code| places[code as usize]));
        }
        self.rows += other.rows;
        if let (Some(persons), Some(more)) = (&mut self.persons, &other.persons) {
            persons.merge(more);
        }
        self
    }

    /// Keeps the rows at these places, and of the texts those that they have.
    pub(super) fn keep(&mut self, places: &[usize]) {
        for (texts, codes) in self.texts.iter_mut().zip(&mut self.codes) {
            let mut left = Dictionary::default();
            // A text is looked up once, not in each of its rows.
            let mut known = vec![u32::MAX; texts.len()];
            let renumbered = places.iter().map(|&place| {
                let code = codes[place] as usize;
                if known[code] == u32::MAX {
                    known[code] = left.intern(texts.text(codes[place]));
                }
                known[code]
            });
            *codes = renumbered.collect();
            *texts = left;
        }
        self.rows = places.len();
        self.persons.iter_mut().for_each(|persons| persons.keep(places));
    }

    /// The table, and the texts behind each column's codes.
    ///
    /// # Errors
    /// If there are too many rows.
    pub fn finish(self) -> Result<(Columns, Vec<Dictionary>), ColumnsError> {
        let rows = numbered(self.rows)?;
        let distinct = self.texts.iter().map(|texts| texts.len() as u32).collect();
        let columns = Columns { codes: self.codes, distinct, rows, people: None };
        let columns = match self.persons {
            Some(persons) => columns.of_people(persons.of_rows())?,
            None => columns,
        };
        Ok((columns, self.texts))
    }
}
