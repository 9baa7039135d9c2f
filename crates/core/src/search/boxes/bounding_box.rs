//! The bounding box of some tuples, and their counts.

use super::BoxProblem;

/// A bounding box that grows with the tuples added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoundingBox {
    /// Per column: the lowest and the highest leaf. Reversed while the box is empty.
    pub ranges: Vec<(u32, u32)>,
    pub rows: u64,
    pub people: u64,
    /// The weight of the tuples in the loss.
    pub weight: u64,
}

impl BoundingBox {
    /// An empty box.
    pub fn empty(columns: usize) -> Self {
        BoundingBox { ranges: vec![(u32::MAX, 0); columns], rows: 0, people: 0, weight: 0 }
    }

    /// The bounding box of these tuples.
    pub fn of(problem: &BoxProblem<'_>, tuples: &[u32]) -> Self {
        let mut bbox = BoundingBox::empty(problem.columns());
        tuples.iter().for_each(|&tuple| bbox.add(problem, tuple));
        bbox
    }

    pub fn add(&mut self, problem: &BoxProblem<'_>, tuple: u32) {
        for (range, &code) in self.ranges.iter_mut().zip(problem.codes(tuple)) {
            *range = (range.0.min(code), range.1.max(code));
        }
        self.rows += problem.members()[tuple as usize];
        self.people += problem.people()[tuple as usize];
        self.weight += problem.weights()[tuple as usize];
    }

    pub fn join(&mut self, other: &BoundingBox) {
        for (range, more) in self.ranges.iter_mut().zip(&other.ranges) {
            *range = (range.0.min(more.0), range.1.max(more.1));
        }
        self.rows += other.rows;
        self.people += other.people;
        self.weight += other.weight;
    }

    /// The total loss of the tuples.
    pub fn cost(&self, problem: &BoxProblem<'_>) -> f64 {
        if self.weight == 0 { 0.0 } else { self.weight as f64 * problem.box_loss(&self.ranges) }
    }

    /// Whether the count constraints are met.
    pub fn is_admitted(&self, problem: &BoxProblem<'_>) -> bool {
        problem.constraints().admits(self.rows, self.people)
    }
}
