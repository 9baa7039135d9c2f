//! Hiding presence in the full-domain lattice: SPALM and the optimal search on the golden vectors,
//! and the tables of Nergiz, Atzori & Clifton 2007 with the rivals that it weighs against delta-presence.

use std::collections::BTreeMap;

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::hierarchy::Spec;
use incrowd_core::model::{Model, ModelContext, of};
use incrowd_core::search::lattice::{LatticeProblem, Node};
use incrowd_core::search::{Method, Scope, Search, SearchControl};
use incrowd_core::terms::{
    Demand, Fraction, KAnonymity, Knowledge, MixedMembership, Presence, WeakKAnonymity,
};
use serde_json::Value;

use crate::support::vectors::{case, cases, fraction, nodes, number, table_in_population};
use crate::support::{Data, row};

const COSTS: [(&str, Cost); 3] =
    [("LM_iyengar", Cost::LOSS), ("LM_ratio", Cost::LOSS_RATIO), ("DM", Cost::DISCERNIBILITY)];

fn presence(least: Fraction, most: Fraction) -> Demand {
    Demand::Presence(Presence { least, most, knowledge: Knowledge::Table })
}

fn half_to_two_thirds() -> Demand {
    presence(Fraction::new(1, 2), Fraction::new(2, 3))
}

/// Table 1 of Nergiz, Atzori & Clifton 2007.
fn table_1() -> Data {
    table_in_population(&case("spalm", "table1-1_2-2_3")["input"])
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn spalm_and_the_optimal_search_on_the_golden_vectors() {
    let mut checked = 0;
    for case in cases("spalm") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let mut data = table_in_population(input);
        let delta = &input["delta"];
        let models = data.models(&[presence(fraction(&delta[0]), fraction(&delta[1]))]);
        for (name, cost) in COSTS {
            for (letter, over) in [("P", CostOver::People), ("T", CostOver::Members)] {
                let Some(answer) = expected.get(format!("{name}({letter})")) else { continue };
                let id = format!("{} {name}({letter})", case["id"]);
                data.over = over;
                let problem = data.problem(&models, cost, 0);
                let found = problem.spalm(&SearchControl::default());
                assert_eq!(Some(found.present), expected["present_nodes"].as_u64(), "{id}");
                assert_eq!(Some(found.tested), expected["tested_nodes"].as_u64(), "{id}");
                assert_eq!(Some(found.nodes as u64), expected["lattice_nodes"].as_u64(), "{id}");
                let optimum = problem.optimal(&SearchControl::default());
                assert!(found.finished && optimum.proven, "{id}");
                assert_eq!(found.best, optimum.best, "{id}");
                match answer {
                    Value::Null => assert_eq!(found.best, None, "{id}"),
                    answer => {
                        let (node, evaluation) = found.best.unwrap();
                        let levels: Vec<u8> =
                            serde_json::from_value(answer["node"].clone()).unwrap();
                        assert_eq!(node, Node(levels), "{id}");
                        let cost = evaluation.cost.unwrap();
                        assert!(close(cost, number(&answer["cost"])), "{id}: {cost}");
                    }
                }
                checked += 1;
            }
        }
    }
    // Six costs for each of six requests of table 1, and the loss over both in two more.
    assert_eq!(checked, 6 * 6 + 2 * 2);
}

#[test]
fn spalm_stops_when_it_is_told_to() {
    let data = table_1();
    let models = data.models(&[presence(Fraction::ZERO, Fraction::ONE)]);
    let problem = data.problem(&models, Cost::LOSS, 0);
    let cut = problem.spalm(&SearchControl::default().at_most(5));
    assert!(!cut.finished && cut.tested >= 5 && cut.tested < 72, "{}", cut.tested);
    let (node, evaluation) = cut.best.unwrap();
    assert_eq!(problem.examine(&node), evaluation);
}

/// The names of the people of table 1, by the labels that a node gives them.
fn classes(data: &Data, node: &Node) -> BTreeMap<Vec<String>, String> {
    let mut classes: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for (name, person) in ('a'..='i').zip(data.public.as_ref().unwrap()) {
        classes.entry(data.label(person, node)).or_default().push(name);
    }
    classes
}

/// Classes written like `adeg|bcfhi`.
fn partition(data: &Data, node: &Node) -> String {
    let mut names: Vec<String> = classes(data, node).into_values().collect();
    names.sort();
    names.join("|")
}

/// The presence of everybody in each class of a node.
fn presences(data: &Data, node: &Node) -> BTreeMap<String, Fraction> {
    let presence = |(label, names): (Vec<String>, String)| {
        let members = data.qi.iter().filter(|row| data.label(row, node) == label).count();
        let share = Fraction::new(members as u64, names.len() as u64);
        (names, share)
    };
    classes(data, node).into_iter().map(presence).collect()
}

fn optimum(problem: &LatticeProblem<'_>) -> Option<(Node, f64)> {
    let outcome = problem.optimal(&SearchControl::default());
    assert!(outcome.proven);
    outcome.best.map(|(node, evaluation)| (node, evaluation.cost.unwrap()))
}

/// The optimum under one rival model, with costs over the population.
fn rival(data: &Data, model: Box<dyn Model>, cost: Cost) -> Option<(Node, f64)> {
    let models = [model];
    optimum(&data.problem(&models, cost, 0))
}

#[test]
fn table_2_is_the_optimal_4_anonymization() {
    let mut data = table_1();
    let p1 = Node(vec![4, 1, 3]);
    let expected = &case("kanon_baselines", "table1-kanon-P")["expected"]["optimal_by_k"];
    data.over = CostOver::People;
    for (k, key) in [(2, "2"), (3, "3"), (4, "4"), (5, "5..9"), (7, "5..9"), (9, "5..9")] {
        for (name, cost) in [("LM_iyengar", Cost::LOSS), ("DM", Cost::DISCERNIBILITY)] {
            let (node, cost) = rival(&data, weak_k(k), cost).unwrap();
            let answer = &expected[key][name];
            assert!(close(cost, number(&answer[0])), "k {k} {name}: {cost}");
            let partitions = match &answer[1] {
                Value::String(only) => vec![only.clone()],
                several => serde_json::from_value(several.clone()).unwrap(),
            };
            assert!(partitions.contains(&partition(&data, &node)), "k {k} {name}: {node}");
            assert_eq!(node == p1, k == 4, "k {k} {name}: {node}");
        }
    }
    assert_eq!(rival(&data, weak_k(10), Cost::LOSS), None);
    // T1*: what the mapping makes of the table, and what it gives away.
    let weak = case("kanon_baselines", "weak-k");
    let (label, rows) =
        weak["expected"]["T_star_classes"].as_object().unwrap().iter().next().unwrap();
    let labels: Vec<String> = data.qi.iter().map(|row| data.label(row, &p1).join(",")).collect();
    assert_eq!(labels, vec![label.clone(); rows.as_u64().unwrap() as usize]);
    for (names, presence) in presences(&data, &p1) {
        assert_eq!(presence, fraction(&weak["expected"]["presence"][&names]), "{names}");
    }
    let models = data.models(&[half_to_two_thirds()]);
    let present = data.problem(&models, Cost::LOSS, 0).examine(&p1).cost.is_some();
    assert_eq!(Some(present), weak["expected"]["delta_1_2_2_3_present"].as_bool());
}

#[test]
fn the_optimal_5_anonymization_of_the_table_is_table_2_too() {
    // Section 5.1: T1* is the optimal 5-anonymization of T, by loss and by discernibility, and
    // breaks every presence with a greatest delta below 1.
    let data = table_1();
    for cost in [Cost::LOSS, Cost::DISCERNIBILITY] {
        let models = data.models(&[Demand::KAnonymity(KAnonymity { k: 5 })]);
        let (node, _) = optimum(&data.problem(&models, cost, 0)).unwrap();
        assert_eq!(node, Node(vec![4, 1, 3]));
        let almost = data.models(&[presence(Fraction::ZERO, Fraction::new(999, 1000))]);
        assert_eq!(data.problem(&almost, cost, 0).examine(&node).cost, None);
    }
}

#[test]
fn no_k_hides_presence_but_full_suppression() {
    let mut data = table_1();
    let models = data.models(&[half_to_two_thirds()]);
    for over in [CostOver::Members, CostOver::People] {
        data.over = over;
        for cost in [Cost::LOSS, Cost::LOSS_RATIO, Cost::DISCERNIBILITY] {
            let problem = data.problem(&models, cost, 0);
            // Any optimal anonymization of T keeps the ages of those above 40 apart.
            assert!(problem.smallest_k(CostOver::Members, &SearchControl::default()).is_none());
            let found = problem.smallest_k(CostOver::People, &SearchControl::default()).unwrap();
            assert_eq!((found.k, found.smallest_class), (5, 9));
            assert_eq!(found.node, Node(vec![4, 2, 3]), "zip 4* is everybody's");
            assert_eq!(partition(&data, &found.node), "abcdefghi");
            // P2*, P1* and this one, where only the loss cares for the leaves below zip 4*.
            assert!(found.optima <= 4, "{}", found.optima);
            // Yet there are answers of higher utility.
            let (_, best) = optimum(&problem).unwrap();
            assert!(best < found.evaluation.cost.unwrap());
        }
    }
}

#[test]
fn every_k_is_tried() {
    // The scan skips only k whose optimum it has seen: trying each k gives the same answer.
    let deltas = [("0", "2/3"), ("1/3", "2/3"), ("1/2", "2/3"), ("0", "1/2"), ("5/9", "5/9")];
    let mut data = table_1();
    data.over = CostOver::People;
    for (least, most) in deltas {
        let demand = presence(least.parse().unwrap(), most.parse().unwrap());
        let models = data.models(&[demand]);
        for cost in [Cost::LOSS, Cost::DISCERNIBILITY, Cost::HEIGHT] {
            let problem = data.problem(&models, cost, 0);
            let slow = (1..=9).find_map(|k| {
                let (node, _) = rival(&data, weak_k(k), cost)?;
                problem.examine(&node).cost.map(|_| (k, node))
            });
            let fast = problem.smallest_k(CostOver::People, &SearchControl::default());
            assert_eq!(fast.map(|found| (found.k, found.node)), slow, "({least},{most})");
        }
    }
}

#[test]
fn table_3_is_diverse_and_yet_tells_presence() {
    // Section 5.2: the upper limit 2/3 asks for c = 2, whose optimum P2* leaves d, e and f with a
    // presence of 1/3; the lower limit 1/2 asks for c = 1, which nothing meets.
    let mut data = table_1();
    data.over = CostOver::People;
    let p2 = Node(vec![1, 2, 1]);
    for cost in [Cost::LOSS, Cost::LOSS_RATIO, Cost::DISCERNIBILITY] {
        let (node, _) = rival(&data, mixed(Fraction::from(2)), cost).unwrap();
        assert_eq!(node, p2);
        assert_eq!(rival(&data, mixed(Fraction::ONE), cost), None);
    }
    let shares = presences(&data, &p2);
    let third = |n| Fraction::new(n, 3);
    let expected = [("abc", third(2)), ("def", third(1)), ("ghi", third(2))];
    assert_eq!(shares, expected.map(|(names, share)| (names.to_owned(), share)).into());
    let models = data.models(&[half_to_two_thirds()]);
    assert_eq!(data.problem(&models, Cost::LOSS, 0).examine(&p2).cost, None);
}

#[test]
fn table_3_has_a_present_generalization() {
    let data = table_1();
    let models = data.models(&[half_to_two_thirds()]);
    let p3 = Node(vec![3, 2, 2]);
    for cost in [Cost::LOSS, Cost::LOSS_RATIO, Cost::DISCERNIBILITY] {
        assert_eq!(optimum(&data.problem(&models, cost, 0)).unwrap().0, p3);
    }
    let expected = [("abcdef", Fraction::new(1, 2)), ("ghi", Fraction::new(2, 3))];
    let expected = expected.map(|(names, share)| (names.to_owned(), share));
    assert_eq!(presences(&data, &p3), expected.into());
    let labels: Vec<String> = data.qi.iter().map(|row| data.label(row, &p3).join(" ")).collect();
    let (america, europe) = ("47* * America", "48* * Europe");
    assert_eq!(labels, [america, america, america, europe, europe]);
}

#[test]
fn weak_k_anonymity_has_the_frontiers_of_the_population() {
    let data = table_1();
    for k in 2..=5 {
        let expected = &case("kanon_baselines", &format!("incognito-table1-k{k}"))["expected"];
        let sides: [(&str, Vec<Box<dyn Model>>); 2] =
            [("P", vec![weak_k(k)]), ("T", data.models(&[Demand::KAnonymity(KAnonymity { k })]))];
        for (letter, models) in sides {
            let problem = data.problem(&models, Cost::HEIGHT, 0);
            let all = data.nodes().into_iter();
            let holding: Vec<Node> =
                all.filter(|node| problem.examine(node).cost.is_some()).collect();
            let least = |node: &&Node| {
                !holding.iter().any(|other| other != *node && other.specializes(node))
            };
            let minimal: Vec<Node> = holding.iter().filter(least).cloned().collect();
            assert_eq!(minimal, nodes(&expected[format!("minimal_nodes_{letter}")]), "k {k}");
            let count = expected[format!("k_anonymous_nodes_{letter}")].as_u64();
            assert_eq!(Some(holding.len() as u64), count, "k {k} over {letter}");
            assert_eq!(Some(problem.spalm(&SearchControl::default()).present), count, "k {k}");
        }
    }
}

#[test]
fn full_suppression_tells_the_share_of_the_table() {
    // Section 3, ranges and bounds: presence is feasible just if |T|/|P| = 5/9 is within it.
    let data = table_1();
    let ninth = |n| Fraction::new(n, 9);
    for least in 0..=9 {
        for most in least..=9 {
            let demands = [presence(ninth(least), ninth(most))];
            let models = data.models(&demands);
            let problem = data.problem(&models, Cost::LOSS, 0);
            let feasible = least <= 5 && 5 <= most;
            assert_eq!(optimum(&problem).is_some(), feasible, "{least}/9 {most}/9");
            let table = data.encoded();
            let search = Search::new(&table, &demands, Method::default(), Scope::of(&table));
            let nearest = &search.nearest(&SearchControl::default())[0];
            let near = presence(ninth(least.min(5)), ninth(most.max(5)));
            assert_eq!((&nearest.demand, nearest.strictest), (&Some(near), true));
        }
    }
}

#[test]
fn a_table_is_a_part_of_the_population_row_by_row() {
    let data = |input: &Value| {
        let column = |key: &str| -> Vec<Vec<String>> {
            let words = input[key].as_array().unwrap().iter();
            words.map(|word| row(&[word.as_str().unwrap()])).collect()
        };
        let members = column("T_qi");
        let none = vec![Vec::new(); members.len()];
        Data::new(members, none, Some(column("P_qi")), &[Spec::flat()])
    };
    for id in ["dup-2", "dup-3"] {
        assert!(
            !data(&case("presence_check", id)["input"]).frequency_set.is_within_population(),
            "{id}"
        );
    }
    let case = case("presence_check", "dup-1");
    let data = data(&case["input"]);
    assert!(data.frequency_set.is_within_population());
    let delta = &case["input"]["delta"];
    let models = data.models(&[presence(fraction(&delta[0]), fraction(&delta[1]))]);
    let found = data.problem(&models, Cost::LOSS, 0).examine(&Node(vec![0]));
    assert_eq!(Some(found.cost.is_some()), case["expected"]["delta_present"].as_bool());
}

fn weak_k(k: u64) -> Box<dyn Model> {
    of(&Demand::WeakKAnonymity(WeakKAnonymity { k }), &ModelContext::default())
}

fn mixed(c: Fraction) -> Box<dyn Model> {
    of(&Demand::MixedMembership(MixedMembership { c }), &ModelContext::default())
}

/// A register of single ages 0 to 8 and a table of some of them: every set of as many people that
/// leads to the same published classes is as likely, and what follows for each person must lie
/// within the limits exactly if the search says that the node can be published.
#[test]
fn whoever_counts_the_sets_that_lead_to_a_release_learns_no_more() {
    let chain = |age: u32| {
        let group = [0, 0, 1, 1, 1, 2, 2, 3, 3][age as usize];
        vec![age.to_string(), format!("g{group}"), format!("h{}", group / 3), "*".into()]
    };
    let lines: Vec<String> = (0..9).map(|age| chain(age).join(";")).collect();
    let spec = Spec::chains("ages", lines.join("\n"));
    let people: Vec<Vec<String>> = (0..9).map(|age: u32| vec![age.to_string()]).collect();
    let tables = |set: u32| -> Data {
        let rows: Vec<Vec<String>> = (0..9)
            .filter(|age| set >> age & 1 == 1)
            .map(|age| people[age as usize].clone())
            .collect();
        let secrets = vec![Vec::new(); rows.len()];
        Data::new(rows, secrets, Some(people.clone()), std::slice::from_ref(&spec))
    };
    let demands = |least: Fraction, most: Fraction, k: u64| {
        vec![presence(least, most), Demand::KAnonymity(KAnonymity { k })]
    };
    let limits = [("0", "1/2"), ("0", "2/5"), ("1/9", "1/2"), ("1/5", "2/3"), ("0", "3/4")];
    let (mut held, mut refused) = (0, 0);
    for (least, most) in limits {
        let (least, most): (Fraction, Fraction) = (least.parse().unwrap(), most.parse().unwrap());
        for k in [1, 2] {
            let demands = demands(least, most, k);
            for level in 0..3_u8 {
                let node = Node(vec![level]);
                let labels: Vec<String> =
                    (0..9).map(|age| chain(age)[level as usize].clone()).collect();
                // What a set publishes: the labels that hold, with their members.
                let published = |set: u32| -> BTreeMap<&String, u64> {
                    let mut counts: BTreeMap<&String, (u64, u64)> = BTreeMap::new();
                    for (age, label) in labels.iter().enumerate() {
                        let count = counts.entry(label).or_default();
                        count.0 += u64::from(set >> age & 1);
                        count.1 += 1;
                    }
                    let holds = |(members, people): (u64, u64)| {
                        let share = Fraction::new(members, people);
                        members >= k && least <= share && share <= most
                    };
                    counts.retain(|_, count| count.0 > 0 && holds(*count));
                    counts.into_iter().map(|(label, count)| (label, count.0)).collect()
                };
                for set in (1_u32..1 << 9).step_by(3) {
                    let release = published(set);
                    let same: Vec<u32> = (0..1_u32 << 9)
                        .filter(|other| other.count_ones() == set.count_ones())
                        .filter(|&other| published(other) == release)
                        .collect();
                    let within = |age: u32| {
                        let members = same.iter().filter(|&&other| other >> age & 1 == 1).count();
                        let chance = Fraction::new(members as u64, same.len() as u64);
                        least <= chance && chance <= most
                    };
                    let expected = !release.is_empty() && (0..9).all(within);
                    let data = tables(set);
                    let models = data.models(&demands);
                    let problem = data.problem(&models, Cost::LOSS, u64::from(set.count_ones()));
                    let found = problem.examine(&node).cost.is_some();
                    assert_eq!(found, expected, "{set:b} at {level}, {least} to {most}, k {k}");
                    held += u32::from(found && problem.examine(&node).suppressed > 0);
                    refused += u32::from(!found && !release.is_empty());
                }
            }
        }
    }
    assert!(held > 20 && refused > 200, "{held} {refused}");
}
