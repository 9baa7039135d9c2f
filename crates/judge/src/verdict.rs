//! Whether each demand is met: decided exactly, class by class, and explained where it is not.

mod believed;
mod disclosed;
mod distribution;
mod presence;
mod proximity;

use std::collections::BTreeMap;

use incrowd_terms::{
    Closeness, Demand, Distance, Diversity, Fraction, Guarantee, Knowledge, Likeness, Nulls,
    Population,
};
use serde_json::{Value, json};

use crate::chains::Chains;
use crate::closeness::{self, Ranking, Tree};
use crate::division::{Division, Verdict, shortened};
use crate::error::JudgeError;
use crate::estimate::Sampling;
use crate::exact::Share;
use crate::learned::Links;
use crate::presence::Surveyed;
use crate::proximity::Crowding;
use crate::spread::{Class, Spread};
use crate::survey::Survey;
use crate::{entropy, likeness};

/// All that verdicts rest on.
pub(crate) struct Court<'a> {
    /// What someone outside can tell apart: rows by their quasi-identifiers alone.
    pub(crate) outside: Division<'a>,
    /// The classes whose size counts.
    pub(crate) classes: Division<'a>,
    /// The classes in which secrets are kept together.
    pub(crate) secrets: Division<'a>,
    /// Which of these the rows of each class outside belong to.
    pub(crate) links: Links<'a>,
    /// Names of the sensitive columns, and how each spreads over the classes of secrets.
    pub(crate) spreads: &'a [(&'a str, Spread)],
    /// How close secrets lie together, for each demand about that.
    pub(crate) crowdings: &'a [Crowding<'a>],
    pub(crate) hierarchies: &'a BTreeMap<String, Chains>,
    pub(crate) nulls: &'a Nulls,
    /// The population, if it is known.
    pub(crate) population: Option<&'a Surveyed>,
    /// The distribution of the population, if it is known.
    pub(crate) distribution: Option<&'a Survey>,
    /// Rows of the sample that the table was made from.
    pub(crate) sample_rows: u64,
}

impl Court<'_> {
    /// Judges one demand.
    pub(crate) fn judge(&self, demand: &Demand) -> Result<Guarantee, JudgeError> {
        let mut verdict = match demand {
            Demand::KAnonymity { k } => self.k_anonymity(*k),
            Demand::KMap { k, population } => self.k_map(demand.model(), *k, population)?,
            Demand::WeakKAnonymity { k } => self.k_map(demand.model(), *k, &Population::Table)?,
            Demand::PSensitivity { p, .. } => self.distinct(self.spread(demand)?.1, *p),
            Demand::Diversity { diversity, .. } => {
                self.diversity(self.spread(demand)?.1, diversity)
            }
            Demand::AlphaK { alpha, .. } => self.alpha(self.spread(demand)?.1, *alpha),
            Demand::TCloseness { closeness, .. } => {
                let (name, spread) = self.spread(demand)?;
                self.closeness(name, spread, closeness)?
            }
            Demand::BetaLikeness { likeness, .. } => {
                self.likeness(self.spread(demand)?.1, likeness)
            }
            Demand::DeltaDisclosure { delta, .. } => {
                self.disclosure(self.spread(demand)?.1, *delta)
            }
            Demand::Proximity { .. } | Demand::DeltaL { .. } => self.proximity(demand)?,
            Demand::Presence { .. }
            | Demand::PersonalPresence { .. }
            | Demand::JointPresence { .. } => self.presence(demand)?,
            // n1 <= c n0 and n0 <= c n1, as shares of n.
            Demand::MixedMembership { c } => {
                let all = c.numerator().saturating_add(c.denominator());
                let least = Fraction::new(c.denominator(), all);
                let most = Fraction::new(c.numerator(), all);
                self.presence(&Demand::Presence { least, most, knowledge: Knowledge::Table })?
            }
        };
        if self.outside.census.rows == 0 {
            // Nothing is published, so nothing is guaranteed either.
            verdict = Verdict { measured: Value::Null, failing: Some("there are no rows".into()) };
        }
        Ok(Guarantee {
            model: demand.model().to_owned(),
            column: demand.column().map(str::to_owned),
            demanded: demand.demanded(),
            measured: verdict.measured,
            holds: verdict.failing.is_none(),
            against: demand.against(),
            worst: verdict.failing,
        })
    }

    fn k_anonymity(&self, k: u64) -> Verdict {
        let sizes = self.classes.sizes();
        let bad = |class: usize| (sizes[class] < k).then(|| -(sizes[class] as f64));
        let why = |class: usize| format!("{}, {k} needed", rows(sizes[class]));
        self.classes.verdict(json!(sizes.iter().min()), self.classes.worst(bad), why)
    }

    fn k_map(
        &self,
        model: &'static str,
        k: u64,
        population: &Population,
    ) -> Result<Verdict, JudgeError> {
        match population {
            Population::Table => {
                let population = self.population.ok_or(JudgeError::NoPopulation { model })?;
                let Survey { boxes, crowd, .. } = &population.survey;
                let matches = |class: usize| crowd.matches[boxes.of_class[class] as usize];
                let bad = |class: usize| (matches(class) < k).then(|| -(matches(class) as f64));
                let why = |class: usize| {
                    format!("{} of the population, {k} needed", rows(matches(class)))
                };
                let failing = self.outside.worst(bad);
                Ok(self.outside.verdict(json!(crowd.matches.iter().min()), failing, why))
            }
            &Population::Estimated { people, estimator, significance } => {
                let rows_in_sample = self.sample_rows;
                if people < rows_in_sample {
                    return Err(JudgeError::PopulationTooSmall { people, rows: rows_in_sample });
                }
                let sampling = Sampling { rows: rows_in_sample, people, estimator, significance };
                let sizes = self.outside.sizes();
                let least = sizes.iter().min().copied();
                let needed = least
                    .filter(|&least| !sampling.supports(least, k))
                    .map(|_| sampling.rows_needed(k));
                let too_few = |class: &usize| needed.is_some_and(|needed| sizes[*class] < needed);
                let bad = |class: usize| too_few(&class).then(|| -(sizes[class] as f64));
                let why = |class: usize| {
                    let needed = needed.unwrap_or_default();
                    format!("{}, {needed} needed to be taken for {k} people", rows(sizes[class]))
                };
                let measured = least.map(|least| sampling.largest_k(least));
                Ok(self.outside.verdict(json!(measured), self.outside.worst(bad), why))
            }
        }
    }

    fn distinct(&self, spread: &Spread, least: u64) -> Verdict {
        let values = |class: usize| spread.class(class).distinct();
        let failing = self.worst(|class| (values(class) < least).then(|| -(values(class) as f64)));
        let measured = spread.classes().map(|class| class.distinct()).min();
        let why =
            |class: usize| format!("{} distinct, {least} needed", count(values(class), "value"));
        self.verdict(json!(measured), failing, why)
    }

    fn diversity(&self, spread: &Spread, diversity: &Diversity) -> Verdict {
        match *diversity {
            Diversity::Distinct(l) => self.distinct(spread, l),
            Diversity::Frequency(l) => {
                let share = |class: Class<'_>| Share::of_rows(class.rows, class.largest());
                let measured = spread.classes().map(|class| share(class).to_f64());
                let failing = self.worst_share(spread, |class| {
                    let share = share(class);
                    share.compare(l).is_lt().then(|| -share.to_f64())
                });
                let why =
                    |class| format!("{}, at most 1 in {l} allowed", self.top_value(spread, class));
                self.verdict(least(measured), failing, why)
            }
            Diversity::Entropy(l) => {
                let mut counts = Vec::new();
                let mut exponentials = Vec::new();
                let mut holds = Vec::new();
                for class in spread.classes() {
                    class.descending(&mut counts);
                    exponentials.push(entropy::exponential(&counts));
                    holds.push(entropy::at_least(&counts, l));
                }
                let failing = self.worst(|class| (!holds[class]).then(|| -exponentials[class]));
                let why = |class: usize| {
                    format!("the exponential of the entropy is {}, {l} needed", exponentials[class])
                };
                self.verdict(least(exponentials.iter().copied()), failing, why)
            }
            Diversity::Recursive { c, l, strict } => {
                let shares: Vec<Share> = {
                    let mut counts = Vec::new();
                    let share = |class: Class<'_>| {
                        class.descending(&mut counts);
                        let skipped = usize::try_from(l.saturating_sub(1)).unwrap_or(usize::MAX);
                        Share::of_rows(counts[0], counts.iter().skip(skipped).sum())
                    };
                    spread.classes().map(share).collect()
                };
                let fails = |share: Share| {
                    let order = share.compare(c);
                    if strict { order.is_ge() } else { order.is_gt() }
                };
                let bad = |class: usize| fails(shares[class]).then(|| shares[class].to_f64());
                let why = |class: usize| match shares[class].to_f64() {
                    ratio if ratio.is_finite() => {
                        let relation = if strict { "less than" } else { "at most" };
                        format!("r1/(r{l}+...) is {ratio}, {relation} {c} needed")
                    }
                    _ => format!("fewer than {l} values"),
                };
                let measured = greatest(shares.iter().map(|share| share.to_f64()));
                self.verdict(measured, self.worst(bad), why)
            }
        }
    }

    fn alpha(&self, spread: &Spread, alpha: Fraction) -> Verdict {
        let share = |class: Class<'_>| Share::of_rows(class.largest(), class.rows);
        let failing = self.worst_share(spread, |class| {
            let share = share(class);
            (!share.at_most(alpha)).then(|| share.to_f64())
        });
        let measured = greatest(spread.classes().map(|class| share(class).to_f64()));
        let why = |class| format!("{}, at most {alpha} allowed", self.top_value(spread, class));
        self.verdict(measured, failing, why)
    }

    fn closeness(
        &self,
        name: &str,
        spread: &Spread,
        closeness: &Closeness,
    ) -> Result<Verdict, JudgeError> {
        let Closeness { t, distance } = *closeness;
        let shares: Vec<Share> = match distance {
            Distance::Equal => spread.classes().map(|c| closeness::equal(spread, c)).collect(),
            // The kind of a column without any value is anybody's guess.
            Distance::Ordered if !spread.kind.is_ordered() && spread.has_values() => {
                return Err(JudgeError::NotOrdered { column: name.into(), kind: spread.kind });
            }
            Distance::Ordered => {
                let ranking = Ranking::of(spread);
                spread.classes().map(|class| ranking.distance(spread, class)).collect()
            }
            Distance::Hierarchical => {
                let chains = self.hierarchies.get(name);
                let chains =
                    chains.ok_or_else(|| JudgeError::NoHierarchy { column: name.into() })?;
                let tree = Tree::of(spread, name, chains, self.nulls)?;
                spread.classes().map(|class| tree.distance(spread, class)).collect()
            }
        };
        let bad = |class: usize| (!shares[class].at_most(t)).then(|| shares[class].to_f64());
        let why = |class: usize| {
            format!("distance {} from the table, at most {t} allowed", shares[class].to_f64())
        };
        let measured = greatest(shares.iter().map(|share| share.to_f64()));
        Ok(self.verdict(measured, self.worst(bad), why))
    }

    fn likeness(&self, spread: &Spread, likeness: &Likeness) -> Verdict {
        let gain = |class: Class<'_>| likeness::largest_gain(spread, class);
        let gains = greatest(spread.classes().map(gain));
        match *likeness {
            Likeness::Basic(beta) => {
                let failing = self.worst_share(spread, |class| {
                    (!likeness::gains_at_most(spread, class, beta)).then(|| gain(class))
                });
                let why = |class| {
                    format!("a value gains {}, at most {beta} allowed", gain(spread.class(class)))
                };
                self.verdict(gains, failing, why)
            }
            Likeness::Enhanced(beta) => {
                let modest = |class: Class<'_>| likeness::gains_at_most_rarity(spread, class);
                let failing = self.worst_share(spread, |class| {
                    let holds = likeness::gains_at_most(spread, class, beta) && modest(class);
                    (!holds).then(|| gain(class))
                });
                let measured = if spread.classes().all(modest) { gains } else { Value::Null };
                let why = |class| {
                    let gain = gain(spread.class(class));
                    format!("a value gains {gain}, at most {beta} and its -ln p allowed")
                };
                self.verdict(measured, failing, why)
            }
        }
    }

    fn disclosure(&self, spread: &Spread, delta: Fraction) -> Verdict {
        // |ln(q/p)|, infinite for the values that a class lacks.
        let surprise = |class: Class<'_>| {
            if likeness::lacks_a_value(spread, class) {
                f64::INFINITY
            } else {
                likeness::largest_surprise(spread, class)
            }
        };
        let bound = delta.to_f64();
        let failing = self.worst_share(spread, |class| {
            Some(surprise(class)).filter(|&surprise| surprise >= bound)
        });
        let why = |class: usize| match surprise(spread.class(class)) {
            surprise if surprise.is_finite() => {
                format!("|ln(q/p)| is {surprise}, less than {delta} needed")
            }
            _ => format!("it lacks the value {}", lacking(spread, class)),
        };
        self.verdict(greatest(spread.classes().map(surprise)), failing, why)
    }

    fn spread(&self, demand: &Demand) -> Result<(&str, &Spread), JudgeError> {
        let column = demand.column().unwrap_or_default();
        let found = self.spreads.iter().find(|(name, _)| *name == column);
        let (name, spread) = found.ok_or_else(|| JudgeError::NotSensitive {
            model: demand.model(),
            column: column.to_owned(),
        })?;
        Ok((name, spread))
    }

    /// The class of secrets that fails worst, of those for which `badness` gives a figure.
    fn worst(&self, badness: impl Fn(usize) -> Option<f64>) -> Option<usize> {
        self.secrets.worst(badness)
    }

    fn worst_share(
        &self,
        spread: &Spread,
        badness: impl Fn(Class<'_>) -> Option<f64>,
    ) -> Option<usize> {
        self.worst(|class| badness(spread.class(class)))
    }

    /// A verdict on a class of secrets.
    fn verdict(
        &self,
        measured: Value,
        failing: Option<usize>,
        why: impl Fn(usize) -> String,
    ) -> Verdict {
        self.secrets.verdict(measured, failing, why)
    }

    /// The most frequent value of a class in words.
    fn top_value(&self, spread: &Spread, class: usize) -> String {
        let class = spread.class(class);
        let top = class.cells.iter().find(|cell| cell.rows == class.largest());
        let value = top.map_or("", |cell| spread.texts[cell.value as usize].as_str());
        format!("{} of {} have {}", class.largest(), rows(class.rows), shortened(value))
    }
}

/// A value of the table that the class lacks.
fn lacking(spread: &Spread, class: usize) -> String {
    let cells = spread.class(class).cells;
    let gap = cells.iter().zip(0_u32..).find(|(cell, rank)| cell.value != *rank);
    let rank = gap.map_or(cells.len(), |(_, rank)| rank as usize);
    spread.texts.get(rank).map(|text| shortened(text)).unwrap_or_default()
}

fn least(figures: impl Iterator<Item = f64>) -> Value {
    json!(figures.fold(f64::INFINITY, f64::min))
}

fn greatest(figures: impl Iterator<Item = f64>) -> Value {
    json!(figures.fold(0.0, f64::max))
}

fn rows(number: u64) -> String {
    count(number, "row")
}

fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
