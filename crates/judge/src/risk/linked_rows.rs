//! Risks of rows that can be linked: by a published pseudonym, and by the days between dates.
//!
//! *Singled out*: a pseudonym links the rows of a person, so k people may share each row and nobody the
//! set of them. The same threshold as for columns decides whether so many people are alone that k is
//! broken. *Undone*: dates that moved by a secret number of days, where the period that they lie in
//! leaves one number of days only; from 5 % of the people a warning, severe from 25 %, else a notice.

use incrowd_terms::{Risk, RiskKind, Severity};

use crate::pseudonym::Linked;
use crate::shifted::DateShift;

use super::alone::Counted;
use super::singled_out::{self, is_above};
use super::words::{is_share, listed, percent};

/// Hundredths of the people whose shift is known, from which it is a warning and from which it is severe.
const WARNING: u64 = 5;
const SEVERE: u64 = 25;

/// People who are alone with their rows, which a pseudonym links; `known` are the columns that others
/// may know.
#[must_use]
pub fn linked_rows(
    found: &Linked,
    k: Option<u64>,
    pseudonym: &str,
    known: &[String],
) -> Option<Risk> {
    let Linked { people: of, alone_with_all, alone_with_two } = *found;
    let count = alone_with_all.max(alone_with_two.unwrap_or(0));
    let severity = severity(count, of, k)?;
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let two = match alone_with_two {
        Some(two) => format!("{two} with the best two of them"),
        None => "the best two of them were not tried, because people have too many rows".to_owned(),
    };
    Some(Risk {
        count,
        of,
        columns: [pseudonym.to_owned()].into_iter().chain(known.iter().cloned()).collect(),
        cure: Some(format!(
            "drop the pseudonym (`id = {pseudonym}`), or publish one row per person"
        )),
        ..Risk::new(
            RiskKind::SingledOut,
            severity,
            format!(
                "'{pseudonym}' links the rows of a person: {alone_with_all} of {of} people ({}) are alone with {} of \
                 all their rows, and {two}, however many share each row",
                percent(alone_with_all, of),
                listed(&names),
            ),
        )
    })
}

/// People who are alone with the days between their dates, where their rows are linked.
#[must_use]
pub fn intervals(found: &DateShift, k: Option<u64>) -> Option<Risk> {
    let DateShift { people: of, alone_with_intervals: count, .. } = *found;
    let severity = severity(count, of, k)?;
    let (names, column) = (names(found), found.columns.first()?);
    Some(Risk {
        count,
        of,
        columns: found.columns.clone(),
        cure: Some(format!(
            "publish one row per person, drop the pseudonym, or publish less of the dates: `column {column} = year`"
        )),
        ..Risk::new(
            RiskKind::SingledOut,
            severity,
            format!(
                "{count} of {of} people ({}) are alone with the days between their dates of {names}, which a shift \
                 keeps: whoever knows those of a person finds the rows, and one true date then gives all others",
                percent(count, of),
            ),
        )
    })
}

/// People of whom one shift only is possible, for whoever knows when the dates can be.
#[must_use]
pub fn known_shift(found: &DateShift) -> Option<Risk> {
    let DateShift { people: of, certain: count, narrowed, days, .. } = *found;
    if count == 0 {
        return None;
    }
    let severity = match () {
        () if is_share(count, of, SEVERE) => Severity::Severe,
        () if is_share(count, of, WARNING) => Severity::Warning,
        () => Severity::Notice,
    };
    let weekdays = if found.empty_weekdays > 0 { " and on which weekdays" } else { "" };
    Some(Risk {
        count,
        of,
        columns: found.columns.clone(),
        cure: Some(format!(
            "leave out dates near the ends of the period, or move dates further than {days} days"
        )),
        ..Risk::new(
            RiskKind::Undone,
            severity,
            format!(
                "the dates of {} of {count} of {of} people ({}) can have moved by one number of days only, for whoever \
                 knows from when to when{weekdays} they can be: their true dates are known. Of {narrowed} people \
                 some numbers of days can be ruled out",
                names(found),
                percent(count, of),
            ),
        )
    })
}

fn names(found: &DateShift) -> String {
    let names: Vec<&str> = found.columns.iter().map(String::as_str).collect();
    listed(&names)
}

/// How grave it is that so many people are alone; nothing if k allows for it.
fn severity(alone: u64, of: u64, k: Option<u64>) -> Option<Severity> {
    let severe = is_share(alone, of, singled_out::SEVERE);
    let severity = if severe { Severity::Severe } else { Severity::Warning };
    is_above(&Counted { alone, of }, k).then_some(severity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_rows_are_a_risk_above_what_k_allows() {
        let found = Linked { people: 100, alone_with_all: 60, alone_with_two: Some(40) };
        let risk = linked_rows(&found, Some(5), "pid", &["age".into()]).unwrap();
        assert_eq!((risk.kind, risk.severity), (RiskKind::SingledOut, Severity::Severe));
        assert_eq!(
            (risk.count, risk.of, risk.columns),
            (60, 100, vec!["pid".to_owned(), "age".into()])
        );
        let few = Linked { alone_with_all: 3, alone_with_two: Some(2), ..found };
        assert_eq!(linked_rows(&few, Some(5), "pid", &[]), None);
        let many = Linked { alone_with_two: None, ..found };
        assert!(linked_rows(&many, None, "pid", &[]).unwrap().what.contains("too many rows"));
    }

    #[test]
    fn shifts_that_the_period_gives_away_are_a_risk() {
        let found = DateShift {
            columns: vec!["visit".into()],
            days: 30,
            people: 200,
            several_dates: 150,
            alone_with_intervals: 100,
            narrowed: 90,
            certain: 12,
            fewest_shifts: Some(1),
            empty_weekdays: 2,
        };
        let risk = known_shift(&found).unwrap();
        assert_eq!(
            (risk.kind, risk.severity, risk.count),
            (RiskKind::Undone, Severity::Warning, 12)
        );
        assert!(risk.what.contains("weekdays"), "{}", risk.what);
        assert_eq!(known_shift(&DateShift { certain: 0, ..found.clone() }), None);
        let rare = known_shift(&DateShift { certain: 1, ..found.clone() }).unwrap();
        assert_eq!(rare.severity, Severity::Notice);
        assert_eq!(intervals(&found, Some(5)).unwrap().severity, Severity::Severe);
        assert_eq!(intervals(&DateShift { alone_with_intervals: 4, ..found }, Some(5)), None);
    }
}
