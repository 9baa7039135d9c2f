//! Columns of more numbers than are held: read again and again until their groups are known.

use incrowd_columns::mask::cluster::{ClusterError, Ties};
use incrowd_columns::mask::numbers::{self, Grouping, Room};
use incrowd_columns::mask::scale::Scale;
use incrowd_columns::mask::stream::{
    Bucket, Buckets, Quantiles, Sample, Sketch, StreamError, room_for, sample_size,
};
use incrowd_io::{Block, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::reading::changed;

use super::Masking;
use super::cell::Cell;
use super::labels::Expected;
use super::masked::{Bucketed, How, Masked, Numbers};
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
    pub numbers: Numbers<'a>,
    scale: Scale,
    state: State,
}

/// What is known of a column's groups.
#[derive(Clone)]
enum State {
    /// Nothing to find out: it stays as it is, or nothing of it does.
    Settled(Cell),
    Exact(Quantiles<f64>),
    Sampling(Sample<f64>),
    Counting(Sketch<f64>),
    /// All numbers.
    Holding(Vec<f64>),
    Done(Buckets<f64>),
}

impl<'a> Streamed<'a> {
    pub fn new(
        place: usize,
        many: &'a Many,
        numbers: Numbers<'a>,
        seed: u64,
    ) -> std::result::Result<Self, String> {
        if numbers.ties == Ties::Cut {
            return Err(
                "`ties = cut` counts every value, and these are too many; leave it out".to_owned()
            );
        }
        let state = match numbers.room(many.rows, many.absent()) {
            None => State::Settled(Cell::Redact),
            Some(room) if room.groups >= many.rows => State::Settled(Cell::Keep),
            Some(room) => State::first(&numbers, many.rows, room, seed),
        };
        Ok(Streamed { place, many, numbers, scale: many.scale, state })
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Settled(_) | State::Done(_))
    }

    /// The column ready to be masked.
    pub fn masked(self) -> Masked {
        let Streamed { numbers, scale, state, many, .. } = self;
        let buckets = match state {
            State::Settled(cell) => return Masked::by_cell(cell),
            State::Done(buckets) => buckets,
            // Streams are read until they are done.
            _ => return Masked::by_cell(Cell::Redact),
        };
        let alone = buckets.list().len() == 1;
        let labels = (buckets.list().iter())
            .map(|bucket| {
                let group = group(bucket);
                (numbers.label(&group, alone, scale, |_| None), group.centre)
            })
            .collect();
        let ranks = |bucket: &Bucket<f64>| rank_difference(bucket.rows, bucket.off);
        // What is missing is written in one way as a rule, and then all is known.
        let shown = buckets.list().iter().map(|bucket| bucket.rows).chain([many.missing]);
        let whole = Expected::of(shown);
        Masked {
            way: numbers.way(buckets.list().len(), buckets.smallest()),
            error: None,
            rank_difference: Some(buckets.list().iter().map(ranks).sum::<u128>() as f64),
            members: false,
            expected: (many.absent() <= 1).then_some(whole),
            blanked: 0,
            how: How::Buckets(Bucketed { scale, buckets, labels }),
        }
    }
}

impl State {
    /// Before the first pass.
    fn first(numbers: &Numbers<'_>, rows: u64, room: Room, seed: u64) -> State {
        let groups = room.groups.min(rows);
        // To look for so many ranks would take more room than all rows.
        let many = groups.saturating_mul(RANKS * PER_RANK) > rows;
        match numbers.grouping {
            Grouping::Quantile if !many => {
                let held = room_for(rows, RANKS.saturating_mul(groups)).min(MOST_ROOM);
                State::Exact(Quantiles::new(room.k, held).at_most(room.groups))
            }
            Grouping::Sketch => {
                let draws = sample_size(0.125 / groups as f64, DOUBT).unwrap_or(MOST_DRAWS);
                State::Sampling(Sample::new(draws.min(MOST_DRAWS), seed))
            }
            _ => State::Holding(Vec::new()),
        }
    }

    /// Reads neighbouring rows, of which the first has this number.
    fn add(&mut self, first: u64, run: &[f64]) {
        match self {
            State::Settled(_) | State::Done(_) => {}
            State::Exact(quantiles) => quantiles.add(run),
            State::Sampling(sample) => sample.add(first, run),
            State::Counting(sketch) => sketch.add(run),
            State::Holding(all) => all.extend_from_slice(run),
        }
    }

    /// Adds what a clone has read of other rows.
    fn merge(&mut self, other: State) {
        match (self, other) {
            (State::Exact(one), State::Exact(other)) => one.merge(other),
            (State::Sampling(one), State::Sampling(other)) => one.merge(&other),
            (State::Counting(one), State::Counting(other)) => one.merge(&other),
            (State::Holding(one), State::Holding(mut other)) => one.append(&mut other),
            _ => {}
        }
    }

    /// All rows have been read once more.
    fn end_pass(
        self,
        numbers: &Numbers<'_>,
        many: &Many,
        scale: Scale,
    ) -> std::result::Result<State, String> {
        let wrong = |error: StreamError| error.to_string();
        let all = Room { k: many.rows, groups: 1 };
        let room = numbers.room(many.rows, many.absent()).unwrap_or(all);
        Ok(match self {
            State::Exact(mut quantiles) => match quantiles.end_pass().map_err(wrong)? {
                Some(buckets) => State::Done(buckets),
                None => State::Exact(quantiles),
            },
            State::Sampling(sample) => {
                let sketch = Sketch::new(&sample, room.k).map_err(wrong)?;
                State::Counting(sketch.at_most(room.groups))
            }
            State::Counting(sketch) => State::Done(sketch.buckets().map_err(wrong)?),
            State::Holding(all) => {
                let clusters = clustered(all, room, numbers, scale);
                State::Done(clusters.map_err(|error| error.to_string())?)
            }
            settled => settled,
        })
    }
}

/// The best groups of numbers that are all at hand.
fn clustered(
    mut all: Vec<f64>,
    room: Room,
    numbers: &Numbers<'_>,
    scale: Scale,
) -> std::result::Result<Buckets<f64>, ClusterError> {
    all.sort_unstable_by(f64::total_cmp);
    let counts: Vec<(f64, u64)> =
        all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect();
    drop(all);
    let may_stand = |centre: f64| numbers.may_stand(centre, scale, |_| None);
    let masked = numbers::mask(&counts, room, numbers.grouping, Ties::Together, scale, may_stand)?;
    let bucket = |group: &numbers::Group| Bucket {
        lo: group.low,
        hi: group.high,
        representative: group.centre,
        off: 0,
        rows: group.rows,
    };
    let buckets = Buckets::new(masked.groups.iter().map(bucket).collect());
    buckets.ok_or(ClusterError::NotUsable)
}

fn group(bucket: &Bucket<f64>) -> numbers::Group {
    let Bucket { lo: low, hi: high, representative: centre, rows, .. } = *bucket;
    numbers::Group { low, high, centre, rows }
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
    masking: &Masking,
    table: &Table,
    columns: &mut [Streamed<'_>],
    work: &Execution,
) -> Result<()> {
    while columns.iter().any(|column| !column.is_done()) {
        pass(masking, table, columns, work)?;
    }
    Ok(())
}

fn pass(
    masking: &Masking,
    table: &Table,
    columns: &mut [Streamed<'_>],
    work: &Execution,
) -> Result<()> {
    let nulls = &masking.reading.nulls;
    let before: Vec<State> = columns.iter().map(|column| column.state.clone()).collect();
    let about: Vec<(usize, Scale)> =
        columns.iter().map(|column| (column.place, column.scale)).collect();
    let each = |states: &mut Vec<State>, block: &Block| -> Result<()> {
        let mut run = Vec::with_capacity(block.rows());
        for (state, &(place, scale)) in states.iter_mut().zip(&about) {
            if matches!(state, State::Settled(_) | State::Done(_)) {
                continue;
            }
            let mut end = block.first_row();
            for row in 0..block.rows() {
                let text = block.cell(row, place);
                if nulls.is_missing(text) {
                    state.add(end - run.len() as u64, &run);
                    run.clear();
                } else {
                    run.push(scale.read(text).ok_or_else(|| {
                        changed(table, block.line(row), &table.columns()[place], text)
                    })?);
                }
                end += 1;
            }
            state.add(end - run.len() as u64, &run);
            run.clear();
        }
        Ok(())
    };
    let parts = work.fold("grouping", table, || before.clone(), each)?;
    for states in parts {
        for (column, state) in columns.iter_mut().zip(states) {
            column.state.merge(state);
        }
    }
    for column in columns {
        let state = std::mem::replace(&mut column.state, State::Settled(Cell::Redact));
        let ended = state.end_pass(&column.numbers, column.many, column.scale);
        column.state = ended.map_err(|error| {
            let name = &table.columns()[column.place];
            let message = format!("{}, column '{name}': {error}", table.name());
            Error::input(message).in_file(table.name()).in_column(name)
        })?;
    }
    Ok(())
}
