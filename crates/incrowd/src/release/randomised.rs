//! Releases by chance: people of the population, published by the toss of a coin, so that not even
//! the algorithm gives anyone away.

use std::collections::HashMap;

use incrowd_core::randomised::{Coins, Share, limits};
use incrowd_core::terms::{Fraction, Guarantee};
use incrowd_io::{Block, Column, ColumnType, Output, ReadOptions, Table, TableWriter};
use incrowd_judge::{Tossed, tossed};
use rand::RngExt;

use crate::failure::{Failure, Result};
use crate::population::Population;
use crate::reading::places;
use crate::seed::Seed;
use crate::study::Study;
use crate::work::Work;

/// A release by chance.
pub struct Tossing<'a> {
    study: &'a Study,
    population: &'a Population,
    least: Fraction,
    most: Fraction,
    /// How many of the population's people are in the table.
    pub share: Share,
    /// The coins, if some keep the deltas.
    pub coins: Option<Coins>,
}

/// What chance published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Rows.
    pub rows: u64,
    /// How many of them are of people in the table.
    pub members: u64,
}

impl Study {
    /// Chooses the coins that keep the deltas of the plan.
    ///
    /// # Errors
    /// A plan that demands something else, or knows no population.
    pub fn toss(&self) -> Result<Tossing<'_>> {
        let deltas = match self.plan.demands.as_slice() {
            [demand] => limits(demand),
            _ => None,
        };
        let (Some(population), Some((least, most))) = (&self.population, deltas) else {
            return Err(Failure::new("--recoding randomised needs --presence and the population"));
        };
        let tally = &self.encoded.tally;
        let share = Share { members: tally.rows(), people: tally.people() };
        let coins = Coins::within(least, most, share);
        Ok(Tossing { study: self, population, least, most, share, coins })
    }
}

impl Tossing<'_> {
    /// Tosses the coins, person by person, in the order of the register.
    ///
    /// # Errors
    /// A population that changed since it was read, or an output that cannot be written.
    pub fn write(&self, coins: Coins, output: Output, work: &Work) -> Result<(Output, Drawn)> {
        let Study { plan, encoded, .. } = self.study;
        let table = &self.population.table;
        let order = places(table, "--qi", &plan.qi)?;
        let mut qi = order.clone();
        qi.sort_unstable();
        let kinds = table.kinds();
        let column = |&place: &usize| Column {
            kind: kinds.as_ref().map_or(ColumnType::Text, |kinds| kinds[place]),
            ..Column::text(&table.columns()[place])
        };
        let delimiter = plan.reading.options.delimiter;
        let mut writer = TableWriter::new(output, qi.iter().map(column).collect(), delimiter)?;
        let encoder = writer.encoder();
        let mut left = self.left(order.len());
        let mut random = Seed::chosen(plan.seed, &self.study.table, work)?.generator();
        let mut drawn = Drawn::default();
        let each = |block: &Block| {
            let row = |row: usize| {
                let codes = order.iter().zip(&encoded.hierarchies).map(|(&place, hierarchy)| {
                    let code = hierarchy.code(block.cell(row, place));
                    code.ok_or_else(|| changed(table, block.line(row)))
                });
                let cells: Vec<String> =
                    qi.iter().map(|&place| block.cell(row, place).to_owned()).collect();
                Ok((codes.collect::<Result<Vec<u32>>>()?, cells))
            };
            (0..block.rows()).map(row).collect::<Result<Vec<_>>>()
        };
        work.map_ordered("tossing coins", table, each, |people| {
            let mut batch = encoder.batch();
            for (codes, cells) in people {
                let Some((members, others)) = left.get_mut(&codes) else { continue };
                let is_member = random.random_range(0..(*others).max(1)) < *members;
                *members -= u64::from(is_member);
                *others = others.saturating_sub(1);
                let coin = if is_member { coins.member } else { coins.other };
                if random.random_range(0..coin.denominator()) < coin.numerator() {
                    drawn.rows += 1;
                    drawn.members += u64::from(is_member);
                    for cell in &cells {
                        batch.push(cell);
                    }
                }
            }
            writer.write(batch)?;
            Ok(())
        })?;
        Ok((writer.finish()?, drawn))
    }

    /// Per tuple: how many members and people have not come by. Of people who are alike, any may be
    /// the members: whoever comes up is one with the probability that is left.
    fn left(&self, columns: usize) -> HashMap<Vec<u32>, (u64, u64)> {
        let tally = &self.study.encoded.tally;
        let tuples = (0..tally.tuples() as u32).map(|tuple| {
            let codes = (0..columns).map(|column| tally.code(column, tuple)).collect();
            (codes, (tally.rows_of(tuple), tally.people_of(tuple)))
        });
        tuples.collect()
    }

    /// Reads the written bytes again, and what the coins promise.
    ///
    /// # Errors
    /// Tables that cannot be read.
    pub fn judge(&self, coins: Coins, output: &Output, work: &Work) -> Result<Guarantee> {
        let plan = &self.study.plan;
        let _step = work.step("judging", None);
        let delimiter = plan.reading.options.delimiter;
        let reading = ReadOptions { delimiter, ..ReadOptions::default() };
        Ok(tossed(&Tossed {
            published: &work.reopen(output, &reading)?,
            public: &self.population.table,
            qi: &plan.qi,
            members: self.share.members,
            member: coins.member,
            other: coins.other,
            least: self.least,
            most: self.most,
            threads: work.threads(),
        })?)
    }
}

fn changed(table: &Table, line: u64) -> Failure {
    let file = table.name();
    let message = format!("{file}, line {line}: the population changed while it was read");
    Failure::new(message).in_file(file).at_line(line)
}
