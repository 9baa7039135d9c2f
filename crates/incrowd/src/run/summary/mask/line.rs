//! A line about a column.

use crate::masking::{Course, Judged, Portion};
use serde_json::{Value, json};

use super::{Facts, stays};

/// A line about a column.
pub struct Line<'a> {
    pub name: &'a str,
    pub before: Option<u64>,
    pub estimated: bool,
    pub budget: Option<u64>,
    pub after: Option<u64>,
    pub way: &'a str,
    pub error: Option<f64>,
    rank_difference: Option<f64>,
    blanked: u64,
}

impl<'a> Line<'a> {
    /// A column that is only planned for.
    pub fn planned(portion: &'a Portion) -> Self {
        Line {
            name: &portion.name,
            before: Some(portion.values),
            estimated: false,
            budget: Some(portion.budget),
            after: None,
            way: "",
            error: None,
            rank_difference: None,
            blanked: 0,
        }
    }

    pub fn to_json(&self) -> Value {
        // Ranks are whole but where ties share a mean.
        let rank_difference = self.rank_difference.map(|ranks| match ranks {
            whole if whole.fract() == 0.0 && whole < 1e15 => json!(whole as u64),
            _ => json!(ranks),
        });
        let mut line = json!({
            "name": self.name,
            "distinct_before": self.before,
            "budget": self.budget,
            "distinct_after": self.after,
            "error": self.error,
            "rank_difference": rank_difference,
            "how": self.way,
        });
        if self.blanked > 0 {
            line["blanked"] = json!(self.blanked);
        }
        if self.estimated {
            line["distinct_before_estimated"] = json!(true);
            line["rank_difference_at_most"] = json!(self.rank_difference.is_some());
        }
        line
    }
}

/// Quasi-identifiers first, in the order in which they were named, then all others that change.
pub fn lines<'a>(facts: &Facts<'a>, judged: Option<&'a Judged>) -> Vec<Line<'a>> {
    let (gathering, coarsening) = (facts.coarsening.gathering, facts.coarsening);
    let others = (0..gathering.columns.len()).filter(|&place| {
        let column = &gathering.columns[place];
        let blanked = judged.and_then(|judged| judged.columns[place].as_ref());
        let blanked = blanked.is_some_and(|masked| masked.blanked > 0);
        !column.qi && (!stays(column) || blanked) && !matches!(column.course, Course::Drop)
    });
    let order = coarsening.together.iter().copied().chain(others);
    let line = |place: usize| {
        let masked = judged.and_then(|judged| judged.columns[place].as_ref());
        let counted = judged.and_then(|judged| judged.shown(place)).map(|shown| shown.distinct);
        Line {
            name: &gathering.columns[place].name,
            before: gathering.distinct(place),
            estimated: gathering.is_estimated(place),
            budget: coarsening.budgets[place],
            after: counted.or_else(|| masked?.distinct()),
            way: masked.map_or("", |masked| masked.way.as_str()),
            error: masked.and_then(|masked| masked.error),
            rank_difference: masked.and_then(|masked| masked.rank_difference),
            blanked: masked.map_or(0, |masked| masked.blanked),
        }
    };
    order.map(line).collect()
}
