//! `incrowd release --explore k=2,5,10,20`: what each demand would cost, without publishing.

use std::time::Instant;

use crate::{Recoding, Study};
use incrowd_core::cost::Cost;
use incrowd_core::search::{FoundRelease, SearchOutcome};
use incrowd_document::{ExploreDocument, ExploreRow};

use crate::request::Explore;
use crate::run::summary::finite;
use crate::run::{Context, Result};

/// The trade-off.
pub fn document(
    explore: &Explore,
    study: &Study,
    context: &Context,
    start: Instant,
) -> Result<ExploreDocument> {
    let plan = &study.plan;
    let mut table = Vec::new();
    for (value, (demands, suppression)) in explore.values.iter().zip(&explore.variants) {
        let search = study.search(demands, *suppression)?;
        let outcome = study.run(&search, &context.execution);
        let demand = [(explore.name.clone(), value.clone())].into();
        table.push(ExploreRow { demand, ..row(study, &outcome) });
    }
    let columns = match plan.method.recoding() {
        Recoding::FullDomain => plan.qi.clone(),
        _ => Vec::new(),
    };
    Ok(ExploreDocument {
        explore: explore.name.clone(),
        cost: plan.method.cost.name.to_owned(),
        rows: study.encoded.frequency_set.rows(),
        columns,
        table,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// One line of the trade-off, without its demand.
fn row(study: &Study, outcome: &SearchOutcome) -> ExploreRow {
    let plan = &study.plan;
    let row = ExploreRow {
        possible: outcome.found.is_some(),
        proven: outcome.proven,
        ..ExploreRow::default()
    };
    let Some(found) = &outcome.found else { return row };
    ExploreRow {
        loss: finite(outcome.cost(Cost::LOSS)),
        cost: finite(outcome.cost(plan.method.cost)),
        lower_bound: finite(outcome.lower_bound),
        lower_bound_of: Some(outcome.family.name().to_owned()),
        published_loss: (outcome.figures.as_ref())
            .filter(|figures| figures.suppressed > 0)
            .and_then(|figures| finite(Some(figures.published_loss))),
        suppressed: outcome.figures.as_ref().map(|figures| figures.suppressed),
        classes: outcome.figures.as_ref().map(|figures| figures.classes),
        levels: match found {
            FoundRelease::Node(node) => Some(node.by_column(&plan.qi)),
            FoundRelease::Boxes(_) => None,
        },
        ..row
    }
}
