//! Suppressed members, and the people among whom they are.

use hashbrown::HashMap;
use incrowd_terms::Demand;

use crate::covered_people::CoveredPeople;
use crate::presence::{AlikeClasses, Presence, Probability, posteriors};
use crate::ranks::ColumnReading;
use crate::ratio::Ratio;
use crate::verdict::measure;

/// What is known of the people whom no published class matches.
pub(crate) enum Unmatched<'a> {
    /// Nothing: rows may have been suppressed, and nobody knows how many.
    Unknown,
    /// So many members of a table of so many rows are among them, and a class has none of them or a
    /// number that violates one of these demands, if any is known.
    Missing { members: u64, table_rows: u64, demands: &'a [Demand] },
}

/// Finds the presence of people whom no published class matches, and tells those apart who are in
/// classes of different sizes.
pub(crate) fn find(
    known: &Unmatched<'_>,
    covered: &mut CoveredPeople,
    presence: &mut Presence,
    readings: &[ColumnReading<'_>],
) {
    let Some(types) = &covered.by_type.types else { return };
    let Some(people) = types.all.first().filter(|some| some.boxes.is_empty()).map(|t| t.people)
    else {
        return;
    };
    let evenly = |members: u64| match members <= people {
        true => Probability::Exactly(Ratio::of(members, people)),
        false => Probability::Undecided,
    };
    let Unmatched::Missing { members, table_rows, demands } = known else {
        presence.of_unmatched(vec![Probability::Undecided]);
        return;
    };
    // None if a demand depends on more than counts: any number may violate it.
    let verdict = |members: u64, people: u64| {
        demands.iter().try_fold(false, |some, demand| {
            Some(some | measure(demand).violated_by(members, people, *table_rows)?)
        })
    };
    let violates = |members: u64, people: u64| verdict(members, people).unwrap_or(true);
    let anywhere = *members == 0 || demands.is_empty() || verdict(1, 1).is_none();
    let chances = match anywhere {
        true => vec![evenly(*members)],
        false => match classes(covered, readings) {
            None => vec![Probability::Undecided],
            Some(classes) => {
                let kinds: Vec<AlikeClasses> = classes
                    .iter()
                    .map(|(&people, classes)| AlikeClasses {
                        people,
                        classes: classes.len() as u64,
                        violating: (1..=people.min(*members))
                            .filter(|&z| violates(z, people))
                            .collect(),
                    })
                    .collect();
                let groups: Vec<Vec<usize>> = classes.into_values().map(|c| c.concat()).collect();
                covered.split_unmatched(&groups);
                posteriors(&kinds, *members)
            }
        },
    };
    presence.of_unmatched(chances);
}

/// The unmatched classes by their people, each as its distinct people; `None` if the level of a
/// column is not known.
fn classes(
    covered: &CoveredPeople,
    readings: &[ColumnReading<'_>],
) -> Option<std::collections::BTreeMap<u64, Vec<Vec<usize>>>> {
    let types = covered.by_type.types.as_ref()?;
    let mut labels: Vec<Vec<u32>> = Vec::with_capacity(readings.len());
    for (reading, values) in readings.iter().zip(&covered.people.labels) {
        let level = reading.level?;
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut of_value = Vec::new();
        for value in values.iter() {
            let chain = reading.chains.and_then(|chains| chains.chain(value));
            let height = reading.chains.map_or(1, crate::chains::Chains::height);
            let label = match chain {
                Some(chain) => chain.get(level).map_or("*", String::as_str),
                // What a hierarchy lacks stays itself up to the top.
                None if level < height => value,
                None => "*",
            };
            let next = numbers.len() as u32;
            of_value.push(*numbers.entry(label).or_insert(next));
        }
        labels.push(of_value);
    }
    let people = &covered.people.classes;
    let mut classes: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
    for person in (0..people.len()).filter(|&person| types.of_person[person] == 0) {
        let key = people.key(person).iter().zip(&labels);
        let key = key.map(|(&value, labels)| labels[value as usize]).collect();
        classes.entry(key).or_default().push(person);
    }
    let mut by_people: std::collections::BTreeMap<u64, Vec<Vec<usize>>> = Default::default();
    for class in classes.into_values() {
        let size = class.iter().map(|&person| people.sizes[person]).sum();
        by_people.entry(size).or_default().push(class);
    }
    Some(by_people)
}
