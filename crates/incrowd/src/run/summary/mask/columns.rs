//! What becomes of each column.

use incrowd_document::MaskColumn;
use serde_json::Number;

use crate::masking::{ColumnAction, ColumnShare, MaskVerdict};

use super::{MaskFacts, stays};

/// A column that is only planned for.
pub fn planned(portion: &ColumnShare) -> MaskColumn {
    MaskColumn {
        name: portion.name.clone(),
        distinct_before: Some(portion.values),
        budget: Some(portion.budget),
        distinct_after: None,
        error: None,
        rank_difference: None,
        how: String::new(),
        blanked: None,
        distinct_before_estimated: None,
        rank_difference_at_most: None,
    }
}

/// Quasi-identifiers first, in the order in which they were named, then all others that change.
pub fn all(facts: &MaskFacts<'_>, judged: Option<&MaskVerdict>) -> Vec<MaskColumn> {
    let (study, release) = (facts.release.study, facts.release);
    let others = (0..study.columns.len()).filter(|&place| {
        let column = &study.columns[place];
        let blanked = judged.and_then(|judged| judged.columns[place].as_ref());
        let blanked = blanked.is_some_and(|masked| masked.blanked > 0);
        !column.qi && (!stays(column) || blanked) && !matches!(column.action, ColumnAction::Drop)
    });
    let order = release.joint.iter().copied().chain(others);
    order.map(|place| column(facts, judged, place)).collect()
}

fn column(facts: &MaskFacts<'_>, judged: Option<&MaskVerdict>, place: usize) -> MaskColumn {
    let study = facts.release.study;
    let masked = judged.and_then(|judged| judged.columns[place].as_ref());
    let counted = judged.and_then(|judged| judged.shown(place)).map(|shown| shown.distinct);
    let rank_difference = masked.and_then(|masked| masked.rank_difference);
    let estimated = study.is_estimated(place);
    MaskColumn {
        name: study.columns[place].name.clone(),
        distinct_before: study.distinct(place),
        budget: facts.release.budgets[place],
        distinct_after: counted.or_else(|| masked?.distinct()),
        error: masked.and_then(|masked| masked.error).filter(|error| error.is_finite()),
        rank_difference: rank_difference.and_then(ranks),
        how: masked.map_or_else(String::new, |masked| masked.way.clone()),
        blanked: masked.map(|masked| masked.blanked).filter(|&blanked| blanked > 0),
        distinct_before_estimated: estimated.then_some(true),
        rank_difference_at_most: estimated.then_some(rank_difference.is_some()),
    }
}

/// Ranks are whole but where ties share a mean.
fn ranks(ranks: f64) -> Option<Number> {
    match ranks {
        whole if whole.fract() == 0.0 && whole < 1e15 => Some((whole as u64).into()),
        _ => Number::from_f64(ranks),
    }
}
