//! How a release is to be found: the recoding, the algorithm, and how hard to think.

use incrowd::cost::{Cost, Objective, Over};
use incrowd::search::boxes::{ColumnStrategy, Effort, ValueStrategy};

use crate::args::HowArgs;
use crate::failure::{Failure, Result};

use super::one_of;

/// How cells are generalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recoding {
    /// One level per column throughout.
    FullDomain,
    /// A box per class, cut where it loses least.
    Multidimensional,
    /// A box per cluster.
    Local,
    /// Quasi-identifiers as they are, secrets by group in a table of their own.
    Anatomy,
    /// Rows of the population, published by chance.
    Randomised,
}

/// How a release is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Optimal,
    /// A lowest node instead of a cheapest one.
    Samarati,
    Spalm,
    /// Optimal k-anonymity of the population, for the smallest k that happens to do.
    SmallestK,
    Mpalm(ColumnStrategy, ValueStrategy),
    Mondrian,
    MondrianRelaxed,
    /// Mondrian on the population, for the smallest k that happens to do.
    MondrianSmallestK,
    Guided,
    Exact,
    Cluster,
    /// Groups of different secrets, the most frequent first.
    Anatomy,
    /// No search: chance decides.
    Chance,
}

const COLUMNS: [(char, ColumnStrategy); 3] =
    [('n', ColumnStrategy::Next), ('p', ColumnStrategy::Priority), ('b', ColumnStrategy::Broadest)];
const VALUES: [(char, ValueStrategy); 3] =
    [('1', ValueStrategy::Balanced), ('2', ValueStrategy::First), ('3', ValueStrategy::Distinct)];

impl Recoding {
    const ALL: [Recoding; 5] = [
        Recoding::FullDomain,
        Recoding::Multidimensional,
        Recoding::Local,
        Recoding::Anatomy,
        Recoding::Randomised,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Recoding::FullDomain => "full-domain",
            Recoding::Multidimensional => "multidimensional",
            Recoding::Local => "local",
            Recoding::Anatomy => "anatomy",
            Recoding::Randomised => "randomised",
        }
    }

    /// The best algorithm there is for it.
    fn default_algorithm(self) -> Algorithm {
        match self {
            Recoding::FullDomain => Algorithm::Optimal,
            Recoding::Multidimensional => Algorithm::Guided,
            Recoding::Local => Algorithm::Cluster,
            Recoding::Anatomy => Algorithm::Anatomy,
            Recoding::Randomised => Algorithm::Chance,
        }
    }
}

impl Algorithm {
    fn all() -> Vec<Algorithm> {
        let strategies = COLUMNS.iter().flat_map(|&(_, columns)| {
            VALUES.iter().map(move |&(_, values)| Algorithm::Mpalm(columns, values))
        });
        let others = [
            Algorithm::Optimal,
            Algorithm::Samarati,
            Algorithm::Spalm,
            Algorithm::SmallestK,
            Algorithm::Guided,
            Algorithm::Exact,
            Algorithm::Mondrian,
            Algorithm::MondrianRelaxed,
            Algorithm::MondrianSmallestK,
            Algorithm::Cluster,
            Algorithm::Anatomy,
            Algorithm::Chance,
        ];
        others.into_iter().chain(strategies).collect()
    }

    pub fn name(self) -> String {
        match self {
            Algorithm::Optimal => "optimal".to_owned(),
            Algorithm::Samarati => "samarati".to_owned(),
            Algorithm::Spalm => "spalm".to_owned(),
            Algorithm::SmallestK => "smallest-k".to_owned(),
            Algorithm::Mpalm(columns, values) => {
                let letter = COLUMNS.iter().find(|(_, c)| *c == columns).map_or('n', |(l, _)| *l);
                let digit = VALUES.iter().find(|(_, v)| *v == values).map_or('1', |(d, _)| *d);
                format!("mpalm-{letter}{digit}")
            }
            Algorithm::Mondrian => "mondrian".to_owned(),
            Algorithm::MondrianRelaxed => "mondrian-relaxed".to_owned(),
            Algorithm::MondrianSmallestK => "mondrian-smallest-k".to_owned(),
            Algorithm::Guided => "guided".to_owned(),
            Algorithm::Exact => "exact".to_owned(),
            Algorithm::Cluster => "cluster".to_owned(),
            Algorithm::Anatomy => "anatomy".to_owned(),
            Algorithm::Chance => "chance".to_owned(),
        }
    }

    /// The recoding that it yields.
    fn recoding(self) -> Recoding {
        match self {
            Algorithm::Optimal | Algorithm::Samarati | Algorithm::Spalm | Algorithm::SmallestK => {
                Recoding::FullDomain
            }
            Algorithm::Cluster => Recoding::Local,
            Algorithm::Anatomy => Recoding::Anatomy,
            Algorithm::Chance => Recoding::Randomised,
            _ => Recoding::Multidimensional,
        }
    }
}

/// How a release is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    pub recoding: Recoding,
    pub algorithm: Algorithm,
    pub effort: Effort,
    pub cost: Cost,
    pub over: Over,
    /// Whether clusters may overlap.
    pub overlap: bool,
    /// Whether all minimal nodes are wanted.
    pub all_minimal: bool,
    /// Whether classes are dealt into groups.
    pub deal: bool,
}

impl Method {
    pub fn new(args: &HowArgs) -> Result<Method> {
        let recoding = args.recoding.as_deref().map(recoding).transpose()?;
        let algorithm = args.algorithm.as_deref().map(algorithm).transpose()?;
        let (recoding, algorithm) = match (recoding, algorithm) {
            (None, None) => (Recoding::FullDomain, Algorithm::Optimal),
            (Some(recoding), None) => (recoding, recoding.default_algorithm()),
            (None, Some(algorithm)) => (algorithm.recoding(), algorithm),
            (Some(recoding), Some(algorithm)) if algorithm.recoding() == recoding => {
                (recoding, algorithm)
            }
            (Some(recoding), Some(algorithm)) => {
                let message = format!(
                    "--algorithm {} goes with --recoding {}, not {}",
                    algorithm.name(),
                    algorithm.recoding().name(),
                    recoding.name()
                );
                return Err(Failure::new(message).with_value(algorithm.name()));
            }
        };
        if args.overlap && recoding != Recoding::Local {
            return Err(Failure::new("--overlap is for --recoding local"));
        }
        if args.all_minimal && recoding != Recoding::FullDomain {
            let message = "--all-minimal is for --recoding full-domain: only there are nodes";
            return Err(Failure::new(message));
        }
        let method = Method {
            recoding,
            algorithm,
            effort: effort(args)?,
            cost: cost(args)?,
            over: over(args)?,
            overlap: args.overlap,
            all_minimal: args.all_minimal,
            deal: args.deal,
        };
        method.check()?;
        Ok(method)
    }

    /// Refuses a cost that the algorithm cannot minimise.
    fn check(&self) -> Result<()> {
        let minimises = |cost: &&Cost| match self.algorithm {
            Algorithm::Optimal | Algorithm::Samarati | Algorithm::Spalm | Algorithm::SmallestK => {
                true
            }
            Algorithm::Guided => cost.objective().is_some(),
            _ => cost.objective() == Some(Objective::Ranges),
        };
        if minimises(&&self.cost) {
            return Ok(());
        }
        let known: Vec<&str> = Cost::ALL.iter().filter(minimises).map(|cost| cost.name).collect();
        let message = format!(
            "--cost {} does not go with --algorithm {}: it minimises {}",
            self.cost.name,
            self.algorithm.name(),
            known.join(", ")
        );
        Err(Failure::new(message).with_value(self.cost.name))
    }

    /// The same, but cutting boxes by the default search.
    pub fn with_boxes(self) -> Method {
        let recoding = Recoding::Multidimensional;
        Method { recoding, algorithm: recoding.default_algorithm(), ..self }
    }

    /// Whether classes are boxes.
    pub fn has_boxes(&self) -> bool {
        matches!(self.recoding, Recoding::Multidimensional | Recoding::Local)
    }

    /// The nodes of a lattice that may be examined.
    pub fn most_checks(&self) -> Option<u64> {
        let limited = self.effort == Effort::Fast && self.recoding == Recoding::FullDomain;
        limited.then_some(1000)
    }
}

fn recoding(name: &str) -> Result<Recoding> {
    let found = Recoding::ALL.into_iter().find(|recoding| recoding.name() == name);
    found.ok_or_else(|| one_of("--recoding", name, &Recoding::ALL.map(Recoding::name)))
}

fn algorithm(name: &str) -> Result<Algorithm> {
    let all = Algorithm::all();
    let found = all.iter().copied().find(|algorithm| algorithm.name() == name);
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|algorithm| algorithm.name()).collect();
        one_of("--algorithm", name, &names.iter().map(String::as_str).collect::<Vec<_>>())
    })
}

fn cost(args: &HowArgs) -> Result<Cost> {
    let Some(name) = args.cost.as_deref() else { return Ok(Cost::LOSS) };
    Cost::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Cost::ALL.iter().map(|cost| cost.name).collect();
        one_of("--cost", name, &names)
    })
}

fn over(args: &HowArgs) -> Result<Over> {
    match args.cost_over.as_deref() {
        None | Some("members") => Ok(Over::Members),
        Some("public") => Ok(Over::People),
        Some(other) => Err(one_of("--cost-over", other, &["members", "public"])),
    }
}

fn effort(args: &HowArgs) -> Result<Effort> {
    match args.effort.as_deref() {
        None | Some("normal") => Ok(Effort::Normal),
        Some("fast") => Ok(Effort::Fast),
        Some("high") => Ok(Effort::High),
        Some(other) => Err(one_of("--effort", other, &["fast", "normal", "high"])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(recoding: Option<&str>, algorithm: Option<&str>) -> Result<Method> {
        let word = |word: Option<&str>| word.map(str::to_owned);
        let args =
            HowArgs { recoding: word(recoding), algorithm: word(algorithm), ..HowArgs::default() };
        Method::new(&args)
    }

    #[test]
    fn an_algorithm_names_its_recoding() {
        let found = method(None, Some("mpalm-b3")).unwrap();
        let expected = Algorithm::Mpalm(ColumnStrategy::Broadest, ValueStrategy::Distinct);
        assert_eq!((found.recoding, found.algorithm), (Recoding::Multidimensional, expected));
        assert_eq!(method(Some("local"), None).unwrap().algorithm, Algorithm::Cluster);
        assert_eq!(method(None, None).unwrap().recoding, Recoding::FullDomain);
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let refusal = |r, a| method(r, a).unwrap_err().message;
        assert!(refusal(Some("full-domain"), Some("mondrian")).contains("multidimensional"));
        assert!(refusal(None, Some("mondrain")).contains("did you mean 'mondrian'"));
        assert!(refusal(Some("boxes"), None).contains("full-domain"));
        let precision = HowArgs {
            algorithm: Some("guided".into()),
            cost: Some("precision".into()),
            ..HowArgs::default()
        };
        assert!(Method::new(&precision).unwrap_err().message.contains("it minimises loss"));
    }
}
