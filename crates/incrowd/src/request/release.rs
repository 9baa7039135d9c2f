//! A release as it was asked for, checked as far as it can be without the table.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::reading::{one_of, refuse_idle};
use crate::{Order, Plan, PopulationSource, Recoding, Suppression};
use incrowd_core::hierarchy::Spec;
use incrowd_core::search::Effort;
use incrowd_core::terms::{Demand, ExploredPart, FLAGS, Flag, Fraction};
use incrowd_io::{Location, read_text};

use crate::earlier::EarlierRelease;
use crate::error::{Error, Result};
use crate::options::ReleaseOptions;

use super::{by_column, demands, method, reading, split};

/// A release that was asked for, and what is to be done with it.
#[derive(Debug)]
pub struct ReleaseRequest {
    /// What is asked for.
    pub plan: Arc<Plan>,
    /// Every file that is read: none of them may be overwritten.
    pub inputs: Vec<Location>,
    /// How many other tables an audit tries.
    pub audit: Option<u64>,
    /// Where the release goes.
    pub output: Option<Location>,
    /// Whether an existing output is replaced.
    pub force: bool,
    /// Whether nothing is published.
    pub dry_run: bool,
    /// A demand to vary instead of publishing.
    pub explore: Option<Explore>,
    /// Whether warnings are refused.
    pub strict: bool,
}

/// A demand to vary, and how.
#[derive(Debug)]
pub struct Explore {
    /// The demand.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
    /// All demands and the suppression limit, for each value.
    pub variants: Vec<(Vec<Demand>, Suppression)>,
}

impl ReleaseRequest {
    /// Checks what was asked for.
    pub fn new(args: &ReleaseOptions) -> Result<ReleaseRequest> {
        let Some(table) = &args.table else {
            return Err(Error::options(
                "no table: name one, or a release.toml that names one (table = ..)",
            ));
        };
        let demands = demands(&args.models, &args.roles.sensitive, args.member.is_some())?;
        let hierarchies = hierarchies(&args.how.hierarchy)?;
        let explore = explore(args)?;
        // What is explored is searched for, and nothing else: the first is as good as any to read for.
        let first = explore.as_ref().and_then(|explore| explore.variants.first().cloned());
        let (demands, suppression) = first.unwrap_or((demands, suppression(args)?));
        let named = [&args.file, &args.table, &args.models.public, &args.models.distribution];
        let after = earlier_releases(&args.out.after)?;
        let mut inputs = inputs(named.into_iter().flatten(), &hierarchies);
        inputs.extend(files_of(&after));
        let task = ReleaseRequest {
            inputs,
            explore,
            audit: args.out.audit,
            output: args.out.output.as_deref().map(Location::from),
            force: args.out.force,
            dry_run: args.out.dry_run,
            strict: args.out.strict,
            plan: Arc::new(Plan {
                table: table.as_path().into(),
                population: source(args)?,
                reading: reading(&args.read)?,
                demands,
                hierarchies,
                levels: by_column("level", &args.how.level, levels)?,
                weights: by_column("weight", &args.how.weight, weight)?,
                suppression,
                method: method(&args.how)?,
                seed: args.out.seed,
                time_limit: args.how.time_limit.as_deref().map(duration).transpose()?,
                order: args.out.order.unwrap_or_default(),
                keep_suppressed: args.out.keep_suppressed,
                qi: args.roles.qi.clone(),
                sensitive: args.roles.sensitive.clone(),
                id: args.id.clone(),
                person: args.person.clone(),
                after: after.clone(),
            }),
        };
        task.check()?;
        Ok(task)
    }

    fn check(&self) -> Result<()> {
        match &self.explore {
            None => self.plan.check()?,
            Some(explore) => {
                for (demands, suppression) in &explore.variants {
                    let (demands, suppression) = (demands.clone(), *suppression);
                    Plan { demands, suppression, ..(*self.plan).clone() }.check()?;
                }
            }
        }
        self.check_idle()?;
        if self.output.is_none() && !self.dry_run && self.explore.is_none() {
            let message = "no output: name one with `output`, or ask for `dry-run` or `explore`";
            return Err(Error::options(message));
        }
        Ok(())
    }

    /// Refuses options that have no effect.
    fn check_idle(&self) -> Result<()> {
        let (plan, recoding) = (&self.plan, self.plan.method.recoding());
        let refuse = |message: &str| Err(Error::options(message));
        let presence = |demand: &Demand| demand.presence().is_some();
        match recoding {
            Recoding::Anatomy if self.explore.is_some() => {
                return refuse("`explore` does not go with `recoding = anatomy`");
            }
            Recoding::Anatomy if self.audit.is_some() => {
                return refuse("`audit` does not go with `recoding = anatomy`");
            }
            Recoding::Anatomy if self.output == Some(Location::Standard) => {
                return refuse(
                    "`recoding = anatomy` writes two tables: publish to a file (`output = OUT.csv`)",
                );
            }
            Recoding::Randomised if self.explore.is_some() || self.audit.is_some() => {
                return refuse(
                    "`recoding = randomised` searches for nothing: there is nothing to explore or audit",
                );
            }
            _ => {}
        }
        if self.explore.is_some() {
            self.check_explored()?;
        }
        if self.audit.is_some() && !plan.demands.iter().any(presence) {
            return refuse("`audit` is for `presence`, which is not demanded");
        }
        if self.audit.is_some() && plan.demands.iter().any(|demand| demand.column().is_some()) {
            return refuse(
                "`audit` does not go with demands on sensitive columns: the search then depends on the values of \
                 people who are not in the table, and nobody has those",
            );
        }
        let endless = plan.method.effort == Effort::High && plan.time_limit.is_some();
        if self.audit.is_some() && endless {
            return refuse(
                "`audit` does not go with `effort = high` and `time-limit`: what the clock ends is never found again",
            );
        }
        if plan.seed.is_some() && self.audit.is_none() && !plan.hides_by_chance() {
            return refuse(
                "`seed` is for `order = shuffled`, `deal`, `audit`, `recoding = anatomy`, `recoding = randomised` and \
                 `algorithm = mondrian-relaxed`, none of which was asked for",
            );
        }
        Ok(())
    }

    /// Refuses what is about a release that is published, where none is.
    fn check_explored(&self) -> Result<()> {
        let idle = [
            ("`order`", self.plan.order != Order::default()),
            ("`keep-suppressed`", self.plan.keep_suppressed),
            ("`all-minimal`", self.plan.method.all_minimal),
            ("`audit`", self.audit.is_some()),
            ("`after`", !self.plan.after.is_empty()),
        ];
        refuse_idle(&idle, "`explore`, which publishes nothing")
    }
}

/// Where the population comes from.
fn source(args: &ReleaseOptions) -> Result<Option<PopulationSource>> {
    let given: Vec<PopulationSource> = [
        args.models.public.as_deref().map(|path| PopulationSource::Register(path.into())),
        args.models.distribution.as_deref().map(|path| PopulationSource::Distribution(path.into())),
        args.member.as_deref().map(member).transpose()?,
    ]
    .into_iter()
    .flatten()
    .collect();
    match given.as_slice() {
        [] => Ok(None),
        [source] => Ok(Some(source.clone())),
        _ => {
            let message =
                "`public`, `member` and `distribution`: the population comes from one of them";
            Err(Error::options(message))
        }
    }
}

fn member(word: &str) -> Result<PopulationSource> {
    let (column, value) = split("member", word)?;
    Ok(PopulationSource::Itself { column, value: value.to_owned() })
}

/// Every file that is read, none of which may be overwritten: those that are named, and those of
/// hierarchies.
pub fn inputs<'p>(
    named: impl IntoIterator<Item = &'p PathBuf>,
    hierarchies: &BTreeMap<String, Spec>,
) -> Vec<Location> {
    let named = named.into_iter().map(|path| Location::from(path.as_path()));
    let files = hierarchies.values().filter_map(Spec::file).map(Location::from);
    named.chain(files).collect()
}

/// The earlier releases that certificates are about.
///
/// # Errors
/// A certificate that cannot be read or was changed, or a published file that is missing or was changed.
pub fn earlier_releases(certificates: &[String]) -> Result<Vec<EarlierRelease>> {
    let mut releases: Vec<EarlierRelease> = Vec::new();
    for path in certificates {
        let release = EarlierRelease::of_certificate(path)?;
        if releases.iter().any(|known| known.digest == release.digest) {
            let message = format!("`after` names the release {} twice", release.name);
            return Err(Error::options(message).with_value(path));
        }
        releases.push(release);
    }
    Ok(releases)
}

/// The files of earlier releases, which must stay as they are.
pub fn files_of(releases: &[EarlierRelease]) -> Vec<Location> {
    let published = releases.iter().filter_map(|release| release.published.location().cloned());
    let certificates =
        releases.iter().map(|release| Location::from(Path::new(&release.certificate)));
    published.chain(certificates).collect()
}

/// Reads the specs of `COL=SPEC` words, with the files that they name.
pub fn hierarchies(words: &[String]) -> Result<BTreeMap<String, Spec>> {
    let mut specs = BTreeMap::new();
    for word in words {
        let (column, text) = split("hierarchy", word)?;
        let unread = Spec::parse(text).map_err(|error| Error::from(error).in_column(&column))?;
        let spec = unread.read(|path| read_text(Path::new(path)))?;
        if specs.insert(column.clone(), spec).is_some() {
            let message = format!("`hierarchy` names the column '{column}' twice");
            return Err(Error::options(message).in_column(column).with_value(text));
        }
    }
    Ok(specs)
}

fn levels(text: &str) -> std::result::Result<RangeInclusive<u8>, String> {
    let level = |text: &str| {
        text.trim().parse::<u8>().map_err(|_| format!("'{text}' is no level; write 1..3 or 2"))
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (level(low)?, level(high.trim_start_matches('='))?),
        None => (level(text)?, level(text)?),
    };
    if low > high { Err(format!("{low} is above {high}")) } else { Ok(low..=high) }
}

/// How much more or less a column counts.
pub fn weight(text: &str) -> std::result::Result<f64, String> {
    let weight: Fraction = text.parse().map_err(|error| format!("{error}"))?;
    // Beyond this, costs could differ by less than floating point can tell apart.
    let sane = weight >= Fraction::new(1, 1000) && weight <= Fraction::from(1000);
    if sane { Ok(weight.to_f64()) } else { Err("a weight is from 0.001 to 1000".into()) }
}

fn suppression(args: &ReleaseOptions) -> Result<Suppression> {
    let text = args.how.suppress.as_deref().unwrap_or("0");
    read_suppression(text)
}

fn read_suppression(text: &str) -> Result<Suppression> {
    limit(text)
        .map_err(|why| Error::options(format!("`suppress = {text}`: {why}")).with_value(text))
}

/// A share or a number of rows.
fn limit(text: &str) -> std::result::Result<Suppression, String> {
    if let Ok(rows) = text.parse::<u64>() {
        return Ok(Suppression::Rows(rows));
    }
    let share: Fraction = text.parse().map_err(|error| format!("{error}"))?;
    if share > Fraction::ONE {
        return Err("write a share from 0% to 100%, or a whole number of rows".into());
    }
    Ok(Suppression::Share(share))
}

/// `30s`, `500ms`, `5m`, `1h`; a plain number is seconds.
pub(super) fn duration(text: &str) -> Result<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "" | "s" => Some(1.0),
        "ms" => Some(0.001),
        "m" | "min" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    let wrong = || {
        let message = format!("`time-limit = '{text}'`: write a time like 30s, 500ms or 5m");
        Error::options(message).with_value(text)
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds.ok_or_else(wrong)?).map_err(|_| wrong())
}

fn explore(args: &ReleaseOptions) -> Result<Option<Explore>> {
    let Some(word) = &args.out.explore else { return Ok(None) };
    let (name, list) = split("explore", word)?;
    let values: Vec<String> = list.split(',').map(|value| value.trim().to_owned()).collect();
    let mut variants = Vec::new();
    for value in &values {
        let mut models = args.models.clone();
        let mut limit = suppression(args)?;
        match part(&name)? {
            None => limit = read_suppression(value)?,
            Some((flag, varied)) => {
                let word = (varied.word)(models.words.one(flag.name), value)?;
                models.words = models.words.with(flag.name, [word]);
            }
        }
        let demands = demands(&models, &args.roles.sensitive, args.member.is_some())?;
        if demands.is_empty() {
            return Err(Error::options(
                "nothing is demanded: `explore suppress = ..` needs a model, such as `k = 5`",
            ));
        }
        variants.push((demands, limit));
    }
    Ok(Some(Explore { name: name.to_owned(), values, variants }))
}

/// The part of a demand that is explored by this name; none if it is the suppression.
fn part(name: &str) -> Result<Option<(&'static Flag, &'static ExploredPart)>> {
    const SUPPRESSION: &str = "suppress";
    let parts = || FLAGS.iter().flat_map(|flag| flag.varied.iter().map(move |part| (flag, part)));
    let found = parts().find(|(_, part)| part.name == name);
    if found.is_none() && name != SUPPRESSION {
        let known: Vec<&str> = parts().map(|(_, part)| part.name).chain([SUPPRESSION]).collect();
        return Err(one_of("explore", name, &known));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suppression_is_a_share_or_a_number() {
        assert_eq!(limit("20"), Ok(Suppression::Rows(20)));
        for share in ["2%", "0.02", "1/50"] {
            assert_eq!(limit(share).map(|s| s.limit(30_162)), Ok(603));
        }
        assert_eq!(limit("100%").map(|s| s.limit(7)), Ok(7));
        for wrong in ["101%", "-1", "1.5", "NaN", "", "x%"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn levels_and_times() {
        assert_eq!(levels("1..3"), Ok(1..=3));
        assert_eq!(levels("2"), Ok(2..=2));
        assert!(levels("3..1").is_err() && levels("x").is_err() && levels("1..").is_err());
        assert_eq!(duration("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(duration("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(duration("2m").unwrap(), Duration::from_secs(120));
        assert!(duration("soon").is_err() && duration("-1s").is_err() && duration("5 d").is_err());
    }
}
