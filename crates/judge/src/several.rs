//! People who stand in several classes.
//!
//! Whoever knows two rows of a person finds both classes, and the person's secret is a value that both
//! have. Each class may be diverse while hardly any value is in all of them.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use incrowd_terms::{Demand, Diversity, Fraction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::division::Division;
use crate::values_by_class::ValuesByClass;

/// Classes must have at least so many values in common, if nothing else was demanded.
const LEAST: u64 = 2;

/// Classes of a person that are named.
const SHOWN: usize = 3;

/// Sets of classes that are remembered; then all are forgotten, so that memory stays bounded.
const MOST_KNOWN: usize = 1 << 20;

/// People who stand in several classes, and for how many that tells more than each class alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeveralClasses {
    /// People who stand in several classes.
    pub standing: u64,
    /// Those whose classes have fewer values in common than were demanded of each, in some sensitive
    /// column.
    pub people: u64,
    /// The same for each sensitive column.
    pub columns: Vec<CommonValues>,
}

/// What the classes of people have in common in one sensitive column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommonValues {
    /// The column.
    pub column: String,
    /// How many values the classes of a person should have in common: the largest l or p that was
    /// demanded of the column, or 2.
    pub l: String,
    /// People whose classes have fewer.
    pub people: u64,
    /// The classes that have the fewest in common, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub worst: Option<String>,
    /// The quasi-identifiers in which the classes of such people differ, unless all do.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub differing: Vec<String>,
}

/// What several classes have in common, in each sensitive column.
struct Common {
    /// Whether that is less than was demanded.
    is_few: Vec<bool>,
    values: Vec<usize>,
}

/// The people of one sensitive column.
#[derive(Clone, Default)]
struct Exposed {
    people: u64,
    /// The values in common, the first lines and the numbers of the worst classes.
    worst: Option<(usize, Vec<u64>, Vec<u32>)>,
    /// Whether the classes differ in each class column.
    differing: Vec<bool>,
}

/// Finds the people who stand in several classes of secrets; `None` if nobody does or people were not
/// counted.
pub(crate) fn several_classes(
    classes: Division<'_>,
    spreads: &[(&str, ValuesByClass)],
    demands: &[Demand],
) -> Option<SeveralClasses> {
    let grouping = classes.grouping;
    let visits = grouping.visits.as_ref().filter(|_| grouping.has_several_classes())?;
    let mut pairs: Vec<(u32, u32)> =
        visits.pairs().map(|(class, person)| (person, class)).collect();
    pairs.sort_unstable();
    let wanted: Vec<(Fraction, &ValuesByClass)> = spreads
        .iter()
        .map(|(name, spread)| (demanded(name, demands).unwrap_or(LEAST.into()), spread.having()))
        .collect();
    let (mut standing, mut people) = (0, 0);
    let mut by_column = vec![Exposed::default(); spreads.len()];
    // Many people stand in the same classes.
    let mut known: HashMap<Vec<u32>, Common> = HashMap::new();
    for person in pairs.chunk_by(|a, b| a.0 == b.0).filter(|person| person.len() > 1) {
        standing += 1;
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        let own: Vec<u32> = person.iter().map(|&(_, class)| class).collect();
        let (own, common) = match known.entry(own) {
            Entry::Occupied(entry) => {
                people += u64::from(entry.get().is_few.contains(&true));
                for (&is_few, exposed) in entry.get().is_few.iter().zip(&mut by_column) {
                    exposed.people += u64::from(is_few);
                }
                continue;
            }
            Entry::Vacant(entry) => {
                let common = Common::of(entry.key(), &wanted);
                (entry.key().clone(), entry.insert(common))
            }
        };
        people += u64::from(common.is_few.contains(&true));
        let found = common.is_few.iter().zip(&common.values).zip(&mut by_column);
        for ((_, &values), exposed) in found.filter(|((is_few, _), _)| **is_few) {
            exposed.people += 1;
            exposed.see(classes, &own, values);
        }
    }
    let columns = spreads.iter().zip(&wanted).zip(by_column);
    let columns = columns.map(|(((name, _), (l, _)), exposed)| exposed.told(classes, name, *l));
    Some(SeveralClasses { standing, people, columns: columns.collect() })
}

impl Common {
    fn of(classes: &[u32], wanted: &[(Fraction, &ValuesByClass)]) -> Common {
        let values: Vec<usize> =
            wanted.iter().map(|(_, spread)| in_common(spread, classes)).collect();
        let is_few = |(&(l, _), &values): (&(Fraction, &ValuesByClass), &usize)| {
            (values as u64) < l.numerator().div_ceil(l.denominator())
        };
        Common { is_few: wanted.iter().zip(&values).map(is_few).collect(), values }
    }
}

/// How many values some classes have in common.
fn in_common(spread: &ValuesByClass, classes: &[u32]) -> usize {
    let mut cells: Vec<_> = classes.iter().map(|&at| spread.class(at as usize).cells).collect();
    cells.sort_by_key(|cells| cells.len());
    let Some((fewest, others)) = cells.split_first() else { return 0 };
    let is_common = |value: u32| {
        others.iter().all(|cells| cells.binary_search_by_key(&value, |cell| cell.value).is_ok())
    };
    fewest.iter().filter(|cell| is_common(cell.value)).count()
}

impl Exposed {
    /// Remembers the classes of a person, if they are the worst so far.
    fn see(&mut self, classes: Division<'_>, own: &[u32], values: usize) {
        let key = |class: u32| classes.grouping.classes.key(class as usize);
        let first = key(own[0]);
        self.differing.resize(classes.columns.len(), false);
        for (at, differs) in self.differing.iter_mut().enumerate() {
            *differs |= own.iter().any(|&class| key(class)[at] != first[at]);
        }
        let mut own: Vec<(u64, u32)> =
            own.iter().map(|&class| (classes.lines()[class as usize], class)).collect();
        // By their lines, because numbers of classes depend on how many workers there were.
        own.sort_unstable();
        let (lines, own): (Vec<u64>, Vec<u32>) = own.into_iter().unzip();
        let is_worse =
            self.worst.as_ref().is_none_or(|worst| (values, &lines) < (worst.0, &worst.1));
        if is_worse {
            self.worst = Some((values, lines, own));
        }
    }

    fn told(self, classes: Division<'_>, column: &str, l: Fraction) -> CommonValues {
        let worst = self.worst.map(|(values, _, own)| {
            let mut named: Vec<String> =
                own.iter().take(SHOWN).map(|&class| classes.name(class as usize)).collect();
            let more = own.len().saturating_sub(SHOWN);
            named.extend((more > 0).then(|| format!("{more} more")));
            let last = named.pop().unwrap_or_default();
            let common = if values == 0 { "no".to_owned() } else { values.to_string() };
            format!(
                "somebody stands in {} and {last}, which have {common} '{column}' in common",
                named.join(", ")
            )
        });
        let differing = classes.columns.iter().zip(&self.differing);
        let differing =
            differing.filter(|(_, differs)| **differs).map(|(&name, _)| name.to_owned());
        let mut differing: Vec<String> = differing.collect();
        if differing.len() == classes.columns.len() {
            differing.clear();
        }
        let (column, people) = (column.to_owned(), self.people);
        CommonValues { column, l: l.to_string(), people, worst, differing }
    }
}

/// The largest number of values that was demanded of a column.
fn demanded(column: &str, demands: &[Demand]) -> Option<Fraction> {
    let l = |demand: &Demand| match demand {
        Demand::PSensitivity(asked) => Some(Fraction::from(asked.p)),
        Demand::LDiversity(asked) => Some(match asked.diversity {
            Diversity::Distinct(l) | Diversity::Recursive { l, .. } => Fraction::from(l),
            Diversity::Frequency(l) | Diversity::Entropy(l) => l,
        }),
        _ => None,
    };
    demands.iter().filter(|demand| demand.column() == Some(column)).filter_map(l).max()
}
