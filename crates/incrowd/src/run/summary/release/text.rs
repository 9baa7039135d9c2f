//! A release that was judged, in words.

use std::fmt::Write;
use std::time::Instant;

use crate::{Order, Plan, Release, Verdict};
use incrowd_core::audit::Audit;
use incrowd_core::search::Found;
use incrowd_core::search::boxes::Partition;
use incrowd_core::search::lattice::{MinimalNodes, Node};

use crate::run::style::{FAINT, GOOD, STRONG};
use crate::run::summary::check::{self, short, verdict};
use crate::run::summary::{classes, place};

use super::Judged;

/// The answer for people.
pub(super) fn text(judged: &Judged<'_>, start: Instant) -> String {
    let Judged { task, release, verdict: judgement, .. } = judged;
    let Release { outcome, found, .. } = release;
    let Verdict { findings, written, .. } = judgement;
    let plan = &task.plan;
    let mut text = String::new();
    let total = written.rows + written.suppressed;
    let output = task.output.as_ref().filter(|_| judgement.holds() && !task.dry_run);
    let place = place(output.map(|output| format!("{STRONG}{output}{STRONG:#}")), judgement);
    let share = 100.0 * written.suppressed as f64 / total.max(1) as f64;
    let _ = writeln!(
        text,
        "{place}: {} of {total} rows in {}, {} suppressed ({share:.2}%)\n",
        written.rows,
        classes(findings.classes),
        written.suppressed
    );
    for (demand, guarantee) in plan.demands.iter().zip(&findings.guarantees) {
        text += &verdict(demand, guarantee);
    }
    text += "\n";
    let mut told: Vec<&str> = Vec::new();
    for guarantee in &findings.guarantees {
        if !told.contains(&guarantee.against.as_ref()) {
            told.push(&guarantee.against);
            let _ = writeln!(text, "  {FAINT}against {}{FAINT:#}", guarantee.against);
        }
    }
    text += &match found {
        Found::Node(node) => columns_by_level(release, node),
        Found::Boxes(partition) => columns_by_range(release, partition),
    };
    text += &check::learned(&findings.learned, findings.presence.is_some());
    if let Some(minimal) = &outcome.minimal {
        text += &minimal_text(plan, minimal);
    }
    let cost = judged.cost(plan.method.cost).unwrap_or(f64::NAN);
    let proof = match outcome.lower_bound {
        _ if outcome.proven => {
            format!("{GOOD}proven optimal{GOOD:#} among {}", outcome.family.name())
        }
        _ if plan.method.algorithm.name() == "samarati" && !outcome.cut_short => {
            "the least at the lowest height".to_owned()
        }
        Some(bound) => {
            format!("and none of the {} costs less than {}", outcome.family.name(), short(bound))
        }
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
        plan.method.cost.name,
        short(cost),
        start.elapsed().as_secs_f64()
    );
    if plan.order == Order::Input && !task.dry_run {
        let sorted = judgement.ordered.iter().find(|column| !column.published);
        let told = match sorted {
            Some(column) => format!(
                "Rows are in input order, the order of '{}', which is dropped; --order shuffled hides it.",
                column.column
            ),
            None => "Rows are in input order; if that order says something about people, use --order shuffled."
                .to_owned(),
        };
        let _ = writeln!(text, "{FAINT}{told}{FAINT:#}");
    }
    text
}

/// The minimal nodes, the cheapest first.
fn minimal_text(plan: &Plan, minimal: &MinimalNodes) -> String {
    const SHOWN: usize = 20;
    let mut text = format!(
        "\n{STRONG}  minimal nodes ({}){STRONG:#}\n  {:>10}  {:>10}  {}\n",
        minimal.nodes.len(),
        plan.method.cost.name,
        "suppressed",
        plan.qi.join(", ")
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
    let study = release.study;
    let mut text = format!("\n{STRONG}  column               level  shown as{STRONG:#}\n");
    for ((column, hierarchy), &level) in
        study.plan.qi.iter().zip(&study.encoded.hierarchies).zip(&node.0)
    {
        let level = level as usize;
        let example = match level {
            0 => "as it was".to_owned(),
            level if level == hierarchy.height() => hierarchy.label(level, 0).to_owned(),
            level => {
                // Missing values stand first, and an empty one shows nothing.
                let labels =
                    (0..hierarchy.nodes(level) as u32).map(|node| hierarchy.label(level, node));
                let some = labels.filter(|label| !label.is_empty()).take(3);
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
    let Release { study, outcome, .. } = release;
    let mut text =
        format!("\n{STRONG}  column                 loss  rows kept as they were{STRONG:#}\n");
    let rows: u64 = partition.classes.iter().map(|class| class.rows).sum();
    let losses = outcome.figures.as_ref().map(|figures| figures.column_losses.as_slice());
    for (at, (column, loss)) in study.plan.qi.iter().zip(losses.unwrap_or_default()).enumerate() {
        let kept =
            partition.classes.iter().filter(|class| class.ranges[at].0 == class.ranges[at].1);
        let kept: u64 = kept.map(|class| class.rows).sum();
        let share = 100.0 * kept as f64 / rows.max(1) as f64;
        let _ = writeln!(text, "  {column:<20} {loss:>6.4}  {FAINT}{share:>5.1}%{FAINT:#}");
    }
    text
}

/// What an audit means.
pub(super) fn audited(audit: Audit, cut_short: bool) -> String {
    let Audit { samples, reproduced, presence: (least, most) } = audit;
    let Some((low, high)) = audit.interval() else {
        return format!(
            "\n{STRONG}Audit:{STRONG:#} no other set of members fits the release: it is certain who is in the table\n"
        );
    };
    let meaning = match (reproduced * 20 >= samples * 19, reproduced == 0) {
        _ if cut_short => {
            "the search was cut short and its repetitions were not, so this says nothing: search without --time-limit"
        }
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
        "\n{STRONG}Audit:{STRONG:#} {reproduced} of {samples} other sets of members that fit the release lead to it\n\
         (with 95% confidence {:.1}% to {:.1}% of all others); among those that do, and the table's own,\n\
         presence is {} to {};\n{meaning}\n",
        100.0 * low,
        100.0 * high,
        least.plain(),
        most.plain(),
    )
}
