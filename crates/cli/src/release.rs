//! A release on its way: searched for, and judged once it is written.

use std::ops::RangeInclusive;
use std::time::Instant;

use incrowd::cost::Cost;
use incrowd::model::Model;
use incrowd::publish::Recoding;
use incrowd::search::Watch;
use incrowd::search::lattice::{Node, Outcome, Problem};
use incrowd::terms::Demand;
use incrowd_io::{Output, Table};
use incrowd_judge::{Comparison, Faithfulness, Findings, Question, faithful, judge};

use crate::failure::Result;
use crate::publish::Published;
use crate::settings::{Order, Plan, Suppression};
use crate::study::Study;
use crate::talk::Talk;

/// The watch over a search that begins now: its limits, and Ctrl-C.
pub fn watch(plan: &Plan, talk: &Talk) -> Watch {
    let mut watch = talk.watch.clone();
    // A limit beyond the end of the clock is none.
    if let Some(end) = plan.time_limit.and_then(|limit| Instant::now().checked_add(limit)) {
        watch = watch.until(end);
    }
    if let Some(checks) = plan.most_checks {
        watch = watch.at_most(checks);
    }
    watch
}

/// Everything a search needs, for one set of demands.
pub struct Search<'a> {
    pub study: &'a Study,
    pub demands: &'a [Demand],
    models: Vec<Box<dyn Model>>,
    levels: Vec<RangeInclusive<u8>>,
    weights: Vec<f64>,
    pub limit: u64,
}

impl<'a> Search<'a> {
    pub fn new(
        plan: &Plan,
        study: &'a Study,
        demands: &'a [Demand],
        suppression: Suppression,
    ) -> Result<Self> {
        let weight = |column: &String| plan.weights.get(column).copied().unwrap_or(1.0);
        Ok(Search {
            study,
            demands,
            models: study.models(demands),
            levels: study.levels(plan)?,
            weights: plan.qi.iter().map(weight).collect(),
            limit: suppression.limit(study.tally.rows()),
        })
    }

    /// The problem of minimising a cost.
    pub fn problem(&self, cost: Cost) -> Problem<'_> {
        let Study { tally, hierarchies, .. } = self.study;
        let price = cost.price(tally, hierarchies, &self.weights);
        Problem::new(tally, hierarchies, &self.levels, &self.models, price, self.limit)
    }

    /// Searches, with progress on terminals.
    pub fn run(&self, cost: Cost, watch: &Watch, talk: &Talk) -> Outcome {
        let step = talk.step("searching", None);
        let bar = step.bar();
        let watch = watch.clone().telling(move |progress| {
            let best = progress.best.map_or("none yet".to_owned(), |best| format!("{best:.6}"));
            bar.set_message(format!(
                "searching: {} nodes examined, best {best}, at least {:.6}",
                progress.checked, progress.lower_bound
            ));
        });
        talk.search(|| self.problem(cost).optimal(&watch))
    }

    /// The cost of publishing a node, by any measure.
    pub fn cost_of(&self, node: &Node, cost: Cost) -> Option<f64> {
        self.problem(cost).examine(node).cost
    }

    pub fn recoding(&self, node: &Node) -> Recoding<'_> {
        Recoding::new(&self.problem(Cost::Loss), node)
    }

    /// The demands that the most general node meets.
    pub fn nearest(&self) -> Vec<Option<Demand>> {
        self.problem(Cost::Loss).nearest(self.demands, |demand| self.study.model(demand))
    }
}

/// A release that was found, on its way to being published.
pub struct Release<'a> {
    pub plan: &'a Plan,
    pub study: &'a Study,
    pub search: &'a Search<'a>,
    pub outcome: &'a Outcome,
    pub node: &'a Node,
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
        let levels = plan.qi.iter().cloned().zip(self.node.0.iter().map(|&level| level.into()));
        let levels = levels.collect();
        let findings = judge(&Question {
            table: &table,
            qi: &plan.qi,
            sensitive: &plan.sensitive,
            group: None,
            demands: &plan.demands,
            nulls: &plan.reading.nulls,
            kinds: &study.kinds,
            hierarchies: &hierarchies,
            levels: &levels,
            public: study.public.as_ref(),
            sample_rows: Some(study.tally.rows()),
            skip_suppressed: plan.keep_suppressed,
            threads: talk.threads,
        })?;
        let mut doubts = Vec::new();
        let kept: Vec<&String> =
            study.table.columns().iter().filter(|name| !plan.id.contains(name)).collect();
        if !table.columns().iter().eq(kept) {
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
                identifying: &plan.id,
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
        self.search.cost_of(self.node, cost)
    }
}
