//! What a release costs and gives away, counted afresh from its classes.
//!
//! Nothing that a search says of its result is believed: members and people of each class, its
//! presence, loss and discernibility all come from its tuples and ranges.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Hierarchy;
use incrowd_core::search::boxes::BoxClass;
use incrowd_core::search::lattice::Node;
use incrowd_core::terms::Fraction;

use super::data::{PresenceData, StudySize};
use super::delta::DeltaPair;

/// A release, measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReleaseMeasures {
    /// Classes of the population, those without members included.
    pub classes: u64,
    /// People in the smallest of them.
    pub smallest: u64,
    /// The least and the greatest presence of anybody.
    pub presence: (Fraction, Fraction),
    /// Iyengar's loss, averaged over the cells of the members.
    pub loss: f64,
    /// The sum of the squares of the members of each class.
    pub discernibility: f64,
}

impl ReleaseMeasures {
    /// Measures these classes, which must hold every tuple once and inside their ranges.
    pub fn of(
        ground: &PresenceData,
        study: StudySize,
        classes: &[BoxClass],
    ) -> Result<ReleaseMeasures, String> {
        let tally = ground.tally(study);
        let mut seen = vec![false; tally.tuples()];
        let (mut least, mut most) = (Fraction::ONE, Fraction::ZERO);
        let (mut smallest, mut loss, mut squares) = (u64::MAX, 0.0, 0_u128);
        for class in classes {
            let (mut rows, mut people) = (0, 0);
            for &tuple in &class.tuples {
                let inside = class.ranges.iter().enumerate().all(|(column, &(low, high))| {
                    (low..=high).contains(&tally.code(column, tuple))
                });
                if !inside || std::mem::replace(&mut seen[tuple as usize], true) {
                    return Err(format!("tuple {tuple} is outside its class, or in two"));
                }
                rows += tally.rows_of(tuple);
                people += tally.people_of(tuple);
            }
            if people == 0 {
                return Err("a class has no people".to_owned());
            }
            let presence = Fraction::new(rows, people);
            (least, most) = (least.min(presence), most.max(presence));
            smallest = smallest.min(people);
            loss += rows as f64 * box_loss(ground, &class.ranges);
            squares += u128::from(rows) * u128::from(rows);
        }
        if classes.is_empty() || seen.contains(&false) {
            return Err("somebody is in no class".to_owned());
        }
        Ok(ReleaseMeasures {
            classes: classes.len() as u64,
            smallest,
            presence: (least, most),
            loss: loss / tally.rows() as f64,
            discernibility: squares as f64,
        })
    }

    /// This release, if everybody's presence is as demanded.
    pub fn within(self, delta: DeltaPair) -> Result<ReleaseMeasures, String> {
        let (least, most) = self.presence;
        if delta.holds(self.presence) {
            return Ok(self);
        }
        Err(format!("presences from {least} to {most} were published, but ({delta}) was demanded"))
    }
}

/// The mean over the columns of (M-1)/(A-1), where M of A leaves are in a range.
fn box_loss(ground: &PresenceData, ranges: &[(u32, u32)]) -> f64 {
    let column = |(hierarchy, &(low, high)): (&Hierarchy, &(u32, u32))| {
        let others = hierarchy.leaves() - 1;
        if others == 0 { 0.0 } else { f64::from(high - low) / others as f64 }
    };
    ground.hierarchies.iter().zip(ranges).map(column).sum::<f64>() / ranges.len() as f64
}

/// The classes that one level per column makes, each as wide as its nodes.
pub(super) fn classes_of(ground: &PresenceData, study: StudySize, node: &Node) -> Vec<BoxClass> {
    let tally = ground.tally(study);
    let levels = node.0.iter().map(|&level| usize::from(level));
    let columns: Vec<(&Hierarchy, usize)> = ground.hierarchies.iter().zip(levels).collect();
    let mut classes: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
    for tuple in 0..tally.tuples() as u32 {
        let nodes = columns.iter().enumerate().map(|(column, &(hierarchy, level))| {
            hierarchy.node_of(level)[tally.code(column, tuple) as usize]
        });
        classes.entry(nodes.collect()).or_default().push(tuple);
    }
    let class = |(nodes, tuples): (Vec<u32>, Vec<u32>)| {
        let spans = nodes.iter().zip(&columns).map(|(&node, &(hierarchy, level))| {
            let span = hierarchy.span(level, node);
            (span.start, span.end - 1)
        });
        BoxClass {
            ranges: spans.collect(),
            rows: tuples.iter().map(|&tuple| tally.rows_of(tuple)).sum(),
            people: tuples.iter().map(|&tuple| tally.people_of(tuple)).sum(),
            shares: Vec::new(),
            tuples,
        }
    };
    classes.into_iter().map(class).collect()
}
