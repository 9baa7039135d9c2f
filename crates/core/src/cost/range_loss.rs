//! The loss of a range of leaves in one column.

use crate::hierarchy::Hierarchy;

/// Positions of the leaves of a column. The loss of a range is the distance of its ends.
#[derive(Clone, Debug)]
pub struct RangeLoss {
    /// Per leaf code, ascending; the whole column is `weight` long.
    positions: Vec<f64>,
    /// The extra loss of a range of two leaves or more, for the ratio variant M/A.
    step: f64,
}

impl RangeLoss {
    /// Leaves at these positions, which ascend from 0 to the weight of the column. A range of two
    /// leaves or more also loses `step`.
    #[must_use]
    pub fn new(positions: Vec<f64>, step: f64) -> Self {
        RangeLoss { positions, step }
    }

    /// Iyengar's loss (M-1)/(A-1) over the leaves of a hierarchy, those the data lack included.
    #[must_use]
    pub fn by_leaves(hierarchy: &Hierarchy, weight: f64) -> Self {
        let last = hierarchy.leaves() as f64 - 1.0;
        let scale = if last == 0.0 { 0.0 } else { weight / last };
        RangeLoss::new((0..hierarchy.leaves()).map(|leaf| leaf as f64 * scale).collect(), 0.0)
    }

    /// M/A, and nothing for a kept leaf.
    #[must_use]
    pub fn by_ratio(hierarchy: &Hierarchy, weight: f64) -> Self {
        let scale = if hierarchy.leaves() == 1 { 0.0 } else { weight / hierarchy.leaves() as f64 };
        RangeLoss::new((0..hierarchy.leaves()).map(|leaf| leaf as f64 * scale).collect(), scale)
    }

    /// (hi-lo)/(max-min) of numbers without a hierarchy. Missing values stand one average step
    /// before the least number.
    #[must_use]
    pub fn by_values(hierarchy: &Hierarchy, weight: f64) -> Self {
        let missing = hierarchy.missing().end as usize;
        let number = |code| hierarchy.kind().read(hierarchy.leaf(code)).map_or(0.0, |v| v.to_f64());
        let mut positions: Vec<f64> = (0..hierarchy.leaves() as u32).map(number).collect();
        let (first, last) = match &positions[missing..] {
            [] => (0.0, 0.0),
            [first, .., last] => (*first, *last),
            [only] => (*only, *only),
        };
        let steps = (positions.len() - missing).saturating_sub(1);
        let step = if last > first { (last - first) / steps as f64 } else { 1.0 };
        for (place, position) in positions[..missing].iter_mut().enumerate() {
            *position = first - step * (missing - place) as f64;
        }
        let length =
            positions.last().zip(positions.first()).map_or(0.0, |(last, first)| last - first);
        let (start, scale) = (positions[0], if length > 0.0 { weight / length } else { 0.0 });
        for position in &mut positions {
            *position = (*position - start) * scale;
        }
        RangeLoss::new(positions, 0.0)
    }

    /// Positions that lead a search to whole nodes: two neighbours are as far apart as the least node
    /// around both is large.
    #[must_use]
    pub(crate) fn by_nodes(hierarchy: &Hierarchy, weight: f64) -> Self {
        let around = |code: u32| match code.checked_sub(1) {
            None => 0.0,
            Some(before) => {
                let (low, high) = hierarchy.least_node(before, code);
                f64::from(high - low)
            }
        };
        let sum = |sum: &mut f64, gap: f64| {
            *sum += gap;
            Some(*sum)
        };
        let mut positions: Vec<f64> =
            (0..hierarchy.leaves() as u32).map(around).scan(0.0, sum).collect();
        let length = positions.last().copied().filter(|&length| length > 0.0);
        let scale = length.map_or(0.0, |length| weight / length);
        positions.iter_mut().for_each(|position| *position *= scale);
        RangeLoss::new(positions, 0.0)
    }

    /// A value that is kept, or nothing: ranges of two leaves or more cost nearly the same. In a
    /// column that leads, shorter ranges cost less, so that it is cut until values are kept.
    #[must_use]
    pub(crate) fn all_or_nothing(hierarchy: &Hierarchy, weight: f64, leads: bool) -> Self {
        let RangeLoss { mut positions, .. } = RangeLoss::by_leaves(hierarchy, weight);
        let by_length = if leads { 0.5 } else { 0.01 };
        positions.iter_mut().for_each(|position| *position *= by_length);
        RangeLoss::new(positions, (1.0 - by_length) * weight)
    }

    /// The loss of a range of leaves, both ends included.
    #[must_use]
    #[inline]
    pub fn loss(&self, low: u32, high: u32) -> f64 {
        let length = self.positions[high as usize] - self.positions[low as usize];
        if low == high { 0.0 } else { length + self.step }
    }

    /// The positions of the leaves.
    #[must_use]
    pub fn positions(&self) -> &[f64] {
        &self.positions
    }

    /// The extra loss of any range of two leaves or more.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.step
    }
}
