//! The rows that tell about each row: those of its cell with the same value, or the two nearest.
//!
//! Rows are sorted by cell, value, original and person, so rows that are alike stand together and share
//! one answer. Only rows of other people tell, and those of one person with the same original tell once.
//! Of a value on a scale that two others have in a cell, all of them are nearest; otherwise its
//! neighbours on the scale are added, the nearer side first and both where they are equally far, until
//! there are two.

use hashbrown::HashMap;

/// Rows of one person, or of several where every row is a person's, with the same cell, value and
/// original.
pub(super) struct Entry<'a> {
    pub(super) rows: &'a [u32],
    pub(super) cell: u32,
    /// How many others tell about them.
    pub(super) near: u64,
    /// How many of those have their original.
    pub(super) same: u64,
}

/// The columns by which rows are compared.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    pub(super) cells: &'a [u32],
    pub(super) values: &'a [u32],
    pub(super) originals: &'a [u32],
    /// The person of each row, where people may have several.
    pub(super) people: Option<&'a [u32]>,
    /// The places of values that are on a scale.
    pub(super) places: Option<&'a [Option<i128>]>,
}

/// Rows in order of cell, value, original and person.
pub(super) struct Neighbourhoods<'a> {
    order: Vec<u32>,
    compared: Compared<'a>,
}

/// The rows in order of their originals and people.
pub(super) fn by_original(originals: &[u32], people: Option<&[u32]>) -> Vec<u32> {
    let order: Vec<u32> = (0..originals.len() as u32).collect();
    people.into_iter().chain([originals]).fold(order, |order, codes| sorted(&order, codes))
}

/// Sorts rows that are in order of their originals and people.
pub(super) fn neighbourhoods<'a>(order: &[u32], compared: Compared<'a>) -> Neighbourhoods<'a> {
    let order = sorted(order, compared.values);
    let order = sorted(&order, compared.cells);
    Neighbourhoods { order, compared }
}

/// The rows in order of their codes, those of equal codes as they stood: a counting sort.
pub(super) fn sorted(order: &[u32], codes: &[u32]) -> Vec<u32> {
    let width = codes.iter().max().map_or(0, |&last| last as usize + 1);
    let mut starts = vec![0_u32; width + 1];
    codes.iter().for_each(|&code| starts[code as usize + 1] += 1);
    for code in 0..width {
        starts[code + 1] += starts[code];
    }
    if width <= 1 {
        return order.to_vec();
    }
    let mut sorted = vec![0; order.len()];
    for &row in order {
        let start = &mut starts[codes[row as usize] as usize];
        sorted[*start as usize] = row;
        *start += 1;
    }
    sorted
}

/// The rows of a cell with one value: a part of the order, parted further by their originals.
struct Value {
    start: usize,
    end: usize,
    place: Option<i128>,
    /// How many tell: rows, or pairs of a person and an original.
    tell: u64,
}

impl Neighbourhoods<'_> {
    /// Calls back with all rows, entry by entry.
    pub(super) fn each(&self, mut each: impl FnMut(Entry<'_>)) {
        let cell_of = |&row: &u32| self.compared.cells[row as usize];
        let mut start = 0;
        for cell in self.order.chunk_by(|a, b| cell_of(a) == cell_of(b)) {
            let values = self.values_of(start, cell);
            for (at, value) in values.iter().enumerate() {
                let own = self.own(value);
                for alike in self.alike(value) {
                    let same = self.tell(alike) - 1;
                    for rows in self.by_person(alike) {
                        let near =
                            value.tell - own.as_ref().map_or(1, |own| own[&self.person(rows)]);
                        let (near, same) = self.wider(&values, at, rows, (near, same));
                        each(Entry { rows, cell: cell_of(&rows[0]), near, same });
                    }
                }
            }
            start += cell.len();
        }
    }

    /// The values of a cell whose rows start there.
    fn values_of(&self, mut start: usize, cell: &[u32]) -> Vec<Value> {
        let value_of = |&row: &u32| self.compared.values[row as usize];
        let value = |run: &[u32]| {
            let place = self.compared.places.and_then(|places| places[value_of(&run[0]) as usize]);
            let mut value = Value { start, end: start + run.len(), place, tell: 0 };
            value.tell = self.alike(&value).map(|alike| self.tell(alike)).sum();
            start = value.end;
            value
        };
        cell.chunk_by(|a, b| value_of(a) == value_of(b)).map(value).collect()
    }

    /// The rows of a value, by their originals.
    fn alike(&self, value: &Value) -> impl Iterator<Item = &[u32]> {
        let original_of = |&row: &u32| self.compared.originals[row as usize];
        self.order[value.start..value.end].chunk_by(move |a, b| original_of(a) == original_of(b))
    }

    /// Rows that are alike, by their people; all together where every row is a person's.
    fn by_person<'r>(&self, alike: &'r [u32]) -> impl Iterator<Item = &'r [u32]> {
        let people = self.compared.people;
        let is_one = move |a: &u32, b: &u32| {
            people.is_none_or(|people| people[*a as usize] == people[*b as usize])
        };
        alike.chunk_by(is_one)
    }

    /// How many tell, of rows that are alike.
    fn tell(&self, alike: &[u32]) -> u64 {
        match self.compared.people {
            Some(_) => self.by_person(alike).count() as u64,
            None => alike.len() as u64,
        }
    }

    /// Whose these rows are, where people may have several.
    fn person(&self, rows: &[u32]) -> u32 {
        self.compared.people.map_or(rows[0], |people| people[rows[0] as usize])
    }

    /// How many originals each person has with a value, where people may have several rows.
    fn own(&self, value: &Value) -> Option<HashMap<u32, u64>> {
        self.compared.people?;
        let mut own = HashMap::new();
        for alike in self.alike(value) {
            for rows in self.by_person(alike) {
                *own.entry(self.person(rows)).or_insert(0) += 1;
            }
        }
        Some(own)
    }

    /// The same with the nearest values of a scale, where fewer than two others have the value.
    fn wider(
        &self,
        values: &[Value],
        at: usize,
        rows: &[u32],
        (near, same): (u64, u64),
    ) -> (u64, u64) {
        let (Some(here), 0..2) = (values[at].place, near) else { return (near, same) };
        let mut found = match self.compared.people {
            None => Others::Rows { near, same },
            Some(_) => Others::People(self.others(&values[at], rows)),
        };
        let original = self.compared.originals[rows[0] as usize];
        let (mut left, mut right) = (at, at + 1);
        while found.near() < 2 {
            let before = left.checked_sub(1).and_then(|left| values[left].place);
            let behind = values.get(right).and_then(|value| value.place);
            let (to_left, to_right) = match (before, behind) {
                (None, None) => break,
                (Some(_), None) => (true, false),
                (None, Some(_)) => (false, true),
                (Some(before), Some(behind)) => {
                    let (down, up) = (here - before, behind - here);
                    (down <= up, up <= down)
                }
            };
            let mut add = |value: &Value| match &mut found {
                Others::Rows { near, same } => {
                    *near += value.tell;
                    *same += self.with_original(value, original);
                }
                Others::People(pairs) => {
                    pairs.extend(self.others(value, rows));
                    pairs.sort_unstable();
                    pairs.dedup();
                }
            };
            if to_left {
                left -= 1;
                add(&values[left]);
            }
            if to_right {
                add(&values[right]);
                right += 1;
            }
        }
        (found.near(), found.same(original))
    }

    /// How many rows of a value have this original.
    fn with_original(&self, value: &Value, original: u32) -> u64 {
        let rows = &self.order[value.start..value.end];
        let original_of = |row: &u32| self.compared.originals[*row as usize];
        let until = |end: u32| rows.partition_point(|row| original_of(row) < end);
        (until(original + 1) - until(original)) as u64
    }

    /// The other people who have a value, each with their originals.
    fn others(&self, value: &Value, rows: &[u32]) -> Vec<(u32, u32)> {
        let person = self.person(rows);
        let pairs = self.alike(value).flat_map(|alike| self.by_person(alike));
        let pairs =
            pairs.map(|rows| (self.person(rows), self.compared.originals[rows[0] as usize]));
        pairs.filter(|(other, _)| *other != person).collect()
    }
}

/// Who tells about a row.
enum Others {
    /// So many rows, and how many of them have its original.
    Rows { near: u64, same: u64 },
    /// People with their originals, each pair once.
    People(Vec<(u32, u32)>),
}

impl Others {
    fn near(&self) -> u64 {
        match self {
            Others::Rows { near, .. } => *near,
            Others::People(pairs) => pairs.len() as u64,
        }
    }

    fn same(&self, original: u32) -> u64 {
        match self {
            Others::Rows { same, .. } => *same,
            Others::People(pairs) => {
                pairs.iter().filter(|(_, other)| *other == original).count() as u64
            }
        }
    }
}
