//! All columns from a place on, joined into one. The rows that they distinguish together bound
//! those that any of them distinguishes.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Columns;
use incrowd_core::search::SearchControl;

/// The most runs that are joined: they take memory as columns do, and of wide tables the weak end
/// alone makes most rows unique.
const MOST: usize = 64;

/// One column for each run of columns to the end of an order, as long as the run alone makes
/// too few rows unique.
pub(super) struct Suffixes {
    /// From the shortest run up: the code of each row, and how many codes there are.
    runs: Vec<(Vec<u32>, u32)>,
    columns: usize,
}

impl Suffixes {
    /// Joins the columns of an order from its end, until the watch is over: a run that was not
    /// joined is thought to make enough rows unique, which is no harm.
    pub fn new(columns: &Columns, order: &[usize], needed: u64, control: &SearchControl) -> Self {
        let mut runs: Vec<(Vec<u32>, u32)> = Vec::new();
        for &column in order.iter().rev().take(MOST) {
            let codes = columns.codes(column);
            let joined = match runs.last() {
                None => (codes.to_vec(), columns.distinct(column) as u32),
                Some((shorter, _)) => join(codes, shorter),
            };
            if unique(columns, &joined) >= needed || control.should_stop(0) {
                break;
            }
            runs.push(joined);
        }
        Suffixes { runs, columns: order.len() }
    }

    /// The columns from a place on as one, with its distinct values; nothing if they make enough
    /// rows unique.
    pub fn from(&self, place: u32) -> Option<(&[u32], u32)> {
        let length = self.columns.checked_sub(place as usize)?.checked_sub(1)?;
        self.runs.get(length).map(|(codes, values)| (codes.as_slice(), *values))
    }
}

/// Two columns as one.
fn join(left: &[u32], right: &[u32]) -> (Vec<u32>, u32) {
    let mut places: HashMap<(u32, u32), u32, FixedState> = HashMap::default();
    let mut code = |pair: (&u32, &u32)| {
        let next = places.len() as u32;
        *places.entry((*pair.0, *pair.1)).or_insert(next)
    };
    let codes = left.iter().zip(right).map(&mut code).collect();
    (codes, places.len() as u32)
}

/// The rows whose code no other row has, or the people who have one that nobody else has.
fn unique(columns: &Columns, (codes, values): &(Vec<u32>, u32)) -> u64 {
    let values = *values as usize;
    let Some(people) = columns.person_of_row() else {
        let mut rows = vec![0_u32; values];
        codes.iter().for_each(|&code| rows[code as usize] += 1);
        return rows.into_iter().filter(|&rows| rows == 1).count() as u64;
    };
    // Per code: its person, or that there are several.
    let (mut of_code, several) = (vec![None; values], u32::MAX);
    for (&code, &person) in codes.iter().zip(people) {
        let known = of_code[code as usize].get_or_insert(person);
        *known = if *known == person { person } else { several };
    }
    let mut unique: Vec<u32> =
        of_code.into_iter().flatten().filter(|&person| person != several).collect();
    unique.sort_unstable();
    unique.dedup();
    unique.len() as u64
}
