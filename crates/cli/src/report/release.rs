//! What a release is, why, and what the judge says of it.

use std::fmt::Write;
use std::time::Instant;

use incrowd::audit::Audit;
use incrowd::cost::{Cost, Over};
use incrowd::publish::{Recoding, Undealt};
use incrowd::search::boxes::{Effort, Partition};
use incrowd::search::lattice::{Evaluation, Minimal, Node};
use incrowd::terms::{Demand, Fraction, Guarantee};
use incrowd_io::Location;
use incrowd_judge::Findings;
use serde_json::{Map, Value, json};

use crate::failure::Result;
use crate::groups::GROUP;
use crate::publish::Published;
use crate::release::{Found, Outcome, Release, Search};
use crate::settings::{Algorithm, Order, Plan};
use crate::talk::{BAD, FAINT, GOOD, STRONG, Talk};

use super::check::{self, measured, sentence, short, verdict};

/// What was found about a release.
pub struct Judged<'a> {
    pub published: &'a Published,
    pub findings: &'a Findings,
    pub doubts: &'a [String],
    pub audit: Option<Audit>,
}

impl Judged<'_> {
    /// Whether all demands hold and every row is a true one.
    pub fn is_verified(&self) -> bool {
        self.findings.all_hold() && self.doubts.is_empty()
    }
}

/// The answer for machines.
pub fn document(release: &Release<'_>, judged: &Judged<'_>, start: Instant) -> Value {
    let mut document = json(release, judged, start);
    if let Some(audit) = judged.audit {
        document["audit"] = json!({ "samples": audit.samples, "reproduced": audit.reproduced });
    }
    document
}

/// Tells of a release that was judged.
pub fn tell(
    release: &Release<'_>,
    judged: &Judged<'_>,
    document: &Value,
    talk: &Talk,
    start: Instant,
) -> Result<()> {
    let Judged { published, findings, doubts, audit } = judged;
    let verified = judged.is_verified();
    for warning in &warnings(release, published)[release.study.warnings.len()..] {
        talk.warn(warning);
    }
    if talk.json {
        talk.document(document)?;
    } else if release.plan.output != Some(Location::Standard) || release.plan.dry_run {
        let mut text = text(release, published, findings, verified, start);
        if let Some(audit) = audit {
            text += &audited(*audit);
        }
        talk.print(&text)?;
    }
    for failed in findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        talk.complain(&sentence(failed));
    }
    for doubt in *doubts {
        talk.complain(&format!(
            "the judge does not recognise the table in what was written: {doubt}"
        ));
    }
    if !verified {
        talk.complain(
            "the judge disagrees with the search, which should never happen: nothing was published",
        );
    }
    Ok(())
}

/// What an audit means.
fn audited(audit: Audit) -> String {
    let Audit { samples, reproduced } = audit;
    let meaning = match (reproduced * 20 >= samples * 19, reproduced == 0) {
        (true, _) => {
            "whoever knows the algorithm learns hardly more from this release than others do"
        }
        (false, true) => {
            "whoever knows the algorithm can rule out nearly everybody else's membership: publish with --recoding randomised if that is to be feared"
        }
        (false, false) => {
            "whoever knows the algorithm can rule out the others, and so learn more than the deltas say: publish with --recoding randomised if that is to be feared"
        }
    };
    format!(
        "\n{STRONG}Audit:{STRONG:#} {reproduced} of {samples} other sets of members that fit the release lead to it;\n{meaning}\n"
    )
}

fn warnings(release: &Release<'_>, published: &Published) -> Vec<String> {
    let mut warnings = release.study.warnings.clone();
    warnings.extend(release.outcome.remark.clone());
    if release.outcome.cut_short {
        let cost = release.cost(release.plan.method.cost).unwrap_or(f64::NAN);
        let bound = match release.outcome.lower_bound {
            Some(bound) => format!("no release costs less than {}", short(bound)),
            None => "how much less another would cost is not known".to_owned(),
        };
        warnings.push(format!(
            "the search was cut short after {} nodes: its cost is {}, and {bound}",
            release.outcome.checked,
            short(cost),
        ));
    }
    let hides_presence = release.plan.demands.iter().any(|demand| demand.presence().is_some());
    if hides_presence && published.suppressed > 0 {
        let message = "rows were suppressed: whoever knows that learns of people whom no published class matches \
                       that their class was empty or too full";
        warnings.push(message.to_owned());
    }
    let method = release.plan.method;
    if method.deal {
        let message = "groups keep numbers apart from whoever knows a person's group; whoever knows only the \
                       quasi-identifiers sees the groups of a class together, of which no more than the demanded \
                       part lies in any interval as wide as what counts as near";
        warnings.push(message.to_owned());
    }
    if hides_presence && method.algorithm == Algorithm::Guided && method.effort == Effort::Fast {
        let message =
            "--effort fast tries no tighter deltas: a looser one may cost more than a tighter one";
        warnings.push(message.to_owned());
    }
    let total = published.rows + published.suppressed;
    if published.suppressed * 2 > total {
        warnings.push(format!(
            "{} of {total} rows are suppressed: little of the table is left",
            published.suppressed
        ));
    }
    warnings
}

fn levels(release: &Release<'_>, node: &Node) -> Map<String, Value> {
    release
        .plan
        .qi
        .iter()
        .zip(&node.0)
        .map(|(column, level)| (column.clone(), json!(level)))
        .collect()
}

/// All minimal nodes, the cheapest first.
fn minimal_nodes(release: &Release<'_>, minimal: &Minimal) -> Value {
    let node = |(node, found): &(Node, Evaluation)| {
        json!({
            "levels": levels(release, node),
            "cost": finite(found.cost),
            "suppressed": found.suppressed,
            "classes": found.classes,
        })
    };
    json!({
        "nodes": minimal.nodes.iter().map(node).collect::<Vec<_>>(),
        "checked": minimal.checked,
        "complete": minimal.finished,
    })
}

/// The nodes of the lattice: a whole number, as far as JSON's readers can hold one.
fn size(outcome: &Outcome) -> Value {
    u64::try_from(outcome.nodes).map_or_else(|_| json!(outcome.nodes as f64), |nodes| json!(nodes))
}

/// A number, or null where there is none.
fn finite(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::Null, |value| json!(value))
}

fn json(release: &Release<'_>, judged: &Judged<'_>, start: Instant) -> Value {
    let Release { plan, outcome, found, .. } = release;
    let Judged { published, findings, .. } = judged;
    let verified = judged.is_verified();
    let bound = outcome.lower_bound.filter(|_| plan.method.cost == Cost::Loss);
    let output =
        plan.output.as_ref().filter(|_| verified && !plan.dry_run).map(ToString::to_string);
    let mut document = json!({
        "algorithm": plan.method.algorithm.name(),
        "recoding": plan.method.recoding.name(),
        "rows": {
            "input": published.rows + published.suppressed,
            "published": published.rows,
            "suppressed": published.suppressed,
        },
        "levels": null,
        "classes": findings.classes,
        "cost": {
            "loss": finite(release.cost(Cost::Loss)),
            "discernibility": finite(release.cost(Cost::Discernibility)),
            "average_class": finite(release.cost(Cost::AverageClass)),
            "minimised": {
                "name": plan.method.cost.name(),
                "value": finite(release.cost(plan.method.cost)),
                "over": match plan.method.over {
                    Over::Members => "members",
                    Over::People => "public",
                },
            },
        },
        "lower_bound": bound.map(|loss| json!({ "loss": finite(Some(loss)) })),
        "guarantees": findings.guarantees,
        "search": { "nodes": size(outcome), "checked": outcome.checked, "proven": outcome.proven },
        "warnings": warnings(release, published),
        "seconds": start.elapsed().as_secs_f64(),
        "output": output,
        "verified": verified,
    });
    if let Some(k) = outcome.smallest_k {
        document["smallest_k"] = json!(k);
    }
    if let Some(minimal) = &outcome.minimal {
        document["minimal"] = minimal_nodes(release, minimal);
    }
    if plan.method.deal {
        document["group"] = json!(GROUP);
    }
    document["learned"] = json!(findings)["learned"].take();
    match found {
        Found::Node(node) => document["levels"] = Value::Object(levels(release, node)),
        Found::Boxes(_) => drop(document.as_object_mut().map(|map| map.shift_remove("levels"))),
    }
    document
}

fn text(
    release: &Release<'_>,
    published: &Published,
    findings: &Findings,
    verified: bool,
    start: Instant,
) -> String {
    let Release { plan, outcome, found, .. } = release;
    let mut text = String::new();
    let total = published.rows + published.suppressed;
    let place = match (&plan.output, plan.dry_run) {
        (Some(output), false) if verified => format!("Published {STRONG}{output}{STRONG:#}"),
        _ => format!("{STRONG}Nothing published{STRONG:#} (dry run)"),
    };
    let place = if verified { place } else { format!("{BAD}Nothing published{BAD:#}") };
    let share = 100.0 * published.suppressed as f64 / total.max(1) as f64;
    let _ = writeln!(
        text,
        "{place}: {} of {total} rows in {} classes, {} suppressed ({share:.2}%)\n",
        published.rows, findings.classes, published.suppressed
    );
    for (demand, guarantee) in plan.demands.iter().zip(&findings.guarantees) {
        text += &verdict(demand, guarantee);
    }
    text += "\n";
    let mut told: Vec<&str> = Vec::new();
    for demand in &plan.demands {
        if !told.contains(&demand.against()) {
            told.push(demand.against());
            let _ = writeln!(text, "  {FAINT}against {}{FAINT:#}", demand.against());
        }
    }
    text += &match found {
        Found::Node(node) => columns_by_level(release, node),
        Found::Boxes(partition) => columns_by_range(release, partition),
    };
    text += &check::learned(&findings.learned, findings.presence.is_some());
    if let Some(minimal) = &outcome.minimal {
        text += &minimal_text(release, minimal);
    }
    let cost = release.cost(plan.method.cost).unwrap_or(f64::NAN);
    let proof = match outcome.lower_bound {
        _ if outcome.proven => format!("{GOOD}proven optimal{GOOD:#}"),
        _ if plan.method.algorithm == Algorithm::Samarati && !outcome.cut_short => {
            "the least at the lowest height".to_owned()
        }
        Some(bound) => format!("and no release costs less than {}", short(bound)),
        None => "not proven optimal".to_owned(),
    };
    let effort = match found {
        _ if outcome.smallest_k.is_some() => {
            let k = outcome.smallest_k.unwrap_or_default();
            format!("the smallest k that happens to do is {k}")
        }
        Found::Node(_) => format!("{} of {} nodes examined", outcome.checked, outcome.nodes),
        Found::Boxes(_) => {
            format!("{}, {} regions examined", plan.method.algorithm.name(), outcome.checked)
        }
    };
    let _ = writeln!(
        text,
        "\n{} {}, {proof}: {effort}, {:.2} s in all",
        plan.method.cost.name(),
        short(cost),
        start.elapsed().as_secs_f64()
    );
    if plan.order == Order::Input && !plan.dry_run {
        let _ = writeln!(
            text,
            "{FAINT}Rows are in input order; if that order says something about people, use --order shuffled.{FAINT:#}"
        );
    }
    text
}

/// The minimal nodes, the cheapest first.
fn minimal_text(release: &Release<'_>, minimal: &Minimal) -> String {
    const SHOWN: usize = 20;
    let mut text = format!(
        "\n{STRONG}  minimal nodes ({}){STRONG:#}\n  {:>10}  {:>10}  {}\n",
        minimal.nodes.len(),
        release.plan.method.cost.name(),
        "suppressed",
        release.plan.qi.join(", ")
    );
    for (node, found) in minimal.nodes.iter().take(SHOWN) {
        let levels: Vec<String> = node.0.iter().map(u8::to_string).collect();
        let cost = short(found.cost.unwrap_or(f64::NAN));
        let _ = writeln!(text, "  {cost:>10}  {:>10}  {}", found.suppressed, levels.join(" "));
    }
    if minimal.nodes.len() > SHOWN {
        let more = minimal.nodes.len() - SHOWN;
        let _ = writeln!(text, "  {FAINT}and {more} more (--json lists all){FAINT:#}");
    }
    if !minimal.finished {
        let _ = writeln!(
            text,
            "  {FAINT}the search for them did not come to its end: some may be missing, or not minimal{FAINT:#}"
        );
    }
    text
}

/// Which level each column is shown at.
fn columns_by_level(release: &Release<'_>, node: &Node) -> String {
    let Release { plan, study, .. } = release;
    let mut text = format!("\n{STRONG}  column               level  shown as{STRONG:#}\n");
    for ((column, hierarchy), &level) in plan.qi.iter().zip(&study.hierarchies).zip(&node.0) {
        let level = level as usize;
        let example = match level {
            0 => "as it was".to_owned(),
            level if level == hierarchy.height() => hierarchy.label(level, 0).to_owned(),
            level => {
                let some = (0..hierarchy.nodes(level).min(3) as u32)
                    .map(|node| hierarchy.label(level, node));
                format!("{}, ..", some.collect::<Vec<_>>().join(", "))
            }
        };
        let example: String = example.chars().take(60).collect();
        let _ = writeln!(
            text,
            "  {column:<20} {level:>2}/{:<2}  {FAINT}{example}{FAINT:#}",
            hierarchy.height()
        );
    }
    text
}

/// How much of each column is lost, and how often it is kept as it was.
fn columns_by_range(release: &Release<'_>, partition: &Partition) -> String {
    let Release { plan, search, found, .. } = release;
    let mut text =
        format!("\n{STRONG}  column                 loss  rows kept as they were{STRONG:#}\n");
    let rows: u64 = partition.classes.iter().map(|class| class.rows).sum();
    let losses = search.column_losses(found);
    for (at, (column, loss)) in plan.qi.iter().zip(losses).enumerate() {
        let kept =
            partition.classes.iter().filter(|class| class.ranges[at].0 == class.ranges[at].1);
        let kept: u64 = kept.map(|class| class.rows).sum();
        let share = 100.0 * kept as f64 / rows.max(1) as f64;
        let _ = writeln!(text, "  {column:<20} {loss:>6.4}  {FAINT}{share:>5.1}%{FAINT:#}");
    }
    text
}

/// Tells that no release meets the demands, or that none was found, and which demands one would;
/// and the same for machines.
pub fn refuse(
    plan: &Plan,
    search: &Search<'_>,
    outcome: &Outcome,
    talk: &Talk,
    start: Instant,
) -> Result<(Value, Vec<Guarantee>)> {
    let nearest = search.nearest();
    let pairs = || search.demands.iter().zip(&nearest);
    let guarantees: Vec<_> = pairs().map(|(demand, near)| unmet(demand, near.as_ref())).collect();
    let near_json = |demand: &Demand| {
        let mut value = json!({ "model": demand.model(), "demanded": demand.demanded() });
        if let Some(column) = demand.column() {
            value["column"] = json!(column);
        }
        value
    };
    let unmet = pairs().filter(|(demand, near)| near.as_ref() != Some(*demand));
    for (demand, near) in unmet {
        let hint = match near {
            Some(near) if near.presence().is_some() => {
                let (rows, people) = (search.study.tally.rows(), search.study.tally.people());
                format!(
                    "{rows} of {people} people are in the table ({}), and the nearest that can be met is {near}",
                    Fraction::new(rows, people).plain()
                )
            }
            Some(near) => {
                format!(
                    "the nearest that can be met, at the most general levels allowed, is {near}"
                )
            }
            None => "no demand of this kind can be met".to_owned(),
        };
        let none = if outcome.proven { "no release has" } else { "no release was found that has" };
        talk.complain(&format!("{none} {demand}: {hint}"));
    }
    if let Some(remark) = &outcome.remark {
        talk.complain(remark);
    }
    if outcome.cut_short {
        talk.complain("the search was stopped before any release was found; nothing was written");
    }
    let tally = &search.study.tally;
    let mut document = json!({
        "algorithm": search.method.algorithm.name(),
        "recoding": search.method.recoding.name(),
        "guarantees": guarantees,
        "nearest": nearest.iter().flatten().map(near_json).collect::<Vec<_>>(),
        "search": { "nodes": size(outcome), "checked": outcome.checked, "proven": outcome.proven },
        "warnings": search.study.warnings,
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    });
    if tally.people() > 0 {
        document["members"] = json!(tally.rows());
        document["people"] = json!(tally.people());
    }
    if !talk.json && plan.output != Some(Location::Standard) {
        let summary: Vec<String> = nearest
            .iter()
            .flatten()
            .map(|near| format!("{} {}", near.model(), measured(&near.demanded())))
            .collect();
        talk.print(&format!(
            "Nothing published. Nearest demands that could be met: {}\n",
            summary.join("; ")
        ))?;
    }
    Ok((document, guarantees))
}

/// Says that a class cannot be dealt into groups that meet every demand.
pub fn undealt(recoding: &Recoding<'_>, undealt: &Undealt) -> String {
    let label = |(at, &label): (usize, &u32)| recoding.text(at, label).to_owned();
    let labels: Vec<String> = undealt.labels.iter().enumerate().map(label).collect();
    format!(
        "the {} rows of class ({}) cannot be dealt into groups of which each has {}: \
         looking for classes that need not be dealt",
        undealt.rows,
        labels.join(", "),
        undealt.demand
    )
}

/// A demand that no release meets, beside the nearest that one does.
pub fn unmet(demand: &Demand, nearest: Option<&Demand>) -> Guarantee {
    let measured = nearest.map_or(Value::Null, |demand| demand.demanded());
    Guarantee::on(demand, measured, nearest == Some(demand))
}
