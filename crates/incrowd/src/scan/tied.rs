//! Columns that give a sensitive one back: `hwage` beside `wage`.
//!
//! A column that is not sensitive by itself is, if it is a function of a sensitive one that is fine
//! enough to be recognised, or has its name in its own.

use incrowd_columns::identify::{Role, SetMeasure, TableSample};

use super::ScannedColumn;

/// A secret with fewer values than this can depend on a column by chance.
const FINE: u64 = 10;

/// A name with fewer letters than this stands in others by chance.
const LONG: usize = 4;

/// Columns times secrets that are counted at most.
const MOST: usize = 400;

/// Suggests that columns which give a secret back are sensitive, too.
pub fn suggest_tied(columns: &mut [ScannedColumn], sample: &TableSample) {
    let secret = |column: &ScannedColumn| column.suggestion.role == Role::Sensitive;
    let secrets: Vec<usize> = (0..columns.len()).filter(|&place| secret(&columns[place])).collect();
    let free = |column: &ScannedColumn| {
        let open = matches!(column.suggestion.role, Role::QuasiIdentifier | Role::Plain);
        open && column.evidence.is_none() && column.distinct > 1
    };
    let others: Vec<usize> = (0..columns.len()).filter(|&place| free(&columns[place])).collect();
    if secrets.len() * others.len() > MOST {
        return;
    }
    for &place in &others {
        let why = secrets.iter().find_map(|&secret| tie(columns, sample, place, secret));
        if let Some(why) = why {
            columns[place].suggestion.role = Role::Sensitive;
            columns[place].suggestion.why = why;
        }
    }
}

/// Why a column gives a secret back; nothing if it does not.
fn tie(
    columns: &[ScannedColumn],
    sample: &TableSample,
    place: usize,
    secret: usize,
) -> Option<String> {
    let (column, known) = (&columns[place], &columns[secret]);
    if holds_name(&column.name, &known.name) {
        return Some(format!("named like '{}', which is sensitive", known.name));
    }
    let fine = column.distinct >= FINE && known.distinct >= FINE;
    let repeated = column.distinct.max(known.distinct) * 2 <= sample.draw.rows;
    if !(fine && repeated) {
        return None;
    }
    let pairs = SetMeasure::of(&sample.columns, &[place, secret]).classes();
    let bound = column.distinct == pairs && known.distinct * 10 >= pairs * 9;
    bound.then(|| format!("a function of '{}', which is sensitive", known.name))
}

/// Whether a name is another with letters before or behind it: `hwage`, `wage2`, `log_wage`.
fn holds_name(name: &str, other: &str) -> bool {
    let (name, other) = (name.to_lowercase(), other.to_lowercase());
    let long = other.chars().count() >= LONG && name.len() > other.len();
    long && (name.ends_with(&other) || name.starts_with(&other))
}

#[cfg(test)]
mod tests {
    use super::holds_name;

    #[test]
    fn names_hold_the_names_of_secrets() {
        assert!(holds_name("hwage", "wage") && holds_name("Wage_2", "wage"));
        assert!(!holds_name("wage", "wage") && !holds_name("page", "age"));
        assert!(!holds_name("swagers", "wage"));
    }
}
