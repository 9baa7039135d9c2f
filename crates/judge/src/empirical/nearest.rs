//! The published rows that are nearest to a target.

use foldhash::fast::RandomState;
use hashbrown::HashMap;

use super::world::{AttackerTables, TriedRows};

/// Published rows that are equal in some columns.
pub(super) struct EqualRows {
    /// Per column: the labels of each group.
    labels: Vec<Vec<u32>>,
    pub columns: Vec<usize>,
    /// Per group: its rows.
    pub rows: Vec<Vec<u32>>,
}

impl EqualRows {
    /// Groups sampled rows by their labels in these columns.
    pub(super) fn of(
        world: &AttackerTables<'_>,
        sample: &TriedRows,
        columns: &[usize],
    ) -> EqualRows {
        let mut found: HashMap<Vec<u32>, u32, RandomState> = HashMap::default();
        let mut groups = EqualRows {
            labels: vec![Vec::new(); columns.len()],
            columns: columns.to_vec(),
            rows: Vec::new(),
        };
        for &row in &sample.rows {
            let key: Vec<u32> =
                columns.iter().map(|&at| world.published.code(at, row as usize)).collect();
            let next = groups.rows.len() as u32;
            let group = *found.entry(key).or_insert_with_key(|key| {
                groups.rows.push(Vec::new());
                groups.labels.iter_mut().zip(key).for_each(|(labels, &label)| labels.push(label));
                next
            });
            groups.rows[group as usize].push(row);
        }
        groups
    }

    /// Groups that stand for the target in every column.
    pub(super) fn fitting<'g>(&'g self, far: &'g [Vec<f32>]) -> impl Iterator<Item = usize> + 'g {
        let fits = |group: &usize| {
            self.columns
                .iter()
                .zip(&self.labels)
                .all(|(&column, labels)| far[column][labels[*group] as usize] == 0.0)
        };
        (0..self.rows.len()).filter(fits)
    }

    /// The rows that are nearest to a target. `far` has, for each column of the world, the distance of
    /// every label from the target.
    pub(super) fn nearest(&self, far: &[Vec<f32>]) -> Vec<u32> {
        let (mut least, mut groups) = (f32::INFINITY, Vec::new());
        for group in 0..self.rows.len() {
            let columns = self.columns.iter().zip(&self.labels);
            let total: f32 =
                columns.map(|(&column, labels)| far[column][labels[group] as usize]).sum();
            if total < least {
                (least, groups) = (total, Vec::new());
            }
            if total == least {
                groups.push(group);
            }
        }
        groups.iter().flat_map(|&group| self.rows[group].iter().copied()).collect()
    }
}
