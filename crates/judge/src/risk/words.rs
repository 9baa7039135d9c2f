//! Words that several kinds of risk share.

use crate::division::shortened;

use super::PublishedFile;
use super::rows::Rows;

/// Names in a list: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => quoted(only.as_ref()),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| quoted(name.as_ref())).collect();
            format!("{} and {}", first.join(", "), quoted(last.as_ref()))
        }
    }
}

fn quoted(name: &str) -> String {
    format!("'{name}'")
}

/// A share in percent: one decimal near the ends, where it matters.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    let is_near_end = share < 10.0 || (99.0..100.0).contains(&share);
    if is_near_end { format!("{share:.1}%") } else { format!("{share:.0}%") }
}

/// The class of a row in words.
pub(crate) fn class(file: &PublishedFile<'_>, rows: &Rows, row: usize) -> String {
    let place = |name: &String| file.table.columns().iter().position(|column| column == name);
    let cell = |name: &String| {
        let text = place(name).map_or("", |place| rows.columns[place].text(row));
        format!("{name}={}", shortened(text))
    };
    if file.qi.is_empty() {
        return "the whole table".into();
    }
    format!("class ({})", file.qi.iter().map(cell).collect::<Vec<_>>().join(", "))
}

/// Whether one part is at least so many hundredths of the whole.
pub(crate) fn is_share(part: u64, whole: u64, hundredths: u64) -> bool {
    whole > 0 && u128::from(part) * 100 >= u128::from(whole) * u128::from(hundredths)
}
