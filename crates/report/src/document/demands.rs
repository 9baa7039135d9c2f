//! What was demanded and what was measured, model by model.
//!
//! The figures are those of the guarantees, which the judge measured; the evidence adds what each
//! demand means and whom it does not stop. A model that is not known here is shown by its name.

use serde_json::Value;

use crate::{Block, Grid, Tone};

use super::frame::{heading, list, prose, table};
use super::part::{Part, Read};
use super::recoding::{Recoding, group};
use super::words;

/// Whom a draw does not stop, whatever stops the reader of a table that a search chose.
const AGAINST_DRAW: &str = "someone who knows or guesses the seed, if one was chosen, or who sees several tables that \
                            were drawn of the same people";

/// A guarantee, and what the evidence says of the demand behind it.
struct Demand<'a> {
    guarantee: Part<'a>,
    told: Option<Part<'a>>,
}

/// The table of demands, and what each means.
pub fn blocks(whole: &Part<'_>, evidence: Option<&Part<'_>>) -> Read<Vec<Block>> {
    let demands = demands(whole, evidence)?;
    // A demand that could not be met was never measured: beside it stands what could be met.
    let refused = whole.any("nearest").is_some_and(Value::is_array);
    let (measured, caption) = match refused {
        true => ("could be met", "Every demand beside the nearest that could be met"),
        false => ("measured", "Every demand beside what the judge measured"),
    };
    let mut grid = Grid::new(["demand", "model", "demanded", measured, "holds"]);
    for demand in &demands {
        let Demand { guarantee, .. } = demand;
        let holds = guarantee.flag("holds")?.map_or("not known", words::yes);
        grid.row([
            demand.name()?,
            guarantee.word("model")?,
            guarantee.plain("demanded"),
            guarantee.plain("measured"),
            holds.to_owned(),
        ]);
    }
    let mut blocks: Vec<Block> = table(caption, grid).into_iter().collect();
    let explained =
        |demand: &Demand<'_>| demand.told.is_some() || demand.guarantee.any("against").is_none();
    let lacking = !demands.iter().all(explained);
    let recoding = Recoding::of(whole, evidence)?;
    if !demands.is_empty() {
        blocks.extend(alike(recoding, group(whole, evidence)?));
    }
    for demand in &demands {
        let points = demand.points(recoding)?;
        if !points.is_empty() {
            blocks.push(heading(demand.name()?));
            blocks.extend(list(points));
        }
    }
    if lacking {
        blocks.push(prose(
            "What each demand means, and against whom it does not protect, is part of the evidence, which this \
             document lacks; 'incrowd explain MODEL' says it.",
        ));
    }
    blocks.extend(nearest(whole)?);
    Ok(blocks)
}

/// Which rows look alike, where the quasi-identifiers alone do not decide it.
fn alike(recoding: Recoding, group: Option<&str>) -> Option<Block> {
    let text = match (recoding, group) {
        (Recoding::Anatomy, _) => {
            "Secrets stand apart, by group: where a demand is about the secrets of rows that look alike, these are \
             the rows of one group."
                .to_owned()
        }
        (_, Some(group)) => {
            format!("Rows look alike only if they are in the same group too (column '{group}').")
        }
        _ => return None,
    };
    Some(prose(text))
}

/// Every guarantee beside what is told of it. Both lists have the same order; where the models
/// differ they are not about the same demand.
fn demands<'a>(whole: &Part<'a>, evidence: Option<&Part<'a>>) -> Read<Vec<Demand<'a>>> {
    let told = evidence.map(|evidence| evidence.parts("demands")).transpose()?.unwrap_or_default();
    let guarantees = whole.parts("guarantees")?;
    if guarantees.is_empty() {
        let alone = |told: Part<'a>| Demand { guarantee: told.clone(), told: Some(told) };
        return Ok(told.into_iter().map(alone).collect());
    }
    let mut demands = Vec::with_capacity(guarantees.len());
    for (place, guarantee) in guarantees.into_iter().enumerate() {
        let beside = told.get(place).filter(|told| told.any("model") == guarantee.any("model"));
        demands.push(Demand { guarantee, told: beside.cloned() });
    }
    Ok(demands)
}

impl Demand<'_> {
    /// The demand in a few words.
    fn name(&self) -> Read<String> {
        if let Some(told) = &self.told
            && let Some(demand) = told.text("demand")?
        {
            return Ok(demand.to_owned());
        }
        let model = self.guarantee.text("model")?.unwrap_or("a demand without a name");
        Ok(match self.guarantee.text("column")? {
            Some(column) => format!("{model} of {column}"),
            None => model.to_owned(),
        })
    }

    /// What it means, for whom, and where it is closest to failing. The guarantee knows best against
    /// whom it protects, for it was made when the recoding was known.
    fn points(&self, recoding: Recoding) -> Read<Vec<String>> {
        let told = |key| match &self.told {
            Some(told) => told.text(key),
            None => Ok(None),
        };
        let against =
            self.guarantee.text("against")?.map_or_else(|| told("against"), |whom| Ok(Some(whom)));
        let not_against = match recoding {
            Recoding::Randomised => Some(AGAINST_DRAW),
            Recoding::Generalized | Recoding::Anatomy => told("not_against")?,
        };
        let mut points = Vec::new();
        points.extend(told("means")?.map(|means| format!("It means: {means}.")));
        points.extend(against?.map(|whom| format!("It protects against {whom}.")));
        points.extend(not_against.map(|whom| format!("It does not protect against {whom}.")));
        let worst = self.guarantee.text("worst")?;
        points.extend(worst.map(|class| format!("The class that is farthest from it: {class}.")));
        Ok(points)
    }
}

/// What could be demanded instead of what cannot be met.
fn nearest(whole: &Part<'_>) -> Read<Vec<Block>> {
    let Some(nearest) = whole.any("nearest") else { return Ok(Vec::new()) };
    if !nearest.is_array() {
        let told = format!("Nearest demand that could be met: {}.", words::plain(nearest));
        return Ok(vec![Block::Note(Tone::Careful, told)]);
    }
    let mut grid = Grid::new(["model", "of column", "could be demanded"]);
    for demand in whole.parts("nearest")? {
        grid.row([demand.word("model")?, demand.word("column")?, demand.plain("demanded")]);
    }
    Ok(table("The nearest demands that could be met", grid).into_iter().collect())
}
