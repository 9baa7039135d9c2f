//! Standards that list every value: each line has all spellings of a value, `|` between them, and
//! then its groups from fine to coarse, `;` between them.

use std::sync::LazyLock;

use foldhash::fast::RandomState;
use hashbrown::HashMap;

use super::{key, lines};

const COUNTRIES: &str = include_str!("countries.txt");
const STATES: &str = include_str!("us-states.txt");
const EDUCATION: &str = include_str!("isced.txt");

/// The groups of a spelling.
#[cfg(test)]
type GroupsOf = fn(&str) -> Option<Vec<String>>;

#[cfg(test)]
pub(super) const TABLES: [(&str, GroupsOf); 3] =
    [(COUNTRIES, country), (STATES, state), (EDUCATION, education)];

/// The groups of each spelling, by its key.
type Names = LazyLock<HashMap<String, &'static str, RandomState>>;

static COUNTRY_NAMES: Names = LazyLock::new(|| read(COUNTRIES));
static STATE_NAMES: Names = LazyLock::new(|| read(STATES));
static EDUCATION_NAMES: Names = LazyLock::new(|| read(EDUCATION));

fn read(table: &'static str) -> HashMap<String, &'static str, RandomState> {
    let entries = lines(table).filter_map(|line| line.split_once(';'));
    let spellings = |(names, groups): (&'static str, &'static str)| {
        names.split('|').map(move |name| (number(key(name)), groups))
    };
    entries.flat_map(spellings).collect()
}

/// Sub-region and region of a country, by name or code.
pub(super) fn country(text: &str) -> Option<Vec<String>> {
    find(&COUNTRY_NAMES, text)
}

/// Division and region of a state, by name or postal code.
pub(super) fn state(text: &str) -> Option<Vec<String>> {
    find(&STATE_NAMES, text)
}

/// The group of a level of education, by name or number.
pub(super) fn education(text: &str) -> Option<Vec<String>> {
    find(&EDUCATION_NAMES, text)
}

fn find(names: &Names, text: &str) -> Option<Vec<String>> {
    let groups = names.get(&number(key(text)))?;
    Some(groups.split(';').map(str::to_owned).collect())
}

/// Numbers without leading zeros, which files often lack.
fn number(key: String) -> String {
    if !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()) {
        let significant = key.trim_start_matches('0');
        return if significant.is_empty() { "0".to_owned() } else { significant.to_owned() };
    }
    key
}
