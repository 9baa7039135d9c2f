//! Simulates an attacker: who is in the table, given only the published file and the population.

use std::collections::BTreeMap;

use incrowd_io::Table;
use incrowd_terms::{Demand, Kind, Nulls};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chains::Chains;
use crate::counted::{CountedPresence, CountedTables};
use crate::covered_people::{CoveredPeople, Register};
use crate::division::Division;
use crate::error::JudgeError;
use crate::exposure::{self, ExposedRow};
use crate::findings::{Learned, PresenceRange};
use crate::histogram::{PresenceBucket, histogram};
use crate::missing::{self, Unmatched};
use crate::person::{Person, differing};
use crate::presence::{
    PresenceSummary, Probability, Standing, Standings, candidates, presence, range,
};
use crate::question::{named_once, positions, readings};
use crate::ratio::Ratio;
use crate::register::{KnownColumn, SameValues, TablePair};
use crate::verdict::Assessment;

/// What an adversary has.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The published table.
    pub published: &'a Table,
    /// The population: one row per person, unless it has the column of person ids.
    pub public: &'a Table,
    /// The columns that both have in common.
    pub qi: &'a [String],
    /// How columns are found that the population has under another name.
    pub same_values: SameValues<'a>,
    /// The columns of the published table, or of its secrets, whose values are to be guessed.
    pub sensitive: &'a [String],
    /// Anatomy's second table: the group, the one sensitive column and the `count` of its rows.
    pub secrets: Option<&'a Table>,
    /// The column of groups. Nobody outside can know who is in which, so without a table of secrets
    /// it means nothing.
    pub group: Option<&'a str>,
    /// Where it is found out whose a published row is; without it each row is a different person. All
    /// rows of a person have the same quasi-identifiers, in both tables.
    pub person: Option<Person<'a>>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column; others are inferred from the population.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column: labels are read through them.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// The levels at which columns were published as a whole, where that is known.
    pub levels: &'a BTreeMap<String, usize>,
    /// The column of the population with the adversary's beliefs beforehand, if there is one.
    pub prior: Option<&'a str>,
    /// Rows of the table before any were suppressed, if the adversary knows that; where people are
    /// counted, people.
    pub members: Option<u64>,
    /// What the adversary knows to have been demanded: each unmatched class then has no member or a
    /// number that violates one of these demands.
    pub demands: &'a [Demand],
    /// How many of the most exposed people to list.
    pub worst: usize,
    /// How many threads may work.
    pub threads: usize,
}

/// What the adversary found, in the shape of the document of `incrowd attack`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttackFindings {
    /// People of the population: its rows, unless they name people.
    pub people: u64,
    /// Rows of the published table.
    pub published_rows: u64,
    /// Different people who have them; only where people are told apart.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub published_people: Option<u64>,
    /// Whether some person matches two or more distinct published tuples. Presence then depends on
    /// which worlds one takes to be equally likely, and is given in both readings.
    pub overlapping: bool,
    /// The least and the greatest probability of being in the table, over everyone.
    pub presence: Readings<PresenceRange>,
    /// People who are in the table in every world that fits what was published.
    pub certainly_in: u64,
    /// People who are in the table in none.
    pub certainly_out: u64,
    /// People whom no published class matches, while it is not known whether rows were suppressed,
    /// or how many. They count in no other figure.
    pub unknown: u64,
    /// How many people have which presence.
    pub histogram: Readings<Vec<PresenceBucket>>,
    /// What the adversary learns of each sensitive column; left out if none is named.
    #[serde(with = "crate::by_column", skip_serializing_if = "Vec::is_empty", default)]
    #[schemars(with = "BTreeMap<String, Learned>")]
    pub learned: Vec<(String, Learned)>,
    /// What is found with the columns that both tables have but that were not named; left out if
    /// there are none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub known: Option<KnownColumns>,
    /// The most exposed people, the highest presence first and then in the order of the file; of
    /// two readings the higher one counts.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub worst: Vec<ExposedPerson>,
    /// What was estimated or left undecided, in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

/// What the adversary finds by all columns that the published table and the population share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KnownColumns {
    /// The shared columns besides the quasi-identifiers.
    pub columns: Vec<String>,
    /// The least and the greatest probability of being in the table.
    pub presence: Readings<PresenceRange>,
    /// People who are in the table in every world that fits.
    pub certainly_in: u64,
    /// People who are in the table in none.
    pub certainly_out: u64,
}

/// A finding, or two where published classes overlap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Readings<T> {
    /// Where somebody matches two classes.
    Both {
        /// If every set of people that can have led to the table is equally likely; `None` if that
        /// is not decided.
        subset: Option<T>,
        /// If every way of giving the published rows to people is equally likely; `None` if that
        /// is not decided.
        matching: Option<T>,
    },
    /// Where nobody does.
    One(T),
}

/// One of the most exposed people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExposedPerson {
    /// The line of the population.
    pub line: u64,
    /// The person's quasi-identifiers.
    pub values: serde_json::Map<String, serde_json::Value>,
    /// The probability that the person is in the table: an exact fraction, an interval
    /// `0.21..0.35` if it is estimated.
    pub presence: Readings<String>,
    /// The published classes that the person matches, in words; `None` if there is none.
    pub class: Option<String>,
}

/// Plays the adversary.
///
/// ```
/// use std::collections::BTreeMap;
/// use incrowd_io::{Location, ReadOptions, Table};
/// use incrowd_judge::{Attack, SameValues, attack};
/// use incrowd_terms::Nulls;
/// # let folder = std::env::temp_dir().join(format!("incrowd-attack-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (published, public) = (folder.join("published.csv"), folder.join("public.csv"));
/// // The one patient is 5 years old, and the box around patients alone says so.
/// std::fs::write(&public, "age\n1\n5\n9\n")?;
/// std::fs::write(&published, "age\n5\n")?;
/// let open = |path| Table::open(&Location::Path(path), &ReadOptions::default());
/// let found = attack(&Attack {
///     published: &open(published)?,
///     public: &open(public)?,
///     qi: &["age".into()],
///     same_values: SameValues::Find { original: None },
///     sensitive: &[],
///     secrets: None,
///     group: None,
///     person: None,
///     nulls: &Nulls::default(),
///     kinds: &BTreeMap::new(),
///     hierarchies: &BTreeMap::new(),
///     levels: &BTreeMap::new(),
///     prior: None,
///     members: Some(1),
///     demands: &[],
///     worst: 1,
///     threads: 2,
/// })?;
/// assert_eq!((found.certainly_in, found.certainly_out, found.worst[0].line), (1, 2, 3));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a table cannot be read, if a person has different quasi-identifiers in two rows of a table, if
/// no table could have been published so with this population, or if
/// beliefs contradict it or cannot be weighed because classes overlap.
pub fn attack(attack: &Attack<'_>) -> Result<AttackFindings, JudgeError> {
    let names: Vec<&str> = attack.qi.iter().map(String::as_str).collect();
    let sensitive: Vec<&str> = attack.sensitive.iter().map(String::as_str).collect();
    let group = attack.group.filter(|_| attack.secrets.is_some());
    let person = attack.person.and_then(Person::published);
    named_once(names.iter().chain(&group).chain(&sensitive).chain(&person))?;
    let attacked = play(attack, &names)?;
    let person = attack.person.map(Person::column);
    let left_out: Vec<&str> = attack.group.into_iter().chain(person).collect();
    let beside = TablePair {
        published: attack.published,
        register: attack.public,
        qi: attack.qi,
        left_out: &left_out,
        nulls: attack.nulls,
        threads: attack.threads,
    };
    let known = beside.known(attack.same_values)?;
    Ok(if known.is_empty() { attacked } else { attacked.knowing(attack, &known) })
}

impl AttackFindings {
    /// The same, with what is found by the columns that both tables have besides.
    fn knowing(mut self, attack: &Attack<'_>, known: &[KnownColumn]) -> AttackFindings {
        let columns: Vec<String> = known.iter().map(|column| column.published.clone()).collect();
        let all: Vec<String> = attack.qi.iter().chain(&columns).cloned().collect();
        let register = known.iter().map(|column| column.register.as_str());
        let names: Vec<&str> = attack.qi.iter().map(String::as_str).chain(register).collect();
        let asked =
            Attack { qi: &all, sensitive: &[], secrets: None, group: None, worst: 0, ..*attack };
        let (named, every) = (columns.join(", "), all.join(","));
        let both =
            format!("{named}, not named by `qi`, is in both tables, so the adversary has it");
        match play(&asked, &names) {
            Ok(found) => {
                self.notes.push(format!(
                    "{both}: with it {} people are certainly in the table and {} certainly not \
                     (`qi = {every}` shows all)",
                    found.certainly_in, found.certainly_out
                ));
                self.known = Some(KnownColumns {
                    columns,
                    presence: found.presence,
                    certainly_in: found.certainly_in,
                    certainly_out: found.certainly_out,
                });
            }
            Err(problem) => self.notes.push(format!("{both}, but it does not fit: {problem}")),
        }
        self
    }
}

/// Plays the adversary who tells people by the quasi-identifiers, which have these names in the
/// register.
fn play(attack: &Attack<'_>, in_register: &[&str]) -> Result<AttackFindings, JudgeError> {
    let qi: Vec<&str> = attack.qi.iter().map(String::as_str).collect();
    let sensitive: Vec<&str> = attack.sensitive.iter().map(String::as_str).collect();
    let counted = CountedPresence::of(&CountedTables {
        table: attack.published,
        qi: &qi,
        sensitive: &sensitive,
        group: attack.group.filter(|_| attack.secrets.is_some()),
        secrets: attack.secrets,
        person: attack.person,
        nulls: attack.nulls,
        skip_suppressed: false,
        threads: attack.threads,
    })?;
    let outside = Division { grouping: counted.outside(), columns: &qi };
    if let Some(person) = attack.person.filter(|_| outside.grouping.has_several_classes()) {
        let reading = person.reading(attack.published, attack.nulls)?;
        let columns = positions(attack.published, &qi)?;
        return Err(differing(attack.published, &columns, &reading, &qi.join(", "))?);
    }
    let readings = readings(&qi, attack.kinds, attack.hierarchies, attack.levels);
    let known: Vec<&str> = attack.prior.into_iter().collect();
    let grouping = outside.grouping;
    let register =
        Register { public: attack.public, qi: in_register, extras: &known, person: attack.person };
    let mut covered =
        CoveredPeople::of(&register, grouping, &readings, attack.nulls, attack.threads)?;
    let mut presence = presence(&covered.boxes, &covered.by_type);
    let missing = attack.missing(&covered, &outside)?;
    if let Ok(Some(presence)) = &mut presence {
        let known = match (attack.members, missing) {
            (Some(table_rows), Some(members)) => {
                Unmatched::Missing { members, table_rows, demands: attack.demands }
            }
            _ => Unmatched::Unknown,
        };
        missing::find(&known, &mut covered, presence, &readings);
    }
    let population = PresenceSummary {
        candidates: candidates(&covered.boxes, &covered.by_type),
        presence: Some(presence),
        covered,
    };
    let groups: Vec<&str> = attack.group.into_iter().collect();
    let secrets = if attack.secrets.is_some() { &groups } else { &qi };
    let assessment = Assessment {
        outside,
        classes: outside,
        secrets: Division { grouping: counted.secrets(), columns: secrets },
        links: counted.links(),
        spreads: &counted.spreads(&sensitive, attack.kinds, attack.nulls)?,
        crowdings: &[],
        hierarchies: attack.hierarchies,
        nulls: attack.nulls,
        population: Some(&population),
        prior: attack.prior,
        distribution: None,
        sample_rows: grouping.members(),
    };
    let standings = standings(attack, &assessment, &population, missing)?;
    let columns: Vec<&str> = in_register.iter().copied().chain(attack.prior).collect();
    let covered = &population.covered;
    let rows = exposure::worst(
        attack.public,
        &columns,
        attack.person.filter(|_| covered.people.people.is_some()),
        attack.nulls,
        covered,
        &standings,
        attack.worst,
    )?;
    let worst =
        rows.into_iter().map(|row| exposed(row, &assessment, covered, &standings)).collect();
    Ok(AttackFindings {
        learned: assessment.learned(),
        published_people: grouping.people,
        ..attacked(covered, &standings, grouping.rows, worst)
    })
}

impl Attack<'_> {
    /// The members among people whom no class matches, if that is known.
    fn missing(
        &self,
        covered: &CoveredPeople,
        published: &Division<'_>,
    ) -> Result<Option<u64>, JudgeError> {
        let rows = published.grouping.members();
        let words = published.members(rows);
        let Some(members) = self.members else { return Ok(None) };
        let wrong = |problem: String| {
            let (published, public) = (self.published.name().to_owned(), covered.file.clone());
            Err(JudgeError::Members { published, public, members, problem })
        };
        let Some(missing) = members.checked_sub(rows) else {
            return wrong(format!("{words} are published already"));
        };
        let unmatched = covered.unmatched();
        if missing > unmatched && covered.by_type.types.is_some() {
            return wrong(format!(
                "{words} are published, and only {unmatched} people match none of them"
            ));
        }
        Ok(Some(missing))
    }
}

/// Everyone's standing, or why there is none.
fn standings<'p>(
    attack: &Attack<'_>,
    assessment: &Assessment<'_>,
    population: &'p PresenceSummary,
    missing: Option<u64>,
) -> Result<Standings<'p>, JudgeError> {
    let published = attack.published.name().to_owned();
    let PresenceSummary { covered, presence, .. } = population;
    let (presence, types) = match (presence, &covered.by_type.types) {
        (Some(Err(misfit)), _) => {
            let problem = assessment.misfit(covered, misfit);
            let public = covered.file.clone();
            let lines = assessment.outside.lines();
            let first = |&of_box: &u32| lines[covered.boxes.class[of_box as usize]];
            let line = misfit.boxes.iter().map(first).min().unwrap_or_default();
            return Err(JudgeError::DoesNotFit { published, public, line, problem });
        }
        (Some(Ok(Some(presence))), Some(types)) => (presence, types),
        _ => {
            let problem = "its classes overlap too much to list who matches which".into();
            return Err(JudgeError::Unweighable { published, problem });
        }
    };
    let Some(column) = attack.prior else { return Ok(Standings::by_type(types, presence)) };
    if covered.by_type.overlapping {
        let problem =
            "some people match several of its classes: beliefs are weighed only where nobody does";
        return Err(JudgeError::Unweighable { published, problem: problem.into() });
    }
    let beliefs = covered.probabilities(column)?;
    Standings::by_belief(covered, types, &beliefs, missing).map_err(|contradicted| {
        let problem = assessment.contradiction(covered, &contradicted);
        JudgeError::Unweighable { published, problem }
    })
}

fn attacked(
    covered: &CoveredPeople,
    standings: &Standings<'_>,
    published_rows: u64,
    worst: Vec<ExposedPerson>,
) -> AttackFindings {
    let is_unknown = |s: &&Standing<'_>| s.boxes.is_empty() && s.subset == Probability::Undecided;
    let unknown = standings.all.iter().filter(is_unknown).map(|s| s.people).sum();
    let all: Vec<&Standing<'_>> = standings.all.iter().filter(|s| !is_unknown(s)).collect();
    let people_at = |end: Ratio| {
        let end = Probability::Exactly(end);
        all.iter().filter(|standing| standing.subset == end).map(|standing| standing.people).sum()
    };
    let subset: Vec<(&Probability, u64)> = all.iter().map(|s| (&s.subset, s.people)).collect();
    let matching: Option<Vec<(&Probability, u64)>> = covered
        .by_type
        .overlapping
        .then(|| all.iter().filter_map(|s| Some((s.matching.as_ref()?, s.people))).collect());
    let presence =
        |some: &[(&Probability, u64)]| Some(range(some.iter().map(|(chance, _)| *chance)));
    AttackFindings {
        people: covered.people.members(),
        published_rows,
        published_people: None,
        overlapping: covered.by_type.overlapping,
        presence: Readings::of(&subset, matching.as_deref(), presence),
        certainly_in: people_at(Ratio::one()),
        certainly_out: people_at(Ratio::zero()),
        unknown,
        histogram: Readings::of(&subset, matching.as_deref(), histogram),
        learned: Vec::new(),
        known: None,
        worst,
        notes: notes(&subset, matching.as_deref().unwrap_or_default()),
    }
}

impl<T: Default> Readings<T> {
    /// A finding about people by their presence in one or both readings.
    fn of<'c>(
        subset: &[(&'c Probability, u64)],
        matching: Option<&[(&'c Probability, u64)]>,
        find: impl Fn(&[(&'c Probability, u64)]) -> Option<T>,
    ) -> Self {
        match matching {
            None => Readings::One(find(subset).unwrap_or_default()),
            Some(matching) => Readings::Both { subset: find(subset), matching: find(matching) },
        }
    }
}

/// What was estimated or left undecided.
fn notes(subset: &[(&Probability, u64)], matching: &[(&Probability, u64)]) -> Vec<String> {
    let people = |some: &[(&Probability, u64)], keep: fn(&Probability) -> bool| -> u64 {
        some.iter().filter(|(chance, _)| keep(chance)).map(|(_, people)| people).sum()
    };
    let estimated = |chance: &Probability| matches!(chance, Probability::Between(..));
    let undecided = |chance: &Probability| *chance == Probability::Undecided;
    let note = |some, keep, words: &str| match people(some, keep) {
        0 => None,
        people => Some(format!("the presence of {people} people {words}")),
    };
    let notes = [
        note(subset, estimated, "lies in an interval of rounding or of an estimate"),
        note(subset, undecided, "is not decided if all subsets are as likely: too many cases"),
        note(
            matching,
            undecided,
            "is not decided if all assignments are as likely: too many cases",
        ),
    ];
    notes.into_iter().flatten().collect()
}

fn exposed(
    row: ExposedRow,
    assessment: &Assessment<'_>,
    covered: &CoveredPeople,
    standings: &Standings<'_>,
) -> ExposedPerson {
    let standing = &standings.all[standings.of_person[row.person] as usize];
    let value = |(column, name): (usize, &&str)| {
        ((*name).to_owned(), covered.people.label(row.person, column).into())
    };
    let words = |chance: &Probability| match chance {
        Probability::Exactly(ratio) => Some(ratio.to_string()),
        Probability::Between(least, most) => {
            Some(format!("{}..{}", least.rounded_down(), most.rounded_up()))
        }
        Probability::Undecided => None,
    };
    ExposedPerson {
        line: row.line,
        values: assessment.outside.columns.iter().enumerate().map(value).collect(),
        presence: match &standing.matching {
            None => Readings::One(words(&standing.subset).unwrap_or_else(|| "unknown".into())),
            Some(matching) => {
                Readings::Both { subset: words(&standing.subset), matching: words(matching) }
            }
        },
        class: (!standing.boxes.is_empty()).then(|| assessment.names(covered, standing.boxes)),
    }
}
