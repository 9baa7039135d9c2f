//! A release as it was asked for, checked as far as it can be without the table.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use incrowd::cost::Cost;
use incrowd::hierarchy::Spec;
use incrowd::terms::{Demand, Fraction};
use incrowd_io::{Location, read_text};

use crate::args::ReleaseArgs;
use crate::failure::{Failure, Result};

use super::{Reading, by_column, demands, did_you_mean, split};

/// A release that was asked for.
pub struct Plan {
    pub table: Location,
    pub public: Option<Location>,
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
    pub cost: Cost,
    pub most_checks: Option<u64>,
    pub time_limit: Option<Duration>,
    pub output: Option<Location>,
    pub force: bool,
    pub dry_run: bool,
    pub explore: Option<Explore>,
    pub order: Order,
    pub keep_suppressed: bool,
    pub strict: bool,
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
    /// Shuffled by this seed, or by one made from the table.
    Shuffled(Option<u64>),
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
        let demands = demands(&args.models, &args.roles.sensitive)?;
        if args.roles.qi.is_empty() {
            let message = "no quasi-identifiers: name with --qi the columns by which people could be recognised";
            return Err(Failure::new(message));
        }
        let hierarchies = hierarchies(&args.how.hierarchy)?;
        let plan = Plan {
            inputs: inputs(args, &hierarchies),
            table: Location::from(table.as_path()),
            public: args.models.public.as_deref().map(Location::from),
            reading: Reading::new(&args.read)?,
            explore: explore(args)?,
            demands,
            hierarchies,
            levels: by_column("--level", &args.how.level, levels)?,
            weights: by_column("--weight", &args.how.weight, weight)?,
            suppression: suppression(args)?,
            cost: cost(args)?,
            most_checks: effort(args)?,
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
        only("--recoding", args.how.recoding.as_deref(), &["full-domain"])?;
        only("--algorithm", args.how.algorithm.as_deref(), &["optimal"])?;
        plan.check(args.talk.json)?;
        Ok(plan)
    }

    fn check(&self, json: bool) -> Result<()> {
        if self.demands.is_empty() && self.explore.is_none() {
            let message = "nothing is demanded: ask for at least one model, such as --k 5 \
                           (`incrowd explain` lists them)";
            return Err(Failure::new(message));
        }
        let k_map = |demand: &Demand| matches!(demand, Demand::KMap { .. });
        let explored = self.explore.iter().flat_map(|explore| &explore.variants);
        let mut all = self.demands.iter().chain(explored.flat_map(|(demands, _)| demands));
        if self.public.is_some() && !all.any(k_map) {
            return Err(Failure::new("--public is for --k-map, which is not demanded"));
        }
        if self.table == Location::Standard && self.public == Some(Location::Standard) {
            let message = "the table and --public are both `-`: standard input holds one table; name a file for the other";
            return Err(Failure::new(message));
        }
        if self.keep_suppressed && self.demands.iter().any(k_map) {
            let message = "--keep-suppressed does not go with --k-map: rows of * match everybody";
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
}

/// The files that a release reads.
fn inputs(args: &ReleaseArgs, hierarchies: &BTreeMap<String, Spec>) -> Vec<Location> {
    let tables = [&args.file, &args.table, &args.models.public].into_iter().flatten();
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

fn weight(text: &str) -> std::result::Result<f64, String> {
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

fn cost(args: &ReleaseArgs) -> Result<Cost> {
    let Some(name) = args.how.cost.as_deref() else { return Ok(Cost::Loss) };
    Cost::from_name(name).ok_or_else(|| one_of("--cost", name, &Cost::ALL.map(Cost::name)))
}

fn effort(args: &ReleaseArgs) -> Result<Option<u64>> {
    match args.how.effort.as_deref() {
        None | Some("normal" | "high") => Ok(None),
        Some("fast") => Ok(Some(1000)),
        Some(other) => Err(one_of("--effort", other, &["fast", "normal", "high"])),
    }
}

fn order(args: &ReleaseArgs) -> Result<Order> {
    match args.out.order.as_deref() {
        Some("shuffled") => Ok(Order::Shuffled(args.out.seed)),
        Some(other) if other != "input" => Err(one_of("--order", other, &["input", "shuffled"])),
        _ if args.out.seed.is_some() => {
            Err(Failure::new("--seed is for --order shuffled, which was not asked for"))
        }
        _ => Ok(Order::Input),
    }
}

fn only(flag: &str, word: Option<&str>, known: &[&str]) -> Result<()> {
    match word {
        Some(word) if !known.contains(&word) => Err(one_of(flag, word, known)),
        _ => Ok(()),
    }
}

fn one_of(flag: &str, word: &str, known: &[&str]) -> Failure {
    let message = match known {
        [only] => format!("{flag} '{word}' is not available: there is only {only}"),
        _ => {
            let hint = did_you_mean(word, known.iter().copied());
            format!("{flag} '{word}' is none of {}{hint}", known.join(", "))
        }
    };
    Failure::new(message).with_value(word)
}

/// `30s`, `500ms`, `5m`, `1h`; a plain number is seconds.
fn duration(text: &str) -> Result<Duration> {
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
        match name {
            "k" => models.k = Some(value.clone()),
            "p" => models.p = Some(value.clone()),
            "k-map" => models.k_map = Some(value.clone()),
            "suppress" => limit = read_suppression(value)?,
            _ => return Err(one_of("--explore", name, &["k", "p", "k-map", "suppress"])),
        }
        let demands = demands(&models, &args.roles.sensitive)?;
        if demands.is_empty() {
            return Err(Failure::new(
                "nothing is demanded: --explore suppress=.. needs a model, such as --k 5",
            ));
        }
        variants.push((demands, limit));
    }
    Ok(Some(Explore { name: name.to_owned(), values, variants }))
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
