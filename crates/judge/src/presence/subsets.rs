//! Presence if every set of people that can have led to the published table is equally likely.
//!
//! A set of people can have led there iff it is as large as the table and overfills no boxes
//! (Hall): for every set A of boxes, the chosen people whom no other box covers are at most the
//! rows of A. Types are processed one after the other. A box is *open* between its first and its
//! last type. What matters of earlier choices is the *room* of sets S of open boxes: the least,
//! over all sets A of boxes begun so far that hold S, of the rows of A less the people chosen so
//! far whom only A covers. Later people who are covered by S, and by boxes that are not begun, must
//! fit into the room of S and the rows of the others.
//!
//! A box that opens adds its rows to the room of sets with it. If s people are chosen whom the
//! boxes O cover, s is at most the room of O, and the room of S becomes the lesser of what it was
//! and of the room of S and O less s. So only sets matter that are a union of what later types have
//! of the open boxes, and these are few where boxes overlap like ranges.

use num_bigint::BigUint;

use super::counting::{RemainingWork, Steps, Visit, WaysCount, count};
use super::graph::Graph;
use super::sweep::sweep;

/// Most types for which an order is looked for.
const MOST_TYPES: usize = 2048;

/// Most sets of open boxes that may matter at a time.
const MOST_SETS: usize = 256;

/// All sets of people that can have led to the table, and how many of each type are in them;
/// `None` if there are too many cases.
pub(crate) fn count_subsets(graph: &Graph, effort: &mut RemainingWork) -> Option<WaysCount> {
    if graph.people.len() > MOST_TYPES {
        return None;
    }
    count(&Choosing::of(graph)?, graph.people.len(), effort)
}

/// The steps by which people are chosen.
struct Choosing {
    /// All rows: so many people are chosen.
    rows: u64,
    order: Vec<usize>,
    plans: Vec<Plan>,
}

/// What happens in one step.
struct Plan {
    /// People of the step's type.
    people: u64,
    /// People of all types after it.
    later: u64,
    /// The room for the people chosen.
    limit: Room,
    next: Vec<Next>,
}

/// The room of a set before people are chosen.
#[derive(Clone, Copy)]
struct Room {
    /// Where the state has the room of the boxes that were open before, if there are any.
    place: Option<usize>,
    /// The rows of those that open.
    opening: u64,
}

/// A set of boxes that matters after a step.
struct Next {
    /// Its room if nobody was chosen.
    without: Room,
    /// The room of the set and the boxes of those who are chosen.
    with: Room,
    /// Room that later people cannot use up.
    enough: u64,
}

impl Room {
    fn rows(self, state: &[u64]) -> u64 {
        self.place.map_or(0, |place| state[place]) + self.opening
    }
}

impl Choosing {
    fn of(graph: &Graph) -> Option<Self> {
        let boxes: Vec<Vec<usize>> =
            (0..graph.people.len()).map(|t| graph.boxes(t).collect()).collect();
        let weights: Vec<f64> = graph.rows.iter().map(|&rows| (1.0 + rows as f64).ln()).collect();
        let (order, _) = sweep(&boxes, &weights);
        let mut planning = Planning::of(graph, boxes, &order);
        let plans = (0..order.len()).map(|step| planning.plan(&order, step)).collect::<Option<_>>();
        Some(Choosing { rows: graph.total_rows(), order, plans: plans? })
    }
}

/// What is open while plans are made. A box has a bit of its own while it is open.
struct Planning<'g> {
    graph: &'g Graph,
    boxes: Vec<Vec<usize>>,
    /// The last step of each box.
    last: Vec<usize>,
    bits: Vec<Option<u32>>,
    /// The bits of the boxes that are open.
    open: u64,
    /// The sets whose room a state holds, in its order; the rows left come before.
    sets: Vec<u64>,
}

impl<'g> Planning<'g> {
    fn of(graph: &'g Graph, boxes: Vec<Vec<usize>>, order: &[usize]) -> Self {
        let mut last = vec![0; graph.rows.len()];
        for (step, &of_type) in order.iter().enumerate() {
            boxes[of_type].iter().for_each(|&of_box| last[of_box] = step);
        }
        let bits = vec![None; graph.rows.len()];
        Planning { graph, boxes, last, bits, open: 0, sets: Vec::new() }
    }

    fn plan(&mut self, order: &[usize], step: usize) -> Option<Plan> {
        let of_type = order[step];
        let before = self.open;
        for at in 0..self.boxes[of_type].len() {
            let of_box = self.boxes[of_type][at];
            if self.bits[of_box].is_none() {
                let bit = self.open.trailing_ones();
                self.open |= 1_u64.checked_shl(bit)?;
                self.bits[of_box] = Some(bit);
            }
        }
        let own = self.trace(of_type);
        let mut opening = vec![0; 64];
        for &of_box in &self.boxes[of_type] {
            if let Some(bit) = self.bits[of_box].filter(|&bit| before >> bit & 1 == 0) {
                opening[bit as usize] = self.graph.rows[of_box];
            }
        }
        let room = |set: u64| Room {
            place: self.sets.binary_search(&(set & before)).ok().map(|place| place + 1),
            opening: (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit| opening[bit]).sum(),
        };
        let later = &order[step + 1..];
        let traces = self.traces(later);
        let sets = unions(&traces)?;
        let enough = |set: u64| -> u64 {
            let touching = traces.iter().filter(|(trace, _)| trace & set != 0);
            touching.map(|(_, people)| people).sum()
        };
        let next =
            |&set: &u64| Next { without: room(set), with: room(set | own), enough: enough(set) };
        let plan = Plan {
            people: self.graph.people[of_type],
            later: later.iter().map(|&later| self.graph.people[later]).sum(),
            limit: room(own),
            next: sets.iter().map(next).collect(),
        };
        for &of_box in &self.boxes[of_type] {
            if self.last[of_box] == step {
                let bit = self.bits[of_box].take();
                self.open &= !bit.map_or(0, |bit| 1 << bit);
            }
        }
        self.sets = sets;
        Some(plan)
    }

    /// The open boxes that cover a type.
    fn trace(&self, of_type: usize) -> u64 {
        let bits = self.boxes[of_type].iter().filter_map(|&of_box| self.bits[of_box]);
        bits.fold(0, |set, bit| set | 1 << bit)
    }

    /// The sets of open boxes that cover types to come, and the people whom each covers.
    fn traces(&self, later: &[usize]) -> Vec<(u64, u64)> {
        let trace = |&later: &usize| (self.trace(later), self.graph.people[later]);
        let mut traces: Vec<(u64, u64)> = later.iter().map(trace).collect();
        traces.sort_unstable();
        traces.dedup_by(|next, before| {
            let same = next.0 == before.0;
            if same {
                before.1 += next.1;
            }
            same
        });
        traces
    }
}

/// All unions of some sets but the empty one, ascending; `None` if there are too many.
fn unions(sets: &[(u64, u64)]) -> Option<Vec<u64>> {
    let mut unions: Vec<u64> = vec![0];
    for (set, _) in sets {
        if unions.binary_search(set).is_ok() {
            continue;
        }
        let more: Vec<u64> = unions.iter().map(|union| union | set).collect();
        unions.extend(more);
        unions.sort_unstable();
        unions.dedup();
        if unions.len() > MOST_SETS {
            return None;
        }
    }
    unions.remove(0);
    Some(unions)
}

impl Steps for Choosing {
    fn types(&self) -> &[usize] {
        &self.order
    }

    fn start(&self) -> Vec<u64> {
        vec![self.rows]
    }

    fn moves(&self, step: usize, state: &[u64], visit: Visit<'_>) -> Option<()> {
        let plan = &self.plans[step];
        let rows = state[0];
        let least = rows.saturating_sub(plan.later);
        let most = plan.people.min(rows).min(plan.limit.rows(state));
        let mut ways = BigUint::from(1_u8);
        let mut next = vec![0; plan.next.len() + 1];
        for chosen in 0..=most {
            next[0] = rows - chosen;
            for (room, Next { without, with, enough }) in next[1..].iter_mut().zip(&plan.next) {
                let with = with.rows(state).saturating_sub(chosen);
                *room = without.rows(state).min(with).min(*enough);
            }
            visit(chosen, &ways, (chosen >= least).then_some(&next))?;
            ways = ways * (plan.people - chosen) / (chosen + 1);
        }
        Some(())
    }
}
