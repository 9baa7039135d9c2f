//! Reading a table as a plan wants it: counted, with hierarchies and an ordered tally.

mod count;
mod original_figures;
pub(crate) mod people;
mod refusals;
mod roles;
pub(crate) mod suspicion;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use incrowd_core::encoded::{Encoded, SensitiveAttribute};
use incrowd_core::hierarchy::{Hierarchy, Spec};
use incrowd_core::search::{BoxEnds, Recoding, Scope, Search};
use incrowd_core::table::Counter;
use incrowd_core::terms::{Demand, Kind, SensitiveColumn};
use incrowd_io::{Block, Table};
use incrowd_judge::Chains;

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::{Plan, Suppression};
use crate::population::{self, Population};

use count::{count, is_member};
pub(crate) use count::{count_rows, is_number_of_person};
pub use original_figures::OriginalFigures;
use people::{PersonColumn, check_people, differing_rows};
use refusals::{check_fit, check_population, no_rows};
use roles::RolePlaces;
use suspicion::Suspicion;

/// A table that was read once, as its plan wants it, and can be searched.
pub struct Study {
    /// What is asked for.
    pub plan: Arc<Plan>,
    /// The table, to be read again.
    pub table: Arc<Table>,
    /// The population, if it is known.
    pub population: Option<Population>,
    /// The column that says who is to be published, and its value, where the table holds others
    /// too.
    pub member: Option<(usize, String)>,
    /// Where the quasi-identifiers stand in the table.
    pub qi: Vec<usize>,
    /// Where the identifying columns stand, which are dropped.
    pub dropped: Vec<usize>,
    /// Where the sensitive columns stand.
    pub secrets: Vec<usize>,
    /// The column that says whose a row is, where people are counted instead of rows.
    pub(crate) person: Option<PersonColumn>,
    /// What searches and models know of the table.
    pub encoded: Encoded,
    /// The kinds of quasi-identifiers and sensitive columns, inferred or declared.
    pub kinds: BTreeMap<String, Kind>,
    /// What looks wrong about the table.
    pub warnings: Vec<String>,
    /// The plain columns that may identify people, and why.
    pub(crate) suspicions: Vec<(String, String)>,
    /// What is to be known of a table that may be right.
    pub remarks: Vec<String>,
}

impl fmt::Debug for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Study")
            .field("plan", &self.plan)
            .field("table", &self.table.name())
            .field("population", &self.population)
            .field("rows", &self.encoded.frequency_set.rows())
            .finish_non_exhaustive()
    }
}

impl Study {
    /// Opens and counts the tables of a plan, in files or at hand.
    ///
    /// # Errors
    /// A plan that makes no sense, files that cannot be read, columns that are not there or do not
    /// fit what is asked of them, and rows that are not in the population where they must be.
    pub fn read(plan: impl Into<Arc<Plan>>, execution: &Execution) -> Result<Study> {
        let plan = plan.into();
        plan.check()?;
        let table = Arc::new(execution.open_input(&plan.table, &plan.reading.options)?);
        let roles = RolePlaces::new(&plan, &table)?;
        let population = population::read(&plan, &table, &roles.qi, execution)?;
        let counted = count(&table, &roles, execution)?;
        let mut remarks = counted.repeats(&table, &roles);
        remarks.extend(plan.seed_remark());
        let members = counted.counter;
        if members.rows() == 0 {
            return Err(no_rows(&table, roles.member.as_ref()));
        }
        check_people(&plan, &members)?;
        if let Some(person) = roles.person.as_ref().filter(|_| population.is_some())
            && members.has_people_with_several_tuples()
        {
            let members = |block: &Block, row| is_member(roles.member.as_ref(), block, row);
            return Err(differing_rows(&table, person, &roles.qi, members, execution)?);
        }
        check_population(&plan, &table, members.people())?;
        let _step = execution.step("encoding", None);
        let mut kinds = BTreeMap::new();
        let people = population.as_ref().map(|population| &population.counter);
        let hierarchies = hierarchies(&plan, &members, people, &mut kinds)?;
        let secrets = secrets(&plan, &members, &mut kinds)?;
        let counts = population.as_ref().map(Population::counts);
        let nulls = &plan.reading.nulls;
        let encoded =
            execution.within(|| Encoded::new(&members, counts, hierarchies, secrets, nulls));
        if let Some(known) = population.as_ref().filter(|known| known.must_hold_the_table(&plan))
            && !encoded.frequency_set.is_within_population()
        {
            return Err(known.stray(
                &plan,
                &table,
                (&roles.qi, roles.person.as_ref()),
                execution,
            )?);
        }
        let plain = roles.plain.iter().map(|&place| &table.columns()[place]).zip(&counted.plain);
        let suspect =
            |(column, seen): (&String, &Suspicion)| Some((column.clone(), seen.reason()?));
        let suspicions: Vec<(String, String)> = plain.filter_map(suspect).collect();
        let warnings =
            suspicions.iter().map(|(column, why)| suspicion::warning(column, why)).collect();
        Ok(Study {
            plan,
            table,
            population,
            member: roles.member,
            qi: roles.qi,
            secrets: roles.sensitive,
            dropped: roles.dropped,
            person: roles.person,
            encoded,
            kinds,
            warnings,
            suspicions,
            remarks,
        })
    }

    /// A search for a release that meets these demands, which need not be the plan's.
    ///
    /// # Errors
    /// Levels that a hierarchy does not have.
    pub fn search(&self, demands: &[Demand], suppression: Suppression) -> Result<Search<'_>> {
        let Plan { qi, weights, hierarchies, method, .. } = &*self.plan;
        let weight = |column: &String| weights.get(column).copied().unwrap_or(1.0);
        let by_values = |(column, hierarchy): (&String, &Hierarchy)| {
            hierarchy.kind().is_ordered() && !hierarchies.contains_key(column)
        };
        let scope = Scope {
            levels: self.levels()?,
            weights: qi.iter().map(weight).collect(),
            by_values: qi.iter().zip(&self.encoded.hierarchies).map(by_values).collect(),
            limit: suppression.limit(self.encoded.frequency_set.rows()),
        };
        Ok(Search::new(&self.encoded, demands, *method, scope))
    }

    /// The table of the population, or that of its distribution.
    #[must_use]
    pub fn public(&self) -> (Option<&Table>, Option<&Table>) {
        match &self.population {
            Some(known) if known.is_distribution => (None, Some(&*known.table)),
            Some(known) => (Some(&*known.table), None),
            None => (None, None),
        }
    }

    /// The hierarchies as a judge reads them: plain chains of labels.
    ///
    /// # Errors
    /// Labels that mean two things.
    pub fn chains(&self) -> Result<BTreeMap<String, Chains>> {
        let qi = self.plan.qi.iter().zip(&self.encoded.hierarchies);
        let secrets = self.encoded.secrets().iter();
        let secrets =
            secrets.filter_map(|secret| Some((&secret.column, secret.hierarchy.as_ref()?)));
        qi.chain(secrets)
            .map(|(column, hierarchy)| Ok((column.clone(), chains(hierarchy)?)))
            .collect()
    }

    /// Notices plain columns elsewhere that may identify people, each with the reason.
    pub(crate) fn suspect(&mut self, suspicions: Vec<(String, String)>) {
        let warnings = suspicions.iter().map(|(column, why)| suspicion::warning(column, why));
        self.warnings.extend(warnings);
        self.suspicions.extend(suspicions);
    }

    /// Whether a row of the table is one of those to be published.
    pub(crate) fn is_member(&self, block: &Block, row: usize) -> bool {
        is_member(self.member.as_ref(), block, row)
    }

    /// The codes of a row's secrets, or the place of one that was not there before.
    pub(crate) fn secrets_of(
        &self,
        block: &Block,
        row: usize,
        codes: &mut Vec<u32>,
    ) -> std::result::Result<(), usize> {
        self.coded(codes, |secret, place| self.encoded.code(secret, block.cell(row, place)))
    }

    /// The codes of a row's secrets as written, or the place of one that was not there before.
    pub(crate) fn spellings_of(
        &self,
        block: &Block,
        row: usize,
        codes: &mut Vec<u32>,
    ) -> std::result::Result<(), usize> {
        self.coded(codes, |secret, place| self.encoded.spelling(secret, block.cell(row, place)))
    }

    fn coded(
        &self,
        codes: &mut Vec<u32>,
        code: impl Fn(usize, usize) -> Option<u32>,
    ) -> std::result::Result<(), usize> {
        codes.clear();
        for (secret, &place) in self.secrets.iter().enumerate() {
            codes.push(code(secret, place).ok_or(place)?);
        }
        Ok(())
    }

    /// The levels each column may have.
    fn levels(&self) -> Result<Vec<RangeInclusive<u8>>> {
        let level = |(column, hierarchy): (&String, &Hierarchy)| {
            let height = hierarchy.height() as u8;
            match self.plan.levels.get(column) {
                None => Ok(0..=height),
                Some(range) if *range.end() <= height => Ok(range.clone()),
                Some(range) => {
                    let message = format!(
                        "`level {column} = {}..{}`: the hierarchy of '{column}' has levels 0 to {height}",
                        range.start(),
                        range.end()
                    );
                    Err(Error::options(message).in_column(column))
                }
            }
        };
        self.plan.qi.iter().zip(&self.encoded.hierarchies).map(level).collect()
    }
}

/// A hierarchy as plain chains.
///
/// # Errors
/// Labels that mean two things.
pub fn chains(hierarchy: &Hierarchy) -> Result<Chains> {
    let chain = |code| hierarchy.chain(code).into_iter().map(str::to_owned).collect();
    Chains::new((0..hierarchy.leaves() as u32).map(chain))
        .map_err(|error| Error::internal(format!("the judge cannot read a hierarchy: {error}")))
}

/// The hierarchies of the quasi-identifiers.
fn hierarchies(
    plan: &Plan,
    members: &Counter,
    population: Option<&Counter>,
    kinds: &mut BTreeMap<String, Kind>,
) -> Result<Vec<Hierarchy>> {
    let mut hierarchies = Vec::with_capacity(plan.qi.len());
    for (place, column) in plan.qi.iter().enumerate() {
        let values = values(members, population, place);
        let kind = plan.reading.kind(column, values.iter().map(|(text, _)| text.as_str()))?;
        kinds.insert(column.clone(), kind);
        let numeric = matches!(kind, Kind::Integer | Kind::Decimal);
        // Boxes need no levels, unless they end with nodes: their ranges are cut where they lose least.
        let has_nodes =
            plan.method.recoding() == Recoding::FullDomain || plan.method.cut == BoxEnds::Nodes;
        let levelled = numeric && has_nodes;
        let default = if levelled { Spec::auto() } else { Spec::flat() };
        let spec = plan.hierarchies.get(column).unwrap_or(&default);
        hierarchies.push(plan.reading.grow(column, kind, spec, &values)?);
    }
    Ok(hierarchies)
}

/// The sensitive columns, which must have what is asked of them.
fn secrets(
    plan: &Plan,
    members: &Counter,
    kinds: &mut BTreeMap<String, Kind>,
) -> Result<Vec<SensitiveAttribute>> {
    let mut secrets = Vec::with_capacity(plan.sensitive.len());
    for (place, column) in plan.sensitive.iter().enumerate() {
        let texts = members.secret_values(place).iter();
        let kind = plan.reading.kind(column, texts.clone())?;
        kinds.insert(column.clone(), kind);
        let has_values = texts.clone().any(|text| !plan.reading.nulls.is_missing(text));
        let has_hierarchy = plan.hierarchies.contains_key(column);
        check_fit(plan, column, SensitiveColumn { kind, has_values, has_hierarchy })?;
        let hierarchy = match plan.hierarchies.get(column) {
            Some(spec) => {
                let values: Vec<(String, u64)> = texts.map(|text| (text.to_owned(), 1)).collect();
                Some(plan.reading.grow(column, kind, spec, &values)?)
            }
            None => None,
        };
        secrets.push(SensitiveAttribute { column: column.clone(), kind, hierarchy });
    }
    Ok(secrets)
}

/// The distinct values of a quasi-identifier; counted in the population, if there is one.
fn values(members: &Counter, population: Option<&Counter>, place: usize) -> Vec<(String, u64)> {
    let own = members.values(place).iter().zip(members.value_counts(place));
    let Some(population) = population else {
        return own.map(|(text, rows)| (text.to_owned(), rows)).collect();
    };
    let people = population.values(place).iter().zip(population.value_counts(place));
    let absent = own.filter(|(text, _)| population.values(place).code(text).is_none());
    people.chain(absent).map(|(text, rows)| (text.to_owned(), rows)).collect()
}
