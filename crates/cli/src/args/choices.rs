//! Help about what can be chosen, made from the lists of what there is: a choice that is added there
//! is told here.

use incrowd::core::cost::Cost;
use incrowd::core::hierarchy;
use incrowd::core::mask::numbers::Grouping;
use incrowd::masking::Action;

/// Lines of help are no longer.
const WIDTH: usize = 98;

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

/// The ways in which numbers can be grouped.
pub fn groupings() -> String {
    let names = Grouping::ALL.map(Grouping::name).join(", ");
    format!("How numbers and dates are grouped: {names} [default: {}]", Grouping::ALL[0].name())
}

/// Help about masking, with all that can become of a column.
pub fn masking(before: &str, after: &str) -> String {
    let mut text = format!("{before}\nActions of --column:\n ");
    let mut width = 1;
    for word in Action::forms().split(' ') {
        if width + 1 + word.len() > WIDTH {
            text.push_str("\n ");
            width = 1;
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + word.len();
    }
    format!("{text}.\n{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Help is made from the list; the README is written by hand.
    #[test]
    fn the_readme_names_every_action() {
        let readme = include_str!("../../../../README.md");
        let parts: Vec<&str> = readme.split(['`', '=', ':', ' ']).collect();
        for name in Action::names() {
            assert!(parts.contains(&name), "{name}");
            assert!(masking("", "").contains(name), "{name}");
        }
    }
}
