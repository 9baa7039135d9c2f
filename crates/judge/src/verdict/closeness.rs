//! The verdict on t-closeness.

use incrowd_terms::{Distance, Fraction, TCloseness};

use super::{Assessment, DemandVerdict, Measure, greatest, worse_reading};
use crate::closeness::{self, GroundDistance, HierarchyTree, Ranking};
use crate::error::JudgeError;
use crate::values_by_class::ValuesByClass;

impl Measure for TCloseness {
    fn verdict(&self, assessment: &Assessment<'_>) -> Result<DemandVerdict, JudgeError> {
        let (name, spread) = assessment.spread(self)?;
        let t = self.closeness.t;
        let verdict = |spread: &ValuesByClass| {
            let ground = ground(self.closeness.distance, assessment, name, spread.weighted())?;
            let found = distances(&ground, spread, t);
            let bad = |class: usize| (!found[class].holds).then_some(found[class].distance);
            let why = |class: usize| {
                format!("distance {} from the table, at most {t} allowed", found[class].distance)
            };
            let measured = greatest(found.iter().map(|class| class.distance));
            Ok(assessment.verdict(measured, assessment.worst(bad), why))
        };
        worse_reading(spread, verdict)
    }
}

/// How far a class is from the table, and whether that is allowed.
struct Found {
    distance: f64,
    holds: bool,
}

/// How far each class is from the table. Of people the largest difference between the shares of those
/// who have a value counts too: divided weights can hide how many have it.
fn distances(ground: &GroundDistance, spread: &ValuesByClass, t: Fraction) -> Vec<Found> {
    let weighted = spread.weighted();
    let Some(visitors) = spread.visitors() else {
        let found = |class| {
            let share = ground.distance(weighted, class);
            Found { distance: share.to_f64(), holds: share.at_most(t) }
        };
        return weighted.classes().map(found).collect();
    };
    let having = &visitors.having;
    let commonest = closeness::commonest(having);
    let found = |class: usize| {
        let share = ground.distance(weighted, weighted.class(class));
        let largest = closeness::largest_difference(having, having.class(class), &commonest);
        let within = visitors.weighted.within(class, ground, share, t);
        Found {
            distance: share.to_f64().max(largest.to_f64()),
            holds: within && largest.at_most(t),
        }
    };
    (0..weighted.len()).map(found).collect()
}

/// How far apart the values of a column are.
fn ground(
    distance: Distance,
    assessment: &Assessment<'_>,
    name: &str,
    spread: &ValuesByClass,
) -> Result<GroundDistance, JudgeError> {
    Ok(match distance {
        Distance::Equal => GroundDistance::Equal,
        // A column without any value has no known kind.
        Distance::Ordered if !spread.kind.is_ordered() && spread.has_values() => {
            return Err(JudgeError::NotOrdered { column: name.into(), kind: spread.kind });
        }
        Distance::Ordered => GroundDistance::Ordered(Ranking::of(spread)),
        Distance::Hierarchical => {
            let chains = assessment.hierarchies.get(name);
            let chains = chains.ok_or_else(|| JudgeError::NoHierarchy { column: name.into() })?;
            GroundDistance::Tree(HierarchyTree::of(spread, name, chains, assessment.nulls)?)
        }
    })
}
