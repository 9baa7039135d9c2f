//! A release on its way: searched for, and judged once it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Instant;

use incrowd::audit::{self, Audit};
use incrowd::cost::{Cost, Over};
use incrowd::hierarchy::Hierarchy;
use incrowd::model::{Dealing, Model, Monotone};
use incrowd::publish::Recoding;
use incrowd::search::Watch;
use incrowd::search::boxes::{
    Boxes, Class, Cuts, Effort, Exact, Field, Objective, Partition, Ruler,
};
use incrowd::search::lattice::{Minimal, Node, Problem};
use incrowd::tally::Tally;
use incrowd::terms::Demand;
use incrowd_io::{Output, Table};
use incrowd_judge::{Comparison, Faithfulness, Findings, Question, faithful, judge};

use crate::failure::Result;
use crate::groups::GROUP;
use crate::publish::Published;
use crate::seed::Seed;
use crate::settings::{Algorithm, Method, Order, Plan, Suppression};
use crate::study::Study;
use crate::talk::Talk;

/// Boxes that an exact search may remember: some hundred megabytes.
const MOST_BOXES: usize = 1 << 20;

/// The watch over a search that begins now.
pub fn watch(plan: &Plan) -> Watch {
    let mut watch = Watch::default();
    // A limit beyond the end of the clock is none.
    if let Some(end) = plan.time_limit.and_then(|limit| Instant::now().checked_add(limit)) {
        watch = watch.until(end);
    }
    if let Some(checks) = plan.method.most_checks() {
        watch = watch.at_most(checks);
    }
    watch
}

/// Everything a search needs, for one set of demands.
pub struct Search<'a> {
    pub study: &'a Study,
    pub demands: &'a [Demand],
    pub method: Method,
    models: Vec<Box<dyn Model>>,
    /// Least rows of the groups that classes are dealt into, if they are.
    deal: Option<u64>,
    levels: Vec<RangeInclusive<u8>>,
    weights: Vec<f64>,
    /// Per column: whether ranges lose by their ends' values, for want of a hierarchy.
    by_values: Vec<bool>,
    /// Whether the guided search goes on until its time is up.
    endless: bool,
    pub limit: u64,
}

/// What a search can find.
#[derive(Clone, Debug)]
pub enum Found {
    /// One level per column.
    Node(Node),
    /// A box per class.
    Boxes(Partition),
}

/// What a search found.
pub struct Outcome {
    pub found: Option<Found>,
    /// No release costs less; none if that was too dear to prove.
    pub lower_bound: Option<f64>,
    /// Nodes of the lattice, or regions that were examined.
    pub nodes: u128,
    pub checked: u64,
    /// Whether what was found is proven to be the best, or that there is nothing.
    pub proven: bool,
    /// Whether the clock, or somebody, stopped the search.
    pub cut_short: bool,
    /// The k that happened to do, where that was looked for.
    pub smallest_k: Option<u64>,
    /// All minimal nodes, where they were asked for.
    pub minimal: Option<Minimal>,
    /// What readers should know of how it was found.
    pub remark: Option<String>,
}

/// The boxes that an algorithm cut.
struct Carved {
    found: Option<Partition>,
    /// Whether they are proven to be the best, or that there are none.
    proven: bool,
    smallest_k: Option<u64>,
}

impl<'a> Search<'a> {
    pub fn new(
        plan: &Plan,
        study: &'a Study,
        demands: &'a [Demand],
        suppression: Suppression,
    ) -> Result<Self> {
        let weight = |column: &String| plan.weights.get(column).copied().unwrap_or(1.0);
        let by_values = |(column, hierarchy): (&String, &Hierarchy)| {
            hierarchy.kind().is_ordered() && !plan.hierarchies.contains_key(column)
        };
        let deal = plan.method.deal.then(|| Dealing::least_rows(demands));
        Ok(Search {
            study,
            demands,
            method: plan.method,
            models: demands.iter().map(|demand| study.model(demand, deal)).collect(),
            deal,
            levels: study.levels(plan)?,
            weights: plan.qi.iter().map(weight).collect(),
            by_values: plan.qi.iter().zip(&study.hierarchies).map(by_values).collect(),
            endless: plan.time_limit.is_some() && plan.method.effort == Effort::High,
            limit: suppression.limit(study.tally.rows()),
        })
    }

    /// The problem of minimising a cost over whole columns.
    fn problem(&self, cost: Cost) -> Problem<'_> {
        self.problem_of(&self.study.tally, cost)
    }

    fn problem_of<'t>(&'t self, tally: &'t Tally, cost: Cost) -> Problem<'t> {
        let hierarchies = &self.study.hierarchies;
        let price = cost.price(tally, hierarchies, &self.weights, self.method.over);
        Problem::new(tally, hierarchies, &self.levels, &self.models, price, self.limit)
    }

    /// The field that is cut into boxes.
    fn field(&self, cost: Cost) -> Field<'_> {
        self.field_of(&self.study.tally, cost)
    }

    fn field_of<'t>(&'t self, tally: &'t Tally, cost: Cost) -> Field<'t> {
        let all: f64 = self.weights.iter().sum();
        let columns = self.study.hierarchies.iter().zip(&self.weights).zip(&self.by_values);
        let rulers = columns.map(|((hierarchy, weight), by_values)| match (cost, by_values) {
            (Cost::LossRatio, _) => Ruler::by_ratio(hierarchy, weight / all),
            (_, true) => Ruler::by_values(hierarchy, weight / all),
            (_, false) => Ruler::by_leaves(hierarchy, weight / all),
        });
        let over_people = self.method.over == Over::People;
        Field::new(tally, &self.models, rulers.collect(), over_people)
    }

    /// Searches, with progress on terminals.
    pub fn run(&self, watch: &Watch, talk: &Talk) -> Outcome {
        let step = talk.step("searching", None);
        let bar = step.bar();
        let watch = watch.clone().telling(move |progress| {
            let best = progress.best.map_or("none yet".to_owned(), |best| format!("{best:.6}"));
            bar.set_message(format!(
                "searching: {} nodes examined, best {best}, at least {:.6}",
                progress.checked, progress.lower_bound
            ));
        });
        let outcome = if self.method.has_boxes() {
            self.cut(&watch)
        } else {
            let outcome = self.level(&self.study.tally, &watch);
            let minimal = self.method.all_minimal.then(|| self.minimal(&watch));
            Outcome { minimal, ..outcome }
        };
        // There are other ways to part a class into groups than to deal it.
        let proven = outcome.proven && (outcome.found.is_some() || self.deal.is_none());
        Outcome { proven, ..outcome }
    }

    /// Looks for the levels of whole columns.
    fn level(&self, tally: &Tally, watch: &Watch) -> Outcome {
        let problem = self.problem_of(tally, self.method.cost);
        if self.method.algorithm == Algorithm::Spalm {
            let present = problem.spalm(watch);
            let best = present.best.as_ref().and_then(|(_, evaluation)| evaluation.cost);
            return Outcome {
                smallest_k: None,
                found: present.best.map(|(node, _)| Found::Node(node)),
                lower_bound: best.filter(|_| present.finished),
                nodes: present.nodes,
                checked: present.tested,
                proven: present.finished,
                cut_short: !present.finished,
                minimal: None,
                remark: None,
            };
        }
        if self.method.algorithm == Algorithm::Samarati {
            let lowest = problem.samarati(watch);
            return Outcome {
                smallest_k: None,
                lower_bound: None,
                nodes: lowest.nodes,
                checked: lowest.checked,
                // A lowest node is the cheapest only of its height.
                proven: lowest.best.is_none() && lowest.finished,
                found: lowest.best.map(|(node, _)| Found::Node(node)),
                cut_short: !lowest.finished,
                minimal: None,
                remark: None,
            };
        }
        if self.method.algorithm == Algorithm::SmallestK {
            let whose = if tally.people() > 0 { Over::People } else { Over::Members };
            let found = problem.smallest_k(whose, watch);
            return Outcome {
                smallest_k: found.as_ref().map(|found| found.k),
                lower_bound: None,
                nodes: problem.nodes(),
                checked: found.as_ref().map_or(0, |found| found.optima),
                proven: false,
                cut_short: false,
                found: found.map(|found| Found::Node(found.node)),
                minimal: None,
                remark: None,
            };
        }
        let outcome = problem.optimal(watch);
        Outcome {
            smallest_k: None,
            found: outcome.best.map(|(node, _)| Found::Node(node)),
            lower_bound: Some(outcome.lower_bound),
            nodes: outcome.nodes,
            checked: outcome.checked,
            proven: outcome.proven,
            cut_short: !outcome.proven,
            minimal: None,
            remark: None,
        }
    }

    /// All minimal nodes, the cheapest first.
    fn minimal(&self, watch: &Watch) -> Minimal {
        self.problem(self.method.cost).minimal(watch)
    }

    /// Cuts boxes.
    fn cut(&self, watch: &Watch) -> Outcome {
        let Method { cost, effort, algorithm, .. } = self.method;
        let field = self.field(cost);
        let Carved { found, proven, smallest_k } = self.boxes(&field, watch);
        // Where everything is monotone, there is a release if there is one class of everybody.
        let monotone = self.models.iter().all(|model| model.monotone() != Monotone::No);
        let proven = proven || (found.is_none() && monotone && !is_baseline(algorithm));
        let partition = found.as_ref().filter(|_| matches!(cost, Cost::Loss | Cost::LossRatio));
        let lower_bound = match (partition.map(|partition| field.loss(partition)), algorithm) {
            // The bound is on classes of whole tuples, which relaxed cuts divide.
            (_, Algorithm::MondrianRelaxed) => None,
            (Some(loss), _) if proven => Some(loss),
            (Some(loss), _) => {
                // What took no thought needs no long proof.
                let quick = !matches!(algorithm, Algorithm::Guided | Algorithm::Exact);
                let effort = if quick { Effort::Fast } else { effort };
                field.lower_bound(effort, watch).map(|bound| bound.min(loss))
            }
            (None, _) => None,
        };
        let examined = found.as_ref().map_or(1, |partition| partition.examined);
        Outcome {
            smallest_k,
            lower_bound,
            nodes: examined.into(),
            checked: examined,
            proven,
            cut_short: found.as_ref().is_some_and(|partition| partition.cut_short),
            found: found.map(Found::Boxes),
            minimal: None,
            remark: None,
        }
    }

    /// The boxes that the algorithm cuts, and whether they are proven to be the best.
    fn boxes(&self, field: &Field<'_>, watch: &Watch) -> Carved {
        let Method { algorithm, effort, cost, .. } = self.method;
        let found = match algorithm {
            Algorithm::Mpalm(columns, values) => field.mpalm(columns, values, watch),
            Algorithm::Mondrian => field.mondrian(Cuts::Leaves, watch),
            Algorithm::MondrianRelaxed => field.mondrian_relaxed(watch),
            Algorithm::MondrianSmallestK => {
                let (smallest_k, found) = field.mondrian_smallest_k(watch).unzip();
                return Carved { found, proven: false, smallest_k };
            }
            Algorithm::Exact => {
                let known = field.guided(effort, watch);
                let (found, proven) =
                    match field.exact(Boxes::Ranges, known.as_ref(), MOST_BOXES, watch) {
                        Exact::Optimum(partition) => (Some(partition), true),
                        Exact::Impossible => (None, true),
                        Exact::GaveUp => {
                            (known.map(|known| Partition { cut_short: true, ..known }), false)
                        }
                    };
                return Carved { found, proven, smallest_k: None };
            }
            Algorithm::Cluster => {
                let start = field.guided(effort, watch);
                field.cluster(start.as_ref(), watch)
            }
            _ if self.endless => field.guided_until(objective(cost), watch),
            _ => field.guided_by(objective(cost), effort, watch),
        };
        Carved { found, proven: false, smallest_k: None }
    }

    /// The same with clusters that may overlap, if they lose less; whether they keep the demands
    /// is for the judge to say.
    pub fn overlapping(&self, outcome: &Outcome, watch: &Watch) -> Option<Outcome> {
        let Some(Found::Boxes(partition)) = &outcome.found else { return None };
        let field = self.field(self.method.cost);
        let proposed = field.cluster_overlapping(Some(partition), watch)?;
        let gains = field.loss(&proposed) < field.loss(partition);
        gains.then_some(Outcome {
            // The bound is on boxes that do not overlap.
            lower_bound: None,
            nodes: outcome.nodes,
            checked: outcome.checked,
            proven: false,
            cut_short: proposed.cut_short,
            smallest_k: None,
            found: Some(Found::Boxes(proposed)),
            minimal: None,
            remark: None,
        })
    }

    /// Repeats the search on other sets of members that would look the same.
    pub fn audit(
        &self,
        found: &Found,
        samples: u64,
        seed: &Seed,
        watch: &Watch,
        talk: &Talk,
    ) -> Audit {
        let _step = talk.step("auditing", None);
        let tally = &self.study.tally;
        let classes = match found {
            Found::Node(node) => audit::classes_of(tally, &self.study.hierarchies, node),
            Found::Boxes(partition) => {
                partition.classes.iter().map(|class| class.tuples.clone()).collect()
            }
        };
        let is_same = |other: &Tally| match found {
            Found::Node(node) => {
                let found = self.level(other, watch).found;
                matches!(found, Some(Found::Node(other)) if other == *node)
            }
            Found::Boxes(partition) => {
                let field = self.field_of(other, self.method.cost);
                self.boxes(&field, watch).found.is_some_and(|other| same_boxes(partition, &other))
            }
        };
        audit::audit(tally, &classes, samples, seed.bytes(), is_same)
    }

    /// The cost of publishing what was found, by any measure that applies to it.
    pub fn cost_of(&self, found: &Found, cost: Cost) -> Option<f64> {
        match found {
            Found::Node(node) => self.problem(cost).examine(node).cost,
            Found::Boxes(partition) => match cost {
                Cost::Loss | Cost::LossRatio => Some(self.field(cost).loss(partition)),
                Cost::Discernibility | Cost::AverageClass => {
                    let over_people = self.method.over == Over::People;
                    // Relaxed cuts can leave two groups in the same box, which are one class.
                    let mut sizes: BTreeMap<&[(u32, u32)], u64> = BTreeMap::new();
                    for class in &partition.classes {
                        let size = if over_people { class.people } else { class.rows };
                        *sizes.entry(&class.ranges).or_default() += size;
                    }
                    let sizes: Vec<u64> = sizes.into_values().filter(|&size| size > 0).collect();
                    Some(of_sizes(cost, &sizes))
                }
                _ => None,
            },
        }
    }

    /// What each column loses, from 0 to 1.
    pub fn column_losses(&self, found: &Found) -> Vec<f64> {
        match found {
            Found::Node(node) => self.losses_of_levels(node),
            Found::Boxes(partition) => self.losses_of_boxes(partition),
        }
    }

    fn losses_of_levels(&self, node: &Node) -> Vec<f64> {
        let Study { tally, hierarchies, .. } = self.study;
        let levels = hierarchies.iter().zip(&node.0);
        let share = |(hierarchy, &level): (&Hierarchy, &u8)| -> Vec<f64> {
            let (level, all) = (usize::from(level), hierarchy.leaves().saturating_sub(1).max(1));
            let lost = |node| (hierarchy.span(level, node).len() - 1) as f64 / all as f64;
            (0..hierarchy.nodes(level) as u32).map(lost).collect()
        };
        let shares: Vec<Vec<f64>> = levels.map(share).collect();
        let hidden = self.problem(Cost::Loss).suppressed_classes(node);
        let hidden: BTreeSet<Vec<u32>> = hidden.into_iter().collect();
        let (mut losses, mut all) = (vec![0.0; hierarchies.len()], 0.0);
        let mut labels = Vec::with_capacity(hierarchies.len());
        for tuple in 0..tally.tuples() as u32 {
            let weight = match self.method.over {
                Over::Members => tally.rows_of(tuple),
                Over::People => tally.people_of(tuple),
            } as f64;
            let codes = (0..hierarchies.len()).map(|column| tally.code(column, tuple));
            let label = |((code, hierarchy), &level): ((u32, &Hierarchy), &u8)| {
                hierarchy.node_of(usize::from(level))[code as usize]
            };
            labels.clear();
            labels.extend(codes.zip(hierarchies).zip(&node.0).map(label));
            let is_hidden = hidden.contains(&labels);
            for ((loss, share), &label) in losses.iter_mut().zip(&shares).zip(&labels) {
                *loss += weight * if is_hidden { 1.0 } else { share[label as usize] };
            }
            all += weight;
        }
        losses.iter().map(|loss| loss / f64::max(all, 1.0)).collect()
    }

    fn losses_of_boxes(&self, partition: &Partition) -> Vec<f64> {
        let field = self.field(Cost::Loss);
        let all: f64 = self.weights.iter().sum();
        let columns = field.rulers().iter().zip(&self.weights).enumerate();
        let loss = |(at, (ruler, weight)): (usize, (&Ruler, &f64))| {
            let of = |class: &Class| {
                let (low, high) = class.ranges[at];
                field.weight(class) * ruler.loss(low, high)
            };
            let sum: f64 = partition.classes.iter().map(of).sum();
            sum / field.total_weight() * all / weight
        };
        columns.map(loss).collect()
    }

    pub fn recoding(&self, found: &Found) -> Recoding<'_> {
        match found {
            Found::Node(node) => Recoding::of_node(&self.problem(Cost::Loss), node),
            Found::Boxes(partition) => {
                Recoding::of_boxes(&self.study.hierarchies, &self.field(Cost::Loss), partition)
            }
        }
    }

    /// How many rows are suppressed, and how many classes published.
    pub fn counts(&self, found: &Found) -> (u64, u64) {
        match found {
            Found::Node(node) => {
                let evaluation = self.problem(Cost::Loss).examine(node);
                (evaluation.suppressed, evaluation.classes)
            }
            Found::Boxes(partition) => {
                let published = partition.classes.iter().filter(|class| class.rows > 0);
                let boxes: BTreeSet<_> = published.map(|class| &class.ranges).collect();
                (0, boxes.len() as u64)
            }
        }
    }

    /// The demands that the most general release meets.
    pub fn nearest(&self) -> Vec<Option<Demand>> {
        // What groups could keep of several secrets at once is not known beforehand.
        let deal = self
            .deal
            .filter(|_| self.demands.iter().filter_map(|demand| demand.column()).count() == 1);
        let rebuild = |demand: &Demand| self.study.model(demand, deal);
        self.problem(Cost::Loss).nearest(self.demands, rebuild)
    }

    /// The same search for classes that need not be dealt to meet the demands.
    pub fn undealt(self) -> Self {
        let models = self.demands.iter().map(|demand| self.study.model(demand, None)).collect();
        Search { models, deal: None, ..self }
    }
}

/// Whether an algorithm looks for something else and hopes that it does.
fn is_baseline(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::MondrianSmallestK | Algorithm::MondrianRelaxed)
}

/// What a guided search is to make small.
fn objective(cost: Cost) -> Objective {
    match cost {
        Cost::Discernibility => Objective::Discernibility,
        Cost::AverageClass => Objective::AverageClass,
        _ => Objective::Loss,
    }
}

/// The discernibility or the average of classes of these sizes.
fn of_sizes(cost: Cost, sizes: &[u64]) -> f64 {
    let rows: u64 = sizes.iter().sum();
    match cost {
        Cost::AverageClass => rows as f64 / sizes.len().max(1) as f64,
        _ => sizes.iter().map(|&size| u128::from(size) * u128::from(size)).sum::<u128>() as f64,
    }
}

/// Whether two partitions put the same people together.
fn same_boxes(one: &Partition, other: &Partition) -> bool {
    let tuples = |class: &Class| class.tuples.clone();
    one.classes.iter().map(tuples).eq(other.classes.iter().map(tuples))
}

/// A release that was found, on its way to being published.
pub struct Release<'a> {
    pub plan: &'a Plan,
    pub study: &'a Study,
    pub search: &'a Search<'a>,
    pub outcome: &'a Outcome,
    pub found: &'a Found,
}

impl Release<'_> {
    /// Reads the published bytes again: do all demands hold, and is every row a true one?
    pub fn judge(
        &self,
        output: &Output,
        published: &Published,
        talk: &Talk,
    ) -> Result<(Findings, Vec<String>)> {
        let Release { plan, study, .. } = self;
        let _step = talk.step("judging", None);
        let table = Table::reopen(output, &published.reading)?;
        let hierarchies = study.chains(plan)?;
        let levels = match self.found {
            Found::Node(node) => {
                let levels = node.0.iter().map(|&level| level.into());
                plan.qi.iter().cloned().zip(levels).collect()
            }
            Found::Boxes(_) => BTreeMap::new(),
        };
        let (register, distribution) = study.population();
        let findings = judge(&Question {
            table: &table,
            qi: &plan.qi,
            sensitive: &plan.sensitive,
            secrets: None,
            group: plan.method.deal.then_some(GROUP),
            demands: &plan.demands,
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &hierarchies,
            levels: &levels,
            public: register,
            distribution,
            sample_rows: Some(study.tally.rows()),
            skip_suppressed: plan.keep_suppressed,
            threads: talk.threads,
        })?;
        let mut doubts = Vec::new();
        let columns = study.table.columns();
        let identifying: Vec<String> =
            study.dropped.iter().map(|&place| columns[place].clone()).collect();
        let kept = columns.iter().filter(|name| !identifying.contains(name));
        let kept = kept.map(String::as_str).chain(plan.method.deal.then_some(GROUP));
        if !table.columns().iter().map(String::as_str).eq(kept) {
            doubts.push(
                "its columns are not those of the table without the identifying ones".to_owned(),
            );
        }
        if published.suppressed > self.search.limit {
            let (rows, limit) = (published.suppressed, self.search.limit);
            doubts.push(format!("{rows} rows are suppressed, and only {limit} may be"));
        }
        if findings.rows != published.rows {
            doubts.push(format!(
                "{} rows were written, but {} can be read back",
                published.rows, findings.rows
            ));
        }
        // Shuffled rows cannot be laid beside their originals; their classes can still be judged.
        if plan.order == Order::Input {
            let comparison = Comparison {
                original: &study.table,
                published: &table,
                qi: &plan.qi,
                identifying: &identifying,
                group: plan.method.deal.then_some(GROUP),
                only: study
                    .member
                    .as_ref()
                    .map(|(place, value)| (columns[*place].as_str(), value.as_str())),
                nulls: &plan.reading.nulls,
                kinds: &study.kinds,
                hierarchies: &hierarchies,
                stars_at_end: plan.keep_suppressed,
                threads: talk.threads,
            };
            match faithful(&comparison)? {
                Faithfulness::Unfaithful(discrepancy) => doubts.push(discrepancy.to_string()),
                Faithfulness::Faithful { kept, suppressed } => {
                    if (kept, suppressed) != (published.rows, published.suppressed) {
                        doubts.push(format!(
                            "{kept} rows are kept and {suppressed} suppressed, not as planned"
                        ));
                    }
                }
            }
        }
        Ok((findings, doubts))
    }

    /// The cost of the release, by any measure.
    pub fn cost(&self, cost: Cost) -> Option<f64> {
        self.search.cost_of(self.found, cost)
    }
}
