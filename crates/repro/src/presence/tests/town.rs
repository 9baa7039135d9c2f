//! A town of 300 people, 13 of them in either study: the share that the census studies have.

use std::sync::Arc;

use incrowd_core::hierarchy::{Spec, UnreadSpec};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::experiment::{Experiment, ExperimentData, ResultRows, RunScale};
use crate::presence::data::{PresenceData, StudySize};
use crate::presence::draw::draw;

const WORK: &str = "farm;field;*\nforest;field;*\nschool;house;*\nshop;house;*\n";
const TOWN: &str = "north;*\nsouth;*\nwest;*\n";

/// The people: age, work and part of town.
pub(super) fn people() -> Vec<Vec<String>> {
    let mut chance = ChaCha12Rng::seed_from_u64(7);
    let mut pick = |from: &[&str]| from[chance.random_range(0..from.len())].to_owned();
    let ages: Vec<String> = (20..52).map(|age| age.to_string()).collect();
    let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
    let person = |_| {
        let work = pick(&["farm", "farm", "forest", "school", "shop"]);
        vec![pick(&ages), work, pick(&["north", "south", "south", "west"])]
    };
    (0..300).map(person).collect()
}

/// Who is in a study: anybody, or the old rather than the young.
pub(super) fn drawn(people: &[Vec<String>], study: StudySize) -> Vec<bool> {
    let weight = |person: &Vec<String>| match study {
        StudySize::Random => 1.0,
        StudySize::Diabetes => person[0].parse::<f64>().unwrap().powi(4),
    };
    let weights: Vec<f64> = people.iter().map(weight).collect();
    draw(&weights, 13, 3)
}

pub(super) fn town(_: &ExperimentData<'_>) -> Result<Arc<PresenceData>, String> {
    let people = people();
    let studies = StudySize::BOTH.map(|study| drawn(&people, study));
    let file = |name: &str, text: &str| Spec::chains(name, text);
    let UnreadSpec::Ready(ages) = Spec::parse("intervals:4,16").unwrap() else { unreachable!() };
    let specs = [("age", ages), ("work", file("work", WORK)), ("town", file("town", TOWN))];
    PresenceData::new(&people, [&studies[0], &studies[1]], &specs).map(Arc::new)
}

pub(super) fn world() -> ExperimentData<'static> {
    ExperimentData { scale: RunScale::Quick, adult: None }
}

/// All measurements of an experiment.
pub(super) fn measured(experiment: &dyn Experiment) -> ResultRows {
    let columns = experiment.columns().iter().map(|&column| column.to_owned()).collect();
    let points = experiment.points(RunScale::Quick);
    let rows = points.iter().flat_map(|point| experiment.measure(point, &world()).unwrap());
    ResultRows { columns, rows: rows.collect() }
}
