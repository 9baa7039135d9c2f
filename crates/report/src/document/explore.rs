//! The page of a trade-off: what each demand would cost, before any is chosen.

use crate::{Axis, Bars, Block, Chart, Grid, Page, Tone};

use super::Made;
use super::banner::banner;
use super::frame::{Facts, Sections, table};
use super::part::{Part, Read};
use super::{closing, verdict, words};

/// The entries that the page is about.
const SHOWN: [&str; 4] = ["explore", "cost", "rows", "table"];

/// Figures of a line, and what they are called.
const FIGURES: [(&str, &str); 5] = [
    ("loss", "loss"),
    ("cost", "cost"),
    ("lower_bound", "no release of its family costs less than"),
    ("suppressed", "suppressed"),
    ("classes", "classes"),
];

/// The page.
pub fn page(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Page> {
    let name = whole.word("explore")?;
    let mut sections = Sections::default();
    let note = "Nothing was published: this is what each demand would cost.".to_owned();
    let mut blocks = vec![banner(Made::Explore, whole)?, Block::Note(Tone::Careful, note)];
    let mut facts = Facts::new();
    facts.add("demand that varies", Some(name.as_str()));
    facts.add("cost that is made small", whole.text("cost")?);
    facts.add("rows of the table", whole.figure("rows")?);
    blocks.extend(facts.table("What was explored"));
    sections.add("At a glance", blocks);
    sections.add("What each demand costs", lines(whole, &name)?);
    closing::add(&mut sections, whole, evidence, &SHOWN)?;
    Ok(sections.page(
        verdict::title(&format!("Trade-off by {name} of"), "table", evidence)?,
        verdict::subtitle("Nothing was published", evidence)?,
    ))
}

/// A line for every demand, and the loss as bars.
fn lines(whole: &Part<'_>, name: &str) -> Read<Vec<Block>> {
    let head = [name, "possible", "proven"].into_iter();
    let figures = FIGURES.iter().map(|(_, title)| *title);
    let mut grid = Grid::new(head.chain(figures).chain(["levels"]));
    let (mut places, mut losses) = (Vec::new(), Vec::new());
    for line in whole.parts("table")? {
        let demand = line.any(name).map_or_else(|| words::NONE.to_owned(), told);
        let answer = |key| Ok(line.flag(key)?.map_or(words::NONE, words::yes).to_owned());
        let mut cells = vec![demand.clone(), answer("possible")?, answer("proven")?];
        for (key, _) in FIGURES {
            cells.push(line.cell(key)?);
        }
        cells.push(line.plain("levels"));
        grid.row(cells);
        places.push(demand);
        losses.push(line.float("loss")?);
    }
    let drawn = losses.iter().any(Option::is_some);
    let mut blocks: Vec<Block> = table("What each demand costs", grid).into_iter().collect();
    if drawn {
        let chart = Bars {
            title: format!("Loss by {name}"),
            label: name.to_owned(),
            y: Axis { label: "loss".to_owned(), ..Axis::default() },
            places,
            groups: vec![("loss".to_owned(), losses)],
        };
        let caption = format!(
            "Loss by {name}; where there is no bar, no release was found that meets the demand."
        );
        blocks.push(Block::Figure(caption, Chart::Bars(chart)));
    }
    Ok(blocks)
}

/// A demand as it was written.
fn told(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| words::plain(value), str::to_owned)
}
