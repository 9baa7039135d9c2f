//! What a release is, and what the judge says of it.

mod audit;
mod columns;
mod other;

use std::fmt::Write;

use crate::format;
use incrowd_document::{MinimalNodes, People, ReleaseDocument};
use incrowd_terms::OverallVerdict;

use super::after::after;
use super::learned::learned;
use super::risks::verdict;
use super::style::{BAD, FAINT, GOOD, STRONG};
use super::words::{classes, short, verdicts};

/// Minimal nodes that are shown.
const SHOWN: usize = 20;

/// The text of `incrowd release`.
#[must_use]
pub fn release(document: &ReleaseDocument) -> String {
    let told = match (&document.nearest, document.recoding.as_str()) {
        (Some(nearest), _) => return other::refused(document, nearest),
        (None, "anatomy") => other::anatomy(document),
        (None, "randomised") => other::randomised(document),
        (None, _) => generalized(document),
    };
    verdict(document.verdict, &document.risks) + &told
}

/// A release that generalizes columns or cuts boxes.
fn generalized(document: &ReleaseDocument) -> String {
    let rows = document.rows.unwrap_or_default();
    let share = 100.0 * rows.suppressed as f64 / rows.input.max(1) as f64;
    let output = document.output.as_ref().map(|output| format!("{STRONG}{output}{STRONG:#}"));
    let mut text = format!(
        "{}: {} of {} rows in {}, {} suppressed ({share:.2}%)\n{}\n",
        place(output, document),
        rows.published,
        rows.input,
        classes(document.classes.flatten().unwrap_or_default()),
        rows.suppressed,
        people(document) + &cells(document)
    );
    text += &verdicts(&document.demands, &document.guarantees);
    text += &after(document.after.as_ref(), &document.demands);
    text += "\n";
    text += &adversaries(document);
    text += &match document.levels {
        Some(_) => columns::by_level(&document.columns),
        None => columns::by_range(&document.columns, rows.published),
    };
    text += &learned(document.learned.as_deref().unwrap_or_default(), document.presence.is_some());
    if let Some(minimal) = &document.minimal {
        text += &minimal_nodes(document, minimal);
    }
    text += &cost(document);
    text += &order(document);
    if let Some(audit) = &document.audit {
        text += &audit::audit(audit, document.search.cut_short);
    }
    text
}

/// How many people the rows are of, and how many lost rows, where people are counted.
fn people(document: &ReleaseDocument) -> String {
    let Some(people) = document.people.and_then(People::counted) else { return String::new() };
    let rows = document.rows.unwrap_or_default();
    let lost = match (people.suppressed, people.lost_some) {
        (0, 0) => "nobody lost rows".to_owned(),
        (all, some) => format!("{all} lost all their rows and {some} some of them"),
    };
    format!(
        "{} people in {} rows: {lost}; classes are counted in people\n",
        people.input, rows.input
    )
}

/// How many cells are suppressed, where single ones are.
fn cells(document: &ReleaseDocument) -> String {
    let Some(cells) = &document.cells else { return String::new() };
    let share = 100.0 * cells.suppressed as f64 / cells.of.max(1) as f64;
    format!(
        "{} of {} cells of quasi-identifiers suppressed ({share:.2}%)\n",
        cells.suppressed, cells.of
    )
}

/// Where a release is: at these places, or nowhere, as wanted or because the judge refused it.
fn place(published: Option<String>, document: &ReleaseDocument) -> String {
    match published {
        Some(places) => format!("Published {places}"),
        None if document.dry_run => format!("{STRONG}Nothing published{STRONG:#} (dry run)"),
        None if document.verified && document.verdict == Some(OverallVerdict::HoldsWithRisks) => {
            format!("{STRONG}Nothing published{STRONG:#} (refused with --strict)")
        }
        None => format!("{BAD}Nothing published{BAD:#}"),
    }
}

/// Against whom the demands protect, each once.
fn adversaries(document: &ReleaseDocument) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for guarantee in &document.guarantees {
        if !told.contains(&guarantee.against.as_ref()) {
            told.push(&guarantee.against);
            let _ = writeln!(text, "  {FAINT}against {}{FAINT:#}", guarantee.against);
        }
    }
    text
}

/// What the release costs, how good that is, and what finding it took.
fn cost(document: &ReleaseDocument) -> String {
    let search = &document.search;
    let minimised = document.cost.as_ref().and_then(|cost| cost.minimised.as_ref());
    let name = minimised.map_or("cost", |cost| cost.name.as_str());
    let value = minimised.and_then(|cost| cost.value).unwrap_or(f64::NAN);
    let family = search.among.as_deref().unwrap_or("releases");
    let proof = match search.bound {
        _ if search.proven == Some(true) => format!("{GOOD}proven optimal{GOOD:#} among {family}"),
        _ if document.algorithm == "samarati" && !search.cut_short => {
            "the least at the lowest height".to_owned()
        }
        Some(bound) => format!("and none of the {family} costs less than {}", short(bound)),
        None => "not proven optimal".to_owned(),
    };
    let effort = match (document.smallest_k, &document.levels) {
        (Some(k), _) => format!("the smallest k that happens to do is {k}"),
        (None, Some(_)) => {
            format!("{} of {} nodes examined", search.checked, format::many(&search.nodes))
        }
        (None, None) => format!("{}, {} regions examined", document.algorithm, search.checked),
    };
    let seconds = document.seconds;
    let of_published = document.cost.as_ref().and_then(|cost| cost.published_loss);
    let published = match (of_published, &document.levels) {
        (Some(loss), None) => {
            format!("published rows alone lose {}, suppressed rows everything\n", short(loss))
        }
        _ => String::new(),
    };
    format!("\n{name} {}, {proof}: {effort}, {seconds:.2} s in all\n{published}", short(value))
}

/// What the order of published rows may tell; nothing of rows that are shuffled or were not to be
/// published.
fn order(document: &ReleaseDocument) -> String {
    let Some(ordered) = &document.ordered else { return String::new() };
    if document.output.is_none() && (document.verified || document.dry_run) {
        return String::new();
    }
    let told = match ordered.iter().find(|column| !column.published) {
        Some(column) => format!(
            "Rows are in input order, the order of '{}', which is dropped; --order shuffled hides it.",
            column.column
        ),
        None => "Rows are in input order; if that order says something about people, use --order shuffled."
            .to_owned(),
    };
    format!("{FAINT}{told}{FAINT:#}\n")
}

/// The minimal nodes, the cheapest first.
fn minimal_nodes(document: &ReleaseDocument, minimal: &MinimalNodes) -> String {
    let minimised = document.cost.as_ref().and_then(|cost| cost.minimised.as_ref());
    let columns: Vec<&str> = document.columns.iter().map(|column| column.name.as_str()).collect();
    let mut text = format!(
        "\n{STRONG}  minimal nodes ({}){STRONG:#}\n  {:>10}  {:>10}  {}\n",
        minimal.nodes.len(),
        minimised.map_or("cost", |cost| cost.name.as_str()),
        "suppressed",
        columns.join(", ")
    );
    for node in minimal.nodes.iter().take(SHOWN) {
        let levels: Vec<String> = node.levels.iter().map(|(_, level)| level.to_string()).collect();
        let cost = short(node.cost.unwrap_or(f64::NAN));
        let _ = writeln!(text, "  {cost:>10}  {:>10}  {}", node.suppressed, levels.join(" "));
    }
    if minimal.nodes.len() > SHOWN {
        let more = minimal.nodes.len() - SHOWN;
        let _ = writeln!(text, "  {FAINT}and {more} more (--json lists all){FAINT:#}");
    }
    if !minimal.complete {
        let _ = writeln!(
            text,
            "  {FAINT}the search for them did not come to its end: some may be missing, or not minimal{FAINT:#}"
        );
    }
    text
}
