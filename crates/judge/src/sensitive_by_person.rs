//! How the values of one sensitive column spread over the people of each class.
//!
//! People may have several rows in a class, and so several values. Each family of models counts them
//! in its own way: who has a value at all, each person once for the value that most people share, or
//! each person's weight of one divided among their rows. Every way is laid out as a [`ValuesByClass`], so that
//! the measures of rows measure people too. A missing value counts only for a person who has no other
//! value in the class, and in the table only for a person who has no other value in the table. Where a
//! published pseudonym links rows, all rows of a person count in each of their classes.

use std::cmp::Reverse;

use incrowd_terms::NormalForm;

use crate::hitting::{Fewest, fewest};
use crate::person::Visits;
use crate::values_by_class::{ValueRows, ValuesByClass};
use crate::weighted::{WeightPart, WeightParts, Weighted};

/// One sensitive column, laid out by the people of each class.
#[derive(Debug)]
pub(crate) struct SensitiveByPerson {
    /// How many people have each value; a person may have several.
    pub(crate) having: ValuesByClass,
    /// Each person once, for that value of theirs which most people of the class have.
    pub(crate) once: ValuesByClass,
    /// Each person with a weight of one, divided among their rows.
    pub(crate) weighted: Weighted,
    /// For each class, the fewest values such that every person has one of them.
    pub(crate) fewest: Vec<Fewest>,
    /// The values and people of each class, by value.
    marks: Vec<PersonMark>,
    starts: Vec<usize>,
}

/// A person of a class has this value. People are numbered class by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PersonMark {
    pub(crate) value: u32,
    pub(crate) person: u32,
}

impl SensitiveByPerson {
    /// The people of a class, and their values by rank.
    pub(crate) fn marks(&self, class: usize) -> (u64, &[PersonMark]) {
        let marks = &self.marks[self.starts[class]..self.starts[class + 1]];
        (self.having.class(class).rows, marks)
    }
}

/// So many rows of a person have this value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HeldValue {
    value: u32,
    /// All rows of the person that count.
    of: u32,
    person: u32,
    rows: u32,
}

/// The cells of classes, one class after the other.
#[derive(Default)]
struct Laid {
    starts: Vec<usize>,
    cells: Vec<ValueRows>,
}

impl Laid {
    fn push(&mut self, value: u32, rows: u64) {
        self.cells.push(ValueRows { value, rows });
    }

    fn end_class(&mut self) {
        self.starts.push(self.cells.len());
    }
}

/// A row of a person in a class: the class, the person and the rank of the value.
type Entry = (u32, u32, u32);

/// Lays out a column by people. The column's own cells become the rows that count.
pub(crate) fn by_people(
    spread: ValuesByClass,
    visits: &Visits,
    secret: usize,
    ranks: &[u32],
    form: &NormalForm,
) -> ValuesByClass {
    let rows = visits.classes.iter().zip(&visits.people).zip(&visits.values[secret]);
    let mut entries: Vec<Entry> =
        rows.map(|((&class, &person), &value)| (class, person, ranks[value as usize])).collect();
    let mut layout = Layout::of(&spread, form);
    entries.sort_unstable_by_key(|&(_, person, value)| (person, value));
    layout.table(&entries);
    if visits.linked {
        entries = linked(&entries);
    }
    entries.sort_unstable();
    let mut left = entries.as_slice();
    for class in 0..spread.len() as u32 {
        let (here, others) = left.split_at(left.partition_point(|entry| entry.0 == class));
        layout.class(here);
        left = others;
    }
    layout.finish(spread)
}

/// Every row of a person in every class of theirs; the rows are sorted by person.
fn linked(entries: &[Entry]) -> Vec<Entry> {
    let mut linked = Vec::with_capacity(entries.len());
    let mut classes: Vec<u32> = Vec::new();
    for person in entries.chunk_by(|a, b| a.1 == b.1) {
        classes.clear();
        classes.extend(person.iter().map(|entry| entry.0));
        classes.sort_unstable();
        classes.dedup();
        for &class in &classes {
            linked.extend(person.iter().map(|&(_, person, value)| (class, person, value)));
        }
    }
    linked
}

struct Layout {
    lacking: Vec<bool>,
    /// The place of each value by its normal form.
    by_text: Vec<u32>,
    rows: Laid,
    having: Laid,
    once: Laid,
    sizes: Vec<u64>,
    parts: WeightParts,
    fewest: Vec<Fewest>,
    marks: Vec<PersonMark>,
    mark_starts: Vec<usize>,
    /// The people who have each value in the table, and their weights.
    people: u64,
    totals: Vec<u64>,
    table_parts: WeightParts,
    /// Scratch: people who have each value, and who count for it.
    having_here: Vec<u64>,
    once_here: Vec<u64>,
    held: Vec<HeldValue>,
}

impl Layout {
    fn of(spread: &ValuesByClass, form: &NormalForm) -> Layout {
        let values = spread.texts.len();
        let forms: Vec<_> = spread.texts.iter().map(|text| form.of(text)).collect();
        let mut order: Vec<u32> = (0..values as u32).collect();
        order.sort_by_key(|&value| (&forms[value as usize], value));
        let mut by_text = vec![0; values];
        order.iter().zip(0..).for_each(|(&value, place)| by_text[value as usize] = place);
        Layout {
            lacking: forms.iter().map(Option::is_none).collect(),
            by_text,
            rows: Laid::default(),
            having: Laid::default(),
            once: Laid::default(),
            sizes: Vec::new(),
            parts: WeightParts::default(),
            fewest: Vec::new(),
            marks: Vec::new(),
            mark_starts: vec![0],
            people: 0,
            totals: vec![0; values],
            table_parts: WeightParts::default(),
            having_here: vec![0; values],
            once_here: vec![0; values],
            held: Vec::new(),
        }
    }

    /// The values of one person that count, with their rows; the entries are one person's, by value.
    fn hold(&mut self, entries: &[Entry], person: u32) {
        let has_some = entries.iter().any(|entry| !self.lacking[entry.2 as usize]);
        let start = self.held.len();
        for run in entries.chunk_by(|a, b| a.2 == b.2) {
            let value = run[0].2;
            if !(has_some && self.lacking[value as usize]) {
                self.held.push(HeldValue { value, of: 0, person, rows: run.len() as u32 });
            }
        }
        let of = self.held[start..].iter().map(|held| held.rows).sum();
        self.held[start..].iter_mut().for_each(|held| held.of = of);
    }

    /// Lays out the rows of one class, sorted by person and value.
    fn class(&mut self, entries: &[Entry]) {
        self.held.clear();
        let mut people = 0;
        for person in entries.chunk_by(|a, b| a.1 == b.1) {
            self.hold(person, people);
            people += 1;
        }
        self.sizes.push(people.into());
        let mut held = std::mem::take(&mut self.held);
        held.iter().for_each(|held| self.having_here[held.value as usize] += 1);
        for person in held.chunk_by(|a, b| a.person == b.person) {
            let shared = |held: &&HeldValue| {
                let at = held.value as usize;
                (self.having_here[at], Reverse(self.by_text[at]))
            };
            if let Some(most) = person.iter().max_by_key(shared) {
                self.once_here[most.value as usize] += 1;
            }
        }
        self.fewest.push(fewest_of(&held));
        held.sort_unstable();
        for run in held.chunk_by(|a, b| a.value == b.value) {
            let value = run[0].value;
            self.rows.push(value, run.iter().map(|held| u64::from(held.rows)).sum());
            self.having.push(value, run.len() as u64);
            let once = std::mem::take(&mut self.once_here[value as usize]);
            if once > 0 {
                self.once.push(value, once);
            }
            self.having_here[value as usize] = 0;
            self.parts.push_all(run.iter().map(|held| (held.of, held.rows)));
            self.marks.extend(run.iter().map(|held| PersonMark { value, person: held.person }));
        }
        self.mark_starts.push(self.marks.len());
        for laid in [&mut self.rows, &mut self.having, &mut self.once] {
            laid.end_class();
        }
        self.held = held;
    }

    /// Counts the people of the whole table, its rows sorted by person and value.
    fn table(&mut self, entries: &[Entry]) {
        self.held.clear();
        for person in entries.chunk_by(|a, b| a.1 == b.1) {
            self.hold(person, 0);
            self.people += 1;
        }
        let mut held = std::mem::take(&mut self.held);
        held.sort_unstable();
        let mut runs = held.chunk_by(|a, b| a.value == b.value).peekable();
        for value in 0..self.totals.len() {
            let run = runs.next_if(|run| run[0].value as usize == value).unwrap_or_default();
            self.totals[value] = run.len() as u64;
            self.table_parts.push_all(run.iter().map(|held| (held.of, held.rows)));
        }
    }

    fn finish(mut self, spread: ValuesByClass) -> ValuesByClass {
        for laid in [&mut self.rows, &mut self.having, &mut self.once] {
            laid.starts.insert(0, 0);
        }
        // A missing value that counts for nobody is no value of the table.
        let mut counts: Vec<bool> = self.totals.iter().map(|&people| people > 0).collect();
        self.having.cells.iter().for_each(|cell| counts[cell.value as usize] = true);
        let mut places = vec![0_u32; counts.len()];
        let counted = || (0..counts.len()).filter(|&value| counts[value]);
        counted().zip(0..).for_each(|(value, place)| places[value] = place);
        self.having.cells.iter_mut().for_each(|cell| cell.value = places[cell.value as usize]);
        let totals = counted().map(|value| self.totals[value]).collect();
        let table_parts = self.table_parts.only(counted());
        let having = spread.relaid(
            counted(),
            self.people,
            totals,
            (self.having.starts, self.having.cells),
            self.sizes,
        );
        let weighted = Weighted::of(&having, self.parts, table_parts);
        let once = spread.relaid(
            0..0,
            self.people,
            Vec::new(),
            (self.once.starts, self.once.cells),
            Vec::new(),
        );
        let visitors = SensitiveByPerson {
            having,
            once,
            weighted,
            fewest: self.fewest,
            marks: self.marks,
            starts: self.mark_starts,
        };
        spread.with_visitors((self.rows.starts, self.rows.cells), visitors)
    }
}

/// The fewest values such that every person has one of them; the values are those of one person after
/// the other.
fn fewest_of(held: &[HeldValue]) -> Fewest {
    let people = || held.chunk_by(|a, b| a.person == b.person);
    if people().all(|values| values.len() == 1) {
        let mut values: Vec<u32> = held.iter().map(|held| held.value).collect();
        values.sort_unstable();
        values.dedup();
        return Fewest { values: values.len() as u64, exact: true };
    }
    fewest(people().map(|values| values.iter().map(|held| held.value).collect()).collect())
}

impl WeightParts {
    /// Adds the rows of one value: of each person so many of all that person's rows.
    fn push_all(&mut self, rows: impl Iterator<Item = (u32, u32)>) {
        for (of, rows) in rows {
            match self.open() {
                Some(part) if part.of == of => part.rows += u64::from(rows),
                _ => self.push(WeightPart { of, rows: rows.into() }),
            }
        }
        self.close();
    }
}
