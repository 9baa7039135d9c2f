//! Counts exactly, by dynamic programming. A step adds some people of one type, and a state holds
//! everything that later steps need to know.
//!
//! A forward and a backward pass give, for each type, the number of its people in the table, summed
//! over all ways.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use num_bigint::BigUint;

/// Most states that are kept for one component.
const MOST_STATES: usize = 1 << 20;

/// Most numbers in all these states together.
const MOST_NUMBERS: usize = 1 << 24;

/// What a move costs besides the multiplication of long numbers.
const COST_OF_A_MOVE: u64 = 64;

/// How much may still be computed, in multiplications of machine words.
#[derive(Debug)]
pub(crate) struct RemainingWork(u64);

impl RemainingWork {
    pub(crate) fn of(words: u64) -> Self {
        RemainingWork(words)
    }

    /// `None` once too much was spent.
    fn spend(&mut self, words: u64) -> Option<()> {
        self.0 = self.0.checked_sub(words)?;
        Some(())
    }
}

/// Called with the people added, the ways to choose them, and the next state; `None` if they are
/// too few for any later step to make up for.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(u64, &BigUint, Option<&[u64]>) -> Option<()>;

/// Something that can be counted step by step.
pub(crate) trait Steps {
    /// The type whose people each step adds.
    fn types(&self) -> &[usize];

    /// The state before the first step.
    fn start(&self) -> Vec<u64>;

    /// Visits all moves from a state, from nobody added upwards; stops when `visit` says `None`, and says so too.
    fn moves(&self, step: usize, state: &[u64], visit: Visit<'_>) -> Option<()>;
}

/// All ways, and the people of each type in all of them together.
pub(crate) struct WaysCount {
    pub(crate) ways: BigUint,
    pub(crate) taken: Vec<BigUint>,
}

/// Counts; `None` if that takes more states or more effort than there is.
pub(crate) fn count(
    steps: &impl Steps,
    types: usize,
    effort: &mut RemainingWork,
) -> Option<WaysCount> {
    let layers = forwards(steps, effort)?;
    let mut taken = vec![BigUint::ZERO; types];
    let last = layers.last()?;
    let mut behind = vec![BigUint::from(1_u8); last.len()];
    let ways = last.ways.iter().sum();
    for (step, &of_type) in steps.types().iter().enumerate().rev() {
        let layer = &layers[step];
        let next = &layers[step + 1];
        let mut ahead = vec![BigUint::ZERO; layer.len()];
        for (at, state) in layer.states.iter().enumerate() {
            steps.moves(step, state, &mut |people, weight, to| {
                effort.spend(words(weight))?;
                let Some(to) = to else { return Some(()) };
                let cost = COST_OF_A_MOVE + to.len() as u64;
                let to = next.find(to)?;
                effort.spend(cost + 2 * words(weight) * words(&behind[to]))?;
                let onward = weight * &behind[to];
                if people > 0 {
                    taken[of_type] += &layer.ways[at] * &onward * people;
                }
                ahead[at] += onward;
                Some(())
            })?;
        }
        behind = ahead;
    }
    Some(WaysCount { ways, taken })
}

/// The states before each step and after the last, and the ways that lead there.
fn forwards(steps: &impl Steps, effort: &mut RemainingWork) -> Option<Vec<Layer>> {
    let mut first = Layer::default();
    let at = first.number(&steps.start());
    first.ways[at] = BigUint::from(1_u8);
    let mut layers = vec![first];
    let (mut states, mut numbers) = (1, 0);
    for step in 0..steps.types().len() {
        let mut next = Layer::default();
        let layer = layers.last()?;
        for (state, ways) in layer.states.iter().zip(&layer.ways) {
            steps.moves(step, state, &mut |_, weight, to| {
                effort.spend(words(weight))?;
                let Some(to) = to else { return Some(()) };
                let cost = COST_OF_A_MOVE + to.len() as u64;
                effort.spend(cost + words(weight) * words(ways))?;
                let width = to.len();
                let to = next.number(to);
                next.ways[to] += ways * weight;
                let (states, numbers) = (states + next.len(), numbers + next.len() * width);
                (states <= MOST_STATES && numbers <= MOST_NUMBERS).then_some(())
            })?;
        }
        states += next.len();
        numbers += next.states.iter().map(|state| state.len()).sum::<usize>();
        layers.push(next);
    }
    Some(layers)
}

fn words(number: &BigUint) -> u64 {
    number.bits() / 64 + 1
}

/// All states between two steps.
#[derive(Default)]
struct Layer {
    states: Vec<Box<[u64]>>,
    ways: Vec<BigUint>,
    index: HashTable<u32>,
    hasher: RandomState,
}

impl Layer {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn find(&self, state: &[u64]) -> Option<usize> {
        let same = |&at: &u32| *self.states[at as usize] == *state;
        self.index.find(self.hasher.hash_one(state), same).map(|&at| at as usize)
    }

    /// The number of a state, which gets the next free one if it is new.
    fn number(&mut self, state: &[u64]) -> usize {
        if let Some(at) = self.find(state) {
            return at;
        }
        let at = self.states.len();
        self.states.push(state.into());
        self.ways.push(BigUint::ZERO);
        let (states, hasher) = (&self.states, &self.hasher);
        let rehash = |&at: &u32| hasher.hash_one(&*states[at as usize]);
        self.index.insert_unique(self.hasher.hash_one(state), at as u32, rehash);
        at
    }
}
