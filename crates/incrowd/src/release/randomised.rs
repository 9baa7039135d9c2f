//! Releases by chance: fixed numbers of members and of other people of the population, drawn at
//! random, so that not even the algorithm gives anyone away.

use std::collections::{HashMap, HashSet};
use std::fmt;

use incrowd_core::randomised::{DrawSizes, MemberShare, Selection, limits};
use incrowd_core::terms::{Fraction, Guarantee};
use incrowd_io::{Block, ColumnType, TableSink, TableWriter};
use incrowd_judge::{Person, Randomised, randomised};
use rand::RngExt;

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::population::Population;
use crate::reading::changed;
use crate::reading::places;
use crate::seed::{Purpose, Seed};
use crate::study::Study;
use crate::study::people::PersonColumn;

use super::shuffle::{RawRows, Shuffle};

/// A release by chance.
pub struct RandomisedRelease<'a> {
    study: &'a Study,
    population: &'a Population,
    least: Fraction,
    most: Fraction,
    /// How many of the population's people are in the table.
    pub share: MemberShare,
    /// How many are published, if some numbers keep the deltas.
    pub draw: Option<DrawSizes>,
}

impl fmt::Debug for RandomisedRelease<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing")
            .field("share", &self.share)
            .field("draw", &self.draw)
            .finish_non_exhaustive()
    }
}

impl Study {
    /// Chooses how many people to publish so that the deltas of the plan are kept.
    ///
    /// # Errors
    /// A plan that demands something else, or knows no population.
    pub fn draw(&self) -> Result<RandomisedRelease<'_>> {
        let deltas = match self.plan.demands.as_slice() {
            [demand] => limits(demand),
            _ => None,
        };
        let (Some(population), Some((least, most))) = (&self.population, deltas) else {
            return Err(Error::options(
                "`recoding = randomised` needs `presence` and the population",
            ));
        };
        let tally = &self.encoded.frequency_set;
        let share = MemberShare { members: tally.members(), people: tally.people() };
        let draw = DrawSizes::within(least, most, share);
        Ok(RandomisedRelease { study: self, population, least, most, share, draw })
    }
}

impl RandomisedRelease<'_> {
    /// Draws people, in the order of the register, and writes them in another: one row of each, because all
    /// rows of a person have the same quasi-identifiers.
    ///
    /// # Errors
    /// A population that changed since it was read, or an output that cannot be written.
    pub fn write<S: TableSink>(
        &self,
        draw: DrawSizes,
        sink: S,
        execution: &Execution,
    ) -> Result<S> {
        let Study { plan, encoded, .. } = self.study;
        let table = &self.population.table;
        let order = places(table, "`qi`", &plan.qi)?;
        let mut qi = order.clone();
        qi.sort_unstable();
        let kinds = table.kinds();
        let column = |&place: &usize| {
            let kind = kinds.as_ref().map_or(ColumnType::Text, |kinds| kinds[place]);
            plan.reading.output_column(&table.columns()[place], kind)
        };
        let delimiter = plan.reading.options.delimiter;
        let mut writer = TableWriter::new(sink, qi.iter().map(column).collect(), delimiter)?;
        let mut left = self.left(order.len());
        let seed = Seed::chosen(plan.seed)?;
        let mut random = seed.generator(Purpose::Draw);
        let mut selection = Selection::new(draw, self.share);
        let mut shuffle = Shuffle::of_table(seed.generator(Purpose::Order), table, qi.len(), false);
        let person = places(table, "`person`", plan.person.as_slice())?;
        let person = person.first().map(|&place| PersonColumn::new(place, &plan.reading.nulls));
        let gone = |block: &Block, row: usize, place: usize| {
            changed(table, block.line(row), &table.columns()[place], block.cell(row, place))
        };
        let each = |block: &Block| {
            let mut keys = person.as_ref().map(|person| (person, person.keys()));
            let row = |row: usize| {
                let key = match &mut keys {
                    Some((person, keys)) => Some(person.of(keys, table, block, row)?),
                    None => None,
                };
                let codes = order.iter().zip(&encoded.hierarchies).map(|(&place, hierarchy)| {
                    let code = hierarchy.code(block.cell(row, place));
                    code.ok_or_else(|| gone(block, row, place))
                });
                let cells: Vec<String> =
                    qi.iter().map(|&place| block.cell(row, place).to_owned()).collect();
                Ok((key, codes.collect::<Result<Vec<u32>>>()?, cells))
            };
            (0..block.rows()).map(row).collect::<Result<Vec<_>>>()
        };
        let mut seen = HashSet::new();
        execution.map_ordered("drawing people", table, each, |people| {
            let mut rows = RawRows::new(qi.len());
            for (person, codes, cells) in people {
                if person.is_some_and(|person| !seen.insert(person)) {
                    continue;
                }
                let Some((members, alike)) = left.get_mut(&codes) else { continue };
                let is_member = random.random_range(0..(*alike).max(1)) < *members;
                *members -= u64::from(is_member);
                *alike = alike.saturating_sub(1);
                if selection.publishes(is_member, &mut random) {
                    cells.iter().for_each(|cell| rows.push(cell));
                }
            }
            shuffle.add(&rows)
        })?;
        shuffle.write(&mut writer)?;
        Ok(writer.finish()?)
    }

    /// Per tuple: how many members and people have not come by. Of people who are alike, any may be
    /// the members: whoever comes up is one with the probability that is left.
    fn left(&self, columns: usize) -> HashMap<Vec<u32>, (u64, u64)> {
        let tally = &self.study.encoded.frequency_set;
        let tuples = (0..tally.tuples() as u32).map(|tuple| {
            let codes = (0..columns).map(|column| tally.code(column, tuple)).collect();
            (codes, (tally.members_of(tuple), tally.people_of(tuple)))
        });
        tuples.collect()
    }

    /// Reads the written table again, and what the draw promises.
    ///
    /// # Errors
    /// Tables that cannot be read.
    pub fn judge(
        &self,
        draw: DrawSizes,
        sink: &impl TableSink,
        execution: &Execution,
    ) -> Result<Guarantee> {
        let plan = &self.study.plan;
        let _step = execution.step("judging", None);
        Ok(randomised(&Randomised {
            published: &execution.reopen(sink, &plan.reading.of_output())?,
            public: &self.population.table,
            qi: &plan.qi,
            person: plan.person.as_deref().map(Person::Column),
            nulls: &plan.reading.nulls,
            members: self.share.members,
            drawn_members: draw.members,
            drawn_others: draw.others,
            least: self.least,
            most: self.most,
            threads: execution.threads(),
        })?)
    }
}
