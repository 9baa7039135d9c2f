//! People as the search sees them: a box and two counts, small enough to be moved about.
//!
//! A box is kept as one lane per end of each column, the upper ends mirrored, so that the box
//! around two boxes is the least of each pair of lanes: a handful of machine instructions whatever
//! the number of columns. Lanes hold ranks among the codes that occur, as narrow as these allow.

use std::hash::Hash;

/// A whole number of one width.
pub(super) trait Lane: Copy + Ord + Hash + Send + Sync + 'static {
    /// The greatest number of this width.
    const LAST: Self;

    fn of(rank: usize) -> Self;

    fn rank(self) -> usize;

    /// Counted from the other end.
    fn mirrored(self) -> Self;
}

macro_rules! lanes {
    ($($width:ty),*) => {$(
        impl Lane for $width {
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

lanes!(u8, u16, u32);

/// Some people: the least box around them, their rows of the table, and how many they are.
#[derive(Clone, Copy)]
pub(super) struct Pile<L, const N: usize> {
    pub lanes: [L; N],
    pub rows: u64,
    pub people: u64,
}

impl<L: Lane, const N: usize> Pile<L, N> {
    /// Nobody.
    pub const EMPTY: Self = Pile { lanes: [L::LAST; N], rows: 0, people: 0 };

    /// People who agree on the ranks of all columns.
    pub fn tuple(ranks: impl Iterator<Item = usize>, rows: u64, people: u64) -> Self {
        let mut pile = Pile { rows, people, ..Self::EMPTY };
        for (column, rank) in ranks.enumerate() {
            pile.lanes[2 * column] = L::of(rank);
            pile.lanes[2 * column + 1] = L::of(rank).mirrored();
        }
        pile
    }

    /// Adds the people of another pile.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        // Through copies, or the compiler sees lanes that may overlap and goes one by one.
        let (mine, theirs) = (self.lanes, other.lanes);
        self.lanes = std::array::from_fn(|lane| mine[lane].min(theirs[lane]));
        self.rows += other.rows;
        self.people += other.people;
    }

    /// The lowest rank of a column.
    #[inline]
    pub fn low(&self, column: usize) -> L {
        self.lanes[2 * column]
    }

    /// The highest rank of a column.
    #[inline]
    pub fn high(&self, column: usize) -> L {
        self.lanes[2 * column + 1].mirrored()
    }
}

/// A tuple of the field.
#[derive(Clone, Copy)]
pub(super) struct Grain<L, const N: usize> {
    pub pile: Pile<L, N>,
    pub tuple: u32,
}

/// A cut between two ranks of a column: those up to `rank` to the left, the others to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut<L> {
    pub column: u8,
    pub rank: L,
}

/// The two sides of a cut: where the right one begins, and what each is.
pub(super) struct Sides<L, const N: usize> {
    pub middle: usize,
    pub left: Pile<L, N>,
    pub right: Pile<L, N>,
}

/// Moves the left side before the right one.
pub(super) fn part<L: Lane, const N: usize>(
    grains: &mut [Grain<L, N>],
    cut: Cut<L>,
) -> Sides<L, N> {
    let is_left = |grain: &Grain<L, N>| grain.pile.low(usize::from(cut.column)) <= cut.rank;
    let mut sides = Sides { middle: 0, left: Pile::EMPTY, right: Pile::EMPTY };
    let mut end = grains.len();
    loop {
        while sides.middle < end && is_left(&grains[sides.middle]) {
            sides.left.join(&grains[sides.middle].pile);
            sides.middle += 1;
        }
        while sides.middle < end && !is_left(&grains[end - 1]) {
            end -= 1;
            sides.right.join(&grains[end].pile);
        }
        if sides.middle >= end {
            return sides;
        }
        grains.swap(sides.middle, end - 1);
    }
}

/// Everybody among these.
pub(super) fn all<L: Lane, const N: usize>(grains: &[Grain<L, N>]) -> Pile<L, N> {
    let mut pile = Pile::EMPTY;
    for grain in grains {
        pile.join(&grain.pile);
    }
    pile
}
