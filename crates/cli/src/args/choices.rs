//! Help about what can be chosen, made from the lists of what there is: a choice that is added there
//! is told here.

use clap::Arg;
use clap::builder::PossibleValue;
use incrowd::core::hierarchy;
use incrowd::core::search::{ALGORITHMS, Algorithm, Recoding};
use incrowd::masking::Action;
use incrowd::pages;
use incrowd::terms::FLAGS;

use crate::wording::with_flags;

/// Lines of help are no longer.
const WIDTH: usize = 98;

/// The hierarchies that can be asked for.
pub fn hierarchies() -> String {
    let forms = hierarchy::forms();
    format!(
        "A column's hierarchy: {forms}; repeatable [default: auto for numbers, keep or * for the rest]"
    )
}

/// The help of a flag with a line about each of the words that it can be.
pub fn listed(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let line = |value: &PossibleValue| {
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("\n{}: {about}", value.get_name())
    };
    let lines: String = arg.get_possible_values().iter().map(line).collect();
    arg.help(format!("{help}:{lines}"))
}

/// The help of a flag with the words that it can be.
pub fn named(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let (about, default) = help.split_once(" [").unwrap_or((&help, ""));
    let help = format!("{about}: {} [{default}", names.join(", "));
    arg.help(help)
}

/// What of the demands can be explored, in words.
pub fn explored() -> String {
    let varied = FLAGS.iter().flat_map(|flag| flag.varied).map(|varied| varied.name);
    let also: Vec<&str> = varied.filter(|name| *name != "k").chain(["suppress"]).collect();
    format!(
        "Print the trade-off for several demands instead of publishing: k=2,5,10,20 (also {})",
        also.join(", ")
    )
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
    with_flags(&format!("{text}.\n{after}"))
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
