//! One column of numbers, masked: neighbouring values in groups, each with a centre.
//!
//! **Promises** that every group has k rows at least, or k people where people may have several rows
//! ([`Holders`]), by the method that was asked for: `quantile`
//! moves rows by the fewest ranks, `kmedian` by the least distance, `sse` by the least squared
//! distance, `kcenter` by the least largest distance, `cellular` by the least radius times rows.
//! The centre of quantiles and medians is the lower median, a member of the group, of `sse` the
//! mean, and of the radii the middle of the range. Errors and rank differences are measured from
//! it, whether the centre is published or the range.
//!
//! **Defined** by Lodha & Thomas (2007), section 4.1; [`cluster`] and [`quantile`](super::quantile)
//! tell how the groups are found.
//!
//! **Cost** that of the groups, and one pass over the distinct values.

use super::RowGroups;
use super::cluster::{self, Centre, ClusterError, Criterion, Holders, SortedCounts, Ties};
use super::scale::Scale;

/// How numbers are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Equally many rows in each group.
    Quantile,
    /// Approximately so, from a sample, in bounded memory.
    Sketch,
    /// Least sum of distances.
    KMedian,
    /// Least largest distance.
    KCenter,
    /// Least sum of radius times rows.
    Cellular,
    /// Least sum of squared distances.
    SquaredError,
}

impl Grouping {
    /// Every one.
    pub const ALL: [Grouping; 6] = [
        Grouping::Quantile,
        Grouping::Sketch,
        Grouping::KMedian,
        Grouping::KCenter,
        Grouping::Cellular,
        Grouping::SquaredError,
    ];

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Grouping> {
        Grouping::ALL.into_iter().find(|grouping| grouping.name() == name)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grouping::Quantile => "quantile",
            Grouping::Sketch => "sketch",
            Grouping::KMedian => "kmedian",
            Grouping::KCenter => "kcenter",
            Grouping::Cellular => "cellular",
            Grouping::SquaredError => "sse",
        }
    }

    fn groups(
        self,
        line: &SortedCounts<f64>,
        GroupLimits { k, groups }: GroupLimits,
        ties: Ties,
        holders: Option<&Holders>,
    ) -> Result<RowGroups, ClusterError> {
        let cost = match self {
            Grouping::Quantile | Grouping::Sketch => Criterion::RankDifference,
            Grouping::KMedian => Criterion::KMedian,
            Grouping::KCenter => Criterion::KCenter(Centre::Anywhere),
            Grouping::Cellular => Criterion::Cellular(Centre::Anywhere),
            Grouping::SquaredError => Criterion::SquaredError,
        };
        let found = match holders {
            Some(holders) => cluster::cluster_people_at_most(line, holders, k, groups, cost),
            None => cluster::cluster_at_most(line, k, groups, cost, ties),
        };
        Ok(found?.groups)
    }
}

/// How many groups there may be, and how many rows or people each needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// The rows, or people, that every group has at least.
    pub k: u64,
    /// How many groups there are at most.
    pub groups: u64,
}

impl GroupLimits {
    /// So many groups of rows, or people: each has the whole part of an even share. A larger share would lose a
    /// group wherever the groups do not divide the rows.
    ///
    /// ```
    /// use incrowd_columns::mask::numbers::GroupLimits;
    /// assert_eq!(GroupLimits::of(1_001, 2), Some(GroupLimits { k: 500, groups: 2 }));
    /// assert_eq!(GroupLimits::of(3, 0), None);
    /// ```
    #[must_use]
    pub fn of(rows: u64, groups: u64) -> Option<GroupLimits> {
        let k = rows.checked_div(groups)?.max(1);
        Some(GroupLimits { k, groups })
    }
}

/// Neighbouring numbers that are published as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberGroup {
    /// The least of them.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// What stands for them.
    pub centre: f64,
    /// How many rows.
    pub rows: u64,
    /// How many people, where people are counted.
    pub people: Option<u64>,
}

impl NumberGroup {
    /// What it has at least k of: people, or rows.
    #[must_use]
    pub fn members(&self) -> u64 {
        self.people.unwrap_or(self.rows)
    }
}

/// Some rows of one value that are in one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupPiece {
    /// The place of the value.
    pub value: usize,
    /// The group.
    pub group: usize,
    /// How many of its rows.
    pub rows: u64,
}

/// A column of numbers in groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouped {
    /// The groups in ascending order.
    pub groups: Vec<NumberGroup>,
    /// The values in ascending order; one that ties were cut through has several pieces.
    pub pieces: Vec<GroupPiece>,
    /// What masking did to the numbers, as [`error`](super::quantile::error) defines it.
    pub error: Option<f64>,
    /// The ranks by which all rows together are moved, where equal numbers share the mean of their
    /// ranks: a row that stays what it was is not moved.
    pub rank_difference: f64,
}

/// Masks distinct values in ascending order, each with its rows, in groups for which there is room. A centre
/// that is not among the values and must not stand for them gives way to the lower median. Where it is
/// said who has each value, every group has the people of its room, and equal values stay together.
///
/// ```
/// use incrowd_columns::mask::cluster::Ties;
/// use incrowd_columns::mask::numbers::{Grouping, GroupLimits, group_numbers};
/// use incrowd_columns::mask::scale::Scale;
/// let salaries = [1.0, 3.0, 4.0, 7.0, 12.0].map(|salary| (salary, 1));
/// let scale = Scale::Number { decimals: 0, fixed: true };
/// let room = GroupLimits { k: 2, groups: 2 };
/// let (method, ties) = (Grouping::KMedian, Ties::Together);
/// let masked = group_numbers(&salaries, None, room, method, ties, scale, |_| true).unwrap();
/// let centres: Vec<f64> = masked.groups.iter().map(|group| group.centre).collect();
/// assert_eq!((centres, masked.rank_difference), (vec![3.0, 7.0], 3.0));
/// ```
pub fn group_numbers(
    counts: &[(f64, u64)],
    holders: Option<&Holders>,
    room: GroupLimits,
    grouping: Grouping,
    ties: Ties,
    scale: Scale,
    may_stand: impl Fn(f64) -> bool,
) -> Result<Grouped, ClusterError> {
    let line = SortedCounts::of_counts(counts.iter().copied())?;
    let ends = grouping.groups(&line, room, ties, holders)?;
    let pieces = pieces(counts, &ends);
    let groups: Vec<NumberGroup> = pieces
        .chunk_by(|one, next| one.group == next.group)
        .map(|pieces| {
            let found = group(counts, pieces, grouping, scale);
            let stands = found.low == found.high || may_stand(found.centre);
            let found =
                if stands { found } else { group(counts, pieces, Grouping::KMedian, scale) };
            let people = |holders: &Holders| {
                holders.between(pieces[0].value, pieces[pieces.len() - 1].value + 1)
            };
            NumberGroup { people: holders.map(people), ..found }
        })
        .collect();
    let error = error(counts, &pieces, &groups);
    let rank_difference = rank_difference(counts, &pieces, &groups);
    Ok(Grouped { groups, pieces, error, rank_difference })
}

/// The ranks by which rows are moved. A number between others ranks between them.
fn rank_difference(counts: &[(f64, u64)], pieces: &[GroupPiece], groups: &[NumberGroup]) -> f64 {
    let mut below = Vec::with_capacity(counts.len() + 1);
    below.push(0_u64);
    for &(_, rows) in counts {
        below.push(below[below.len() - 1] + rows);
    }
    // Twice the mean rank, which is whole.
    let twice = |value: usize| below[value] + below[value + 1];
    let rank = |centre: f64| {
        let value = counts.partition_point(|&(number, _)| number < centre);
        let member = counts.get(value).is_some_and(|&(number, _)| number == centre);
        if member { twice(value) } else { 2 * below[value] }
    };
    let ranks: Vec<u64> = groups.iter().map(|group| rank(group.centre)).collect();
    let moved = |piece: &GroupPiece| {
        let ranks = twice(piece.value).abs_diff(ranks[piece.group]);
        u128::from(ranks) * u128::from(piece.rows)
    };
    pieces.iter().map(moved).sum::<u128>() as f64 / 2.0
}

/// The values cut where groups end.
fn pieces(counts: &[(f64, u64)], groups: &RowGroups) -> Vec<GroupPiece> {
    let mut pieces = Vec::with_capacity(counts.len());
    let (mut group, mut before) = (0, 0);
    for (value, &(_, rows)) in counts.iter().enumerate() {
        let end = before + rows;
        while before < end {
            let stop = groups.ends()[group].min(end);
            pieces.push(GroupPiece { value, group, rows: stop - before });
            group += usize::from(stop == groups.ends()[group]);
            before = stop;
        }
    }
    pieces
}

fn group(
    counts: &[(f64, u64)],
    pieces: &[GroupPiece],
    grouping: Grouping,
    scale: Scale,
) -> NumberGroup {
    let value = |piece: &GroupPiece| counts[piece.value].0;
    let low = pieces.first().map_or(0.0, value);
    let high = pieces.last().map_or(0.0, value);
    let rows: u64 = pieces.iter().map(|piece| piece.rows).sum();
    let centre = match grouping {
        Grouping::Quantile | Grouping::Sketch | Grouping::KMedian => {
            let middle = (rows - 1) / 2;
            let mut before = 0;
            let median = pieces.iter().find(|piece| {
                before += piece.rows;
                before > middle
            });
            median.map_or(low, value)
        }
        _ if low == high => low,
        Grouping::KCenter | Grouping::Cellular => {
            scale.rounded(low + (high - low) / 2.0).clamp(low, high)
        }
        Grouping::SquaredError => {
            let above = |piece: &GroupPiece| (value(piece) - low) * piece.rows as f64;
            let mean = low + pieces.iter().map(above).sum::<f64>() / rows as f64;
            scale.rounded(mean).clamp(low, high)
        }
    };
    NumberGroup { low, high, centre, rows, people: None }
}

/// The error of the whole column.
fn error(counts: &[(f64, u64)], pieces: &[GroupPiece], groups: &[NumberGroup]) -> Option<f64> {
    let first = counts.first()?.0;
    let rows: f64 = counts.iter().map(|&(_, rows)| rows as f64).sum();
    let above: f64 = counts.iter().map(|&(x, rows)| (x - first) * rows as f64).sum();
    let mean = first + above / rows;
    let square = |difference: f64| difference * difference;
    let spread: f64 = counts.iter().map(|&(x, rows)| square(x - mean) * rows as f64).sum();
    let moved = |piece: &GroupPiece| {
        square(groups[piece.group].centre - counts[piece.value].0) * piece.rows as f64
    };
    (spread > 0.0).then(|| pieces.iter().map(moved).sum::<f64>() / spread)
}
