//! Where most rows of a class lie close together.
//!
//! One pass over the distinct values of a class in order. The first and the last value within reach
//! of a value never lie before those of the previous value, so each is visited once.

use std::ops::Sub;

use crate::exact::Share;
use crate::sensitive_by_person::PersonMark;
use crate::values_by_class::{ClassValues, ValueRows};

/// The classes of a column, whose densest places are to be found among values of any type.
pub(crate) trait ClassMagnitudes {
    /// Walks over the classes, as [`densest`] does.
    fn walk<T: Clone + PartialOrd>(self, missing: usize, values: &[T], reach: impl Fn(&T) -> T)
    where
        for<'v> &'v T: Sub<&'v T, Output = T>;
}

/// Classes whose rows are counted, and what is told of each.
pub(crate) struct ByRows<I, E> {
    pub(crate) classes: I,
    pub(crate) each: E,
}

impl<'s, I: Iterator<Item = ClassValues<'s>>, E: FnMut((Densest, Densest))> ClassMagnitudes
    for ByRows<I, E>
{
    fn walk<T: Clone + PartialOrd>(self, missing: usize, values: &[T], reach: impl Fn(&T) -> T)
    where
        for<'v> &'v T: Sub<&'v T, Output = T>,
    {
        densest(self.classes, missing, values, reach, self.each);
    }
}

/// Classes whose people are counted: how many there are and their values, by rank.
pub(crate) struct ByPeople<I, E> {
    pub(crate) classes: I,
    pub(crate) each: E,
}

impl<'s, I, E> ClassMagnitudes for ByPeople<I, E>
where
    I: Iterator<Item = (u64, &'s [PersonMark])>,
    E: FnMut((Densest, Densest)),
{
    fn walk<T: Clone + PartialOrd>(mut self, missing: usize, values: &[T], reach: impl Fn(&T) -> T)
    where
        for<'v> &'v T: Sub<&'v T, Output = T>,
    {
        for (people, marks) in self.classes {
            let lacking = marks.partition_point(|mark| (mark.value as usize) < missing);
            let (lacking, marks) = marks.split_at(lacking);
            // Nobody has two missing values: their spellings are one value.
            let ends = lacking.first().zip(lacking.last());
            let (value, last) = ends.map_or((0, 0), |(first, last)| (first.value, last.value));
            let known = Densest { rows: lacking.len() as u64, of: people, value, last };
            let magnitude = |value: u32| &values[value as usize - missing];
            (self.each)(walk_people(known, marks, magnitude, &reach));
        }
    }
}

/// People with a value in a stretch of the values of a class.
struct Stretch {
    /// How many values of each person lie in it.
    values: Vec<u32>,
    people: u64,
}

impl Stretch {
    fn add(&mut self, marks: &[PersonMark]) {
        for mark in marks {
            let values = &mut self.values[mark.person as usize];
            self.people += u64::from(*values == 0);
            *values += 1;
        }
    }

    fn remove(&mut self, marks: &[PersonMark]) {
        for mark in marks {
            let values = &mut self.values[mark.person as usize];
            *values -= 1;
            self.people -= u64::from(*values == 0);
        }
    }
}

/// What [`walk`] finds, where people count once however many of their values lie together.
fn walk_people<'v, T: PartialOrd + 'v>(
    known: Densest,
    marks: &[PersonMark],
    magnitude: impl Fn(u32) -> &'v T,
    reach: impl Fn(&T) -> T,
) -> (Densest, Densest)
where
    for<'w> &'w T: Sub<&'w T, Output = T>,
{
    let (mut around, mut within) = (known, known);
    let runs: Vec<&[PersonMark]> = marks.chunk_by(|a, b| a.value == b.value).collect();
    let value_of = |run: &[PersonMark]| magnitude(run[0].value);
    let empty = || Stretch { values: vec![0; known.of as usize], people: 0 };
    let (mut near, mut from_here) = (empty(), empty());
    let (mut first, mut end) = (0, 0);
    for run in &runs {
        let value = value_of(run);
        let reach = reach(value);
        // A value is within any reach of itself, so neither end passes it.
        while value - value_of(runs[first]) > reach {
            near.remove(runs[first]);
            first += 1;
        }
        while end < runs.len() && value_of(runs[end]) - value <= reach {
            near.add(runs[end]);
            from_here.add(runs[end]);
            end += 1;
        }
        let last = runs[end - 1][0].value;
        for (place, people) in [(&mut around, near.people), (&mut within, from_here.people)] {
            if people > place.rows {
                *place = Densest { rows: people, value: run[0].value, last, ..*place };
            }
        }
        from_here.remove(run);
    }
    (around, within)
}

/// Where most rows or people of a class lie together: the first such place in the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Densest {
    pub(crate) rows: u64,
    /// All of the class.
    pub(crate) of: u64,
    /// The value around which they lie, or the first of them in an interval.
    pub(crate) value: u32,
    /// The last of them.
    pub(crate) last: u32,
}

impl Densest {
    /// What the class's size is of the rows that lie together: at least m, or l, if it holds.
    pub(crate) fn share(&self) -> Share {
        Share::of_rows(self.of, self.rows)
    }
}

/// The densest place of each class around one of its values, and its densest interval: as wide as
/// the reach of its first value, for an interval that begins elsewhere could be moved up to one.
///
/// Of the values of the column the first `missing` are missing: those are near each other and near
/// nothing else. `values` are the magnitudes of the others, ascending. A reach must not fall behind
/// that of the value before by more than the values are apart, in either direction.
pub(crate) fn densest<'s, T: Clone + PartialOrd>(
    classes: impl Iterator<Item = ClassValues<'s>>,
    missing: usize,
    values: &[T],
    reach: impl Fn(&T) -> T,
    mut each: impl FnMut((Densest, Densest)),
) where
    for<'v> &'v T: Sub<&'v T, Output = T>,
{
    let mut gathered = Vec::new();
    for class in classes {
        let lacking = class.cells.partition_point(|cell| (cell.value as usize) < missing);
        let (lacking, cells) = class.cells.split_at(lacking);
        let place = |cell: &ValueRows| cell.value as usize - missing;
        let first = cells.first().map_or(0, place);
        let values = match values.get(first..first + cells.len()) {
            // The class has all values from its first to its last.
            Some(values) if cells.last().map_or(0, place) < first + cells.len() => values,
            // Looked up one after the other before the walk, which must not wait for each.
            _ => {
                gathered.clear();
                gathered.extend(cells.iter().map(|cell| values[place(cell)].clone()));
                gathered.as_slice()
            }
        };
        each(walk(together(lacking, class.rows), cells, values, &reach));
    }
}

/// Values that are all near each other.
fn together(cells: &[ValueRows], of: u64) -> Densest {
    let ends = cells.first().zip(cells.last());
    let (value, last) = ends.map_or((0, 0), |(first, last)| (first.value, last.value));
    Densest { rows: cells.iter().map(|cell| cell.rows).sum(), of, value, last }
}

/// The densest place and interval of cells with these values, if they are denser than what is known.
fn walk<T: PartialOrd>(
    known: Densest,
    cells: &[ValueRows],
    values: &[T],
    reach: impl Fn(&T) -> T,
) -> (Densest, Densest)
where
    for<'v> &'v T: Sub<&'v T, Output = T>,
{
    let (mut around, mut within) = (known, known);
    // Cells within reach of the current one, and the rows before the first of them, before the
    // current one, and up to the last.
    let (mut first, mut end) = (0, 0);
    let (mut before_first, mut before, mut up_to) = (0, 0, 0);
    for (cell, value) in cells.iter().zip(values) {
        let reach = reach(value);
        // A value is within any reach of itself, so neither end passes it.
        while value - &values[first] > reach {
            before_first += cells[first].rows;
            first += 1;
        }
        while end < values.len() && &values[end] - value <= reach {
            up_to += cells[end].rows;
            end += 1;
        }
        let last = cells[end - 1].value;
        for (place, rows) in [(&mut around, up_to - before_first), (&mut within, up_to - before)] {
            if rows > place.rows {
                *place = Densest { rows, value: cell.value, last, ..*place };
            }
        }
        before += cell.rows;
    }
    (around, within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values_by_class::tests::spread;

    /// The rows and the ends of both places, in a class of whole numbers.
    fn found(texts: &[&str], reach: i64) -> [(u64, String, String); 2] {
        let rows: Vec<String> = texts.iter().map(|text| format!("a {text}")).collect();
        let spread = spread(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let present = spread.texts[spread.missing..].iter();
        let values: Vec<i64> = present.map(|text| text.parse::<f64>().unwrap() as i64).collect();
        let mut found = Vec::new();
        let classes = spread.classes();
        densest(classes, spread.missing, &values, |_| reach, |both| found.push(both));
        let (around, within) = found[0];
        let text = |value: u32| spread.texts[value as usize].clone();
        [around, within].map(|place| (place.rows, text(place.value), text(place.last)))
    }

    fn place(rows: u64, value: &str, last: &str) -> (u64, String, String) {
        (rows, value.into(), last.into())
    }

    #[test]
    fn the_first_densest_place_counts() {
        let salaries = ["1000", "490", "510", "500"];
        assert_eq!(found(&salaries, 10), [place(3, "500", "510"), place(2, "490", "500")]);
        assert_eq!(found(&salaries, 20), [place(3, "490", "510"), place(3, "490", "510")]);
        let ties = ["1", "3", "5", "9", "9"];
        assert_eq!(found(&ties, 2), [place(3, "3", "5"), place(2, "1", "3")]);
        assert_eq!(found(&ties, 0), [place(2, "9", "9"), place(2, "9", "9")]);
        assert_eq!(found(&["7"], 3), [place(1, "7", "7"), place(1, "7", "7")]);
    }

    #[test]
    fn missing_values_lie_together_and_apart_from_numbers() {
        let some = ["?", "0", "?", "1.0", "1"];
        assert_eq!(found(&some, 0), [place(2, "?", "?"), place(2, "?", "?")]);
        assert_eq!(found(&some, 1), [place(3, "0", "1"), place(3, "0", "1")]);
        assert_eq!(found(&["?"], 1), [place(1, "?", "?"), place(1, "?", "?")]);
        assert_eq!(found(&["1", "1.0", "?"], 0), [place(2, "1", "1"), place(2, "1", "1")]);
    }
}
