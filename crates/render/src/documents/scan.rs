//! The page of a scan: the columns with the roles they could have, and the sets of columns that
//! single people out.

use incrowd_document::{ColumnSet, ScanColumn, ScanDocument};

use crate::format::{self, cell, figure};
use crate::sections::changes::role;
use crate::sections::closing::{Closing, Further};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{Facts, Sections, prose, table};
use crate::sections::provenance::Repeat;
use crate::sections::uniqueness::UniquenessTables;
use crate::sections::{banner, safe_harbor, utility};
use crate::{Axis, Bars, Block, Chart, Grid, Page};

/// Minimal sets that are listed.
const LISTED: usize = 50;

/// The page.
pub fn page(document: &ScanDocument) -> Page {
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let utility = document.evidence.as_ref().map(utility::blocks);
    let rules = document.safe_harbor.as_deref().unwrap_or_default();
    let mut sections = Sections::default();
    sections.add("At a glance", glance(document, &evidence));
    let columns = columns(&document.columns).into_iter().collect();
    sections.add("Columns and suggested roles", columns);
    sections.add("Sets of columns", sets(&document.sets));
    sections.add("Smallest sets that single people out", minimal(document));
    sections.add("What the table holds", utility.unwrap_or_default());
    sections.add("HIPAA safe harbor", safe_harbor::blocks(rules));
    let warnings = Some(document.warnings.as_slice());
    let repeat = Repeat::Command { published: false, has_evidence: true };
    Closing { warnings, further: Further::default(), evidence, repeat }.add(&mut sections);
    sections.page(
        evidence.title("Scan of", "table"),
        evidence.subtitle("Looked at, nothing was changed"),
    )
}

fn glance(document: &ScanDocument, evidence: &EvidenceParts<'_>) -> Vec<Block> {
    let mut facts = Facts::new();
    facts.text("table", evidence.input("table"));
    facts.figure("rows", Some(document.rows));
    facts.text("columns", Some(document.columns.len().to_string()));
    facts.text(
        "smallest sets that single people out",
        Some(document.minimal_quasi_identifiers.len().to_string()),
    );
    facts.text("release to start from, written to", document.init.as_deref());
    let mut blocks = vec![banner::original()];
    blocks.extend(facts.table("The table in figures"));
    if let Some(sample) = &document.sample {
        blocks.push(prose(format!(
            "Only a sample of {} of {} rows was looked at. Counts of different values and of sets of columns are of \
             the sample; rows, missing values and how values are distributed are of the whole table. Confidence {}, \
             margin {}.",
            sample.rows,
            sample.of,
            figure(sample.confidence),
            figure(sample.margin)
        )));
    }
    blocks.push(prose(
        "A scan only suggests roles. The person responsible for the data chooses the role of every column.",
    ));
    blocks
}

/// Every column with the role that it could have, and why.
fn columns(columns: &[ScanColumn]) -> Option<Block> {
    let mut grid = Grid::new([
        "column",
        "type",
        "suggested role",
        "why",
        "distinct",
        "missing",
        "unique rows",
        "entropy (bits)",
    ]);
    for column in columns {
        grid.row([
            column.name.clone(),
            column.kind.clone(),
            role(&column.suggested_role).to_owned(),
            column.why.clone(),
            column.distinct.to_string(),
            column.missing.to_string(),
            column.unique_rows.to_string(),
            figure(column.entropy),
        ]);
    }
    table("Columns", grid)
}

/// How far sets of columns single people out: as counted, and as expected by the number of possible
/// values alone.
fn sets(sets: &[ColumnSet]) -> Vec<Block> {
    let mut counted = Grid::new([
        "set",
        "unique rows",
        "share unique",
        "smallest class",
        "classes",
        "distinction",
        "pairs told apart",
    ]);
    let mut expected = Grid::new([
        "set",
        "possible values",
        "people",
        "unique at most",
        "exact cap",
        "k about",
        "may be dangerous",
    ]);
    let (mut places, mut shares) = (Vec::new(), Vec::new());
    let mut uniqueness = UniquenessTables::new();
    for set in sets {
        let name = set.columns.join(", ");
        counted.row([
            name.clone(),
            set.unique_rows.to_string(),
            cell(set.unique_fraction),
            set.smallest_class.to_string(),
            set.classes.to_string(),
            cell(set.distinction),
            cell(set.separation),
        ]);
        expected.row([
            name.clone(),
            cell(set.domain.as_ref()),
            set.universe.to_string(),
            figure(set.bound),
            figure(set.cap),
            figure(set.k_estimate),
            format::yes(set.dangerous).to_owned(),
        ]);
        if let Some(estimates) = &set.uniqueness {
            uniqueness.add(&name, estimates);
        }
        shares.push(set.unique_fraction);
        places.push(name);
    }
    let caption =
        "Expected from the number of possible values alone; if the counts differ, trust the counts";
    table("How far sets of columns single people out, as counted", counted)
        .into_iter()
        .chain(drawn(places, shares))
        .chain(table(caption, expected))
        .chain(uniqueness.blocks())
        .collect()
}

/// The rows that sets single out, as bars.
fn drawn(places: Vec<String>, shares: Vec<Option<f64>>) -> Option<Block> {
    let known = shares.iter().any(Option::is_some);
    let chart = Bars {
        title: "Rows that a set of columns singles out".to_owned(),
        label: "set of columns".to_owned(),
        y: Axis { label: "share of rows that are unique".to_owned(), ..Axis::default() },
        places,
        groups: vec![("unique".to_owned(), shares)],
    };
    let caption = "Share of the rows that are alone with their values in a set of columns.";
    known.then(|| Block::Figure(caption.to_owned(), Chart::Bars(chart)))
}

/// The minimal sets that single people out, and whether there are others.
fn minimal(document: &ScanDocument) -> Vec<Block> {
    let (found, search) = (&document.minimal_quasi_identifiers, &document.search);
    let mut facts = Facts::new();
    facts.figure("share of rows that counts (alpha)", Some(search.alpha));
    facts.figure("largest set that was asked for", search.max_size);
    facts.figure("complete for sets of up to", Some(document.complete_to_size));
    facts.figure("sets counted", Some(search.counted));
    facts.text("the search ended", Some(ending(&search.ending)));
    let mut grid = Grid::new(["set", "unique rows"]);
    for (place, set) in found.iter().enumerate().take(LISTED) {
        grid.row([set.join(", "), cell(search.unique_rows.get(place))]);
    }
    let mut blocks: Vec<Block> = facts.table("The search for them").into_iter().collect();
    blocks.extend(table(
        "Sets that single out so many rows, and no smaller set within them does",
        grid,
    ));
    if found.len() > LISTED {
        let more = found.len() - LISTED;
        blocks.push(prose(format!("And {more} more, which the result lists.")));
    }
    blocks
}

/// Why the search ended.
fn ending(word: &str) -> &str {
    match word {
        "exhausted" => "because there are no others",
        "size" => "at the largest size asked for",
        "full" => "because the list was full: there are more",
        "time" => "because the time was up",
        other => other,
    }
}
