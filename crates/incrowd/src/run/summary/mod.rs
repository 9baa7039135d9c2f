//! What a command found: its document and its messages.

pub mod after;
pub mod anatomy;
pub mod check;
pub mod mask;
pub mod release;
pub mod safe_harbor;
pub mod scan;

use std::time::Instant;

use crate::{Plan, Verdict};
use incrowd_core::search::{Family, SearchOutcome};
use incrowd_core::terms::{Demand, Guarantee, Risk, Severity};
use incrowd_document::{Costs, NearestDemand, People, ReleaseDocument, SearchEffort};
use incrowd_judge::{Findings, KnownColumn, Merged, Neighbours};
use serde_json::Number;

use crate::run::Context;

use check::{sentence, short};

/// How many people were published and lost rows, where people are counted.
fn people(findings: &Findings) -> Option<People> {
    findings.people_lost.map(|lost| People::Counted(lost.into()))
}

/// What the order of rows tells of a column.
pub fn ordered(neighbours: &Neighbours) -> String {
    let Neighbours { column, same, same_by_chance, in_order, .. } = neighbours;
    format!(
        "the order of rows gives '{column}' back, which is generalized: {:.0}% of neighbours with the same published \
         value have the same {column} ({:.0}% by chance), and of the others {:.0}% stand in its order (50% by \
         chance); publish with --order shuffled",
        100.0 * same,
        100.0 * same_by_chance,
        100.0 * in_order
    )
}

/// What is to be known of a search: its own remark, and how far it came if it was cut short.
pub fn remarks(outcome: &SearchOutcome, cost: Option<f64>) -> Vec<String> {
    let mut remarks: Vec<String> = outcome.remark.clone().into_iter().collect();
    remarks.extend(outcome.loss_of_values.map(|loss| {
        format!(
            "single labels (`cut = nodes`) have their cost: the same boxes lose {} as ranges",
            short(loss)
        )
    }));
    if outcome.cut_short {
        let bound = match outcome.lower_bound {
            Some(bound) => {
                format!("none of the {} costs less than {}", outcome.family.name(), short(bound))
            }
            None => "how much less another would cost is not known".to_owned(),
        };
        let more = match outcome.family {
            Family::FullDomain => " (`proof` or a longer `time-limit` searches on)",
            _ => "",
        };
        remarks.push(format!(
            "the search was cut short after {} nodes: its cost is {}, and {bound}{more}",
            outcome.checked,
            short(cost.unwrap_or(f64::NAN)),
        ));
    }
    remarks
}

/// What speaks against a release, in the words of the judge.
pub fn object(verdict: &Verdict, strict: bool, context: &Context) {
    if verdict.holds() && !verdict.may_be_published(strict) {
        refuse_risks(&verdict.risks, context);
    }
    for failed in verdict.findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        context.complain(&sentence(failed));
    }
    for doubt in &verdict.doubts {
        context.complain(&format!(
            "the judge does not recognise the table in what was written: {doubt}"
        ));
    }
    // The search knows neither what else the register knows nor earlier releases; the judge does.
    let is_blamed = |(at, guarantee): &(usize, &Guarantee)| {
        let worst = guarantee.worst.as_deref().unwrap_or_default();
        let columns = &verdict.findings.register_knows;
        let after = verdict.after.as_ref().and_then(|composed| composed.guarantees.get(*at));
        columns.iter().any(|column| worst.contains(&format!("'{}'", column.published)))
            || after.is_some_and(|joint| !joint.guarantee.holds)
    };
    let guarantees = verdict.findings.guarantees.iter().enumerate();
    let mut failed = guarantees.filter(|(_, guarantee)| !guarantee.holds);
    if !verdict.holds() && (!verdict.doubts.is_empty() || failed.any(|one| !is_blamed(&one))) {
        context.complain(
            "the judge disagrees with the search, which should never happen: nothing was published",
        );
    }
}

/// Says which risks `strict` refuses.
pub fn refuse_risks(risks: &[Risk], context: &Context) {
    for risk in risks.iter().filter(|risk| risk.severity > Severity::Notice) {
        let cure = risk.cure.as_ref().map_or(String::new(), |cure| format!("; {cure}"));
        context.complain(&format!(
            "`strict`: nothing was published: {}: {}{cure}",
            risk.kind, risk.what
        ));
    }
}

/// What is not known of people whom no class matches.
pub fn unmatched(people: u64) -> String {
    let (people, match_, are) = match people {
        1 => ("1 person".to_owned(), "matches", "is"),
        people => (format!("{people} people"), "match", "are"),
    };
    format!(
        "{people} of the register {match_} no published class and {are} taken to be outside, as if no row had been \
         suppressed; --members N says how many rows the table had"
    )
}

/// The document of a release that no lattice was searched for. Its figures are still missing.
pub fn frame(plan: &Plan, start: Instant) -> ReleaseDocument {
    ReleaseDocument {
        algorithm: plan.method.algorithm.name().to_owned(),
        recoding: plan.method.recoding().name().to_owned(),
        classes: Some(None),
        cost: Some(Costs::default()),
        lower_bound: Some(None),
        demands: in_words(&plan.demands),
        seconds: start.elapsed().as_secs_f64(),
        ..ReleaseDocument::default()
    }
}

/// Demands in words.
pub fn in_words(demands: &[Demand]) -> Vec<String> {
    demands.iter().map(ToString::to_string).collect()
}

/// How much was searched, and what that proves.
pub fn effort(outcome: &SearchOutcome) -> SearchEffort {
    SearchEffort {
        nodes: number_of_nodes(outcome.nodes),
        checked: outcome.checked,
        proven: Some(outcome.proven),
        among: Some(outcome.family.name().to_owned()),
        bound: finite(outcome.lower_bound),
        cut_short: outcome.cut_short,
    }
}

/// The nodes of a lattice: a whole number, as far as JSON's readers can hold one.
pub fn number_of_nodes(nodes: u128) -> Number {
    let whole = u64::try_from(nodes).map(Number::from).ok();
    whole.or_else(|| Number::from_f64(nodes as f64)).unwrap_or_else(|| u64::MAX.into())
}

/// A number, or none where it is infinite or undefined.
pub fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// A demand that could be met. Its figures are such that they can be demanded.
pub fn nearest_demand(demand: &Demand) -> NearestDemand {
    NearestDemand {
        model: demand.model().to_owned(),
        demanded: demand.demanded_exactly(),
        column: demand.column().map(str::to_owned),
        demand: Some(demand.to_string()),
        strictest: None,
    }
}

/// What to know of how the judge read secrets and the register. No secret is quoted: warnings go out
/// with certificates.
pub fn readings(findings: &Findings) -> Vec<String> {
    let merged = findings.merged.iter().map(|(column, merged)| {
        let values = match merged.values {
            1 => "1 value".to_owned(),
            values => format!("{values} values"),
        };
        format!(
            "{values} of '{column}' written in several ways (case, blanks, trailing zeros): each counts as one secret"
        )
    });
    let mut warnings: Vec<String> = merged.collect();
    if !findings.register_knows.is_empty() {
        let named = |column: &KnownColumn| match column.by_values {
            true => format!("{} (as {})", column.published, column.register),
            false => column.published.clone(),
        };
        let columns: Vec<String> = findings.register_knows.iter().map(named).collect();
        warnings.push(format!(
            "the register has {} too: whoever holds it knows that of everybody, so demands about the \
             population were measured with it",
            columns.join(", ")
        ));
    }
    warnings
}

/// The spellings that were taken for one secret, for the steward's eyes.
pub fn spellings(findings: &Findings) -> Vec<String> {
    let line = |(column, merged): &(String, Merged)| {
        let quoted = |texts: &Vec<String>| {
            texts.iter().map(|text| format!("'{text}'")).collect::<Vec<_>>().join(" = ")
        };
        let first: Vec<String> = merged.spellings.iter().take(3).map(quoted).collect();
        let more = if merged.values > 3 { ", ..." } else { "" };
        format!("the same {column}: {}{more}", first.join(", "))
    };
    findings.merged.iter().map(line).collect()
}
