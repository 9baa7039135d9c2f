//! The tables of an attack in memory, as codes: four bytes per cell of the columns that the
//! published table shares with the original.

use hashbrown::HashMap;
use incrowd_io::{Block, Table};
use incrowd_terms::{Kind, NormalForm};

use super::EmpiricalAttack;
use super::choice::Random;
use super::distance::Distance;
use crate::error::JudgeError;
use crate::question::positions;
use crate::reading::{EVERYTHING, Reader};
use crate::texts::TextNumbers;

/// Published rows that linkability and inference are tried on at most.
const MOST_ROWS: usize = 50_000;

/// What an attacker has, and what is true.
pub(super) struct AttackerTables<'a> {
    /// The columns that the published table shares with the original.
    pub columns: Vec<AttackedColumn<'a>>,
    /// Per column: codes of labels.
    pub published: CodedRows,
    /// Per column: codes of values.
    pub original: CodedRows,
    /// Held-out people, in codes of values.
    pub control: Option<CodedRows>,
    /// Per row of the original: its person.
    pub person: Vec<u32>,
    /// Different people of the original.
    pub people: usize,
    /// Columns that attackers may know of a person.
    pub qi: Vec<usize>,
}

/// A column of the world.
pub(super) struct AttackedColumn<'a> {
    pub name: String,
    /// Published texts.
    pub labels: TextNumbers,
    /// Texts of the original and of held-out people.
    pub values: TextNumbers,
    pub distance: Distance<'a>,
}

/// Rows in columns of codes.
#[derive(Default)]
pub(super) struct CodedRows {
    codes: Vec<Vec<u32>>,
    rows: usize,
}

impl CodedRows {
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// The rows without suppressed ones: stars in every column fit everybody and say nothing.
    fn without_stars(mut self, labels: &[TextNumbers]) -> CodedRows {
        let stars: Vec<Option<u32>> = (labels.iter())
            .map(|labels| labels.ids().find(|&label| labels.text(label) == EVERYTHING))
            .collect();
        let is_star = |row: usize| {
            self.codes.iter().zip(&stars).all(|(codes, &star)| Some(codes[row]) == star)
        };
        let kept: Vec<usize> = (0..self.rows).filter(|&row| !is_star(row)).collect();
        if kept.len() < self.rows {
            for codes in &mut self.codes {
                *codes = kept.iter().map(|&row| codes[row]).collect();
            }
            self.rows = kept.len();
        }
        self
    }

    pub(super) fn columns(&self) -> usize {
        self.codes.len()
    }

    pub(super) fn code(&self, column: usize, row: usize) -> u32 {
        self.codes[column][row]
    }

    pub(super) fn column(&self, column: usize) -> &[u32] {
        &self.codes[column]
    }
}

/// Published rows that are tried.
pub(super) struct TriedRows {
    pub rows: Vec<u32>,
}

impl<'a> AttackerTables<'a> {
    pub(super) fn read(attack: &EmpiricalAttack<'a>) -> Result<AttackerTables<'a>, JudgeError> {
        let known = attack.original.columns();
        let here = |name: &&String| known.contains(name) && attack.person != Some(name.as_str());
        let names: Vec<&str> =
            attack.published.columns().iter().filter(here).map(String::as_str).collect();
        let mut labels = vec![TextNumbers::default(); names.len()];
        let mut values = labels.clone();
        let published = read(attack.published, &names, &mut labels)?.without_stars(&labels);
        let original = read(attack.original, &names, &mut values)?;
        let control = attack.control.map(|table| read(table, &names, &mut values)).transpose()?;
        let (person, people) = people(attack, original.len())?;
        let columns = names.iter().zip(labels.into_iter().zip(values));
        let columns: Vec<AttackedColumn<'a>> =
            columns.map(|(name, texts)| column(attack, name, texts)).collect();
        let qi = (0..names.len()).filter(|&at| attack.qi.iter().any(|qi| qi == names[at]));
        let qi = qi.collect();
        Ok(AttackerTables { columns, published, original, control, person, people, qi })
    }

    /// The columns that attackers want to know.
    pub(super) fn secrets(&self, attack: &EmpiricalAttack<'_>) -> Vec<usize> {
        let all = 0..self.columns.len();
        let named = |&at: &usize| attack.sensitive.contains(&self.columns[at].name);
        if attack.sensitive.is_empty() {
            return all.filter(|at| !self.qi.contains(at)).collect();
        }
        all.filter(named).collect()
    }

    /// The published rows that linkability and inference are tried on.
    pub(super) fn sample(&self) -> TriedRows {
        let rows = self.published.len();
        if rows <= MOST_ROWS {
            return TriedRows { rows: (0..rows as u32).collect() };
        }
        let mut rows = Random::new(rows as u64).choose(rows, MOST_ROWS);
        rows.sort_unstable();
        TriedRows { rows }
    }

    /// Whether a label stands for a value.
    pub(super) fn covers(&self, column: usize, label: u32, value: u32) -> bool {
        let AttackedColumn { labels, values, distance, .. } = &self.columns[column];
        distance.covers((label, labels.text(label)), (value, values.text(value)))
    }

    /// The names of columns.
    pub(super) fn names(&self, columns: &[usize]) -> Vec<String> {
        columns.iter().map(|&column| self.columns[column].name.clone()).collect()
    }
}

impl AttackedColumn<'_> {
    /// How far a value is from every label.
    pub(super) fn distances(&self, value: u32) -> Vec<f32> {
        let text = self.values.text(value);
        let far = |label| self.distance.between((label, self.labels.text(label)), (value, text));
        self.labels.ids().map(far).collect()
    }
}

fn column<'a>(
    attack: &EmpiricalAttack<'a>,
    name: &str,
    (labels, values): (TextNumbers, TextNumbers),
) -> AttackedColumn<'a> {
    let present = values.iter().filter(|text| !attack.nulls.is_missing(text));
    let kind = attack.kinds.get(name).copied().unwrap_or_else(|| Kind::infer(present));
    let reader = Reader::new(kind, attack.nulls, attack.hierarchies.get(name));
    let distance = Distance::new(reader, &labels, &values);
    AttackedColumn { name: name.to_owned(), labels, values, distance }
}

/// Reads columns of a table in the order of its rows.
fn read(table: &Table, names: &[&str], texts: &mut [TextNumbers]) -> Result<CodedRows, JudgeError> {
    let places = positions(table, names)?;
    let mut rows = CodedRows { codes: vec![Vec::new(); names.len()], rows: 0 };
    for block in table.blocks() {
        let block: Block = block?;
        for ((codes, texts), &place) in rows.codes.iter_mut().zip(&mut *texts).zip(&places) {
            for row in 0..block.rows() {
                codes.push(texts.number(block.cell(row, place))?);
            }
        }
        rows.rows += block.rows();
    }
    Ok(rows)
}

/// The person of each row of the original, and how many people there are.
fn people(attack: &EmpiricalAttack<'_>, rows: usize) -> Result<(Vec<u32>, usize), JudgeError> {
    let Some(column) = attack.person else { return Ok(((0..rows as u32).collect(), rows)) };
    let place = positions(attack.original, &[column])?[0];
    let normal = NormalForm::new(attack.nulls);
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut person = Vec::with_capacity(rows);
    for block in attack.original.blocks() {
        let block = block?;
        for row in 0..block.rows() {
            let text = block.cell(row, place);
            let Some(id) = normal.of(text) else {
                return Err(JudgeError::Unreadable {
                    file: attack.original.name().to_owned(),
                    line: block.line(row),
                    column: column.to_owned(),
                    value: text.to_owned(),
                    problem: "the row names no person".to_owned(),
                });
            };
            let next = numbers.len() as u32;
            person.push(*numbers.entry(id.into_owned()).or_insert(next));
        }
    }
    Ok((person, numbers.len()))
}
