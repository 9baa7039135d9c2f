//! How the search went: what was examined, how sure it is that nothing is cheaper, and where in the
//! lattice the release lies.

use serde_json::Number;

use crate::{Axis, Bars, Block, Chart, Grid, Lattice, Rung};

use super::frame::{Facts, prose, table};
use super::part::{Part, Read};
use super::words;

/// The search, by the document and its evidence.
pub fn blocks(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let told = evidence.map(|evidence| evidence.part("search")).transpose()?.flatten();
    let plain = whole.part("search")?;
    // Where nothing was searched, nothing was examined: zero is no figure of a search.
    let counted = |key| -> Read<Option<String>> {
        for part in [&plain, &told].into_iter().flatten() {
            if let Some(figure) = part.figure(key)? {
                return Ok(Some(figure).filter(|figure| figure != "0"));
            }
        }
        Ok(None)
    };
    let boxes = match told.as_ref().map(|told| told.text("kind")).transpose()?.flatten() {
        None => whole.text("recoding")?.is_some_and(|recoding| recoding != "full-domain"),
        Some(kind) => kind == "boxes",
    };
    let mut facts = Facts::new();
    for key in ["algorithm", "recoding"] {
        let name = match whole.text(key)? {
            None => told.as_ref().map(|told| told.text(key)).transpose()?.flatten(),
            name => name,
        };
        facts.add(key, name);
    }
    facts.add(if boxes { "regions" } else { "nodes of the lattice" }, counted("nodes")?);
    facts.add("examined", counted("checked")?);
    if let Some(told) = &told {
        facts.add("classes", told.figure("classes")?);
        if let Some(cost) = told.part("cost")? {
            let name = format!("cost that was found ({})", cost.text("name")?.unwrap_or("cost"));
            facts.add(&name, cost.figure("value")?);
        }
        let family = told.text("among")?.unwrap_or("releases of this kind");
        facts.add(&format!("none of the {family} costs less than"), told.figure("bound")?);
        if let (Some(figure), Some(share)) = (told.figure("gap")?, told.float("gap")?) {
            let gap = format!("{figure} ({})", words::percent(share));
            facts.add("gap between both, as a share of the cost", Some(gap));
        }
    }
    if let Some(bound) = whole.part("lower_bound")? {
        let said = told.as_ref().map(|told| told.figure("bound")).transpose()?.flatten();
        let loss = bound.figure("loss")?.filter(|loss| said.as_ref() != Some(loss));
        let family = bound.text("of")?.unwrap_or("releases of this kind");
        facts.add(&format!("none of the {family} loses less than"), loss);
    }
    facts.add("smallest k that happens to do", whole.figure("smallest_k")?);
    let mut blocks: Vec<Block> = facts.table("The search").into_iter().collect();
    blocks.extend(proof(whole, plain.as_ref(), told.as_ref())?);
    if let Some(told) = &told {
        blocks.extend(levels(told)?);
        blocks.extend(heights(told)?);
    }
    blocks.extend(chance(whole)?);
    Ok(blocks)
}

/// How sure the answer is.
fn proof(
    whole: &Part<'_>,
    plain: Option<&Part<'_>>,
    told: Option<&Part<'_>>,
) -> Read<Option<Block>> {
    let mut proven = None;
    for part in [plain, told].into_iter().flatten() {
        proven = proven.or(part.flag("proven")?);
    }
    let found = whole.any("rows").is_some();
    let family = told.map(|told| told.text("among")).transpose()?.flatten();
    let family = family.unwrap_or("releases of this kind");
    Ok(proven.map(|proven| {
        prose(match (proven, found) {
            (true, true) => format!("It is proven that none of the {family} that meet the demands costs less; others may."),
            (true, false) => "It is proven that no release of this kind meets the demands.".to_owned(),
            (false, true) => "It is not proven that no other release costs less; the bound, if there is one, says by how much at most, among the releases that it names.".to_owned(),
            (false, false) => "No release was found that meets the demands; it is not proven that there is none.".to_owned(),
        })
    }))
}

/// Where each column may lie and where it lies: as a picture if the lattice is known and small.
fn levels(told: &Part<'_>) -> Read<Option<Block>> {
    let columns = told.parts("columns")?;
    let mut grid = Grid::new(["column", "lowest level", "highest level", "chosen"]);
    for column in &columns {
        let [lowest, highest, chosen] = ["lowest", "highest", "chosen"].map(|key| column.cell(key));
        grid.row([column.word("name")?, lowest?, highest?, chosen?]);
    }
    let rungs = columns.iter().map(rung).collect::<Read<Option<Vec<Rung>>>>()?;
    let lattice = Lattice { title: "The lattice".to_owned(), columns: rungs.unwrap_or_default() };
    if !lattice.columns.is_empty() && lattice.is_small() {
        let chosen = lattice.columns.iter().all(|rung| rung.chosen.is_some());
        let chosen = if chosen { " The one that was chosen stands out." } else { "" };
        let caption = format!(
            "Every way to generalize whole columns that was allowed: at the foot the least general, at the top the \
             most; lines join what differs by one step.{chosen}"
        );
        return Ok(Some(Block::Figure(caption, Chart::Lattice(lattice))));
    }
    Ok(table("Levels of each column", grid))
}

/// The levels of a column, if both ends are known.
fn rung(column: &Part<'_>) -> Read<Option<Rung>> {
    let level = |key| -> Read<Option<u64>> { Ok(column.number(key)?.and_then(Number::as_u64)) };
    let (Some(lowest), Some(highest)) = (level("lowest")?, level("highest")?) else {
        return Ok(None);
    };
    Ok(Some(Rung { name: column.word("name")?, lowest, highest, chosen: level("chosen")? }))
}

/// The lattice by height, with the height of the release standing out.
fn heights(told: &Part<'_>) -> Read<Option<Block>> {
    let counts = told.numbers("by_height")?;
    if counts.iter().all(Option::is_none) {
        return Ok(None);
    }
    let whole = |key| Ok(told.number(key)?.and_then(Number::as_u64));
    let (lowest, chosen) = (whole("lowest_height")?.unwrap_or(0), whole("chosen_height")?);
    let heights: Vec<u64> =
        (0..counts.len() as u64).map(|above| lowest.saturating_add(above)).collect();
    let group = |is_chosen: bool| {
        let pairs = heights.iter().zip(&counts);
        pairs
            .map(|(height, count)| {
                let count = count.filter(|_| (chosen == Some(*height)) == is_chosen);
                count.and_then(Number::as_f64)
            })
            .collect()
    };
    let mut groups = vec![("other nodes".to_owned(), group(false))];
    if let Some(chosen) = chosen {
        groups.push((format!("nodes as high as the release, at height {chosen}"), group(true)));
    }
    let chart = Bars {
        title: "Nodes of the lattice by height".to_owned(),
        label: "height: sum of the levels".to_owned(),
        y: Axis { label: "nodes".to_owned(), ..Axis::default() },
        places: heights.iter().map(u64::to_string).collect(),
        groups,
    };
    let caption = "Nodes of the lattice by height: at the left what is least general, at the right what is most.";
    Ok(Some(Block::Figure(caption.to_owned(), Chart::Bars(chart))))
}

/// What chance decided, and what someone learns who knows how the release was chosen.
fn chance(whole: &Part<'_>) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    if let Some(draw) = whole.part("draw")? {
        blocks.push(prose(format!(
            "People are drawn at random: {} members of the table and {} other people of the population, numbers that \
             follow from the deltas and from how many people and members there are.",
            draw.cell("members")?,
            draw.cell("others")?,
        )));
    }
    if let Some(audit) = whole.part("audit")? {
        let presence = match audit.part("presence")? {
            Some(presence) => format!(
                " Among those that do, and the table's own, presence is {} to {}.",
                presence.cell("min")?,
                presence.cell("max")?
            ),
            None => String::new(),
        };
        blocks.push(prose(format!(
            "Audit of what the choice gives away: of {} other sets of members that fit the release, {} lead to it. \
             The fewer they are, the more someone learns who knows the algorithm.{presence}",
            audit.cell("samples")?,
            audit.cell("reproduced")?
        )));
    }
    Ok(blocks)
}
