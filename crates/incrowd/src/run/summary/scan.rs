//! What a scan found.

use incrowd_columns::identify::SearchEnd;
use incrowd_core::terms::Fraction;
use incrowd_document::{ColumnSet, SampleInfo, ScanColumn, ScanDocument, ScanSearch};
use serde_json::Number;

use crate::run::starter::WrittenStarter;
use crate::scan::{Scan, ScannedColumn, SetRisk};

use super::safe_harbor::{self, RecognisedColumn};

/// Whole numbers up to here are kept exactly by JSON numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The document of a scan, without evidence. `written` is the release.toml.
pub fn document(scan: &Scan, safe_harbor: bool, written: Option<&WrittenStarter>) -> ScanDocument {
    let draw = scan.sample.draw;
    let sample = SampleInfo {
        rows: draw.rows,
        of: draw.of,
        people: draw.people.map(|people| people.drawn),
        confidence: scan.plan.confidence.to_f64(),
        margin: scan.margin,
    };
    let found = found(&scan.columns);
    let minimal = scan.minimal.sets.iter().map(|set| names(scan, &set.columns));
    ScanDocument {
        engine: None,
        table: Some(scan.table.name().to_owned()),
        rows: draw.of,
        people: draw.people.map(|people| people.of),
        columns: scan.columns.iter().map(column).collect(),
        sets: scan.sets.iter().map(|risk| set(scan, risk)).collect(),
        minimal_quasi_identifiers: minimal.collect(),
        complete_to_size: scan.minimal.complete_to as u64,
        search: search(scan),
        sample: (!draw.is_whole()).then_some(sample),
        safe_harbor: safe_harbor.then(|| safe_harbor::rules(&found)),
        safe_harbor_unlisted: match safe_harbor {
            true => safe_harbor::unlisted(&found),
            false => Vec::new(),
        },
        warnings: scan.warnings.clone(),
        init: written.map(|written| written.path.display().to_string()),
        trials: written.map(|written| written.trials.clone()),
        evidence: None,
    }
}

fn names(scan: &Scan, set: &[usize]) -> Vec<String> {
    scan.names(set).into_iter().map(str::to_owned).collect()
}

fn column(column: &ScannedColumn) -> ScanColumn {
    ScanColumn {
        name: column.name.clone(),
        kind: column.kind.name().to_owned(),
        distinct: column.distinct,
        missing: column.missing,
        entropy: column.entropy,
        unique_rows: column.unique_rows,
        suggested_role: column.suggestion.role.name().to_owned(),
        why: column.suggestion.why.clone(),
    }
}

fn set(scan: &Scan, risk: &SetRisk) -> ColumnSet {
    let share = |share: Option<Fraction>| share.map(Fraction::to_f64);
    let measure = &risk.measure;
    ColumnSet {
        columns: names(scan, &risk.columns),
        unique_rows: measure.unique_rows(),
        unique_fraction: share(measure.unique_fraction()),
        smallest_class: measure.smallest_class(),
        classes: measure.classes(),
        domain: whole(risk.domain),
        bound: risk.bound,
        cap: risk.cap,
        universe: scan.universe.people,
        dangerous: risk.dangerous,
        k_estimate: risk.k_estimate,
        distinction: measure.distinction(),
        separation: share(measure.separation()),
        uniqueness: risk.estimates.clone(),
    }
}

/// A product of whole numbers, written as one while it is exact; nothing if it is beyond all numbers.
fn whole(value: f64) -> Option<Number> {
    if value <= EXACT { Some((value as u64).into()) } else { Number::from_f64(value) }
}

/// How the search for minimal sets went.
fn search(scan: &Scan) -> ScanSearch {
    let size = scan.plan.max_size;
    let ending = match scan.minimal.ending {
        SearchEnd::Exhausted => "exhausted",
        SearchEnd::Size => "size",
        SearchEnd::Full => "full",
        SearchEnd::SearchControl => "time",
        SearchEnd::Work => "work",
    };
    ScanSearch {
        alpha: scan.plan.alpha.to_f64(),
        max_size: (size < usize::MAX).then_some(size as u64),
        ending: ending.to_owned(),
        counted: scan.minimal.checked,
        unique_rows: scan.minimal.sets.iter().map(|set| set.unique_rows).collect(),
    }
}

/// The columns that safe harbor has a say in.
fn found(columns: &[ScannedColumn]) -> Vec<RecognisedColumn<'_>> {
    let recognised = columns.iter().filter_map(|column| Some((column, column.evidence?)));
    recognised
        .map(|(column, evidence)| RecognisedColumn { name: &column.name, evidence, done: None })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn products_are_whole_while_they_are_exact() {
        assert_eq!(whole(120.0).unwrap().to_string(), "120");
        assert_eq!(whole(f64::INFINITY), None);
        assert_eq!(whole(1e300).unwrap().as_f64(), Some(1e300));
    }
}
