//! Publishing: what each cell of each row becomes.
//!
//! A [`Mapping`] is the mapping that a search chose, ready to be applied to rows as they stream
//! by a second time. It holds labels and classes, no rows.

mod deal;
mod label;

use std::sync::{Mutex, PoisonError};

use hashbrown::{HashMap, HashSet};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::hierarchy::Hierarchy;
use crate::opaque::opaque_debug;
use crate::search::boxes::{BoxProblem, Partition};
use crate::search::lattice::Node;

pub use deal::{DealError, DealtGroups, SensitiveCounts};
pub use label::Labels;

/// A mapping from input rows to published ones.
pub struct Mapping<'a> {
    hierarchies: &'a [Hierarchy],
    map: Map,
}

opaque_debug!(Mapping<'_>, this => "columns": this.hierarchies.len());

enum Map {
    /// One level per column throughout, and the classes that are not published, as one hierarchy
    /// node per column.
    Levels { node: Node, suppressed: HashSet<Vec<u32>> },
    /// A box per class.
    InBoxes(BoxMapping),
}

struct BoxMapping {
    /// Per column: the distinct texts.
    texts: Vec<Vec<String>>,
    /// Per column and text: the leaves that it stands for.
    ranges: Vec<Vec<(u32, u32)>>,
    /// Per column: whether every text is a kept value.
    kept: Vec<bool>,
    /// Class by class, a text per column.
    classes: Vec<u32>,
    class_of: HashMap<Box<[u32]>, u32>,
    /// Tuples that are divided between classes.
    divided: Mutex<Divided>,
}

/// Per tuple: the classes of its rows that have not come by, the next one last.
type Divided = HashMap<Box<[u32]>, Vec<u32>>;

impl BoxMapping {
    /// The class of a row.
    fn class(&self, codes: &[u32]) -> Option<u32> {
        let class = *self.class_of.get(codes)?;
        if class != DIVIDED {
            return Some(class);
        }
        let mut divided = self.divided.lock().unwrap_or_else(PoisonError::into_inner);
        divided.get_mut(codes)?.pop()
    }
}

/// Stands for the class of a tuple that has several.
const DIVIDED: u32 = u32::MAX;

/// Stands for the class of a tuple that is not published.
const SUPPRESSED: u32 = u32::MAX - 1;

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFate {
    /// It is published, with these labels.
    Published,
    /// It is not published.
    Suppressed,
}

/// A cell that the table did not have when it was tallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCell {
    /// The place of its column among the quasi-identifiers.
    pub column: usize,
}

impl<'a> Mapping<'a> {
    /// The mapping that publishes a node of the lattice without some classes.
    #[must_use]
    pub(crate) fn of_node(
        hierarchies: &'a [Hierarchy],
        node: &Node,
        suppressed: Vec<Vec<u32>>,
    ) -> Self {
        let suppressed = suppressed.into_iter().collect();
        let map = Map::Levels { node: node.clone(), suppressed };
        Mapping { hierarchies, map }
    }

    /// The mapping that changes nothing.
    #[must_use]
    pub fn as_it_is(hierarchies: &'a [Hierarchy]) -> Self {
        let node = Node(vec![0; hierarchies.len()]);
        Mapping { hierarchies, map: Map::Levels { node, suppressed: HashSet::new() } }
    }

    /// The mapping that publishes the boxes of a partition.
    #[must_use]
    pub fn of_boxes(
        hierarchies: &'a [Hierarchy],
        problem: &BoxProblem<'_>,
        partition: &Partition,
    ) -> Self {
        Self::of_classes(hierarchies, problem, partition, false)
    }

    /// The mapping that publishes cells as they were, or suppresses them: a range of several leaves
    /// is `*`, whatever its hierarchy calls it.
    #[must_use]
    pub(crate) fn of_cells(
        hierarchies: &'a [Hierarchy],
        problem: &BoxProblem<'_>,
        partition: &Partition,
    ) -> Self {
        Self::of_classes(hierarchies, problem, partition, true)
    }

    fn of_classes(
        hierarchies: &'a [Hierarchy],
        problem: &BoxProblem<'_>,
        partition: &Partition,
        by_cells: bool,
    ) -> Self {
        let labels: Vec<Labels<'_>> = hierarchies.iter().map(Labels::new).collect();
        let mut known: Vec<HashMap<(u32, u32), u32>> = vec![HashMap::new(); hierarchies.len()];
        let mut boxes = BoxMapping {
            texts: vec![Vec::new(); hierarchies.len()],
            ranges: vec![Vec::new(); hierarchies.len()],
            kept: vec![true; hierarchies.len()],
            classes: Vec::new(),
            class_of: HashMap::new(),
            divided: Mutex::default(),
        };
        let mut divided = Divided::new();
        let published = partition.classes.iter().filter(|class| class.rows > 0);
        for (id, class) in (0..).zip(published) {
            for (column, &(low, high)) in class.ranges.iter().enumerate() {
                let (texts, spans) = (&mut boxes.texts[column], &mut boxes.ranges[column]);
                let text = *known[column].entry((low, high)).or_insert_with(|| {
                    spans.push((low, high));
                    texts.push(match by_cells && low < high {
                        true => "*".to_owned(),
                        false => labels[column].text(low, high),
                    });
                    texts.len() as u32 - 1
                });
                let kept = low == high && texts[text as usize] == hierarchies[column].leaf(low);
                boxes.kept[column] &= kept;
                boxes.classes.push(text);
            }
            for &tuple in &class.tuples {
                boxes.class_of.insert(problem.codes(tuple).into(), id);
            }
            for &(tuple, rows) in class.shares.iter().filter(|(_, rows)| *rows > 0) {
                let classes = divided.entry(problem.codes(tuple).into()).or_default();
                classes.extend(std::iter::repeat_n(id, rows as usize));
                boxes.class_of.insert(problem.codes(tuple).into(), DIVIDED);
            }
        }
        for &tuple in &partition.suppressed {
            boxes.class_of.insert(problem.codes(tuple).into(), SUPPRESSED);
        }
        boxes.divided = Mutex::new(divided);
        Mapping { hierarchies, map: Map::InBoxes(boxes) }
    }

    /// Whether rows must come in order, one after the other, because rows that are alike become
    /// different ones.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        match &self.map {
            Map::Levels { .. } => false,
            Map::InBoxes(boxes) => {
                !boxes.divided.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
            }
        }
    }

    /// Draws anew which of the rows that are alike goes to which class, where several take them:
    /// otherwise the order of the table would tell.
    pub fn shuffle(&self, random: &mut impl Rng) {
        let Map::InBoxes(boxes) = &self.map else { return };
        let mut divided = boxes.divided.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tuples: Vec<_> = divided.iter_mut().collect();
        // The same seed must lead to the same classes, whatever the order of a hash table.
        tuples.sort_unstable_by_key(|(codes, _)| *codes);
        tuples.into_iter().for_each(|(_, classes)| classes.shuffle(random));
    }

    /// Finds the labels of a row's quasi-identifiers, and whether the row is published.
    ///
    /// # Errors
    /// If a cell was not in the table that was tallied: the file changed in between.
    pub fn row<'c>(
        &self,
        cells: impl Iterator<Item = &'c str>,
        labels: &mut Vec<u32>,
    ) -> Result<RowFate, UnknownCell> {
        labels.clear();
        for (column, (hierarchy, cell)) in self.hierarchies.iter().zip(cells).enumerate() {
            labels.push(hierarchy.code(cell).ok_or(UnknownCell { column })?);
        }
        match &self.map {
            Map::Levels { node, suppressed } => {
                for ((label, hierarchy), &level) in
                    labels.iter_mut().zip(self.hierarchies).zip(&node.0)
                {
                    *label = hierarchy.node_of(level as usize)[*label as usize];
                }
                let hidden = !suppressed.is_empty() && suppressed.contains(labels.as_slice());
                Ok(if hidden { RowFate::Suppressed } else { RowFate::Published })
            }
            Map::InBoxes(boxes) => {
                let class = boxes.class(labels).ok_or(UnknownCell { column: 0 })?;
                if class == SUPPRESSED {
                    return Ok(RowFate::Suppressed);
                }
                let width = labels.len();
                let texts = &boxes.classes[class as usize * width..][..width];
                labels.copy_from_slice(texts);
                Ok(RowFate::Published)
            }
        }
    }

    /// The published text of a label of a column.
    #[must_use]
    pub fn text(&self, column: usize, label: u32) -> &str {
        match &self.map {
            Map::Levels { node, .. } => {
                self.hierarchies[column].label(node.0[column] as usize, label)
            }
            Map::InBoxes(boxes) => &boxes.texts[column][label as usize],
        }
    }

    /// The texts that cells of a column can have, in the leaf order of its hierarchy.
    #[must_use]
    pub fn texts(&self, column: usize) -> Vec<&str> {
        let texts: Vec<&str> = match &self.map {
            Map::Levels { node, .. } => {
                let (hierarchy, level) = (&self.hierarchies[column], node.0[column] as usize);
                (0..hierarchy.nodes(level) as u32)
                    .map(|node| hierarchy.label(level, node))
                    .collect()
            }
            Map::InBoxes(boxes) => {
                let mut places: Vec<usize> = (0..boxes.texts[column].len()).collect();
                places.sort_by_key(|&place| boxes.ranges[column][place]);
                places.into_iter().map(|place| boxes.texts[column][place].as_str()).collect()
            }
        };
        let mut seen = HashSet::new();
        texts.into_iter().filter(|text| seen.insert(*text)).collect()
    }

    /// Whether every published value of a column is as it was in the input.
    #[must_use]
    pub fn keeps(&self, column: usize) -> bool {
        match &self.map {
            Map::Levels { node, .. } => node.0[column] == 0,
            Map::InBoxes(boxes) => boxes.kept[column],
        }
    }
}
