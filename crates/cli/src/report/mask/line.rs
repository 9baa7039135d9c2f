//! A line about a column.

use incrowd::masking::columns::Course;
use incrowd::masking::judged::Judged;
use incrowd::masking::masked::Masked;
use incrowd::masking::values::Values;
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
}

impl<'a> Line<'a> {
    /// A column that is only planned for.
    pub fn planned(name: &'a str, before: u64, budget: u64) -> Self {
        Line {
            name,
            before: Some(before),
            estimated: false,
            budget: Some(budget),
            after: None,
            way: "",
            error: None,
            rank_difference: None,
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
        if self.estimated {
            line["distinct_before_estimated"] = json!(true);
            line["rank_difference_at_most"] = json!(self.rank_difference.is_some());
        }
        line
    }
}

/// Quasi-identifiers first, in the order in which they were named, then all others that change.
pub fn lines<'a>(
    facts: &Facts<'a>,
    masked: &'a [Option<Masked>],
    judged: Option<&Judged>,
) -> Vec<Line<'a>> {
    let place = |name: &String| facts.columns.iter().position(|column| &column.name == name);
    let mut order: Vec<usize> = facts.task.masking.qi.iter().filter_map(place).collect();
    let others = (0..facts.columns.len()).filter(|&place| {
        let column = &facts.columns[place];
        !column.qi && !stays(column)
    });
    order.extend(others);
    order.retain(|&place| !matches!(facts.columns[place].course, Course::Drop));
    let line = |&place: &usize| {
        let values = facts.gathering.columns[place].before.as_ref();
        let masked = masked.get(place).and_then(Option::as_ref);
        let counted = judged.and_then(|judged| judged.shown(place)).map(|shown| shown.distinct);
        Line {
            name: &facts.columns[place].name,
            before: values.map(Values::distinct),
            estimated: values.is_some_and(Values::is_estimated),
            budget: facts.budgets[place],
            after: counted.or_else(|| masked?.distinct()),
            way: masked.map_or("", |masked| masked.way.as_str()),
            error: masked.and_then(|masked| masked.error),
            rank_difference: masked.and_then(|masked| masked.rank_difference),
        }
    };
    order.iter().map(line).collect()
}
