//! Who can be meant by which published rows: boxes with their rows, types with their people.

use std::ops::Range;

/// A type of people whom a box covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) of_type: u32,
    pub(crate) of_box: u32,
}

/// Boxes and types, and which covers which.
#[derive(Debug)]
pub(crate) struct Graph {
    /// Rows of each box.
    pub(crate) rows: Vec<u64>,
    /// People of each type.
    pub(crate) people: Vec<u64>,
    /// Sorted by type, then by box.
    pub(crate) edges: Vec<Edge>,
    type_ends: Vec<usize>,
    /// Edges by number, sorted by box, then by type.
    by_box: Vec<u32>,
    box_ends: Vec<usize>,
}

impl Graph {
    /// A graph of boxes by their rows and of types by their people and boxes.
    pub(crate) fn new<'t>(
        rows: Vec<u64>,
        types: impl Iterator<Item = (u64, &'t [u32])> + Clone,
    ) -> Self {
        let mut edges = Vec::new();
        let mut type_ends = Vec::new();
        for ((_, boxes), of_type) in types.clone().zip(0..) {
            edges.extend(boxes.iter().map(|&of_box| Edge { of_type, of_box }));
            type_ends.push(edges.len());
        }
        let mut by_box: Vec<u32> = (0..edges.len() as u32).collect();
        by_box.sort_by_key(|&edge| edges[edge as usize].of_box);
        let box_ends = (0..rows.len() as u32)
            .map(|of_box| by_box.partition_point(|&e| edges[e as usize].of_box <= of_box))
            .collect();
        let people = types.map(|(people, _)| people).collect();
        Graph { rows, people, edges, type_ends, by_box, box_ends }
    }

    /// The edges of a type, by number.
    pub(crate) fn edges_of_type(&self, of_type: usize) -> Range<usize> {
        let start = if of_type == 0 { 0 } else { self.type_ends[of_type - 1] };
        start..self.type_ends[of_type]
    }

    /// The edges of a box, by number.
    pub(crate) fn edges_of_box(&self, of_box: usize) -> &[u32] {
        let start = if of_box == 0 { 0 } else { self.box_ends[of_box - 1] };
        &self.by_box[start..self.box_ends[of_box]]
    }

    /// The boxes that cover a type.
    pub(crate) fn boxes(&self, of_type: usize) -> impl Iterator<Item = usize> {
        self.edges[self.edges_of_type(of_type)].iter().map(|edge| edge.of_box as usize)
    }

    /// The types that a box covers.
    pub(crate) fn types(&self, of_box: usize) -> impl Iterator<Item = usize> {
        let edges = self.edges_of_box(of_box).iter();
        edges.map(|&edge| self.edges[edge as usize].of_type as usize)
    }

    /// All published rows.
    pub(crate) fn total_rows(&self) -> u64 {
        self.rows.iter().sum()
    }

    /// The parts that share no box and no type, of those types for which `open` says so: each as
    /// its boxes and its types, both ascending, in the order of their first type.
    pub(crate) fn components(&self, open: &[bool]) -> Vec<Component> {
        let mut seen_types = vec![false; self.people.len()];
        let mut seen_boxes = vec![false; self.rows.len()];
        let mut components = Vec::new();
        for start in 0..self.people.len() {
            if !open[start] || std::mem::replace(&mut seen_types[start], true) {
                continue;
            }
            let mut component = Component { boxes: Vec::new(), types: vec![start as u32] };
            let mut next = 0;
            while let Some(&of_type) = component.types.get(next) {
                next += 1;
                for of_box in self.boxes(of_type as usize) {
                    if std::mem::replace(&mut seen_boxes[of_box], true) {
                        continue;
                    }
                    component.boxes.push(of_box as u32);
                    for other in self.types(of_box) {
                        if open[other] && !std::mem::replace(&mut seen_types[other], true) {
                            component.types.push(other as u32);
                        }
                    }
                }
            }
            component.boxes.sort_unstable();
            component.types.sort_unstable();
            components.push(component);
        }
        components
    }

    /// A component as a graph of its own, its boxes and types numbered by their places in it.
    pub(crate) fn part(&self, component: &Component) -> Graph {
        let place = |of_box: u32| component.boxes.partition_point(|&other| other < of_box) as u32;
        let rows = component.boxes.iter().map(|&b| self.rows[b as usize]).collect();
        let boxes: Vec<Vec<u32>> = (component.types.iter())
            .map(|&t| self.boxes(t as usize).map(|of_box| place(of_box as u32)).collect())
            .collect();
        let people = component.types.iter().map(|&t| self.people[t as usize]);
        Graph::new(rows, people.zip(boxes.iter().map(Vec::as_slice)))
    }
}

/// A part of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) boxes: Vec<u32>,
    pub(crate) types: Vec<u32>,
}
