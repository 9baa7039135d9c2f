//! The input of the judge, and the main function: one pass over the table, one over the population
//! if there is one, and all measures from its classes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use incrowd_io::{Block, Table};
use incrowd_terms::{Demand, Kind, Nulls};

use crate::chains::Chains;
use crate::counted::{CountedPresence, CountedTables};
use crate::covered_people::{CoveredPeople, Register};
use crate::dealt;
use crate::division::Division;
use crate::equivalence_classes::EquivalenceClasses;
use crate::error::JudgeError;
use crate::figures;
use crate::findings::{ColumnFindings, Findings, Merged, ReidentificationRisk};
use crate::lineage::{PeopleLost, Persons};
use crate::missing::{self, Unmatched};
use crate::person::{Person, PersonReading, differing};
use crate::presence::{Presence, PresenceSummary, candidates, presence};
use crate::proximity::crowdings;
use crate::ranks::ColumnReading;
use crate::reading::EVERYTHING;
use crate::register::{SameValues, with_known_columns};
use crate::several::several_classes;
use crate::sizes::smallest;
use crate::subsets::for_whoever_knows;
use crate::values_by_class::ValuesByClass;
use crate::verdict::{Assessment, measure};

/// The column of a distribution that says how large a part of the population each tuple is.
pub(crate) const SHARE: &str = "share";

/// What is to be measured, and how the table is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The published table.
    pub table: &'a Table,
    /// Its quasi-identifiers.
    pub qi: &'a [String],
    /// Its sensitive columns.
    pub sensitive: &'a [String],
    /// A further column that divides classes, but that nobody outside can know.
    pub group: Option<&'a str>,
    /// Anatomy's second table: the group, the one sensitive column and the `count` of its rows.
    /// The first one then has exact quasi-identifiers, the group, and no sensitive column.
    pub secrets: Option<&'a Table>,
    /// Where it is found out whose a row is; without it each row is a different person. With it every
    /// figure and every demand is about people; loss stays about rows.
    pub person: Option<Person<'a>>,
    /// The demands to decide.
    pub demands: &'a [Demand],
    /// How many quasi-identifiers an attacker knows at most: demands are decided on every set of so
    /// many or fewer, and nothing divides classes and nobody has a register. All if nothing is said.
    pub known: Option<usize>,
    /// The texts that stand for a missing value.
    pub nulls: &'a Nulls,
    /// Declared kinds by column, of the original values; others are inferred from the distinct
    /// values of the sensitive column, or of the population's column.
    pub kinds: &'a BTreeMap<String, Kind>,
    /// Hierarchies by column: how labels are read for k-map, and distances for t-closeness.
    pub hierarchies: &'a BTreeMap<String, Chains>,
    /// The levels at which columns were published as a whole, where that is known: a label may
    /// stand at several.
    pub levels: &'a BTreeMap<String, usize>,
    /// The population, for exact k-map, the journalist's risk and presence.
    pub public: Option<&'a Table>,
    /// Columns of `public` that whoever has the register does not know: the secrets, where the
    /// register is the table itself.
    pub unknown: &'a [String],
    /// How columns are found that `public` has under another name.
    pub same_values: SameValues<'a>,
    /// How the population is distributed: tuples of quasi-identifiers, each with its `share`; for
    /// presence without a table of the population.
    pub distribution: Option<&'a Table>,
    /// Rows of the sample that was to be published, suppressed ones included, for what is estimated
    /// and for the presence of people whom no class matches; without it, the rows of the table,
    /// those of stars included. Where people are counted, people: without it those of the original if
    /// it is known, and else those of the table.
    pub sample_rows: Option<u64>,
    /// Whether rows with `*` in every cell are suppressed rows: counted apart, in no class.
    pub skip_suppressed: bool,
    /// How many threads may work.
    pub threads: usize,
}

static NOTHING_MISSING: LazyLock<Nulls> = LazyLock::new(Nulls::default);
static NO_KINDS: BTreeMap<String, Kind> = BTreeMap::new();
static NO_HIERARCHIES: BTreeMap<String, Chains> = BTreeMap::new();
static NO_LEVELS: BTreeMap<String, usize> = BTreeMap::new();

impl<'a> Question<'a> {
    /// A question about a table without any further information, on one thread.
    #[must_use]
    pub fn about(table: &'a Table) -> Question<'a> {
        Question {
            table,
            qi: &[],
            sensitive: &[],
            group: None,
            secrets: None,
            person: None,
            demands: &[],
            known: None,
            nulls: &NOTHING_MISSING,
            kinds: &NO_KINDS,
            hierarchies: &NO_HIERARCHIES,
            levels: &NO_LEVELS,
            public: None,
            unknown: &[],
            same_values: SameValues::Find { original: None },
            distribution: None,
            sample_rows: None,
            skip_suppressed: false,
            threads: 1,
        }
    }
}

/// Measures the table and decides the demands.
///
/// ```
/// use incrowd_io::{Location, ReadOptions, Table};
/// use incrowd_judge::{Question, judge};
/// use incrowd_terms::KAnonymity;
/// # let folder = std::env::temp_dir().join(format!("incrowd-judge-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("published.csv");
/// std::fs::write(&path, "age,sex,disease\n30s,f,flu\n30s,f,cold\n40s,*,flu\n")?;
/// let table = Table::open(&Location::Path(path), &ReadOptions::default())?;
/// let findings = judge(&Question {
///     qi: &["age".into(), "sex".into()],
///     sensitive: &["disease".into()],
///     demands: &[KAnonymity { k: 2 }.into()],
///     ..Question::about(&table)
/// })?;
/// assert_eq!((findings.classes, findings.k), (2, Some(1)));
/// let worst = findings.guarantees[0].worst.as_deref();
/// assert_eq!(worst, Some("class (age=40s, sex=*): 1 row, 2 needed"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a table cannot be read or the question makes no sense for it. A demand that fails is no
/// error: see [`Findings::guarantees`].
pub fn judge(question: &Question<'_>) -> Result<Findings, JudgeError> {
    let names: Vec<&str> = question.qi.iter().map(String::as_str).collect();
    let sensitive: Vec<&str> = question.sensitive.iter().map(String::as_str).collect();
    let person = question.person.and_then(Person::published);
    named_once(names.iter().chain(&question.group).chain(&sensitive).chain(&person))?;
    let mut findings = with_known_columns(question, measured(question, &names)?)?;
    if let Some(most) = question.known {
        findings.known = Some(most as u64);
        findings.guarantees = for_whoever_knows(most, question)?;
    }
    Ok(findings)
}

/// Measures the table and decides the demands, where the quasi-identifiers have these names in the
/// register. A column may be a quasi-identifier and sensitive here.
pub(crate) fn measured(
    question: &Question<'_>,
    in_register: &[&str],
) -> Result<Findings, JudgeError> {
    let qi: Vec<&str> = question.qi.iter().map(String::as_str).collect();
    let sensitive: Vec<&str> = question.sensitive.iter().map(String::as_str).collect();
    let counted = CountedPresence::of(&CountedTables {
        table: question.table,
        qi: &qi,
        sensitive: &sensitive,
        group: question.group,
        secrets: question.secrets,
        person: question.person,
        nulls: question.nulls,
        skip_suppressed: question.skip_suppressed,
        threads: question.threads,
    })?;
    let outside = Division { grouping: counted.outside(), columns: &qi };
    let several = outside.grouping.has_several_classes();
    if several && (question.demands.iter()).any(is_about_presence) {
        return Err(question.person_differs()?);
    }
    let sample_rows = question.sample_rows.or(question.people_of_original());
    let sample_rows =
        sample_rows.unwrap_or(outside.grouping.members() + outside.grouping.suppressed);
    let covered =
        |table, extras: &[&str]| question.covered(table, in_register, extras, outside.grouping);
    let people = |table| covered(table, &question.known_of_people());
    let population = question.public.map(people).transpose()?.map(|mut covered| {
        let worth_it = !covered.by_type.overlapping
            || question.demands.iter().any(|demand| measure(demand).weighs_overlaps());
        // Of people with rows in several classes it is not asked how likely they are in the table, and
        // their rows need no different people.
        let worth_it = worth_it && !several;
        let candidates = match several {
            true => Ok(Some(covered.by_type.matches.clone())),
            false => candidates(&covered.boxes, &covered.by_type),
        };
        let mut presence = worth_it.then(|| presence(&covered.boxes, &covered.by_type));
        if let Some(Ok(Some(presence))) = &mut presence {
            question.find_missing(sample_rows, &mut covered, presence, outside.grouping);
        }
        PresenceSummary { covered, presence, candidates }
    });
    let shares = |table| covered(table, &[SHARE]);
    let distribution = question.distribution.map(shares).transpose()?;
    let spreads = counted.spreads(&sensitive, question.kinds, question.nulls)?;
    let divided: Vec<&str> = qi.iter().copied().chain(question.group).collect();
    let groups: Vec<&str> = question.group.into_iter().collect();
    let (classes, secrets) = match question.secrets {
        Some(_) => (&qi, &groups),
        None => (&divided, &divided),
    };
    let crowdings = crowdings(question.demands, &spreads)?;
    let assessment = Assessment {
        outside,
        classes: Division { grouping: counted.classes(), columns: classes },
        secrets: Division { grouping: counted.secrets(), columns: secrets },
        links: counted.links(),
        spreads: &spreads,
        crowdings: &crowdings,
        hierarchies: question.hierarchies,
        nulls: question.nulls,
        population: population.as_ref(),
        prior: question.demands.iter().find_map(|demand| demand.beliefs()),
        distribution: distribution.as_ref(),
        sample_rows,
    };
    let mut findings = findings(question, &assessment)?;
    if question.group.is_some() && question.secrets.is_none() {
        dealt::for_outsiders(question, &mut findings.guarantees)?;
    }
    Ok(findings)
}

/// Measures classes.
fn findings(question: &Question<'_>, assessment: &Assessment<'_>) -> Result<Findings, JudgeError> {
    let Assessment { outside, classes, secrets, .. } = assessment;
    let sizes = classes.sizes();
    let (members, tuples) = (sizes.iter().sum(), sizes.len() as u64);
    let k = sizes.iter().min().copied();
    let ratio = |above: u64, below: u64| (below > 0).then(|| above as f64 / below as f64);
    let candidates =
        assessment.population.and_then(|population| population.candidates.as_ref().ok());
    let fewest_people = candidates.and_then(|some| some.as_ref()?.iter().min().copied());
    let column = |(name, spread): &(&str, ValuesByClass)| {
        let disclosing = assessment.disclosing(spread);
        (String::from(*name), ColumnFindings { disclosing, ..figures::measure(spread) })
    };
    let sensitive: Vec<(String, ColumnFindings)> = assessment.spreads.iter().map(column).collect();
    Ok(Findings {
        rows: outside.grouping.rows,
        people: outside.grouping.people,
        people_lost: question.people_lost(),
        several_classes: several_classes(*secrets, assessment.spreads, question.demands),
        suppressed: question.skip_suppressed.then_some(outside.grouping.suppressed),
        classes: secrets.sizes().len() as u64,
        k,
        unique_rows: classes.grouping.alone(),
        average_class: ratio(members, tuples),
        disclosures: sensitive.iter().map(|(_, column)| column.disclosures).sum(),
        sensitive,
        merged: merged(assessment.spreads),
        proximity: assessment.proximities(question.demands),
        learned: assessment.learned(),
        risk: ReidentificationRisk {
            prosecutor: k.and_then(|k| ratio(1, k)),
            journalist: fewest_people.and_then(|people| ratio(1, people)),
            marketer: ratio(tuples, members),
        },
        uniqueness: None,
        presence: assessment.population.and_then(PresenceSummary::range),
        register_knows: Vec::new(),
        known: None,
        unmatched: assessment.population.map_or(0, |population| population.covered.unmatched()),
        guarantees: (question.demands.iter())
            .map(|demand| assessment.judge(demand))
            .collect::<Result<_, _>>()?,
        class_sizes: histogram(outside.sizes()),
        divided_sizes: histogram(sizes),
        smallest: smallest(classes),
    })
}

/// What was merged of each column in which anything was.
fn merged(spreads: &[(&str, ValuesByClass)]) -> Vec<(String, Merged)> {
    let merged = |(name, spread): &(&str, ValuesByClass)| {
        let (values, spellings) = spread.merged.clone();
        (values > 0).then(|| (String::from(*name), Merged { values, spellings }))
    };
    spreads.iter().filter_map(merged).collect()
}

/// How many classes have each size.
fn histogram(sizes: &[u64]) -> BTreeMap<u64, u64> {
    let mut histogram = BTreeMap::new();
    for &size in sizes {
        *histogram.entry(size).or_default() += 1;
    }
    histogram
}

impl Question<'_> {
    /// Matches a table of people, or of their distribution, with the published one.
    fn covered(
        &self,
        table: &Table,
        names: &[&str],
        extras: &[&str],
        grouping: &EquivalenceClasses,
    ) -> Result<CoveredPeople, JudgeError> {
        let qi: Vec<&str> = self.qi.iter().map(String::as_str).collect();
        let readings = readings(&qi, self.kinds, self.hierarchies, self.levels);
        let register = Register { public: table, qi: names, extras, person: self.person };
        CoveredPeople::of(&register, grouping, &readings, self.nulls, self.threads)
    }

    /// The people of the original, where it is known.
    fn people_of_original(&self) -> Option<u64> {
        self.persons().map(|persons| persons.lost().input)
    }

    fn people_lost(&self) -> Option<PeopleLost> {
        self.persons().map(|persons| *persons.lost())
    }

    fn persons(&self) -> Option<&Persons> {
        match self.person {
            Some(Person::Rows(persons)) => Some(persons),
            _ => None,
        }
    }

    /// The lines of a person with different quasi-identifiers.
    fn person_differs(&self) -> Result<JudgeError, JudgeError> {
        let Some(person) = self.person else { return Ok(JudgeError::Unpaired { line: 1 }) };
        let qi: Vec<&str> = self.qi.iter().map(String::as_str).collect();
        let reading = person.reading(self.table, self.nulls)?;
        differing(self.table, &positions(self.table, &qi)?, &reading, &self.qi.join(", "))
    }

    /// Finds the presence of people whom no class matches, from the members who are missing.
    fn find_missing(
        &self,
        sample_rows: u64,
        covered: &mut CoveredPeople,
        presence: &mut Presence,
        published: &EquivalenceClasses,
    ) {
        let members = sample_rows.saturating_sub(published.members() + published.suppressed);
        let known = Unmatched::Missing { members, table_rows: sample_rows, demands: self.demands };
        let qi: Vec<&str> = self.qi.iter().map(String::as_str).collect();
        let readings = readings(&qi, self.kinds, self.hierarchies, self.levels);
        missing::find(&known, covered, presence, &readings);
    }

    /// The columns of the population that demands are about.
    fn known_of_people(&self) -> Vec<&str> {
        let traits = self.demands.iter().flat_map(|demand| demand.traits());
        let mut columns: Vec<&str> = traits.collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

/// Whether a demand is about who is in the table.
fn is_about_presence(demand: &Demand) -> bool {
    matches!(
        demand,
        Demand::Presence(_)
            | Demand::PersonalPresence(_)
            | Demand::JointPresence(_)
            | Demand::MixedMembership(_)
    )
}

/// How quasi-identifiers are read.
pub(crate) fn readings<'a>(
    qi: &[&str],
    kinds: &BTreeMap<String, Kind>,
    hierarchies: &'a BTreeMap<String, Chains>,
    levels: &BTreeMap<String, usize>,
) -> Vec<ColumnReading<'a>> {
    let reading = |&name: &&str| ColumnReading {
        kind: kinds.get(name).copied(),
        chains: hierarchies.get(name),
        level: levels.get(name).copied(),
    };
    qi.iter().map(reading).collect()
}

/// Where the columns of a question stand in a table.
pub(crate) struct QuestionColumns<'a> {
    pub(crate) class: Vec<usize>,
    pub(crate) sensitive: Vec<usize>,
    pub(crate) skip_suppressed: bool,
    /// How it is found out whose a row is, if each is not a different person.
    pub(crate) person: Option<PersonReading<'a>>,
}

/// Counts a table in one pass, every worker for itself. Whose each row is is only noted.
pub(crate) fn count(
    table: &Table,
    columns: &QuestionColumns<'_>,
    threads: usize,
) -> Result<EquivalenceClasses, JudgeError> {
    let person = columns.person.as_ref();
    let empty = || {
        let mut grouping = EquivalenceClasses::new(columns.class.len(), columns.sensitive.len());
        grouping.visits = person.map(|person| person.visits(columns.sensitive.len()));
        grouping
    };
    let each = |grouping: &mut EquivalenceClasses, block: &Block| -> Result<(), JudgeError> {
        for row in 0..block.rows() {
            if columns.skip_suppressed && is_suppressed(block, row) {
                grouping.add_suppressed();
                continue;
            }
            if let (Some(person), Some(visits)) = (person, &mut grouping.visits) {
                person.visit(visits, block, row)?;
            }
            grouping.add_rows(
                block.line(row),
                block.count(row),
                columns.class.iter().map(|&column| block.cell(row, column)),
                columns.sensitive.iter().map(|&column| block.cell(row, column)),
            )?;
        }
        Ok(())
    };
    // Rows that are alike are counted at once where nothing is asked of each.
    let alike = person.is_none() && !columns.skip_suppressed;
    let table = &if alike { table.grouped() } else { table.clone() };
    let mut parts = table.fold(threads, empty, each)?.into_iter();
    let mut grouping = parts.next().unwrap_or_else(empty);
    for part in parts {
        grouping.absorb(part)?;
    }
    if let (Some(person), Some(visits)) = (person, &grouping.visits) {
        person.check(visits, table.name())?;
    }
    Ok(grouping)
}

/// Whether a row was published as stars only.
pub(crate) fn is_suppressed(block: &Block, row: usize) -> bool {
    (0..block.columns()).all(|column| block.cell(row, column) == EVERYTHING)
}

/// Where each column stands in a table; the first of columns with the same name.
pub(crate) fn places(table: &Table) -> HashMap<&str, usize> {
    let mut places = HashMap::with_capacity(table.columns().len());
    for (place, name) in table.columns().iter().enumerate() {
        places.entry(name.as_str()).or_insert(place);
    }
    places
}

/// Where the named columns stand in a table.
pub(crate) fn positions(table: &Table, names: &[&str]) -> Result<Vec<usize>, JudgeError> {
    let places = places(table);
    let position = |name: &&str| {
        places.get(name).copied().ok_or_else(|| JudgeError::UnknownColumn {
            file: table.name().to_string(),
            column: (*name).to_owned(),
            known: table.columns().join(", "),
        })
    };
    names.iter().map(position).collect()
}

/// That no column has two roles.
pub(crate) fn named_once<'n>(names: impl Iterator<Item = &'n &'n str>) -> Result<(), JudgeError> {
    let mut seen: HashSet<&str> = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(JudgeError::NamedTwice { column: (*name).to_owned() });
        }
    }
    Ok(())
}
