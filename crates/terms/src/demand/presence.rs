//! delta-presence: how likely anyone may be to be in the table.

use std::fmt;


use super::asked::{chance, probability};
use super::flag::{DemandSubject, LeadingDash, Flag, ExploredPart};
use super::{PrivacyDemand, DemandInput, PopulationKnowledge, Demand, FigureGrid, DemandError, Strictness, joint_presence, population};
use crate::{Figure, Fraction};

/// The probability that a person of the population is in the table lies between `least` and `most`,
/// for everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The least probability.
    pub least: Fraction,
    /// The greatest probability.
    pub most: Fraction,
    /// What the adversary knows of the population.
    pub knowledge: Knowledge,
}

/// What an adversary who looks for people in the table knows of the population.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// A table of it, and the same prior for everyone.
    Table,
    /// A table of it, with a prior for each person.
    Prior {
        /// The column of the population that holds it.
        column: String,
    },
    /// How its people are distributed, and how many there are.
    Distribution {
        /// People in the population.
        people: u64,
        /// The probability with which all classes together keep the promise.
        confidence: Fraction,
    },
}

pub(super) const FLAG: Flag = Flag::new(
    "presence",
    "MIN,MAX",
    "delta-presence: everyone of the population is in the table with a probability from MIN to \
     MAX; needs `public`, `member` or `distribution`",
)
.dash(LeadingDash::Always)
.asks(DemandSubject::People, read)
.varied(&[
    ExploredPart {
        name: "presence-min",
        word: |word, least| Ok(format!("{least},{}", deltas(word.unwrap_or("0,1"))?.1)),
    },
    ExploredPart {
        name: "presence-max",
        word: |word, most| Ok(format!("{},{most}", deltas(word.unwrap_or("0,1"))?.0)),
    },
]);

pub(super) const PRIOR: Flag = Flag::new(
    "prior",
    "COL",
    "`presence` and `joint-presence` against someone with beliefs of their own: this column of the population holds \
     each person's probability of being in the table before anything is published",
);

pub(super) const CONFIDENCE: Flag = Flag::new(
    "confidence",
    "SHARE",
    "With `distribution`: the probability with which the promise holds [default: 95%]",
)
.dash(LeadingDash::Always);

pub(super) const AGAINST: &str = "someone who has a register of the population and wonders who is in the table; not someone who knows how the algorithm chose the release";

pub(super) const NOT_AGAINST: &str = "someone who knows already that a person is in the table and wants the person's secret, or who knows how the algorithm chose the release (see `audit`)";

/// Why suppression is not allowed with priors.
pub(super) const UNWEIGHED: &str = "how likely the people of a suppressed class are in the table would depend on what is believed of all others who may have been suppressed, which is not computed";

/// The reason against rows of stars, for all demands on presence.
pub(super) const VOID: Option<&str> = Some("`presence`");

fn read(asked: &DemandInput<'_>) -> Result<Vec<Demand>, DemandError> {
    let Some(text) = asked.one(&FLAG) else {
        // Joint presence takes beliefs too.
        if !asked.has(&joint_presence::FLAG) {
            asked.idle(&[&PRIOR], &FLAG)?;
        }
        if asked.has_distribution {
            let message = "`distribution` is for `presence`, which is not demanded";
            return Err(DemandError::new(message));
        }
        asked.idle(&[&CONFIDENCE], &FLAG)?;
        return Ok(Vec::new());
    };
    let (least, most) = deltas(text)?;
    Ok(vec![Presence { least, most, knowledge: knowledge(asked)? }.into()])
}

fn knowledge(asked: &DemandInput<'_>) -> Result<Knowledge, DemandError> {
    let message = match (asked.has_distribution, asked.one(&PRIOR)) {
        (true, Some(_)) => {
            "`prior` is a column of `public`, and with `distribution` there is none"
        }
        (true, None) => match asked.at_least_one(&population::SIZE)? {
            Some(people) => {
                let confidence = asked.one(&CONFIDENCE).unwrap_or("95%");
                let confidence = chance(&CONFIDENCE, confidence)?;
                return Ok(Knowledge::Distribution { people, confidence });
            }
            None => "`distribution` needs `population`: how many people are distributed so",
        },
        (false, _) if asked.has(&CONFIDENCE) => {
            "`confidence` is for `distribution`: with a table of the population nothing is left to chance"
        }
        (false, Some(column)) => return Ok(Knowledge::Prior { column: column.to_owned() }),
        (false, None) => return Ok(Knowledge::Table),
    };
    Err(DemandError::new(message))
}

/// The least and the greatest probability of being in the table, as `presence` takes them.
///
/// # Errors
/// If they are no probabilities, or the least is above the greatest.
pub fn deltas(text: &str) -> Result<(Fraction, Fraction), DemandError> {
    let wrong = |why: String| FLAG.refusal(text, &why);
    let (least, most) = text
        .split_once(',')
        .ok_or_else(|| wrong("two probabilities are needed, such as 0.02,0.05 or 0,1/20".into()))?;
    let read = |part: &str| probability(part.trim()).map_err(wrong);
    let (least, most) = (read(least)?, read(most)?);
    if least > most {
        let why = format!("the least, {}, is above the greatest, {}", least.plain(), most.plain());
        return Err(wrong(why));
    }
    Ok((least, most))
}

impl PrivacyDemand for Presence {
    fn model(&self) -> &'static str {
        match self.knowledge {
            Knowledge::Table => "delta-presence",
            Knowledge::Prior { .. } => "prior-presence",
            Knowledge::Distribution { .. } => "estimated-presence",
        }
    }

    fn demanded_as(&self, write: fn(Fraction) -> Figure) -> Figure {
        let range = Figure::parts([("min", self.least.into()), ("max", self.most.into())]);
        match &self.knowledge {
            Knowledge::Table => range,
            Knowledge::Prior { column } => range.with("prior", column.as_str()),
            Knowledge::Distribution { people, confidence } => {
                range.with("population", *people).with("confidence", write(*confidence))
            }
        }
    }

    fn strictness(&self) -> Vec<Strictness> {
        // Beliefs and tails of distributions are no quotients of counts.
        let grid = match self.knowledge {
            Knowledge::Table => FigureGrid::Counts,
            Knowledge::Prior { .. } | Knowledge::Distribution { .. } => FigureGrid::Millionths,
        };
        vec![
            Strictness::falling(self.most, Fraction::ONE, grid),
            Strictness::rising(self.least, Fraction::ZERO, grid),
        ]
    }

    fn turned(&self, figures: &[Fraction]) -> Demand {
        Presence { most: figures[0], least: figures[1], knowledge: self.knowledge.clone() }.into()
    }

    fn means(&self) -> String {
        let given = match &self.knowledge {
            Knowledge::Table => String::new(),
            Knowledge::Prior { column } => format!(", given the beliefs in {column}"),
            Knowledge::Distribution { people, confidence } => {
                format!(" of {people} people, with a confidence of {}", confidence.plain())
            }
        };
        format!(
            "everyone of the population{given} is in the table with a probability from {} to {}",
            self.least.plain(),
            self.most.plain()
        )
    }

    fn against(&self) -> &'static str {
        match self.knowledge {
            Knowledge::Table => AGAINST,
            Knowledge::Prior { .. } => {
                "someone who has a register of the population and beliefs of their own, and wonders who is in the table; not someone who knows how the algorithm chose the release"
            }
            Knowledge::Distribution { .. } => {
                "someone who has a register of the population that we know only by its distribution, and wonders who is in the table; not someone who knows how the algorithm chose the release"
            }
        }
    }

    fn not_against(&self) -> &'static str {
        NOT_AGAINST
    }

    fn population_knowledge(&self) -> PopulationKnowledge {
        match self.knowledge {
            Knowledge::Table | Knowledge::Prior { .. } => PopulationKnowledge::Register,
            Knowledge::Distribution { .. } => PopulationKnowledge::Distribution,
        }
    }

    fn is_about_members(&self) -> bool {
        true
    }

    fn traits(&self) -> Vec<&str> {
        self.beliefs().into_iter().collect()
    }

    fn beliefs(&self) -> Option<&str> {
        match &self.knowledge {
            Knowledge::Prior { column } => Some(column),
            Knowledge::Table | Knowledge::Distribution { .. } => None,
        }
    }

    fn presence(&self) -> Option<(Fraction, Fraction)> {
        Some((self.least, self.most))
    }

    fn forbids_suppression(&self) -> Option<&'static str> {
        match self.knowledge {
            Knowledge::Table => None,
            Knowledge::Prior { .. } => Some(UNWEIGHED),
            Knowledge::Distribution { .. } => Some(
                "how many people no published class matches is not known, so neither is how likely they are in the table",
            ),
        }
    }

    fn voided_by_stars(&self) -> Option<&'static str> {
        VOID
    }
}

impl fmt::Display for Presence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})-presence", self.least.plain(), self.most.plain())?;
        match &self.knowledge {
            Knowledge::Table => Ok(()),
            Knowledge::Prior { column } => write!(f, " against the beliefs in {column}"),
            Knowledge::Distribution { people, confidence } => {
                write!(f, " among {people} people, with confidence {}", confidence.plain())
            }
        }
    }
}
