//! Anatomy: secrets by group in a table of their own, and quasi-identifiers as they are, or in
//! ranges where demands on identity or presence want that.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use incrowd_core::anatomy::{PersonValues, TooFrequent, anatomize, anatomize_people, size_for};
use incrowd_core::cost::Cost;
use incrowd_core::publish::Mapping;
use incrowd_core::search::{Recoding, Search, SearchOutcome};
use incrowd_core::table::PersonKey;
use incrowd_core::terms::{Demand, Diversity, NormalForm};
use incrowd_io::{Block, ColumnType, OutputColumn, Table, TableSink, TableWriter};
use incrowd_judge::{
    Alignment, AnatomyComparison, Comparison, Faithfulness, Neighbours, Question, faithful_anatomy,
    judge, side_by_side,
};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::{Order, Suppression};
use crate::seed::{Purpose, Seed};
use crate::study::Study;
use crate::study::people::PersonColumn;

use super::groups::{GroupAssignment, PeopleGroups, check_name};
use super::risks::MeasuredRisks;
use super::write::{Origins, changed};
use super::{GROUP, NoRelease, Verdict, WrittenRelease, write};

/// The published column that says how often a group has a secret.
pub const COUNT: &str = "count";

/// What came of taking a table apart.
#[derive(Debug)]
pub enum AnatomySearch<'a> {
    /// Groups of different secrets, and ranges that hold.
    Anatomy(Box<AnatomyRelease<'a>>),
    /// One value is too frequent for groups of this size.
    Ineligible {
        /// How many different secrets a group was to have.
        size: u64,
        /// Which value, and what would do.
        why: TooFrequent,
    },
    /// No ranges meet the demands on identity and presence.
    NoRelease(Box<NoRelease<'a>>),
}

/// A table that was taken apart, and is to be published.
pub struct AnatomyRelease<'a> {
    study: &'a Study,
    /// Per spelling of a secret: the groups of its rows.
    group_of: Vec<Vec<u32>>,
    /// The groups of people, where people are counted instead of rows.
    people: Option<PeopleGroups>,
    /// Which rows were published, once they are.
    origins: Origins,
    /// The search for ranges, if anything was demanded of them, and how it went.
    pub ranges: Option<(Search<'a>, SearchOutcome)>,
}

impl fmt::Debug for AnatomyRelease<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Anatomy").finish_non_exhaustive()
    }
}

/// The groups of each spelling's rows, and of people if they are counted; or why there are none.
type Drawn = std::result::Result<(Vec<Vec<u32>>, Option<PeopleGroups>), TooFrequent>;

/// The secrets of people.
#[derive(Default)]
struct PeopleValues {
    /// The number of each person.
    keys: HashMap<PersonKey, usize>,
    /// Per person: the values.
    secrets: Vec<PersonValues>,
    /// Per person: the rows of each spelling.
    spellings: Vec<BTreeMap<u32, usize>>,
}

impl Study {
    /// Takes the table apart.
    ///
    /// # Errors
    /// Column names that are needed for something else, or a table that cannot be read again.
    pub fn anatomize(&self, execution: &Execution) -> Result<AnatomySearch<'_>> {
        if self.plan.method.recoding() != Recoding::Anatomy {
            return Err(Error::options("only a plan for `recoding = anatomy` can be taken apart"));
        }
        check_name(self)?;
        if self.plan.sensitive.iter().any(|column| column == COUNT) {
            let message = format!(
                "the table of secrets would have two columns '{COUNT}'; rename the sensitive one (`names`)"
            );
            return Err(Error::options(message).in_column(COUNT));
        }
        let demands = &self.plan.demands;
        let size = demands.iter().filter_map(size_for).max().unwrap_or(1);
        let drawn = match &self.person {
            None => self.groups_of_rows(size)?,
            Some(person) => self.groups_of_people(person, size, execution)?,
        };
        let (group_of, people) = match drawn {
            Ok(groups) => groups,
            Err(why) => return Ok(AnatomySearch::Ineligible { size, why }),
        };
        let others: Vec<Demand> =
            demands.iter().filter(|demand| size_for(demand).is_none()).cloned().collect();
        if others.is_empty() {
            return Ok(self.anatomy(group_of, people, None));
        }
        let search = self.search(&others, Suppression::Rows(0))?;
        let outcome = self.run(&search, execution);
        if outcome.found.is_none() {
            return Ok(AnatomySearch::NoRelease(Box::new(NoRelease { search, outcome })));
        }
        Ok(self.anatomy(group_of, people, Some((search, outcome))))
    }

    /// A release with these groups and ranges.
    fn anatomy<'a>(
        &'a self,
        group_of: Vec<Vec<u32>>,
        people: Option<PeopleGroups>,
        ranges: Option<(Search<'a>, SearchOutcome)>,
    ) -> AnatomySearch<'a> {
        AnatomySearch::Anatomy(Box::new(AnatomyRelease {
            study: self,
            group_of,
            people,
            origins: None,
            ranges,
        }))
    }

    /// Draws groups of different secrets.
    fn groups_of_rows(&self, size: u64) -> Result<Drawn> {
        let rows_per_secret = self.encoded.frequency_set.whole().secrets.swap_remove(0);
        let random = &mut Seed::chosen(self.plan.seed)?.generator(Purpose::Groups);
        // The groups are drawn: a value's are shared out among its spellings.
        let by_spelling = |groups| (self.encoded.by_spelling(0, groups), None);
        Ok(anatomize(&rows_per_secret, size, random).map(|drawn| by_spelling(drawn.group_of)))
    }

    /// Draws groups of people, each with all their rows.
    fn groups_of_people(
        &self,
        person: &PersonColumn,
        size: u64,
        execution: &Execution,
    ) -> Result<Drawn> {
        let PeopleValues { keys, secrets, spellings } = self.gather(person, execution)?;
        let by_rows = self.plan.demands.iter().any(|demand| match demand {
            Demand::AlphaK(_) => true,
            Demand::LDiversity(asked) => matches!(asked.diversity, Diversity::Frequency(_)),
            _ => false,
        });
        let random = &mut Seed::chosen(self.plan.seed)?.generator(Purpose::Groups);
        let drawn = match anatomize_people(&secrets, size, by_rows, random) {
            Ok(drawn) => drawn,
            Err(why) => return Ok(Err(why)),
        };
        let mut group_of = vec![Vec::new(); self.encoded.spelling_texts(0).len()];
        for (rows, &group) in spellings.iter().zip(&drawn.group_of) {
            for (&spelling, &count) in rows {
                group_of[spelling as usize].extend(std::iter::repeat_n(group, count));
            }
        }
        let people = PeopleGroups {
            person: person.clone(),
            keys: person.keys(),
            group_of: keys.into_iter().map(|(key, at)| (key, drawn.group_of[at])).collect(),
        };
        Ok(Ok((group_of, Some(people))))
    }

    /// Reads the secrets of each person.
    fn gather(&self, person: &PersonColumn, execution: &Execution) -> Result<PeopleValues> {
        let form = NormalForm::new(&self.plan.reading.nulls);
        let place = self.secrets[0];
        let each = |block: &Block| -> Result<Vec<(PersonKey, u32, u32, bool)>> {
            let mut keys = person.keys();
            let row = |row: usize| {
                let text = block.cell(row, place);
                let gone = || changed(self, block.line(row), place, text);
                let key = person.of(&mut keys, &self.table, block, row)?;
                let value = self.encoded.code(0, text).ok_or_else(gone)?;
                let spelling = self.encoded.spelling(0, text).ok_or_else(gone)?;
                Ok((key, value, spelling, form.is_missing(text)))
            };
            (0..block.rows()).filter(|&row| self.is_member(block, row)).map(row).collect()
        };
        let mut gathered = PeopleValues::default();
        let mut missing = Vec::new();
        execution.map_ordered("reading", &self.table, each, |rows| {
            for (key, value, spelling, is_missing) in rows {
                let next = gathered.keys.len();
                let at = *gathered.keys.entry(key).or_insert(next);
                if at == next {
                    gathered.secrets.push(PersonValues::default());
                    gathered.spellings.push(BTreeMap::new());
                    missing.push(value);
                }
                let secrets = &mut gathered.secrets[at];
                *secrets.rows.entry(value).or_default() += 1;
                *gathered.spellings[at].entry(spelling).or_default() += 1;
                if is_missing {
                    missing[at] = value;
                } else {
                    secrets.values.insert(value);
                }
            }
            Ok(())
        })?;
        for (secrets, value) in gathered.secrets.iter_mut().zip(missing) {
            if secrets.values.is_empty() {
                secrets.values.insert(value);
            } else {
                // A missing value counts only for a person with no other, of rows too.
                secrets.rows.retain(|value, _| secrets.values.contains(value));
            }
        }
        Ok(gathered)
    }
}

impl AnatomyRelease<'_> {
    /// What the ranges lose; nothing, if there are none.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        match &self.ranges {
            None => Some(0.0),
            Some((_, outcome)) => outcome.cost(Cost::LOSS),
        }
    }

    /// Writes the table of people and the table of secrets, each to one side.
    ///
    /// # Errors
    /// A table that changed since it was read, or outputs that cannot be written.
    pub fn write<S: TableSink>(
        &mut self,
        (table, secrets): (S, S),
        execution: &Execution,
    ) -> Result<((S, S), WrittenRelease)> {
        let hierarchies = &self.study.encoded.hierarchies;
        let mapping = match &self.ranges {
            Some((search, outcome)) => search.mapping(outcome),
            None => Mapping::as_it_is(hierarchies),
        };
        let secrets = self.write_secrets(secrets)?;
        let group_of = std::mem::take(&mut self.group_of);
        let drawn = match self.people.take() {
            Some(people) => GroupAssignment::OfPeople(people),
            None => GroupAssignment::Drawn(group_of.into_iter().map(Vec::into_iter).collect()),
        };
        let (table, written, origins) =
            write::write(self.study, &mapping, Some(drawn), table, execution)?;
        self.origins = origins;
        Ok(((table, secrets), written))
    }

    /// Writes the secrets of each group, group by group.
    fn write_secrets<S: TableSink>(&self, sink: S) -> Result<S> {
        let Study { plan, table, secrets, encoded, .. } = self.study;
        let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for (secret, groups) in (0_u32..).zip(&self.group_of) {
            for &group in groups {
                *counts.entry((group, secret)).or_default() += 1;
            }
        }
        let kind = table.kinds().map_or(ColumnType::Text, |kinds| kinds[secrets[0]]);
        let number =
            |name: &str| OutputColumn { kind: ColumnType::Unsigned, ..OutputColumn::text(name) };
        let secret = plan.reading.output_column(&plan.sensitive[0], kind);
        let columns = vec![number(GROUP), secret, number(COUNT)];
        let mut writer = TableWriter::new(sink, columns, plan.reading.options.delimiter)?;
        let texts = encoded.spelling_texts(0);
        let encoder = writer.encoder();
        let entries: Vec<_> = counts.into_iter().collect();
        for chunk in entries.chunks(4096) {
            let mut batch = encoder.batch();
            for ((group, secret), rows) in chunk {
                batch.push(&(u64::from(*group) + 1).to_string());
                batch.push(texts[*secret as usize]);
                batch.push(&rows.to_string());
            }
            writer.write(batch)?;
        }
        Ok(writer.finish()?)
    }

    /// Reads the written tables again.
    ///
    /// # Errors
    /// Tables that cannot be read.
    pub fn judge<S: TableSink>(
        &self,
        (table, secrets): (&S, &S),
        written: WrittenRelease,
        execution: &Execution,
    ) -> Result<Verdict> {
        let _step = execution.step("judging", None);
        let reading = self.study.plan.reading.of_output();
        let tables = (execution.reopen(table, &reading)?, execution.reopen(secrets, &reading)?);
        self.examine(&tables, written, execution)
    }

    fn examine(
        &self,
        (table, secrets): &(Table, Table),
        written: WrittenRelease,
        execution: &Execution,
    ) -> Result<Verdict> {
        let (study, plan) = (self.study, &self.study.plan);
        let hierarchies = study.chains()?;
        let identifying = study.identifying();
        let mut absent = identifying.clone();
        absent.push(plan.sensitive[0].clone());
        let comparison = Comparison {
            original: &study.table,
            published: table,
            qi: &plan.qi,
            identifying: &absent,
            group: Some(GROUP),
            only: study.only(),
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &hierarchies,
            stars_at_end: false,
            person: plan.person.as_deref(),
            threads: execution.threads(),
        };
        let mut doubts = Vec::new();
        let secret = Some(plan.sensitive[0].as_str());
        let origins = self.origins.as_deref();
        let alignment = Alignment::of(origins, None);
        let persons = study.persons(comparison, secret, alignment, &mut doubts)?;
        let question = Question {
            secrets: Some(secrets),
            group: Some(GROUP),
            ..study.question(table, persons.as_ref(), &hierarchies, execution)
        };
        let findings = judge(&question)?;
        if findings.rows != study.encoded.frequency_set.rows() {
            doubts.push(format!("{} rows can be read back", findings.rows));
        }
        if plan.order != Order::Input {
            let measured =
                MeasuredRisks { findings: &findings, ordered: &[], origins, after: None };
            let risks = study.risks(&question, &measured)?;
            let (ordered, after) = (Vec::new(), None);
            return Ok(Verdict { findings, doubts, ordered, risks, persons, after, written });
        }
        let generalized = self.ranges.is_some();
        let mut ordered = Vec::new();
        let mut compared = vec![faithful_anatomy(&AnatomyComparison {
            original: &study.table,
            published: table,
            secrets,
            sensitive: &plan.sensitive[0],
            identifying: &identifying,
            generalized: if generalized { &plan.qi } else { &[] },
            group: GROUP,
            person: plan.person.as_deref(),
            nulls: &plan.reading.nulls,
            only: study.only(),
            threads: execution.threads(),
        })?];
        // The order of rows can give generalized columns back, and link the rows of a person.
        if generalized || plan.person.is_some() {
            let beside = side_by_side(&comparison)?;
            compared.push(beside.found);
            ordered = beside.neighbours;
        }
        for found in compared {
            match found {
                Faithfulness::Unfaithful(discrepancy) => doubts.push(discrepancy.to_string()),
                Faithfulness::Faithful { suppressed: 0, .. } => {}
                Faithfulness::Faithful { suppressed, .. } => {
                    doubts.push(format!("{suppressed} rows are missing"));
                }
            }
        }
        let ordered: Vec<Neighbours> = ordered.into_iter().filter(Neighbours::tell).collect();
        let measured =
            MeasuredRisks { findings: &findings, ordered: &ordered, origins, after: None };
        let risks = study.risks(&question, &measured)?;
        Ok(Verdict { findings, doubts, ordered, risks, persons, after: None, written })
    }
}
