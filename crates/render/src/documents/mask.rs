//! The page of a mask: how many combinations may be published, how they were divided among the
//! columns, and what combinations the published table has.

use incrowd_document::{JointClasses, MaskColumn, MaskDocument, MaskPromise};

use crate::format::{self, cell};
use crate::sections::closing::{Closing, Further};
use crate::sections::demands::{self, FigureBeside};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, first_rows, list, prose};
use crate::sections::provenance::Repeat;
use crate::sections::recoding::PublishedForm;
use crate::sections::verdict::{self, GuaranteeCounts};
use crate::sections::{banner, changes, risk, risks, safe_harbor, signing, utility};
use crate::{Axis, Bars, Chart, Grid, Page, PageBlock, Tone};

/// The page.
pub fn page(document: &MaskDocument) -> Page {
    let evidence = EvidenceParts::from(document.evidence.as_ref());
    let output = document.output.as_ref().and_then(Option::as_deref);
    // A plan is about a table that was not read.
    let planned = output.is_none() && document.joint.classes.is_none();
    let mut sections = Sections::default();
    sections.add("At a glance", glance(document, &evidence, output, planned));
    sections.add("What each demand means", demanded(document, &evidence));
    let promise = document.promise.as_ref().and_then(Option::as_ref);
    let promise = promise.map(|found| self::promise(found, planned));
    sections.add("What was promised", promise.unwrap_or_default());
    sections.add(verdict::changes(output), columns(document, output.is_some()));
    if document.evidence.is_some() {
        let blocks = risk::blocks(&evidence, "published table", PublishedForm::Generalized);
        sections.add(risk::title(evidence.risk), blocks);
    }
    let utility = document.evidence.as_ref().map(utility::blocks);
    sections.add("What the table is still good for", utility.unwrap_or_default());
    let rules = document.safe_harbor.as_deref().unwrap_or_default();
    sections.add("HIPAA safe harbor", safe_harbor::blocks(rules));
    let warnings = Some(document.warnings.as_slice());
    let repeat = Repeat::Command { published: output.is_some(), has_evidence: !planned };
    Closing { warnings, further: Further::default(), evidence, repeat }.add(&mut sections);
    sections.page(evidence.title("Mask of", "table"), evidence.subtitle(&verdict::outcome(output)))
}

fn glance(
    document: &MaskDocument,
    evidence: &EvidenceParts<'_>,
    output: Option<&str>,
    planned: bool,
) -> Vec<PageBlock> {
    let mut blocks = vec![banner::original()];
    let guarantees = document.guarantees.iter().flatten();
    let held = GuaranteeCounts::of(guarantees.map(|guarantee| guarantee.holds));
    let risks = document.risks.as_deref().unwrap_or_default();
    match document.verdict.flatten() {
        None if held.demanded > 0 => blocks.push(held.note()),
        verdict => blocks.extend(risks::blocks(verdict, risks)),
    }
    if planned {
        let text = "Nothing was published: this is a plan.".to_owned();
        blocks.push(PageBlock::Note(Tone::Careful, text));
    } else if output.is_none() {
        let text = "Nothing was published: the masked table does not meet the demands, or is not as planned.".to_owned();
        blocks.push(PageBlock::Note(Tone::Bad, text));
    }
    let mut facts = FactList::new();
    facts.text("table", evidence.input("table"));
    facts.text("published as", output);
    if evidence.every_column.is_none() {
        verdict::roles(&mut facts, evidence.roles);
    }
    facts.figure("rows", document.rows);
    facts.figure("people", document.people);
    facts.figure("combinations that may be published (cells)", document.cells);
    joint(&mut facts, document.joint, document.people.is_some());
    links(&mut facts, document);
    if !planned {
        facts.text("shows what was planned", document.verified.map(format::yes));
    }
    let guarantees = document.guarantees.as_deref().unwrap_or_default();
    let demands = demands::demands(guarantees, evidence.demands);
    blocks.extend(demands::measured(&demands, FigureBeside::Measured));
    blocks.extend(facts.table("The mask in figures"));
    blocks.extend(signing::blocks(document.evidence.as_ref()));
    blocks
}

/// Adds the classes of all masked columns together.
pub fn joint(facts: &mut FactList, joint: JointClasses, people: bool) {
    facts.figure("combinations in the masked table", joint.classes);
    let members = if people { "people" } else { "rows" };
    facts.figure(&format!("{members} of the rarest combination (joint k)"), joint.k);
}

/// Adds what linked rows and moved dates give away.
fn links(facts: &mut FactList, document: &MaskDocument) {
    if let Some(linked) = document.linked {
        facts.figure("people alone with the set of all their rows", Some(linked.alone_with_all));
        facts.figure("people alone with the best two of their rows", linked.alone_with_two);
    }
    if let Some(shift) = &document.shift {
        facts.figure("days by which dates moved, at most", Some(u64::from(shift.days)));
        let alone = shift.alone_with_intervals;
        facts.figure("people alone with the days between their dates", Some(alone));
        facts.figure("people of whom some shifts can be ruled out", Some(shift.narrowed));
        facts.figure("people whose shift is certain", Some(shift.certain));
    }
}

fn demanded(document: &MaskDocument, evidence: &EvidenceParts<'_>) -> Vec<PageBlock> {
    let guarantees = document.guarantees.as_deref().unwrap_or_default();
    let demands = demands::demands(guarantees, evidence.demands);
    let mut blocks = demands::meanings(&demands, PublishedForm::Generalized, evidence.group);
    blocks.extend(document.nearest.flatten().map(demands::nearest_k));
    blocks
}

/// What the number of cells rests on, and what it does not.
pub fn promise(promise: &MaskPromise, planned: bool) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    facts.figure("people who should share every combination (k)", Some(promise.k));
    facts.figure("accepted probability of failing (beta)", Some(promise.beta));
    facts.figure("people of the population (universe)", Some(promise.universe));
    facts.text("form of the bound", Some(promise.form.as_str()));
    facts.figure("promised probability of failing", promise.failure);
    facts.figure("share of the rarest combination", promise.least_share);
    let failure = promise.least_share_failure;
    facts.figure("probability of failing for people of that combination", failure);
    let counted = match planned {
        true => "count the combinations before you publish.",
        false => "rely on the combinations that were counted.",
    };
    let text = prose(format!("{} {counted}", assumed(&promise.form)));
    facts.table("The promise").into_iter().chain([text]).collect()
}

/// What a promise assumes and for whom it is made, by the form of its bound; ends in a colon.
fn assumed(form: &str) -> &'static str {
    match form {
        "distribution-free" => {
            "The promise assumes nothing about how people spread over the combinations. It is made for a person taken \
             at random, not for everybody at once, and for the people of the population, not for the rows of the table:"
        }
        "simultaneous" => {
            "The promise is made for all combinations at once, and assumes that they are equally likely. Columns that \
             are each well mixed do not make them so:"
        }
        "theorem" | "exact" => {
            "The promise is made for each combination by itself, not for all at once, and assumes that they are equally \
             likely. Columns that are each well mixed do not make them so:"
        }
        _ => "What the promise assumes depends on the form of the bound:",
    }
}

/// What became of each column.
fn columns(document: &MaskDocument, published: bool) -> Vec<PageBlock> {
    let mut grid = Grid::new([
        "column",
        "how",
        "distinct before",
        "budget",
        "distinct after",
        "error",
        "rank difference",
    ]);
    for column in &document.columns {
        grid.row(row(column));
    }
    let (caption, gone) = match published {
        true => ("What became of each column", "Columns that were dropped"),
        false => ("What would become of each column", "Columns that would be dropped"),
    };
    let names = document.columns.iter().map(|column| column.name.clone()).collect();
    let counts = |count: fn(&MaskColumn) -> Option<u64>| {
        document.columns.iter().map(|column| count(column).map(|count| count as f64)).collect()
    };
    let before = counts(|column| column.distinct_before);
    let after = counts(|column| column.distinct_after);
    let mut points = Vec::new();
    if let Some(dropped) = document.dropped.as_ref().filter(|dropped| !dropped.is_empty()) {
        points.push(format!("{gone}: {}.", dropped.join(", ")));
    }
    for column in &document.columns {
        points.extend(column.blanked.map(|blanked| {
            format!(
                "Missing values of {} that are published as empty cells: {blanked}.",
                column.name
            )
        }));
    }
    first_rows(caption, grid, changes::LISTED)
        .into_iter()
        .chain(distinct(names, before, after))
        .chain(list(points))
        .collect()
}

fn row(column: &MaskColumn) -> [String; 7] {
    let mut before = cell(column.distinct_before);
    if column.distinct_before_estimated == Some(true) {
        before = format!("about {before}");
    }
    let mut rank_difference = cell(column.rank_difference.as_ref());
    if column.rank_difference_at_most == Some(true) {
        rank_difference = format!("at most {rank_difference}");
    }
    [
        column.name.clone(),
        column.how.clone(),
        before,
        cell(column.budget),
        cell(column.distinct_after),
        cell(column.error),
        rank_difference,
    ]
}

/// Distinct values per column, as bars.
pub fn distinct(
    mut places: Vec<String>,
    mut before: Vec<Option<f64>>,
    mut after: Vec<Option<f64>>,
) -> Option<PageBlock> {
    places.truncate(utility::BARS);
    before.truncate(utility::BARS);
    after.truncate(utility::BARS);
    let groups: Vec<_> = [("before", before), ("after", after)]
        .into_iter()
        .filter(|(_, counts)| counts.iter().any(Option::is_some))
        .map(|(name, counts)| (name.to_owned(), counts))
        .collect();
    if groups.is_empty() {
        return None;
    }
    let sides = if groups.len() > 1 { " before and after" } else { "" };
    let chart = Bars {
        title: "Distinct values per column".to_owned(),
        label: "column".to_owned(),
        y: Axis { label: "distinct values".to_owned(), log: true, ..Axis::default() },
        places,
        groups,
    };
    let caption =
        format!("Distinct values per column{sides}; equal steps upward are equal factors.");
    Some(PageBlock::Figure(caption, Chart::Bars(chart)))
}
