//! The summary of a region: its bounding box and two counts, small enough to be copied.
//!
//! A box is stored as one coordinate per end of each column. The upper ends are mirrored, so the
//! bounding box of two boxes is the minimum of each pair of coordinates: a few vector instructions
//! for any number of columns. Coordinates are ranks among the codes that occur, in the narrowest
//! integer type that fits.

use std::hash::Hash;

/// An unsigned integer type that holds a rank.
pub(super) trait Coordinate: Copy + Ord + Hash + Send + Sync + 'static {
    /// The greatest value of this type.
    const LAST: Self;

    fn of(rank: usize) -> Self;

    fn rank(self) -> usize;

    /// The distance from the greatest value.
    fn mirrored(self) -> Self;
}

macro_rules! coordinates {
    ($($width:ty),*) => {$(
        impl Coordinate for $width {
            const LAST: Self = <$width>::MAX;

            #[inline]
            fn of(rank: usize) -> Self {
                rank as $width
            }

            #[inline]
            fn rank(self) -> usize {
                self as usize
            }

            #[inline]
            fn mirrored(self) -> Self {
                Self::LAST - self
            }
        }
    )*};
}

coordinates!(u8, u16, u32);

/// The bounding box of some people, their rows in the table, and their number.
#[derive(Clone, Copy)]
pub(super) struct BoxSummary<C, const N: usize> {
    pub coordinates: [C; N],
    pub rows: u64,
    pub people: u64,
}

impl<C: Coordinate, const N: usize> BoxSummary<C, N> {
    /// The summary of no people.
    pub const EMPTY: Self = BoxSummary { coordinates: [C::LAST; N], rows: 0, people: 0 };

    /// The summary of people with the same ranks in all columns.
    pub fn tuple(ranks: impl Iterator<Item = usize>, rows: u64, people: u64) -> Self {
        let mut summary = BoxSummary { rows, people, ..Self::EMPTY };
        for (column, rank) in ranks.enumerate() {
            summary.coordinates[2 * column] = C::of(rank);
            summary.coordinates[2 * column + 1] = C::of(rank).mirrored();
        }
        summary
    }

    /// Adds the people of another summary.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        // The copies let the compiler vectorise: it then knows that the arrays do not overlap.
        let (mine, theirs) = (self.coordinates, other.coordinates);
        self.coordinates = std::array::from_fn(|at| mine[at].min(theirs[at]));
        self.rows += other.rows;
        self.people += other.people;
    }

    /// The lowest rank of a column.
    #[inline]
    pub fn low(&self, column: usize) -> C {
        self.coordinates[2 * column]
    }

    /// The highest rank of a column.
    #[inline]
    pub fn high(&self, column: usize) -> C {
        self.coordinates[2 * column + 1].mirrored()
    }
}

/// A tuple of the problem.
#[derive(Clone, Copy)]
pub(super) struct Point<C, const N: usize> {
    pub summary: BoxSummary<C, N>,
    pub tuple: u32,
}

/// A cut between two ranks of a column: ranks up to `rank` go to the left, the others to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankCut<C> {
    pub column: u8,
    pub rank: C,
}

/// The two sides of a cut: where the right one begins, and their summaries.
pub(super) struct SplitSides<C, const N: usize> {
    pub middle: usize,
    pub left: BoxSummary<C, N>,
    pub right: BoxSummary<C, N>,
}

/// Moves the points of the left side before those of the right side.
pub(super) fn split<C: Coordinate, const N: usize>(
    points: &mut [Point<C, N>],
    cut: RankCut<C>,
) -> SplitSides<C, N> {
    let is_left = |point: &Point<C, N>| point.summary.low(usize::from(cut.column)) <= cut.rank;
    let mut sides = SplitSides { middle: 0, left: BoxSummary::EMPTY, right: BoxSummary::EMPTY };
    let mut end = points.len();
    loop {
        while sides.middle < end && is_left(&points[sides.middle]) {
            sides.left.join(&points[sides.middle].summary);
            sides.middle += 1;
        }
        while sides.middle < end && !is_left(&points[end - 1]) {
            end -= 1;
            sides.right.join(&points[end].summary);
        }
        if sides.middle >= end {
            return sides;
        }
        points.swap(sides.middle, end - 1);
    }
}

/// The summary of these points.
pub(super) fn summarize<C: Coordinate, const N: usize>(points: &[Point<C, N>]) -> BoxSummary<C, N> {
    let mut summary = BoxSummary::EMPTY;
    for point in points {
        summary.join(&point.summary);
    }
    summary
}
