//! The distribution of a sensitive column over the classes.

use incrowd_terms::{Kind, NormalForm, Nulls, Scalar};

use crate::equivalence_classes::EquivalenceClasses;
use crate::error::JudgeError;
use crate::hitting::Fewest;
use crate::sensitive_by_person::{SensitiveByPerson, by_people};
use crate::spellings::{Placed, firsts, listed};

/// One sensitive column, laid out class by class. Values are numbered by rank: missing values
/// first, then by magnitude where the kind has one, then by text; so any number of workers yields
/// the same ranks. Texts with the same normal form are one value, under the first of them by text.
///
/// Where people may have several rows, a row counts if it has a value or its person has none in the
/// class, and the people are laid out beside ([`SensitiveByPerson`]).
#[derive(Debug)]
pub(crate) struct ValuesByClass {
    /// Rows of all classes together.
    pub(crate) rows: u64,
    /// Rows of each value in the whole table.
    pub(crate) totals: Vec<u64>,
    /// What the column holds.
    pub(crate) kind: Kind,
    /// The text of each value.
    pub(crate) texts: Vec<String>,
    /// How many of the values are missing ones: the first.
    pub(crate) missing: usize,
    /// How many of the values count for nobody in the whole table, though for somebody in a class.
    pub(crate) uncounted: usize,
    /// The magnitudes of the others, where the kind has any.
    pub(crate) scalars: Vec<Scalar>,
    /// Where the cells of each class start, and where the last ones end.
    starts: Vec<usize>,
    cells: Vec<ValueRows>,
    /// What each class's shares are of, where that is not the sum of its cells.
    sizes: Vec<u64>,
    /// The people of each class, where they may have several rows.
    visitors: Option<Box<SensitiveByPerson>>,
    /// The same column with every text a value of its own, if some are one value here.
    written: Option<Box<ValuesByClass>>,
    /// How many values are written in several ways, and the spellings of the first of them.
    pub(crate) merged: (u64, Vec<Vec<String>>),
}

/// So many rows of a class have this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueRows {
    pub(crate) value: u32,
    pub(crate) rows: u64,
}

/// The sensitive values of one class, by rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassValues<'s> {
    /// What shares are of: the rows, the people or the weights of the class.
    pub(crate) rows: u64,
    pub(crate) cells: &'s [ValueRows],
}

impl ValuesByClass {
    /// Lays out the `sensitive`-th column of the classes.
    pub(crate) fn of(
        grouping: &EquivalenceClasses,
        sensitive: usize,
        name: &str,
        declared: Option<Kind>,
        nulls: &Nulls,
    ) -> Result<ValuesByClass, JudgeError> {
        let texts = &grouping.values[sensitive];
        let present = texts.iter().filter(|text| !nulls.is_missing(text));
        let kind = declared.unwrap_or_else(|| Kind::infer(present));
        let mut order = Vec::with_capacity(texts.len());
        for (id, text) in texts.iter().enumerate() {
            order.push((place(name, kind, text, nulls)?, text, id));
        }
        // No two texts are the same, so nothing is left to the order of the classes.
        order.sort_unstable_by(|a, b| magnitude(&a.0, &b.0).then_with(|| a.1.cmp(b.1)));
        let mut ranks = vec![0_u32; order.len()];
        for (rank, &(.., id)) in order.iter().enumerate() {
            ranks[id] = rank as u32;
        }
        let form = NormalForm::new(nulls);
        let written = |order| {
            let spread = ValuesByClass::new(order, kind).laid_out(grouping, sensitive, &ranks);
            spread.visited(grouping, sensitive, &ranks, &form)
        };
        let Some(firsts) = firsts(&order, kind, &form) else { return Ok(written(&order)) };
        let written = Some(Box::new(written(&order)));
        let merged = listed(&order, &firsts);
        let is_first = |(at, _): &(usize, &Placed<'_>)| firsts[*at] as usize == *at;
        let values: Vec<Placed<'_>> =
            order.iter().enumerate().filter(is_first).map(|(_, &value)| value).collect();
        let mut places = vec![0_u32; order.len()];
        for (place, (_, &(.., id))) in (0..).zip(order.iter().enumerate().filter(is_first)) {
            places[ranks[id] as usize] = place;
        }
        let place = |&rank: &u32| places[firsts[rank as usize] as usize];
        let ranks: Vec<u32> = ranks.iter().map(place).collect();
        let spread = ValuesByClass::new(&values, kind).laid_out(grouping, sensitive, &ranks);
        let spread = spread.joined().visited(grouping, sensitive, &ranks, &form);
        Ok(ValuesByClass { written, merged, ..spread })
    }

    /// A column with these values and no rows.
    fn new(order: &[Placed<'_>], kind: Kind) -> ValuesByClass {
        let missing = order.partition_point(|(place, ..)| place.is_none());
        let present = order[missing..].iter().filter(|_| kind.is_ordered());
        ValuesByClass {
            rows: 0,
            totals: vec![],
            kind,
            texts: order.iter().map(|(_, text, _)| (*text).to_owned()).collect(),
            missing,
            uncounted: 0,
            scalars: present.filter_map(|&(scalar, ..)| scalar).collect(),
            starts: vec![],
            cells: vec![],
            sizes: vec![],
            visitors: None,
            written: None,
            merged: (0, vec![]),
        }
    }

    /// The same column with its cells, class by class.
    fn laid_out(
        self,
        grouping: &EquivalenceClasses,
        sensitive: usize,
        ranks: &[u32],
    ) -> ValuesByClass {
        let classes = grouping.classes.len();
        let mut totals = vec![0; self.texts.len()];
        let mut starts = vec![0; classes + 1];
        for (class, value, rows) in grouping.triples(sensitive) {
            starts[class as usize + 1] += 1;
            totals[ranks[value as usize] as usize] += rows;
        }
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        let mut free = starts.clone();
        let mut cells = vec![ValueRows { value: 0, rows: 0 }; starts[classes]];
        for (class, value, rows) in grouping.triples(sensitive) {
            let at = &mut free[class as usize];
            cells[*at] = ValueRows { value: ranks[value as usize], rows };
            *at += 1;
        }
        for class in 0..classes {
            cells[starts[class]..starts[class + 1]].sort_unstable_by_key(|cell| cell.value);
        }
        ValuesByClass { rows: grouping.rows, totals, starts, cells, ..self }
    }

    /// The same column with one cell per value of a class.
    fn joined(self) -> ValuesByClass {
        let (mut starts, mut cells): (Vec<usize>, Vec<ValueRows>) = (vec![0], Vec::new());
        for class in self.classes() {
            for run in class.cells.chunk_by(|a, b| a.value == b.value) {
                let rows = run.iter().map(|cell| cell.rows).sum();
                cells.push(ValueRows { value: run[0].value, rows });
            }
            starts.push(cells.len());
        }
        ValuesByClass { starts, cells, ..self }
    }

    /// The same column, by the people of its classes if they were counted.
    fn visited(
        self,
        grouping: &EquivalenceClasses,
        sensitive: usize,
        ranks: &[u32],
        form: &NormalForm,
    ) -> ValuesByClass {
        match &grouping.visits {
            Some(visits) => by_people(self, visits, sensitive, ranks, form),
            None => self,
        }
    }

    /// Some values of the same column, with other cells, of classes of these sizes.
    pub(crate) fn relaid(
        &self,
        values: impl Iterator<Item = usize> + Clone,
        rows: u64,
        totals: Vec<u64>,
        (starts, cells): (Vec<usize>, Vec<ValueRows>),
        sizes: Vec<u64>,
    ) -> ValuesByClass {
        ValuesByClass {
            rows,
            uncounted: totals.iter().filter(|&&total| total == 0).count(),
            totals,
            kind: self.kind,
            texts: values.clone().map(|value| self.texts[value].clone()).collect(),
            missing: values.filter(|&value| value < self.missing).count(),
            scalars: vec![],
            starts,
            cells,
            sizes,
            visitors: None,
            written: None,
            merged: (0, vec![]),
        }
    }

    /// The same cells with other weights, of which so many are one.
    pub(crate) fn reweighed(
        &self,
        unit: u64,
        totals: Vec<u64>,
        cells: Vec<ValueRows>,
    ) -> ValuesByClass {
        let values = 0..self.texts.len();
        let sizes = self.sizes.iter().map(|size| size * unit).collect();
        self.relaid(values, self.rows * unit, totals, (self.starts.clone(), cells), sizes)
    }

    /// The same column with the rows that count, and its people.
    pub(crate) fn with_visitors(
        self,
        (starts, cells): (Vec<usize>, Vec<ValueRows>),
        visitors: SensitiveByPerson,
    ) -> ValuesByClass {
        ValuesByClass { starts, cells, visitors: Some(Box::new(visitors)), ..self }
    }

    /// The people of each class, where they may have several rows.
    pub(crate) fn visitors(&self) -> Option<&SensitiveByPerson> {
        self.visitors.as_deref()
    }

    /// How many people have each value; where each row is a person, how many rows.
    pub(crate) fn having(&self) -> &ValuesByClass {
        self.visitors().map_or(self, |visitors| &visitors.having)
    }

    /// Each person once; where each row is a person, each row.
    pub(crate) fn once(&self) -> &ValuesByClass {
        self.visitors().map_or(self, |visitors| &visitors.once)
    }

    /// Each person's weight divided among their rows; where each row is a person, each row.
    pub(crate) fn weighted(&self) -> &ValuesByClass {
        self.visitors().map_or(self, |visitors| &visitors.weighted.spread)
    }

    /// The fewest values of a class such that everybody has one of them, and whether it is that
    /// number and not only at most it.
    pub(crate) fn fewest(&self, class: usize) -> Fewest {
        match self.visitors() {
            Some(visitors) => visitors.fewest[class],
            None => Fewest { values: self.class(class).distinct(), exact: true },
        }
    }

    /// The column with spellings merged and, if that differs, as written: what compares a class
    /// with the table is measured both ways, and the worse counts.
    pub(crate) fn readings(&self) -> impl Iterator<Item = &ValuesByClass> {
        std::iter::once(self).chain(self.written.as_deref())
    }

    /// The classes, in the order of the classes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = ClassValues<'_>> {
        (0..self.len()).map(|class| self.class(class))
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of all classes.
    pub(crate) fn cells(&self) -> &[ValueRows] {
        &self.cells
    }

    /// Where the cells of a class start among all, and the cells.
    pub(crate) fn cells_of(&self, class: usize) -> (usize, &[ValueRows]) {
        (self.starts[class], &self.cells[self.starts[class]..self.starts[class + 1]])
    }

    /// One class.
    pub(crate) fn class(&self, class: usize) -> ClassValues<'_> {
        let (_, cells) = self.cells_of(class);
        let size = self.sizes.get(class).copied();
        ClassValues {
            rows: size.unwrap_or_else(|| cells.iter().map(|cell| cell.rows).sum()),
            cells,
        }
    }

    /// The rank of the value that a text is a spelling of, if the column has it.
    pub(crate) fn value_of(&self, text: &str, nulls: &Nulls) -> Option<u32> {
        let form = NormalForm::new(nulls);
        (0..).zip(&self.texts).find(|(_, known)| form.same(known, text)).map(|(rank, _)| rank)
    }

    /// Whether the column holds anything but missing values.
    pub(crate) fn has_values(&self) -> bool {
        self.missing < self.texts.len()
    }

    /// Rows of a value in the whole table.
    pub(crate) fn total(&self, value: u32) -> u64 {
        self.totals[value as usize]
    }
}

impl ClassValues<'_> {
    /// How many rows each present value has, most frequent first.
    pub(crate) fn descending(&self, counts: &mut Vec<u64>) {
        counts.clear();
        counts.extend(self.cells.iter().map(|cell| cell.rows));
        counts.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Rows of the most frequent value.
    pub(crate) fn largest(&self) -> u64 {
        self.cells.iter().map(|cell| cell.rows).max().unwrap_or(0)
    }

    /// Number of distinct values.
    pub(crate) fn distinct(&self) -> u64 {
        self.cells.len() as u64
    }
}

/// Where a value stands: `None` for a missing one.
fn place(
    column: &str,
    kind: Kind,
    text: &str,
    nulls: &Nulls,
) -> Result<Option<Scalar>, JudgeError> {
    if nulls.is_missing(text) {
        return Ok(None);
    }
    kind.read(text).map(Some).ok_or_else(|| JudgeError::NotOfKind {
        column: column.to_owned(),
        value: text.to_owned(),
        kind,
    })
}

fn magnitude(a: &Option<Scalar>, b: &Option<Scalar>) -> std::cmp::Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.magnitude(b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::equivalence_classes::tests::{grouping, rows};

    /// The spread of the one sensitive column of `class value` rows.
    pub(crate) fn spread(texts: &[&str]) -> ValuesByClass {
        let grouping = grouping(1, &rows(texts));
        ValuesByClass::of(&grouping, 0, "s", None, &Nulls::declared(["?"])).unwrap()
    }

    #[test]
    fn values_stand_by_magnitude_after_the_missing() {
        let spread = spread(&["a 10", "a 9.0", "b ?", "b 9", "b -1", "b 9"]);
        assert_eq!(spread.kind, Kind::Decimal);
        assert_eq!(spread.texts, ["?", "-1", "9", "10"]);
        assert_eq!(spread.totals, [1, 1, 3, 1]);
        assert_eq!(spread.merged, (1, vec![vec!["9".to_owned(), "9.0".to_owned()]]));
        let second = spread.class(1);
        assert_eq!((second.rows, second.distinct(), second.largest()), (4, 3, 2));
        assert_eq!(second.cells.iter().map(|c| c.value).collect::<Vec<_>>(), [0, 1, 2]);
        let written = spread.readings().last().unwrap();
        assert_eq!(written.texts, ["?", "-1", "9", "9.0", "10"]);
        assert_eq!(written.totals, [1, 1, 2, 1, 1]);
    }

    #[test]
    fn spellings_of_a_class_are_one_value() {
        let spread = spread(&["a hiv", "a HIV", "a Hiv", "b flu", "b ?", "b HIV"]);
        assert_eq!(spread.texts, ["?", "HIV", "flu"]);
        assert_eq!((spread.class(0).distinct(), spread.class(0).largest()), (1, 3));
        assert_eq!(spread.totals, [1, 4, 1]);
    }

    #[test]
    fn a_declared_kind_is_checked() {
        let grouping = grouping(1, &rows(&["a 1", "a x"]));
        let error = ValuesByClass::of(&grouping, 0, "age", Some(Kind::Integer), &Nulls::default());
        assert!(matches!(error, Err(JudgeError::NotOfKind { value, .. }) if value == "x"));
    }
}
