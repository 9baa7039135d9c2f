//! Columns of more numbers than are held: read again and again until their groups are known.
//!
//! Where people are counted, quantiles and sketches are those of one row of each person, chosen at
//! random: a group of k such rows has k people, and may have more. Its rows are counted once its bounds
//! are known. Methods that hold all numbers count people exactly.

use incrowd_columns::mask::cluster::{ClusterError, Holders, Ties};
use incrowd_columns::mask::numbers::{self, GroupLimits, Grouping};
use incrowd_columns::mask::scale::Scale;
use incrowd_columns::mask::stream::{
    ChosenRows, QuantileBucket, QuantileBuckets, Quantiles, RandomSample, Sketch, StreamError,
    room_for, sample_size,
};
use incrowd_io::{Block, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::reading::changed;

use super::MaskPlan;
use super::cell::CellRule;
use super::labels::Expected;
use super::masked::{Bucketed, CellMapping, NumberMasking, PreparedColumn};
use super::people::NumberedPeople;
use super::recount::Recount;
use super::values::Many;

/// The probability with which a sketch may be less even than it says.
const DOUBT: f64 = 0.01;

/// Draws of a sketch at most, some thirty megabytes.
const MOST_DRAWS: usize = 1 << 20;

/// Numbers that are kept for exact groups at most; where more are needed, the table is read more
/// often instead.
const MOST_ROOM: usize = 1 << 21;

/// Ranks that are wanted of each group: its first, its middle and its last.
const RANKS: u64 = 3;

/// Numbers that are kept for each rank that is looked for, at most.
const PER_RANK: u64 = 28;

/// A column that streams by.
pub struct Streamed<'a> {
    pub place: usize,
    pub many: &'a Many,
    pub numbers: NumberMasking<'a>,
    scale: Scale,
    anonymity: Option<Crowd<'a>>,
    state: StreamState,
}

/// Whose rows are, and one of each person's that has a number.
type Crowd<'a> = (&'a NumberedPeople, ChosenRows);

/// What is known of a column's groups.
#[derive(Clone)]
enum StreamState {
    /// Nothing to find out: it stays as it is, or nothing of it does.
    Settled(CellRule),
    Exact(Quantiles<f64>),
    Sampling(RandomSample<f64>),
    Counting(Sketch<f64>),
    /// All numbers, and whose they are where people are counted.
    Holding(Vec<f64>, Vec<u32>),
    /// The bounds of groups are known, and not yet their rows.
    Recounting(Recount),
    /// With the rows or people of the smallest group.
    Done(QuantileBuckets<f64>, u64),
}

impl<'a> Streamed<'a> {
    pub fn new(
        place: usize,
        many: &'a Many,
        numbers: NumberMasking<'a>,
        anonymity: Option<Crowd<'a>>,
        seed: u64,
    ) -> std::result::Result<Self, String> {
        if numbers.ties == Ties::Cut {
            return Err(
                "`ties = cut` counts every value, and these are too many; leave it out".to_owned()
            );
        }
        let members = anonymity.as_ref().map_or(many.rows, |(_, chosen)| chosen.people());
        let state = match numbers.room(members, many.absent()) {
            None => StreamState::Settled(CellRule::Redact),
            Some(room) if room.groups >= many.rows => StreamState::Settled(CellRule::Keep),
            Some(room) => StreamState::first(&numbers, members, room, seed),
        };
        Ok(Streamed { place, many, numbers, scale: many.scale, anonymity, state })
    }

    fn is_done(&self) -> bool {
        matches!(self.state, StreamState::Settled(_) | StreamState::Done(..))
    }

    /// The groups that there is room for.
    fn room(&self) -> GroupLimits {
        let members = self.anonymity.as_ref().map_or(self.many.rows, |(_, chosen)| chosen.people());
        let all = GroupLimits { k: members, groups: 1 };
        self.numbers.room(members, self.many.absent()).unwrap_or(all)
    }

    /// The column ready to be masked.
    pub fn masked(self) -> PreparedColumn {
        let Streamed { numbers, scale, state, many, .. } = self;
        let (buckets, smallest) = match state {
            StreamState::Settled(cell) => return PreparedColumn::by_cell(cell),
            StreamState::Done(buckets, smallest) => (buckets, smallest),
            // Streams are read until they are done.
            _ => return PreparedColumn::by_cell(CellRule::Redact),
        };
        let alone = buckets.list().len() == 1;
        let labels = (buckets.list().iter())
            .map(|bucket| {
                let group = group(bucket);
                (numbers.label(&group, alone, scale, |_| None), group.centre)
            })
            .collect();
        let ranks = |bucket: &QuantileBucket<f64>| rank_difference(bucket.rows, bucket.off);
        // What is missing is written in one way as a rule, and then all is known.
        let shown = buckets.list().iter().map(|bucket| bucket.rows).chain([many.missing]);
        let whole = Expected::of(shown);
        PreparedColumn {
            way: numbers.way(buckets.list().len(), smallest),
            error: None,
            rank_difference: Some(buckets.list().iter().map(ranks).sum::<u128>() as f64),
            members: false,
            expected: (many.absent() <= 1).then_some(whole),
            fewest_people: None,
            blanked: 0,
            how: CellMapping::Buckets(Bucketed { scale, buckets, labels }),
        }
    }
}

impl StreamState {
    /// Before the first pass.
    fn first(numbers: &NumberMasking<'_>, rows: u64, room: GroupLimits, seed: u64) -> StreamState {
        let groups = room.groups.min(rows);
        // To look for so many ranks would take more room than all rows.
        let many = groups.saturating_mul(RANKS * PER_RANK) > rows;
        match numbers.grouping {
            Grouping::Quantile if !many => {
                let held = room_for(rows, RANKS.saturating_mul(groups)).min(MOST_ROOM);
                StreamState::Exact(Quantiles::new(room.k, held).at_most(room.groups))
            }
            Grouping::Sketch => {
                let draws = sample_size(0.125 / groups as f64, DOUBT).unwrap_or(MOST_DRAWS);
                StreamState::Sampling(RandomSample::new(draws.min(MOST_DRAWS), seed))
            }
            _ => StreamState::Holding(Vec::new(), Vec::new()),
        }
    }

    /// Reads neighbouring rows, of which the first has this number.
    fn add(&mut self, first: u64, run: &[f64]) {
        match self {
            StreamState::Settled(_) | StreamState::Done(..) => {}
            StreamState::Exact(quantiles) => quantiles.add(run),
            StreamState::Sampling(sample) => sample.add(first, run),
            StreamState::Counting(sketch) => sketch.add(run),
            StreamState::Holding(all, _) => all.extend_from_slice(run),
            StreamState::Recounting(recount) => run.iter().for_each(|&number| recount.add(number)),
        }
    }

    /// Reads a row of a person: what needs one row of each gets that one only.
    fn add_of(&mut self, row: u64, number: f64, person: u32, chosen: &ChosenRows) {
        match self {
            StreamState::Holding(all, people) => {
                all.push(number);
                people.push(person);
            }
            StreamState::Recounting(recount) => recount.add(number),
            _ if chosen.has(row) => self.add(row, &[number]),
            _ => {}
        }
    }

    /// Adds what a clone has read of other rows.
    fn merge(&mut self, other: StreamState) {
        match (self, other) {
            (StreamState::Exact(one), StreamState::Exact(other)) => one.merge(other),
            (StreamState::Sampling(one), StreamState::Sampling(other)) => one.merge(&other),
            (StreamState::Counting(one), StreamState::Counting(other)) => one.merge(&other),
            (StreamState::Holding(one, people), StreamState::Holding(mut other, mut more)) => {
                one.append(&mut other);
                people.append(&mut more);
            }
            (StreamState::Recounting(one), StreamState::Recounting(other)) => one.merge(&other),
            _ => {}
        }
    }

    /// All rows have been read once more.
    fn end_pass(
        self,
        numbers: &NumberMasking<'_>,
        room: GroupLimits,
        scale: Scale,
    ) -> std::result::Result<StreamState, String> {
        let wrong = |error: StreamError| error.to_string();
        let found = |buckets: QuantileBuckets<f64>| {
            let smallest = buckets.smallest();
            match numbers.of_people {
                true => StreamState::Recounting(Recount::new(buckets)),
                false => StreamState::Done(buckets, smallest),
            }
        };
        Ok(match self {
            StreamState::Exact(mut quantiles) => match quantiles.end_pass().map_err(wrong)? {
                Some(buckets) => found(buckets),
                None => StreamState::Exact(quantiles),
            },
            StreamState::Sampling(sample) => {
                let sketch = Sketch::new(&sample, room.k).map_err(wrong)?;
                StreamState::Counting(sketch.at_most(room.groups))
            }
            StreamState::Counting(sketch) => found(sketch.buckets().map_err(wrong)?),
            StreamState::Recounting(recount) => {
                let smallest = recount.smallest();
                StreamState::Done(recount.buckets().map_err(wrong)?, smallest)
            }
            StreamState::Holding(all, people) => {
                let clusters = clustered(&all, &people, room, numbers, scale);
                let (buckets, smallest) = clusters.map_err(|error| error.to_string())?;
                StreamState::Done(buckets, smallest)
            }
            settled => settled,
        })
    }
}

/// The best groups of numbers that are all at hand, with whose they are where people are counted, and
/// the rows or people of the smallest.
fn clustered(
    all: &[f64],
    people: &[u32],
    room: GroupLimits,
    numbers: &NumberMasking<'_>,
    scale: Scale,
) -> std::result::Result<(QuantileBuckets<f64>, u64), ClusterError> {
    let mut sorted = all.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let counts: Vec<(f64, u64)> =
        sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect();
    drop(sorted);
    let holders = numbers.of_people.then(|| {
        let place = |number: f64| counts.partition_point(|&(other, _)| other < number) as u32;
        let pairs = all.iter().zip(people).map(|(&number, &person)| (place(number), person));
        Holders::new(counts.len(), pairs.collect())
    });
    let may_stand = |centre: f64| numbers.may_stand(centre, scale, |_| None);
    let (method, holders) = (numbers.grouping, holders.as_ref());
    let masked =
        numbers::group_numbers(&counts, holders, room, method, Ties::Together, scale, may_stand)?;
    let smallest = masked.groups.iter().map(numbers::NumberGroup::members).min().unwrap_or(0);
    let bucket = |group: &numbers::NumberGroup| QuantileBucket {
        lo: group.low,
        hi: group.high,
        representative: group.centre,
        off: 0,
        rows: group.rows,
    };
    let buckets = QuantileBuckets::new(masked.groups.iter().map(bucket).collect());
    Ok((buckets.ok_or(ClusterError::NotUsable)?, smallest))
}

fn group(bucket: &QuantileBucket<f64>) -> numbers::NumberGroup {
    let QuantileBucket { lo: low, hi: high, representative: centre, rows, .. } = *bucket;
    numbers::NumberGroup { low, high, centre, rows, people: None }
}

/// The ranks by which the rows of a bucket are away from a representative that is so far off the
/// median, at most.
fn rank_difference(rows: u64, off: u64) -> u128 {
    let middle = (rows - 1) / 2;
    let away = |rank: u64| {
        let (below, above) = (u128::from(rank), u128::from(rows - 1 - rank));
        below * (below + 1) / 2 + above * (above + 1) / 2
    };
    away(middle.saturating_sub(off)).max(away((middle + off).min(rows - 1)))
}

/// Reads the table until the groups of all columns are known.
pub fn run(
    masking: &MaskPlan,
    table: &Table,
    columns: &mut [Streamed<'_>],
    execution: &Execution,
) -> Result<()> {
    while columns.iter().any(|column| !column.is_done()) {
        pass(masking, table, columns, execution)?;
    }
    Ok(())
}

fn pass(
    masking: &MaskPlan,
    table: &Table,
    columns: &mut [Streamed<'_>],
    execution: &Execution,
) -> Result<()> {
    let nulls = &masking.reading.nulls;
    let before: Vec<StreamState> = columns.iter().map(|column| column.state.clone()).collect();
    let about: Vec<(usize, Scale, Option<&Crowd<'_>>)> = columns
        .iter()
        .map(|column| (column.place, column.scale, column.anonymity.as_ref()))
        .collect();
    let each = |states: &mut Vec<StreamState>, block: &Block| -> Result<()> {
        let mut run = Vec::with_capacity(block.rows());
        for (state, &(place, scale, anonymity)) in states.iter_mut().zip(&about) {
            if matches!(state, StreamState::Settled(_) | StreamState::Done(..)) {
                continue;
            }
            let mut end = block.first_row();
            for row in 0..block.rows() {
                let text = block.cell(row, place);
                let gone = || changed(table, block.line(row), &table.columns()[place], text);
                if nulls.is_missing(text) {
                    state.add(end - run.len() as u64, &run);
                    run.clear();
                } else if let Some((people, chosen)) = anonymity {
                    let number = scale.read(text).ok_or_else(gone)?;
                    state.add_of(end, number, people.of(end).ok_or_else(gone)?, chosen);
                } else {
                    run.push(scale.read(text).ok_or_else(gone)?);
                }
                end += 1;
            }
            state.add(end - run.len() as u64, &run);
            run.clear();
        }
        Ok(())
    };
    let parts = execution.fold("grouping", table, || before.clone(), each)?;
    for states in parts {
        for (column, state) in columns.iter_mut().zip(states) {
            column.state.merge(state);
        }
    }
    for column in columns {
        let state = std::mem::replace(&mut column.state, StreamState::Settled(CellRule::Redact));
        let ended = state.end_pass(&column.numbers, column.room(), column.scale);
        column.state = ended.map_err(|error| {
            let name = &table.columns()[column.place];
            let message = format!("{}, column '{name}': {error}", table.name());
            Error::input(message).in_file(table.name()).in_column(name)
        })?;
    }
    Ok(())
}
