//! Which columns fall under which of the eighteen rules of safe harbor.

use incrowd::identifier::Identifier;
use incrowd::identify::Role;
use incrowd::safe_harbor::Treatment;

use super::Column;

/// A rule, and the columns that it is about.
pub struct Rule {
    pub identifier: Identifier,
    pub found: Vec<Ruled>,
}

/// A column that falls under a rule.
pub struct Ruled {
    pub place: usize,
    pub why: String,
    pub treatment: Treatment,
    pub reason: &'static str,
}

/// Every rule, from A to R.
pub fn rules(columns: &[Column]) -> Vec<Rule> {
    let rule = |identifier| {
        let falls = |(_, column): &(usize, &Column)| identifier_of(column) == Some(identifier);
        let found = columns.iter().enumerate().filter(falls).map(ruled).collect();
        Rule { identifier, found }
    };
    Identifier::ALL.map(rule).into()
}

/// A column that falls under none of the rules, and should not be published as it is all the same.
pub struct Unruled<'a> {
    pub column: &'a Column,
    pub treatment: Treatment,
    pub why: &'a str,
}

/// Columns that may hold any of the identifiers, as free text may, or that seem to lead to one
/// person without being recognised.
pub fn unruled(columns: &[Column]) -> Vec<Unruled<'_>> {
    let without = columns.iter().filter(|column| identifier_of(column).is_none());
    let unruled =
        |column| Unruled { column, treatment: treatment(column), why: &column.suggestion.why };
    let doubtful = |unruled: &Unruled<'_>| {
        unruled.treatment != Treatment::Keep || unruled.column.suggestion.role == Role::Identifier
    };
    without.map(unruled).filter(doubtful).collect()
}

fn ruled((place, column): (usize, &Column)) -> Ruled {
    let content = column.evidence.map(|evidence| evidence.content);
    let why = column.evidence.map_or_else(String::new, |evidence| evidence.to_string());
    Ruled { place, why, treatment: treatment(column), reason: Treatment::reason(content) }
}

fn identifier_of(column: &Column) -> Option<Identifier> {
    column.evidence?.content.identifier()
}

fn treatment(column: &Column) -> Treatment {
    Treatment::of(column.evidence.map(|evidence| evidence.content))
}
