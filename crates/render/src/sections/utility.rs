//! Utility: what the table is still good for. The costs, what is kept of each column, how its
//! values are distributed before and after, and how strongly pairs of columns are associated.

use incrowd_document::{CertifiedCosts, ColumnDistribution, ColumnEvidence, Costs, Evidence};

use super::changes::role;
use super::layout::{FactList, both_sides, heading, left_out, prose};
use super::{association, signing};
use crate::format::{self, FormatNumber};
use crate::text::first_of;
use crate::{Axis, Bars, Chart, PageBlock};

/// Most columns whose distributions are drawn: a picture takes half a page of paper.
const DRAWN: usize = 12;

/// Most bars of a picture of columns.
pub const BARS: usize = 24;

/// What the evidence says of columns and pairs of them.
pub fn blocks(evidence: &Evidence) -> Vec<PageBlock> {
    let mut blocks: Vec<PageBlock> =
        kept(evidence.columns.as_deref().unwrap_or_default()).into_iter().collect();
    blocks.extend(signing::more_numbers(evidence));
    blocks.extend(distributions(evidence.distributions.as_deref().unwrap_or_default()));
    blocks.extend(association::blocks(evidence.associations.as_deref().unwrap_or_default()));
    blocks
}

/// What a release costs.
pub fn costs(cost: &Costs) -> Option<PageBlock> {
    let mut facts = FactList::new();
    facts.figure("loss (0 keeps everything, 1 nothing)", cost.loss);
    facts.figure("loss of published rows alone", cost.published_loss);
    by_classes(&mut facts, cost.discernibility, cost.average_class);
    if let Some(minimised) = &cost.minimised {
        let over = match minimised.over.as_str() {
            "public" => ", over the people of the population",
            "members" => ", over the rows of the table",
            _ => "",
        };
        let name = format!("cost that was minimised: {}{over}", minimised.name);
        facts.figure(&name, minimised.value);
    }
    facts.table("What the release costs")
}

/// What a release costs, by its certificate.
pub fn certified_costs(cost: &CertifiedCosts) -> Option<PageBlock> {
    let mut facts = FactList::new();
    by_classes(&mut facts, cost.discernibility, cost.average_class);
    facts.table("What the release costs")
}

fn by_classes(
    facts: &mut FactList,
    discernibility: Option<impl FormatNumber>,
    average: Option<f64>,
) {
    facts.figure(
        "discernibility (sum of squared class sizes, and all rows for each suppressed one)",
        discernibility,
    );
    facts.figure("average class (rows)", average);
}

/// How much of each column is kept.
fn kept(columns: &[ColumnEvidence]) -> Option<PageBlock> {
    let kept = |column: &ColumnEvidence| Some((column.name.clone(), Some(column.kept?)));
    let (places, shares): (Vec<_>, Vec<_>) = columns.iter().filter_map(kept).take(BARS).unzip();
    if places.is_empty() {
        return None;
    }
    let chart = Bars {
        title: "Information kept per column".to_owned(),
        label: "column".to_owned(),
        y: Axis { label: "share kept".to_owned(), ..Axis::default() },
        places,
        groups: vec![("kept".to_owned(), shares)],
    };
    let some =
        if columns.len() > BARS { format!(" The first {BARS} columns.") } else { String::new() };
    let caption =
        format!("Information kept per column: 1 is the column as it was, 0 is nothing.{some}");
    Some(PageBlock::Figure(caption, Chart::Bars(chart)))
}

/// How the values of each column are distributed.
fn distributions(columns: &[ColumnDistribution]) -> Vec<PageBlock> {
    let (mut blocks, mut skipped) = (Vec::new(), Vec::new());
    let (mut compared, mut drawn) = (false, 0);
    for column in columns {
        let name = &column.column;
        let bins = column.bins.as_deref().unwrap_or_default();
        let groups = both_sides(bins, "this table", |bin| bin.before, |bin| Some(bin.after));
        if groups.is_empty() {
            skipped.extend(column.skipped.as_ref().map(|why| (name.clone(), why)));
            continue;
        }
        drawn += 1;
        if drawn > DRAWN {
            continue;
        }
        compared |= groups.len() > 1;
        let kind = match role(&column.role) {
            "" => String::new(),
            role => format!(" ({role})"),
        };
        let distance = column.distance.map_or_else(String::new, |share| {
            let (figure, percent) = (format::figure(share), format::percent(share));
            format!(
                " Distance {figure}: {percent} of the rows would have to move to make them equal."
            )
        });
        let chart = Bars {
            title: format!("Values of {name}"),
            label: name.clone(),
            y: Axis { label: "share of rows".to_owned(), ..Axis::default() },
            places: bins.iter().map(|bin| bin.label.clone()).collect(),
            groups,
        };
        let caption = format!("How the values of {name}{kind} are distributed.{distance}");
        blocks.push(PageBlock::Figure(caption, Chart::Bars(chart)));
    }
    blocks.extend(left_out(drawn.saturating_sub(DRAWN), "columns, of the same kind"));
    blocks.extend(not_drawn(&skipped));
    if !blocks.is_empty() {
        let spread = "A published range is spread evenly over the values that it stands for.";
        let spread = compared.then(|| prose(spread));
        blocks.splice(0..0, std::iter::once(heading("Distributions")).chain(spread));
    }
    blocks
}

/// Columns that are not drawn, by the reason.
fn not_drawn(skipped: &[(String, &String)]) -> Vec<PageBlock> {
    let mut reasons: Vec<(&String, Vec<String>)> = Vec::new();
    for (name, why) in skipped {
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, names)) => names.push(name.clone()),
            None => reasons.push((why, vec![name.clone()])),
        }
    }
    let sentence = |(why, names): (&String, Vec<String>)| {
        let verb = if names.len() == 1 { "is" } else { "are" };
        prose(format!("{} {verb} not drawn: {why}.", first_of(&names, DRAWN)))
    };
    reasons.into_iter().map(sentence).collect()
}
