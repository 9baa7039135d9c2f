//! What --column can ask for.

use incrowd_core::mask::coding::Coding;
use incrowd_core::mask::numbers::Grouping;
use incrowd_core::mask::rounding::Rounding;

use crate::reading::{number_of_values, one_of};

/// Everything that --column can say, for errors.
const ACTIONS: [&str; 20] = [
    "keep",
    "drop",
    "redact",
    "constant",
    "pseudonym",
    "quantile",
    "sketch",
    "kmedian",
    "kcenter",
    "cellular",
    "sse",
    "level",
    "top",
    "bottom",
    "range",
    "round",
    "zip3",
    "year",
    "birth-year",
    "age",
];

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
    /// The word for it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Action::Keep => "keep",
            Action::Drop => "drop",
            Action::Redact => "redact",
            Action::Constant(_) => "constant",
            Action::Pseudonym => "pseudonym",
            Action::Numbers(grouping, _) => grouping.name(),
            Action::Level(_) => "level",
            Action::Coded(_) => "top, bottom or range",
            Action::Rounded(_) => "round",
            Action::Zip3 => "zip3",
            Action::Year => "year",
            Action::BirthYear => "birth-year",
            Action::Age => "age",
        }
    }

    /// Reads what stands after `COL=`.
    pub fn read(text: &str) -> std::result::Result<Action, String> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if let Some(grouping) = Grouping::named(name) {
            let values = rest.map(number_of_values).transpose()?;
            return Ok(Action::Numbers(grouping, values));
        }
        let simple = match name {
            "keep" => Some(Action::Keep),
            "drop" => Some(Action::Drop),
            "redact" => Some(Action::Redact),
            "pseudonym" => Some(Action::Pseudonym),
            "zip3" => Some(Action::Zip3),
            "year" => Some(Action::Year),
            "birth-year" => Some(Action::BirthYear),
            "age" => Some(Action::Age),
            _ => None,
        };
        match (simple, rest) {
            (Some(action), None) => return Ok(action),
            (Some(_), Some(rest)) => return Err(format!("'{name}' takes no ':{rest}'")),
            (None, _) => {}
        }
        if name == "level" {
            let level = |text: &str| {
                text.parse().map_err(|_| format!("'{text}' is no level; write a number from 0"))
            };
            return Ok(Action::Level(rest.map(level).transpose()?));
        }
        let needs = |example: &str| {
            rest.filter(|rest| !rest.is_empty())
                .ok_or_else(|| format!("'{name}' needs more, as in {example}"))
        };
        let coded = |bottom: Option<&str>, top: Option<&str>| {
            Coding::new(bottom, top).map(Action::Coded).map_err(|error| error.to_string())
        };
        match name {
            "constant" => needs("constant:removed").map(|text| Action::Constant(text.to_owned())),
            "top" => coded(None, Some(needs("top:89")?)),
            "bottom" => coded(Some(needs("bottom:18")?), None),
            "range" => match needs("range:18..89")?.split_once("..") {
                Some((low, high)) => coded(Some(low), Some(high)),
                None => Err("write the limits as in range:18..89".into()),
            },
            "round" => {
                let width = needs("round:1000")?;
                let rounding = Rounding::new(width).map(Action::Rounded);
                rounding.ok_or_else(|| format!("'{width}' is no width; write a number above 0"))
            }
            other => Err(one_of("", other, &ACTIONS).message.trim_start().to_owned()),
        }
    }
}
