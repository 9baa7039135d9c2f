//! The least box around some tuples, and what they count.

use super::Field;

/// A box that grows with what is put into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Per column: the lowest and the highest leaf; upside down while there is none.
    pub ranges: Vec<(u32, u32)>,
    pub rows: u64,
    pub people: u64,
    /// What the loss counts.
    pub weight: u64,
}

impl Extent {
    /// The box around nothing.
    pub fn empty(columns: usize) -> Self {
        Extent { ranges: vec![(u32::MAX, 0); columns], rows: 0, people: 0, weight: 0 }
    }

    /// The box around these tuples.
    pub fn of(field: &Field<'_>, tuples: &[u32]) -> Self {
        let mut extent = Extent::empty(field.columns());
        tuples.iter().for_each(|&tuple| extent.add(field, tuple));
        extent
    }

    pub fn add(&mut self, field: &Field<'_>, tuple: u32) {
        for (range, &code) in self.ranges.iter_mut().zip(field.codes(tuple)) {
            *range = (range.0.min(code), range.1.max(code));
        }
        self.rows += field.rows()[tuple as usize];
        self.people += field.people()[tuple as usize];
        self.weight += field.weights()[tuple as usize];
    }

    pub fn join(&mut self, other: &Extent) {
        for (range, more) in self.ranges.iter_mut().zip(&other.ranges) {
            *range = (range.0.min(more.0), range.1.max(more.1));
        }
        self.rows += other.rows;
        self.people += other.people;
        self.weight += other.weight;
    }

    /// What the tuples lose together.
    pub fn cost(&self, field: &Field<'_>) -> f64 {
        if self.weight == 0 { 0.0 } else { self.weight as f64 * field.box_loss(&self.ranges) }
    }

    /// Whether the demands that counts decide are met.
    pub fn is_admitted(&self, field: &Field<'_>) -> bool {
        field.gate().admits(self.rows, self.people)
    }
}
