//! Demands on secrets where people can have several rows.
//!
//! Every promise is about people. What a demand counts of a class is its people, each with all the
//! values of their rows in the class ([`super::by_person`]). The files say for each kind of demand
//! how people count.
//!
//! If every person has one tuple, people and their values add up as rows do, and a demand is as
//! monotone as it is with rows, except where each person counts for one of their values only. If
//! people have several tuples, a class that merges with another can share people with it and give
//! them more values: no demand on secrets is monotone then. What a demand asks of rows too, or what
//! it implies for rows, remains a necessary condition.

mod closeness;
mod distinct;
mod near;
mod once_each;
mod per_value;

use incrowd_terms::{Demand, Diversity};

use super::{Model, ModelContext, PersonContext, of_rows};

/// The model behind a demand on secrets; none if the demand is not about them.
pub(super) fn of(
    demand: &Demand,
    setting: &ModelContext<'_>,
    known: PersonContext<'_>,
) -> Option<Box<dyn Model>> {
    let setting = ModelContext { by_person: None, ..*setting };
    let rows = || of_rows(demand, &setting);
    // A class of people as a table of rows has only the demand's secret.
    let alone = || of_rows(demand, &ModelContext { secret: 0, ..setting });
    let (secret, one_tuple) = (setting.secret, known.one_tuple);
    let per_value = |also: Option<Box<dyn Model>>| -> Box<dyn Model> {
        Box::new(per_value::PerValue { model: alone(), also, secret, one_tuple })
    };
    Some(match demand {
        Demand::PSensitivity(asked) => {
            distinct::model(demand, asked.p, rows(), (secret, one_tuple))
        }
        Demand::LDiversity(asked) => match asked.diversity {
            Diversity::Distinct(l) => distinct::model(demand, l, rows(), (secret, one_tuple)),
            Diversity::Frequency(_) => per_value(Some(alone())),
            Diversity::Entropy(_) | Diversity::Recursive { .. } => {
                let ranks = known.ranks.to_vec();
                let one_row = known.one_row;
                Box::new(once_each::OnceEach { model: alone(), secret, ranks, one_row })
            }
        },
        Demand::AlphaK(_) => per_value(Some(alone())),
        Demand::BetaLikeness(_) | Demand::DeltaDisclosure(_) | Demand::JointPresence(_) => {
            per_value(None)
        }
        Demand::TCloseness(asked) => closeness::model(asked, &setting, one_tuple),
        Demand::EpsMAnonymity(_) | Demand::DeltaLDiversity(_) => {
            let near = super::near(demand, &setting)?;
            Box::new(near::NearPeople { near, one_tuple })
        }
        _ => return None,
    })
}
