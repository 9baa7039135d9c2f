//! How a release stands beside the original.
//!
//! Rows of a release with the same class and the same kept cells are alike, and so are the rows of the
//! original that they can stand for: they have one *signature*. Where classes do not overlap, a row of the
//! original has at most one.

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use incrowd_io::Table;

use crate::equivalence_classes::EquivalenceClasses;
use crate::error::{JudgeError, TooManyDistinct};
use crate::person_types::{PeopleByType, PersonTypes, PublishedBoxes};
use crate::question::{is_suppressed, positions, readings};
use crate::texts::TextNumbers;

use super::original::Original;
use super::{Composition, EarlierTable, PresentRows};

/// The number of a signature or of a class where a row has none.
pub(super) const ABSENT: u32 = u32::MAX;

/// A release beside the original.
pub(super) struct Standing<'a> {
    read: Rows<'a>,
    /// The signature of each row of the original.
    of_row: Vec<u32>,
    /// How many rows of the original have each signature.
    originals: Vec<u64>,
}

/// The rows of a release.
struct Rows<'a> {
    /// Its quasi-identifiers.
    qi: Vec<&'a str>,
    /// Rows by their quasi-identifiers.
    classes: EquivalenceClasses,
    /// The columns that it keeps and that the original has.
    kept: Vec<Kept<'a>>,
    signatures: Vec<Signature>,
    by_key: HashMap<Box<[u32]>, u32, RandomState>,
    /// For each class that the attacker can tell apart, its quasi-identifiers and known cells.
    told_apart: Vec<Box<[u32]>>,
    /// The signature of each row, in the order of the file.
    sequence: Vec<u32>,
}

/// A column that a release publishes as it is.
struct Kept<'a> {
    name: &'a str,
    texts: TextNumbers,
    /// Whether the attacker knows it, because it is a quasi-identifier of another release.
    known: bool,
}

/// Rows that are alike.
pub(super) struct Signature {
    /// The class that the attacker can tell apart.
    pub(super) class: u32,
    /// Rows of the release.
    pub(super) rows: u64,
    /// Its quasi-identifiers, then the cells that it keeps.
    key: Box<[u32]>,
}

/// A column by which the attacker tells rows of a release apart.
#[derive(Clone, Copy)]
pub(super) struct ClassColumn<'s> {
    pub(super) name: &'s str,
    /// Its place among the quasi-identifiers or the kept columns.
    place: usize,
    /// Whether it may be generalized.
    pub(super) is_qi: bool,
}

/// A release as it is to be read.
struct Source<'a> {
    table: &'a Table,
    qi: &'a [String],
    group: Option<&'a str>,
    skip_suppressed: bool,
}

impl<'a> Standing<'a> {
    /// An earlier release.
    pub(super) fn of_earlier(
        earlier: &EarlierTable<'a>,
        composition: &Composition<'a>,
        original: &Original<'_>,
        known: &[&str],
    ) -> Result<Standing<'a>, JudgeError> {
        let EarlierTable { table, qi, group, skip_suppressed, .. } = *earlier;
        let source = Source { table, qi, group, skip_suppressed };
        let read = Rows::read(&source, original, known)?;
        let names: Vec<&str> = qi.iter().map(String::as_str).collect();
        let levels = std::collections::BTreeMap::new();
        let readings = readings(&names, composition.question.kinds, earlier.hierarchies, &levels);
        let found = read.recognise(composition, original, &readings, earlier.in_order)?;
        let of_row = found.ok_or_else(|| not_beside(table, original, OVERLAPPING))?;
        let standing = Standing::new(read, of_row);
        if standing.linked() * 2 < standing.rows() {
            let (linked, rows) = (standing.linked(), standing.rows());
            let problem = format!(
                "only {linked} of its {rows} rows can be rows there; it must be a release of the same people, with \
                 the values that they have there"
            );
            return Err(not_beside(table, original, &problem));
        }
        Ok(standing)
    }

    /// The present release.
    pub(super) fn of_present(
        composition: &Composition<'a>,
        original: &Original<'_>,
        known: &[&str],
    ) -> Result<Standing<'a>, JudgeError> {
        let question = composition.question;
        let source = Source {
            table: question.table,
            qi: question.qi,
            group: question.group,
            skip_suppressed: question.skip_suppressed,
        };
        let read = Rows::read(&source, original, known)?;
        let of_row = match composition.rows {
            PresentRows::Given { rows, .. } => read.given(rows, original),
            PresentRows::Unknown => {
                let names: Vec<&str> = question.qi.iter().map(String::as_str).collect();
                let readings =
                    readings(&names, question.kinds, question.hierarchies, question.levels);
                read.recognise(composition, original, &readings, true)?
            }
        };
        let of_row = of_row.ok_or_else(|| not_beside(question.table, original, OVERLAPPING))?;
        let standing = Standing::new(read, of_row);
        match standing.gone() {
            0 => Ok(standing),
            gone => {
                let problem = format!(
                    "{gone} of its rows can be no rows there; name the table that it was made from, and how its labels \
                     are read (`hierarchy`)"
                );
                Err(not_beside(question.table, original, &problem))
            }
        }
    }

    fn new(read: Rows<'a>, of_row: Vec<u32>) -> Self {
        let mut originals = vec![0; read.signatures.len()];
        let present = of_row.iter().filter(|signature| **signature != ABSENT);
        present.for_each(|&signature| originals[signature as usize] += 1);
        Standing { read, of_row, originals }
    }

    /// Rows of the release.
    pub(super) fn rows(&self) -> u64 {
        self.read.sequence.len() as u64
    }

    /// Rows of the release that are rows of the original, as many as possible.
    pub(super) fn linked(&self) -> u64 {
        let pairs = self.read.signatures.iter().zip(&self.originals);
        pairs.map(|(signature, &originals)| signature.rows.min(originals)).sum()
    }

    /// Rows of the release that are none of the original.
    pub(super) fn gone(&self) -> u64 {
        self.rows() - self.linked()
    }

    /// Rows of the original that the release lacks.
    pub(super) fn lacks(&self) -> u64 {
        self.of_row.len() as u64 - self.linked()
    }

    /// The signature of a row of the original, or [`ABSENT`].
    pub(super) fn signature(&self, row: usize) -> u32 {
        self.of_row[row]
    }

    pub(super) fn signatures(&self) -> &[Signature] {
        &self.read.signatures
    }

    /// Rows of the original with a signature that the release has not.
    pub(super) fn slack(&self, signature: u32) -> u64 {
        let at = signature as usize;
        self.originals[at].saturating_sub(self.read.signatures[at].rows)
    }

    /// Rows of the release with a signature that the original has not.
    pub(super) fn gone_of(&self, signature: u32) -> u64 {
        let at = signature as usize;
        self.read.signatures[at].rows.saturating_sub(self.originals[at])
    }

    /// The class of a signature.
    pub(super) fn class(&self, signature: u32) -> u32 {
        self.read.signatures[signature as usize].class
    }

    /// The columns by which the attacker tells rows apart.
    pub(super) fn columns(&self) -> Vec<ClassColumn<'_>> {
        let qi = self.read.qi.iter().enumerate();
        let qi = qi.map(|(place, name)| ClassColumn { name, place, is_qi: true });
        let known = self.read.kept.iter().enumerate().filter(|(_, kept)| kept.known);
        qi.chain(known.map(|(place, kept)| ClassColumn { name: kept.name, place, is_qi: false }))
            .collect()
    }

    /// The published text of a class in one of these columns.
    pub(super) fn label(&self, class: u32, column: ClassColumn<'_>) -> &str {
        let key = &self.read.told_apart[class as usize];
        if column.is_qi {
            return self.read.classes.label(key[0] as usize, column.place);
        }
        let known = self.read.kept[..column.place].iter().filter(|kept| kept.known).count();
        self.read.kept[column.place].texts.text(key[1 + known])
    }

    /// Whether a class has this text in some column.
    pub(super) fn has_label(&self, text: &str) -> bool {
        let known = self.read.kept.iter().filter(|kept| kept.known).map(|kept| &kept.texts);
        self.read.classes.labels.iter().chain(known).any(|texts| texts.find(text).is_some())
    }

    /// Whether each row shows its own value of a column.
    pub(super) fn shows(&self, column: &str) -> bool {
        self.read.kept.iter().any(|kept| kept.name == column)
    }

    /// The text of a kept column in all rows of a signature.
    pub(super) fn kept(&self, signature: u32, column: &str) -> Option<&str> {
        let place = self.read.kept.iter().position(|kept| kept.name == column)?;
        let key = &self.read.signatures[signature as usize].key;
        Some(self.read.kept[place].texts.text(key[1 + place]))
    }

    /// Whether the rows that the release and the original share can stand in the same order in both.
    /// Where each has rows that the other lacks, it is not asked.
    pub(super) fn is_in_order(&self) -> bool {
        let originals = || self.of_row.iter().copied();
        let (few, many): (Vec<u32>, Vec<u32>) = match (self.gone(), self.lacks()) {
            (0, _) => (self.read.sequence.clone(), originals().collect()),
            (_, 0) => (originals().collect(), self.read.sequence.clone()),
            _ => return true,
        };
        let mut rest = many.iter();
        few.iter().all(|row| rest.any(|other| other == row))
    }
}

const OVERLAPPING: &str = "a row there fits several of its classes, and its rows do not stand in the order of that table, so \
                           nobody can tell which row is whose";

fn not_beside(table: &Table, original: &Original<'_>, problem: &str) -> JudgeError {
    JudgeError::NotBeside {
        published: table.name().to_owned(),
        original: original.table.name().to_owned(),
        column: None,
        problem: problem.to_owned(),
    }
}

impl<'a> Rows<'a> {
    fn read(
        source: &Source<'a>,
        original: &Original<'_>,
        known: &[&str],
    ) -> Result<Rows<'a>, JudgeError> {
        let Source { table, qi, group, skip_suppressed } = *source;
        let lacking = qi.iter().find(|name| original.column(name).is_none());
        let qi: Vec<&str> = qi.iter().map(String::as_str).collect();
        let places = positions(table, &qi)?;
        if let Some(column) = lacking {
            return Err(JudgeError::NotBeside {
                published: table.name().to_owned(),
                original: original.table.name().to_owned(),
                column: Some(column.clone()),
                problem: format!(
                    "its quasi-identifier '{column}' is no column there; name a table that still has it"
                ),
            });
        }
        let is_kept = |name: &&str| {
            !qi.contains(name) && group != Some(*name) && original.column(name).is_some()
        };
        let kept: Vec<&str> = table.columns().iter().map(String::as_str).filter(is_kept).collect();
        let kept_places = positions(table, &kept)?;
        let kept = kept.into_iter().map(|name| Kept {
            name,
            texts: TextNumbers::default(),
            known: known.contains(&name),
        });
        let mut rows = Rows {
            classes: EquivalenceClasses::new(qi.len(), 0),
            qi,
            kept: kept.collect(),
            signatures: Vec::new(),
            by_key: HashMap::default(),
            told_apart: Vec::new(),
            sequence: Vec::new(),
        };
        let mut classes: HashMap<Box<[u32]>, u32, RandomState> = HashMap::default();
        let mut key = Vec::new();
        for block in table.blocks() {
            let block = block?;
            for row in 0..block.rows() {
                if skip_suppressed && is_suppressed(&block, row) {
                    continue;
                }
                key.clear();
                let cells = places.iter().map(|&place| block.cell(row, place));
                key.push(rows.classes.add(block.line(row), cells, std::iter::empty())?);
                for (kept, &place) in rows.kept.iter_mut().zip(&kept_places) {
                    key.push(kept.texts.number(block.cell(row, place))?);
                }
                let signature = rows.number(&key, &mut classes)?;
                rows.signatures[signature as usize].rows += 1;
                rows.sequence.push(signature);
            }
        }
        Ok(rows)
    }

    /// The number of the signature with this key.
    fn number(
        &mut self,
        key: &[u32],
        classes: &mut HashMap<Box<[u32]>, u32, RandomState>,
    ) -> Result<u32, TooManyDistinct> {
        if let Some(&known) = self.by_key.get(key) {
            return Ok(known);
        }
        let number = numbered(self.signatures.len())?;
        let known = self.kept.iter().zip(&key[1..]).filter(|(kept, _)| kept.known);
        let told: Box<[u32]> = [key[0]].into_iter().chain(known.map(|(_, &cell)| cell)).collect();
        let class = match classes.get(&told) {
            Some(&class) => class,
            None => {
                let class = numbered(self.told_apart.len())?;
                self.told_apart.push(told.clone());
                classes.insert(told, class);
                class
            }
        };
        self.signatures.push(Signature { class, rows: 0, key: key.into() });
        self.by_key.insert(key.into(), number);
        Ok(number)
    }

    /// The signature of each row of the original, where it is known which row each stands for; nothing
    /// if there are not as many.
    fn given(&self, rows: &[u32], original: &Original<'_>) -> Option<Vec<u32>> {
        let mut of_row = vec![ABSENT; original.rows()];
        if rows.len() != self.sequence.len() {
            return None;
        }
        for (&number, &signature) in rows.iter().zip(&self.sequence) {
            of_row[original.of_number(number)?] = signature;
        }
        Some(of_row)
    }

    /// The signature of each row of the original, by the class that covers it and its kept cells; nothing
    /// if that cannot be told.
    fn recognise(
        &self,
        composition: &Composition<'_>,
        original: &Original<'_>,
        readings: &[crate::ranks::ColumnReading<'_>],
        in_order: bool,
    ) -> Result<Option<Vec<u32>>, JudgeError> {
        let question = composition.question;
        let columns: Vec<usize> = self.qi.iter().filter_map(|name| original.column(name)).collect();
        let mut tuples = EquivalenceClasses::new(columns.len(), 0);
        let mut tuple_of = Vec::with_capacity(original.rows());
        for row in 0..original.rows() {
            let cells = columns.iter().map(|&column| original.text(column, row));
            tuple_of.push(tuples.add(original.lines[row], cells, std::iter::empty())?);
        }
        let boxes = PublishedBoxes::of(&self.classes, columns.len());
        let by_type = PeopleByType::of(
            &self.classes,
            &boxes,
            &tuples,
            readings,
            question.nulls,
            question.threads,
        );
        let Some(types) = &by_type.types else { return Ok(None) };
        let cells = KeptCells::of(&self.kept, original, question.nulls);
        let mut candidates =
            Candidates { rows: self, boxes: &boxes, types, cells, key: Vec::new() };
        let mut of_row = Vec::with_capacity(original.rows());
        let mut several = false;
        for (row, &tuple) in tuple_of.iter().enumerate() {
            let mut found = candidates.of(row, tuple, original);
            of_row.push(found.next().unwrap_or(ABSENT));
            several |= found.next().is_some();
        }
        if !several {
            return Ok(Some(of_row));
        }
        if !in_order || self.sequence.len() > original.rows() {
            return Ok(None);
        }
        // Overlapping classes are told apart by the order of rows: the release is the head of the table.
        for (row, &signature) in self.sequence.iter().enumerate() {
            if !candidates.of(row, tuple_of[row], original).any(|found| found == signature) {
                return Ok(None);
            }
            of_row[row] = signature;
        }
        of_row[self.sequence.len()..].fill(ABSENT);
        Ok(Some(of_row))
    }
}

/// For each kept column and each text of the original, the number that the release gave it.
struct KeptCells {
    columns: Vec<usize>,
    numbers: Vec<Vec<Option<u32>>>,
}

impl KeptCells {
    fn of(kept: &[Kept<'_>], original: &Original<'_>, nulls: &incrowd_terms::Nulls) -> KeptCells {
        let columns: Vec<usize> =
            kept.iter().filter_map(|kept| original.column(kept.name)).collect();
        let numbers = |(kept, &column): (&Kept<'_>, &usize)| {
            let number = |text: &str| {
                kept.texts.find(text).or_else(|| kept.texts.find(nulls.published(text)))
            };
            original.texts(column).iter().map(number).collect()
        };
        KeptCells { numbers: kept.iter().zip(&columns).map(numbers).collect(), columns }
    }

    /// Adds the kept cells of a row of the original to a key; nothing if the release has not all of them.
    fn push(&self, original: &Original<'_>, row: usize, key: &mut Vec<u32>) -> Option<()> {
        for (&column, numbers) in self.columns.iter().zip(&self.numbers) {
            key.push(numbers[original.code(column, row) as usize]?);
        }
        Some(())
    }
}

/// The signatures that a row of the original may have.
struct Candidates<'r> {
    rows: &'r Rows<'r>,
    boxes: &'r PublishedBoxes,
    types: &'r PersonTypes,
    cells: KeptCells,
    key: Vec<u32>,
}

impl Candidates<'_> {
    fn of(
        &mut self,
        row: usize,
        tuple: u32,
        original: &Original<'_>,
    ) -> impl Iterator<Item = u32> + '_ {
        self.key.clear();
        self.key.push(0);
        let has_cells = self.cells.push(original, row, &mut self.key).is_some();
        let kind = &self.types.all[self.types.of_person[tuple as usize] as usize];
        let covering = if has_cells { &kind.boxes[..] } else { &[] };
        let Candidates { rows, boxes, key, .. } = self;
        covering.iter().filter_map(move |&covering| {
            key[0] = boxes.class[covering as usize] as u32;
            rows.by_key.get(&key[..]).copied()
        })
    }
}

/// A number that fits 32 bits and is not [`ABSENT`].
fn numbered(count: usize) -> Result<u32, TooManyDistinct> {
    u32::try_from(count).ok().filter(|&number| number != ABSENT).ok_or(TooManyDistinct)
}
