//! That there is no release, and what there could be.

use std::time::Instant;

use crate::Study;
use incrowd_core::search::{Nearest, Search, SearchOutcome};
use incrowd_core::terms::{Demand, Fraction, Guarantee, PopulationKnowledge};
use incrowd_document::{NearestDemand, People, ReleaseDocument};

use crate::run::Context;
use crate::run::summary::{effort, in_words, nearest_demand};

/// Says that no release meets the demands, or that none was found, and which demands one would.
pub fn refuse(
    study: &Study,
    (search, outcome): (&Search<'_>, &SearchOutcome),
    context: &Context,
    start: Instant,
) -> ReleaseDocument {
    let nearest = study.nearest(search, &context.execution);
    let pairs = || search.demands().iter().zip(&nearest);
    let guarantees: Vec<_> =
        pairs().map(|(demand, near)| unmet(demand, near.demand.as_ref())).collect();
    let could_be_met = |near: &Nearest| {
        let strictest = Some(near.strictest);
        Some(NearestDemand { strictest, ..nearest_demand(near.demand.as_ref()?) })
    };
    let unmet = pairs().filter(|(demand, near)| near.demand.as_ref() != Some(*demand));
    for (demand, near) in unmet {
        let known = if near.strictest {
            "the nearest that can be met"
        } else {
            "what can be met, though perhaps not the nearest,"
        };
        let hint = match &near.demand {
            Some(near)
                if near.presence().is_some()
                    && near.population_knowledge() == PopulationKnowledge::Register =>
            {
                let (rows, people) =
                    (study.encoded.frequency_set.rows(), study.encoded.frequency_set.people());
                format!(
                    "{rows} of {people} people are in the table ({}), and {known} is {near}",
                    Fraction::new(rows, people).plain()
                )
            }
            Some(near) => format!("{known} is {near}"),
            None if near.strictest => "no demand of this kind can be met".to_owned(),
            None => "no demand of this kind was found to be met".to_owned(),
        };
        let none = if outcome.proven { "no release has" } else { "no release was found that has" };
        context.complain(&format!("{none} {demand}: {hint}"));
    }
    if let Some(remark) = &outcome.remark {
        context.complain(remark);
    }
    if outcome.cut_short {
        context
            .complain("the search was stopped before any release was found; nothing was written");
    }
    let tally = &study.encoded.frequency_set;
    // Where people are counted, `people` is about those of the table.
    let has_register = tally.people() > 0 && study.plan.person.is_none();
    ReleaseDocument {
        algorithm: search.method().algorithm.name().to_owned(),
        recoding: search.method().recoding().name().to_owned(),
        demands: in_words(search.demands()),
        guarantees,
        nearest: Some(nearest.iter().filter_map(could_be_met).collect()),
        search: effort(outcome),
        proven: Some(outcome.proven),
        warnings: study.warnings.clone(),
        seconds: start.elapsed().as_secs_f64(),
        members: has_register.then(|| tally.rows()),
        people: has_register.then(|| People::OfRegister(tally.people())),
        ..ReleaseDocument::default()
    }
}

/// A demand that no release meets, beside the nearest that one does.
pub fn unmet(demand: &Demand, nearest: Option<&Demand>) -> Guarantee {
    let measured = nearest.map(|demand| demand.demanded());
    Guarantee::on(demand, measured.into(), nearest == Some(demand))
}
