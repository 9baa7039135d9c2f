//! The page of a trade-off: what each demand would cost, before any is chosen.

use incrowd_document::ExploreDocument;

use crate::format::{self, cell};
use crate::sections::banner;
use crate::sections::closing::{Closing, Further};
use crate::sections::evidence::EvidenceParts;
use crate::sections::layout::{FactList, Sections, table};
use crate::sections::provenance::Repeat;
use crate::{Axis, Bars, Chart, Grid, Page, PageBlock, Tone};

/// The page.
pub fn page(document: &ExploreDocument) -> Page {
    let name = &document.explore;
    let note = "Nothing was published: this is what each demand would cost.".to_owned();
    let mut blocks = vec![banner::original(), PageBlock::Note(Tone::Careful, note)];
    let mut facts = FactList::new();
    facts.text("demand that varies", Some(name.as_str()));
    facts.text("cost that is minimised", Some(document.cost.as_str()));
    facts.figure("rows of the table", Some(document.rows));
    blocks.extend(facts.table("What was explored"));
    let mut sections = Sections::default();
    sections.add("At a glance", blocks);
    sections.add("What each demand costs", costs(document));
    let evidence = EvidenceParts::default();
    let repeat = Repeat::Command { published: false, has_evidence: false };
    Closing { warnings: None, further: Further::default(), evidence, repeat }
        .add_signed(&mut sections);
    sections.page(
        evidence.title(&format!("Trade-off by {name} of"), "table"),
        evidence.subtitle("Nothing was published"),
    )
}

/// A line for every demand, and the loss as bars.
fn costs(document: &ExploreDocument) -> Vec<PageBlock> {
    let name = &document.explore;
    let mut grid = Grid::new([
        name.as_str(),
        "possible",
        "proven",
        "loss",
        "cost",
        "no release of its family costs less than",
        "suppressed",
        "classes",
        "levels",
    ]);
    let (mut places, mut losses) = (Vec::new(), Vec::new());
    for row in &document.table {
        let demand = format::word(row.demand.get(name).map(String::as_str));
        grid.row([
            demand.clone(),
            format::yes(row.possible).to_owned(),
            format::yes(row.proven).to_owned(),
            cell(row.loss),
            cell(row.cost),
            cell(row.lower_bound),
            cell(row.suppressed),
            cell(row.classes),
            row.levels
                .as_ref()
                .map_or_else(|| format::NONE.to_owned(), |levels| format::levels(levels)),
        ]);
        places.push(demand);
        losses.push(row.loss);
    }
    let drawn = losses.iter().any(Option::is_some);
    let mut blocks: Vec<PageBlock> = table("What each demand costs", grid).into_iter().collect();
    if drawn {
        let chart = Bars {
            title: format!("Loss by {name}"),
            label: name.clone(),
            y: Axis { label: "loss".to_owned(), ..Axis::default() },
            places,
            groups: vec![("loss".to_owned(), losses)],
        };
        let caption = format!(
            "Loss by {name}; where there is no bar, no release was found that meets the demand."
        );
        blocks.push(PageBlock::Figure(caption, Chart::Bars(chart)));
    }
    blocks
}
