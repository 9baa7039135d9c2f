//! Estimates presence by a random walk on the sets of people that can have led to the table.
//!
//! These sets are the bases of a transversal matroid. A step removes a member, chosen uniformly,
//! and adds one of the people who can replace them, chosen uniformly; this may be the same person.
//! After r (ln ln(1/p) + ln(1/(2 e^2))) steps for r members, where p is the least probability of a
//! set, the walk is within e of the uniform distribution, whichever set it began with (Cryan, Guo &
//! Mousa 2021). Each sample is the end of a separate walk, so Hoeffding's inequality bounds the
//! error of their mean, and the union bound that of all types together.

use super::graph::Graph;

/// How far a walk's end may be from the uniform distribution.
const UNEVENNESS: f64 = 1e-4;

/// The probability that some estimate lies outside its interval.
const DOUBT: f64 = 1e-6;

/// With fewer samples an interval is too wide to say anything.
const FEWEST_SAMPLES: u64 = 400;

/// With more, intervals hardly become narrower.
const MOST_SAMPLES: u64 = 100_000;

/// For each type, the least and greatest probability that one of its people is in the table;
/// `None` if that takes more looks at edges than there may be. `given` is any assignment of all
/// rows.
pub(crate) fn estimate(graph: &Graph, given: &[u64], most_looks: f64) -> Option<Vec<(f64, f64)>> {
    let steps = steps_to_mix(graph);
    // A step looks at an edge from both its ends, and at every type and box.
    let looks = steps * 3.0 * graph.edges.len() as f64;
    let samples = ((most_looks / looks) as u64).min(MOST_SAMPLES);
    if samples < FEWEST_SAMPLES {
        return None;
    }
    let types = graph.people.len();
    let mut sums = vec![0.0; types];
    for sample in 0..samples {
        let mut walk = MarkovChain::from(graph, given, SplitMix64::seeded(sample));
        for _ in 0..steps as u64 {
            walk.step();
        }
        for ((sum, &taken), &people) in sums.iter_mut().zip(&walk.taken).zip(&graph.people) {
            *sum += taken as f64 / people as f64;
        }
    }
    let width = ((2.0 * types as f64 / DOUBT).ln() / (2.0 * samples as f64)).sqrt() + UNEVENNESS;
    let around = |sum: f64| {
        let mean = sum / samples as f64;
        ((mean - width).max(0.0), (mean + width).min(1.0))
    };
    Some(sums.into_iter().map(around).collect())
}

fn steps_to_mix(graph: &Graph) -> f64 {
    let members = graph.total_rows() as f64;
    let people: u64 = graph.people.iter().sum();
    // There are at most (people choose members) <= (e people / members)^members sets.
    let sets = members * (1.0 + (people as f64 / members).ln());
    (members * (sets.max(1.0).ln() + (1.0 / (2.0 * UNEVENNESS * UNEVENNESS)).ln())).ceil()
}

/// A set of people, as how many of each type, with rows given to them to prove that it can be.
struct MarkovChain<'g> {
    graph: &'g Graph,
    given: Vec<u64>,
    taken: Vec<u64>,
    rows: u64,
    chance: SplitMix64,
    /// Boxes that can have a row free, in the order in which they were found, and by which edges:
    /// to a person who stays, and back from there.
    boxes: Vec<usize>,
    come_from: Vec<Option<(usize, usize)>>,
    seen_boxes: Vec<bool>,
    /// For each type that such a box covers, the edge by which it was found.
    edges: Vec<usize>,
    seen_types: Vec<bool>,
}

impl<'g> MarkovChain<'g> {
    fn from(graph: &'g Graph, given: &[u64], chance: SplitMix64) -> Self {
        let taken = |of_type: usize| given[graph.edges_of_type(of_type)].iter().sum();
        MarkovChain {
            graph,
            given: given.to_vec(),
            taken: (0..graph.people.len()).map(taken).collect(),
            rows: graph.total_rows(),
            chance,
            boxes: Vec::new(),
            come_from: vec![None; graph.rows.len()],
            seen_boxes: vec![false; graph.rows.len()],
            edges: Vec::new(),
            seen_types: vec![false; graph.people.len()],
        }
    }

    /// Removes a member and adds one who can replace them.
    fn step(&mut self) {
        let mut number = self.chance.below(self.rows);
        let leaving = self.taken.iter().position(|&taken| {
            let here = number < taken;
            number = number.saturating_sub(taken);
            here
        });
        let mut edges = leaving.map(|t| self.graph.edges_of_type(t)).into_iter().flatten();
        let Some(edge) = edges.find(|&edge| self.given[edge] > 0) else { return };
        let left = self.graph.edges[edge];
        self.given[edge] -= 1;
        self.taken[left.of_type as usize] -= 1;
        self.explore(left.of_box as usize);
        let arriving = self.arrival();
        self.taken[self.graph.edges[arriving].of_type as usize] += 1;
        self.give(arriving);
    }

    /// Finds the boxes that can have a row free if this one has, by moving rows between people
    /// who stay.
    fn explore(&mut self, start: usize) {
        self.boxes.clear();
        self.edges.clear();
        self.seen_boxes.fill(false);
        self.seen_types.fill(false);
        self.boxes.push(start);
        self.seen_boxes[start] = true;
        self.come_from[start] = None;
        let mut next = 0;
        while let Some(&of_box) = self.boxes.get(next) {
            next += 1;
            for &to in self.graph.edges_of_box(of_box) {
                let of_type = self.graph.edges[to as usize].of_type as usize;
                if std::mem::replace(&mut self.seen_types[of_type], true) {
                    continue;
                }
                self.edges.push(to as usize);
                for back in self.graph.edges_of_type(of_type) {
                    let other = self.graph.edges[back].of_box as usize;
                    if self.given[back] > 0 && !self.seen_boxes[other] {
                        self.seen_boxes[other] = true;
                        self.come_from[other] = Some((to as usize, back));
                        self.boxes.push(other);
                    }
                }
            }
        }
    }

    /// The edge to someone who can come, everyone being as likely as anyone else.
    fn arrival(&mut self) -> usize {
        let free = |edge: usize| {
            let of_type = self.graph.edges[edge].of_type as usize;
            self.graph.people[of_type] - self.taken[of_type]
        };
        let all: u64 = self.edges.iter().map(|&edge| free(edge)).sum();
        let mut number = self.chance.below(all);
        let chosen = self.edges.iter().find(|&&edge| {
            let free = free(edge);
            let here = number < free;
            number = number.saturating_sub(free);
            here
        });
        // The removed member can come back, so there is always someone.
        chosen.copied().unwrap_or_default()
    }

    /// Gives a row by an edge, and moves rows back to the box that had one free.
    fn give(&mut self, mut edge: usize) {
        loop {
            self.given[edge] += 1;
            let of_box = self.graph.edges[edge].of_box as usize;
            let Some((to, back)) = self.come_from[of_box] else { return };
            self.given[back] -= 1;
            edge = to;
        }
    }
}

/// Reproducible chance (SplitMix64).
struct SplitMix64(u64);

impl SplitMix64 {
    fn seeded(seed: u64) -> Self {
        let mut chance = SplitMix64(seed);
        chance.0 = chance.next();
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below another, all as likely up to 2^-64.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}
