//! A release as it was asked for, checked as far as it can be without the table.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use incrowd::anatomy::size_for;
use incrowd::cost::Over;
use incrowd::hierarchy::Spec;
use incrowd::randomised::limits;
use incrowd::terms::{Concern, Crowd, Demand, FLAGS, Flag, Fraction, Varied};
use incrowd_io::{Location, read_text};

use crate::args::ReleaseArgs;
use crate::failure::{Failure, Result};

use super::{Algorithm, Method, Reading, Recoding, by_column, demands, one_of, split};

/// A release that was asked for.
pub struct Plan {
    pub table: Location,
    pub population: Option<Source>,
    /// Every file that is read: none of them may be overwritten.
    pub inputs: Vec<Location>,
    pub reading: Reading,
    pub qi: Vec<String>,
    pub sensitive: Vec<String>,
    pub id: Vec<String>,
    pub demands: Vec<Demand>,
    pub hierarchies: BTreeMap<String, Spec>,
    pub levels: BTreeMap<String, RangeInclusive<u8>>,
    pub weights: BTreeMap<String, f64>,
    pub suppression: Suppression,
    pub method: Method,
    pub audit: Option<u64>,
    pub seed: Option<u64>,
    pub time_limit: Option<Duration>,
    pub output: Option<Location>,
    pub force: bool,
    pub dry_run: bool,
    pub explore: Option<Explore>,
    pub order: Order,
    pub keep_suppressed: bool,
    pub strict: bool,
}

/// Where the population comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A table of it.
    Register(Location),
    /// The table itself: its rows with this value are those to be published.
    Itself { column: String, value: String },
    /// A table of how it is distributed.
    Distribution(Location),
}

/// How many rows may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suppression {
    /// A share of the input rows, rounded down.
    Share(Fraction),
    /// A number of rows.
    Rows(u64),
}

impl Suppression {
    /// The limit for a table of this many rows.
    pub fn limit(self, rows: u64) -> u64 {
        match self {
            Suppression::Share(share) => share.floor_of(rows),
            Suppression::Rows(limit) => limit.min(rows),
        }
    }

    /// Whether nothing may be left out.
    fn is_none(self) -> bool {
        matches!(self, Suppression::Rows(0) | Suppression::Share(Fraction::ZERO))
    }

    fn read(text: &str) -> std::result::Result<Self, String> {
        if let Ok(rows) = text.parse::<u64>() {
            return Ok(Suppression::Rows(rows));
        }
        let share: Fraction = text.parse().map_err(|error| format!("{error}"))?;
        if share > Fraction::ONE {
            return Err("write a share from 0% to 100%, or a whole number of rows".into());
        }
        Ok(Suppression::Share(share))
    }
}

/// The order of published rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Input,
    Shuffled,
}

/// A demand to vary, and how.
pub struct Explore {
    pub name: String,
    pub values: Vec<String>,
    pub variants: Vec<(Vec<Demand>, Suppression)>,
}

impl Plan {
    /// Checks what was asked for.
    pub fn new(args: &ReleaseArgs) -> Result<Plan> {
        let Some(table) = &args.table else {
            return Err(Failure::new(
                "no table: name one, or a release.toml that names one (table = ..)",
            ));
        };
        let demands = demands(&args.models, &args.roles.sensitive, args.member.is_some())?;
        if args.roles.qi.is_empty() {
            let message = "no quasi-identifiers: name with --qi the columns by which people could be recognised";
            return Err(Failure::new(message));
        }
        let hierarchies = hierarchies(&args.how.hierarchy)?;
        let plan = Plan {
            inputs: inputs(args, &hierarchies),
            table: Location::from(table.as_path()),
            population: source(args)?,
            reading: Reading::new(&args.read)?,
            explore: explore(args)?,
            demands,
            hierarchies,
            levels: by_column("--level", &args.how.level, levels)?,
            weights: by_column("--weight", &args.how.weight, weight)?,
            suppression: suppression(args)?,
            method: Method::new(&args.how)?,
            audit: args.out.audit,
            seed: args.out.seed,
            time_limit: args.how.time_limit.as_deref().map(duration).transpose()?,
            output: args.out.output.as_deref().map(Location::from),
            force: args.out.force,
            dry_run: args.out.dry_run,
            order: order(args)?,
            keep_suppressed: args.out.keep_suppressed,
            strict: args.out.strict,
            qi: args.roles.qi.clone(),
            sensitive: args.roles.sensitive.clone(),
            id: args.id.clone(),
        };
        plan.check(args.talk.json)?;
        Ok(plan)
    }

    fn check(&self, json: bool) -> Result<()> {
        if self.demands.is_empty() && self.explore.is_none() {
            let message = "nothing is demanded: ask for at least one model, such as --k 5 \
                           (`incrowd explain` lists them)";
            return Err(Failure::new(message));
        }
        self.check_population()?;
        self.check_suppression()?;
        self.check_method()?;
        if self.seed.is_some()
            && self.order == Order::Input
            && self.audit.is_none()
            && !matches!(self.method.recoding, Recoding::Randomised | Recoding::Anatomy)
        {
            let message = "--seed is for --order shuffled, --audit and --recoding anatomy or randomised, none of which was asked for";
            return Err(Failure::new(message));
        }
        match &self.output {
            None if !self.dry_run && self.explore.is_none() => {
                Err(Failure::new("no output: name one with -o, or ask for --dry-run or --explore"))
            }
            Some(Location::Standard) if json => {
                Err(Failure::new("--json and -o -: both want standard output; publish to a file"))
            }
            _ => Ok(()),
        }
    }

    /// Every demand that the plan makes or explores.
    fn all_demands(&self) -> impl Iterator<Item = &Demand> {
        let explored = self.explore.iter().flat_map(|explore| &explore.variants);
        self.demands.iter().chain(explored.flat_map(|(demands, _)| demands))
    }

    fn check_population(&self) -> Result<()> {
        let wanted = self.all_demands().find(|demand| demand.crowd() == Crowd::Register);
        match (&self.population, wanted) {
            (None, Some(demand)) => {
                let message = format!(
                    "{demand} needs the population: a table of it (--public), or one table with a column that says who is in the study (--member)"
                );
                Err(Failure::new(message))
            }
            (Some(Source::Distribution(_)), Some(demand)) => {
                let message = format!(
                    "{demand} needs a table of the population (--public), not only its distribution"
                );
                Err(Failure::new(message))
            }
            (Some(Source::Register(_) | Source::Itself { .. }), None)
                if self.method.over == Over::Members =>
            {
                let of_people = FLAGS.iter().filter(|flag| flag.concern() == Some(Concern::People));
                let message = format!(
                    "--public and --member are for demands on the population ({}) and --cost-over public, none of which was asked for",
                    of_people.map(Flag::dashed).collect::<Vec<_>>().join(", ")
                );
                Err(Failure::new(message))
            }
            (None, None) if self.method.over == Over::People => {
                let message = "--cost-over public needs the population (--public or --member)";
                Err(Failure::new(message))
            }
            (
                Some(
                    Source::Register(Location::Standard) | Source::Distribution(Location::Standard),
                ),
                _,
            ) if self.table == Location::Standard => {
                let message = "the table and the population are both `-`: standard input holds one table; name a file for the other";
                Err(Failure::new(message))
            }
            _ => Ok(()),
        }
    }

    fn check_suppression(&self) -> Result<()> {
        let void = self.all_demands().find_map(|demand| demand.voided_by_stars());
        if let Some(flag) = void.filter(|_| self.keep_suppressed) {
            let message =
                format!("--keep-suppressed does not go with {flag}: rows of * match everybody");
            return Err(Failure::new(message));
        }
        let explored = self.explore.iter().flat_map(|explore| &explore.variants);
        let plain = [(&self.demands, self.suppression)];
        let all = plain.into_iter().chain(explored.map(|(demands, limit)| (demands, *limit)));
        for (demands, limit) in all {
            if limit.is_none() {
                continue;
            }
            let forbidding =
                |demand: &Demand| Some((demand.clone(), demand.forbids_suppression()?));
            if let Some((demand, why)) = demands.iter().find_map(forbidding) {
                let message = format!("--suppress does not go with {demand}: {why}");
                return Err(Failure::new(message));
            }
            if self.method.recoding != Recoding::FullDomain {
                let message = format!(
                    "--suppress is for --recoding full-domain: {} recoding keeps every row",
                    self.method.recoding.name()
                );
                return Err(Failure::new(message));
            }
            if !matches!(self.method.algorithm, Algorithm::Optimal | Algorithm::Samarati) {
                let message = format!(
                    "--suppress does not go with --algorithm {}, which searches as if nothing were suppressed; use optimal or samarati",
                    self.method.algorithm.name()
                );
                return Err(Failure::new(message));
            }
        }
        Ok(())
    }

    /// Refuses what an algorithm cannot do.
    fn check_method(&self) -> Result<()> {
        let Method { recoding, algorithm, .. } = self.method;
        if recoding != Recoding::FullDomain
            && let Some(column) = self.levels.keys().next()
        {
            let message = format!(
                "--level {column}=..: levels are of --recoding full-domain; {} recoding has ranges",
                recoding.name()
            );
            return Err(Failure::new(message).in_column(column));
        }
        if algorithm == Algorithm::MondrianRelaxed {
            let other = self.all_demands().find(|demand| !demand.is_about(Concern::Rows));
            if let Some(demand) = other {
                let message = format!(
                    "--algorithm mondrian-relaxed parts rows that are alike, so it can promise class sizes (--k) only, not {demand}"
                );
                return Err(Failure::new(message));
            }
        }
        if recoding == Recoding::Anatomy {
            self.check_anatomy()?;
        }
        if self.method.deal {
            self.check_dealing()?;
        }
        if recoding == Recoding::Randomised {
            let other = self.all_demands().find(|demand| limits(demand).is_none());
            if let Some(demand) = other {
                let message = format!(
                    "--recoding randomised publishes people who are not in the table too, so it can promise --presence only, not {demand}"
                );
                return Err(Failure::new(message));
            }
            if self.explore.is_some() || self.audit.is_some() {
                let message = "--recoding randomised searches for nothing: there is nothing to explore or audit";
                return Err(Failure::new(message));
            }
        }
        let hides_presence = self.demands.iter().any(|demand| demand.presence().is_some());
        if self.audit.is_some() && !hides_presence {
            return Err(Failure::new("--audit is for --presence, which is not demanded"));
        }
        Ok(())
    }

    /// Refuses what has no meaning where quasi-identifiers stay as they are.
    fn check_anatomy(&self) -> Result<()> {
        let about_secrets = |demand: &&Demand| demand.column().is_some();
        if let Some(demand) =
            self.demands.iter().filter(about_secrets).find(|demand| size_for(demand).is_none())
        {
            let message = format!(
                "--recoding anatomy hides which secret of a group belongs to whom: of secrets it can promise --l, --p and --alpha-k, not {demand}"
            );
            return Err(Failure::new(message));
        }
        if !self.demands.iter().any(|demand| size_for(demand).is_some()) {
            let message = "--recoding anatomy is for demands on a secret: ask for one, such as --l distinct:3";
            return Err(Failure::new(message));
        }
        if self.sensitive.len() != 1 {
            let message = format!(
                "--recoding anatomy takes one sensitive column (--sensitive), not {}: several would tell more together than each does alone",
                self.sensitive.len()
            );
            return Err(Failure::new(message));
        }
        let exact = self.demands.iter().all(|demand| size_for(demand).is_some());
        let idle = [
            ("--weight", exact && !self.weights.is_empty()),
            ("--time-limit", exact && self.time_limit.is_some()),
            ("--explore", self.explore.is_some()),
            ("--keep-suppressed", self.keep_suppressed),
            ("--deal", self.method.deal),
            ("--audit", self.audit.is_some()),
        ];
        if let Some((flag, _)) = idle.iter().find(|(_, given)| *given) {
            let why = if exact { ", which generalizes nothing" } else { "" };
            let message = format!("{flag} does not go with --recoding anatomy{why}");
            return Err(Failure::new(message));
        }
        if self.output == Some(Location::Standard) {
            let message = "--recoding anatomy writes two tables: publish to a file (-o OUT.csv)";
            return Err(Failure::new(message));
        }
        Ok(())
    }

    /// Refuses to deal where nothing is to be kept apart.
    fn check_dealing(&self) -> Result<()> {
        if !self.demands.iter().any(|demand| demand.is_about_nearness()) {
            let message = "--deal is for --proximity and --delta-l, which are not demanded";
            return Err(Failure::new(message));
        }
        if self.method.overlap || self.method.recoding == Recoding::Randomised {
            let message = "--deal does not go with --overlap or --recoding randomised";
            return Err(Failure::new(message));
        }
        Ok(())
    }
}

/// Where the population comes from.
fn source(args: &ReleaseArgs) -> Result<Option<Source>> {
    let given: Vec<Source> = [
        args.models.public.as_deref().map(|path| Source::Register(Location::from(path))),
        args.models.distribution.as_deref().map(|path| Source::Distribution(Location::from(path))),
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
                "--public, --member and --distribution: the population comes from one of them";
            Err(Failure::new(message))
        }
    }
}

fn member(word: &str) -> Result<Source> {
    let (column, value) = split("--member", word)?;
    Ok(Source::Itself { column: column.to_owned(), value: value.to_owned() })
}

/// The files that a release reads.
fn inputs(args: &ReleaseArgs, hierarchies: &BTreeMap<String, Spec>) -> Vec<Location> {
    let tables = [&args.file, &args.table, &args.models.public, &args.models.distribution];
    let tables = tables.into_iter().flatten();
    let files = hierarchies.values().filter_map(Spec::file).map(Path::new);
    tables.map(|path| path.as_path()).chain(files).map(Location::from).collect()
}

/// Reads the specs of `COL=SPEC` words, with the files that they name.
pub fn hierarchies(words: &[String]) -> Result<BTreeMap<String, Spec>> {
    let mut specs = BTreeMap::new();
    for word in words {
        let (column, text) = split("--hierarchy", word)?;
        let unread = Spec::parse(text).map_err(|error| Failure::from(error).in_column(column))?;
        let spec = unread.read(|path| read_text(Path::new(path)))?;
        if specs.insert(column.to_owned(), spec).is_some() {
            let message = format!("--hierarchy names the column '{column}' twice");
            return Err(Failure::new(message).in_column(column).with_value(text));
        }
    }
    Ok(specs)
}

/// The files that `COL=SPEC` words name, by column.
pub fn hierarchy_files(words: &[String]) -> Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for word in words {
        let (column, text) = split("--hierarchy", word)?;
        let unread = Spec::parse(text).map_err(|error| Failure::from(error).in_column(column))?;
        files.extend(unread.path().map(|path| (column.to_owned(), PathBuf::from(path))));
    }
    Ok(files)
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

fn suppression(args: &ReleaseArgs) -> Result<Suppression> {
    let text = args.how.suppress.as_deref().unwrap_or("0");
    read_suppression(text)
}

fn read_suppression(text: &str) -> Result<Suppression> {
    Suppression::read(text)
        .map_err(|why| Failure::new(format!("--suppress {text}: {why}")).with_value(text))
}

fn order(args: &ReleaseArgs) -> Result<Order> {
    match args.out.order.as_deref() {
        None | Some("input") => Ok(Order::Input),
        Some("shuffled") => Ok(Order::Shuffled),
        Some(other) => Err(one_of("--order", other, &["input", "shuffled"])),
    }
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
        let message = format!("--time-limit '{text}': write a time like 30s, 500ms or 5m");
        Failure::new(message).with_value(text)
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds.ok_or_else(wrong)?).map_err(|_| wrong())
}

fn explore(args: &ReleaseArgs) -> Result<Option<Explore>> {
    let Some(word) = &args.out.explore else { return Ok(None) };
    let (name, list) = split("--explore", word)?;
    let values: Vec<String> = list.split(',').map(|value| value.trim().to_owned()).collect();
    let mut variants = Vec::new();
    for value in &values {
        let mut models = args.models.clone();
        let mut limit = suppression(args)?;
        match part(name)? {
            None => limit = read_suppression(value)?,
            Some((flag, varied)) => {
                let word = (varied.word)(models.words.one(flag.name), value)?;
                models.words = models.words.with(flag.name, [word]);
            }
        }
        let demands = demands(&models, &args.roles.sensitive, args.member.is_some())?;
        if demands.is_empty() {
            return Err(Failure::new(
                "nothing is demanded: --explore suppress=.. needs a model, such as --k 5",
            ));
        }
        variants.push((demands, limit));
    }
    Ok(Some(Explore { name: name.to_owned(), values, variants }))
}

/// The part of a demand that is explored by this name; none if it is the suppression.
fn part(name: &str) -> Result<Option<(&'static Flag, &'static Varied)>> {
    const SUPPRESSION: &str = "suppress";
    let parts = || FLAGS.iter().flat_map(|flag| flag.varied.iter().map(move |part| (flag, part)));
    let found = parts().find(|(_, part)| part.name == name);
    if found.is_none() && name != SUPPRESSION {
        let known: Vec<&str> = parts().map(|(_, part)| part.name).chain([SUPPRESSION]).collect();
        return Err(one_of("--explore", name, &known));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suppression_is_a_share_or_a_number() {
        assert_eq!(Suppression::read("20"), Ok(Suppression::Rows(20)));
        for share in ["2%", "0.02", "1/50"] {
            assert_eq!(Suppression::read(share).map(|s| s.limit(30_162)), Ok(603));
        }
        assert_eq!(Suppression::read("100%").map(|s| s.limit(7)), Ok(7));
        for wrong in ["101%", "-1", "1.5", "NaN", "", "x%"] {
            assert!(Suppression::read(wrong).is_err(), "{wrong}");
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
