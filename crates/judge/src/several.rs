//! People who stand in several classes.
//!
//! Whoever knows two rows of a person finds both classes, and the person's secret is a value that both
//! have. Each class may be diverse while hardly any value is in all of them.

use hashbrown::HashMap;
use incrowd_terms::{Demand, Diversity, Fraction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::census::Census;
use crate::spread::Spread;

/// Classes must have at least so many values in common, if nothing else was demanded.
const LEAST: u64 = 2;

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
}

/// Finds the people who stand in several classes of secrets; `None` if nobody does or people were not
/// counted.
pub(crate) fn several_classes(
    census: &Census,
    spreads: &[(&str, Spread)],
    demands: &[Demand],
) -> Option<SeveralClasses> {
    let visits = census.visits.as_ref().filter(|_| census.has_several_classes())?;
    let mut pairs: Vec<(u32, u32)> =
        visits.pairs().map(|(class, person)| (person, class)).collect();
    pairs.sort_unstable();
    let wanted: Vec<(Fraction, &Spread)> = spreads
        .iter()
        .map(|(name, spread)| (demanded(name, demands).unwrap_or(LEAST.into()), spread.having()))
        .collect();
    let (mut standing, mut people) = (0, 0);
    let mut by_column = vec![0; spreads.len()];
    // Many people stand in the same classes.
    let mut known: HashMap<Vec<u32>, Vec<bool>> = HashMap::new();
    for person in pairs.chunk_by(|a, b| a.0 == b.0).filter(|person| person.len() > 1) {
        standing += 1;
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        let classes: Vec<u32> = person.iter().map(|&(_, class)| class).collect();
        let few = known.entry(classes).or_insert_with_key(|classes| {
            wanted.iter().map(|(l, spread)| has_few(spread, classes, *l)).collect()
        });
        people += u64::from(few.contains(&true));
        few.iter().zip(&mut by_column).for_each(|(&few, sum)| *sum += u64::from(few));
    }
    let mut columns = Vec::with_capacity(spreads.len());
    for (((name, _), (l, _)), people) in spreads.iter().zip(&wanted).zip(by_column) {
        columns.push(CommonValues { column: (*name).to_owned(), l: l.to_string(), people });
    }
    Some(SeveralClasses { standing, people, columns })
}

/// Whether some classes have fewer than so many values in common.
fn has_few(spread: &Spread, classes: &[u32], l: Fraction) -> bool {
    let mut cells: Vec<_> = classes.iter().map(|&at| spread.class(at as usize).cells).collect();
    cells.sort_by_key(|cells| cells.len());
    let Some((fewest, others)) = cells.split_first() else { return false };
    let is_common = |value: u32| {
        others.iter().all(|cells| cells.binary_search_by_key(&value, |cell| cell.value).is_ok())
    };
    let needed = usize::try_from(l.numerator().div_ceil(l.denominator())).unwrap_or(usize::MAX);
    fewest.iter().filter(|cell| is_common(cell.value)).take(needed).count() < needed
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
