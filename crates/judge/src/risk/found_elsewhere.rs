//! Risks that other measurements find: what is said of them here is all that there is to add.

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::marginals::Marginals;
use crate::order::Neighbours;
use crate::register::KnownColumn;

use super::words::{listed, percent};

/// *Ordered*: the order of the published rows gives a generalized or dropped column back.
#[must_use]
pub fn ordered(neighbours: &Neighbours) -> Option<Risk> {
    if !neighbours.tell() {
        return None;
    }
    let Neighbours { column, published, pairs, same, same_by_chance, in_order } = neighbours;
    let hidden = if *published { "generalized" } else { "dropped" };
    let per_cent = |share: f64| format!("{:.0}%", 100.0 * share);
    Some(Risk {
        count: (same * *pairs as f64).round() as u64,
        of: *pairs,
        columns: vec![column.clone()],
        cure: Some("publish the rows in random order: `order = shuffled`".into()),
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

/// *Register knows*: the register has published columns that are no quasi-identifiers.
#[must_use]
pub fn register_knows(known: &[KnownColumn], register: &str, rows: u64) -> Option<Risk> {
    if known.is_empty() {
        return None;
    }
    let names: Vec<&str> = known.iter().map(|column| column.published.as_str()).collect();
    let renamed = known.iter().find(|column| column.by_values);
    let example = renamed.map(|column| {
        format!("'{}' has the values of '{}' in {register}", column.published, column.register)
    });
    let is = if names.len() == 1 { "is a column" } else { "are columns" };
    let flag = names.join(",");
    Some(Risk {
        count: rows,
        of: rows,
        columns: names.iter().map(|&name| name.to_owned()).collect(),
        example,
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

/// *Joint k*: columns that were masked one by one leave fewer than k rows alike together.
#[must_use]
pub fn joint_k(found: &Marginals, k: u64, columns: &[String]) -> Option<Risk> {
    if columns.is_empty() || found.k.is_none_or(|joint| joint >= k) {
        return None;
    }
    let (count, of) = (found.rows_below(k), found.rows);
    Some(Risk {
        count,
        of,
        columns: columns.to_vec(),
        example: found.k.map(|joint| format!("the rarest combination has {joint} of {k} rows")),
        cure: Some(
            "ask for a larger k, or make a release with `k`, which counts columns together".into(),
        ),
        ..Risk::new(
            RiskKind::JointK,
            Severity::Severe,
            format!(
                "{count} of {of} rows share their combination of masked columns with fewer than {k}"
            ),
        )
    })
}

/// People who stand in several classes, as whoever counts people found them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralClasses {
    /// The sensitive column.
    pub column: String,
    /// The demanded number of different secrets.
    pub l: u64,
    /// People whose classes have fewer secrets in common.
    pub people: u64,
    /// All people.
    pub of: u64,
    /// The worst of them, in words.
    pub example: Option<String>,
}

/// *Several classes*: whoever knows all classes of a person is left with fewer than l secrets.
#[must_use]
pub fn several_classes(found: &SeveralClasses) -> Option<Risk> {
    let SeveralClasses { column, l, people, of, example } = found;
    if *people == 0 {
        return None;
    }
    Some(Risk {
        count: *people,
        of: *of,
        columns: vec![column.clone()],
        example: example.clone(),
        cure: Some(
            "publish one row per person, or ask for a recoding that keeps a person in one class"
                .into(),
        ),
        ..Risk::new(
            RiskKind::SeveralClasses,
            Severity::Warning,
            format!(
                "{people} of {of} people ({}) stand in several classes that have fewer than {l} '{column}' \
                 in common: whoever knows several rows of a person learns more than one class tells",
                percent(*people, *of)
            ),
        )
    })
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
        };
        let risk = ordered(&sorted).unwrap();
        assert_eq!((risk.count, risk.of, risk.severity), (900, 1000, Severity::Warning));
        assert!(risk.cure.unwrap().contains("`order = shuffled`"));
        assert_eq!(ordered(&Neighbours { same: 0.1, in_order: 0.5, ..sorted }), None);
    }

    #[test]
    fn a_column_of_the_register_is_severe() {
        let known =
            KnownColumn { published: "post code".into(), register: "zip".into(), by_values: true };
        let risk = register_knows(&[known], "register.csv", 70).unwrap();
        assert_eq!((risk.severity, risk.of), (Severity::Severe, 70));
        let example = "'post code' has the values of 'zip' in register.csv";
        assert_eq!(risk.example.as_deref(), Some(example));
        assert_eq!(register_knows(&[], "register.csv", 70), None);
    }

    #[test]
    fn joint_classes_below_k_are_severe() {
        let found = Marginals {
            rows: 12,
            people: None,
            classes: 3,
            k: Some(2),
            sizes: vec![(2, 1), (4, 1), (6, 1)],
            columns: Vec::new(),
            others: Vec::new(),
        };
        let risk = joint_k(&found, 5, &["age".into()]).unwrap();
        assert_eq!((risk.count, risk.of, risk.severity), (6, 12, Severity::Severe));
        assert_eq!(joint_k(&found, 2, &["age".into()]), None);
        assert_eq!(joint_k(&found, 5, &[]), None);
    }

    #[test]
    fn people_in_several_classes_are_a_risk() {
        let found =
            SeveralClasses { column: "illness".into(), l: 2, people: 3, of: 60, example: None };
        let risk = several_classes(&found).unwrap();
        assert_eq!((risk.kind, risk.count, risk.of), (RiskKind::SeveralClasses, 3, 60));
        assert_eq!(several_classes(&SeveralClasses { people: 0, ..found }), None);
    }
}
