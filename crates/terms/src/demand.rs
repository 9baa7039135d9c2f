//! What can be asked of a release, one demand per model and column.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use crate::Fraction;

/// One privacy demand on a published table. A class is the set of rows with equal published
/// quasi-identifiers; every demand is on every class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Every class has at least `k` rows.
    KAnonymity {
        /// The least class size.
        k: u64,
    },
    /// Every class matches at least `k` people of the population.
    KMap {
        /// The least number of matching people.
        k: u64,
        /// Where the number of matching people comes from.
        population: Population,
    },
    /// Every class has at least `p` distinct values of the column.
    PSensitivity {
        /// The sensitive column.
        column: String,
        /// The least number of distinct values.
        p: u64,
    },
    /// A form of l-diversity.
    Diversity {
        /// The sensitive column.
        column: String,
        /// Which form, and how diverse.
        diversity: Diversity,
    },
    /// No value of the column is more frequent in a class than `alpha`.
    AlphaK {
        /// The sensitive column.
        column: String,
        /// The largest share of one value in a class.
        alpha: Fraction,
    },
    /// The column is distributed in every class much as in the whole published table.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// How close, and by which distance between values.
        closeness: Closeness,
    },
    /// No value gains more in a class, relative to the whole table, than `likeness` allows.
    BetaLikeness {
        /// The sensitive column.
        column: String,
        /// Which form, and how much gain.
        likeness: Likeness,
    },
    /// Every value of the table is in every class, in about its share of the table.
    DeltaDisclosure {
        /// The sensitive column.
        column: String,
        /// The bound on |ln(q/p)|, exclusive.
        delta: Fraction,
    },
    /// No secret of a class is near that of more than one `m`-th of its rows.
    Proximity {
        /// The sensitive column, of numbers or dates.
        column: String,
        /// How near, and how many.
        proximity: Proximity,
    },
    /// (delta,l)-diversity: as [`Demand::Proximity`], where intervals around secrets may not meet.
    DeltaL {
        /// The sensitive column, of numbers or dates.
        column: String,
        /// How near, how many, and by which of two readings.
        delta_l: DeltaL,
    },
    /// Everyone of the population is in the table, as far as the release tells, with a probability
    /// from `least` to `most`.
    Presence {
        /// The least probability.
        least: Fraction,
        /// The greatest probability.
        most: Fraction,
        /// What the adversary knows of the population.
        knowledge: Knowledge,
    },
    /// Presence with limits of each person's own.
    PersonalPresence {
        /// The column of the population with the least probabilities.
        low: String,
        /// The column of the population with the greatest ones.
        high: String,
    },
    /// Nobody of the population is in the table and has a secret with a probability above `most`.
    JointPresence {
        /// The sensitive column.
        column: String,
        /// The secret; every value of the column if there is none.
        value: Option<String>,
        /// The greatest probability.
        most: Fraction,
    },
    /// The population is k-anonymous under the mapping by which the table is published.
    WeakKAnonymity {
        /// The least number of people in a class.
        k: u64,
    },
    /// Of the members and the others in a class, those who are more are at most `c` times those
    /// who are fewer.
    MixedMembership {
        /// The factor.
        c: Fraction,
    },
}

/// What an adversary who looks for people in the table knows of the population.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// A table of it, and nothing that sets one person apart from another beforehand.
    Table,
    /// A table of it, with a belief about each person beforehand.
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

/// Where k-map gets its population from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Population {
    /// A table of the population: matches are counted.
    Table,
    /// Only its size is known: matches are estimated from the sample.
    Estimated {
        /// People in the population.
        people: u64,
        /// The distribution of a class's sample size.
        estimator: Estimator,
        /// The accepted probability of taking a class for safe that is not.
        significance: Fraction,
    },
}

/// How a class's sample size is thought to be distributed, given its size in the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// Poisson.
    Poisson,
    /// Poisson without zero: a published class has at least one row.
    ZeroTruncatedPoisson,
}

/// A form of l-diversity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diversity {
    /// At least `l` distinct values.
    Distinct(u64),
    /// No value above one `l`-th of the class.
    Frequency(Fraction),
    /// The exponential of the entropy is at least `l`.
    Entropy(Fraction),
    /// `r1 < c (r_l + ... + r_m)` for descending counts `r`.
    Recursive {
        /// The factor.
        c: Fraction,
        /// From which count on the tail is summed.
        l: u64,
        /// Whether `r1 = c (...)` fails (the original) or passes (paper 000, section 5.2).
        strict: bool,
    },
}

/// How close a class's distribution must be to the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closeness {
    /// The largest earth mover's distance.
    pub t: Fraction,
    /// The ground distance.
    pub distance: Distance,
}

/// The ground distance between two sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Any two values are at distance one.
    Equal,
    /// By rank among the distinct values of the table.
    Ordered,
    /// By the height of the lowest common ancestor in the column's hierarchy.
    Hierarchical,
}

/// (eps,m)-anonymity: at most one `m`-th of a class is near any of its secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proximity {
    /// What is near.
    pub radius: Radius,
    /// The part of a class that may be near.
    pub m: Fraction,
}

/// How far from a secret others are near it. Of dates it is in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radius {
    /// So much.
    Absolute(Fraction),
    /// So much of the secret's own magnitude, at most all of it.
    Relative(Fraction),
}

/// (delta,l)-diversity (paper 003): at most one `l`-th of a class is alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaL {
    /// Half the distance within which secrets are alike; of dates in days.
    pub delta: Fraction,
    /// The part of a class that may be alike.
    pub l: Fraction,
    /// Which of the paper's two readings is meant.
    pub mode: Alike,
}

/// What (delta,l)-diversity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The rows within 2 delta of one of the secrets, on either side (003, definition 5).
    Definition,
    /// The rows in any interval that is 2 delta wide (003, figure 3).
    Window,
}

/// A form of beta-likeness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// `(q - p) / p <= beta`.
    Basic(Fraction),
    /// `(q - p) / p <= min(beta, -ln p)`.
    Enhanced(Fraction),
}

impl Demand {
    /// The model's name, as in `guarantees` and `incrowd explain`.
    #[must_use]
    pub fn model(&self) -> &'static str {
        match self {
            Demand::KAnonymity { .. } => "k-anonymity",
            Demand::KMap { .. } => "k-map",
            Demand::PSensitivity { .. } => "p-sensitivity",
            Demand::Diversity { diversity: Diversity::Distinct(_), .. } => "distinct-l-diversity",
            Demand::Diversity { diversity: Diversity::Frequency(_), .. } => "frequency-l-diversity",
            Demand::Diversity { diversity: Diversity::Entropy(_), .. } => "entropy-l-diversity",
            Demand::Diversity { diversity: Diversity::Recursive { .. }, .. } => {
                "recursive-cl-diversity"
            }
            Demand::AlphaK { .. } => "alpha-k-anonymity",
            Demand::TCloseness { .. } => "t-closeness",
            Demand::BetaLikeness { likeness: Likeness::Basic(_), .. } => "basic-beta-likeness",
            Demand::BetaLikeness { .. } => "enhanced-beta-likeness",
            Demand::DeltaDisclosure { .. } => "delta-disclosure",
            Demand::Proximity { .. } => "eps-m-anonymity",
            Demand::DeltaL { .. } => "delta-l-diversity",
            Demand::Presence { knowledge: Knowledge::Table, .. } => "delta-presence",
            Demand::Presence { knowledge: Knowledge::Prior { .. }, .. } => "prior-presence",
            Demand::Presence { .. } => "estimated-presence",
            Demand::PersonalPresence { .. } => "personal-presence",
            Demand::JointPresence { .. } => "joint-presence",
            Demand::WeakKAnonymity { .. } => "weak-k-anonymity",
            Demand::MixedMembership { .. } => "mixed-membership",
        }
    }

    /// The sensitive column, if the model is about one.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Demand::KAnonymity { .. }
            | Demand::KMap { .. }
            | Demand::Presence { .. }
            | Demand::PersonalPresence { .. }
            | Demand::WeakKAnonymity { .. }
            | Demand::MixedMembership { .. } => None,
            Demand::PSensitivity { column, .. }
            | Demand::Diversity { column, .. }
            | Demand::AlphaK { column, .. }
            | Demand::TCloseness { column, .. }
            | Demand::BetaLikeness { column, .. }
            | Demand::DeltaDisclosure { column, .. }
            | Demand::Proximity { column, .. }
            | Demand::DeltaL { column, .. }
            | Demand::JointPresence { column, .. } => Some(column),
        }
    }

    /// The demanded figure, for JSON: a number, or an object where one number is not enough.
    #[must_use]
    pub fn demanded(&self) -> Value {
        match self {
            Demand::KAnonymity { k } | Demand::KMap { k, population: Population::Table } => {
                json!(k)
            }
            Demand::KMap { k, population: Population::Estimated { people, significance, .. } } => {
                json!({"k": k, "population": people, "significance": number(*significance)})
            }
            Demand::PSensitivity { p, .. } => json!(p),
            Demand::Diversity { diversity, .. } => match diversity {
                Diversity::Distinct(l) => json!(l),
                Diversity::Frequency(l) | Diversity::Entropy(l) => number(*l),
                Diversity::Recursive { c, l, strict } => {
                    json!({"c": number(*c), "l": l, "strict": strict})
                }
            },
            Demand::AlphaK { alpha, .. } => number(*alpha),
            Demand::TCloseness { closeness: Closeness { t, distance }, .. } => {
                json!({"t": number(*t), "distance": distance.name()})
            }
            Demand::BetaLikeness {
                likeness: Likeness::Basic(b) | Likeness::Enhanced(b), ..
            } => number(*b),
            Demand::DeltaDisclosure { delta, .. } => number(*delta),
            Demand::Proximity { proximity: Proximity { radius, m }, .. } => {
                let (eps, relative) = match radius {
                    Radius::Absolute(eps) => (eps, false),
                    Radius::Relative(eps) => (eps, true),
                };
                json!({"eps": number(*eps), "relative": relative, "m": number(*m)})
            }
            Demand::DeltaL { delta_l: DeltaL { delta, l, mode }, .. } => {
                json!({"delta": number(*delta), "l": number(*l), "mode": mode.name()})
            }
            Demand::Presence { least, most, knowledge } => {
                let mut value = json!({"min": least.to_string(), "max": most.to_string()});
                match knowledge {
                    Knowledge::Table => {}
                    Knowledge::Prior { column } => value["prior"] = json!(column),
                    Knowledge::Distribution { people, confidence } => {
                        value["population"] = json!(people);
                        value["confidence"] = number(*confidence);
                    }
                }
                value
            }
            Demand::PersonalPresence { low, high } => json!({"min": low, "max": high}),
            Demand::WeakKAnonymity { k } => json!(k),
            Demand::MixedMembership { c } => json!(c.to_string()),
            Demand::JointPresence { value: None, most, .. } => json!(most.to_string()),
            Demand::JointPresence { value: Some(value), most, .. } => {
                json!({"value": value, "max": most.to_string()})
            }
        }
    }
}

/// A fraction as a JSON number, whole where it is whole.
fn number(fraction: Fraction) -> Value {
    if fraction.is_whole() { json!(fraction.numerator()) } else { json!(fraction.to_f64()) }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Demand::KAnonymity { k } => write!(f, "{k}-anonymity"),
            Demand::KMap { k, population: Population::Table } => write!(f, "{k}-map"),
            Demand::KMap { k, population: Population::Estimated { people, .. } } => {
                write!(f, "{k}-map estimated for {people} people")
            }
            Demand::PSensitivity { column, p } => write!(f, "{p}-sensitivity of {column}"),
            Demand::Diversity { column, diversity } => match diversity {
                Diversity::Distinct(l) => write!(f, "distinct {l}-diversity of {column}"),
                Diversity::Frequency(l) => {
                    write!(f, "frequency {}-diversity of {column}", l.plain())
                }
                Diversity::Entropy(l) => write!(f, "entropy {}-diversity of {column}", l.plain()),
                Diversity::Recursive { c, l, strict } => {
                    let relation = if *strict { "<" } else { "<=" };
                    write!(f, "recursive ({},{l})-diversity ({relation}) of {column}", c.plain())
                }
            },
            Demand::AlphaK { column, alpha } => {
                write!(f, "(alpha,k)-anonymity of {column} with alpha {}", alpha.plain())
            }
            Demand::TCloseness { column, closeness: Closeness { t, distance } } => {
                write!(f, "{}-closeness ({}) of {column}", t.plain(), distance.name())
            }
            Demand::BetaLikeness { column, likeness } => match likeness {
                Likeness::Basic(beta) => write!(f, "basic {}-likeness of {column}", beta.plain()),
                Likeness::Enhanced(beta) => {
                    write!(f, "enhanced {}-likeness of {column}", beta.plain())
                }
            },
            Demand::DeltaDisclosure { column, delta } => {
                write!(f, "{}-disclosure privacy of {column}", delta.plain())
            }
            Demand::Proximity { column, proximity: Proximity { radius, m } } => {
                write!(f, "({radius},{})-anonymity of {column}", m.plain())
            }
            Demand::DeltaL { column, delta_l: DeltaL { delta, l, mode } } => {
                let (delta, l) = (delta.plain(), l.plain());
                write!(f, "({delta},{l})-diversity ({}) of {column}", mode.name())
            }
            Demand::Presence { least, most, knowledge } => {
                write!(f, "({},{})-presence", least.plain(), most.plain())?;
                match knowledge {
                    Knowledge::Table => Ok(()),
                    Knowledge::Prior { column } => write!(f, " against the beliefs in {column}"),
                    Knowledge::Distribution { people, confidence } => {
                        write!(f, " among {people} people, with confidence {}", confidence.plain())
                    }
                }
            }
            Demand::PersonalPresence { low, high } => {
                write!(f, "personal presence within {low} and {high}")
            }
            Demand::WeakKAnonymity { k } => write!(f, "weak {k}-anonymity"),
            Demand::MixedMembership { c } => {
                write!(f, "recursive ({},2)-diversity of membership", c.plain())
            }
            Demand::JointPresence { column, value: None, most } => {
                write!(f, "presence with any {column} at most {}", most.plain())
            }
            Demand::JointPresence { column, value: Some(value), most } => {
                write!(f, "presence with {column} {value} at most {}", most.plain())
            }
        }
    }
}

impl Distance {
    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Distance::Equal => "equal",
            Distance::Ordered => "ordered",
            Distance::Hierarchical => "hierarchical",
        }
    }
}

impl Alike {
    /// Both readings, the default first.
    pub const ALL: [Alike; 2] = [Alike::Definition, Alike::Window];

    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Alike::Definition => "definition",
            Alike::Window => "window",
        }
    }
}

impl fmt::Display for Radius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Radius::Absolute(eps) => f.write_str(&eps.plain()),
            Radius::Relative(eps) => {
                let hundredfold = u128::from(eps.numerator()) * 100;
                match u64::try_from(hundredfold) {
                    Ok(above) => {
                        write!(f, "{}%", Fraction::new(above, eps.denominator()).plain())
                    }
                    Err(_) => write!(f, "{} of it", eps.plain()),
                }
            }
        }
    }
}

impl FromStr for Proximity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (eps, m) = near_and_part(text, "eps and m are needed, as in 15,2 or 10%,2", "m")?;
        let is_relative = text.split(',').next().is_some_and(|eps| eps.trim_end().ends_with('%'));
        let radius = match is_relative {
            false => Radius::Absolute(eps),
            true if eps <= Fraction::ONE => Radius::Relative(eps),
            true => return Err("a relative eps must be from 0% to 100%".into()),
        };
        Ok(Proximity { radius, m })
    }
}

impl DeltaL {
    /// Reads `delta,l`.
    ///
    /// # Errors
    /// If it is not that, with what would be.
    pub fn read(text: &str, mode: Alike) -> Result<Self, String> {
        let (delta, l) = near_and_part(text, "delta and l are needed, as in 15,2", "l")?;
        if text.split(',').next().is_some_and(|delta| delta.trim_end().ends_with('%')) {
            return Err("delta is a distance, not a share: write it like 15".into());
        }
        Ok(DeltaL { delta, l, mode })
    }
}

/// A distance, and a number of at least 1.
fn near_and_part(text: &str, needed: &str, name: &str) -> Result<(Fraction, Fraction), String> {
    let (near, part) = text.split_once(',').ok_or_else(|| needed.to_owned())?;
    let read = |text: &str| text.parse::<Fraction>().map_err(|error| error.to_string());
    let (near, part) = (read(near)?, read(part)?);
    if part < Fraction::ONE {
        return Err(format!("{name} must be at least 1, not {}", part.plain()));
    }
    Ok((near, part))
}

impl FromStr for Diversity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORMS: &str = "distinct:3, frequency:3, entropy:3, recursive:4,3 or recursive-le:4,3";
        let wrong = |why: String| format!("'{text}' is no l-diversity: {why}; write {FORMS}");
        let (form, parameters) =
            text.split_once(':').ok_or_else(|| wrong("a form and a number are needed".into()))?;
        let at_least_one = |l: Fraction| {
            if l >= Fraction::ONE { Ok(l) } else { Err(wrong("l must be at least 1".into())) }
        };
        let whole = |text: &str| {
            let l =
                text.trim().parse().map_err(|_| wrong(format!("'{text}' is no whole number")))?;
            at_least_one(Fraction::from(l)).map(|_| l)
        };
        let share = |text: &str| at_least_one(text.parse().map_err(|e| wrong(format!("{e}")))?);
        match form {
            "distinct" => Ok(Diversity::Distinct(whole(parameters)?)),
            "frequency" => Ok(Diversity::Frequency(share(parameters)?)),
            "entropy" => Ok(Diversity::Entropy(share(parameters)?)),
            "recursive" | "recursive-le" => {
                let (c, l) =
                    parameters.split_once(',').ok_or_else(|| wrong("c and l are needed".into()))?;
                let c: Fraction = c.parse().map_err(|e| wrong(format!("{e}")))?;
                if c == Fraction::ZERO {
                    return Err(wrong("c must be above 0".into()));
                }
                Ok(Diversity::Recursive { c, l: whole(l)?, strict: form == "recursive" })
            }
            _ => Err(wrong(format!("there is no form '{form}'"))),
        }
    }
}

impl FromStr for Closeness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (t, distance) = text.split_once(':').unwrap_or((text, "equal"));
        let distance = [Distance::Equal, Distance::Ordered, Distance::Hierarchical]
            .into_iter()
            .find(|known| known.name() == distance)
            .ok_or_else(|| {
                format!("'{distance}' is no distance; write equal, ordered or hierarchical")
            })?;
        let t: Fraction = t.parse().map_err(|e| format!("t-closeness: {e}"))?;
        if t > Fraction::ONE {
            return Err(format!("t-closeness: t must be from 0 to 1, not {}", t.plain()));
        }
        Ok(Closeness { t, distance })
    }
}

impl FromStr for Likeness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no likeness; write basic:1 or enhanced:1");
        let (form, beta) = text.split_once(':').ok_or_else(wrong)?;
        let beta: Fraction = beta.parse().map_err(|e| format!("beta-likeness: {e}"))?;
        if beta == Fraction::ZERO {
            return Err("beta-likeness: beta must be above 0".into());
        }
        match form {
            "basic" => Ok(Likeness::Basic(beta)),
            "enhanced" => Ok(Likeness::Enhanced(beta)),
            _ => Err(wrong()),
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
        let ordered = Closeness { t: Fraction::new(1, 5), distance: Distance::Ordered };
        assert_eq!("0.2:ordered".parse(), Ok(ordered));
        assert_eq!("basic:1".parse(), Ok(Likeness::Basic(Fraction::ONE)));
        let near = Proximity { radius: Radius::Absolute(Fraction::new(15, 2)), m: 2.into() };
        assert_eq!("7.5,2".parse(), Ok(near));
        let near = Proximity { radius: Radius::Relative(Fraction::new(1, 10)), m: 1.into() };
        assert_eq!("10%, 1".parse(), Ok(near));
        assert_eq!(near.radius.to_string(), "10%");
        let alike = DeltaL { delta: Fraction::ZERO, l: Fraction::new(3, 2), mode: Alike::Window };
        assert_eq!(DeltaL::read("0,3/2", Alike::Window), Ok(alike));
    }

    #[test]
    fn bad_forms_say_what_would_be_right() {
        for text in ["3", "distinct:0", "distinct:x", "entropy:1/2", "recursive:3", "foo:3"] {
            let error = text.parse::<Diversity>().unwrap_err();
            assert!(error.contains("write distinct:3"), "{error}");
        }
        for (text, why) in [("15", "15,2"), ("15,1/2", "at least 1"), ("120%,2", "100%")] {
            assert!(text.parse::<Proximity>().unwrap_err().contains(why), "{text}");
        }
        assert!("-1,2".parse::<Proximity>().unwrap_err().contains("negative"));
        assert!(DeltaL::read("5%,2", Alike::Definition).unwrap_err().contains("distance"));
        assert!("2".parse::<Closeness>().unwrap_err().contains("0 to 1"));
        assert!("0.2:far".parse::<Closeness>().unwrap_err().contains("hierarchical"));
        assert!("enhanced:NaN".parse::<Likeness>().is_err());
        assert!("1".parse::<Likeness>().unwrap_err().contains("basic:1"));
    }
}
