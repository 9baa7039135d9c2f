//! The page of a scan: the columns with the roles they could have, and the sets of columns that
//! single people out.

use incrowd_document::ScanDocument;

use crate::format::{self, cell, figure};
use crate::sections::changes::role;
use crate::sections::closing::{Closing, Further};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, first_rows, prose, table};
use crate::sections::provenance::Repeat;
use crate::sections::uniqueness::UniquenessTables;
use crate::sections::{banner, safe_harbor, utility};
use crate::{Axis, Bars, Chart, Grid, Page, PageBlock};

/// Minimal sets that are listed.
const LISTED: usize = 50;

/// The page.
pub fn page(document: &ScanDocument) -> Page {
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let utility = document.evidence.as_ref().map(utility::blocks);
    let rules = document.safe_harbor.as_deref().unwrap_or_default();
    let mut sections = Sections::default();
    sections.add("At a glance", glance(document, &evidence));
    let columns = columns(document);
    sections.add("Columns and suggested roles", columns);
    sections.add("Sets of columns", sets(document));
    sections.add("Smallest sets that single people out", minimal(document));
    sections.add("What the table holds", utility.unwrap_or_default());
    sections.add("HIPAA safe harbor", safe_harbor::blocks(rules));
    let warnings = Some(document.warnings.as_slice());
    let repeat = Repeat::Command { published: false, has_evidence: true };
    Closing { warnings, further: Further::default(), evidence, repeat }.add_signed(&mut sections);
    sections.page(
        evidence.title("Scan of", "table"),
        evidence.subtitle("Looked at, nothing was changed"),
    )
}

fn glance(document: &ScanDocument, evidence: &EvidenceParts<'_>) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    facts.text("table", evidence.input("table"));
    facts.figure("rows", Some(document.rows));
    facts.figure("people", document.people);
    facts.text("columns", Some(document.columns.len().to_string()));
    facts.text(
        "smallest sets that single people out",
        Some(document.minimal_quasi_identifiers.len().to_string()),
    );
    facts.text("release to start from, written to", document.init.as_deref());
    let mut blocks = vec![banner::original()];
    blocks.extend(facts.table("The table in figures"));
    if document.people.is_some() {
        blocks.push(prose(
            "People are counted, not rows: a person is unique on a set of columns if one of their rows has values there \
             that nobody else has.",
        ));
    }
    if let Some(sample) = &document.sample {
        let whose = sample
            .people
            .map_or(String::new(), |people| format!(", all those of {people} people,"));
        blocks.push(prose(format!(
            "Only a sample of {} of {} rows{whose} was looked at. Counts of different values and of sets of columns are of \
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

/// What is unique: people or rows.
fn unique(document: &ScanDocument) -> &'static str {
    if document.people.is_some() { "unique people" } else { "unique rows" }
}

/// Every column with the role that it could have, and why.
fn columns(document: &ScanDocument) -> Vec<PageBlock> {
    let mut grid = Grid::new([
        "column",
        "type",
        "suggested role",
        "why",
        "distinct",
        "missing",
        unique(document),
        "entropy (bits)",
    ]);
    for column in &document.columns {
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
    first_rows("Columns", grid, LISTED)
}

/// How far sets of columns single people out: as counted, and as expected by the number of possible
/// values alone.
fn sets(document: &ScanDocument) -> Vec<PageBlock> {
    let apart = match document.people {
        Some(_) => "others told apart by the rarest row",
        None => "pairs told apart",
    };
    let mut counted = Grid::new([
        "set",
        unique(document),
        "share unique",
        "smallest class",
        "classes",
        "distinction",
        apart,
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
    for set in &document.sets {
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
        .chain(drawn(places, shares, document.people.is_some()))
        .chain(table(caption, expected))
        .chain(uniqueness.blocks())
        .collect()
}

/// The rows or people that sets single out, as bars.
fn drawn(places: Vec<String>, shares: Vec<Option<f64>>, people: bool) -> Option<PageBlock> {
    let known = shares.iter().any(Option::is_some);
    let (whom, members) =
        if people { ("People whom", "people who") } else { ("Rows that", "rows that") };
    let chart = Bars {
        title: format!("{whom} a set of columns singles out"),
        label: "set of columns".to_owned(),
        y: Axis { label: format!("share of {members} are unique"), ..Axis::default() },
        places,
        groups: vec![("unique".to_owned(), shares)],
    };
    let caption =
        format!("Share of the {members} are alone with their values in a set of columns.");
    known.then_some(PageBlock::Figure(caption, Chart::Bars(chart)))
}

/// The minimal sets that single people out, and whether there are others.
fn minimal(document: &ScanDocument) -> Vec<PageBlock> {
    let (found, search) = (&document.minimal_quasi_identifiers, &document.search);
    let mut facts = FactList::new();
    let members = if document.people.is_some() { "people" } else { "rows" };
    facts.figure(&format!("share of {members} that counts (alpha)"), Some(search.alpha));
    facts.figure("largest set that was asked for", search.max_size);
    facts.figure("complete for sets of up to", Some(document.complete_to_size));
    facts.figure("sets counted", Some(search.counted));
    facts.text("the search ended", Some(ending(&search.ending)));
    let mut grid = Grid::new(["set", unique(document)]);
    for (place, set) in found.iter().enumerate().take(LISTED) {
        grid.row([set.join(", "), cell(search.unique_rows.get(place))]);
    }
    let mut blocks: Vec<PageBlock> = facts.table("The search for them").into_iter().collect();
    let caption =
        format!("Sets that single out so many {members}, and no smaller set within them does");
    blocks.extend(table(caption, grid));
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
        "work" => "because larger sets take longer to find: a time limit lets the search go on",
        "time" => "because the time was up",
        other => other,
    }
}
