//! What holds against someone who knows only some of the quasi-identifiers, whichever these are.
//!
//! The rows are counted once by all quasi-identifiers. For every set of at most m of them, these
//! classes are put together by the cells in that set, `*` being a cell as any other, and each demand
//! is measured on the result. A demand holds if it holds on every set; the figure is that of the
//! set that is worst.

use incrowd_terms::{Demand, Guarantee};

use crate::counted::{CountedPresence, CountedTables};
use crate::division::Division;
use crate::error::JudgeError;
use crate::learned::Links;
use crate::proximity::crowdings;
use crate::question::Question;
use crate::values_by_class::ValuesByClass;
use crate::verdict::Assessment;

/// The guarantees for whoever knows at most so many of the quasi-identifiers, each as on the worst
/// set of them.
///
/// # Errors
/// As [`crate::judge`].
pub(crate) fn for_whoever_knows(
    most: usize,
    question: &Question<'_>,
) -> Result<Vec<Guarantee>, JudgeError> {
    let qi: Vec<&str> = question.qi.iter().map(String::as_str).collect();
    let sensitive: Vec<&str> = question.sensitive.iter().map(String::as_str).collect();
    let counted = CountedPresence::of(&CountedTables {
        table: question.table,
        qi: &qi,
        sensitive: &sensitive,
        group: None,
        secrets: None,
        person: question.person,
        nulls: question.nulls,
        skip_suppressed: question.skip_suppressed,
        threads: question.threads,
    })?;
    let mut worst: Vec<Option<Guarantee>> = vec![None; question.demands.len()];
    for set in subsets(qi.len(), most) {
        let columns: Vec<&str> = set.iter().map(|&place| qi[place]).collect();
        let grouping = counted.outside().by_columns(&set)?;
        let mut spreads: Vec<(&str, ValuesByClass)> = Vec::with_capacity(sensitive.len());
        for (place, &name) in sensitive.iter().enumerate() {
            let kind = question.kinds.get(name).copied();
            let spread = ValuesByClass::of(&grouping, place, name, kind, question.nulls)?;
            spreads.push((name, spread));
        }
        let crowdings = crowdings(question.demands, &spreads)?;
        let division = Division { grouping: &grouping, columns: &columns };
        let assessment = Assessment {
            outside: division,
            classes: division,
            secrets: division,
            links: Links::Same,
            spreads: &spreads,
            crowdings: &crowdings,
            hierarchies: question.hierarchies,
            nulls: question.nulls,
            population: None,
            prior: None,
            distribution: None,
            sample_rows: question.sample_rows.unwrap_or(grouping.members()),
        };
        for (demand, worst) in question.demands.iter().zip(&mut worst) {
            let mut found = assessment.judge(demand)?;
            found.subset = columns.iter().map(|&column| column.to_owned()).collect();
            if worst.as_ref().is_none_or(|known| is_worse(&found, known)) {
                *worst = Some(found);
            }
        }
    }
    let against = |(demand, found): (&Demand, Option<Guarantee>)| {
        let mut found = found?;
        found.against = format!(
            "{}, and of the person at most {most} of the quasi-identifiers, whichever these are",
            demand.against()
        )
        .into();
        Some(found)
    };
    Ok(question.demands.iter().zip(worst).filter_map(against).collect())
}

/// Whether one figure is further from what was demanded on the wrong side, or nearer to it on the
/// right one.
fn is_worse(one: &Guarantee, other: &Guarantee) -> bool {
    if one.holds != other.holds {
        return !one.holds;
    }
    let distance = |found: &Guarantee| {
        let (measured, demanded) = (found.measured.as_f64()?, found.demanded.as_f64()?);
        Some((measured - demanded).abs())
    };
    match (distance(one), distance(other)) {
        (Some(one_far), Some(other_far)) if one.holds => one_far < other_far,
        (Some(one_far), Some(other_far)) => one_far > other_far,
        _ => false,
    }
}

/// Every set of 1 to `most` of so many columns, smaller ones first.
fn subsets(columns: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut latest: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most.min(columns) {
        let longer = |set: &Vec<usize>| {
            let first = set.last().map_or(0, |last| last + 1);
            let set = set.clone();
            (first..columns).map(move |next| [set.as_slice(), &[next]].concat())
        };
        latest = latest.iter().flat_map(longer).collect();
        all.extend(latest.iter().cloned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_once() {
        assert_eq!(subsets(3, 2), [vec![0], vec![1], vec![2], vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(subsets(2, 5).len(), 3);
        assert_eq!(subsets(10, 3).len(), 10 + 45 + 120);
    }
}
