//! The tuples of a field in an order in which those near a tuple are found without a look at most
//! of the others.
//!
//! Columns whose steps lose much come first, and the tuples are sorted by them, so tuples that are
//! too far away in the first columns stand together and are stepped over at once.

use super::super::{Field, Gate};
use super::needs::Part;
use crate::cost::Ruler;

/// A tuple that may be in a box around another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// What the least box around both loses in the columns that are not settled yet.
    pub rest: f64,
    /// Where the tuple stands in the terrain.
    pub place: u32,
}

/// Sorted tuples with their counts.
pub(super) struct Terrain<'f, 'a> {
    pub field: &'f Field<'a>,
    /// The field's columns, those with the dearest steps first.
    pub columns: Vec<usize>,
    /// The field's tuples, sorted.
    pub tuples: Vec<u32>,
    /// Place by place, a code per column in the order above.
    codes: Vec<u32>,
    /// Per place: the leading columns in which it agrees with the place before.
    shared: Vec<u32>,
    /// Column by column, per place: the next place that differs in a column up to this one.
    next: Vec<u32>,
    /// Per place: what the tuple contributes to a class.
    pub parts: Vec<Part>,
}

impl<'f, 'a> Terrain<'f, 'a> {
    pub fn new(field: &'f Field<'a>) -> Self {
        let mut columns: Vec<usize> = (0..field.columns()).collect();
        let step = |column: usize| least_step(&field.rulers()[column]);
        columns.sort_by(|&one, &other| step(other).total_cmp(&step(one)).then(one.cmp(&other)));
        let mut tuples: Vec<u32> = (0..field.tuples() as u32).collect();
        let key = |tuple: u32| columns.iter().map(move |&column| field.codes(tuple)[column]);
        tuples.sort_unstable_by(|&one, &other| key(one).cmp(key(other)));
        let codes: Vec<u32> = tuples.iter().flat_map(|&tuple| key(tuple)).collect();
        let width = columns.len();
        let agree = |place: usize| {
            let (before, here) =
                (&codes[(place - 1) * width..place * width], &codes[place * width..]);
            before.iter().zip(here).take_while(|(one, other)| one == other).count() as u32
        };
        let mut shared = vec![0; tuples.len()];
        for (place, shared) in shared.iter_mut().enumerate().skip(1) {
            *shared = agree(place);
        }
        let part = |&tuple: &u32| {
            let (rows, people) = (field.rows()[tuple as usize], field.people()[tuple as usize]);
            Part::new(field.gate(), rows, people)
        };
        let parts = tuples.iter().map(part).collect();
        let next = nexts(&shared, width);
        Terrain { field, columns, tuples, codes, shared, next, parts }
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.shared.len()
    }

    /// What the whole field loses as one box, or a little more.
    pub fn length(&self) -> f64 {
        let length = |ruler: &Ruler| ruler.loss(0, (ruler.marks().len() as u32).saturating_sub(1));
        self.field.rulers().iter().map(length).sum::<f64>() + 1e-9
    }

    /// A small distance to start with: some of the least steps.
    pub fn start(&self) -> f64 {
        let steps = self.field.rulers().iter().map(least_step).filter(|&step| step > 0.0);
        8.0 * steps.min_by(f64::total_cmp).unwrap_or(1.0)
    }

    /// What it takes to build a terrain.
    pub fn work(field: &Field<'_>) -> u64 {
        let (tuples, columns) = (field.tuples() as u64, field.columns() as u64);
        tuples.saturating_mul(columns).saturating_mul(u64::from(tuples.max(2).ilog2()))
    }

    pub fn gate(&self) -> &Gate {
        self.field.gate()
    }

    /// The ruler of a column, counted in the order of the terrain.
    #[inline]
    pub fn ruler(&self, depth: usize) -> &Ruler {
        &self.field.rulers()[self.columns[depth]]
    }

    /// The code of a tuple in a column, counted in the order of the terrain.
    #[inline]
    pub fn code(&self, place: u32, depth: usize) -> u32 {
        self.codes[place as usize * self.columns.len() + depth]
    }

    /// Collects the tuples with which a tuple shares a box that loses less than `radius`, itself
    /// included, and returns the work it took; nothing if that is more than `most`.
    pub fn near(
        &self,
        center: u32,
        radius: f64,
        most: u64,
        into: &mut Vec<Candidate>,
    ) -> Option<u64> {
        into.clear();
        let (places, width) = (self.len(), self.columns.len());
        // What the columns before each lose together.
        let mut sums = vec![0.0; width + 1];
        let (mut place, mut depth, mut work) = (0, 0, 0);
        while place < places {
            work += 1;
            if work > most {
                return None;
            }
            if depth == width {
                into.push(Candidate { rest: sums[width], place: place as u32 });
                place += 1;
            } else {
                let sum = sums[depth] + self.apart(center, place as u32, depth);
                if sum < radius {
                    sums[depth + 1] = sum;
                    depth += 1;
                    continue;
                }
                place = self.next[depth * places + place] as usize;
            }
            depth = self.shared.get(place).map_or(0, |&shared| shared as usize);
        }
        Some(work)
    }

    /// What the least range around two tuples loses in a column.
    #[inline]
    fn apart(&self, one: u32, other: u32, depth: usize) -> f64 {
        let (one, other) = (self.code(one, depth), self.code(other, depth));
        self.ruler(depth).loss(one.min(other), one.max(other))
    }
}

/// The least that two neighbouring leaves lose, if they lose anything.
fn least_step(ruler: &Ruler) -> f64 {
    let steps = ruler.marks().windows(2).map(|pair| pair[1] - pair[0] + ruler.step());
    let least = steps.filter(|&step| step > 0.0).min_by(f64::total_cmp);
    least.unwrap_or(0.0)
}

fn nexts(shared: &[u32], width: usize) -> Vec<u32> {
    let places = shared.len();
    let mut nexts = vec![places as u32; places * width];
    for depth in 0..width {
        for place in (1..places).rev() {
            let differs = shared[place] as usize <= depth;
            let next = if differs { place as u32 } else { nexts[depth * places + place] };
            nexts[depth * places + place - 1] = next;
        }
    }
    nexts
}
