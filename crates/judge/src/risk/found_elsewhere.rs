//! Risks that other measurements find: what is said of them here is all that there is to add.

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::findings::Findings;
use crate::marginals::Marginals;
use crate::order::Neighbours;
use crate::register::KnownColumn;
use crate::several::CommonValues;

use super::words::{listed, percent};

/// What hides the order of rows.
const SHUFFLE: &str = "publish the rows in random order: `order = shuffled`";

/// *Ordered*: the order of the published rows gives a generalized or dropped column back.
#[must_use]
pub fn ordered(neighbours: &Neighbours) -> Option<Risk> {
    if !neighbours.tell() {
        return None;
    }
    let Neighbours { column, published, pairs, same, same_by_chance, in_order, example } =
        neighbours;
    let hidden = if *published { "generalized" } else { "dropped" };
    let per_cent = |share: f64| format!("{:.0}%", 100.0 * share);
    Some(Risk {
        count: (same * *pairs as f64).round() as u64,
        of: *pairs,
        columns: vec![column.clone()],
        example: example.clone(),
        cure: Some(SHUFFLE.into()),
        ..Risk::new(
            RiskKind::Ordered,
            Severity::Warning,
            format!(
                "the order of rows gives '{column}' back, which is {hidden}: {} of neighbours with the \
                 same published value have the same {column} ({} by chance), and of the others {} stand \
                 in its order (50% by chance)",
                per_cent(*same),
                per_cent(*same_by_chance),
                per_cent(*in_order),
            ),
        )
    })
}

/// *Ordered*, of the column of person ids: rows of one person stand together, so whoever knows one of
/// them finds the others. Promises to whoever knows one row of a person do not cover that.
#[must_use]
pub fn linked_by_order(neighbours: &Neighbours) -> Option<Risk> {
    if !neighbours.stand_together() {
        return None;
    }
    let Neighbours { column, pairs, same, same_by_chance, example, .. } = neighbours;
    let per_cent = |share: f64| format!("{:.0}%", 100.0 * share);
    Some(Risk {
        count: (same * *pairs as f64).round() as u64,
        of: *pairs,
        columns: vec![column.clone()],
        example: example.clone(),
        cure: Some(SHUFFLE.into()),
        ..Risk::new(
            RiskKind::Ordered,
            Severity::Warning,
            format!(
                "the rows of a person stand together: {} of neighbouring rows are one person's ({} by \
                 chance), so whoever finds one row of a person finds the others",
                per_cent(*same),
                per_cent(*same_by_chance),
            ),
        )
    })
}

/// *Register knows*: the register has published columns that are no quasi-identifiers.
#[must_use]
pub fn register_knows(findings: &Findings, register: &str) -> Option<Risk> {
    let known = &findings.register_knows;
    let names: Vec<&str> = known.iter().map(|column| column.published.as_str()).collect();
    let count = findings.people.unwrap_or(findings.rows);
    // A column under another name is less easily seen.
    let example = known.iter().max_by_key(|column| column.by_values).map(|column| {
        let KnownColumn { published, register: name, by_values } = column;
        match by_values {
            true => format!("'{published}' has the values of '{name}' in {register}"),
            false => format!("{register} says '{name}' of everybody"),
        }
    })?;
    let is = if names.len() == 1 { "is a column" } else { "are columns" };
    let flag = names.join(",");
    Some(Risk {
        count,
        of: count,
        columns: names.iter().map(|&name| name.to_owned()).collect(),
        example: Some(example),
        cure: Some(format!(
            "treat them as quasi-identifiers (`qi = {flag}`), or drop them (`id = {flag}`)"
        )),
        ..Risk::new(
            RiskKind::RegisterKnows,
            Severity::Severe,
            format!(
                "{} {is} of {register} too: whoever has it knows them of everybody, so demands about \
                 the population are measured with them",
                listed(&names)
            ),
        )
    })
}

/// *Joint k*: columns that were masked one by one leave fewer than k rows, or people, alike together.
#[must_use]
pub fn joint_k(found: &Marginals, k: u64, columns: &[String]) -> Option<Risk> {
    if columns.is_empty() || found.k.is_none_or(|joint| joint >= k) {
        return None;
    }
    let (count, of) = (found.below(k), found.members());
    let (noun, rows) = (found.noun(of), found.noun(k));
    Some(Risk {
        count,
        of,
        columns: columns.to_vec(),
        example: found.k.map(|joint| format!("the rarest combination has {joint} of {k} {rows}")),
        cure: Some(
            "ask for a larger k, or make a release with `k`, which counts columns together".into(),
        ),
        ..Risk::new(
            RiskKind::JointK,
            Severity::Severe,
            format!(
                "{count} of {of} {noun} share their combination of masked columns with fewer than {k}"
            ),
        )
    })
}

/// *Several classes*: whoever knows all classes of a person is left with fewer than l secrets.
#[must_use]
pub fn several_classes(findings: &Findings) -> Vec<Risk> {
    let found = findings.several_classes.as_ref().map_or(&[][..], |found| &found.columns);
    let of = findings.people.unwrap_or(findings.rows);
    let exposed = found.iter().filter(|column| column.people > 0);
    exposed.map(|column| few_in_common(column, of)).collect()
}

fn few_in_common(found: &CommonValues, of: u64) -> Risk {
    let CommonValues { column, l, people, worst, differing } = found;
    let moving = match differing.as_slice() {
        [] => String::new(),
        columns => {
            let (names, flag) = (listed(columns), columns.join(","));
            format!("drop what tells a person's rows apart ({names}: `id = {flag}`), or ")
        }
    };
    Risk {
        count: *people,
        of,
        columns: vec![column.clone()],
        example: worst.clone(),
        cure: Some(format!("{moving}keep all rows of a person in one group: `recoding = anatomy`")),
        ..Risk::new(
            RiskKind::SeveralClasses,
            Severity::Warning,
            format!(
                "{people} of {of} people ({}) stand in several classes that have fewer than {l} '{column}' \
                 in common: whoever knows several rows of a person learns more than one class tells",
                percent(*people, of)
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_that_tells_is_a_risk_and_another_is_none() {
        let sorted = Neighbours {
            column: "age".into(),
            published: true,
            pairs: 1000,
            same: 0.9,
            same_by_chance: 0.1,
            in_order: 1.0,
            example: Some("lines 2 and 3 are published as [20,29], and both are 25".into()),
        };
        let risk = ordered(&sorted).unwrap();
        assert_eq!(risk.example, sorted.example);
        assert_eq!((risk.count, risk.of, risk.severity), (900, 1000, Severity::Warning));
        assert!(risk.cure.unwrap().contains("`order = shuffled`"));
        assert_eq!(ordered(&Neighbours { same: 0.1, in_order: 0.5, ..sorted }), None);
    }

    #[test]
    fn rows_of_a_person_that_stand_together_are_a_risk() {
        let together = Neighbours {
            column: "pid".into(),
            published: false,
            pairs: 1000,
            same: 0.8,
            same_by_chance: 0.01,
            in_order: 1.0,
            example: None,
        };
        let risk = linked_by_order(&together).unwrap();
        assert_eq!((risk.kind, risk.count, risk.of), (RiskKind::Ordered, 800, 1000));
        // Sorted by person, but everybody has one row: nothing is linked.
        assert_eq!(linked_by_order(&Neighbours { same: 0.01, ..together }), None);
    }

    #[test]
    fn joint_classes_below_k_are_severe() {
        let found = Marginals {
            rows: 12,
            people: None,
            classes: 3,
            k: Some(2),
            sizes: vec![(2, 1), (4, 1), (6, 1)],
            smallest: vec![(2, 2), (4, 4), (6, 6)],
            columns: Vec::new(),
            others: Vec::new(),
        };
        let risk = joint_k(&found, 5, &["age".into()]).unwrap();
        assert_eq!((risk.count, risk.of, risk.severity), (6, 12, Severity::Severe));
        assert_eq!(joint_k(&found, 2, &["age".into()]), None);
        assert_eq!(joint_k(&found, 5, &[]), None);
    }
}
