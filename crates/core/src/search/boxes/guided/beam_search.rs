//! The beam search as a whole: the request, the grid pairs inside it, and restarts while time is
//! left.

use rayon::prelude::*;

use super::cut_tree::CutTree;
use super::evaluator::{RankLosses, RegionEvaluator, Scoring};
use super::look_ahead::LookAhead;
use super::partial_tree::{PartialTree, Position, TreeResult};
use super::plan::{Restart, Restarts, Stage, StageScorings, greedy_scorings, stages};
use super::request_grid::{self, StageFloors};
use super::stage::StageRun;
use super::summary::{BoxSummary, Coordinate, Point, summarize};
use crate::cost::Objective;
use crate::search::boxes::{BoxClass, BoxProblem, CountConstraints, Effort, Partition};
use crate::search::{Progress, SearchControl};

/// What to search for.
pub(super) struct BeamRequest<'w> {
    pub objective: Objective,
    pub effort: Effort,
    /// Whether to continue with restarts until the search is stopped.
    pub endless: bool,
    pub control: &'w SearchControl,
}

/// The ranks of a column: its codes that occur, in order.
pub(super) struct Ranks {
    pub codes: Vec<u32>,
    /// The rank of each code that occurs.
    places: Vec<u32>,
}

impl Ranks {
    pub fn new(problem: &BoxProblem<'_>, column: usize) -> Self {
        let mut places = vec![u32::MAX; problem.range_losses()[column].positions().len()];
        for tuple in 0..problem.tuples() as u32 {
            places[problem.codes(tuple)[column] as usize] = 0;
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

/// A beam search on coordinates of one integer type.
pub(super) struct BeamSearch<'w, C, const N: usize> {
    problem: &'w BoxProblem<'w>,
    request: &'w BeamRequest<'w>,
    stages: Vec<Stage>,
    floors: StageFloors,
    /// Whether presence is demanded.
    presence: bool,
    over_people: bool,
    rank_losses: RankLosses,
    points: Vec<Point<C, N>>,
    everybody: BoxSummary<C, N>,
}

/// The best cut tree found under some constraints.
struct Solution<C> {
    cost: f64,
    tree: CutTree<C>,
    partition: Partition,
}

/// The state of the search under some constraints.
struct SearchState<'s, C> {
    evaluator: RegionEvaluator<'s>,
    best: Option<Solution<C>>,
    /// The cost after the previous stage; infinite if it found nothing.
    before: f64,
    /// The scorings of the previous stage, best first.
    scorings: Vec<Scoring>,
    examined: u64,
    stopped: bool,
}

impl<'w, C: Coordinate, const N: usize> BeamSearch<'w, C, N> {
    pub fn new(problem: &'w BoxProblem<'w>, request: &'w BeamRequest<'w>, ranks: &[Ranks]) -> Self {
        let mut rank_losses = RankLosses::default();
        for (range_loss, ranks) in problem.range_losses().iter().zip(ranks) {
            let positions = ranks.codes.iter().map(|&code| range_loss.positions()[code as usize]);
            rank_losses.add(positions, range_loss.step());
        }
        let point = |tuple: u32| {
            let codes = problem.codes(tuple).iter().zip(ranks);
            let places = codes.map(|(&code, ranks)| ranks.places[code as usize] as usize);
            let (rows, people) =
                (problem.members()[tuple as usize], problem.people()[tuple as usize]);
            Point { summary: BoxSummary::tuple(places, rows, people), tuple }
        };
        let points: Vec<Point<C, N>> = (0..problem.tuples() as u32).map(point).collect();
        let presence = problem.constraints().presence.is_some();
        let floors = StageFloors::new(problem.constraints(), points.len());
        BeamSearch {
            problem,
            request,
            stages: stages(request.effort, points.len(), presence, floors),
            floors,
            presence,
            over_people: problem.weighs_people(),
            rank_losses,
            everybody: summarize(&points),
            points,
        }
    }

    pub fn beam_search(&self) -> Option<Partition> {
        let (constraints, everybody) = (self.problem.constraints(), &self.everybody);
        if self.points.is_empty() || !constraints.admits(everybody.rows, everybody.people) {
            return None;
        }
        let mut state = self.state(constraints);
        if !self.floors.are_none() {
            self.greedy_stage(&mut state, f64::INFINITY);
        }
        for stage in &self.stages {
            self.run_stage(&mut state, stage);
            self.report(state.best.as_ref());
        }
        if self.request.effort != Effort::Fast {
            self.search_grid(&mut state);
        }
        if self.request.endless {
            self.improve_until_stopped(&mut state);
        }
        let found = state.best?;
        Some(Partition { examined: state.examined, cut_short: state.stopped, ..found.partition })
    }

    /// The state before the first stage.
    fn state(&self, constraints: &CountConstraints) -> SearchState<'_, C> {
        let objective = self.request.objective;
        let evaluator = RegionEvaluator::new(
            self.problem,
            constraints.clone(),
            objective,
            &self.rank_losses,
            self.over_people,
        );
        SearchState {
            evaluator,
            best: None,
            before: f64::INFINITY,
            scorings: greedy_scorings(self.presence, self.points.len()).to_vec(),
            examined: 0,
            stopped: false,
        }
    }

    /// The stage before all others: one greedy pass, which stops at the cost `enough`.
    fn greedy_stage(&self, state: &mut SearchState<'_, C>, enough: f64) {
        for &scoring in &state.scorings {
            let mut look_ahead =
                LookAhead::new(&state.evaluator, scoring, &[], self.request.control);
            let cost = look_ahead.greedy_cost(&mut self.points.clone(), &self.everybody, enough, 0);
            state.before = state.before.min(cost);
            state.examined += look_ahead.examined;
            state.stopped |= look_ahead.stopped;
        }
    }

    /// Runs a stage.
    fn run_stage(&self, state: &mut SearchState<'_, C>, stage: &Stage) {
        let best = |most: usize| &state.scorings[..most.min(state.scorings.len())];
        let scorings = match stage.scorings {
            StageScorings::These(scorings) => scorings.to_vec(),
            StageScorings::Best(most) => best(most).to_vec(),
            StageScorings::Perturbed(most, times) => {
                let perturbed =
                    |&scoring: &Scoring| (0..times).map(move |seed| scoring.seeded(seed));
                best(most).iter().flat_map(perturbed).collect()
            }
            StageScorings::Restarts => return self.restart_stage(state, stage),
        };
        let runs = scorings.par_iter().map(|&scoring| {
            let run = StageRun {
                evaluator: &state.evaluator,
                scoring,
                stage: *stage,
                control: self.request.control,
            };
            let answer = run.solve(&mut self.points.clone(), &self.everybody, 0);
            self.restarted(&state.evaluator, answer, stage)
        });
        let runs: Vec<TreeResult<C>> = runs.collect();
        state.examined += runs.iter().map(|run| run.examined).sum::<u64>();
        state.stopped |= runs.iter().any(|run| run.stopped);
        let floor = self.floors.after(state.before, std::slice::from_ref(stage));
        let mut runs: Vec<_> = scorings.into_iter().zip(runs).collect();
        runs.sort_by(|one, other| one.1.cost.total_cmp(&other.1.cost));
        state.scorings = runs.iter().map(|run| run.0).collect();
        if let Some((_, mut answer)) = runs.into_iter().next()
            && answer.cost < f64::INFINITY
        {
            self.raise_to_floor(&state.evaluator, &mut answer, floor);
            let found = self.found(answer.tree);
            let best = state.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            if found.cost < best && found.cost >= floor {
                state.best = Some(found);
            }
        }
        state.before = state.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
    }

    /// Undoes cuts until a result costs at least `floor`.
    fn raise_to_floor(
        &self,
        evaluator: &RegionEvaluator<'_>,
        answer: &mut TreeResult<C>,
        floor: f64,
    ) {
        let mut room = floor - answer.cost;
        let mut points = if room > 0.0 { self.points.clone() } else { Vec::new() };
        while room > 0.0 && answer.tree.coarsen(evaluator, &mut points, &self.everybody, &mut room)
        {
        }
    }

    /// Searches the grid pairs that may be better, and keeps the best result.
    fn search_grid(&self, state: &mut SearchState<'_, C>) {
        let best = state.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
        let grid = request_grid::inside(
            self.problem.constraints(),
            self.everybody.rows,
            self.everybody.people,
        );
        let mut others: Vec<SearchState<'_, C>> =
            grid.iter().map(|constraints| self.state(constraints)).collect();
        if !self.floors.are_none() {
            let enough = self.floors.enough(best, &self.stages);
            others.par_iter_mut().for_each(|other| self.greedy_stage(other, enough));
        }
        for (at, stage) in self.stages.iter().enumerate() {
            let ahead = &self.stages[at..];
            others.par_iter_mut().for_each(|other| {
                if self.floors.may_beat(best, other.before, ahead) {
                    self.run_stage(other, stage);
                }
            });
        }
        for other in others {
            state.examined += other.examined;
            state.stopped |= other.stopped;
            let best = state.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            state.best = match other.best {
                Some(found) if found.cost < best => Some(found),
                _ => state.best.take(),
            };
        }
        self.report(state.best.as_ref());
    }

    /// Solves parts of the best result again, as often as the stage allows.
    fn restart_stage(&self, state: &mut SearchState<'_, C>, stage: &Stage) {
        let Some(best) = &state.best else { return };
        let (cost, tree) = (best.cost, best.tree.clone());
        let answer = TreeResult { cost, tree, examined: 0, work: 0, stopped: false };
        let mut answer = self.restarted(&state.evaluator, answer, stage);
        state.examined += answer.examined;
        state.stopped |= answer.stopped;
        let floor = self.floors.after(state.before, std::slice::from_ref(stage));
        self.raise_to_floor(&state.evaluator, &mut answer, floor);
        let found = self.found(answer.tree);
        if found.cost < state.before && found.cost >= floor {
            state.before = found.cost;
            state.best = Some(found);
        }
    }

    /// A result after the restarts of a stage. Only problems with floors, which have presence and many
    /// tuples, take the time for them.
    fn restarted(
        &self,
        evaluator: &RegionEvaluator<'_>,
        mut answer: TreeResult<C>,
        stage: &Stage,
    ) -> TreeResult<C> {
        if self.floors.are_none() || answer.cost == f64::INFINITY {
            return answer;
        }
        let most = |tuples: usize| stage.restart_work(tuples);
        let mut restarts = Restarts::new();
        let mut work = 0;
        // The costs before the last eight restarts.
        let mut costs = [f64::INFINITY; 8];
        for _ in 0..stage.restarts {
            let idle = answer.cost > costs[0] * (1.0 - stage.least_gain);
            if idle || answer.stopped || work > most(self.points.len()) {
                break;
            }
            costs.rotate_left(1);
            costs[7] = answer.cost;
            let (kind, restart) = restarts.next();
            let next = self.solve_parts(evaluator, answer.tree, restart, most);
            restarts.note(kind, costs[7] - next.cost, next.work);
            work += next.work;
            let (examined, work) = (answer.examined + next.examined, answer.work + next.work);
            answer = TreeResult { examined, work, ..next };
        }
        answer
    }

    /// Solves parts of a cut tree again, and keeps improvements. `most_work` is the work that a part
    /// of so many tuples may take.
    fn solve_parts(
        &self,
        evaluator: &RegionEvaluator<'_>,
        tree: CutTree<C>,
        Restart { scoring, beams, fine }: Restart,
        most_work: impl Fn(usize) -> u64 + Sync,
    ) -> TreeResult<C> {
        let mut points = self.points.clone();
        let place = Position { start: 0, depth: 0 };
        let partial_tree =
            PartialTree::open(evaluator, tree, &mut points, &self.everybody, place, fine);
        partial_tree.finish(&mut points, |points, region, depth| {
            let mut look_ahead = LookAhead::new(evaluator, scoring, beams, self.request.control);
            look_ahead.most_work = most_work(points.len());
            let cost = look_ahead.solve(points, region, beams.len(), depth);
            TreeResult { cost, ..look_ahead.result(points, region) }
        })
    }

    /// Solves parts of the result again with changing scorings, and keeps improvements.
    fn improve_until_stopped(&self, state: &mut SearchState<'_, C>) {
        let mut idle = 0;
        for number in 0.. {
            let Some(best) = state.best.take() else { return };
            if idle == 64 || self.request.control.should_stop(state.examined) {
                state.stopped |= idle < 64;
                state.best = Some(best);
                return;
            }
            let restart = Restart::endless(number, self.presence);
            let answer = self.solve_parts(&state.evaluator, best.tree, restart, |_| u64::MAX);
            state.examined += answer.examined;
            state.stopped |= answer.stopped;
            let found = self.found(answer.tree);
            idle = if found.cost < best.cost { 0 } else { idle + 1 };
            state.best = Some(found);
            self.report(state.best.as_ref());
        }
    }

    fn found(&self, tree: CutTree<C>) -> Solution<C> {
        let mut classes = Vec::new();
        tree.classes(&mut self.points.clone(), &mut classes);
        let classes = classes.into_par_iter().map(|tuples| self.problem.class(tuples)).collect();
        let partition = Partition::new(classes, 0, false);
        let cost = partition.classes.iter().map(|class| self.cost(class)).sum();
        Solution { cost, tree, partition }
    }

    /// The cost of a class by its own box, which makes results under different constraints
    /// comparable.
    fn cost(&self, class: &BoxClass) -> f64 {
        let size = if self.over_people { class.people } else { class.rows };
        self.request.objective.class_cost(size, || self.problem.box_loss(&class.ranges))
    }

    fn report(&self, best: Option<&Solution<C>>) {
        let Some(found) = best else { return };
        let size: u64 = self.problem.weights().iter().sum();
        let best = Some(self.request.objective.total(found.cost, size));
        self.request.control.report(Progress { checked: 0, best, lower_bound: 0.0 });
    }
}
