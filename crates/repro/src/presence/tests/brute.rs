//! Figures against the definitions, person by person and node by node.

use std::collections::BTreeMap;

use incrowd_core::cost::CostOver;
use incrowd_core::search::SearchControl;
use incrowd_core::search::boxes::BoxClass;
use incrowd_core::search::lattice::Node;
use incrowd_core::terms::Fraction;

use super::town::{drawn, people, town, world};
use crate::experiment::RunScale;
use crate::presence::data::{PresenceData, StudySize};
use crate::presence::delta::{DeltaPair, pairs};
use crate::presence::line::MeasuredRelease;
use crate::presence::method::{PresenceMethod, field, models, nine, problem};
use crate::presence::release::{ReleaseMeasures, classes_of};
use crate::presence::rival::Rival;

/// A node measured by walking over the people.
struct Walked {
    node: Vec<u8>,
    smallest: u64,
    presence: (Fraction, Fraction),
    loss: f64,
    discernibility: u64,
}

fn walk(ground: &PresenceData, study: StudySize, node: Vec<u8>) -> Walked {
    let people = people();
    let drawn = drawn(&people, study);
    let mut classes: BTreeMap<Vec<String>, (u64, u64)> = BTreeMap::new();
    let (mut loss, mut members) = (0.0, 0.0);
    for (person, drawn) in people.iter().zip(drawn) {
        let mut label = Vec::new();
        for ((cell, hierarchy), &level) in person.iter().zip(&ground.hierarchies).zip(&node) {
            let chain = |code| hierarchy.chain(code)[usize::from(level)].to_owned();
            let own = chain(hierarchy.code(cell).unwrap());
            let leaves = hierarchy.leaves() as u32;
            // Labels of one level are told apart by their place, but here no two are the same.
            let alike = (0..leaves).filter(|&leaf| chain(leaf) == own).count();
            if drawn {
                loss += (alike - 1) as f64 / f64::from(leaves - 1) / 3.0;
            }
            label.push(own);
        }
        members += f64::from(u8::from(drawn));
        let class = classes.entry(label).or_default();
        *class = (class.0 + u64::from(drawn), class.1 + 1);
    }
    let presences = classes.values().map(|&(rows, people)| Fraction::new(rows, people));
    Walked {
        node,
        smallest: classes.values().map(|&(_, people)| people).min().unwrap(),
        presence: (presences.clone().min().unwrap(), presences.max().unwrap()),
        loss: loss / members,
        discernibility: classes.values().map(|&(rows, _)| rows * rows).sum(),
    }
}

/// Every node of the lattice, the best first.
fn lattice(ground: &PresenceData, study: StudySize) -> Vec<Walked> {
    let heights: Vec<u8> = ground.hierarchies.iter().map(|each| each.height() as u8).collect();
    assert_eq!(heights, [3, 2, 1]);
    let mut nodes = Vec::new();
    for age in 0..=3 {
        for work in 0..=2 {
            nodes.extend((0..=1).map(|town| walk(ground, study, vec![age, work, town])));
        }
    }
    nodes.sort_by(|one, other| {
        let same = (one.loss - other.loss).abs() < 1e-12;
        if same { one.node.cmp(&other.node) } else { one.loss.total_cmp(&other.loss) }
    });
    nodes
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn every_node_is_measured_as_defined() {
    let ground = town(&world()).unwrap();
    for study in StudySize::BOTH {
        for walked in lattice(&ground, study) {
            let classes = classes_of(&ground, study, &Node(walked.node.clone()));
            let release = ReleaseMeasures::of(&ground, study, &classes).unwrap();
            assert_eq!(release.smallest, walked.smallest);
            assert_eq!(release.presence, walked.presence);
            assert!(close(release.loss, walked.loss), "{} {}", release.loss, walked.loss);
            assert_eq!(release.discernibility, walked.discernibility as f64);
        }
    }
}

#[test]
fn spalm_is_the_best_of_all_nodes() {
    let ground = town(&world()).unwrap();
    let mut useful = 0;
    for study in StudySize::BOTH {
        let nodes = lattice(&ground, study);
        for delta in pairs(RunScale::Full) {
            let best = nodes.iter().find(|walked| delta.holds(walked.presence)).unwrap();
            let spalm = PresenceMethod::Spalm.go(&ground, study, delta).unwrap();
            assert!(close(spalm.loss, best.loss), "{delta}: {} {}", spalm.loss, best.loss);
            assert_eq!(spalm.presence, Some(best.presence), "{delta}");
            useful += usize::from(best.loss < 1.0);
        }
    }
    assert!(useful > 5, "{useful}");
}

#[test]
fn nothing_passes_the_bound() {
    let ground = town(&world()).unwrap();
    for (study, delta) in [(StudySize::Random, "0,0.1"), (StudySize::Diabetes, "0.02,0.05")] {
        let delta = DeltaPair::parse(delta).unwrap();
        let bound = PresenceMethod::Bound.go(&ground, study, delta).unwrap();
        for way in [nine(), vec![PresenceMethod::Spalm, PresenceMethod::Guided]].concat() {
            let line = way.go(&ground, study, delta).unwrap();
            assert_eq!(line.way, way.name());
            assert!(delta.holds(line.presence.unwrap()), "{delta} {}", line.way);
            assert!(bound.loss <= line.loss + 1e-9, "{delta} {}", line.way);
            assert!(bound.discernibility <= line.discernibility, "{delta} {}", line.way);
            assert!(bound.smallest <= line.smallest, "{delta} {}", line.way);
        }
    }
}

/// The smallest k that does, from all stretches of a scan.
fn smallest(lines: &[MeasuredRelease], delta: DeltaPair) -> Option<&MeasuredRelease> {
    let holding = lines.iter().filter(|line| delta.holds(line.presence.unwrap()));
    holding.min_by_key(|line| line.k)
}

fn scan(ground: &PresenceData, study: StudySize, rival: Rival) -> Vec<MeasuredRelease> {
    let stretches = rival.stretches().into_iter();
    stretches.flat_map(|ks| rival.scan(ground, study, ks).unwrap()).collect()
}

#[test]
fn scans_find_the_smallest_k() {
    let ground = town(&world()).unwrap();
    for study in StudySize::BOTH {
        for rival in [Rival::Optimal, Rival::Mondrian, Rival::NextFirst] {
            let lines = scan(&ground, study, rival);
            // One k after the other, with none left out.
            let each: Vec<MeasuredRelease> =
                (1..=300).flat_map(|k| rival.scan(&ground, study, k..k + 1).unwrap()).collect();
            assert_eq!(each.len(), 300);
            for delta in pairs(RunScale::Full) {
                let (found, slow) = (smallest(&lines, delta), smallest(&each, delta));
                assert_eq!(found, slow, "{} {delta}", rival.name());
                assert!(found.is_some(), "{delta}");
            }
        }
    }
}

#[test]
fn scans_agree_with_the_library_and_with_all_nodes() {
    let ground = town(&world()).unwrap();
    let watch = SearchControl::default();
    for study in StudySize::BOTH {
        let nodes = lattice(&ground, study);
        let [optimal, mondrian] =
            [Rival::Optimal, Rival::Mondrian].map(|rival| scan(&ground, study, rival));
        for delta in pairs(RunScale::Full) {
            let demands = [delta.demand()];
            let models = models(&demands);
            let line = smallest(&optimal, delta).unwrap();
            let known =
                problem(&ground, study, &models).smallest_k(CostOver::People, &watch).unwrap();
            assert_eq!((line.k, line.smallest), (Some(known.k), known.smallest_class), "{delta}");
            let slow = (1..=300).find_map(|k| {
                let best = nodes.iter().find(|walked| walked.smallest >= k)?;
                delta.holds(best.presence).then_some((k, best))
            });
            let (k, best) = slow.unwrap();
            assert_eq!(line.k, Some(k), "{delta}");
            assert!(close(line.loss, best.loss), "{delta}");
            let line = smallest(&mondrian, delta).unwrap();
            let field = field(&ground, study, &models);
            let (k, partition) = field.mondrian_smallest_k(&watch).unwrap();
            assert_eq!(line.k, Some(k), "{delta}");
            assert!(close(line.loss, field.loss(&partition)), "{delta}");
        }
    }
}

#[test]
fn what_is_no_release_is_refused() {
    let ground = town(&world()).unwrap();
    let study = StudySize::Random;
    let whole = classes_of(&ground, study, &Node(vec![3, 2, 1]));
    let measure = |classes: &[BoxClass]| ReleaseMeasures::of(&ground, study, classes);
    let release = measure(&whole).unwrap();
    assert_eq!(release.presence, (Fraction::new(13, 300), Fraction::new(13, 300)));
    assert!(close(release.loss, 1.0) && release.discernibility == 13.0 * 13.0);
    let within = |text: &str| release.clone().within(DeltaPair::parse(text).unwrap());
    assert!(within("0.04,0.05").is_ok());
    for tight in ["0,0.04", "0.05,1"] {
        let error = within(tight).unwrap_err();
        assert!(error.contains("13/300") && error.contains(tight), "{error}");
    }
    let mut missing = whole.clone();
    missing[0].tuples.pop();
    assert_eq!(measure(&missing), Err("somebody is in no class".to_owned()));
    assert!(measure(&[whole[0].clone(), whole[0].clone()]).is_err());
    let mut narrow = whole.clone();
    narrow[0].ranges[0].1 -= 1;
    assert!(measure(&narrow).unwrap_err().contains("outside its class"));
    assert!(measure(&[]).is_err());
}
