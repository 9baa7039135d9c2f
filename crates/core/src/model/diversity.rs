//! The forms of l-diversity, each in a file of its own.

use incrowd_terms::{Diversity, LDiversity};

use super::distinct_l::DistinctL;
use super::entropy_l::EntropyL;
use super::frequency_l::FrequencyL;
use super::recursive_cl::RecursiveCl;
use super::{Model, ModelContext};

pub(super) fn model(asked: &LDiversity, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let LDiversity { column, diversity } = asked.clone();
    let secret = setting.secret;
    match diversity {
        Diversity::Distinct(l) => Box::new(DistinctL { column, secret, l }),
        Diversity::Frequency(l) => Box::new(FrequencyL { column, secret, l }),
        Diversity::Entropy(l) => Box::new(EntropyL { column, secret, l }),
        Diversity::Recursive { c, l, strict } => {
            Box::new(RecursiveCl { column, secret, c, l, strict })
        }
    }
}
