//! What each demand means to a reader: what it promises, against whom, and against whom not.

use crate::{
    Alike, Closeness, DeltaL, Demand, Diversity, Estimator, Fraction, Knowledge, Likeness,
    Population, Proximity, Radius,
};

impl Demand {
    /// What holds of the published table, in a sentence without its full stop.
    #[must_use]
    pub fn means(&self) -> String {
        match self {
            Demand::KAnonymity { k } => {
                format!("every published row looks like at least {}", others(*k))
            }
            Demand::KMap { k, population: Population::Table } => {
                format!("every published row fits at least {k} people of the population")
            }
            Demand::KMap { k, population: Population::Estimated { people, estimator, .. } } => {
                let how = match estimator {
                    Estimator::Poisson => "by the Poisson distribution",
                    Estimator::ZeroTruncatedPoisson => "by the Poisson distribution without zero",
                };
                format!(
                    "every published row is estimated to fit at least {k} of {people} people, {how}"
                )
            }
            Demand::WeakKAnonymity { k } => format!(
                "published as the table is, every person of the population looks like at least {}",
                others(*k)
            ),
            Demand::PSensitivity { column, p } => several(*p, column),
            Demand::Diversity { column, diversity } => diverse(column, diversity),
            Demand::AlphaK { column, alpha } => {
                format!(
                    "among rows that look alike, no {column} has a share above {}",
                    plain(alpha)
                )
            }
            Demand::TCloseness { column, closeness: Closeness { t, distance } } => format!(
                "among rows that look alike, {column} is spread as in the whole table, to within {} ({} distance)",
                plain(t),
                distance.name()
            ),
            Demand::BetaLikeness { column, likeness: Likeness::Basic(beta) } => format!(
                "among rows that look alike, no {column} is more frequent than in the whole table by more than {} times its share",
                plain(beta)
            ),
            Demand::BetaLikeness { column, likeness: Likeness::Enhanced(beta) } => format!(
                "among rows that look alike, no {column} is more frequent than in the whole table by more than {} times its share p, nor by more than -ln p times",
                plain(beta)
            ),
            Demand::DeltaDisclosure { column, delta } => format!(
                "among rows that look alike, every {column} of the table occurs, in its share of the table up to a factor of e^{}",
                plain(delta)
            ),
            Demand::Proximity { column, proximity: Proximity { radius, m } } => {
                let near = match radius {
                    Radius::Absolute(radius) => plain(radius),
                    Radius::Relative(share) => format!("{} of its magnitude", plain(share)),
                };
                format!(
                    "among rows that look alike, at most one in {} has its {column} within {near} of any one row's",
                    plain(m)
                )
            }
            Demand::DeltaL { column, delta_l: DeltaL { delta, l, mode: Alike::Definition } } => {
                format!(
                    "among rows that look alike, at most one in {} has its {column} within twice {} of any one row's",
                    plain(l),
                    plain(delta)
                )
            }
            Demand::DeltaL { column, delta_l: DeltaL { delta, l, mode: Alike::Window } } => {
                format!(
                    "among rows that look alike, at most one in {} has its {column} in any interval twice {} wide",
                    plain(l),
                    plain(delta)
                )
            }
            Demand::Presence { least, most, knowledge } => {
                let given = match knowledge {
                    Knowledge::Table => String::new(),
                    Knowledge::Prior { column } => format!(", given the beliefs in {column}"),
                    Knowledge::Distribution { people, confidence } => {
                        format!(" of {people} people, with a confidence of {}", plain(confidence))
                    }
                };
                format!(
                    "everyone of the population{given} is in the table with a probability from {} to {}",
                    plain(least),
                    plain(most)
                )
            }
            Demand::PersonalPresence { low, high } => format!(
                "everyone of the population is in the table with a probability within their own limits, in {low} and {high}"
            ),
            Demand::JointPresence { column, value, most } => {
                let secret = value.as_ref().map_or("any one value".to_owned(), Clone::clone);
                format!(
                    "nobody of the population is in the table and has {secret} as {column} with a probability above {}",
                    plain(most)
                )
            }
            Demand::MixedMembership { c } => format!(
                "wherever people look alike, neither those in the table nor the others are more than {} times as many",
                plain(c)
            ),
        }
    }

    /// Against whom the model does not protect.
    #[must_use]
    pub fn not_against(&self) -> &'static str {
        match self {
            Demand::KAnonymity { .. } => {
                "someone who wants a secret that all rows that look alike share, or who wants to know whether a person is in the table"
            }
            Demand::KMap { .. } | Demand::WeakKAnonymity { .. } => {
                "someone who knows that a person is in the table: the person's row may be the only one that fits; nor someone who wants to know whether a person is in the table"
            }
            Demand::PSensitivity { .. }
            | Demand::Diversity { diversity: Diversity::Distinct(_), .. } => {
                "someone who is content with a likely secret, or knows which secrets a person does not have, or takes values that mean nearly the same for one"
            }
            Demand::Diversity {
                diversity: Diversity::Entropy(_) | Diversity::Recursive { .. },
                ..
            } => {
                "someone who is content with a likely secret: the likeliest one may still be very likely; nor someone who takes values that mean nearly the same for one"
            }
            Demand::Diversity { .. } | Demand::AlphaK { .. } => {
                "someone who knows more of a person than the quasi-identifiers, or takes values that mean nearly the same for one"
            }
            Demand::TCloseness { .. }
            | Demand::BetaLikeness { .. }
            | Demand::DeltaDisclosure { .. } => {
                "someone who wants to learn what holds of everybody in the table, or to find a person's row"
            }
            Demand::Proximity { .. } | Demand::DeltaL { .. } => {
                "someone who knows the numbers of others in the class, or wants to find a person's row"
            }
            Demand::Presence { .. }
            | Demand::PersonalPresence { .. }
            | Demand::MixedMembership { .. } => {
                "someone who knows already that a person is in the table and wants the person's secret, or who knows how the algorithm chose the release (see --audit)"
            }
            Demand::JointPresence { .. } => {
                "someone who knows already that a person is in the table, or who knows how the algorithm chose the release (see --audit)"
            }
        }
    }

    /// Against whom the model protects.
    #[must_use]
    pub fn against(&self) -> &'static str {
        match self {
            Demand::KAnonymity { .. } => {
                "someone who knows that a person is in the table and looks for the person's row"
            }
            Demand::KMap { .. } | Demand::WeakKAnonymity { .. } => {
                "someone who has a register of the population, does not know who is in the table, and wants to say whose row it is"
            }
            Demand::PSensitivity { .. }
            | Demand::Diversity { diversity: Diversity::Distinct(_), .. } => {
                "someone who knows that a person is in the table and wants to be sure of the secret"
            }
            Demand::Diversity {
                diversity: Diversity::Entropy(_) | Diversity::Recursive { .. },
                ..
            } => {
                "someone who knows that a person is in the table and can rule out some secrets, but not all that matter"
            }
            Demand::Diversity { .. } | Demand::AlphaK { .. } => {
                "someone who knows that a person is in the table and guesses the likeliest secret"
            }
            Demand::TCloseness { .. }
            | Demand::BetaLikeness { .. }
            | Demand::DeltaDisclosure { .. } => {
                "someone who knows how a secret is distributed and wants to learn more of a person"
            }
            Demand::Proximity { .. } | Demand::DeltaL { .. } => {
                "someone who knows that a person is in the table and wants the secret number to within a little"
            }
            Demand::Presence { knowledge: Knowledge::Prior { .. }, .. } => {
                "someone who has a register of the population and beliefs of their own, and wonders who is in the table; not someone who knows how the algorithm chose the release"
            }
            Demand::Presence { knowledge: Knowledge::Distribution { .. }, .. } => {
                "someone who has a register of the population that we know only by its distribution, and wonders who is in the table; not someone who knows how the algorithm chose the release"
            }
            Demand::Presence { .. }
            | Demand::PersonalPresence { .. }
            | Demand::MixedMembership { .. } => {
                "someone who has a register of the population and wonders who is in the table; not someone who knows how the algorithm chose the release"
            }
            Demand::JointPresence { .. } => {
                "someone who has a register of the population and wonders who is in the table with which secret; not someone who knows how the algorithm chose the release"
            }
        }
    }
}

fn plain(number: &Fraction) -> String {
    number.plain()
}

fn others(k: u64) -> String {
    match k.saturating_sub(1) {
        1 => "1 other".to_owned(),
        others => format!("{others} others"),
    }
}

fn several(least: u64, column: &str) -> String {
    format!("rows that look alike have at least {least} different values of {column}")
}

fn diverse(column: &str, diversity: &Diversity) -> String {
    match diversity {
        Diversity::Distinct(l) => several(*l, column),
        Diversity::Frequency(l) => {
            format!("among rows that look alike, no {column} has more than one in {}", plain(l))
        }
        Diversity::Entropy(l) => format!(
            "among rows that look alike, {column} has at least the entropy of {} equally frequent values",
            plain(l)
        ),
        Diversity::Recursive { c, l, strict } => {
            let relation = if *strict { "less than" } else { "at most" };
            format!(
                "among rows that look alike, the most frequent {column} has {relation} {} times as many rows as all values have together from number {l} on, in order of frequency",
                plain(c)
            )
        }
    }
}
