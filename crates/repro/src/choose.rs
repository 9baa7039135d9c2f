//! Which experiments are meant by the names that somebody typed.

use incrowd_core::terms::did_you_mean;

use crate::{Experiment, Failure};

/// The word for every experiment.
const ALL: &str = "all";

/// The experiments of these names, in their own order, and whether each was called by its own
/// name. A name is that of an experiment or of a paper; none at all means every experiment.
///
/// # Errors
/// If a name is neither: with all that there are, and the one that may be meant.
pub fn choose<'a>(
    experiments: &[&'a dyn Experiment],
    names: &[String],
) -> Result<Vec<(&'a dyn Experiment, bool)>, Failure> {
    for name in names {
        let is_known = |one: &&dyn Experiment| one.name() == name || one.paper() == name;
        if name != ALL && !experiments.iter().any(is_known) {
            return Err(unknown(experiments, name));
        }
    }
    let everything = names.is_empty() || names.iter().any(|name| name == ALL);
    let chosen = experiments.iter().filter_map(|&one| {
        let named = names.iter().any(|name| name == one.name());
        let wanted = everything || named || names.iter().any(|name| name == one.paper());
        wanted.then_some((one, named))
    });
    Ok(chosen.collect())
}

fn unknown(experiments: &[&dyn Experiment], name: &str) -> Failure {
    let mut known: Vec<&str> = Vec::new();
    for experiment in experiments {
        if !known.contains(&experiment.paper()) {
            known.push(experiment.paper());
        }
        known.push(experiment.name());
    }
    let hint = did_you_mean(name, known.iter().copied());
    Failure::Unknown { name: name.to_owned(), known: known.join(", "), hint }
}
