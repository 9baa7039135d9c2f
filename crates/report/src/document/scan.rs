//! The page of a scan: the columns with the parts they could play, and the sets of columns that
//! single people out.

use crate::{Axis, Bars, Block, Chart, Grid, Page};

use super::Made;
use super::banner::banner;
use super::change::role;
use super::frame::{Facts, Sections, prose, table};
use super::part::{Part, Read};
use super::uniqueness::Estimates;
use super::{closing, harbor, utility, verdict, words};

/// The entries that the page is about.
const SHOWN: [&str; 9] = [
    "rows",
    "columns",
    "sets",
    "minimal_quasi_identifiers",
    "complete_to_size",
    "search",
    "sample",
    "safe_harbor",
    "init",
];

/// Minimal sets that are listed.
const LISTED: usize = 50;

/// Figures of a column, and what they are called.
const COLUMN: [(&str, &str); 4] = [
    ("distinct", "distinct"),
    ("missing", "missing"),
    ("unique_rows", "unique rows"),
    ("entropy", "entropy (bits)"),
];

/// What was counted of a set of columns.
const COUNTED: [(&str, &str); 6] = [
    ("unique_rows", "unique rows"),
    ("unique_fraction", "share unique"),
    ("smallest_class", "smallest class"),
    ("classes", "classes"),
    ("distinction", "distinction"),
    ("separation", "pairs told apart"),
];

/// What is expected of a set of columns by the number of its possible values alone.
const EXPECTED: [(&str, &str); 5] = [
    ("domain", "possible values"),
    ("universe", "people"),
    ("bound", "unique at most"),
    ("cap", "exact cap"),
    ("k_estimate", "k about"),
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let mut sections = Sections::default();
    sections.add("At a glance", glance(whole, evidence)?);
    sections.add("Columns and the parts they could play", columns(whole)?);
    sections.add("Sets of columns", sets(whole)?);
    sections.add("Smallest sets that single people out", minimal(whole)?);
    sections.add("What the table holds", utility::blocks(whole, evidence)?);
    sections.add("HIPAA safe harbor", harbor::blocks(whole)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title("Scan of", "table", evidence)?,
        verdict::subtitle("Looked at, nothing was changed", evidence)?,
    ))
}

fn glance(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut facts = Facts::new();
    facts.add("table", verdict::input(evidence, "table")?);
    facts.add("rows", whole.figure("rows")?);
    facts.add("columns", Some(whole.list("columns")?.len().to_string()));
    facts.add(
        "smallest sets that single people out",
        Some(whole.list("minimal_quasi_identifiers")?.len().to_string()),
    );
    facts.add("release to start from, written to", whole.text("init")?);
    let mut blocks = vec![banner(Made::Scan, whole)?];
    blocks.extend(facts.table("The table in figures"));
    if let Some(sample) = whole.part("sample")? {
        blocks.push(prose(format!(
            "Only a sample of {} of {} rows was looked at. Counts of different values and of sets of columns are of \
             the sample; rows, missing values and how values are distributed are of the whole table. Confidence {}, \
             margin {}.",
            sample.cell("rows")?,
            sample.cell("of")?,
            sample.cell("confidence")?,
            sample.cell("margin")?
        )));
    }
    blocks.push(prose(
        "A scan suggests and does not decide: who answers for the data chooses the role of every column.",
    ));
    Ok(blocks)
}

/// Every column with the role that it could have, and why.
fn columns(whole: &Part<'_>) -> Read<Vec<Block>> {
    let titles = COLUMN.iter().map(|(_, title)| *title);
    let mut grid = Grid::new(["column", "type", "suggested role", "why"].into_iter().chain(titles));
    for column in whole.parts("columns")? {
        let mut cells = vec![
            column.word("name")?,
            column.word("type")?,
            role(&column.word("suggested_role")?),
            column.word("why")?,
        ];
        for (key, _) in COLUMN {
            cells.push(column.cell(key)?);
        }
        grid.row(cells);
    }
    Ok(table("Columns", grid).into_iter().collect())
}

/// How far sets of columns single people out.
fn sets(whole: &Part<'_>) -> Read<Vec<Block>> {
    let titles = |figures: &'static [(&str, &str)]| figures.iter().map(|(_, title)| *title);
    let mut counted = Grid::new(["set"].into_iter().chain(titles(&COUNTED)));
    let head = ["set"].into_iter().chain(titles(&EXPECTED)).chain(["may be dangerous"]);
    let mut expected = Grid::new(head);
    let (mut places, mut shares) = (Vec::new(), Vec::new());
    let mut estimates = Estimates::new();
    for set in whole.parts("sets")? {
        let name = set.texts("columns")?.join(", ");
        let cells = |figures: &[(&str, &str)]| {
            let cells = figures.iter().map(|(key, _)| set.cell(key));
            std::iter::once(Ok(name.clone())).chain(cells).collect::<Read<Vec<String>>>()
        };
        counted.row(cells(&COUNTED)?);
        let dangerous = set.flag("dangerous")?.map_or(words::NONE, words::yes).to_owned();
        expected.row(cells(&EXPECTED)?.into_iter().chain([dangerous]));
        estimates.add(&name, &set)?;
        shares.push(set.float("unique_fraction")?);
        places.push(name);
    }
    let mut blocks: Vec<Block> =
        table("How far sets of columns single people out, as counted", counted)
            .into_iter()
            .collect();
    blocks.extend(drawn(places, shares));
    let caption =
        "What is expected by the number of possible values alone; believe the counts before it";
    blocks.extend(table(caption, expected));
    blocks.extend(estimates.blocks());
    Ok(blocks)
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

/// The minimal sets that single people out, and what the list holds of all there is.
fn minimal(whole: &Part<'_>) -> Read<Vec<Block>> {
    let found = whole.list("minimal_quasi_identifiers")?;
    let search = whole.part("search")?;
    let counts = search
        .as_ref()
        .map(|search| search.numbers("unique_rows"))
        .transpose()?
        .unwrap_or_default();
    let mut grid = Grid::new(["set", "unique rows"]);
    for (place, set) in found.iter().enumerate().take(LISTED) {
        let Some(names) = set.as_array() else {
            return Err(whole.wrong(&format!("minimal_quasi_identifiers.{place}"), "a list", set));
        };
        let name = |name: &serde_json::Value| {
            name.as_str().map_or_else(|| words::plain(name), str::to_owned)
        };
        let names: Vec<String> = names.iter().map(name).collect();
        let unique = counts.get(place).copied().flatten();
        let unique = unique.map_or_else(|| words::NONE.to_owned(), words::number);
        grid.row([names.join(", "), unique]);
    }
    let mut blocks = Vec::new();
    if let Some(search) = &search {
        let mut facts = Facts::new();
        facts.add("share of rows that counts (alpha)", search.figure("alpha")?);
        facts.add("largest set that was asked for", search.figure("max_size")?);
        facts.add("complete for sets of up to", whole.figure("complete_to_size")?);
        facts.add("sets counted", search.figure("counted")?);
        facts.add("the search ended", search.text("ending")?.map(ending));
        blocks.extend(facts.table("The search for them"));
    }
    let more = found.len().saturating_sub(LISTED);
    blocks.extend(table(
        "Sets that single out so many rows, and no smaller set within them does",
        grid,
    ));
    if more > 0 {
        blocks.push(prose(format!("And {more} more, which the result lists.")));
    }
    Ok(blocks)
}

/// Why the search ended.
fn ending(word: &str) -> String {
    match word {
        "exhausted" => "because there are no others",
        "size" => "at the largest size asked for",
        "full" => "because the list was full: there are more",
        "time" => "because the time was up",
        other => other,
    }
    .to_owned()
}
