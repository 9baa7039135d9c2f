//! What a release is, why, and what the judge says of it.

mod columns;
mod refusal;

use std::time::Instant;

use crate::release::GROUP;
use crate::{Order, Release, Verdict};
use incrowd_core::audit::Audit;
use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::search::lattice::{Evaluation, MinimalNodeSet, Node};
use incrowd_core::search::{Effort, FoundRelease, Recoding};
use incrowd_document as document;
use incrowd_document::{
    AuditDocument, AuditPresence, CellCounts, Costs, LowerBound, MinimisedCost, ReleaseDocument,
    RowCounts,
};

use crate::request::ReleaseRequest;
use crate::run::Context;

use super::{
    after, effort, finite, in_words, object, ordered, people, readings, remarks, spellings,
};

pub use refusal::{refuse, unmet};

/// A release that was judged.
pub struct JudgedRelease<'a> {
    pub task: &'a ReleaseRequest,
    pub release: &'a Release<'a>,
    pub verdict: &'a Verdict,
    pub audit: Option<Audit>,
}

impl JudgedRelease<'_> {
    /// The cost of the release, by any measure.
    fn cost(&self, cost: Cost) -> Option<f64> {
        self.release.outcome.cost(cost)
    }

    /// The document.
    pub fn document(&self, start: Instant) -> ReleaseDocument {
        let JudgedRelease { task, release, verdict, audit } = self;
        let Release { outcome, found, .. } = release;
        let Verdict { findings, written, .. } = verdict;
        let plan = &task.plan;
        let bound = outcome.lower_bound.filter(|_| plan.method.cost == Cost::LOSS);
        let publishes = verdict.may_be_published(task.strict) && !task.dry_run;
        let output = task.output.as_ref().filter(|_| publishes);
        let levels = match found {
            FoundRelease::Node(node) => Some(node.by_column(&plan.qi)),
            FoundRelease::Boxes(_) => None,
        };
        ReleaseDocument {
            algorithm: plan.method.algorithm.name().to_owned(),
            recoding: plan.method.recoding().name().to_owned(),
            rows: Some(RowCounts {
                input: written.rows + written.suppressed,
                published: written.rows,
                suppressed: written.suppressed,
            }),
            people: people(findings),
            levels,
            cells: self.cells(),
            known: findings.known,
            columns: columns::of(release),
            classes: Some(Some(findings.classes)),
            k: findings.k,
            cost: Some(self.costs()),
            lower_bound: Some(bound.map(|loss| LowerBound {
                loss: finite(Some(loss)),
                of: outcome.family.name().to_owned(),
            })),
            guarantees: findings.guarantees.clone(),
            verdict: verdict.overall(),
            risks: verdict.risks.clone(),
            dry_run: task.dry_run,
            demands: in_words(&plan.demands),
            after: (verdict.after.as_ref()).map(|composed| after::document(&plan.after, composed)),
            search: effort(outcome),
            proven: Some(outcome.proven),
            warnings: warnings(self),
            seconds: start.elapsed().as_secs_f64(),
            output: output.map(ToString::to_string),
            verified: verdict.holds(),
            ordered: (plan.order == Order::Input).then(|| verdict.ordered.clone()),
            smallest_k: outcome.smallest_k,
            minimal: outcome.minimal.as_ref().map(|minimal| minimal_nodes(task, minimal)),
            group: plan.method.deal.then(|| GROUP.to_owned()),
            learned: Some(findings.learned.clone()),
            presence: findings.presence.clone(),
            merged: Some(findings.merged.clone()).filter(|merged| !merged.is_empty()),
            audit: audit.map(audited),
            ..ReleaseDocument::default()
        }
    }

    /// The suppressed cells, where single cells are suppressed.
    fn cells(&self) -> Option<CellCounts> {
        let cells = self.release.outcome.figures.as_ref()?.suppressed_cells.as_ref()?;
        let qi = &self.task.plan.qi;
        Some(CellCounts {
            suppressed: cells.iter().sum(),
            of: self.verdict.written.rows * qi.len() as u64,
            by_column: qi.iter().cloned().zip(cells.iter().copied()).collect(),
        })
    }

    /// What the release costs, by several measures.
    fn costs(&self) -> Costs {
        let method = &self.task.plan.method;
        let over = match method.over {
            CostOver::Members => "members",
            CostOver::People => "public",
        };
        let figures = self.release.outcome.figures.as_ref();
        let suppressing = figures.filter(|figures| figures.suppressed > 0);
        Costs {
            loss: finite(self.cost(Cost::LOSS)),
            published_loss: finite(suppressing.map(|figures| figures.published_loss)),
            discernibility: finite(self.cost(Cost::DISCERNIBILITY)),
            average_class: finite(self.cost(Cost::AVERAGE_CLASS)),
            minimised: Some(MinimisedCost {
                name: method.cost.name.to_owned(),
                value: finite(self.cost(method.cost)),
                over: over.to_owned(),
            }),
        }
    }

    /// Says what to be aware of, and what the judge objects to.
    pub fn tell(&self, context: &Context) {
        let JudgedRelease { release, verdict, .. } = self;
        for warning in &warnings(self)[release.study.warnings.len()..] {
            context.warn(warning);
        }
        spellings(&verdict.findings).iter().for_each(|line| context.warn(line));
        object(verdict, self.task.strict, context);
    }
}

/// How many other sets of members lead to the release.
fn audited(audit: Audit) -> AuditDocument {
    let (min, max) = audit.presence;
    AuditDocument {
        samples: audit.samples,
        reproduced: audit.reproduced,
        interval: audit.interval().map(|(low, high)| [low, high]),
        presence: AuditPresence { min: min.to_string(), max: max.to_string() },
    }
}

/// All minimal nodes, the cheapest first.
fn minimal_nodes(task: &ReleaseRequest, minimal: &MinimalNodeSet) -> document::MinimalNodes {
    let node = |(node, found): &(Node, Evaluation)| document::MinimalNode {
        levels: node.by_column(&task.plan.qi),
        cost: finite(found.cost),
        suppressed: found.suppressed,
        classes: found.classes,
    };
    document::MinimalNodes {
        nodes: minimal.nodes.iter().map(node).collect(),
        checked: minimal.checked,
        complete: minimal.finished,
    }
}

/// A sentence, if less than half of what the quasi-identifiers tell is left, and what would help.
fn loses_much(judged: &JudgedRelease<'_>) -> Option<String> {
    let loss = judged.cost(Cost::LOSS).filter(|&loss| loss > 0.5)?;
    let method = judged.task.plan.method;
    let boxes = match method.recoding() {
        Recoding::FullDomain => "`recoding = multidimensional`, ",
        _ => "",
    };
    Some(format!(
        "the release loses {:.0}% of what the quasi-identifiers tell: fewer of them (`qi`), {boxes}hierarchies or \
         weaker demands would keep more",
        loss * 100.0
    ))
}

fn warnings(judged: &JudgedRelease<'_>) -> Vec<String> {
    let JudgedRelease { task, release, verdict, .. } = judged;
    let (plan, written) = (&task.plan, &verdict.written);
    let mut warnings = release.study.warnings.clone();
    warnings.extend(release.study.remarks.clone());
    warnings.extend(readings(&verdict.findings));
    warnings.extend(remarks(&release.outcome, judged.cost(plan.method.cost)));
    warnings.extend(loses_much(judged));
    let hides_presence = plan.demands.iter().any(|demand| demand.presence().is_some());
    if hides_presence && written.suppressed > 0 {
        let message = "rows were suppressed: whoever knows that learns of people whom no published class matches \
                       that their class was empty or too full";
        warnings.push(message.to_owned());
    }
    warnings.extend(verdict.ordered.iter().filter(|column| column.published).map(ordered));
    let method = plan.method;
    if method.deal {
        let message = "nobody outside knows a person's group: whoever knows the quasi-identifiers sees the groups of \
                       a class together. To them the window bound is promised: no interval as wide as what counts as \
                       near holds more than the demanded part of a class; a guess plus or minus that much is not \
                       bounded";
        warnings.push(message.to_owned());
    }
    if hides_presence && method.algorithm.name() == "guided" && method.effort == Effort::Fast {
        let message = "`effort = fast` tries no tighter deltas: a looser one may cost more than a tighter one";
        warnings.push(message.to_owned());
    }
    let total = written.rows + written.suppressed;
    if written.suppressed * 2 > total {
        warnings.push(format!(
            "{} of {total} rows are suppressed: little of the table is left",
            written.suppressed
        ));
    }
    warnings
}
