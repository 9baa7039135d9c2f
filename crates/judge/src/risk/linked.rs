//! *Linked*: earlier releases of the same people narrow the classes of a release down.
//!
//! Severe if a demand fails on what all releases show together, or if a demand on an earlier release does.
//! A warning if somebody is alone there, if everybody of a joint class has the same secret (and more so
//! than in the release alone), or if it could not be told for certain which rows belong together.

use incrowd_terms::{Figure, Guarantee, Risk, RiskKind, Severity};

use crate::composition::{CertainSecrets, Composed, ComposedGuarantee, LinkedRelease};
use crate::findings::Findings;

use super::words::{listed, percent};

/// The model whose demand says how many must be alike.
const K_ANONYMITY: &str = "k-anonymity";

/// The risks of a release together with earlier ones; `alone` is what was found of it alone.
#[must_use]
pub fn linked(composed: &Composed, alone: &Findings) -> Vec<Risk> {
    let words = Words::of(composed);
    let mut risks: Vec<Risk> = words.identity(alone).into_iter().collect();
    risks.extend(composed.certain.iter().filter_map(|column| words.secret(column, alone)));
    risks.extend(words.other_demands());
    risks.extend(words.promises());
    risks.extend(words.uncertain());
    risks.extend(composed.releases.iter().filter_map(|release| words.doubtful(release)));
    let smaller = composed.k.zip(alone.k).filter(|(joint, own)| joint < own);
    if let Some((joint, own)) = smaller.filter(|_| risks.is_empty()) {
        risks.push(words.smaller(joint, own));
    }
    risks
}

struct Words<'c> {
    composed: &'c Composed,
    /// The earlier releases.
    names: String,
    /// What is counted.
    counted: &'static str,
}

impl<'c> Words<'c> {
    fn of(composed: &'c Composed) -> Self {
        let names: Vec<&str> =
            composed.releases.iter().map(|release| release.name.as_str()).collect();
        let counted = if composed.people.is_some() { "people" } else { "rows" };
        Words { composed, names: listed(&names), counted }
    }

    /// The demands that fail on joint classes.
    fn failing(&self) -> impl Iterator<Item = &'c ComposedGuarantee> {
        self.composed.guarantees.iter().filter(|joint| !joint.guarantee.holds)
    }

    /// People who are told apart by their classes in all releases.
    fn identity(&self, alone: &Findings) -> Option<Risk> {
        let Composed { class_sizes, .. } = self.composed;
        let is_k = |joint: &&ComposedGuarantee| joint.guarantee.model == K_ANONYMITY;
        let demanded = self.composed.guarantees.iter().find(is_k);
        let k = demanded.and_then(|joint| joint.guarantee.demanded.as_f64());
        let k = k.map_or(2, |k| k as u64);
        let rows = |below: u64| {
            class_sizes.range(..below).map(|(size, classes)| size * classes).sum::<u64>()
        };
        let (count, of) = (rows(k), rows(u64::MAX));
        let own = alone.k.unwrap_or_default();
        if count == 0 || (demanded.is_none() && own < k) {
            return None;
        }
        let example = demanded.and_then(|joint| joint.guarantee.worst.clone());
        let severity = if demanded.is_some() { Severity::Severe } else { Severity::Warning };
        let (names, counted) = (&self.names, self.counted);
        let what = match k {
            2 => format!(
                "{count} of {of} {counted} ({}) are alone with their classes in this release and in {names} together, \
                 though the smallest class of this release has {own}",
                percent(count, of)
            ),
            _ => format!(
                "{count} of {of} {counted} ({}) share their classes in this release and in {names} with fewer than \
                 {k}, though the smallest class of this release has {own}",
                percent(count, of)
            ),
        };
        let already = demanded.is_some_and(|joint| joint.already);
        Some(self.risk(severity, (count, of), what, example, already))
    }

    /// Secrets that are certain in joint classes.
    fn secret(&self, found: &CertainSecrets, alone: &Findings) -> Option<Risk> {
        let CertainSecrets { column, classes, of, example } = found;
        let own = alone.sensitive.iter().find(|(name, _)| name == column);
        let own = own.map_or(0, |(_, found)| found.disclosures);
        let failing: Vec<&ComposedGuarantee> = self
            .failing()
            .filter(|joint| joint.guarantee.column.as_ref() == Some(column))
            .collect();
        let names = &self.names;
        if let Some(first) = failing.first() {
            let figures: Vec<String> = failing.iter().map(|one| figures(&one.guarantee)).collect();
            let what = format!(
                "together with {names}, demands on '{column}' do not hold: {}; in {classes} of {of} joint classes \
                 everybody has the same",
                figures.join(", ")
            );
            let (example, already) = (first.guarantee.worst.clone(), first.already);
            let risk = self.risk(Severity::Severe, (*classes, *of), what, example, already);
            return Some(Risk { columns: vec![column.clone()], ..risk });
        }
        if *classes <= own {
            return None;
        }
        let what = format!(
            "in {classes} of {of} joint classes of this release and {names} everybody has the same '{column}', and in \
             {own} of this release alone"
        );
        let risk = self.risk(Severity::Warning, (*classes, *of), what, example.clone(), false);
        Some(Risk { columns: vec![column.clone()], ..risk })
    }

    /// Demands that fail and are about neither class sizes nor a secret.
    fn other_demands(&self) -> Vec<Risk> {
        let others = self.failing().filter(|joint| {
            joint.guarantee.column.is_none() && joint.guarantee.model != K_ANONYMITY
        });
        let risk = |joint: &ComposedGuarantee| {
            let what = format!(
                "together with {}, a demand does not hold: {}",
                self.names,
                figures(&joint.guarantee)
            );
            let example = joint.guarantee.worst.clone();
            let classes = self.composed.classes;
            self.risk(Severity::Severe, (classes, classes), what, example, joint.already)
        };
        others.map(risk).collect()
    }

    /// Demands on earlier releases that this one breaks.
    fn promises(&self) -> Option<Risk> {
        let promises = &self.composed.promises;
        let broken: Vec<_> = promises
            .iter()
            .filter(|promise| !promise.joint.guarantee.holds && !promise.joint.already)
            .collect();
        let first = broken.first()?;
        let told: Vec<String> = broken
            .iter()
            .map(|promise| {
                format!("of '{}' {}", promise.release, figures(&promise.joint.guarantee))
            })
            .collect();
        let what =
            format!("this release breaks what was demanded of earlier ones: {}", told.join(", "));
        let example = first.joint.guarantee.worst.clone();
        let counts = (broken.len() as u64, promises.len() as u64);
        Some(self.risk(Severity::Severe, counts, what, example, false))
    }

    /// Demands that hold, but not for certain.
    fn uncertain(&self) -> Option<Risk> {
        let open = self.composed.guarantees.iter().filter(|joint| joint.uncertain);
        let models: Vec<&str> = open
            .filter(|joint| joint.guarantee.holds)
            .map(|joint| joint.guarantee.model.as_str())
            .collect();
        if models.is_empty() {
            return None;
        }
        let Composed { uncertain, rows, .. } = *self.composed;
        let what = format!(
            "of {uncertain} rows it cannot be told whether {} have them: {} is measured as if new rows had been added \
             at the end",
            self.names,
            models.join(", ")
        );
        let cure =
            "demand `k`, and `l` as distinct or frequency, which are measured for the worst case";
        Some(Risk {
            count: uncertain,
            of: rows,
            cure: Some(cure.into()),
            ..Risk::new(RiskKind::Linked, Severity::Warning, what)
        })
    }

    /// A release whose rows may have been told in the wrong way.
    fn doubtful(&self, release: &LinkedRelease) -> Option<Risk> {
        let LinkedRelease { name, rows, gone, lacks, reordered, .. } = release;
        let (count, what) = if *gone > 0 && *lacks > 0 {
            let what = format!(
                "{gone} rows of '{name}' are not in the table any more, and {lacks} rows of the table are not in \
                 '{name}': they count as people who left and others who came, which is wrong of people whose values \
                 changed"
            );
            (*gone, what)
        } else if *reordered {
            let what = format!(
                "the rows of '{name}' stand in another order in the table: somebody who left and somebody who came \
                 with the same values are taken for one person"
            );
            (*rows, what)
        } else {
            return None;
        };
        let cure =
            "make sure that nobody's values changed and nobody was replaced between the releases";
        Some(Risk {
            count,
            of: *rows,
            cure: Some(cure.into()),
            ..Risk::new(RiskKind::Linked, Severity::Warning, what)
        })
    }

    /// Joint classes that are smaller, but not too small.
    fn smaller(&self, joint: u64, own: u64) -> Risk {
        let Composed { classes, .. } = *self.composed;
        let what = format!(
            "together with {} the smallest class has {joint} {}, instead of {own}",
            self.names, self.counted
        );
        Risk { count: 1, of: classes, ..Risk::new(RiskKind::Linked, Severity::Notice, what) }
    }

    fn risk(
        &self,
        severity: Severity,
        (count, of): (u64, u64),
        what: String,
        example: Option<String>,
        already: bool,
    ) -> Risk {
        let cure = match already {
            true => format!("{} alone fail it already: withdraw what can be withdrawn", self.names),
            false => format!(
                "generalize at least as far as {} did (`level`), and drop quasi-identifiers that they lack (`id`)",
                self.names
            ),
        };
        Risk { count, of, example, cure: Some(cure), ..Risk::new(RiskKind::Linked, severity, what) }
    }
}

/// A demand beside what was measured, in words.
fn figures(guarantee: &Guarantee) -> String {
    let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of '{column}'"));
    let (measured, demanded) = (told(&guarantee.measured), told(&guarantee.demanded));
    format!("{}{of} is {measured} instead of {demanded}", guarantee.model)
}

fn told(figure: &Figure) -> String {
    match figure {
        Figure::Undefined => "undefined".to_owned(),
        Figure::Flag(flag) => flag.to_string(),
        Figure::Whole(number) => number.to_string(),
        Figure::Decimal(number) => format!("{number:.3}"),
        Figure::Text(text) => text.clone(),
        Figure::Parts(parts) => {
            let part = |(name, part): (&str, &Figure)| format!("{name} {}", told(part));
            parts.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}
