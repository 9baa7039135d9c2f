//! Help about what can be chosen, made from the lists of what there is: a choice that is added there
//! is told here.

use incrowd::core::cost::Cost;
use incrowd::core::hierarchy;

/// The hierarchies that can be asked for.
pub fn hierarchies() -> String {
    let forms = hierarchy::forms();
    format!(
        "A column's hierarchy: {forms}; repeatable [default: auto for numbers, keep or * for the rest]"
    )
}

/// The costs that can be minimised, with a line about each.
pub fn costs() -> String {
    let line = |cost: &Cost| format!("\n{}: {}", cost.name, cost.about);
    let lines: String = Cost::ALL.iter().map(line).collect();
    format!("What to minimise [default: {}]:{lines}", Cost::LOSS.name)
}
