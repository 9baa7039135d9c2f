//! What `column` can ask for: one list of words, from which errors and help are made too.

use incrowd_columns::mask::coding::Coding;
use incrowd_columns::mask::numbers::Grouping;
use incrowd_columns::mask::rounding::Rounding;
use incrowd_columns::mask::shift::MOST_DAYS;

use incrowd_core::terms::not_one_of;

use crate::reading::number_of_values;

/// What becomes of a column.
#[derive(Clone, Debug)]
pub enum Action {
    /// As it is.
    Keep,
    /// Left out.
    Drop,
    /// Every value `*`.
    Redact,
    /// Every value this one.
    Constant(String),
    /// A name that only the key can give again.
    Pseudonym,
    /// Dates moved by a secret number of days, the same for all dates of a person: so many at most.
    Shift(u32),
    /// Numbers and dates in groups: so many, or as the budget says.
    Numbers(Grouping, Option<u64>),
    /// A level of the hierarchy, or the lowest within the budget.
    Level(Option<usize>),
    /// Numbers beyond limits at the limits.
    Coded(Coding),
    /// Numbers to the nearest multiple.
    Rounded(Rounding),
    /// The first three digits of a ZIP code.
    Zip3,
    /// The year of a date.
    Year,
    /// The year of a birth, of the old as a limit.
    BirthYear,
    /// Ages, of the old as a limit.
    Age,
}

impl Action {
    /// The word for it, or those that it may have been asked for by.
    #[must_use]
    pub fn name(&self) -> String {
        if let Action::Numbers(grouping, _) = self {
            return grouping.name().to_owned();
        }
        let words = WORDS.iter().filter(|word| (word.means)(self));
        either(&words.map(|word| word.name).collect::<Vec<_>>())
    }

    /// Every word that can stand after `COL=`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|word| word.name).chain(Grouping::ALL.map(Grouping::name))
    }

    /// How everything is written that can stand after `COL=`.
    #[must_use]
    pub fn forms() -> String {
        let groupings = Grouping::ALL.map(Grouping::name).join(", ");
        format!(
            "{}, {groupings} (of numbers and dates; quantile:20 for so many values)",
            WORDS.iter().map(|word| word.form).collect::<Vec<_>>().join(", ")
        )
    }

    /// Reads what stands after `COL=`.
    ///
    /// # Errors
    /// A word that is none of those known, or what does not belong behind it.
    pub fn read(text: &str) -> std::result::Result<Action, String> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if let Some(grouping) = Grouping::named(name) {
            let values = rest.map(number_of_values).transpose()?;
            return Ok(Action::Numbers(grouping, values));
        }
        let Some(word) = WORDS.iter().find(|word| word.name == name) else {
            let known: Vec<&str> = Action::names().collect();
            return Err(not_one_of(name, &known));
        };
        match (&word.takes, rest) {
            (ActionArgument::Nothing(action), None) => Ok(action.clone()),
            (ActionArgument::Nothing(_), Some(rest)) => Err(format!("'{name}' takes no ':{rest}'")),
            (ActionArgument::Perhaps(read), rest) => read(rest),
            (ActionArgument::More(read, _), Some(rest)) if !rest.is_empty() => read(rest),
            (ActionArgument::More(_, example), _) => {
                Err(format!("'{name}' needs more, as in {example}"))
            }
        }
    }
}

/// A word of `column`. The words for groups of numbers are those of [`Grouping`].
struct ActionWord {
    name: &'static str,
    /// How it is written, and what to know about it.
    form: &'static str,
    takes: ActionArgument,
    /// Whether it can ask for an action.
    means: fn(&Action) -> bool,
}

/// What stands behind a word.
enum ActionArgument {
    Nothing(Action),
    Perhaps(fn(Option<&str>) -> std::result::Result<Action, String>),
    /// With an example.
    More(fn(&str) -> std::result::Result<Action, String>, &'static str),
}

/// Every word but those for groups of numbers.
static WORDS: [ActionWord; 15] = [
    ActionWord {
        name: "keep",
        form: "keep",
        takes: ActionArgument::Nothing(Action::Keep),
        means: |action| matches!(action, Action::Keep),
    },
    ActionWord {
        name: "drop",
        form: "drop",
        takes: ActionArgument::Nothing(Action::Drop),
        means: |action| matches!(action, Action::Drop),
    },
    ActionWord {
        name: "redact",
        form: "redact (*)",
        takes: ActionArgument::Nothing(Action::Redact),
        means: |action| matches!(action, Action::Redact),
    },
    ActionWord {
        name: "constant",
        form: "constant:TEXT",
        takes: ActionArgument::More(
            |text| Ok(Action::Constant(text.to_owned())),
            "constant:removed",
        ),
        means: |action| matches!(action, Action::Constant(_)),
    },
    ActionWord {
        name: "pseudonym",
        form: "pseudonym (needs `key-file`)",
        takes: ActionArgument::Nothing(Action::Pseudonym),
        means: |action| matches!(action, Action::Pseudonym),
    },
    ActionWord {
        name: "shift",
        form: "shift:30d (dates of a person move by the same secret number of days; needs `person` and `key-file`)",
        takes: ActionArgument::More(shifted, "shift:30d"),
        means: |action| matches!(action, Action::Shift(_)),
    },
    ActionWord {
        name: "level",
        form: "level (of the column's hierarchy; level:2 for that one)",
        takes: ActionArgument::Perhaps(level),
        means: |action| matches!(action, Action::Level(_)),
    },
    ActionWord {
        name: "top",
        form: "top:89",
        takes: ActionArgument::More(|top| coded(None, Some(top)), "top:89"),
        means: |action| matches!(action, Action::Coded(_)),
    },
    ActionWord {
        name: "bottom",
        form: "bottom:18",
        takes: ActionArgument::More(|bottom| coded(Some(bottom), None), "bottom:18"),
        means: |action| matches!(action, Action::Coded(_)),
    },
    ActionWord {
        name: "range",
        form: "range:18..89 (numbers and dates)",
        takes: ActionArgument::More(range, "range:18..89"),
        means: |action| matches!(action, Action::Coded(_)),
    },
    ActionWord {
        name: "round",
        form: "round:10 (numbers)",
        takes: ActionArgument::More(rounded, "round:1000"),
        means: |action| matches!(action, Action::Rounded(_)),
    },
    ActionWord {
        name: "zip3",
        form: "zip3",
        takes: ActionArgument::Nothing(Action::Zip3),
        means: |action| matches!(action, Action::Zip3),
    },
    ActionWord {
        name: "year",
        form: "year",
        takes: ActionArgument::Nothing(Action::Year),
        means: |action| matches!(action, Action::Year),
    },
    ActionWord {
        name: "birth-year",
        form: "birth-year",
        takes: ActionArgument::Nothing(Action::BirthYear),
        means: |action| matches!(action, Action::BirthYear),
    },
    ActionWord {
        name: "age",
        form: "age (safe harbor)",
        takes: ActionArgument::Nothing(Action::Age),
        means: |action| matches!(action, Action::Age),
    },
];

fn level(rest: Option<&str>) -> std::result::Result<Action, String> {
    let level = |text: &str| {
        text.parse().map_err(|_| format!("'{text}' is no level; write a number from 0"))
    };
    Ok(Action::Level(rest.map(level).transpose()?))
}

fn shifted(days: &str) -> std::result::Result<Action, String> {
    let number = days.strip_suffix('d').and_then(|days| days.parse().ok());
    let number = number.filter(|days| (1..=MOST_DAYS).contains(days)).map(Action::Shift);
    number.ok_or_else(|| {
        format!("'{days}' is no number of days to move dates by; write 1d to {MOST_DAYS}d, as in shift:30d")
    })
}

fn coded(bottom: Option<&str>, top: Option<&str>) -> std::result::Result<Action, String> {
    Coding::new(bottom, top).map(Action::Coded).map_err(|error| error.to_string())
}

fn range(limits: &str) -> std::result::Result<Action, String> {
    match limits.split_once("..") {
        Some((low, high)) => coded(Some(low), Some(high)),
        None => Err("write the limits as in range:18..89".into()),
    }
}

fn rounded(width: &str) -> std::result::Result<Action, String> {
    let rounding = Rounding::new(width).map(Action::Rounded);
    rounding.ok_or_else(|| format!("'{width}' is no width; write a number above 0"))
}

/// One word or another.
fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_asks_for_what_it_means() {
        for word in &WORDS {
            let text = match &word.takes {
                ActionArgument::More(_, example) => example,
                _ => word.name,
            };
            let action = Action::read(text).unwrap();
            assert!((word.means)(&action), "{text}");
            assert!(action.name().contains(word.name), "{text}");
        }
        assert_eq!(Action::read("top:89").unwrap().name(), "top, bottom or range");
        let unknown = Action::read("tpo:89").unwrap_err();
        assert!(Action::names().all(|name| unknown.contains(name)), "{unknown}");
    }
}
