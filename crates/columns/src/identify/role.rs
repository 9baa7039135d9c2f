//! Which part a column plays in a release, suggested from its name, its figures and its values.
//!
//! **Promises** a suggestion with a reason that a steward can agree with or not; nothing is decided
//! here. What leads to one person is an identifier: by [`ContentEvidence`], or because nearly every row
//! has a value of its own that looks given out ([`Numbering`]). What others can know of a person is
//! a quasi-identifier, what they should not is sensitive, and what says little about anyone is
//! plain.
//!
//! **Against** forgetting a column. In doubt a column that others may know is a quasi-identifier:
//! generalizing too much costs detail, too little costs people.
//!
//! **Deviations** whether others can know something is a fact about the world and not about the
//! table. Only counting shows what a set of columns tells together ([`minimal`](super::minimal())).

mod lexicon;
mod numbering;

use std::fmt;

use incrowd_terms::Kind;

use crate::identifier::{Content, ContentEvidence, EvidenceSource, NameWords};

pub use numbering::Numbering;

/// Rows from which on unique values mean a key: in a short table everything is unique.
const ENOUGH: u64 = 20;

/// Distinct numbers beyond which others hardly know the exact one.
const FINE: u64 = 100;

/// Distinct numbers up to which a column may hold codes of groups of people.
const MOST_GROUPS: u64 = 30;

/// The most values of an outcome whose name alone does not say that it is one.
const MOST_OUTCOMES: u64 = 3;

/// The part that a column plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Leads to one person by itself: dropped.
    Identifier,
    /// Says whose a row is, where people have several: dropped, and people are counted by it.
    Person,
    /// Leads there together with others: generalized.
    QuasiIdentifier,
    /// A secret: kept, and protected.
    Sensitive,
    /// Kept as it is.
    Plain,
}

impl Role {
    /// The word by which users know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Identifier => "id",
            Role::Person => "person",
            Role::QuasiIdentifier => "qi",
            Role::Sensitive => "sensitive",
            Role::Plain => "plain",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is known of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnFacts<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The kind of its values.
    pub kind: Kind,
    /// Rows of the table.
    pub rows: u64,
    /// Distinct values.
    pub distinct: u64,
    /// Rows without a value.
    pub missing: u64,
    /// Rows whose value no other row has.
    pub unique_rows: u64,
    /// What it seems to hold.
    pub evidence: Option<ContentEvidence>,
    /// Its values as numbers.
    pub numbering: Numbering,
}

/// A part to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The part.
    pub role: Role,
    /// A clause that a steward can agree with or not.
    pub why: String,
}

/// Suggests the part of a column.
///
/// ```
/// use incrowd_columns::identify::{ColumnFacts, Numbering, Role, suggest};
/// use incrowd_terms::Kind;
/// let income = ColumnFacts {
///     name: "income",
///     kind: Kind::Text,
///     rows: 32_561,
///     distinct: 2,
///     missing: 0,
///     unique_rows: 0,
///     evidence: None,
///     numbering: Numbering::default(),
/// };
/// assert_eq!(suggest(&income).role, Role::Sensitive);
/// ```
#[must_use]
pub fn suggest(facts: &ColumnFacts<'_>) -> Suggestion {
    let (role, why) = by_evidence(facts)
        .or_else(|| by_words(facts, &NameWords::of(facts.name)))
        .unwrap_or_else(|| by_figures(facts));
    Suggestion { role, why }
}

/// What a column is taken for: what it seems to hold, or, if nearly every row has a value of its own
/// and nothing else speaks for it, a code of people.
#[must_use]
pub fn recognised(facts: &ColumnFacts<'_>) -> Option<ContentEvidence> {
    let code = || {
        let share = facts.unique_rows as f64 / (facts.rows - facts.missing).max(1) as f64;
        let code = ContentEvidence { content: Content::Code, by: EvidenceSource::Values { share } };
        (suggest(facts).role == Role::Identifier).then_some(code)
    };
    facts.evidence.or_else(code)
}

/// Whether a column is named like something that others can know of a person.
///
/// ```
/// use incrowd_columns::identify::is_known_trait;
/// assert!(is_known_trait("marital_status") && !is_known_trait("q17"));
/// ```
#[must_use]
pub fn is_known_trait(name: &str) -> bool {
    let words = NameWords::of(name);
    lexicon::KNOWN.iter().any(|(_, list)| words.have_any(list))
}

/// The standards that the values of a column of this name may follow, as hierarchies call them.
///
/// ```
/// use incrowd_columns::identify::standards;
/// assert_eq!(standards("native-country").collect::<Vec<_>>(), ["countries"]);
/// ```
pub fn standards(name: &str) -> impl Iterator<Item = &'static str> {
    let words = NameWords::of(name);
    let fits = move |(_, list): &&(&str, &str)| words.have_any(list);
    lexicon::STANDARDS.iter().filter(fits).map(|(standard, _)| *standard)
}

/// What can be said before the name: what it holds, and whether it says anything.
fn by_evidence(facts: &ColumnFacts<'_>) -> Option<(Role, String)> {
    let plain = |why: &str| Some((Role::Plain, why.to_owned()));
    if facts.missing >= facts.rows {
        return plain("it has no values");
    }
    let evidence = facts.evidence;
    match evidence.map(|evidence| (evidence, evidence.content)) {
        // `died` with yes and no is an outcome, and no date.
        Some((evidence, Content::DeathDate | Content::EventDate)) if is_named(facts, evidence) => {
            None
        }
        Some((evidence, content)) if content.is_direct() && is_named(facts, evidence) => {
            let why =
                format!("{evidence}, but says only whether there is one, which others may know");
            Some((Role::QuasiIdentifier, why))
        }
        Some((evidence, Content::FreeText)) => {
            Some((Role::Identifier, format!("{evidence}, which may name anyone")))
        }
        Some((evidence, content)) if content.is_direct() => {
            Some((Role::Identifier, format!("{evidence}, which leads to one person")))
        }
        // One row has one value, which says all about its person.
        _ if facts.distinct <= 1 && facts.rows > 1 && facts.missing == 0 => {
            plain("the same value in every row distinguishes nobody")
        }
        Some((evidence, _)) => {
            Some((Role::QuasiIdentifier, format!("{evidence}, which others can know")))
        }
        None => None,
    }
}

/// Whether only its name speaks for what a column of two values holds: `telephone` with yes and no.
fn is_named(facts: &ColumnFacts<'_>, evidence: ContentEvidence) -> bool {
    evidence.by == EvidenceSource::Name && facts.distinct == 2 && facts.rows >= ENOUGH
}

/// What the name says.
fn by_words(facts: &ColumnFacts<'_>, words: &NameWords) -> Option<(Role, String)> {
    let alone = u128::from(facts.unique_rows) * 100 >= u128::from(facts.rows) * 99;
    if facts.kind == Kind::Integer && alone && words.are_any(lexicon::ROW_NUMBERS) {
        let why = "numbers of rows, which lead back to the table";
        return Some((Role::Identifier, why.to_owned()));
    }
    if words.have_any(lexicon::WEIGHTS) || is_weighting(facts, words) {
        let why = "a survey weight, which tells of the sample; rare ones single rows out, so drop \
                   it if it is not needed";
        return Some((Role::Plain, why.to_owned()));
    }
    if facts.distinct <= MOST_OUTCOMES && words.are_any(lexicon::OUTCOMES) {
        let why = "few values, and named like an outcome, which is nobody else's business";
        return Some((Role::Sensitive, why.to_owned()));
    }
    if facts.numbering.is_yes_or_no() && words.are_any(lexicon::CLASSES) {
        let why = "yes or no under a name for classes: someone's outcome, it seems";
        return Some((Role::Sensitive, why.to_owned()));
    }
    if facts.distinct > MOST_GROUPS && words.have_any(lexicon::DESIGN) {
        let why = "small strata or groups of the sample, which lead back to places and to people";
        return Some((Role::Identifier, why.to_owned()));
    }
    if words.are_any(lexicon::RECORDS) {
        let why = "named like a record that is kept of someone, which is nobody else's business";
        return Some((Role::Sensitive, why.to_owned()));
    }
    let secret = lexicon::SECRETS.iter().find(|(_, list)| words.have_any(list));
    let secret = secret.map(|(topic, _)| {
        (Role::Sensitive, format!("named like {topic}, which is nobody else's business"))
    });
    secret.or_else(|| {
        let mut known = lexicon::KNOWN.iter().filter(|(_, list)| words.have_any(list));
        let known =
            known.find(|(topic, _)| !(is_measured(facts) && lexicon::GROUPS.contains(topic)));
        known.map(|(topic, _)| {
            (Role::QuasiIdentifier, format!("named like {topic}, which others can know"))
        })
    })
}

/// Whether a `weight` is that of a row: nobody weighs bodies to so many digits that no two are alike.
fn is_weighting(facts: &ColumnFacts<'_>, words: &NameWords) -> bool {
    let alone = u128::from(facts.unique_rows) * 10 >= u128::from(facts.rows) * 9;
    facts.kind == Kind::Decimal && facts.rows >= ENOUGH && alone && words.are_any(lexicon::WEIGHT)
}

/// Whether numbers are too many to be codes of groups: a `race` in minutes is no origin.
fn is_measured(facts: &ColumnFacts<'_>) -> bool {
    match facts.kind {
        Kind::Decimal => true,
        Kind::Integer => facts.distinct > MOST_GROUPS,
        _ => false,
    }
}

/// What its figures say.
fn by_figures(facts: &ColumnFacts<'_>) -> (Role, String) {
    let present = facts.rows.saturating_sub(facts.missing);
    let unique = u128::from(facts.unique_rows) * 100 / u128::from(present.max(1));
    let distinct = facts.distinct;
    match facts.kind {
        Kind::Date => (Role::QuasiIdentifier, "dates, which others can know".to_owned()),
        Kind::Decimal => {
            (Role::Plain, "a measurement, which others hardly know exactly".to_owned())
        }
        Kind::Text | Kind::Integer if present >= ENOUGH && unique >= 90 && may_be_key(facts) => {
            let why = format!("{unique}% of its rows have a value of their own: a key, it seems");
            (Role::Identifier, why)
        }
        Kind::Text if distinct > FINE && facts.numbering.is_read() => {
            (Role::Plain, format!("{distinct} readings, which others hardly know exactly"))
        }
        Kind::Integer if distinct > FINE => {
            (Role::Plain, format!("{distinct} numbers, which others hardly know exactly"))
        }
        Kind::Text | Kind::Integer | Kind::Boolean => {
            (Role::QuasiIdentifier, format!("{distinct} values, which others may know"))
        }
    }
}

/// Whether values that are each in one row were given out: texts were, unless they are readings,
/// and numbers may be measured.
fn may_be_key(facts: &ColumnFacts<'_>) -> bool {
    match facts.kind {
        Kind::Integer => facts.numbering.is_key(facts.name, facts.distinct),
        _ => !facts.numbering.is_read(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identifier::ColumnLook;

    fn facts<'a>(name: &'a str, kind: Kind, distinct: u64, unique_rows: u64) -> ColumnFacts<'a> {
        let evidence = ColumnLook::default().evidence(name);
        let numbering = Numbering::default();
        ColumnFacts {
            name,
            kind,
            rows: 32_561,
            distinct,
            missing: 0,
            unique_rows,
            evidence,
            numbering,
        }
    }

    #[test]
    fn short_names_of_outcomes_are_sensitive() {
        let role = |name, distinct| suggest(&facts(name, Kind::Integer, distinct, 0)).role;
        for name in ["status", "case", "low", "event", "Status"] {
            assert_eq!(role(name, 2), Role::Sensitive, "{name}");
        }
        assert_eq!(role("released", 2), Role::Sensitive);
        assert_eq!(
            (role("reports", 13), role("school_reports", 13)),
            (Role::Sensitive, Role::QuasiIdentifier)
        );
        assert_eq!(
            (role("pooled.stratum", 63), role("stratum", 4)),
            (Role::Identifier, Role::QuasiIdentifier)
        );
        assert_eq!(role("status", 9), Role::QuasiIdentifier);
        assert_eq!(role("marital-status", 3), Role::QuasiIdentifier);
        assert_eq!(role("low_income_area", 2), role("low_income_area", 3));
    }

    #[test]
    fn classes_of_yes_and_no_are_outcomes() {
        let role = |name, cells: [&str; 2]| {
            let mut facts = facts(name, Kind::Text, 2, 0);
            cells.iter().for_each(|cell| facts.numbering.see(cell, 9));
            suggest(&facts).role
        };
        assert_eq!(role("type", ["Yes", "No"]), Role::Sensitive);
        assert_eq!(role("class", ["0", "1"]), Role::Sensitive);
        assert_eq!(role("type", ["public", "private"]), Role::QuasiIdentifier);
        assert_eq!(role("owner", ["yes", "no"]), Role::QuasiIdentifier);
    }

    #[test]
    fn adult_gets_sensible_roles() {
        let adult = [
            ("age", Kind::Integer, 73, 2, Role::QuasiIdentifier),
            ("workclass", Kind::Text, 9, 0, Role::QuasiIdentifier),
            ("fnlwgt", Kind::Integer, 21_648, 13_613, Role::Plain),
            ("education", Kind::Text, 16, 0, Role::QuasiIdentifier),
            ("education-num", Kind::Integer, 16, 0, Role::QuasiIdentifier),
            ("marital-status", Kind::Text, 7, 0, Role::QuasiIdentifier),
            ("occupation", Kind::Text, 15, 0, Role::QuasiIdentifier),
            ("relationship", Kind::Text, 6, 0, Role::QuasiIdentifier),
            ("race", Kind::Text, 5, 0, Role::QuasiIdentifier),
            ("sex", Kind::Text, 2, 0, Role::QuasiIdentifier),
            ("capital-gain", Kind::Integer, 119, 5, Role::Sensitive),
            ("capital-loss", Kind::Integer, 92, 5, Role::Sensitive),
            ("hours-per-week", Kind::Integer, 94, 3, Role::QuasiIdentifier),
            ("native-country", Kind::Text, 42, 1, Role::QuasiIdentifier),
            ("income", Kind::Text, 2, 0, Role::Sensitive),
        ];
        for (name, kind, distinct, unique, role) in adult {
            let suggestion = suggest(&facts(name, kind, distinct, unique));
            assert_eq!(suggestion.role, role, "{name}: {}", suggestion.why);
            assert!(!suggestion.why.is_empty() && !suggestion.why.ends_with('.'), "{name}");
        }
    }

    #[test]
    fn outcomes_are_sensitive_and_flags_are_known() {
        let role =
            |name, kind, distinct, unique| suggest(&facts(name, kind, distinct, unique)).role;
        for name in ["affairs", "survived", "deny", "diagnosis", "test_result", "died"] {
            assert_eq!(role(name, Kind::Text, 2, 0), Role::Sensitive, "{name}");
        }
        assert_eq!(role("telephone", Kind::Text, 2, 0), Role::QuasiIdentifier);
        assert_eq!(role("telephone", Kind::Text, 9, 0), Role::Identifier);
        assert_eq!(role("race", Kind::Text, 5, 0), Role::QuasiIdentifier);
        assert_eq!(role("race", Kind::Integer, 5, 0), Role::QuasiIdentifier);
        assert_eq!(role("race", Kind::Decimal, 5000, 3000), Role::Plain);
        assert_eq!(role("race", Kind::Integer, 300, 0), Role::Plain);
        assert_eq!(role("weights", Kind::Decimal, 900, 100), Role::Plain);
        assert_eq!(role("weight", Kind::Decimal, 32_561, 32_561), Role::Plain);
        assert_eq!(role("weight", Kind::Decimal, 900, 100), Role::QuasiIdentifier);
        assert_eq!(role("rownames", Kind::Integer, 32_561, 32_561), Role::Identifier);
        assert_eq!(standards("STATE").collect::<Vec<_>>(), ["us-states"]);
    }

    #[test]
    fn roles_follow_names_and_figures() {
        let role =
            |name, kind, distinct, unique| suggest(&facts(name, kind, distinct, unique)).role;
        for name in
            ["Diagnose", "salaire", "religión", "icd10", "HIV", "sexual_orientation", "Lohn"]
        {
            assert_eq!(role(name, Kind::Text, 9, 0), Role::Sensitive, "{name}");
        }
        for name in
            ["Geschlecht", "país", "stato civile", "beroep", "profissão", "PLZ", "birth_date"]
        {
            assert_eq!(role(name, Kind::Text, 9, 0), Role::QuasiIdentifier, "{name}");
        }
        for name in ["email", "ssn", "patient_name", "notes", "street"] {
            assert_eq!(role(name, Kind::Text, 9, 0), Role::Identifier, "{name}");
        }
        assert_eq!(role("q7", Kind::Integer, 32_561, 32_561), Role::Plain);
        assert_eq!(role("q7_no", Kind::Integer, 32_561, 32_561), Role::Identifier);
        let mut counting = facts("q7", Kind::Integer, 32_561, 32_561);
        (1..=32_561).for_each(|row: u32| counting.numbering.see(&row.to_string(), 1));
        assert_eq!(suggest(&counting).role, Role::Identifier);
        assert_eq!(suggest(&ColumnFacts { name: "steps", ..counting }).role, Role::Plain);
        let mut pressure = facts("bp", Kind::Text, 32_561, 32_561);
        assert_eq!(suggest(&pressure).role, Role::Identifier);
        pressure.numbering.see("120/80", 32_561);
        assert_eq!(suggest(&pressure).role, Role::Plain);
        assert_eq!(role("q7", Kind::Text, 30_000, 29_305), Role::Identifier);
        assert_eq!(role("q7", Kind::Text, 30_000, 29_304), Role::QuasiIdentifier);
        assert_eq!(role("q7", Kind::Decimal, 32_561, 32_561), Role::Plain);
        assert_eq!(role("salary", Kind::Integer, 32_561, 32_561), Role::Sensitive);
        assert_eq!(role("q7", Kind::Date, 32_561, 32_561), Role::QuasiIdentifier);
        assert_eq!(role("q7", Kind::Boolean, 2, 0), Role::QuasiIdentifier);
        assert_eq!(role("sex", Kind::Text, 1, 0), Role::Plain);
        assert_eq!(role("ssn", Kind::Text, 1, 0), Role::Identifier);
        let small = ColumnFacts { rows: 19, ..facts("q7", Kind::Text, 19, 19) };
        assert_eq!(suggest(&small).role, Role::QuasiIdentifier);
        let empty = ColumnFacts { missing: 32_561, ..facts("ssn", Kind::Text, 0, 0) };
        assert_eq!(suggest(&empty).role, Role::Plain);
        let nothing = ColumnFacts { rows: 0, ..facts("sex", Kind::Text, 0, 0) };
        assert_eq!(suggest(&nothing).role, Role::Plain);
        let widest = ColumnFacts { rows: u64::MAX, ..facts("q7", Kind::Text, u64::MAX, u64::MAX) };
        assert_eq!(suggest(&widest).role, Role::Identifier);
    }
}
