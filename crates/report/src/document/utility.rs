//! Utility: what the table is still good for. The costs, what is kept of each column, how its
//! values are distributed before and after, and which pairs of columns still go together.

use crate::{Axis, Bars, Block, Chart};

use super::association;
use super::change::role;
use super::frame::{Facts, both_sides, heading, prose};
use super::part::{Part, Read};
use super::words;

/// The costs, and what the evidence says of columns and pairs.
pub fn blocks(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let mut blocks: Vec<Block> = costs(whole)?.into_iter().collect();
    let Some(evidence) = evidence else { return Ok(blocks) };
    blocks.extend(kept(&evidence.parts("columns")?)?);
    blocks.extend(distributions(&evidence.parts("distributions")?)?);
    blocks.extend(association::blocks(&evidence.parts("associations")?)?);
    Ok(blocks)
}

/// What the release cost.
fn costs(whole: &Part<'_>) -> Read<Option<Block>> {
    let Some(cost) = whole.part("cost")? else { return Ok(None) };
    let mut facts = Facts::new();
    facts.add("loss (0 keeps everything, 1 nothing)", cost.figure("loss")?);
    facts.add(
        "discernibility (sum of squared class sizes, and all rows for each suppressed one)",
        cost.figure("discernibility")?,
    );
    facts.add("average class (rows)", cost.figure("average_class")?);
    if let Some(minimised) = cost.part("minimised")? {
        let over = match minimised.text("over")? {
            Some("public") => ", over the people of the population",
            Some("members") => ", over the rows of the table",
            _ => "",
        };
        let name = minimised.text("name")?.unwrap_or("cost");
        facts.add(&format!("what the search made small: {name}{over}"), minimised.figure("value")?);
    }
    Ok(facts.table("What the release costs"))
}

/// How much of each column is kept.
fn kept(columns: &[Part<'_>]) -> Read<Option<Block>> {
    let (mut places, mut shares) = (Vec::new(), Vec::new());
    for column in columns {
        if let Some(kept) = column.float("kept")? {
            places.push(column.word("name")?);
            shares.push(Some(kept));
        }
    }
    if places.is_empty() {
        return Ok(None);
    }
    let chart = Bars {
        title: "Information kept per column".to_owned(),
        label: "column".to_owned(),
        y: Axis { label: "share kept".to_owned(), ..Axis::default() },
        places,
        groups: vec![("kept".to_owned(), shares)],
    };
    let caption = "Information kept per column: 1 is the column as it was, 0 is nothing.";
    Ok(Some(Block::Figure(caption.to_owned(), Chart::Bars(chart))))
}

/// How the values of each column are distributed.
fn distributions(columns: &[Part<'_>]) -> Read<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut compared = false;
    for column in columns {
        let bins = column.parts("bins")?;
        let mut places = Vec::with_capacity(bins.len());
        for bin in &bins {
            places.push(bin.word("label")?);
        }
        let groups = both_sides(&bins, "this table", |bin, side| bin.float(side))?;
        if groups.is_empty() {
            let why = column.text("skipped")?;
            let name = column.word("column")?;
            blocks.extend(why.map(|why| prose(format!("{name} is not drawn: {why}."))));
            continue;
        }
        compared |= groups.len() > 1;
        let name = column.word("column")?;
        let kind = column.text("role")?.filter(|name| !name.is_empty());
        let kind = kind.map_or_else(String::new, |name| format!(" ({})", role(name)));
        let distance = match (column.figure("distance")?, column.float("distance")?) {
            (Some(figure), Some(share)) => format!(
                " Distance {figure}: {} of the rows would have to move to make them equal.",
                words::percent(share)
            ),
            _ => String::new(),
        };
        let chart = Bars {
            title: format!("Values of {name}"),
            label: name.clone(),
            y: Axis { label: "share of rows".to_owned(), ..Axis::default() },
            places,
            groups,
        };
        let caption = format!("How the values of {name}{kind} are distributed.{distance}");
        blocks.push(Block::Figure(caption, Chart::Bars(chart)));
    }
    if !blocks.is_empty() {
        let spread = "A published range is spread evenly over the values that it stands for.";
        let told = compared.then(|| prose(spread));
        blocks.splice(0..0, std::iter::once(heading("Distributions")).chain(told));
    }
    Ok(blocks)
}
