//! Demands, measured on joint classes: these are written as a table, which is judged as any other.

use std::collections::{BTreeMap, BTreeSet};

use incrowd_io::{ColumnValues, MemoryTable, Table};
use incrowd_terms::{Demand, Diversity, Guarantee, Kind, PopulationKnowledge};

use crate::chains::Chains;
use crate::error::JudgeError;
use crate::findings::Findings;
use crate::person::Person;
use crate::question::{Question, measured};
use crate::reading::EVERYTHING;
use crate::register::SameValues;

use super::joint::{Entry, Joint, View, Who};
use super::original::Original;
use super::standing::{ABSENT, ClassColumn, Standing};
use super::{
    CertainSecrets, Composed, ComposedGuarantee, Composition, LinkedRelease, Promise,
    is_about_presence,
};

/// The column that takes rows apart which may be alone.
const UNCERTAIN: &str = "uncertain";

/// What stands for the class of a row in a release that does not have it.
const NOT_THERE: &str = "(not there)";

/// The id of people whose rows are gone: nobody knows how many they are.
const GONE: &str = "people who are gone";

/// All that is measured of releases together.
pub(super) struct Measurement<'m> {
    pub(super) composition: &'m Composition<'m>,
    pub(super) original: &'m Original<'m>,
    /// The earlier releases, then the present one.
    pub(super) standings: &'m [Standing<'m>],
    pub(super) joint: &'m Joint<'m>,
}

/// A demand, and of which release: the present one, or an earlier one by its place.
#[derive(Clone)]
struct Asked {
    demand: Demand,
    earlier: Option<usize>,
}

/// What demands are measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Basis<'a> {
    /// Class sizes.
    Sizes,
    /// The people of the register who fit a class.
    Register,
    /// A secret.
    Secret(&'a str),
}

impl Measurement<'_> {
    /// Measures everything.
    pub(super) fn composed(&self, releases: Vec<LinkedRelease>) -> Result<Composed, JudgeError> {
        let asked = self.asked();
        let nulls = self.composition.question.nulls;
        let likely = self.joint.likely(None);
        let bounded = self.joint.bounded(None, nulls);
        let mut uncertain = bounded.uncertain;
        let sizes = self.run(self.standings, &bounded, Basis::Sizes, &[])?;
        let mut found: Vec<Option<(Guarantee, bool)>> = vec![None; asked.len()];
        let mut certain = Vec::new();
        for basis in self.bases(&asked) {
            let here: Vec<usize> =
                (0..asked.len()).filter(|&at| basis_of(&asked[at].demand) == basis).collect();
            let (findings, open) = self.on(self.joint, self.standings, basis, &asked, &here)?;
            uncertain = uncertain.max(open);
            for (&at, guarantee) in here.iter().zip(findings.guarantees) {
                let loose = open > 0 && !is_bounded(&asked[at].demand);
                found[at] = Some((guarantee, loose));
            }
            if let Basis::Secret(column) = basis {
                certain.extend(findings.certain.map(|(classes, of, example)| CertainSecrets {
                    column: column.to_owned(),
                    classes,
                    of,
                    example,
                }));
            }
        }
        let already = self.already(&asked, &found)?;
        let joint = |at: usize| {
            let (guarantee, uncertain) = found[at].clone()?;
            Some(ComposedGuarantee { guarantee, already: already.contains(&at), uncertain })
        };
        let own = (0..asked.len()).filter(|&at| asked[at].earlier.is_none());
        let earlier = (0..asked.len()).filter_map(|at| Some((asked[at].earlier?, joint(at)?)));
        let release = |at: usize| self.composition.earlier[at].name.to_owned();
        Ok(Composed {
            new_rows: self.new_rows(&likely),
            uncertain,
            rows: likely.entries.len() as u64,
            people: sizes.people,
            classes: sizes.classes,
            k: sizes.k,
            alone: sizes.unique_rows,
            class_sizes: sizes.class_sizes,
            certain,
            guarantees: own.filter_map(joint).collect(),
            promises: earlier.map(|(at, joint)| Promise { release: release(at), joint }).collect(),
            releases,
        })
    }

    /// The demands on all releases, those on the present one first.
    fn asked(&self) -> Vec<Asked> {
        let Composition { question, earlier, .. } = self.composition;
        let own = question.demands.iter().cloned();
        let mut asked: Vec<Asked> = own.map(|demand| Asked { demand, earlier: None }).collect();
        for (at, earlier) in earlier.iter().enumerate() {
            for demand in earlier.demands.iter().filter(|demand| self.can_promise(demand)) {
                let is_known = |some: &Asked| {
                    some.demand == *demand && some.earlier.is_none_or(|other| other == at)
                };
                if !asked.iter().any(is_known) {
                    asked.push(Asked { demand: demand.clone(), earlier: Some(at) });
                }
            }
        }
        asked
    }

    /// Whether a demand on an earlier release can be measured without more than the tables.
    fn can_promise(&self, demand: &Demand) -> bool {
        let has_column = match demand.column() {
            None => true,
            Some(column) => self.is_shown(column),
        };
        let has_hierarchy = demand
            .column()
            .is_some_and(|column| self.composition.question.hierarchies.contains_key(column));
        !is_about_presence(demand)
            && demand.population_knowledge() == PopulationKnowledge::Unknown
            && has_column
            && (has_hierarchy || !demand.needs_hierarchy())
    }

    /// Whether some release shows a column of the original row by row.
    fn is_shown(&self, column: &str) -> bool {
        self.original.column(column).is_some()
            && self.standings.iter().any(|standing| standing.shows(column))
    }

    /// What is to be measured: what demands need, and every secret that is shown.
    fn bases<'b>(&'b self, asked: &'b [Asked]) -> Vec<Basis<'b>> {
        let Composition { question, earlier, .. } = self.composition;
        let secrets =
            question.sensitive.iter().chain(earlier.iter().flat_map(|some| some.sensitive));
        let secrets = secrets.filter(|column| self.is_shown(column));
        let demands = asked.iter().map(|asked| basis_of(&asked.demand));
        let all: BTreeSet<Basis<'b>> =
            demands.chain(secrets.map(|column| Basis::Secret(column))).collect();
        all.into_iter().collect()
    }

    /// Measures some of the demands on joint classes, and says how many rows are uncertain.
    fn on(
        &self,
        joint: &Joint<'_>,
        standings: &[Standing<'_>],
        basis: Basis<'_>,
        asked: &[Asked],
        here: &[usize],
    ) -> Result<(Measured, u64), JudgeError> {
        let nulls = self.composition.question.nulls;
        let demand = |&at: &usize| asked[at].demand.clone();
        let Basis::Secret(column) = basis else {
            let view = joint.bounded(None, nulls);
            let demands: Vec<Demand> = here.iter().map(demand).collect();
            let guarantees = match demands.is_empty() {
                true => Vec::new(),
                false => self.run(standings, &view, basis, &demands)?.guarantees,
            };
            return Ok((Measured { guarantees, certain: None }, view.uncertain));
        };
        let (likely, worst) = (joint.likely(Some(column)), joint.bounded(Some(column), nulls));
        let is_worst = |at: &&usize| worst.uncertain > 0 && is_bounded(&asked[**at].demand);
        let some = |worst: bool| -> Vec<Demand> {
            here.iter().filter(|at| is_worst(at) == worst).map(demand).collect()
        };
        let (loose, bounded) = (some(false), some(true));
        let found = self.run(standings, &likely, basis, &loose)?;
        let mut guarantees = found.guarantees.into_iter();
        let mut worse = match bounded.is_empty() {
            true => Vec::new(),
            false => self.run(standings, &worst, basis, &bounded)?.guarantees,
        }
        .into_iter();
        let in_order = here
            .iter()
            .filter_map(|at| if is_worst(&at) { worse.next() } else { guarantees.next() })
            .collect();
        let certain = found.sensitive.first().map(|(_, column)| {
            let who = if found.people.is_some() { "people" } else { "rows" };
            let example = column.disclosing.first().map(|one| match one.rows {
                1 => format!("{}: the only one has {}", one.class, one.value),
                rows => format!("{}: all {rows} {who} have {}", one.class, one.value),
            });
            (column.disclosures, found.classes, example)
        });
        Ok((Measured { guarantees: in_order, certain }, worst.uncertain))
    }

    /// Which of the demands that fail fail without the present release, too.
    fn already(
        &self,
        asked: &[Asked],
        found: &[Option<(Guarantee, bool)>],
    ) -> Result<BTreeSet<usize>, JudgeError> {
        let Some((_, earlier)) = self.standings.split_last() else { return Ok(BTreeSet::new()) };
        let joint = Joint::new(self.original, earlier);
        let mut already = BTreeSet::new();
        for (at, asked_here) in asked.iter().enumerate() {
            let fails = found[at].as_ref().is_some_and(|(guarantee, _)| !guarantee.holds);
            let basis = basis_of(&asked_here.demand);
            let is_shown = match basis {
                Basis::Secret(column) => earlier.iter().any(|standing| standing.shows(column)),
                _ => true,
            };
            if !fails || !is_shown {
                continue;
            }
            let (before, _) = self.on(&joint, earlier, basis, asked, &[at])?;
            if before.guarantees.iter().any(|guarantee| !guarantee.holds) {
                already.insert(at);
            }
        }
        Ok(already)
    }

    /// Rows of the present release that no earlier one has.
    fn new_rows(&self, likely: &View) -> u64 {
        let is_new = |entry: &&Entry| match likely.classes[entry.class as usize].split_last() {
            Some((present, earlier)) => {
                *present != ABSENT && earlier.iter().all(|class| *class == ABSENT)
            }
            None => false,
        };
        likely.entries.iter().filter(is_new).count() as u64
    }

    /// Judges joint classes.
    fn run(
        &self,
        standings: &[Standing<'_>],
        view: &View,
        basis: Basis<'_>,
        demands: &[Demand],
    ) -> Result<Findings, JudgeError> {
        let composition = self.composition;
        let question = composition.question;
        let sheet = Sheet::new(self, standings, view, basis)?;
        let secret: Vec<String> = match basis {
            Basis::Secret(column) => vec![column.to_owned()],
            _ => Vec::new(),
        };
        let hierarchies: BTreeMap<String, Chains> = match basis {
            Basis::Sizes => BTreeMap::new(),
            Basis::Register => sheet.hierarchies,
            Basis::Secret(column) => {
                let chains = question.hierarchies.get(column);
                chains.map(|chains| (column.to_owned(), chains.clone())).into_iter().collect()
            }
        };
        let mut kinds = sheet.kinds;
        if let Basis::Secret(column) = basis {
            kinds = question
                .kinds
                .get(column)
                .map(|&kind| (column.to_owned(), kind))
                .into_iter()
                .collect();
        }
        let asked = Question {
            qi: &sheet.qi,
            sensitive: &secret,
            person: sheet.person.as_deref().map(Person::Column),
            demands,
            nulls: question.nulls,
            kinds: &kinds,
            hierarchies: &hierarchies,
            levels: &sheet.levels,
            public: question.public.filter(|_| basis == Basis::Register),
            same_values: SameValues::Given(&[]),
            sample_rows: question.sample_rows,
            threads: question.threads,
            ..Question::about(&sheet.table)
        };
        let names: Vec<&str> = sheet.in_register.iter().map(String::as_str).collect();
        measured(&asked, &names)
    }
}

/// What was measured of one basis.
struct Measured {
    guarantees: Vec<Guarantee>,
    /// Of a secret, the joint classes with a single value, all of them, and the first one in words.
    certain: Option<(u64, u64, Option<String>)>,
}

fn basis_of(demand: &Demand) -> Basis<'_> {
    match demand.column() {
        Some(column) => Basis::Secret(column),
        None if demand.population_knowledge() == PopulationKnowledge::Register => Basis::Register,
        None => Basis::Sizes,
    }
}

/// Whether fewer certain rows, and the worst of uncertain ones, bound what is measured.
fn is_bounded(demand: &Demand) -> bool {
    match demand {
        Demand::KAnonymity(_)
        | Demand::KMap(_)
        | Demand::WeakKAnonymity(_)
        | Demand::PSensitivity(_)
        | Demand::AlphaK(_) => true,
        Demand::LDiversity(asked) => {
            matches!(asked.diversity, Diversity::Distinct(_) | Diversity::Frequency(_))
        }
        _ => false,
    }
}

/// Joint classes as a table.
struct Sheet {
    table: Table,
    qi: Vec<String>,
    /// What the register calls the columns of `qi`.
    in_register: Vec<String>,
    person: Option<String>,
    hierarchies: BTreeMap<String, Chains>,
    kinds: BTreeMap<String, Kind>,
    levels: BTreeMap<String, usize>,
}

/// A column of the sheet.
enum Source<'s> {
    /// A class column of a release.
    Class(usize, ClassColumn<'s>),
    /// A column of the original that the register has too, of rows of the present release.
    Known(usize),
    Uncertain,
}

impl Sheet {
    fn new(
        measurement: &Measurement<'_>,
        standings: &[Standing<'_>],
        view: &View,
        basis: Basis<'_>,
    ) -> Result<Sheet, JudgeError> {
        let Measurement { composition, original, .. } = measurement;
        let question = composition.question;
        let present = composition.earlier.len();
        let mut named: Vec<(String, &str, Source<'_>)> = Vec::new();
        let (mut hierarchies, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        let mut levels = BTreeMap::new();
        // The present release comes first, as readers know it best.
        let order = (0..standings.len()).filter(|&at| at == present);
        for release in order.chain(0..standings.len().min(present)) {
            for column in standings[release].columns() {
                if !is_wanted(column, basis, question.public) {
                    continue;
                }
                let name = match composition.earlier.get(release) {
                    Some(earlier) => format!("{} in {}", column.name, earlier.name),
                    None => column.name.to_owned(),
                };
                let name = free(&name, named.iter().map(|(name, ..)| name.as_str()));
                let chains = match composition.earlier.get(release) {
                    Some(earlier) => earlier.hierarchies,
                    None => question.hierarchies,
                };
                if let Some(chains) = chains.get(column.name).filter(|_| column.is_qi) {
                    hierarchies.insert(name.clone(), chains.clone());
                }
                if let Some(&kind) = question.kinds.get(column.name) {
                    kinds.insert(name.clone(), kind);
                }
                if let Some(&level) =
                    question.levels.get(column.name).filter(|_| release == present)
                {
                    levels.insert(name.clone(), level);
                }
                named.push((name, column.name, Source::Class(release, column)));
            }
        }
        for known in composition.register_knows.iter().filter(|_| basis == Basis::Register) {
            if let Some(column) = original.column(&known.published) {
                let name = free(&known.published, named.iter().map(|(name, ..)| name.as_str()));
                named.push((name, &known.register, Source::Known(column)));
            }
        }
        if view.entries.iter().any(|entry| entry.apart > 0) {
            let name = free(UNCERTAIN, named.iter().map(|(name, ..)| name.as_str()));
            named.push((name, UNCERTAIN, Source::Uncertain));
        }
        let cells = Cells { original, standings, view, present, absent: absent(standings, basis) };
        let mut columns: Vec<(String, ColumnValues)> = Vec::new();
        for (name, _, source) in &named {
            columns.push((name.clone(), cells.column(source)));
        }
        if let Basis::Secret(column) = basis {
            columns.push((column.to_owned(), cells.secret(column)));
        }
        let taken = |columns: &[(String, ColumnValues)]| -> Vec<String> {
            columns.iter().map(|(name, _)| name.clone()).collect()
        };
        let person =
            composition.person.map(|name| free(name, taken(&columns).iter().map(String::as_str)));
        if let Some(name) = &person {
            columns.push((name.clone(), cells.person()));
        }
        if columns.is_empty() {
            // The register has no column of any class: everybody fits.
            columns
                .push((EVERYTHING.to_owned(), view.entries.iter().map(|_| EVERYTHING).collect()));
        }
        // The column that takes rows apart is none of the register.
        let of_register = |(_, _, source): &&(String, &str, Source<'_>)| {
            basis != Basis::Register || !matches!(source, Source::Uncertain)
        };
        Ok(Sheet {
            qi: named.iter().filter(of_register).map(|(name, ..)| name.clone()).collect(),
            in_register: named
                .iter()
                .filter(of_register)
                .map(|(_, name, _)| (*name).to_owned())
                .collect(),
            person,
            hierarchies,
            kinds,
            levels,
            table: MemoryTable::new("all releases together", columns)?.into(),
        })
    }
}

/// Whether a class column counts: of a secret, its own values do not tell rows apart; of the register,
/// only its columns do.
fn is_wanted(column: ClassColumn<'_>, basis: Basis<'_>, register: Option<&Table>) -> bool {
    match basis {
        Basis::Sizes => true,
        Basis::Secret(secret) => column.is_qi || column.name != secret,
        Basis::Register => register
            .is_some_and(|register| register.columns().iter().any(|name| name == column.name)),
    }
}

/// What stands for the class of a row in a release that does not have it. Nobody in the register is
/// excluded by it; otherwise it is no label.
fn absent(standings: &[Standing<'_>], basis: Basis<'_>) -> String {
    if basis == Basis::Register {
        return EVERYTHING.to_owned();
    }
    let mut text = NOT_THERE.to_owned();
    while standings.iter().any(|standing| standing.has_label(&text)) {
        text = format!("({text})");
    }
    text
}

/// A name that is not taken.
fn free<'t>(name: &str, taken: impl Iterator<Item = &'t str> + Clone) -> String {
    let mut free = name.to_owned();
    while taken.clone().any(|other| other == free) {
        free.push('\'');
    }
    free
}

/// The cells of a sheet.
struct Cells<'s> {
    original: &'s Original<'s>,
    standings: &'s [Standing<'s>],
    view: &'s View,
    /// The place of the present release.
    present: usize,
    absent: String,
}

impl Cells<'_> {
    fn column(&self, source: &Source<'_>) -> ColumnValues {
        let entries = self.view.entries.iter();
        match *source {
            Source::Class(release, column) => entries
                .map(|entry| match self.class(entry, release) {
                    ABSENT => self.absent.as_str(),
                    class => self.standings[release].label(class, column),
                })
                .collect(),
            Source::Known(column) => entries
                .map(|entry| match (entry.who, self.class(entry, self.present)) {
                    (Who::Row(row), class) if class != ABSENT => {
                        self.original.text(column, row as usize)
                    }
                    _ => self.absent.as_str(),
                })
                .collect(),
            Source::Uncertain => entries
                .map(|entry| match entry.apart {
                    0 => "no".to_owned(),
                    apart => apart.to_string(),
                })
                .collect(),
        }
    }

    /// The class of a row in a release.
    fn class(&self, entry: &Entry, release: usize) -> u32 {
        let classes = &self.view.classes[entry.class as usize];
        classes.get(release).copied().unwrap_or(ABSENT)
    }

    fn secret(&self, name: &str) -> ColumnValues {
        let column = self.original.column(name);
        let text = |entry: &Entry| match entry.who {
            Who::Row(row) => column.map_or("", |column| self.original.text(column, row as usize)),
            Who::Gone { release, signature } => {
                self.standings[release as usize].kept(signature, name).unwrap_or_default()
            }
        };
        self.view.entries.iter().map(text).collect()
    }

    fn person(&self) -> ColumnValues {
        let id = |entry: &Entry| match entry.who {
            Who::Row(row) => self
                .original
                .person(row as usize)
                .map_or(String::new(), |id| format!("person {id}")),
            Who::Gone { .. } => GONE.to_owned(),
        };
        self.view.entries.iter().map(id).collect()
    }
}
