//! Help about what can be chosen, made from the lists of what there is: a choice that is added there
//! is told here.

use incrowd::columns::mask::numbers::Grouping;
use incrowd::core::cost::Cost;
use incrowd::core::hierarchy;
use incrowd::core::search::{ALGORITHMS, Algorithm, Recoding};
use incrowd::masking::Action;
use incrowd::pages;

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

/// The recodings, with a line about each.
pub fn recodings() -> String {
    let line = |recoding: Recoding| format!("\n{}: {}", recoding.name(), recoding.about());
    let lines: String = Recoding::ALL.into_iter().map(line).collect();
    format!("How to generalize [default: {}]:{lines}", Recoding::default().name())
}

/// The algorithms of each recoding, with what the page of each promises; those that share a page
/// share a line.
pub fn algorithms() -> String {
    let mut text = "How to search; `incrowd explain NAME` tells more:".to_owned();
    for recoding in Recoding::ALL {
        let default = recoding.algorithm().name();
        text += &format!("\n{} [default: {default}]", recoding.name());
        let of_it = ALGORITHMS.iter().filter(|algorithm| algorithm.recoding() == recoding);
        let page = |algorithm: &dyn Algorithm| {
            pages::find(algorithm.name()).map(|(_, page)| (page.names[0], page))
        };
        let all: Vec<&dyn Algorithm> = of_it.copied().collect();
        let is_same = |one: &&dyn Algorithm, other: &&dyn Algorithm| {
            page(*one).map(|(name, _)| name) == page(*other).map(|(name, _)| name)
        };
        for alike in all.chunk_by(is_same) {
            let names: Vec<&str> = alike.iter().map(|algorithm| algorithm.name()).collect();
            let promise = page(alike[0]).map(|(_, page)| page.promise()).unwrap_or_default();
            text += &format!("\n  {}: {promise}", names.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_is_told_once_with_what_it_promises() {
        let text = algorithms();
        let lines: Vec<(&str, &str)> =
            text.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": ")).collect();
        for algorithm in ALGORITHMS {
            let is_it = |names: &str| names.split(", ").any(|name| name == algorithm.name());
            let told: Vec<_> = lines.iter().filter(|(names, _)| is_it(names)).collect();
            assert_eq!(told.len(), 1, "{}", algorithm.name());
            assert!(!told[0].1.is_empty(), "{}", algorithm.name());
        }
    }
    #[test]
    fn every_action_is_told() {
        let text = masking("", "");
        for name in Action::names() {
            assert!(text.contains(name), "{name}");
        }
    }
}
