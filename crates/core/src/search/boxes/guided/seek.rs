//! A search as a whole: the request, the grid inside it, and what time is left.

use rayon::prelude::*;

use super::draft::{Answer, Draft, Place};
use super::explore::Explorer;
use super::goal::{Goal, Scales, Taste};
use super::grid::{self, Floors};
use super::pile::{Grain, Lane, Pile, all};
use super::plan::{Stage, round, stages};
use super::run::Run;
use super::tree::Tree;
use crate::cost::Objective;
use crate::search::boxes::{Class, Effort, Field, Gate, Partition};
use crate::search::{Progress, Watch};

/// What was asked.
pub(super) struct Wish<'w> {
    pub objective: Objective,
    pub effort: Effort,
    /// Whether to go on until the watch says that it is over.
    pub endless: bool,
    pub watch: &'w Watch,
}

/// The codes of a column that occur, in order.
pub(super) struct Ranks {
    pub codes: Vec<u32>,
    /// The place of each code that occurs.
    places: Vec<u32>,
}

impl Ranks {
    pub fn new(field: &Field<'_>, column: usize) -> Self {
        let mut places = vec![u32::MAX; field.rulers()[column].marks().len()];
        for tuple in 0..field.tuples() as u32 {
            places[field.codes(tuple)[column] as usize] = 0;
        }
        let mut codes = Vec::new();
        for (code, place) in (0..).zip(&mut places) {
            if *place == 0 {
                *place = codes.len() as u32;
                codes.push(code);
            }
        }
        Ranks { codes, places }
    }
}

/// A search on lanes of one width.
pub(super) struct Seeker<'w, L, const N: usize> {
    field: &'w Field<'w>,
    wish: &'w Wish<'w>,
    stages: Vec<Stage>,
    floors: Floors,
    over_people: bool,
    scales: Scales,
    grains: Vec<Grain<L, N>>,
    everybody: Pile<L, N>,
}

/// The best way that was found under some gate.
struct Found<L> {
    cost: f64,
    tree: Tree<L>,
    partition: Partition,
}

/// How far the search under a gate has come.
struct Climb<'s, L> {
    goal: Goal<'s>,
    best: Option<Found<L>>,
    /// What the stage before cost; infinite if it found no way.
    before: f64,
    /// Whose run was the best.
    taste: Taste,
    examined: u64,
    stopped: bool,
}

impl<'w, L: Lane, const N: usize> Seeker<'w, L, N> {
    pub fn new(field: &'w Field<'w>, wish: &'w Wish<'w>, ranks: &[Ranks]) -> Self {
        let mut scales = Scales::default();
        for (ruler, ranks) in field.rulers().iter().zip(ranks) {
            let marks = ranks.codes.iter().map(|&code| ruler.marks()[code as usize]);
            scales.add(marks, ruler.step());
        }
        let grain = |tuple: u32| {
            let codes = field.codes(tuple).iter().zip(ranks);
            let places = codes.map(|(&code, ranks)| ranks.places[code as usize] as usize);
            let (rows, people) = (field.rows()[tuple as usize], field.people()[tuple as usize]);
            Grain { pile: Pile::tuple(places, rows, people), tuple }
        };
        let grains: Vec<Grain<L, N>> = (0..field.tuples() as u32).map(grain).collect();
        Seeker {
            field,
            wish,
            stages: stages(wish.effort, grains.len()),
            floors: Floors::new(field.gate(), grains.len()),
            over_people: field.weights() != field.rows(),
            scales,
            everybody: all(&grains),
            grains,
        }
    }

    pub fn seek(&self) -> Option<Partition> {
        let (gate, everybody) = (self.field.gate(), &self.everybody);
        if self.grains.is_empty() || !gate.admits(everybody.rows, everybody.people) {
            return None;
        }
        let mut climb = self.climb(gate);
        if !self.floors.are_none() {
            self.look(&mut climb, f64::INFINITY);
        }
        for stage in &self.stages {
            self.ascend(&mut climb, stage);
            self.tell(climb.best.as_ref());
        }
        if self.wish.effort != Effort::Fast {
            self.rival(&mut climb);
        }
        if self.wish.endless {
            self.go_on(&mut climb);
        }
        let found = climb.best?;
        Some(Partition { examined: climb.examined, cut_short: climb.stopped, ..found.partition })
    }

    /// A search that has not begun.
    fn climb(&self, gate: &Gate) -> Climb<'_, L> {
        let objective = self.wish.objective;
        let goal = Goal::new(self.field, gate.clone(), objective, &self.scales, self.over_people);
        Climb {
            goal,
            best: None,
            before: f64::INFINITY,
            taste: self.stages[0].tastes[0],
            examined: 0,
            stopped: false,
        }
    }

    /// The stage before all others: what the most promising cuts cost, up to `enough`.
    fn look(&self, climb: &mut Climb<'_, L>, enough: f64) {
        let mut explorer = Explorer::new(&climb.goal, climb.taste, &[], self.wish.watch);
        climb.before = explorer.sweep(&mut self.grains.clone(), &self.everybody, enough, 0);
        climb.examined += explorer.examined;
        climb.stopped |= explorer.stopped;
    }

    /// Goes through a stage.
    fn ascend(&self, climb: &mut Climb<'_, L>, stage: &Stage) {
        let last = [climb.taste];
        let tastes = if stage.tastes.is_empty() { &last } else { stage.tastes };
        let runs = tastes.par_iter().map(|&taste| {
            let run = Run { goal: &climb.goal, taste, stage: *stage, watch: self.wish.watch };
            run.solve(&mut self.grains.clone(), &self.everybody, 0)
        });
        let runs: Vec<Answer<L>> = runs.collect();
        climb.examined += runs.iter().map(|run| run.examined).sum::<u64>();
        climb.stopped |= runs.iter().any(|run| run.stopped);
        let floor = self.floors.after(climb.before, std::slice::from_ref(stage));
        let runs = tastes.iter().zip(runs);
        let best = runs.min_by(|one, other| one.1.cost.total_cmp(&other.1.cost));
        if let Some((&taste, mut answer)) = best
            && answer.cost < f64::INFINITY
        {
            self.raise(&climb.goal, &mut answer, floor);
            let found = self.found(answer.tree);
            let best = climb.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            if found.cost < best && found.cost >= floor {
                (climb.best, climb.taste) = (Some(found), taste);
            }
        }
        climb.before = climb.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
    }

    /// Undoes cuts until an answer costs no less than `floor`.
    fn raise(&self, goal: &Goal<'_>, answer: &mut Answer<L>, floor: f64) {
        let mut room = floor - answer.cost;
        let mut grains = if room > 0.0 { self.grains.clone() } else { Vec::new() };
        while room > 0.0 && answer.tree.coarsen(goal, &mut grains, &self.everybody, &mut room) {}
    }

    /// Searches those pairs of the grid that may be better, and keeps the best.
    fn rival(&self, climb: &mut Climb<'_, L>) {
        let best = climb.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
        let gates = grid::inside(self.field.gate(), self.everybody.rows, self.everybody.people);
        let mut rivals: Vec<Climb<'_, L>> = gates.iter().map(|gate| self.climb(gate)).collect();
        if !self.floors.are_none() {
            let enough = self.floors.enough(best, &self.stages);
            rivals.par_iter_mut().for_each(|rival| self.look(rival, enough));
        }
        for (at, stage) in self.stages.iter().enumerate() {
            let ahead = &self.stages[at..];
            rivals.par_iter_mut().for_each(|rival| {
                if self.floors.may_beat(best, rival.before, ahead) {
                    self.ascend(rival, stage);
                }
            });
        }
        for rival in rivals {
            climb.examined += rival.examined;
            climb.stopped |= rival.stopped;
            let best = climb.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            climb.best = match rival.best {
                Some(found) if found.cost < best => Some(found),
                _ => climb.best.take(),
            };
        }
        self.tell(climb.best.as_ref());
    }

    /// Solves parts of the result anew, under ever different tastes, and keeps what is better.
    fn go_on(&self, climb: &mut Climb<'_, L>) {
        let mut idle = 0;
        for number in 0.. {
            let Some(best) = climb.best.take() else { return };
            if idle == 64 || self.wish.watch.is_over(climb.examined) {
                climb.stopped |= idle < 64;
                climb.best = Some(best);
                return;
            }
            let (taste, rungs, fine) = round(number);
            let goal = &climb.goal;
            let mut grains = self.grains.clone();
            let place = Place { start: 0, depth: 0 };
            let draft = Draft::open(goal, best.tree, &mut grains, &self.everybody, place, fine);
            let answer = draft.finish(&mut grains, |grains, region, depth| {
                let mut explorer = Explorer::new(goal, taste, rungs, self.wish.watch);
                let cost = explorer.solve(grains, region, rungs.len(), depth);
                let tree = explorer.tree(grains, region);
                Answer { cost, tree, examined: explorer.examined, stopped: explorer.stopped }
            });
            climb.examined += answer.examined;
            climb.stopped |= answer.stopped;
            let found = self.found(answer.tree);
            idle = if found.cost < best.cost { 0 } else { idle + 1 };
            climb.best = Some(found);
            self.tell(climb.best.as_ref());
        }
    }

    fn found(&self, tree: Tree<L>) -> Found<L> {
        let mut classes = Vec::new();
        tree.classes(&mut self.grains.clone(), &mut classes);
        let classes = classes.into_par_iter().map(|tuples| self.field.class(tuples)).collect();
        let partition = Partition::new(classes, 0, false);
        let cost = partition.classes.iter().map(|class| self.cost(class)).sum();
        Found { cost, tree, partition }
    }

    /// What a class costs, by its own box: what the answers of different gates are compared by.
    fn cost(&self, class: &Class) -> f64 {
        let size = if self.over_people { class.people } else { class.rows };
        self.wish.objective.class_cost(size, || self.field.box_loss(&class.ranges))
    }

    fn tell(&self, best: Option<&Found<L>>) {
        let Some(found) = best else { return };
        let size: u64 = self.field.weights().iter().sum();
        let best = Some(self.wish.objective.total(found.cost, size));
        self.wish.watch.tell(Progress { checked: 0, best, lower_bound: 0.0 });
    }
}
