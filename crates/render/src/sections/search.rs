//! How the search went: what was examined, how sure it is that nothing is cheaper, and where in the
//! lattice the release lies.

use incrowd_document::{
    AuditDocument, Draw, LatticeColumn, LatticeEvidence, ReleaseDocument, SearchEvidence,
    SearchKind,
};

use super::layout::{FactList, prose, table};
use crate::format::{self, cell};
use crate::{Axis, Bars, Chart, Grid, Lattice, LevelRange, PageBlock};

/// What a family of releases is called that has no name.
const OF_THIS_KIND: &str = "releases of this kind";

/// The search of a release.
pub fn blocks(release: &ReleaseDocument) -> Vec<PageBlock> {
    let evidence = release.evidence.as_ref().and_then(|evidence| evidence.search.as_ref());
    let boxes = match evidence {
        Some(evidence) => evidence.kind == SearchKind::Boxes,
        None => release.recoding != "full-domain",
    };
    let mut facts = FactList::new();
    facts.text("algorithm", Some(release.algorithm.as_str()));
    facts.text("recoding", Some(release.recoding.as_str()));
    // Where nothing was searched, nothing was examined: zero is no figure of a search.
    let nodes = Some(&release.search.nodes).filter(|nodes| nodes.as_f64() != Some(0.0));
    facts.text(if boxes { "regions" } else { "nodes of the lattice" }, nodes.map(format::many));
    facts.figure("examined", Some(release.search.checked).filter(|&checked| checked > 0));
    if let Some(evidence) = evidence {
        facts.figure("classes", evidence.classes);
        let name = format!("cost that was found ({})", evidence.cost.name);
        facts.figure(&name, evidence.cost.value);
        let name = format!("none of the {} costs less than", evidence.among);
        facts.figure(&name, evidence.bound);
        let gap = evidence.gap.map(format::share);
        facts.text("gap between both, as a share of the cost", gap);
    }
    if let Some(Some(bound)) = &release.lower_bound {
        // The evidence has said so already.
        let said = evidence.and_then(|evidence| evidence.bound).map(format::figure);
        let loss = bound.loss.map(format::figure).filter(|loss| said.as_ref() != Some(loss));
        facts.text(&format!("none of the {} loses less than", bound.of), loss);
    }
    facts.figure("smallest k that happens to meet the demands", release.smallest_k);
    let mut blocks: Vec<PageBlock> = facts.table("The search").into_iter().collect();
    blocks.extend(proof(release, evidence));
    if let Some(lattice) = evidence.and_then(|evidence| evidence.lattice.as_ref()) {
        blocks.extend(levels(&lattice.columns));
        blocks.extend(heights(lattice));
    }
    blocks.extend(release.draw.map(draw));
    blocks.extend(release.audit.as_ref().map(audit));
    blocks
}

/// What a certificate says of the search, which is no more than the recoding.
pub fn certified(recoding: Option<&str>, drawn: Option<Draw>) -> Vec<PageBlock> {
    let mut facts = FactList::new();
    facts.text("recoding", recoding);
    facts.table("The search").into_iter().chain(drawn.map(draw)).collect()
}

/// How sure the answer is.
fn proof(release: &ReleaseDocument, evidence: Option<&SearchEvidence>) -> Option<PageBlock> {
    let proven = release.search.proven.or(evidence.map(|evidence| evidence.proven))?;
    let family = evidence.map_or(OF_THIS_KIND, |evidence| &evidence.among);
    Some(prose(match (proven, release.rows.is_some()) {
        (true, true) => format!(
            "It is proven that none of the {family} that meet the demands costs less; others may."
        ),
        (true, false) => "It is proven that no release of this kind meets the demands.".to_owned(),
        (false, true) => {
            "It is not proven that no other release costs less; the bound, if there is one, says by how much at most, \
             among the releases that it names."
                .to_owned()
        }
        (false, false) => {
            "No release was found that meets the demands; it is not proven that there is none."
                .to_owned()
        }
    }))
}

/// The levels that each column may have and has: as a picture if the lattice is small.
fn levels(columns: &[LatticeColumn]) -> Option<PageBlock> {
    let lattice = Lattice {
        title: "The lattice".to_owned(),
        columns: columns.iter().map(level_range).collect(),
    };
    if lattice.is_small() {
        let chosen = columns.iter().all(|column| column.chosen.is_some());
        let chosen = if chosen { " The chosen node is highlighted." } else { "" };
        let caption = format!(
            "Every node of the lattice that was allowed: the least general at the bottom, the most general at the top. \
             Lines join nodes that differ by one level.{chosen}"
        );
        return Some(PageBlock::Figure(caption, Chart::Lattice(lattice)));
    }
    let mut grid = Grid::new(["column", "lowest level", "highest level", "chosen"]);
    for column in columns {
        let (lowest, highest) = (column.lowest.to_string(), column.highest.to_string());
        grid.row([column.name.clone(), lowest, highest, cell(column.chosen)]);
    }
    table("Levels of each column", grid)
}

fn level_range(column: &LatticeColumn) -> LevelRange {
    LevelRange {
        name: column.name.clone(),
        lowest: column.lowest.into(),
        highest: column.highest.into(),
        chosen: column.chosen.map(u64::from),
    }
}

/// The lattice by height, with the height of the release standing out.
fn heights(lattice: &LatticeEvidence) -> Option<PageBlock> {
    let counts = lattice.by_height.as_ref().filter(|counts| !counts.is_empty())?;
    let heights: Vec<u64> =
        (0..counts.len() as u64).map(|above| lattice.lowest_height.saturating_add(above)).collect();
    let group = |is_chosen: bool| {
        let count = |(height, count): (&u64, &f64)| {
            ((lattice.chosen_height == Some(*height)) == is_chosen).then_some(*count)
        };
        heights.iter().zip(counts).map(count).collect()
    };
    let mut groups = vec![("other nodes".to_owned(), group(false))];
    if let Some(chosen) = lattice.chosen_height {
        groups.push((format!("nodes as high as the release, at height {chosen}"), group(true)));
    }
    let chart = Bars {
        title: "Nodes of the lattice by height".to_owned(),
        label: "height: sum of the levels".to_owned(),
        y: Axis { label: "nodes".to_owned(), ..Axis::default() },
        places: heights.iter().map(u64::to_string).collect(),
        groups,
    };
    let caption = "Nodes of the lattice by height: the least general on the left, the most general on the right.";
    Some(PageBlock::Figure(caption.to_owned(), Chart::Bars(chart)))
}

/// How many people were drawn at random.
fn draw(draw: Draw) -> PageBlock {
    prose(format!(
        "People are drawn at random: {} members of the table and {} other people of the population. \
         Both numbers follow from the deltas and from the numbers of people and members.",
        draw.members, draw.others,
    ))
}

/// What someone learns who knows how the release was chosen.
fn audit(audit: &AuditDocument) -> PageBlock {
    let share = audit.interval.map_or_else(String::new, |[low, high]| {
        let (low, high) = (format::percent(low), format::percent(high));
        format!(" With a confidence of 95%, from {low} to {high} of all such sets do.")
    });
    prose(format!(
        "Audit of what the choice discloses: of {} other sets of members that fit the release, {} lead to it.{share} \
         The fewer they are, the more someone who knows the algorithm learns. Among those that do, and the table's \
         own, presence is {} to {}.",
        audit.samples,
        audit.reproduced,
        format::exact(&audit.presence.min),
        format::exact(&audit.presence.max),
    ))
}
