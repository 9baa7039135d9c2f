//! The count of a table: classes, their sizes, and how often each sensitive value is in each.
//!
//! No measure needs more, so a table is read once, and memory grows with the distinct tuples. Each
//! worker counts its own rows; [`EquivalenceClasses::absorb`] merges two.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};

use crate::error::TooManyDistinct;
use crate::person::Visits;
use crate::texts::TextNumbers;

/// Classes of rows with equal texts in the class columns, counted.
#[derive(Debug)]
pub(crate) struct EquivalenceClasses {
    /// The distinct texts of each class column.
    pub(crate) labels: Vec<TextNumbers>,
    /// The distinct texts of each sensitive column.
    pub(crate) values: Vec<TextNumbers>,
    pub(crate) classes: DistinctTuples,
    /// Rows that belong to a class.
    pub(crate) rows: u64,
    /// Rows that were published as stars only.
    pub(crate) suppressed: u64,
    /// Whose each row is, if people may have several.
    pub(crate) visits: Option<Visits>,
    /// Different people, once they were counted.
    pub(crate) people: Option<u64>,
    /// Per sensitive column, the rows of each (class, value) pair.
    pairs: Vec<HashMap<u64, u64, RandomState>>,
    key: Vec<u32>,
}

impl EquivalenceClasses {
    /// An empty grouping by so many class columns and sensitive columns.
    pub(crate) fn new(class_columns: usize, sensitive_columns: usize) -> Self {
        EquivalenceClasses {
            labels: vec![TextNumbers::default(); class_columns],
            values: vec![TextNumbers::default(); sensitive_columns],
            classes: DistinctTuples::of_width(class_columns),
            rows: 0,
            suppressed: 0,
            visits: None,
            people: None,
            pairs: vec![HashMap::default(); sensitive_columns],
            key: Vec::with_capacity(class_columns),
        }
    }

    /// Counts one row and returns the number of its class; `line` is where it stands in its file.
    pub(crate) fn add<'t>(
        &mut self,
        line: u64,
        class_cells: impl Iterator<Item = &'t str>,
        sensitive_cells: impl Iterator<Item = &'t str>,
    ) -> Result<u32, TooManyDistinct> {
        self.add_rows(line, 1, class_cells, sensitive_cells)
    }

    /// Counts so many rows that are alike, and returns the number of their class.
    #[inline]
    pub(crate) fn add_rows<'t>(
        &mut self,
        line: u64,
        rows: u64,
        class_cells: impl Iterator<Item = &'t str>,
        sensitive_cells: impl Iterator<Item = &'t str>,
    ) -> Result<u32, TooManyDistinct> {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        for (texts, cell) in self.labels.iter_mut().zip(class_cells) {
            key.push(texts.number(cell)?);
        }
        let class = self.classes.number(&key, line, rows)?;
        self.key = key;
        self.rows += rows;
        if let Some(visits) = &mut self.visits {
            visits.classes.push(class);
        }
        for (at, ((texts, pairs), cell)) in
            self.values.iter_mut().zip(&mut self.pairs).zip(sensitive_cells).enumerate()
        {
            let value = texts.number(cell)?;
            *pairs.entry(pair(class, value)).or_insert(0) += rows;
            if let Some(visits) = &mut self.visits {
                visits.values[at].push(value);
            }
        }
        Ok(class)
    }

    /// Counts one row of stars: it is in no class.
    pub(crate) fn add_suppressed(&mut self) {
        self.suppressed += 1;
    }

    /// Adds all that another worker counted in the same columns.
    pub(crate) fn absorb(&mut self, other: EquivalenceClasses) -> Result<(), TooManyDistinct> {
        self.rows += other.rows;
        self.suppressed += other.suppressed;
        let labels = translations(&mut self.labels, &other.labels)?;
        let values = translations(&mut self.values, &other.values)?;
        let mut classes = Vec::with_capacity(other.classes.len());
        let mut key = Vec::with_capacity(labels.len());
        for class in 0..other.classes.len() {
            key.clear();
            let theirs = other.classes.key(class);
            key.extend(labels.iter().zip(theirs).map(|(ours, &id)| ours[id as usize]));
            let (line, size) = (other.classes.lines[class], other.classes.sizes[class]);
            classes.push(self.classes.number(&key, line, size)?);
        }
        for ((ours, theirs), values) in self.pairs.iter_mut().zip(other.pairs).zip(&values) {
            for (key, count) in theirs {
                let (class, value) = unpair(key);
                let key = pair(classes[class as usize], values[value as usize]);
                *ours.entry(key).or_insert(0) += count;
            }
        }
        if let (Some(ours), Some(theirs)) = (&mut self.visits, other.visits) {
            ours.absorb(theirs, &classes, &values)?;
        }
        Ok(())
    }

    /// Counts people instead of rows: the size of a class becomes the number of different people in
    /// it. Without people, each row stays one.
    pub(crate) fn count_people(&mut self) {
        if let Some(visits) = &mut self.visits {
            let (sizes, people) = visits.count(self.classes.len());
            self.classes.sizes = sizes;
            self.people = Some(people);
        }
    }

    /// Different people, or rows where each row is a person.
    pub(crate) fn members(&self) -> u64 {
        self.people.unwrap_or(self.rows)
    }

    /// Whether somebody is in several classes.
    pub(crate) fn has_several_classes(&self) -> bool {
        let visits = self.visits.as_ref().zip(self.people);
        visits.is_some_and(|(visits, people)| visits.several(people))
    }

    /// People, or rows, who are alone in a class.
    pub(crate) fn alone(&self) -> u64 {
        let sizes = &self.classes.sizes;
        match &self.visits {
            Some(visits) => visits.alone(sizes),
            None => sizes.iter().filter(|&&size| size == 1).count() as u64,
        }
    }

    /// The `(class, value, rows)` triples of a sensitive column, in no particular order.
    pub(crate) fn triples(&self, sensitive: usize) -> impl Iterator<Item = (u32, u32, u64)> {
        self.pairs[sensitive].iter().map(|(&key, &count)| {
            let (class, value) = unpair(key);
            (class, value, count)
        })
    }

    /// The same rows, told apart by their first class columns alone and without their secrets; and
    /// for each class its class there. People are counted again if they were.
    pub(crate) fn by_first(
        &self,
        columns: usize,
    ) -> Result<(EquivalenceClasses, Vec<u32>), TooManyDistinct> {
        let mut coarse = EquivalenceClasses::new(columns, 0);
        coarse.labels.clone_from_slice(&self.labels[..columns]);
        (coarse.rows, coarse.suppressed) = (self.rows, self.suppressed);
        let mut of_class = Vec::with_capacity(self.classes.len());
        for class in 0..self.classes.len() {
            let key = &self.classes.key(class)[..columns];
            let (line, size) = (self.classes.lines[class], self.classes.sizes[class]);
            of_class.push(coarse.classes.number(key, line, size)?);
        }
        coarse.visits = self.visits.as_ref().map(|visits| visits.regrouped(&of_class));
        coarse.count_people();
        Ok((coarse, of_class))
    }

    /// The same rows with their secrets, told apart by some class columns alone. People are counted
    /// again if they were.
    pub(crate) fn by_columns(
        &self,
        columns: &[usize],
    ) -> Result<EquivalenceClasses, TooManyDistinct> {
        let mut coarse = EquivalenceClasses::new(columns.len(), self.values.len());
        coarse.labels = columns.iter().map(|&column| self.labels[column].clone()).collect();
        coarse.values.clone_from_slice(&self.values);
        (coarse.rows, coarse.suppressed) = (self.rows, self.suppressed);
        let mut of_class = Vec::with_capacity(self.classes.len());
        let mut key = Vec::with_capacity(columns.len());
        for class in 0..self.classes.len() {
            key.clear();
            key.extend(columns.iter().map(|&column| self.classes.key(class)[column]));
            let (line, size) = (self.classes.lines[class], self.classes.sizes[class]);
            of_class.push(coarse.classes.number(&key, line, size)?);
        }
        for (ours, theirs) in coarse.pairs.iter_mut().zip(&self.pairs) {
            for (&key, &count) in theirs {
                let (class, value) = unpair(key);
                *ours.entry(pair(of_class[class as usize], value)).or_insert(0) += count;
            }
        }
        let visits = self.visits.as_ref();
        coarse.visits = visits.map(|visits| visits.with_secrets_regrouped(&of_class));
        coarse.count_people();
        Ok(coarse)
    }

    /// The rows of the class with these texts.
    pub(crate) fn rows_of(&self, texts: &[&str]) -> u64 {
        let find = |(texts, text): (&TextNumbers, &&str)| texts.find(text);
        let key: Option<Vec<u32>> = self.labels.iter().zip(texts).map(find).collect();
        key.and_then(|key| self.classes.find(&key)).map_or(0, |class| self.classes.sizes[class])
    }

    /// The text of a class in a class column.
    pub(crate) fn label(&self, class: usize, column: usize) -> &str {
        self.labels[column].text(self.classes.key(class)[column])
    }
}

/// For each column, what number each of their texts has here.
fn translations(
    ours: &mut [TextNumbers],
    theirs: &[TextNumbers],
) -> Result<Vec<Vec<u32>>, TooManyDistinct> {
    ours.iter_mut()
        .zip(theirs)
        .map(|(ours, theirs)| theirs.iter().map(|text| ours.number(text)).collect())
        .collect()
}

fn pair(class: u32, value: u32) -> u64 {
    u64::from(class) << 32 | u64::from(value)
}

fn unpair(key: u64) -> (u32, u32) {
    ((key >> 32) as u32, key as u32)
}

/// Distinct tuples of label numbers with their sizes.
#[derive(Debug)]
pub(crate) struct DistinctTuples {
    width: usize,
    keys: Vec<u32>,
    /// Rows of each class, or people once they were counted.
    pub(crate) sizes: Vec<u64>,
    /// The first line of each class: a tie-breaker that no number of workers changes.
    pub(crate) lines: Vec<u64>,
    index: HashTable<u32>,
    hasher: RandomState,
}

impl DistinctTuples {
    fn of_width(width: usize) -> Self {
        DistinctTuples {
            width,
            keys: Vec::new(),
            sizes: Vec::new(),
            lines: Vec::new(),
            index: HashTable::new(),
            hasher: RandomState::default(),
        }
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The label numbers of a class, one per class column.
    pub(crate) fn key(&self, class: usize) -> &[u32] {
        &self.keys[class * self.width..(class + 1) * self.width]
    }

    /// The number of the class with this key, if there is one.
    pub(crate) fn find(&self, key: &[u32]) -> Option<usize> {
        let same = |&class: &u32| self.key(class as usize) == key;
        self.index.find(self.hasher.hash_one(key), same).map(|&class| class as usize)
    }

    /// The number of the class with this key, after counting more rows of it.
    fn number(&mut self, key: &[u32], line: u64, rows: u64) -> Result<u32, TooManyDistinct> {
        let hash = self.hasher.hash_one(key);
        let known = self.index.find(hash, |&class| self.key(class as usize) == key).copied();
        if let Some(class) = known {
            let at = class as usize;
            self.sizes[at] += rows;
            self.lines[at] = self.lines[at].min(line);
            return Ok(class);
        }
        let class = u32::try_from(self.len()).map_err(|_| TooManyDistinct)?;
        self.keys.extend_from_slice(key);
        self.sizes.push(rows);
        self.lines.push(line);
        let (keys, width, hasher) = (&self.keys, self.width, &self.hasher);
        let rehash = |&class: &u32| {
            let start = class as usize * width;
            hasher.hash_one(&keys[start..start + width])
        };
        self.index.insert_unique(hash, class, rehash);
        Ok(class)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Classes of rows whose first cells are the class and whose others are sensitive.
    pub(crate) fn grouping(class_columns: usize, rows: &[Vec<String>]) -> EquivalenceClasses {
        let width = rows.first().map_or(class_columns, Vec::len);
        let mut grouping = EquivalenceClasses::new(class_columns, width - class_columns);
        for (line, row) in rows.iter().enumerate() {
            let (class, sensitive) = row.split_at(class_columns);
            let cells = (class.iter().map(String::as_str), sensitive.iter().map(String::as_str));
            grouping.add(line as u64 + 2, cells.0, cells.1).unwrap();
        }
        grouping
    }

    pub(crate) fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
    }

    /// A grouping as text and in an order of its own, to compare two of them.
    fn sorted(grouping: &EquivalenceClasses) -> (u64, Vec<String>, Vec<String>) {
        let name = |class: usize| -> Vec<String> {
            (0..grouping.labels.len()).map(|c| grouping.label(class, c).to_owned()).collect()
        };
        let mut classes: Vec<_> = (0..grouping.classes.len())
            .map(|c| {
                format!("{:?} {} {}", name(c), grouping.classes.sizes[c], grouping.classes.lines[c])
            })
            .collect();
        classes.sort();
        let mut triples: Vec<_> = (0..grouping.values.len())
            .flat_map(|s| grouping.triples(s).map(move |(c, v, n)| (s, c, v, n)))
            .map(|(s, c, v, n)| {
                format!("{s} {:?} {} {n}", name(c as usize), grouping.values[s].text(v))
            })
            .collect();
        triples.sort();
        (grouping.rows, classes, triples)
    }

    #[test]
    fn parts_make_the_whole() {
        let all = rows(&["a x 1 p", "b x 2 p", "a x 1 q", "b y 2 p", "a x 2 q", "b y 1 p"]);
        for cut in 0..=all.len() {
            let (mut first, second) = (grouping(2, &all[..cut]), EquivalenceClasses::new(2, 2));
            let mut second = if cut < all.len() { grouping(2, &all[cut..]) } else { second };
            if cut == 0 {
                first = EquivalenceClasses::new(2, 2);
            }
            for line in &mut second.classes.lines {
                *line += cut as u64;
            }
            first.absorb(second).unwrap();
            assert_eq!(sorted(&first), sorted(&grouping(2, &all)), "cut at {cut}");
        }
    }

    #[test]
    fn a_class_remembers_its_first_line() {
        let all = rows(&["a", "b", "a"]);
        assert_eq!(grouping(1, &all).classes.lines, [2, 3]);
        let (mut late, mut early) = (grouping(1, &all), grouping(1, &all));
        late.classes.lines = vec![12, 13];
        early.absorb(late).unwrap();
        assert_eq!(early.classes.lines, [2, 3]);
        let mut late = grouping(1, &all);
        late.classes.lines = vec![12, 13];
        late.absorb(early).unwrap();
        assert_eq!(late.classes.lines, [2, 3]);
    }

    #[test]
    fn fewer_columns_make_fewer_classes() {
        let all = rows(&["a 1 p", "b 1 p", "a 2 q", "a 1 q", "b 1 q"]);
        let (coarse, of_class) = grouping(2, &all).by_first(1).unwrap();
        assert_eq!((coarse.rows, of_class), (5, vec![0, 1, 0]));
        assert_eq!((&coarse.classes.sizes, &coarse.classes.lines), (&vec![3, 2], &vec![2, 3]));
        assert_eq!((coarse.label(0, 0), coarse.label(1, 0)), ("a", "b"));
    }

    #[test]
    fn no_class_columns_make_one_class() {
        let grouping = grouping(0, &rows(&["p", "q", "p"]));
        assert_eq!((grouping.classes.len(), grouping.rows), (1, 3));
        assert_eq!(grouping.classes.sizes, [3]);
    }
}
