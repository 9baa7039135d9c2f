//! Plain columns of a table that stays where it is: a database counts the rows that are alone with
//! their values, and the numbers decide as for files.

use incrowd_terms::{Risk, RiskKind, Severity};

use super::alone::Counted;
use super::repeated_person::{Naming, Repeated, told};
use super::singled_out::{SEVERE, is_above};
use super::words::{is_share, percent};

/// The risk of a plain column in which so many of all rows have a value of their own.
#[must_use]
pub fn alone_with(column: &str, alone: u64, of: u64, k: Option<u64>) -> Option<Risk> {
    let share = percent(alone, of);
    let told = |kind, severity, what| Risk {
        count: alone,
        of,
        columns: vec![column.to_owned()],
        cure: Some(format!(
            "drop it (`id = {column}`), or treat it as a quasi-identifier (`qi = {column}`)"
        )),
        ..Risk::new(kind, severity, what)
    };
    if 2 * alone > of {
        let what = format!(
            "the plain column '{column}' is published and has a value of its own for {alone} of {of} rows \
             ({share}): whoever knows it of a person finds the row"
        );
        return Some(told(RiskKind::IdentifyingColumn, Severity::Warning, what));
    }
    if !is_above(&Counted { alone, of }, k) {
        return None;
    }
    let severity = if is_share(alone, of, SEVERE) { Severity::Severe } else { Severity::Warning };
    let what = format!(
        "{alone} of {of} rows ({share}) stand alone with '{column}' as published: whoever knows that of a person finds \
         the row"
    );
    Some(told(RiskKind::SingledOut, severity, what))
}

/// That sets of columns may single people out, where so many of all rows are alone with all
/// quasi-identifiers and plain columns together. A set leaves at most as many alone.
#[must_use]
pub fn alone_with_all(alone: u64, of: u64, k: Option<u64>) -> Option<Risk> {
    is_above(&Counted { alone, of }, k).then(|| {
        let what = format!(
            "singled-out could not be measured for sets of columns: {alone} of {of} rows ({}) are alone with all \
             published columns that are not sensitive, and plain columns stay in the database",
            percent(alone, of)
        );
        let cure = "drop plain columns (`id`), or treat those that others may know as quasi-identifiers (`qi`)";
        Risk::unmeasured(RiskKind::SingledOut, what, cure)
    })
}

/// The risk of columns in which people repeat. `names_people` and `names_nobody` say what the columns
/// are called.
#[must_use]
pub fn repeated_by(
    columns: &[&str],
    names_people: bool,
    names_nobody: bool,
    found: &Repeated,
) -> Option<Risk> {
    let naming = match (names_people, names_nobody) {
        (true, _) => Naming::People,
        (false, true) => Naming::Nobody,
        (false, false) => Naming::Unknown,
    };
    told(columns, naming, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_decide() {
        assert!(alone_with("card", 40, 1000, Some(5)).is_none());
        let some = alone_with("card", 300, 1000, Some(5)).unwrap();
        assert_eq!((some.kind, some.severity), (RiskKind::SingledOut, Severity::Warning));
        let most = alone_with("card", 900, 1000, Some(5)).unwrap();
        assert_eq!(most.kind, RiskKind::IdentifyingColumn);
        assert!(alone_with_all(40, 1000, Some(5)).is_none());
        assert!(!alone_with_all(900, 1000, None).unwrap().is_measured());
    }
}
