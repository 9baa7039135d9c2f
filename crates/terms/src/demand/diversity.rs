//! l-diversity: how varied a secret is within a class, in four forms.

use std::fmt;
use std::str::FromStr;

use super::flag::{DemandSubject, Flag, FlagValue};
use super::p_sensitive::{self, several};
use super::{Demand, FigureGrid, PrivacyDemand, Strictness, alpha_k};
use crate::{Figure, Fraction};

/// The demand that a sensitive column is l-diverse in every class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LDiversity {
    /// The sensitive column.
    pub column: String,
    /// The form of l-diversity, with its parameters.
    pub diversity: Diversity,
}

/// A form of l-diversity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diversity {
    /// At least `l` distinct values.
    Distinct(u64),
    /// No value has more than `1/l` of the rows of the class.
    Frequency(Fraction),
    /// The exponential of the entropy is at least `l`.
    Entropy(Fraction),
    /// `r_1 < c (r_l + ... + r_m)` for the counts `r` of the values in descending order.
    Recursive {
        /// The factor of the sum of the tail.
        c: Fraction,
        /// The position of the first count that belongs to the tail.
        l: u64,
        /// Whether equality fails (Machanavajjhala et al. 2006) or passes (Nergiz, Atzori &
        /// Clifton 2007, section 5.2).
        strict: bool,
    },
}

pub(super) const FLAG: Flag = Flag::new(
    "l",
    "[COL=]FORM:L",
    "l-diversity: distinct:3, frequency:3, entropy:3, recursive:4,3 or recursive-le:4,3; for one \
     column illness=distinct:3. Repeatable",
)
.takes(FlagValue::Words)
.asks(DemandSubject::Secrets, |asked| {
    asked.per_column(&FLAG, Diversity::from_str, |column, diversity| {
        LDiversity { column, diversity }.into()
    })
});

impl FromStr for Diversity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORMS: &str = "distinct:3, frequency:3, entropy:3, recursive:4,3 or recursive-le:4,3";
        let invalid = |why: String| format!("'{text}' is no l-diversity: {why}; write {FORMS}");
        let (form, parameters) =
            text.split_once(':').ok_or_else(|| invalid("a form and a number are needed".into()))?;
        let at_least_one = |l: Fraction| {
            if l >= Fraction::ONE { Ok(l) } else { Err(invalid("l must be at least 1".into())) }
        };
        let whole_number = |text: &str| {
            let l =
                text.trim().parse().map_err(|_| invalid(format!("'{text}' is no whole number")))?;
            at_least_one(Fraction::from(l)).map(|_| l)
        };
        let fraction =
            |text: &str| at_least_one(text.parse().map_err(|e| invalid(format!("{e}")))?);
        match form {
            "distinct" => Ok(Diversity::Distinct(whole_number(parameters)?)),
            "frequency" => Ok(Diversity::Frequency(fraction(parameters)?)),
            "entropy" => Ok(Diversity::Entropy(fraction(parameters)?)),
            "recursive" | "recursive-le" => {
                let (c, l) = parameters
                    .split_once(',')
                    .ok_or_else(|| invalid("c and l are needed".into()))?;
                let c: Fraction = c.parse().map_err(|e| invalid(format!("{e}")))?;
                if c == Fraction::ZERO {
                    return Err(invalid("c must be above 0".into()));
                }
                Ok(Diversity::Recursive { c, l: whole_number(l)?, strict: form == "recursive" })
            }
            _ => Err(invalid(format!("there is no form '{form}'"))),
        }
    }
}

impl PrivacyDemand for LDiversity {
    fn model(&self) -> &'static str {
        match self.diversity {
            Diversity::Distinct(_) => "distinct-l-diversity",
            Diversity::Frequency(_) => "frequency-l-diversity",
            Diversity::Entropy(_) => "entropy-l-diversity",
            Diversity::Recursive { .. } => "recursive-cl-diversity",
        }
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        match &self.diversity {
            Diversity::Distinct(l) => (*l).into(),
            Diversity::Frequency(l) | Diversity::Entropy(l) => write(*l),
            Diversity::Recursive { c, l, strict } => {
                let parts = [("c", write(*c)), ("l", (*l).into()), ("strict", (*strict).into())];
                Figure::parts(parts)
            }
        }
    }

    fn strictness(&self) -> Vec<Strictness> {
        match self.diversity {
            Diversity::Distinct(l) => Strictness::whole(l),
            Diversity::Frequency(l) => {
                vec![Strictness::rising(l, Fraction::ONE, FigureGrid::Counts)]
            }
            Diversity::Entropy(l) => {
                vec![Strictness::rising(l, Fraction::ONE, FigureGrid::Millionths)]
            }
            Diversity::Recursive { c, strict, .. } => {
                // With `<` there is no least c that is met, so c moves in millionths.
                let grid = if strict { FigureGrid::Millionths } else { FigureGrid::Counts };
                vec![Strictness::falling(c, Fraction::MANY, grid)]
            }
        }
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        let diversity = match self.diversity {
            Diversity::Distinct(_) => Diversity::Distinct(figures[0].floor_of(1)),
            Diversity::Frequency(_) => Diversity::Frequency(figures[0]),
            Diversity::Entropy(_) => Diversity::Entropy(figures[0]),
            Diversity::Recursive { l, strict, .. } => {
                Diversity::Recursive { c: figures[0], l, strict }
            }
        };
        LDiversity { column: self.column.clone(), diversity }.into()
    }

    fn means(&self) -> String {
        let column = &self.column;
        match &self.diversity {
            Diversity::Distinct(l) => several(*l, column),
            Diversity::Frequency(l) => {
                format!(
                    "among rows that look alike, no {column} has more than one in {}",
                    l.plain()
                )
            }
            Diversity::Entropy(l) => format!(
                "among rows that look alike, {column} has at least the entropy of {} equally frequent values",
                l.plain()
            ),
            Diversity::Recursive { c, l, strict } => {
                let relation = if *strict { "less than" } else { "at most" };
                format!(
                    "among rows that look alike, the most frequent {column} has {relation} {} times as many rows as all values have together from number {l} on, in order of frequency",
                    c.plain()
                )
            }
        }
    }

    fn against(&self) -> &'static str {
        match self.diversity {
            Diversity::Distinct(_) => p_sensitive::AGAINST,
            Diversity::Frequency(_) => alpha_k::AGAINST,
            Diversity::Entropy(_) | Diversity::Recursive { .. } => {
                "someone who knows that a person is in the table and can rule out some secrets, but not all that matter"
            }
        }
    }

    fn not_against(&self) -> &'static str {
        match self.diversity {
            Diversity::Distinct(_) => p_sensitive::NOT_AGAINST,
            Diversity::Frequency(_) => alpha_k::NOT_AGAINST,
            Diversity::Entropy(_) | Diversity::Recursive { .. } => {
                "someone who is content with a likely secret: the likeliest one may still be very likely; nor someone who takes values that mean nearly the same for one"
            }
        }
    }

    fn column(&self) -> Option<&str> {
        Some(&self.column)
    }
}

impl fmt::Display for LDiversity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = &self.column;
        match &self.diversity {
            Diversity::Distinct(l) => write!(f, "distinct {l}-diversity of {column}"),
            Diversity::Frequency(l) => write!(f, "frequency {}-diversity of {column}", l.plain()),
            Diversity::Entropy(l) => write!(f, "entropy {}-diversity of {column}", l.plain()),
            Diversity::Recursive { c, l, strict } => {
                let relation = if *strict { "<" } else { "<=" };
                write!(f, "recursive ({},{l})-diversity ({relation}) of {column}", c.plain())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read() {
        assert_eq!("distinct:3".parse(), Ok(Diversity::Distinct(3)));
        assert_eq!("entropy:2.5".parse(), Ok(Diversity::Entropy(Fraction::new(5, 2))));
        let recursive = Diversity::Recursive { c: Fraction::from(4), l: 3, strict: false };
        assert_eq!("recursive-le:4,3".parse(), Ok(recursive));
    }

    #[test]
    fn bad_forms_say_what_would_be_right() {
        for text in ["3", "distinct:0", "distinct:x", "entropy:1/2", "recursive:3", "foo:3"] {
            let error = text.parse::<Diversity>().unwrap_err();
            assert!(error.contains("write distinct:3"), "{error}");
        }
    }
}
