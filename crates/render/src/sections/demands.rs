//! What was demanded and what was measured, model by model.
//!
//! The figures are those of the guarantees, which the judge measured; the evidence adds what each
//! demand means and whom it does not stop.

use incrowd_document::{DemandEvidence, JointGuarantee, MaskNearest, NearestDemand};
use incrowd_terms::{Figure, Guarantee};

use super::layout::{heading, list, prose, table};
use super::recoding::PublishedForm;
use crate::format;
use crate::{Grid, PageBlock, Tone};

/// Whom a random draw does not stop, whatever the evidence says of the model.
const AGAINST_DRAW: &str = "someone who knows or guesses the seed, if one was chosen, or who sees several tables that \
                            were drawn of the same people";

/// A demand beside what was measured, and what the evidence says about it.
#[derive(Clone, Copy, Debug)]
pub struct DemandRow<'a> {
    model: &'a str,
    column: Option<&'a str>,
    demanded: &'a Figure,
    measured: &'a Figure,
    holds: bool,
    against: Option<&'a str>,
    window: Option<&'a Figure>,
    worst: Option<&'a str>,
    evidence: Option<&'a DemandEvidence>,
}

impl<'a> From<&'a Guarantee> for DemandRow<'a> {
    fn from(guarantee: &'a Guarantee) -> Self {
        DemandRow {
            model: &guarantee.model,
            column: guarantee.column.as_deref(),
            demanded: &guarantee.demanded,
            measured: &guarantee.measured,
            holds: guarantee.holds,
            against: Some(&guarantee.against),
            window: guarantee.window.as_ref(),
            worst: guarantee.worst.as_deref(),
            evidence: None,
        }
    }
}

impl<'a> From<&'a JointGuarantee> for DemandRow<'a> {
    fn from(guarantee: &'a JointGuarantee) -> Self {
        DemandRow {
            model: &guarantee.model,
            column: None,
            demanded: &guarantee.demanded,
            measured: &guarantee.measured,
            holds: guarantee.holds,
            against: None,
            window: None,
            worst: None,
            evidence: None,
        }
    }
}

/// Every guarantee beside the evidence about it. Both lists have the same order; where the models
/// differ they are not about the same demand.
pub fn demands<'a, G: 'a>(guarantees: &'a [G], evidence: &'a [DemandEvidence]) -> Vec<DemandRow<'a>>
where
    DemandRow<'a>: From<&'a G>,
{
    let beside = |(place, guarantee): (usize, &'a G)| {
        let demand = DemandRow::from(guarantee);
        let evidence = evidence.get(place).filter(|evidence| evidence.model == demand.model);
        DemandRow { evidence, ..demand }
    };
    guarantees.iter().enumerate().map(beside).collect()
}

/// The figure that stands beside a demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureBeside {
    /// What the judge measured.
    Measured,
    /// What could be met: a demand that cannot be met was never measured.
    Nearest,
}

/// The table of demands, and what each means. `group` is the column that divides classes.
pub fn blocks(
    demands: &[DemandRow<'_>],
    beside: FigureBeside,
    recoding: PublishedForm,
    group: Option<&str>,
) -> Vec<PageBlock> {
    measured(demands, beside).into_iter().chain(meanings(demands, recoding, group)).collect()
}

/// Every demand beside what was measured.
pub fn measured(demands: &[DemandRow<'_>], beside: FigureBeside) -> Option<PageBlock> {
    let (measured, caption) = match beside {
        FigureBeside::Nearest => {
            ("could be met", "Every demand beside the nearest that could be met")
        }
        FigureBeside::Measured => ("measured", "Every demand beside what the judge measured"),
    };
    let mut grid = Grid::new(["demand", "model", "demanded", measured, "holds"]);
    for demand in demands {
        grid.row([
            demand.name(),
            demand.model.to_owned(),
            format::plain(demand.demanded),
            format::apart(demand.measured, demand.demanded),
            format::yes(demand.holds).to_owned(),
        ]);
    }
    table(caption, grid)
}

/// What each demand means.
pub fn meanings(
    demands: &[DemandRow<'_>],
    recoding: PublishedForm,
    group: Option<&str>,
) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if !demands.is_empty() {
        blocks.extend(classes(recoding, group));
    }
    for demand in demands {
        if let Some(points) = list(demand.points(recoding)) {
            blocks.extend([heading(demand.name()), points]);
        }
    }
    let explained = |demand: &DemandRow<'_>| demand.evidence.is_some() || demand.against.is_none();
    if !demands.iter().all(explained) {
        blocks.push(prose(
            "What each demand means, and against whom it does not protect, is part of the evidence, which this \
             document lacks; 'incrowd explain MODEL' says it.",
        ));
    }
    blocks
}

/// What a class is, where the quasi-identifiers alone do not decide it.
fn classes(recoding: PublishedForm, group: Option<&str>) -> Option<PageBlock> {
    let text = match (recoding, group) {
        (PublishedForm::Anatomy, _) => {
            "Sensitive values are published apart, by group. Where a demand is about the sensitive values of a class, \
             the class is a group."
                .to_owned()
        }
        (_, Some(group)) => {
            format!("Rows are in the same class only if they are in the same group too (column '{group}').")
        }
        _ => return None,
    };
    Some(prose(text))
}

impl DemandRow<'_> {
    /// The demand in a few words.
    fn name(&self) -> String {
        match (self.evidence, self.column) {
            (Some(evidence), _) => evidence.demand.clone(),
            (None, Some(column)) => format!("{} of {column}", self.model),
            (None, None) => self.model.to_owned(),
        }
    }

    /// What it means, for whom, and where it is closest to failing. The guarantee knows best against
    /// whom it protects, because it was made when the recoding was known.
    fn points(&self, recoding: PublishedForm) -> Vec<String> {
        let against =
            self.against.or_else(|| self.evidence.map(|evidence| evidence.against.as_str()));
        let not_against = match recoding {
            PublishedForm::Randomised => Some(AGAINST_DRAW),
            PublishedForm::Generalized | PublishedForm::Anatomy => {
                self.evidence.map(|evidence| evidence.not_against.as_str())
            }
        };
        let mut points = Vec::new();
        points.extend(self.evidence.map(|evidence| format!("It means: {}.", evidence.means)));
        points.extend(against.map(|whom| format!("It protects against {whom}.")));
        points.extend(not_against.map(|whom| format!("It does not protect against {whom}.")));
        points.extend(
            self.window.map(|window| format!("Of whole classes: {}.", format::plain(window))),
        );
        points.extend(self.worst.map(|class| format!("Where it is worst: {class}.")));
        points
    }
}

/// What could be demanded instead of what cannot be met.
pub fn nearest(demands: &[NearestDemand]) -> Option<PageBlock> {
    let mut grid = Grid::new(["model", "of column", "could be demanded"]);
    for demand in demands {
        let column = format::word(demand.column.as_deref());
        grid.row([demand.model.clone(), column, format::plain(&demand.demanded)]);
    }
    table("The nearest demands that could be met", grid)
}

/// The nearest k for which a table could be masked.
pub fn nearest_k(nearest: MaskNearest) -> PageBlock {
    PageBlock::Note(Tone::Careful, format!("Nearest demand that could be met: k {}.", nearest.k))
}
